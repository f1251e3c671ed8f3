/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices of games: what they are told moves without a step and in time, who is stolen hears of it,
 * who is silent is not computed, and nothing that is told does harm. */
#include "voices/ease.h"
#include "voices/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, FRAMES = 256 };

static unsigned drawn;
static double chance(void) {
  drawn = drawn * 1664525u + 1013904223u;
  return (double)(drawn >> 8) / (1 << 24);
}

static rosin_voices *pool_with(int voices) {
  const rosin_voices_config c = {.rate = RATE, .frames = FRAMES, .voices = voices, .seats = 8};
  return rosin_voices_create(&c, NULL);
}

static int kind_of(rosin_voices *pool, const char *rubs, const char *ground, int seats) {
  rosin_error error;
  const int kind = rosin_voices_pair(pool, rubs, ground, seats, &error);
  if (kind < 0)
    fail_msg("%s", error.text);
  return kind;
}

/* RMS of so many calls; `step`: the largest from sample to sample. */
static double hear(rosin_voices *pool, int calls, double *step) {
  float out[2 * FRAMES];
  double sum = 0;
  static double last;
  double most = 0;
  for (int i = 0; i < calls; i++) {
    assert_int_equal(rosin_voices_render(pool, out, FRAMES), 0);
    for (int k = 0; k < FRAMES; k++) {
      assert_true(isfinite(out[2 * k]) && isfinite(out[2 * k + 1]));
      sum += out[2 * k] * out[2 * k];
      most = i || k ? fmax(most, fabs(out[2 * k] - last)) : most;
      last = out[2 * k];
    }
  }
  if (step)
    *step = most;
  return sqrt(sum / (calls * (double)FRAMES));
}

/* Amplitude of a line at `hertz`, Hann's window, by Goertzel's recursion. */
static double line(const double *x, int count, double hertz) {
  const double w = 2 * acos(-1) * hertz / RATE, c = 2 * cos(w);
  double a = 0, b = 0;
  for (int i = 0; i < count; i++) {
    const double hann = 0.5 - 0.5 * cos(2 * acos(-1) * i / count);
    const double s = x[i] * hann + c * a - b;
    b = a;
    a = s;
  }
  return 4 * sqrt(fabs(a * a + b * b - c * a * b)) / count;
}

/* Forces of a random sequence, 30 to 120 times a second: what is left of its steps above 250 Hz is
 * 60 dB below the whole. */
static void test_no_zipper(void **state) {
  (void)state;
  enum { COUNT = 32768 };
  static double x[COUNT];
  const double share = 1 - exp(-1 / (ROSIN_VOICES_EASE * RATE));
  drawn = 90210; /* unseen when the poles were chosen */
  for (int told = 30; told <= 120; told *= 2) {
    rosin_ease e;
    double mean = 0, square = 0, worst = 0;
    rosin_ease_jump(&e, 0, 1e-6);
    for (int i = 0; i < COUNT; i++) {
      if (i % (RATE / told) == 0)
        rosin_ease_to(&e, chance() < 0.2 ? 0 : 100 * chance());
      x[i] = rosin_ease_step(&e, share);
      mean += x[i] / COUNT;
    }
    for (int i = 0; i < COUNT; i++) {
      x[i] -= mean;
      square += x[i] * x[i] / COUNT;
    }
    for (double hertz = 250; hertz < 12000; hertz *= 1.17)
      worst = fmax(worst, line(x, COUNT, hertz));
    for (int k = 5; k < 30; k++) /* the rate of the game, many times */
      if (k * told > 250)
        worst = fmax(worst, line(x, COUNT, k * told));
    const double db = 20 * log10(worst / sqrt(square));
    if (!(db < -60))
      fail_msg("told %d times a second: %.1f dB", told, db);
  }
}

/* Within the network half of a jump is there 20 ms after it was told, the buffer included. */
static void test_in_time(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(2);
  const int kind = kind_of(pool, "wood", "stone", 1);
  const rosin_voice v = rosin_voices_start(pool, kind, 0);
  const rosin_voice_sound *s = &pool->sound[0];
  rosin_voices_contact(pool, v, 10, 0.2);
  hear(pool, 40, NULL);
  assert_true(fabs(rosin_network_held(s->network, s->control[VOICE_FORCE]) - 10) < 1e-5);
  rosin_voices_contact(pool, v, 30, -0.4);
  float out[2 * FRAMES];
  for (int frames = 0; frames < RATE / 50; frames += 64)
    rosin_voices_render(pool, out, 64);
  assert_true(rosin_network_held(s->network, s->control[VOICE_FORCE]) > 20);
  assert_true(rosin_network_held(s->network, s->control[VOICE_SPEED]) < -0.1);
  rosin_voices_free(pool);
}

/* Silent until told, as loud as is said, asleep when nothing happens, and awake without a click. */
static void test_sleeps_and_wakes(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(2);
  const int kind = kind_of(pool, "rubber", "tile", 1);
  const rosin_voice v = rosin_voices_start(pool, kind, 0);
  double step;
  assert_true(hear(pool, 4, NULL) == 0);
  assert_int_equal(rosin_voices_counts(pool).sounding, 0);
  assert_int_equal(rosin_voices_counts(pool).asleep, 1);
  rosin_voices_contact(pool, v, 10, 0.3);
  hear(pool, 20, NULL);
  double slides, rms = 20 * log10(hear(pool, 100, &slides));
  assert_true(rms > -23 && rms < -17);
  assert_true(rosin_voices_level(pool, v) > 0.02);
  rosin_voices_contact(pool, v, 0, 0);
  hear(pool, 150, NULL);
  assert_int_equal(rosin_voices_counts(pool).sounding, 0);
  assert_true(hear(pool, 10, NULL) == 0);
  assert_int_equal(rosin_voices_counts(pool).asleep, 1);
  rosin_voices_contact(pool, v, 10, 0.3);
  hear(pool, 1, &step); /* it begins as softly as what it is told: no step where it slept */
  assert_true(step < slides / 20);
  assert_true(hear(pool, 40, NULL) > 0.03);
  rosin_voices_contact(pool, v, 0, 0);
  hear(pool, 150, NULL);
  rosin_voices_impact(pool, v, 5);
  assert_true(hear(pool, 10, NULL) > 1e-3);
  rosin_voices_stop(pool, v);
  hear(pool, 150, NULL);
  assert_int_equal(pool->sound[0].state, VOICE_IDLE);
  rosin_voices_free(pool);
}

/* The quietest of the least important goes, without a click, and its owner hears of it. */
static void test_steals(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(3);
  const int a = kind_of(pool, "rubber", "tile", 3), b = kind_of(pool, "wood", "stone", 2);
  rosin_voice v[3];
  for (int i = 0; i < 3; i++) {
    v[i] = rosin_voices_start(pool, a, i == 2 ? 0 : 1);
    rosin_voices_contact(pool, v[i], i == 2 ? 30 : 10 - 8 * i, 0.3);
  }
  double slides, fades;
  hear(pool, 60, &slides);
  assert_int_equal(rosin_voices_start(pool, b, -1), 0); /* all are more important */
  assert_int_equal(rosin_voices_counts(pool).crowded, 1);
  const rosin_voice w = rosin_voices_start(pool, b, 1); /* takes v[2], less important */
  assert_int_not_equal(w, 0);
  assert_int_equal(rosin_voices_contact(pool, v[2], 1, 1), ROSIN_VOICES_STOLEN);
  assert_int_equal(rosin_voices_contact(pool, v[1], 2, 0.3), ROSIN_VOICES_DONE);
  hear(pool, 4, &fades);
  assert_true(fades < 1.5 * slides);
  rosin_voices_contact(pool, w, 20, 0.3);
  hear(pool, 30, &slides);
  const rosin_voice x = rosin_voices_start(pool, b, 1); /* now the quietest */
  assert_int_not_equal(x, 0);
  assert_int_equal(rosin_voices_stop(pool, v[1]), ROSIN_VOICES_STOLEN);
  assert_int_equal(rosin_voices_contact(pool, v[0], 10, 0.3), ROSIN_VOICES_DONE);
  hear(pool, 8, &fades);
  assert_true(fades < 1.5 * slides);
  /* within one kind its own seat fades and begins again */
  rosin_voices_contact(pool, x, 1, 0.05);
  hear(pool, 60, NULL);
  const rosin_voice y = rosin_voices_start(pool, b, 1);
  assert_int_equal(y & 0xFFF, x & 0xFFF);
  rosin_voices_contact(pool, y, 20, 0.5);
  assert_int_equal(rosin_voices_contact(pool, x, 1, 1), ROSIN_VOICES_STOLEN);
  hear(pool, 30, NULL);
  assert_true(rosin_voices_level(pool, y) > 0.01);
  rosin_voices_stop(pool, y);
  assert_int_equal(rosin_voices_stop(pool, y), ROSIN_VOICES_GONE);
  const rosin_voices_counts_t c = rosin_voices_counts(pool);
  assert_int_equal(c.stolen, 3);
  assert_int_equal(c.started, 6);
  assert_int_equal(c.late, 4);
  rosin_voices_free(pool);
}

/* A start may take two messages: it is refused where there is room for one, and not before. */
static void test_full_is_where_no_two_have_room(void **state) {
  (void)state;
  for (unsigned left = 0; left < 5; left++) {
    rosin_voices *pool = pool_with(2);
    const int a = kind_of(pool, "rubber", "tile", 1);
    hear(pool, 1, NULL); /* what was told is taken */
    atomic_fetch_add(&pool->put, pool->room - left);
    const rosin_voice v = rosin_voices_start(pool, a, 1);
    assert_int_equal(v != 0, left >= 2);
    assert_int_equal(rosin_voices_counts(pool).full, left < 2);
    assert_int_equal(rosin_voices_counts(pool).started, left >= 2);
    rosin_voices_free(pool);
  }
}

/* While all seats of a kind are taken but one of them fades, nobody else has to go. */
static void test_who_fades_gives_way_first(void **state) {
  (void)state;
  for (int stopped = 0; stopped < 2; stopped++) {
    rosin_voices *pool = pool_with(4);
    const int a = kind_of(pool, "rubber", "tile", 2);
    rosin_voice v[2];
    for (int i = 0; i < 2; i++) {
      v[i] = rosin_voices_start(pool, a, 1);
      rosin_voices_contact(pool, v[i], 10, 0.3);
    }
    hear(pool, 20, NULL);
    assert_int_equal(rosin_voices_stop(pool, v[stopped]), ROSIN_VOICES_DONE);
    const rosin_voice w = rosin_voices_start(pool, a, 1);
    assert_int_not_equal(w, 0);
    assert_int_equal(rosin_voices_contact(pool, v[!stopped], 11, 0.3), ROSIN_VOICES_DONE);
    assert_int_equal(rosin_voices_counts(pool).stolen, 0);
    hear(pool, 20, NULL);
    assert_int_equal(rosin_voices_contact(pool, w, 9, 0.3), ROSIN_VOICES_DONE);
    rosin_voices_free(pool);
  }
}

/* A seat whose voice was stolen and fades still is one that its kind may begin again on: then the
 * least of all kinds has to go, and not the more important one beside it. */
static void test_a_seat_that_fades_is_one(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(2);
  const int a = kind_of(pool, "rubber", "tile", 2), b = kind_of(pool, "wood", "stone", 1);
  const rosin_voice low = rosin_voices_start(pool, a, 0), high = rosin_voices_start(pool, a, 2);
  hear(pool, 1, NULL);
  const rosin_voice other = rosin_voices_start(pool, b, 1);
  assert_true(other && rosin_voices_contact(pool, low, 1, 0.3) == ROSIN_VOICES_STOLEN);
  const rosin_voice again = rosin_voices_start(pool, a, 1);
  assert_int_not_equal(again, 0);
  assert_int_equal(rosin_voices_contact(pool, other, 1, 0.3), ROSIN_VOICES_STOLEN);
  assert_int_equal(rosin_voices_contact(pool, high, 1, 0.3), ROSIN_VOICES_DONE);
  assert_int_equal(rosin_voices_contact(pool, again, 1, 0.3), ROSIN_VOICES_DONE);
  rosin_voices_free(pool);
}

/* Who is stolen and begun again and stopped before the fade is over leaves a free seat. */
static void test_seats_come_back(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(1);
  const int kind = kind_of(pool, "stone", "wood", 1);
  drawn = 4711;
  for (int i = 0; i < 200; i++) {
    const rosin_voice v = rosin_voices_start(pool, kind, 0);
    assert_int_not_equal(v, 0);
    rosin_voices_contact(pool, v, 20, 0.3);
    if (chance() < 0.5)
      hear(pool, 1, NULL);
    if (chance() < 0.5)
      rosin_voices_stop(pool, v);
    if (chance() < 0.3)
      hear(pool, 1, NULL);
  }
  rosin_voice last = rosin_voices_start(pool, kind, 0);
  rosin_voices_contact(pool, last, 20, 0.3);
  hear(pool, 20, NULL);
  last = rosin_voices_start(pool, kind, 0);
  rosin_voices_stop(pool, last);
  hear(pool, 4, NULL);
  assert_true(atomic_load(&pool->seat[0].ended) == last);
  assert_int_equal(pool->sound[0].state, VOICE_IDLE);
  rosin_voices_free(pool);
}

static void test_refuses(void **state) {
  (void)state;
  rosin_voices *pool = pool_with(2);
  const int kind = kind_of(pool, "hoof", "ice", 1);
  rosin_error error;
  const int effect = rosin_voices_effect(pool, "squeak", NULL, 1, &error);
  assert_true(effect > 0);
  const rosin_voice v = rosin_voices_start(pool, kind, 0), e = rosin_voices_start(pool, effect, 0);
  rosin_voices_contact(pool, v, 10, 0.3);
  const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rosin_voices_contact(pool, v, wrong[i], 1), ROSIN_VOICES_REFUSED);
    assert_int_equal(rosin_voices_contact(pool, v, 1, wrong[i]), ROSIN_VOICES_REFUSED);
    assert_int_equal(rosin_voices_impact(pool, v, wrong[i]), ROSIN_VOICES_REFUSED);
    assert_int_equal(rosin_voices_place(pool, v, wrong[i], 1), ROSIN_VOICES_REFUSED);
    assert_int_equal(rosin_voices_mix(pool, v, 1, wrong[i]), ROSIN_VOICES_REFUSED);
  }
  assert_int_equal(rosin_voices_place(pool, e, 0.4, 1), ROSIN_VOICES_REFUSED);
  assert_int_equal(rosin_voices_counts(pool).refused, 16);
  hear(pool, 20, NULL);
  assert_true(pool->sound[0].wish.value[VOICE_FORCE] == 10); /* nothing has changed */
  assert_int_equal(rosin_voices_contact(pool, v, -3, 1), ROSIN_VOICES_CLAMPED);
  assert_int_equal(rosin_voices_contact(pool, v, 1e30, 1e30), ROSIN_VOICES_CLAMPED);
  assert_int_equal(rosin_voices_impact(pool, v, 1e9), ROSIN_VOICES_CLAMPED);
  assert_int_equal(rosin_voices_place(pool, v, -1, 1e9), ROSIN_VOICES_CLAMPED);
  assert_int_equal(rosin_voices_counts(pool).clamped, 4);
  hear(pool, 100, NULL); /* finite, all of it */
  assert_int_equal(rosin_voices_contact(pool, 0, 1, 1), ROSIN_VOICES_GONE);
  assert_int_equal(rosin_voices_contact(pool, 0xFFFFFFFF, 1, 1), ROSIN_VOICES_GONE);
  assert_int_equal(rosin_voices_start(pool, 7, 0), 0);
  rosin_voices_answer full = ROSIN_VOICES_DONE;
  for (int i = 0; i < 3000 && full != ROSIN_VOICES_FULL; i++)
    full = rosin_voices_contact(pool, v, 1, 1);
  assert_int_equal(full, ROSIN_VOICES_FULL);
  assert_int_equal(rosin_voices_counts(pool).full, 1);
  float out[2];
  assert_int_equal(rosin_voices_render(pool, out, 0), -1);
  assert_int_equal(rosin_voices_render(NULL, out, 1), -1);
  rosin_voices_free(pool);
}

static void test_opening(void **state) {
  (void)state;
  rosin_error error;
  rosin_voices_config c = {.rate = 48000, .voices = 4, .seats = 4};
  char few[64];
  c.memory = few;
  c.bytes = sizeof few;
  assert_null(rosin_voices_create(&c, &error));
  assert_non_null(strstr(error.text, "too few: it takes"));
  c.memory = NULL;
  c.bytes = 1 << 30;
  assert_null(rosin_voices_create(&c, &error));
  c.bytes = 0; /* all of it on the heap */
  rosin_voices *pool = rosin_voices_create(&c, &error);
  assert_non_null(pool);
  assert_int_equal(rosin_voices_pair(pool, "rubber", "cheese", 1, &error), -1);
  assert_non_null(strstr(error.text, "there is no matter 'cheese'"));
  assert_int_equal(rosin_voices_pair(pool, "rubber", "tile", 5, &error), -1);
  assert_non_null(strstr(error.text, "1 to 4"));
  assert_int_equal(rosin_voices_pair(pool, NULL, "tile", 1, &error), -1);
  assert_int_equal(rosin_voices_pair(NULL, "rubber", "tile", 1, &error), -1);
  assert_int_equal(rosin_voices_effect(pool, "nothing", NULL, 1, &error), -1);
  assert_int_equal(rosin_voices_effect(pool, "squeak", "nothing", 1, &error), -1);
  assert_non_null(strstr(error.text, "there is no contact 'nothing'"));
  rosin_voices_free(pool);
  c.rate = 1;
  assert_int_equal(rosin_voices_bytes(&c, &error), 0);
  assert_non_null(strstr(error.text, "rate: 1 is out of range"));
  c = (rosin_voices_config){.size = 3};
  assert_int_equal(rosin_voices_bytes(&c, &error), 0);
  c = (rosin_voices_config){.rate = (double)NAN};
  assert_int_equal(rosin_voices_bytes(&c, &error), 0);
  c = (rosin_voices_config){.seats = -1};
  assert_int_equal(rosin_voices_bytes(&c, &error), 0);
  assert_int_equal(rosin_voices_bytes(NULL, &error), 0);
}

/* Each matter has a material, and what it is on its own can be heard. */
static void test_matter(void **state) {
  (void)state;
  rosin_error error;
  int count = 0;
  for (const char *name; (name = rosin_voices_matter(count)); count++) {
    const rosin_matter *m = rosin_matter_find(name, &error);
    assert_non_null(rosin_material_find(m->material));
    /* what is 0 or wild in its row would not be heard as it is meant */
    assert_true(m->thickness >= 1e-3 && m->thickness <= 0.2 && m->damping > 0 && m->damping < 1);
    assert_true(m->roughness > 0 && m->roughness < 1 && m->grain >= 1e-5 && m->grain <= 0.02);
    assert_true(m->friction > 0 && m->friction < 3 && m->blow >= 1e-4 && m->blow <= 0.05);
  }
  assert_true(count >= 40);
  assert_null(rosin_voices_matter(-1));
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++) {
    char a[40];
    const char *cut = strchr(p->name, '/');
    snprintf(a, sizeof a, "%.*s", (int)(cut - p->name), p->name);
    if (strcmp(cut + 1, "string") == 0) /* a bow's, which scenes play */
      continue;
    assert_non_null(rosin_matter_find(a, &error));
    assert_non_null(rosin_matter_find(cut + 1, &error));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_zipper),
      cmocka_unit_test(test_in_time),
      cmocka_unit_test(test_sleeps_and_wakes),
      cmocka_unit_test(test_steals),
      cmocka_unit_test(test_full_is_where_no_two_have_room),
      cmocka_unit_test(test_a_seat_that_fades_is_one),
      cmocka_unit_test(test_who_fades_gives_way_first),
      cmocka_unit_test(test_seats_come_back),
      cmocka_unit_test(test_refuses),
      cmocka_unit_test(test_opening),
      cmocka_unit_test(test_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
