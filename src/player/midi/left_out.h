/* SPDX-License-Identifier: BSD-3-Clause */
/** What of a score was not played, and why. */
#ifndef ROSIN_LEFT_OUT_H
#define ROSIN_LEFT_OUT_H

#include "player/midi/unread.h"
#include "rosin/player.h"

#include <stdio.h>

typedef struct {
  double time, key;
  int channel; /* from 0 */
  rosin_left reason;
} rosin_left_note;

typedef struct {
  rosin_left_note *note; /* [room], owned */
  int count, room;
  int played;          /* notes that were */
  int ignored[128];    /* messages of controllers that do nothing here */
  rosin_unread unread; /* of a written score */
} rosin_left_out;

/** Room for all notes of a score of `events`: 0, or -1 without memory. */
int rosin_left_out_start(rosin_left_out *left, int events);
void rosin_left_out_free(rosin_left_out *left);
/** A note more, up to the room. A rosin_player_witness, its context the list. */
void rosin_left_out_note(void *left, double time, double key, int channel, rosin_left reason);
/** Of one reason. */
int rosin_left_out_count(const rosin_left_out *left, rosin_left reason);
/** As the value of a JSON object's member, indented by `margin`. */
void rosin_left_out_print(const rosin_left_out *left, const char *margin, FILE *file);

#endif
