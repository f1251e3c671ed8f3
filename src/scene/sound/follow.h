/* SPDX-License-Identifier: BSD-3-Clause */
/** A sound as a gesture: not its waveform, but how loud or how high it is, 100 times a second. */
#ifndef ROSIN_FOLLOW_H
#define ROSIN_FOLLOW_H

#include "scene/model/gesture.h"

typedef enum {
  ROSIN_FOLLOW_LEVEL, /* root mean square of 25 ms, over its highest: 0 to 1 */
  ROSIN_FOLLOW_PITCH  /* 60 to 1000 Hz, over its median; held where there is none, 1 before */
} rosin_follow;

/** Put that in the place of the sound's samples (a SERIES). 0, or -1 without memory. */
int rosin_follow_sound(rosin_gesture *gesture, rosin_follow what);

#endif
