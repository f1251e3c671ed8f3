/* SPDX-License-Identifier: BSD-3-Clause */
/* Room for controls: as much as there can be while a scene is read, as much as there are then. Most
 * parts have one or two of sixteen, and this was a quarter of what an instrument took. */
#include "memory.h"
#include "scene/read/reading.h"

int rosin_reading_controls(rosin_reading *r, rosin_model_control **control, int *parts) {
  *control = rosin_reading_room(r, ROSIN_MODEL_CONTROLS, sizeof **control);
  if (*control)
    return 0;
  --*parts;
  return -1;
}

/* Macros point at what they move. */
static void follow(rosin_model *m, const rosin_model_control *from, int count,
                   const rosin_model_control *to) {
  for (int i = 0; i < m->macros; i++)
    for (int t = 0; t < m->macro[i].targets; t++) {
      rosin_macro_target *target = &m->macro[i].target[t];
      for (int k = 0; k < count; k++)
        if (target->control == &from[k]) {
          target->control = &to[k];
          break;
        }
    }
}

/* What cannot be made smaller stays as it is. */
static void trim(rosin_model *m, rosin_model_control **control, int count) {
  rosin_model_control *less = rosin_calloc((size_t)count + !count, sizeof *less);
  if (!less)
    return;
  for (int k = 0; k < count; k++)
    less[k] = (*control)[k];
  follow(m, *control, count, less);
  rosin_free(*control);
  *control = less;
}

void rosin_reading_trim(rosin_model *m) {
  for (int i = 0; i < m->bodies; i++)
    trim(m, &m->body[i].control, m->body[i].controls);
  for (int i = 0; i < m->contacts; i++)
    trim(m, &m->contact[i].control, m->contact[i].controls);
  for (int i = 0; i < m->links; i++)
    trim(m, &m->link[i].control, m->link[i].controls);
}
