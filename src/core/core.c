/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/core.h"
#include "core/engine.h"
#include "error.h"
#include "player/midi.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256, FADE = 512 };

static const double ringing = 12; /* s, what may sound after the last event */

static const rosin_parameter level_row = {"level", "dB", -60, 12, 0, "gain of all channels", 0, 0};
static const rosin_parameter effect_rows[] = {
    {"trigger", "", 0, 1, 0, "its rise begins the gesture, as a note does", 0, 0},
    {"continuous", "", 0, 1, 0, "1: the gesture begins again whenever it ends", 0, 0},
};

struct rosin_core {
  char *name, *title;
  rosin_scene *model; /* for its tables; never prepared */
  int rows, instrument, channels;
  rosin_engine_options options;
  rosin_core_row row[ROSIN_CORE_PARAMETERS];
  _Atomic double value[ROSIN_CORE_PARAMETERS];
  double modulation[ROSIN_CORE_PARAMETERS]; /* audio thread: what a host adds for a while */
  double applied[ROSIN_CORE_PARAMETERS];    /* audio thread: what the engine has heard of */
  rosin_engine *engine, *fading, *retired;
  int faded;        /* frames */
  float gain, goal; /* what the level was at the last chunk's end, and is */
  rosin_midi midi;
  float *now, *before; /* [CHUNK * channels] of both engines */
};

/* ---- what it is ------------------------------------------------------------------- */

static void add_row(rosin_core *c, const rosin_parameter *row, rosin_core_kind kind) {
  if (c->rows == ROSIN_CORE_PARAMETERS)
    return;
  c->row[c->rows] = (rosin_core_row){row, kind};
  c->value[c->rows] = c->applied[c->rows] = row->initial;
  c->rows++;
}

static void add_rows(rosin_core *c) {
  add_row(c, &level_row, ROSIN_CORE_LEVEL);
  if (c->instrument) {
    for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++)
      add_row(c, row, ROSIN_CORE_PLAYER);
    return;
  }
  add_row(c, &effect_rows[0], ROSIN_CORE_TRIGGER);
  add_row(c, &effect_rows[1], ROSIN_CORE_CONTINUOUS);
  for (int i = 0; i < rosin_scene_macros(c->model); i++)
    add_row(c, rosin_scene_macro(c->model, i),
            rosin_scene_macro_live(c->model, i) ? ROSIN_CORE_MACRO : ROSIN_CORE_BUILDER);
}

rosin_core *rosin_core_new(const char *scene, rosin_error *error) {
  char *errors = NULL;
  rosin_core *c = calloc(1, sizeof *c);
  if (!c || !(c->name = strdup(scene)) || !(c->model = rosin_scene_load(scene, 0, NULL, &errors))) {
    rosin_fail(error, "%.400s", errors ? errors : "out of memory");
    free(errors);
    rosin_core_free(c);
    return NULL;
  }
  const char *title = rosin_scene_model(c->model)->title;
  if (!(c->title = strdup(title && *title ? title : scene))) {
    rosin_fail(error, "out of memory");
    rosin_core_free(c);
    return NULL;
  }
  c->instrument = rosin_player_strings(c->model) > 0;
  c->channels = rosin_scene_channels(c->model);
  c->gain = c->goal = 1;
  rosin_midi_start(&c->midi);
  add_rows(c);
  return c;
}

static void free_engines(rosin_core *c) {
  rosin_engine_free(c->engine);
  rosin_engine_free(c->fading);
  rosin_engine_free(c->retired);
  c->engine = c->fading = c->retired = NULL;
}

void rosin_core_free(rosin_core *c) {
  if (!c)
    return;
  free_engines(c);
  rosin_scene_free(c->model);
  free(c->now);
  free(c->before);
  free(c->title);
  free(c->name);
  free(c);
}

const char *rosin_core_scene(const rosin_core *c) {
  return c->name;
}
const char *rosin_core_title(const rosin_core *c) {
  return c->title;
}
int rosin_core_channels(const rosin_core *c) {
  return c->channels;
}
int rosin_core_is_instrument(const rosin_core *c) {
  return c->instrument;
}
int rosin_core_parameters(const rosin_core *c) {
  return c->rows;
}

static int has(const rosin_core *c, int index) {
  return index >= 0 && index < c->rows;
}

const rosin_parameter *rosin_core_parameter(const rosin_core *c, int index) {
  return has(c, index) ? c->row[index].row : NULL;
}

int rosin_core_parameter_stepped(const rosin_core *c, int index) {
  if (!has(c, index))
    return 0;
  static const char *const stepped[] = {"articulation", "ear",        "double_stops",
                                        "by_hand",      "continuous", "trigger"};
  for (size_t i = 0; i < sizeof stepped / sizeof *stepped; i++)
    if (strcmp(c->row[index].row->name, stepped[i]) == 0 &&
        c->row[index].kind != ROSIN_CORE_MACRO && c->row[index].kind != ROSIN_CORE_BUILDER)
      return 1;
  return 0;
}

int rosin_core_parameter_live(const rosin_core *c, int index) {
  return has(c, index) && c->row[index].kind != ROSIN_CORE_BUILDER;
}

int rosin_core_find(const rosin_core *c, const char *name) {
  for (int i = 0; i < c->rows; i++)
    if (strcmp(c->row[i].row->name, name) == 0)
      return i;
  return -1;
}

double rosin_core_get(const rosin_core *c, int index) {
  return has(c, index) ? c->value[index] : (double)NAN;
}

int rosin_core_latency(const rosin_core *c) {
  return c->engine ? rosin_live_latency(c->engine->live) : 0;
}

double rosin_core_tail(const rosin_core *c) {
  return ringing + (c->instrument ? 0 : rosin_scene_duration(c->model));
}

/* ---- engines ------------------------------------------------------------------------ */

rosin_engine *rosin_core_build(rosin_core *c, rosin_error *error) {
  double value[ROSIN_CORE_PARAMETERS];
  for (int i = 0; i < c->rows; i++)
    value[i] = c->value[i];
  return rosin_engine_new(c->name, c->rows, c->row, value, &c->options, error);
}

int rosin_core_stale(const rosin_core *c) {
  for (int i = 0; c->engine && i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_BUILDER && c->value[i] != c->engine->built[i])
      return 1;
  return 0;
}

/* A value with what modulates it. */
static double meant(const rosin_core *c, int i) {
  const rosin_parameter *row = c->row[i].row;
  return fmin(fmax(c->value[i] + c->modulation[i], row->low), row->high);
}

static int is_on(const rosin_core *c, rosin_core_kind kind) {
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == kind)
      return c->value[i] >= 0.5;
  return 0;
}

/* Let something happen `frame` frames after the begin of the call to come. */
static void post(rosin_core *c, int frame, const rosin_event *event) {
  rosin_live_post(c->engine->live, rosin_live_frame(c->engine->live) + frame, event);
}

static void begin_gesture(rosin_core *c, int frame) {
  post(c, frame, &(rosin_event){.target = ROSIN_EVENT_AGAIN});
}

static float gain_of(double decibel) {
  return (float)pow(10, decibel / 20);
}

/* The engine as it is from the first frame on. */
static void take_up(rosin_core *c) {
  for (int i = 0; i < c->rows; i++)
    c->applied[i] = c->row[i].kind == ROSIN_CORE_PLAYER || c->row[i].kind == ROSIN_CORE_MACRO
                        ? c->engine->built[i]
                        : c->value[i];
  c->gain = c->goal = gain_of(meant(c, rosin_core_find(c, level_row.name)));
  if (!is_on(c, ROSIN_CORE_CONTINUOUS))
    return;
  rosin_live_set_turning(c->engine->live, 1);
  begin_gesture(c, 0);
}

void rosin_core_set_oversample(rosin_core *c, int factor) {
  c->options.oversample = factor;
}
void rosin_core_set_watched(rosin_core *c, int watched) {
  c->options.watched = watched;
}
const rosin_observer *rosin_core_observer(const rosin_core *c) {
  return c->engine ? c->engine->observer : NULL;
}

int rosin_core_prepare(rosin_core *c, double rate, rosin_error *error) {
  free_engines(c);
  if (!(rate >= 8000 && rate <= 768000))
    return rosin_fail(error, "rate: %g is out of range: 8000 to 768000 Hz", rate);
  c->options.rate = (int)lround(rate);
  const size_t floats = CHUNK * (size_t)c->channels;
  if ((!c->now && !(c->now = calloc(floats, sizeof *c->now))) ||
      (!c->before && !(c->before = calloc(floats, sizeof *c->before))))
    return rosin_fail(error, "out of memory");
  if (!(c->engine = rosin_core_build(c, error)))
    return -1;
  rosin_midi_start(&c->midi);
  take_up(c);
  return 0;
}

void rosin_core_reset(rosin_core *c) {
  if (!c->engine)
    return;
  for (int i = 0; i < c->rows; i++)
    if (c->engine->target[i] >= 0) {
      c->engine->built[i] = c->value[i];
      rosin_live_set(c->engine->live,
                     rosin_live_targets(c->engine->live)->target[c->engine->target[i]].name,
                     c->value[i], NULL);
    }
  rosin_live_reset(c->engine->live);
  rosin_live_set_turning(c->engine->live, 0);
  rosin_midi_start(&c->midi);
  memset(c->modulation, 0, sizeof c->modulation);
  if (c->fading && !c->retired) {
    c->retired = c->fading;
    c->fading = NULL;
  }
  take_up(c);
}

int rosin_core_settled(const rosin_core *c) {
  return !c->fading && !c->retired;
}

void rosin_core_swap(rosin_core *c, rosin_engine *engine) {
  c->fading = c->engine;
  c->engine = engine;
  c->faded = 0;
  take_up(c);
}

rosin_engine *rosin_core_retired(rosin_core *c) {
  rosin_engine *e = c->retired;
  c->retired = NULL;
  return e;
}

/* ---- what happens ------------------------------------------------------------------------ */

static void apply(rosin_core *c, int frame, int i) {
  const double value = meant(c, i), before = c->applied[i];
  c->applied[i] = value;
  switch (c->row[i].kind) {
  case ROSIN_CORE_LEVEL:
    c->goal = gain_of(value);
    break;
  case ROSIN_CORE_TRIGGER:
    if (value >= 0.5 && before < 0.5)
      begin_gesture(c, frame);
    break;
  case ROSIN_CORE_CONTINUOUS:
    if ((value >= 0.5) == (before >= 0.5))
      break;
    rosin_live_set_turning(c->engine->live, value >= 0.5);
    if (value >= 0.5)
      begin_gesture(c, frame);
    break;
  case ROSIN_CORE_PLAYER:
  case ROSIN_CORE_MACRO:
    if (c->engine->target[i] >= 0)
      post(c, frame, &(rosin_event){.target = c->engine->target[i], .value = value});
    break;
  default:
    break;
  }
}

/* The engine hears of what it has not heard yet. */
static void tell(rosin_core *c, int frame, int i) {
  if (c->engine && meant(c, i) != c->applied[i])
    apply(c, frame, i);
}

void rosin_core_put(rosin_core *c, int index, double value) {
  if (has(c, index) && isfinite(value))
    c->value[index] = fmin(fmax(value, c->row[index].row->low), c->row[index].row->high);
}

void rosin_core_set(rosin_core *c, int frame, int index, double value) {
  rosin_core_put(c, index, value);
  if (has(c, index))
    tell(c, frame, index);
}

void rosin_core_modulate(rosin_core *c, int frame, int index, double amount) {
  if (!has(c, index) || !isfinite(amount))
    return;
  c->modulation[index] = amount;
  tell(c, frame, index);
}

void rosin_core_play(rosin_core *c, int frame, const rosin_player_event_t *event) {
  if (!c->engine)
    return;
  if (c->instrument)
    post(c, frame, &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = *event});
  else if (event->kind == ROSIN_PLAYER_NOTE_ON && event->value > 0)
    begin_gesture(c, frame);
}

void rosin_core_midi(rosin_core *c, int frame, const unsigned char *message, int length) {
  rosin_player_event_t events[ROSIN_MIDI_CHANNELS];
  if (length < 1)
    return;
  const int count = rosin_midi_events(&c->midi, message, length, events);
  for (int i = 0; i < count; i++)
    rosin_core_play(c, frame, &events[i]);
}

void rosin_core_bow(rosin_core *c, int down, double speed, double press) {
  if (!c->engine)
    return;
  rosin_live_bow_by_hand(c->engine->live, down, speed, press);
  const int by_hand = rosin_core_find(c, "by_hand");
  if (by_hand >= 0)
    c->value[by_hand] = c->applied[by_hand] = 1;
}

/* The engine before this one goes, while this one comes. */
static void fade(rosin_core *c, int frames) {
  rosin_live_run(c->fading->live, frames, c->before);
  for (int i = 0; i < frames; i++, c->faded += c->faded < FADE) {
    const float share = (float)c->faded / FADE;
    for (int k = i * c->channels; k < (i + 1) * c->channels; k++)
      c->now[k] = share * c->now[k] + (1 - share) * c->before[k];
  }
  if (c->faded == FADE && !c->retired) {
    c->retired = c->fading;
    c->fading = NULL;
  }
}

/* To the host's buffers; a level that moves does so over the chunk. */
static void deliver(rosin_core *c, float *const *out, int at, int frames) {
  const float from = c->gain, step = (c->goal - from) / (float)frames;
  for (int k = 0; k < c->channels; k++)
    for (int i = 0; i < frames; i++)
      out[k][at + i] = (from + step * (float)(i + 1)) * c->now[i * c->channels + k];
  c->gain = c->goal;
}

void rosin_core_process(rosin_core *c, float *const *out, int frames) {
  if (!c->engine) {
    for (int k = 0; k < c->channels; k++)
      memset(out[k], 0, (size_t)frames * sizeof *out[k]);
    return;
  }
  rosin_live_no_denormals();
  for (int i = 0; i < c->rows; i++) /* what other threads have set */
    tell(c, 0, i);
  for (int at = 0; at < frames;) {
    const int now = frames - at < CHUNK ? frames - at : CHUNK;
    rosin_live_run(c->engine->live, now, c->now);
    if (c->fading)
      fade(c, now);
    deliver(c, out, at, now);
    at += now;
  }
}
