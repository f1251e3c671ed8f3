/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/hand.h"
#include "error.h"

#include <stdio.h>
#include <string.h>

static int read_scene(const rosin_batch *b, rosin_batch_hand *own, rosin_error *error) {
  const rosin_jobs_row *row = &own->row;
  if (strcmp(own->scene, row->scene) != 0) {
    rosin_recipe_free(&own->recipe);
    *own->scene = 0;
    if (rosin_recipe_open(&own->recipe, row->scene, error))
      return -1;
    if (b->any_files && !own->recipe.from)
      own->recipe.files = ROSIN_FILES_ANY;
    snprintf(own->scene, sizeof own->scene, "%s", row->scene);
  }
  return 0;
}

/* What varies in the row's scene. */
static int read_vary(rosin_batch_hand *own, const rosin_batch_order *order, rosin_error *error) {
  const rosin_jobs_row *row = &own->row;
  if (row->variations < 1 || own->vary_row == row->row)
    return 0;
  rosin_vary_free(&own->vary);
  own->vary_row = 0;
  if (rosin_batch_vary_read(&own->vary, row, &order->make, error))
    return -1;
  own->vary_row = row->row;
  return 0;
}

int rosin_batch_hand_ready(const rosin_batch *b, rosin_batch_hand *own, rosin_batch_order *order,
                           rosin_error *error) {
  return read_scene(b, own, error) || rosin_batch_order_of(&own->row, &own->recipe, order, error) ||
                 read_vary(own, order, error)
             ? -1
             : 0;
}

void rosin_batch_hand_leave(rosin_batch_hand *own) {
  rosin_recipe_free(&own->recipe);
  rosin_vary_free(&own->vary);
}
