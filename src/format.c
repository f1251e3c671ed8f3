/* SPDX-License-Identifier: BSD-3-Clause */
#include "format.h"
#include "letters.h"
#include "number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Where it goes: a file, or `size` bytes. */
typedef struct {
  FILE *file;
  char *text;
  size_t size, used; /* `used`: of all, had it room */
  int failed;
} target;

/* "%-8.3lf": flags "-", width 8, precision 3 (-1: none), length 'l' ('L': two of them, 'H' two h).
 */
typedef struct {
  int left, plus, space, alternate, zero, width, precision;
  char length, kind;
} directive;

typedef struct {
  va_list list;
} arguments;

static void put(target *to, const char *text, size_t length) {
  if (to->file) {
    to->failed |= fwrite(text, 1, length, to->file) != length;
  } else if (to->used < to->size) {
    const size_t room = to->size - to->used;
    memcpy(to->text + to->used, text, length < room ? length : room);
  }
  to->used += length;
}

static void fill(target *to, char c, int count) {
  for (; count > 0; count--)
    put(to, &c, 1);
}

/* `sign` (or none), zeros or blanks, `text`. */
static void put_padded(target *to, const directive *d, const char *sign, const char *text,
                       size_t length, int zeros) {
  const int own = (int)(strlen(sign) + length);
  const int missing = d->width > own ? d->width - own : 0;
  fill(to, ' ', d->left || zeros ? 0 : missing);
  put(to, sign, strlen(sign));
  fill(to, '0', zeros && !d->left ? missing : 0);
  put(to, text, length);
  fill(to, ' ', d->left ? missing : 0);
}

static void put_number(target *to, const directive *d, double x) {
  char text[ROSIN_NUMBER_ROOM];
  const int length = rosin_number_write(text, d->kind, d->precision, d->alternate, x);
  const char *sign = signbit(x) ? "-" : d->plus ? "+" : d->space ? " " : "";
  put_padded(to, d, sign, text, (size_t)length, d->zero && isfinite(x));
}

static void put_text(target *to, const directive *d, const char *text) {
  size_t length = 0;
  text = text ? text : "(null)";
  while ((d->precision < 0 || length < (size_t)d->precision) && text[length])
    length++;
  put_padded(to, d, "", text, length, 0);
}

static intmax_t signed_argument(char length, arguments *a) {
  switch (length) {
  case 'H':
    return (signed char)va_arg(a->list, int);
  case 'h':
    return (short)va_arg(a->list, int);
  case 'l':
    return va_arg(a->list, long);
  case 'L':
    return va_arg(a->list, long long);
  case 'j': // NOLINT(bugprone-branch-clone): the same type as the next here, not everywhere
    return va_arg(a->list, intmax_t);
  case 't':
  case 'z':
    return va_arg(a->list, ptrdiff_t);
  default:
    return va_arg(a->list, int);
  }
}

static uintmax_t unsigned_argument(char length, arguments *a) {
  switch (length) {
  case 'H':
    return (unsigned char)va_arg(a->list, unsigned);
  case 'h':
    return (unsigned short)va_arg(a->list, unsigned);
  case 'l':
    return va_arg(a->list, unsigned long);
  case 'L':
    return va_arg(a->list, unsigned long long);
  case 'j': // NOLINT(bugprone-branch-clone)
    return va_arg(a->list, uintmax_t);
  case 't':
  case 'z':
    return va_arg(a->list, size_t);
  default:
    return va_arg(a->list, unsigned);
  }
}

/* Digits of `value` in `base`, at least `precision` of them, before `end`; where they begin. */
static char *digits_of(uintmax_t value, unsigned base, int upper, int precision, char *begin,
                       char *end) {
  const char *digit = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  const char *first = end;
  for (; value; value /= base)
    *--end = digit[value % base];
  while (first - end < precision && end > begin)
    *--end = '0';
  return end;
}

static unsigned base_of(const directive *d) {
  return rosin_lower(d->kind) == 'x' ? 16 : d->kind == 'o' ? 8 : 10;
}

/* What stands before the digits. */
static const char *sign_of(const directive *d, uintmax_t value, int negative) {
  const int is_signed = d->kind == 'd' || d->kind == 'i';
  if (negative)
    return "-";
  if (is_signed)
    return d->plus ? "+" : d->space ? " " : "";
  if (d->alternate && base_of(d) == 16 && value != 0)
    return d->kind == 'x' ? "0x" : "0X";
  return "";
}

static void put_whole(target *to, const directive *d, uintmax_t value, int negative) {
  enum { ROOM = 200 };
  char text[ROOM];
  char *begin = digits_of(value, base_of(d), d->kind == 'X', d->precision < 0 ? 1 : d->precision,
                          text, text + ROOM);
  if (d->alternate && d->kind == 'o' && *begin != '0' && begin > text)
    *--begin = '0';
  put_padded(to, d, sign_of(d, value, negative), begin, (size_t)(text + ROOM - begin),
             d->zero && d->precision < 0);
}

static void put_one(target *to, directive *d, arguments *a) {
  switch (d->kind) {
  case 'd':
  case 'i': {
    const intmax_t value = signed_argument(d->length, a);
    put_whole(to, d, value < 0 ? 0 - (uintmax_t)value : (uintmax_t)value, value < 0);
    break;
  }
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    put_whole(to, d, unsigned_argument(d->length, a), 0);
    break;
  case 'c':
    put_padded(to, d, "", &(const char){(char)va_arg(a->list, int)}, 1, 0);
    break;
  case 's':
    put_text(to, d, va_arg(a->list, const char *));
    break;
  case 'p': {
    d->kind = 'x';
    d->alternate = 1;
    put_whole(to, d, (uintptr_t)va_arg(a->list, void *), 0);
    break;
  }
  case '%':
    put(to, "%", 1);
    break;
  default: /* of eEfFgG: the compiler has looked that there is no other */
    put_number(to, d, va_arg(a->list, double));
  }
}

static const char *read_flags(const char *s, directive *d) {
  for (;; s++)
    switch (*s) {
    case '-':
      d->left = 1;
      break;
    case '+':
      d->plus = 1;
      break;
    case ' ':
      d->space = 1;
      break;
    case '#':
      d->alternate = 1;
      break;
    case '0':
      d->zero = 1;
      break;
    default:
      return s;
    }
}

/* A number there, or '*': the next argument. */
static const char *read_count(const char *s, arguments *a, int *count) {
  if (*s == '*') {
    *count = va_arg(a->list, int);
    return s + 1;
  }
  for (*count = 0; rosin_is_digit(*s); s++)
    *count = *count * 10 + (*s - '0');
  return s;
}

/* After the percent sign; what follows the directive. */
static const char *read_directive(const char *s, arguments *a, directive *d) {
  *d = (directive){.precision = -1};
  s = read_count(read_flags(s, d), a, &d->width);
  if (d->width < 0) {
    d->left = 1;
    d->width = -d->width;
  }
  if (*s == '.')
    s = read_count(s + 1, a, &d->precision);
  if (*s && strchr("hlzjt", *s)) {
    d->length = *s++;
    if ((d->length == 'h' || d->length == 'l') && *s == d->length) {
      d->length = *s == 'h' ? 'H' : 'L';
      s++;
    }
  }
  d->kind = *s;
  return *s ? s + 1 : s;
}

static void put_all(target *to, const char *format, va_list list) {
  arguments a;
  va_copy(a.list, list);
  while (*format) {
    const size_t plain = strcspn(format, "%");
    put(to, format, plain);
    format += plain;
    if (*format) {
      directive d;
      format = read_directive(format + 1, &a, &d);
      put_one(to, &d, &a);
    }
  }
  va_end(a.list);
}

int rosin_format_list(char *text, size_t size, const char *format, va_list list) {
  target to = {.text = text, .size = size};
  put_all(&to, format, list);
  if (size)
    text[to.used < size ? to.used : size - 1] = 0;
  return (int)to.used;
}

void rosin_format_shortest(char *text, size_t size, double value) {
  int digits = 6;
  do
    rosin_format(text, size, "%.*g", digits, value);
  while (digits++ < 17 && rosin_number_read(text, NULL) != value);
}

int rosin_format(char *text, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = rosin_format_list(text, size, format, list);
  va_end(list);
  return length;
}

int rosin_print_list(FILE *to, const char *format, va_list list) {
  target file = {.file = to};
  put_all(&file, format, list);
  return file.failed ? -1 : (int)file.used;
}

int rosin_print(FILE *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = rosin_print_list(to, format, list);
  va_end(list);
  return length;
}
