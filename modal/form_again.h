/* SPDX-License-Identifier: BSD-3-Clause */
/** A form's modes with another tension or another fill, as rosin_form_modes gives them, to the bit;
 *  without its shapes, which neither changes, and without memory. */
#ifndef ROSIN_FORM_AGAIN_H
#define ROSIN_FORM_AGAIN_H

#include "rosin.h"

typedef struct rosin_form_plan rosin_form_plan;

/** For a body that rosin_form_modes has made of the same, its `modes`. NULL: neither moves it, or
 *  memory is out. */
rosin_form_plan *rosin_form_plan_new(const rosin_form *form, const rosin_material *material,
                                     const double *value, int modes);
void rosin_form_plan_free(rosin_form_plan *plan);
/** The modes, and their loads if it is a vessel. 0, or -1: they would come in another order.
 *  Real-time safe. */
int rosin_form_again(rosin_form_plan *plan, double tension, double fill, rosin_mode *mode,
                     double *load);

#endif
