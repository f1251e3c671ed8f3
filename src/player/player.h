/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Between a player's intent and the physics: notes, bends and controllers in,
 * controls of a scene out (bow force, velocity, position, fingers). The same player
 * renders a MIDI file and plays live.
 *
 * A scene says in its section `instrument` which strings and contacts a player has.
 * Life of a block: rosin_player_event for all that happened, rosin_player_step once
 * with the block's length (1 ... 64 frames gives smooth hands), then
 * rosin_scene_process. All but new and free are real-time safe.
 */
#ifndef ROSIN_PLAYER_H
#define ROSIN_PLAYER_H

#include "rosin.h"

typedef struct rosin_player rosin_player;

typedef enum {
  ROSIN_PLAYER_NOTE_ON,  /* key, value = velocity 0 ... 1 */
  ROSIN_PLAYER_NOTE_OFF, /* key */
  ROSIN_PLAYER_BEND,     /* value = semitones; on a channel of its own with MPE */
  ROSIN_PLAYER_PRESSURE, /* value 0 ... 1 */
  ROSIN_PLAYER_CONTROL,  /* controller 0 ... 127, value 0 ... 1 */
  ROSIN_PLAYER_QUIET     /* all notes off, bow lifted */
} rosin_player_kind;

typedef struct {
  rosin_player_kind kind;
  int channel;    /* 0 ... 15 */
  int controller; /* CONTROL */
  double key;     /* MIDI key, 69 = A4; fractions allowed */
  double value;
} rosin_player_event_t;

/** A player for the instrument of a scene that was prepared; NULL and an error if the
 *  scene has none. `seed` drives the small human randomness. */
rosin_player *rosin_player_new(rosin_scene *scene, unsigned long long seed, rosin_error *error);
void rosin_player_free(rosin_player *player); /**< NULL is allowed */
void rosin_player_event(rosin_player *player, const rosin_player_event_t *event);
/** Move the hands on by `frames` frames at the scene's rate, into the scene's controls. */
void rosin_player_step(rosin_player *player, int frames);

/** The player's own parameters (assist, vibrato, tuning, humanity ...): a table, and
 *  one of them by name. */
const rosin_parameter *rosin_player_parameters(void);
int rosin_player_set(rosin_player *player, const char *name, double value, rosin_error *error);
double rosin_player_get(const rosin_player *player, const char *name);

#endif
