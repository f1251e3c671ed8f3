/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/trouble.h"
#include "core/inside.h"

#include <math.h>

void rosin_trouble_note(rosin_trouble *t, int what, int key) {
  t->what = what;
  t->key = key;
  t->turn++;
}

void rosin_trouble_left(void *trouble, double time, double key, int channel, rosin_left reason) {
  (void)time;
  (void)channel;
  rosin_trouble_note(trouble, (int)reason, (int)fmin(fmax(round(key), -1), 127));
}

unsigned rosin_core_trouble(const rosin_core *c, const char **words, int *key) {
  const int what = c->trouble.what;
  *words = what == ROSIN_TROUBLE_LOST    ? "too many events at once: some found no room"
           : what == ROSIN_TROUBLE_BUILT ? "this cannot be built: what was before sounds on"
                                         : rosin_left_reason(what);
  *key = c->trouble.key;
  return c->trouble.turn;
}
