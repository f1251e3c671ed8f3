/* SPDX-License-Identifier: BSD-3-Clause */
/** Controllers that were taught to move a target, kept in a file, a line each:
 *
 *   rosin-midi 1
 *   cc 21 bow.force 0 4        controller 21 from 0 to 4 N
 */
#ifndef ROSIN_MIDI_MAP_H
#define ROSIN_MIDI_MAP_H

#include "core/sequencer/target.h"

enum { ROSIN_MIDI_CONTROLLERS = 128 };

typedef struct {
  struct {
    int target; /* -1: the player's, as MIDI has it */
    double low, high;
  } of[ROSIN_MIDI_CONTROLLERS];
} rosin_midi_map;

/** Nothing is taught: macros stand on controllers 20 ... 31 in their order. */
void rosin_midi_map_start(rosin_midi_map *map, const rosin_targets *targets);
/** Controller `number` moves `target` over a fader's range; a target has one controller. */
void rosin_midi_map_learn(rosin_midi_map *map, const rosin_targets *targets, int number,
                          int target);
/** 0, or -1 and a line with file and number; a file that is not there yet is no error.
 *  Lines about targets that this scene does not have are left out; *missing counts them. */
int rosin_midi_map_read(rosin_midi_map *map, const rosin_targets *targets, const char *path,
                        int *missing, rosin_error *error);
/** Nothing stands under the name before it is whole. 0, or -1 and an error. */
int rosin_midi_map_write(const rosin_midi_map *map, const rosin_targets *targets, const char *path,
                         rosin_error *error);

#endif
