/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/damage.h"
#include "error.h"
#include "host/common/options.h"

enum { SAID = 10 };

void rosin_damage_tell(rosin_damage *d, const char *what) {
  if (d->told++ < SAID)
    rosin_complain(ROSIN_FAILURE, "%s%s", what, d->after ? d->after : "");
}

int rosin_damage_row(rosin_damage *d, rosin_sealed *rows, rosin_error *error) {
  rosin_sealed_found found;
  while ((found = rosin_sealed_next(rows, error)) == ROSIN_SEALED_DAMAGE)
    if (d)
      rosin_damage_tell(d, error->text);
  return found == ROSIN_SEALED_ROW ? 1 : found == ROSIN_SEALED_END ? 0 : -1;
}

void rosin_damage_close(rosin_damage *d, const rosin_sealed *s) {
  rosin_error what = {""};
  if (s->columns == ROSIN_COLUMNS_0_2 && s->cut)
    rosin_fail(&what, "%.300s: its last line is cut off", s->path);
  else if (s->columns == ROSIN_COLUMNS && !s->ended)
    rosin_fail(&what, "%.300s: has no closing row: it is cut off after %lld row%s", s->path,
               s->rows, s->rows == 1 ? "" : "s");
  if (*what.text)
    rosin_damage_tell(d, what.text);
}

void rosin_damage_end(const rosin_damage *d, const char *where) {
  if (d->told > SAID)
    rosin_complain(ROSIN_FAILURE, "%s: %lld more of the like", where, d->told - SAID);
}
