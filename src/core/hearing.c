/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes in, on its way from a face's buffers to the engine: one channel, finite, at its gain.
 */
#include "core/core.h"
#include "core/inside.h"
#include "scene/scene.h"

#include <math.h>

static const rosin_parameter rows[] = {
    {"input", "", 0, 3, 0,
     "a sound that comes in: pushes the body, or is speed or force of what rubs",
     .kind = ROSIN_CHOICE, .words = rosin_model_input_kinds, .group = "Input", .builds = 1},
    {"input_gain", "dB", -60, 40, 0, "of what comes in", .group = "Input"},
};

void rosin_core_add_input(rosin_core *c) {
  if (c->hearing.row >= 0 || c->rows + 2 > ROSIN_CORE_PARAMETERS)
    return;
  c->hearing.row = c->rows;
  for (int i = 0; i < 2; i++) {
    c->row[c->rows] = (rosin_core_row){&rows[i], i ? ROSIN_CORE_INPUT_GAIN : ROSIN_CORE_INPUT};
    c->value[c->rows] = c->applied[c->rows] = rows[i].initial;
    c->rows++;
  }
}

void rosin_core_forgive_input(rosin_core *c) {
  c->plan.forgives = 1;
}

void rosin_core_hear(rosin_core *c, const float *const *in, int channels, int frames) {
  c->hearing.in = in && channels > 0 && frames > 0 ? in : NULL;
  c->hearing.channels = channels;
  c->hearing.left = c->hearing.in ? frames : 0;
  c->hearing.at = 0;
}

long long rosin_core_unfit(const rosin_core *c) {
  return c->hearing.unfit;
}

int rosin_core_input_delay(const rosin_core *c) {
  return c->engine ? rosin_scene_input_delay(c->engine->scene) : 0;
}

void rosin_hearing_start(rosin_core *c, float gain) {
  rosin_core_hearing *h = &c->hearing;
  h->in = NULL;
  h->left = 0;
  h->sounds = 0;
  rosin_level_start(&h->gain, gain);
}

/* The mean of all channels that are there: mono is what it is, and of a stereo pair neither side is
 * lost. What is no number, or none that can be added, is 0. */
static float mean(rosin_core_hearing *h, int frame) {
  float sum = 0;
  int there = 0;
  for (int k = 0; k < h->channels; k++) {
    if (!h->in[k])
      continue;
    const float x = h->in[k][frame];
    const int fits = isfinite(x) && fabsf(x) < 1e30F;
    h->unfit += !fits;
    sum += fits ? x : 0;
    there++;
  }
  return there ? sum / (float)there : 0;
}

void rosin_hearing_pair(const rosin_core_hearing *h, int frame, float *pair) {
  const float *side[2] = {NULL, NULL};
  for (int k = 0; h->in && frame < h->left && k < h->channels && k < 2; k++)
    side[k] = h->in[k];
  for (int k = 0; k < 2; k++) {
    const float *from = side[k] ? side[k] : side[!k]; /* mono is on both sides */
    const float x = from ? from[h->at + frame] : 0;
    pair[k] = isfinite(x) && fabsf(x) < 1e30F ? x : 0;
  }
}

/* So many frames are over, of `now` that came. */
static void pass(rosin_core_hearing *h, int frames) {
  const int now = h->left < frames ? h->left : frames;
  h->at += now;
  h->left -= now;
  if (!h->left)
    h->in = NULL;
}

void rosin_hearing_pass(rosin_core *c, int frames) {
  rosin_core_hearing *h = &c->hearing;
  rosin_level_pass(&h->gain, frames);
  pass(h, frames);
}

static void listen(rosin_core_hearing *h, int now, int frames) {
  float gain[ROSIN_CORE_CHUNK];
  rosin_level_run(&h->gain, frames, gain);
  for (int i = 0; i < frames; i++) {
    h->now[i] = i < now ? gain[i] * mean(h, h->at + i) : 0;
    h->sounds |= h->now[i] != 0;
  }
}

/* Whether something that plays can be driven. */
static int listens(const rosin_core *c) {
  return rosin_scene_listens(c->engine->scene) ||
         (c->fading && rosin_scene_listens(c->fading->scene));
}

const float *rosin_hearing_take(rosin_core *c, int frames) {
  rosin_core_hearing *h = &c->hearing;
  const int now = h->left < frames ? h->left : frames, hears = h->row >= 0 && listens(c);
  if (hears)
    listen(h, now, frames);
  else if (h->row >= 0)
    rosin_level_pass(&h->gain, frames);
  pass(h, frames);
  return hears ? h->now : NULL;
}

int rosin_hearing_sounds(rosin_core *c) {
  const int sounds = c->hearing.sounds;
  c->hearing.sounds = 0;
  return sounds;
}
