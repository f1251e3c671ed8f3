/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene that is played, by whatever face: events, each at its frame, into the
 * player or the controls; then the scene's sound. What happens depends on the events
 * and their frames alone, not on how time is cut into calls, so that a recorded
 * gesture gives the same samples again.
 *
 * Events take effect on the grid of the scene's stretches (rosin_scene_stretch): 32 frames,
 * 64 where a player plays without oversampling, fewer beyond a factor of 2. A control glides to its
 * new value over some milliseconds; a jump of a bow would be heard.
 */
#ifndef ROSIN_SEQUENCER_H
#define ROSIN_SEQUENCER_H

#include "core/sequencer/event.h"
#include "core/sequencer/target.h"

enum { ROSIN_SEQUENCER_GRID = 32, ROSIN_SEQUENCER_PENDING = 4096 };

typedef struct rosin_sequencer rosin_sequencer;

/** Called for each event as it takes effect, at its frame; real-time safe. */
typedef void (*rosin_sequencer_witness)(void *context, long long frame, const rosin_event *event);

/** Called with what players are told, at its frame, as it takes effect; real-time safe. */
typedef void (*rosin_sequencer_listener)(void *context, long long frame,
                                         const rosin_player_event_t *event);

/** For a scene that was prepared at `rate` Hz; both may not be used otherwise
 *  meanwhile. `rest`: the scene's own gestures do not play, speeds and forces are 0
 *  until somebody moves them, and the instrument's player, if it has one, is made. */
rosin_sequencer *rosin_sequencer_new(rosin_scene *scene, int rate, int rest, rosin_error *error);
void rosin_sequencer_free(
    rosin_sequencer *sequencer); /**< NULL is allowed; the scene is not freed */

/** Back to frame 0 and to rest: what waited is forgotten, hands have let go, notes are off;
 *  macros and the player's parameters stay as they were set. The same events give the same samples
 *  again. Real-time safe; audio thread only. */
void rosin_sequencer_reset(rosin_sequencer *sequencer);

/** What chance does from the next begin on; before a reset or the first frame. Real-time safe. */
void rosin_sequencer_seed(rosin_sequencer *sequencer, double seed);
/** Whether a scene waits, in silence, from a reset (or frame 0) to the first ROSIN_EVENT_AGAIN; not
 *  by default. */
void rosin_sequencer_set_waiting(rosin_sequencer *sequencer, int waits);
/** Whether the scene's gestures begin again when its duration is over; by default where it has
 *  macros and plays by itself. Real-time safe. */
void rosin_sequencer_set_turning(rosin_sequencer *sequencer, int turns);

/** Nothing will happen to a scene, if it plays by itself: it runs by as many frames as are asked
 * for, not by cells, without latency, and may be rewound, held and ended by whoever has it between
 *  calls of at most as many frames as it was prepared for. Before the first frame. */
void rosin_sequencer_leave_alone(rosin_sequencer *sequencer);

/** Whether they were ended (ROSIN_EVENT_END) since they last began. Audio thread. */
int rosin_sequencer_has_ended(const rosin_sequencer *sequencer);

/** How far (s) the gestures have come in what the next frame lets hear, without what they have
 *  stayed; below 0 before they begin. Audio thread. */
double rosin_sequencer_at(const rosin_sequencer *sequencer);

const rosin_targets *rosin_sequencer_targets(const rosin_sequencer *sequencer);
/** Its player, or NULL, for what is no event: tuning, what it hears. Audio thread. */
rosin_player *rosin_sequencer_player(const rosin_sequencer *sequencer);
/** Set a target by its index, with a value in its range, at once, before playing starts. */
void rosin_sequencer_put(rosin_sequencer *sequencer, int target, double value);
long long
rosin_sequencer_frame(const rosin_sequencer *sequencer); /**< the next one; audio thread only */
void rosin_sequencer_set_witness(rosin_sequencer *sequencer, rosin_sequencer_witness witness,
                                 void *context);
/** Who is told what players are told, where there is none, in place of the plain hand; NULL: that.
 */
void rosin_sequencer_set_listener(rosin_sequencer *sequencer, rosin_sequencer_listener listener,
                                  void *context);
/** Last value a control was sent to, for displays; any thread. */
double rosin_sequencer_value(const rosin_sequencer *sequencer, int target);
/** Events that took effect, and that found no room; any thread. What ends a note, a pedal or a bow
 *  is never lost: it has room for ROSIN_SEQUENCER_PENDING of its own, and where that is full all
 * ends.
 */
long long rosin_sequencer_happened(const rosin_sequencer *sequencer);
long long rosin_sequencer_lost(const rosin_sequencer *sequencer);

/** An event at a frame that has not been made yet. Real-time safe. */
void rosin_sequencer_post(rosin_sequencer *sequencer, long long frame, const rosin_event *event);
/** The same if fewer than `room` wait there; where not, what ends something ends all, and else it
 * is counted as lost. Real-time safe. */
void rosin_sequencer_admit(rosin_sequencer *sequencer, long long frame, const rosin_event *event,
                           int room);
/** The first that waits, taken out, and its frame: 1, or 0 if nothing does. Real-time safe; audio
 *  thread only. */
int rosin_sequencer_give(rosin_sequencer *sequencer, long long *frame, rosin_event *event);
/** Before its first frame: what waits for its frame in another of the same scene waits in this one
 *  instead, as far from its next frame; without a player its gestures go on where they are, with
 *  the same hands, seed and end (see rosin_scene_carry), or begin again where they cannot.
 * Real-time safe; audio thread only. */
void rosin_sequencer_take_over(rosin_sequencer *sequencer, rosin_sequencer *from);
/** Whether it is silent, nothing of it moves, and nothing is to come but by an event. Real-time
 * safe. */
int rosin_sequencer_rests(const rosin_sequencer *sequencer);
/** Whether what it gives is 0 and has been for half a second, or from a reset on. */
int rosin_sequencer_is_at_rest(const rosin_sequencer *sequencer);
/** Whether it has been silent from a reset on. */
int rosin_sequencer_is_silent(const rosin_sequencer *sequencer);
/** Frames by which the sound of an event comes later than the cell of the grid in which it takes
 *  effect: what the scene's decimator keeps back, 0 without oversampling. */
int rosin_sequencer_latency(const rosin_sequencer *sequencer);
/** Move the bow of its player by hand from the next cell on, see rosin_player_bow; nothing without
 * a player. Real-time safe; audio thread only. */
void rosin_sequencer_bow_by_hand(rosin_sequencer *sequencer, int down, double speed, double press);
/** Make the next frames. Real-time safe. */
void rosin_sequencer_run(rosin_sequencer *sequencer, int frames, float *out);

#endif
