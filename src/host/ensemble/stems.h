/* SPDX-License-Identifier: BSD-3-Clause */
/** Each part of an ensemble to a sound file of its own, in one folder: as it is in the sum, before
 * a room. */
#ifndef ROSIN_ENSEMBLE_STEMS_H
#define ROSIN_ENSEMBLE_STEMS_H

#include "host/ensemble/parts.h"

typedef struct rosin_ensemble_stems rosin_ensemble_stems;

/** FOLDER/1-violin.wav and so on; the folder, which ends in '/', is made if need be. NULL and an
 *  error. */
rosin_ensemble_stems *rosin_ensemble_stems_new(const rosin_ensemble *ensemble, const char *folder,
                                               int rate, rosin_error *error);
/** What the parts have made last. 0, or -1 and an error. */
int rosin_ensemble_stems_write(rosin_ensemble_stems *stems, const rosin_ensemble *ensemble,
                               int frames, rosin_error *error);
/** They get their names. 0, or -1 and an error. */
int rosin_ensemble_stems_close(rosin_ensemble_stems *stems, rosin_error *error);
void rosin_ensemble_stems_discard(rosin_ensemble_stems *stems); /**< NULL is allowed */

#endif
