/* SPDX-License-Identifier: BSD-3-Clause */
#include "decimal.h"
#include "letters.h"
#include "number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

enum {
  FAR = 100000000, /* of an exponent: beyond all, and still no overflow */
  EXACT = 22,      /* 10^22 is a double */
  SHORT = 19       /* digits that fit 64 bits */
};

/* Whether `text` begins with the lower-case `word`. */
static int begins(const char *text, const char *word) {
  while (*word && rosin_lower(*text) == *word)
    text++, word++;
  return !*word;
}

/* The exponent after `mark`, if one is there; the text after it. */
static const char *read_exponent(const char *s, char mark, int *exponent) {
  if (rosin_lower(*s) != mark)
    return s;
  const int negative = s[1] == '-';
  const char *at = s + 1 + (s[1] == '-' || s[1] == '+');
  if (!rosin_is_digit(*at))
    return s;
  int value = 0;
  for (; rosin_is_digit(*at); at++)
    if (value < FAR)
      value = value * 10 + (*at - '0');
  *exponent += negative ? -value : value;
  return at;
}

/* "inf", "infinity", "nan", "nan(...)"; NULL: none of them. */
static const char *read_word(const char *s, double *value) {
  if (begins(s, "inf")) {
    *value = HUGE_VAL;
    return s + (begins(s, "infinity") ? 8 : 3);
  }
  if (!begins(s, "nan"))
    return NULL;
  *value = NAN;
  const char *at = s + 3;
  if (*at != '(')
    return at;
  for (at++; rosin_is_digit(*at) || rosin_is_letter(*at) || *at == '_';)
    at++;
  return *at == ')' ? at + 1 : s + 3;
}

/* Beyond 60 bits only whether something is there counts. */
static void take_hex(uint64_t *bits, int *power, int digit) {
  if (*bits >> 60 == 0) {
    *bits = *bits << 4 | (uint64_t)digit;
  } else {
    *bits |= digit != 0;
    *power += *power < FAR ? 4 : 0;
  }
}

/* After "0x". NULL: no digit is there. */
static const char *read_hex(const char *s, double *value) {
  uint64_t bits = 0;
  int power = 0, digits = 0;
  for (int after = 0;; s++) {
    const int digit = rosin_hex_digit(*s);
    if (*s == '.' && !after) {
      after = 1;
      continue;
    }
    if (digit < 0)
      break;
    take_hex(&bits, &power, digit);
    power -= after ? 4 : 0;
    digits++;
  }
  if (!digits)
    return NULL;
  s = read_exponent(s, 'p', &power);
  rosin_decimal d;
  power = power > 4000 ? 4000 : power < -4000 ? -4000 : power;
  rosin_decimal_set(&d, bits, power);
  *value = rosin_decimal_double(&d);
  return s;
}

/* Few digits and a small power of ten: one operation on doubles, which rounds once. NULL: it is not
 * so short, or no number. */
static const char *read_short(const char *s, double *value) {
  static const double ten[EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  uint64_t whole = 0;
  int digits = 0, places = 0;
  for (; rosin_is_digit(*s); s++, digits++)
    whole = whole * 10 + (uint64_t)(*s - '0');
  if (*s == '.')
    for (s++; rosin_is_digit(*s); s++, digits++, places++)
      whole = whole * 10 + (uint64_t)(*s - '0');
  if (FLT_EVAL_METHOD != 0 || !digits || digits > SHORT || whole >> 53)
    return NULL;
  int power = -places;
  s = read_exponent(s, 'e', &power);
  if (power > EXACT || power < -EXACT)
    return NULL;
  *value = power < 0 ? (double)whole / ten[-power] : (double)whole * ten[power];
  return s;
}

static void take_digit(rosin_decimal *d, int digit, int after) {
  if (!d->count && !digit) { /* zeros before the first count after the point alone */
    d->point -= after && d->point > -FAR;
    return;
  }
  d->point += !after && d->point < FAR;
  if (d->count < ROSIN_DECIMAL_DIGITS)
    d->digit[d->count++] = (uint8_t)digit;
  else if (digit)
    d->more = 1;
}

/* Digits with a point among them; NULL: there is none. */
static const char *read_decimal(const char *s, double *value) {
  const char *end = read_short(s, value);
  if (end)
    return end;
  rosin_decimal d;
  int digits = 0, after = 0;
  d.count = d.point = d.more = 0;
  for (;; s++) {
    if (*s == '.' && !after) {
      after = 1;
      continue;
    }
    if (!rosin_is_digit(*s))
      break;
    digits = 1;
    take_digit(&d, *s - '0', after);
  }
  if (!digits)
    return NULL;
  s = read_exponent(s, 'e', &d.point);
  while (d.count && d.digit[d.count - 1] == 0)
    d.count--;
  *value = rosin_decimal_double(&d);
  return s;
}

double rosin_number_read(const char *text, char **end) {
  const char *s = text, *after = NULL;
  double value = 0;
  while (rosin_is_space(*s))
    s++;
  const int negative = *s == '-';
  s += *s == '-' || *s == '+';
  if (s[0] == '0' && rosin_lower(s[1]) == 'x')
    after = read_hex(s + 2, &value);
  if (!after)
    after = read_decimal(s, &value);
  if (!after)
    after = read_word(s, &value);
  if (end)
    *end = (char *)(after ? after : text);
  return negative && after ? -value : value;
}

const char *rosin_number_list(const char *text, int count, double *value) {
  for (int i = 0; i < count; i++) {
    char *end;
    value[i] = rosin_number_read(text, &end);
    if (end == text)
      return NULL;
    text = end;
  }
  while (rosin_is_space(*text))
    text++;
  return text;
}
