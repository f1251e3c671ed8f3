/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene that is played: events from several sources, each at its frame, into the
 * player or the controls; then the scene's sound. What happens depends on the events
 * and their frames alone, not on how time is cut into calls, so that a recorded
 * gesture gives the same samples again.
 *
 * Events take effect on the grid of the scene's stretches (rosin_scene_stretch): 32 frames,
 * 64 where a player plays without oversampling, fewer beyond a factor of 2. A control glides to its
 * new value over some milliseconds; a jump of a bow would be heard.
 */
#ifndef ROSIN_LIVE_H
#define ROSIN_LIVE_H

#include "live/event.h"
#include "live/queue.h"
#include "live/target.h"

enum { ROSIN_LIVE_GRID = 32, ROSIN_LIVE_SOURCES = 4, ROSIN_LIVE_PENDING = 4096 };

typedef struct rosin_live rosin_live;

/** Called for each event as it takes effect, at its frame; real-time safe. */
typedef void (*rosin_live_witness)(void *context, long long frame, const rosin_event *event);

/** For a scene that was prepared at `rate` Hz; both may not be used otherwise
 *  meanwhile. `rest`: the scene's own gestures do not play, speeds and forces are 0
 *  until somebody moves them, and the instrument's player, if it has one, is made. */
rosin_live *rosin_live_new(rosin_scene *scene, int rate, int rest, rosin_error *error);
void rosin_live_free(rosin_live *live); /**< NULL is allowed; the scene is not freed */

/** Back to frame 0 and to rest: what waited is forgotten, hands have let go, notes are off;
 *  macros and the player's parameters stay as they were set. The same events give the same samples
 *  again. Real-time safe; audio thread only. */
void rosin_live_reset(rosin_live *live);

/** What chance does from the next begin on; before a reset or the first frame. Real-time safe. */
void rosin_live_seed(rosin_live *live, double seed);
/** Whether a scene waits, in silence, from a reset (or frame 0) to the first ROSIN_EVENT_AGAIN; not
 *  by default. */
void rosin_live_set_waiting(rosin_live *live, int waits);
/** Whether the scene's gestures begin again when its duration is over; by default where it has
 *  macros and plays by itself. Real-time safe. */
void rosin_live_set_turning(rosin_live *live, int turns);

/** Whether they were ended (ROSIN_EVENT_END) since they last began. Audio thread. */
int rosin_live_has_ended(const rosin_live *live);

/** How far (s) the gestures have come in what the next frame lets hear, without what they have
 *  stayed; below 0 before they begin. Audio thread. */
double rosin_live_at(const rosin_live *live);

const rosin_targets *rosin_live_targets(const rosin_live *live);
int rosin_live_has_player(const rosin_live *live);
/** Its player, or NULL, for what is no event: tuning, what it hears. Audio thread. */
rosin_player *rosin_live_player(const rosin_live *live);
/** The contact that is played when none is named: of an instrument's bows a middle one,
 *  else the first; "" without any. */
const char *rosin_live_bow(const rosin_live *live);
int rosin_live_channels(const rosin_live *live);
/** Set a target by name, at once, before playing starts. */
int rosin_live_set(rosin_live *live, const char *name, double value, rosin_error *error);
/** Settings of its player, each "player.NAME=VALUE", before playing starts. */
int rosin_live_set_player(rosin_live *live, int settings, const char *const *setting,
                          rosin_error *error);
long long rosin_live_frame(const rosin_live *live); /**< the next one; audio thread only */
/** Events of this scene; one thread may put into it. NULL without memory, or if there
 *  are too many. Before playing starts. */
rosin_queue *rosin_live_source(rosin_live *live);
void rosin_live_set_witness(rosin_live *live, rosin_live_witness witness, void *context);
/** Last value a control was sent to, for displays; any thread. */
double rosin_live_value(const rosin_live *live, int target);
/** Events that took effect, and that found no room; any thread. What ends a note, a pedal or a bow
 *  is never lost: it has room for ROSIN_LIVE_PENDING of its own, and where that is full all ends.
 */
long long rosin_live_happened(const rosin_live *live);
long long rosin_live_lost(const rosin_live *live);

/** Take what the sources have. `now` is the start of this callback; what came since the
 *  one before is spread over its frames as it came, later times wait. Real-time safe. */
void rosin_live_gather(rosin_live *live, double now);
/** An event at a frame that has not been made yet. Real-time safe. */
void rosin_live_post(rosin_live *live, long long frame, const rosin_event *event);
/** Before its first frame: what waits for its frame in another of the same scene waits in this one
 *  instead, as far from its next frame; without a player its gestures go on where they are, with
 *  the same hands, seed and end (see rosin_scene_carry), or begin again where they cannot.
 * Real-time safe; audio thread only. */
void rosin_live_take_over(rosin_live *live, rosin_live *from);
/** Whether it is silent, nothing of it moves, and nothing is to come but by an event. Real-time
 * safe. */
int rosin_live_rests(const rosin_live *live);
/** Whether what it gives is 0 and has been for half a second, or from a reset on. */
int rosin_live_is_at_rest(const rosin_live *live);
/** Whether it has been silent from a reset on. */
int rosin_live_is_silent(const rosin_live *live);
/** Frames by which the sound of an event comes later than the cell of the grid in which it takes
 *  effect: what the scene's decimator keeps back, 0 without oversampling. */
int rosin_live_latency(const rosin_live *live);
/** Move the bow of its player by hand from the next cell on, see rosin_player_bow; nothing without
 * a player. Real-time safe; audio thread only. */
void rosin_live_bow_by_hand(rosin_live *live, int down, double speed, double press);
/** Make the next frames. Real-time safe. */
void rosin_live_run(rosin_live *live, int frames, float *out);

/** Denormal numbers are 0 from here on in this thread, for the same samples wherever a
 *  live scene is run; how it was before, to be given back to a thread that is not ours.
 *  Real-time safe. */
unsigned long rosin_live_no_denormals(void);
void rosin_live_restore_denormals(unsigned long before);

#endif
