/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups abreast: sample by sample together, so that their contacts, which know nothing of each
 * other, are solved side by side (contact/abreast/apart.c), to the bits that each has alone.
 * Whatever a group meets on its way (a lift, another pitch, sleep) it meets by itself: from one
 * sample to the next nothing is kept here. */
#include "friction/bristle/bristle.h"
#include "network/network.h"

#include <math.h>

/* Whether its contacts are bristles that stand alone, of this stiffening (NAN: any). */
static int can_march(const rosin_network *n, const rosin_group *g, double *stiffening) {
  if (g->joints || g->loads || !g->contacts || g->contacts > ROSIN_MARCH / 2)
    return 0;
  for (int i = 0; i < g->contacts; i++) {
    const rosin_row *r = &n->row[g->row[i]];
    const rosin_law *law = &r->contact->law;
    rosin_bristle b;
    if (!law->ops->numbers || law->ops->begins || r->across >= 0)
      return 0;
    law->ops->numbers(law, &b);
    if (b.plastic || b.limited || (*stiffening == *stiffening && b.stiffening != *stiffening))
      return 0;
    *stiffening = b.stiffening;
  }
  return 1;
}

/* All that march with the first at `from` and have not been listed, as far as there are lanes. */
static int gather(rosin_network *n, int from, int *group) {
  double stiffening = (double)NAN;
  int count = 0, rows = 0;
  for (int g = from; g < n->groups && rows < ROSIN_MARCH; g++)
    if (!n->group[g].marches && rows + n->group[g].contacts <= ROSIN_MARCH &&
        can_march(n, &n->group[g], &stiffening)) {
      n->group[g].marches = 1;
      rows += n->group[g].contacts;
      group[count++] = g;
    }
  return count;
}

void rosin_march_form(rosin_network *n) {
  int *at = n->marching;
  n->marches = 0;
  for (int g = 0; g < n->groups; g++) {
    const int count = n->group[g].marches ? 0 : gather(n, g, at);
    if (count == 1)
      n->group[*at].marches = 0;
    if (count < 2)
      continue;
    rosin_march *m = &n->march[n->marches++];
    m->group = at;
    m->groups = count;
    at += count;
  }
}

/* The contacts of a group that wait for those of others. */
static void line_up(const rosin_network *n, rosin_march *m, const rosin_group *g) {
  rosin_abreast *a = &m->lanes;
  for (int k = 0; k < g->presses; k++) {
    const int at = g->active[k], lane = a->count++;
    rosin_row *r = &n->row[g->row[at]];
    m->row[lane] = g->row[at];
    a->law[lane] = &r->contact->law;
    a->state[lane] = r->contact->state;
    a->load[lane] = &r->load;
    rosin_row_press_lane(n, r, a, lane);
    a->v_free[lane] = g->free[at];
    a->own[lane] = g->reduced[at * (g->contacts + 1)];
  }
}

/* What is left over of the last vector stands for the first, in rest. */
static void fill_up(rosin_abreast *a) {
  for (int i = a->count; i < rosin_abreast_lanes(a->count); i++) {
    a->law[i] = a->law[0];
    a->state[i] = a->state[0];
    a->load[i] = a->load[0];
    a->normal[i] = a->normal_end[i] = 1;
    a->v_free[i] = a->own[i] = 0;
  }
}

static void solve(rosin_network *n, rosin_march *m) {
  rosin_abreast *a = &m->lanes;
  fill_up(a);
  if (rosin_abreast_can(a))
    rosin_abreast_apart(a);
  else
    rosin_abreast_alone(a);
  for (int i = 0; i < a->count; i++)
    rosin_row_account_lane(n, &n->row[m->row[i]], a, i, &a->solution[i], a->own[i]);
}

void rosin_march_run(rosin_network *n, rosin_march *m, int from, int to) {
  for (int i = from; i < to; i++, n->clock++) {
    unsigned steps = 0; /* a bit for each group that does */
    m->lanes.count = 0;
    for (int k = 0; k < m->groups; k++) {
      rosin_group *g = &n->group[m->group[k]];
      if (!rosin_group_sets_out(n, g, i))
        continue;
      rosin_group_begin(n, g);
      steps |= 1u << k;
      if (g->presses > 1 && g->coupled)
        rosin_group_solve_all(n, g);
      else
        line_up(n, m, g);
    }
    if (m->lanes.count)
      solve(n, m);
    for (int k = 0; k < m->groups; k++)
      if (steps >> k & 1)
        rosin_group_end(n, &n->group[m->group[k]], i);
  }
  for (int k = 0; k < m->groups && !n->wakeful; k++)
    if (!n->group[m->group[k]].asleep)
      rosin_group_heed(n, &n->group[m->group[k]], from, to);
}
