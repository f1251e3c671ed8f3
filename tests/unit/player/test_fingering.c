/* SPDX-License-Identifier: BSD-3-Clause */
/* Fingers over a phrase: what any cellist would do, and what no hand can. */
#include "player/left/fingering.h"
#include "player/left/grip.h"
#include "player/left/way.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 700 };
static const rosin_fingering_neck cello = {
    .strings = 4, .open = {65.406, 97.999, 146.832, 220}, .highest = 29, .program = 42};

static rosin_fingering_note note[MOST];

static double hertz(int key) {
  return 440 * exp2((key - 69) / 12.0);
}

/* Notes of `length` s one after another. */
static void lay_out(const int *keys, int count, double length) {
  for (int i = 0; i < count; i++)
    note[i] = (rosin_fingering_note){
        .on = i * length, .off = i * length + 0.95 * length, .hertz = hertz(keys[i]), .string = -1};
}

static void finger(int count) {
  assert_int_equal(rosin_fingering(&cello, note, count, 0.025), 0);
}

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static int shifts(int count) {
  int sum = 0;
  for (int i = 1; i < count; i++)
    sum += note[i].place != note[i - 1].place && note[i].place && note[i - 1].place;
  return sum;
}

static void scale_in_first_position(void **state) {
  (void)state;
  static const int keys[] = {36, 38, 40, 41, 43, 45, 47, 48, 50, 52, 53, 55, 57, 59, 60, 62};
  static const int fingers[] = {6, 1, 3, 4, 6, 1, 3, 4, 6, 1, 2, 4, 6, 1, 2, 4};
  lay_out(keys, COUNT(keys), 0.25);
  finger(COUNT(keys));
  for (int i = 0; i < COUNT(keys); i++) {
    assert_int_equal(note[i].string, i / 4);
    assert_int_equal(note[i].finger, fingers[i]);
  }
  assert_int_equal(shifts(COUNT(keys) - 1), 0);
}

/* A closed hand holds a minor third, a stretched one a major third, and no more. */
static void hands_are_as_wide_as_they_are(void **state) {
  (void)state;
  int count;
  const rosin_grip *s = rosin_grips(42, &count);
  assert_int_equal(rosin_grip_finger(&s[0], 2, 2), 1);
  assert_int_equal(rosin_grip_finger(&s[0], 2, 5.3), 4);
  assert_int_equal(rosin_grip_finger(&s[0], 2, 6), 0);
  assert_int_equal(rosin_grip_finger(&s[1], 2, 6), 4);
  assert_int_equal(rosin_grip_finger(&s[1], 2, 3), 0);
  assert_int_equal(rosin_grip_finger(&s[1], 2, 7), 0);
  assert_true(rosin_grip_has_thumb(&s[3]));
  assert_int_equal(rosin_grip_finger(&s[3], 12, 12), ROSIN_FINGER_THUMB);
  assert_int_equal(rosin_grip_finger(&s[3], 12, 17), 3); /* a fourth above the thumb */
  assert_int_equal(rosin_grip_finger(&s[3], 6, 8), 0);   /* not low on the neck */
  assert_true(rosin_grip_way(&s[0], 2, &s[1], 1) == 0);  /* the first finger stretches back */
  assert_true(rosin_grip_way(&s[0], 2, &s[0], 4) == 2);
  assert_int_equal(rosin_grip_finger(rosin_grips(40, &count), 2, 7), 4); /* a violin's fourth */
  assert_int_equal(rosin_grip_finger(rosin_grips(43, &count), 2, 5), 0); /* a bass's tone */
}

/* Up to A5 and back: the thumb comes, and chords of thirds and octaves above the neck use it. */
static void thumb_above_the_neck(void **state) {
  (void)state;
  static const int keys[] = {69, 71, 73, 74, 76, 78, 80, 81};
  lay_out(keys, COUNT(keys), 0.2);
  finger(COUNT(keys));
  int thumbs = 0;
  for (int i = 0; i < COUNT(keys); i++) {
    thumbs += note[i].place + 2 > 12 || note[i].finger == ROSIN_FINGER_THUMB;
    assert_int_equal(note[i].string, 3);
  }
  assert_true(thumbs > 0);
  assert_true(shifts(COUNT(keys)) <= 2);
  note[0] = (rosin_fingering_note){.off = 1, .hertz = hertz(69), .string = -1};
  note[1] = (rosin_fingering_note){.off = 1, .hertz = hertz(81), .string = -1};
  finger(2); /* an octave: thumb and third finger */
  assert_int_equal(note[0].string + 1, note[1].string);
  assert_int_equal(note[0].finger, ROSIN_FINGER_THUMB);
  assert_int_equal(note[1].finger, 3);
}

/* C5 is to be reached from first position: in the rest before it, or, where there is none, on the
 * open string, and not between two slurred notes. */
static void shifts_where_nobody_hears(void **state) {
  (void)state;
  static const int keys[] = {59, 60, 62, 60, 64, 65, 67, 64};
  lay_out(keys, COUNT(keys), 0.25);
  for (int i = 0; i < COUNT(keys); i++)
    note[i].off = note[i].on + 0.26; /* slurred ... */
  note[3].off = note[3].on + 0.2;
  for (int i = 4; i < COUNT(keys); i++) { /* ... but for a rest in the middle */
    note[i].on += 0.5;
    note[i].off += 0.5;
  }
  finger(COUNT(keys));
  assert_int_equal(shifts(COUNT(keys)), 1);
  assert_int_not_equal(note[3].place, note[4].place);
}

static void what_is_written_is_played(void **state) {
  (void)state;
  static const int keys[] = {57, 59, 60, 62, 64, 62, 60, 59};
  lay_out(keys, COUNT(keys), 0.3);
  for (int i = 0; i < COUNT(keys); i++)
    note[i].string = 1; /* sul G */
  finger(COUNT(keys));
  for (int i = 0; i < COUNT(keys); i++)
    assert_int_equal(note[i].string, 1);
  lay_out(keys, COUNT(keys), 0.3);
  note[2].finger = 1;
  note[5].finger = 3;
  note[0].finger = ROSIN_FINGER_OPEN;
  finger(COUNT(keys));
  assert_int_equal(note[2].finger, 1);
  assert_int_equal(note[5].finger, 3);
  assert_int_equal(note[0].finger, ROSIN_FINGER_OPEN);
  lay_out(keys, COUNT(keys), 0.3);
  note[3].string = 3; /* C3 is not there: it is played where it is */
  note[3].hertz = hertz(48);
  finger(COUNT(keys));
  assert_true(note[3].string >= 0 && note[3].string < 3);
}

/* Chords: strings of their own, neighbours if it can be, and fingers that one hand has. */
static void chords_lie_in_a_hand(void **state) {
  (void)state;
  static const int chords[][4] = {
      {36, 43, 52, 60}, {43, 50, 59, 67}, {38, 45, 53, 62}, {48, 55, 0, 0}};
  int count = 0;
  for (int c = 0; c < COUNT(chords); c++)
    for (int k = 0; k < 4 && chords[c][k]; k++)
      note[count++] = (rosin_fingering_note){
          .on = c, .off = c + 0.9, .hertz = hertz(chords[c][k]), .string = -1};
  finger(count);
  for (int i = 0; i < count; i++) {
    assert_true(note[i].string >= 0);
    for (int k = 0; k < i; k++)
      if (note[k].on == note[i].on) {
        assert_int_not_equal(note[k].string, note[i].string);
        assert_true(note[k].place == note[i].place || !note[k].place || !note[i].place);
      }
  }
}

/* What cannot be is left to the hand that plays: two notes below the G string, a note below all. */
static void no_way_is_said(void **state) {
  (void)state;
  note[0] = (rosin_fingering_note){.off = 1, .hertz = hertz(37), .string = -1};
  note[1] = (rosin_fingering_note){.off = 1, .hertz = hertz(40), .string = -1};
  note[2] = (rosin_fingering_note){.on = 1, .off = 2, .hertz = hertz(30), .string = -1};
  note[3] = (rosin_fingering_note){.on = 2, .off = 3, .hertz = hertz(45), .string = -1};
  finger(4);
  assert_int_equal(note[0].string, -1);
  assert_int_equal(note[1].string, -1);
  assert_int_equal(note[2].string, -1);
  assert_int_equal(note[3].string, 1);
}

/* A voice that goes on keeps its string and its finger. */
static void voices_do_not_meet(void **state) {
  (void)state;
  note[0] = (rosin_fingering_note){.off = 4, .hertz = hertz(52), .string = -1, .channel = 1};
  for (int i = 1; i < 6; i++)
    note[i] = (rosin_fingering_note){
        .on = 0.5 * i, .off = 0.5 * i + 0.4, .hertz = hertz(53 + 2 * i), .string = -1};
  finger(6);
  for (int i = 1; i < 6; i++)
    assert_int_not_equal(note[i].string, note[0].string);
}

/* Longer than a window, and nothing at all. */
static void any_length(void **state) {
  (void)state;
  int keys[MOST];
  for (int i = 0; i < MOST; i++)
    keys[i] = 36 + (i * 7 + i * i / 5) % 45;
  lay_out(keys, MOST, 0.2);
  finger(MOST);
  for (int i = 0; i < MOST; i++) {
    const double up =
        note[i].string < 0 ? -1 : 12 * log2(note[i].hertz / cello.open[note[i].string]);
    assert_true(up > -0.5 && up <= cello.highest);
    assert_true((up < 0.3) == (note[i].finger == ROSIN_FINGER_OPEN));
  }
  finger(0);
}

/* What it costs to come from one chord to the next is of their notes, and nothing that stands
 * behind these. */
static void a_way_is_of_its_notes(void **state) {
  (void)state;
  rosin_left_hand hand = {.neck = &cello};
  hand.grip = rosin_grips(cello.program, &hand.grips);
  int known = 0;
  for (int notes = 0; notes <= 3; notes++)
    for (int finger = 1; finger <= 4; finger++) {
      static const rosin_fingering_note next[3] = {{.on = 1, .off = 2, .channel = 1},
                                                   {.on = 1, .off = 2, .channel = 1},
                                                   {.on = 1, .off = 2, .channel = 1}};
      const rosin_chord chord = {.note = next, .notes = notes, .since = 1, .length = 1};
      rosin_lay from = {.notes = 3, .place = 2}, to = {.notes = notes, .place = 2};
      for (int i = 0; i < ROSIN_FINGERING_STRINGS; i++) {
        from.string[i] = (signed char)(i < 3 ? i : 3);
        from.finger[i] = (signed char)(i < 3 ? i + 1 : finger);
        to.string[i] = 3;
        to.finger[i] = (signed char)(i < notes ? i + 1 : 5);
      }
      const double cost = rosin_way_between(&hand, &chord, &from, &to);
      for (int other = 0; other <= 3; other++)
        for (int at = 0; at <= 4; at++) {
          rosin_lay a = from, b = to;
          for (int i = 3; i < ROSIN_FINGERING_STRINGS; i++) {
            a.string[i] = (signed char)other;
            a.finger[i] = (signed char)at;
          }
          for (int i = notes; i < ROSIN_FINGERING_STRINGS; i++) {
            b.string[i] = (signed char)other;
            b.finger[i] = (signed char)at;
          }
          assert_true(rosin_way_between(&hand, &chord, &a, &b) == cost);
          known += isfinite(cost);
        }
    }
  assert_true(known > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scale_in_first_position),
      cmocka_unit_test(hands_are_as_wide_as_they_are),
      cmocka_unit_test(thumb_above_the_neck),
      cmocka_unit_test(shifts_where_nobody_hears),
      cmocka_unit_test(what_is_written_is_played),
      cmocka_unit_test(chords_lie_in_a_hand),
      cmocka_unit_test(no_way_is_said),
      cmocka_unit_test(voices_do_not_meet),
      cmocka_unit_test(any_length),
      cmocka_unit_test(a_way_is_of_its_notes),
  };
  return cmocka_run_group_tests_name("fingering", tests, NULL, NULL);
}
