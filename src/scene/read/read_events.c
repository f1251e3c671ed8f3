/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `events`: moments that have a name. Each is a time in s, a point of a gesture
 * ("hand.force.6" is the time of its sixth, and moves with that), or a contact along the normal
 * ("buffer": whenever that strikes). */
#include "scene/read/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter time_row = {"time", "s", 0, ROSIN_MODEL_LONGEST, 0, "", 0};

/* The gesture of "NAME.KEY...", or NULL. */
static const rosin_gesture *find(const rosin_model *m, const char *text) {
  rosin_model_part part;
  const char *dot = strchr(text, '.');
  const rosin_model_control *c =
      dot && rosin_model_part_named(m, text, &part) >= 0
          ? rosin_model_control_named(part.control, *part.controls, dot + 1)
          : NULL;
  return c ? &c->gesture : NULL;
}

/* The time of a gesture's point: 0, or -1. */
static int point_time(const rosin_model *m, const char *text, double *time) {
  const rosin_gesture *g = find(m, text);
  const char *dot = strrchr(text, '.');
  char *end = NULL;
  const long point = dot ? strtol(dot + 1, &end, 10) : 0;
  if (!g || !end || g->kind != ROSIN_GESTURE_POINTS || *end || point < 1 || point > g->count)
    return -1;
  *time = g->time[point - 1];
  return 0;
}

static void read_text(rosin_reading *r, const rosin_setting *s, const char *what,
                      const rosin_model *m, rosin_model_event *e) {
  const rosin_model_contact *c = rosin_model_contact_named(m, s->text);
  if (c && rosin_law_is_normal(c->law))
    snprintf(e->contact, sizeof e->contact, "%.63s", s->text);
  else if (c)
    rosin_reading_error(r, s, "%s: '%.60s' rubs and does not strike; its law must be impact", what,
                        s->text);
  else if (point_time(m, s->text, &e->at))
    rosin_reading_error(r, s,
                        "%s: '%.100s' is neither a contact that strikes nor a point of a gesture, "
                        "as hand.force.3",
                        what, s->text);
}

void rosin_reading_event(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  char what[96];
  rosin_error error;
  rosin_model_event *e = rosin_reading_grow(r, s, (void **)&m->event, &m->events, sizeof *e,
                                            ROSIN_MODEL_EVENTS, "events");
  if (!e)
    return;
  snprintf(e->name, sizeof e->name, "%.63s", s->name);
  snprintf(what, sizeof what, "events.%.63s", s->name);
  if (rosin_setting_is(s, ROSIN_SETTING_TEXT))
    read_text(r, s, what, m, e);
  else if (rosin_reading_value(r, s, what, &e->at) == 0 &&
           rosin_parameter_check(&time_row, what, e->at, &error))
    rosin_reading_error(r, s, "%s", error.text);
}
