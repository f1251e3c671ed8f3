/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Recordings of a bowed string, stroke by stroke, in the form in which those of Lampis,
 * Chatziioannou and Scavone are published (Zenodo 17749110 and others, CC BY 4.0). A folder,
 * or each folder in it, holds for every stroke N = 1, 2, ...
 *
 *   whole_N.csv      a line a sample: bow force (N), bow velocity (m/s), force on the bridge
 *                    (N), force on the nut (N); nothing says the rate, which is 50 kHz
 *   beta_N.csv       one number: the bow's place as a share of the string, from the bridge
 *   timestamp_N.csv  two whole numbers: first and last sample of the steady part, from 0
 *
 * A line of names before the numbers is allowed, as are comments after '#'. A stroke is there
 * if its whole_N.csv is; numbers between may be missing.
 */
#ifndef ROSIN_RECORDINGS_H
#define ROSIN_RECORDINGS_H

#include "rosin.h"

/** What is known of a stroke before it is read. */
typedef struct {
  int set, number; /* index of its folder; N */
  double place;    /* share of the string, 0...1 */
  int first, last; /* samples */
  char *fault;     /* why it cannot be read, owned; NULL: it can */
} rosin_recording_files;

typedef struct {
  double rate; /* Hz */
  int sets, strokes;
  char **set;                    /* [sets] folders, in the order of their names */
  int *missing;                  /* [sets] numbers below the last that are not there */
  rosin_recording_files *stroke; /* [strokes], by set and number */
} rosin_recordings;

/** Find all strokes and read where they were played. 0, or -1 and an error: there is none, or
 *  memory is short. What is wrong with one stroke is its `fault`. */
int rosin_recordings_open(rosin_recordings *recordings, const char *folder, double rate,
                          rosin_error *error);
void rosin_recordings_free(rosin_recordings *recordings);
/** Name of one of a stroke's files, `kind` "whole", "beta" or "timestamp": malloc'ed, or NULL. */
char *rosin_recordings_path(const rosin_recordings *recordings, int stroke, const char *kind);

/** A stroke: how the bow moved, and what the bridge felt of it in the steady part. */
typedef struct {
  double step; /* s, between the points of the curves; the first is at step/2 */
  int steps, count;
  double *force, *velocity; /* [steps] N, m/s: means over each step, up to the last sample */
  double *bridge;           /* [count] N, the steady part at the recordings' rate */
  double mean_force, mean_velocity; /* over the steady part */
} rosin_recording;

/** Read a stroke without fault; `least` (s) is the shortest steady part that is of use. 0, or -1
 *  and one line that names the file, the line and the value, or -2 if memory is short; `stroke` is
 *  empty then. */
int rosin_recording_read(rosin_recording *stroke, const rosin_recordings *recordings, int index,
                         double least, rosin_error *error);
void rosin_recording_free(rosin_recording *stroke);
/** Value of one of its curves at `time` (s), by straight lines; held before and after. Real-time
 *  safe. */
double rosin_recording_at(const rosin_recording *stroke, const double *curve, double time);

#endif
