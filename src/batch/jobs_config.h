/* SPDX-License-Identifier: BSD-3-Clause */
/** Lists in the form of scenes: jobs = ( { scene = "rope"; ... }, ... ); keys beside `jobs` are
 *  defaults of all. A group is scenes times settings: as many rows as these have pairs. */
#ifndef ROSIN_JOBS_CONFIG_H
#define ROSIN_JOBS_CONFIG_H

#include "batch/jobs.h"

#include <stdio.h>

typedef struct rosin_jobs_config rosin_jobs_config;

rosin_jobs_config *rosin_jobs_config_read(FILE *file, const char *path, rosin_error *error);
int rosin_jobs_config_next(rosin_jobs_config *config, rosin_jobs_row *row, rosin_error *error);
void rosin_jobs_config_free(rosin_jobs_config *config); /**< NULL is allowed */

#endif
