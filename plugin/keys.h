/* SPDX-License-Identifier: BSD-3-Clause */
/** A window's keyboard on its way to the audio thread. */
#ifndef ROSIN_PLUGIN_KEYS_H
#define ROSIN_PLUGIN_KEYS_H

#include "core/core.h"

enum { ROSIN_KEYS = 64 };

typedef struct {
  _Atomic int key[ROSIN_KEYS];
  _Atomic double velocity[ROSIN_KEYS];
  _Atomic unsigned put, taken;
} rosin_keys;

/** A key goes down, or up with velocity 0; one thread. What finds no room is nothing. */
void rosin_keys_put(rosin_keys *keys, int key, double velocity);
/** They are played, at the begin of the call to come. Audio thread; real-time safe. */
void rosin_keys_play(rosin_keys *keys, rosin_core *core);

#endif
