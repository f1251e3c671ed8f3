/* SPDX-License-Identifier: BSD-3-Clause */
/* A bow has a length: strokes, turns, retakes; bows that stay on the string; tremolo and trill. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

enum { C, G, D, A };

static const double length = 0.65;

static double stroke(rosin_hair *h, int asked, int upbeat, double need, double now, int *lifts) {
  return rosin_hair_stroke(h, &(rosin_hair_plan){.asked = asked, .upbeat = upbeat, .need = need},
                           now, lifts);
}

static void strokes_go_to_and_fro(void **state) {
  (void)state;
  rosin_hair h;
  int lifts;
  rosin_hair_start(&h, length);
  assert_true(stroke(&h, 0, 0, 0.5, 0, &lifts) == 1 && lifts);
  assert_true(rosin_hair_left(&h, 1) >= 0.5);
  rosin_hair_draw(&h, 0.5);
  h.touched = 1;
  assert_true(stroke(&h, 0, 0, 0.2, 1.05, &lifts) == -1 && !lifts);
  rosin_hair_draw(&h, -0.2);
  h.touched = 2;
  /* the same way twice: taken back in the air, where there is room again */
  assert_true(stroke(&h, -1, 0, 0.55, 2.05, &lifts) == -1 && lifts);
  assert_true(rosin_hair_left(&h, -1) >= 0.55);
  /* after a rest: down-bow, but for an upbeat */
  h.touched = 3;
  assert_true(stroke(&h, 0, 1, 0.3, 4, &lifts) == -1 && lifts && rosin_hair_left(&h, -1) >= 0.3);
  h.touched = 5;
  assert_true(stroke(&h, 0, 0, 0.3, 6, &lifts) == 1 && lifts);
  h.touched = 7;
  assert_true(stroke(&h, -1, 0, 0.3, 8, &lifts) == -1); /* marks count for more */
}

static void no_room_hooks_a_note(void **state) {
  (void)state;
  rosin_hair h;
  int lifts;
  rosin_hair_start(&h, length);
  stroke(&h, 0, 0, 0.5, 0, &lifts);
  h.at = 0.1;
  h.touched = 1;
  h.direction = 1;
  assert_true(stroke(&h, 0, 0, 0.3, 1.01, &lifts) == 1 && !lifts); /* up-bow had 9 cm */
  h.touched = 1;
  h.direction = 1;
  assert_true(stroke(&h, 0, 0, 0.05, 1.01, &lifts) == -1); /* enough for so short a note */
}

static void the_hair_ends(void **state) {
  (void)state;
  rosin_hair h;
  rosin_hair_start(&h, length);
  h.direction = 1;
  h.at = 0.5;
  assert_false(rosin_hair_must_turn(&h, 0.2, 1, INFINITY));    /* stops within 2 cm */
  assert_false(rosin_hair_must_turn(&h, -0.2, 0.1, INFINITY)); /* it comes from there */
  assert_true(rosin_hair_must_turn(&h, 0.2, 0.1, INFINITY));
  h.drawn = 0.2;
  assert_true(rosin_hair_must_turn(&h, 0.2, 1, 0.2));
  rosin_hair_turn(&h);
  assert_true(h.direction == -1 && h.drawn == 0);
  rosin_hair_draw(&h, -9);
  assert_true(h.at == 0);
  rosin_hair_draw(&h, 9);
  assert_true(h.at == length);
}

static double control(stage *s, const char *name) {
  rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

/* Longest stroke (m) on the D string in so many seconds, and how many strokes. A bow that stands on
 * the string and goes on as it went makes one. */
static double longest(stage *s, double seconds, int *strokes) {
  double most = 0, drawn = 0, before = 0;
  *strokes = 0;
  for (double t = 0; t < seconds; t += (double)STAGE_BLOCK / STAGE_RATE) {
    stage_run(s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double force = control(s, "bow-d.force"),
                 v = force > 0 ? control(s, "bow-d.velocity") : 0;
    if (force > 0 && v == 0)
      continue;
    if (v * before <= 0) {
      drawn = 0;
      *strokes += v != 0;
    }
    drawn += v * STAGE_BLOCK / STAGE_RATE;
    most = fmax(most, fabs(drawn));
    before = v;
  }
  return most;
}

static void a_long_note_turns(void **state) {
  (void)state;
  stage s = stage_open("bow_length = 0.65;");
  int strokes;
  assert_int_equal(rosin_player_set(s.player, "dynamics", 1, NULL), 0);
  stage_on(&s, 0, 52);
  const double most = longest(&s, 6, &strokes);
  assert_true(most <= 0.65 && most > 0.5); /* and no hair is left unused */
  assert_in_range(strokes, 4, 7);
  stage_close(&s);
  s = stage_open("bow_length = 0.3;"); /* as long as the scene has it */
  assert_int_equal(rosin_player_set(s.player, "dynamics", 1, NULL), 0);
  stage_on(&s, 0, 52);
  const double all = longest(&s, 3, &strokes);
  assert_true(all <= 0.3 && strokes >= 4);
  stage_close(&s);
}

/* A reader saves bow, or divides a note evenly. */
static void a_note_that_is_read_is_divided(void **state) {
  (void)state;
  const double seconds[] = {2.1, 3.4};
  for (int i = 0; i < 2; i++) {
    const rosin_player_score_t score[] = {
        {0, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 52, .value = 0.7}},
        {seconds[i], {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 52}}};
    stage s = stage_open("bow_length = 0.65;");
    int strokes;
    assert_int_equal(rosin_player_set(s.player, "dynamics", 0.7, NULL), 0);
    assert_int_equal(rosin_player_set(s.player, "reads", 1, NULL), 0);
    rosin_player_score(s.player, score, 2);
    const double most = longest(&s, seconds[i], &strokes);
    if (i == 0)
      assert_true(strokes == 1 && s.player->course[D].thrift < 1 && most < 0.65);
    else
      assert_true(strokes == 2 && most < 0.65 && s.player->course[D].span < 0.59);
    stage_close(&s);
  }
}

static void after_a_rest_it_is_a_down_bow(void **state) {
  (void)state;
  stage s = stage_open("");
  assert_int_equal(rosin_player_set(s.player, "reads", 1, NULL), 0);
  const struct {
    double rest;
    int marks, direction;
  } rows[] = {{0, 0, 1},
              {0, 0, -1},
              {1, 0, 1},
              {1, ROSIN_MARK_UPBEAT, -1},
              {1, 0, 1},
              {0, 2, 1},
              {0, ROSIN_MARK_UP, -1},
              {1, 0, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    stage_run(&s, rows[i].rest + 0.01);
    rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                                         .controller = rows[i].marks,
                                                         .key = 52,
                                                         .value = 0.7});
    assert_true(s.player->course[D].direction == rows[i].direction);
    stage_run(&s, 0.3);
    stage_off(&s, 0, 52);
  }
  stage_close(&s);
}

static void a_bow_may_stay_on_the_string(void **state) {
  (void)state;
  for (int lift = 0; lift < 2; lift++) {
    stage s = stage_open("");
    assert_int_equal(rosin_player_set(s.player, "lift", lift, NULL), 0);
    stage_on(&s, 0, 50);
    stage_run(&s, 0.3);
    stage_off(&s, 0, 50);
    stage_run(&s, 0.5);
    assert_true((control(&s, "bow-d.force") > 0) == !lift && control(&s, "bow-d.velocity") == 0);
    stage_on(&s, 0, 60); /* the line goes on elsewhere: it leaves */
    stage_run(&s, 0.2);
    assert_true(control(&s, "bow-d.force") == 0);
    stage_close(&s);
  }
}

/* N on the D string, `after` a note began. */
static double pressed(const char *more, double dynamics, double pressure, double after) {
  stage s = stage_open(more);
  assert_int_equal(rosin_player_set(s.player, "dynamics", dynamics, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "pressure", pressure, NULL), 0);
  stage_on(&s, 0, 52);
  stage_run(&s, after);
  const double force = control(&s, "bow-d.force");
  assert_true(force > 0);
  stage_close(&s);
  return force;
}

/* It starts as it must, and goes on lighter; not what is loud, flautando anyway, or short. */
static void a_soft_bow_goes_on_lighter(void **state) {
  (void)state;
  const char easy[] = "easing = 0.7;";
  assert_true(pressed(easy, 0.1, 0.5, 1) < 0.6 * pressed("", 0.1, 0.5, 1));
  const double some = pressed(easy, 0.5, 0.5, 1) / pressed("", 0.5, 0.5, 1);
  assert_true(some < 0.95 && some > 0.6);
  assert_true(pressed(easy, 0.1, 0.5, 0.1) > 0.9 * pressed("", 0.1, 0.5, 0.1));
  assert_true(pressed(easy, 1, 0.5, 1) == pressed("", 1, 0.5, 1));
  assert_true(pressed(easy, 0.1, 0, 1) == pressed("", 0.1, 0, 1));
}

/* Who has heard several slips goes no lighter until the note is over. */
static void a_bow_that_failed_is_not_eased(void **state) {
  (void)state;
  stage s = stage_open("easing = 0.7;");
  assert_int_equal(rosin_player_set(s.player, "dynamics", 0.1, NULL), 0);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.2);
  s.player->course[D].shy = 1;
  stage_run(&s, 0.8);
  assert_true(control(&s, "bow-d.force") > 0.9 * pressed("", 0.1, 0.5, 1));
  stage_on(&s, 0, 54);
  stage_run(&s, 0.01);
  assert_true(s.player->course[D].shy < 0.5);
  stage_close(&s);
}

/* The open D string of the cello, half a second after the bow has stopped. */
static void a_standing_bow_damps(void **state) {
  (void)state;
  double rings[2];
  for (int lift = 0; lift < 2; lift++) {
    char *errors = NULL;
    stage s = {.scene = rosin_scene_load("cello", 0, NULL, &errors)};
    assert_non_null(s.scene);
    assert_int_equal(rosin_scene_prepare(s.scene, STAGE_RATE, STAGE_BLOCK, NULL), 0);
    assert_non_null(s.player = rosin_player_new(s.scene, 1, NULL));
    assert_int_equal(rosin_player_set(s.player, "lift", lift, NULL), 0);
    assert_int_equal(rosin_player_set(s.player, "idle_loss", 0, NULL), 0);
    stage_on(&s, 0, 50);
    stage_run(&s, 0.3);
    stage_off(&s, 0, 50);
    stage_run(&s, 1);
    stage_run(&s, 0.2);
    rings[lift] = s.level[0];
    stage_close(&s);
  }
  assert_true(rings[1] > 2 * rings[0]); /* some 10 dB */
}

/* Turns of the bow in a second of tremolo at `rate`; `even`: the spread of their distances. */
static int tremolo(double rate, int measured, double *even) {
  stage s = stage_open("");
  double last = 0, before = 1, sum = 0, squares = 0;
  int turns = 0;
  assert_int_equal(rosin_player_set(s.player, "articulation", ROSIN_TREMOLO, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "tremolo_rate", rate, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "measured", measured, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "humanity", 1, NULL), 0);
  stage_on(&s, 0, 52);
  for (double t = 0; t < 2; t += (double)STAGE_BLOCK / STAGE_RATE) {
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double phase = floor(s.player->course[D].turns);
    if (phase != before && t > 0.5) {
      const double gap = t - last;
      if (turns++) {
        sum += gap;
        squares += gap * gap;
      }
      last = t;
    }
    before = phase;
  }
  const double mean = sum / (turns - 1);
  *even = sqrt(fmax(squares / (turns - 1) - mean * mean, 0)) / mean;
  stage_close(&s);
  return turns;
}

static void tremolo_is_measured_or_free(void **state) {
  (void)state;
  double measured, free;
  assert_int_equal(tremolo(8, 1, &measured), 12);
  const int turns = tremolo(8, 0, &free);
  assert_in_range(turns, 9, 14);
  assert_true(measured < 0.01 && free > 0.03);
  assert_int_equal(tremolo(16, 1, &measured), 24);
}

static void a_trill_goes_up_and_down(void **state) {
  (void)state;
  stage s = stage_open("");
  int high = 0, low = 0, changes = 0, before = 0;
  assert_int_equal(rosin_player_set(s.player, "trill", 2, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "measured", 1, NULL), 0);
  assert_int_equal(rosin_player_set(s.player, "vibrato", 0, NULL), 0);
  stage_on(&s, 0, 52);
  for (int i = 0; i < STAGE_RATE / STAGE_BLOCK; i++) {
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double up = 12 * log2(control(&s, "d.finger") / 164.8138);
    const int now = up > 1;
    high += fabs(up - 2) < 0.1;
    low += fabs(up) < 0.1;
    changes += now != before;
    before = now;
  }
  assert_in_range(changes, 10, 12); /* six trills a second */
  assert_true(high > 300 && low > 300);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strokes_go_to_and_fro),
      cmocka_unit_test(no_room_hooks_a_note),
      cmocka_unit_test(the_hair_ends),
      cmocka_unit_test(a_long_note_turns),
      cmocka_unit_test(a_note_that_is_read_is_divided),
      cmocka_unit_test(after_a_rest_it_is_a_down_bow),
      cmocka_unit_test(a_bow_may_stay_on_the_string),
      cmocka_unit_test(a_soft_bow_goes_on_lighter),
      cmocka_unit_test(a_bow_that_failed_is_not_eased),
      cmocka_unit_test(a_standing_bow_damps),
      cmocka_unit_test(tremolo_is_measured_or_free),
      cmocka_unit_test(a_trill_goes_up_and_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
