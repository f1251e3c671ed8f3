/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Bessel functions of all integer orders at once: J_n and e^-x I_n, tabulated along x by one
 * recurrence a row, which gives every order, and between the rows by their differential equation. A
 * round plate asks for a hundred thousand values of these; each by itself would walk through all
 * orders above its own.
 */
#ifndef ROSIN_BESSEL_H
#define ROSIN_BESSEL_H

/** Rows to 1 in x; there values come at once. */
enum { ROSIN_BESSEL_ROWS = 10 };

typedef struct rosin_bessels rosin_bessels;

/** Values, and slopes with respect to the argument (that of e^-x I is e^-x I'). */
typedef struct {
  double j, dj, i, di;
} rosin_bessel_pair;

/** Orders 0 to `orders`, 0 <= x <= top. One block of memory, which free() gives back; NULL: there
 *  is none. */
rosin_bessels *rosin_bessels_new(int orders, double top);

/** To 1e-14 of the greatest value that the order takes up to there, or better. */
rosin_bessel_pair rosin_bessel_at(const rosin_bessels *table, int order, double x);
/** J_n(x) + share e^-from I_n(x), x <= from. */
double rosin_bessel_sum(const rosin_bessels *table, int order, double x, double share, double from);

#endif
