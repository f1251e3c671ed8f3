/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of a scene, for the files that make it up: opened in open.c, run in scene.c, turned
 *  while it runs in turn.c. */
#ifndef ROSIN_SCENE_RUNNING_H
#define ROSIN_SCENE_RUNNING_H

#include "scene/moving.h"
#include "scene/scene.h"
#include "scene/sound/decimate.h"
#include "scene/space/space.h"

enum { ROSIN_STRETCH = 64 }; /* engine samples */

/** First-order highpass of an output, -3 dB at its corner; what a steady force on a
 *  bridge does not do to a microphone. */
typedef struct {
  double pole, gain, in, out;
} rosin_highpass;

struct rosin_scene {
  double length; /* s, if it is not the scene's own */
  rosin_model *model;
  rosin_built built;
  int rate, channels, oversample, block;
  rosin_moving *moving;
  rosin_space *space;
  double (*mix)[ROSIN_MODEL_CHANNELS]; /* [outputs] gain to each channel */
  rosin_highpass *highpass;            /* [outputs] */
  double *signal;                      /* [ROSIN_STRETCH] */
  double *mixed;                       /* [ROSIN_STRETCH * channels] */
  double side[2], side_to[2];          /* factors on left and right, now and after a stretch */
  float *stretch, *fifo;
  int waiting; /* frames in fifo */
  int latency; /* frames */
  rosin_decimator *decimator;
  long long done; /* engine samples */
  rosin_scene_driver driver;
  void *driver_context;
  char **probe;
  int probes;
  rosin_scene_tap tap;
  void *tap_context;
};

#endif
