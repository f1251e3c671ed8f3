/* SPDX-License-Identifier: BSD-3-Clause */
/* Digits are doubled and halved as on paper, up to 60 times in one pass: 10 * 2^60 is below 2^64.
 */
#include "decimal.h"

#include <math.h>
#include <string.h>

enum {
  PASS = 60,
  GROWS = 19, /* digits at most, by 2^60 */
  MANTISSA = 53,
  LEAST = -1074, /* the exponent of the smallest double */
  MOST = 1024    /* doubles are below 2^1024 */
};

static void trim(rosin_decimal *d) {
  while (d->count && d->digit[d->count - 1] == 0)
    d->count--;
  if (d->count == 0)
    d->point = 0;
}

static void keep(rosin_decimal *d, int at, unsigned digit) {
  if (at < ROSIN_DECIMAL_DIGITS)
    d->digit[at] = (uint8_t)digit;
  else if (digit)
    d->more = 1;
}

/* Times 2^by: from the last digit to the first. */
static void grow(rosin_decimal *d, int by) {
  uint8_t made[ROSIN_DECIMAL_DIGITS + GROWS];
  uint64_t carry = 0;
  int from = d->count + GROWS;
  for (int i = d->count - 1; i >= 0; i--) {
    carry += (uint64_t)d->digit[i] << by;
    made[--from] = (uint8_t)(carry % 10);
    carry /= 10;
  }
  for (; carry; carry /= 10)
    made[--from] = (uint8_t)(carry % 10);
  const int count = d->count + GROWS - from;
  d->point += count - d->count;
  for (int i = 0; i < count; i++)
    keep(d, i, made[from + i]);
  d->count = count < ROSIN_DECIMAL_DIGITS ? count : ROSIN_DECIMAL_DIGITS;
  trim(d);
}

/* Divided by 2^by: from the first digit to the last, and on until nothing is left. */
static void shrink(rosin_decimal *d, int by) {
  const uint64_t below = ((uint64_t)1 << by) - 1;
  uint64_t rest = 0;
  int read = 0, made = 0;
  while (rest >> by == 0) { /* a zero has no digits, and is not asked */
    rest = rest * 10 + (read < d->count ? d->digit[read] : 0);
    read++;
  }
  d->point -= read - 1;
  for (; read < d->count; read++) {
    d->digit[made++] = (uint8_t)(rest >> by);
    rest = (rest & below) * 10 + d->digit[read];
  }
  for (; rest; rest = (rest & below) * 10)
    keep(d, made++, (unsigned)(rest >> by));
  d->count = made < ROSIN_DECIMAL_DIGITS ? made : ROSIN_DECIMAL_DIGITS;
  trim(d);
}

/* Times 2^`power`, any whole number within ± 2000. */
static void scale(rosin_decimal *d, int power) {
  while (d->count && power) {
    const int by = power > PASS ? PASS : power < -PASS ? -PASS : power;
    if (by > 0)
      grow(d, by);
    else
      shrink(d, -by);
    power -= by;
  }
}

void rosin_decimal_set(rosin_decimal *d, uint64_t value, int power) {
  uint8_t made[20];
  int from = sizeof made;
  for (; value && !(value & 1); value >>= 1)
    power++;
  for (; value; value /= 10)
    made[--from] = (uint8_t)(value % 10);
  d->count = d->point = (int)sizeof made - from;
  d->more = 0;
  memcpy(d->digit, made + from, (size_t)d->count);
  trim(d);
  scale(d, power);
}

/* Whether what is cut off after `digits` digits is more than half of the last, or half and that
 * odd. */
static int rounds_up(const rosin_decimal *d, int digits) {
  if (digits < 0 || digits >= d->count)
    return 0;
  if (d->digit[digits] != 5 || digits + 1 < d->count || d->more)
    return d->digit[digits] >= 5;
  return digits > 0 && d->digit[digits - 1] % 2;
}

void rosin_decimal_round(rosin_decimal *d, int digits) {
  const int up = rounds_up(d, digits);
  if (digits < d->count)
    d->count = digits > 0 ? digits : 0;
  d->more = 0;
  if (up) {
    while (d->count && d->digit[d->count - 1] == 9)
      d->count--;
    if (d->count) {
      d->digit[d->count - 1]++;
    } else {
      d->digit[d->count++] = 1;
      d->point++;
    }
  }
  trim(d);
}

/* The digits before the point, rounded. */
static uint64_t whole(rosin_decimal *d) {
  uint64_t value = 0;
  rosin_decimal_round(d, d->point);
  for (int i = 0; i < d->point; i++)
    value = value * 10 + (i < d->count ? d->digit[i] : 0);
  return value;
}

/* `value`, of 53 bits or denormal, times 2^`power`: put together from its bits, since a host may
 * have the processor flush what is denormal. */
static double compose(uint64_t value, int power) {
  const uint64_t hidden = (uint64_t)1 << (MANTISSA - 1);
  if (value == 2 * hidden) {
    value = hidden;
    power++;
  }
  if (power > MOST - MANTISSA)
    return HUGE_VAL;
  if (value >= hidden)
    value = (value - hidden) | (uint64_t)(power - LEAST + 1) << (MANTISSA - 1);
  double made;
  memcpy(&made, &value, sizeof made);
  return made;
}

double rosin_decimal_double(rosin_decimal *d) {
  int power = 0; /* the number is d * 2^power; d comes into 1/2 to 1 */
  if (d->count == 0 || d->point < -400)
    return 0;
  if (d->point > 400)
    return HUGE_VAL;
  while (d->point > 0) {
    const int by = d->point > 18 ? PASS : (int)(d->point * 3.3219);
    shrink(d, by);
    power += by;
  }
  while (d->point < 0 || d->digit[0] < 5) {
    const int by = d->point < -18 ? PASS : d->point < 0 ? (int)(-d->point * 3.3219) : 1;
    grow(d, by);
    power -= by;
  }
  if (power > MOST)
    return HUGE_VAL;
  const int bits = power - LEAST < MANTISSA ? power - LEAST : MANTISSA;
  if (bits < 0)
    return 0; /* below half of the smallest */
  scale(d, bits);
  return compose(whole(d), power - bits);
}
