/* SPDX-License-Identifier: BSD-3-Clause */
/* Contacts that feel each other and can be solved side by side (contact/abreast/). */
#include "network/network.h"

#include <math.h>

static rosin_row *row_of(const rosin_network *n, const rosin_group *g, int member) {
  return &n->row[g->row[g->member[member]]];
}

static int stand(const rosin_network *n, rosin_group *g, int count) {
  rosin_abreast *a = g->abreast;
  if (count > ROSIN_ABREAST || g->loads)
    return 0;
  a->count = count;
  for (int i = 0; i < ROSIN_ABREAST; i++) { /* what is left over stands for the first */
    rosin_row *r = row_of(n, g, i < count ? i : 0);
    a->law[i] = &r->contact->law;
    a->state[i] = r->contact->state;
    a->load[i] = &r->load;
  }
  return rosin_abreast_can(a);
}

static void line_up(const rosin_network *n, rosin_group *g, int count) {
  rosin_abreast *a = g->abreast;
  for (int i = 0; i < ROSIN_ABREAST; i++) {
    rosin_row *r = row_of(n, g, i < count ? i : 0);
    const double *b = g->reduced + g->member[i < count ? i : 0] * g->contacts;
    rosin_load rough;
    const rosin_load *load = i < count ? rosin_row_rough(n, r, &rough) : &r->load;
    a->normal[i] = load->normal;
    a->normal_end[i] = load->normal_end;
    a->v_free[i] = i < count ? g->free[g->member[i]] : 0;
    a->v[i] = i < count ? r->v : 0;
    a->f[i] = i < count ? r->f : 0;
    for (int j = 0; j < ROSIN_ABREAST; j++)
      a->b[j][i] = i < count && j < count ? b[g->member[j]] : 0;
  }
}

int rosin_group_abreast(rosin_network *n, rosin_group *g, int count) {
  rosin_abreast *a = g->abreast;
  if (!stand(n, g, count))
    return 0;
  line_up(n, g, count);
  if (!rosin_abreast_solve(a, rosin_group_quick_budget(a->load[0], count)))
    return 1;
  rosin_abreast_commit(a);
  const int each = a->evaluations / count, more = a->evaluations - each * count;
  for (int i = 0; i < count; i++) {
    const rosin_load load = rosin_abreast_load(a, i);
    const rosin_solution one = {.v = a->v[i],
                                .f = a->f[i],
                                .power = a->power[i],
                                .iterations = each + (i < more) + a->more[i],
                                .converged = 1,
                                .passive = a->passive[i]};
    rosin_row_account(n, row_of(n, g, i), &load, &one, a->b[i][i]);
  }
  return 2;
}
