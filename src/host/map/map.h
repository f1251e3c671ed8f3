/* SPDX-License-Identifier: BSD-3-Clause */
/** The parts of `rosin map`: its axes, the stroke every point gets, one point, the
 *  pictures. */
#ifndef ROSIN_MAP_H
#define ROSIN_MAP_H

#include "batch/jobs.h"
#include "host/load/recipe.h"
#include "host/map/line.h"
#include "host/map/recordings.h"
#include "regime/bridge.h"
#include "regime/regime.h"
#include "scene/scene.h"

#include <stdio.h>

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

/** Errors of a scene (malloc'ed, and freed here) in the words of the command line, where a value
 *  of one of two axes is no -s: malloc'ed, or NULL without memory. */
char *rosin_map_axis_errors(const rosin_map_axis *axis, char *errors);

/** What the map is about: which lines its picture has, and what its axes are if none are
 *  given. */
typedef enum { ROSIN_MAP_REGIMES, ROSIN_MAP_SCHELLENG, ROSIN_MAP_GUETTLER } rosin_map_kind;

/** What decides whether a point is in Helmholtz motion: the velocity at the contact, or the
 *  force on the bridge, as recordings of a bowed string are judged. */
typedef enum { ROSIN_MAP_BY_CONTACT, ROSIN_MAP_BY_BRIDGE } rosin_map_judge;

/** How a point begins. */
typedef enum {
  ROSIN_MAP_FROM_REST,      /* velocity grows along a line, then all is held */
  ROSIN_MAP_FROM_HELMHOLTZ, /* Helmholtz motion first, at a force between Schelleng's
                               limits, then led to the point */
  ROSIN_MAP_AS_WRITTEN,     /* the scene's own gestures */
  ROSIN_MAP_AS_RECORDED     /* as the bow of a recording moved and pressed */
} rosin_map_start;

/** The hand at one point. */
typedef struct {
  double velocity, force, position; /* m/s, N, share of the string or NaN: the scene's */
  double slope;                     /* m/s^2 of the beginning, 0: map->rise says */
} rosin_map_hand;

/** What every point of a map has in common. */
typedef struct {
  const rosin_recipe *recipe;
  rosin_terms terms;
  rosin_map_axis axis[2]; /* x, y */
  rosin_map_kind kind;
  rosin_map_start start;
  rosin_map_judge judge;       /* of pictures and letters; tables hold both */
  int contact;                 /* which of the scene's */
  char name[ROSIN_MODEL_NAME]; /* its name */
  rosin_map_hand hand;         /* where no axis says otherwise */
  double pitch;                /* Hz, 0 = the rubbed body's own */
  double rise;                 /* s, of the velocity from rest */
  double seconds;              /* of each point */
  double steady;               /* s, from when on the regime is judged; < 0: the last 20 periods */
  rosin_shard shard;           /* every Nth point alone; 1/1: all */
} rosin_map;

/** A point of a map. */
typedef struct {
  rosin_regime regime;
  rosin_bridge_verdict bridge; /* of a string; all 0 else */
  rosin_attack attack;
  double level;     /* dB, of the scene's sound over the same stretch */
  double low, high; /* N, Schelleng's limits; NaN if it is no string */
} rosin_map_point;

/** The scene of point (x, y); NULL and its errors (malloc'ed; NULL without memory). */
rosin_scene *rosin_map_load(const rosin_map *map, double x, double y, char **errors);

/* ---- what a scene says of its contact ------------------------------------------------ */

/** What is rubbed, as the scene stands at a time. */
typedef struct {
  const rosin_model_contact *contact;
  const rosin_model_body *body; /* NULL: none */
  double frequency, q;          /* Hz; of the free body's lowest partial */
  double shorter;               /* a stopped string: open length over what sounds */
  int string;
} rosin_map_rubbed;

rosin_map_rubbed rosin_map_look(const rosin_map *map, const rosin_scene *scene, double time);
/** The gesture of one of a thing's controls, or NULL. */
rosin_gesture *rosin_map_gesture(rosin_model_control *control, int count, const char *key);
/** A gesture's value at a time, without moving where it reads; `none` for NULL. */
double rosin_map_value(const rosin_gesture *gesture, double time, double none);
/** Schelleng's limits (N) of a string bowed at `position` with `velocity`; NaN where the
 *  formulas have nothing to say. */
void rosin_map_limits(const rosin_map_rubbed *rubbed, double position, double velocity, double *low,
                      double *high);
/** Fills in what the user left open: contact's hand, axes, length. -1 to go on, or an
 *  exit status. */
int rosin_map_settle(rosin_map *map, const rosin_scene *scene);

/* ---- the stroke ---------------------------------------------------------------------- */

/** The field of the hand that a key sets ("bow.force"), or NULL. */
double *rosin_map_hand_of(const rosin_map *map, rosin_map_hand *hand, const char *key);

/** What moves a scene's contact while a point is computed. */
typedef struct {
  rosin_scene *scene;
  rosin_map_hand hand;
  rosin_map_start start;
  int velocity, force, position; /* ramps of the scene */
  double rate, period;
  double rise, late;                  /* s */
  double first_force, first_position; /* of the Helmholtz motion it starts with */
  double middle_force;                /* between the limits where it is led */
  const rosin_recording *recorded;    /* what AS_RECORDED follows */
} rosin_map_stroke;

/** Take the controls of a prepared scene over. 0, or -1 and an error. */
int rosin_map_stroke_take(const rosin_map *map, rosin_scene *scene, rosin_map_stroke *stroke,
                          rosin_error *error);
/** From the beginning, after the scene was rewound. */
void rosin_map_stroke_begin(rosin_map_stroke *stroke, const rosin_map_rubbed *rubbed,
                            const rosin_map_hand *hand);
/** Velocity of the hand at a time, m/s. */
double rosin_map_stroke_velocity(const rosin_map_stroke *stroke, double time);
/** How long a stroke takes until it can be judged, s. */
double rosin_map_stroke_length(const rosin_map *map, const rosin_map_rubbed *rubbed);

/* ---- points -------------------------------------------------------------------------- */

/** Who computes points, one a thread: keeps the scene while only numbers change that need
 *  no other network. All zero at first. */
typedef struct {
  rosin_scene *scene;
  rosin_map_stroke stroke;
  int room, frames;
  double *velocity, *bow, *bridge; /* bridge: NULL if no string is rubbed */
  float *sound;
  /* what the last point has in common with the next one of another force (begun.c) */
  rosin_kept begun;         /* the scene, */
  int begun_done, recorded; /* frames of sound, samples of the rest, by then */
  double begun_at[2];       /* its numbers on both axes */
} rosin_map_worker;

/** Make the worker's scene, or bring it back to its begin, with its axes at x and y; what they
 *  say of the hand goes to `hand`. 0, or -1 and an error. */
int rosin_map_open(const rosin_map *map, rosin_map_worker *worker, double x, double y,
                   rosin_map_hand *hand, rosin_error *error);
/** Play a stroke on an open scene for `seconds`, at most the map's, and judge it from `steady`
 *  (s) on; < 0: its last 20 periods. */
void rosin_map_play(const rosin_map *map, rosin_map_worker *worker, rosin_map_hand *hand,
                    double seconds, double steady, rosin_map_point *point);
/** begun.c: the axis whose numbers change nothing before the force is led to a point, -1: there is
 *  none. */
int rosin_map_late_axis(const rosin_map *map);
/** begun.c: whether the worker has the beginning of such a stroke with these numbers. */
int rosin_map_has_begun(const rosin_map *map, const rosin_map_worker *worker, const double *value);
/** begun.c: the last moment, in engine samples, at which a stroke is like those of other forces. */
double rosin_map_stroke_parts(const rosin_map_stroke *stroke);
/** Compute a point of a grid: both. 0, or -1 and an error. */
int rosin_map_compute(const rosin_map *map, rosin_map_worker *worker, double x, double y,
                      rosin_map_point *point, rosin_error *error);
void rosin_map_dismiss(rosin_map_worker *worker);

/* ---- results ------------------------------------------------------------------------- */

/** The least force that starts promptly, as a line over acceleration: offset + slope a. */
typedef struct {
  double offset, slope;
  int columns; /* accelerations it rests on; < 2: there is no line */
} rosin_map_edge;

/** 0 if the axes can carry the lines of its kind; -1 and an error. */
int rosin_map_lines_check(const rosin_map *map, rosin_error *error);
/** Fit of the lower edges of the longest prompt runs in force. */
void rosin_map_edge_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_edge *edge);
/** The lower and the upper limit of Helmholtz motion as `judge` tells them; columns 0 unless
 *  the axes are the contact's place and force. */
void rosin_map_limit_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_judge judge,
                         rosin_limit *low, rosin_limit *high);
/** The regime of a point as `judge` tells it: by the bridge, what is not Helmholtz motion
 *  there but at the contact counts as raucous. */
rosin_regime_kind rosin_map_regime(rosin_map_judge judge, const rosin_map_point *point);
/** Which axis is the contact's own `key` (0, 1), or -1. */
int rosin_map_axis_of(const rosin_map *map, const char *key);
/** Index of a point: step of the axis `force_axis`, step of the other one. */
int rosin_map_index(const rosin_map *map, int force_axis, int force, int other);
/** Which axis is the contact's force (0, 1), or -1. */
int rosin_map_force_axis(const rosin_map *map);
/** Whether an attack is short enough to be heard as clean: Helmholtz motion within 50 ms
 *  if the slips before were late, 90 ms if they were early (Guettler and Askenfelt 1997). */
int rosin_map_prompt(const rosin_attack *attack);
/** The map as CSV, x first. */
void rosin_map_put(const rosin_map *map, const rosin_map_point *point, FILE *out);
/** How many points became what, and the lines through them, on standard error. */
void rosin_map_say(const rosin_map *map, const rosin_map_point *point, double wall);
/** The map as an image file. */
int rosin_map_draw(const rosin_map *map, const rosin_map_point *point, const char *title,
                   const char *path, rosin_error *error);
/** The map in letters, for a terminal. */
void rosin_map_print(const rosin_map *map, const rosin_map_point *point);

#endif
