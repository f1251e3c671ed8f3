/* SPDX-License-Identifier: BSD-3-Clause */
/** Lists of modes in a file. */
#ifndef ROSIN_MODES_FILE_H
#define ROSIN_MODES_FILE_H

#include "scene/model/model.h"

/** Read modes, and a weight for each point, from comma-separated values (`path` names
 *  them in errors): a first line
 *  of names (frequency; t60 or q; mass, if wanted; then the points), or none:
 *  frequency, t60, mass. Fills modes, mode, points, point, point_name and weight of
 *  `body`, which frees them. 0, or -1 and an error with its line. */
int rosin_modes_file_read(rosin_model_body *body, FILE *file, const char *path, rosin_error *error);

#endif
