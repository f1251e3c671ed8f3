/* SPDX-License-Identifier: BSD-3-Clause */
/* Banks as they would have been built with the macros where they are now: in the same steps, so to
 * the same bits. What moves while it sounds is led there by other ways, and differs by rounding. */
#include "scene/read/again.h"
#include "memory.h"
#include "modal/form_again.h"
#include "scene/read/reading.h"

#include <math.h>
#include <string.h>

void rosin_reading_keep(rosin_reading *r, rosin_model_body *b, const rosin_reading_factors *f) {
  if (!b->own.mode)
    b->own.mode = rosin_reading_room(r, b->modes + 1, sizeof *b->own.mode);
  b->own.mass = f->mass;
  b->own.decay = f->decay;
  b->own.highest = f->highest;
}

void rosin_reading_forget(rosin_model_body *b) {
  rosin_free(b->own.mode);
  rosin_form_plan_free(b->own.plan);
  b->own = (rosin_model_own){0};
}

/* Where a body's own gesture and its macros have that control as it begins. */
static void begin_at(const rosin_model *m, const rosin_model_control *c, rosin_modal_moves *made) {
  const rosin_macro_effect e = rosin_macros_on_control(m->macro, m->macros, c);
  rosin_gesture first = c->gesture;
  first.wander = 0;
  const double own = rosin_gesture_at(&first, 0);
  const double value = (e.set ? 1 : own) * (e.scale * e.value) + e.offset;
  memcpy((char *)made + c->row->offset, &value, sizeof value);
}

static int is_same(const rosin_modal_moves *a, const rosin_modal_moves *b) {
  return a->pitch == b->pitch && a->size == b->size && a->tension == b->tension &&
         a->fill == b->fill;
}

/* Every mode, of its own and the factors; -1 if some are too high to be there. */
static int make(rosin_model_body *b, const rosin_modal_moves *made, double highest) {
  const rosin_reading_factors f = {
      .pitch = made->pitch, .size = made->size, .mass = b->own.mass, .decay = b->own.decay};
  for (int l = 0; l < b->modes; l++) {
    rosin_mode mode = b->own.mode[l];
    rosin_reading_scale(&mode, &f);
    if (mode.frequency > fmin(b->own.highest, highest))
      return -1;
  }
  for (int l = 0; l < b->modes; l++) {
    b->mode[l] = b->own.mode[l];
    rosin_reading_scale(&b->mode[l], &f);
  }
  b->made = *made;
  return 1;
}

int rosin_model_again(rosin_model *m, int body, double highest) {
  rosin_model_body *b = &m->body[body];
  rosin_modal_moves made = b->made;
  if (!b->modal)
    return 0;
  for (int k = 0; k < b->controls; k++)
    begin_at(m, &b->control[k], &made);
  if (is_same(&made, &b->made))
    return 0;
  if (!b->own.mode)
    return -1;
  if (b->own.plan && (made.tension != b->made.tension || made.fill != b->made.fill) &&
      rosin_form_again(b->own.plan, made.tension, made.fill, b->own.mode, b->load))
    return -1;
  return make(b, &made, highest);
}
