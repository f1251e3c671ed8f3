/* SPDX-License-Identifier: BSD-3-Clause */
/* What a member says of itself to those that build: it is another, or it cannot sound. */
#include "format.h"
#include "pd/member/registry.h"

#include <stdarg.h>

void rosin_pd_dirty(rosin_pd_registry *r) {
  if (!r->dirty)
    clock_delay(r->clock, 0);
  r->dirty = 1;
}

void rosin_pd_change(rosin_pd_member *m) {
  m->changed = 1;
  rosin_pd_dirty(m->registry);
}

void rosin_pd_problem(rosin_pd_member *m, int idle, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rosin_format_list(m->problem, sizeof m->problem, format, arguments);
  va_end(arguments);
  m->idle = idle;
}
