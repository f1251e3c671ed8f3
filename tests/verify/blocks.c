/* SPDX-License-Identifier: BSD-3-Clause */
/* What the engine itself takes for each call of a cello that is played densely: the same random
 * gesture is played several times, and of each call the quickest time counts. What an operating
 * system or a hypervisor takes from the processor falls on other calls each time; what the engine
 * takes falls on the same ones. Prints lines: name value samples seed.
 *
 *   blocks [FRAMES] [SECONDS] [SEED]      64 frames, 120 s, 20261122 */
#include "core/core.h"
#include "random.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RATE = 48000, TAKES = 4, EVENTS = 600 /* a second */ };

typedef struct {
  int frames, calls;
  uint64_t seed;
  double *quickest; /* s, of each call */
} study;

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Half of the events are notes, bends and controllers on 16 channels, half move any target. */
static rosin_event any_event(const rosin_targets *targets, uint64_t *seed) {
  rosin_event e = {.target = ROSIN_EVENT_PLAYER};
  if (uniform(seed, 0, 1) < 0.5) {
    e.target = (int)uniform(seed, 0, targets->count);
    const rosin_target *t = &targets->target[e.target];
    e.value = uniform(seed, t->low, t->high);
    return e;
  }
  const double what = uniform(seed, 0, 1);
  e.player.kind = what < 0.3   ? ROSIN_PLAYER_NOTE_ON
                  : what < 0.6 ? ROSIN_PLAYER_NOTE_OFF
                  : what < 0.8 ? ROSIN_PLAYER_BEND
                  : what < 0.9 ? ROSIN_PLAYER_PRESSURE
                               : ROSIN_PLAYER_CONTROL;
  e.player.channel = (int)uniform(seed, 0, 16);
  e.player.controller = (int)uniform(seed, 0, 128);
  e.player.key = floor(uniform(seed, 36, 84));
  e.player.value = e.player.kind == ROSIN_PLAYER_BEND ? uniform(seed, -2, 2) : uniform(seed, 0, 1);
  return e;
}

static void take(study *s) {
  rosin_error error = {"no scene"};
  char *errors = NULL;
  rosin_scene *scene = rosin_scene_load("cello", 0, NULL, &errors);
  rosin_core *core = scene ? rosin_core_over(scene, 1, 0, &error) : NULL;
  float *out = core && rosin_core_prepare(core, RATE, &error) == 0
                   ? malloc((size_t)(s->frames * rosin_core_channels(core)) * sizeof *out)
                   : NULL;
  if (!out) {
    fprintf(stderr, "%s\n", errors ? errors : error.text);
    exit(EXIT_FAILURE);
  }
  uint64_t seed = s->seed;
  double due = 0; /* events */
  for (int c = 0; c < s->calls; c++) {
    for (due += (double)EVENTS * s->frames / RATE; due >= 1; due--) {
      const rosin_event e = any_event(rosin_core_targets(core), &seed);
      rosin_core_post(core, (int)uniform(&seed, 0, s->frames), &e);
    }
    const double before = processor_time();
    rosin_core_process_frames(core, out, s->frames);
    s->quickest[c] = fmin(s->quickest[c], processor_time() - before);
  }
  rosin_core_free(core);
  rosin_scene_free(scene);
  free(out);
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  const double seconds = argc > 2 ? atof(argv[2]) : 120;
  study s = {.frames = argc > 1 ? atoi(argv[1]) : 64,
             .seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 20261122};
  const uint64_t seed = s.seed;
  if (s.frames < 1 || !(seconds > 0))
    return EXIT_FAILURE;
  s.calls = (int)ceil(seconds * RATE / s.frames);
  s.quickest = malloc((size_t)s.calls * sizeof *s.quickest);
  if (!s.quickest)
    return EXIT_FAILURE;
  for (int c = 0; c < s.calls; c++)
    s.quickest[c] = INFINITY;
  for (int k = 0; k < TAKES; k++)
    take(&s);
  qsort(s.quickest, (size_t)s.calls, sizeof *s.quickest, by_size);
  const double period = (double)s.frames / RATE;
  const double share[] = {s.quickest[s.calls / 2], s.quickest[(int)(0.999 * s.calls)],
                          s.quickest[s.calls - 1]};
  static const char *const name[] = {"p50", "p999", "worst"};
  for (int k = 0; k < 3; k++)
    printf("engine_cello_%d_%s %.4g %d %llu\n", s.frames, name[k], share[k] / period, s.calls,
           (unsigned long long)seed);
  free(s.quickest);
  return EXIT_SUCCESS;
}
