/* SPDX-License-Identifier: BSD-3-Clause */
/** What is asked of `rosin map`: words of the command line, and the map they come to. */
#ifndef ROSIN_MAP_CHOICES_H
#define ROSIN_MAP_CHOICES_H

#include "host/map/map.h"

/** The command line as it stands. */
typedef struct {
  const char *x, *y, *output, *plot, *contact, *pitch, *seconds, *steady, *threads, *start, *rise,
      *schelleng, *guettler, *judge, *shard, *any_files, *measured, *measured_rate, *leave_out;
  rosin_list set, rest;
} rosin_map_arguments;

/** What the words alone say. -1 to go on, or an exit status. */
int rosin_map_choose(const rosin_map_arguments *arguments, rosin_map *map, int *threads);
/** The map as the user asked for it, its recipe known, and the rest as its scene without axes
 *  suggests; that scene's title too. -1 to go on, or an exit status. */
int rosin_map_complete(const rosin_map_arguments *arguments, rosin_map *map, char *title,
                       size_t size);

#endif
