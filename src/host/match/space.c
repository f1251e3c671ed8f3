/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a scene is moved. Its keys are those that variations move (src/variation/); a macro is an
 * axis of its own, the others go together: all times, each gesture's heights, each surface, each
 * body's frequencies and losses. */
#include "error.h"
#include "format.h"
#include "host/match/match.h"
#include "letters.h"
#include "number.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Factor at the ends of an axis of each kind. */
static const double reaches[ROSIN_VARY_KINDS] = {0, 2.5, 4, 3, 2, 6};
static const double reach_of_coefficients = 1.8;
static const double slowest = 8; /* factor on a scene's times, and its inverse the least */

int rosin_match_scene_open(rosin_match_scene *s, const char *name, double seconds,
                           rosin_error *error) {
  *s = (rosin_match_scene){.files = ROSIN_FILES_BESIDE, .seed = 1};
  if (strlen(name) >= sizeof s->name)
    return rosin_fail(error, "%.80s...: a name of at most %d bytes", name, (int)sizeof s->name - 1);
  memcpy(s->name, name, strlen(name) + 1);
  if (!(s->text_read = rosin_scene_text(name, error)))
    return -1;
  s->text = s->text_read;
  char *errors = NULL;
  const rosin_terms terms = {.files = s->files, .untried = 1};
  rosin_scene *scene = rosin_scene_read(s->text, name, &terms, 0, NULL, &errors);
  const rosin_vary_order order = {.text = s->text, .name = name, .files = s->files};
  int status = scene ? rosin_vary_read(&s->vary, &order, error) : rosin_fail_first(error, errors);
  free(errors);
  if (status == 0) {
    const rosin_model *model = rosin_scene_model(scene);
    s->duration = model->duration;
    s->seed = model->seed;
    s->pace = fmin(fmax(seconds / s->duration, 1 / slowest), slowest);
  }
  rosin_scene_free(scene);
  if (status)
    rosin_match_scene_free(s);
  return status;
}

void rosin_match_scene_free(rosin_match_scene *s) {
  rosin_vary_free(&s->vary);
  free(s->owned);
  free(s->text_read);
  s->owned = s->text_read = NULL;
}

const char *rosin_match_scene_text(const rosin_match_scene *s) {
  return s->owned ? s->owned : s->text;
}

/* ---- axes ------------------------------------------------------------------------------ */

/* Whether the last word of a name of `length` bytes belongs to a part of what is moved. */
static size_t last_word(const char *name, size_t length) {
  static const char *const parts[] = {"points",    "modes", "from", "to",    "slope",
                                      "frequency", "q",     "t60",  "pitch", "decay"};
  size_t at = length;
  while (at > 0 && name[at - 1] != '.')
    at--;
  if (at < 2)
    return 0;
  if (rosin_is_digit(name[at]))
    return at - 1;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strlen(parts[i]) == length - at && memcmp(parts[i], name + at, length - at) == 0)
      return at - 1;
  return 0;
}

/* The name of the axis that a key is on. */
static void name_axis(const rosin_vary_key *k, char name[ROSIN_VARY_KEY]) {
  snprintf(name, ROSIN_VARY_KEY, "%s", k->kind == ROSIN_VARY_TIME ? "times" : k->with);
  if (k->kind == ROSIN_VARY_MACRO || k->kind == ROSIN_VARY_TIME)
    return;
  for (size_t length; (length = last_word(name, strlen(name))) > 0;)
    name[length] = 0;
}

static int find_axis(const rosin_match_space *p, const rosin_vary_key *k) {
  char name[ROSIN_VARY_KEY];
  name_axis(k, name);
  for (int i = 0; i < p->count; i++)
    if (p->axis[i].kind == k->kind && strcmp(p->axis[i].of, name) == 0)
      return i;
  return -1;
}

void rosin_match_space_find(const rosin_match_scene *s, int whole, rosin_match_space *p) {
  *p = (rosin_match_space){0};
  for (int kind = 0; kind < (whole ? ROSIN_VARY_KINDS : 1); kind++)
    for (int i = 0; i < s->vary.count; i++) {
      const rosin_vary_key *k = &s->vary.key[i];
      if ((int)k->kind != kind || p->count == ROSIN_EVOLUTION_MOST || find_axis(p, k) >= 0)
        continue;
      rosin_match_axis *a = &p->axis[p->count++];
      name_axis(k, a->of);
      a->kind = k->kind;
      a->reach = strstr(a->of, ".law.mu") ? reach_of_coefficients : reaches[kind];
      p->macros += kind == ROSIN_VARY_MACRO;
    }
}

static double share_of(const rosin_vary_key *k, double value) {
  return k->high > k->low ? fmin(fmax((value - k->low) / (k->high - k->low), 0), 1) : 0.5;
}

void rosin_match_space_start(const rosin_match_scene *s, const rosin_match_space *p, double *at) {
  for (int i = 0; i < p->count; i++)
    at[i] = 0.5;
  for (int i = 0; i < s->vary.count; i++) {
    const rosin_vary_key *k = &s->vary.key[i];
    const int axis = k->kind == ROSIN_VARY_MACRO ? find_axis(p, k) : -1;
    if (axis >= 0)
      at[axis] = share_of(k, k->value);
  }
}

void rosin_match_space_preset(const rosin_match_scene *s, const rosin_match_space *p,
                              const char *values, double *at) {
  for (const char *word = values; *word;) {
    const size_t length = strcspn(word, " "), name = strcspn(word, "=");
    for (int i = 0; i < s->vary.count && name < length; i++) {
      const rosin_vary_key *k = &s->vary.key[i];
      const int axis = k->kind == ROSIN_VARY_MACRO ? find_axis(p, k) : -1;
      if (axis >= 0 && strlen(k->key) == name && memcmp(k->key, word, name) == 0)
        at[axis] = share_of(k, rosin_number_read(word + name + 1, NULL));
    }
    word += length + (word[length] != 0);
  }
}

/* ---- settings --------------------------------------------------------------------------- */

/* Value of a key at its axis. */
static double value_of(const rosin_match_scene *s, const rosin_match_axis *a,
                       const rosin_vary_key *k, double at) {
  if (k->kind == ROSIN_VARY_MACRO)
    return k->low + at * (k->high - k->low);
  const double factor = a ? pow(a->reach, 2 * at - 1) : 1;
  const double value = k->value * factor * (k->kind == ROSIN_VARY_TIME ? s->pace : 1);
  return fmin(fmax(value, k->low), k->high);
}

void rosin_match_space_set(const rosin_match_scene *s, const rosin_match_space *p, const double *at,
                           double seed, rosin_match_set *set) {
  set->count = 0;
  for (int i = 0; i < s->vary.count && set->count < ROSIN_MATCH_SET - 1; i++) {
    const rosin_vary_key *k = &s->vary.key[i];
    const int axis = find_axis(p, k);
    const double value =
        value_of(s, axis >= 0 ? &p->axis[axis] : NULL, k, axis >= 0 ? at[axis] : 0.5);
    if (value != k->value)
      rosin_format(set->text[set->count++], ROSIN_VARY_TEXT, "%s=%.9g", k->key, value);
  }
  if (seed != s->seed)
    rosin_format(set->text[set->count++], ROSIN_VARY_TEXT, "seed=%.0f", seed);
}
