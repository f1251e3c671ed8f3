/* SPDX-License-Identifier: BSD-3-Clause */
/** libsndfile and libFLAC do not look at every allocation they make. In a call of theirs, and
 * nowhere else, a fault of memory ends the command in one line, without a temporary file; one of
 * our own stays what it is (sound/within.h). */
#ifndef ROSIN_SHIELD_H
#define ROSIN_SHIELD_H

/** Remember that the temporary file of `path` goes if it comes to that. Of no account without
 *  memory. */
void rosin_shield_file(const char *path);
/** From here on such a fault is taken for want of memory. */
void rosin_shield_up(void);

#endif
