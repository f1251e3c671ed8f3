/* SPDX-License-Identifier: BSD-3-Clause */
/** When a [rosin.scene~] sounds: it begins, its gestures end or stay, and what sounds fades. */
#ifndef ROSIN_PD_TURNS_H
#define ROSIN_PD_TURNS_H

#include "pd/play/player.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum { ROSIN_PD_LATER = 64 }; /* controls that wait for a beginning */

/** What follows once it has faded out. */
typedef enum { ROSIN_PD_SILENCE, ROSIN_PD_START, ROSIN_PD_HOLD } rosin_pd_next;

typedef struct {
  rosin_pd_player *player;
  rosin_pd_next next;
  int waits;      /* for an engine, to begin what is next */
  int keyed;      /* it sounds for its keys alone: no gesture has begun */
  int holds;      /* its gestures stay, or shall */
  double fullest; /* s, where they do the most */
  int ended;      /* they have come to their end, and nothing has begun since */
  int told;       /* that has been said */
  int later;      /* controls for what begins next */
  struct {
    t_symbol *name;
    double value;
  } control[ROSIN_PD_LATER];
} rosin_pd_turns;

void rosin_pd_turns_begin(rosin_pd_turns *turns, rosin_pd_player *player);
/** From the first sample on with the next block; what sounds fades out before, and what has no
 *  engine yet begins as it gets one. `next`: the gestures are played, or stay where they do the
 *  most. */
void rosin_pd_turns_start(rosin_pd_turns *turns, rosin_pd_next next);
void rosin_pd_turns_stop(rosin_pd_turns *turns);
/** It sounds from the next block on, whether its gestures have begun or not. */
void rosin_pd_turns_play(rosin_pd_turns *turns);
/** Gestures stay where they are; of what is silent, where they do the most, once it has begun. 0:
 *  they go on. */
void rosin_pd_turns_hold(rosin_pd_turns *turns, int holds);
/** Its gestures begin again whenever they have come to their end. */
int rosin_pd_turns_loops(const rosin_pd_turns *turns);
/** A macro or a control, within its range: 0, or -1 after an error in Pd's window. */
int rosin_pd_turns_set(rosin_pd_turns *turns, t_symbol *name, double value);
/** There is an engine: what waited for it begins. */
void rosin_pd_turns_ready(rosin_pd_turns *turns);
/** The rate has changed: what sounded begins anew. */
void rosin_pd_turns_renewed(rosin_pd_turns *turns);
/** A new engine sounds in place of the old one: its gestures begin. */
void rosin_pd_turns_swapped(rosin_pd_turns *turns);
/** Before each block; real-time safe. */
void rosin_pd_turns_step(rosin_pd_turns *turns);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
