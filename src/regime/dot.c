/* SPDX-License-Identifier: BSD-3-Clause */
/* See dot.h. Pairs, which every processor that we build for has in one register. */
#include "regime/dot.h"

#include "vector.h"

double rosin_dot(const double *x, const double *y, int count, double middle) {
  const rosin_two m = {middle, middle};
  rosin_two sum[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
  double rest = 0;
  int i = 0;
  for (; i + 8 <= count; i += 8)
    for (int k = 0; k < 4; k++)
      sum[k] += (rosin_two_at(x + i + 2 * k) - m) * (rosin_two_at(y + i + 2 * k) - m);
  for (; i < count; i++)
    rest += (x[i] - middle) * (y[i] - middle);
  const rosin_two all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  return all[0] + all[1] + rest;
}

double rosin_dot_sum(const double *x, int count, double middle) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] - middle;
  return sum;
}
