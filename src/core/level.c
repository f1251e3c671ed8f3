/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/level.h"

void rosin_level_start(rosin_level *l, float gain) {
  l->from = l->goal = gain;
  l->glided = ROSIN_LEVEL_GLIDE;
  l->since = l->frame;
  l->changes = 0;
}

void rosin_level_set(rosin_level *l, int frame, float gain) {
  const long long when = l->frame + frame;
  int at = l->changes < ROSIN_LEVEL_CHANGES ? l->changes++ : ROSIN_LEVEL_CHANGES - 1;
  for (; at > 0 && l->change[at - 1].frame > when; at--)
    l->change[at] = l->change[at - 1];
  l->change[at].frame = when;
  l->change[at].goal = gain;
}

static float now(const rosin_level *l) {
  const float share = (float)l->glided / ROSIN_LEVEL_GLIDE;
  return l->glided == ROSIN_LEVEL_GLIDE ? l->goal : l->from + share * (l->goal - l->from);
}

static void begin(rosin_level *l) {
  l->from = now(l);
  l->goal = l->change[0].goal;
  l->glided = 0;
  l->changes--;
  for (int i = 0; i < l->changes; i++)
    l->change[i] = l->change[i + 1];
}

int rosin_level_stands(const rosin_level *l) {
  return !l->changes && l->glided == ROSIN_LEVEL_GLIDE;
}

long long rosin_level_stood(const rosin_level *l) {
  return rosin_level_stands(l) ? l->frame - l->since : 0;
}

static void step(rosin_level *l) {
  while (l->changes && l->change[0].frame <= l->frame)
    begin(l);
  if (l->glided < ROSIN_LEVEL_GLIDE && ++l->glided == ROSIN_LEVEL_GLIDE)
    l->since = l->frame;
}

void rosin_level_run(rosin_level *l, int frames, float *gain) {
  if (rosin_level_stands(l)) {
    for (int i = 0; i < frames; i++)
      gain[i] = l->goal;
    l->frame += frames;
    return;
  }
  for (int i = 0; i < frames; i++, l->frame++) {
    step(l);
    gain[i] = now(l);
  }
}

void rosin_level_pass(rosin_level *l, int frames) {
  for (; frames > 0 && !rosin_level_stands(l); l->frame++, frames--)
    step(l);
  l->frame += frames;
}
