/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/bypass.h"
#include "core/core.h"
#include "core/inside.h"
#include "scene/scene.h"

#include <string.h>

static const rosin_parameter row = {
    "bypass",
    "",
    0,
    1,
    0,
    "1: nothing is played; what comes in, if it drives something, is heard as it is",
    .kind = ROSIN_SWITCH,
    .group = "Output"};

void rosin_core_add_bypass(rosin_core *c) {
  if (c->bypass.row >= 0 || c->rows == ROSIN_CORE_PARAMETERS)
    return;
  c->bypass.row = c->rows;
  c->row[c->rows] = (rosin_core_row){&row, ROSIN_CORE_BYPASS};
  c->value[c->rows] = c->applied[c->rows] = row.initial;
  c->rows++;
}

static int latency(const rosin_core *c) {
  const int all =
      rosin_sequencer_latency(c->engine->sequencer) + rosin_scene_input_delay(c->engine->scene);
  return all < ROSIN_BYPASS_PAST ? all : ROSIN_BYPASS_PAST - 1;
}

void rosin_bypass_start(rosin_core *c) {
  rosin_bypass *b = &c->bypass;
  b->out = b->row >= 0 && c->value[b->row] >= 0.5;
  b->drives = rosin_scene_listens(c->engine->scene);
  b->later = b->at = 0;
  b->delay = latency(c);
  rosin_level_start(&b->wet, b->out ? 0 : 1);
  rosin_level_start(&b->dry, b->drives ? 1 : 0);
  memset(b->past, 0, sizeof b->past);
}

/* Of what comes in: whether it drives something, and how late it is heard then. */
static void follow(rosin_core *c) {
  rosin_bypass *b = &c->bypass;
  const int drives = rosin_scene_listens(c->engine->scene);
  if (!drives && !b->drives && rosin_level_stands(&b->dry))
    b->delay = latency(c);
  if (drives == b->drives)
    return;
  if (drives && rosin_level_stands(&b->dry)) {
    b->delay = latency(c);
    memset(b->past, 0, sizeof b->past);
  }
  rosin_level_set(&b->dry, drives ? b->delay : 0, drives ? 1 : 0); /* when it has come */
  b->drives = drives;
}

/* Nothing is to be mixed: what sounds is all that is heard, or nothing is. */
static int is_plain(const rosin_bypass *b) {
  if (b->row < 0 || !rosin_level_stands(&b->wet))
    return b->row < 0;
  return b->wet.goal >= 1 || (b->out && !b->drives && rosin_level_stands(&b->dry));
}

void rosin_bypass_hear(rosin_core *c, int frames) {
  rosin_bypass *b = &c->bypass;
  if (b->row >= 0)
    follow(c);
  if (is_plain(b))
    return;
  for (int i = 0; i < frames; i++) {
    float *pair = b->past[(b->at + i) % ROSIN_BYPASS_PAST];
    rosin_hearing_pair(&c->hearing, i, pair);
    c->hearing.sounds |= pair[0] != 0 || pair[1] != 0;
  }
}

/* Of a frame: each side as it came; one channel has both. */
static float dry(const rosin_core *c, int frame, int channel) {
  const rosin_bypass *b = &c->bypass;
  const float *past = b->past[(b->at + frame - b->delay + ROSIN_BYPASS_PAST) % ROSIN_BYPASS_PAST];
  if (c->channels == 1)
    return (past[0] + past[1]) / 2;
  return channel < ROSIN_BYPASS_SIDES ? past[channel] : 0;
}

static void blend(rosin_core *c, int frames) {
  rosin_bypass *b = &c->bypass;
  float wet[ROSIN_CORE_CHUNK], through[ROSIN_CORE_CHUNK];
  rosin_level_run(&b->wet, frames, wet);
  rosin_level_run(&b->dry, frames, through);
  for (int i = 0; i < frames; i++)
    for (int k = 0; k < c->channels && wet[i] < 1; k++) {
      float *x = &c->now[i * c->channels + k];
      *x = wet[i] * *x + (1 - wet[i]) * through[i] * dry(c, i, k) + 0.0F; /* no silence is -0 */
    }
}

void rosin_bypass_set(rosin_core *c, int frame, int bypassed) {
  rosin_level_set(&c->bypass.wet, frame + latency(c), bypassed ? 0 : 1);
}

int rosin_bypass_is_over(const rosin_core *c, int frames) {
  const rosin_level *wet = &c->bypass.wet;
  return c->bypass.row >= 0 && wet->goal <= 0 && rosin_level_stands(wet) &&
         rosin_level_stood(wet) + frames >= ROSIN_BYPASS_GRACE;
}

int rosin_bypass_mix(rosin_core *c, int frames) {
  rosin_bypass *b = &c->bypass;
  if (is_plain(b)) {
    rosin_level_pass(&b->wet, frames);
    rosin_level_pass(&b->dry, frames);
  } else {
    blend(c, frames);
    b->at = (b->at + frames) % ROSIN_BYPASS_PAST;
  }
  return !b->out && rosin_bypass_is_over(c, 0);
}
