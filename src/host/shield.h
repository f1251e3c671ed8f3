/* SPDX-License-Identifier: BSD-3-Clause */
/** libsndfile and libFLAC do not look at every allocation they make. While they read or write a
 *  file, a fault of memory ends the command in one line, without a temporary file; anywhere else a
 *  fault stays what it is. */
#ifndef ROSIN_SHIELD_H
#define ROSIN_SHIELD_H

/** Remember that the temporary file of `path` goes if it comes to that. Of no account without
 *  memory. */
void rosin_shield_file(const char *path);
/** From here on, until lowered by 0, a fault is taken for want of memory. */
void rosin_shield_raise(int raised);

#endif
