/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Voices for games: contacts that a physics engine tells some 30 to 120 times a second, as sound.
 *
 * A pool has kinds: pairs of matter by name ("rubber" on "tile"), and effects by the name of a
 * scene. A kind has seats, each a thing that can sound; at most `voices` of all seats do at a time.
 * Who starts a voice gets a handle, and tells it forces, speeds and impulses. Where there are too
 * many, the quietest of the lowest priority is stolen; its handle is dead from then on, and whoever
 * uses it is told so.
 *
 * What is told moves to its place within 20 ms, without a step: through four poles of
 * ROSIN_VOICES_EASE each, half of the way after 13 ms. What is silent is not computed.
 *
 * Two threads: one makes kinds, starts and tells (the game's), one renders (the sound's). They may
 * be the same. Between them is a ring without locks. Real-time safe is what says so.
 */
#ifndef ROSIN_PUBLIC_VOICES_H
#define ROSIN_PUBLIC_VOICES_H

#include "base.h" /* beside this one, here and where both are installed */

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct rosin_voices rosin_voices;
/** A voice that somebody has started; 0: none. It is of one owner, and no seat gives it twice
 *  within a million. */
typedef unsigned rosin_voice;

/** s, of each of the four poles through which what is told goes. */
#define ROSIN_VOICES_EASE 0.0035

/** How a pool is made; all 0: as they stand in rosin_voices_parameters. */
typedef struct rosin_voices_config {
  size_t size;  /**< sizeof(rosin_voices_config) as you were compiled, or 0: as this library was */
  double rate;  /**< Hz */
  int frames;   /**< at most in a call of rosin_voices_render */
  int voices;   /**< that sound at a time */
  int seats;    /**< of all kinds together */
  int kinds;    /**< at most */
  double seed;  /**< of all that is irregular */
  void *memory; /**< for the pool and all that sounds in it; yours, until the pool is freed. NULL,
                     and 0 bytes: all of it is taken from the heap */
  size_t bytes; /**< of that: rosin_voices_bytes, and for each seat rosin_voices_pair_bytes or
                     rosin_voices_effect_bytes */
} rosin_voices_config;

/** What an asking function answers. */
typedef enum {
  ROSIN_VOICES_DONE = 0,
  ROSIN_VOICES_CLAMPED = 1,  /**< done, at an end of the range */
  ROSIN_VOICES_REFUSED = -1, /**< not a number, or of no use to this kind: nothing has changed */
  ROSIN_VOICES_STOLEN = -2,  /**< the voice was stolen from its owner */
  ROSIN_VOICES_GONE = -3,    /**< the voice was stopped, or there never was such a one */
  ROSIN_VOICES_FULL = -4     /**< nobody renders: the ring is full */
} rosin_voices_answer;

/** What became of all that was asked, since the pool was made; and how it stands. */
typedef struct {
  long long started, stopped, stolen; /**< voices */
  long long crowded;                  /**< starts refused: all that sound are more important */
  long long told, clamped, refused;   /**< calls of contact, place, impact and mix */
  long long late;                     /**< calls for a voice that was stolen or gone */
  long long full;                     /**< that found no room in the ring */
  int owned, sounding, asleep; /**< voices now: that have an owner; seats that are computed; seats
                                    of an owner that are silent and not computed */
} rosin_voices_counts_t;

/** The numbers that a pool is made with and told, with unit, range and default: rate, frames,
 * voices, seats, kinds, seed; force, speed, position, size, impulse, gain, pan. The offsets are
 * unused. Real-time safe. */
const rosin_parameter *rosin_voices_parameters(void) ROSIN_NONBLOCKING;
/** What an answer means, one line for people. Real-time safe. */
const char *rosin_voices_word(rosin_voices_answer answer) ROSIN_NONBLOCKING;

/** Bytes of memory for such a pool without its kinds, at any address; 0 and an error. */
size_t rosin_voices_bytes(const rosin_voices_config *config, rosin_error *error);
/** Bytes of memory for one seat of a kind in such a pool, as rosin_voices_pair and
 *  rosin_voices_effect will take them; 0 and an error. One is made on the heap and given back to
 *  know it: of one build of the library the numbers are always the same, so a game may carry them.
 *  Not real-time safe. */
size_t rosin_voices_pair_bytes(const rosin_voices_config *config, const char *rubs,
                               const char *ground, rosin_error *error);
size_t rosin_voices_effect_bytes(const rosin_voices_config *config, const char *scene,
                                 const char *contact, rosin_error *error);
/** A pool. In memory that was handed in nothing is taken from anywhere else, by this function and
 *  all that follow. NULL and an error: a number outside its range, no memory, too little of it.
 */
rosin_voices *rosin_voices_create(const rosin_voices_config *config, rosin_error *error);
/** Frees the bodies; memory that was handed in is yours again. NULL is allowed. */
void rosin_voices_free(rosin_voices *pool);

/** What may rub and be rubbed, by index; NULL behind the last. Real-time safe. */
const char *rosin_voices_matter(int index) ROSIN_NONBLOCKING;
/** A kind: `rubs` slides on `ground`, with so many seats. Where the table of pairs has them,
 * friction is its; else an estimate out of both. Its level is set so that 10 N at 0.3 m/s are -20
 * dBFS, and 5 N s a peak of -12. An index, or -1 and an error: names that there are not, no seats
 * left, too little memory; then nothing was taken. Not real-time safe; not while it is rendered.
 */
int rosin_voices_pair(rosin_voices *pool, const char *rubs, const char *ground, int seats,
                      rosin_error *error);
/** A kind: an embedded scene by name, played by its contact `contact` (NULL: all that
 *  rub, as one), its other gestures as they begin, at its own level. The same as above. */
int rosin_voices_effect(rosin_voices *pool, const char *scene, const char *contact, int seats,
                        rosin_error *error);
/** Where a kind's friction comes from: "Serway", "estimate of wood and stone", "scene rope"; NULL:
 *  there is no such kind. Real-time safe. */
const char *rosin_voices_source(const rosin_voices *pool, int kind) ROSIN_NONBLOCKING;

/** Start a voice of a kind, silent until it is told what happens. Of those that sound one is stolen
 * if there are too many: of the lowest priority, at most `priority`, the quietest; it fades out in
 * 5 ms. 0: all are more important, or there is no such kind. Real-time safe; the game's thread, as
 * all that follow but rosin_voices_render. */
rosin_voice rosin_voices_start(rosin_voices *pool, int kind, int priority) ROSIN_NONBLOCKING;
/** What presses (N) and how fast it slides (m/s, either way), from now on. Real-time safe. */
rosin_voices_answer rosin_voices_contact(rosin_voices *pool, rosin_voice voice, double force,
                                         double speed) ROSIN_NONBLOCKING;
/** Where on the ground (a share of its length), and how large what rubs is (a factor on its
 *  lengths). Of pairs alone. Real-time safe. */
rosin_voices_answer rosin_voices_place(rosin_voices *pool, rosin_voice voice, double position,
                                       double size) ROSIN_NONBLOCKING;
/** A blow (N s) in the next frames; of pairs, and of effects that have something to push. What is
 *  struck gets that momentum, within some milliseconds, and any number of blows may fall into each
 *  other; what comes on top of 9e6 N (by pairs, more than 300 N s at once) is counted as refused.
 *  Real-time safe. */
rosin_voices_answer rosin_voices_impact(rosin_voices *pool, rosin_voice voice,
                                        double newton_seconds) ROSIN_NONBLOCKING;
/** How loud (a factor), and where between left, -1, and right, 1. Real-time safe. */
rosin_voices_answer rosin_voices_mix(rosin_voices *pool, rosin_voice voice, double gain,
                                     double pan) ROSIN_NONBLOCKING;
/** Nobody's from now on: it lifts, rings out and makes room. Real-time safe. */
rosin_voices_answer rosin_voices_stop(rosin_voices *pool, rosin_voice voice) ROSIN_NONBLOCKING;

/** The next frames (1 ... frames) of all that sounds, left and right by turns, full scale 1, which
 * may be passed. 0; or -1 and silence with another number of frames. Real-time safe; the sound's
 * thread. */
int rosin_voices_render(rosin_voices *pool, float *out, int frames) ROSIN_NONBLOCKING;
/** Level of a voice as rendered last (RMS, full scale 1); 0 of none. Real-time safe. */
double rosin_voices_level(const rosin_voices *pool, rosin_voice voice) ROSIN_NONBLOCKING;
/** Real-time safe. */
rosin_voices_counts_t rosin_voices_counts(const rosin_voices *pool) ROSIN_NONBLOCKING;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
