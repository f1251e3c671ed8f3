/* SPDX-License-Identifier: BSD-3-Clause */
#include "error.h"
#include "format.h"
#include "memory.h"
#include "number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rosin_text_free(char *text) {
  rosin_free(text);
}

void rosin_error_line(char *text, size_t size) {
  static const char digits[] = "0123456789abcdef";
  for (char *s = text; *s; s++) {
    const unsigned char c = (unsigned char)*s;
    if (c >= ' ' && c != 127)
      continue;
    const size_t room = size - (size_t)(s - text), rest = strlen(s + 1);
    if (room < 5) {
      *s = 0;
      return;
    }
    const size_t kept = rest < room - 5 ? rest : room - 5;
    memmove(s + 4, s + 1, kept);
    s[4 + kept] = 0;
    memcpy(s, (const char[]){'\\', 'x', digits[c >> 4], digits[c & 15]}, 4);
    s += 3;
  }
}

int rosin_fail_first(rosin_error *error, const char *errors) {
  return errors ? rosin_fail(error, "%.*s", (int)strcspn(errors, "\n"), errors)
                : rosin_fail(error, "out of memory");
}

int rosin_fail(rosin_error *error, const char *format, ...) {
  if (error) {
    va_list list;
    va_start(list, format);
    rosin_format_list(error->text, sizeof error->text, format, list);
    va_end(list);
    rosin_error_line(error->text, sizeof error->text);
  }
  return -1;
}

int rosin_error_digits(double x) {
  char text[40];
  rosin_format(text, sizeof text, "%g", x);
  return rosin_number_read(text, NULL) == x ? 6 : 12; /* not NaN */
}
