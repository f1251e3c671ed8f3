/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/takes.h"
#include "core/inside.h"
#include "course.h"
#include "maths/maths.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
  LEVEL = 0 /* the first row */,
  MIDDLE = 60,
  WHEEL = 1,
  PEDAL = 64,
  SEEDS = 16777215 /* a float has them all */
};

static const double plain = 80.0 / 127;      /* the velocity that leaves the effort as it is */
static const double softer = 18, louder = 3; /* dB, of the least and the greatest effort */

/* Version 0.2 had none of these: a state that does not speak of them has them all at 0. */
const rosin_parameter rosin_takes_rows[ROSIN_TAKES_ROWS + 1] = {
    {"key_range", "octaves", 0, 1, 1,
     "an octave of keys moves pitch and size by so many, about middle C; one at most either way",
     .group = "Keys"},
    {"key_effort", "", 0, 1, 1, "how much velocity changes the effort; 80 leaves it as it is",
     .group = "Keys"},
    {"key_hold", "", 0, 1, 1,
     "1: a held key keeps rubbing, and as it goes up the gesture runs out; 0: it ends with the key",
     .kind = ROSIN_SWITCH, .group = "Keys"},
    {"key_round", "", 0, 1, 1, "1: each key's take is another; 0: all are the seed's",
     .kind = ROSIN_SWITCH, .group = "Keys"},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static double setting(const rosin_core *c, int row) {
  return c->takes.first < 0 ? 0 : rosin_core_meant(c, c->takes.first + row);
}

/* ---- what moves -------------------------------------------------------------------------- */

/* A macro goes from its value towards an end of its range: `share` of the way, below 0 the low one.
 */
static void move(rosin_core *c, int frame, int hand, double share) {
  const int row = c->takes.macro[hand];
  if (row < 0)
    return;
  const rosin_parameter *p = c->row[row].row;
  const double value = c->value[row];
  c->takes.moved[row] = share * (share < 0 ? value - p->low : p->high - value);
  rosin_core_tell(c, frame, row);
}

static void transpose(rosin_core *c, int frame) {
  rosin_takes *t = &c->takes;
  const double octaves = setting(c, ROSIN_TAKES_RANGE) * (t->key - MIDDLE) / 12;
  const double factor = rosin_pow(2, fmin(fmax(octaves + t->bend / 12, -1), 1));
  if (factor == t->transposed)
    return;
  t->transposed = factor;
  rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_TRANSPOSE, .value = factor});
}

static void stay(rosin_core *c, int frame, int stays) {
  if (!stays && !c->takes.stays)
    return;
  c->takes.stays = stays;
  rosin_core_post(c, frame,
                  &(rosin_event){.target = ROSIN_EVENT_STAY,
                                 .value = stays ? rosin_core_fullest(c) : (double)INFINITY});
}

/* The seed of a take: the first one's is the core's. */
static void sow(rosin_core *c, int frame, long long count) {
  const int row = rosin_core_seed_row(c);
  const double own = row >= 0 ? rosin_core_meant(c, row) : rosin_scene_model(c->model)->seed;
  const uint64_t mixed = rosin_course_mix((uint64_t)own ^ (uint64_t)count << 32);
  rosin_core_post(c, frame,
                  &(rosin_event){.target = ROSIN_EVENT_SEED,
                                 .value = count ? (double)(1 + mixed % SEEDS) : own});
}

/* ---- takes ------------------------------------------------------------------------------- */

/* An effort from softest (-1) to hardest (1): what a hand does, and how loud that is to be, since
 * macros are levelled. */
static void exert(rosin_core *c, int frame, double effort) {
  move(c, frame, ROSIN_ABOUT_EFFORT, effort);
  c->takes.moved[LEVEL] = effort * (effort < 0 ? softer : louder);
  rosin_core_tell(c, frame, LEVEL);
}

static void begin(rosin_core *c, int frame, const rosin_player_event_t *e) {
  rosin_takes *t = &c->takes;
  const double v = fmin(fmax(e->value, 0), 1), effort = setting(c, ROSIN_TAKES_EFFORT);
  t->key = fmin(fmax(e->key, 0), 127);
  exert(c, frame, effort * (v < plain ? v / plain - 1 : (v - plain) / (1 - plain)));
  transpose(c, frame);
  if (setting(c, ROSIN_TAKES_ROUND) >= 0.5)
    sow(c, frame, t->count++);
  stay(c, frame, setting(c, ROSIN_TAKES_HOLD) >= 0.5);
  rosin_core_begin_gesture(c, frame);
}

/* The last key is up: what stayed goes on to its end, what did not ends here. */
static void release(rosin_core *c, int frame) {
  if (c->takes.pedal)
    return;
  if (c->takes.stays)
    stay(c, frame, 0);
  else if (setting(c, ROSIN_TAKES_HOLD) < 0.5)
    rosin_core_end_gesture(c, frame, 0);
}

static void control(rosin_core *c, int frame, const rosin_player_event_t *e) {
  const double x = fmin(fmax(e->value, 0), 1);
  const int lifts = c->takes.pedal && x < 0.5;
  if (e->controller == WHEEL)
    move(c, frame, ROSIN_ABOUT_WHEEL, x);
  if (e->controller != PEDAL)
    return;
  c->takes.pedal = x >= 0.5;
  if (lifts && !c->holds)
    release(c, frame);
}

void rosin_core_take_event(rosin_core *c, int frame, const rosin_player_event_t *e) {
  const int on = e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0;
  if (!isfinite(e->value) || !isfinite(e->key))
    return;
  if (on) {
    rosin_core_hold_note(c, e);
    begin(c, frame, e);
  } else if (e->kind == ROSIN_PLAYER_NOTE_ON || e->kind == ROSIN_PLAYER_NOTE_OFF) {
    if (rosin_core_let_up(c, e) && !c->holds)
      release(c, frame);
  } else if (e->kind == ROSIN_PLAYER_QUIET) {
    rosin_core_forget_notes(c);
    c->takes.pedal = 0;
    stay(c, frame, 0);
    rosin_core_end_gesture(c, frame, 1);
  } else if (c->takes.first < 0) {
    return;
  } else if (e->kind == ROSIN_PLAYER_BEND) {
    c->takes.bend = e->value;
    transpose(c, frame);
  } else if (e->kind == ROSIN_PLAYER_PRESSURE) {
    move(c, frame, ROSIN_ABOUT_PRESSURE, fmin(fmax(e->value, 0), 1));
  } else if (e->kind == ROSIN_PLAYER_CONTROL) {
    control(c, frame, e);
  }
}

void rosin_core_take_plainly(rosin_core *c, int frame) {
  rosin_takes *t = &c->takes;
  if (t->count) {
    sow(c, frame, 0);
    t->count = 0;
  }
  if (t->moved[LEVEL] != 0)
    exert(c, frame, 0);
  t->key = MIDDLE;
  transpose(c, frame);
  stay(c, frame, 0);
  rosin_core_begin_gesture(c, frame);
}

void rosin_core_forget_takes(rosin_core *c) {
  rosin_takes *t = &c->takes;
  memset(t->moved, 0, sizeof t->moved);
  t->key = MIDDLE;
  t->bend = 0;
  t->transposed = 1;
  t->count = 0;
  t->stays = t->pedal = 0;
}
