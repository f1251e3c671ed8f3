/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of a sequencer, for the files that make it up: kept and run in sequencer.c, what
 *  happens to it in happen.c. */
#ifndef ROSIN_SEQUENCER_INSIDE_H
#define ROSIN_SEQUENCER_INSIDE_H

#include "core/sequencer/agenda.h"
#include "core/sequencer/hand.h"
#include "core/sequencer/sequencer.h"

#include <stdatomic.h>

/* A control on its way. */
typedef struct {
  double value, goal;
  int moving, taken; /* taken: from the player, by a hand */
  _Atomic double shown;
} rosin_sequencer_glide;

struct rosin_sequencer {
  rosin_scene *scene;
  rosin_player *player;
  rosin_hand hand;
  rosin_targets targets;
  double rate, step;
  int rest;
  int waits, idle;   /* before gestures are asked for: whether it does, and now */
  int ended;         /* until they are asked for again */
  int alone;         /* nothing happens to it; see rosin_sequencer_leave_alone */
  double transposed; /* factor on the pitch of all bodies */
  double seed;       /* that gestures begin again with; below 0: as before */
  long long hush;    /* frame at which all ends, -1: none */
  long long frame;
  /* engine samples after which gestures begin again (0: never), and when they last did */
  long long turn, since;
  long long whole; /* of a turn, whether there are any or not */
  rosin_agenda agenda;
  rosin_sequencer_glide *glide; /* of each target */
  int *moving, movings;
  int *force, forces; /* targets that press contacts */
  float *fifo;        /* frames that have not been asked for yet: `waiting`, from `first` on */
  int first, waiting;
  int stretch, oversample; /* engine samples of a cell of the grid, of a frame */
  long long made;          /* engine samples so far */
  atomic_llong lost, happened;
  rosin_sequencer_listener listener; /* or NULL */
  void *listener_context;
  rosin_sequencer_witness witness;
  void *witness_context;
};

/* A value where it belongs: the player, a macro, a control that is held. */
void rosin_sequencer_apply(rosin_sequencer *sequencer, int target, double value);
/* The scene's gestures begin again; what hands hold, they go on holding. */
void rosin_sequencer_begin_again(rosin_sequencer *sequencer);
/* The seed that gestures begin again with, if there is one. */
void rosin_sequencer_take_seed(rosin_sequencer *sequencer);
/* Once they are over, gestures begin again, or what goes on for as long as somebody wants ends. */
void rosin_sequencer_turn(rosin_sequencer *sequencer);
void rosin_sequencer_happen(rosin_sequencer *sequencer, const rosin_event *event);
/* There was no room for what ends here: everything does. */
void rosin_sequencer_hush(rosin_sequencer *sequencer);
/* All that is on its way goes on by a cell. */
void rosin_sequencer_glide_on(rosin_sequencer *sequencer);

#endif
