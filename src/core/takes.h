/* SPDX-License-Identifier: BSD-3-Clause */
/** Keys that play an effect: each note is a take of its gesture, at the key's pitch and with the
 *  velocity's effort; what is held stays where the gesture does the most, and runs out as it is let
 *  go. Key 60 at velocity 80 is the scene as it is. */
#ifndef ROSIN_TAKES_H
#define ROSIN_TAKES_H

#include "rosin/core.h"
#include "scene/model/about.h"

#include <string.h>

/** What a take hears of. */
typedef struct {
  int first;                    /* of its rows in the core, -1: the core has none */
  int macro[ROSIN_ABOUT_HANDS]; /* rows of the core that velocity, pressure, wheel move; -1: none */
  double moved[ROSIN_CORE_PARAMETERS]; /* what they add to each row */
  double key, bend;                    /* MIDI, semitones */
  double transposed;                   /* factor on all pitches, as the engine was told last */
  long long count;                     /* takes since a reset */
  double fullest;                      /* s: where a held gesture stays */
  int stays;                           /* the gesture was told to, and not yet to go on */
  int pedal;                           /* 64 is down */
} rosin_takes;

/** Its rows, ROSIN_TAKES_ROWS of them and one without a name. */
enum {
  ROSIN_TAKES_RANGE,
  ROSIN_TAKES_EFFORT,
  ROSIN_TAKES_HOLD,
  ROSIN_TAKES_ROUND,
  ROSIN_TAKES_ROWS
};
extern const rosin_parameter rosin_takes_rows[ROSIN_TAKES_ROWS + 1];
/** Index of the row that a player's setting names without its "key_" ("hold"), -1: none does. */
int rosin_takes_row(const char *setting);

/** What a note, pressure or controller adds to the macros that its hands move, before it happens;
 * and an effort that is the scene's own. The engine is to be told of them. Real-time safe; audio
 * thread. */
void rosin_core_take_hands(rosin_core *core, const rosin_player_event_t *event);
void rosin_core_take_no_effort(rosin_core *core);
/** An effect's note, bend, pressure or controller. Real-time safe; audio thread. */
void rosin_core_take_event(rosin_core *core, int frame, const rosin_player_event_t *event);
/** A take of the scene's own: as no key asks for it. Real-time safe; audio thread. */
void rosin_core_take_plainly(rosin_core *core, int frame);
/** All notes are off, and the scene is at its own pitch. Real-time safe; audio thread. */
static inline void rosin_takes_forget(rosin_takes *t) {
  memset(t->moved, 0, sizeof t->moved);
  t->key = 60;
  t->bend = 0;
  t->transposed = 1;
  t->count = 0;
  t->stays = t->pedal = 0;
}

#endif
