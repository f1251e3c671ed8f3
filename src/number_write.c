/* SPDX-License-Identifier: BSD-3-Clause */
#include "decimal.h"
#include "letters.h"
#include "number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* By its bits: a host may have the processor take what is denormal for nothing. */
static void exact(rosin_decimal *d, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int power = (int)(bits >> 52 & 0x7ff);
  const uint64_t share = bits & (((uint64_t)1 << 52) - 1);
  rosin_decimal_set(d, power ? share | (uint64_t)1 << 52 : share, power ? power - 1075 : -1074);
}

/* The digit of 10^place. */
static char digit_of(const rosin_decimal *d, int place) {
  const int at = d->point - 1 - place;
  return (char)('0' + (at >= 0 && at < d->count ? d->digit[at] : 0));
}

/* From 10^first down, `decimals` of them after the point, which stands after 10^unit. */
static int put(char *text, const rosin_decimal *d, int first, int unit, int decimals,
               int alternate) {
  int used = 0;
  for (int place = first; place >= unit; place--)
    text[used++] = digit_of(d, place);
  if (decimals > 0 || alternate)
    text[used++] = '.';
  for (int i = 1; i <= decimals; i++)
    text[used++] = digit_of(d, unit - i);
  return used;
}

static int put_exponent(char *text, char mark, int exponent) {
  const int size = exponent < 0 ? -exponent : exponent;
  int used = 0;
  text[used++] = mark;
  text[used++] = exponent < 0 ? '-' : '+';
  if (size >= 100)
    text[used++] = (char)('0' + size / 100);
  text[used++] = (char)('0' + size / 10 % 10);
  text[used++] = (char)('0' + size % 10);
  return used;
}

/* Of a rounded number. */
static int exponent_of(const rosin_decimal *d) {
  return d->count ? d->point - 1 : 0;
}

static int write_f(char *text, const rosin_decimal *d, int decimals, int alternate) {
  const int first = d->count && d->point > 1 ? d->point - 1 : 0;
  return put(text, d, first, 0, decimals, alternate);
}

static int write_e(char *text, const rosin_decimal *d, char mark, int decimals, int alternate) {
  const int exponent = exponent_of(d);
  const int used = put(text, d, exponent, exponent, decimals, alternate);
  return used + put_exponent(text + used, mark, exponent);
}

/* As many decimals as say something, of `decimals` that would do. */
static int fewer(const rosin_decimal *d, int unit, int decimals) {
  const int said = d->count - (d->point - unit);
  return said < 0 ? 0 : said < decimals ? said : decimals;
}

static int write_g(char *text, rosin_decimal *d, char mark, int precision, int alternate) {
  rosin_decimal_round(d, precision);
  const int exponent = exponent_of(d);
  const int fixed = exponent >= -4 && exponent < precision;
  int decimals = fixed ? precision - 1 - exponent : precision - 1;
  if (!alternate)
    decimals = d->count ? fewer(d, fixed ? 0 : exponent, decimals) : 0;
  return fixed ? write_f(text, d, decimals, alternate)
               : write_e(text, d, mark, decimals, alternate);
}

int rosin_number_write(char text[ROSIN_NUMBER_ROOM], char kind, int precision, int alternate,
                       double x) {
  const char low = rosin_lower(kind);
  if (!isfinite(x)) {
    memcpy(text, isnan(x) ? (low == kind ? "nan" : "NAN") : low == kind ? "inf" : "INF", 4);
    return 3;
  }
  precision = precision < 0                        ? 6
              : precision > ROSIN_NUMBER_PRECISION ? ROSIN_NUMBER_PRECISION
                                                   : precision;
  rosin_decimal d;
  int used;
  exact(&d, x);
  if (low == 'f') {
    rosin_decimal_round(&d, d.point + precision);
    used = write_f(text, &d, precision, alternate);
  } else if (low == 'e') {
    rosin_decimal_round(&d, precision + 1);
    used = write_e(text, &d, kind, precision, alternate);
  } else {
    used = write_g(text, &d, (char)(kind - 'g' + 'e'), precision ? precision : 1, alternate);
  }
  text[used] = 0;
  return used;
}
