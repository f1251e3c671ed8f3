/* SPDX-License-Identifier: BSD-3-Clause */
/** Writing an error. */
#ifndef ROSIN_ERROR_H
#define ROSIN_ERROR_H

#include "rosin.h"

/** Write one line into `error` (which may be NULL); returns -1. Allocates nothing. */
int rosin_fail(rosin_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
