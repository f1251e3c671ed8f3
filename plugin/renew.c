/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/renew.h"

#include <stdatomic.h>
#include <stddef.h>

int rosin_renewal_exchange(rosin_renewal *r) {
  int wanted = 0;
  if (rosin_core_settled(r->core)) {
    rosin_engine *engine = atomic_exchange(&r->built, NULL);
    if (engine)
      rosin_core_swap(r->core, engine);
  }
  if (!atomic_load(&r->done)) {
    rosin_engine *engine = rosin_core_retired(r->core);
    if (engine) {
      atomic_store(&r->done, engine);
      wanted = 1;
    }
  }
  if (rosin_core_settled(r->core) && rosin_core_stale(r->core) && !atomic_exchange(&r->asked, 1))
    wanted = 1;
  return wanted;
}

int rosin_renewal_serve(rosin_renewal *r, int builds, rosin_error *error) {
  rosin_engine_free(atomic_exchange(&r->done, NULL));
  if (!atomic_exchange(&r->asked, 0) || !builds)
    return 0;
  rosin_engine *engine = rosin_core_build(r->core, error);
  if (!engine)
    return -1;
  rosin_engine_free(atomic_exchange(&r->built, engine));
  return 0;
}

void rosin_renewal_forget(rosin_renewal *r) {
  rosin_engine_free(atomic_exchange(&r->built, NULL));
  rosin_engine_free(atomic_exchange(&r->done, NULL));
  atomic_store(&r->asked, 0);
}
