/* SPDX-License-Identifier: BSD-3-Clause */
/** The parts of `rosin map`: its axes, one point of it, the picture. */
#ifndef ROSIN_MAP_H
#define ROSIN_MAP_H

#include "host/options.h"
#include "regime/regime.h"
#include "scene/scene.h"

enum { ROSIN_MAP_KEYS = 8, ROSIN_MAP_KEY = 128, ROSIN_MAP_MOST = 1000 };

/** An axis: one or more keys of -s that move together, each with its factor. */
typedef struct {
  char key[ROSIN_MAP_KEYS][ROSIN_MAP_KEY];
  double factor[ROSIN_MAP_KEYS];
  int keys, steps, logarithmic;
  double low, high;
} rosin_map_axis;

/** "KEY[*FACTOR][,KEY...]=LOW:HIGH:N[:log]"; -1 to go on, or an exit status. */
int rosin_map_axis_parse(const char *option, const char *text, rosin_map_axis *axis);
/** Value of step `i`. */
double rosin_map_axis_at(const rosin_map_axis *axis, int i);

/** What every point of a map has in common. */
typedef struct {
  const char *scene;
  const rosin_list *set;
  rosin_map_axis axis[2]; /* x, y */
  int contact;            /* which of the scene's */
  double pitch;           /* Hz, 0 = the rubbed body's own */
  double seconds;         /* 0 = the scene's */
  double steady;          /* s, from when on the regime is judged; < 0: the last 20 periods */
} rosin_map;

/** A point of a map. */
typedef struct {
  rosin_regime regime;
  rosin_attack attack;
  double level;     /* dB, of the scene's sound over the same stretch */
  double low, high; /* N, Schelleng's limits; NaN if it is no string */
} rosin_map_point;

/** The scene of point (x, y); NULL and its errors (malloc'ed, may be NULL). */
rosin_scene *rosin_map_load(const rosin_map *map, double x, double y, char **errors);
/** Who computes points, one a thread: keeps the scene while only numbers change that need
 *  no other network. All zero at first. */
typedef struct {
  rosin_scene *scene;
  int room, frames;
  double *velocity, *bow;
  float *sound;
} rosin_map_worker;

/** Compute a point. 0, or -1 and an error. */
int rosin_map_compute(const rosin_map *map, rosin_map_worker *worker, double x, double y,
                      rosin_map_point *point, rosin_error *error);
void rosin_map_dismiss(rosin_map_worker *worker);

/** What a picture shows besides the regimes. */
typedef enum { ROSIN_MAP_PLAIN, ROSIN_MAP_SCHELLENG, ROSIN_MAP_GUETTLER } rosin_map_lines;

/** The least force that starts promptly, as a line over acceleration: offset + slope a. */
typedef struct {
  double offset, slope;
  int columns; /* accelerations it rests on; < 2: there is no line */
} rosin_map_edge;

/** 0 if the axes can carry such lines; -1 and an error. */
int rosin_map_lines_check(const rosin_map *map, const rosin_scene *scene, rosin_map_lines lines,
                          rosin_error *error);
/** Fit of the lower edges of the longest prompt runs in force. */
void rosin_map_edge_fit(const rosin_map *map, const rosin_map_point *point, int force_axis,
                        rosin_map_edge *edge);
/** Which axis is the contact's force (0, 1), or -1. */
int rosin_map_force_axis(const rosin_map *map, const rosin_scene *scene);
/** Whether an attack is short enough to be heard as clean: Helmholtz motion within 50 ms
 *  if the slips before were late, 90 ms if they were early (Guettler and Askenfelt 1997). */
int rosin_map_prompt(const rosin_attack *attack);
int rosin_map_draw(const rosin_map *map, const rosin_map_point *point, const rosin_scene *scene,
                   rosin_map_lines lines, const char *path, rosin_error *error);

#endif
