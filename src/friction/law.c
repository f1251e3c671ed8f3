/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of friction laws: one line each. */
#include "friction/law.h"

#include <string.h>

/* clang-format off */
#define EACH_LAW(X) \
  X(elastoplastic) \
  X(lugre) \
  X(dahl) \
  X(thermal) \
  X(coulomb) \
  X(bliman_sorine) \
  X(induction) \
  X(induction_lagged) \
  X(induction_2d) \
  X(lugre_average) \
  X(lugre_distributed) \
  X(lugre_joint) \
  X(kinematic) \
  X(pacejka) \
  X(burckhardt) \
  X(burckhardt_3) \
  X(kiencke_daiss) \
  X(root) \
  X(impact)
/* clang-format on */

#define DECLARE(name) extern const rosin_law_ops rosin_law_##name;
EACH_LAW(DECLARE)

#define REFER(name) &rosin_law_##name,
static const rosin_law_ops *const laws[] = {EACH_LAW(REFER)};

enum { LAWS = sizeof laws / sizeof *laws };

const rosin_law_ops *rosin_law_at(int index) {
  return index >= 0 && index < LAWS ? laws[index] : NULL;
}

const rosin_law_ops *rosin_law_find(const char *name) {
  for (int i = 0; name && i < LAWS; i++)
    if (strcmp(laws[i]->name, name) == 0)
      return laws[i];
  return NULL;
}

int rosin_law_word(const char *parameter, const char *word, const char **words) {
  static const char *const fall[] = {"hold", "relax"};
  const int has = parameter && strcmp(parameter, "load_fall") == 0;
  if (words)
    *words = has ? "hold, relax" : NULL;
  for (int i = 0; has && word && i < 2; i++)
    if (strcmp(word, fall[i]) == 0)
      return i;
  return -1;
}

void rosin_law_default(rosin_law *law, const rosin_law_ops *ops) {
  *law = (rosin_law){.ops = ops, .version = 1};
  rosin_parameters_default(ops->parameters, law->value);
}

int rosin_laws(void) {
  return LAWS;
}

const char *rosin_law_name(int index) {
  const rosin_law_ops *ops = rosin_law_at(index);
  return ops ? ops->name : NULL;
}

const char *rosin_law_summary(int index) {
  const rosin_law_ops *ops = rosin_law_at(index);
  return ops ? ops->summary : NULL;
}

int rosin_law_is_normal(const char *law) {
  const rosin_law_ops *ops = rosin_law_find(law);
  return ops && ops->normal;
}

const rosin_parameter *rosin_law_parameters(const char *law) {
  const rosin_law_ops *ops = rosin_law_find(law);
  return ops ? ops->parameters : NULL;
}
