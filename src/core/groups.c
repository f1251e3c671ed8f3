/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of parameters, for people: numbered as they first come. */
#include "core/core.h"

#include <string.h>

static const char *group_at(const rosin_core *c, int index) {
  const rosin_parameter *row = rosin_core_parameter(c, index);
  return row ? row->group : NULL;
}

/* No parameter before it is of its group. */
static int is_first(const rosin_core *c, int index) {
  for (int i = 0; i < index; i++)
    if (group_at(c, i) && strcmp(group_at(c, i), group_at(c, index)) == 0)
      return 0;
  return 1;
}

const char *rosin_core_group_name(const rosin_core *c, int group) {
  for (int i = 0; i < rosin_core_parameters(c); i++)
    if (group_at(c, i) && is_first(c, i) && group-- == 0)
      return group_at(c, i);
  return NULL;
}

int rosin_core_group(const rosin_core *c, int index) {
  const char *name;
  for (int k = 0; group_at(c, index) && (name = rosin_core_group_name(c, k)); k++)
    if (strcmp(name, group_at(c, index)) == 0)
      return k;
  return -1;
}
