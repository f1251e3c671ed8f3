/* SPDX-License-Identifier: BSD-3-Clause */
/* What the sound's thread does. */
#include "denormals.h"
#include "voices/inside.h"

#include <string.h>

static void add(rosin_voices *p, pool_seat *s, float *out, int frames, int *sounding, int *asleep) {
  rosin_voice_sound *v = s->sound;
  const int computed = v->state != VOICE_IDLE && !v->asleep;
  const rosin_voice ended = rosin_voice_add(v, out, frames, p->made);
  *sounding += computed;
  *asleep += v->state == VOICE_OWNED && v->asleep;
  if (computed || ended)
    atomic_store_explicit(&s->loud, (float)v->loud, memory_order_relaxed);
  if (v->refused)
    atomic_fetch_add_explicit(&p->refused, v->refused, memory_order_relaxed);
  v->refused = 0;
  if (ended)
    atomic_store_explicit(&s->ended, ended, memory_order_release);
}

int rosin_voices_render(rosin_voices *p, float *out, int frames) {
  if (!p || !out || frames < 1)
    return -1;
  memset(out, 0, 2 * (size_t)frames * sizeof *out);
  if (frames > p->frames)
    return -1;
  const unsigned long before = rosin_no_denormals();
  int sounding = 0, asleep = 0;
  rosin_pool_receive(p);
  for (int i = 0; i < p->seats; i++)
    add(p, &p->seat[i], out, frames, &sounding, &asleep);
  atomic_store_explicit(&p->sounding, sounding, memory_order_relaxed);
  atomic_store_explicit(&p->asleep, asleep, memory_order_relaxed);
  rosin_restore_denormals(before);
  return 0;
}
