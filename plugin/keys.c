/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/keys.h"

#include <stdatomic.h>

void rosin_keys_put(rosin_keys *k, int key, double velocity) {
  const unsigned at = atomic_load(&k->put);
  if (at - atomic_load(&k->taken) == ROSIN_KEYS)
    return;
  atomic_store(&k->key[at % ROSIN_KEYS], key);
  atomic_store(&k->velocity[at % ROSIN_KEYS], velocity);
  atomic_store(&k->put, at + 1);
}

void rosin_keys_play(rosin_keys *k, rosin_core *core) {
  for (unsigned at = atomic_load(&k->taken); at != atomic_load(&k->put); at++) {
    const double velocity = atomic_load(&k->velocity[at % ROSIN_KEYS]);
    const rosin_player_event_t event = {.kind = velocity > 0 ? ROSIN_PLAYER_NOTE_ON
                                                             : ROSIN_PLAYER_NOTE_OFF,
                                        .key = atomic_load(&k->key[at % ROSIN_KEYS]),
                                        .value = velocity,
                                        .single = velocity <= 0,
                                        .note = -1};
    atomic_store(&k->taken, at + 1);
    rosin_core_play(core, 0, &event);
  }
}
