/* SPDX-License-Identifier: BSD-3-Clause */
/* What all ways of solving a group need. */
#include "contact/group.h"

#include <math.h>

int rosin_group_linear(double *a, double *x, int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    if (!(fabs(a[pivot * n + k]) > 1e-14))
      return 0;
    for (int j = k; j < n && pivot != k; j++) {
      const double swap = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = swap;
    }
    const double swap = x[k];
    x[k] = x[pivot];
    x[pivot] = swap;
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++)
      x[k] -= a[k * n + j] * x[j];
    x[k] /= a[k * n + k];
  }
  return 1;
}

int rosin_group_force(rosin_group_contact *contact, const double *v, int index, rosin_aslant *out) {
  rosin_group_contact *c = &contact[index];
  const rosin_law_ops *ops = c->law->ops;
  out->cross = out->turning = 0;
  if (!c->load.across)
    return ops->force(c->law, c->state, &c->load, &v[index], &out->f, &out->slope);
  c->load.sideways = v[c->load.across - 1];
  return ops->aslant(c->law, c->state, &c->load, v[index], out);
}
