/* SPDX-License-Identifier: BSD-3-Clause */
/** A core that is told by hand what a plugin beside it is told by a host: both must give the same
 * samples, to the bit. What only a plugin does (its take, a limiter, a bow for hands, engines that
 * are built beside) stands here a second time, in as few lines as can be. */
#ifndef ROSIN_TEST_TWIN_H
#define ROSIN_TEST_TWIN_H

#include "core/core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWIN_MOST = 512, TWIN_CHANNELS = 2, TWIN_KINDS = 4, TWIN_HEARD = 2 };

typedef struct {
  rosin_core *core;
  rosin_engine *built, *done; /* waits to be played; waits to be freed */
  int asked, wanted;          /* whether one is to be built; whether the main thread is called */
  float sound[TWIN_CHANNELS][TWIN_MOST], heard[TWIN_HEARD][TWIN_MOST];
} twin;

static unsigned twin_seed = 1;
static inline unsigned twin_chance(unsigned below) {
  twin_seed = twin_seed * 1664525u + 1013904223u;
  return (twin_seed >> 8) % below;
}
/** From `low` to `high`, at times past either. */
static inline double twin_within(double low, double high) {
  return low + (high - low) * ((double)twin_chance(1200) - 100) / 1000;
}

static inline void twin_die(const char *scene, const char *why) {
  fprintf(stderr, "%s: %s\n", scene, why);
  exit(1);
}

/* What makes all silent, or nearly: seldom turned, or nothing is compared. */
static inline int twin_hushes(const twin *t, int index) {
  static const char *const names[] = {"level", "volume", "by_hand", "technique"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(rosin_core_parameter(t->core, index)->name, names[i]) == 0)
      return 1;
  return 0;
}

/* A parameter by chance; of an instrument none that wants another engine: players that come and go
 * begin anew when they are there, and that is another frame in each. */
static inline int twin_parameter(const twin *t) {
  int index;
  const int bypass = rosin_core_find(t->core, "bypass"); /* seldom for long, or nothing sounds */
  if (rosin_core_get(t->core, bypass) >= 0.5 && twin_chance(4) == 0)
    return bypass;
  do
    index = (int)twin_chance((unsigned)rosin_core_parameters(t->core));
  while ((rosin_core_is_instrument(t->core) && !rosin_core_parameter_live(t->core, index)) ||
         (twin_hushes(t, index) && twin_chance(8)));
  return index;
}

static inline twin twin_open(const char *scene) {
  rosin_error error;
  twin t = {.core = rosin_core_new(scene, &error)};
  if (!t.core)
    twin_die(scene, error.text);
  rosin_core_add_bow(t.core);
  rosin_core_add_section(t.core);
  rosin_core_add_limiter(t.core);
  rosin_core_add_seed(t.core);
  rosin_core_add_input(t.core);
  rosin_core_add_bypass(t.core);
  if (rosin_core_load(t.core, "rosin-state 1\nend\n", &error))
    twin_die(scene, error.text);
  return t;
}

static inline void twin_forget(twin *t) {
  rosin_engine_free(t->built);
  rosin_engine_free(t->done);
  t->built = t->done = NULL;
  t->asked = 0;
}

static inline void twin_close(twin *t) {
  twin_forget(t);
  rosin_core_free(t->core);
}

/** A moment of the audio thread: an engine that was built begins, one that has ended goes. */
static inline void twin_exchange(twin *t) {
  t->wanted = 0;
  if (rosin_core_settled(t->core) && t->built) {
    rosin_core_swap(t->core, t->built);
    t->built = NULL;
  }
  if (!t->done && (t->done = rosin_core_retired(t->core)))
    t->wanted = 1;
  if (rosin_core_settled(t->core) && rosin_core_stale(t->core) && !t->asked)
    t->asked = t->wanted = 1;
}

/** The main thread comes by. */
static inline void twin_serve(twin *t) {
  rosin_error error;
  rosin_engine_free(t->done);
  t->done = NULL;
  if (!t->asked)
    return;
  t->asked = 0;
  rosin_engine_free(t->built);
  t->built = rosin_core_build(t->core, &error);
}

/** What comes in in the next call: silence, noise, and at times what no sound is. */
static inline void twin_listen(twin *t, int frames) {
  static const float odd[] = {NAN, INFINITY, -INFINITY, 1e31F, 3e38F, 100, -1e-40F};
  const int silent = twin_chance(4) == 0, wrong = twin_chance(10) == 0;
  for (int k = 0; k < TWIN_HEARD; k++)
    for (int i = 0; i < frames; i++)
      t->heard[k][i] = silent                          ? 0
                       : wrong && twin_chance(50) == 0 ? odd[twin_chance(sizeof odd / sizeof *odd)]
                                                       : (float)twin_chance(2000) / 2000 - 0.5F;
}

static inline void twin_process(twin *t, int frames) {
  float *out[TWIN_CHANNELS] = {t->sound[0], t->sound[1]};
  const float *in[TWIN_HEARD] = {t->heard[0], t->heard[1]};
  rosin_core_hear(t->core, in, TWIN_HEARD, frames);
  rosin_core_process(t->core, out, frames);
}

/** An expression of so many notes of a host: of those of an id or a key, else of a channel, else of
 * all channels. */
static inline void twin_express(twin *t, int frame, rosin_player_event_t event) {
  event.single = event.note >= 0 || event.key >= 0;
  const int all = !event.single && event.channel < 0;
  for (int channel = all ? 0 : event.channel; channel <= (all ? 15 : event.channel); channel++) {
    event.channel = channel;
    rosin_core_play(t->core, frame, &event);
  }
}

/** Some message of MIDI. */
static inline void twin_midi(unsigned char message[3]) {
  static const unsigned char kinds[] = {0x90, 0x90, 0x80, 0xb0, 0xb0, 0xb0, 0xe0, 0xd0, 0xc0};
  static const unsigned char numbers[] = {1, 2, 5, 11, 64, 68, 74, 76, 77, 78, 120, 123, 7};
  message[0] = (unsigned char)(kinds[twin_chance(sizeof kinds)] | 15 * twin_chance(2));
  message[1] = (unsigned char)(message[0] >> 4 == 0xb ? numbers[twin_chance(sizeof numbers)]
                                                      : 36 + twin_chance(50));
  message[2] = (unsigned char)twin_chance(128);
}

/** That both sounded alike; whether anything was heard. */
static inline int twin_same(const twin *t, const char *scene, float *const *sound, int channels,
                            int frames) {
  int heard = 0;
  for (int k = 0; k < channels; k++) {
    if (memcmp(t->sound[k], sound[k], (size_t)frames * sizeof **sound))
      twin_die(scene, "does not sound as its core does");
    for (int i = 0; i < frames; i++)
      heard |= sound[k][i] > 1e-3F;
  }
  return heard;
}

#endif
