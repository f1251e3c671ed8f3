/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"
#include "modal/form.h"

void rosin_form_add(rosin_form_job *job, rosin_form_mode mode) {
  if (!(mode.frequency <= job->highest) || job->failed)
    return;
  if (job->modes == job->room) {
    const int room = 2 * job->room + 64;
    rosin_form_mode *grown = rosin_realloc(job->mode, (size_t)room * sizeof *grown);
    if (!grown) {
      job->failed = 1;
      return;
    }
    job->mode = grown;
    job->room = room;
  }
  job->mode[job->modes++] = mode;
}
