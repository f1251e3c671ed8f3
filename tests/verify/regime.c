/* SPDX-License-Identifier: BSD-3-Clause */
/* The verdict on a motion must not depend on where the window opens: windows of twenty periods
 * at random moments of strings in steady Helmholtz motion, under several laws. Prints lines:
 * name value samples seed. */
#include "regime/regime.h"
#include "random.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOWS = 50, PERIODS = 20, BLOCK = 256, SECONDS = 5 };

static const double speed = 0.1, share = 0.15, pitch = 147;

/* Scenes of a D string, and what makes their motion a steady one. */
static const struct {
  const char *name, *settings[3];
} scenes[] = {
    {"cello-d", {"bow.force=1.1"}},
    {"cello-d", {"bow.force=2", "bow.law.damping_limit=1"}},
    {"law-elastoplastic", {"bow.force=1.1"}},
    {"law-lugre", {"bow.force=1.1"}},
    {"law-coulomb", {"bow.force=1.6"}},
    {"law-thermal", {"bow.force=1.1"}},
    {"law-induction", {"bow.force=1.1"}},
    {"law-lugre", {"bow.force=0.8"}},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct {
  const rosin_scene *scene;
  double *velocity;
  long count, room;
} record;

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  record *r = context;
  const double *v = rosin_network_read(network, rosin_scene_probe_signal(r->scene, 0));
  (void)first;
  for (int i = 0; i < frames && r->count < r->room; i++)
    r->velocity[r->count++] = v[i];
}

/* Relative velocity at the bow, SECONDS of it; NULL if that cannot be. */
static double *bowed(int index, double *rate, long *count) {
  static const char *const probe = "bow.velocity";
  char *errors = NULL;
  rosin_error error = {"no memory"};
  const char *set[8] = {"bow.velocity=0.1", "bow.position=0.15", "duration=60"};
  int settings = 3;
  for (int k = 0; k < 3 && scenes[index].settings[k]; k++)
    set[settings++] = scenes[index].settings[k];
  rosin_scene *scene = rosin_scene_load(scenes[index].name, settings, set, &errors);
  if (!scene || rosin_scene_probe(scene, 1, &probe) ||
      rosin_scene_prepare(scene, 44100, BLOCK, &error)) {
    fprintf(stderr, "%s: %s\n", scenes[index].name, errors ? errors : error.text);
    exit(1);
  }
  static float out[BLOCK * 16];
  *rate = rosin_scene_engine_rate(scene);
  record r = {.scene = scene, .room = lround(SECONDS * *rate)};
  r.velocity = malloc((size_t)r.room * sizeof *r.velocity);
  rosin_scene_set_tap(scene, tap, &r);
  while (r.velocity && r.count < r.room)
    rosin_scene_process(scene, BLOCK, out);
  rosin_scene_free(scene);
  *count = r.count;
  return r.velocity;
}

static rosin_regime judge(const double *velocity, const double *bow, double rate, int count) {
  const rosin_motion m = {.rate = rate,
                          .period = 1 / pitch,
                          .share = share,
                          .loss = 3.14159265358979323846 / 500,
                          .count = count,
                          .velocity = velocity,
                          .bow = bow};
  rosin_regime r;
  rosin_regime_find(&m, &r);
  return r;
}

int main(int argc, char **argv) {
  const uint64_t first_seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20261123;
  uint64_t seed = first_seed;
  int wrong = 0, windows = 0, clean = 0;
  double jitter = 0;
  for (int k = 0; k < SCENES; k++) {
    double rate;
    long count;
    double *v = bowed(k, &rate, &count), *bow = malloc((size_t)count * sizeof *bow);
    for (long i = 0; i < count; i++)
      bow[i] = speed;
    const long from = count / 2;
    const rosin_regime whole = judge(v + from, bow, rate, (int)(count - from));
    const int is_clean = whole.kind == ROSIN_REGIME_HELMHOLTZ && whole.jitter < 5e-3;
    if (getenv("SHOW"))
      fprintf(stderr, "%s: %s, jitter %g\n", scenes[k].name, rosin_regime_name(whole.kind),
              whole.jitter);
    clean += is_clean;
    const int length = (int)(PERIODS * rate / pitch) + 1;
    for (int i = 0; is_clean && i < WINDOWS; i++, windows++) {
      const long at = from + (long)uniform(&seed, 0, (double)(count - from - length));
      const rosin_regime r = judge(v + at, bow, rate, length);
      wrong += r.kind != ROSIN_REGIME_HELMHOLTZ;
      jitter = fmax(jitter, r.jitter);
    }
    free(v);
    free(bow);
  }
  const unsigned long long s = first_seed;
  printf("regime_clean_motions %d %d %llu\n", clean, SCENES, s);
  printf("regime_windows %d %d %llu\n", windows, windows, s);
  printf("regime_wrong_windows %d %d %llu\n", wrong, windows, s);
  printf("regime_worst_jitter %.3g %d %llu\n", jitter, windows, s);
  return 0;
}
