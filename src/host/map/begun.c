/* SPDX-License-Identifier: BSD-3-Clause */
/* Strokes that begin alike: from Helmholtz motion all forces at one place are led there in one way,
 * two fifths of a stroke. The scene is kept as it is by then, and goes on from there to each. */
#include "host/map/map.h"

int rosin_map_late_axis(const rosin_map *map) {
  rosin_map_hand hand = map->hand;
  if (map->start != ROSIN_MAP_FROM_HELMHOLTZ)
    return -1;
  for (int a = 0; a < 2; a++)
    if (map->axis[a].keys == 1 && rosin_map_hand_of(map, &hand, map->axis[a].key[0]) == &hand.force)
      return a;
  return -1;
}

int rosin_map_has_begun(const rosin_map *map, const rosin_map_worker *w, const double *value) {
  const int late = rosin_map_late_axis(map);
  return late >= 0 && w->scene && w->begun.copy && value[!late] == w->begun_at[!late];
}
