/* SPDX-License-Identifier: BSD-3-Clause */
/* Outside its passivity bound a law may give energy and mostly does not: strokes that lift
 * a bow leave the bound at their ends and give some 1e-8 of what they take. Where it is
 * heard it is a tenth and more, so a thousandth is the line. */
#include "host/warn.h"

#include <stdio.h>
#include <string.h>

static const double noticeable = 1e-3;

static int has(const char *law, const char *parameter) {
  const rosin_parameter *row = rosin_law_parameters(law);
  while (row->name && strcmp(row->name, parameter) != 0)
    row++;
  return row->name != NULL;
}

static void say(const rosin_contact_account *c) {
  fprintf(
      stderr,
      "rosin: warning: %s: friction drives: outside the passivity bound of '%s' in %.3g%% of its "
      "samples, it gave %.3g J and took %.3g J; ",
      c->name, c->law, 100 * (double)c->outside / (double)c->solves, c->gave, c->took);
  if (has(c->law, "damping_limit"))
    fprintf(stderr, "set %s.law.damping_limit=1, or a smaller %s.law.sigma1\n", c->name, c->name);
  else if (has(c->law, "sigma1"))
    fprintf(stderr, "set a smaller %s.law.sigma1 (0 never drives)\n", c->name);
  else
    fprintf(stderr, "this law may: set %s.law.type=elastoplastic, say\n", c->name);
}

void rosin_warn_driving(const rosin_network *network) {
  rosin_contact_account c;
  for (int i = 0; rosin_network_account(network, i, &c) == 0; i++)
    if (c.gave > noticeable * c.took)
      say(&c);
}

void rosin_warn_rescued(const rosin_statistics *s) {
  if (s->rescued)
    fprintf(stderr,
            "rosin: warning: %lld times a body ran away and was put to rest, which is heard; a "
            "force or a joint of this scene is beyond all measure\n",
            s->rescued);
}
