/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/engine.h"
#include "error.h"
#include "format.h"
#include "scene/scene.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALL = 256, LEAST_RATE = 44100, MOST = 16, TEXT = 128 };

int rosin_engine_oversample(const rosin_engine_plan *plan) {
  const int rate = plan->rate;
  const int least = rate >= LEAST_RATE ? 1 : rate < LEAST_RATE / 2 ? 4 : 2;
  const int wanted = plan->oversample ? plan->oversample : plan->own;
  return wanted > least ? wanted : least;
}

/* The values that a scene is built of, as overrides: how many more than `count`. */
static int write_values(int rows, const rosin_core_row *row, const double *value,
                        char (*text)[TEXT], const char **list) {
  int count = 0;
  for (int i = 0; i < rows; i++)
    if (row[i].kind == ROSIN_CORE_MACRO || row[i].kind == ROSIN_CORE_BUILDER) {
      rosin_format(text[i], TEXT, "%.64s=%.17g", row[i].row->name, value[i]);
      list[count++] = text[i];
    } else if (row[i].kind == ROSIN_CORE_SEED) {
      rosin_format(text[i], TEXT, "seed=%.0f", value[i]);
      list[count++] = text[i];
    }
  return count;
}

/* The scene, with its macros as they are set, and what makes it another player's (`own`). It was
 * tried as it was opened; and it is built next, where the strings' design need not be done twice.
 */
static rosin_scene *load(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                         const double *value, int owns, const char *const *own,
                         rosin_error *error) {
  const rosin_core_source *from = &plan->source;
  char *errors = NULL, more[32];
  char(*text)[TEXT] = malloc((size_t)(rows + 1) * sizeof *text);
  const char **list = malloc((size_t)(from->overrides + rows + owns + 1) * sizeof *list);
  rosin_scene *scene = NULL;
  int count = 0;
  if (text && list) {
    for (; count < from->overrides; count++)
      list[count] = from->override[count];
    count += write_values(rows, row, value, text, list + count);
    if (rosin_engine_oversample(plan) != plan->own) {
      snprintf(more, sizeof more, "oversample=%d", rosin_engine_oversample(plan));
      list[count++] = more;
    }
    for (int i = 0; i < owns; i++)
      list[count++] = own[i];
    scene =
        rosin_scene_open(from->scene, &(rosin_terms){.untried = 1, .transposes = plan->transposes},
                         count, list, &errors);
  }
  if (!scene)
    rosin_fail_first(error, errors);
  free(errors);
  free(list);
  free(text);
  return scene;
}

/* What a sound that comes in does. */
static rosin_input_kind input_of(int rows, const rosin_core_row *row, const double *value) {
  for (int i = 0; i < rows; i++)
    if (row[i].kind == ROSIN_CORE_INPUT)
      return (rosin_input_kind)value[i];
  return ROSIN_INPUT_OFF;
}

/* Where nobody is told of errors, a scene sounds on as it would be without. */
static int listen(rosin_scene *scene, const rosin_engine_plan *plan, rosin_input_kind kind,
                  rosin_error *error) {
  rosin_error why;
  if (rosin_scene_listen(scene, kind, &why) == 0)
    return 0;
  if (!plan->forgives)
    return rosin_fail(error, "%s", why.text);
  fprintf(stderr, "rosin %s: %s; it is off\n", plan->source.scene, why.text);
  return 0;
}

/* Where each row acts: the last look for a name. What the player has already stays as it is. */
static void find_targets(rosin_engine *e, int rows, const rosin_core_row *row,
                         const double *value) {
  rosin_player *player = rosin_sequencer_player(e->sequencer);
  for (int i = 0; i < rows; i++) {
    char name[128];
    const int plays = row[i].kind == ROSIN_CORE_PLAYER;
    snprintf(name, sizeof name, "%s%.64s", plays ? "player." : "", row[i].row->name);
    e->built[i] = value[i];
    e->target[i] = plays || row[i].kind == ROSIN_CORE_MACRO
                       ? rosin_targets_find(rosin_sequencer_targets(e->sequencer), name)
                       : -1;
    if (plays && rosin_player_at(player, row[i].row) != value[i])
      rosin_engine_put(e, e->target[i], value[i]);
  }
}

/* As it was opened, but for the seed: then it need not be read again. */
static rosin_scene *copy_read(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                              const double *value) {
  const rosin_scene *read = plan->read;
  double seed = rosin_scene_model(read)->seed;
  int macro = 0;
  if (plan->source.untried || plan->transposes || rosin_engine_oversample(plan) != plan->own)
    return NULL;
  for (int i = 0; i < rows; i++)
    if (row[i].kind == ROSIN_CORE_SEED)
      seed = value[i];
    else if ((row[i].kind == ROSIN_CORE_MACRO || row[i].kind == ROSIN_CORE_BUILDER) &&
             value[i] != rosin_scene_macro_value(read, macro++))
      return NULL;
  return rosin_scene_copy(read, seed);
}

/* ---- who plays with it --------------------------------------------------------------------- */

/* Another player's scene: of his seed and his make. */
static rosin_scene *load_other(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                               const double *value, const rosin_model *model, int index,
                               double seed, rosin_error *error) {
  char key[ROSIN_SECTION_KEYS + 1][ROSIN_SECTION_KEY];
  const char *own[ROSIN_SECTION_KEYS + 1];
  const int owns = rosin_section_make(model, index, key + 1);
  rosin_format(key[0], ROSIN_SECTION_KEY, "seed=%.0f", rosin_section_seed(seed, index));
  for (int i = 0; i <= owns; i++)
    own[i] = key[i];
  return load(plan, rows, row, value, owns + 1, own, error);
}

static int gather(rosin_engine *e, const rosin_engine_plan *plan, int rows,
                  const rosin_core_row *row, const double *value, rosin_error *error) {
  rosin_section_plan how = {.aside = plan->seat[0], .back = plan->seat[1]};
  double seed = rosin_scene_model(e->scene)->seed, seat[2];
  rosin_parameters_default(rosin_section_parameters(), &how);
  for (int i = 0; i < rows; i++)
    if (row[i].kind == ROSIN_CORE_PLAYERS || row[i].kind == ROSIN_CORE_SECTION)
      rosin_section_plan_put(&how, row[i].row, value[i]);
    else if (row[i].kind == ROSIN_CORE_SEED)
      seed = value[i];
  rosin_section_seat(&how, 0, seat);
  rosin_scene_sit(e->scene, seat[0], seat[1], rosin_section_depth(&how));
  if (how.players < 2)
    return 0;
  const int channels = rosin_scene_channels(e->scene);
  if (!(e->section = rosin_section_new(&how, plan->rate, channels, seed, error)))
    return -1;
  for (int i = 1; i < how.players; i++) {
    rosin_scene *scene =
        load_other(plan, rows, row, value, rosin_scene_model(e->scene), i, seed, error);
    if (scene)
      rosin_scene_listen(scene, rosin_scene_model(e->scene)->input.on, NULL);
    if (!scene || rosin_section_add(e->section, scene, CALL, error))
      return -1;
  }
  return 0;
}

/* Its turn is looked at first: one that is drawn meanwhile is another. */
static int draw(rosin_engine *e, const rosin_engine_plan *plan, rosin_error *error) {
  double height[ROSIN_DRAWN];
  e->drawn = plan->drawn ? atomic_load(&plan->drawn->turn) : 0;
  if (!plan->drawn || !atomic_load(&plan->drawn->is))
    return 0;
  for (int i = 0; i < ROSIN_DRAWN; i++)
    height[i] = (double)atomic_load(&plan->drawn->height[i]);
  return rosin_scene_draw(e->scene, ROSIN_DRAWN, height, error);
}

static void observe(rosin_engine *e, const rosin_engine_plan *plan) {
  if (!e->observer)
    return;
  rosin_observer_start(e->observer);
  rosin_observer_rest(e->observer, plan->watched == ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
}

/* Whether its gestures wait, and whether they come round. */
static void set_gestures(rosin_engine *e, const rosin_engine_plan *plan) {
  const rosin_core_source *from = &plan->source;
  /* what its keys play alone is silent itself, and no hand is about to move it */
  const int keyed = plan->rests && from->once && rosin_keyboard_is(e->scene);
  rosin_sequencer_set_waiting(e->sequencer, plan->waits || keyed);
  if (!from->given || plan->waits || (from->once && rosin_scene_listens(e->scene)))
    rosin_sequencer_set_turning(e->sequencer, 0);
  else if (from->once)
    rosin_sequencer_leave_alone(e->sequencer);
}

static int bring_keys(rosin_engine *e, const rosin_engine_plan *plan, rosin_error *error) {
  const int times = plan->source.given ? plan->own : rosin_engine_oversample(plan);
  if (plan->keyed)
    e->keys = rosin_keyboard_new(plan->keyed, plan->rate, times, error);
  return plan->keyed && !e->keys ? -1 : 0;
}

static int set_up(rosin_engine *e, const rosin_engine_plan *plan, int rows,
                  const rosin_core_row *row, const double *value, rosin_error *error) {
  if (plan->watched && !(e->observer = rosin_observer_new(e->scene)))
    return rosin_fail(error, "out of memory");
  if (draw(e, plan, error) || listen(e->scene, plan, input_of(rows, row, value), error) ||
      gather(e, plan, rows, row, value, error))
    return -1;
  if (rosin_scene_prepare(e->scene, plan->rate, CALL, error) ||
      !(e->sequencer = rosin_sequencer_new(e->scene, plan->rate, plan->rests, error)))
    return -1;
  observe(e, plan);
  set_gestures(e, plan);
  if (bring_keys(e, plan, error))
    return -1;
  find_targets(e, rows, row, value);
  rosin_engine_tune(e, &plan->tuning);
  if (e->section)
    rosin_section_lead(e->section, rosin_sequencer_player(e->sequencer));
  return 0;
}

static rosin_engine *make(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                          const double *value, rosin_error *error) {
  rosin_engine *e = calloc(1, sizeof *e);
  if (!e) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  e->lent = plan->source.given != NULL;
  e->scene = e->lent ? plan->source.given : copy_read(plan, rows, row, value);
  if (!e->scene)
    e->scene = load(plan, rows, row, value, 0, NULL, error);
  if (e->scene && !e->lent)
    rosin_scene_hand_on(plan->read, e->scene);
  if (e->scene && set_up(e, plan, rows, row, value, error) == 0)
    return e;
  rosin_engine_free(e);
  return NULL;
}

/* At a low rate the smallest bodies have modes that an engine has no room for: it runs faster. */
rosin_engine *rosin_engine_new(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                               const double *value, rosin_error *error) {
  rosin_engine_plan faster = *plan;
  rosin_error why = {""}; /* the caller's may be NULL */
  rosin_engine *e = make(plan, rows, row, value, &why);
  while (!e && plan->rate < LEAST_RATE && !plan->source.given && !plan->oversample &&
         strstr(why.text, "of the sample rate")) { /* and not of anything else */
    faster.oversample = 2 * rosin_engine_oversample(&faster);
    if (faster.oversample > MOST)
      break;
    e = make(&faster, rows, row, value, &why);
  }
  if (!e && error)
    *error = why;
  return e;
}

void rosin_engine_free(rosin_engine *e) {
  if (!e)
    return;
  rosin_section_free(e->section);
  rosin_sequencer_free(e->sequencer);
  rosin_keyboard_free(e->keys);
  rosin_observer_free(e->observer);
  if (!e->lent)
    rosin_scene_free(e->scene);
  free(e);
}
