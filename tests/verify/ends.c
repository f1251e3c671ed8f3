/* SPDX-License-Identifier: BSD-3-Clause */
/* How loud what plays still is when its tail, as hosts are told it, is over: every effect, ended in
 * every way, and every instrument, its lowest note let go; macros anywhere in their ranges. Lines:
 * name, value, samples, seed. */
#include "plugin/list.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, FRAMES = 441, SEED = 2503 };

static float left[FRAMES], right[FRAMES];
static float *const out[] = {left, right};
static long long samples;

static double run(rosin_core *c, double seconds) {
  double peak = 0;
  for (long at = 0; at < lround(seconds * RATE); at += FRAMES) {
    rosin_core_process(c, out, FRAMES);
    for (int i = 0; i < FRAMES; i++) {
      const double l = fabs((double)left[i]), r = fabs((double)right[i]);
      peak = fmax(peak, l);
      peak = rosin_core_channels(c) > 1 ? fmax(peak, r) : peak;
    }
    samples += FRAMES;
  }
  return peak;
}

static void midi(rosin_core *c, int status, int first, int second) {
  const unsigned char message[] = {(unsigned char)status, (unsigned char)first,
                                   (unsigned char)second};
  rosin_core_midi(c, 0, message, 3);
}

static void set(rosin_core *c, const char *name, double value) {
  rosin_core_set(c, 0, rosin_core_find(c, name), value);
}

typedef enum {
  NOTE,
  SOUND_OFF,
  NOTES_OFF,
  INSTRUMENTS,
  GESTURE = INSTRUMENTS,
  TRIGGER,
  CONTINUOUS,
  WAYS
} way;
static const char *const name_of[] = {"note_off", "120", "123", "gesture", "trigger", "continuous"};

static void begin(rosin_core *c, way w, int key) {
  if (w < INSTRUMENTS)
    midi(c, 0x90, key, 100);
  else
    set(c, w == CONTINUOUS ? "continuous" : "trigger", 1);
}

static void end(rosin_core *c, way w, int key) {
  if (w == NOTE)
    midi(c, 0x80, key, 0);
  else if (w < INSTRUMENTS)
    midi(c, 0xb0, w == SOUND_OFF ? 120 : 123, 0);
  else if (w != GESTURE)
    set(c, w == CONTINUOUS ? "continuous" : "trigger", 0);
}

static rosin_core *open_core(const char *name, uint64_t *seed) {
  rosin_error error;
  rosin_core *c = rosin_plugin_open(name, &error);
  if (c)
    rosin_core_set_take(c, 1); /* a new instance has a take of its own */
  for (int i = 3; c && !rosin_core_is_instrument(c) && i < rosin_core_parameters(c); i++) {
    const rosin_parameter *row = rosin_core_parameter(c, i);
    const double value = uniform(seed, row->low, row->high);
    const int fixed = strcmp(row->name, "key_hold") == 0 || strcmp(row->name, "bypass") == 0;
    rosin_core_put(c, i, fixed ? 0 : value); /* it ends with its key, and sounds */
  }
  if (!c || rosin_core_prepare(c, RATE, &error)) {
    fprintf(stderr, "ends: %s: %s\n", name, error.text);
    exit(1);
  }
  return c;
}

/* What is left when the tail is over; the time it is counted from is when nothing drives it. */
static double remains(const char *name, way w, int key, uint64_t *seed) {
  rosin_core *c = open_core(name, seed);
  const double duration = rosin_core_is_instrument(c) ? 0 : rosin_core_duration(c);
  begin(c, w, key);
  run(c, w == GESTURE ? duration : uniform(seed, 0.3, 2));
  end(c, w, key);
  run(c, rosin_core_tail(c) - (w == CONTINUOUS ? 0 : duration));
  const double peak = run(c, 0.5);
  rosin_core_free(c);
  return peak;
}

int main(void) {
  static const struct {
    const char *name;
    int key;
  } lowest[] = {
      {"cello", 36}, {"cello-measured", 36}, {"violin", 55}, {"viola", 48}, {"double-bass", 28}};
  uint64_t seed = SEED;
  const char *name;
  for (way w = NOTE; w < WAYS; w++) {
    double most = 0;
    samples = 0;
    for (int i = sizeof lowest / sizeof *lowest; (name = rosin_plugin_at(i)); i++)
      most = fmax(most, remains(name, w, 60, &seed));
    printf("ends_effects_%s_dbfs %.1f %lld %d\n", name_of[w], 20 * log10(most + 1e-15), samples,
           SEED);
  }
  samples = 0;
  double most = 0;
  for (size_t i = 0; i < sizeof lowest / sizeof *lowest; i++)
    most = fmax(most, remains(lowest[i].name, (way)(i % INSTRUMENTS), lowest[i].key, &seed));
  printf("ends_instruments_dbfs %.1f %lld %d\n", 20 * log10(most + 1e-15), samples, SEED);
  return 0;
}
