/* SPDX-License-Identifier: BSD-3-Clause */
/** How a new engine comes from the thread that builds it to the audio thread, and the one that has
 *  faded out comes back: for faces whose formats have no worker of their own. */
#ifndef ROSIN_PLUGIN_RENEW_H
#define ROSIN_PLUGIN_RENEW_H

#include "core/core.h"

typedef struct {
  rosin_core *core;
  _Atomic(rosin_engine *) built, done;
  _Atomic int asked;
} rosin_renewal;

/** Audio thread, before a call. 1: rosin_renewal_serve has something to do. Real-time safe. */
int rosin_renewal_exchange(rosin_renewal *renewal);
/** One other thread: frees what has faded out, builds what is asked for (if `builds`). 0, or -1 and
 *  an error. */
int rosin_renewal_serve(rosin_renewal *renewal, int builds, rosin_error *error);
/** While nothing is processed or served: what waits is freed. */
void rosin_renewal_forget(rosin_renewal *renewal);

#endif
