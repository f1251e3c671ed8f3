/* SPDX-License-Identifier: BSD-3-Clause */
/** Plots, drawn by the program gnuplot (never linked). */
#ifndef ROSIN_PLOT_H
#define ROSIN_PLOT_H

#include "rosin.h"

enum { ROSIN_TRACES = 10 };

/** Points of one curve; x rises or not. */
typedef struct {
  const char *name;
  int dots;           /* draw points, not a line */
  int cells;          /* draw rectangles of the axes' cell */
  const char *colour; /* "#rrggbb"; NULL: gnuplot's */
  int count;
  double *x, *y; /* owned */
} rosin_trace;

/** Of an axis; all zero: as gnuplot likes it. */
typedef struct {
  int logarithmic;
  double cell;      /* half a cell: a distance, or a factor if logarithmic */
  double low, high; /* where the axis ends, if they differ */
} rosin_plot_axis;

typedef struct {
  char title[160], x_label[96], y_label[96];
  rosin_plot_axis x, y;
  int traces;
  rosin_trace trace[ROSIN_TRACES];
} rosin_plot;

/** 0 if the extension of `path` is one that can be drawn: .png or .svg. */
int rosin_plot_supported(const char *path, rosin_error *error);
/** Append a point to a trace; -1 without memory. */
int rosin_plot_point(rosin_plot *plot, int trace, double x, double y);
/** Draw several into one picture, row by row, `across` in a row; on failure nothing is left
 *  under `path`. */
int rosin_plot_draw_all(const rosin_plot *plot, int count, int across, const char *path,
                        rosin_error *error);
/** Draw; on failure nothing is left under `path`. */
int rosin_plot_draw(const rosin_plot *plot, const char *path, rosin_error *error);
void rosin_plot_free(rosin_plot *plot);

#endif
