/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/sequencer.h"
#include "core/sequencer/inside.h"
#include "error.h"
#include "maths/maths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = ROSIN_SEQUENCER_PENDING / 2 };

static const double glide_seconds = 0.004;

/* From the scene's first values, but what is set stays; hands at rest if that is asked for. */
static void start(rosin_sequencer *l, int rest) {
  for (int i = 0; i < l->targets.count; i++) {
    const rosin_target *t = &l->targets.target[i];
    rosin_sequencer_glide *g = &l->glide[i];
    g->value = t->player       ? rosin_player_at(l->player, t->row)
               : t->macro >= 0 ? rosin_scene_macro_value(l->scene, t->macro)
                               : t->rest;
    g->goal = g->value;
    g->shown = g->value;
    g->moving = g->taken = 0;
    if (t->contact >= 0 && strcmp(t->row->name, "force") == 0)
      l->force[l->forces++] = i;
    if (rest && t->contact >= 0)
      rosin_sequencer_apply(l, i, t->rest);
  }
}

/* Engine samples of the scene's gestures, in whole cells. */
static long long whole_turn(const rosin_sequencer *l) {
  const double samples = rosin_scene_model(l->scene)->duration * l->rate * l->oversample;
  return llround(samples / l->stretch) * l->stretch;
}

/* Floats: what a decimator keeps back, and two cells. */
static size_t room_of_fifo(const rosin_sequencer *l) {
  const int frames = rosin_scene_latency(l->scene) + 2 * (l->stretch + 1);
  return (size_t)frames * (size_t)rosin_scene_channels(l->scene);
}

rosin_sequencer *rosin_sequencer_new(rosin_scene *scene, int rate, int rest, rosin_error *error) {
  rosin_sequencer *l = calloc(1, sizeof *l);
  if (!l) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  l->scene = scene;
  l->rate = rate;
  l->seed = -1;
  l->transposed = 1;
  const unsigned long long seed = (unsigned long long)rosin_scene_model(scene)->seed;
  if (rest && rosin_player_strings(scene) > 0 &&
      !(l->player = rosin_player_new(scene, seed, error))) {
    free(l);
    return NULL;
  }
  l->stretch = rosin_scene_stretch(scene);
  l->oversample = (int)rosin_scene_model(scene)->oversample;
  l->waiting = rosin_scene_latency(scene);
  l->step = 1 - rosin_exp(-l->stretch / (glide_seconds * rate * l->oversample));
  if (rosin_targets_open(&l->targets, scene, l->player) ||
      rosin_agenda_open(&l->agenda, ROSIN_SEQUENCER_PENDING) ||
      !(l->glide = calloc((size_t)l->targets.count + 1, sizeof *l->glide)) ||
      !(l->moving = calloc((size_t)l->targets.count + 1, sizeof *l->moving)) ||
      !(l->force = calloc((size_t)l->targets.count + 1, sizeof *l->force)) ||
      !(l->fifo = calloc(room_of_fifo(l), sizeof *l->fifo))) {
    rosin_fail(error, "out of memory");
    rosin_sequencer_free(l);
    return NULL;
  }
  rosin_hand_open(&l->hand, rosin_scene_model(scene), &l->targets);
  l->rest = rest;
  l->hush = -1;
  l->whole = whole_turn(l);
  start(l, rest && !l->player);
  if (!rest && !l->player && rosin_scene_macros(scene))
    l->turn = l->whole;
  return l;
}

void rosin_sequencer_reset(rosin_sequencer *l) {
  rosin_sequencer_take_seed(l);
  if (l->player)
    rosin_player_reset(l->player);
  else
    rosin_scene_rewind(l->scene);
  rosin_agenda_clear(&l->agenda);
  l->movings = l->forces = 0;
  l->transposed = 1;
  l->frame = l->made = l->since = 0;
  l->idle = l->waits;
  l->ended = 0;
  l->hush = -1;
  l->first = 0;
  l->waiting = rosin_scene_latency(l->scene);
  memset(l->fifo, 0, (size_t)l->waiting * (size_t)rosin_scene_channels(l->scene) * sizeof *l->fifo);
  rosin_hand_open(&l->hand, rosin_scene_model(l->scene), &l->targets);
  start(l, l->rest && !l->player);
}

void rosin_sequencer_set_waiting(rosin_sequencer *l, int waits) {
  l->waits = waits;
  l->idle = waits && !l->made;
}

void rosin_sequencer_set_turning(rosin_sequencer *l, int turns) {
  l->turn = turns ? l->whole : 0;
}

void rosin_sequencer_free(rosin_sequencer *l) {
  if (!l)
    return;
  rosin_targets_close(&l->targets);
  rosin_agenda_close(&l->agenda);
  free(l->glide);
  free(l->moving);
  free(l->force);
  free(l->fifo);
  rosin_player_free(l->player);
  free(l);
}

const rosin_targets *rosin_sequencer_targets(const rosin_sequencer *l) {
  return &l->targets;
}
rosin_player *rosin_sequencer_player(const rosin_sequencer *l) {
  return l->player;
}
long long rosin_sequencer_frame(const rosin_sequencer *l) {
  return l->frame;
}
double rosin_sequencer_value(const rosin_sequencer *l, int target) {
  return target >= 0 && target < l->targets.count ? l->glide[target].shown : 0;
}
long long rosin_sequencer_lost(const rosin_sequencer *l) {
  return l->lost;
}
long long rosin_sequencer_happened(const rosin_sequencer *l) {
  return l->happened;
}
void rosin_sequencer_set_witness(rosin_sequencer *l, rosin_sequencer_witness witness,
                                 void *context) {
  l->witness = witness;
  l->witness_context = context;
}

void rosin_sequencer_set_listener(rosin_sequencer *l, rosin_sequencer_listener listener,
                                  void *context) {
  l->listener = listener;
  l->listener_context = context;
}

void rosin_sequencer_put(rosin_sequencer *l, int target, double value) {
  rosin_sequencer_apply(l, target, value);
  l->glide[target].value = l->glide[target].goal = value;
  l->glide[target].shown = value;
}

/* ---- what waits ------------------------------------------------------------ */

void rosin_sequencer_admit(rosin_sequencer *l, long long frame, const rosin_event *event,
                           int room) {
  if (!rosin_agenda_add(&l->agenda, frame, event, room))
    return;
  if (rosin_event_ends(event)) /* so many that all shall end */
    l->hush = frame > l->hush ? frame : l->hush;
  else
    l->lost++;
}

void rosin_sequencer_post(rosin_sequencer *l, long long frame, const rosin_event *event) {
  /* what is meant for later leaves room for what happens now */
  const int is_far = (double)(frame - l->frame) > l->rate;
  rosin_sequencer_admit(l, frame, event, is_far ? FAR : ROSIN_SEQUENCER_PENDING);
}

int rosin_sequencer_rests(const rosin_sequencer *l) {
  return rosin_agenda_first(&l->agenda) < 0 && !l->movings && !l->turn && l->hush < 0 &&
         rosin_sequencer_is_at_rest(l);
}

int rosin_sequencer_is_at_rest(const rosin_sequencer *l) {
  return rosin_sequencer_is_silent(l) || rosin_scene_rests(l->scene);
}

int rosin_sequencer_is_silent(const rosin_sequencer *l) {
  return (l->idle && !rosin_scene_listens(l->scene)) || !l->made;
}

void rosin_sequencer_bow_by_hand(rosin_sequencer *l, int down, double speed, double press) {
  if (l->player)
    rosin_player_bow(l->player, down, speed, press);
}

/* The frame at which the cell begins that comes next. */
static long long next_cell(const rosin_sequencer *l) {
  return (l->made + l->oversample - 1) / l->oversample;
}

/* Whole cells, whatever the caller asks for: a player moves once a stretch of the scene. */
static void run_cell(rosin_sequencer *l) {
  rosin_sequencer_turn(l);
  rosin_event e;
  while (rosin_agenda_take(&l->agenda, l->frame, &e))
    rosin_sequencer_happen(l, &e);
  if (l->hush >= 0 && l->hush <= l->frame)
    rosin_sequencer_hush(l);
  rosin_sequencer_glide_on(l);
  const size_t channels = (size_t)rosin_scene_channels(l->scene);
  memmove(l->fifo, l->fifo + (size_t)l->first * channels,
          (size_t)l->waiting * channels * sizeof *l->fifo);
  l->first = 0;
  float *next = l->fifo + (size_t)l->waiting * channels;
  l->made += l->stretch;
  if (!l->idle || rosin_scene_listens(l->scene)) {
    l->waiting +=
        l->idle ? rosin_scene_step_still(l->scene, next) : rosin_scene_step(l->scene, next);
    return;
  }
  const int silent = (int)(next_cell(l) - l->frame);
  memset(next, 0, (size_t)silent * channels * sizeof *next);
  l->waiting += silent;
}

void rosin_sequencer_leave_alone(rosin_sequencer *l) {
  l->alone = !l->rest;
}

void rosin_sequencer_run(rosin_sequencer *l, int frames, float *out) {
  if (l->alone) {
    rosin_scene_process(l->scene, frames, out);
    l->frame += frames;
    l->made = l->frame * l->oversample;
    return;
  }
  const size_t channels = (size_t)rosin_scene_channels(l->scene);
  for (int at = 0; at < frames;) {
    if (l->frame == next_cell(l))
      run_cell(l);
    const long long left = next_cell(l) - l->frame;
    const int now = left < frames - at ? (int)left : frames - at;
    memcpy(out + (size_t)at * channels, l->fifo + (size_t)l->first * channels,
           (size_t)now * channels * sizeof *out);
    l->first += now;
    l->waiting -= now;
    l->frame += now;
    at += now;
  }
}

int rosin_sequencer_latency(const rosin_sequencer *l) {
  return l->alone ? 0 : rosin_scene_latency(l->scene);
}

int rosin_sequencer_has_ended(const rosin_sequencer *l) {
  return l->ended;
}

double rosin_sequencer_at(const rosin_sequencer *l) {
  if (l->idle)
    return -1;
  const double heard = (double)(l->frame - rosin_sequencer_latency(l));
  const double before = (double)(l->since + rosin_scene_stayed(l->scene)) / l->oversample;
  return (heard - before) / l->rate;
}
