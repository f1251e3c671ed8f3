/* SPDX-License-Identifier: BSD-3-Clause */
/** What is said of an ensemble that was rendered. */
#ifndef ROSIN_ENSEMBLE_TOLD_H
#define ROSIN_ENSEMBLE_TOLD_H

#include "host/ask/choices.h"
#include "host/ensemble/parts.h"

typedef struct {
  double seconds, wall, peak, loudness, limited; /* s, s, of 1, LUFS, dB */
  int clips;                                     /* the format does */
} rosin_ensemble_told;

/** Lines for people, on standard error. */
void rosin_ensemble_tell(const rosin_ensemble *ensemble, const rosin_render_choices *choices,
                         int rate, const rosin_ensemble_told *told);
/** As JSON, to a file or "-". -1 to go on, or an exit status after an error. */
int rosin_ensemble_report(const char *path, const rosin_ensemble *ensemble, int rate,
                          const rosin_ensemble_told *told);

#endif
