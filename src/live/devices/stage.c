/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/devices/stage.h"
#include "denormals.h"
#include "maths/maths.h"

#include <math.h>
#include <string.h>

void rosin_stage_open(rosin_stage *s, rosin_sources *sources, int channels, int rate,
                      double level_db, double seconds) {
  memset(s, 0, sizeof *s);
  s->sources = sources;
  s->channels = s->wide = channels;
  s->level = (float)rosin_pow(10, level_db / 20);
  s->left = seconds > 0 ? llround(seconds * rate) : -1;
  s->fade = s->fade_length = rate / 40;
}

/* A safety for ears: nothing happens to what is below -1 dBFS; what is above approaches
 * full scale and never reaches it. It is counted: it has nothing to do in a scene that is
 * played as scenes are, at the level they are played at. */
static float safe(float x) {
  static const float knee = 0.89f;
  const float over = (fabsf(x) - knee) / (1 - knee);
  return over <= 0 ? x : copysignf(knee + 0.999f * (1 - knee) * over / (1 + over), x);
}

/* The level, the fade-out, the safety. Peaks are those before the safety. */
static void to_device(rosin_stage *s, const float *in, int frames, float *out) {
  float peak = 0;
  long long held = 0, not_finite = 0;
  const int stopping = s->stopping;
  for (int i = 0; i < frames; i++) {
    const float gain = s->level * (float)s->fade / (float)s->fade_length;
    s->fade -= stopping && s->fade > 0;
    for (int c = 0; c < s->wide; c++) {
      float x = gain * in[i * s->channels + (c < s->channels ? c : s->channels - 1)];
      if (!isfinite(x)) {
        not_finite++;
        x = 0;
      }
      const float size = fabsf(x);
      peak = size > peak ? size : peak;
      out[i * s->wide + c] = safe(x);
      held += out[i * s->wide + c] != x;
    }
  }
  if (peak > atomic_load_explicit(&s->peak, memory_order_relaxed))
    atomic_store_explicit(&s->peak, peak, memory_order_relaxed);
  if (peak > atomic_load_explicit(&s->highest, memory_order_relaxed))
    atomic_store_explicit(&s->highest, peak, memory_order_relaxed);
  if (held)
    s->held += held;
  if (not_finite)
    s->not_finite += not_finite;
}

static void play(rosin_stage *s, int frames, float *out) {
  const int most = ROSIN_STAGE_LARGEST * 2 / s->channels;
  for (int at = 0; at < frames;) {
    const int now = frames - at < most ? frames - at : most;
    rosin_core_process_frames(s->sources->core, s->scene, now);
    if (s->recorder)
      rosin_recorder_sound(s->recorder, s->scene, now);
    to_device(s, s->scene, now, out + (size_t)at * (size_t)s->wide);
    at += now;
  }
}

void rosin_stage_fill(void *stage, double now, int frames, float *out) {
  rosin_stage *s = stage;
  rosin_no_denormals();
  rosin_sources_gather(s->sources, now);
  int playing = s->left >= 0 && s->left < frames ? (int)s->left : frames;
  if (s->done)
    playing = 0;
  play(s, playing, out);
  memset(out + (size_t)playing * (size_t)s->wide, 0,
         (size_t)(frames - playing) * (size_t)s->wide * sizeof *out);
  s->left -= s->left >= 0 ? playing : 0;
  s->frames += playing;
  if (s->left == 0 || s->fade == 0)
    s->done = 1;
}
