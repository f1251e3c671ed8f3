/* SPDX-License-Identifier: BSD-3-Clause */
/* `pair` of a contact: the friction numbers of two kinds of matter, into its law. What the scene
 * writes there itself would be another word on the same thing, and is refused; what -s sets stays.
 */
#include "scene/read/reading.h"
#include "scene/text/near.h"

#include <stdio.h>
#include <string.h>

static const rosin_friction_pair *find(rosin_reading *r, const rosin_setting *s, const char *owner,
                                       const char *name) {
  const rosin_friction_pair *found = rosin_friction_pair_find(name);
  rosin_near near = rosin_near_to(name);
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++)
    rosin_near_consider(&near, p->name);
  if (!found && rosin_near_meant(&near))
    rosin_reading_error(r, s, "%s.pair: there is no '%s'; did you mean '%s'?", owner, name,
                        rosin_near_meant(&near));
  else if (!found)
    rosin_reading_error(r, s, "%s.pair: '%s' is not one of those of `rosin pairs`", owner, name);
  return found;
}

/* Where a parameter of its law stands, or is added. */
static double *value_of(rosin_model_contact *c, const rosin_parameter *row) {
  int at = 0;
  while (at < c->parameters && c->row[at] != row)
    at++;
  if (at == ROSIN_MODEL_LAW)
    return NULL;
  c->row[at] = row;
  c->parameters += at == c->parameters;
  return &c->value[at];
}

void rosin_reading_pair(rosin_reading *r, const rosin_setting *s, rosin_model_contact *c) {
  static const char *const keys[] = {"mu_static", "mu_kinetic", "stribeck_velocity"};
  const rosin_setting *at = rosin_setting_member(s, "pair"), *law = rosin_setting_member(s, "law");
  const rosin_parameter *table = rosin_law_parameters(c->law);
  char name[128];
  if (!at || !table || !rosin_reading_text(r, s, c->name, "pair", 0, name, sizeof name))
    return;
  const rosin_friction_pair *pair = find(r, at, c->name, name);
  if (!pair)
    return;
  const double number[] = {pair->mu_static, pair->mu_kinetic, pair->stribeck_velocity};
  for (int i = 0; i < 3; i++) {
    const rosin_parameter *row = rosin_parameter_find(table, keys[i]);
    const rosin_setting *own = rosin_setting_member(law, keys[i]);
    double *value = row ? value_of(c, row) : NULL;
    if (!row)
      rosin_reading_error(r, at, "%s.pair: law '%s' has no %s", c->name, c->law, keys[i]);
    else if (own && !own->origin && !at->origin)
      rosin_reading_error(r, own, "%s.law.%s: pair = \"%s\" says it too; leave one of them out",
                          c->name, keys[i], name);
    else if (value && !(own && own->origin))
      *value = number[i];
    if (!row)
      return;
  }
}
