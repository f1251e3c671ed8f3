/* SPDX-License-Identifier: BSD-3-Clause */
/* What displays see of a core, published by its audio thread for any other: a counter that is odd
 * while it is written says whether what was read is whole. */
#include "core/core.h"
#include "core/inside.h"
#include "scene/scene.h"

#include <stdatomic.h>
#include <string.h>

enum { A_SECOND = 40, REST_AFTER = 1, TRIES = 100 }; /* pictures; seconds */

static const double turns = 0.4; /* of the shape's phase a second: a string in slow motion */

static int index_of(const rosin_core *c, const char *contact) {
  const rosin_model *m = rosin_scene_model(c->model);
  const rosin_model_contact *found = rosin_model_contact_named(m, contact);
  return found ? (int)(found - m->contact) : m->contacts;
}

static void publish(rosin_core *c) {
  rosin_core_published *p = &c->published;
  rosin_core_stretch(c);
  const rosin_observer *o = c->engine->observer;
  const rosin_observed seen = rosin_observer_look(o);
  double shape[ROSIN_CORE_SHAPE];
  p->phase += turns / A_SECOND;
  p->phase -= p->phase >= 1;
  const int moves = rosin_observer_picture(o, p->phase, ROSIN_CORE_SHAPE, shape) == 0;
  p->turn++;
  p->contact = index_of(c, seen.name);
  p->regime = (int)seen.regime;
  p->force = seen.force;
  p->velocity = seen.velocity;
  p->slips = seen.slips;
  p->pitch = seen.pitch;
  p->moves = moves;
  for (int i = 0; moves && i < ROSIN_CORE_SHAPE; i++)
    p->shape[i] = (float)shape[i];
  if (p->measures)
    rosin_core_publish_view(c);
  p->turn++;
}

void rosin_core_publish(rosin_core *c, int frames) {
  rosin_core_published *p = &c->published;
  if (!c->engine->observer || c->plan.watched != ROSIN_CORE_WATCHED_WHEN_LOOKED_AT)
    return;
  p->since = atomic_exchange(&p->looked, 0) ? 0 : p->since + frames;
  const int rests = p->since > REST_AFTER * c->plan.rate;
  rosin_observer_rest(c->engine->observer, rests);
  if ((p->wait -= frames) > 0 || rests) {
    p->measures &= !rests;
    return;
  }
  p->wait = c->plan.rate / A_SECOND;
  p->measures |= atomic_exchange(&p->viewed, 0);
  publish(c);
}

const char *rosin_core_touch(int touch) {
  static const char *const names[] = {
      [ROSIN_LIFTED] = "lifted",   [ROSIN_STICKING] = "sticking", [ROSIN_HELMHOLTZ] = "helmholtz",
      [ROSIN_SEVERAL] = "several", [ROSIN_RAUCOUS] = "raucous",   [ROSIN_SLIDING] = "sliding"};
  return touch >= 0 && touch < (int)(sizeof names / sizeof *names) ? names[touch] : NULL;
}

int rosin_core_look(rosin_core *c, rosin_core_picture *picture) {
  const rosin_core_published *p = &c->published;
  const rosin_model *m = rosin_scene_model(c->model);
  atomic_store(&c->published.looked, 1);
  for (int i = 0; i < TRIES; i++) {
    const unsigned turn = p->turn;
    if (turn % 2)
      continue;
    const int contact = p->contact;
    *picture = (rosin_core_picture){.regime = (rosin_touch)p->regime,
                                    .force = p->force,
                                    .velocity = p->velocity,
                                    .slips = p->slips,
                                    .pitch = p->pitch,
                                    .moves = p->moves};
    for (int k = 0; picture->moves && k < ROSIN_CORE_SHAPE; k++)
      picture->shape[k] = p->shape[k];
    picture->contact = turn && contact < m->contacts ? m->contact[contact].name : "";
    if (p->turn == turn)
      return turn ? 0 : -1;
  }
  return -1;
}

int rosin_core_loop(const rosin_core *c, int count, float *velocity, float *force) {
  const rosin_observer *o = c ? rosin_core_observer(c) : NULL;
  return o && velocity && force ? rosin_observer_loop(o, -1, count, velocity, force) : 0;
}
