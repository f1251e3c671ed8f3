/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/model/macros.h"
#include "maths/maths.h"
#include "memory.h"

#include <string.h>

double rosin_macro_map(const rosin_macro_target *t, double x) {
  int k = 0;
  if (x <= t->x[0])
    return t->y[0];
  while (k + 2 < t->points && x > t->x[k + 1])
    k++;
  if (t->points < 2 || x >= t->x[t->points - 1])
    return t->y[t->points - 1];
  const double u = (x - t->x[k]) / (t->x[k + 1] - t->x[k]);
  if (u >= 1)
    return t->y[k + 1];
  return t->exponential ? t->y[k] * rosin_pow(t->y[k + 1] / t->y[k], u)
                        : t->y[k] + u * (t->y[k + 1] - t->y[k]);
}

int rosin_macro_find(const rosin_macro *macro, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (strcmp(macro[i].name, name) == 0)
      return i;
  return -1;
}

/* One more target's share in an effect. */
static void add(rosin_macro_effect *e, const rosin_macro_target *t, double x) {
  const double y = rosin_macro_map(t, x);
  e->touched = 1;
  switch (t->how) {
  case ROSIN_MACRO_SET:
    e->set = 1;
    e->value = y;
    break;
  case ROSIN_MACRO_SCALE:
    e->scale *= y;
    break;
  case ROSIN_MACRO_OFFSET:
    e->offset += y;
    break;
  case ROSIN_MACRO_RATE:
    e->rate *= y;
    e->travels = 1;
    break;
  }
}

typedef int matches(const rosin_macro_target *t, const void *control, int contact, int parameter);

static rosin_macro_effect gather(const rosin_macro *macro, int count, matches *match,
                                 const void *control, int contact, int parameter) {
  rosin_macro_effect e = {.value = 1, .scale = 1, .rate = 1};
  for (int i = 0; i < count; i++)
    for (int k = 0; k < macro[i].targets; k++)
      if (match(&macro[i].target[k], control, contact, parameter))
        add(&e, &macro[i].target[k], macro[i].value);
  return e;
}

static int is_control(const rosin_macro_target *t, const void *control, int contact,
                      int parameter) {
  (void)contact;
  (void)parameter;
  return t->kind == ROSIN_TARGET_CONTROL && t->control == control;
}

static int is_law(const rosin_macro_target *t, const void *control, int contact, int parameter) {
  (void)control;
  return t->kind == ROSIN_TARGET_LAW && t->contact == contact && t->parameter == parameter;
}

static int is_gain(const rosin_macro_target *t, const void *control, int contact, int parameter) {
  (void)control;
  (void)contact;
  (void)parameter;
  return t->kind == ROSIN_TARGET_GAIN;
}

rosin_macro_effect rosin_macros_on_control(const rosin_macro *macro, int count,
                                           const void *control) {
  return gather(macro, count, is_control, control, 0, 0);
}

double rosin_macros_on_law(const rosin_macro *macro, int count, int contact, int parameter,
                           double base) {
  const rosin_macro_effect e = gather(macro, count, is_law, NULL, contact, parameter);
  return (e.set ? e.value : base) * e.scale + e.offset;
}

double rosin_macros_on_gain(const rosin_macro *macro, int count) {
  return gather(macro, count, is_gain, NULL, 0, 0).scale;
}

double rosin_macros_most_gain(const rosin_macro *macro, int count) {
  double product = 1;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < macro[i].targets; k++) {
      const rosin_macro_target *t = &macro[i].target[k];
      double most = 1;
      for (int j = 0; t->kind == ROSIN_TARGET_GAIN && j < t->points; j++)
        most = t->y[j] > most ? t->y[j] : most;
      product *= most;
    }
  return product;
}

void rosin_macros_free(rosin_macro *macro, int count) {
  for (int i = 0; i < count; i++)
    rosin_free(macro[i].target);
  rosin_free(macro);
}
