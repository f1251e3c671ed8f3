/* SPDX-License-Identifier: BSD-3-Clause */
/** A number in decimal digits, as many as it takes: what the one reader and the one writer of
 * numbers count with. Every double has at most 767 digits, so none is lost on the way out; of what
 * is read, digits beyond can only break a tie. Pure, allocates nothing: real-time safe. */
#ifndef ROSIN_DECIMAL_H
#define ROSIN_DECIMAL_H

#include <stdint.h>

enum { ROSIN_DECIMAL_DIGITS = 800 };

/** 0.d1 d2 d3 ... times 10^point; no digits: zero. */
typedef struct {
  int count, point;
  int more; /**< digits other than 0 follow, which had no room */
  uint8_t digit[ROSIN_DECIMAL_DIGITS];
} rosin_decimal;

/** `value` times 2^`power`. */
void rosin_decimal_set(rosin_decimal *d, uint64_t value, int power);

/** To `digits` digits (below 1: of a place before the first), ties to the even one. */
void rosin_decimal_round(rosin_decimal *d, int digits);

/** The nearest double, ties to the even one; what is too large is infinite. */
double rosin_decimal_double(rosin_decimal *d);

#endif
