/* SPDX-License-Identifier: BSD-3-Clause */
/** The one reader and the one writer of numbers: the decimal point is a point whatever the locale
 * of the process, and so whatever host a plugin is in, and the bytes are the same on every system.
 *  All are pure, allocate nothing, know no locale: real-time safe. */
#ifndef ROSIN_NUMBER_H
#define ROSIN_NUMBER_H

#include <stddef.h>

/** The number that `text` begins with, after white space, to the nearest double; `end` (which may
 *  be NULL) comes after it, or to `text` if there is none. As strtod() in the "C" locale: decimal,
 *  hexadecimal, inf, nan. What is too large is infinite, what is too small 0; errno is left alone.
 */
double rosin_number_read(const char *text, char **end);

/** `count` numbers with white space between them: what follows them and more white space; NULL if
 *  they are not there. */
const char *rosin_number_list(const char *text, int count, double *value);

enum { ROSIN_NUMBER_PRECISION = 1100, ROSIN_NUMBER_ROOM = 1500 };

/** `x` as printf() writes it by the conversion `kind`, of eEfFgG, in the "C" locale, with
 * `precision` digits (below 0: 6; at most ROSIN_NUMBER_PRECISION), without a sign; `alternate`: its
 * '#'. Length of what is in `text`. */
int rosin_number_write(char text[ROSIN_NUMBER_ROOM], char kind, int precision, int alternate,
                       double x);

#endif
