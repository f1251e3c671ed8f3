/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/devices/midi_map.h"
#include "error.h"
#include "format.h"
#include "number.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Controllers that MIDI leaves undefined. */
enum { FIRST_FREE = 20, LAST_FREE = 32 };

static void clear(rosin_midi_map *map) {
  for (int i = 0; i < ROSIN_MIDI_CONTROLLERS; i++)
    map->of[i].target = -1;
}

void rosin_midi_map_start(rosin_midi_map *map, const rosin_targets *targets) {
  clear(map);
  for (int i = 0, number = FIRST_FREE; i < targets->count && number < LAST_FREE; i++)
    if (targets->target[i].macro >= 0)
      rosin_midi_map_learn(map, targets, number++, i);
}

static void forget(rosin_midi_map *map, int target) {
  for (int i = 0; i < ROSIN_MIDI_CONTROLLERS; i++)
    if (map->of[i].target == target)
      map->of[i].target = -1;
}

void rosin_midi_map_learn(rosin_midi_map *map, const rosin_targets *targets, int number,
                          int target) {
  forget(map, target);
  map->of[number].target = target;
  map->of[number].low = targets->target[target].low;
  map->of[number].high = targets->target[target].high;
}

/* NULL, or what is wrong with the line. */
static const char *read_line(rosin_midi_map *map, const rosin_targets *targets, const char *line,
                             int *missing) {
  char name[128];
  int number, used = 0;
  double range[2];
  const int words = sscanf(line, "cc %d %127s%n", &number, name, &used);
  const char *rest = words == 2 ? rosin_number_list(line + used, 2, range) : NULL;
  if (!rest || *rest)
    return "must be cc NUMBER TARGET LOW HIGH";
  const double low = range[0], high = range[1];
  if (number < 0 || number >= ROSIN_MIDI_CONTROLLERS)
    return "a controller's number is 0 to 127";
  if (!isfinite(low) || !isfinite(high))
    return "LOW and HIGH must be finite numbers";
  const int target = rosin_targets_find(targets, name);
  if (target < 0) {
    ++*missing;
    return NULL;
  }
  const rosin_parameter *row = targets->target[target].row;
  if (fmin(low, high) < row->low || fmax(low, high) > row->high)
    return "LOW and HIGH must lie in the target's range";
  forget(map, target);
  map->of[number].target = target;
  map->of[number].low = low;
  map->of[number].high = high;
  return NULL;
}

int rosin_midi_map_read(rosin_midi_map *map, const rosin_targets *targets, const char *path,
                        int *missing, rosin_error *error) {
  char line[256];
  const char *wrong = NULL;
  int number = 0;
  *missing = 0;
  rosin_midi_map_start(map, targets);
  FILE *in = fopen(path, "r");
  if (!in)
    return errno == ENOENT ? 0 : rosin_fail(error, "%.400s: %s", path, strerror(errno));
  while (!wrong && fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = 0;
    if (++number == 1)
      wrong = strcmp(line, "rosin-midi 1") ? "is no list of controllers (rosin-midi 1)" : NULL;
    else if (line[0] && line[0] != '#')
      wrong = read_line(map, targets, line, missing);
  }
  fclose(in);
  return wrong ? rosin_fail(error, "%.400s:%d: %s", path, number, wrong) : 0;
}

int rosin_midi_map_write(const rosin_midi_map *map, const rosin_targets *targets, const char *path,
                         rosin_error *error) {
  char *temporary;
  FILE *out = rosin_temporary_stream(path, &temporary);
  if (out) {
    fputs("rosin-midi 1\n", out);
    for (int i = 0; i < ROSIN_MIDI_CONTROLLERS; i++)
      if (map->of[i].target >= 0)
        rosin_print(out, "cc %d %s %.9g %.9g\n", i, targets->target[map->of[i].target].name,
                    map->of[i].low, map->of[i].high);
  }
  if (out && rosin_temporary_close(out, temporary, path) == 0)
    return 0;
  return rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
}
