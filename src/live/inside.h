/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of what is played live, for the files that make it up: kept and run in live.c, what
 *  happens to it in happen.c. */
#ifndef ROSIN_LIVE_INSIDE_H
#define ROSIN_LIVE_INSIDE_H

#include "live/agenda.h"
#include "live/hand.h"
#include "live/live.h"

/* A control on its way. */
typedef struct {
  double value, goal;
  int moving, taken; /* taken: from the player, by a hand */
  _Atomic double shown;
} rosin_live_glide;

struct rosin_live {
  rosin_queue source[ROSIN_LIVE_SOURCES];
  rosin_scene *scene;
  rosin_player *player;
  rosin_hand hand;
  rosin_targets targets;
  double rate, before, step; /* before: when the last callback began */
  int begun, rest;
  int waits, idle; /* before gestures are asked for: whether it does, and now */
  int ended;       /* until they are asked for again */
  double seed;     /* that gestures begin again with; below 0: as before */
  long long hush;  /* frame at which all ends, -1: none */
  long long frame;
  /* engine samples after which gestures begin again (0: never), and when they last did */
  long long turn, since;
  long long whole; /* of a turn, whether there are any or not */
  int sources;
  rosin_agenda agenda;
  rosin_live_glide *glide; /* of each target */
  int *moving, movings;
  int *force, forces; /* targets that press contacts */
  float *fifo;        /* frames that have not been asked for yet: `waiting`, from `first` on */
  int first, waiting;
  int stretch, oversample; /* engine samples of a cell of the grid, of a frame */
  long long made;          /* engine samples so far */
  atomic_llong lost, happened;
  rosin_live_witness witness;
  void *witness_context;
};

/* A value where it belongs: the player, a macro, a control that is held. */
void rosin_live_apply(rosin_live *live, int target, double value);
/* The scene's gestures begin again; what hands hold, they go on holding. */
void rosin_live_begin_again(rosin_live *live);
/* The seed that gestures begin again with, if there is one. */
void rosin_live_take_seed(rosin_live *live);
/* Once they are over, gestures begin again, or what goes on for as long as somebody wants ends. */
void rosin_live_turn(rosin_live *live);
void rosin_live_happen(rosin_live *live, const rosin_event *event);
/* There was no room for what ends here: everything does. */
void rosin_live_hush(rosin_live *live);
/* All that is on its way goes on by a cell. */
void rosin_live_glide_on(rosin_live *live);

#endif
