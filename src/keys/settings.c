/* SPDX-License-Identifier: BSD-3-Clause */
/* What is set of who plays keys, and what plays them. */
#include "keys/inside.h"

#include <math.h>
#include <string.h>

void rosin_keyboard_put(rosin_keyboard *keys, const rosin_parameter *row, double value) {
  memcpy((char *)&keys->s + row->offset, &value, sizeof value);
  memcpy((char *)&keys->given + row->offset, &value, sizeof value);
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    rosin_channel_forget(&keys->channel[i], row->offset);
  for (int i = 0; i < keys->keys; i++)
    rosin_channel_forget(&keys->key[i].own, row->offset);
}

double rosin_key_seed(double seed, int index) {
  enum { SEEDS = 104729 }; /* from a key's seed to the next one's */
  return fmod(seed + (double)SEEDS * (index + 1), ROSIN_SEED_MOST);
}

void rosin_keyboard_tune(rosin_keyboard *keys, const rosin_tuning *tuning) {
  keys->tuning = *tuning;
}

void rosin_keyboard_set_controls(rosin_keyboard *keys, const rosin_controls *controls) {
  keys->controls = controls;
}

void rosin_keyboard_score(rosin_keyboard *keys, const rosin_player_score_t *score, int count) {
  keys->score = score;
  keys->scored = count;
  keys->next = 0;
}

void rosin_keyboard_set_witness(rosin_keyboard *keys, rosin_player_witness witness, void *context) {
  keys->witness = witness;
  keys->witness_context = context;
}

int rosin_keyboard_missed(const rosin_keyboard *keys) {
  return keys->missed;
}
