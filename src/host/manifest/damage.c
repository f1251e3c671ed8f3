/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/manifest/damage.h"
#include "host/options.h"

enum { SAID = 10 };

void rosin_damage_tell(rosin_damage *d, const char *what) {
  if (d->told++ < SAID)
    rosin_complain(ROSIN_FAILURE, "%s%s", what, d->after ? d->after : "");
}

void rosin_damage_end(const rosin_damage *d, const char *where) {
  if (d->told > SAID)
    rosin_complain(ROSIN_FAILURE, "%s: %lld more of the like", where, d->told - SAID);
}
