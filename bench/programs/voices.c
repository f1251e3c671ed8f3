/* SPDX-License-Identifier: BSD-3-Clause */
/* What a pool of voices takes: 24 of mixed effects and pairs that all sound, told 60 times a second
 * what they do, at 48 kHz in calls of 256 frames; and the same asleep. Of each kind, how loud it
 * was, since silence costs nothing: all 24 are above -60 dBFS, or it fails.
 *
 *   voices [SECONDS [WAV]]    of each, by time of this thread and by the wall; 10. The sound goes
 *                             into a raw file of floats, left and right by turns
 *
 * A buffer lasts 5.33 ms; half a core is 2.67 ms. */
#define _POSIX_C_SOURCE 200809L
#include "rosin/voices.h"

#include "format.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, FRAMES = 256, EACH = 3, KINDS = 8, VOICES = KINDS * EACH };

static const char *const kind[KINDS][2] = {
    {"rubber", "tile"}, {"hoof", "ice"},           {"wood", "stone"}, {"steel", "steel"},
    {"stone", "wood"},  {"door-hinge-slow", NULL}, {"rope", NULL},    {"door-hinge-fast", NULL}};

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned drawn = 12345;
static double chance(void) {
  drawn = drawn * 1664525u + 1013904223u;
  return (double)(drawn >> 8) / (1 << 24);
}

/* The first line of FILE that begins with `with`, behind its colon. */
static void say_line(const char *file, const char *with, const char *title) {
  char line[512];
  FILE *f = fopen(file, "r");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, with, strlen(with)) == 0) {
      const char *colon = *with ? strchr(line, ':') : NULL;
      printf("%s %s", title, colon ? colon + 2 : line);
      break;
    }
  if (f)
    fclose(f);
}

typedef struct {
  double mean, worst, wall_worst; /* ms a buffer */
  int sounding;                   /* at least, of all buffers */
  double loud[VOICES];            /* sum of squares of each */
  int calls;
} result;

static result measure(rosin_voices *pool, const rosin_voice *voice, double seconds, int plays,
                      FILE *to) {
  static float out[2 * FRAMES];
  const int calls = (int)(seconds * RATE / FRAMES);
  result r = {.sounding = VOICES, .calls = calls};
  for (int i = 0; i < calls; i++) {
    if (plays && i % 3 == 0) /* 62.5 times a second */
      for (int k = 0; k < VOICES; k++) {
        rosin_voices_contact(pool, voice[k], 5 + 40 * chance(), 0.05 + chance());
        if (chance() < 0.02)
          rosin_voices_impact(pool, voice[k], 0.2 * chance());
      }
    const double cpu = seconds_of(CLOCK_THREAD_CPUTIME_ID), wall = seconds_of(CLOCK_MONOTONIC);
    rosin_voices_render(pool, out, FRAMES);
    const double took = 1e3 * (seconds_of(CLOCK_THREAD_CPUTIME_ID) - cpu);
    const double passed = 1e3 * (seconds_of(CLOCK_MONOTONIC) - wall);
    r.mean += took / calls;
    r.worst = took > r.worst ? took : r.worst;
    r.wall_worst = passed > r.wall_worst ? passed : r.wall_worst;
    const int sounding = rosin_voices_counts(pool).sounding;
    r.sounding = sounding < r.sounding ? sounding : r.sounding;
    for (int k = 0; k < VOICES; k++) {
      const double level = rosin_voices_level(pool, voice[k]);
      r.loud[k] += level * level;
    }
    if (to)
      fwrite(out, sizeof out, 1, to);
  }
  return r;
}

static void say(const char *what, const result *r) {
  rosin_print(stdout,
              "%-8s %2d sound in every buffer: mean %.3f ms, worst %.3f ms of this thread, %.3f ms "
              "by the wall, of "
              "%.2f ms: %.1f%% of a core\n",
              what, r->sounding, r->mean, r->worst, r->wall_worst, 1e3 * FRAMES / RATE,
              r->mean * RATE / FRAMES / 10);
}

/* dBFS of the softest and of the loudest of each kind; 0, or 1 if one was silent. */
static int say_levels(const result *r) {
  int silent = 0;
  for (int k = 0; k < KINDS; k++) {
    double least = 200, most = -200;
    for (int i = k * EACH; i < (k + 1) * EACH; i++) {
      const double db = 10 * log10(r->loud[i] / r->calls + 1e-20);
      least = fmin(least, db);
      most = fmax(most, db);
    }
    silent |= least < -60;
    rosin_print(stdout, "%-16s %-6s %d voices, %.1f to %.1f dBFS\n", kind[k][0],
                kind[k][1] ? kind[k][1] : "", EACH, least, most);
  }
  return silent;
}

/* Bytes of a seat of each kind, and of all that the pool stands in. */
static size_t say_bytes(const rosin_voices_config *config) {
  rosin_error error = {{0}};
  size_t all = rosin_voices_bytes(config, &error);
  printf("pool: %zu bytes\n", all);
  for (int k = 0; k < KINDS; k++) {
    const size_t bytes = kind[k][1]
                             ? rosin_voices_pair_bytes(config, kind[k][0], kind[k][1], &error)
                             : rosin_voices_effect_bytes(config, kind[k][0], NULL, &error);
    printf("%-16s %-6s %7zu bytes a voice\n", kind[k][0], kind[k][1] ? kind[k][1] : "", bytes);
    all += EACH * bytes;
  }
  return all;
}

static rosin_voices *open_pool(rosin_voices_config *config, rosin_voice *voice,
                               rosin_error *error) {
  config->bytes = say_bytes(config);
  config->memory = malloc(config->bytes);
  rosin_voices *pool = rosin_voices_create(config, error);
  for (int k = 0; k < KINDS && pool; k++) {
    const int made = kind[k][1] ? rosin_voices_pair(pool, kind[k][0], kind[k][1], EACH, error)
                                : rosin_voices_effect(pool, kind[k][0], NULL, EACH, error);
    if (made < 0)
      return NULL;
    for (int i = 0; i < EACH; i++)
      voice[k * EACH + i] = rosin_voices_start(pool, made, 0);
  }
  return pool;
}

int main(int arguments, char **argument) {
  rosin_error error = {{0}};
  rosin_voices_config config = {.rate = RATE, .frames = FRAMES, .voices = VOICES};
  rosin_voice voice[VOICES];
  const double seconds = arguments > 1 ? rosin_number_read(argument[1], NULL) : 10;
  say_line("/proc/cpuinfo", "model name", "processor:");
  say_line("/proc/loadavg", "", "load:");
  rosin_voices *pool = open_pool(&config, voice, &error);
  if (!pool)
    return fprintf(stderr, "%s\n", error.text), 1;
  FILE *to = arguments > 2 ? fopen(argument[2], "wb") : NULL;
  measure(pool, voice, 0.5, 1, to);
  const result plays = measure(pool, voice, seconds, 1, to);
  const int silent = say_levels(&plays) || plays.sounding < VOICES;
  say("playing", &plays);
  for (int k = 0; k < VOICES; k++)
    rosin_voices_contact(pool, voice[k], 0, 0);
  measure(pool, voice, 8, 0, to);
  const result sleeps = measure(pool, voice, seconds, 0, to);
  say("asleep", &sleeps);
  if (silent)
    fputs("one of the voices was silent: these figures say nothing\n", stderr);
  if (to)
    fclose(to);
  rosin_voices_free(pool);
  free(config.memory);
  return silent;
}
