/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The parts of `rosin match`: a recording (src/match/excerpt.h), scenes that are tried on it, what
 * of a scene is moved (space.c), how one try is rendered and judged (play.c), a body that is heard
 * as the recording is (body.c), the stages of the search (stages.c), what is written (write.c,
 * report.c, picture.c).
 */
#ifndef ROSIN_HOST_MATCH_H
#define ROSIN_HOST_MATCH_H

#include "host/common/options.h"
#include "match/evolution.h"
#include "match/excerpt.h"
#include "match/profile.h"
#include "scene/text/files.h"
#include "variation/variation.h"

#include <stdio.h>

enum { ROSIN_MATCH_SCENES = 512, ROSIN_MATCH_SET = 224, ROSIN_MATCH_FROM = 32 };

/** What was asked for. */
typedef struct {
  const char *recording, *output, *report, *from; /* report, from: NULL: none */
  double time, at, longest;                       /* s; at < 0: the loudest sound */
  double seed, evaluations;                       /* evaluations 0: as the time has it */
  int threads, variations;
} rosin_match_wish;

/** The recording, measured. */
typedef struct {
  rosin_excerpt excerpt;
  rosin_profile profile;
  double top;   /* Hz, up to which both are looked at */
  int no_crest; /* 1: it is clipped, or of a low rate: crests say nothing */
} rosin_match_target;

/** A scene and numbers of it that are moved: text, and settings that stand before those drawn. */
typedef struct {
  char name[256];
  const char *text; /* the scene's own */
  char *owned;      /* or this one, with another body; NULL: that above */
  char *text_read;  /* of a file, owned */
  rosin_files files;
  double duration, seed;
  rosin_vary vary;
  double pace; /* factor on its times with which it lasts as long as the recording */
} rosin_match_scene;

/** How one axis of a search moves keys of a scene. */
typedef struct {
  char of[ROSIN_VARY_KEY]; /* the name of what is moved */
  rosin_vary_kind kind;
  double reach; /* factor at the ends: its logarithm is even; macros: 0, by their range */
} rosin_match_axis;

typedef struct {
  int count, macros; /* macros come first */
  rosin_match_axis axis[ROSIN_EVOLUTION_MOST];
} rosin_match_space;

/** Settings of a try. */
typedef struct {
  int count;
  char text[ROSIN_MATCH_SET][ROSIN_VARY_TEXT];
} rosin_match_set;

/** What a try came to. */
typedef struct {
  rosin_profile profile;
  double distance, octaves, apart; /* steps, dB, both; infinite: it could not be played */
} rosin_match_try;

/* ---- space.c ------------------------------------------------------------------------- */

/** Open scene `name` for a recording of `seconds`: 0, or -1 and an error. */
int rosin_match_scene_open(rosin_match_scene *scene, const char *name, double seconds,
                           rosin_error *error);
void rosin_match_scene_free(rosin_match_scene *scene);
/** Text that is rendered now. */
const char *rosin_match_scene_text(const rosin_match_scene *scene);
/** Axes of a scene: its macros alone, or also its law, gesture and bodies (`whole`). */
void rosin_match_space_find(const rosin_match_scene *scene, int whole, rosin_match_space *space);
/** Where the scene itself stands (each 0 ... 1). */
void rosin_match_space_start(const rosin_match_scene *scene, const rosin_match_space *space,
                             double *at);
/** Settings at a point; its pace is always among them. */
void rosin_match_space_set(const rosin_match_scene *scene, const rosin_match_space *space,
                           const double *at, double seed, rosin_match_set *set);
/** Put the values of a preset ("speed=0.4 size=2", others as they are) at their axes. */
void rosin_match_space_preset(const rosin_match_scene *scene, const rosin_match_space *space,
                              const char *values, double *at);

/* ---- play.c -------------------------------------------------------------------------- */

/** The scene with settings, not built; NULL and an error. `stoppable`: a signal ends it. */
rosin_scene *rosin_match_scene_read(const rosin_match_scene *scene, const rosin_match_set *set,
                                    int stoppable, rosin_error *error);
/** Render `seconds` of a scene with settings: one channel (malloc'ed) of `n` frames. 0, or -1 and
 *  an error. From any thread. */
int rosin_match_play(const rosin_match_scene *scene, const rosin_match_set *set, double seconds,
                     int stoppable, double **x, int *n, double *rate, rosin_error *error);
/** Render and judge. What cannot be built or is silent is infinitely far; -1 without memory or when
 *  interrupted. */
int rosin_match_judge(const rosin_match_target *target, const rosin_match_scene *scene,
                      const rosin_match_set *set, rosin_match_try *made, rosin_error *error);

/* ---- body.c -------------------------------------------------------------------------- */

/** What was made of a scene's bodies. */
typedef struct {
  int modes;      /* of the recording that were put in */
  int resonances; /* light ones beside these, where third octaves had none */
  int steps;      /* corrections of what is heard of modes */
} rosin_match_body;

/** Give what the scene hears points of its own, and its rubbed body the recording's modes, so heavy
 *  that they do not load it: 0; 1: it has no such body; -1 and an error. */
int rosin_match_body_open(rosin_match_scene *scene, const rosin_match_target *target,
                          const char *recording, rosin_match_body *body, rosin_error *error);
/** Let modes be heard as much more as the recording has in their third octaves than `made` has:
 *  `share` of that in dB. 0, or -1 and an error. */
int rosin_match_body_correct(rosin_match_scene *scene, const rosin_match_set *set,
                             const rosin_match_target *target, const rosin_profile *made,
                             double share, rosin_match_body *body, rosin_error *error);

/* ---- stages.c ------------------------------------------------------------------------ */

/** What was found. */
typedef struct {
  rosin_match_scene scene; /* with its body as it was made */
  rosin_match_set set;
  rosin_match_try before, after; /* of this scene as it is shipped; as it was found */
  rosin_match_body body;
  double floor_distance, floor_octaves; /* medians between its own seeds; NaN: not asked */
  char other[256];                      /* the nearest scene but this one, or "" */
  double other_apart, other_distance, other_octaves;
  int evaluations, scenes, stopped; /* stopped: 1 by a signal, 2 by the time */
  double seconds, processor;
} rosin_match_found;

/** Search. 0 with something found (also when a signal or the time ended it), or -1 and an error. */
int rosin_match_search(const rosin_match_wish *wish, const rosin_match_target *target,
                       rosin_match_found *found, rosin_error *error);

/* ---- write.c, report.c, picture.c ------------------------------------------------------- */

/** The scene file: 0, or an exit status after an error was said. */
int rosin_match_write(const rosin_match_wish *wish, const rosin_match_target *target,
                      const rosin_match_found *found);
/** To standard output, as text; and, if `json`, as JSON to a file. */
void rosin_match_tell(FILE *out, const rosin_match_target *target, const rosin_match_found *found);
void rosin_match_json(FILE *out, const rosin_match_wish *wish, const rosin_match_target *target,
                      const rosin_match_found *found);
/** A folder with both sounds, both spectrograms, report.json and a page: an exit status. */
int rosin_match_folder(const rosin_match_wish *wish, const rosin_match_target *target,
                       const rosin_match_found *found);
/** A spectrogram, 40 Hz to `top`, 70 dB, as PNG: 0, or -1 and an error. */
int rosin_match_picture(const char *path, const double *x, int n, double rate, double top,
                        rosin_error *error);

#endif
