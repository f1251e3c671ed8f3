/* SPDX-License-Identifier: BSD-3-Clause */
/** Writing an error. */
#ifndef ROSIN_ERROR_H
#define ROSIN_ERROR_H

#include "rosin.h"

#include <stddef.h>

/** Write one line into `error` (which may be NULL), whatever the arguments hold; returns -1.
 *  Allocates nothing. */
int rosin_fail(rosin_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The first line of `errors`, as readers of scenes make them; NULL: memory ran out. Returns -1. */
int rosin_fail_first(rosin_error *error, const char *errors);

/** Data may hold what ends a line: write each control character of `text`, in a room of `size`
 *  bytes, as \xNN; what has no room then is cut off. */
void rosin_error_line(char *text, size_t size);

/** Digits that tell `x` from others, for "%.*g": 6 if that is it to the bit, else 12. */
int rosin_error_digits(double x);

#endif
