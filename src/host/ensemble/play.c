/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/play.h"
#include "course.h"
#include "error.h"
#include "host/common/crew.h"
#include "host/common/options.h"
#include "maths/maths.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 2 };

/* A pair of microphones that has all of a stage in view, and walls to its size. */
static const char *const stage[] = {"space.distance=5", "space.spread=0.8", "space.height=1.2",
                                    "space.wall=3"};
enum { STAGE = sizeof stage / sizeof *stage };

static int put(rosin_core *core, const char *name, double value, rosin_error *error) {
  const int index = rosin_core_find(core, name);
  if (index < 0)
    return rosin_fail(error, "%.100s: has no '%s'", rosin_core_scene(core), name);
  rosin_core_put(core, index, value);
  return 0;
}

/* The scene with the ensemble's settings; NULL and an error. */
static rosin_core *open_scene(const rosin_ensemble_part *p, const rosin_ensemble_terms *t,
                              rosin_error *error) {
  const char *list[ROSIN_LIST + STAGE + ROSIN_ENSEMBLE_STRINGS];
  char *errors = NULL;
  int count = 0;
  for (int i = 0; t->stage && i < STAGE; i++)
    list[count++] = stage[i];
  for (int i = 0; t->stage && i < ROSIN_ENSEMBLE_STRINGS; i++)
    list[count++] = p->kind->tuned[i];
  for (int i = 0; i < t->set.count; i++)
    list[count++] = t->set.text[i];
  rosin_core *core = rosin_core_open(
      &(rosin_core_source){
          .scene = t->scene ? t->scene : p->kind->scene, .overrides = count, .override = list},
      &errors);
  if (!core)
    rosin_fail(error, "%.400s", errors ? errors : "out of memory");
  free(errors);
  return core;
}

/* Players of one part are another ensemble's than those of the next. */
static double seed_of(double seed, int part) {
  return part ? (double)(rosin_course_mix((uint64_t)seed + ((uint64_t)part << 32)) >> 40) : seed;
}

/* Its instrument, if it is one that sits before two microphones: 0, or -1 and an error. */
static int open_instrument(rosin_ensemble_part *p, const rosin_ensemble_terms *t,
                           rosin_error *error) {
  rosin_core *core = p->core = open_scene(p, t, error);
  if (!core)
    return -1;
  if (!rosin_core_is_instrument(core))
    return rosin_fail(error, "%.200s: this scene has no instrument to be played by notes",
                      rosin_core_scene(core));
  if (rosin_core_channels(core) != CHANNELS)
    return rosin_fail(error, "%.200s: players sit before two microphones; it has %d channels",
                      rosin_core_scene(core), rosin_core_channels(core));
  return 0;
}

/* How its players play together. */
static int put_together(rosin_core *core, const rosin_ensemble_terms *t, rosin_error *error) {
  for (int i = 0; i < t->together.count; i++) {
    char name[32];
    const char *said = t->together.text[i], *equals = strchr(said, '=');
    snprintf(name, sizeof name, "%.*s", (int)(equals - said), said);
    if (put(core, name, rosin_number_read(equals + 1, NULL), error))
      return -1;
  }
  return 0;
}

static int open_part(rosin_ensemble *e, int index, const rosin_ensemble_terms *t,
                     rosin_error *error) {
  rosin_ensemble_part *p = &e->part[index];
  if (open_instrument(p, t, error))
    return -1;
  rosin_core *core = p->core;
  rosin_core_add_section(core);
  rosin_core_add_seed(core);
  rosin_core_set_take(core, seed_of(t->seed < 0 ? rosin_core_take(core) : t->seed, index));
  if (t->stage)
    rosin_core_sit(core, p->kind->seat[p->order > 0][0],
                   p->kind->seat[p->order > 0][1] + fmax(p->order - 1, 0));
  if (t->tuning)
    rosin_core_tune(core, t->tuning);
  if (put_together(core, t, error) || put(core, "players", p->players, error) ||
      (t->reads && put(core, "reads", 1, error)) ||
      rosin_core_settings(core, t->player.count, t->player.text, error) ||
      rosin_core_prepare(core, t->rate, error) ||
      rosin_core_score(core, p->score, p->count, t->controls, error))
    return -1;
  rosin_player_set_witness(rosin_core_player(core), rosin_left_out_note, &p->left);
  const double level = t->stage ? p->kind->level : 0;
  p->gain = (float)(rosin_pow(10, level / 20) * sqrt(t->stage ? p->players : 1));
  p->sound = malloc((size_t)ROSIN_ENSEMBLE_CALL * CHANNELS * sizeof *p->sound);
  return p->sound ? 0 : rosin_fail(error, "out of memory for a part");
}

int rosin_ensemble_open(rosin_ensemble *e, const rosin_ensemble_terms *t, rosin_error *error) {
  for (int i = 0; i < e->parts; i++)
    if (open_part(e, i, t, error))
      return -1;
  return 0;
}

void rosin_ensemble_pass_latency(rosin_ensemble *e) {
  for (int i = 0; i < e->parts; i++)
    rosin_core_pass_latency(e->part[i].core);
}

typedef struct {
  rosin_ensemble *ensemble;
  int frames;
} call;

static int run_part(void *context, void *own, int index, rosin_error *error) {
  const call *c = context;
  rosin_ensemble_part *p = &c->ensemble->part[index];
  (void)own, (void)error;
  rosin_core_process_frames(p->core, p->sound, c->frames);
  for (int i = 0; i < CHANNELS * c->frames; i++)
    p->sound[i] *= p->gain;
  return 0;
}

static void leave(void *own) {
  (void)own;
}

int rosin_ensemble_run(rosin_ensemble *e, int frames, float *out, int threads, rosin_error *error) {
  call c = {e, frames};
  const rosin_crew crew = {
      .tasks = e->parts, .context = &c, .own = 1, .one = run_part, .leave = leave};
  if (rosin_crew_run(&crew, threads < e->parts ? threads : e->parts, error))
    return -1;
  for (int i = 0; i < CHANNELS * frames; i++) {
    float sum = 0;
    for (int p = 0; p < e->parts; p++)
      sum += e->part[p].sound[i];
    out[i] = sum;
  }
  return 0;
}
