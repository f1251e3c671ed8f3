/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/work/fading.h"
#include "pd/net/registry.h"

#include <math.h>
#include <stdlib.h>

static const double seconds = 0.02;
static const double pi = 3.14159265358979323846;

struct rosin_pd_fading {
  rosin_body *body;
  rosin_network *network;
  int signal[ROSIN_PD_OUTPUTS];
  double *share; /* [n] of the one before, in this block; behind it a block of scratch */
  int n, at, length;
};

static void let_go(rosin_pd_fading *f) {
  if (!f)
    return;
  rosin_network_free(f->network);
  rosin_body_free(f->body);
  free(f->share);
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

static int alone(rosin_pd_fading *f, const rosin_pd_member *m) {
  char name[8 + ROSIN_PD_SIGNAL];
  rosin_error error;
  f->n = m->n;
  f->length = (int)(seconds * m->rate);
  f->share = calloc(2 * (size_t)m->n, sizeof *f->share);
  f->network = rosin_network_new(m->rate, m->n, &error);
  if (!f->share || !f->network || rosin_network_body(f->network, "m", f->body, &error))
    return -1;
  for (int k = 0; k < m->outputs; k++) {
    snprintf(name, sizeof name, "m.%s", m->output[k].key);
    f->signal[k] = rosin_network_signal(f->network, name, &error);
  }
  hold_controls(f->network, m);
  return rosin_network_prepare(f->network, &error);
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
  m->fading = f;
}

void rosin_pd_fading_run(rosin_pd_member *m) {
  rosin_pd_fading *f = m->fading;
  for (int i = 0; i < f->n; i++)
    f->share[i] = f->at + i < f->length ? 0.5 + 0.5 * cos(pi * (f->at + i) / f->length) : 0;
  rosin_network_process(f->network, f->n);
}

const double *rosin_pd_fading_mix(rosin_pd_member *m, int k, const double *own) {
  rosin_pd_fading *f = m->fading;
  const double *before = rosin_network_read(f->network, f->signal[k]);
  double *mix = f->share + f->n;
  for (int i = 0; i < f->n; i++)
    mix[i] = (1 - f->share[i]) * (own ? own[i] : 0) + f->share[i] * (before ? before[i] : 0);
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
    if (m->faded)
      rosin_pd_fading_free(m);
}

void rosin_pd_fading_free(rosin_pd_member *m) {
  let_go(m->fading);
  m->fading = NULL;
  m->faded = 0;
}
