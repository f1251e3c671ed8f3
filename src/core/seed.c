/* SPDX-License-Identifier: BSD-3-Clause */
/* Takes: what chance does in a scene, as a parameter. Two instances of one plugin are two players,
 * so that a layer of both is fuller by 3 dB, and not the same samples louder by 6. */
#include "core/core.h"
#include "core/inside.h"
#include "course.h"
#include "scene/scene.h"

#include <stdint.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 16777215 }; /* a float has them all */

static const rosin_parameter row = {"seed",
                                    "",
                                    0,
                                    LARGEST,
                                    0,
                                    "take: what chance does; 0: the one drawn for this instance",
                                    .kind = ROSIN_WHOLE,
                                    .group = "Player"};

void rosin_core_add_seed(rosin_core *c) {
  c->take = rosin_scene_model(c->model)->seed;
  if (rosin_core_find(c, row.name) < 0 && c->rows < ROSIN_CORE_PARAMETERS) {
    c->row[c->rows] = (rosin_core_row){&row, ROSIN_CORE_SEED};
    c->value[c->rows] = 0;
    c->applied[c->rows++] = c->take;
  }
  rosin_core_add_keys(c);
  rosin_core_add_takes(c);
}

int rosin_core_seed_row(const rosin_core *c) {
  for (int i = c->rows - 1; i >= 0; i--)
    if (c->row[i].kind == ROSIN_CORE_SEED)
      return i;
  return -1;
}

double rosin_core_take(const rosin_core *c) {
  return c->take;
}

void rosin_core_set_take(rosin_core *c, double take) {
  if (take >= 0 && take <= ROSIN_SEED_MOST)
    c->take = (double)(uint64_t)take;
}

double rosin_core_new_take(const rosin_core *c) {
  struct timespec now = {0, 0};
  timespec_get(&now, TIME_UTC);
  const uint64_t moment = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  return 1 +
         (double)(rosin_course_mix(moment ^ rosin_course_mix((uint64_t)(uintptr_t)c)) % LARGEST);
}
