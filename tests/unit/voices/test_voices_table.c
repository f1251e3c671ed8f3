/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices of many pairs and effects, told of rubbing, places, blows and mixes at random: what each
 * gives is what it gave, against tests/unit/voices/voices.txt; left and right change places with
 * the sign of the pan. */
#include "golden.h"
#include "maths/maths.h"
#include "rosin/voices.h"
#include "tests/verify/random.h"
#include "voices/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 44100, FRAMES = 128, CALLS = 24 };

static uint64_t seed = 1;

static const char *const kind[][2] = {
    {"steel", "wood"},       {"rubber", "asphalt"}, {"hard-steel", "ice"}, {"wet-cloth", "glass"},
    {"leather", "oak"},      {"bone", "stone"},     {"ptfe", "tile"},      {"finger", "wet-glass"},
    {"cast-iron", "gravel"}, {"snow", "hoof"},      {"rope", NULL},        {"sneaker", NULL},
    {"ship-rope", NULL},     {"trolley", NULL},     {"train", NULL},       {"chalk", "slate"},
};
enum { KINDS = sizeof kind / sizeof *kind };

static double between(double low, double high) {
  return uniform(&seed, low, high);
}

/* The k-th kind in a pool of its own; NULL: there is none such. */
static rosin_voices *pool_of(int k) {
  rosin_error error = {{0}};
  const rosin_voices_config c = {
      .rate = RATE, .frames = FRAMES, .voices = 2, .seats = 2, .seed = 1 + k % 3};
  rosin_voices *pool = rosin_voices_create(&c, &error);
  int of = rosin_voices_pair(pool, kind[k][0], kind[k][1], 1, &error);
  if (of < 0)
    of = rosin_voices_effect(pool, kind[k][0], NULL, 1, &error);
  if (of < 0) {
    rosin_voices_free(pool);
    return NULL;
  }
  return pool;
}

static void tell(rosin_voices *pool, rosin_voice v, double side) {
  const int what = (int)between(0, 6);
  if (what == 0)
    rosin_voices_place(pool, v, between(0, 1), between(0.5, 2));
  else if (what == 1)
    rosin_voices_impact(pool, v, 0.02 * rosin_exp(between(0, 3)));
  else if (what == 2)
    rosin_voices_mix(pool, v, between(0.2, 2), side * between(-1, 1));
  else
    rosin_voices_contact(pool, v, what == 3 ? 0 : 10 * rosin_exp(between(-2, 2)), between(-1, 1.5));
}

typedef struct {
  double left, right, peak, last;
  float out[2 * FRAMES * CALLS];
} heard;

static void play(rosin_voices *pool, int k, double side, heard *h) {
  *h = (heard){0};
  seed = 31u * (unsigned)k + 3;
  const rosin_voice v = rosin_voices_start(pool, 0, 1);
  assert_true(v);
  rosin_voices_contact(pool, v, 20, 0.3);
  for (int call = 0; call < CALLS; call++) {
    float *out = h->out + (ptrdiff_t)2 * FRAMES * call;
    if (call == CALLS - 6)
      rosin_voices_stop(pool, v);
    else if (call % 3 == 2)
      tell(pool, v, side);
    assert_int_equal(rosin_voices_render(pool, out, FRAMES), 0);
    for (int i = 0; i < FRAMES; i++) {
      h->left += fabs((double)out[2 * i]);
      h->right += fabs((double)out[2 * i + 1]);
      h->peak = fmax(h->peak, fabs((double)out[2 * i]));
    }
    h->last += rosin_voices_level(pool, v);
  }
}

static void kinds_hold_still(void **state) {
  (void)state;
  static heard one, other;
  golden g = golden_open("tests/unit/voices/voices.txt");
  int kinds = 0;
  for (int k = 0; k < KINDS; k++) {
    rosin_voices *pool = pool_of(k), *turned = pool_of(k);
    if (!pool)
      continue;
    kinds++;
    play(pool, k, 1, &one);
    play(turned, k, -1, &other);
    golden_in(&g, "%s:%s", kind[k][0], kind[k][1] ? kind[k][1] : "effect");
    golden_words(&g, "source", rosin_voices_source(pool, 0));
    golden_columns(&g, "heard", "left right peak level",
                   (double[]){one.left, one.right, one.peak, one.last}, 1e-6, 1e-9);
    if (pool->sound[0].channels == 1 || kind[k][1])
      for (int i = 0; i < FRAMES * CALLS; i++)
        assert_true(fabs((double)one.out[2 * i] - (double)other.out[2 * i + 1]) <= 1e-6 * one.peak);
    const rosin_voices_config config = {.rate = RATE, .frames = FRAMES, .voices = 2, .seats = 2};
    const size_t bytes = rosin_voices_effect_bytes(&config, kind[k][0], NULL, NULL);
    const size_t others = rosin_voices_pair_bytes(&config, kind[k][0], kind[k][1], NULL);
    assert_true(bytes > 0 || others > 0);
    const rosin_voices_counts_t c = rosin_voices_counts(pool);
    golden_columns(&g, "counts", "started stopped told clamped refused late sounding asleep",
                   (double[]){(double)c.started, (double)c.stopped, (double)c.told,
                              (double)c.clamped, (double)c.refused, (double)c.late, c.sounding,
                              c.asleep},
                   0, 0);
    rosin_voices_free(pool);
    rosin_voices_free(turned);
  }
  assert_true(kinds >= 12);
  assert_int_equal(golden_close(&g), 0);
}

/* Each answer has a word of its own, and what is no answer, too. */
static void answers_have_words(void **state) {
  (void)state;
  const char *word[7];
  int count = 0;
  for (int answer = ROSIN_VOICES_FULL; answer <= ROSIN_VOICES_CLAMPED + 1; answer++)
    word[count++] = rosin_voices_word((rosin_voices_answer)answer);
  assert_int_equal(count, 7);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++)
      assert_string_not_equal(word[i], word[k]);
  assert_string_equal(rosin_voices_word(ROSIN_VOICES_DONE), "done");
  assert_non_null(strstr(rosin_voices_word(ROSIN_VOICES_CLAMPED), "range"));
  assert_non_null(strstr(rosin_voices_word(ROSIN_VOICES_REFUSED), "refused"));
  assert_non_null(strstr(rosin_voices_word(ROSIN_VOICES_STOLEN), "stolen"));
  assert_non_null(strstr(rosin_voices_word(ROSIN_VOICES_GONE), "no such voice"));
  assert_non_null(strstr(rosin_voices_word(ROSIN_VOICES_FULL), "room"));
}

/* As many kinds as a pool was made for, and no more. */
static void kinds_are_counted(void **state) {
  (void)state;
  rosin_error error = {{0}};
  const rosin_voices_config c = {
      .rate = RATE, .frames = FRAMES, .voices = 2, .seats = 5, .kinds = 2};
  rosin_voices *pool = rosin_voices_create(&c, &error);
  assert_int_equal(rosin_voices_pair(pool, "steel", "wood", 1, &error), 0);
  assert_int_equal(rosin_voices_pair(pool, "bone", "stone", 1, &error), 1);
  assert_int_equal(rosin_voices_pair(pool, "ptfe", "tile", 1, &error), -1);
  assert_non_null(strstr(error.text, "2 kinds are all that this pool has room for"));
  assert_int_equal(rosin_voices_effect(pool, "rope", NULL, 1, &error), -1);
  assert_int_equal(rosin_voices_start(pool, 2, 1), 0);
  assert_true(rosin_voices_start(pool, 1, 1) != 0);
  rosin_voices_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kinds_hold_still),
                                     cmocka_unit_test(answers_have_words),
                                     cmocka_unit_test(kinds_are_counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
