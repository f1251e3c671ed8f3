/* SPDX-License-Identifier: BSD-3-Clause */
/** `rosin map --measured`: the strokes of a bowed string's recordings, played again on a
 *  scene's string; what the bridge felt of both is judged alike. */
#ifndef ROSIN_MEASURED_H
#define ROSIN_MEASURED_H

#include "host/map/map.h"
#include "host/map/recordings.h"

#include <stdio.h>

/** One stroke, as it was recorded and as it was computed. */
typedef struct {
  double force, velocity;        /* N, m/s, means of the steady part */
  rosin_bridge_verdict recorded; /* by the force on the bridge */
  rosin_map_point computed;
  int column;  /* of its folder, from the bridge on */
  char *fault; /* why it was left out, owned; NULL: it was not */
} rosin_measured_point;

typedef struct {
  rosin_map *map; /* without axes; its `seconds` are found from the recordings */
  rosin_recordings recordings;
  double period;               /* s, of the scene's string */
  int leave_out;               /* strokes that cannot be read */
  rosin_measured_point *point; /* [recordings.strokes], owned */
} rosin_measured;

/** What became of the strokes of a folder. */
typedef struct {
  int strokes, columns;         /* that were played; places */
  int recorded, computed, both; /* in Helmholtz motion */
  int alike;                    /* in it, or not in it, both */
  int near[2];                  /* nearer to the bridge than a twentieth: of each */
  double speed;                 /* m/s, median */
  rosin_limit low[2], high[2];  /* of the recorded, of the computed */
} rosin_measured_sum;

/** Play all strokes that can be read. 0, or -1 and an error (or a signal, rosin_stopped()). */
int rosin_measured_compute(rosin_measured *measured, int threads, rosin_error *error);
void rosin_measured_free(rosin_measured *measured);

/** Indices of a folder's strokes that were played, by column, in it by force; their number in
 *  `count`. A column is what lies at one place: strokes whose places, in order, differ by less
 *  than a fortieth from one to the next. malloc'ed, or NULL without memory. */
int *rosin_measured_order(rosin_measured *measured, int set, int *count);
/** The middle one of at least one value, which are sorted. */
double rosin_measured_median(double *value, int count);
/** Add up folder `set`. 0, or -1 without memory. */
int rosin_measured_add_up(rosin_measured *measured, int set, rosin_measured_sum *sum);
/** On standard error: what is missing, what was left out, and each folder's sums. 0, or -1
 *  without memory. */
int rosin_measured_say(rosin_measured *measured);
/** As a table. */
void rosin_measured_put(const rosin_measured *measured, FILE *out);
/** Both maps of each folder, side by side. 0, or -1 and an error. */
int rosin_measured_draw(rosin_measured *measured, const char *path, rosin_error *error);
/** In letters. 0, or -1 without memory. */
int rosin_measured_print(rosin_measured *measured);

/** What the user wants: a folder's strokes on a settled map's contact. */
typedef struct {
  const char *folder, *output, *plot; /* NULL: none */
  int leave_out, threads;
} rosin_measured_wish;

/** All of it, of recordings at `rate` Hz; an exit status. */
int rosin_measured_run(rosin_map *map, const rosin_measured_wish *wish, double rate);

#endif
