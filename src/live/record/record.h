/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound and gesture as they are played, into files: the audio thread puts into rings,
 *  a thread of ours writes. */
#ifndef ROSIN_RECORD_H
#define ROSIN_RECORD_H

#include "core/sequencer/sequencer.h"
#include "live/queue.h"
#include "scene/sound/sound_file.h"

typedef struct rosin_recorder rosin_recorder;

typedef struct {
  const char *sound, *gesture; /* paths, NULL: not that */
  rosin_sample_format format;
  int rate, channels, rest, sets;
  const char *const *set;
  const rosin_targets *targets;
} rosin_record_setup;

rosin_recorder *rosin_recorder_open(const rosin_record_setup *setup, rosin_error *error);
/** Real-time safe. */
void rosin_recorder_sound(rosin_recorder *recorder, const float *frames, int count);
/** As a rosin_sequencer_witness. Real-time safe. */
void rosin_recorder_event(void *recorder, long long frame, const rosin_event *event);
/** Write the rest; files get their names, also those that could not be written to their end
 *  (a take is kept as far as it goes). Until then they are called as in temporary.h, and are
 *  brought up to date twice a second, so that they can be read if the process is killed. `frames`
 * were made in all. 0, or -1 after saying what was lost. NULL is allowed. */
int rosin_recorder_close(rosin_recorder *recorder, long long frames);

#endif
