/* SPDX-License-Identifier: BSD-3-Clause */
/** A bow that is thrown on a string and bounces. The stick turns about the frog, its hair is a
 *  spring that gives way under it and throws it back (the law `impact`); the hand throws it down,
 *  bears on it while it touches and catches it as it flies. What presses the string is the hair. */
#ifndef ROSIN_BOUNCE_H
#define ROSIN_BOUNCE_H

#include "friction/scalar.h"

enum { ROSIN_BOUNCE_STATES = 8 };

typedef struct {
  rosin_law hair;
  double state[ROSIN_BOUNCE_STATES]; /* its */
  double mass;                       /* kg, of the stick as the hair feels it */
  double stiffness;                  /* N/m, of the hair alone */
  double hardness;                   /* kg/s, of what it falls on: force over the speed it stops */
  double height;                     /* m above where it touches, < 0: pressed */
  double speed;                      /* m/s, upwards */
  double force;                      /* N on the string, now */
  double push;                       /* N downwards, of hand and weight, in the last step */
  double bears;                      /* N of them while it touches */
  double now, began, lands; /* s: of the last step; of the stroke, and when it shall land */
  int landed;               /* since then */
  int string;               /* it is on, or was last */
  double handed, lost;      /* J: from hand and weight, and in the hair */
} rosin_bounce;

/** At rest above the strings, with hair of so many m. */
void rosin_bounce_start(rosin_bounce *bounce, double length);
/** A stroke that begins at `began` (s), now or soon, on a string (its number) that gives way itself
 *  by `stiffness` (N/m), with the hair or, `wood`, with the stick, which gives way no further; if
 *  the bow still presses another string, it leaves that at once. */
void rosin_bounce_throw(rosin_bounce *bounce, double began, int string, double stiffness, int wood);
/** Go on to `now` (s); the stroke shall press by `most` (N, > 0) at its height. After more than a
 * fifth of a second without a step it is at rest above the strings. Real-time safe, as are all. */
void rosin_bounce_step(rosin_bounce *bounce, double now, double most);
/** J, of the stick and of the hair that is pressed. */
double rosin_bounce_energy(const rosin_bounce *bounce);

#endif
