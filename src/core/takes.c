/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/takes.h"
#include "core/inside.h"
#include "course.h"
#include "maths/maths.h"

#include <math.h>
#include <stdint.h>

enum {
  MIDDLE = 60,
  WHEEL = 1,
  PEDAL = 64,
  SEEDS = 16777215 /* a float has them all */
};

static const double plain = 80.0 / 127;      /* the velocity that leaves the effort as it is */
static const double softer = 18, louder = 3; /* dB, of the least and the greatest effort */

static double setting(const rosin_core *c, int row) {
  return c->takes.first < 0 ? 0 : rosin_core_meant(c, c->takes.first + row);
}

/* ---- what moves -------------------------------------------------------------------------- */

/* A macro goes from its value towards an end of its range: `share` of the way, below 0 the low one.
 */
static void move(rosin_core *c, int hand, double share) {
  const int row = c->takes.macro[hand];
  if (row < 0)
    return;
  const rosin_parameter *p = c->row[row].row;
  const double value = c->value[row];
  c->takes.moved[row] = share * (share < 0 ? value - p->low : p->high - value);
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
                                 .value = stays ? c->takes.fullest : (double)INFINITY});
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
static void exert(rosin_core *c, double effort) {
  move(c, ROSIN_ABOUT_EFFORT, effort);
  c->takes.moved[ROSIN_CORE_LEVEL_ROW] = effort * (effort < 0 ? softer : louder);
}

void rosin_core_take_hands(rosin_core *c, const rosin_player_event_t *e) {
  const double x = fmin(fmax(e->value, 0), 1), effort = setting(c, ROSIN_TAKES_EFFORT);
  if (c->takes.first < 0 || !isfinite(e->value))
    return;
  if (e->kind == ROSIN_PLAYER_NOTE_ON && x > 0)
    exert(c, effort * (x < plain ? x / plain - 1 : (x - plain) / (1 - plain)));
  else if (e->kind == ROSIN_PLAYER_PRESSURE)
    move(c, ROSIN_ABOUT_PRESSURE, x);
  else if (e->kind == ROSIN_PLAYER_CONTROL && e->controller == WHEEL)
    move(c, ROSIN_ABOUT_WHEEL, x);
}

void rosin_core_take_no_effort(rosin_core *c) {
  exert(c, 0);
}

static void begin(rosin_core *c, int frame, const rosin_player_event_t *e) {
  rosin_takes *t = &c->takes;
  t->key = fmin(fmax(e->key, 0), 127);
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

static void pedal(rosin_core *c, int frame, int down) {
  const int lifts = c->takes.pedal && !down;
  c->takes.pedal = down;
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
    c->takes.bend = 0;
    stay(c, frame, 0);
    rosin_core_end_gesture(c, frame, 1);
  } else if (c->takes.first < 0) {
    return;
  } else if (e->kind == ROSIN_PLAYER_BEND) {
    c->takes.bend = e->value;
    transpose(c, frame);
  } else if (e->kind == ROSIN_PLAYER_CONTROL && e->controller == PEDAL) {
    pedal(c, frame, e->value >= 0.5);
  }
}

void rosin_core_take_plainly(rosin_core *c, int frame) {
  rosin_takes *t = &c->takes;
  if (t->count) {
    sow(c, frame, 0);
    t->count = 0;
  }
  t->key = MIDDLE;
  transpose(c, frame);
  stay(c, frame, 0);
  rosin_core_begin_gesture(c, frame);
}
