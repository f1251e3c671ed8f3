/* SPDX-License-Identifier: BSD-3-Clause */
/** MIDI into a core: from devices, and as plain bytes from a pipe, a file or a raw
 *  device, in a thread of its own. */
#ifndef ROSIN_LIVE_MIDI_H
#define ROSIN_LIVE_MIDI_H

#include "live/sources.h"

typedef struct rosin_live_midi rosin_live_midi;

typedef struct {
  const char *device; /* as for rosin_midi_ports_open, or NULL */
  const char *path;   /* bytes come from there, or NULL */
  const char *map;    /* file of taught controllers, or NULL */
  int mpe;            /* members of MPE's lower zone from the start */
} rosin_live_midi_setup;

/** -1 and an error if `path` (NULL: none) is a MIDI file, which is no bytes as they are played. */
int rosin_live_midi_check(const char *path, rosin_error *error);
rosin_live_midi *rosin_live_midi_open(rosin_sources *sources, const rosin_live_midi_setup *setup,
                                      rosin_error *error);
int rosin_live_midi_start(rosin_live_midi *midi, rosin_error *error);
/** The controller that moves next is `target`'s from then on; any thread. -1: none. */
void rosin_live_midi_learn(void *midi, int target);
/** Target that waits for its controller, -1 if none; any thread. */
int rosin_live_midi_learning(const rosin_live_midi *midi);
void rosin_live_midi_close(rosin_live_midi *midi); /**< NULL is allowed */
/** Bytes as if they had come in; without start. For tests. */
void rosin_live_midi_bytes(rosin_live_midi *midi, const unsigned char *bytes, int count);

#endif
