/* SPDX-License-Identifier: BSD-3-Clause */
/** A window without a screen: where things are, what hands do, and a canvas on which what has
 *  changed is drawn. */
#ifndef ROSIN_WINDOW_PANE_H
#define ROSIN_WINDOW_PANE_H

#include "plugin/window/hands.h"

enum { ROSIN_PANE_DIRTY = ROSIN_LAYOUT_PARTS + 4 };

typedef struct {
  rosin_core *sounding; /* or NULL */
  rosin_layout layout;
  rosin_desk desk;
  rosin_canvas canvas;
  uint64_t look[ROSIN_LAYOUT_PARTS], over_look;
  rosin_box over;                       /* as it was drawn */
  int fresh;                            /* all of it is to be drawn */
  rosin_pixels dirty[ROSIN_PANE_DIRTY]; /* that the last turn has drawn */
  int dirties;
} rosin_pane;

/** Values are read from `core`; what is seen of the sound from `sounding`, which may be the same,
 * or NULL. NULL without memory. */
rosin_pane *rosin_pane_new(const rosin_core *core, rosin_core *sounding,
                           const rosin_window_face *face);
void rosin_pane_free(rosin_pane *pane); /**< NULL is allowed */
/** In pixels; all is drawn as large as fits. */
void rosin_pane_size(rosin_pane *pane, int width, int height);
/** Looks at what sounds, and draws what has changed; some 30 times a second. */
void rosin_pane_turn(rosin_pane *pane);
/** A pixel, as hands.h wants it. */
rosin_touch_at rosin_pane_at(const rosin_pane *pane, int x, int y);

#endif
