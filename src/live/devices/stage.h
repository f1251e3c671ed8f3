/* SPDX-License-Identifier: BSD-3-Clause */
/** Between a core and the device: what the audio callback runs. */
#ifndef ROSIN_STAGE_H
#define ROSIN_STAGE_H

#include "live/record/record.h"
#include "live/sources.h"

enum { ROSIN_STAGE_LARGEST = 8192 };

typedef struct {
  rosin_sources *sources;        /* and the core that they play */
  rosin_recorder *recorder;      /* or NULL: gets the scene's sound before the level */
  int channels, wide;            /* of the scene, of the device; one goes to both ears */
  float level;                   /* factor to the device */
  long long left;                /* frames to play; < 0: until stopped */
  int fade, fade_length;         /* frames: left of the fade-out, and of all of it */
  _Atomic float peak;            /* at the device, since it was last taken */
  _Atomic float highest;         /* since the start; both before the safety */
  atomic_llong held, not_finite; /* samples: by the safety; made 0 */
  atomic_int stopping, done;
  atomic_llong frames; /* made in all */
  float scene[ROSIN_STAGE_LARGEST * 2];
} rosin_stage;

/** `seconds` <= 0: until stopped. */
void rosin_stage_open(rosin_stage *stage, rosin_sources *sources, int channels, int rate,
                      double level_db, double seconds);
/** The audio callback's work, as a rosin_audio_fill: no allocation, lock or system call. */
void rosin_stage_fill(void *stage, double now, int frames, float *out);

#endif
