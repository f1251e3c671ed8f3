/* SPDX-License-Identifier: BSD-3-Clause */
/* Where players of a section sit, and what they hold. */
#include "core/section/section.h"
#include "course.h"
#include "format.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { ABREAST = 4 }; /* two desks of two in a row */

static const rosin_parameter table[] = {
    {"players", "", 1, ROSIN_SECTION_MOST, 1,
     "how many play it, each with an instrument, a hand and a seat",
     offsetof(rosin_section_plan, players), .kind = ROSIN_WHOLE, .builds = 1, .group = "Section"},
    {"tightness", "", 0, 1, 0.6, "of a section: onsets deviate by 50 ms at 0, by 15 at 1",
     offsetof(rosin_section_plan, tightness), .group = "Section"},
    {"unison", "cents", 0, 30, 8, "of a section: how far its players' pitches deviate",
     offsetof(rosin_section_plan, unison), .group = "Section"},
    {.name = NULL},
};

const rosin_parameter *rosin_section_parameters(void) {
  return table;
}

const rosin_parameter *rosin_section_row(const char *setting) {
  const size_t length = strcspn(setting, "=");
  for (const rosin_parameter *row = table; row->name; row++)
    if (strlen(row->name) == length && strncmp(row->name, setting, length) == 0)
      return row;
  return NULL;
}

void rosin_section_plan_put(rosin_section_plan *plan, const rosin_parameter *row, double value) {
  memcpy((char *)plan + row->offset, &value, sizeof value);
}

static const double apart = 0.8, behind = 1.2; /* m: from elbow to elbow, from row to row */

static int rows_of(const rosin_section_plan *p) {
  return ((int)p->players + ABREAST - 1) / ABREAST;
}

/* The first sits in the first row's middle; the rest fill that row, and then those behind it. */
void rosin_section_seat(const rosin_section_plan *p, int index, double seat[2]) {
  static const double place[ABREAST] = {-0.5, 0.5, -1.5, 1.5};
  const int line = index / ABREAST, left = (int)p->players - line * ABREAST;
  const double centre = left == 1 || left == 3 ? 0.5 : 0; /* these stand left of the middle */
  seat[0] = p->aside;
  seat[1] = p->back;
  if (p->players < 2)
    return;
  const uint64_t own = rosin_course_mix((uint64_t)index);
  seat[0] += apart * (place[index % ABREAST] + centre) + 0.1 * rosin_course_uniform(own + 1);
  seat[1] += behind * line + 0.1 * (1 + rosin_course_uniform(own + 2));
}

double rosin_section_depth(const rosin_section_plan *p) {
  return p->back + behind * (rows_of(p) - 1) + (p->players > 1 ? 0.2 : 0);
}

/* Factors on a body's frequencies, its decay, its strings' impedance and their pitch: bodies of one
 * kind differ by a few per cent, strings by their gauge, and tuning by two or three cents. */
static const struct {
  double pitch, decay, gauge, tuned;
} makes[ROSIN_SECTION_MAKES] = {{1, 1, 1, 1},
                                {0.972, 1.1, 1.05, 1.0013},
                                {1.024, 0.92, 0.96, 0.9986},
                                {0.989, 1.05, 0.98, 1.0007}};

static int put(char *key, const char *owner, const char *what, double value) {
  rosin_format(key, ROSIN_SECTION_KEY, "%.64s.%s=%.9g", owner, what, value);
  return 1;
}

/* The body that is heard, by the first output. */
static const rosin_model_body *heard(const rosin_model *m) {
  char name[ROSIN_SECTION_KEY];
  if (!m->outputs)
    return NULL;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(m->output[0].signal, ".@"), m->output[0].signal);
  return rosin_model_body_named(m, name);
}

int rosin_section_make(const rosin_model *m, int index,
                       char key[ROSIN_SECTION_KEYS][ROSIN_SECTION_KEY]) {
  const int make = index % ROSIN_SECTION_MAKES;
  const rosin_model_body *body = heard(m);
  int count = 0;
  if (make == 0)
    return 0;
  if (body && body->modal) {
    const double pitch = body->made.pitch > 0 ? body->made.pitch : 1;
    const double decay = body->own.decay > 0 ? body->own.decay : 1;
    count += put(key[count], body->name, "pitch", makes[make].pitch * pitch);
    count += put(key[count], body->name, "decay", makes[make].decay * decay);
  }
  for (int i = 0; i < m->instrument.courses && count + 2 <= ROSIN_SECTION_KEYS; i++) {
    const rosin_model_body *string = rosin_model_body_named(m, m->instrument.course[i].string);
    if (!string)
      continue;
    count +=
        put(key[count], string->name, "impedance", makes[make].gauge * string->string.impedance);
    count +=
        put(key[count], string->name, "frequency", makes[make].tuned * string->string.frequency);
  }
  return count;
}

double rosin_section_seed(double seed, int index) {
  if (index == 0)
    return seed;
  const uint64_t mixed = rosin_course_mix((uint64_t)seed ^ ((uint64_t)index << 40));
  return (double)(mixed >> 40); /* 24 bits: what a seed's parameter holds */
}
