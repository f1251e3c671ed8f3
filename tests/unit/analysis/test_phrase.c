/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes out of a contour that is made of notes: where they begin and end, which key they have, what
 * is bridged, dropped, joined and cut, and where each is found again. */
#include "chance.h"
#include "host/follow/follow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 4000 };

static rosin_pitch_frame frame[MOST];
static rosin_pitch_track track;
static rosin_follow_plan plan;

static void begin(void) {
  rosin_follow_plan_free(&plan);
  track = (rosin_pitch_track){.frame = frame};
}

/* `count` frames of a key, or of none (NaN); -120 dB is silence. */
static void sing(int count, double key, double tone) {
  for (int i = 0; i < count; i++) {
    assert_true(track.frames < MOST);
    frame[track.frames++] = (rosin_pitch_frame){
        .hertz = isfinite(key) ? (float)(440 * exp2((key - 69) / 12)) : 0,
        .tone = isfinite(key) ? (float)tone : -120,
        .level = (float)tone,
    };
  }
}

static void rest(int count) {
  sing(count, NAN, -120);
}

/* The level falls to a frame by 10 dB in five, and rises again. */
static void dip(int at) {
  for (int i = -4; i <= 4; i++)
    frame[at + i].level = frame[at + i].tone -= (float)(10 - 2 * abs(i));
}

static int notes(double transpose) {
  rosin_follow_plan_free(&plan);
  assert_int_equal(rosin_follow_phrase(&plan, &track, transpose), 0);
  return plan.notes;
}

static void is_note(int k, int first, int last, int key, int off) {
  const rosin_follow_note *n = &plan.note[k];
  if (abs(n->first - first) > off || abs(n->last - last) > off || n->key != key)
    fail_msg("note %d: key %d, frames %d to %d, not %d, %d to %d", k, n->key, n->first, n->last,
             key, first, last);
}

/* Between silences: exactly, whatever the transposition. */
static void notes_between_rests_are_found(void **state) {
  (void)state;
  seed = 11;
  for (int round = 0; round < 40; round++) {
    int first[8], last[8], key[8], transpose = one_of(25) - 12;
    begin();
    for (int k = 0; k < 8; k++) {
      rest(12 + one_of(50)); /* shorter, too, than an onset is looked for back */
      first[k] = track.frames;
      key[k] = k && one_of(3) == 0 ? key[k - 1] : 40 + one_of(40);
      sing(8 + one_of(100), key[k] + between(-0.4, 0.4), -20);
      last[k] = track.frames;
    }
    assert_int_equal(notes(transpose), 8);
    for (int k = 0; k < 8; k++) {
      is_note(k, first[k], last[k], key[k] + transpose, 0);
      assert_false(plan.note[k].slurred);
      assert_true(rosin_follow_onset(&plan, k, &track, transpose) == first[k]);
      for (int i = first[k]; i < last[k]; i++)
        assert_true(fabs(plan.bend[i] - key[k] - transpose) < 0.41 && plan.loud[i] == -20);
    }
    for (int i = 0; i < first[0]; i++)
      assert_true(isnan(plan.bend[i]) && isnan(plan.loud[i]));
  }
}

/* Without a rest: where the pitch steps, slurred; with a dip there, struck. */
static void a_step_of_pitch_begins_a_note(void **state) {
  (void)state;
  for (int steps = -7; steps <= 7; steps++)
    for (int struck = 0; struck < 2; struck++) {
      if (steps == 0)
        continue;
      begin();
      rest(10);
      sing(120, 60, -20);
      sing(120, 60 + steps, -20);
      rest(10);
      if (struck)
        dip(130);
      assert_int_equal(notes(0), 2);
      is_note(0, 10, 130, 60, 4);
      is_note(1, 130, 250, 60 + steps, 4);
      assert_int_equal(plan.note[1].slurred, !struck);
      if (abs(steps) > 1 && !struck)
        assert_true(rosin_follow_onset(&plan, 1, &track, 0) == 130);
    }
}

static void a_dip_strikes_the_same_pitch_anew(void **state) {
  (void)state;
  begin();
  rest(10);
  sing(240, 60, -20);
  rest(10);
  dip(130);
  assert_int_equal(notes(0), 2);
  is_note(0, 10, 130, 60, 0);
  is_note(1, 130, 250, 60, 0);
  assert_false(plan.note[1].slurred);
  assert_true(rosin_follow_onset(&plan, 1, &track, 0) == 132); /* 3 dB above the lowest */
}

/* A slow rise begins where it is within 10 dB of what it gets to; in another track too. */
static void a_note_begins_where_it_is_loud(void **state) {
  (void)state;
  begin();
  rest(10);
  for (int i = 0; i < 20; i++)
    sing(1, 60, -40 + i);
  sing(100, 60, -20);
  rest(20);
  assert_int_equal(notes(0), 1);
  assert_true(rosin_follow_onset(&plan, 0, &track, 0) == 21);
  begin();
  rest(20);
  sing(100, 60, -20);
  rest(20);
  assert_int_equal(notes(0), 1);
  for (int late = 0; late < 20; late++) {
    track.frames = 0;
    rest(10 + late);
    sing(100, 60, -35);
    rest(20);
    assert_true(rosin_follow_onset(&plan, 0, &track, 0) == 10 + late);
  }
  track.frames = 0;
  rest(140);
  assert_true(isnan(rosin_follow_onset(&plan, 0, &track, 0)));
  assert_true(isnan(rosin_follow_onset(&plan, 0, &track, 3)));
}

static int parts(int width, double key, double tone, double after) {
  begin();
  rest(10);
  sing(100, 60, -20);
  sing(width, key, tone);
  sing(100, after, -20);
  rest(10);
  return notes(0);
}

/* What has no pitch is bridged: 4 frames of silence, 20 of sound, which is within 10 dB. */
static void gaps_are_bridged(void **state) {
  (void)state;
  assert_int_equal(parts(4, NAN, -120, 60), 1);
  assert_int_equal(parts(5, NAN, -120, 60), 2);
  assert_int_equal(parts(20, NAN, -29, 60), 1);
  assert_int_equal(parts(21, NAN, -29, 60), 2);
  assert_int_equal(parts(20, NAN, -31, 60), 2);
  assert_int_equal(parts(3, NAN, -120, 62), 2); /* of two keys silence stays */
  assert_true(isnan(plan.bend[111]));
  for (int tenths = 1; tenths <= 9; tenths += 4) { /* a line, between what is near */
    parts(19, NAN, -25, 60 + 0.1 * tenths);
    for (int j = 0; j <= 20; j++)
      assert_true(fabs(plan.bend[109 + j] - 60 - 0.1 * tenths * j / 20) < 1e-5);
  }
  begin(); /* so do levels */
  sing(100, 60, -20);
  sing(9, NAN, -22);
  sing(100, 60, -22);
  assert_int_equal(notes(0), 1);
  for (int j = 0; j <= 10; j++)
    assert_true(fabs(plan.loud[99 + j] + 20 + 0.2 * j) < 1e-5);
  assert_int_equal(parts(19, NAN, -25, 64), 2); /* a step in the middle */
  for (int j = 0; j <= 20; j++)
    assert_true(fabs(plan.bend[109 + j] - (j < 10 ? 60 : 64)) < 1e-5);
}

/* An octave that is wrong for a moment is none; one that stays is a note. */
static void strays_are_dropped(void **state) {
  (void)state;
  assert_int_equal(parts(16, 72, -20, 60), 1);
  for (int i = 10; i < 226; i++)
    assert_true(fabs(plan.bend[i] - 60) < 1e-5);
  assert_int_equal(parts(17, 72, -20, 60), 3);
  is_note(1, 110, 127, 72, 4);
  begin(); /* what stands alone strays from nothing */
  rest(10);
  sing(12, 72, -20);
  rest(10);
  assert_int_equal(notes(0), 1);
}

/* What is fainter than 38 dB below the loud, or shorter than 8 frames, is none. */
static void what_is_faint_or_short_is_none(void **state) {
  (void)state;
  for (int louder = 0; louder < 2; louder++) {
    begin();
    sing(200, 60, -20);
    rest(10);
    sing(20, 64, louder ? -57 : -59);
    rest(10);
    sing(7 + louder, 67, -20);
    rest(10);
    assert_int_equal(notes(0), 1 + 2 * louder);
    assert_true(isfinite(plan.bend[241]) == louder);
  }
}

/* A brief piece belongs to one that is a semitone away, after it or else before. */
static void brief_pieces_join(void **state) {
  (void)state;
  assert_int_equal(parts(20, 61, -20, 62), 2);
  is_note(0, 10, 110, 60, 4);
  is_note(1, 110, 230, 62, 4);
  assert_int_equal(parts(20, 61, -20, 65), 2);
  is_note(0, 10, 130, 60, 4);
  is_note(1, 130, 230, 65, 4);
  assert_int_equal(parts(20, 62, -20, 64), 3); /* not near */
  assert_int_equal(parts(40, 61, -20, 62), 3); /* not brief */
}

static int leave(void **state) {
  (void)state;
  rosin_follow_plan_free(&plan);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notes_between_rests_are_found),
      cmocka_unit_test(a_step_of_pitch_begins_a_note),
      cmocka_unit_test(a_dip_strikes_the_same_pitch_anew),
      cmocka_unit_test(a_note_begins_where_it_is_loud),
      cmocka_unit_test(gaps_are_bridged),
      cmocka_unit_test(strays_are_dropped),
      cmocka_unit_test(what_is_faint_or_short_is_none),
      cmocka_unit_test(brief_pieces_join),
  };
  return cmocka_run_group_tests(tests, NULL, leave);
}
