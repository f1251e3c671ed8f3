/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/scenes.h"
#include "error.h"
#include "format.h"
#include "host/batch/known_keys.h"
#include "host/write/place.h"
#include "live/clock.h"
#include "number.h"
#include "scene/scene.h"
#include "scene/text/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  KEPT = 32,    /* scenes */
  TIMED = 64,   /* of which so many are timed, by two trial sounds each */
  TRIES = 2000, /* combinations of settings that are tried */
  ROOM = 8192   /* for their hashes: a power of two, twice that at least */
};

/* A scene as it was met. */
typedef struct {
  char name[ROSIN_JOBS_NAME];
  rosin_recipe recipe;
  rosin_scene *scene; /* for its macros */
  rosin_batch_cost cost;
  char why[400]; /* it cannot be used; "": it can */
} known;

/* The room that was asked of last: what it takes at the end of a sound. */
typedef struct {
  char name[256];
  int rate, channels;
  double tail; /* s */
} room_known;

struct rosin_batch_scenes {
  const rosin_batch *batch;
  known scene[KEPT];
  int met, last;
  unsigned long long tried[ROOM];
  int tries;
  rosin_known_keys *keys; /* beyond those */
  room_known room;
};

rosin_batch_scenes *rosin_batch_scenes_new(const rosin_batch *batch) {
  rosin_batch_scenes *s = calloc(1, sizeof *s);
  if (s)
    s->batch = batch;
  if (s && !(s->keys = rosin_known_keys_new())) {
    free(s);
    return NULL;
  }
  return s;
}

static void forget(known *k) {
  rosin_scene_free(k->scene);
  rosin_recipe_free(&k->recipe);
  k->scene = NULL;
}

void rosin_batch_scenes_free(rosin_batch_scenes *s) {
  for (int i = 0; s && i < KEPT; i++)
    forget(&s->scene[i]);
  if (s)
    rosin_known_keys_free(s->keys);
  free(s);
}

/* ---- a scene ------------------------------------------------------------------------- */

/* The first line of what is wrong with a scene, and NULL is want of memory; freed. */
static void take_line(char *errors, char *line, size_t size) {
  snprintf(line, size, "%.*s", errors ? (int)strcspn(errors, "\n") : 13,
           errors ? errors : "out of memory");
  free(errors);
}

/* A scene with settings: NULL, and a line of what is wrong. */
static rosin_scene *read_with(const known *k, const rosin_list *set, char *line, size_t size) {
  char *errors = NULL;
  const rosin_terms terms = {.files = k->recipe.files};
  rosin_scene *scene =
      rosin_scene_read(k->recipe.text, k->name, &terms, set->count, set->text, &errors);
  if (scene)
    free(errors);
  else
    take_line(errors, line, size);
  return scene;
}

/* Seconds that it takes to make so much of a row's sound; 0 if it cannot be made. */
static double try_sound(const rosin_jobs_row *row, const rosin_recipe *recipe, double duration) {
  rosin_batch_order order;
  rosin_error error;
  rosin_made made = {0};
  const double start = rosin_now();
  if (rosin_batch_order_of(row, recipe, &order, &error))
    return 0;
  order.make.path = NULL;
  order.make.duration = duration;
  order.make.part = ROSIN_PART_WHOLE;
  const int failed = rosin_make_one(&order.make, &made, &error);
  rosin_make_drop(&made);
  return failed ? 0 : rosin_now() - start;
}

static void meet(rosin_batch_scenes *s, known *k, const rosin_jobs_row *row) {
  const rosin_batch_cost before = k->cost;
  rosin_error error;
  forget(k);
  *k = (known){.cost = before};
  snprintf(k->name, sizeof k->name, "%s", row->scene);
  if (rosin_recipe_open(&k->recipe, row->scene, &error)) {
    snprintf(k->why, sizeof k->why, "%.390s", error.text);
    return;
  }
  if (k->recipe.midi || k->recipe.gesture) {
    snprintf(k->why, sizeof k->why,
             "%.300s: was played, from notes or by hand: no list can have it made again",
             row->scene);
    return;
  }
  k->recipe.files = s->batch->any_files && !k->recipe.from ? ROSIN_FILES_ANY : k->recipe.files;
  if (!(k->scene = read_with(k, &k->recipe.set, k->why, sizeof k->why)))
    return;
  k->cost.duration = k->recipe.duration > 0 ? k->recipe.duration : rosin_scene_duration(k->scene);
  k->cost.rate = rosin_scene_rate(k->scene);
  k->cost.channels = rosin_scene_channels(k->scene);
  k->cost.start = rosin_scene_fullest(k->scene) + 1;
  k->cost.tail = rosin_scene_tail(k->scene);
  if (s->met > TIMED && before.a_second > 0)
    return;
  const double shorter = try_sound(row, &k->recipe, 0.05), longer = try_sound(row, &k->recipe, 0.4);
  k->cost.a_second = fmax(longer - shorter, 1e-4) / 0.35;
  k->cost.once = fmax(shorter - 0.05 * k->cost.a_second, 1e-4);
}

static const known *find(rosin_batch_scenes *s, const rosin_jobs_row *row) {
  for (int i = 0; i < KEPT && i < s->met; i++) {
    const int at = (s->last + i) % KEPT; /* most often that of the row before */
    if (strcmp(s->scene[at].name, row->scene) == 0) {
      s->last = at;
      return &s->scene[at];
    }
  }
  s->last = s->met++ % KEPT;
  meet(s, &s->scene[s->last], row);
  return &s->scene[s->last];
}

/* ---- settings ------------------------------------------------------------------------ */

static unsigned long long hash(unsigned long long h, const char *text) {
  do
    h = (h ^ (unsigned char)*text) * 0x100000001b3ULL;
  while (*text++);
  return h;
}

/* Whether this is to be tried; it is known from then on. -1: there is no room for it. */
static int is_new(rosin_batch_scenes *s, unsigned long long h) {
  h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15ULL;
  h += !h;
  size_t at = h & (ROOM - 1);
  for (; s->tried[at]; at = (at + 1) & (ROOM - 1))
    if (s->tried[at] == h)
      return 0;
  if (s->tries == TRIES)
    return -1;
  s->tried[at] = h;
  s->tries++;
  return 1;
}

static int is_within(const rosin_parameter *row, const char *text) {
  char *end;
  const double value = rosin_number_read(text, &end);
  return *text && !*end && value >= row->low && value <= row->high;
}

/* Whether a setting is a macro's, within its range, or the seed. */
static int is_plain(const rosin_scene *scene, const char *text) {
  const size_t length = strcspn(text, "=");
  if (strncmp(text, "seed=", 5) == 0)
    return is_within(rosin_parameter_find(rosin_model_parameters(), "seed"), text + 5) &&
           !text[5 + strspn(text + 5, "0123456789")];
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    const rosin_parameter *m = rosin_scene_macro(scene, i);
    if (strlen(m->name) == length && memcmp(m->name, text, length) == 0)
      return is_within(m, text + length + 1);
  }
  return 0;
}

/* The setting that an error begins with, "-s KEY=VALUE: ...", or -1; `*what` is the rest then. */
static int setting_in(const rosin_jobs_row *row, const char *line, const char **what) {
  for (int i = 0; i < row->sets; i++) {
    const char *text = row->text + row->set[i];
    const size_t length = strlen(text);
    if (strncmp(line, "-s ", 3) == 0 && strncmp(line + 3, text, length) == 0 &&
        strncmp(line + 3 + length, ": ", 2) == 0) {
      *what = line + 3;
      return i;
    }
  }
  return -1;
}

/* A setting that the scene has not may be a key of lists, miswritten: NULL, or which. */
static const char *key_meant(const char *what) {
  char key[ROSIN_NEAR_NAME], other[ROSIN_NEAR_NAME] = "";
  const char *unknown = strstr(what, ": unknown key");
  if (!unknown || strcspn(what, ".") < strcspn(what, "="))
    return NULL;
  snprintf(key, sizeof key, "%.*s", (int)strcspn(what, "="), what);
  sscanf(unknown, ": unknown key; did you mean '%63[^']", other);
  return rosin_jobs_meant(key, *other ? other : NULL);
}

static int fail(const rosin_batch_scenes *s, const rosin_jobs_row *row, const char *line,
                rosin_error *error) {
  const char *what = line;
  char instead[400];
  const int i = setting_in(row, line, &what);
  const char *meant = i >= 0 ? key_meant(what) : NULL;
  if (meant) {
    snprintf(instead, sizeof instead,
             "%.*s: is no key of a list, nor of the scene; did you mean '%s'?",
             (int)strcspn(what, "="), what, meant);
    what = instead;
  }
  return rosin_jobs_fail(s->batch->list, i >= 0 ? row->set_at[i] : (rosin_jobs_at){row->line, 0},
                         what, error);
}

/* All that a row sets and spreads was found right. */
static void remember(const rosin_batch_scenes *s, const rosin_jobs_row *row) {
  for (int i = 0; i < row->sets; i++)
    rosin_known_keys_add(s->keys, row->scene, 0, row->text + row->set[i]);
  for (int i = 0; i < row->spreads && row->variations > 0; i++)
    rosin_known_keys_add(s->keys, row->scene, 1, row->text + row->spread[i]);
}

/* Whether all of it is known by itself. */
static int is_known(const rosin_batch_scenes *s, const known *k, const rosin_jobs_row *row) {
  for (int i = 0; i < row->sets; i++) {
    const char *text = row->text + row->set[i];
    if (!is_plain(k->scene, text) && !rosin_known_keys_has(s->keys, row->scene, 0, text))
      return 0;
  }
  for (int i = 0; i < row->spreads && row->variations > 0; i++)
    if (!rosin_known_keys_has(s->keys, row->scene, 1, row->text + row->spread[i]))
      return 0;
  return 1;
}

static int try_row(const rosin_batch_scenes *s, const known *k, const rosin_jobs_row *row,
                   const rosin_make *make, rosin_error *error) {
  rosin_list set;
  rosin_error why;
  char line[400];
  if (rosin_make_settings(make, NULL, 0, NULL, &set, &why))
    return fail(s, row, why.text, error);
  rosin_scene *scene = read_with(k, &set, line, sizeof line);
  if (!scene)
    return fail(s, row, line, error);
  rosin_scene_free(scene);
  rosin_vary vary;
  if (row->variations > 0 && rosin_batch_vary_read(&vary, row, make, &why))
    return fail(s, row, why.text, error);
  if (row->variations > 0)
    rosin_vary_free(&vary);
  remember(s, row);
  return 0;
}

/* The room is there, and fits what sounds in it: 0, or -1 and an error. It rings on where no length
 * is asked for. */
static int try_room(rosin_batch_scenes *s, const rosin_jobs_row *row, const rosin_make *make,
                    rosin_batch_cost *cost, rosin_error *error) {
  const int rate = (int)(row->rate > 0 ? row->rate : cost->rate), channels = (int)cost->channels;
  room_known *r = &s->room;
  rosin_room *room;
  rosin_error why;
  const char *name = make->room ? make->room : "none";
  if (strcmp(r->name, name) || r->rate != rate || r->channels != channels) {
    if (rosin_place_new(make->room, rate, channels, &room, &why))
      return fail(s, row, strncmp(why.text, "--", 2) ? why.text : why.text + 2, error);
    *r = (room_known){
        .rate = rate, .channels = channels, .tail = room ? rosin_room_tail(room, rate) : 0};
    snprintf(r->name, sizeof r->name, "%s", name);
    rosin_room_free(room);
  }
  cost->duration += row->duration > 0 || make->part != ROSIN_PART_WHOLE ? 0 : r->tail;
  return 0;
}

/* What can be known of parts before they are made: 0, or -1 and an error. */
static int try_part(const known *k, const rosin_jobs_row *row, rosin_error *error) {
  if (rosin_scene_model(k->scene)->layers)
    return rosin_fail(error, ROSIN_PARTS_LAYERS);
  return rosin_parts_check(row->duration > 0 ? row->duration : k->cost.duration, error);
}

int rosin_batch_scenes_check(rosin_batch_scenes *s, const rosin_jobs_row *row,
                             rosin_batch_cost *cost, rosin_error *error) {
  const known *k = find(s, row);
  unsigned long long h = hash(0xcbf29ce484222325ULL, row->scene);
  int any = row->rate > 0 || row->oversample > 0;
  char numbers[80];
  *cost = k->cost;
  if (*k->why)
    return rosin_jobs_fail(s->batch->list, row->scene_at, k->why, error);
  rosin_batch_order order;
  rosin_error why;
  if (rosin_batch_order_of(row, &k->recipe, &order, &why))
    return fail(s, row, why.text, error);
  if (rosin_part_of_three(order.make.part) && try_part(k, row, &why))
    return fail(s, row, why.text, error);
  cost->part = order.make.part;
  if (try_room(s, row, &order.make, cost, error))
    return -1;
  for (int i = 0; i < row->sets; i++)
    if (!is_plain(k->scene, row->text + row->set[i])) {
      h = hash(h, row->text + row->set[i]);
      any = 1;
    }
  for (int i = 0; i < row->spreads && row->variations > 0; i++) {
    h = hash(h, row->text + row->spread[i]);
    any = 1;
  }
  rosin_format(numbers, sizeof numbers, "%.17g %.17g", row->rate, row->oversample);
  if (!any)
    return 0;
  const int new = is_new(s, hash(h, numbers));
  return new > 0 || (new < 0 && !is_known(s, k, row)) ? try_row(s, k, row, &order.make, error) : 0;
}
