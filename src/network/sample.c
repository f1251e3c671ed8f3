/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a sample, in a group. */
#include "network/network.h"

#include <math.h>

/* The sum is cheap, and neither an infinity nor a NaN can hide in it. */
static double sum_free(const rosin_member *m) {
  double sum = 0;
  for (int k = 0; k < m->hears; k++)
    sum += fabs(m->free[m->heard[k]]);
  return sum;
}

static void predict_bodies(rosin_network *n, rosin_group *g) {
  for (int i = 0; i < g->body.count; i++) {
    rosin_member *m = &n->member[g->body.at[i]];
    if (m->moved) {
      m->body->ops->mobility(m->body, m->mobility);
      g->moved = 1;
      m->stirred = 1;
      m->moved = 0;
    }
    m->body->ops->predict(m->body, m->free);
    if (!(sum_free(m) < 1e12))
      rosin_network_rescue(n, m);
  }
}

static void account_pushes(const rosin_network *n, rosin_group *g) {
  for (int k = 0; k < g->push.count; k++) {
    const rosin_push *p = &n->push[g->push.at[k]];
    if (!p->pushes)
      continue;
    const double work = n->input[p->input].mean * n->member[p->body].free[p->port] * n->period;
    g->tally.statistics.supplied += work;
    g->tally.given += fabs(work);
  }
}

static double observe_row(const rosin_row *r, enum rosin_signal_kind kind) {
  switch (kind) {
  case ROSIN_SIGNAL_VELOCITY:
    return r->v;
  case ROSIN_SIGNAL_FORCE:
    return r->f;
  case ROSIN_SIGNAL_BRISTLE:
    return rosin_law_bristle(&r->contact->law, r->contact->state);
  case ROSIN_SIGNAL_NORMAL:
    return r->normal;
  default:
    return r->dissipation;
  }
}

/* Of all points: forces and powers are sums, velocity and bristle means. */
static double observe_rows(const rosin_row *r, enum rosin_signal_kind kind) {
  double sum = observe_row(r, kind);
  for (int i = 1; i < r->points; i++)
    sum += observe_row(r + i, kind);
  return kind == ROSIN_SIGNAL_VELOCITY || kind == ROSIN_SIGNAL_BRISTLE ? sum / r->points : sum;
}

static double observe(const rosin_network *n, const rosin_signal *s) {
  if (s->kind != ROSIN_SIGNAL_PORT)
    return observe_rows(&n->row[s->row], s->kind);
  const rosin_member *m = &n->member[s->body];
  return m->body->ops->observe(m->body, s->port, s->what, s->port < 0 ? 0 : m->free[s->port]);
}

static void observe_all(const rosin_network *n, const rosin_group *g, int sample) {
  for (int i = 0; i < g->heeded; i++) {
    rosin_signal *s = &n->signal[g->signal.at[i]];
    s->buffer[sample] = observe(n, s);
  }
}

/* ---- one body that is rubbed in one place, and nothing besides: the same, with no lists -------
 */

static void begin_simple(rosin_network *n, rosin_group *g) {
  rosin_member *m = &n->member[*g->body.at];
  const rosin_row *r = &n->row[*g->row];
  m->body->ops->predict(m->body, m->free);
  if (!(sum_free(m) < 1e12))
    rosin_network_rescue(n, m);
  *g->free = rosin_row_free(r);
}

static void end_simple(const rosin_network *n, const rosin_group *g, int sample) {
  const rosin_member *m = &n->member[*g->body.at];
  rosin_row_set_forces(&n->row[*g->row]);
  m->body->ops->commit(m->body, m->force);
  observe_all(n, g, sample);
}

/* ---- whatever it is ----------------------------------------------------------------------------
 */

void rosin_group_begin(rosin_network *n, rosin_group *g) {
  if (g->changed)
    rosin_group_touch(n, g);
  g->simply = g->simple && !g->moved && !n->member[*g->body.at].moved && !n->row[*g->row].touching;
  if (g->simply) {
    begin_simple(n, g);
    return;
  }
  predict_bodies(n, g);
  rosin_ports_push(n, g);
  rosin_group_meet(n, g);
}

void rosin_group_end(rosin_network *n, rosin_group *g, int sample) {
  if (g->simply) {
    end_simple(n, g, sample);
    return;
  }
  rosin_group_part(n, g);
  rosin_ports_read(n, g);
  account_pushes(n, g);
  for (int i = 0; i < g->body.count; i++) {
    rosin_member *m = &n->member[g->body.at[i]];
    m->body->ops->commit(m->body, m->force);
  }
  observe_all(n, g, sample);
}

int rosin_group_sets_out(rosin_network *n, rosin_group *g, int sample) {
  if (g->busy.count)
    rosin_inputs_move(n, g, sample);
  if (g->asleep && rosin_group_is_roused(n, g))
    rosin_group_wake(g);
  if (g->asleep)
    rosin_group_rest(n, g, sample, sample + 1);
  return !g->asleep;
}
