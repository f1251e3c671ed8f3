/* SPDX-License-Identifier: BSD-3-Clause */
/* See curve.h. */
#include "contact/curve.h"

#include <math.h>
#include <string.h>

enum { FALLS = 2, RISES = 4 }; /* gaps, and forces, that a tangent reaches beyond the ends */

void rosin_curve_insert(rosin_force_curve *k, const rosin_curve_point *new) {
  int i = k->count;
  while (i > 0 && k->at[i - 1].v > new->v)
    i--;
  if (i > 0 && k->at[i - 1].v == new->v) {
    k->at[i - 1] = *new;
    return;
  }
  if (k->count == ROSIN_CURVE_POINTS) { /* the farther end goes */
    if (i > ROSIN_CURVE_POINTS / 2) {
      memmove(&k->at[0], &k->at[1], (ROSIN_CURVE_POINTS - 1) * sizeof k->at[0]);
      i--;
    }
    k->count--;
  }
  memmove(&k->at[i + 1], &k->at[i], (size_t)(k->count - i) * sizeof k->at[0]);
  k->at[i] = *new;
  k->count++;
}

double rosin_curve_own(const rosin_force_curve *k, double v, double otherwise) {
  double away = (double)INFINITY, own = otherwise;
  for (int i = 0; i < k->count; i++)
    if (fabs(k->at[i].v - v) < away) {
      away = fabs(k->at[i].v - v);
      own = k->at[i].own + k->at[i].turn * (v - k->at[i].v);
    }
  return own;
}

/* Before the first point, or behind the last. */
static double beyond(const rosin_force_curve *k, int i, double v, double *slope) {
  const rosin_curve_point *p = &k->at[i == 0 ? 0 : i - 1];
  const rosin_curve_point *next = k->count < 2 ? p : i == 0 ? p + 1 : p - 1;
  const double gap = k->count > 1 ? fabs(p->v - next->v) : 0.125 * fabs(p->v);
  const double away = v - p->v, rise = RISES * (fabs(p->f) + k->scale);
  const double reach = p->slope > 0 ? rise / p->slope : FALLS * gap;
  *slope = fabs(away) <= reach ? p->slope : 0;
  return p->f + p->slope * (fabs(away) <= reach ? away : copysign(reach, away));
}

double rosin_curve_force(const rosin_force_curve *k, double v, double *slope) {
  int i = k->count;
  while (i > 0 && k->at[i - 1].v > v)
    i--;
  if (i == 0 || i == k->count)
    return beyond(k, i, v, slope);
  const rosin_curve_point *p = &k->at[i - 1], *q = &k->at[i];
  const double width = q->v - p->v, rise = q->f - p->f;
  const double left = p->slope * width - rise, right = q->slope * width - rise;
  double first = 0.25 * width, last = 0.75 * width;
  if (left * right < 0) {
    const double meet = right / (right - left) * width;
    first = last = fmin(fmax(meet, 0), width);
  }
  for (int j = 0; j < 3 && last - first > 0.4 * width;
       j++) { /* a jump there, if both tangents lead to one */
    const double c = k->corner[j] - p->v, thin = 1e-9 * width;
    if (c > thin && c < width - thin && p->slope * c <= rise + q->slope * (c - width)) {
      first = c - thin;
      last = c + thin;
    }
  }
  const double at = v - p->v;
  if (at <= first) {
    *slope = p->slope;
    return p->f + at * p->slope;
  }
  if (at >= last) {
    *slope = q->slope;
    return q->f + (at - width) * q->slope;
  }
  const double begin = p->f + first * p->slope, end = q->f + (last - width) * q->slope;
  *slope = (end - begin) / (last - first);
  return begin + (at - first) * *slope;
}
