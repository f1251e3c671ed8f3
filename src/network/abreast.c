/* SPDX-License-Identifier: BSD-3-Clause */
/* Contacts that feel each other and can be solved side by side (contact/abreast/). */
#include "network/network.h"

static rosin_row *row_of(const rosin_network *n, const rosin_group *g, int member) {
  return &n->row[g->row[g->member[member]]];
}

/* Who stands where, and what each feels of the others; until mobility or parts change. */
static void take_places(const rosin_network *n, rosin_group *g, int count) {
  rosin_abreast *a = g->abreast;
  a->count = count;
  const int lanes = rosin_abreast_lanes(count);
  for (int i = 0; i < lanes; i++) { /* what is left over stands for the first, in rest */
    const int used = i < count;
    rosin_row *r = row_of(n, g, used ? i : 0);
    a->law[i] = &r->contact->law;
    a->state[i] = r->contact->state;
    a->load[i] = &r->load;
    a->normal[i] = a->normal_end[i] = r->load.normal;
    a->v_free[i] = a->v[i] = a->f[i] = 0;
    for (int j = 0; j < lanes; j++)
      a->b[j][i] = used && j < count ? g->reduced[g->member[i] * g->contacts + g->member[j]] : 0;
  }
  g->abreast_first = g->member[0];
}

static void line_up(const rosin_network *n, rosin_group *g) {
  rosin_abreast *a = g->abreast;
  for (int i = 0; i < a->count; i++) {
    rosin_row *r = row_of(n, g, i);
    rosin_row_press_lane(n, r, a, i);
    a->v_free[i] = g->free[g->member[i]];
    a->v[i] = r->v;
    a->f[i] = r->f;
  }
}

int rosin_group_abreast(rosin_network *n, rosin_group *g, int count) {
  rosin_abreast *a = g->abreast;
  if (count > ROSIN_ABREAST || g->loads)
    return 0;
  if (g->abreast_first != g->member[0])
    take_places(n, g, count);
  if (!rosin_abreast_can(a))
    return 0;
  line_up(n, g);
  if (!rosin_abreast_solve(a, rosin_group_quick_budget(a->load[0], count)))
    return 1;
  rosin_abreast_commit(a);
  const int each = a->evaluations / count, more = a->evaluations - each * count;
  for (int i = 0; i < count; i++) {
    const rosin_solution one = {.v = a->v[i],
                                .f = a->f[i],
                                .power = a->power[i],
                                .iterations = each + (i < more) + a->more[i],
                                .converged = 1,
                                .passive = a->passive[i]};
    rosin_row_account_lane(n, row_of(n, g, i), a, i, &one, a->b[i][i]);
  }
  return 2;
}
