/* SPDX-License-Identifier: BSD-3-Clause */
/* Harmonic shapes come from the Chebyshev recurrence: two products a mode. */
#include "modal/shape.h"
#include "error.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>
#include <string.h>

int rosin_shape_find(const char *name, rosin_error *error) {
  static const char *const names[] = {"table", "sine", "ring"}; /* in the order of rosin_shape */
  for (int i = 0; name && i < (int)(sizeof names / sizeof *names); i++)
    if (strcmp(names[i], name) == 0)
      return i;
  return rosin_fail(error, "shape: there is no '%.60s'; there are: table, sine, ring",
                    name ? name : "");
}

static double clip(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static double table_at(const rosin_shapes *s, double position, double *weight) {
  const int n = s->modes, last = s->points - 1;
  position = clip(position, s->position[0], s->position[last]);
  int k = 0;
  for (int above = last; above - k > 1;) {
    const int middle = (k + above) / 2;
    if (position >= s->position[middle])
      k = middle;
    else
      above = middle;
  }
  const double *a = s->weight + (size_t)k * (size_t)n;
  if (last == 0) {
    memcpy(weight, a, (size_t)n * sizeof *weight);
    return position;
  }
  const double *b = a + n;
  const double u = (position - s->position[k]) / (s->position[k + 1] - s->position[k]);
  for (int l = 0; l < n; l++)
    weight[l] = (1 - u) * a[l] + u * b[l];
  return position;
}

static double sine_at(const rosin_shapes *s, double position, double *weight) {
  position = clip(position, 0, 1);
  const double twice = 2 * rosin_cos(pi * position);
  double before = 0, now = rosin_sin(pi * position);
  for (int l = 0; l < s->modes; l++) {
    weight[l] = now;
    const double next = twice * now - before;
    before = now;
    now = next;
  }
  return position;
}

/* Orders as given; those that stand in pairs share the sine and the cosine. */
static double orders_at(const rosin_shapes *s, double position, double *weight) {
  int known = 0;
  double c = 1, sn = 0;
  for (int l = 0; l < s->modes; l++) {
    const int n = s->order[l] < 0 ? -s->order[l] : s->order[l];
    if (n != known) {
      const double turns = n * position, angle = 2 * pi * (turns - floor(turns));
      c = rosin_cos(angle);
      sn = rosin_sin(angle);
      known = n;
    }
    weight[l] = s->order[l] < 0 ? sn : c;
  }
  return position;
}

static double ring_at(const rosin_shapes *s, double position, double *weight) {
  if (s->order)
    return orders_at(s, position, weight);
  const double angle = 2 * pi * (position - floor(position));
  const double c1 = rosin_cos(angle), s1 = rosin_sin(angle);
  double c = c1 * c1 - s1 * s1, sn = 2 * s1 * c1; /* order 2 */
  for (int l = 0; l < s->modes; l += 2) {
    weight[l] = c;
    if (l + 1 < s->modes)
      weight[l + 1] = sn;
    const double next = c * c1 - sn * s1;
    sn = sn * c1 + c * s1;
    c = next;
  }
  return position;
}

/* A node is a node: what rounding leaves of sin(pi) is no hold for a joint, whose force
 * would be without bounds. */
static void flush_nodes(int modes, double *weight) {
  for (int l = 0; l < modes; l++)
    weight[l] = fabs(weight[l]) < 1e-9 ? 0 : weight[l];
}

double rosin_shape_at(const rosin_shapes *shapes, double position, double *weight) {
  if (shapes->kind == ROSIN_SHAPE_TABLE)
    return table_at(shapes, position, weight);
  position = shapes->kind == ROSIN_SHAPE_SINE ? sine_at(shapes, position, weight)
                                              : ring_at(shapes, position, weight);
  flush_nodes(shapes->modes, weight);
  return position;
}
