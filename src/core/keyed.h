/* SPDX-License-Identifier: BSD-3-Clause */
/** The keys of a core's scene: what they sound is added to what its engine makes, whichever that
 * is, so that a new engine leaves them alone. The sequencer hears of their events at their frames.
 */
#ifndef ROSIN_KEYED_H
#define ROSIN_KEYED_H

#include "core/sequencer/agenda.h"
#include "keys/keys.h"

enum {
  ROSIN_KEYED_SETTINGS = 64, /* rows of a player, at most */
  ROSIN_KEYED_EVENTS = 1024  /* that wait, of each kind */
};

typedef struct {
  rosin_keyboard *keys; /* NULL: there are none */
  rosin_agenda agenda;
  float *cell; /* frames that are made, [ROSIN_KEYBOARD_CELL * channels] */
  int channels, left;
  long long made;  /* frames */
  long long ahead; /* frame of the keys, less the sequencer's, with its latency */
  unsigned char set[ROSIN_KEYED_SETTINGS];
  double value[ROSIN_KEYED_SETTINGS]; /* of the player's rows that are set */
} rosin_keyed;

/** Room for the keys of a scene, NULL: it has none. 0, or -1 and an error. */
int rosin_keyed_open(rosin_keyed *keyed, const rosin_scene *scene, rosin_error *error);
/** They are there, and owned from now on; NULL: there are none. Real-time safe. */
void rosin_keyed_take(rosin_keyed *keyed, rosin_keyboard *keys, const rosin_tuning *tuning);
void rosin_keyed_close(rosin_keyed *keyed);
/** Back to frame 0 and to rest. Real-time safe, as what follows. */
void rosin_keyed_reset(rosin_keyed *keyed);
/** A setting of the player's row of that index. */
void rosin_keyed_put(rosin_keyed *keyed, int row, double value);
/** The next frame is number `frame` of a sequencer with that latency. */
void rosin_keyed_follow(rosin_keyed *keyed, long long frame, int latency);
/** A rosin_sequencer_listener, its context the keys. */
void rosin_keyed_hear(void *keyed, long long frame, const rosin_player_event_t *event);
/** Add the next frames. */
void rosin_keyed_add(rosin_keyed *keyed, int frames, float *out);
/** What a core calls some of the player's settings, as those of keys: ends with a NULL name. */
extern const rosin_parameter rosin_keyed_rows[];
/** A value of one of these, as an event that sets it for all. */
rosin_player_event_t rosin_keyed_told(const rosin_parameter *row, double value);
int rosin_keyed_rests(const rosin_keyed *keyed);

#endif
