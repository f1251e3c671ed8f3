/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a modal body may move while it sounds: its pitch and size, a skin's tension, a vessel's
 * fill. Each is a number or a gesture, and macros turn it. The body is built as it begins: at the
 * gesture's first value, where its macros have it as the scene is loaded. */
#include "scene/read/reading.h"

#include <stdio.h>
#include <string.h>

const rosin_parameter *rosin_reading_moves(const rosin_form *form, const char *key) {
  const rosin_parameter *row = rosin_parameter_find(rosin_modal_controls(), key);
  if (!row || strcmp(key, "pitch") == 0 || strcmp(key, "size") == 0)
    return row;
  const rosin_parameter *own = form ? rosin_parameter_find(form->parameter, key) : NULL;
  return own && strcmp(own->unit, row->unit) == 0 ? row : NULL;
}

/* What the macros make of a body's own value. */
static double turned(const rosin_model *model, const char *key, double own, int *touched) {
  double scale = 1, offset = 0, value = 1;
  int set = 0;
  for (int i = 0; i < model->macros; i++)
    for (int k = 0; k < model->macro[i].targets; k++) {
      const rosin_macro_target *t = &model->macro[i].target[k];
      if (strcmp(t->key, key) || !t->points)
        continue;
      const double y = rosin_macro_map(t, model->macro[i].value);
      *touched = 1;
      set |= t->how == ROSIN_MACRO_SET;
      value = t->how == ROSIN_MACRO_SET ? y : value;
      scale *= t->how == ROSIN_MACRO_SCALE ? y : 1;
      offset += t->how == ROSIN_MACRO_OFFSET ? y : 0;
    }
  return (set ? 1 : own) * (scale * value) + offset;
}

void rosin_reading_move(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const rosin_model *model, const rosin_parameter *row, rosin_model_body *b,
                        double *value) {
  char key[2 * ROSIN_MODEL_NAME];
  rosin_error error;
  int touched = 0;
  rosin_model_control *c = &b->control[b->controls];
  const int failed = r->failed, written = rosin_reading_gesture(r, s, owner, row, &c->gesture);
  if (r->failed > failed)
    return;
  if (!written)
    rosin_gesture_constant(&c->gesture, *value);
  rosin_gesture first = c->gesture; /* without the hand's straying: that is on its way from there */
  first.wander = 0;
  snprintf(key, sizeof key, "%.63s.%.63s", owner, row->name);
  *value = turned(model, key, rosin_gesture_at(&first, 0), &touched);
  c->row = row;
  b->controls += written || touched || (r->terms.transposes && rosin_model_goes(row) != 0);
  if (rosin_parameter_check(row, owner, *value, &error))
    rosin_reading_error(r, rosin_setting_member(s, row->name), "%s", error.text);
}
