/* SPDX-License-Identifier: BSD-3-Clause */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int rosin_fail(rosin_error *error, const char *format, ...) {
  if (error) {
    va_list list;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
  }
  return -1;
}
