/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * One seat as the thread of the sound has it: a scene, what moves it, and how it comes out. A pair
 * of matter and an effect are the same here.
 *
 * Life: idle -> begun -> (asleep <-> sounding) -> let go -> idle. Whoever is begun while it sounds
 * fades out first; what is told meanwhile waits.
 */
#ifndef ROSIN_VOICES_VOICE_H
#define ROSIN_VOICES_VOICE_H

#include "rosin.h"
#include "rosin/scene.h"
#include "voices/ease.h"

enum { ROSIN_VOICE_STRETCH = 64, ROSIN_VOICE_RUBS = 8 };

/** What moves within the scene; the last is a blow's. */
enum { VOICE_FORCE, VOICE_SPEED, VOICE_POSITION, VOICE_SIZE, VOICE_PUSH, VOICE_CONTROLS };

/** What is told. */
typedef struct {
  double value[VOICE_PUSH]; /* N, m/s, share, factor */
  double gain, pan;
} rosin_voice_wish;

/** Blows: all that was struck, through two equal poles, so that any number may fall into each
 *  other and the momentum of each comes through whole. */
typedef struct {
  double waits;         /* N s, of blows that begin with the next sample */
  double first, second; /* N; the second is the force */
  double share, pace;   /* of each pole: see rosin_ease_step; that by the rate, 1/s */
  int goes_on;
} rosin_voice_blows;

typedef enum { VOICE_IDLE, VOICE_OWNED, VOICE_RELEASED, VOICE_FADES } rosin_voice_state;

typedef struct {
  rosin_scene *scene;
  rosin_network *network;
  int control[VOICE_CONTROLS];        /* of the network; -1: it has none */
  int rubs, rub[ROSIN_VOICE_RUBS][2]; /* force and speed of further contacts that move with it */
  double rate, engine_rate;           /* Hz, of frames and of the network */
  double level, knock;                /* factors on the sound, and on that of what is struck */
  int channels, made;                 /* that are heard; that the scene makes */
  int struck;                         /* the second channel is of what is struck alone */
  double share, share_out;            /* see rosin_ease_step */

  rosin_voice_state state;
  unsigned owner; /* its handle, and of whoever waits for the fade; 0: nobody */
  unsigned next;
  int again, fade; /* next begins after it; frames left of it */
  rosin_voice_wish wish;
  rosin_ease ease[VOICE_PUSH], side[2];
  rosin_voice_blows blows;
  long long refused;   /* blows that came on top of more than it takes at once */
  double waiting_blow; /* N s, for whoever waits */
  double quiet;        /* s below hearing, with nothing that moves */
  double rings;        /* s since it was let go */
  double loud;         /* RMS of the last call */
  int asleep;
  double feed[VOICE_CONTROLS][ROSIN_VOICE_STRETCH];
} rosin_voice_sound;

/** Around a prepared scene: takes its contact (NULL: all that rub, as one) over. 0, or -1 and an
 * error. */
int rosin_voice_open(rosin_voice_sound *v, rosin_scene *scene, const char *contact, double rate,
                     rosin_error *error);
/** How long a blow takes, s: as long as a half sine of that length, by its second moment. */
void rosin_voice_soften(rosin_voice_sound *v, double seconds);
/** Its level as it is heard, of a pair: 10 N at 0.3 m/s as -20 dBFS, 5 N s as a peak of -12. `out`
 *  has room for 64 frames. */
void rosin_voice_measure(rosin_voice_sound *v, float *out);
/* Real-time safe, all that follows. */
void rosin_voice_reset(rosin_voice_sound *v);
/** The seat is somebody else's from now on. */
void rosin_voice_begin(rosin_voice_sound *v, unsigned owner);
void rosin_voice_tell(rosin_voice_sound *v, int control, double value);
void rosin_voice_mix(rosin_voice_sound *v, double gain, double pan);
/** So many N s more, from the next sample on. */
void rosin_voice_strike(rosin_voice_sound *v, double impulse);
void rosin_voice_let_go(rosin_voice_sound *v);
/** Out in 5 ms, and idle. */
void rosin_voice_fade(rosin_voice_sound *v);
/** Add what was made to `out`, at its level and place; the mean square of that, and its `peak` so
 * far. */
double rosin_voice_mix_in(rosin_voice_sound *v, float *out, int frames, const float *made,
                          double *peak);
/** Add the next frames to `out`, left and right by turns; `made` has room for their channels. The
 *  handle of a voice that has ended in them, or 0. */
unsigned rosin_voice_add(rosin_voice_sound *v, float *out, int frames, float *made);

#endif
