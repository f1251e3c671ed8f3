/* SPDX-License-Identifier: BSD-3-Clause */
/** When contacts strike that a scene's events name. */
#ifndef ROSIN_STRIKES_H
#define ROSIN_STRIKES_H

#include "scene/model/model.h"

enum { ROSIN_STRIKES = 256 /* that are noted */ };

typedef struct {
  int contacts; /* that are watched */
  int event[ROSIN_MODEL_EVENTS];
  char signal_name[ROSIN_MODEL_EVENTS][ROSIN_MODEL_NAME + 8];
  int signal[ROSIN_MODEL_EVENTS];
  double touched[ROSIN_MODEL_EVENTS]; /* s, when each last touched; < 0: not yet */
  int count, of[ROSIN_STRIKES];       /* of: the event */
  double time[ROSIN_STRIKES];         /* s */
} rosin_strikes;

/** Of a model with events; NULL: none of them strikes, or there is no memory. */
rosin_strikes *rosin_strikes_new(const rosin_model *model);
/** Look at what a stretch has done that began at `time` (s). Real-time safe. */
void rosin_strikes_look(rosin_strikes *strikes, const rosin_network *network, int frames,
                        double time, double rate);

#endif
