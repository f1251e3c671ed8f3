/* SPDX-License-Identifier: BSD-3-Clause */
/* Right angles of what is large, or nearly a multiple: the bits of 2/pi that matter times those of
 * the argument, in integers (Payne and Hanek 1983). */
#include "maths/scalar.h"

enum { WORDS = 7 }; /* of 32 bits, of the product: two before the point, then what is left of it */

/* 32 bits of 2/pi that begin `bit` after its point; before it there are none. */
static uint32_t bits_at(int bit) {
  const int word = bit >> 5, by = bit & 31;
  const uint32_t high = word >= 0 && word < 40 ? rosin_two_over_pi[word] : 0;
  const uint32_t low = word >= -1 && word < 39 ? rosin_two_over_pi[word + 1] : 0;
  return by ? high << by | low >> (32 - by) : high;
}

/* mantissa 2^exponent times 2/pi, less what is a multiple of 2^32: words, the first before the
 * point. */
static void multiply(uint64_t mantissa, int exponent, uint32_t word[WORDS]) {
  const uint64_t low = mantissa & 0xffffffff, high = mantissa >> 32;
  uint64_t carry = 0;
  /* word i stands for 2^(-32 i): 2/pi's bits from 32 i - 32 + exponent on, times `low` */
  uint64_t more = low * bits_at(32 * WORDS - 32 + exponent) >> 32;
  for (int i = WORDS - 1; i >= 0; i--) {
    const uint64_t a = low * bits_at(32 * i - 32 + exponent);
    const uint64_t b = high * bits_at(32 * i + exponent);
    const uint64_t sum = (a & 0xffffffff) + (b & 0xffffffff) + (more & 0xffffffff) + carry;
    word[i] = (uint32_t)sum;
    carry = (sum >> 32) + (a >> 32) + (b >> 32);
    more = 0;
  }
}

double rosin_circle_far(double a, double *rest, int64_t *quadrant) {
  uint32_t word[WORDS];
  *quadrant = 0;
  *rest = 0;
  if (!(a < HUGE_VAL))
    return a - a;
  const int64_t bits = bits_of_1(a);
  const int exponent = (int)(bits >> 52) - 1075;
  multiply((uint64_t)(bits & 0xfffffffffffff) | (uint64_t)1 << 52, exponent, word);
  *quadrant = word[0];
  const int over = word[1] >= 0x80000000; /* beyond a half: the next, from above */
  if (over)
    ++*quadrant;
  double high = 0, low = 0, scale = 0x1p-32;
  for (int i = 1; i < WORDS; i++, scale *= 0x1p-32) { /* each is exact; their sum in two parts */
    double left;
    high = sum_of(high, (over ? ~word[i] : word[i]) * scale, &left);
    low += left;
  }
  if (over) /* ~w is -w less one of the last, which is beyond all that counts */
    high = -high, low = -low;
  double p_rest, left;
  const double p = product_1(high, rosin_right_angle, &p_rest);
  const double r =
      sum_of(p, p_rest + (high * rosin_right_angle_rest + low * rosin_right_angle), &left);
  *rest = left;
  return r;
}
