/* SPDX-License-Identifier: BSD-3-Clause */
/** A file of notes, whole. */
#ifndef ROSIN_BYTES_H
#define ROSIN_BYTES_H

#include "rosin.h"

/** Its bytes (malloc'ed) and how many; NULL and an error if it cannot be read, or is larger than
 *  64 MB. */
unsigned char *rosin_bytes_read(const char *path, long *size, rosin_error *error);

#endif
