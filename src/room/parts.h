/* SPDX-License-Identifier: BSD-3-Clause */
/** What a room is made of; for the files of this folder. All process one frame at a time, add to
 *  what is in `out`, and are real-time safe. */
#ifndef ROSIN_ROOM_PARTS_H
#define ROSIN_ROOM_PARTS_H

#include "room/room.h"

typedef struct rosin_room_images rosin_room_images;
/** First reflections of a box, after the direct sound, which is 1 at once. */
rosin_room_images *rosin_room_images_new(const rosin_room_kind *kind, int rate, int channels);
void rosin_room_images_add(rosin_room_images *images, const double *in, double *out);
/** Their energy, of a channel's impulse, on average. */
double rosin_room_images_energy(const rosin_room_images *images);
void rosin_room_images_free(rosin_room_images *images);

typedef struct rosin_room_late rosin_room_late;
/** What follows: each channel's impulse has `energy` (over that of the direct sound) in each. */
rosin_room_late *rosin_room_late_new(const rosin_room_kind *kind, int rate, int channels,
                                     double energy);
void rosin_room_late_add(rosin_room_late *late, const double *in, double *out);
void rosin_room_late_free(rosin_room_late *late);

typedef struct rosin_room_convolver rosin_room_convolver;
/** One channel by one response, times `gain`. */
rosin_room_convolver *rosin_room_convolver_new(const float *response, long long frames, int stride,
                                               double gain);
float rosin_room_convolver_next(rosin_room_convolver *convolver, float in);
void rosin_room_convolver_free(rosin_room_convolver *convolver);

/** Absorption of the box, m^2, of its size and decay (Sabine). */
double rosin_room_absorption(const rosin_room_kind *kind);

#endif
