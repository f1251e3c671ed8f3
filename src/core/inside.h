/* SPDX-License-Identifier: BSD-3-Clause */
/** What a core has inside, for the files of this room. */
#ifndef ROSIN_CORE_INSIDE_H
#define ROSIN_CORE_INSIDE_H

#include "core/engine.h"
#include "core/level.h"
#include "player/midi/midi.h"

enum {
  ROSIN_CORE_CHUNK = 256, /* frames that are made at once */
  ROSIN_CORE_GRID = 64    /* frames between cells of the grid, at most */
};

/** See picture.c. */
typedef struct {
  _Atomic unsigned turn; /* odd while it is written; 0: nothing yet */
  _Atomic int contact, regime, moves;
  _Atomic double force, velocity, slips, pitch;
  _Atomic float shape[ROSIN_CORE_SHAPE];
  _Atomic int looked; /* somebody has, since the last call */
  double phase;       /* these of the audio thread */
  long long since, wait;
} rosin_core_published;

struct rosin_core {
  char *title;
  rosin_engine_plan plan; /* owns what its source points to */
  rosin_scene *model;     /* for its tables; never prepared */
  int rows, channels;
  int bow; /* first of the rows of a bow by hand, if there are any */
  rosin_core_row row[ROSIN_CORE_PARAMETERS];
  _Atomic double value[ROSIN_CORE_PARAMETERS];
  double modulation[ROSIN_CORE_PARAMETERS]; /* audio thread: what a host adds for a while */
  double applied[ROSIN_CORE_PARAMETERS];    /* audio thread: what the engine has heard of */
  long long due[ROSIN_CORE_PARAMETERS];     /* frame of the engine by which it has taken effect */
  rosin_engine *engine, *fading, *retired;
  int faded; /* frames */
  rosin_level level;
  rosin_midi midi;
  rosin_core_published published;
  float *now, *before; /* [CHUNK * channels] of both engines */
};

int rosin_core_has(const rosin_core *core, int index);
void rosin_core_free_engines(rosin_core *core);
/** A value with what modulates it. */
double rosin_core_meant(const rosin_core *core, int index);
/** Let something happen `frame` frames after the begin of the call to come. */
void rosin_core_post(rosin_core *core, int frame, const rosin_event *event);
void rosin_core_begin_gesture(rosin_core *core, int frame);
float rosin_core_gain(double decibel);
/** After each call of the audio thread. */
void rosin_core_publish(rosin_core *core, int frames);

#endif
