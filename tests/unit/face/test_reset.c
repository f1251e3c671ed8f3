/* SPDX-License-Identifier: BSD-3-Clause */
/* A reset core is a fresh one, bit for bit, whatever was done to it before: for every instrument
 * and effect, after random notes, controllers, parameters and gestures from a seed. What it was set
 * to stays, and the fresh one is made so. */
#include "core/inside.h"
#include "plugin/list.h"
#include "scene/scene.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 512, USED = 40, HEARD = 45, CHANNELS = 2 };

static float sound[CHANNELS][FRAMES], heard[2][HEARD * CHANNELS * FRAMES];
static float *const out[CHANNELS] = {sound[0], sound[1]};

static uint64_t state;
static double chance(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) * 0x1p-53;
}
static int one_of(int count) {
  return (int)(chance() * count);
}

static void midi(rosin_core *c, int frame, int status, int first, int second) {
  const unsigned char message[] = {(unsigned char)status, (unsigned char)first,
                                   (unsigned char)second};
  rosin_core_midi(c, frame, message, 3);
}

/* A parameter that moves while it sounds, anywhere in its range. */
static void turn(rosin_core *c, int frame) {
  const int index = one_of(rosin_core_parameters(c));
  const rosin_parameter *row = rosin_core_parameter(c, index);
  if (rosin_core_parameter_live(c, index))
    rosin_core_set(c, frame, index, row->low + chance() * (row->high - row->low));
}

/* What is no note and no parameter: modulation, a control of a part, gestures that stay or end, a
 * bow by hand. */
static void meddle(rosin_core *c, int frame) {
  static const char *const parts[] = {"force", "velocity", "position"};
  const int index = one_of(rosin_core_parameters(c)), what = one_of(6);
  const rosin_model *m = rosin_scene_model(c->engine->scene);
  char name[2 * ROSIN_MODEL_NAME];
  rosin_error error;
  if (what == 0 && rosin_core_parameter_live(c, index)) {
    const rosin_parameter *row = rosin_core_parameter(c, index);
    rosin_core_modulate(c, frame, index, (chance() - 0.5) * (row->high - row->low));
  } else if (what == 1 && m->contacts) {
    snprintf(name, sizeof name, "%.60s.%s", m->contact[one_of(m->contacts)].name, parts[one_of(3)]);
    rosin_core_control(c, frame, name, chance(), &error);
  } else if (what == 2) {
    rosin_core_stay(c, frame, chance());
  } else if (what == 3) {
    rosin_core_stay(c, frame, (double)INFINITY);
  } else if (what == 4) {
    rosin_core_let_go(c, frame);
  } else if (what == 5) {
    rosin_core_bow(c, one_of(2), chance() - 0.5, chance());
  }
}

static void happen(rosin_core *c, int frame) {
  static const int controllers[] = {1, 2, 7, 10, 11, 64, 66, 74, 77, 16, 20, 21, 22, 120, 121, 123};
  const int key = 40 + one_of(40), what = one_of(13);
  if (what < 3)
    midi(c, frame, 0x90, key, 1 + one_of(127));
  else if (what == 3)
    midi(c, frame, 0x80, key, 0);
  else if (what == 4)
    midi(c, frame, 0xb0, controllers[one_of(16)], one_of(128));
  else if (what == 5)
    midi(c, frame, 0xe0, one_of(128), one_of(128));
  else if (what == 6)
    midi(c, frame, 0xd0, one_of(128), 0);
  else if (what < 10)
    turn(c, frame);
  else
    meddle(c, frame);
}

static void use(rosin_core *c, int calls) {
  for (int i = 0; i < calls; i++) {
    for (int k = one_of(4); k > 0; k--)
      happen(c, one_of(FRAMES));
    rosin_core_process(c, out, 1 + one_of(FRAMES));
  }
}

/* The same for both: notes, a trigger, a controller, a parameter. */
static void play(rosin_core *c, float *to) {
  midi(c, 100, 0x90, 50, 100);
  for (int i = 0; i < HEARD; i++, to += CHANNELS * FRAMES) {
    if (i == 10)
      midi(c, 7, 0xb0, 1, 90);
    if (i == 15)
      midi(c, 30, 0x90, 57, 60);
    if (i == 30)
      midi(c, 30, 0x80, 57, 0);
    memset(sound, 0, sizeof sound);
    rosin_core_process(c, out, FRAMES);
    memcpy(to, sound, sizeof sound);
  }
}

/* Of the same take; a plugin draws its own. Instruments run at rates where a string's period has no
 * short binary fraction. */
static rosin_core *open_core(const char *name, const rosin_core *like) {
  rosin_error error = {""};
  rosin_core *c = rosin_plugin_open(name, &error);
  if (!c)
    fail_msg("%s: %s", name, error.text);
  if (like) /* a new instance has a take of its own */
    rosin_core_set_take(c, rosin_core_take(like));
  for (int i = 0; like && i < rosin_core_parameters(c); i++)
    rosin_core_put(c, i, rosin_core_get(like, i));
  if (rosin_core_prepare(c, rosin_core_is_instrument(c) ? 96000 : 44100, &error))
    fail_msg("%s: %s", name, error.text);
  return c;
}

static void set_back(rosin_core *c) {
  for (int i = 0; i < rosin_core_parameters(c); i++) {
    const rosin_parameter *row = rosin_core_parameter(c, i);
    if (rosin_core_is_instrument(c)) /* by hand it would be silent */
      rosin_core_put(c, i, row->initial);
  }
}

/* The first frame at which two takes differ, -1: none. */
static int first_apart(void) {
  for (int i = 0; i < HEARD * CHANNELS * FRAMES; i++)
    if (memcmp(&heard[0][i], &heard[1][i], sizeof **heard) != 0)
      return i / (CHANNELS * FRAMES) * FRAMES + i % FRAMES;
  return -1;
}

static void check(const char *name, unsigned seed) {
  rosin_error error;
  state = seed;
  rosin_core *used = open_core(name, NULL);
  use(used, USED);
  set_back(used);
  rosin_core_reset(used);
  if (rosin_core_stale(used)) /* a body of other modes: the face builds it, as below */
    rosin_core_swap(used, rosin_core_build(used, &error));
  rosin_core *fresh = open_core(name, used);
  play(used, heard[0]);
  play(fresh, heard[1]);
  const int first = first_apart();
  if (first >= 0)
    fail_msg("%s, seed %u: a reset core differs from a fresh one from frame %d on", name, seed,
             first);
  rosin_core_free(used);
  rosin_core_free(fresh);
}

static void a_reset_core_is_a_fresh_one(void **unused) {
  (void)unused;
  const char *name;
  for (int i = 0; (name = rosin_plugin_at(i)); i += SHARE)
    check(name, 11000u + (unsigned)i);
}

/* The strap of a small door has a mode less, too high for the rate: the face builds what is fresh,
 * once, and in time where nobody waits. */
static void a_reset_core_of_other_modes_is_built_anew(void **unused) {
  (void)unused;
  for (int offline = 0; offline < 2; offline++) {
    rosin_error error;
    rosin_core *used = open_core("oak-door", NULL);
    rosin_core_set_offline(used, offline);
    rosin_core_set(used, 0, rosin_core_find(used, "size"), 0.7);
    midi(used, 0, 0x90, 50, 100);
    for (int i = 0; i < USED; i++)
      rosin_core_process(used, out, FRAMES);
    rosin_core_reset(used);
    assert_true(rosin_core_stale(used));
    if (!offline)
      rosin_core_swap(used, rosin_core_build(used, &error));
    rosin_core *fresh = open_core("oak-door", used);
    play(used, heard[0]);
    play(fresh, heard[1]);
    assert_int_equal(first_apart(), -1);
    assert_false(rosin_core_stale(used));
    rosin_core_free(used);
    rosin_core_free(fresh);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_reset_core_of_other_modes_is_built_anew),
                                     cmocka_unit_test(a_reset_core_is_a_fresh_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
