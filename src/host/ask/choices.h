/* SPDX-License-Identifier: BSD-3-Clause */
/** What is asked of `rosin render`: words of the command line, and what they come to. */
#ifndef ROSIN_RENDER_CHOICES_H
#define ROSIN_RENDER_CHOICES_H

#include "host/load/recipe.h"
#include "host/write/level.h"
#include "live/record/replay.h"
#include "player/play/performance.h"

enum { ROSIN_RENDER_BLOCK = 1000 /* frames a call, at most */ };

/** The command line as it stands. */
typedef struct {
  const char *output, *rate, *duration, *oversample, *seed, *format, *probe, *probe_file, *report,
      *block, *midi, *score, *scale, *controls, *gesture, *stems, *plain, *any_files, *loudness,
      *loudness_of, *ceiling, *normalize, *loop, *part, *variations, *distinct, *threads, *room,
      *players, *preset;
  rosin_list set, spread, tag;
} rosin_render_arguments;

/** Numbers of the command line, checked; text of -o, --format checked too. */
typedef struct {
  double rate, duration, oversample, block, threads;
  rosin_sample_format format;
  rosin_level_wish level;
  rosin_part part;
  char *output;            /* owned */
  const char *name;        /* what the user calls it */
  const char *place;       /* the room, or NULL */
  rosin_replay *replay;    /* or NULL */
  const rosin_list *given; /* what was set of a scene of rosin's own; NULL: it is somebody's */
} rosin_render_choices;

/** What reads the file of notes: --score is a score, and what begins as one. NULL: a MIDI file. */
rosin_performance_reader rosin_render_reader(const rosin_render_arguments *a);
/** The settings of the scene: those of -s, and options that are numbers of it. `text` has room for
 *  these. 0, or an exit status after an error. */
int rosin_render_settings(const rosin_render_arguments *arguments, char (*text)[64],
                          rosin_list *set);
/** What was recorded beside a gesture's events: settings before those given here, the rate, the
 *  length. -1 to go on, or an exit status. */
int rosin_render_gesture(const rosin_render_arguments *arguments, const rosin_list *set,
                         rosin_render_choices *choices, rosin_list *all);
/** All choices but those, the recipe known. -1 to go on, or an exit status. */
int rosin_render_choose(const rosin_render_arguments *arguments, const rosin_recipe *recipe,
                        rosin_render_choices *choices);
/** Once all that is read is known: whether outputs can be written, and are no inputs. -1 to go on,
 *  or an exit status after an error. */
int rosin_render_outputs(const rosin_render_arguments *arguments,
                         const rosin_render_choices *choices);

#endif
