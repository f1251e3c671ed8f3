/* SPDX-License-Identifier: BSD-3-Clause */
/* See race.h. */
#include "host/match/race.h"
#include "error.h"
#include "host/common/crew.h"
#include "host/common/stop.h"
#include "live/clock.h"
#include "order.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

rosin_match_race *rosin_match_race_new(const rosin_match_wish *w, const rosin_match_target *t) {
  rosin_match_race *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  *r = (rosin_match_race){.wish = w,
                          .target = t,
                          .seconds = (double)t->excerpt.n / t->excerpt.rate,
                          .room = ROSIN_MATCH_SCENES,
                          .start = rosin_now(),
                          .random = (uint64_t)w->seed * 0x9e3779b97f4a7c15u + 1};
  r->entry = calloc((size_t)r->room, sizeof *r->entry);
  if (r->entry)
    return r;
  free(r);
  return NULL;
}

void rosin_match_race_free(rosin_match_race *r) {
  for (int i = 0; i < r->entries; i++) {
    rosin_match_scene_free(&r->entry[i].scene);
    free(r->entry[i].search);
  }
  free(r->entry);
  free(r->job);
  free(r);
}

double rosin_match_race_chance(rosin_match_race *r) {
  r->random = r->random * 6364136223846793005u + 1442695040888963407u; /* Knuth's */
  return (double)(r->random >> 11) / 9007199254740992.0;
}

static rosin_match_job *add(rosin_match_race *r, int entry, const double *at) {
  if (r->judged)
    r->jobs = r->judged = 0;
  if (r->jobs == r->job_room) {
    const int room = r->job_room ? 2 * r->job_room : 64;
    rosin_match_job *grown = realloc(r->job, (size_t)room * sizeof *grown);
    if (!grown) {
      r->failed = 1;
      return NULL;
    }
    r->job = grown;
    r->job_room = room;
  }
  rosin_match_job *j = &r->job[r->jobs++];
  *j = (rosin_match_job){.entry = entry, .seed = r->entry[entry].scene.seed};
  j->made.distance = j->made.octaves = j->made.apart = HUGE_VAL;
  memcpy(j->at, at, (size_t)r->entry[entry].space.count * sizeof *at);
  return j;
}

void rosin_match_race_add(rosin_match_race *r, int entry, const double *at, int usual) {
  rosin_match_job *j = add(r, entry, at);
  if (j)
    j->usual = usual;
}

void rosin_match_race_add_seed(rosin_match_race *r, int entry, const double *at, double seed) {
  rosin_match_job *j = add(r, entry, at);
  if (j) {
    j->seed = seed;
    j->other = 1;
  }
}

void rosin_match_race_add_paces(rosin_match_race *r, int entry, const double *at) {
  for (int as_written = 0; as_written < 2; as_written++) {
    rosin_match_job *j = add(r, entry, at);
    if (j) {
      j->other = 1;
      j->as_written = as_written;
    }
  }
}

/* ---- judged ------------------------------------------------------------------------------- */

static int one(void *context, void *own, int index, rosin_error *error) {
  rosin_match_race *r = context;
  rosin_match_job *j = &r->job[index];
  const rosin_match_entry *e = &r->entry[j->entry];
  rosin_match_scene scene = e->scene; /* its texts are the entry's */
  rosin_match_set *set = own;
  scene.pace = j->as_written ? 1 : scene.pace;
  if (!r->unlimited && r->wish->evaluations == 0 && rosin_match_race_over(r))
    return 0; /* it stays infinitely far */
  rosin_match_space_set(&scene, &e->space, j->at, j->seed, set);
  return rosin_match_judge(r->target, &scene, set, &j->made, error);
}

static void leave(void *own) {
  (void)own;
}

/* What is better than before, in the order in which it was asked for. */
static void keep_best(rosin_match_race *r) {
  for (int i = 0; i < r->jobs; i++) {
    const rosin_match_job *j = &r->job[i];
    rosin_match_entry *e = &r->entry[j->entry];
    if (j->usual)
      e->usual = j->made;
    if (j->other || !(j->made.apart < e->best.apart))
      continue;
    e->best = j->made;
    memcpy(e->at, j->at, sizeof e->at);
    if (!e->scene.owned && e->space.count == e->space.macros)
      e->nearest = j->made;
  }
}

int rosin_match_race_judge(rosin_match_race *r, rosin_error *error) {
  if (r->failed)
    return rosin_fail(error, "out of memory");
  const int tasks = r->judged ? 0 : r->jobs;
  const rosin_crew crew = {
      .tasks = tasks, .context = r, .own = sizeof(rosin_match_set), .one = one, .leave = leave};
  const int threads = r->wish->threads < tasks ? r->wish->threads : tasks;
  rosin_fail(error, "interrupted");
  const int status = tasks ? rosin_crew_run(&crew, threads, error) : 0;
  r->judged = 1;
  for (int i = 0; i < tasks; i++)
    r->evaluations += isfinite(r->job[i].made.apart) || r->wish->evaluations > 0;
  keep_best(r);
  return status;
}

/* ---- how far it is ------------------------------------------------------------------------- */

static int nearer(const void *a, const void *b) {
  const rosin_match_entry *x = a, *y = b;
  if (x->best.apart != y->best.apart)
    return x->best.apart < y->best.apart ? -1 : 1;
  return strcmp(x->scene.name, y->scene.name);
}

void rosin_match_race_sort(rosin_match_race *r, int count) {
  r->jobs = r->judged = 0; /* they go by the places of entries */
  if (count > 0)
    qsort(r->entry, (size_t)count, sizeof *r->entry, nearer);
}

double rosin_match_race_spent(const rosin_match_race *r) {
  return r->wish->evaluations > 0 ? r->evaluations / r->wish->evaluations
                                  : (rosin_now() - r->start) / r->wish->time;
}

int rosin_match_race_over(const rosin_match_race *r) {
  return rosin_stopped(NULL) || rosin_match_race_spent(r) >= 1;
}

int rosin_match_scene_presets(const rosin_match_scene *s, rosin_about *about) {
  rosin_error error;
  const rosin_match_set none = {0};
  rosin_scene *scene = rosin_match_scene_read(s, &none, 0, &error);
  *about = (rosin_about){0};
  if (!scene)
    return -1;
  const rosin_about *own = &rosin_scene_model(scene)->about;
  about->preset = own->presets ? calloc((size_t)own->presets, sizeof *about->preset) : NULL;
  for (int i = 0; about->preset && i < own->presets; i++) {
    about->preset[i].name = strdup(own->preset[i].name);
    about->preset[i].values = strdup(own->preset[i].values);
    about->presets = i + 1;
  }
  rosin_scene_free(scene);
  return 0;
}
