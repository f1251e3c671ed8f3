/* SPDX-License-Identifier: BSD-3-Clause */
/** printf() without a locale: all that rosin writes with a number in it goes through these, and is
 *  the same bytes in every host and on every system. Conversions: d i u x X o c s p e f g E F G and
 *  two percent signs, with - + space # 0, width, precision and the lengths hh h l ll z j t. */
#ifndef ROSIN_FORMAT_H
#define ROSIN_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/** Into `text` of `size` bytes as snprintf() does: the length that all of it would have. Allocates
 *  nothing. */
int rosin_format(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int rosin_format_list(char *text, size_t size, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));

/** A number with as few digits, six or more, as read back to it, up to the 17 that always do. */
void rosin_format_shortest(char *text, size_t size, double value);

/** To a file; below 0: it could not be written. */
int rosin_print(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int rosin_print_list(FILE *to, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

#endif
