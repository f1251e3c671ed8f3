/* SPDX-License-Identifier: BSD-3-Clause */
/* A call: groups and rows of groups, one after the other. */
#include "checked.h"
#include "denormals.h"
#include "network/network.h"

#include <math.h>

/* Samples of a group, one of which may wake it. */
static void run_group(rosin_network *n, rosin_group *g, int from, int to) {
  for (int i = from; i < to; i++, n->clock++) {
    if (g->asleep && !g->busy.count && !g->changed) {
      rosin_group_rest(n, g, i, to);
      return;
    }
    if (!rosin_group_sets_out(n, g, i))
      continue;
    rosin_group_begin(n, g);
    rosin_group_solve_all(n, g);
    rosin_group_end(n, g, i);
    n->jerk = 0;
  }
  if (!g->asleep && !n->wakeful)
    rosin_group_heed(n, g, from, to);
}

/* Samples `from` to `to` of the call, group by group: what a group needs stays near. */
static void run(rosin_network *n, int from, int to) {
  const long long clock = n->clock;
  const int jerk = n->jerk;
  for (int g = 0; g < n->groups; g++) {
    if (n->group[g].marches)
      continue;
    n->clock = clock;
    n->jerk = jerk;
    run_group(n, &n->group[g], from, to);
  }
  for (int m = 0; m < n->marches; m++) {
    n->clock = clock;
    rosin_march_run(n, &n->march[m], from, to);
  }
  n->clock = clock + to - from;
  n->jerk = 0;
}

/* Its plan is of what it has, and what it counts is finite. */
static int holds(const rosin_network *n) {
  int all = n->period > 0 && n->block > 0 && n->clock >= 0;
  int bodies = 0, rows = 0;
  for (int i = 0; i < n->groups; i++) {
    bodies += n->group[i].body.count;
    rows += n->group[i].contacts + n->group[i].joints;
    all &= isfinite(n->group[i].tally.statistics.dissipated) && n->group[i].tally.given >= 0;
  }
  for (int i = 0; i < n->inputs; i++)
    all &= isfinite(n->input[i].hold) && isfinite(n->input[i].last);
  return all && bodies == n->members && rows == n->rows;
}

/* 1 if no body was given other ports or modes since prepare. */
static int holds_bodies(const rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    if (n->member[i].bound != n->member[i].body->bound)
      return 0;
  return 1;
}

/* What was fed was for one call, and may be gone after it. */
static int refuse(rosin_network *n) {
  for (int i = 0; i < n->inputs; i++)
    n->input[i].feed = n->input[i].more = NULL;
  return -1;
}

int rosin_network_process(rosin_network *n, int frames) {
  if (!n)
    return -1;
  if (!n->ready || frames < 1 || frames > n->block || !holds_bodies(n))
    return refuse(n);
  ROSIN_HOLDS(holds(n));
  if (rosin_network_rest(n, frames))
    return 0;
  const unsigned long kept = rosin_no_denormals();
  for (int at = 0; at < frames;) {
    const int until = (int)(ROSIN_WATCH - n->clock % ROSIN_WATCH), left = frames - at;
    const int to = at + (until < left ? until : left);
    run(n, at, to);
    if (n->clock % ROSIN_WATCH == 0) {
      rosin_network_watch(n);
      rosin_network_doze(n, ROSIN_WATCH, to - 1);
    }
    at = to;
  }
  rosin_inputs_end(n);
  rosin_restore_denormals(kept);
  return 0;
}

const double *rosin_network_read(const rosin_network *n, int signal) {
  return n && n->ready && signal >= 0 && signal < n->signals ? n->signal[signal].buffer : NULL;
}

void rosin_network_reset(rosin_network *n) {
  if (!n)
    return;
  for (int i = 0; i < n->members; i++) {
    rosin_member *m = &n->member[i];
    m->moved = 1; /* what bodies feel of each other is all taken anew, as at first */
    for (int k = 0; k < m->inputs; k++) /* a string rests at its pitch, not on the way to it */
      m->body->ops->set_control(m->body, k, n->input[m->input + k].hold);
    m->body->ops->reset(m->body);
  }
  for (int i = 0; i < n->rows; i++) {
    rosin_row *r = &n->row[i];
    if (r->kind == ROSIN_ROW_CONTACT)
      rosin_contact_reset(r->contact);
    r->v = r->f = r->dissipation = 0;
    r->solves = r->outside = r->missed = r->several = 0;
    r->took = r->gave = 0;
    r->lifted = r->touching = r->flying = 0;
    r->way = r->end = 0;
  }
  for (int g = 0; g < n->groups; g++) {
    n->group[g].changed = 1;
    n->group[g].tally = (rosin_tally){0};
    rosin_group_wake(&n->group[g]);
  }
  for (int i = 0; i < n->signals; i++) {
    n->signal[i].low = INFINITY;
    n->signal[i].high = -INFINITY;
  }
  if (n->ready)
    rosin_inputs_start(n);
  n->before = (rosin_tally){0};
  n->clock = 0;
  n->jerk = 1;
}

double rosin_network_energy(const rosin_network *n) {
  double sum = 0;
  if (!n)
    return 0;
  for (int i = 0; i < n->members; i++)
    sum += rosin_body_energy(n->member[n->ready ? n->order_body[i] : i].body);
  for (int i = 0; i < n->rows; i++) {
    const rosin_row *r = &n->row[n->ready ? n->order_row[i] : i];
    if (r->kind == ROSIN_ROW_CONTACT)
      sum += rosin_law_energy(&r->contact->law, r->contact->state);
  }
  return sum;
}

int rosin_network_account(const rosin_network *n, int index, rosin_contact_account *account) {
  if (!n || !account)
    return -1;
  for (int i = 0; n->order_row && index >= 0 && i < n->rows; i++) {
    const rosin_row *r = &n->row[n->order_row[i]];
    if (r->kind != ROSIN_ROW_CONTACT || r->point || index-- > 0)
      continue;
    *account = (rosin_contact_account){.name = r->name, .law = r->contact->law.ops->name};
    for (int k = 0; k < r->points; k++) {
      account->solves += r[k].solves;
      account->outside += r[k].outside;
      account->missed += r[k].missed;
      account->several += r[k].several;
      account->took += r[k].took;
      account->gave += r[k].gave;
    }
    return 0;
  }
  return -1;
}
