/* SPDX-License-Identifier: BSD-3-Clause */
/** Records in order of their keys, however many: what memory does not hold lies in a file without a
 *  name. Memory: the room that it is given, and 16 kB for each of some hundred stretches of that
 *  file. */
#ifndef ROSIN_SORTER_H
#define ROSIN_SORTER_H

#include "rosin.h"

#include <stddef.h>

typedef struct rosin_sorter rosin_sorter;

/** `folder`: where the file without a name lies; `room`: bytes of records that are held, more
 *  than any record has. NULL and an error. */
rosin_sorter *rosin_sorter_new(const char *folder, size_t room, rosin_error *error);
/** A record of at most 128 kB; of several with one key the last that was added stays. 0, or -1 and
 *  an error. */
int rosin_sorter_add(rosin_sorter *sorter, long long key, const void *record, size_t size,
                     rosin_error *error);
/** All are in: what next() gives is the first. 0, or -1 and an error. */
int rosin_sorter_end(rosin_sorter *sorter, rosin_error *error);
/** The next record, the caller's until the next call: 1; 0 at the end; -1 and an error. */
int rosin_sorter_next(rosin_sorter *sorter, char **record, size_t *size, rosin_error *error);
void rosin_sorter_free(rosin_sorter *sorter); /**< NULL is allowed */

#endif
