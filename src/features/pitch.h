/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The pitch of one voice, every 5 ms, of a sound that is there whole.
 *
 * For each moment candidates are peaks of the normalised square difference (McLeod and Wyvill
 * 2005), of two stretches about that moment that lie a lag apart, so that what is found belongs to
 * the moment and not to one before (pitch_lag.c). Of these, and of silence, the cheapest path is
 * taken (Viterbi; the costs of octaves, of jumps and of beginning to sound after Boersma 1993), so
 * that an octave that is wrong for a moment is known by its neighbours (pitch_path.c).
 *
 * Known limits: what sounds above 4 kHz has no pitch; two voices an octave apart are one.
 */
#ifndef ROSIN_FEATURES_PITCH_H
#define ROSIN_FEATURES_PITCH_H

#include "rosin.h"

enum { ROSIN_PITCH_HOPS = 200 };                              /* moments a second */
enum { ROSIN_PITCH_LOWEST = 38, ROSIN_PITCH_HIGHEST = 4000 }; /* Hz */

/** What sounds about a moment. */
typedef struct {
  float hertz; /* 0: nothing that has a pitch */
  float clear; /* 0 ... 1: the share of the power below 5 kHz that repeats at that pitch */
  float tone;  /* dB re full scale, mean square of what repeats; -120 at the least */
  float level; /* the same of all that sounds, as far up as it goes */
  float chord; /* 1: what repeats most is a pitch without its own lowest partials: several tones */
} rosin_pitch_frame;

typedef struct {
  int frames; /* frame i is about i / ROSIN_PITCH_HOPS s */
  rosin_pitch_frame *frame;
} rosin_pitch_track;

/** Of x[n] at `rate` Hz, 8000 or more: 0, or -1 and an error. Allocates; not real-time safe. */
int rosin_pitch_find(rosin_pitch_track *track, const float *x, long long n, double rate,
                     rosin_error *error);
void rosin_pitch_free(rosin_pitch_track *track); /**< a zeroed one is allowed */
/** Key of a frequency, 69 being 440 Hz. */
double rosin_pitch_key(double hertz);

/* ---- inside --------------------------------------------------------------------- */

enum { ROSIN_PITCH_CANDIDATES = 12, ROSIN_PITCH_PHASES = 8, ROSIN_PITCH_TAPS = 12 };

/** A sound below 5 kHz, at a lower rate. */
typedef struct {
  float *x;    /* owned */
  double *sum; /* [n + 1], owned: of squares before each sample */
  int n;
  double rate;
  double between[ROSIN_PITCH_PHASES][ROSIN_PITCH_TAPS]; /* for values between two samples */
} rosin_pitch_sound;

typedef struct {
  int count;
  float hertz[ROSIN_PITCH_CANDIDATES], strength[ROSIN_PITCH_CANDIDATES]; /* 0 ... 1 */
} rosin_pitch_candidates;

/** x[n] with what is above 5 kHz taken away: 0, or -1 without memory. */
int rosin_pitch_lower(rosin_pitch_sound *sound, const float *x, long long n, double rate);
void rosin_pitch_sound_free(rosin_pitch_sound *sound);
/** Candidates about sample `at`, which may lie anywhere. */
void rosin_pitch_candidates_at(const rosin_pitch_sound *sound, double at,
                               rosin_pitch_candidates *found);
/** Choose one of each, or none: chosen[count], -1 being none. `power` is mean squares, `loudest`
 * their most. 0, or -1 without memory. */
int rosin_pitch_path(const rosin_pitch_candidates *all, const double *power, double loudest,
                     int count, int *chosen);

#endif
