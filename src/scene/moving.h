/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * All controls of a scene that move: by gestures, by macros, and those that somebody
 * moves from stretch to stretch (ramps). A control has one master: who takes it from
 * outside has it until the start.
 */
#ifndef ROSIN_MOVING_H
#define ROSIN_MOVING_H

#include "keep.h"
#include "scene/model/model.h"

typedef struct rosin_moving rosin_moving;

/** Of a built scene at `rate` Hz, in stretches of up to `stretch` samples; both must
 *  outlive it. NULL without memory. */
rosin_moving *rosin_moving_new(const rosin_model *model, const rosin_built *built, double rate,
                               int stretch);
void rosin_moving_free(rosin_moving *moving); /**< NULL is allowed */
/** List what it writes to (keep.h). */
void rosin_moving_pieces(rosin_moving *moving, rosin_kept *kept);
/** The model's numbers have changed, not which gestures there are; to be started anew.
 *  Real-time safe. */
void rosin_moving_renew(rosin_moving *moving);
/** The seeds of the model's gestures have changed. Real-time safe. */
void rosin_moving_reseed(rosin_moving *moving);
/** Back to time 0: all gestures are masters again, macros stay where they are. Real-time safe. */
void rosin_moving_start(rosin_moving *moving);
/** Go on where another of the same scene is, `ahead` samples before what it has made, at sample
 *  `first` of its gestures, with the same hands: what it moves is there at once. -1 where something
 *  else moves it; nothing has changed then. Real-time safe. */
int rosin_moving_carry(rosin_moving *moving, const rosin_moving *from, long long first,
                       long long ahead);
/** Macros have been turned: go where they send. Real-time safe. */
void rosin_moving_aim(rosin_moving *moving);
/** All banks' frequencies by that factor more than gestures and macros have them, masses by one
 * over it; kept over a start. For a scene on such terms (rosin_terms). Real-time safe. */
void rosin_moving_transpose(rosin_moving *moving, double factor);
/** As it was first; before a start. Real-time safe. */
void rosin_moving_untranspose(rosin_moving *moving);
/** Feed the gestures' next `frames` values, from sample `first` on. Real-time safe. */
void rosin_moving_gestures(rosin_moving *moving, long long first, int frames);
/** Feed the ramps' next `frames` values. Real-time safe. */
void rosin_moving_ramps(rosin_moving *moving, int frames);
/** Gestures stay where they are as soon as they have come to `seconds` (0: at once; infinity:
 * never); what wanders goes on wandering, sines go round, ways (rosin_macro_effect) go on at their
 * pace. They go on from there. Kept over a start. Real-time safe. */
void rosin_moving_stay(rosin_moving *moving, double seconds);
/** Samples that they have stayed since the start. Real-time safe. */
long long rosin_moving_stayed(const rosin_moving *moving);
/** After the gestures' next `frames` values, from sample `first` on: once they are over
 *  (rosin_model_ends), what moves the scene stops, and what presses it lifts at the end of its
 * tail. Not for gestures that come round, nor while somebody else holds a force or a speed.
 * Real-time safe. */
void rosin_moving_let_go(rosin_moving *moving, long long first, int frames);
/** It ends from the next sample on, until the start: what is pressed as it moves is lifted.
 *  Real-time safe. */
void rosin_moving_end(rosin_moving *moving);
/** As all begins: it has ended long ago, so that nothing moves and nothing presses from the first
 *  sample on, until the gestures begin. Real-time safe. */
void rosin_moving_still(rosin_moving *moving);
/** Samples since it ended; -1: it has not. Real-time safe. */
long long rosin_moving_ended(const rosin_moving *moving);
/** Before a start that is no rewind: what was let go is held as it was. Real-time safe. */
void rosin_moving_resume(rosin_moving *moving);
/** Whether the tail is over, too: nothing is held any more, and nothing is heard, whatever still
 *  moves. `quiet`: samples since something else drove it (LLONG_MAX: nothing does), which has a
 * tail as well. Real-time safe. */
int rosin_moving_has_gone(const rosin_moving *moving, long long quiet);
/** Instead of rosin_moving_gestures and rosin_moving_let_go, of what has gone. Real-time safe. */
void rosin_moving_pass(rosin_moving *moving, int frames);
/** The end of the tail, of the last samples that were let go; `quiet` as above. Real-time safe. */
void rosin_moving_fade(const rosin_moving *moving, long long quiet, double *level, int frames);
/** The macros' factor on the gain, sample by sample. Real-time safe. */
void rosin_moving_level(rosin_moving *moving, double *level, int frames);
/** A control is held from outside. Real-time safe. */
void rosin_moving_take(rosin_moving *moving, int control);
/** A ramped control that was taken goes on from where it is. Real-time safe. */
void rosin_moving_give_back(rosin_moving *moving, int control);
/** Take a control to be ramped: an index, or -1 without memory. */
int rosin_moving_ramp_add(rosin_moving *moving, int control);
/** Be at `target` at the end of the coming stretch. Real-time safe. */
void rosin_moving_ramp(rosin_moving *moving, int ramp, double target);
/** Be there at once. Real-time safe. */
void rosin_moving_ramp_jump(rosin_moving *moving, int ramp, double value);
/** All of them where the network holds their controls: after a rewind, as when they were added. */
void rosin_moving_ramps_begin(rosin_moving *moving);
/** Nobody moves them any more: they stay until the next rewind, and are the scene's then. */
void rosin_moving_ramps_drop(rosin_moving *moving);

#endif
