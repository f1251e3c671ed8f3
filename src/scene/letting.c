/* SPDX-License-Identifier: BSD-3-Clause */
/* How a scene ends: what moves it stops, and a hand that is on its way lifts. What rings then rings
 * by itself for as long as its tail says; what still creeps under its load then (a door on its
 * hinge, a blade on a wet pane) is not heard to the end of its days. */
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "scene/ending.h"
#include "scene/moving_inside.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LIFT = 0.05, STOP = 0.1; /* s, in which forces and speeds go */
static const double FADE = 0.3;   /* share of the tail: ringing has fallen by 60 dB before */
static const double AFTER = 0.01; /* s after the gestures: what a file of their length has is as it
                                     was, whatever a decimator looks ahead */

/* Samples, as all bodies are now: an octave lower they ring twice as long. */
static double tail_of(const rosin_moving *s) {
  return s->tail * fmax(1 / s->transposed, 1);
}

static void note(rosin_moving *s, const char *owner, const char *key, int moves) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%.63s.%.63s", owner, key);
  const int control = rosin_network_control(s->built->network, name);
  if (control < 0)
    return;
  if (s->drive) {
    rosin_moving_drive *d = &s->drive[s->drives];
    *d = (rosin_moving_drive){.control = control,
                              .course = -1,
                              .moves = moves,
                              .stops = moves,
                              .values = s->driven + (size_t)s->stretch * (size_t)s->drives};
    for (int k = 0; k < s->courses; k++)
      if (s->course[k].control == control)
        d->course = k;
  }
  s->drives++;
}

static void note_drives(rosin_moving *s) {
  const rosin_model *m = s->model;
  s->drives = 0;
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    note(s, c->name, "velocity", 1);
    note(s, c->name, "rolling", 1);
    note(s, c->name, "sideways", 1);
    if (!*c->load && !rosin_law_is_normal(c->law)) /* the load of others is a contact's force */
      note(s, c->name, "force", 0);
  }
  for (int i = 0; i < m->links; i++)
    if (m->link[i].push)
      note(s, m->link[i].name, "force", 1);
}

void rosin_moving_find_end(rosin_moving *s) {
  const double end = (rosin_model_ends(s->model) + AFTER) * s->sample_rate;
  s->end = end < 1e15 ? llround(end) : LLONG_MAX;
  s->tail = rosin_model_tail(s->model) * s->sample_rate;
}

int rosin_moving_find_drives(rosin_moving *s) {
  rosin_moving_find_end(s);
  s->let_go = -1;
  note_drives(s); /* how many there are */
  s->driven = rosin_calloc((size_t)s->drives * (size_t)s->stretch + 1, sizeof *s->driven);
  s->drive = rosin_calloc((size_t)s->drives + 1, sizeof *s->drive);
  if (!s->driven || !s->drive)
    return -1;
  note_drives(s);
  return 0;
}

void rosin_moving_hold_on(rosin_moving *s) {
  s->let_go = -1;
  for (int k = 0; k < s->drives; k++)
    s->drive[k].taken = rosin_moving_is_ramped(s, s->drive[k].control);
}

void rosin_moving_resume(rosin_moving *s) {
  for (int k = 0; s->let_go >= 0 && k < s->drives; k++) {
    const rosin_moving_drive *d = &s->drive[k];
    if (d->course < 0 && !d->taken)
      rosin_network_hold(s->built->network, d->control, d->held);
  }
}

/* A hand on one of them has all of them back, and goes on for as long as it wants. */
void rosin_moving_take_drive(rosin_moving *s, int control) {
  int takes = 0;
  for (int k = 0; k < s->drives; k++) {
    takes |= s->drive[k].control == control;
    s->drive[k].taken |= s->drive[k].control == control;
  }
  if (!takes)
    return;
  rosin_moving_resume(s);
  s->let_go = -1;
}

/* A force goes with the speed before it, if its hand is on its way; what rests is left as it is. */
static void end(rosin_moving *s, int lifts) {
  int moves = 0;
  s->let_go = 0;
  for (int k = 0; k < s->drives; k++) {
    rosin_moving_drive *d = &s->drive[k];
    d->held = rosin_network_held(s->built->network, d->control);
    if (k == 0 || (d->moves && !s->drive[k - 1].moves))
      moves = 0;
    moves |= d->moves && d->held != 0;
    if (!d->moves)
      d->stops = lifts && moves;
  }
}

void rosin_moving_end(rosin_moving *s) {
  if (s->let_go < 0)
    end(s, 1);
}

void rosin_moving_still(rosin_moving *s) {
  rosin_moving_end(s);
  s->let_go = (long long)fmax(tail_of(s), STOP * s->sample_rate) + 2 * s->stretch;
  for (int k = 0; k < s->drives; k++)
    if (!s->drive[k].taken)
      rosin_network_jump(s->built->network, s->drive[k].control, 0);
}

long long rosin_moving_ended(const rosin_moving *s) {
  return s->let_go;
}

static int is_taken(const rosin_moving *s) {
  int taken = 0;
  for (int k = 0; k < s->drives; k++)
    taken |= s->drive[k].taken;
  return taken;
}

/* From 1 to 0. */
static double fall(double x) {
  return x <= 0 ? 1 : x >= 1 ? 0 : 0.5 + 0.5 * rosin_cos(pi * x);
}

/* What is left of a force or a speed so many samples after; before, all. */
static double left(const rosin_moving *s, const rosin_moving_drive *d, long long after) {
  if (!d->stops)
    return (double)after < tail_of(s);
  return fall((double)after / (s->sample_rate * (d->moves ? STOP : LIFT)));
}

/* Samples `after` so many that it was let go, and more. */
static void lift(const rosin_moving *s, rosin_moving_drive *d, long long after, int frames) {
  rosin_network *n = s->built->network;
  if (left(s, d, after + 1) == 0) {
    rosin_network_feed(n, d->control, NULL);
    rosin_network_hold(n, d->control, 0);
    return;
  }
  const rosin_moving_course *m = d->course < 0 ? NULL : &s->course[d->course];
  const double held = m ? rosin_network_held(n, d->control) : d->held;
  for (int i = 0; i < frames; i++)
    d->values[i] = (m && m->fed ? m->values[i] : held) * left(s, d, after + i + 1);
  rosin_network_feed(n, d->control, d->values);
}

void rosin_moving_carry_drives(rosin_moving *s, const rosin_moving *from, long long ahead) {
  s->let_go = from->let_go < 0 ? -1 : from->let_go > ahead ? from->let_go - ahead : 0;
  for (int k = 0; k < s->drives; k++) {
    rosin_moving_drive *d = &s->drive[k];
    const rosin_moving_drive *f = &from->drive[k];
    d->taken = f->taken;
    d->stops = f->stops;
    d->held = rosin_network_held(s->built->network, d->control);
    if (s->let_go >= 0 && !d->taken)
      rosin_network_hold(s->built->network, d->control, d->held * left(s, d, s->let_go));
  }
}

void rosin_moving_let_go(rosin_moving *s, long long first, int frames) {
  const long long now = first - s->stayed; /* of the gestures, where they go on */
  long long after = s->let_go;
  if (s->let_go < 0) {
    if (s->model->period > 0 || s->stay < s->end || now + frames <= s->end || is_taken(s))
      return;
    end(s, 0);
    after = now < s->end ? now - s->end : 0;
  }
  for (int k = 0; k < s->drives; k++)
    if (!s->drive[k].taken)
      lift(s, &s->drive[k], after, frames);
  s->let_go = after + frames;
}

int rosin_moving_has_gone(const rosin_moving *s, long long quiet) {
  const double last = fmax(tail_of(s), STOP * s->sample_rate);
  const long long end = s->let_go < quiet ? s->let_go : quiet;
  return end >= 0 && (double)end > last + s->stretch && !is_taken(s);
}

void rosin_moving_pass(rosin_moving *s, int frames) {
  s->let_go += frames;
}

void rosin_moving_fade(const rosin_moving *s, long long quiet, double *level, int frames) {
  const long long end = s->let_go < quiet ? s->let_go : quiet, after = end - frames;
  if (end < 0 || (double)end <= (1 - FADE) * tail_of(s) || is_taken(s))
    return;
  for (int i = 0; i < frames; i++)
    level[i] *= fall(((double)(after + i + 1) / tail_of(s) - (1 - FADE)) / FADE);
}
