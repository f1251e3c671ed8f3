/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Which controller moves which setting of a player, as a table: ready ones, and text to be read.
 *
 *   rosin-controls 1
 *   cc 1 vibrato 0 50             controller 1 from 0 to 127: vibrato from 0 to 50 cents
 *   cc 74 position 0.3 3 log      by equal ratios
 *   aftertouch pressure 0.5 1     of a channel or a key; without a row it swells the dynamics
 *   velocity portamento 0.4 0.05  as each note begins
 *
 * A controller may move several settings; from may be above to. Pedals, volume, pan and resets
 * (7, 10, 64, 66, 120, 121, 123) are what they are.
 */
#ifndef ROSIN_CONTROLS_H
#define ROSIN_CONTROLS_H

#include "player/midi/channel.h"
#include "rosin.h"

#include <stdio.h>

enum { ROSIN_AFTERTOUCH = 128, ROSIN_VELOCITY = 129, ROSIN_CONTROL_ROWS = 64 };

typedef struct {
  int source;     /* a controller, ROSIN_AFTERTOUCH or ROSIN_VELOCITY */
  size_t setting; /* ROSIN_SETTING(...) */
  double low, high;
  int curved; /* by equal ratios */
} rosin_control;

typedef struct {
  int count;
  rosin_control row[ROSIN_CONTROL_ROWS];
} rosin_controls;

enum { ROSIN_CONTROLS_LIBRARY = 4 }; /* the ready table of the setting `library` */
/** The ready tables, from 0; NULL after the last. Real-time safe. */
const rosin_controls *rosin_controls_ready(int index);
const char *rosin_controls_name(int index);
extern const char
    *const rosin_controls_words[]; /**< those of the setting `controls`, NULL at the end */
int rosin_controls_is_ready(const char *name); /**< NULL is not */
/** A ready table by its name, or a file: 0, or -1 and an error with the line. `settings` are the
 *  player's. */
int rosin_controls_read(rosin_controls *controls, const rosin_parameter *settings, const char *name,
                        rosin_error *error);
void rosin_controls_print(const rosin_controls *controls, const rosin_parameter *settings,
                          FILE *file);
/** What comes from a source (0...1) is told to a channel: how many settings it moved. Real-time
 *  safe. */
int rosin_controls_move(const rosin_controls *controls, int source, double value,
                        rosin_channel *channel);
/** One table takes another's place: a channel forgets what the old one moves and the `next` does
 *  not, which no controller could take back, and what velocities told. Real-time safe. */
void rosin_controls_leave(const rosin_controls *controls, const rosin_controls *next,
                          rosin_channel *channel);

#endif
