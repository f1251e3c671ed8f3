/* SPDX-License-Identifier: BSD-3-Clause */
/* One point of a map: a scene with two numbers set, run to its end. */
#include "host/map.h"

#include "error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, PERIODS = 20, RUN = 10 };

/* What is heard and felt while a scene runs, a value an engine sample. */
typedef struct {
  const rosin_scene *scene;
  rosin_gesture *hand; /* of the contact's velocity; NULL: at rest */
  int room, count;
  double *velocity, *bow;
} record;

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  record *r = context;
  const double *v = rosin_network_read(network, rosin_scene_probe_signal(r->scene, 0));
  const double rate = rosin_scene_engine_rate(r->scene);
  for (int i = 0; i < frames && r->count < r->room; i++, r->count++) {
    r->velocity[r->count] = v[i];
    if (r->bow)
      r->bow[r->count] = rosin_gesture_at(r->hand, (double)(first + i + 0.5) / rate);
  }
}

rosin_scene *rosin_map_load(const rosin_map *map, double x, double y, char **errors) {
  char text[2 * ROSIN_MAP_KEYS][ROSIN_MAP_KEY + 40];
  rosin_list set = *map->set;
  const double value[2] = {x, y};
  for (int a = 0, n = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++, n++) {
      snprintf(text[n], sizeof text[n], "%s=%.17g", map->axis[a].key[k],
               value[a] * map->axis[a].factor[k]);
      set.text[set.count++] = text[n];
    }
  return rosin_scene_load(map->scene, set.count, set.text, errors);
}

/* ---- what the scene says of its contact ---------------------------------------------- */

typedef struct {
  const rosin_model_contact *contact;
  const rosin_model_body *body; /* the rubbed one */
  rosin_gesture *hand;
  double frequency; /* Hz, of the free body */
  double share;     /* 0 if it is no string */
} rubbed;

static const rosin_model_body *body_named(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->bodies; i++)
    if (strcmp(m->body[i].name, name) == 0)
      return &m->body[i];
  return NULL;
}

static rosin_gesture *gesture_of(rosin_model_control *control, int count, const char *key) {
  for (int i = 0; i < count; i++)
    if (strcmp(control[i].row->name, key) == 0)
      return &control[i].gesture;
  return NULL;
}

/* A gesture's value at a time, without moving where it reads. */
static double value_at(const rosin_gesture *g, double time, double none) {
  rosin_gesture copy;
  if (!g)
    return none;
  copy = *g;
  return rosin_gesture_at(&copy, time);
}

static rubbed look(const rosin_map *map, const rosin_scene *scene, double time) {
  const rosin_model *m = rosin_scene_model(scene);
  rosin_model_contact *c = &m->contact[map->contact];
  rubbed r = {.contact = c, .body = body_named(m, c->b)};
  r.hand = gesture_of(c->control, c->controls, "velocity");
  if (!r.body)
    return r;
  if (r.body->modal) {
    for (int k = 0; k < r.body->modes; k++)
      if (r.body->mode[k].frequency > 0 &&
          (r.frequency == 0 || r.body->mode[k].frequency < r.frequency))
        r.frequency = r.body->mode[k].frequency;
  } else {
    rosin_model_body *b = &m->body[r.body - m->body];
    const double finger = value_at(gesture_of(b->control, b->controls, "finger"), time, 0);
    r.frequency = fmax(b->string.frequency, finger);
    /* a stopped string is bowed at a larger share of what sounds */
    r.share = value_at(gesture_of(c->control, c->controls, "position"), time, 0.1) * r.frequency /
              b->string.frequency;
  }
  if (map->pitch > 0)
    r.frequency = map->pitch;
  return r;
}

static double q_of(const rosin_string_spec *s, double frequency) {
  const rosin_damping_point *d = s->damping;
  const int n = s->damping_points;
  double t60;
  if (!n)
    return s->q;
  int k = 0;
  while (k < n - 2 && d[k + 1].frequency < frequency)
    k++;
  if (n == 1 || frequency <= d[0].frequency)
    t60 = d[0].t60;
  else if (frequency >= d[n - 1].frequency)
    t60 = d[n - 1].t60;
  else
    t60 = d[k].t60 * pow(d[k + 1].t60 / d[k].t60, log(frequency / d[k].frequency) /
                                                      log(d[k + 1].frequency / d[k].frequency));
  return 3.14159265358979323846 * frequency * t60 / 6.907755;
}

static double law_value(const rosin_model_contact *c, const char *key) {
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(c->law), key);
  double value = row ? row->initial : NAN;
  for (int i = 0; i < c->parameters; i++)
    if (strcmp(c->row[i]->name, key) == 0)
      value = c->value[i];
  return value;
}

static void find_limits(const rubbed *r, double time, rosin_map_point *point) {
  point->low = point->high = NAN;
  const double grip = law_value(r->contact, "mu_static") - law_value(r->contact, "mu_kinetic");
  const double speed = value_at(r->hand, time, 0);
  if (!r->body || r->body->modal || !(grip > 0) || !(r->share > 0) || speed == 0)
    return;
  const rosin_schelleng s = {.impedance = r->body->string.impedance,
                             .q = q_of(&r->body->string, r->frequency),
                             .share = r->share,
                             .speed = speed,
                             .grip = grip};
  rosin_schelleng_limits(&s, &point->low, &point->high);
}

/* ---- running ------------------------------------------------------------------------- */

static rosin_motion tail(const record *r, const rosin_motion *all, double periods) {
  rosin_motion m = *all;
  const int wanted = (int)ceil(periods * all->period * all->rate) + 1;
  m.count = wanted < r->count ? wanted : r->count;
  m.velocity = r->velocity + r->count - m.count;
  m.bow = r->bow ? r->bow + r->count - m.count : NULL;
  return m;
}

static double level_of(const float *out, int frames, int channels) {
  double squares = 0;
  for (int i = 0; i < frames * channels; i++)
    squares += (double)out[i] * (double)out[i];
  return 10 * log10(squares / fmax(frames * channels, 1) + 1e-30);
}

static double seconds_of(const rosin_map *map, const rosin_scene *scene) {
  return map->seconds > 0 ? map->seconds : rosin_scene_duration(scene);
}

static void run(const rosin_map *map, rosin_map_worker *w, const rubbed *r,
                rosin_map_point *point) {
  const int channels = rosin_scene_channels(w->scene);
  record own = {w->scene, r->hand, w->room, 0, w->velocity, r->hand ? w->bow : NULL};
  rosin_scene_set_tap(w->scene, tap, &own);
  for (int done = 0; done < w->frames; done += BLOCK)
    rosin_scene_process(w->scene, w->frames - done < BLOCK ? w->frames - done : BLOCK,
                        w->sound + (size_t)done * (size_t)channels);
  rosin_scene_set_tap(w->scene, NULL, NULL);
  const rosin_motion all = {.rate = rosin_scene_engine_rate(w->scene),
                            .period = 1 / r->frequency,
                            .share = r->share,
                            .count = own.count,
                            .velocity = own.velocity,
                            .bow = own.bow};
  const double seconds = own.count / all.rate;
  const rosin_motion judged =
      tail(&own, &all, map->steady < 0 ? PERIODS : (seconds - map->steady) / all.period);
  rosin_regime_find(&judged, &point->regime);
  rosin_regime_attack(&all, RUN, &point->attack);
  const int heard = (int)((double)w->frames * judged.count / own.count);
  point->level =
      level_of(w->sound + (size_t)(w->frames - heard) * (size_t)channels, heard, channels);
}

void rosin_map_dismiss(rosin_map_worker *w) {
  rosin_scene_free(w->scene);
  free(w->velocity);
  free(w->bow);
  free(w->sound);
  *w = (rosin_map_worker){0};
}

/* 0 if the scene at hand could be given these values. */
static int set_numbers(const rosin_map *map, rosin_scene *scene, const double *value) {
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++)
      if (rosin_scene_set_number(scene, map->axis[a].key[k], value[a] * map->axis[a].factor[k]))
        return -1;
  rosin_scene_rewind(scene);
  return 0;
}

static int prepare(const rosin_map *map, rosin_map_worker *w, rosin_error *error) {
  char probe[2 * ROSIN_MODEL_NAME];
  const double seconds = seconds_of(map, w->scene);
  snprintf(probe, sizeof probe, "%s.velocity",
           rosin_scene_model(w->scene)->contact[map->contact].name);
  const char *const name = probe;
  if (rosin_scene_probe(w->scene, 1, &name))
    return rosin_fail(error, "out of memory for a map");
  if (rosin_scene_prepare(w->scene, 0, BLOCK, error))
    return -1;
  w->room = (int)llround(seconds * rosin_scene_engine_rate(w->scene));
  w->frames = (int)llround(seconds * rosin_scene_rate(w->scene));
  const size_t room = (size_t)w->room + 1, channels = (size_t)rosin_scene_channels(w->scene);
  w->velocity = malloc(room * sizeof *w->velocity);
  w->bow = malloc(room * sizeof *w->bow);
  w->sound = malloc(((size_t)w->frames + 1) * channels * sizeof *w->sound);
  return w->velocity && w->bow && w->sound ? 0 : rosin_fail(error, "out of memory for a map");
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

int rosin_map_compute(const rosin_map *map, rosin_map_worker *w, double x, double y,
                      rosin_map_point *point, rosin_error *error) {
  const double value[2] = {x, y};
  if ((!w->scene || set_numbers(map, w->scene, value)) && load(map, w, x, y, error))
    return -1;
  const double seconds = seconds_of(map, w->scene);
  const rubbed r = look(map, w->scene, seconds);
  run(map, w, &r, point);
  find_limits(&r, seconds, point);
  return 0;
}
