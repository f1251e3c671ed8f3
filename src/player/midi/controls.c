/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/midi/controls.h"
#include "error.h"
#include "format.h"
#include "maths/maths.h"
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Settings that a channel can have for itself. */
static int is_of_channel(size_t setting) {
  static const size_t own[] = {
      ROSIN_SETTING(articulation), ROSIN_SETTING(dynamics),     ROSIN_SETTING(pressure),
      ROSIN_SETTING(position),     ROSIN_SETTING(change),       ROSIN_SETTING(portamento),
      ROSIN_SETTING(vibrato),      ROSIN_SETTING(vibrato_rate), ROSIN_SETTING(vibrato_delay),
      ROSIN_SETTING(tremolo_rate), ROSIN_SETTING(trill),        ROSIN_SETTING(trill_rate),
      ROSIN_SETTING(attack),       ROSIN_SETTING(accent),       ROSIN_SETTING(string),
      ROSIN_SETTING(technique),    ROSIN_SETTING(ponticello),   ROSIN_SETTING(velocity),
      ROSIN_SETTING(volume),       ROSIN_SETTING(scoop),        ROSIN_SETTING(fall),
      ROSIN_SETTING(accent_time)};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (own[i] == setting)
      return 1;
  return 0;
}

static double between(const rosin_control *c, double x) {
  return c->curved ? c->low * rosin_pow(c->high / c->low, x) : c->low + x * (c->high - c->low);
}

int rosin_controls_move(const rosin_controls *controls, int source, double value,
                        rosin_channel *channel) {
  int moved = 0;
  for (int i = 0; i < controls->count; i++)
    if (controls->row[i].source == source) {
      rosin_channel_tell(channel, controls->row[i].setting, between(&controls->row[i], value));
      moved++;
    }
  return moved;
}

static int moves(const rosin_controls *controls, size_t setting) {
  for (int i = 0; i < controls->count; i++)
    if (controls->row[i].setting == setting)
      return 1;
  return 0;
}

void rosin_controls_leave(const rosin_controls *controls, const rosin_controls *next,
                          rosin_channel *channel) {
  for (int i = 0; i < controls->count; i++) {
    const rosin_control *row = &controls->row[i];
    if (row->source == ROSIN_VELOCITY || !moves(next, row->setting))
      rosin_channel_forget(channel, row->setting);
  }
}

/* ---- text ----------------------------------------------------------------------------- */

static const char *const first_line = "rosin-controls 1";

/* The source at the begin of a line, and what follows it; NULL if there is none. */
static const char *read_source(const char *line, int *source) {
  int used = 0;
  if (sscanf(line, "cc %d %n", source, &used) == 1 && used)
    return *source >= 0 && *source < 128 ? line + used : NULL;
  if (strncmp(line, "aftertouch ", 11) == 0) {
    *source = ROSIN_AFTERTOUCH;
    return line + 11;
  }
  if (strncmp(line, "velocity ", 9) == 0) {
    *source = ROSIN_VELOCITY;
    return line + 9;
  }
  return NULL;
}

/* A row as it is written, and its setting's name: 0, or -1. */
static int split_row(const char *line, rosin_control *c, char name[64]) {
  char curve[8] = "", more;
  int used = 0;
  double range[2];
  const char *rest = read_source(line, &c->source);
  if (!rest || sscanf(rest, "%63s%n", name, &used) != 1)
    return -1;
  rest = rosin_number_list(rest + used, 2, range);
  if (!rest)
    return -1;
  const int words = sscanf(rest, "%7s %c", curve, &more);
  if (words > 1 || (words == 1 && strcmp(curve, "log") != 0))
    return -1;
  c->low = range[0];
  c->high = range[1];
  c->curved = words == 1;
  return 0;
}

/* NULL, or what is wrong with the line. */
static const char *read_line(rosin_controls *controls, const rosin_parameter *settings,
                             const char *line) {
  char name[64];
  rosin_control c = {0};
  if (split_row(line, &c, name))
    return "must be cc NUMBER, aftertouch or velocity, then SETTING FROM TO, perhaps log";
  const rosin_parameter *row = rosin_parameter_find(settings, name);
  if (!row || !is_of_channel(row->offset))
    return "the player has no such setting for a channel (see rosin show --controls keyboard)";
  const double least = fmin(c.low, c.high), most = fmax(c.low, c.high);
  if (!isfinite(c.low) || !isfinite(c.high) || least < row->low || most > row->high)
    return "FROM and TO must lie in the setting's range";
  if (c.curved && least <= 0)
    return "log: FROM and TO must be above 0";
  if (controls->count == ROSIN_CONTROL_ROWS)
    return "there are more than 64 rows";
  c.setting = row->offset;
  controls->row[controls->count++] = c;
  return NULL;
}

static void list_ready(char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; rosin_controls_name(i) && used < size; i++)
    used +=
        (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", rosin_controls_name(i));
}

int rosin_controls_read(rosin_controls *controls, const rosin_parameter *settings, const char *name,
                        rosin_error *error) {
  char line[256], ready[100];
  const char *wrong = NULL;
  int number = 0;
  for (int i = 0; rosin_controls_name(i); i++)
    if (strcmp(name, rosin_controls_name(i)) == 0) {
      *controls = *rosin_controls_ready(i);
      return 0;
    }
  FILE *file = fopen(name, "r");
  if (!file) {
    const int why = errno;
    list_ready(ready, sizeof ready);
    return rosin_fail(error, "%.300s: cannot be read: %s (ready tables are %s)", name,
                      strerror(why), ready);
  }
  controls->count = 0;
  while (!wrong && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = 0;
    if (++number == 1)
      wrong = strcmp(line, first_line) ? "is no table of controls (rosin-controls 1)" : NULL;
    else if (line[0] && line[0] != '#')
      wrong = read_line(controls, settings, line);
  }
  if (number == 0) {
    number = 1;
    wrong = "is no table of controls (rosin-controls 1)";
  }
  fclose(file);
  return wrong ? rosin_fail(error, "%.300s:%d: %s", name, number, wrong) : 0;
}

void rosin_controls_print(const rosin_controls *controls, const rosin_parameter *settings,
                          FILE *file) {
  fprintf(file, "%s\n", first_line);
  for (int i = 0; i < controls->count; i++) {
    const rosin_control *c = &controls->row[i];
    const rosin_parameter *row = settings;
    while (row->name && row->offset != c->setting)
      row++;
    if (c->source < 128)
      fprintf(file, "cc %d", c->source);
    else
      fputs(c->source == ROSIN_VELOCITY ? "velocity" : "aftertouch", file);
    rosin_print(file, " %s %.9g %.9g%s\n", row->name, c->low, c->high, c->curved ? " log" : "");
  }
}
