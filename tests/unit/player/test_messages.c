/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes to a player from outside, against plain lists: MIDI's messages and zones, what
 * channels keep, parts by programs, words that are not read, notes that are not played. Each of
 * things at random. */
#include "chance.h"
#include "format.h"
#include "player/bow/stroke.h"
#include "player/course/course.h"
#include "player/midi/midi.h"
#include "player/midi/part.h"
#include "player/midi/unread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CHANNELS = ROSIN_MIDI_CHANNELS, NONE = -1, TEXT = 1 << 15 };

static char text[TEXT];

/* ---- messages ----------------------------------------------------------------------------- */

/* Of a channel: the number of a parameter as it was chosen, its halves; its manager. */
typedef struct {
  int high, low, manager;
  double range, coarse, bend;
  int fine;
} heard;

static heard channel[CHANNELS];

static void is_fresh(void) {
  for (int c = 0; c < CHANNELS; c++)
    channel[c] = (heard){.low = NONE, .manager = NONE, .range = 2, .fine = 8192};
}

static rosin_player_event_t want[CHANNELS + 1];
static int wants;

static void expect(rosin_player_event_t e) {
  want[wants++] = e;
}

/* To a channel first, then to those it manages. */
static void expect_all(rosin_player_event_t e) {
  expect(e);
  for (int c = 0; c < CHANNELS; c++)
    if (channel[c].manager == e.channel) {
      want[wants] = e;
      want[wants++].channel = c;
    }
}

static void has_range(int of, double range) {
  for (int c = 0; c < CHANNELS; c++)
    if (c == of || (channel[of].manager != NONE && channel[c].manager == channel[of].manager))
      channel[c].range = range;
}

/* A zone grows from its manager: who comes in bends by 48 semitones, who goes out by 2. */
static void has_zone(int manager, int members) {
  for (int c = 0; c < CHANNELS; c++) {
    const int place = manager ? manager - c : c, in = place > 0 && place <= members;
    if (in && channel[c].manager != manager)
      channel[c].range = 48;
    if (!in && channel[c].manager == manager)
      channel[c].range = 2;
    if (in)
      channel[c].manager = manager;
    else if (channel[c].manager == manager)
      channel[c].manager = NONE;
  }
}

static void is_tuned(int c) {
  expect_all(
      (rosin_player_event_t){.kind = ROSIN_PLAYER_TUNE,
                             .channel = c,
                             .value = channel[c].coarse + (channel[c].fine - 8192) / 8192.0});
}

static void has_data(int c, int value) {
  heard *t = &channel[c];
  if (t->low == 0 && value <= 96)
    has_range(c, value);
  else if (t->low == 1) {
    t->fine = 128 * value + t->fine % 128;
    is_tuned(c);
  } else if (t->low == 2) {
    t->coarse = value - 64;
    is_tuned(c);
  } else if (t->low == 6 && (c == 0 || c == 15))
    has_zone(c, value > 15 ? 15 : value);
}

static void has_low_data(int c, int value) {
  heard *t = &channel[c];
  if (t->low == 0 && value < 100)
    has_range(c, floor(t->range) + value / 100.0);
  if (t->low != 1)
    return;
  t->fine = t->fine / 128 * 128 + value;
  is_tuned(c);
}

static void is_controlled(int c, int number, int value) {
  heard *t = &channel[c];
  if (number == 6)
    has_data(c, value);
  else if (number == 38)
    has_low_data(c, value);
  else if (number == 98 || number == 99)
    t->low = NONE;
  else if (number == 100)
    t->low = value == 127 || t->high ? NONE : value;
  else if (number == 101) {
    t->high = value;
    t->low = value ? NONE : t->low;
  } else {
    const int quiet = number == 120 || number == 123;
    const rosin_player_event_t e = {.kind = quiet ? ROSIN_PLAYER_QUIET : ROSIN_PLAYER_CONTROL,
                                    .channel = c,
                                    .controller = number,
                                    .key = number,
                                    .value = value / 127.0};
    if (number == 121) {
      t->bend = 0;
      t->low = NONE;
    }
    if (quiet)
      expect(e);
    else
      expect_all(e);
  }
}

static void is_bent(int c, int value) {
  channel[c].bend = channel[c].range * (value - 8192) / 8192.0;
  for (int k = 0; k < CHANNELS; k++)
    if (k == c || channel[k].manager == c)
      expect((rosin_player_event_t){
          .kind = ROSIN_PLAYER_BEND,
          .channel = k,
          .value = channel[k].bend +
                   (channel[k].manager == NONE ? 0 : channel[channel[k].manager].bend)});
}

static void is_said(int status, int first, int second) {
  const int c = status & 15, drum = c == 9 && channel[9].manager == NONE;
  const rosin_player_event_t e = {.channel = c, .key = first, .value = second / 127.0};
  switch (status >> 4) {
  case 8:
  case 9:
    if (!drum)
      expect(e);
    if (!drum)
      want[0].kind = status >> 4 == 9 && second ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF;
    break;
  case 10:
    expect(e);
    want[0].kind = ROSIN_PLAYER_PRESSURE;
    break;
  case 11:
    is_controlled(c, first, second);
    break;
  case 12:
    expect_all((rosin_player_event_t){
        .kind = ROSIN_PLAYER_PROGRAM, .channel = c, .controller = first, .key = first});
    break;
  case 13:
    expect((rosin_player_event_t){
        .kind = ROSIN_PLAYER_PRESSURE, .channel = c, .key = first, .value = first / 127.0});
    break;
  default:
    is_bent(c, 128 * second + first);
  }
}

static void messages_are_what_they_mean(void **state) {
  (void)state;
  static const int numbers[] = {6,   6,   6,   38, 38, 98,  99,  100, 100,
                                100, 101, 101, 1,  64, 120, 121, 123};
  static const int parameters[] = {0, 0, 1, 2, 6, 6, 5, 127};
  rosin_midi m;
  seed = 70;
  for (int round = 0; round < 30; round++) {
    rosin_midi_start(&m);
    is_fresh();
    if (round % 3) {
      rosin_midi_mpe(&m, round % 16);
      has_zone(0, round % 16);
    }
    for (int i = 0; i < 1500; i++) {
      const int kind = one_of(3) ? 0xb : 8 + one_of(7),
                c = one_of(3) ? one_of(3) * 7 + one_of(2) : one_of(16);
      int first = kind == 0xb ? numbers[one_of(17)] : one_of(128), second = one_of(128);
      if (kind == 0xb && first == 100)
        second = parameters[one_of(8)];
      else if (kind == 0xb && first == 101)
        second = one_of(3) ? 0 : one_of(128);
      rosin_player_event_t got[CHANNELS];
      const unsigned char b[] = {(unsigned char)(kind << 4 | c), (unsigned char)first,
                                 (unsigned char)second};
      const int two = kind == 0xc || kind == 0xd, length = two ? 2 : 3;
      wants = 0;
      is_said(b[0], first, two ? 0 : second);
      if (!one_of(20))
        assert_int_equal(rosin_midi_events(&m, b, length - 1, got), 0);
      assert_int_equal(rosin_midi_is_drum(&m, b, length),
                       (kind == 8 || kind == 9) && c == 9 && channel[9].manager == NONE);
      const int count = rosin_midi_events(&m, b, length, got);
      assert_int_equal(count, wants);
      for (int k = 0; k < wants; k++)
        if (got[k].kind != want[k].kind || got[k].channel != want[k].channel ||
            got[k].controller != want[k].controller || got[k].key != want[k].key ||
            !(fabs(got[k].value - want[k].value) < 1e-12) || got[k].single)
          fail_msg(
              "%02x %d %d: event %d of %d: kind %d, channel %d, value %.12g, not %d, %d, %.12g",
              b[0], first, second, k, wants, (int)got[k].kind, got[k].channel, got[k].value,
              (int)want[k].kind, want[k].channel, want[k].value);
    }
  }
}

/* Bytes as they come, in any order: a status goes on, what is real time or of the system is not. */
static void lines_are_messages(void **state) {
  (void)state;
  rosin_midi_line l = {0};
  int status = 0, data = 0, byte[2] = {0};
  seed = 71;
  for (int i = 0; i < 20000; i++) {
    const int b = one_of(3) ? one_of(128) : one_of(4) ? 128 + one_of(112) : 240 + one_of(16);
    int whole = 0;
    if (b >= 128 && b < 248) {
      status = b < 240 ? b : 0;
      data = 0;
    } else if (b < 128 && status) {
      byte[data++] = b;
      const int needs = status >> 4 == 12 || status >> 4 == 13 ? 1 : 2;
      whole = data == needs ? needs + 1 : 0;
      data %= needs;
    }
    assert_int_equal(rosin_midi_byte(&l, (unsigned char)b), whole);
    if (whole)
      assert_true(l.message[0] == status && l.message[1] == byte[0] &&
                  (whole < 3 || l.message[2] == byte[1]));
  }
}

/* ---- channels ----------------------------------------------------------------------------- */

enum { SETTINGS = sizeof(rosin_player_settings) / sizeof(double) };

static void channels_keep_what_they_are_told(void **state) {
  (void)state;
  rosin_channel c, note;
  rosin_channel_start(&c);
  rosin_channel_start(&note);
  double value[SETTINGS], notes[SETTINGS], own[SETTINGS], volume = 1, pan = 64 / 127.0;
  int sustain = 0, sostenuto = 0;
  rosin_player_settings s;
  seed = 72;
  for (int k = 0; k < SETTINGS; k++) {
    value[k] = notes[k] = NAN;
    own[k] = 100 + k;
  }
  memcpy(&s, own, sizeof s);
  const int articulation = ROSIN_SETTING(articulation) / sizeof(double);
  for (int i = 0; i < 4000; i++) {
    const int k = one_of(SETTINGS), number = (int[]){7, 10, 64, 66, 121, 1, 120, 65}[one_of(8)],
              program = 38 + one_of(10);
    const double x = one_of(3) ? between(0, 1) : 0.4999 + 1e-4 * one_of(2);
    switch (one_of(6)) {
    case 0:
      rosin_channel_tell(&c, (size_t)k * sizeof(double), value[k] = x);
      break;
    case 1:
      rosin_channel_forget(&c, (size_t)k * sizeof(double));
      value[k] = NAN;
      break;
    case 2:
      rosin_channel_tell(&note, (size_t)k * sizeof(double), notes[k] = x);
      break;
    case 3:
      assert_int_equal(rosin_channel_control(&c, number, x),
                       number != 1 && number != 120 && number != 65);
      volume = number == 7 ? x : volume;
      pan = number == 10 ? x : pan;
      sustain = number == 64 ? x >= 0.5 : number == 121 ? 0 : sustain;
      sostenuto = number == 66 ? x >= 0.5 : number == 121 ? 0 : sostenuto;
      for (int n = 0; n < SETTINGS && number == 121; n++)
        value[n] = n == articulation ? value[n] : NAN;
      break;
    case 4:
      rosin_channel_program(&c, program);
      if (program >= 40 && program <= 45)
        value[articulation] = program == 44 ? ROSIN_TREMOLO : program == 45 ? ROSIN_PIZZICATO : NAN;
      break;
    default: {
      double side[2];
      const double right = pan / (64 / 127.0);
      rosin_channel_sides(&c, side);
      assert_true(fabs(side[0] - volume * volume * fmax(fmin(2 - right, 1), 0)) < 1e-12);
      assert_true(fabs(side[1] - volume * volume * fmin(right, 1)) < 1e-12);
    }
    }
    assert_true(c.sustain == sustain && c.sostenuto == sostenuto && c.volume == volume &&
                c.pan == pan);
    const size_t at = (size_t)k * sizeof(double);
    const double has = isnan(value[k]) ? own[k] : value[k];
    assert_true(rosin_channel_get(&c, &s, at) == has);
    assert_true(rosin_channel_of_note(&note, &c, &s, at) == (isnan(notes[k]) ? has : notes[k]));
  }
}

/* ---- parts -------------------------------------------------------------------------------- */

/* Whose a channel is, is said by its programs, but for manners of playing; who is wanted plays his
 * own and what is nobody's, if there is anything of his. */
static void parts_are_by_programs(void **state) {
  (void)state;
  enum { EVENTS = 40 };
  static const char *const scenes[] = {"violin", "viola", "cello", "double-bass"};
  static const rosin_player_kind kinds[] = {ROSIN_PLAYER_PROGRAM, ROSIN_PLAYER_NOTE_ON,
                                            ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_CONTROL};
  seed = 76;
  for (int round = 0; round < 3000; round++) {
    rosin_player_score_t score[EVENTS], was[EVENTS];
    rosin_left_out left;
    const int count = one_of(EVENTS), wanted = one_of(5) ? 39 + one_of(7) : -1;
    int program[16], named = 0, kept = 0, lefts = 0;
    const char *scene = NULL;
    for (int i = 0; i < count; i++) {
      score[i] =
          (rosin_player_score_t){.time = i,
                                 .event = {.kind = kinds[one_of(4)],
                                           .channel = one_of(4),
                                           .key = i,
                                           .value = 0.5,
                                           .controller = one_of(3) ? 39 + one_of(7) : one_of(128)}};
      was[i] = score[i];
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int c = 0; c < 16; c++)
        program[c] = -1;
      for (int i = 0; i < count; i++) {
        const rosin_player_event_t *e = &was[i].event;
        const int on = e->kind == ROSIN_PLAYER_NOTE_ON;
        if (e->kind == ROSIN_PLAYER_PROGRAM && e->controller != 44 && e->controller != 45)
          program[e->channel] = e->controller;
        const int now = program[e->channel];
        named |= on && now == wanted && wanted >= 0;
        if (on && now >= 40 && now <= 43 && !scene)
          scene = scenes[now - 40];
        const int own = !named || now == -1 || now == wanted || e->kind == ROSIN_PLAYER_NOTE_OFF;
        if (pass && own)
          was[kept++] = was[i];
        lefts += pass && !own && on;
      }
    }
    assert_string_equal(rosin_part_scene(score, count), scene ? scene : "cello");
    assert_int_equal(rosin_left_out_start(&left, EVENTS), 0);
    assert_int_equal(rosin_part_choose(score, count, wanted, &left), kept);
    for (int i = 0; i < kept; i++)
      assert_true(score[i].time == was[i].time && score[i].event.kind == was[i].event.kind);
    assert_int_equal(rosin_left_out_count(&left, ROSIN_LEFT_PART), lefts);
    assert_int_equal(left.count, lefts);
    rosin_left_out_free(&left);
  }
}

/* ---- what is left out --------------------------------------------------------------------- */

/* Each thing once, with how often; of too many the rest is counted. However little room there is, a
 * sentence is whole as far as it goes, and its numbers add up. */
static void words_are_counted(void **state) {
  (void)state;
  seed = 77;
  for (int round = 0; round < 300; round++) {
    rosin_unread u = {.things = 0};
    static char name[400][ROSIN_UNREAD_NAME + 8];
    int times[400] = {0}, word[400], things = 0, others = 0, count = 0;
    const int kinds = 1 + one_of(round % 4 ? 6 : 2 * ROSIN_UNREAD);
    for (int n = one_of(120); n > 0; n--, count++) {
      char said[2 * ROSIN_UNREAD_NAME];
      const int kind = one_of(kinds), is_word = one_of(2);
      rosin_format(
          said, sizeof said, "thing%d%s", kind,
          kind % 3
              ? ""
              : " of a long name that has many "
                "letters and more than there is room for in a line of what is left out of it all");
      rosin_unread_add(&u, said, is_word);
      said[ROSIN_UNREAD_NAME - 1] = 0;
      int i = 0;
      while (i < things && (word[i] != is_word || strcmp(name[i], said) != 0))
        i++;
      if (i == ROSIN_UNREAD) {
        others++;
        continue;
      }
      if (i == things) {
        strcpy(name[things], said);
        word[things++] = is_word;
      }
      times[i]++;
    }
    assert_int_equal(rosin_unread_count(&u), count);
    assert_true(u.things == things && u.others == others);
    const size_t size = 120 + (size_t)one_of(2000);
    char got[2200], all[TEXT];
    memset(got, '~', sizeof got);
    rosin_unread_say(&u, got, size);
    assert_true(strlen(got) < size && got[size] == '~');
    int used =
        count ? rosin_format(all, sizeof all, "%d word%s or sign%s written and not played: ", count,
                             count == 1 ? "" : "s", count == 1 ? " is" : "s are")
              : 0;
    all[used] = 0;
    int left = count;
    for (int i = 0; i < things; i++) {
      char one[200];
      int length = rosin_format(one, sizeof one, word[i] ? "'%s'" : "%s", name[i]);
      if (times[i] > 1)
        length += rosin_format(one + length, sizeof one - (size_t)length, " (%d)", times[i]);
      if (used + length + 2 + 24 >= (int)size)
        break;
      used += rosin_format(all + used, sizeof all - (size_t)used, "%s%s", i ? ", " : "", one);
      left -= times[i];
    }
    if (left)
      rosin_format(all + used, sizeof all - (size_t)used, ", and %d others", left);
    assert_string_equal(got, all);
    FILE *f = fmemopen(text, TEXT, "w");
    rosin_unread_print(&u, f);
    fclose(f);
    used = rosin_format(all, sizeof all, "{");
    for (int i = 0; i < things; i++)
      used += rosin_format(all + used, sizeof all - (size_t)used, "%s\"%s\": %d", i ? ", " : "",
                           name[i], times[i]);
    if (others)
      used += rosin_format(all + used, sizeof all - (size_t)used, "%s\"(others)\": %d",
                           things ? ", " : "", others);
    rosin_format(all + used, sizeof all - (size_t)used, "}");
    assert_string_equal(text, all);
  }
}

/* As JSON: what was played, each note that was not, controllers that nobody heeds. */
static void what_is_left_out_is_listed(void **state) {
  (void)state;
  seed = 78;
  for (int round = 0; round < 100; round++) {
    rosin_left_out l;
    const int room = one_of(6), notes = one_of(9);
    char all[TEXT];
    assert_int_equal(rosin_left_out_start(&l, room), 0);
    l.played = one_of(100);
    int used =
        rosin_format(all, sizeof all, "{\n--  \"played\": %d,\n--  \"left_out\": [", l.played);
    for (int i = 0; i < notes; i++) {
      const double time = between(0, 1000), key = one_of(128);
      const int c = one_of(16), why = one_of(ROSIN_LEFT_REASONS);
      rosin_left_out_note(&l, time, key, c, (rosin_left)why);
      if (i < room)
        used += rosin_format(
            all + used, sizeof all - (size_t)used,
            "%s\n--    {\"time\": %.6g, \"channel\": %d, \"key\": %.6g, \"why\": \"%s\"}",
            i ? "," : "", time, c + 1, key, rosin_left_reason(why));
    }
    assert_int_equal(l.count, notes < room ? notes : room);
    used +=
        rosin_format(all + used, sizeof all - (size_t)used, "],\n--  \"ignored_controllers\": {");
    for (int k = 0, first = 1; k < 128; k++)
      if (!one_of(40) || (k % 127 == 0 && one_of(2))) {
        l.ignored[k] = 1 + one_of(9);
        used += rosin_format(all + used, sizeof all - (size_t)used, "%s\"%d\": %d",
                             first ? "" : ", ", k, l.ignored[k]);
        first = 0;
      }
    rosin_format(all + used, sizeof all - (size_t)used, "},\n--  \"not_understood\": {}\n--}");
    FILE *f = fmemopen(text, TEXT, "w");
    rosin_left_out_print(&l, "--", f);
    fclose(f);
    assert_string_equal(text, all);
    rosin_left_out_free(&l);
    assert_true(l.count == 0 && l.room == 0 && !l.note);
  }
  assert_null(rosin_left_reason(-1));
  assert_null(rosin_left_reason(ROSIN_LEFT_REASONS));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(messages_are_what_they_mean),
      cmocka_unit_test(lines_are_messages),
      cmocka_unit_test(channels_keep_what_they_are_told),
      cmocka_unit_test(parts_are_by_programs),
      cmocka_unit_test(words_are_counted),
      cmocka_unit_test(what_is_left_out_is_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
