/* SPDX-License-Identifier: BSD-3-Clause */
/** The room that a sound is put into: by its name, or by a response in a sound file. */
#ifndef ROSIN_PLACE_H
#define ROSIN_PLACE_H

#include "room/room.h"

/** Whether `name` is none, a room, or a sound file: 0, or -1 and an error. NULL is none. */
int rosin_place_check(const char *name, rosin_error *error);
/** 1 if it is a sound file. */
int rosin_place_is_file(const char *name);
/** The room for sound of that rate and those channels: 0, or -1 and an error. `*room` is NULL where
 *  there is none. */
int rosin_place_new(const char *name, int rate, int channels, rosin_room **room,
                    rosin_error *error);

#endif
