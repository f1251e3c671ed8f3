/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices of games, measured as a game uses them: what is left of the steps in what they are told,
 * how late it comes, what is heard of thefts and awakenings, what sleep costs. Each from seeds that
 * nothing was chosen by. Prints lines: name value samples seed.
 *
 *   voices [SEED] */
#include "random.h"
#include "rosin/scene.h"
#include "scene/scene.h"
#include "voices/drive.h"
#include "voices/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, FRAMES = 256, COUNT = 1 << 16, KINDS = 6 };

static const double pi_of = 3.14159265358979323846;

static const char *const kind[KINDS][2] = {{"rubber", "tile"},        {"wood", "stone"},
                                           {"hoof", "ice"},           {"steel", "steel"},
                                           {"door-hinge-slow", NULL}, {"rope", NULL}};

static rosin_voices *open_pool(int voices, int seats, int *made) {
  rosin_error error = {{0}};
  const rosin_voices_config c = {
      .rate = RATE, .frames = FRAMES, .voices = voices, .seats = KINDS * seats};
  rosin_voices *pool = rosin_voices_create(&c, &error);
  for (int i = 0; i < KINDS && pool; i++)
    if ((made[i] = kind[i][1] ? rosin_voices_pair(pool, kind[i][0], kind[i][1], seats, &error)
                              : rosin_voices_effect(pool, kind[i][0], NULL, seats, &error)) < 0)
      pool = NULL;
  if (!pool) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return pool;
}

static void print(const char *name, double value, long long samples, uint64_t seed) {
  printf("%s %.9g %lld %llu\n", name, value, samples, (unsigned long long)seed);
}

/* ---- what moves, as the network is fed ----------------------------------------- */

/* Of one voice at a time: what it was fed, sample by sample. */
static struct {
  double *force, *speed;
  int count;
} seen;

static void drive(void *voice, long long first, int frames) {
  rosin_voice_sound *v = voice;
  double before[2] = {v->ease[VOICE_FORCE].at[3], v->ease[VOICE_SPEED].at[3]};
  const int moves[2] = {v->ease[VOICE_FORCE].moves, v->ease[VOICE_SPEED].moves};
  rosin_voice_drive(v, first, frames);
  for (int i = 0; i < frames && seen.count < COUNT; i++, seen.count++) {
    seen.force[seen.count] = moves[0] ? v->feed[VOICE_FORCE][i] : before[0];
    seen.speed[seen.count] = moves[1] ? v->feed[VOICE_SPEED][i] : before[1];
  }
}

/* Amplitude of a line at `hertz` under a window of Blackman and Harris (its own lobes fall by 92
 * dB), by Goertzel's recursion. */
static double line(const double *x, int count, double hertz) {
  const double w = 2 * pi_of * hertz / RATE, c = 2 * cos(w);
  double a = 0, b = 0;
  for (int i = 0; i < count; i++) {
    const double p = 2 * pi_of * i / count;
    const double window = 0.35875 - 0.48829 * cos(p) + 0.14128 * cos(2 * p) - 0.01168 * cos(3 * p);
    const double s = x[i] * window + c * a - b;
    b = a;
    a = s;
  }
  return 2 * sqrt(fabs(a * a + b * b - c * a * b)) / (0.35875 * count);
}

/* dB, of the largest line above 250 Hz against all that moves: lines at many times the rate of the
 * game, and a grid. */
static double zipper(double *x, int count, double told) {
  double mean = 0, square = 0, worst = 0;
  for (int i = 0; i < count; i++)
    mean += x[i] / count;
  for (int i = 0; i < count; i++) {
    x[i] -= mean;
    square += x[i] * x[i] / count;
  }
  for (double hertz = 250; hertz < 16000; hertz *= 1.11)
    worst = fmax(worst, line(x, count, hertz));
  for (int k = 1; k * told < 4000; k++)
    if (k * told > 250)
      worst = fmax(worst, line(x, count, k * told));
  return 20 * log10(worst / sqrt(square));
}

/* A game that tells one voice `told` times a second, in jumps, at moments of its own clock; the
 * sound in calls of any length. */
static void play(rosin_voices *pool, rosin_voice v, double told, int frames, int mixes,
                 uint64_t *seed, float *out) {
  int done = 0, turn = 0;
  while (done < frames) {
    const int next = (int)(turn * RATE / told);
    if (done >= next) {
      turn++;
      rosin_voices_contact(pool, v, uniform(seed, 0, 1) < 0.2 ? 0 : uniform(seed, 0, 100),
                           uniform(seed, -1, 1));
      if (mixes)
        rosin_voices_mix(pool, v, uniform(seed, 0, 2), uniform(seed, -1, 1));
    }
    const int now = (int)fmin(1 + uniform(seed, 0, FRAMES), frames - done);
    rosin_voices_render(pool, out + 2 * done, now);
    done += now;
  }
}

static void measure_zipper(uint64_t seed) {
  static float out[2 * COUNT];
  seen.force = calloc(COUNT, sizeof *seen.force);
  seen.speed = calloc(COUNT, sizeof *seen.speed);
  for (int told = 30; told <= 120; told *= 2) {
    double worst = -1000;
    uint64_t own = seed + (uint64_t)told;
    for (int round = 0; round < KINDS; round++) {
      int made[KINDS];
      rosin_voices *pool = open_pool(1, 1, made);
      const rosin_voice v = rosin_voices_start(pool, made[round], 0);
      rosin_voice_sound *s = pool->seat[v & ((1 << POOL_SEAT_BITS) - 1)].sound;
      rosin_scene_set_driver(s->scene, drive, s);
      rosin_voices_contact(pool, v, 20, 0.1); /* awake, so that all of it is seen */
      seen.count = 0;
      play(pool, v, told, COUNT, 0, &own, out);
      const int from = seen.count > RATE / 10 ? RATE / 10 : 0;
      worst = fmax(worst, zipper(seen.force + from, seen.count - from, told));
      worst = fmax(worst, zipper(seen.speed + from, seen.count - from, told));
      rosin_voices_free(pool);
    }
    char name[40];
    snprintf(name, sizeof name, "voices_zipper_%d", told);
    print(name, worst, 2LL * KINDS * COUNT, seed + (uint64_t)told);
  }
  free(seen.force);
  free(seen.speed);
}

/* The same of gain and place: what is heard with them over what is heard without. */
static void measure_zipper_of_mix(uint64_t seed) {
  static float still[2 * COUNT], moved[2 * COUNT];
  static double gain[COUNT];
  double worst = -1000;
  for (int told = 30; told <= 120; told *= 2) {
    for (int mixes = 0; mixes < 2; mixes++) {
      int made[KINDS];
      uint64_t own = seed + (uint64_t)told;
      rosin_voices *pool = open_pool(1, 1, made);
      const rosin_voice v = rosin_voices_start(pool, made[0], 0);
      rosin_voices_contact(pool, v, 20, 0.3);
      float *out = mixes ? moved : still;
      for (int i = 0, turn = 0; i < COUNT; i += 64) {
        if (i >= (int)(turn * RATE / told)) {
          turn++;
          const double loud = uniform(&own, 0.1, 2), pan = uniform(&own, -1, 1);
          rosin_voices_mix(pool, v, mixes ? loud : 1, mixes ? pan : 0);
        }
        rosin_voices_render(pool, out + 2 * i, 64);
      }
      rosin_voices_free(pool);
    }
    const int from = RATE / 10;
    double last = 1;
    for (int i = from; i < COUNT; i++)
      last = gain[i - from] =
          fabs((double)still[2 * i]) > 1e-5 ? (double)moved[2 * i] / (double)still[2 * i] : last;
    worst = fmax(worst, zipper(gain, COUNT - from, told));
  }
  print("voices_mix_zipper", worst, 3LL * COUNT, seed);
}

/* ms until half of a jump is there, told at any moment of a buffer of 256 frames, which itself is
 * heard from its begin on: the worst of many. */
static void measure_lag(uint64_t seed) {
  static double force[COUNT], speed[COUNT];
  float out[2 * FRAMES];
  double worst = 0;
  int made[KINDS];
  uint64_t own = seed;
  rosin_voices *pool = open_pool(1, 1, made);
  const rosin_voice v = rosin_voices_start(pool, made[1], 0);
  rosin_voice_sound *s = pool->seat[v & ((1 << POOL_SEAT_BITS) - 1)].sound;
  rosin_scene_set_driver(s->scene, drive, s);
  seen.force = force;
  seen.speed = speed;
  double before = 20;
  rosin_voices_contact(pool, v, before, 0.1);
  for (int i = 0; i < 60; i++)
    rosin_voices_render(pool, out, FRAMES);
  for (int turn = 0; turn < 200; turn++) {
    const double target = uniform(&own, 1, 100), late = uniform(&own, 0, FRAMES);
    seen.count = 0;
    rosin_voices_contact(pool, v, target, 0.1);
    for (int i = 0; i < 30; i++)
      rosin_voices_render(pool, out, FRAMES);
    int half = 0; /* the call begins `late` frames after it was told */
    while (half < seen.count && fabs(force[half] - before) < 0.5 * fabs(target - before))
      half++;
    worst = fmax(worst, half < seen.count ? 1e3 * (half + late) / RATE : 1e3);
    before = target;
  }
  print("voices_lag_ms", worst, 200, seed);
  rosin_voices_free(pool);
}

/* ---- what is heard of it --------------------------------------------------------- */

/* The largest step of a step from sample to sample: what a click is, and hardly anything else. */
static double sharpest(const float *out, int from, int frames) {
  double most = 0;
  for (int i = from < 2 ? 2 : from; i < from + frames; i++)
    for (int s = 0; s < 2; s++)
      most = fmax(most, fabs((double)out[2 * i + s] - 2 * (double)out[2 * i - 2 + s] +
                             (double)out[2 * i - 4 + s]));
  return most;
}

/* dB: what is sharpest while a voice is stolen, or wakes, against the sharpest of a second in which
 * it slides; the worst of all kinds and of many moments. */
static void measure_clicks(uint64_t seed) {
  enum { LONG = 2 * RATE, TAKES = 20 };
  static float out[2 * LONG];
  double stolen = -1000, woken = -1000;
  uint64_t own = seed;
  for (int k = 0; k < KINDS; k++)
    for (int take = 0; take < TAKES; take++) {
      int made[KINDS];
      rosin_voices *pool = open_pool(1, 1, made);
      rosin_voice v = rosin_voices_start(pool, made[k], 0);
      const double force = uniform(&own, 5, 40), speed = uniform(&own, 0.05, 0.5);
      rosin_voices_contact(pool, v, force, speed);
      int at = 0;
      for (; at < RATE; at += 64)
        rosin_voices_render(pool, out + 2 * at, 64);
      const int wait = (int)uniform(&own, 1, 64); /* in the midst of a swing */
      rosin_voices_render(pool, out + 2 * at, wait);
      at += wait;
      const double slides = sharpest(out, RATE / 2, at - RATE / 2);
      v = rosin_voices_start(pool, made[(k + take % 2) % KINDS], 0); /* and tells nothing */
      rosin_voices_render(pool, out + 2 * at, FRAMES);
      rosin_voices_render(pool, out + 2 * (at + FRAMES), FRAMES);
      stolen = fmax(stolen, 20 * log10(sharpest(out, at, 2 * FRAMES) / slides));
      rosin_voices_stop(pool, v);
      for (int i = 0; i < 4000 && (i < 4 || rosin_voices_counts(pool).sounding); i++)
        rosin_voices_render(pool, out, FRAMES);
      v = rosin_voices_start(pool, made[k], 0);
      for (int i = 0; i < 4; i++)
        rosin_voices_render(pool, out, FRAMES);
      rosin_voices_contact(pool, v, force, speed);
      rosin_voices_render(pool, out, FRAMES);
      woken = fmax(woken, 20 * log10(sharpest(out, 0, FRAMES) / slides + 1e-12));
      rosin_voices_free(pool);
    }
  print("voices_click_stolen", stolen, (long long)KINDS * TAKES, seed);
  print("voices_click_woken", woken, (long long)KINDS * TAKES, seed);
}

/* ---- what it costs ---------------------------------------------------------------- */

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The quickest of some seconds, of this thread's time. */
static double seconds_of(rosin_voices *pool, const rosin_voice *v, int voices, int plays) {
  static float out[2 * FRAMES];
  double quickest = 1e9;
  uint64_t own = 1;
  for (int take = 0; take < 5; take++) {
    const double from = processor_time();
    for (int i = 0; i < RATE / FRAMES / 2; i++) {
      for (int k = 0; plays && i % 3 == 0 && k < voices; k++)
        rosin_voices_contact(pool, v[k], uniform(&own, 5, 40), uniform(&own, 0.05, 1));
      rosin_voices_render(pool, out, FRAMES);
    }
    quickest = fmin(quickest, processor_time() - from);
  }
  return quickest;
}

static void measure_sleep(void) {
  enum { EACH = 4 };
  int made[KINDS];
  rosin_voice v[KINDS * EACH];
  rosin_voices *pool = open_pool(KINDS * EACH, EACH, made);
  for (int i = 0; i < KINDS * EACH; i++)
    v[i] = rosin_voices_start(pool, made[i / EACH], 0);
  const double sounding = seconds_of(pool, v, KINDS * EACH, 1);
  const int sound = rosin_voices_counts(pool).sounding;
  for (int i = 0; i < KINDS * EACH; i++)
    rosin_voices_contact(pool, v[i], 0, 0);
  float out[2 * FRAMES];
  for (int i = 0; i < 8000 && (i < 4 || rosin_voices_counts(pool).sounding); i++)
    rosin_voices_render(pool, out, FRAMES);
  const double asleep = seconds_of(pool, v, KINDS * EACH, 0);
  print("voices_sounding_of_24", sound, 1, 0);
  print("voices_asleep_of_24", rosin_voices_counts(pool).asleep, 1, 0);
  print("voices_sleep_percent", 100 * asleep / sounding, 5, 0);
  rosin_voices_free(pool);
}

int main(int arguments, char **argument) {
  const uint64_t seed = arguments > 1 ? strtoull(argument[1], NULL, 10) : 471120;
  measure_zipper(seed);
  measure_zipper_of_mix(seed + 1000);
  measure_lag(seed + 2000);
  measure_clicks(seed + 3000);
  measure_sleep();
  return 0;
}
