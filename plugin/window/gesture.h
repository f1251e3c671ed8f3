/* SPDX-License-Identifier: BSD-3-Clause */
/** An effect's gesture as a curve below the thing: drawn over with the mouse, and given back. */
#ifndef ROSIN_WINDOW_GESTURE_H
#define ROSIN_WINDOW_GESTURE_H

#include "plugin/window/hands.h"

enum { ROSIN_GESTURE_TALL = 56, ROSIN_GESTURE_FOOT = 8 }; /* of the curve, and what is below it */
/** Where it lies within a thing's part, also where nothing has one. */
rosin_box rosin_gesture_place(const rosin_box *part);
/** Where the curve lies: 0, or -1 where nothing has one. */
int rosin_gesture_box(const rosin_desk *desk, rosin_box *box);
/** The line of a height (-1 to 1) in that box. */
double rosin_gesture_line(const rosin_desk *desk, const rosin_box *box, double height);
/** The curve as it is now, drawn or the scene's, if it is another than was shown. */
void rosin_gesture_follow(rosin_desk *desk);
/** A button goes down on it: it is drawn, or given back by the right one. */
void rosin_gesture_press(rosin_desk *desk, const rosin_touch_at *at);
void rosin_gesture_move(rosin_desk *desk, const rosin_touch_at *at);
/** What was drawn is what is played from here on. */
void rosin_gesture_release(rosin_desk *desk);

#endif
