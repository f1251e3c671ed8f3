/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ask/output_name.h"
#include "batch/name.h"
#include "error.h"
#include "number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of a list that has this name, scene and settings. */
static int make_row(rosin_jobs_row *row, const char *name, const rosin_recipe *recipe,
                    rosin_error *error) {
  const char *dot = strrchr(name, '.');
  if (!dot || strlen(dot) > sizeof row->container || strlen(name) >= sizeof row->name ||
      strlen(recipe->scene) >= sizeof row->scene)
    return rosin_fail(error, "-o %.300s: must be a name that ends in .wav or another format", name);
  rosin_jobs_plain(row);
  snprintf(row->scene, sizeof row->scene, "%s", recipe->scene);
  snprintf(row->name, sizeof row->name, "%.*s", (int)(dot - name), name);
  snprintf(row->container, sizeof row->container, "%s", dot + 1);
  for (int i = 0; i < recipe->set.count; i++) {
    if (strncmp(recipe->set.text[i], "seed=", 5) == 0)
      row->seed = rosin_number_read(recipe->set.text[i] + 5, NULL);
    if (rosin_jobs_add(row, 0, recipe->set.text[i], error))
      return -1;
  }
  return 0;
}

char *rosin_output_name(const char *pattern, const rosin_recipe *recipe, rosin_error *error) {
  char filled[2 * ROSIN_JOBS_NAME];
  const char *brace = strchr(pattern, '{'), *name = brace;
  while (name > pattern && name[-1] != '/')
    name--;
  const size_t folder = (size_t)(name - pattern);
  rosin_jobs_row *row = malloc(sizeof *row);
  char *made = malloc(folder + sizeof filled);
  int status =
      row && made ? make_row(row, name, recipe, error) : rosin_fail(error, "out of memory");
  if (status == 0)
    status = rosin_name_make(row, 0, 0, filled, sizeof filled, error);
  if (status == 0)
    snprintf(made, folder + sizeof filled, "%.*s%s", (int)folder, pattern, filled);
  free(row);
  if (!status)
    return made;
  free(made);
  return NULL;
}
