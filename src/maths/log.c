/* SPDX-License-Identifier: BSD-3-Clause */
/* ln x, log2 x. */
#include "maths/scalar.h"

enum { UP = 52 }; /* what is subnormal is taken by so many powers of 2 higher */

static int is_normal(double x) {
  return x >= 0x1p-1022 && x < HUGE_VAL;
}

/* Of what has no logarithm that is a number. */
static double none(double x) {
  if (x != x || x == HUGE_VAL)
    return x + x;
  return x == 0 ? -HUGE_VAL : (double)NAN;
}

static __attribute__((noinline)) double log_far(double x) {
  return x > 0 && x < HUGE_VAL ? log_kernel_1(x * 0x1p52, UP) : none(x);
}

double rosin_log(double x) {
  return UNLIKELY(!is_normal(x)) ? log_far(x) : log_kernel_1(x, 0);
}

double rosin_log2(double x) {
  double left, rest;
  if (UNLIKELY(!(x > 0 && x < HUGE_VAL)))
    return none(x);
  const int normal = is_normal(x);
  const double whole = log_fine_1(normal ? x : x * 0x1p52, normal ? 0 : UP, &left);
  const double high = real_of_1(bits_of_1(whole) & ~(int64_t)0x7ffffff),
               low = (whole - high) + left;
  const double first =
      sum_of(high * rosin_per_ln2, low * rosin_per_ln2 + whole * rosin_per_ln2_rest, &rest);
  return first + rest;
}
