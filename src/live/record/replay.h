/* SPDX-License-Identifier: BSD-3-Clause */
/** A gesture that was recorded while playing (`rosin play --record-gesture`), played
 *  again on the same scene: the same samples. */
#ifndef ROSIN_REPLAY_H
#define ROSIN_REPLAY_H

#include "core/core.h"
#include "live/record/gesture_file.h"

typedef struct rosin_replay rosin_replay;

/** NULL and an error if the file cannot be read. */
rosin_replay *rosin_replay_read(const char *path, rosin_error *error);
void rosin_replay_free(rosin_replay *replay); /**< NULL is allowed */
/** What was recorded: rate, settings, frames. */
const rosin_gesture_file *rosin_replay_file(const rosin_replay *replay);
/** Length, s; of a record that was cut off, to its last event. */
double rosin_replay_duration(const rosin_replay *replay);
/** On a core that was prepared at the recorded rate, of a scene that was given to it, by hand if
 * the record says that it rested. 0, or -1 and an error; borrowed. */
int rosin_replay_begin(rosin_replay *replay, rosin_core *core, rosin_error *error);
/** The next frames. */
void rosin_replay_run(rosin_replay *replay, int frames, float *out);

#endif
