/* SPDX-License-Identifier: BSD-3-Clause */
/* Ten thousand random acts on a pool, wrong ones among them, from a seed: each is answered as the
 * books of this test have it, whoever is stolen is the one who had to go, nothing that is told is
 * lost without a word, and all that is heard is finite. */
#include "rosin/voices.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 256, ACTS = 10000, VOICES = 4, SEATS = 8, KINDS = 3, HANDLES = 4096 };

typedef enum { OWNED, STOPPED, STOLEN, FORGED } fate;

typedef struct {
  rosin_voice voice;
  fate is;
  int kind, priority;
} handle;

typedef struct {
  rosin_voices *pool;
  uint64_t seed;
  handle of[HANDLES];
  int handles;
  rosin_voices_counts_t mine; /* what this test counts */
  long long weak;             /* acts whose blow was refused by the sound's thread, at most */
} world;

static const int seats_of[KINDS] = {3, 2, 2};

static double chance(world *w) {
  uint64_t z = (w->seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int below(world *w, int most) {
  return (int)(chance(w) * most);
}

/* A number from `low` to `high`; one in ten is beyond, one in ten no number. *is: 0, 1 where it is
 * clamped, -1 where it is refused. */
static double number(world *w, double low, double high, int *is) {
  const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  const double kind = chance(w);
  if (kind < 0.1) {
    *is = -1;
    return wrong[below(w, 3)];
  }
  if (kind < 0.2) {
    *is = *is < 0 ? -1 : 1;
    return chance(w) < 0.5 ? low - 1 - 1e9 * chance(w) : high + 1 + 1e9 * chance(w);
  }
  return low + (high - low) * chance(w) * (chance(w) < 0.5 ? 0.01 : 1);
}

static handle *any(world *w) {
  static handle none;
  if (w->handles == 0 || chance(w) < 0.05) {
    none = (handle){.voice = chance(w) < 0.5 ? 0 : (rosin_voice)(chance(w) * 4294967295.0),
                    .is = FORGED};
    for (int i = 0; i < w->handles; i++) /* a forged one may be true */
      if (w->of[i].voice == none.voice)
        return &w->of[i];
    return &none;
  }
  const int last = w->handles < 12 ? w->handles : 12;
  return chance(w) < 0.7 ? &w->of[w->handles - 1 - below(w, last)] : &w->of[below(w, w->handles)];
}

/* What was answered to a call that is right, clamped or refused (`is`). */
static void judge(world *w, handle *h, int is, rosin_voices_answer answer) {
  if (h->is != OWNED) {
    w->mine.late++;
    /* who was stolen is told so, until its seat is taken from another; who stopped is gone */
    assert_true(answer == ROSIN_VOICES_GONE || (h->is == STOLEN && answer == ROSIN_VOICES_STOLEN));
    return;
  }
  w->mine.told++;
  if (answer == ROSIN_VOICES_FULL && is >= 0) {
    w->mine.full++;
    return;
  }
  assert_int_equal(answer, is < 0   ? ROSIN_VOICES_REFUSED
                           : is > 0 ? ROSIN_VOICES_CLAMPED
                                    : ROSIN_VOICES_DONE);
  w->mine.refused += is < 0;
  w->mine.clamped += is > 0;
}

static void tell(world *w) {
  handle *h = any(w);
  int is = 0;
  const int what = below(w, 4), effect = h->kind == KINDS - 1;
  if (what == 0) {
    const double force = number(w, 0, 5000, &is), speed = number(w, -50, 50, &is);
    judge(w, h, is, rosin_voices_contact(w->pool, h->voice, force, speed));
  } else if (what == 1) {
    const double position = number(w, 0.02, 0.98, &is), size = number(w, 0.25, 4, &is);
    judge(w, h, effect ? -1 : is, rosin_voices_place(w->pool, h->voice, position, size));
  } else if (what == 2) {
    const double impulse = number(w, 0, 100, &is);
    const rosin_voices_answer answer = rosin_voices_impact(w->pool, h->voice, impulse);
    w->weak += answer >= 0;
    judge(w, h, is, answer);
  } else {
    const double gain = number(w, 0, 16, &is), pan = number(w, -1, 1, &is);
    judge(w, h, is, rosin_voices_mix(w->pool, h->voice, gain, pan));
  }
}

/* Of all that were owned, whoever was stolen: a question that changes nothing, and is counted. */
static handle *ask_who_is_stolen(world *w) {
  handle *gone = NULL;
  for (int i = 0; i < w->handles; i++) {
    if (w->of[i].is != OWNED)
      continue;
    if (rosin_voices_contact(w->pool, w->of[i].voice, (double)NAN, 0) == ROSIN_VOICES_REFUSED) {
      w->mine.told++;
      w->mine.refused++;
      continue;
    }
    assert_null(gone);
    gone = &w->of[i];
    w->mine.late++;
  }
  assert_non_null(gone);
  return gone;
}

/* Whoever was stolen for somebody of `kind` and `priority`: the quietest of the lowest, of the kind
 * if that has no seat left. */
static void judge_theft(world *w, int kind, int priority, const double *level) {
  handle *gone = ask_who_is_stolen(w);
  int in_kind = 0;
  for (int i = 0; i < w->handles; i++)
    in_kind += w->of[i].is == OWNED && w->of[i].kind == kind;
  const int full = in_kind == seats_of[kind];
  assert_true(gone->priority <= priority && (!full || gone->kind == kind));
  for (int i = 0; i < w->handles; i++) {
    const handle *other = &w->of[i];
    if (other->is == OWNED && (!full || other->kind == kind))
      assert_true(gone->priority < other->priority ||
                  (gone->priority == other->priority && level[gone - w->of] <= level[i]));
  }
  gone->is = STOLEN;
}

static void start(world *w) {
  static double level[HANDLES];
  const int kind = below(w, KINDS + 1) - (chance(w) < 0.05 ? 1 : 0), priority = below(w, 3);
  const rosin_voices_counts_t before = rosin_voices_counts(w->pool);
  for (int i = 0; i < w->handles; i++)
    level[i] = rosin_voices_level(w->pool, w->of[i].voice);
  const rosin_voice voice = rosin_voices_start(w->pool, kind, priority);
  const rosin_voices_counts_t now = rosin_voices_counts(w->pool);
  if (kind < 0 || kind >= KINDS) {
    assert_int_equal(voice, 0);
    w->mine.refused++;
    return;
  }
  w->mine.full += now.full - before.full;
  w->mine.crowded += now.crowded - before.crowded;
  assert_true((voice != 0) + (now.full - before.full) + (now.crowded - before.crowded) == 1);
  if (now.stolen > before.stolen) {
    w->mine.stolen++;
    judge_theft(w, kind, priority, level);
  }
  if (!voice)
    return;
  w->mine.started++;
  for (int i = 0; i < w->handles; i++)
    assert_int_not_equal(w->of[i].voice, voice);
  w->of[w->handles++] = (handle){.voice = voice, .is = OWNED, .kind = kind, .priority = priority};
}

static void stop(world *w) {
  handle *h = any(w);
  const rosin_voices_answer answer = rosin_voices_stop(w->pool, h->voice);
  if (h->is == OWNED && answer == ROSIN_VOICES_FULL) {
    w->mine.full++;
  } else if (h->is == OWNED) {
    assert_int_equal(answer, ROSIN_VOICES_DONE);
    h->is = STOPPED;
    w->mine.stopped++;
  } else
    judge(w, h, 0, answer);
}

static void render(world *w, int frames) {
  static float out[2 * FRAMES + 2];
  out[2 * frames] = 7;
  assert_int_equal(rosin_voices_render(w->pool, out, frames), 0);
  for (int i = 0; i < 2 * frames; i++)
    assert_true(isfinite(out[i]));
  assert_true(out[2 * frames] == 7);
}

static void refuse(world *w) {
  static float out[2 * FRAMES + 2];
  memset(out, 0x7F, sizeof out);
  assert_int_equal(rosin_voices_render(w->pool, out, FRAMES + 1), -1);
  for (int i = 0; i < 2 * FRAMES + 2; i++)
    assert_true(out[i] == 0);
  assert_int_equal(rosin_voices_render(w->pool, out, -below(w, 9)), -1);
  assert_int_equal(rosin_voices_render(w->pool, NULL, 5), -1);
  assert_true(rosin_voices_level(w->pool, (rosin_voice)(chance(w) * 4294967295.0)) < 100);
}

static void compare(const world *w) {
  const rosin_voices_counts_t c = rosin_voices_counts(w->pool);
  assert_int_equal(c.started, w->mine.started);
  assert_int_equal(c.stopped, w->mine.stopped);
  assert_int_equal(c.stolen, w->mine.stolen);
  assert_int_equal(c.crowded, w->mine.crowded);
  assert_int_equal(c.told, w->mine.told);
  assert_int_equal(c.clamped, w->mine.clamped);
  assert_int_equal(c.late, w->mine.late);
  assert_int_equal(c.full, w->mine.full);
  assert_true(c.refused >= w->mine.refused && c.refused <= w->mine.refused + w->weak);
  assert_int_equal(c.started, c.owned + c.stopped + c.stolen);
  assert_true(c.owned <= VOICES);
}

/* Whoever is owned now and rubs is heard: nothing was lost on the way. */
static void hear_all(world *w) {
  render(w, FRAMES);
  for (int i = 0; i < w->handles; i++)
    if (w->of[i].is == OWNED) {
      assert_int_equal(rosin_voices_contact(w->pool, w->of[i].voice, 10, 0.3), ROSIN_VOICES_DONE);
      assert_int_equal(rosin_voices_mix(w->pool, w->of[i].voice, 1, 0), ROSIN_VOICES_DONE);
      w->mine.told += 2;
    }
  for (int i = 0; i < 60; i++)
    render(w, FRAMES);
  for (int i = 0; i < w->handles; i++)
    if (w->of[i].is == OWNED && !(rosin_voices_level(w->pool, w->of[i].voice) > 1e-4))
      fail_msg("a voice of kind %d is silent", w->of[i].kind);
}

static void act(world *w) {
  const double what = chance(w);
  if (what < 0.05 && w->handles < HANDLES - 1)
    start(w);
  else if (what < 0.08)
    stop(w);
  else if (what < 0.7)
    tell(w);
  else if (what < 0.98)
    render(w, 1 + below(w, chance(w) < 0.3 ? FRAMES : 32));
  else
    refuse(w);
}

static void run(uint64_t seed) {
  static world w;
  rosin_error error = {{0}};
  const rosin_voices_config c = {
      .frames = FRAMES, .voices = VOICES, .seats = SEATS, .kinds = KINDS};
  w = (world){.pool = rosin_voices_create(&c, &error), .seed = seed};
  assert_non_null(w.pool);
  assert_int_equal(rosin_voices_pair(w.pool, "rubber", "tile", seats_of[0], &error), 0);
  assert_int_equal(rosin_voices_pair(w.pool, "wood", "stone", seats_of[1], &error), 1);
  assert_int_equal(rosin_voices_effect(w.pool, "door-hinge-slow", NULL, seats_of[2], &error), 2);
  for (int i = 0; i < ACTS; i++) {
    act(&w);
    if (i % 100 == 0)
      compare(&w);
    if (i % 2000 == 1999)
      hear_all(&w);
  }
  compare(&w);
  for (int i = 0; i < w.handles; i++)
    if (w.of[i].is == OWNED)
      assert_int_equal(rosin_voices_stop(w.pool, w.of[i].voice), ROSIN_VOICES_DONE);
  for (int i = 0; i < 5000 && (i < 2 || rosin_voices_counts(w.pool).sounding); i++)
    render(&w, FRAMES);
  assert_int_equal(rosin_voices_counts(w.pool).sounding, 0);
  assert_true(w.mine.stolen > 10 && w.mine.refused > 100 && w.mine.clamped > 100 &&
              w.mine.late > 100 && w.mine.crowded > 3);
  rosin_voices_free(w.pool);
}

static void test_random_acts(void **state) {
  (void)state;
  const char *given = getenv("SEED");
  run(given ? strtoull(given, NULL, 10) : 20261127);
}

/* Nobody renders: the ring fills, and each call that finds no room says so and changes nothing. */
static void test_nobody_renders(void **state) {
  (void)state;
  static world w;
  rosin_error error;
  const rosin_voices_config c = {.frames = FRAMES, .voices = VOICES, .seats = SEATS};
  w = (world){.pool = rosin_voices_create(&c, &error), .seed = 3};
  for (int k = 0; k < KINDS; k++)
    assert_int_equal(rosin_voices_effect(w.pool, "door-hinge-slow", NULL, seats_of[k], &error), k);
  for (int i = 0; i < 3000; i++)
    if (chance(&w) < 0.1)
      start(&w);
    else if (chance(&w) < 0.1)
      stop(&w);
    else {
      handle *h = any(&w);
      judge(&w, h, 0, rosin_voices_contact(w.pool, h->voice, 10, 0.3));
    }
  compare(&w);
  assert_true(w.mine.full > 100);
  hear_all(&w);
  compare(&w);
  rosin_voices_free(w.pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_acts),
      cmocka_unit_test(test_nobody_renders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
