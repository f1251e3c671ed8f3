/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a core as text, the same in all formats. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"
#include "format.h"
#include "number.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "rosin-state 1\n";

enum {
  HEIGHT = 16,
  LINE = 128
}; /* "set", a name as they are read, 17 digits; the scene's line fits too */

/* Without its folder: a state may move with its scene. */
static const char *alone(const char *scene) {
  const char *slash = strrchr(scene, '/');
  return slash ? slash + 1 : scene;
}

/* "draw" and its heights, if there are some; how many letters. */
static int write_drawn(const rosin_core *c, char *text, size_t room) {
  double height[ROSIN_DRAWN];
  if (!rosin_core_is_drawn(c, height))
    return 0;
  int used = snprintf(text, room, "draw");
  for (int i = 0; i < ROSIN_DRAWN; i++)
    used += rosin_format(text + used, room - (size_t)used, " %.4g", height[i]);
  return used + snprintf(text + used, room - (size_t)used, "\n");
}

char *rosin_core_save(const rosin_core *c) {
  const size_t room =
      (size_t)(2 * rosin_core_parameters(c) + 4) * LINE + (size_t)ROSIN_DRAWN * HEIGHT;
  char *text = malloc(room);
  if (!text)
    return NULL;
  int used = snprintf(text, room, "%sscene %.100s\n", head, alone(rosin_core_scene(c)));
  for (int i = 0; i < rosin_core_parameters(c); i++)
    if (strcmp(rosin_core_parameter(c, i)->name, "trigger") != 0 &&
        strncmp(rosin_core_parameter(c, i)->name, "bow_", 4) != 0)
      used += rosin_format(text + used, room - (size_t)used, "set %.63s %.17g\n",
                           rosin_core_parameter(c, i)->name, rosin_core_get(c, i));
  used += write_drawn(c, text + used, room - (size_t)used);
  for (int k = 0; k < ROSIN_LEARN_CONTROLLERS; k++) {
    const int given = rosin_core_given(c, k); /* once: another thread may take it away */
    if (given >= 0)
      used += rosin_format(text + used, room - (size_t)used, "give %d %.63s\n", k,
                           rosin_core_parameter(c, given)->name);
  }
  if (rosin_core_seed_row(c) >= 0)
    used += rosin_format(text + used, room - (size_t)used, "take %.0f\n", rosin_core_take(c));
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
  const double x = rosin_number_read(line + used, &end);
  if (end == line + used || *end || !isfinite(x))
    return rosin_fail(error, "state: %.60s: '%.60s' is not a number", name, line + used);
  const int index = rosin_core_find(c, name);
  if (index >= 0)
    value[index] = x;
  return 0;
}

/* What a state says. */
typedef struct {
  double *value, take;
  int given[ROSIN_LEARN_CONTROLLERS]; /* parameters of controllers, -1: none */
  double drawn[ROSIN_DRAWN];
  int draws;
  int keeps; /* it is a preset: controllers are no business of it */
} said;

/* A line "keep NAME": who wrote it leaves that alone, as presets leave chance. 1: it was one. */
static int read_keep(const rosin_core *c, const char *line, said *s) {
  static const char of[] = "keep ";
  if (strncmp(line, of, sizeof of - 1) != 0)
    return 0;
  const int index = rosin_core_find(c, line + sizeof of - 1);
  if (index >= 0)
    s->value[index] = rosin_core_get(c, index);
  if (index >= 0 && index == rosin_core_seed_row(c))
    s->take = rosin_core_take(c);
  s->keeps = 1;
  return 1;
}

/* A line "draw" with a height for each place. 1: it was one, 0: it is another; -1 and an error. */
static int read_draw(const char *line, said *s, rosin_error *error) {
  static const char of[] = "draw ";
  if (strncmp(line, of, sizeof of - 1) != 0)
    return 0;
  const char *end = rosin_number_list(line + sizeof of - 1, ROSIN_DRAWN, s->drawn);
  int fits = end && !*end;
  for (int i = 0; fits && i < ROSIN_DRAWN; i++)
    fits = s->drawn[i] >= -1 && s->drawn[i] <= 1;
  if (!fits)
    return rosin_fail(error, "state: draw: must be %d heights from -1 to 1", ROSIN_DRAWN);
  s->draws = 1;
  return 1;
}

/* A line "give CONTROLLER NAME". 1: it was one, 0: it is another; -1 and an error. */
static int read_give(const rosin_core *c, const char *line, said *s, rosin_error *error) {
  static const char of[] = "give ";
  char *end;
  if (strncmp(line, of, sizeof of - 1) != 0)
    return 0;
  const double x = rosin_number_read(line + sizeof of - 1, &end);
  if (*end != ' ' || x != floor(x) || !rosin_core_may_give(x))
    return rosin_fail(error,
                      "state: give: '%.60s' is not: CONTROLLER NAME, of 1 to 119 without 6, "
                      "32, 38 and 96 to 101",
                      line + sizeof of - 1);
  const int index = rosin_core_find(c, end + 1);
  for (int k = 0; index >= 0 && k < ROSIN_LEARN_CONTROLLERS; k++)
    if (s->given[k] == index)
      s->given[k] = -1;
  s->given[(int)x] = index;
  return 1;
}

/* A line "take NUMBER". 1: it was one, 0: it is another; -1 and an error. */
static int read_take(const char *line, double *take, rosin_error *error) {
  static const char of[] = "take ";
  char *end;
  if (strncmp(line, of, sizeof of - 1) != 0)
    return 0;
  const double x = rosin_number_read(line + sizeof of - 1, &end);
  if (end == line + sizeof of - 1 || *end || !(x >= 0 && x <= ROSIN_SEED_MOST))
    return rosin_fail(error, "state: take: '%.60s' is no number from 0 to 4294967295",
                      line + sizeof of - 1);
  *take = x;
  return 1;
}

static int read_lines(const rosin_core *c, char *text, said *s, rosin_error *error) {
  static const char of[] = "scene ";
  char *save = NULL;
  for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (strcmp(line, "end") == 0)
      return 0;
    int taken = read_take(line, &s->take, error);
    taken = taken ? taken : read_give(c, line, s, error);
    taken = taken ? taken : read_draw(line, s, error);
    if (taken < 0)
      return -1;
    if (taken || read_keep(c, line, s))
      continue;
    if (strncmp(line, of, sizeof of - 1) == 0) {
      const char *scene = alone(line + sizeof of - 1), *own = alone(rosin_core_scene(c));
      if (strncmp(scene, own, 100) != 0)
        return rosin_fail(error, "state: it is of the scene '%.60s', and this is '%.60s'", scene,
                          own);
    } else if (read_line(c, line, s->value, error)) {
      return -1;
    }
  }
  return rosin_fail(error, "state: it has no end");
}

/* The lines after the first; NULL and an error. */
static const char *after_head(const char *text, rosin_error *error) {
  static const char kind[] = "rosin-state ";
  if (text && strncmp(text, head, sizeof head - 1) == 0)
    return text + sizeof head - 1;
  if (text && strncmp(text, kind, sizeof kind - 1) == 0)
    rosin_fail(error, "state: '%.*s' is of another rosin than this one, which reads rosin-state 1",
               (int)fmin((double)strcspn(text, "\n"), 40), text);
  else
    rosin_fail(error, "state: must begin with 'rosin-state 1'");
  return NULL;
}

/* What says nothing of a take is of the scene's own seed, as all was before there were any. */
static int read(const rosin_core *c, const char *text, said *s, rosin_error *error) {
  const char *lines = after_head(text, error);
  if (!lines)
    return -1;
  for (int i = 0; i < rosin_core_parameters(c);
       i++) /* version 0.2 had neither limiter nor takes, and said none */
    s->value[i] = c->row[i].kind == ROSIN_CORE_LIMITER || c->row[i].kind == ROSIN_CORE_TAKES
                      ? 0
                      : rosin_core_parameter(c, i)->initial;
  s->take = rosin_scene_model(c->model)->seed;
  for (int k = 0; k < ROSIN_LEARN_CONTROLLERS; k++)
    s->given[k] = -1;
  char *copy = strdup(lines);
  if (!copy)
    return rosin_fail(error, "out of memory");
  const int failed = read_lines(c, copy, s, error);
  free(copy);
  return failed ? -1 : 0;
}

int rosin_core_read(const rosin_core *c, const char *text, double *value, rosin_error *error) {
  said s = {.value = value};
  return read(c, text, &s, error);
}

int rosin_core_load(rosin_core *c, const char *text, rosin_error *error) {
  double value[ROSIN_CORE_PARAMETERS] = {0};
  said s = {.value = value};
  if (read(c, text, &s, error))
    return -1;
  rosin_core_set_take(c, s.take);
  if (!s.keeps)
    rosin_core_draw(c, s.draws ? s.drawn : NULL);
  for (int k = 0; k < ROSIN_LEARN_CONTROLLERS && !s.keeps; k++)
    rosin_core_give(c, k, s.given[k]);
  for (int i = 0; i < rosin_core_parameters(c); i++)
    rosin_core_put(c, i, value[i]);
  return 0;
}
