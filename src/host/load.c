/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rosin_scene *rosin_load(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, int *status) {
  char *errors = NULL;
  if (words->count != 1) {
    *status = rosin_complain(ROSIN_USAGE, "usage: rosin %s", command->usage);
    return NULL;
  }
  rosin_scene *scene = rosin_scene_load(words->text[0], set->count, set->text, &errors);
  int only_options = 1;
  char *save = NULL;
  for (char *line = errors ? strtok_r(errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save)) {
    only_options = only_options && strncmp(line, "-s ", 3) == 0;
    rosin_complain(ROSIN_FAILURE, "%s", line);
  }
  free(errors);
  *status = only_options && set->count ? ROSIN_USAGE : ROSIN_FAILURE;
  return scene;
}
