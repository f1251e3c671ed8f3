/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/sound/fading.h"
#include "maths/maths.h"
#include "pd/member/registry.h"
#include "pd/net/sound/places.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double seconds = 0.02;

typedef struct {
  double force; /* N */
  int control;
} hand;

struct rosin_pd_fading {
  rosin_body *body;
  rosin_network *network;
  int signal[ROSIN_PD_OUTPUTS];
  int bridged; /* it stood on a bridge that moved, which holds it otherwise now: */
  double offset[ROSIN_PD_OUTPUTS]; /* from what it gives alone to what went on, at first */
  double *share; /* [n] of the one before, in this block; behind it a block of scratch, and one for
                    each of: */
  int hands;     /* forces that acted when it was left alone; they fade as it does */
  hand *hand;    /* [most] */
  int most;
  int n, at, length;
};

static void let_go(rosin_pd_fading *f) {
  if (!f)
    return;
  rosin_network_free(f->network);
  rosin_body_free(f->body);
  free(f->share);
  free(f->hand);
  free(f);
}

/* Controls as they stand: a finger stays where it is. */
static void hold_controls(rosin_network *network, const rosin_pd_member *m) {
  char name[80];
  for (int k = 0; k < m->inputs; k++)
    if (!m->input[k].push) {
      snprintf(name, sizeof name, "m.%s", m->input[k].row->name);
      rosin_network_jump(network, rosin_network_control(network, name), m->input[k].held);
    }
}

/* A force, N, at a place; what is too small to be any, or too much, is left out. */
static void add_hand(rosin_pd_fading *f, double place, double force) {
  char name[16];
  rosin_error error;
  snprintf(name, sizeof name, "h%d", f->hands);
  if (f->hands == f->most || !(fabs(force) > 0) ||
      rosin_network_push(f->network, name, "m", place, &error))
    return;
  f->hand[f->hands++].force = force;
}

/* Where a contact or bridge has side s of the body. */
static double place_of(const rosin_pd_member *m, const rosin_pd_member *link, int s) {
  if (link->class->kind == ROSIN_PD_JOINT)
    return link->place[s];
  for (int k = 0; k < link->inputs; k++)
    if (link->input[k].place == s + 1)
      return m->open > 0 && !link->of_open
                 ? rosin_pd_place(m, link->input[k].held, m->input[m->finger].held)
                 : link->input[k].held;
  return 0;
}

/* What it felt last: to let go of it at once would be heard. */
static void hold_hands(rosin_pd_fading *f, const rosin_pd_member *m) {
  const rosin_pd_component *c = m->component;
  add_hand(f, m->place[0], m->input[0].held);
  for (int i = 0; i < c->count; i++) {
    const rosin_pd_member *link = c->member[i];
    if (!link || link == m || link->class->kind == ROSIN_PD_BODY || !link->outputs)
      continue;
    const double *force = rosin_network_read(c->network, link->output[0].signal);
    for (int s = 0; s < 2 && force; s++)
      if (link->side[s] == m->name) {
        f->bridged |= link->class->kind == ROSIN_PD_JOINT;
        add_hand(f, place_of(m, link, s), s ? force[c->n - 1] : -force[c->n - 1]);
      }
  }
}

static void find_hands(rosin_pd_fading *f) {
  char name[80];
  for (int i = 0; i < f->hands; i++) {
    snprintf(name, sizeof name, "h%d.%s", i, rosin_push_parameters()->name);
    f->hand[i].control = rosin_network_control(f->network, name);
    rosin_network_jump(f->network, f->hand[i].control, f->hand[i].force);
  }
}

static int alone(rosin_pd_fading *f, const rosin_pd_member *m) {
  char name[8 + ROSIN_PD_SIGNAL];
  rosin_error error;
  f->n = m->n;
  f->length = (int)(seconds * m->rate);
  f->most = 1 + 2 * m->component->count; /* its own push, and two sides of each other object */
  f->share = calloc((2 + (size_t)f->most) * (size_t)m->n, sizeof *f->share);
  f->hand = calloc((size_t)f->most, sizeof *f->hand);
  f->network = rosin_network_new(m->rate, m->n, &error);
  if (!f->share || !f->hand || !f->network || rosin_network_body(f->network, "m", f->body, &error))
    return -1;
  for (int k = 0; k < m->outputs; k++) {
    snprintf(name, sizeof name, "m.%s", m->output[k].key);
    f->signal[k] = rosin_network_signal(f->network, name, &error);
  }
  hold_hands(f, m);
  hold_controls(f->network, m);
  find_hands(f);
  return rosin_network_prepare(f->network, &error);
}

/* Where the outlets were going. */
static void look_ahead(rosin_pd_fading *f, const rosin_pd_member *m) {
  for (int k = 0; k < m->outputs; k++) {
    const double *was = rosin_network_read(m->component->network, m->output[k].signal);
    const int n = m->component->n;
    f->offset[k] = !was || !f->bridged ? 0 : n > 1 ? 2 * was[n - 1] - was[n - 2] : was[n - 1];
  }
}

void rosin_pd_fade(rosin_pd_member *m, rosin_body *before) {
  rosin_pd_fading *f = calloc(1, sizeof *f);
  if (!f || !m->component || !m->component->network) {
    free(f);
    rosin_body_free(before);
    return;
  }
  f->body = before;
  if (alone(f, m)) {
    let_go(f);
    return;
  }
  look_ahead(f, m);
  m->fading = f;
}

void rosin_pd_fading_run(rosin_pd_member *m) {
  rosin_pd_fading *f = m->fading;
  for (int i = 0; i < f->n; i++)
    f->share[i] = f->at + i < f->length ? 0.5 + 0.5 * rosin_cos(pi * (f->at + i) / f->length) : 0;
  for (int k = 0; k < f->hands; k++) {
    double *force = f->share + (2 + k) * f->n;
    for (int i = 0; i < f->n; i++)
      force[i] = f->share[i] * f->hand[k].force;
    rosin_network_feed(f->network, f->hand[k].control, force);
  }
  rosin_network_process(f->network, f->n);
}

const double *rosin_pd_fading_mix(rosin_pd_member *m, int k, const double *own) {
  rosin_pd_fading *f = m->fading;
  const double *before = rosin_network_read(f->network, f->signal[k]);
  double *mix = f->share + f->n;
  if (!f->at)
    f->offset[k] = before && f->bridged ? f->offset[k] - before[0] : 0;
  for (int i = 0; i < f->n; i++)
    mix[i] = (1 - f->share[i]) * (own ? own[i] : 0) +
             f->share[i] * (before ? before[i] + f->offset[k] : 0);
  return mix;
}

void rosin_pd_fading_step(rosin_pd_member *m) {
  m->fading->at += m->fading->n;
  if (m->fading->at < m->fading->length)
    return;
  m->faded = m->registry->faded = 1;
  clock_delay(m->registry->clock, 0);
}

void rosin_pd_fading_sweep(rosin_pd_registry *r) {
  r->faded = 0;
  for (rosin_pd_member *m = r->members; m; m = m->next)
    if (m->faded) {
      rosin_pd_fading_free(m);
      r->later |= m->made != m->rate; /* it has been retuned meanwhile */
    }
}

void rosin_pd_fading_free(rosin_pd_member *m) {
  let_go(m->fading);
  m->fading = NULL;
  m->faded = 0;
}
