/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A recorded gesture: text, a line each. First what the scene was played with, then
 * every event at the frame where it took effect, then where it ended:
 *
 *   rosin-gesture 1
 *   rate 48000
 *   rest 1                              the scene's own gestures did not play
 *   set d.frequency=146.8               as given with -s
 *   0 move bow.force 0.8                FRAME move TARGET VALUE
 *   96 note-on 0 0 50 0.7               FRAME KIND CHANNEL CONTROLLER KEY VALUE
 *   480000 end
 */
#ifndef ROSIN_GESTURE_FILE_H
#define ROSIN_GESTURE_FILE_H

#include "core/sequencer/sequencer.h"

#include <stdio.h>

typedef struct {
  int rate, rest, sets;
  char **set;       /* owned */
  long long frames; /* -1: the file has no end, it was cut off */
  int events;
  long long *frame;   /* [events], rising */
  rosin_event *event; /* target: index into `name` */
  int names;
  char **name; /* targets named, owned */
} rosin_gesture_file;

/** 0, or -1 and one line that names file and line; empty then. A table is read by
 *  rosin_gesture_read. */
int rosin_gesture_file_read(rosin_gesture_file *file, const char *path, rosin_error *error);
/** Reads the lines of `in`, which `path` names in errors: 0, or -1 and an error. */
typedef int rosin_gesture_lines(rosin_gesture_file *file, FILE *in, const char *path,
                                rosin_error *error);
/** As rosin_gesture_file_read, of lines of any form. */
int rosin_gesture_file_open(rosin_gesture_file *file, const char *path, rosin_gesture_lines *read,
                            rosin_error *error);
void rosin_gesture_file_free(rosin_gesture_file *file);
/** Events' targets from names to those of a live scene; -1 and an error if one is
 *  missing there. Once. */
int rosin_gesture_file_bind(rosin_gesture_file *file, const rosin_targets *targets,
                            rosin_error *error);

void rosin_gesture_file_begin(FILE *out, int rate, int rest, int sets, const char *const *set);
void rosin_gesture_file_event(FILE *out, const rosin_targets *targets, long long frame,
                              const rosin_event *event);
/** Event `index` of a file that was read, before it is bound. */
void rosin_gesture_file_move(FILE *out, const rosin_gesture_file *file, int index);
void rosin_gesture_file_end(FILE *out, long long frame);
/** Take a line but the first (without its end): NULL, or what is wrong. */
const char *rosin_gesture_file_line(rosin_gesture_file *file, const char *line);

#endif
