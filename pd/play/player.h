/* SPDX-License-Identifier: BSD-3-Clause */
/** What objects that play a whole scene have in common: a core as a Pd object. All is called in
 *  Pd's one thread; the engine is made beside it (pd/play/engine.c), from the moment on that the
 *  object is there. What is played meanwhile is kept for it. */
#ifndef ROSIN_PD_SCENE_H
#define ROSIN_PD_SCENE_H

#include "core/core.h"
#include "pd/play/engine.h"

#include <m_pd.h>

enum { ROSIN_PD_CHANNELS = 64, ROSIN_PD_FADE = 1024 }; /* frames: the step of a gain is < -60 dB */

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

struct rosin_pd_player {
  t_object *owner;
  const char *class_name;
  t_canvas *canvas;
  t_symbol *name; /* of the scene */
  /* whether a word among the arguments is a message to the object, and no setting of what builds
   * the scene; level and preset are with all */
  int (*is_message)(const char *key);
  rosin_core *core; /* NULL: it could not be loaded */
  int channels;
  int rate, block;                 /* Hz, frames; 0: not ready */
  rosin_pd_engine engine;          /* on its way, or there */
  int plays;                       /* 1: it sounds */
  int gone;                        /* frames of its fade-out so far, 0: it does not fade */
  double since;                    /* Pd's time at the last block */
  void (*turn)(rosin_pd_player *); /* before each block, if not NULL; real-time safe */
  /* an engine was built anew beside what sounds, which fades into it; if not NULL */
  void (*swapped)(rosin_pd_player *);
  /* whether it holds, which Pd's files say behind a state's end, and plugins do not read; a file
   * that says so was read. NULL: it cannot */
  int (*holds)(const rosin_pd_player *);
  void (*hold)(rosin_pd_player *, int holds);
  t_outlet *info;
  t_clock *clock;   /* says outside perform that a body was put to rest: once */
  t_clock *renewal; /* goes on where an engine could not be swapped yet, and lets old ones go */
  int said;
  int hears;                           /* 1: a sound drives it, at an inlet of its own */
  t_sample *inlet;                     /* that inlet's */
  float *heard;                        /* [block] */
  const float *hearing[1];             /* that, as a core has it */
  float *frames;                       /* [channels * block] */
  t_sample *signal[ROSIN_PD_CHANNELS]; /* the outlets' */
};

void rosin_pd_player_begin(rosin_pd_player *player, t_object *owner, const char *class_name,
                           t_symbol *name);
/** Load its scene: a file beside the patch or on Pd's path, or else an embedded scene, with
 * settings KEY VALUE KEY VALUE ... of what builds it; `gestures`: see rosin_core_source. 0, or -1
 * after errors in Pd's window. */
int rosin_pd_player_load(rosin_pd_player *player, int count, const t_atom *atoms, int gestures);
/** Say what of the same arguments is a message, as that message; when the object is whole. */
void rosin_pd_player_tell(rosin_pd_player *player, int count, t_atom *atoms);
/** An outlet for each channel, or so many where there is no scene. */
void rosin_pd_player_outlets(rosin_pd_player *player, int otherwise);
void rosin_pd_player_end(rosin_pd_player *player);
/** It fades out from the next frame on, within ROSIN_PD_FADE frames. */
void rosin_pd_player_fade(rosin_pd_player *player);
/** Into the DSP chain: 1 if another rate made its sound end, else 0. */
int rosin_pd_player_dsp(rosin_pd_player *player, t_signal **signals);
/** Frames after the begin of the block to come at which what happens now belongs. */
int rosin_pd_player_frame(const rosin_pd_player *player);
/** Let so many frames pass unheard. */
void rosin_pd_player_skip(rosin_pd_player *player, int frames);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
