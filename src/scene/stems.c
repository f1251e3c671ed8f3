/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene whose channels are its stems: each output alone, as loud as in the mix, then of
 * each contact the relative velocity (m/s), friction (N) and load (N). */
#include "error.h"
#include "memory.h"
#include "scene/scene.h"

#include <stdio.h>

int rosin_model_stems(rosin_model *m, rosin_error *error) {
  static const char *const signals[] = {"velocity", "force", "normal"};
  const int count = m->outputs + 3 * m->contacts;
  if (count > ROSIN_MODEL_CHANNELS)
    return rosin_fail(error, "stems: %d are more than %d", count, ROSIN_MODEL_CHANNELS);
  rosin_model_output *grown = rosin_realloc(m->output, (size_t)(count + !count) * sizeof *grown);
  if (!grown)
    return rosin_fail(error, "out of memory for stems");
  m->output = grown;
  for (int i = 0; i < m->contacts; i++)
    for (int k = 0; k < 3; k++) {
      rosin_model_output *o = &m->output[m->outputs++];
      *o = (rosin_model_output){.gain = 1, .raw = 1};
      snprintf(o->signal, sizeof o->signal, "%s.%s", m->contact[i].name, signals[k]);
    }
  for (int i = 0; i < count; i++) {
    m->output[i].channel = i + 1;
    m->output[i].placed = 0; /* dry */
  }
  m->channels = count;
  return 0;
}
