/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Workloads for timing: what they are (playing.c, workloads.c, shipped.c), how they are built and
 * run (world.c), which regime they are in (judge.c), what they take (measure.c). A workload names
 * the regime it is meant to be in; one that is in another is no measurement.
 *
 * Only the public interface and the scene's taps are used, so that the same source times older
 * engines.
 */
#ifndef BENCH_H
#define BENCH_H

#include "rosin.h"

#include <stdio.h>

enum {
  BENCH_SETTINGS = 12,
  BENCH_JUDGED = 4,
  BENCH_NAME = 64,
  BENCH_OTHERS = 4,
  BENCH_COPIES = 16
};

/** What a contact does over a stretch of time. */
typedef enum {
  BENCH_NONE,      /**< the reference loop: there is no contact */
  BENCH_SILENT,    /**< nothing presses, nothing ever moved */
  BENCH_DECAYED,   /**< nothing presses, and what moved is 80 dB below what it was */
  BENCH_RINGING,   /**< nothing presses, something moves */
  BENCH_STICKING,  /**< the surface follows the hand */
  BENCH_SLIPPING,  /**< it never does */
  BENCH_STICKSLIP, /**< now the one, now the other, 5 times a second or more */
  BENCH_HELMHOLTZ, /**< the same, once a period of the string (src/regime) */
  BENCH_PLAYING,   /**< the notes of the tune are heard at their pitch, under the bow (hearing.c) */
  BENCH_MIXED      /**< anything else */
} bench_regime;

const char *bench_regime_name(bench_regime regime);
/** Whether `found` is what was meant: Helmholtz motion is stick-slip too. */
int bench_regime_is(bench_regime found, bench_regime meant);

/** Controls that move at audio rate, by some per cent, ten times a second. */
enum { BENCH_MOVE_HAND = 1, BENCH_MOVE_PLACE = 2 };

/** What a player plays: tunes.h. */
typedef struct bench_tune bench_tune;
extern const bench_tune bench_melody, bench_slurred, bench_fast, bench_chords, bench_turning;

/** A workload: a scene, or a network of strings or of one modal body. */
typedef struct {
  const char *name;
  bench_regime regime;
  const char *scene;               /**< embedded scene; NULL: a network */
  const char *set[BENCH_SETTINGS]; /**< its overrides, up to a NULL */
  /** contacts of the scene that must be in the regime, up to "" */
  char judged[BENCH_JUDGED][BENCH_NAME];
  double rate;         /**< Hz; 0: 44100, or the scene's own */
  int strings;         /**< strings in the network */
  int modes;           /**< modes of its modal body */
  int bodies;          /**< such bodies; 0: 1 */
  int contacts;        /**< on each body; 0: it is struck once */
  int mass;            /**< the hand holds a mass on a spring, not the thing itself */
  double force, speed; /**< N, m/s of the hand */
  double q;            /**< of the modes; 0: 300 */
  double lowest;       /**< Hz, of the modes; 0: 150 */
  const char *law;     /**< NULL: elastoplastic */
  struct {
    const char *name;
    double value;
  } parameter[BENCH_SETTINGS];      /**< of the law, up to a NULL */
  int moving;                       /**< BENCH_MOVE_ bits */
  double lift;                      /**< s: the hand lifts here; 0: never */
  int copies;                       /**< scenes side by side, at most BENCH_COPIES; 0: 1 */
  const bench_tune *tune;           /**< that is played on its instruments; NULL: nobody plays */
  int midi;                         /**< as MIDI through a core, not as a player's events */
  const char *others[BENCH_OTHERS]; /**< scenes of the copies that follow, in turn with `scene` */
  double frequency;                 /**< Hz, of a scene's judged string; 0: unknown */
  double warm, seconds;             /**< s, run before and while it is timed; 0: 0.5 and 1 */
} bench_workload;

/** Tables of workloads that are played, and of the others but shipped scenes; each ends with a NULL
 * name. */
const bench_workload *bench_played_workloads(void);
const bench_workload *bench_workloads(void);
const bench_workload *bench_find(const char *name); /**< in both; NULL: there is none there */
/** Those of shipped scenes, as each says it of itself, into `to`: how many, at most `most`. */
int bench_shipped(bench_workload *to, int most);

/** What sounds side by side in a workload: strings, bodies, copies of a scene, or 1. */
int bench_voices(const bench_workload *w);
double bench_warm(const bench_workload *w);    /**< s */
double bench_seconds(const bench_workload *w); /**< s */

/** From now on modal banks use vectors of this width: none, sse2, avx2, avx512. 0, or -1 if
 *  there is none of that name or the processor has it not. */
int bench_vector(const char *name);

/* ---- running ------------------------------------------------------------------- */

typedef struct bench_world bench_world;

/** Build a workload for calls of `call` frames (1 ... 4096); `judged`: with the signals that
 *  a judge needs. NULL and an error. */
bench_world *bench_open(const bench_workload *w, int call, int judged, rosin_error *error);
void bench_close(bench_world *world);        /**< NULL is allowed */
void bench_restart(bench_world *world);      /**< to time 0, at rest */
void bench_call(bench_world *world);         /**< advance by one call */
double bench_rate(const bench_world *world); /**< Hz, of the frames that calls count */
size_t bench_own(const bench_world *world);  /**< bytes that the bench itself keeps for it */
int bench_frames(const bench_world *world);  /**< of a call */
double bench_energy(bench_world *world);     /**< J */
void bench_count(bench_world *world, rosin_statistics *sum); /**< over all copies */

/** A contact's engine samples of the last call, for worlds that are judged. */
typedef struct {
  double rate;  /**< Hz, of the engine */
  double share; /**< where it rubs, of a string; else 0 */
  double frequency;
  int count, room;
  double *velocity, *hand, *normal;
} bench_trace;
/** Traces of the judged contacts, from bench_restart or bench_forget on; `count` gets their
 *  number. */
bench_trace *bench_traces(bench_world *world, int *count);
void bench_forget(bench_world *world); /**< let the traces begin here */
/** Of a judged world that is played: notes between `from` and `to` (s), of all its instruments, and
 *  how many of them were heard; -1: this engine does not let its strings be seen. */
int bench_notes(const bench_world *world, double from, double to, int *heard);

/* ---- judging and timing ----------------------------------------------------------- */

/** What a workload is and takes. Times are processor times of this thread. */
typedef struct {
  bench_regime regime; /**< of the judged contacts; MIXED if they differ */
  int good;            /**< it is the one that was meant, and its contacts are solved */
  double elastic;      /**< share of the loaded contact-samples without iteration */
  double iterations;   /**< mean, of the others */
  long long unconverged;
  int notes, heard; /**< of a tune */
  double rate;
  int voices;
  double least;      /**< ns a frame: each call's least over the rounds, added up */
  double median;     /**< ns a frame: of the rounds */
  double worst_call; /**< over the mean: of calls, or of so many as make 64 frames */
  double setup;      /**< s, least of three */
  double memory;     /**< bytes, 0 where the C library does not tell */
  double second_setup, second_memory; /**< of one more of the same, beside the first */
} bench_result;

/** Run a workload once and say which regime it is in. 0, or -1 and an error. */
int bench_judge(const bench_workload *w, int call, bench_result *result, rosin_error *error);

/** Build it, and another beside it, and take them apart, three times: set-up time and memory of
 *  each. 0, or -1 and an error. */
int bench_setup(const bench_workload *w, int call, bench_result *result, rosin_error *error);

/** Time `count` workloads, `rounds` (1 ... 99) times each in turn, so that a drift of the
 *  machine meets them all. `progress` (may be NULL) is told the share done. */
int bench_time(int count, const bench_workload *const *w, int call, int rounds,
               bench_result *result, void (*progress)(void *context, double share), void *context,
               rosin_error *error);

/* ---- telling ------------------------------------------------------------------------ */

/** A line a workload, under a head, on standard output. */
void bench_print_table(int count, const bench_workload *const *w, const bench_result *result);
/** An object of objects, by name. */
void bench_print_json(FILE *file, int count, const bench_workload *const *w,
                      const bench_result *result);

#endif
