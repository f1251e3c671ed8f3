/* SPDX-License-Identifier: BSD-3-Clause */
/** The core (rosin/core.h) as devices of ours hold it: every control by its index, events as they
 * are recorded, what is seen. */
#ifndef ROSIN_CORE_H
#define ROSIN_CORE_H

#include "core/sequencer/observe.h"
#include "core/sequencer/sequencer.h"
#include "keys/keys.h"
#include "player/midi/controls.h"
#include "rosin/core.h"

/** Over a scene that is loaded: see `given` and `by_hand` of rosin_core_source. NULL without
 * memory, and an error. */
enum { ROSIN_CORE_WAITS = 2 };
rosin_core *rosin_core_over(rosin_scene *scene, int by_hand, int once, rosin_error *error);
/** Who plays it is told of no errors: a choice of `input` that the scene cannot have is as off, and
 *  a line on stderr says so. Before prepare. */
void rosin_core_forgive_input(rosin_core *core);
/** Bypass as a parameter, off at first, for hosts (see core/bypass.h): no preset's business, kept
 * in the state. Once, after all else. */
void rosin_core_add_bypass(rosin_core *core);
/** A parameter's value as it is said, a number or a word, in its range: 0, or -1 and an error. */
int rosin_core_value_said(const rosin_core *core, int index, const char *text, double *value,
                          rosin_error *error);
/** The observer of what sounds now, NULL if there is none. Valid until the next swap or prepare. */
const rosin_observer *rosin_core_observer(const rosin_core *core);

/** Who plays its keys, NULL before prepare, or if it has none. Audio thread. */
rosin_keyboard *rosin_core_keys(const rosin_core *core);
/** What devices move: all targets of what plays, NULL before prepare. They stay what they are. */
const rosin_targets *rosin_core_targets(const rosin_core *core);
/** Where one of them was sent last, for displays; any thread. */
double rosin_core_target_value(const rosin_core *core, int target);
/** The contact that is played when none is named: of an instrument's bows a middle one, else the
 *  first; "" without any. */
const char *rosin_core_contact(const rosin_core *core);
/** An event, `frame` frames (>= 0) after the begin of the call to come. Real-time safe; audio
 *  thread, after prepare. */
void rosin_core_post(rosin_core *core, int frame, const rosin_event *event);
/** A score for all who play the instrument: borrowed until it is freed, as the controls are (NULL:
 *  those of the parameter). The first's fingerings are pencilled into it. 0, or -1 and an error.
 *  After prepare, between calls; at the begin. */
int rosin_core_score(rosin_core *core, rosin_player_score_t *score, int count,
                     const rosin_controls *controls, rosin_error *error);
/** Called for each event as it takes effect, of what plays now. After prepare, between calls. */
void rosin_core_set_witness(rosin_core *core, rosin_sequencer_witness witness, void *context);

#endif
