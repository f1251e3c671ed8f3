/* SPDX-License-Identifier: BSD-3-Clause */
/* How loud a kind is, found by playing it. */
#include "voices/voice.h"

#include <math.h>

/* RMS (or with `blow` the peak) of so many seconds as it is told. */
static double heard(rosin_voice_sound *v, double seconds, int blow, float *out) {
  float made[8 * ROSIN_VOICE_STRETCH];
  double sum = 0, most = 0;
  const int calls = (int)(seconds * v->rate / ROSIN_VOICE_STRETCH);
  for (int i = 0; i < calls; i++) {
    double peak = 0;
    rosin_scene_process(v->scene, ROSIN_VOICE_STRETCH, made);
    const double mean = rosin_voice_mix_in(v, out, ROSIN_VOICE_STRETCH, made, &peak);
    most = fmax(most, peak);
    sum += i >= calls / 4 ? mean / (calls - calls / 4) : 0;
  }
  return blow ? most : sqrt(sum);
}

void rosin_voice_measure(rosin_voice_sound *v, float *out) {
  rosin_voice_reset(v);
  v->state = VOICE_OWNED;
  rosin_voice_tell(v, VOICE_FORCE, 10);
  rosin_voice_tell(v, VOICE_SPEED, 0.3);
  const double loud = heard(v, 0.4, 0, out);
  v->level = loud > 0 ? fmin(fmax(0.1 / loud, 1e-3), 1e3) : 1;
  rosin_voice_reset(v);
  rosin_voice_strike(v, 5);
  const double peak = heard(v, 0.05, 1, out);
  v->knock = peak > 0 ? fmin(fmax(0.25 / peak, 1e-6), 1e3) : 1;
  rosin_voice_reset(v);
  v->state = VOICE_IDLE;
}
