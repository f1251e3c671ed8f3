/* SPDX-License-Identifier: BSD-3-Clause */
/* The stages: all scenes at what they are shipped with; a race of their macros, in which the worse
 * half drops out again and again; then, of the two that are left, bodies, laws and gestures. What
 * macros alone reach within the scene's own seeds is not touched further: the simpler account of
 * the same sound. */
#include "error.h"
#include "format.h"
#include "host/common/crew.h"
#include "host/common/stop.h"
#include "host/match/match.h"
#include "host/match/race.h"
#include "order.h"
#include "scene/embedded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Shares of what may be spent. */
static const double presets_end = 0.3, race_ends = 0.55, pair_ends = 0.72;
static const double within = 1.35;       /* times its own seeds' distance: it is the scene itself */
static const double least_octaves = 1.5; /* dB, of scenes whose seeds are all alike */

enum { RACERS = 12, PAIR = 2, SEEDS = 5, GENERATION = 10, RANDOM = 3, TURN = 4 };
enum { BATCH = 4 };  /* scenes whose presets are tried together */
enum { ROUNDS = 3 }; /* generations that each in the race is worth */

/* ---- which scenes ------------------------------------------------------------------------ */

static int add_scene(rosin_match_race *r, const char *name, rosin_error *error) {
  rosin_match_entry *e = &r->entry[r->entries];
  if (r->entries == r->room)
    return rosin_fail(error, "more than %d scenes", r->room);
  if (rosin_match_scene_open(&e->scene, name, r->seconds, error))
    return -1;
  e->best.apart = e->usual.apart = e->nearest.apart = HUGE_VAL;
  r->entries++;
  return 0;
}

/* Those that are shipped, but the ones that only show a law. */
static void add_shipped(rosin_match_race *r) {
  rosin_error error;
  for (const rosin_embedded *s = rosin_embedded_scenes; s->name; s++)
    if (strncmp(s->name, "law-", 4) != 0 && r->entries < r->room)
      add_scene(r, s->name, &error);
}

static int add_named(rosin_match_race *r, const char *names, rosin_error *error) {
  char *list = strdup(names), *save = NULL;
  int status = list ? 0 : rosin_fail(error, "out of memory");
  for (char *name = list ? strtok_r(list, ",", &save) : NULL; status == 0 && name;
       name = strtok_r(NULL, ",", &save))
    status = add_scene(r, name, error);
  free(list);
  if (status == 0 && r->entries == 0)
    return rosin_fail(error, "--from %.80s: must name a scene", names);
  return status;
}

/* ---- stages ------------------------------------------------------------------------------ */

/* Each scene as it is shipped. A recording may be as long as its whole gesture, or a part cut out
 * of it: it goes on with what lies nearer. 0, or -1 and an error. */
static int choose_paces(rosin_match_race *r, rosin_error *error) {
  double at[ROSIN_EVOLUTION_MOST];
  for (int i = 0; i < r->entries; i++) {
    rosin_match_entry *e = &r->entry[i];
    rosin_match_space_find(&e->scene, 0, &e->space);
    rosin_match_space_start(&e->scene, &e->space, at);
    rosin_match_race_add_paces(r, i, at);
  }
  if (rosin_match_race_judge(r, error))
    return -1;
  for (int i = 0; i < r->entries; i++) {
    rosin_match_entry *e = &r->entry[i];
    const rosin_match_job *fitted = &r->job[2 * i], *as_written = fitted + 1;
    const int written = as_written->made.apart < fitted->made.apart;
    e->scene.pace = written ? 1 : e->scene.pace;
    e->usual = e->best = e->nearest = written ? as_written->made : fitted->made;
    memcpy(e->at, fitted->at, sizeof e->at);
  }
  return 0;
}

/* A scene at its presets, and at some points by chance. */
static void add_presets(rosin_match_race *r, int index) {
  double at[ROSIN_EVOLUTION_MOST];
  rosin_match_entry *e = &r->entry[index];
  rosin_about about = {0};
  if (rosin_embedded_find(e->scene.name) && rosin_match_scene_presets(&e->scene, &about) == 0)
    for (int k = 0; k < about.presets; k++) {
      rosin_match_space_start(&e->scene, &e->space, at);
      rosin_match_space_preset(&e->scene, &e->space, about.preset[k].values, at);
      rosin_match_race_add(r, index, at, 0);
    }
  rosin_about_free(&about);
  for (int k = 0; k < RANDOM && e->space.count; k++) {
    for (int a = 0; a < e->space.count; a++)
      at[a] = rosin_match_race_chance(r);
    rosin_match_race_add(r, index, at, 0);
  }
}

/* The nearest scenes first, as many as there is time for: with few tries all of them would leave
 * none for the search. */
static int try_presets(rosin_match_race *r, rosin_error *error) {
  rosin_match_race_sort(r, r->entries);
  for (int i = 0; i < r->entries && (i == 0 || rosin_match_race_spent(r) < presets_end);
       i += BATCH) {
    for (int k = i; k < r->entries && k < i + BATCH; k++)
      add_presets(r, k);
    if (rosin_match_race_judge(r, error))
      return -1;
  }
  return 0;
}

/* A generation of each of the first `entries`. 0; 1: none of them has anything to move; -1 and an
 * error. */
static int run_round(rosin_match_race *r, int entries, int points, rosin_error *error) {
  int asked = 0;
  for (int i = 0; i < entries; i++) {
    rosin_match_entry *e = &r->entry[i];
    if (!e->search || e->space.count == 0)
      continue;
    rosin_evolution_ask(e->search);
    for (int k = 0; k < points; k++, asked++)
      rosin_match_race_add(r, i, e->search->point[k], 0);
  }
  if (asked == 0)
    return 1;
  if (rosin_match_race_judge(r, error))
    return -1;
  for (int i = 0, job = 0; i < entries; i++) {
    rosin_match_entry *e = &r->entry[i];
    double value[ROSIN_EVOLUTION_POINTS];
    if (!e->search || e->space.count == 0)
      continue;
    for (int k = 0; k < points; k++)
      value[k] = r->job[job++].made.apart;
    rosin_evolution_tell(e->search, value);
  }
  return 0;
}

static int begin_search(rosin_match_race *r, int index, double sigma, rosin_error *error) {
  rosin_match_entry *e = &r->entry[index];
  if (!e->search && !(e->search = malloc(sizeof *e->search)))
    return rosin_fail(error, "out of memory");
  rosin_evolution_begin(e->search, e->space.count, e->at, sigma, GENERATION,
                        (uint64_t)(1e6 * rosin_match_race_chance(r)));
  return 0;
}

/* How many race: what is left of the tries should bring each of them some generations on. */
static int racers(const rosin_match_race *r) {
  const double spent = rosin_match_race_spent(r);
  const double left = r->evaluations * (race_ends / fmax(spent, 1e-9) - 1);
  const int most = r->entries < RACERS ? r->entries : RACERS;
  return (int)fmin(fmax(left / (ROUNDS * GENERATION), PAIR), most);
}

/* Macros alone: so many rounds, then the worse half goes; the last ones go on. */
static int race(rosin_match_race *r, rosin_error *error) {
  const int all = racers(r);
  int left = all, status = 0;
  rosin_match_race_sort(r, r->entries);
  for (int i = 0; i < left && status == 0; i++)
    status = begin_search(r, i, 0.22, error);
  const double begun = rosin_match_race_spent(r);
  for (int round = 1; status == 0 && !rosin_match_race_over(r); round++) {
    const double spent = rosin_match_race_spent(r);
    /* as many shares of the time as it takes to halve the field */
    if (spent > begun + (race_ends - begun) * (1 - (double)left / all) && left > PAIR &&
        round % 2 == 0) {
      rosin_match_race_sort(r, left);
      left = left / 2 > PAIR ? left / 2 : PAIR;
    }
    if (spent >= race_ends || (status = run_round(r, left, GENERATION, error)) > 0)
      break;
  }
  rosin_match_race_sort(r, r->entries);
  return status < 0 ? -1 : 0;
}

/* Between seeds, of the best entry as it stands. 0, or -1 and an error. */
static int find_floor(rosin_match_race *r, rosin_match_found *f, rosin_error *error) {
  double distance[SEEDS * SEEDS], octaves[SEEDS * SEEDS];
  int count = 0;
  f->floor_distance = f->floor_octaves = (double)NAN;
  for (int k = 0; k < SEEDS; k++)
    rosin_match_race_add_seed(r, 0, r->entry[0].at, 1001 + k);
  if (rosin_match_race_judge(r, error))
    return -1;
  for (int i = 0; i < SEEDS; i++)
    for (int k = 0; k < i; k++)
      if (isfinite(r->job[i].made.apart) && isfinite(r->job[k].made.apart)) {
        distance[count] = rosin_profile_distance(&r->job[i].made.profile, &r->job[k].made.profile);
        octaves[count++] = rosin_profile_octaves(&r->job[i].made.profile, &r->job[k].made.profile);
      }
  f->floor_distance = rosin_median(distance, count);
  f->floor_octaves = rosin_median(octaves, count);
  return 0;
}

static int is_itself(const rosin_match_try *best, const rosin_match_found *f) {
  return best->distance <= within * f->floor_distance &&
         best->octaves <= fmax(within * f->floor_octaves, least_octaves);
}

/* All axes of an entry, from where its macros are. */
static int widen(rosin_match_race *r, int index, double sigma, rosin_error *error) {
  rosin_match_entry *e = &r->entry[index];
  double at[ROSIN_EVOLUTION_MOST];
  const int macros = e->space.count;
  rosin_match_space_find(&e->scene, 1, &e->space);
  rosin_match_space_start(&e->scene, &e->space, at);
  memcpy(at, e->at, (size_t)macros * sizeof *at);
  memcpy(e->at, at, sizeof at);
  return begin_search(r, index, sigma, error);
}

/* What the body is heard by, corrected; kept if that is nearer. 0, or -1 and an error. */
static int correct(rosin_match_race *r, int index, double share, rosin_error *error) {
  rosin_match_entry *e = &r->entry[index];
  if (!e->scene.owned || !isfinite(e->best.apart))
    return 0;
  char *before = strdup(e->scene.owned);
  rosin_match_set set;
  const rosin_match_try was = e->best;
  rosin_match_space_set(&e->scene, &e->space, e->at, e->scene.seed, &set);
  int status = before ? rosin_match_body_correct(&e->scene, &set, r->target, &was.profile, share,
                                                 &e->body, error)
                      : rosin_fail(error, "out of memory");
  if (status == 0) {
    rosin_match_race_add(r, index, e->at, 0);
    status = rosin_match_race_judge(r, error);
  }
  if (before && !(e->best.apart < was.apart)) { /* no nearer, or not judged: a signal came */
    free(e->scene.owned);
    e->scene.owned = before;
    return status;
  }
  free(before);
  return status;
}

/* Give an entry another body: what that is like counts from here on, unless it is far worse. */
static int embody(rosin_match_race *r, int index, const char *recording, rosin_error *error) {
  rosin_match_entry *e = &r->entry[index];
  const rosin_match_try was = e->best;
  int status = rosin_match_body_open(&e->scene, r->target, recording, &e->body, error);
  if (status) {
    e->body = (rosin_match_body){0};
    return status < 0 ? -1 : 0;
  }
  e->best.apart = HUGE_VAL;
  rosin_match_race_add(r, index, e->at, 0);
  status = rosin_match_race_judge(r, error);
  for (int i = 0; i < 3 && status == 0; i++)
    status = correct(r, index, 0.8, error);
  if (status == 0 && e->best.apart < 1.2 * was.apart)
    return 0;
  free(e->scene.owned); /* it does not bear it */
  e->scene.owned = NULL;
  e->body = (rosin_match_body){0};
  e->best = was;
  return status ? -1 : 0;
}

/* Bodies, laws and gestures of the first `entries`, to that share of what may be spent. */
static int refine(rosin_match_race *r, int entries, double end, rosin_error *error) {
  for (int round = 1; !rosin_match_race_over(r) && rosin_match_race_spent(r) < end; round++) {
    const int status = run_round(r, entries, GENERATION, error);
    if (status)
      return status < 0 ? -1 : 0;
    for (int i = 0; i < entries && round % TURN == 0; i++)
      if (correct(r, i, 0.7, error))
        return -1;
  }
  return 0;
}

static void say(const rosin_match_race *r, const char *stage) {
  char text[160];
  const rosin_match_entry *e = &r->entry[0];
  rosin_format(text, sizeof text, "distance %.2f, third octaves %.1f dB", e->best.distance,
               e->best.octaves);
  rosin_tell("%s: %d tries; nearest %s, %s", stage, r->evaluations, e->scene.name, text);
}

/* 0, or -1 and an error; a signal or the time are none here. */
static int run_stages(rosin_match_race *r, const rosin_match_wish *w, rosin_match_found *f,
                      rosin_error *error) {
  if (choose_paces(r, error) || try_presets(r, error))
    return -1;
  rosin_match_race_sort(r, r->entries);
  say(r, "scenes");
  if (race(r, error))
    return -1;
  say(r, "macros");
  if (rosin_match_race_over(r) || find_floor(r, f, error))
    return rosin_match_race_over(r) ? 0 : -1;
  if (r->entry[0].space.count && is_itself(&r->entry[0].best, f)) {
    if (begin_search(r, 0, 0.08, error) || refine(r, 1, pair_ends, error))
      return -1;
    say(r, "within its own seeds");
    return 0;
  }
  const int pair = r->entries < PAIR ? r->entries : PAIR;
  for (int i = 0; i < pair; i++)
    if (embody(r, i, w->recording, error) || widen(r, i, 0.15, error))
      return -1;
  if (refine(r, pair, pair_ends, error))
    return -1;
  rosin_match_race_sort(r, r->entries);
  say(r, "bodies, laws and gestures");
  return refine(r, 1, 1, error);
}

/* What was found, out of the race. */
static void settle(rosin_match_race *r, rosin_match_found *f) {
  rosin_match_race_sort(r, r->entries);
  rosin_match_entry *e = &r->entry[0];
  rosin_match_space_set(&e->scene, &e->space, e->at, e->scene.seed, &f->set);
  f->before = e->usual;
  f->after = e->best;
  f->body = e->body;
  f->evaluations = r->evaluations;
  f->scenes = r->entries;
  f->other_apart = HUGE_VAL;
  for (int i = 1; i < r->entries; i++)
    if (r->entry[i].nearest.apart < f->other_apart) {
      f->other_apart = r->entry[i].nearest.apart;
      f->other_distance = r->entry[i].nearest.distance;
      f->other_octaves = r->entry[i].nearest.octaves;
      snprintf(f->other, sizeof f->other, "%s", r->entry[i].scene.name);
    }
  f->scene = e->scene;
  e->scene = (rosin_match_scene){0};
}

int rosin_match_search(const rosin_match_wish *w, const rosin_match_target *t, rosin_match_found *f,
                       rosin_error *error) {
  rosin_match_race *r = rosin_match_race_new(w, t);
  *f = (rosin_match_found){.floor_distance = (double)NAN, .floor_octaves = (double)NAN};
  if (!r)
    return rosin_fail(error, "out of memory");
  int status = w->from ? add_named(r, w->from, error) : (add_shipped(r), 0);
  if (status == 0)
    status = run_stages(r, w, f, error);
  if (rosin_match_race_over(r))
    status = 0; /* what was found stands */
  rosin_match_race_sort(r, r->entries);
  if (status == 0 && (r->entries == 0 || !isfinite(r->entry[0].best.apart)))
    status = rosin_fail(error, rosin_stopped(NULL) ? "interrupted; nothing was found"
                                                   : "no scene sounds: nothing was found");
  if (status == 0 && !rosin_stopped(NULL)) {
    r->unlimited = 1;
    rosin_error floor; /* without it what was found stands all the same */
    find_floor(r, f, &floor);
  }
  f->stopped = rosin_stopped(NULL) ? 1 : rosin_match_race_over(r) ? 2 : 0;
  if (status == 0)
    settle(r, f);
  rosin_match_race_free(r);
  return status;
}
