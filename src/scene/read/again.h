/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene's banks as they are built where its macros are now. */
#ifndef ROSIN_READ_AGAIN_H
#define ROSIN_READ_AGAIN_H

#include "scene/model/model.h"

/** The modes of a body, made anew from its own: 1 if they are others than they were, 0 if not, -1
 * if it must be read again: there would be fewer or more of them, or one above `highest` Hz.
 * Real-time safe. */
int rosin_model_again(rosin_model *model, int body, double highest);

#endif
