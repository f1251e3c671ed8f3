/* SPDX-License-Identifier: BSD-3-Clause */
/** A contact that has no load stands aside in a group that is solved again and again: it keeps its
 *  place, and its law is this one, which gives no force and is never asked. */
#ifndef ROSIN_NOTHING_H
#define ROSIN_NOTHING_H

#include "friction/law.h"

extern const rosin_law_ops rosin_law_nothing;

#endif
