/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens to a core, and what it sounds like. */
#include "checked.h"
#include "core/core.h"
#include "core/inside.h"
#include "error.h"
#include "scene/text/near.h"

#include <math.h>
#include <string.h>

/* The hand's bow as its rows have it. A speed alone, of a bow that hangs in the air, is nothing. */
static void bow(rosin_core *c, int frame) {
  const int down = rosin_core_meant(c, c->bow) >= 0.5;
  if (!down && !(c->value[c->by_hand] >= 0.5))
    return;
  rosin_core_post(
      c, frame,
      &(rosin_event){.target = ROSIN_EVENT_BOW,
                     .value = rosin_core_meant(c, c->bow + 1),
                     .player = {.controller = down, .value = rosin_core_meant(c, c->bow + 2)}});
  c->value[c->by_hand] = c->applied[c->by_hand] = 1;
}

static void begin_plainly(rosin_core *c, int frame);

/* The gesture begins again whenever it ends: now, too, where it has. */
static void go_on(rosin_core *c, int frame, int turns) {
  const rosin_sequencer *q = c->engine->sequencer;
  rosin_sequencer_set_turning(c->engine->sequencer, turns);
  if (turns && (rosin_sequencer_has_ended(q) ||
                !(rosin_core_at(c) >= 0 && rosin_core_at(c) < rosin_core_duration(c))))
    rosin_core_begin_gesture(c, frame);
}

static void tell_keys(rosin_core *c, int frame, const rosin_parameter *row, double value) {
  rosin_core_post(
      c, frame,
      &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = rosin_keyed_told(row, value)});
}

static void seed(rosin_core *c, int frame, double value) {
  rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_SEED, .value = value});
  if (c->keyed.keys)
    rosin_keyboard_seed(c->keyed.keys, value);
}

static int is_set(double value) {
  return value >= 0.5;
}

static void apply(rosin_core *c, int frame, int i) {
  const double value = rosin_core_meant(c, i);
  const int on = is_set(value), turned = on != is_set(c->applied[i]);
  c->applied[i] = value;
  switch (c->row[i].kind) {
  case ROSIN_CORE_LEVEL:
    rosin_level_set(&c->level, frame + rosin_core_latency(c), rosin_core_gain(value));
    break;
  case ROSIN_CORE_LIMITER:
    rosin_level_set(&c->limiter, frame + rosin_core_latency(c), on ? 1 : 0);
    break;
  case ROSIN_CORE_BYPASS:
    if (turned)
      rosin_core_bypass(c, frame, on);
    break;
  case ROSIN_CORE_INPUT_GAIN:
    rosin_level_set(&c->hearing.gain, frame, rosin_core_gain(value));
    break;
  case ROSIN_CORE_TRIGGER:
    if (turned && on)
      begin_plainly(c, frame);
    else if (turned)
      rosin_core_end_gesture(c, frame, 0);
    break;
  case ROSIN_CORE_CONTINUOUS:
    if (turned)
      go_on(c, frame, on);
    break;
  case ROSIN_CORE_BOW:
    bow(c, frame);
    break;
  case ROSIN_CORE_SECTION:
    rosin_engine_together(c->engine, c->row[i].row, value);
    break;
  case ROSIN_CORE_SEED:
    seed(c, frame, value);
    break;
  case ROSIN_CORE_KEYED:
    tell_keys(c, frame, c->row[i].row, value);
    break;
  case ROSIN_CORE_PLAYER:
  case ROSIN_CORE_MACRO:
    c->due[i] = rosin_sequencer_frame(c->engine->sequencer) + frame + ROSIN_CORE_GRID;
    if (c->engine->target[i] >= 0)
      rosin_core_post(c, frame, &(rosin_event){.target = c->engine->target[i], .value = value});
    break;
  default:
    break;
  }
}

void rosin_core_tell(rosin_core *c, int frame, int i) {
  if (c->engine && rosin_core_meant(c, i) != c->applied[i])
    apply(c, frame, i);
}

/* The engine hears of what the hands of a take move, before that begins. */
static void tell_hands(rosin_core *c, int frame) {
  for (int k = 0; k < ROSIN_ABOUT_HANDS; k++)
    if (c->takes.macro[k] >= 0)
      rosin_core_tell(c, frame, c->takes.macro[k]);
  rosin_core_tell(c, frame, ROSIN_CORE_LEVEL_ROW);
}

/* A gesture that no key asks for. */
static void begin_plainly(rosin_core *c, int frame) {
  rosin_core_take_no_effort(c);
  tell_hands(c, frame);
  rosin_core_take_plainly(c, frame);
}

void rosin_core_set(rosin_core *c, int frame, int index, double value) {
  if (!rosin_core_has(c, index) || rosin_core_later(c, frame, index, value))
    return;
  rosin_core_put(c, index, value);
  rosin_core_tell(c, frame, index);
}

double rosin_core_rounded(const rosin_parameter *row, double value) {
  return (float)value == (float)row->low    ? row->low
         : (float)value == (float)row->high ? row->high
                                            : value;
}

static const rosin_targets *targets_of(const rosin_core *c) {
  return c->engine ? rosin_sequencer_targets(c->engine->sequencer) : NULL;
}

/* Says of a control that there is not which one of nearly that name may be meant. */
static int refuse(const rosin_core *c, const char *name, rosin_error *error) {
  rosin_near near = rosin_near_to(name);
  const char *part;
  for (int i = 0; i < rosin_core_parameters(c); i++)
    rosin_near_consider(&near, rosin_core_parameter(c, i)->name);
  for (int i = 0; rosin_core_part(c, i, &part); i++)
    rosin_near_consider(&near, part);
  const char *meant = rosin_near_meant(&near);
  return rosin_fail(error, "there is no control '%.100s'%s%.100s%s", name,
                    meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

int rosin_core_control(rosin_core *c, int frame, const char *name, double value,
                       rosin_error *error) {
  const int index = rosin_core_find(c, name);
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", name);
  if (index >= 0) {
    value = rosin_core_rounded(c->row[index].row, value);
    if (rosin_parameter_check(c->row[index].row, NULL, value, error))
      return -1;
    if (frame >= 0)
      rosin_core_set(c, frame, index, value);
    return 0;
  }
  const rosin_targets *all = targets_of(c);
  const int target = all ? rosin_targets_find(all, name) : -1;
  if (target < 0)
    return refuse(c, name, error);
  value = rosin_core_rounded(all->target[target].row, value);
  if (rosin_target_check(&all->target[target], value, error))
    return -1;
  if (frame >= 0)
    rosin_core_post(c, frame, &(rosin_event){.target = target, .value = value});
  return 0;
}

const rosin_parameter *rosin_core_part(const rosin_core *c, int index, const char **name) {
  const rosin_targets *all = targets_of(c);
  for (int i = 0; all && i < all->count; i++)
    if (all->target[i].macro < 0 && !all->target[i].player && index-- == 0) {
      *name = all->target[i].name;
      return all->target[i].row;
    }
  return NULL;
}

int rosin_core_knows(const rosin_core *c, const char *name) {
  const rosin_targets *all = targets_of(c);
  return rosin_core_find(c, name) >= 0 || (all && rosin_targets_find(all, name) >= 0);
}

void rosin_core_trigger(rosin_core *c, int frame) {
  if (c->engine && !c->plan.instrument)
    begin_plainly(c, frame);
}

void rosin_core_let_go(rosin_core *c, int frame) {
  if (c->engine && !c->plan.instrument)
    rosin_core_end_gesture(c, frame, 0);
}

void rosin_core_stay(rosin_core *c, int frame, double seconds) {
  if (c->engine && !c->plan.instrument)
    rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_STAY, .value = seconds});
}

double rosin_core_at(const rosin_core *c) {
  return c->engine ? rosin_sequencer_at(c->engine->sequencer) : 0;
}

void rosin_core_modulate(rosin_core *c, int frame, int index, double amount) {
  if (!rosin_core_has(c, index) || !isfinite(amount))
    return;
  c->modulation[index] = amount;
  rosin_core_tell(c, frame, index);
}

void rosin_core_play(rosin_core *c, int frame, const rosin_player_event_t *event) {
  if (!c->engine)
    return;
  if (c->plan.waits && !c->keyed.keys) {
    rosin_core_take_hands(c, event);
    tell_hands(c, frame);
    rosin_core_take_event(c, frame, event);
  } else {
    rosin_core_post(c, frame, &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = *event});
  }
}

void rosin_core_midi(rosin_core *c, int frame, const unsigned char *message, int length) {
  rosin_player_event_t events[ROSIN_MIDI_CHANNELS];
  double value;
  if (length < 1 || !c->engine)
    return;
  const int given = rosin_core_learns(c, message, length, &value);
  if (given >= 0) {
    rosin_core_set(c, frame, given, value);
    return;
  }
  const int count = rosin_midi_events(&c->midi, message, length, events);
  for (int i = 0; i < count; i++)
    rosin_core_play(c, frame, &events[i]);
}

void rosin_core_bow(rosin_core *c, int down, double speed, double press) {
  if (!c->engine)
    return;
  rosin_engine_bow(c->engine, down, speed, press);
  if (c->by_hand >= 0)
    c->value[c->by_hand] = c->applied[c->by_hand] = 1;
}

void rosin_core_pad(rosin_core *c, int down, double across, double up) {
  double speed, press;
  rosin_core_stretch(c);
  rosin_core_point(c, across, up, &speed, &press);
  rosin_core_bow(c, down, speed, press);
}

/* Nothing sounds, moves, is on its way or is built. */
static int rests(const rosin_core *c) {
  if (!rosin_core_settled(c) || c->lates || rosin_core_stale(c))
    return 0;
  if (c->bypass.out)
    return rosin_level_stands(&c->bypass.wet);
  return rosin_keyed_rests(&c->keyed) && !c->level.changes && rosin_engine_rests(c->engine) &&
         rosin_level_stands(&c->bypass.wet) &&
         (c->plan.instrument ||
          !(rosin_core_at(c) >= 0 && rosin_core_at(c) < rosin_core_duration(c)));
}

int rosin_core_rests(const rosin_core *c) {
  return c->engine && c->rested >= c->plan.rate;
}

/* Where a call's frames go: a buffer for each channel, or one with whole frames. */
typedef struct {
  float *const *channel;
  float *frames;
} place;

static void give(const rosin_core *c, const place *out, int at, int frames) {
  if (!out->channel) {
    memcpy(out->frames + (size_t)at * (size_t)c->channels, c->now,
           (size_t)frames * (size_t)c->channels * sizeof *c->now);
    return;
  }
  for (int k = 0; k < c->channels; k++)
    for (int i = 0; i < frames; i++)
      out->channel[k][at + i] = c->now[i * c->channels + k];
}

static void give_silence(const rosin_core *c, const place *out, int frames) {
  if (!out->channel) {
    memset(out->frames, 0, (size_t)frames * (size_t)c->channels * sizeof *out->frames);
    return;
  }
  for (int k = 0; k < c->channels; k++)
    memset(out->channel[k], 0, (size_t)frames * sizeof *out->channel[k]);
}

/* One engine plays, another fades or has, and every value is in its range. */
static int holds(const rosin_core *c) {
  int all = c->engine != c->fading && c->engine != c->retired && c->faded >= 0 &&
            c->faded <= ROSIN_CORE_FADE && c->lates >= 0 && c->lates <= ROSIN_CORE_LATE &&
            c->rows <= ROSIN_CORE_PARAMETERS && c->holds >= 0;
  for (int i = 0; i < c->rows; i++)
    all &= c->value[i] >= c->row[i].row->low && c->value[i] <= c->row[i].row->high;
  return all;
}

static void process(rosin_core *c, const place *out, int frames) {
  if (!c->engine) {
    give_silence(c, out, frames);
    return;
  }
  ROSIN_HOLDS(holds(c));
  for (int i = 0; i < c->rows; i++) /* what other threads have set */
    rosin_core_tell(c, 0, i);
  for (int at = 0; at < frames;) {
    const int most = frames - at < ROSIN_CORE_CHUNK ? frames - at : ROSIN_CORE_CHUNK;
    const int now = rosin_core_make_heard(c, rosin_core_renew(c, at, most));
    give(c, out, at, now);
    at += now;
  }
  const int driven = rosin_hearing_sounds(c);
  c->rested = driven || !rests(c) ? 0 : c->rested < c->plan.rate ? c->rested + frames : c->rested;
  rosin_core_pass(c, frames);
  rosin_core_publish(c, frames);
}

void rosin_core_process(rosin_core *c, float *const *out, int frames) {
  process(c, &(place){.channel = out}, frames);
}

void rosin_core_process_frames(rosin_core *c, float *out, int frames) {
  process(c, &(place){.frames = out}, frames);
}
