/* SPDX-License-Identifier: BSD-3-Clause */
/** Straight lines and power laws through points, and runs: what edges of a map are made of. */
#ifndef ROSIN_LINE_H
#define ROSIN_LINE_H

/** Sums of a straight line's least squares; all zero at first. */
typedef struct {
  double n, x, y, xx, xy;
} rosin_line;

void rosin_line_add(rosin_line *line, double x, double y);
/** How many points the line offset + slope x rests on; 0: there is none. */
int rosin_line_fit(const rosin_line *line, double *offset, double *slope);

/** A limit of the force over the place as a power law, force = at_tenth (place / 0.1)^power. */
typedef struct {
  double at_tenth, power; /* N */
  int columns;            /* places it rests on; < 2: there is no line */
} rosin_limit;

/** Add one place to the lines whose logarithms `lower` and `upper` sum up: `force` (N, [count],
 *  rising or falling) and whether each is `good`. Its longest run of good ones, of three at
 *  least, tells the limits; an end of it that is the end of the column, or no force at all,
 *  tells none. */
void rosin_limit_add(rosin_line *lower, rosin_line *upper, double place, const double *force,
                     const char *good, int count);
rosin_limit rosin_limit_fit(const rosin_line *line);

/** The longest run of those that are good: its length, and where it begins. */
int rosin_longest_run(const char *good, int count, int *from);

#endif
