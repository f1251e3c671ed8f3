/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A pool within. The game's thread has the seats' books (who owns what), the sound's thread has the
 * voices; from the one to the other go messages through a ring, and back two numbers a seat: how
 * loud it is, and whose end it has come to.
 */
#ifndef ROSIN_VOICES_INSIDE_H
#define ROSIN_VOICES_INSIDE_H

#include "rosin/voices.h"
#include "voices/matter.h"
#include "voices/voice.h"

#include <stdatomic.h>

enum { POOL_SEAT_BITS = 12, POOL_CHANNELS = 8 };

typedef enum {
  POOL_BEGIN,
  POOL_TELL,
  POOL_PLACE,
  POOL_STRIKE,
  POOL_MIX,
  POOL_LET_GO,
  POOL_FADE
} pool_what;

typedef struct {
  pool_what what;
  int seat;
  rosin_voice voice;
  double a, b;
} pool_message;

typedef enum { SEAT_FREE, SEAT_OWNED, SEAT_RELEASED, SEAT_FADES } seat_state;

typedef struct {
  /* the game's */
  seat_state state;
  int kind, priority;
  unsigned generation;
  rosin_voice voice, stolen; /* who has it, and the last one from whom it was taken */
  /* between */
  _Atomic float loud;
  atomic_uint ended;
  /* the sound's */
  rosin_voice_sound *sound;
} pool_seat;

typedef struct {
  int first, seats; /* of the pool's seats */
  int places, blows;
  char source[ROSIN_MATTER_SOURCE];
} pool_kind;

struct rosin_voices {
  double rate, seed;
  int frames, voices, most_seats, most_kinds;
  int seats, kinds;
  pool_seat *seat;
  pool_kind *kind;
  rosin_voice_sound *sound;
  float *made; /* [frames * POOL_CHANNELS] */
  void *heap;  /* all of this, where it was not handed in */
  char *left;  /* of what was handed in, for the bodies; NULL: they stand on the heap */
  size_t bytes_left;
  pool_message *ring;
  unsigned room; /* a power of two */
  atomic_uint put, taken;
  atomic_int sounding, asleep;
  atomic_llong refused;         /* blows, by the voices */
  rosin_voices_counts_t counts; /* the game's */
};

/** The numbers of a config, checked, into an empty pool: 0, or -1 and an error. */
int rosin_pool_numbers(rosin_voices *pool, const rosin_voices_config *config, rosin_error *error);
/** Frees the bodies of the seats from `from` on. */
void rosin_pool_drop(rosin_voices *pool, int from);

/** A message on its way; -1: there is no room. */
int rosin_pool_send(rosin_voices *pool, const pool_message *message);
/** What messages say, to the voices; of the sound's thread. */
void rosin_pool_receive(rosin_voices *pool);

#endif
