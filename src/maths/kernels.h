/* SPDX-License-Identifier: BSD-3-Clause */
/* No guard: once for each width. The functions where their arguments are sane, as every width
 * computes them: the same operations in the same order, so the same bits. Nothing may be reordered
 * or fused. After Tang (1989, 1990: tables), Cody and Waite (1980: steps in parts), Dekker (1971:
 * what a sum or a product leaves); numbers by tests/maths/coefficients.py. */
#include "maths/width.h"

#define F ROSIN_OF_WIDTH
#define REAL ROSIN_REAL
#define BITS ROSIN_BITS
#define INLINE ROSIN_WIDTH_INLINE

#ifndef ROSIN_WHOLE_MAKER
#define ROSIN_WHOLE_MAKER
/* What is added to |x| below 2^51 and taken off again leaves it whole, ties to even; while it is
 * there, the sum's lowest bits are that whole. */
static const double rosin_whole_maker = 0x1.8p52;
#endif

/* `*high` in 26 bits, and the rest: products of such are exact. */
INLINE void F(split)(REAL x, REAL *high, REAL *low) {
  const REAL shifted = x * 134217729.0; /* 2^27 + 1 */
  *high = shifted - (shifted - x);
  *low = x - *high;
}

/* a b, and what that leaves. */
INLINE REAL F(product)(REAL a, REAL b, REAL *rest) {
  REAL ah, al, bh, bl;
  F(split)(a, &ah, &al);
  F(split)(b, &bh, &bl);
  const REAL p = a * b;
  *rest = ((ah * bh - p) + (ah * bl + al * bh)) + al * bl;
  return p;
}

/* x in steps of ln 2/128, and what is left. */
INLINE REAL F(exp_reduce)(REAL x, BITS *steps) {
  const REAL shifted = x * rosin_exp_per_step + rosin_whole_maker, k = shifted - rosin_whole_maker;
  *steps = F(bits_of)(shifted);
  return (x - k * rosin_exp_step) - k * rosin_exp_step_rest;
}

/* 2^(steps/128), and the share of it that its double leaves. */
INLINE REAL F(exp_scale)(BITS steps, REAL *tail) {
  const double *table = &rosin_exp_table[0][0].value;
  const BITS place = steps & 127;
  *tail = F(look)(table, place, 2);
  const REAL h = F(look)(table + 1, place, 2);
  return F(real_of)(F(bits_of)(h) + F(shifted_up)(steps - place, 45));
}

/* (e^(r + tail) - 1) scale, of r within half a step: what is to be added to the scale. That is in
 * each term early, since r comes late. */
INLINE REAL F(exp_more)(REAL r, REAL tail, REAL scale) {
  const double *c = rosin_exp_poly;
  const REAL r2 = r * r, scale2 = scale * r2;
  return (scale * (tail + r) + scale2 * (c[0] + r * c[1])) + (scale2 * r2) * (c[2] + r * c[3]);
}

/* |x| <= 650: nothing on the way is subnormal */
INLINE REAL F(exp_kernel)(REAL x) {
  BITS steps;
  REAL tail;
  const REAL r = F(exp_reduce)(x, &steps), scale = F(exp_scale)(steps, &tail);
  return scale + F(exp_more)(r, tail, scale);
}

/* |x| <= 950 */
INLINE REAL F(exp2_kernel)(REAL x) {
  const double *c = rosin_exp2_poly;
  REAL tail;
  const REAL shifted = x * 128.0 + rosin_whole_maker, k = shifted - rosin_whole_maker;
  const REAL scale = F(exp_scale)(F(bits_of)(shifted), &tail);
  const REAL r = x - k * 0.0078125, r2 = r * r, scale2 = scale * r2; /* as exp_more() */
  const REAL more =
      (scale * (tail + r * c[0]) + scale2 * (c[1] + r * c[2])) + (scale2 * r2) * (c[3] + r * c[4]);
  return scale + more;
}

/* x 2^-up = 2^k z, z = c (1 + r + rest): r; k, the rest, and ln c in two parts. */
INLINE REAL F(log_reduce)(REAL x, double up, REAL *k, REAL *rest, REAL *high, REAL *low) {
  const int64_t lowest = 0x3fe6800000000000, one = (int64_t)1023 << 52;
  const double *table = &rosin_log_table[0][0];
  const BITS bits = F(bits_of)(x), above = bits - lowest;
  const BITS place = F(shifted_down)(above, 45) & 127;
  const BITS exponent = (above + one) & ~(((int64_t)1 << 52) - 1); /* by 1023 too much: no sign */
  const BITS maker = F(bits_of)((REAL){0} + rosin_whole_maker);
  *k = F(real_of)(maker + F(shifted_down)(exponent, 52)) - (rosin_whole_maker + 1023.0 + up);
  const REAL z = F(real_of)((bits - exponent) + one), inverse = F(look)(table, place, 3);
  *high = F(look)(table + 1, place, 3);
  *low = F(look)(table + 2, place, 3);
  const REAL zh = F(real_of)(F(bits_of)(z) & ~(int64_t)0x1fffff), first = zh * inverse - 1.0;
  const REAL second = (z - zh) * inverse, r = first + second;
  *rest = (first - r) + second;
  return r;
}

/* x normal, positive */
INLINE REAL F(log_kernel)(REAL x, double up) {
  const double *c = rosin_log_poly;
  REAL k, rest, high, low;
  const REAL r = F(log_reduce)(x, up, &k, &rest, &high, &low), r2 = r * r;
  const REAL w = k * rosin_ln2 + high, sum = w + r;
  const REAL left = ((w - sum) + r) + ((k * rosin_ln2_rest + low) + rest);
  const REAL p = (c[0] + r * c[1]) + r2 * ((c[2] + r * c[3]) + r2 * c[4]);
  return sum + ((left - 0.5 * r2) + (r * r2) * p);
}

/* The same with what the double leaves: 67 bits. */
INLINE REAL F(log_fine)(REAL x, double up, REAL *left) {
  const double *c = rosin_log_fine_poly;
  REAL k, rest, high, low;
  const REAL r = F(log_reduce)(x, up, &k, &rest, &high, &low), r2 = r * r;
  const REAL a = F(real_of)(F(bits_of)(r) & ~(int64_t)0x7ffffff), b = (r - a) + rest;
  const REAL w = k * rosin_ln2 + high, sum = w + a, square = 0.5 * (a * a), less = sum - square;
  const REAL p =
      ((c[0] + r * c[1]) + r2 * (c[2] + r * c[3])) + (r2 * r2) * ((c[4] + r * c[5]) + r2 * c[6]);
  const REAL lost = ((w - sum) + a) + ((sum - less) - square);
  const REAL fine = (lost + (k * rosin_ln2_rest + low)) + ((b - b * (a + 0.5 * b)) + (r * r2) * p);
  const REAL whole = less + fine;
  *left = (less - whole) + fine;
  return whole;
}

/* y ln x and what that leaves. x normal, positive; |y| from 2^-100 to 2^64. */
INLINE REAL F(pow_exponent)(REAL x, REAL y, double up, REAL *rest) {
  REAL left;
  const int64_t few = ~(int64_t)0x7ffffff; /* of bits, 26 */
  const REAL whole = F(log_fine)(x, up, &left);
  const REAL yh = F(real_of)(F(bits_of)(y) & few), high = F(real_of)(F(bits_of)(whole) & few);
  *rest = (y - yh) * high + y * ((whole - high) + left);
  return yh * high;
}

/* e^(e + rest), |e| <= 650 */
INLINE REAL F(pow_kernel)(REAL e, REAL rest) {
  BITS steps;
  REAL tail;
  const REAL r = F(exp_reduce)(e, &steps) + rest, scale = F(exp_scale)(steps, &tail);
  return scale + F(exp_more)(r, tail, scale);
}

/* x >= 0 in right angles, and what is left in two parts: sane where x <= 2^20 and, beyond 0.75,
 * what is left is at least 2^-12. The rest is half a unit of the last place at most. */
INLINE REAL F(circle_reduce)(REAL x, REAL *rest, BITS *quadrant) {
  const REAL shifted = x * rosin_per_quarter + rosin_whole_maker, k = shifted - rosin_whole_maker;
  const REAL first = x - k * rosin_quarter[0], second = k * rosin_quarter[1], r = first - second;
  const REAL more = ((first - r) - second) - k * rosin_quarter[2], whole = r + more;
  *quadrant = F(bits_of)(shifted);
  *rest = (r - whole) + more;
  return whole;
}

/* sin(r + rest), |r| <= pi/4 */
INLINE REAL F(sine)(REAL r, REAL rest) {
  const double *c = rosin_sin_poly;
  const REAL r2 = r * r, r4 = r2 * r2;
  const REAL p = (c[0] + r2 * c[1]) + r4 * ((c[2] + r2 * c[3]) + r4 * (c[4] + r2 * c[5]));
  return r + ((r * r2) * p + rest * (1.0 - 0.5 * r2));
}

/* cos(r + rest) */
INLINE REAL F(cosine)(REAL r, REAL rest) {
  const double *c = rosin_cos_poly;
  const REAL r2 = r * r, r4 = r2 * r2, half = 0.5 * r2, w = 1.0 - half;
  const REAL p = (c[0] + r2 * c[1]) + r4 * ((c[2] + r2 * c[3]) + r4 * (c[4] + r2 * c[5]));
  return w + (((1.0 - w) - half) + (r4 * p - r * rest));
}

/* sin(r + rest + quadrant pi/2); of cosines the quadrant is one more. */
INLINE REAL F(circle_kernel)(REAL r, REAL rest, BITS quadrant) {
  const REAL value = F(either)((BITS){0} - (quadrant & 1), F(cosine)(r, rest), F(sine)(r, rest));
  return F(real_of)(F(bits_of)(value) ^ F(shifted_up)(quadrant & 2, 62));
}

#undef F
#undef REAL
#undef BITS
#undef INLINE
