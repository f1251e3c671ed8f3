/* SPDX-License-Identifier: BSD-3-Clause */
/* See wish.h. */
#include "wish.h"
#include "core/presets.h"
#include "format.h"
#include "letters.h"
#include "number.h"
#include "player/play/settings.h"

#include <rosin/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double longest = 3600; /* s */

int complain(const char *what, const char *why) {
  fprintf(stderr, "rosin-render: %s: %s\n", what, why);
  return 1;
}

static int refuse(const char *what, const char *why) {
  complain(what, why);
  return -1;
}

/* ---- words ---------------------------------------------------------------------------------- */

static int add(wish *w, const char *setting) {
  const int of_player = rosin_player_setting_is(setting);
  if ((of_player ? w->players : w->sets) == WISH_SETTINGS)
    return refuse(setting, "more than 128 settings");
  if (of_player)
    w->player[w->players++] = setting;
  else
    w->set[w->sets++] = setting;
  return 0;
}

static int read_number(const char *text, double low, double high, const char *what, double *to) {
  char *end;
  char range[96];
  *to = rosin_number_read(text, &end);
  if (end != text && !*end && *to > low && *to <= high)
    return 0;
  rosin_format(range, sizeof range, "%s takes a number above %g, up to %g", what, low, high);
  return refuse(text, range);
}

/* Frames are written at a whole rate: a fraction would be lost, so it is refused. */
static int read_rate(const char *text, double *to) {
  char *end;
  char range[96];
  *to = rosin_number_read(text, &end);
  if (end != text && !*end && *to >= ROSIN_RATE_LOWEST && *to <= ROSIN_RATE_HIGHEST &&
      *to == floor(*to))
    return 0;
  rosin_format(range, sizeof range, "-r takes a whole number, %d to %d", ROSIN_RATE_LOWEST,
               ROSIN_RATE_HIGHEST);
  return refuse(text, range);
}

/* Which of its texts an option is; NULL: none. */
static const char **text_of(wish *w, const char *option) {
  const struct {
    const char *name;
    const char **to;
  } all[] = {{"-o", &w->file},
             {"--preset", &w->preset},
             {"--midi", &w->midi},
             {"--scale", &w->scale},
             {"--input", &w->input},
             {"--list", &w->list},
             {"--controls", &w->controls}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, option) == 0)
      return all[i].to;
  return NULL;
}

static int read_option(wish *w, const char *option, const char *value) {
  const char **text = text_of(w, option);
  if (!text && strcmp(option, "-s") && strcmp(option, "-d") && strcmp(option, "-r"))
    return refuse(option, "not understood; rosin-render --help tells what is");
  if (!value)
    return refuse(option, "needs a value");
  if (text) {
    *text = value;
    return 0;
  }
  return option[1] == 's'   ? add(w, value)
         : option[1] == 'd' ? read_number(value, 0, longest, "-d", &w->seconds)
                            : read_rate(value, &w->rate);
}

/* What is for a player wants one. */
static int check_player(const wish *w) {
  if (w->midi || !(w->players || w->scale || w->controls))
    return 0;
  return refuse(w->scale      ? "--scale"
                : w->controls ? "--controls"
                              : w->player[0],
                "there is a player only with --midi");
}

static int check(const wish *w) {
  if (w->list)
    return 0;
  return !w->scene                                    ? refuse("SCENE", "is missing")
         : !w->file                                   ? refuse("-o FILE", "is missing")
         : strcmp(w->file, w->scene) == 0             ? refuse(w->file, "is what it reads")
         : w->midi && strcmp(w->file, w->midi) == 0   ? refuse(w->file, "is what it reads")
         : w->input && strcmp(w->file, w->input) == 0 ? refuse(w->file, "is what it reads")
         : w->midi && w->input                        ? refuse("--input", "goes without --midi")
                                                      : check_player(w);
}

int wish_read(wish *w, int count, char *const *word) {
  for (int i = 0; i < count; i++) {
    if (*word[i] != '-') {
      if (w->scene)
        return refuse(word[i], "one scene at a time; more of them: --list");
      w->scene = word[i];
      continue;
    }
    if (read_option(w, word[i], i + 1 < count ? word[i + 1] : NULL))
      return -1;
    i++;
  }
  return check(w);
}

/* ---- a preset ------------------------------------------------------------------------------- */

static char *state_of(const rosin_core *core, const char *preset) {
  const rosin_preset *is;
  for (int i = 0; (is = rosin_core_preset(core, i)); i++)
    if (rosin_alike(is->name, preset))
      return rosin_preset_state(core, is);
  return rosin_preset_text(preset);
}

static int refuse_preset(const rosin_core *core, const char *preset) {
  char why[1024] = "is none of ";
  const char *name;
  for (int i = 0; (name = rosin_core_preset_name(core, i)); i++)
    rosin_format(why + strlen(why), sizeof why - strlen(why), "%s%s", i ? ", " : "", name);
  return refuse(preset, why);
}

/* What differs from the scene itself. What is of plugins alone (a level) is left out. */
static int put_values(wish *w, const rosin_core *core, const double *value) {
  const char *own[WISH_SETTINGS];
  const int count = w->sets;
  memcpy(own, w->set, sizeof own);
  w->sets = 0;
  for (int i = 0, n = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    const char *before = rosin_preset_setting(core, i);
    char number[32];
    if (!before || !rosin_preset_sets(core, i) || value[i] == row->initial || n == WISH_SETTINGS)
      continue;
    rosin_format_shortest(number, sizeof number, value[i]);
    rosin_format(w->of_preset[n], WISH_SETTING, "%s%.60s=%s", before, row->name, number);
    if (add(w, w->of_preset[n++]))
      return -1;
  }
  for (int i = 0; i < count; i++)
    if (add(w, own[i]))
      return -1;
  return 0;
}

int wish_take_preset(wish *w) {
  rosin_error error;
  double value[ROSIN_CORE_PARAMETERS] = {0};
  if (!w->preset)
    return 0;
  rosin_core *core = rosin_core_open_said(w->scene, NULL, 0, 0, NULL, &error);
  if (!core)
    return refuse(w->scene, error.text);
  char *state = state_of(core, w->preset);
  const int failed = !state                                        ? refuse_preset(core, w->preset)
                     : rosin_core_read(core, state, value, &error) ? refuse(w->preset, error.text)
                                                                   : put_values(w, core, value);
  free(state);
  rosin_core_free(core);
  return failed;
}
