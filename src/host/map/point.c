/* SPDX-License-Identifier: BSD-3-Clause */
/* One point of a map: a scene with two numbers set, run to its end. */
#include "format.h"
#include "host/map/map.h"

#include "error.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, PERIODS = 20, RUN = 10 };

/* What is heard and felt while a scene runs, a value an engine sample. */
typedef struct {
  const rosin_map_worker *worker;
  rosin_gesture *hand; /* of the contact's velocity, as written; NULL: at rest */
  int moving, count;
} record;

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  record *r = context;
  const rosin_map_worker *w = r->worker;
  const double *v = rosin_network_read(network, rosin_scene_probe_signal(w->scene, 0));
  const double *bridge =
      w->bridge ? rosin_network_read(network, rosin_scene_probe_signal(w->scene, 1)) : NULL;
  const double rate = rosin_scene_engine_rate(w->scene);
  for (int i = 0; i < frames && r->count < w->room; i++, r->count++) {
    const double time = ((double)first + i + 0.5) / rate;
    w->velocity[r->count] = v[i];
    if (bridge)
      w->bridge[r->count] = bridge[i];
    if (r->moving)
      w->bow[r->count] =
          r->hand ? rosin_gesture_at(r->hand, time) : rosin_map_stroke_velocity(&w->stroke, time);
  }
}

/* A slope of the stroke is no slope of the scene's gesture. */
static int of_stroke_alone(const rosin_map *map, const char *key) {
  rosin_map_hand hand = map->hand;
  return rosin_map_hand_of(map, &hand, key) == &hand.slope;
}

rosin_scene *rosin_map_load(const rosin_map *map, double x, double y, char **errors) {
  char text[2 * ROSIN_MAP_KEYS][ROSIN_MAP_KEY + 40];
  rosin_list set = map->recipe->set;
  const double value[2] = {x, y};
  for (int a = 0, n = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++, n++) {
      if (of_stroke_alone(map, map->axis[a].key[k]))
        continue;
      rosin_format(text[n], sizeof text[n], "%s=%.17g", map->axis[a].key[k],
                   value[a] * map->axis[a].factor[k]);
      set.text[set.count++] = text[n];
    }
  const rosin_recipe *r = map->recipe;
  return rosin_scene_read(r->text, r->from ? r->from : r->scene, &map->terms, set.count, set.text,
                          errors);
}

/* ---- running ------------------------------------------------------------------------- */

static rosin_motion tail(const rosin_motion *all, double periods) {
  rosin_motion m = *all;
  const int wanted = (int)ceil(periods * all->period * all->rate) + 1;
  m.count = wanted < all->count ? wanted : all->count;
  m.velocity = all->velocity + all->count - m.count;
  m.bow = all->bow ? all->bow + all->count - m.count : NULL;
  return m;
}

static double level_of(const float *out, int frames, int channels) {
  double squares = 0;
  for (int i = 0; i < frames * channels; i++)
    squares += (double)out[i] * (double)out[i];
  return 10 * log10(squares / fmax(frames * channels, 1) + 1e-30);
}

/* What of a stroke other forces have in common is kept when the next call would go beyond it. */
static void keep_begun(const rosin_map *map, rosin_map_worker *w, int done, int recorded) {
  const double next = (double)rosin_scene_made(w->scene) +
                      2.0 * BLOCK / rosin_scene_rate(w->scene) * rosin_scene_engine_rate(w->scene);
  if (w->begun.copy || rosin_map_late_axis(map) < 0 || next < rosin_map_stroke_parts(&w->stroke))
    return;
  if (done && rosin_scene_made(w->scene) <= rosin_map_stroke_parts(&w->stroke) &&
      rosin_scene_keep(w->scene, &w->begun) == 0) {
    w->begun_done = done;
    w->recorded = recorded;
  }
}

/* Process the scene to its end, from its begin or from what was kept. */
static void play_on(const rosin_map *map, rosin_map_worker *w, int end, record *own) {
  const size_t channels = (size_t)rosin_scene_channels(w->scene);
  const int again = w->begun.copy != NULL;
  if (again)
    rosin_kept_put(&w->begun);
  int done = again ? w->begun_done : 0;
  own->count = again ? w->recorded : 0;
  rosin_scene_set_tap(w->scene, tap, own);
  for (; done < end; done += BLOCK) {
    keep_begun(map, w, done, own->count);
    rosin_scene_process(w->scene, end - done < BLOCK ? end - done : BLOCK,
                        w->sound + (size_t)done * channels);
  }
  rosin_scene_set_tap(w->scene, NULL, NULL);
}

static void run(const rosin_map *map, rosin_map_worker *w, const rosin_map_rubbed *r, double share,
                double length, double steady, rosin_map_point *point) {
  const int channels = rosin_scene_channels(w->scene);
  const int asked = (int)llround(length * rosin_scene_rate(w->scene));
  const int end = asked < w->frames ? asked : w->frames;
  const rosin_model_contact *c = r->contact;
  rosin_model_contact *owner = &rosin_scene_model(w->scene)->contact[map->contact];
  rosin_gesture *written = rosin_map_gesture(owner->control, c->controls, "velocity");
  record own = {.worker = w};
  if (map->start == ROSIN_MAP_AS_WRITTEN)
    own.hand = written;
  own.moving = own.hand || map->start != ROSIN_MAP_AS_WRITTEN;
  play_on(map, w, end, &own);
  const rosin_motion all = {.rate = rosin_scene_engine_rate(w->scene),
                            .period = 1 / r->frequency,
                            .share = share,
                            .loss = r->q > 0 ? pi / r->q : 0,
                            .count = own.count,
                            .velocity = w->velocity,
                            .bow = own.moving ? w->bow : NULL};
  const double seconds = own.count / all.rate;
  const rosin_motion judged = tail(&all, steady < 0 ? PERIODS : (seconds - steady) / all.period);
  rosin_regime_find(&judged, &point->regime);
  point->bridge = (rosin_bridge_verdict){.cents = NAN};
  if (w->bridge)
    rosin_bridge_judge(&(rosin_bridge_motion){.rate = all.rate,
                                              .period = all.period,
                                              .count = judged.count,
                                              .force = w->bridge + all.count - judged.count},
                       &point->bridge);
  rosin_regime_attack(&all, RUN, &point->attack);
  const int heard = (int)((double)end * judged.count / fmax(own.count, 1));
  point->level = level_of(w->sound + (size_t)(end - heard) * (size_t)channels, heard, channels);
}

void rosin_map_dismiss(rosin_map_worker *w) {
  rosin_scene_free(w->scene);
  free(w->velocity);
  free(w->bow);
  free(w->bridge);
  free(w->sound);
  rosin_kept_free(&w->begun);
  *w = (rosin_map_worker){0};
}

/* The hand at this point. */
static void take_hand(const rosin_map *map, const double *value, rosin_map_hand *hand) {
  *hand = map->hand;
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++) {
      double *of_hand = rosin_map_hand_of(map, hand, map->axis[a].key[k]);
      if (of_hand)
        *of_hand = value[a] * map->axis[a].factor[k];
    }
}

/* What of the keys is not the hand's goes to the scene: 0 if the one at hand could be given it. */
static int set_numbers(const rosin_map *map, rosin_scene *scene, const double *value,
                       rosin_map_hand *hand) {
  int failed = 0;
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++) {
      const char *key = map->axis[a].key[k];
      if (!rosin_map_hand_of(map, hand, key))
        failed |= !scene || rosin_scene_set_number(scene, key, value[a] * map->axis[a].factor[k]);
    }
  if (!failed && scene)
    rosin_scene_rewind(scene);
  return failed || !scene ? -1 : 0;
}

static int prepare(const rosin_map *map, rosin_map_worker *w, rosin_error *error) {
  const rosin_map_rubbed rubbed = rosin_map_look(map, w->scene, 0);
  char probe[2][2 * ROSIN_MODEL_NAME];
  snprintf(probe[0], sizeof probe[0], "%s.velocity", map->name);
  if (rubbed.string)
    snprintf(probe[1], sizeof probe[1], "%s.bridge_force", rubbed.body->name);
  const char *const name[2] = {probe[0], probe[1]};
  if (rosin_scene_probe(w->scene, 1 + rubbed.string, name))
    return rosin_fail(error, "out of memory for a map");
  if (rosin_scene_prepare(w->scene, 0, BLOCK, error))
    return -1;
  w->room = (int)llround(map->seconds * rosin_scene_engine_rate(w->scene));
  w->frames = (int)llround(map->seconds * rosin_scene_rate(w->scene));
  const size_t room = (size_t)w->room + 1, channels = (size_t)rosin_scene_channels(w->scene);
  w->velocity = malloc(room * sizeof *w->velocity);
  w->bow = malloc(room * sizeof *w->bow);
  w->sound = malloc(((size_t)w->frames + 1) * channels * sizeof *w->sound);
  w->bridge = rubbed.string ? malloc(room * sizeof *w->bridge) : NULL;
  if (!w->velocity || !w->bow || !w->sound || (rubbed.string && !w->bridge))
    return rosin_fail(error, "out of memory for a map");
  return rosin_map_stroke_take(map, w->scene, &w->stroke, error);
}

static int load(const rosin_map *map, rosin_map_worker *w, double x, double y, rosin_error *error) {
  char *errors = NULL;
  rosin_map_dismiss(w);
  w->scene = rosin_map_load(map, x, y, &errors);
  if (!w->scene) {
    const char *said = errors ? errors : "out of memory";
    rosin_fail(error, "%.*s", (int)strcspn(said, "\n"), said);
  }
  free(errors);
  return w->scene ? prepare(map, w, error) : -1;
}

int rosin_map_open(const rosin_map *map, rosin_map_worker *w, double x, double y,
                   rosin_map_hand *hand, rosin_error *error) {
  const double value[2] = {x, y};
  take_hand(map, value, hand);
  if (rosin_map_has_begun(map, w, value)) /* then nothing but the hand differs, and that late */
    return 0;
  rosin_kept_free(&w->begun);
  if (set_numbers(map, w->scene, value, hand) && load(map, w, x, y, error))
    return -1;
  memcpy(w->begun_at, value, sizeof value);
  return 0;
}

void rosin_map_play(const rosin_map *map, rosin_map_worker *w, rosin_map_hand *hand, double seconds,
                    double steady, rosin_map_point *point) {
  const rosin_map_rubbed r = rosin_map_look(map, w->scene, seconds);
  if (map->start == ROSIN_MAP_AS_WRITTEN) {
    rosin_model_contact *c = &rosin_scene_model(w->scene)->contact[map->contact];
    hand->velocity =
        rosin_map_value(rosin_map_gesture(c->control, c->controls, "velocity"), seconds, 0);
    hand->position =
        rosin_map_value(rosin_map_gesture(c->control, c->controls, "position"), seconds, 0.1);
  }
  rosin_map_stroke_begin(&w->stroke, &r, hand);
  run(map, w, &r, r.string ? hand->position * r.shorter : 0, seconds, steady, point);
  rosin_map_limits(&r, hand->position, hand->velocity, &point->low, &point->high);
}

int rosin_map_compute(const rosin_map *map, rosin_map_worker *w, double x, double y,
                      rosin_map_point *point, rosin_error *error) {
  rosin_map_hand hand;
  if (rosin_map_open(map, w, x, y, &hand, error))
    return -1;
  rosin_map_play(map, w, &hand, map->seconds, map->steady, point);
  return 0;
}
