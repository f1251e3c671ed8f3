/* SPDX-License-Identifier: BSD-3-Clause */
/** The terminal as an instrument: a pad and keys that bow and finger, meters, and the
 *  string's motion. One back end: ncurses (terminal.c), its only user. Main thread. */
#ifndef ROSIN_TERMINAL_H
#define ROSIN_TERMINAL_H

#include "core/sequencer/observe.h"
#include "host/play/audio.h"
#include "live/devices/midi.h"
#include "live/devices/stage.h"

typedef struct {
  const char *title;
  double rate;
  rosin_sources *sources;
  const rosin_model *model;
  const rosin_observer *observer;
  const rosin_audio *audio;
  rosin_stage *stage;
  rosin_live_midi *midi; /* or NULL */
} rosin_terminal_setup;

typedef struct rosin_terminal rosin_terminal;

/** Before the audio starts. Lines said from here on are shown in the picture. */
rosin_terminal *rosin_terminal_open(const rosin_terminal_setup *setup, rosin_error *error);
/** Take what was typed and pointed at, and draw; some 30 ms. 1: it is to end. */
int rosin_terminal_turn(rosin_terminal *terminal);
void rosin_terminal_close(rosin_terminal *terminal); /**< NULL is allowed */

#endif
