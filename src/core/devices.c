/* SPDX-License-Identifier: BSD-3-Clause */
/* What devices ask of a core: all that can be moved, and what has happened. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"
#include "player/course/course.h"
#include "player/course/pencil.h"
#include "player/play/settings.h"

#include <string.h>

rosin_player *rosin_core_player(const rosin_core *c) {
  return c->engine ? rosin_sequencer_player(c->engine->sequencer) : NULL;
}

rosin_keyboard *rosin_core_keys(const rosin_core *c) {
  return c->keyed.keys;
}

const rosin_targets *rosin_core_targets(const rosin_core *c) {
  return c->engine ? rosin_sequencer_targets(c->engine->sequencer) : NULL;
}

double rosin_core_target_value(const rosin_core *c, int target) {
  return c->engine ? rosin_sequencer_value(c->engine->sequencer, target) : 0;
}

const char *rosin_core_contact(const rosin_core *c) {
  const rosin_model *m = rosin_scene_model(c->model);
  if (m->instrument.courses)
    return m->instrument.course[m->instrument.courses / 2].bow;
  return m->contacts ? m->contact[0].name : "";
}

int rosin_core_score(rosin_core *c, rosin_player_score_t *score, int count,
                     const rosin_controls *controls, rosin_error *error) {
  rosin_player *first = rosin_core_player(c);
  if (!first)
    return rosin_fail(error, "this scene has no instrument to be played by notes");
  rosin_player_set_controls(first, controls);
  if (rosin_player_pencil(first, score, count) ||
      (c->engine->section && rosin_section_score(c->engine->section, score, count, controls)))
    return rosin_fail(error, "out of memory for a performance");
  rosin_player_score(first, score, count);
  return 0;
}

void rosin_core_set_witness(rosin_core *c, rosin_sequencer_witness witness, void *context) {
  if (c->engine)
    rosin_sequencer_set_witness(c->engine->sequencer, witness, context);
}

long long rosin_core_frame(const rosin_core *c) {
  return c->engine ? rosin_sequencer_frame(c->engine->sequencer) : 0;
}

long long rosin_core_happened(const rosin_core *c) {
  return c->engine ? rosin_sequencer_happened(c->engine->sequencer) : 0;
}

/* Row of the player's parameter of that name, or of who plays takes; -1: there is none. */
static int row_of(const rosin_core *c, const char *name) {
  const int take = c->takes.first < 0 ? -1 : rosin_takes_row(name);
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_PLAYER && strcmp(c->row[i].row->name, name) == 0)
      return i;
  return take < 0 ? -1 : c->takes.first + take;
}

/* A setting of whoever plays the keys. */
static int put_of_keys(rosin_core *c, const char *name, double value, rosin_error *error) {
  const rosin_parameter *all = rosin_player_parameters(), *row = rosin_parameter_find(all, name);
  if (!row)
    return rosin_fail(error, "the player has no parameter '%.64s'", name);
  if (rosin_parameter_check(row, "player", value, error))
    return -1;
  rosin_keyed_put(&c->keyed, (int)(row - all), value);
  return 0;
}

int rosin_core_settings(rosin_core *c, int count, const char *const *setting, rosin_error *error) {
  for (int i = 0; i < count; i++) {
    char name[ROSIN_PLAYER_SETTING];
    double value;
    if (!rosin_core_takes_notes(c))
      return rosin_fail(error, "-s %.200s: this scene has no player", setting[i]);
    if (rosin_player_setting_read(setting[i], name, &value, error))
      return -1;
    const int row = row_of(c, strchr(name, '.') + 1);
    if (row < 0 && rosin_keyboard_is(c->model)) {
      if (put_of_keys(c, strchr(name, '.') + 1, value, error))
        return -1;
      continue;
    }
    if (row < 0)
      return rosin_fail(error, "the scene has no '%.100s'", name);
    if (rosin_parameter_check(c->row[row].row, "player", value, error))
      return -1;
    rosin_core_put(c, row, value);
  }
  return 0;
}
