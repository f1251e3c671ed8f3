/* SPDX-License-Identifier: BSD-3-Clause */
/* A bow that bounces: physics that can be told by hand (a fall, a spring, what is lost), strokes
 * that press as they shall, and a player's notes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

static const double pi = 3.14159265358979323846, stiff = 1e9, dt = 1 / 1500.0;

/* What one stroke came to. */
typedef struct {
  double lands, leaves, most; /* s after it began; N */
} touched;

static touched stroke(rosin_bounce *b, double began, double length, double most, int string) {
  touched t = {.lands = -1, .leaves = -1};
  rosin_bounce_throw(b, began, string, stiff, 0);
  for (double now = began; now < began + length; now += dt) {
    rosin_bounce_step(b, now, most);
    if (b->force > 0 && t.lands < 0)
      t.lands = now - began;
    if (b->force > 0)
      t.leaves = now - began;
    t.most = fmax(t.most, b->force);
  }
  return t;
}

/* Its swing on the hair in the middle of the hair is that which was measured, some 13 Hz. */
static void it_swings_as_published(void **state) {
  (void)state;
  rosin_bounce b;
  rosin_bounce_start(&b, 0.65);
  const double swing = sqrt(b.stiffness / b.mass) / (2 * pi);
  assert_true(swing > 12 && swing < 14);
  assert_true(b.stiffness > 300 && b.stiffness < 1000);
}

/* A stroke lands when it shall, presses by what it shall, and touches for 40 to 60 ms, however it
 * is repeated. */
static void strokes_are_alike(void **state) {
  (void)state;
  for (double rate = 4; rate <= 12; rate += 2)
    for (double most = 0.3; most < 6; most *= 2) {
      rosin_bounce b;
      rosin_bounce_start(&b, 0.65);
      for (int i = 0; i < 8; i++) {
        const touched t = stroke(&b, i / rate, 1 / rate, most, 0);
        assert_true(fabs(t.lands - 0.006) < 2.5e-3);
        assert_true(fabs(t.most / most - 1) < 0.08);
        assert_true(t.leaves - t.lands > 0.038 && t.leaves - t.lands < 0.06);
      }
    }
}

/* Thrown while it touches, it goes on there; on another string it begins anew. */
static void it_goes_on_with_the_string_that_it_touches(void **state) {
  (void)state;
  for (int next = 0; next < 3; next++) {
    rosin_bounce b;
    rosin_bounce_start(&b, 0.65);
    stroke(&b, 0, 0.03, 1, 1);
    assert_true(b.force > 0 && b.height < 0);
    const double height = b.height, lost = b.lost;
    rosin_bounce_throw(&b, b.now, 1, stiff, 0);
    assert_true(b.height == height && b.lost == lost);
    rosin_bounce_throw(&b, b.now, next, stiff, 0);
    assert_true(next == 1 ? b.height == height && b.lost == lost : b.height == 0 && b.lost > lost);
  }
}

/* A bow that was turned to its wood is one of hair again for who begins anew. */
static void a_reset_brings_the_hair_back(void **state) {
  (void)state;
  stage s = stage_open("");
  const rosin_course *c = &s.player->course[2];
  const double hair = rosin_contact_get(c->bow, "mu_static");
  assert_int_equal(rosin_player_set(s.player, "articulation", ROSIN_COL_LEGNO, NULL), 0);
  stage_on(&s, 0, 52);
  for (int k = 0; k < 100 && rosin_contact_get(c->bow, "mu_static") == hair; k++)
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE); /* until it lies on the string */
  assert_true(rosin_contact_get(c->bow, "mu_static") != hair);
  rosin_player_reset(s.player);
  for (int i = 0; i < STAGE_STRINGS; i++)
    assert_true(rosin_contact_get(s.player->course[i].bow, "mu_static") == hair);
  stage_close(&s);
}

/* What hand and weight give is in the stick, in the hair, or lost there. */
static void no_energy_comes_from_nowhere(void **state) {
  (void)state;
  rosin_bounce b;
  rosin_chance chance = {7};
  rosin_bounce_start(&b, 0.65);
  double before = rosin_bounce_energy(&b), worst = 0, lost = 0, most = 0;
  for (int i = 0; i < 40; i++) {
    const double length = 0.11 + 0.07 * rosin_chance_next(&chance);
    stroke(&b, b.now, length, exp(1 + 2 * rosin_chance_next(&chance)), i % 3 ? 0 : 1);
    const double now = rosin_bounce_energy(&b);
    worst = fmax(worst, fabs(now - before - b.handed + b.lost));
    most = fmax(most, fabs(b.handed));
    assert_true(b.lost >= lost);
    lost = b.lost;
  }
  assert_true(worst < 1e-9 * fmax(most, 1));
  assert_true(lost > 0);
}

/* ---- in a player's hands ------------------------------------------------------------ */

enum { C, G, D, A };

static double control(stage *s, int string, const char *key) {
  char name[40];
  snprintf(name, sizeof name, "bow-%c.%s", "cgda"[string], key);
  rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

/* What pressed a string while it ran: N at its height, and stretches in which it did. */
static double pressed(stage *s, int string, double seconds, int *stretches) {
  double most = 0;
  *stretches = 0;
  for (double t = 0; t < seconds; t += (double)STAGE_BLOCK / STAGE_RATE) {
    stage_run(s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double force = control(s, string, "force");
    assert_true(force >= 0 && isfinite(force));
    most = fmax(most, force);
    *stretches += force > 0;
  }
  return most;
}

static stage spiccato(void) {
  stage s = stage_open("bow_length = 0.65;");
  assert_int_equal(rosin_player_set(s.player, "articulation", ROSIN_SPICCATO, NULL), 0);
  return s;
}

/* Strokes go to and fro, touch and leave, on whichever string; what was left feels nothing. */
static void notes_are_thrown(void **state) {
  (void)state;
  static const int key[] = {36, 45, 52, 60, 52, 38}, string[] = {C, G, D, A, D, C};
  stage s = spiccato();
  double direction = 0;
  int stretches, none;
  for (int i = 0; i < 6; i++) {
    stage_on(&s, 0, key[i]);
    assert_true(s.player->course[string[i]].direction == (i % 2 ? -1 : 1));
    assert_true(pressed(&s, string[i], 0.1, &stretches) > 0.2);
    assert_in_range(stretches, 25, 45); /* of 1.45 ms: 36 to 65 ms */
    stage_off(&s, 0, key[i]);
    assert_true(pressed(&s, string[i], i < 3 ? 0.2 : 0.03, &none) == 0 && none == 0);
    direction = s.player->direction;
  }
  assert_true(direction == -1);
  stage_close(&s);
}

/* Louder is harder; two strings share one stick. */
static void hands_say_how_hard(void **state) {
  (void)state;
  double most[3];
  int stretches;
  for (int i = 0; i < 3; i++) {
    stage s = spiccato();
    assert_int_equal(rosin_player_set(s.player, "dynamics", 0.1 + 0.4 * i, NULL), 0);
    stage_on(&s, 0, 57);
    most[i] = pressed(&s, A, 0.1, &stretches);
    stage_close(&s);
  }
  assert_true(most[1] > 1.5 * most[0] && most[2] > 1.2 * most[1]);
  stage s = spiccato();
  stage_on(&s, 0, 50);
  stage_on(&s, 0, 57);
  for (int k = 0; k < 40; k++) {
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double d = control(&s, D, "force"), a = control(&s, A, "force");
    if (k > 10 && k < 25)
      assert_true(d > 0 && a > 0 && fabs((d + a) / s.player->bounce.force - 1) < 0.2);
  }
  stage_close(&s);
}

/* A stick has no hair that gives way: it is off sooner. */
static void wood_leaves_sooner(void **state) {
  (void)state;
  static const int key[] = {40, 47, 54, 62};
  for (int i = 0; i < 4; i++) {
    stage s = spiccato();
    int hair, wood;
    stage_on(&s, 0, key[i]);
    pressed(&s, i, 0.3, &hair);
    stage_off(&s, 0, key[i]);
    assert_int_equal(rosin_player_set(s.player, "articulation", ROSIN_COL_LEGNO, NULL), 0);
    stage_on(&s, 0, key[i]);
    assert_true(s.player->course[i].held);
    assert_in_range(pressed(&s, i, 0.3, &wood), 1, 60);
    assert_in_range(wood, 8, 18); /* of 1.45 ms */
    assert_true(hair > 1.8 * wood);
    stage_close(&s);
  }
}

/* Faster than the bow flies it stays near the string, and nothing breaks. */
static void too_fast_is_borne(void **state) {
  (void)state;
  stage s = spiccato();
  int stretches;
  for (int i = 0; i < 60; i++) {
    const int key = i % 3 ? 52 : 45;
    stage_on(&s, 0, key);
    assert_true(pressed(&s, i % 3 ? D : G, 0.02 + 0.001 * i, &stretches) < 40);
    stage_off(&s, 0, key);
    assert_true(fabs(s.player->bounce.height) < 0.05);
  }
  stage_close(&s);
}

/* Who has thrown nothing yet holds the bow above the strings. */
static void before_a_throw_it_hangs(void **state) {
  (void)state;
  rosin_bounce b;
  rosin_bounce_start(&b, 0.6);
  for (double now = 0; now < 1; now += 1e-3) {
    rosin_bounce_step(&b, now, 2);
    if (!(b.force == 0 && b.height > 0 && fabs(b.speed) < 1e-3))
      fail_msg("after %g s: %g N at %g m, %g m/s", now, b.force, b.height, b.speed);
  }
  assert_true(b.lost == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_swings_as_published),
      cmocka_unit_test(it_goes_on_with_the_string_that_it_touches),
      cmocka_unit_test(a_reset_brings_the_hair_back),
      cmocka_unit_test(strokes_are_alike),
      cmocka_unit_test(no_energy_comes_from_nowhere),
      cmocka_unit_test(notes_are_thrown),
      cmocka_unit_test(hands_say_how_hard),
      cmocka_unit_test(too_fast_is_borne),
      cmocka_unit_test(before_a_throw_it_hangs),
      cmocka_unit_test(wood_leaves_sooner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
