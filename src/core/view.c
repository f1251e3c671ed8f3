/* SPDX-License-Identifier: BSD-3-Clause */
/* The view, published as the picture is (picture.c). */
#include "core/view.h"
#include "core/inside.h"
#include "maths/maths.h"
#include "player/course/hand.h"
#include "scene/scene.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum { TRIES = 100 };

/* Numbers in the scene of those that are shown; how many. */
static int shown(const rosin_core *c, int *number) {
  const rosin_model *m = rosin_scene_model(c->model);
  const int strings = rosin_core_strings(c), all = strings ? strings : m->contacts;
  const int count = all < ROSIN_VIEW_CONTACTS ? all : ROSIN_VIEW_CONTACTS;
  for (int i = 0; i < count; i++) {
    const rosin_model_contact *found =
        strings ? rosin_model_contact_named(m, m->instrument.course[i].bow) : &m->contact[i];
    number[i] = found ? (int)(found - m->contact) : m->contacts;
  }
  return count;
}

static void show(const rosin_core *c, int number, rosin_view_contact *to) {
  const rosin_observer *o = c->engine->observer;
  const rosin_observed seen = rosin_observer_contact(o, number);
  double shape[ROSIN_CORE_SHAPE], swing = 0;
  *to = (rosin_view_contact){.regime = (float)seen.regime,
                             .force = (float)seen.force,
                             .velocity = (float)seen.velocity,
                             .slips = (float)seen.slips,
                             .pitch = (float)seen.pitch,
                             .open = (float)rosin_observer_open(o, number),
                             .place = (float)rosin_observer_place(o, number)};
  if (rosin_observer_string(o, number, c->published.phase, ROSIN_CORE_SHAPE, shape, &swing))
    return;
  to->swing = (float)swing;
  for (int i = 0; i < ROSIN_CORE_SHAPE; i++)
    to->shape[i] = (float)shape[i];
}

/* Forces that play, for speeds up to what the hand reaches. */
static void limit(const rosin_core *c, rosin_view *s) {
  const rosin_player *player = rosin_core_player(c);
  s->reach = (float)c->reach;
  for (int i = 0; player && i < ROSIN_VIEW_SPEEDS; i++) {
    double low, high;
    rosin_hand_limits(player, c->reach * (i + 1) / ROSIN_VIEW_SPEEDS, &low, &high);
    s->low[i] = (float)low;
    s->high[i] = (float)high;
  }
}

/* Two slips, if they are within what is kept, and at least some hundred samples. */
static void draw_loop(const rosin_core *c, int contact, float slips, rosin_view *s) {
  enum { LEAST = ROSIN_VIEW_LOOP };
  float velocity[ROSIN_LOOP], force[ROSIN_LOOP];
  const int kept = rosin_observer_loop(c->engine->observer, contact, ROSIN_LOOP, velocity, force);
  const double rate = rosin_scene_engine_rate(c->engine->scene); /* low ones may run faster */
  const double two = slips > 0 ? 2 * rate / (double)slips : kept;
  const int span = two < LEAST ? LEAST : two < kept ? (int)two : kept;
  if (kept < LEAST)
    return;
  s->moments = ROSIN_VIEW_LOOP;
  for (int i = 0; i < ROSIN_VIEW_LOOP; i++) {
    const int at = kept - span + (int)((long long)i * (span - 1) / (ROSIN_VIEW_LOOP - 1));
    s->slid[i] = velocity[at];
    s->rubbed[i] = force[at];
  }
}

_Static_assert((int)ROSIN_VIEW_PLAYERS == (int)ROSIN_SECTION_MOST, "all who can play are seen");

static void seat(const rosin_core *c, rosin_view *s) {
  float loud[ROSIN_SECTION_MOST];
  rosin_section *all = c->engine->section;
  s->players = all ? (float)rosin_section_loud(all, loud) : 0;
  for (int i = 0; i < (int)s->players; i++) {
    double at[2];
    rosin_section_seated(all, i, at);
    s->player[i] = (rosin_view_player){(float)at[0], (float)at[1], loud[i]};
  }
}

void rosin_core_publish_view(rosin_core *c) {
  rosin_core_published *p = &c->published;
  rosin_view s = {0};
  float all[ROSIN_VIEW_FLOATS];
  int number[ROSIN_VIEW_CONTACTS];
  const int count = shown(c, number);
  int pressed = 0;
  for (int i = 0; i < count; i++) {
    show(c, number[i], &s.contact[i]);
    pressed = s.contact[i].force > s.contact[pressed].force ? i : pressed;
  }
  s.turn = (float)(p->turn / 2 % 65536);
  s.contacts = (float)count;
  s.pressed = (float)pressed;
  s.at = (float)rosin_sequencer_at(c->engine->sequencer);
  s.peak = p->peak;
  s.limited = p->limited;
  p->peak = p->limited = 0;
  limit(c, &s);
  seat(c, &s);
  if (count && s.contact[pressed].force > 0)
    draw_loop(c, number[pressed], s.contact[pressed].slips, &s);
  memcpy(all, &s, sizeof all);
  for (int i = 0; i < ROSIN_VIEW_FLOATS; i++)
    atomic_store_explicit(&p->view[i], all[i], memory_order_relaxed);
}

int rosin_core_view(rosin_core *c, rosin_view *view) {
  rosin_core_published *p = &c->published;
  float all[ROSIN_VIEW_FLOATS];
  atomic_store(&p->viewed, 1);
  atomic_store(&p->looked, 1);
  for (int i = 0; i < TRIES; i++) {
    const unsigned turn = p->turn;
    if (turn % 2)
      continue;
    for (int k = 0; k < ROSIN_VIEW_FLOATS; k++)
      all[k] = atomic_load_explicit(&p->view[k], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (p->turn != turn)
      continue;
    memcpy(view, all, sizeof *view);
    return turn && view->contacts > 0 ? 0 : -1;
  }
  return -1;
}

/* ---- the gesture --------------------------------------------------------------------------- */

int rosin_core_curve(const rosin_core *c, int count, double *height) {
  return rosin_scene_drawn(c->model, count, height);
}

int rosin_core_has_body(const rosin_core *c, const char *name) {
  return rosin_model_body_named(rosin_scene_model(c->model), name) != NULL;
}

int rosin_core_lowest_key(const rosin_core *c) {
  const rosin_model *m = rosin_scene_model(c->model);
  const rosin_model_body *lowest =
      rosin_core_strings(c) ? rosin_model_body_named(m, m->instrument.course[0].string) : NULL;
  return lowest && lowest->string.frequency > 0
             ? (int)(69.5 + 12 * rosin_log2(lowest->string.frequency / 440))
             : -1;
}
