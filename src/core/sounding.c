/* SPDX-License-Identifier: BSD-3-Clause */
/* The frames that are heard: engines that go and come, level and limiter, bypass. */
#include "core/core.h"
#include "core/inside.h"
#include "core/limit.h"
#include "denormals.h"

#include <math.h>
#include <string.h>

/* The engine before this one goes, while this one comes. */
static void fade(rosin_core *c, int frames, const float *in) {
  rosin_engine_run(c->fading, frames, in, c->before);
  for (int i = 0; i < frames; i++, c->faded += c->faded < ROSIN_CORE_FADE) {
    const float share = (float)c->faded / ROSIN_CORE_FADE;
    for (int k = i * c->channels; k < (i + 1) * c->channels; k++)
      c->now[k] = share * c->now[k] + (1 - share) * c->before[k];
  }
  if (c->faded == ROSIN_CORE_FADE && !c->retired) {
    c->retired = c->fading;
    c->fading = NULL;
  }
}

/* How loud it is, and would be without a limiter, for who looks: what was made, and its gain. */
static void measure(rosin_core *c, int frames, const float *gain) {
  rosin_core_published *p = &c->published;
  for (int i = 0; i < frames; i++)
    for (int k = i * c->channels; k < (i + 1) * c->channels; k++)
      p->limited = fmaxf(p->limited, fabsf(gain[i] * c->now[k]));
}

static void measure_after(rosin_core *c, int frames) {
  for (int k = 0; k < frames * c->channels; k++)
    c->published.peak = fmaxf(c->published.peak, fabsf(c->now[k]));
}

/* What was made, at the level, within what the limiter lets pass. */
static void finish(rosin_core *c, int frames) {
  float gain[ROSIN_CORE_CHUNK], limited[ROSIN_CORE_CHUNK];
  rosin_level_run(&c->level, frames, gain);
  rosin_level_run(&c->limiter, frames, limited);
  if (c->published.measures)
    measure(c, frames, gain);
  for (int i = 0; i < frames; i++)
    for (int k = i * c->channels; k < (i + 1) * c->channels; k++) {
      const float x = gain[i] * c->now[k];
      c->now[k] = limited[i] >= 1  ? rosin_limit(x)
                  : limited[i] > 0 ? x + limited[i] * (rosin_limit(x) - x)
                                   : x;
    }
}

static int sound(rosin_core *c, int frames, const float *in) {
  const unsigned long before = rosin_no_denormals();
  rosin_keyed_follow(&c->keyed, rosin_sequencer_frame(c->engine->sequencer), rosin_core_latency(c));
  rosin_engine_run(c->engine, frames, in, c->now);
  /* what is at rest as a chunk ends has been so for longer than that */
  const int still =
      !c->fading && rosin_keyed_rests(&c->keyed) && rosin_engine_is_at_rest(c->engine);
  if (still)
    memset(c->now, 0, (size_t)frames * (size_t)c->channels * sizeof *c->now);
  else if (c->fading)
    fade(c, frames, in);
  rosin_keyed_add(&c->keyed, frames, c->now);
  rosin_restore_denormals(before);
  return !still;
}

static void pass_levels(rosin_core *c, int frames) {
  rosin_level_pass(&c->level, frames);
  rosin_level_pass(&c->limiter, frames);
}

/* At the most a chunk, into `now`. */
static void make(rosin_core *c, int frames) {
  if (sound(c, frames, rosin_hearing_take(c, frames)))
    finish(c, frames);
  else
    pass_levels(c, frames);
}

/* Bypassed: time goes by. */
static void let_pass(rosin_core *c, int frames) {
  memset(c->now, 0, (size_t)frames * (size_t)c->channels * sizeof *c->now);
  rosin_hearing_pass(c, frames);
  pass_levels(c, frames);
}

/* ---- bypass ---- */

/* A reset that leaves alone what comes in, what is heard of it, and what the host has said once for
 * all: its modulation, and what messages mean. */
static void begin_anew(rosin_core *c) {
  const rosin_core_hearing heard = c->hearing;
  const rosin_bypass own = c->bypass;
  rosin_core_rest(c);
  c->bypass = own;
  c->hearing.in = heard.in;
  c->hearing.channels = heard.channels;
  c->hearing.left = heard.left;
  c->hearing.at = heard.at;
}

/* The engine goes on at that very frame, so that blocks change nothing. */
static void come_back(rosin_core *c, int frame) {
  begin_anew(c);
  c->bypass.out = 0;
  c->bypass.later = frame;
}

void rosin_core_bypass(rosin_core *c, int frame, int bypassed) {
  rosin_bypass *b = &c->bypass;
  if (!bypassed && (b->out || rosin_bypass_is_over(c, frame)))
    come_back(c, frame);
  rosin_bypass_set(c, frame, bypassed);
}

int rosin_core_make_heard(rosin_core *c, int frames) {
  rosin_bypass *b = &c->bypass;
  const int now = b->later > 0 && b->later < frames ? b->later : frames;
  const unsigned long before = rosin_no_denormals(); /* the thread is the host's */
  rosin_bypass_hear(c, now);
  if (b->out || b->later)
    let_pass(c, now);
  else
    make(c, now);
  b->later -= b->later ? now : 0;
  if (rosin_bypass_mix(c, now)) {
    b->out = 1;
    begin_anew(c);
  }
  if (c->published.measures)
    measure_after(c, now);
  rosin_restore_denormals(before);
  return now;
}

void rosin_core_pass_latency(rosin_core *c) {
  for (int left = rosin_core_latency(c); left > 0; left -= ROSIN_CORE_CHUNK)
    make(c, left < ROSIN_CORE_CHUNK ? left : ROSIN_CORE_CHUNK);
}
