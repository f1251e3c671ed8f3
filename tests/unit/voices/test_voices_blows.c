/* SPDX-License-Identifier: BSD-3-Clause */
/* Blows: what is struck gets the momentum that is said, of any number of blows, and is as loud as
 * is promised. */
#include "rosin/scene.h"
#include "scene/scene.h"
#include "voices/drive.h"
#include "voices/inside.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, FRAMES = 256 };

/* N s that the network of a voice has been given, beside what it does. */
static double given;
static rosin_voice_sound *watched;
static void drive(void *voice, long long first, int frames) {
  rosin_voice_sound *v = voice;
  const int strikes = v->blows.goes_on;
  rosin_voice_drive(v, first, frames);
  for (int i = 0; strikes && i < frames; i++)
    given += v->feed[VOICE_PUSH][i] / v->engine_rate;
}

static void watch(rosin_voice_sound *v) {
  given = 0;
  watched = v;
  rosin_scene_set_driver(v->scene, drive, v);
}

/* One mode alone, struck where it moves as a whole: after a blow of J it has J^2 / 2m, as long as
 * the blow is short beside its period. */
static void test_momentum_of_a_mode(void **state) {
  (void)state;
  static const char format[] =
      "rate = 48000; channels = 1; duration = 1.0; oversample = %d;\n"
      "modals = { lump = { points = { here = 0.0; };\n"
      "    modes = ( { frequency = 4.0; q = 5000.0; mass = %s; at = (1.0); } ); };\n"
      "  other = { points = { here = 0.0; };\n"
      "    modes = ( { frequency = 300.0; q = 50.0; mass = 1.0; at = (1.0); } ); }; };\n"
      "contacts = { rub = { a = \"-\"; b = \"other\"; position = \"here\"; force = 0.0;\n"
      "  velocity = 0.0; law = { type = \"coulomb\"; }; }; };\n"
      "pushes = { knock = { body = \"lump\"; position = \"here\"; force = 0.0; }; };\n"
      "outputs = ( { signal = \"lump.velocity@here\"; } );\n";
  static const struct {
    const char *text;
    double mass, impulse, length;
    int blows, oversample;
  } of[] = {{"0.5", 0.5, 0.01, 3e-4, 1, 1}, {"2.0", 2, 5, 2.5e-4, 1, 1},
            {"20.0", 20, 100, 3e-4, 1, 2},  {"0.1", 0.1, 0.2, 6e-3, 1, 1},
            {"2.0", 2, 0.5, 1e-3, 5, 1},    {"2.0", 2, 0.05, 1e-3, 200, 1}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    char text[1500], *errors = NULL;
    rosin_error error = {{0}};
    rosin_voice_sound v;
    float made[64];
    snprintf(text, sizeof text, format, of[i].oversample, of[i].text);
    rosin_scene *scene = rosin_scene_parse(text, "lump", 0, NULL, &errors);
    if (!scene || rosin_scene_prepare(scene, RATE, 64, &error) ||
        rosin_voice_open(&v, scene, NULL, RATE, &error))
      fail_msg("%s%s", errors ? errors : "", error.text);
    rosin_voice_soften(&v, of[i].length);
    rosin_voice_reset(&v);
    v.state = VOICE_OWNED;
    for (int k = 0; k < of[i].blows; k++)
      rosin_voice_strike(&v, of[i].impulse);
    const double momentum = of[i].blows * of[i].impulse;
    double fastest = 0;
    for (int k = 0; k < 24; k++) { /* 32 ms: half of the way to where it turns */
      assert_int_equal(rosin_scene_process(scene, 64, made), 0);
      for (int j = 0; j < 64; j++)
        fastest = fmax(fastest, fabs((double)made[j]));
    }
    const double energy = momentum * momentum / (2 * of[i].mass);
    assert_true(v.blows.goes_on == 0 && v.refused == 0);
    if (!(fabs(rosin_network_energy(v.network) / energy - 1) < 0.05) ||
        !(fabs(fastest * of[i].mass / momentum - 1) < 0.05))
      fail_msg("%d blows of %g N s: %g J instead of %g, %g m/s instead of %g", of[i].blows,
               of[i].impulse, rosin_network_energy(v.network), energy, fastest,
               momentum / of[i].mass);
    rosin_scene_free(scene);
  }
}

static rosin_voices *pool_of(const char *rubs, const char *ground, int *kind) {
  rosin_error error = {{0}};
  const rosin_voices_config c = {.rate = RATE, .frames = FRAMES, .voices = 2, .seats = 2};
  rosin_voices *pool = rosin_voices_create(&c, &error);
  *kind = rosin_voices_pair(pool, rubs, ground, 1, &error);
  if (*kind < 0)
    fail_msg("%s", error.text);
  return pool;
}

static double render(rosin_voices *pool, int calls) {
  float out[2 * FRAMES];
  double peak = 0;
  for (int i = 0; i < calls; i++) {
    assert_int_equal(rosin_voices_render(pool, out, FRAMES), 0);
    for (int k = 0; k < 2 * FRAMES; k++) {
      assert_true(isfinite(out[k]));
      peak = fmax(peak, fabs((double)out[k]));
    }
  }
  return peak;
}

static const char *const pair[][2] = {
    {"rubber", "tile"}, {"hoof", "ice"}, {"hard-steel", "hard-steel"}, {"wet-cloth", "snow"}};
enum { PAIRS = sizeof pair / sizeof *pair };

/* From 1 mN s to 100 N s, one and many in a frame, and while others go on: what comes is their sum,
 * and what is refused is counted. */
static void test_momentum_of_pairs(void **state) {
  (void)state;
  static const double impulse[] = {1e-3, 0.2, 5, 100};
  static const int many[] = {1, 5, 60};
  for (int p = 0; p < PAIRS; p++) {
    int kind;
    rosin_voices *pool = pool_of(pair[p][0], pair[p][1], &kind);
    const rosin_voice v = rosin_voices_start(pool, kind, 0);
    watch(&pool->sound[0]);
    for (int i = 0; i < 4; i++)
      for (int m = 0; m < 3; m++) {
        const long long before = rosin_voices_counts(pool).refused;
        given = 0;
        for (int k = 0; k < many[m]; k++) {
          assert_int_equal(rosin_voices_impact(pool, v, impulse[i]), ROSIN_VOICES_DONE);
          if (k % 7 == 3) { /* in the midst of others */
            float out[2 * 32];
            rosin_voices_render(pool, out, 32);
          }
        }
        render(pool, 20);
        const double refused = (double)(rosin_voices_counts(pool).refused - before);
        const double wanted = (many[m] - refused) * impulse[i];
        assert_true(refused == 0 || (impulse[i] == 100 && many[m] > 1));
        if (!(fabs(given / wanted - 1) < 1e-3))
          fail_msg("%s on %s, %d blows of %g N s, %g refused: %g N s", pair[p][0], pair[p][1],
                   many[m], impulse[i], refused, given);
      }
    rosin_voices_free(pool);
  }
}

/* 5 N s are a peak of -12 dBFS, twice as much twice as high, wherever one begins to listen. */
static void test_loudness(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++) {
    int kind;
    rosin_voices *pool = pool_of(pair[p][0], pair[p][1], &kind);
    const rosin_voice v = rosin_voices_start(pool, kind, 0);
    double peak[2];
    for (int twice = 0; twice < 2; twice++) {
      render(pool, 3);
      rosin_voices_impact(pool, v, twice ? 10 : 5);
      peak[twice] = 20 * log10(render(pool, 40));
      for (int wait = 0; wait < 100 && rosin_voices_counts(pool).sounding; wait++)
        render(pool, 20);
      assert_int_equal(rosin_voices_counts(pool).sounding, 0);
    }
    if (!(fabs(peak[0] + 12.04) < 0.5) || !(fabs(peak[1] - peak[0] - 6.02) < 0.1))
      fail_msg("%s on %s: %.2f, %.2f dBFS", pair[p][0], pair[p][1], peak[0], peak[1]);
    rosin_voices_free(pool);
  }
}

/* Blows for whoever waits for another's fade come when that is over, as many as it takes. */
static void test_waits(void **state) {
  (void)state;
  static const struct {
    int blows;
    double impulse;
  } of[] = {{3, 2}, {60, 100}};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    int kind;
    rosin_voices *pool = pool_of("wood", "stone", &kind);
    const rosin_voice first = rosin_voices_start(pool, kind, 0);
    rosin_voices_contact(pool, first, 20, 0.3);
    render(pool, 20);
    const rosin_voice second = rosin_voices_start(pool, kind, 0);
    watch(&pool->sound[0]);
    for (int i = 0; i < of[k].blows; i++)
      assert_int_equal(rosin_voices_impact(pool, second, of[k].impulse), ROSIN_VOICES_DONE);
    render(pool, 20);
    const double taken = of[k].blows - (double)rosin_voices_counts(pool).refused;
    assert_true(k == 0 ? taken == 3 : taken > 0 && taken < 60);
    assert_true(fabs(given / (taken * of[k].impulse) - 1) < 1e-3);
    rosin_voices_free(pool);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_momentum_of_a_mode),
      cmocka_unit_test(test_momentum_of_pairs),
      cmocka_unit_test(test_loudness),
      cmocka_unit_test(test_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
