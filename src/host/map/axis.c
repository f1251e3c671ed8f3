/* SPDX-License-Identifier: BSD-3-Clause */
#include "format.h"
#include "host/common/options.h"
#include "host/map/map.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad(const char *option, const char *text, const char *what) {
  return rosin_complain(ROSIN_USAGE, "%s %s: %s", option, text, what);
}

/* "KEY[*FACTOR]" of `length` bytes. */
static int take_key(const char *option, const char *text, const char *at, size_t length,
                    rosin_map_axis *axis) {
  const char *star = memchr(at, '*', length);
  const size_t name = star ? (size_t)(star - at) : length;
  double factor = 1;
  char *end = (char *)at + length;
  if (axis->keys == ROSIN_MAP_KEYS)
    return bad(option, text, "more than 8 keys");
  if (name < 1 || name >= ROSIN_MAP_KEY)
    return bad(option, text, "a key must have 1 to 127 letters");
  if (star)
    factor = rosin_number_read(star + 1, &end);
  if (end != at + length || end == star + 1 || !isfinite(factor))
    return bad(option, text, "a factor must be a number, as in KEY*0.5");
  memcpy(axis->key[axis->keys], at, name);
  axis->key[axis->keys][name] = 0;
  axis->factor[axis->keys++] = factor;
  return -1;
}

int rosin_map_axis_parse(const char *option, const char *text, rosin_map_axis *axis) {
  const char *equals = strchr(text, '=');
  double range[3];
  *axis = (rosin_map_axis){0};
  if (!equals)
    return bad(option, text, "must be KEY=LOW:HIGH:N[:log]");
  for (const char *at = text; at < equals;) {
    const size_t length = strcspn(at, ",=");
    const int status = take_key(option, text, at, length, axis);
    if (status >= 0)
      return status;
    at += length + 1;
  }
  if (!axis->keys || rosin_options_range(equals + 1, range, &axis->logarithmic))
    return bad(option, text, "must be KEY=LOW:HIGH:N[:log]");
  axis->low = range[0];
  axis->high = range[1];
  const double steps = range[2];
  if (!(steps >= 1 && steps <= ROSIN_MAP_MOST && steps == floor(steps)))
    return bad(option, text, "N must be a whole number, 1 to 1000");
  if (axis->logarithmic && !(axis->low * axis->high > 0))
    return bad(option, text, "a log range cannot include 0");
  if (axis->low == axis->high && steps > 1)
    return bad(option, text, "LOW and HIGH must differ");
  axis->steps = (int)steps;
  return -1;
}

double rosin_map_axis_at(const rosin_map_axis *a, int i) {
  const double u = a->steps > 1 ? (double)i / (a->steps - 1) : 0;
  return a->logarithmic ? a->low * pow(a->high / a->low, u) : a->low + u * (a->high - a->low);
}

/* The axis that a line of errors about "-s KEY=VALUE" comes from, or -1. */
static int axis_of(const rosin_map_axis *axis, const char *line) {
  const size_t length = strncmp(line, "-s ", 3) == 0 ? strcspn(line + 3, "=") : 0;
  for (int a = 0; length && a < 2; a++)
    for (int k = 0; k < axis[a].keys; k++)
      if (strlen(axis[a].key[k]) == length && strncmp(line + 3, axis[a].key[k], length) == 0)
        return a;
  return -1;
}

char *rosin_map_axis_errors(const rosin_map_axis *axis, char *errors) {
  char *text = NULL;
  size_t size;
  FILE *to = errors ? open_memstream(&text, &size) : NULL;
  for (char *line = errors; to && *line;) {
    const char *equals = strchr(line, '=');
    char *end = strchr(line, '\n');
    const int which = axis_of(axis, line);
    if (which >= 0) {
      char *after;
      const double value = rosin_number_read(equals + 1, &after);
      rosin_print(to, "--%c %.*s at %.9g", which ? 'y' : 'x', (int)(equals - line - 3), line + 3,
                  value);
      line = after;
    }
    const int length = (int)strcspn(line, "\n");
    fprintf(to, "%.*s\n", length, line);
    line = end ? end + 1 : line + length;
  }
  free(errors);
  if (to && fclose(to) == 0)
    return text;
  free(text);
  return NULL;
}
