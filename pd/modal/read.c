/* SPDX-License-Identifier: BSD-3-Clause */
/* read FILE [BODY]: the file is read beside Pd. */
#include "pd/files/text.h"
#include "pd/modal/modal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  rosin_pd_job job;
  char path[2 * MAXPDSTRING], body[ROSIN_PD_POINT_NAME];
  rosin_pd_settings s;
  int failed;
  char *errors;
} reading;

static void work(rosin_pd_job *job) {
  reading *r = (reading *)job;
  r->failed = rosin_pd_settings_read(&r->s, r->path, r->body, &r->errors);
}

static int done(rosin_pd_job *job) {
  reading *r = (reading *)job;
  rosin_pd_modal *x = job->owner;
  char *save = NULL;
  x->reading = NULL;
  for (char *line = r->errors ? strtok_r(r->errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save))
    pd_error(x, "rosin.modal~: read: %s", line);
  if (!r->failed) {
    const rosin_pd_settings old = x->s;
    x->s = r->s;
    x->s.factor = old.factor;
    r->s = old;
    x->matter.form = NULL;
    rosin_pd_stale(&x->m);
  }
  rosin_pd_modal_catch_up(x);
  return 0;
}

static void let_go(rosin_pd_job *job) {
  reading *r = (reading *)job;
  rosin_pd_settings_free(&r->s);
  free(r->errors);
  free(r);
}

void rosin_pd_modal_read(rosin_pd_modal *x, int count, const t_atom *atoms) {
  reading *r = count < 1 || count > 2 ? NULL : calloc(1, sizeof *r);
  if (!r) {
    pd_error(x,
             "rosin.modal~: read: needs a file of `rosin modes` or a scene, and may name a body");
    return;
  }
  rosin_pd_find(x->canvas, rosin_pd_word(count, atoms, 0, "")->s_name, r->path, sizeof r->path);
  snprintf(r->body, sizeof r->body, "%s", rosin_pd_word(count, atoms, 1, "")->s_name);
  r->job = (rosin_pd_job){.work = work, .done = done, .free = let_go, .owner = x};
  x->reading = &r->job;
  rosin_pd_order(&r->job);
}
