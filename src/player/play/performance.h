/* SPDX-License-Identifier: BSD-3-Clause */
/** A file of notes, MIDI's or a score, played on a scene's instrument. */
#ifndef ROSIN_PERFORMANCE_H
#define ROSIN_PERFORMANCE_H

#include "keys/keys.h"
#include "player/midi/left_out.h"

typedef struct rosin_performance rosin_performance;

/** What reads a file of notes: as rosin_midi_file_read. */
typedef rosin_player_score_t *(*rosin_performance_reader)(const char *path, int *count,
                                                          rosin_left_out *left, rosin_error *error);

/** What is to be played, and how. */
typedef struct {
  const char *midi;                /* path of a Standard MIDI File, or of what `reader` reads */
  rosin_performance_reader reader; /* of scores: the player then reads ahead; NULL: MIDI's */
  const char *scale;               /* path of a Scala file, or NULL: equal temperament */
  const char *controls;    /* a table of controllers: a ready one's name or a file's, or NULL */
  rosin_keyboard *keys;    /* who plays where there is no player; or NULL */
  int takes;               /* or whoever asks, by rosin_performance_score */
  double ring;             /* s: of a take that is whole, after the last event */
  int whole;               /* the scene lasts as long as the file, and its last tone */
  rosin_left_out *refused; /* or NULL: gets what is left out of a file with nothing to play; the
                              caller's to free */
} rosin_performance_spec;

/** Have a scene's player play the file, from its begin. NULL and an error on failure, as without a
 *  player; a file that is damaged is played as far as it goes, and `warning` says where (else it is
 *  empty). Free it before the player. */
rosin_performance *rosin_performance_new(rosin_scene *scene, rosin_player *player,
                                         const rosin_performance_spec *spec, rosin_error *warning,
                                         rosin_error *error);
/** What has not been played so far, and why; of the performance. */
const rosin_left_out *rosin_performance_left(rosin_performance *performance);
/** What is to be played, in the order of time, of the performance; and how many events. */
const rosin_player_score_t *rosin_performance_score(const rosin_performance *performance,
                                                    int *count);
/** s, of its last event. */
double rosin_performance_end(const rosin_performance *performance);
/** Name of the scene that a file asks for by its programs, or NULL and an error. */
const char *rosin_performance_scene(const char *midi, rosin_performance_reader reader,
                                    rosin_error *error);
void rosin_performance_free(rosin_performance *performance); /**< NULL is allowed */

#endif
