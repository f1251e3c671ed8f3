/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a core as text, the same in all formats. */
#include "core/core.h"
#include "error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "rosin-state 1\n";

enum { LINE = 128 }; /* "set", a name as they are read, 17 digits; the scene's line fits too */

/* Without its folder: a state may move with its scene. */
static const char *alone(const char *scene) {
  const char *slash = strrchr(scene, '/');
  return slash ? slash + 1 : scene;
}

char *rosin_core_save(const rosin_core *c) {
  const size_t room = (size_t)(rosin_core_parameters(c) + 3) * LINE;
  char *text = malloc(room);
  if (!text)
    return NULL;
  int used = snprintf(text, room, "%sscene %.100s\n", head, alone(rosin_core_scene(c)));
  for (int i = 0; i < rosin_core_parameters(c); i++)
    if (strcmp(rosin_core_parameter(c, i)->name, "trigger") != 0 &&
        strncmp(rosin_core_parameter(c, i)->name, "bow_", 4) != 0)
      used += snprintf(text + used, room - (size_t)used, "set %.63s %.17g\n",
                       rosin_core_parameter(c, i)->name, rosin_core_get(c, i));
  snprintf(text + used, room - (size_t)used, "end\n");
  return text;
}

/* A line "set NAME VALUE" into `value`: 0, or -1 and an error. */
static int read_line(const rosin_core *c, const char *line, double *value, rosin_error *error) {
  char name[64];
  int used = 0;
  if (sscanf(line, "set %63s %n", name, &used) != 1 || !used)
    return rosin_fail(error, "state: '%.60s' is not: set NAME VALUE", line);
  char *end;
  const double x = strtod(line + used, &end);
  if (end == line + used || *end || !isfinite(x))
    return rosin_fail(error, "state: %.60s: '%.60s' is not a number", name, line + used);
  const int index = rosin_core_find(c, name);
  if (index >= 0)
    value[index] = x;
  return 0;
}

static int read_lines(const rosin_core *c, char *text, double *value, rosin_error *error) {
  static const char of[] = "scene ";
  char *save = NULL;
  for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (strcmp(line, "end") == 0)
      return 0;
    if (strncmp(line, of, sizeof of - 1) == 0) {
      const char *scene = alone(line + sizeof of - 1), *own = alone(rosin_core_scene(c));
      if (strncmp(scene, own, 100) != 0)
        return rosin_fail(error, "state: it is of the scene '%.60s', and this is '%.60s'", scene,
                          own);
    } else if (read_line(c, line, value, error)) {
      return -1;
    }
  }
  return rosin_fail(error, "state: it has no end");
}

int rosin_core_read(const rosin_core *c, const char *text, double *value, rosin_error *error) {
  if (!text || strncmp(text, head, sizeof head - 1) != 0)
    return rosin_fail(error, "state: must begin with 'rosin-state 1'");
  for (int i = 0; i < rosin_core_parameters(c); i++)
    value[i] = rosin_core_parameter(c, i)->initial;
  char *copy = strdup(text + sizeof head - 1);
  if (!copy)
    return rosin_fail(error, "out of memory");
  const int failed = read_lines(c, copy, value, error);
  free(copy);
  return failed ? -1 : 0;
}

int rosin_core_load(rosin_core *c, const char *text, rosin_error *error) {
  double value[ROSIN_CORE_PARAMETERS] = {0};
  const int failed = rosin_core_read(c, text, value, error);
  for (int i = 0; !failed && i < rosin_core_parameters(c); i++)
    rosin_core_put(c, i, value[i]);
  return failed ? -1 : 0;
}
