/* SPDX-License-Identifier: BSD-3-Clause */
/** What a player hears: the period of the slips under the bow. */
#ifndef ROSIN_EAR_H
#define ROSIN_EAR_H

enum { ROSIN_EAR_SLIPS = 256 };

typedef struct {
  double rate;                  /* Hz */
  long long now;                /* samples heard */
  double before;                /* last |velocity| / threshold */
  double slip[ROSIN_EAR_SLIPS]; /* times of slips, samples, a ring */
  int count;                    /* slips since forget */
} rosin_ear;

void rosin_ear_forget(rosin_ear *ear);
/** Hear `frames` samples of relative velocity; a slip begins where its size passes
 *  `threshold`, at least `dead` samples after the last. Real-time safe. */
void rosin_ear_hear(rosin_ear *ear, const double *velocity, int frames, double threshold,
                    double dead);
/** Mean slip rate (Hz) over the last `seconds`, or 0 if they held fewer than `least` slips. */
double rosin_ear_rate(const rosin_ear *ear, double seconds, int least);

#endif
