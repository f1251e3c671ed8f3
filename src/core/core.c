/* SPDX-License-Identifier: BSD-3-Clause */
/* What a core is: its scene and its tables. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STROKE = 1; /* s, in which a player ends a note */

enum { SETTINGS = 30 }; /* of the player, that 0.2 had: the first of its table */

static const rosin_parameter effect_rows[] = {
    {"trigger", "", 0, 1, 0, "its rise begins the gesture, as a note does", .kind = ROSIN_SWITCH,
     .group = "Gesture"},
    {"continuous", "", 0, 1, 0, "1: the gesture begins again whenever it ends",
     .kind = ROSIN_SWITCH, .group = "Gesture"},
};

static const rosin_parameter bow_rows[] = {
    {"bow_down", "", 0, 1, 0, "1: a hand lays the bow on the string; by_hand is 1 from then on",
     .kind = ROSIN_SWITCH, .group = "Bow"},
    {"bow_speed", "m/s", -2, 2, 0.2, "of that bow; below 0 the other way", .group = "Bow"},
    {"bow_press", "", 0, 1, 0.5, "of that bow: airy to dense", .group = "Bow"},
};

static const rosin_parameter limiter_row = {
    "limiter",
    "",
    0,
    1,
    1,
    "1: what is above -3 dBFS bends, and full scale is never reached",
    .kind = ROSIN_SWITCH,
    .group = "Output"};

static void add_row(rosin_core *c, const rosin_parameter *row, rosin_core_kind kind, double value) {
  if (c->rows == ROSIN_CORE_PARAMETERS)
    return;
  c->row[c->rows] = (rosin_core_row){row, kind};
  c->value[c->rows] = c->applied[c->rows] = value;
  c->rows++;
}

static void add_player(rosin_core *c, const rosin_parameter *row) {
  for (; row->name; row++)
    add_row(c, row, ROSIN_CORE_PLAYER, row->initial);
}

static void add_rows(rosin_core *c) {
  const rosin_parameter *level = rosin_about_level();
  add_row(c, level, ROSIN_CORE_LEVEL, level->initial); /* the first: LEVEL */
  if (c->plan.instrument)
    add_player(c, rosin_player_parameters());
  c->by_hand = rosin_core_find(c, "by_hand");
  if (!c->plan.waits)
    return;
  add_row(c, &effect_rows[0], ROSIN_CORE_TRIGGER, effect_rows[0].initial);
  add_row(c, &effect_rows[1], ROSIN_CORE_CONTINUOUS, effect_rows[1].initial);
  for (int i = 0; i < rosin_scene_macros(c->model); i++) /* as overrides have them */
    add_row(c, rosin_scene_macro(c->model, i),
            rosin_scene_macro(c->model, i)->builds ? ROSIN_CORE_BUILDER : ROSIN_CORE_MACRO,
            rosin_scene_macro_value(c->model, i));
}

/* Where 0.2 had the bow's rows, before settings that the player has got since: sessions count. */
void rosin_core_add_bow(rosin_core *c) {
  const rosin_parameter *since = rosin_player_parameters() + SETTINGS;
  while (c->plan.instrument && c->row[c->rows - 1].kind == ROSIN_CORE_PLAYER &&
         c->row[c->rows - 1].row >= since)
    c->rows--;
  c->bow = c->rows;
  if (!c->plan.instrument)
    return;
  for (size_t i = 0; i < sizeof bow_rows / sizeof *bow_rows; i++)
    add_row(c, &bow_rows[i], ROSIN_CORE_BOW, bow_rows[i].initial);
  add_player(c, since);
}

void rosin_core_add_keys(rosin_core *c) {
  if (!rosin_keyboard_is(c->model) || rosin_core_find(c, rosin_keyed_rows->name) >= 0)
    return;
  for (const rosin_parameter *row = rosin_keyed_rows; row->name; row++)
    add_row(c, row, ROSIN_CORE_KEYED, row->initial);
}

/* The rows that pressure, velocity and wheel of a scene's keys move. */
static void find_hands(rosin_core *c) {
  for (int i = 0; i < ROSIN_ABOUT_HANDS; i++) {
    const int macro = rosin_scene_model(c->model)->about.hand[i];
    c->takes.macro[i] =
        macro < 0 ? -1 : rosin_core_find(c, rosin_scene_macro(c->model, macro)->name);
  }
}

void rosin_core_add_takes(rosin_core *c) {
  if (!c->plan.waits || rosin_keyboard_is(c->model) || c->takes.first >= 0 ||
      c->rows + ROSIN_TAKES_ROWS > ROSIN_CORE_PARAMETERS)
    return;
  find_hands(c);
  c->takes.fullest = rosin_scene_fullest(c->model); /* not while it sounds */
  c->takes.first = c->rows;
  c->plan.transposes = 1;
  for (const rosin_parameter *row = rosin_takes_rows; row->name; row++)
    add_row(c, row, ROSIN_CORE_TAKES, row->initial);
  rosin_core_find_tail(c, c->model);
}

void rosin_core_add_section(rosin_core *c) {
  if (!c->plan.instrument || c->plan.source.given)
    return;
  for (const rosin_parameter *row = rosin_section_parameters(); row->name; row++)
    add_row(c, row, row->builds ? ROSIN_CORE_PLAYERS : ROSIN_CORE_SECTION, row->initial);
}

const rosin_parameter *rosin_core_section_row(const char *setting) {
  return rosin_section_row(setting);
}

void rosin_core_sit(rosin_core *c, double aside, double back) {
  c->plan.seat[0] = aside;
  c->plan.seat[1] = back;
}

void rosin_core_add_limiter(rosin_core *c) {
  add_row(c, &limiter_row, ROSIN_CORE_LIMITER, limiter_row.initial);
}

static int copy_source(rosin_core_source *to, const rosin_core_source *from) {
  const char **copy = calloc((size_t)from->overrides + 1, sizeof *copy);
  *to = (rosin_core_source){.scene = strdup(from->scene ? from->scene : ""),
                            .override = copy,
                            .gestures = from->gestures,
                            .given = from->given,
                            .by_hand = from->by_hand,
                            .once = from->once,
                            .untried = from->untried};
  for (; copy && to->overrides < from->overrides; to->overrides++)
    if (!(copy[to->overrides] = strdup(from->override[to->overrides])))
      return -1;
  return to->scene && copy ? 0 : -1;
}

static void free_source(rosin_core_source *s) {
  for (int i = 0; i < s->overrides; i++)
    free((char *)s->override[i]);
  free((void *)s->override);
  free((char *)s->scene);
}

/* What its scene says of itself. */
static int learn(rosin_core *c) {
  const rosin_model *m = rosin_scene_model(c->model);
  if (!(c->title = strdup(m->title && *m->title ? m->title : c->plan.source.scene)))
    return -1;
  const rosin_core_source *from = &c->plan.source;
  const int by_hand = from->given ? from->by_hand : !from->gestures;
  c->plan.instrument = by_hand && rosin_player_strings(c->model) > 0;
  c->plan.rests = from->given && by_hand != 2 ? by_hand : c->plan.instrument;
  c->plan.waits = (!from->given || by_hand == 2) && !c->plan.instrument;
  c->plan.own = (int)m->oversample;
  c->plan.read = c->model;
  c->channels = rosin_scene_channels(c->model);
  return 0;
}

static rosin_scene *load(const rosin_core_source *from, char **errors) {
  const rosin_terms terms = {.untried = from->untried, .sketched = from->untried};
  return rosin_scene_open(from->scene, &terms, from->overrides, from->override, errors);
}

/* As far as both know it: 0, or -1 and an error. */
static int take_source(rosin_core_source *own, const rosin_core_source *given, char **errors) {
  static const char said[] = "a source of a core: made for a newer rosin than this one\n";
  *errors = given->size > sizeof *own ? strdup(said) : NULL;
  if (given->size > sizeof *own)
    return -1;
  memset(own, 0, sizeof *own);
  memcpy(own, given, given->size ? given->size : sizeof *own);
  return 0;
}

rosin_core *rosin_core_open(const rosin_core_source *from, char **errors) {
  rosin_core_source own, *source = &own;
  if (take_source(&own, from, errors))
    return NULL;
  rosin_core *c = calloc(1, sizeof *c);
  if (!c || copy_source(&c->plan.source, source) ||
      !(c->model = source->given ? source->given : load(source, errors)) || learn(c)) {
    rosin_core_free(c);
    return NULL;
  }
  c->plan.drawn = &c->drawn;
  c->reach = bow_rows[1].initial; /* until there is a string */
  rosin_tuning_equal(&c->plan.tuning);
  c->takes.first = c->hearing.row = c->bypass.row = -1;
  for (int i = 0; i < ROSIN_ABOUT_HANDS; i++)
    c->takes.macro[i] = -1;
  rosin_takes_forget(&c->takes);
  add_rows(c);
  rosin_core_find_tail(c, c->model);
  return c;
}

/* Its first errors as one, without the end of the last line. */
static rosin_core *open_one(const rosin_core_source *source, rosin_error *error) {
  char *errors;
  rosin_core *c = rosin_core_open(source, &errors);
  const size_t length = !c && errors ? strlen(errors) : 0;
  if (length > 0 && errors[length - 1] == '\n')
    errors[length - 1] = 0;
  if (!c)
    rosin_fail(error, "%.400s", errors ? errors : "out of memory");
  free(errors);
  return c;
}

rosin_core *rosin_core_new(const char *scene, rosin_error *error) {
  return open_one(&(rosin_core_source){.scene = scene}, error);
}

rosin_core *rosin_core_over(rosin_scene *scene, int by_hand, int once, rosin_error *error) {
  const rosin_core_source source = {.given = scene, .by_hand = by_hand, .once = once};
  return open_one(&source, error);
}

void rosin_core_free_engines(rosin_core *c) {
  rosin_engine_free(c->engine);
  rosin_engine_free(c->fading);
  rosin_engine_free(c->retired);
  c->engine = c->fading = c->retired = NULL;
}

void rosin_core_free(rosin_core *c) {
  if (!c)
    return;
  rosin_core_free_engines(c);
  rosin_keyed_close(&c->keyed);
  if (!c->plan.source.given)
    rosin_scene_free(c->model);
  free(c->now);
  free(c->before);
  free(c->title);
  free_source(&c->plan.source);
  free(c);
}

const char *rosin_core_scene(const rosin_core *c) {
  return c->plan.source.scene;
}
const char *rosin_core_title(const rosin_core *c) {
  return c->title;
}
int rosin_core_channels(const rosin_core *c) {
  return c->channels;
}
int rosin_core_is_instrument(const rosin_core *c) {
  return c->plan.instrument;
}
int rosin_core_key_range(const rosin_core *c, int *low, int *high) {
  const rosin_model_keys *keys = &rosin_scene_model(c->model)->keys;
  if (low)
    *low = (int)keys->low;
  if (high)
    *high = (int)keys->high;
  return rosin_keyboard_is(c->model);
}
int rosin_core_takes_notes(const rosin_core *c) {
  return rosin_core_is_instrument(c) || rosin_keyboard_is(c->model) || c->takes.first >= 0;
}

double rosin_core_duration(const rosin_core *c) {
  return rosin_scene_duration(c->model);
}
double rosin_core_rate(const rosin_core *c) {
  return rosin_scene_rate(c->model);
}
int rosin_core_strings(const rosin_core *c) {
  return c->plan.instrument ? rosin_player_strings(c->model) : 0;
}
int rosin_core_parameters(const rosin_core *c) {
  return c->rows;
}

int rosin_core_has(const rosin_core *c, int index) {
  return index >= 0 && index < c->rows;
}

const rosin_parameter *rosin_core_parameter(const rosin_core *c, int index) {
  return rosin_core_has(c, index) ? c->row[index].row : NULL;
}

int rosin_core_parameter_stepped(const rosin_core *c, int index) {
  return rosin_core_has(c, index) && c->row[index].row->kind != ROSIN_NUMBER;
}

int rosin_core_parameter_live(const rosin_core *c, int index) {
  return rosin_core_has(c, index) && !c->row[index].row->builds;
}

int rosin_core_find(const rosin_core *c, const char *name) {
  for (int i = c->rows - 1; i >= 0; i--) /* a scene's own names come before ours */
    if (strcmp(c->row[i].row->name, name) == 0)
      return i;
  return -1;
}

double rosin_core_get(const rosin_core *c, int index) {
  return rosin_core_has(c, index) ? c->value[index] : (double)NAN;
}

void rosin_core_put(rosin_core *c, int index, double value) {
  if (!rosin_core_has(c, index) || !isfinite(value))
    return;
  const rosin_core_kind kind = c->row[index].kind;
  const double whole =
      kind == ROSIN_CORE_SEED || kind == ROSIN_CORE_PLAYERS || kind == ROSIN_CORE_INPUT
          ? round(value)
          : value;
  c->value[index] = fmin(fmax(whole, c->row[index].row->low), c->row[index].row->high);
}

void rosin_core_find_tail(rosin_core *c, const rosin_scene *scene) {
  const double ends = rosin_scene_ends(scene), duration = rosin_scene_duration(scene);
  c->tail = rosin_scene_tail(scene) + (c->plan.instrument ? STROKE
                                       : isinf(ends)      ? duration
                                                          : fmax(ends, duration));
  if (c->takes.first >= 0)
    c->tail += rosin_scene_tail(scene); /* an octave down it rings twice as long */
  if (c->keyed.keys)
    c->tail = fmax(c->tail, (isinf(ends) ? duration : fmax(ends, duration)) +
                                rosin_keyboard_tail(c->keyed.keys));
}

long long rosin_core_lost(const rosin_core *c) {
  return c->lost;
}

double rosin_core_tail(const rosin_core *c) {
  return c->tail;
}
