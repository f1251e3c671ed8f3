/* SPDX-License-Identifier: BSD-3-Clause */
/** Contacts with parameters, and random problems for the solves. Include after cmocka.h;
 *  `seed` is the file's own. */
#ifndef TEST_PROBLEM_H
#define TEST_PROBLEM_H

#include "contact/contact.h"
#include "friction/bristle/bristle.h"
#include "number.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

static inline rosin_contact *contact(const char *law, double rate, const char *pairs) {
  rosin_error error;
  rosin_contact *c = rosin_contact_new(law, rate, &error);
  assert_non_null(c);
  char copy[256], *save = NULL;
  snprintf(copy, sizeof copy, "%s", pairs);
  for (char *key = strtok_r(copy, " ", &save); key; key = strtok_r(NULL, " ", &save)) {
    char *value = strchr(key, '=');
    *value++ = 0;
    if (rosin_contact_set(c, key, rosin_number_read(value, NULL), &error))
      fail_msg("%s", error.text);
  }
  return c;
}

typedef struct {
  rosin_contact *contact;
  rosin_load load;
  double mobility, v_free;
} problem;

/* One of the wide range of the specification. Stored deflection up to `reach`
 * times what the load can hold. */
static inline problem cold_problem(int law, double reach) {
  static const char *const laws[] = {"elastoplastic", "lugre", "dahl", "induction"};
  problem p = {.contact = contact(laws[law], 44100, "")};
  rosin_contact *c = p.contact;
  const double ratio = 1 + 4 * uniform(&seed, 0, 1), n = log_uniform(&seed, 0.01, 50);
  if (law < 3)
    rosin_contact_set(c, "sigma0", log_uniform(&seed, 1e2, 1e6), NULL);
  if (law < 2) {
    rosin_contact_set(c, "sigma1", uniform(&seed, 0, 1) < 0.2 ? 0 : log_uniform(&seed, 1e-3, 1e3),
                      NULL);
    rosin_contact_set(c, "sigma2", uniform(&seed, 0, 1) < 0.5 ? 0 : log_uniform(&seed, 1e-3, 10),
                      NULL);
    rosin_contact_set(c, "mu_static", 0.2 * ratio, NULL);
    rosin_contact_set(c, "stribeck_velocity", log_uniform(&seed, 1e-3, 0.5), NULL);
  }
  if (law == 0)
    rosin_contact_set(c, "breakaway", 0.99 * uniform(&seed, 0, 1), NULL);
  if (law == 3)
    rosin_contact_set(c, "v0", log_uniform(&seed, 1e-3, 0.5), NULL);
  p.load = (rosin_load){.normal = n, .normal_end = n, .period = 1 / 44100.0};
  if (law < 3) {
    const double top = 0.2 * n * (law < 2 ? ratio : 1) / rosin_contact_get(c, "sigma0");
    c->state[ROSIN_BRISTLE_Z] = (2 * uniform(&seed, 0, 1) - 1) * reach * top;
    c->state[ROSIN_BRISTLE_RATE] = (2 * uniform(&seed, 0, 1) - 1) * log_uniform(&seed, 1e-4, 10);
  } else {
    c->state[0] = (2 * uniform(&seed, 0, 1) - 1) * log_uniform(&seed, 1e-4, 10);
  }
  p.mobility = log_uniform(&seed, 1e-4, 20);
  p.v_free = (2 * uniform(&seed, 0, 1) - 1) * log_uniform(&seed, 1e-4, 10);
  return p;
}

#endif
