/* SPDX-License-Identifier: BSD-3-Clause */
/** Parts of a file of notes: each of its channels that is a bowed string instrument's, with the
 * players who have it. */
#ifndef ROSIN_ENSEMBLE_PARTS_H
#define ROSIN_ENSEMBLE_PARTS_H

#include "core/core.h"
#include "player/play/performance.h"

enum { ROSIN_ENSEMBLE_PARTS = 16, ROSIN_ENSEMBLE_KINDS = 4, ROSIN_ENSEMBLE_STRINGS = 4 };

/** An instrument of the ensemble: its scene, General MIDI's program from 0, how it sits, how
 *  loud it is beside the others, and its strings as they are tuned under the bow. */
typedef struct {
  const char *scene;
  int program;
  double seat[2][2]; /* m to the right and back: of its first part, and of those after it */
  double level; /* dB: all are as loud as each other at each mark (make verify ONLY=ensemble) */
  const char *tuned[ROSIN_ENSEMBLE_STRINGS]; /* settings of the scene */
} rosin_ensemble_kind;

/** From the highest to the lowest. */
extern const rosin_ensemble_kind rosin_ensemble_kinds[ROSIN_ENSEMBLE_KINDS];

typedef struct {
  const rosin_ensemble_kind *kind;
  int channel, order; /* of its kind, from 0 */
  int players;
  rosin_player_score_t *score; /* owned */
  int count, notes;
  rosin_left_out left; /* by its first player */
  rosin_core *core;    /* NULL until it is opened */
  float *sound;        /* of a call */
  float gain;
} rosin_ensemble_part;

typedef struct {
  rosin_ensemble_part part[ROSIN_ENSEMBLE_PARTS];
  int parts, others; /* notes of what is no bowed string instrument */
  double end;        /* s, of the last event */
  rosin_left_out left;
} rosin_ensemble;

/** How many parts the file has, whatever they are for; 0 where none is for a bowed string
 *  instrument, or it cannot be read. */
int rosin_ensemble_count(const char *path, rosin_performance_reader reader);
/** The parts of the file, one player each. 0, or -1 and an error; what is read with a warning has
 *  it in `warning`, else that is empty. Free it in either case. */
int rosin_ensemble_read(rosin_ensemble *ensemble, const char *path, rosin_performance_reader reader,
                        rosin_error *warning, rosin_error *error);
/** The scene's alone, of a file with whatever parts: as one player would take it. */
int rosin_ensemble_read_one(rosin_ensemble *ensemble, const char *path,
                            rosin_performance_reader reader, const char *scene,
                            rosin_error *warning, rosin_error *error);
/** How many play: "8" for all parts, or "violin=8,cello=4". 0, or -1 and an error. */
int rosin_ensemble_take_players(rosin_ensemble *ensemble, const char *text, rosin_error *error);
void rosin_ensemble_free(rosin_ensemble *ensemble);

#endif
