/* SPDX-License-Identifier: BSD-3-Clause */
/** The engine of an object that plays a whole scene: made beside Pd from the moment on that the
 *  object is there, taken over as soon as DSP runs. What is played meanwhile is kept for it. */
#ifndef ROSIN_PD_ENGINE_H
#define ROSIN_PD_ENGINE_H

#include "core/core.h"

#include <m_pd.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum { ROSIN_PD_KEPT = 64 };

typedef struct rosin_pd_player rosin_pd_player; /* pd/play/player.h */

/** Something to be played as soon as there is an engine. */
typedef struct {
  int length; /* of a MIDI message; 0: an event of the player */
  unsigned char message[4];
  rosin_player_event_t event;
} rosin_pd_kept;

/** A player's part in it; all 0 at first. */
typedef struct {
  int wanted;                             /* Hz that DSP runs at; 0: it has not been on */
  int there;                              /* Hz that there is an engine for, or 0 */
  struct rosin_pd_building *building;     /* one on its way */
  int failed;                             /* Hz that none could be built for */
  void (*ready)(rosin_pd_player *player); /* hears of that; NULL: does not matter */
  rosin_tuning tuning;
  int tuned; /* it has been said, and waits for the engine */
  rosin_pd_kept kept[ROSIN_PD_KEPT];
  int keeps;
} rosin_pd_engine;

/** Have one made for `rate` Hz; the one before is let go of, and it is silent until then. Pd's
 *  thread, as all of these. */
void rosin_pd_engine_build(rosin_pd_player *player, int rate);
/** Values that build bodies have been put into its core: have one made beside what sounds, which
 *  fades into it. */
void rosin_pd_engine_renew(rosin_pd_player *player);
/** DSP runs at `rate`: it gets ready, now or as soon as the engine is there. */
void rosin_pd_engine_want(rosin_pd_player *player, int rate);
/** Let go of the player's core, as soon as nothing is built for it. */
void rosin_pd_engine_drop(rosin_pd_player *player);
/** 1: DSP is on, and the engine is being made. */
int rosin_pd_engine_is_coming(const rosin_pd_player *player);
/** Play an event, or a MIDI message, at its frame in the block to come, or as soon as there is an
 *  engine. */
void rosin_pd_engine_play(rosin_pd_player *player, const rosin_player_event_t *event);
void rosin_pd_engine_midi(rosin_pd_player *player, const unsigned char *message, int length);
void rosin_pd_engine_tune(rosin_pd_player *player, const rosin_tuning *tuning);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
