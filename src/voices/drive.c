/* SPDX-License-Identifier: BSD-3-Clause */
#include "voices/drive.h"

#include "maths/maths.h"
#include "pi.h"
#include "voices/voice.h"

#include <string.h>

/* Half sines, of all blows that go on: F = J pi / (2 T) sin(pi t / T). */
static int blows(rosin_voice_sound *v, double *force, int frames) {
  int any = 0;
  for (int i = 0; i < ROSIN_VOICE_BLOWS; i++) {
    rosin_voice_blow *b = &v->hit[i];
    if (b->length == 0)
      continue;
    if (!any)
      memset(force, 0, (size_t)frames * sizeof *force);
    any = 1;
    const double peak = b->impulse * pi / (2 * b->length);
    for (int k = 0; k < frames && b->time < b->length; k++, b->time += 1 / v->engine_rate)
      force[k] += peak * rosin_sin(pi * b->time / b->length);
    if (b->time >= b->length)
      *b = (rosin_voice_blow){0};
  }
  if (any && v->hit[0].length + v->hit[1].length + v->hit[2].length + v->hit[3].length == 0)
    force[frames - 1] = 0; /* where it is held from then on */
  return any;
}

/* What moves it, before each stretch of the network's samples. */
void rosin_voice_drive(void *context, long long first, int frames) {
  rosin_voice_sound *v = context;
  (void)first;
  for (int k = 0; k < VOICE_PUSH; k++) {
    if (!v->ease[k].moves || v->control[k] < 0)
      continue;
    for (int i = 0; i < frames; i++)
      v->feed[k][i] = rosin_ease_step(&v->ease[k], v->share);
    rosin_network_feed(v->network, v->control[k], v->feed[k]);
    for (int r = 0; k <= VOICE_SPEED && r < v->rubs; r++)
      rosin_network_feed(v->network, v->rub[r][k], v->feed[k]);
  }
  if (v->control[VOICE_PUSH] >= 0 && blows(v, v->feed[VOICE_PUSH], frames))
    rosin_network_feed(v->network, v->control[VOICE_PUSH], v->feed[VOICE_PUSH]);
}
