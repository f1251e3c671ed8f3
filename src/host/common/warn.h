/* SPDX-License-Identifier: BSD-3-Clause */
/** Warnings about what was asked for and cannot be, and what was heard and should not be: places
 *  beyond a body, friction that drives, bodies that ran away. */
#ifndef ROSIN_WARN_H
#define ROSIN_WARN_H

#include "host/common/options.h"
#include "player/midi/left_out.h"
#include "scene/model/model.h"

/** A line on standard error for each place that is not on its body, and each width that nothing
 *  has. */
void rosin_warn_asked(const rosin_model *model);
/** One for each contact whose solve missed its tolerance, and how often. */
void rosin_warn_missed(const rosin_network *network);
/** One for each contact with a bristle whose forces were, for more than a hundredth of its samples,
 * one of several that agree with its bodies: which, how often, and what to set. Laws without a
 * bristle live with that (docs/laws.md), and the report counts it. `given`: NULL, or what was set
 * of a scene of rosin's own, whose numbers were chosen with that known: then it is said only of
 * contacts whose law was set, and of all if the oversampling was. */
void rosin_warn_several(const rosin_network *network, const rosin_list *given);
/** A line on standard error for each contact of a prepared network whose friction gave a
 *  noticeable share of the energy it took: which, how much, and what to set. */
void rosin_warn_driving(const rosin_network *network);
/** One if `name` ends at `at` s, before the `whole` that it would last or, of notes, whose last
 * event comes then. */
void rosin_warn_cut(const char *name, double at, double whole, int notes);
/** One for each reason for which notes were not played, of so many lists together. */
void rosin_warn_left_out(const rosin_left_out *const *left, int lists);
/** One if the network had to put a body to rest. */
void rosin_warn_rescued(const rosin_statistics *solver);

#endif
