/* SPDX-License-Identifier: BSD-3-Clause */
#include "voices/drive.h"

#include "voices/voice.h"

static const double over = 1e-9; /* N s that may be lost where the rest of a blow is cut off */

/* The force of all blows that go on. The last of it is 0: so it is held from then on. */
static int strike(rosin_voice_blows *b, double rate, double *force, int frames) {
  if (!b->goes_on)
    return 0;
  for (int i = 0; i < frames; i++) {
    b->first += b->share * (b->waits * rate - b->first);
    b->second += b->share * (b->first - b->second);
    b->waits = 0;
    force[i] = b->second;
  }
  if (b->first + b->second < over * b->pace) {
    b->first = b->second = force[frames - 1] = 0;
    b->goes_on = 0;
  }
  return 1;
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
  if (v->control[VOICE_PUSH] >= 0 && strike(&v->blows, v->engine_rate, v->feed[VOICE_PUSH], frames))
    rosin_network_feed(v->network, v->control[VOICE_PUSH], v->feed[VOICE_PUSH]);
}
