/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * One sounding thing of a host whose audio thread makes it: a scene's gesture, or an instrument's
 * note, with inputs by name that move a control period at a time. On the public headers alone;
 * Csound's opcodes and SuperCollider's UGens are this.
 *
 * Where sound waits for nobody's building, a voice is made, and built anew, by one thread beside,
 * and is silent until it is there; offline it is made in place, and the same inputs give the same
 * samples. Functions are for the audio thread and real-time safe, unless they say more; offline
 * they take their time.
 */
#ifndef ROSIN_BINDINGS_VOICE_H
#define ROSIN_BINDINGS_VOICE_H

#include "rosin/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VOICE_INPUTS = 64,
  VOICE_CHANNELS = 8,
  VOICE_CHUNK = 64,
  VOICE_NAME = 64,
  VOICE_SCENE = 256
};

/** What a voice is to be; copied. */
typedef struct {
  const char *scene;
  int by_notes; /* 1: an instrument's notes, else the scene's own gestures */
  int hears;    /* 1: a sound comes in, and does what its input "input" says */
  int channels; /* that somebody listens to: those of the scene */
  double rate;
  int offline;
  int inputs;
  const char *const *name; /* "push", "bow.force", "seed" */
  const double *value;     /* from its begin on */
} voice_wish;

typedef struct voice voice;

/** Two calls around all others, that of a program which loads the code and the one that lets it go:
 * the thread beside. Not real-time safe. 0, or -1: there is none. */
int voices_begin(void);
void voices_end(void);

/** A voice; NULL and an error if there are too many at once, or offline if it cannot be. */
voice *voice_take(const voice_wish *wish, rosin_error *error);
void voice_drop(voice *v); /**< NULL is allowed */
/** Whether it is there: 1; 0, not yet; -1 and an error, said once: it never will be; 0 from then
 * on. */
int voice_ready(voice *v, rosin_error *error);
/** An input, from the next frame on: 0; or -1 and an error, the first time that this input is
 * refused: it stays where it was. */
int voice_input(voice *v, int input, double value, rosin_error *error);
/** Down where `velocity` is above 0: a gesture begins, a note of `key` sounds; while it is down
 * another key bends it. What is no number changes nothing. 0, or -1 and an error, once. */
int voice_note(voice *v, double key, double velocity, rosin_error *error);
/** What comes in with the next frames, as many as these; borrowed until they are made. */
void voice_hear(voice *v, const float *sound);
/** The next frames, up to VOICE_CHUNK: the samples of a channel are in voice_sound. */
void voice_process(voice *v, int frames);
const float *voice_sound(const voice *v, int channel);

#ifdef __cplusplus
}
#endif

#endif
