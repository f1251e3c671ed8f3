/* SPDX-License-Identifier: BSD-3-Clause */
/** Companies at random: contacts of any laws, moved away from their defaults and driven into some
 *  state, that share a mobility; and what the laws themselves say of what a solve gives. `seed` is
 *  the file's own. Include after cmocka.h. */
#ifndef TEST_COMPANY_H
#define TEST_COMPANY_H

#include "contact/contact.h"
#include "contact/group.h"
#include "maths/maths.h"
#include "tests/unit/draw.h"
#include "tests/unit/group_room.h"

#include <string.h>

enum { COMPANY = 12 };

typedef struct {
  int n;
  rosin_contact *c[COMPANY];
  rosin_group_contact group[COMPANY];
  double b[COMPANY * COMPANY], v_free[COMPANY], v[COMPANY], f[COMPANY];
  rosin_group_scratch scratch;
  void *memory;
} company;

static inline double either(double low, double high) {
  return (uniform(&seed, 0, 1) < 0.5 ? -1 : 1) * log_between(low, high);
}

/* Half of its parameters up or down by up to 2; choices one or the other. */
static inline void company_vary(rosin_contact *c) {
  for (const rosin_parameter *p = c->law.ops->parameters; p->name; p++) {
    const double x = p->initial * log_between(0.5, 2), chance = uniform(&seed, 0, 1);
    const int choice = p->initial == 0 && p->low == 0 && p->high == 1;
    if (chance < 0.5)
      rosin_contact_set(c, p->name, choice ? chance < 0.25 : fmin(fmax(x, p->low), p->high), NULL);
  }
}

static inline rosin_load company_load(void) {
  const double normal = log_between(0.1, 10), moves = uniform(&seed, -1, 1);
  return (rosin_load){.normal = normal,
                      .normal_end = moves > 0 ? normal * (1 + 0.1 * moves) : normal,
                      .period = 1 / 44100.0,
                      .begin = either(1e-4, 1),
                      .rolling = uniform(&seed, 0, 1) < 0.7 ? uniform(&seed, -2, 2) : 0,
                      .sideways = 0.1 * uniform(&seed, -1, 1),
                      .budget = ROSIN_BUDGET};
}

/* A contact of a law, in a state that it came to under that load; its last velocity is *v. */
static inline rosin_contact *company_contact(const char *law, rosin_load *load, double *v) {
  rosin_contact *c = rosin_contact_new(law, 44100, NULL);
  const int samples = (int)uniform(&seed, 0, 12);
  assert_non_null(c);
  company_vary(c);
  *load = company_load();
  *v = either(1e-4, 1);
  rosin_contact_input(c, "rolling", load->rolling, NULL);
  for (int i = 0; i < samples; i++)
    rosin_contact_drive(c, *v *= uniform(&seed, 0.7, 1.3), load->normal, NULL);
  if (c->law.ops->normal) { /* near where it touches */
    load->placed = uniform(&seed, 0, 1) < 0.5;
    load->way = 1e-5 * uniform(&seed, -1, 1);
  }
  return c;
}

/* n contacts, their laws by turns; `size` is how much they move each other. */
static inline void company_new(company *k, int n, const char *const *law, int laws, double size) {
  memset(k, 0, sizeof *k);
  k->n = n;
  k->memory = group_room(&k->scratch, n);
  for (int mode = 0; mode < n + 1; mode++) {
    double shape[COMPANY];
    for (int i = 0; i < n; i++)
      shape[i] = uniform(&seed, -1, 1);
    for (int i = 0; i < n * n; i++)
      k->b[i] += size * shape[i / n] * shape[i % n];
  }
  for (int i = 0; i < n; i++) {
    rosin_load load;
    k->c[i] = company_contact(law[i % laws], &load, &k->v[i]);
    k->group[i] = (rosin_group_contact){&k->c[i]->law, k->c[i]->state, load, i};
    k->v_free[i] = k->v[i] + (uniform(&seed, 0, 1) < 0.7 ? 0.1 : 3) * either(1e-4, 1);
  }
  for (int i = n; i < COMPANY; i++) /* nobody looks there */
    k->v[i] = k->f[i] = k->v_free[i] = NAN;
  for (int i = n * n; i < COMPANY * COMPANY; i++)
    k->b[i] = NAN;
  for (int i = 0; i + 1 < n; i += 2) /* two axes of one */
    if (k->c[i]->law.ops->sideways && k->c[i + 1]->law.ops->sideways) {
      k->group[i].load.across = i + 2;
      k->group[i + 1].load.across = i + 1;
    }
}

static inline void company_free(company *k) {
  for (int i = 0; i < k->n; i++)
    rosin_contact_free(k->c[i]);
  free(k->memory);
}

/* How far f[i] is from what the law gives at v[i], or between what it gives a little to both sides,
 * over what it may be off; and v from where the bodies go. */
static inline double company_off(const company *k, int i) {
  const rosin_law *law = k->group[i].law;
  const double scale = law->ops->scale(law, &k->group[i].load), own = k->b[i * (k->n + 1)];
  double size = fabs(k->v[i]) + fabs(k->v_free[i]), moved = k->v_free[i] - k->v[i];
  double low = INFINITY, high = -INFINITY;
  rosin_load load = k->group[i].load;
  for (int j = 0; j < k->n; j++) {
    size += fabs(k->b[i * k->n + j] * k->f[j]);
    moved -= k->b[i * k->n + j] * k->f[j];
  }
  load.budget = 0;
  /* where a law's sticking creeps, what creeps is no more than the law says, nearly */
  const double reach = 2e-9 * own * scale + 1e-14 * size + (law->ops->loses ? 1e-6 : 0);
  rosin_point corner[ROSIN_OUTLINE];
  const int corners =
      law->ops->outline ? law->ops->outline(law, k->group[i].state, &load, corner) : 0;
  for (int j = 0; j < corners; j++)
    if (fabs(corner[j].v - k->v[i]) <= reach) {
      low = fmin(low, corner[j].f);
      high = fmax(high, corner[j].f);
    }
  /* the velocity across is known no better */
  const int other = load.across ? load.across - 1 : i;
  const double aside = load.across ? 2e-9 * k->b[other * (k->n + 1)] * scale + 1e-14 * size : 0;
  for (int look = 0; look < 9; look++) {
    const double v = k->v[i] + (look % 3 - 1) * reach;
    double f, slope;
    load.sideways = load.across ? k->v[other] + (look / 3 - 1) * aside : load.sideways;
    law->ops->force(law, k->group[i].state, &load, &v, &f, &slope);
    low = fmin(low, f);
    high = fmax(high, f);
  }
  return fmax(fmax(low - k->f[i], k->f[i] - high) / (5e-9 * scale + 1e-300),
              fabs(moved) / (1e-14 * size + 1e-300));
}

static inline double company_worst(const company *k) {
  double worst = 0;
  for (int i = 0; i < k->n; i++)
    worst = fmax(worst, company_off(k, i));
  return worst;
}

#endif
