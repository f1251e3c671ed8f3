/* SPDX-License-Identifier: BSD-3-Clause */
/** Parts of an ensemble as they sound. */
#ifndef ROSIN_ENSEMBLE_PLAY_H
#define ROSIN_ENSEMBLE_PLAY_H

#include "host/ask/choices.h"
#include "host/ensemble/parts.h"

enum { ROSIN_ENSEMBLE_CALL = 24000 }; /* frames that each part makes at once */

/** What is asked of all parts. */
typedef struct {
  const char *scene;              /* of the one part; NULL: each has its kind's */
  rosin_list set, player;         /* of the scenes and of their players, */
  rosin_list together;            /* and of how these play together: "tightness=1" */
  int reads;                      /* the file is a score */
  int stage;                      /* each part has a kind, and its seat: one pair for all */
  double seed;                    /* of the ensemble; below 0: as the scenes have it */
  const rosin_tuning *tuning;     /* NULL: equal temperament */
  const rosin_controls *controls; /* NULL: the players' parameter */
  int rate, threads;
} rosin_ensemble_terms;

/** Instruments and players for all parts. 0, or -1 and an error. */
int rosin_ensemble_open(rosin_ensemble *ensemble, const rosin_ensemble_terms *terms,
                        rosin_error *error);
/** The next frames, up to ROSIN_ENSEMBLE_CALL, of each part into its `sound` and of all into `out`,
 * stereo; on so many threads, which change no bit. 0, or -1 and an error. */
int rosin_ensemble_run(rosin_ensemble *ensemble, int frames, float *out, int threads,
                       rosin_error *error);
/** Frames that the parts come late. */
void rosin_ensemble_pass_latency(rosin_ensemble *ensemble);

#endif
