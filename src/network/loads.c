/* SPDX-License-Identifier: BSD-3-Clause */
/* Contacts along the normal, and the order in which loads that are their forces are found: what
 * does not feel each other in the same sample comes one after the other, first what presses,
 * then what is pressed. Where they do: pressed.c. */
#include "network/network.h"

void rosin_row_place(const rosin_network *n, rosin_row *r) {
  const double hand = n->input[r->input + ROSIN_IN_VELOCITY].mean;
  double apart = 0;
  int known = 1;
  for (int i = 0; i < 2; i++)
    if (r->side[i].body >= 0) {
      const rosin_body *body = n->member[r->side[i].body].body;
      known = known && body->ops->displacement;
      apart += known ? r->side[i].sign * body->ops->displacement(body, r->side[i].port) : 0;
    }
  if (!known) /* strings: the way come so far */
    r->way += n->period * r->v;
  r->load.placed = 1;
  r->load.way = known ? r->way + apart : r->way;
  if (known)
    r->way += n->period * hand;
}

void rosin_row_let_go(rosin_network *n, rosin_row *r) {
  const rosin_law *law = &r->contact->law;
  n->group[r->group].tally.statistics.dissipated += rosin_law_energy(law, r->contact->state);
  rosin_law_release(law, r->contact->state);
  r->f = r->dissipation = r->normal = 0;
  r->flying = r->touching = 1;
}

/* 0: it flies, and is let go. */
static int press(rosin_network *n, rosin_row *r) {
  const rosin_row *by = &n->row[r->presser];
  r->load_moved |= r->load.normal != by->f;
  r->normal = r->load.normal = by->f;
  r->load.normal_end = by->end;
  r->flying = !(by->f > ROSIN_LEAST_LOAD);
  if (r->flying)
    rosin_row_let_go(n, r);
  return !r->flying;
}

static int is_member(const rosin_group *g, int members, int row) {
  for (int i = 0; i < members; i++)
    if (g->row[g->member[i]] == row)
      return 1;
  return 0;
}

int rosin_group_press(rosin_network *n, rosin_group *g, int members) {
  int kept = 0;
  for (int i = 0; i < members; i++) {
    rosin_row *r = &n->row[g->row[g->member[i]]];
    int stays = 1;
    if (r->presser >= 0 && is_member(g, members, r->presser)) {
      r->load.normal = r->load.normal_end = 1; /* in pressed.c; roughness makes a share of it */
      r->flying = 0;
    } else if (r->presser >= 0) {
      stays = press(n, r);
    }
    if (stays)
      g->member[kept++] = g->member[i];
  }
  return kept;
}

/* Index among the first `count` contacts that press of a row; -1: it is not one of them. */
static int find_active(const rosin_group *g, int count, int row) {
  for (int i = 0; row >= 0 && i < count; i++)
    if (g->row[g->active[i]] == row)
      return i;
  return -1;
}

static void find_late(const rosin_network *n, rosin_group *g, int count) {
  for (int i = 0; i < count; i++)
    g->late[i] = 0;
  for (int i = 0; i < count; i++)
    g->late[g->part[i]] |= n->row[g->row[g->active[i]]].presser >= 0;
}

static void unite(rosin_group *g, int count, int a, int b) {
  const int low = a < b ? a : b, high = a < b ? b : a;
  for (int k = 0; k < count; k++)
    g->part[k] = g->part[k] == high ? low : g->part[k];
}

void rosin_group_order(const rosin_network *n, rosin_group *g, int count) {
  for (int changed = 1; changed;) {
    changed = 0;
    find_late(n, g, count);
    for (int i = 0; i < count && !changed; i++) {
      const int by = find_active(g, count, n->row[g->row[g->active[i]]].presser);
      if (by < 0 || g->part[by] == g->part[i] || !g->late[g->part[by]])
        continue;
      unite(g, count, g->part[i], g->part[by]);
      changed = 1;
    }
  }
}
