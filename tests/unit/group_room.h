/* SPDX-License-Identifier: BSD-3-Clause */
/** Memory for a group's solve. */
#ifndef TEST_GROUP_ROOM_H
#define TEST_GROUP_ROOM_H

#include "contact/group.h"

#include <stdlib.h>

/** A scratch for so many rows; free() what it returns. */
static inline void *group_room(rosin_group_scratch *scratch, int rows) {
  void *memory = aligned_alloc(64, rosin_group_scratch_set(scratch, rows, NULL));
  if (memory)
    rosin_group_scratch_set(scratch, rows, memory);
  return memory;
}

#endif
