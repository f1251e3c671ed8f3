/* SPDX-License-Identifier: BSD-3-Clause */
/** Scenes that run for one recording, and tries that are judged on all cores: with a seed and a
 *  number of evaluations the same whatever the number of threads. */
#ifndef ROSIN_MATCH_RACE_H
#define ROSIN_MATCH_RACE_H

#include "host/match/match.h"
#include "scene/model/about.h"

/** A scene in the race. */
typedef struct {
  rosin_match_scene scene;
  rosin_match_space space;
  rosin_evolution *search; /* owned, or NULL */
  double at[ROSIN_EVOLUTION_MOST];
  rosin_match_try best, usual, nearest; /* at `at`; as it is shipped; by macros alone */
  rosin_match_body body;
} rosin_match_entry;

/** A try. */
typedef struct {
  int entry, usual, other; /* other: it is judged, and wins nothing */
  int as_written;          /* its times as the scene has them */
  double seed, at[ROSIN_EVOLUTION_MOST];
  rosin_match_try made;
} rosin_match_job;

typedef struct {
  const rosin_match_wish *wish;
  const rosin_match_target *target;
  double seconds; /* of the recording */
  int entries, room;
  rosin_match_entry *entry; /* [room] */
  int jobs, job_room, judged;
  rosin_match_job *job; /* of the next judgement, then of the last */
  int failed;           /* without memory */
  int evaluations, unlimited;
  double start; /* s, on the clock */
  uint64_t random;
} rosin_match_race;

rosin_match_race *rosin_match_race_new(const rosin_match_wish *wish,
                                       const rosin_match_target *target); /**< NULL: memory */
void rosin_match_race_free(rosin_match_race *race);
/** One more try of an entry at a point; `usual`: as it is shipped. */
void rosin_match_race_add(rosin_match_race *race, int entry, const double *at, int usual);
/** The same with another seed: it is judged, and wins nothing. */
void rosin_match_race_add_seed(rosin_match_race *race, int entry, const double *at, double seed);
/** The same as it is shipped, with its times fitted to the recording, and as the scene has them. */
void rosin_match_race_add_paces(rosin_match_race *race, int entry, const double *at);
/** Judge all that were added, on all cores, and keep what is better of each entry: 0, or -1 and an
 *  error, or interrupted. What was judged counts in either case. */
int rosin_match_race_judge(rosin_match_race *race, rosin_error *error);
/** The nearest of the first `count` entries come first. */
void rosin_match_race_sort(rosin_match_race *race, int count);
/** Share of the evaluations, or of the time, that is spent. */
double rosin_match_race_spent(const rosin_match_race *race);
/** Whether it has to end: all is spent, or a signal came. */
int rosin_match_race_over(const rosin_match_race *race);
/** 0 to 1, by the seed. */
double rosin_match_race_chance(rosin_match_race *race);
/** What a scene says of itself, presets too: 0, or -1. Free it. */
int rosin_match_scene_presets(const rosin_match_scene *scene, rosin_about *about);

#endif
