/* SPDX-License-Identifier: BSD-3-Clause */
/* Engines of a core: built, played from a moment on, let go. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"
#include "maths/maths.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int rosin_core_latency(const rosin_core *c) {
  return c->engine ? rosin_sequencer_latency(c->engine->sequencer) : 0;
}

double rosin_core_moved(const rosin_core *c, int index) {
  return rosin_core_has(c, index) && c->row[index].kind == ROSIN_CORE_PLAYER &&
                 rosin_core_player(c) &&
                 rosin_sequencer_frame(c->engine->sequencer) >= c->due[index]
             ? rosin_player_at(rosin_core_player(c), c->row[index].row)
             : rosin_core_get(c, index);
}

double rosin_core_hears(const rosin_core *c, int string, double *wanted) {
  return rosin_core_player(c) ? rosin_player_hears(rosin_core_player(c), string, wanted) : 0;
}

long long rosin_core_rescued(const rosin_core *c) {
  return c->engine ? rosin_engine_rescued(c->engine) : 0;
}

rosin_engine *rosin_core_build(rosin_core *c, rosin_error *error) {
  double value[ROSIN_CORE_PARAMETERS];
  const unsigned drawn = rosin_core_drawn_turn(c);
  c->unlike = 0; /* once, whether it can be built or not */
  for (int i = 0; i < c->rows; i++)
    value[i] = c->row[i].kind == ROSIN_CORE_SEED ? rosin_core_meant(c, i) : c->value[i];
  rosin_engine *engine = rosin_engine_new(&c->plan, c->rows, c->row, value, error);
  for (int i = 0; !engine && i < c->rows; i++)
    c->tried[i] = value[i];
  c->tried_drawn = drawn;
  c->refused = !engine;
  if (!engine)
    rosin_trouble_note(&c->trouble, ROSIN_TROUBLE_BUILT, -1);
  return engine;
}

int rosin_core_stale(const rosin_core *c) {
  if (c->engine && c->unlike)
    return 1;
  const unsigned drawn = rosin_core_drawn_turn(c);
  int moved = c->engine && c->engine->drawn != drawn;
  int untried = !c->refused || c->tried_drawn != drawn;
  for (int i = 0; c->engine && i < c->rows; i++)
    if (rosin_core_builds(c->row[i].kind)) {
      moved |= c->value[i] != c->engine->built[i];
      untried |= c->value[i] != c->tried[i];
    }
  return moved && untried;
}

double rosin_core_meant(const rosin_core *c, int i) {
  const rosin_parameter *row = c->row[i].row;
  if (c->row[i].kind == ROSIN_CORE_SEED)
    return c->value[i] > 0 ? c->value[i] : c->take;
  return fmin(fmax(c->value[i] + c->modulation[i] + c->takes.moved[i], row->low), row->high);
}

static int is_on(const rosin_core *c, rosin_core_kind kind) {
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == kind)
      return c->value[i] >= 0.5;
  return 0;
}

void rosin_core_post(rosin_core *c, int frame, const rosin_event *event) {
  if (c->bypass.out)
    return;
  rosin_sequencer *q = c->engine->sequencer;
  const long long before = rosin_sequencer_lost(q);
  rosin_engine_post(c->engine, frame > c->bypass.later ? frame - c->bypass.later : 0, event);
  if (rosin_sequencer_lost(q) == before)
    return;
  c->lost += rosin_sequencer_lost(q) - before;
  rosin_trouble_note(&c->trouble, ROSIN_TROUBLE_LOST, -1);
}

void rosin_core_begin_gesture(rosin_core *c, int frame) {
  rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_AGAIN});
}

void rosin_core_end_gesture(rosin_core *c, int frame, int whole) {
  rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_END, .value = whole});
}

double rosin_core_fullest(const rosin_core *c) {
  return rosin_scene_fullest(c->model);
}

float rosin_core_gain(double decibel) {
  return (float)rosin_pow(10, decibel / 20);
}

/* What an engine has from the first on. */
static int is_built(rosin_core_kind kind) {
  return kind == ROSIN_CORE_PLAYER || kind == ROSIN_CORE_MACRO || kind == ROSIN_CORE_SEED ||
         kind == ROSIN_CORE_SECTION;
}

/* The engine as it is from the first frame on; what follows it goes on as it was. */
static void take_up(rosin_core *c) {
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind != ROSIN_CORE_LEVEL && c->row[i].kind != ROSIN_CORE_LIMITER &&
        c->row[i].kind != ROSIN_CORE_INPUT_GAIN && c->row[i].kind != ROSIN_CORE_BYPASS)
      c->applied[i] = is_built(c->row[i].kind) ? c->engine->built[i] : c->value[i];
  memset(c->due, 0, sizeof c->due);
  rosin_core_find_tail(c, c->engine->scene);
  if (!is_on(c, ROSIN_CORE_CONTINUOUS))
    return;
  rosin_sequencer_set_turning(c->engine->sequencer, 1);
  rosin_core_begin_gesture(c, 0);
}

static void begin_hearing(rosin_core *c) {
  const int gain = c->hearing.row + 1;
  if (gain)
    c->applied[gain] = rosin_core_meant(c, gain);
  rosin_hearing_start(c, gain ? rosin_core_gain(c->applied[gain]) : 1);
}

/* As all begins: at rest, level and limiter at once what they are. */
static void begin(rosin_core *c) {
  rosin_bypass_start(c); /* before what is posted: one that is out takes nothing */
  take_up(c);
  c->applied[ROSIN_CORE_LEVEL_ROW] = rosin_core_meant(c, ROSIN_CORE_LEVEL_ROW);
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_BYPASS)
      c->applied[i] = rosin_core_meant(c, i);
    else if (c->row[i].kind == ROSIN_CORE_LIMITER)
      rosin_level_start(&c->limiter, (c->applied[i] = rosin_core_meant(c, i)) >= 0.5 ? 1 : 0);
  rosin_level_start(&c->level, rosin_core_gain(c->applied[ROSIN_CORE_LEVEL_ROW]));
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_KEYED)
      rosin_keyed_put(&c->keyed, rosin_keyed_told(c->row[i].row, 0).controller,
                      c->applied[i] = rosin_core_meant(c, i));
    else if (c->row[i].kind == ROSIN_CORE_SEED && c->keyed.keys)
      rosin_keyboard_seed(c->keyed.keys, rosin_core_meant(c, i));
  begin_hearing(c);
  rosin_core_stretch(c);
  c->rested = 0;
}

void rosin_core_tune(rosin_core *c, const rosin_tuning *tuning) {
  c->plan.tuning = *tuning;
  if (c->engine)
    rosin_engine_tune(c->engine, tuning);
  if (c->keyed.keys)
    rosin_keyboard_tune(c->keyed.keys, tuning);
}

int rosin_core_scala(rosin_core *c, const char *path, rosin_error *error) {
  rosin_tuning tuning;
  rosin_tuning_equal(&tuning);
  if (path && rosin_tuning_scala(&tuning, path, error))
    return -1;
  rosin_core_tune(c, &tuning);
  return 0;
}

void rosin_core_set_oversample(rosin_core *c, int factor) {
  c->plan.oversample = factor;
}
void rosin_core_set_watched(rosin_core *c, int watched) {
  c->plan.watched = watched;
}
const rosin_observer *rosin_core_observer(const rosin_core *c) {
  return c->engine ? c->engine->observer : NULL;
}

int rosin_core_begin(rosin_core *c, double rate, rosin_error *error) {
  rosin_core_free_engines(c);
  c->lates = 0;
  c->refused = 0;
  if (!(rate >= ROSIN_RATE_LOWEST && rate <= ROSIN_RATE_HIGHEST))
    return rosin_fail(error, "rate: %g is out of range: %d to %d Hz", rate, ROSIN_RATE_LOWEST,
                      ROSIN_RATE_HIGHEST);
  c->plan.rate = (int)lround(rate);
  const size_t floats = ROSIN_CORE_CHUNK * (size_t)c->channels;
  if ((!c->now && !(c->now = calloc(floats, sizeof *c->now))) ||
      (!c->before && !(c->before = calloc(floats, sizeof *c->before))))
    return rosin_fail(error, "out of memory");
  c->plan.keyed = rosin_keyboard_is(c->model) ? c->model : NULL; /* the first engine brings them */
  return rosin_keyed_open(&c->keyed, c->plan.keyed, error);
}

/* Keys hear of what happens in what plays now. */
static void listen(rosin_core *c, rosin_engine *to) {
  if (c->engine)
    rosin_sequencer_set_listener(c->engine->sequencer, NULL, NULL);
  if (to && c->keyed.keys)
    rosin_sequencer_set_listener(to->sequencer, rosin_keyed_hear, &c->keyed);
}

/* Where windows look, notes that are left out are for them. */
static void witness(rosin_core *c, const rosin_engine *engine) {
  if (c->plan.watched != ROSIN_CORE_WATCHED_WHEN_LOOKED_AT)
    return;
  if (rosin_sequencer_player(engine->sequencer))
    rosin_player_set_witness(rosin_sequencer_player(engine->sequencer), rosin_trouble_left,
                             &c->trouble);
  if (c->keyed.keys)
    rosin_keyboard_set_witness(c->keyed.keys, rosin_trouble_left, &c->trouble);
}

static void first(rosin_core *c, rosin_engine *engine) {
  rosin_keyed_take(&c->keyed, engine->keys, &c->plan.tuning);
  engine->keys = NULL;
  c->plan.keyed = NULL;
  listen(c, engine);
  witness(c, engine);
  c->engine = engine;
  rosin_midi_start(&c->midi); /* nobody need reset what is new */
  rosin_core_forget_notes(c);
  rosin_takes_forget(&c->takes);
  begin(c);
}

int rosin_core_prepare(rosin_core *c, double rate, rosin_error *error) {
  rosin_engine *engine = rosin_core_begin(c, rate, error) ? NULL : rosin_core_build(c, error);
  if (engine)
    first(c, engine);
  return engine ? 0 : -1;
}

int rosin_core_is_prepared(const rosin_core *c) {
  return c->engine != NULL;
}

void rosin_core_reset(rosin_core *c) {
  if (!c->engine)
    return;
  rosin_midi_start(&c->midi);
  memset(c->modulation, 0, sizeof c->modulation);
  rosin_core_rest(c);
}

void rosin_core_rest(rosin_core *c) {
  rosin_takes_forget(&c->takes);
  for (int i = 0; i < c->rows; i++)
    if (c->engine->target[i] >= 0) {
      c->engine->built[i] = c->value[i];
      rosin_engine_put(c->engine, c->engine->target[i], rosin_core_meant(c, i));
    } else if (c->row[i].kind == ROSIN_CORE_SECTION) {
      c->engine->built[i] = c->value[i];
      rosin_engine_together(c->engine, c->row[i].row, c->value[i]);
    }
  if (rosin_core_seed_row(c) >= 0)
    rosin_engine_seed(c->engine, c->engine->built[rosin_core_seed_row(c)] =
                                     rosin_core_meant(c, rosin_core_seed_row(c)));
  rosin_engine_reset(c->engine);
  rosin_keyed_reset(&c->keyed);
  c->unlike = rosin_scene_is_unlike(c->engine->scene);
  rosin_sequencer_set_turning(c->engine->sequencer, 0);
  rosin_core_forget_notes(c);
  if (c->fading && !c->retired) {
    c->retired = c->fading;
    c->fading = NULL;
  }
  for (int i = 0; i < c->lates; i++)
    rosin_core_put(c, c->late[i].index, c->late[i].value);
  c->lates = 0;
  begin(c);
}

int rosin_core_settled(const rosin_core *c) {
  return !c->fading && !c->retired;
}

void rosin_core_swap(rosin_core *c, rosin_engine *engine) {
  if (!c->engine) {
    first(c, engine);
    return;
  }
  listen(c, engine);
  witness(c, engine);
  rosin_engine_take_over(engine, c->engine);
  c->lost += rosin_sequencer_lost(engine->sequencer);
  if (rosin_engine_is_silent(c->engine))
    c->retired = c->engine; /* there is nothing to fade */
  else
    c->fading = c->engine;
  c->engine = engine;
  c->faded = 0;
  if (c->plan.instrument) {
    take_up(c);
    return;
  }
  memset(c->due, 0, sizeof c->due); /* it has heard of what the one before has */
  rosin_core_find_tail(c, engine->scene);
}

rosin_engine *rosin_core_retired(rosin_core *c) {
  rosin_engine *e = c->retired;
  c->retired = NULL;
  return e;
}
