/* SPDX-License-Identifier: BSD-3-Clause */
/** Names that are nearly those that were written, for "did you mean". */
#ifndef ROSIN_NEAR_H
#define ROSIN_NEAR_H

enum { ROSIN_NEAR_NAME = 64 }; /* of longer names only so much counts */

/** The nearest name so far, and how far it is. */
typedef struct {
  const char *wanted, *nearest;
  int least;
} rosin_near;

/** Begin to look for `wanted`. */
rosin_near rosin_near_to(const char *wanted);
/** Is this one nearer? `name` must outlive the search. */
void rosin_near_consider(rosin_near *near, const char *name);
/** The nearest name if it is near enough to be meant, or NULL. */
const char *rosin_near_meant(const rosin_near *near);

#endif
