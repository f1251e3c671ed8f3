/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `instrument`: what a player may play on. */
#include "scene/read/reading.h"

#include <stdio.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"bow_position", "", 0.02, 0.5, 0.11, "where the bow usually is, a share of the string",
     offsetof(rosin_model_instrument, bow_position)},
    {"bow_length", "m", 0.1, 2, 0.65, "hair that can be drawn",
     offsetof(rosin_model_instrument, bow_length)},
    {"resistance", "kg/s", 1, 1e5, 250,
     "what the bridge takes from a string's end (Schelleng's R), for the least bow force",
     offsetof(rosin_model_instrument, resistance)},
    {"easing", "", 0, 2, 0,
     "how much lighter than it starts a soft bow goes on: power of greatest over least force",
     offsetof(rosin_model_instrument, easing)},
    {"starts", "", 0.1, 10, 1,
     "acceleration that a newton of bow starts at once, times that of the cello's bow with "
     "bristles",
     offsetof(rosin_model_instrument, starts)},
    {"nodes", "", 0, 0.2, 0,
     "share by which a note begins beside the nodes of partials 3 to 7; 0: where it falls",
     offsetof(rosin_model_instrument, nodes)},
    {"highest", "", 1, 48, 24, "semitones above an open string that a hand reaches",
     offsetof(rosin_model_instrument, highest)},
    {"program", "", -1, 127, -1,
     "General MIDI's program of its part, from 0: 40 violin to 43 double bass; -1: none",
     offsetof(rosin_model_instrument, program)},
    {"hand_force", "N", 0.1, 100, 15, "the most with which a hand presses the bow that it moves",
     offsetof(rosin_model_instrument, hand_force)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_instrument_parameters(void) {
  return table;
}

static void check_part(rosin_reading *r, const rosin_setting *s, const char *owner, const char *key,
                       const char *name, int found) {
  if (*name && !found)
    rosin_reading_error(r, rosin_setting_member(s, key), "%s.%s: there is no '%s'", owner, key,
                        name);
}

static void read_course(rosin_reading *r, const rosin_setting *s, int index, rosin_model *m) {
  rosin_model_course *c = &m->instrument.course[m->instrument.courses];
  char owner[40];
  snprintf(owner, sizeof owner, "instrument.strings.%d", index);
  if (!rosin_reading_group(r, s, owner, "{ string = ...; bow = ...; }"))
    return;
  rosin_reading_known(r, s, owner, ROSIN_NAMES("string", "bow", "hand", "wedge"), NULL);
  rosin_reading_text(r, s, owner, "string", 1, c->string, sizeof c->string);
  rosin_reading_text(r, s, owner, "bow", 1, c->bow, sizeof c->bow);
  rosin_reading_text(r, s, owner, "hand", 0, c->hand, sizeof c->hand);
  const rosin_model_body *body = rosin_model_body_named(m, c->string);
  check_part(r, s, owner, "string", c->string, body && !body->modal);
  check_part(r, s, owner, "bow", c->bow, rosin_model_contact_named(m, c->bow) != NULL);
  check_part(r, s, owner, "hand", c->hand, rosin_model_contact_named(m, c->hand) != NULL);
  c->wedge = rosin_reading_wedge(r, s, owner);
  m->instrument.courses++;
}

void rosin_reading_instrument(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_reading_known(r, s, "instrument", ROSIN_NAMES("strings"), ROSIN_TABLES(table));
  rosin_parameters_default(table, &m->instrument);
  rosin_reading_table(r, s, "instrument", table, &m->instrument);
  const rosin_setting *list = rosin_setting_member(s, "strings");
  const int count = rosin_reading_length(list);
  if (count < 1 || count > ROSIN_MODEL_COURSES)
    rosin_reading_error(r, list ? list : s, "instrument.strings: must list 1 to %d strings",
                        ROSIN_MODEL_COURSES);
  for (int i = 0; i < count && i < ROSIN_MODEL_COURSES; i++)
    read_course(r, rosin_setting_element(list, i), i + 1, m);
}
