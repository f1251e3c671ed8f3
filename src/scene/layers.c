/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene with those that sound within it. Each is a scene of its own, with its own network and
 * oversampling; what they give is added up, frame by frame. */
#include "error.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "scene/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CALL = 2 * ROSIN_STRETCH }; /* frames that a layer makes at once, at most */

static const double EASE = 0.01; /* s, in which a gain gets most of its way */

static int prepare_layers(rosin_scene *s, int rate, rosin_error *error) {
  int channels = 1;
  rosin_free(s->layered);
  s->layered = NULL;
  s->frames = 0;
  for (int i = 0; i < s->layers; i++) {
    rosin_layer *l = &s->layer[i];
    l->scene->heard = fmax(2, 2 * l->gain) * fabs(s->model->gain); /* of its row in name_one */
    if (rosin_alone_prepare(l->scene, rate, CALL, error))
      return -1;
    l->start = llround(l->at * rate);
    l->started = 0;
    l->now = l->gain;
    channels = l->scene->channels > channels ? l->scene->channels : channels;
  }
  if (s->layers &&
      !(s->layered = rosin_calloc((size_t)CALL * (size_t)channels, sizeof *s->layered)))
    return rosin_fail(error, "out of memory for the scene");
  return 0;
}

int rosin_scene_prepare(rosin_scene *s, int rate, int block, rosin_error *error) {
  if (rosin_alone_prepare(s, rate, block, error))
    return -1;
  if (prepare_layers(s, s->rate, error) == 0)
    return 0;
  rosin_built_free(&s->built); /* not prepared, then */
  return -1;
}

/* Frames of a layer into those of the whole, at its place. One that rests and whose gain moves by
 * less than it can say adds nothing. */
static void add(const rosin_scene *s, rosin_layer *l, const float *in, int frames, float *out) {
  const int from = l->scene->channels, to = s->channels;
  const double ease = 1 - rosin_exp(-1 / (EASE * s->rate)), angle = 0.25 * pi * (1 + l->pan);
  if (l->now + ease * (l->gain - l->now) == l->now && rosin_alone_rests(l->scene))
    return;
  const double side[2] = {from == 1 ? rosin_cos(angle) : fmin(1, 1 - l->pan),
                          from == 1 ? rosin_sin(angle) : fmin(1, 1 + l->pan)};
  for (int i = 0; i < frames; i++) {
    const float *x = in + i * from;
    l->now += ease * (l->gain - l->now);
    for (int c = 0; c < 2 && c < to; c++) {
      const double here = l->now * s->model->gain * s->side[c] * (to == 1 ? 1 : side[c]);
      const double first = (double)x[0], second = (double)x[from > 1];
      const double own = from == 1 ? first : to == 1 ? 0.5 * (first + second) : c ? second : first;
      out[i * to + c] += (float)(here * own);
    }
  }
}

/* Where the turn of the gestures begins that frame `now` is in; 0 if they are done once. */
static long long turn_of(const rosin_scene *s, long long now) {
  const double period = s->model->period * s->rate;
  return period > 0 ? llround(floor((double)now / period) * period) : 0;
}

static void add_layer(rosin_scene *s, rosin_layer *l, int frames, float *out) {
  for (int at = 0; at < frames;) {
    const long long now = s->frames + at, begin = turn_of(s, now) + l->start;
    int n = frames - at < CALL ? frames - at : CALL;
    if (now < begin && begin - now < n)
      n = (int)(begin - now);
    if (now == begin && l->started)
      rosin_alone_again(l->scene);
    if (now == begin)
      l->scene->origin = (double)now / s->rate;
    l->started |= now == begin;
    if (l->started) {
      rosin_alone_process(l->scene, n, s->layered);
      add(s, l, s->layered, n, out + (size_t)at * (size_t)s->channels);
    }
    at += n;
  }
}

static void add_layers(rosin_scene *s, int frames, float *out) {
  for (int i = 0; i < s->layers; i++)
    add_layer(s, &s->layer[i], frames, out);
  s->frames += frames;
}

int rosin_scene_process(rosin_scene *s, int frames, float *out) {
  const int status = rosin_alone_process(s, frames, out);
  if (!status)
    add_layers(s, frames, out);
  return status;
}

int rosin_scene_step(rosin_scene *s, float *out) {
  const int frames = rosin_alone_step(s, out);
  add_layers(s, frames, out);
  return frames;
}

int rosin_scene_step_still(rosin_scene *s, float *out) {
  if (!s->still && s->moving)
    rosin_moving_still(s->moving);
  s->still = 1;
  return rosin_alone_step(s, out);
}

void rosin_scene_rewind(rosin_scene *s) {
  rosin_alone_rewind(s);
  for (int i = 0; s && i < s->layers; i++) {
    rosin_alone_rewind(s->layer[i].scene);
    s->layer[i].started = 0;
  }
  if (s)
    s->frames = 0;
}

int rosin_scene_rests(const rosin_scene *s) {
  int rests = rosin_alone_rests(s);
  for (int i = 0; i < s->layers; i++)
    rests &= s->layer[i].started && rosin_alone_rests(s->layer[i].scene);
  return rests;
}

int rosin_scene_is_unlike(const rosin_scene *s) {
  int unlike = s->unlike;
  for (int i = 0; i < s->layers; i++)
    unlike |= s->layer[i].scene->unlike;
  return unlike;
}

void rosin_scene_transpose(rosin_scene *s, double factor) {
  if (!s->moving || !(factor >= 0.5 && factor <= 2))
    return;
  rosin_moving_transpose(s->moving, factor);
  for (int i = 0; i < s->layers; i++)
    rosin_moving_transpose(s->layer[i].scene->moving, factor);
}

void rosin_scene_again(rosin_scene *s) {
  rosin_alone_again(s);
  s->frames = 0;
}

static int name_one(rosin_scene *s, int layer, int macro) {
  const rosin_model_layer *l = &s->model->layer[layer];
  const rosin_model *of = s->layer[layer].scene->model;
  const rosin_parameter gain = {"gain", "", 0, fmax(2, 2 * l->gain), l->gain, "of this layer", 0};
  rosin_layer_macro *t = &s->turned[s->turns];
  char *name = rosin_malloc(2 * ROSIN_MODEL_NAME);
  if (!name)
    return -1;
  *t = (rosin_layer_macro){macro < 0 ? gain : of->macro[macro].row, name, layer, macro};
  snprintf(name, 2 * ROSIN_MODEL_NAME, "%.60s.%.60s", l->name, t->row.name);
  t->row.name = name;
  t->row.group = l->name; /* its scene has them as one thing */
  t->row.initial = macro < 0 ? gain.initial : of->macro[macro].value; /* as the layer sets it */
  s->turns++;
  return 0;
}

int rosin_layers_name(rosin_scene *s) {
  int count = 0;
  for (int i = 0; i < s->layers; i++)
    count += 1 + s->layer[i].scene->model->macros;
  s->turned = rosin_calloc((size_t)count + 1, sizeof *s->turned);
  for (int i = 0; s->turned && i < s->layers; i++)
    for (int k = -1; k < s->layer[i].scene->model->macros; k++)
      if (name_one(s, i, k))
        return -1;
  return s->turned ? 0 : -1;
}

void rosin_scene_free(rosin_scene *s) {
  if (!s)
    return;
  for (int i = 0; i < s->turns; i++)
    rosin_free(s->turned[i].name);
  rosin_free(s->turned);
  for (int i = 0; i < s->layers; i++)
    rosin_alone_free(s->layer[i].scene);
  rosin_free(s->layer);
  rosin_free(s->layered);
  rosin_alone_free(s);
}
