/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The modal bank: second-order modes by the midpoint rule with the pre-warp that
 * keeps both the pole and the stiffness exact (design notes, section 1):
 * r' and m' are chosen so that the discrete pole is e^{(-a + j w_d) T}.
 */
#ifndef ROSIN_MODAL_H
#define ROSIN_MODAL_H

#include "rosin.h"

/** The highest that a mode's frequency may be, a share of the sample rate. */
#define ROSIN_MODE_HIGHEST 0.45

/** Discrete coefficients of one mode. Pure, real-time safe. */
typedef struct {
  double mass;       /* m', kg */
  double resistance; /* r', kg/s */
  double stiffness;  /* k', N/m */
  double keep, pull; /* free mean velocity = keep v - pull x */
  double mobility;   /* T / (2 m' d), m/s/N: mean velocity per newton of mean force */
} rosin_mode_discrete;

void rosin_mode_discretise(const rosin_mode *mode, double period, rosin_mode_discrete *out);
/** 0 if a modal body can be made so at `rate` Hz, else -1 and an error. */
int rosin_modal_check(const rosin_modal_spec *spec, double rate, rosin_error *error);
/** A modal body at rest, of one strand, takes over the motion of the one before it, mode by mode:
 *  what they are in metres and metres a second. That goes on as it was. Real-time safe. */
void rosin_modal_carry(rosin_body *body, rosin_body *before);
/** A modal body becomes, at rest, what one made of so many other modes would be, to the bit: with
 * the same shapes, `load` and `made` as in rosin_modal_spec. Real-time safe. */
void rosin_modal_remake(rosin_body *body, const rosin_mode *mode, const double *load,
                        const rosin_modal_moves *made);

#endif
