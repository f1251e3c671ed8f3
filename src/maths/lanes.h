/* SPDX-License-Identifier: BSD-3-Clause */
/* No guard: once for each width that a file wants. The functions of maths.h for ROSIN_WIDTH doubles
 * side by side (2, 4 or 8, a vector of gcc's), a lane each and the same bits: rosin_exp_4() and its
 * like. Where one lane is beyond what kernels.h takes, all go one by one. ROSIN_WIDTH_INLINE as in
 * width.h; both are undefined at the end. */
#include "maths/kernels.h"
#include "maths/maths.h"

#define F ROSIN_OF_WIDTH
#define REAL ROSIN_REAL
#define BITS ROSIN_BITS
#define INLINE ROSIN_WIDTH_INLINE

INLINE REAL F(rosin_exp)(REAL x) {
  if (__builtin_expect(F(all_of)((BITS)(F(size_of)(x) <= 650.0)), 1))
    return F(exp_kernel)(x);
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_exp(x[i]);
  return x;
}

INLINE REAL F(rosin_exp2)(REAL x) {
  if (__builtin_expect(F(all_of)((BITS)(F(size_of)(x) <= 950.0)), 1))
    return F(exp2_kernel)(x);
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_exp2(x[i]);
  return x;
}

INLINE REAL F(rosin_log)(REAL x) {
  if (__builtin_expect(F(all_of)((BITS)(x >= 0x1p-1022) & (BITS)(x <= 0x1.fffffffffffffp1023)), 1))
    return F(log_kernel)(x, 0);
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_log(x[i]);
  return x;
}

INLINE REAL F(rosin_pow)(REAL x, REAL y) {
  const REAL size = F(size_of)(y);
  const BITS sane = (BITS)(x >= 0x1p-1022) & (BITS)(x <= 0x1.fffffffffffffp1023) &
                    (BITS)(size >= 0x1p-100) & (BITS)(size <= 0x1p64);
  if (__builtin_expect(F(all_of)(sane), 1)) {
    REAL rest;
    const REAL e = F(pow_exponent)(x, y, 0, &rest);
    if (__builtin_expect(F(all_of)((BITS)(F(size_of)(e) <= 650.0)), 1))
      return F(pow_kernel)(e, rest);
  }
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_pow(x[i], y[i]);
  return x;
}

/* What circle_reduce() makes of |x|, and whether it is sane. */
INLINE int F(circle_lanes)(REAL x, REAL *r, REAL *rest, BITS *quadrant) {
  const REAL a = F(size_of)(x);
  *r = F(circle_reduce)(a, rest, quadrant);
  return F(all_of)((BITS)(a <= 0x1p20) & ((BITS)(a < 0.75) | (BITS)(F(size_of)(*r) >= 0x1p-12)));
}

INLINE REAL F(rosin_sin)(REAL x) {
  REAL r, rest;
  BITS quadrant;
  if (__builtin_expect(F(circle_lanes)(x, &r, &rest, &quadrant), 1))
    return F(real_of)(F(bits_of)(F(circle_kernel)(r, rest, quadrant)) ^
                      (F(bits_of)(x) & INT64_MIN));
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_sin(x[i]);
  return x;
}

INLINE REAL F(rosin_cos)(REAL x) {
  REAL r, rest;
  BITS quadrant;
  if (__builtin_expect(F(circle_lanes)(x, &r, &rest, &quadrant), 1))
    return F(circle_kernel)(r, rest, quadrant + 1);
  for (int i = 0; i < ROSIN_WIDTH; i++)
    x[i] = rosin_cos(x[i]);
  return x;
}

#undef F
#undef REAL
#undef BITS
#undef INLINE
#undef ROSIN_WIDTH
#undef ROSIN_WIDTH_INLINE
