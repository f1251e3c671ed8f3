/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A room around what sounds: what the air and the walls add between a thing and two microphones.
 * Either one of the rooms of a table, boxes of a size and a decay, made of their first reflections
 * (images.c) and a network of delays for the rest (late.c); or a response out of a sound file
 * (response.c). Works on what was mixed, frame by frame, and changes no bit by how it is cut into
 * calls.
 */
#ifndef ROSIN_ROOM_H
#define ROSIN_ROOM_H

#include "rosin.h"

/** A box in which something sounds. */
typedef struct {
  const char *name;
  const char *summary;
  double length, width, height; /* m */
  double decay;                 /* s to fall by 60 dB at low frequencies */
  double bright;                /* share of that at 5 kHz */
  double distance;              /* m, of the microphones from the thing */
} rosin_room_kind;

/** The rooms; ends with a NULL name. */
const rosin_room_kind *rosin_room_kinds(void);
/** The room of that name, or NULL. */
const rosin_room_kind *rosin_room_find(const char *name);

typedef struct rosin_room rosin_room;

/** A room for sound of `rate` Hz and 1 to 64 channels, each a place of its own. NULL and an error.
 */
rosin_room *rosin_room_new(const rosin_room_kind *kind, int rate, int channels, rosin_error *error);
/** What a response makes of the sound, which then is all that is heard: `frames` of `of` channels,
 *  interleaved, at the sound's rate; a channel of the sound that it has none for takes the last. It
 *  is copied, each channel with the sum of its squares brought to 1: recordings of one room come at
 *  any level. NULL and an error, for a channel of silence too. */
rosin_room *rosin_room_response(const float *response, long long frames, int of, int channels,
                                rosin_error *error);
/** s after which what was heard has fallen by 60 dB. */
double rosin_room_tail(const rosin_room *room, int rate);
/** Put frames into the room, in place. Real-time safe. */
void rosin_room_process(rosin_room *room, float *frames, int count);
void rosin_room_free(rosin_room *room); /**< NULL is allowed */

#endif
