/* SPDX-License-Identifier: BSD-3-Clause */
#include "voices/inside.h"

int rosin_pool_send(rosin_voices *p, const pool_message *message) {
  const unsigned put = atomic_load_explicit(&p->put, memory_order_relaxed);
  if (put - atomic_load_explicit(&p->taken, memory_order_acquire) >= p->room) {
    p->counts.full++;
    return -1;
  }
  p->ring[put & (p->room - 1)] = *message;
  atomic_store_explicit(&p->put, put + 1, memory_order_release);
  return 0;
}

static void heed(rosin_voice_sound *v, const pool_message *m) {
  switch (m->what) {
  case POOL_BEGIN:
    rosin_voice_begin(v, m->voice);
    break;
  case POOL_TELL:
    rosin_voice_tell(v, VOICE_FORCE, m->a);
    rosin_voice_tell(v, VOICE_SPEED, m->b);
    break;
  case POOL_PLACE:
    rosin_voice_tell(v, VOICE_POSITION, m->a);
    rosin_voice_tell(v, VOICE_SIZE, m->b);
    break;
  case POOL_STRIKE:
    rosin_voice_strike(v, m->a);
    break;
  case POOL_MIX:
    rosin_voice_mix(v, m->a, m->b);
    break;
  case POOL_LET_GO:
    rosin_voice_let_go(v);
    break;
  case POOL_FADE:
    rosin_voice_fade(v);
    break;
  }
}

void rosin_pool_receive(rosin_voices *p) {
  const unsigned put = atomic_load_explicit(&p->put, memory_order_acquire);
  unsigned taken = atomic_load_explicit(&p->taken, memory_order_relaxed);
  for (; taken != put; taken++) {
    const pool_message *m = &p->ring[taken & (p->room - 1)];
    heed(p->seat[m->seat].sound, m);
  }
  atomic_store_explicit(&p->taken, taken, memory_order_release);
}
