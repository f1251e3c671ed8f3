/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/rest.h"
#include "network/network.h"

#include <math.h>

static const double hold = 0.5;    /* s of silence before sleep: longer than most beats are quiet */
static const double swings = 20;   /* s unheard before sleep: what comes to rest by itself, does */
static const double still = 1e-6;  /* m/s, of what touches, 100 dB below a slow bow */
static const double creeps = 1e-9; /* m/s, of what pulls: in an hour less than a bristle holds */

static void wake_all(rosin_network *n) {
  for (int g = 0; n->ready && g < n->groups; g++)
    rosin_group_wake(&n->group[g]);
}

/* What slept by another level may be loud by this one. */
void rosin_network_set_silence(rosin_network *n, int signal, double level) {
  if (!n || signal < 0 || signal >= n->signals || !(level >= 0) ||
      n->signal[signal].silence == level)
    return;
  n->signal[signal].silence = level;
  wake_all(n);
}

void rosin_network_let_rest(rosin_network *n, int may) {
  n->wakeful = !may;
  if (!may)
    wake_all(n);
}

int rosin_network_asleep(const rosin_network *n) {
  int count = 0;
  for (int i = 0; n && n->ready && i < n->members; i++)
    count += n->group[n->member[i].group].asleep != 0;
  return count;
}

int rosin_network_sleeps(const rosin_network *n) {
  if (!n->ready || !n->groups)
    return 0;
  for (int g = 0; g < n->groups; g++)
    if (!n->group[g].asleep)
      return 0;
  return 1;
}

void rosin_group_wake(rosin_group *g) {
  g->asleep = g->quiet = g->hidden = g->rested = 0;
}

void rosin_network_set_heard(rosin_network *n, int heard) {
  if (n->unheard == !heard)
    return;
  n->unheard = !heard;
  for (int g = 0; n->ready && g < n->groups; g++) {
    n->group[g].hidden = 0;
    if (n->group[g].asleep == 2) /* it would move on */
      rosin_group_wake(&n->group[g]);
  }
}

/* Its value changes in this sample, by more than rounding. */
static int is_on_its_way(const rosin_input *in) {
  return fabs(in->mean - in->last) > 1e-12 * fmax(fabs(in->last), 1);
}

/* Something pulls it, or what holds it changes. */
static int is_pulled(const rosin_network *n, const rosin_row *r) {
  static const int ways[] = {ROSIN_IN_VELOCITY, ROSIN_IN_ROLLING, ROSIN_IN_SIDEWAYS};
  const rosin_input *in = &n->input[r->input];
  if (r->kind == ROSIN_ROW_JOINT)
    return r->side[1].body < 0 && (fabs(in->mean) > creeps || fabs(in->hold) > creeps);
  if (!rosin_row_presses(r))
    return 0;
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (fabs(in[ways[k]].mean) > creeps || fabs(in[ways[k]].hold) > creeps)
      return 1;
  for (int k = 0; k < ROSIN_INS; k++)
    if (is_on_its_way(&in[k]))
      return 1;
  return 0;
}

static int is_driven(const rosin_network *n, const rosin_group *g) {
  for (int i = 0; i < g->push.count; i++)
    if (n->push[g->push.at[i]].pushes)
      return 1;
  for (int i = 0; i < g->contacts + g->joints; i++)
    if (is_pulled(n, &n->row[g->row[i]]))
      return 1;
  return 0;
}

/* What presses moves against each other: a mass that flies, a body that swings unheard. */
static int moves(const rosin_network *n, const rosin_group *g) {
  for (int i = 0; i < g->contacts; i++) {
    const rosin_row *r = &n->row[g->row[i]];
    if (rosin_row_presses(r) && !(fabs(r->v) <= still))
      return 1;
  }
  return 0;
}

int rosin_group_is_roused(const rosin_network *n, const rosin_group *g) {
  return g->changed || is_driven(n, g);
}

void rosin_group_heed(rosin_network *n, const rosin_group *g, int from, int to) {
  for (int i = 0; i < g->heeded; i++) {
    rosin_signal *s = &n->signal[g->signal.at[i]];
    if (!isfinite(s->silence))
      continue;
    double low = s->low, high = s->high;
    for (int k = from; k < to; k++) {
      const double x = s->buffer[k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    s->low = low;
    s->high = high;
  }
}

/* No signal left its level since the last look; -1: none has one. */
static int was_silent(rosin_network *n, const rosin_group *g) {
  int known = 0, loud = 0;
  for (int i = 0; i < g->heeded; i++) {
    rosin_signal *s = &n->signal[g->signal.at[i]];
    if (!isfinite(s->silence))
      continue;
    known = 1;
    loud |= !(s->high - s->low <= 2 * s->silence);
    s->low = INFINITY;
    s->high = -INFINITY;
  }
  return known ? !loud : -1;
}

void rosin_network_doze(rosin_network *n, int every, int last) {
  for (int k = 0; k < n->groups && !n->wakeful; k++) {
    rosin_group *g = &n->group[k];
    if (g->asleep)
      continue;
    const int silent = was_silent(n, g) == 1, driven = is_driven(n, g);
    g->quiet = silent && !driven && !moves(n, g) ? g->quiet + every : 0;
    g->hidden = n->unheard && !driven ? g->hidden + every : 0;
    g->asleep = g->quiet >= hold * n->rate ? 1 : g->hidden >= swings * n->rate ? 2 : 0;
    for (int i = 0; g->asleep && i < g->heeded; i++) {
      rosin_signal *s = &n->signal[g->signal.at[i]];
      const double x = s->buffer[last];
      s->rests = isfinite(s->silence) && fabs(x) <= s->silence ? 0 : x;
    }
  }
}

void rosin_group_rest(rosin_network *n, rosin_group *g, int from, int to) {
  if (to <= g->rested)
    return;
  for (int i = 0; i < g->heeded; i++) {
    rosin_signal *s = &n->signal[g->signal.at[i]];
    const double rests = s->rests;
    for (int k = from; k < to; k++)
      s->buffer[k] = rests;
  }
  if (from <= g->rested)
    g->rested = to;
}

/* What watch and doze do to what sleeps, too: nothing but a jerk at the end of their while. */
int rosin_network_rest(rosin_network *n, int frames) {
  if (!rosin_network_sleeps(n))
    return 0;
  for (int k = 0; k < n->groups; k++)
    if (n->group[k].busy.count || n->group[k].changed)
      return 0;
  for (int k = 0; k < n->groups; k++)
    rosin_group_rest(n, &n->group[k], 0, frames);
  n->clock += frames;
  n->jerk = n->clock % ROSIN_WATCH == 0;
  return 1;
}
