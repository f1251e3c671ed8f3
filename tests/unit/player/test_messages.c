/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes to a player from outside, against plain lists: MIDI's messages and zones, what
 * channels keep, tables of controllers written and read, scales, parts by programs, words that are
 * not read. Each of things at random. */
#include "chance.h"
#include "format.h"
#include "player/bow/stroke.h"
#include "player/course/course.h"
#include "player/midi/controls.h"
#include "player/midi/midi.h"
#include "player/midi/part.h"
#include "player/midi/unread.h"
#include "rosin/tuning.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { CHANNELS = ROSIN_MIDI_CHANNELS, NONE = -1, TEXT = 1 << 15 };

static rosin_error error;
static char path[] = "/tmp/rosin-messages-XXXXXX";
static char text[TEXT];

static void write_file(const char *what) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(what, f);
  fclose(f);
}

static int make_file(void **state) {
  (void)state;
  close(mkstemp(path));
  return 0;
}

static int remove_file(void **state) {
  (void)state;
  return unlink(path);
}

/* What is printed, into `text`. */
static FILE *begin_print(void) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  return f;
}

static void end_print(FILE *f) {
  fclose(f);
  f = fopen(path, "r");
  text[fread(text, 1, TEXT - 1, f)] = 0;
  fclose(f);
}

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

/* ---- tables of controllers ---------------------------------------------------------------- */

static const char *const of_channels[] = {
    "articulation", "dynamics",     "pressure",      "position",     "change",     "portamento",
    "vibrato",      "vibrato_rate", "vibrato_delay", "tremolo_rate", "trill",      "trill_rate",
    "attack",       "accent",       "string",        "technique",    "ponticello", "velocity",
    "volume",       "scoop",        "fall",          "accent_time"};
enum { OF_CHANNELS = sizeof of_channels / sizeof *of_channels };

static int is_of_channels(const char *name) {
  for (int i = 0; i < OF_CHANNELS; i++)
    if (strcmp(of_channels[i], name) == 0)
      return 1;
  return 0;
}

/* A table at random: as it is written and printed, and moves what it says by what it says. */
static void tables_are_read_and_moved(void **state) {
  (void)state;
  static rosin_controls c;
  const rosin_parameter *rows = rosin_player_parameters();
  seed = 73;
  for (int round = 0; round < 60; round++) {
    const int count = one_of(round % 3 ? 9 : ROSIN_CONTROL_ROWS + 1);
    int source[ROSIN_CONTROL_ROWS], setting[ROSIN_CONTROL_ROWS], log[ROSIN_CONTROL_ROWS];
    double low[ROSIN_CONTROL_ROWS], high[ROSIN_CONTROL_ROWS];
    int used = rosin_format(text, TEXT, "rosin-controls 1\n");
    for (int i = 0; i < count; i++) {
      const rosin_parameter *p = rosin_parameter_find(rows, of_channels[one_of(OF_CHANNELS)]);
      source[i] = one_of(4) ? one_of(128) : ROSIN_AFTERTOUCH + one_of(2);
      setting[i] = (int)(p - rows);
      low[i] = one_of(3) ? between(p->low, p->high) : p->low;
      high[i] = one_of(3) ? between(p->low, p->high) : p->high;
      log[i] = low[i] > 0 && high[i] > 0 && one_of(2);
      const char *gap = one_of(3) ? "" : one_of(2) ? "\n# a remark\n" : "\n\n";
      used += source[i] < 128
                  ? rosin_format(text + used, TEXT - (size_t)used, "%scc %d", gap, source[i])
                  : rosin_format(text + used, TEXT - (size_t)used, "%s%s", gap,
                                 source[i] == ROSIN_VELOCITY ? "velocity" : "aftertouch");
      used += rosin_format(text + used, TEXT - (size_t)used, " %s %.17g %.17g%s%s\n", p->name,
                           low[i], high[i], log[i] ? " log" : "", one_of(5) ? "" : "\r");
    }
    write_file(text);
    if (rosin_controls_read(&c, rows, path, &error))
      fail_msg("%s\n%s", error.text, text);
    assert_int_equal(c.count, count);
    for (int n = 0; n < 20; n++) {
      rosin_channel has;
      rosin_player_settings own = {0};
      const int from = count && one_of(3) ? source[one_of(count)] : one_of(130);
      const double x = one_of(4) ? between(0, 1) : one_of(2);
      int moved = 0;
      double value[SETTINGS] = {0};
      rosin_channel_start(&has);
      for (int i = 0; i < count; i++)
        if (source[i] == from) {
          moved++;
          value[rows[setting[i]].offset / sizeof(double)] =
              log[i] ? low[i] * pow(high[i] / low[i], x) : low[i] + x * (high[i] - low[i]);
        }
      assert_int_equal(rosin_controls_move(&c, from, x, &has), moved);
      for (int k = 0; k < SETTINGS; k++)
        assert_true(fabs(rosin_channel_get(&has, &own, (size_t)k * sizeof(double)) - value[k]) <=
                    1e-9 * (1 + fabs(value[k])));
    }
    static rosin_controls again;
    FILE *f = begin_print();
    rosin_controls_print(&c, rows, f);
    fclose(f);
    assert_int_equal(rosin_controls_read(&again, rows, path, &error), 0);
    assert_int_equal(again.count, count);
    for (int i = 0; i < count; i++)
      assert_true(again.row[i].source == source[i] && again.row[i].setting == c.row[i].setting &&
                  fabs(again.row[i].low - low[i]) <= 1e-8 * fabs(low[i]) &&
                  fabs(again.row[i].high - high[i]) <= 1e-8 * fabs(high[i]) &&
                  again.row[i].curved == log[i]);
  }
}

/* Each setting of the player is a channel's or it is not; both ends of each are right, and nothing
 * beyond them. */
static void tables_have_limits(void **state) {
  (void)state;
  static rosin_controls c;
  static const struct {
    const char *line, *said; /* NULL: it is right */
  } rows[] = {{"cc 0 vibrato 0 1", NULL},
              {"cc 127 vibrato 0 1", NULL},
              {"cc  7   vibrato  0   1  ", NULL},
              {"cc -1 vibrato 0 1", "must be cc NUMBER"},
              {"cc 128 vibrato 0 1", "must be cc NUMBER"},
              {"cc vibrato 0 1", "must be cc NUMBER"},
              {"cc 1", "must be cc NUMBER"},
              {"cc 1 vibrato", "must be cc NUMBER"},
              {"cc 1 vibrato 0", "must be cc NUMBER"},
              {"cc 1 vibrato 0 x", "must be cc NUMBER"},
              {"cc 1 vibrato 0 1 lin", "must be cc NUMBER"},
              {"cc 1 position 1 2 log x", "must be cc NUMBER"},
              {"aftertouch vibrato 0 1", NULL},
              {"aftertouchvibrato 0 1", "must be cc NUMBER"},
              {"velocity vibrato 0 1", NULL},
              {"wheel vibrato 0 1", "must be cc NUMBER"},
              {"cc 1 vibrato 0 1 log", "log: FROM and TO must be above 0"},
              {"cc 1 vibrato 1 0 log", "log: FROM and TO must be above 0"},
              {"cc 1 vibrato 1 2 log", NULL},
              {"cc 1 vibrato nan 1", "FROM and TO must lie in"},
              {"cc 1 vibrato 0 nan", "FROM and TO must lie in"},
              {"cc 1 nobody 0 1", "the player has no such setting for a channel"}};
  const rosin_parameter *all = rosin_player_parameters();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char wanted[400];
    rosin_format(text, TEXT, "rosin-controls 1\n# two\n%s\n", rows[i].line);
    write_file(text);
    *error.text = 0;
    assert_int_equal(rosin_controls_read(&c, all, path, &error), rows[i].said ? -1 : 0);
    rosin_format(wanted, sizeof wanted, "%s:3: %s", path, rows[i].said ? rows[i].said : "");
    if (rows[i].said && strstr(error.text, wanted) != error.text)
      fail_msg("%s: %s", rows[i].line, error.text);
  }
  for (const rosin_parameter *p = all; p->name; p++)
    for (int end = 0; end < 4; end++) {
      const double x = end == 0   ? p->low - 1e-6
                       : end == 1 ? p->low
                       : end == 2 ? p->high
                                  : p->high + 1e-6;
      rosin_format(text, TEXT, "rosin-controls 1\ncc 1 %s %.17g %.17g\n", p->name,
                   end % 2 ? x : 0.5 * (p->low + p->high), end % 2 ? 0.5 * (p->low + p->high) : x);
      write_file(text);
      const int right = is_of_channels(p->name) && (end == 1 || end == 2);
      assert_int_equal(rosin_controls_read(&c, all, path, &error), right - 1);
    }
  for (int rows_more = 0; rows_more < 2; rows_more++) {
    int used = rosin_format(text, TEXT, "rosin-controls 1\n");
    for (int i = 0; i < ROSIN_CONTROL_ROWS + rows_more; i++)
      used += rosin_format(text + used, TEXT - (size_t)used, "cc 1 vibrato 0 1\n");
    write_file(text);
    assert_int_equal(rosin_controls_read(&c, all, path, &error), -rows_more);
  }
  assert_non_null(strstr(error.text, ":66: there are more than 64 rows"));
  static const char *const heads[] = {"", "rosin-controls 2\n", "\nrosin-controls 1\n"};
  for (int i = 0; i < 3; i++) {
    write_file(heads[i]);
    assert_int_equal(rosin_controls_read(&c, all, path, &error), -1);
    assert_non_null(strstr(error.text, ":1: is no table of controls (rosin-controls 1)"));
  }
  assert_int_equal(rosin_controls_read(&c, all, "/nowhere/at all", &error), -1);
  int used = rosin_format(text, TEXT,
                          "/nowhere/at all: cannot be read: No such file or directory "
                          "(ready tables are ");
  for (int i = 0; rosin_controls_name(i); i++) {
    used += rosin_format(text + used, TEXT - (size_t)used, "%s%s", i ? ", " : "",
                         rosin_controls_name(i));
    assert_int_equal(rosin_controls_read(&c, all, rosin_controls_name(i), &error), 0);
    assert_int_equal(c.count, rosin_controls_ready(i)->count);
    assert_memory_equal(c.row, rosin_controls_ready(i)->row, (size_t)c.count * sizeof *c.row);
    assert_int_equal(rosin_controls_is_ready(rosin_controls_name(i)), 1);
    if (i < ROSIN_CONTROLS_LIBRARY) /* which is a setting of its own */
      assert_string_equal(rosin_controls_words[i], rosin_controls_name(i));
  }
  rosin_controls_read(&c, all, "/nowhere/at all", &error);
  rosin_format(text + used, TEXT - (size_t)used, ")");
  assert_string_equal(error.text, text);
  assert_int_equal(rosin_controls_is_ready(NULL) + rosin_controls_is_ready("nobody") +
                       rosin_controls_is_ready(path),
                   0);
}

/* ---- scales ------------------------------------------------------------------------------- */

/* A scale goes on by its last note, up and down, from key 60; keys between lie between. */
static void scales_go_on(void **state) {
  (void)state;
  static double cents[ROSIN_TUNING_STEPS];
  seed = 74;
  for (int round = 0; round < 60; round++) {
    const int steps = round % 5 == 0 ? ROSIN_TUNING_STEPS : 1 + one_of(20);
    double at = 0;
    int used = rosin_format(text, TEXT, "! a remark\na scale\n!\n %d notes\n! more\n", steps);
    for (int i = 0; i < steps; i++) {
      at += between(1, 5000.0 / steps);
      const int ratio = 1 + one_of(40), below = 1 + one_of(40), last = i == steps - 1;
      if (one_of(2) || last) {
        cents[i] = at;
        used += rosin_format(text + used, TEXT - (size_t)used, " %.9f cents%s\n", at,
                             one_of(2) ? "" : "\r");
      } else if (one_of(2)) {
        cents[i] = 1200 * log2((double)ratio / below);
        used += rosin_format(text + used, TEXT - (size_t)used, "%d%s%d  a remark\n", ratio,
                             one_of(2) ? "/" : " /", below);
      } else {
        cents[i] = 1200 * log2(ratio);
        used += rosin_format(text + used, TEXT - (size_t)used, "\t%d\n", ratio);
      }
    }
    write_file(text);
    rosin_tuning t = {.a4 = between(400, 480)};
    const double a4 = t.a4;
    if (rosin_tuning_scala(&t, path, &error))
      fail_msg("%s", error.text);
    assert_true(t.steps == steps && t.a4 == a4);
    for (int n = 0; n < 200; n++) {
      const int key = one_of(128), from = key - 60;
      int step = from % steps, octave = from / steps;
      if (step < 0) {
        step += steps;
        octave--;
      }
      const int above = step + 1 == steps ? octave + 1 : octave, next = (step + 1) % steps;
      const double here = octave * cents[steps - 1] + (step ? cents[step - 1] : 0);
      const double there = above * cents[steps - 1] + (next ? cents[next - 1] : 0);
      const double between_them = one_of(2) ? between(0, 0.999) : 0;
      const double c = fmin(fmax((here + between_them * (there - here) - 900) / 1200, -30), 30);
      assert_true(fabs(rosin_tuning_hertz(&t, key + between_them) / (a4 * exp2(c)) - 1) < 1e-7);
    }
  }
}

static void scales_have_limits(void **state) {
  (void)state;
  static const struct {
    const char *text, *said; /* NULL: it is right */
  } rows[] = {{"x\n1\n2\n", NULL},
              {"x\n1\n12000.\n", NULL},
              {"x\n2\n-12000.\n1.\n", NULL},
              {"x\n1\n1024\n", NULL},
              {"", ": ends before the number of notes"},
              {"x\n", ": ends before the number of notes"},
              {"x\n!\n!\n", ": ends before the number of notes"},
              {"x\n0\n", ":2: number of notes '0' is out of range: 1 to "},
              {"x\n-1\n", ":2: number of notes '-1' is out of range"},
              {"x\nten\n", ":2: number of notes 'ten' is out of range"},
              {"x\n2\n3/2\n", ": has 1 of 2 notes"},
              {"x\n1\nfifth\n", ":3: 'fifth' is neither cents nor a ratio"},
              {"x\n1\n0\n", ":3: '0' is neither cents nor a ratio"},
              {"x\n1\n3/0\n", ":3: '3/0' is neither cents nor a ratio"},
              {"x\n1\n-3/2\n", ":3: '-3/2' is neither"},
              {"x\n!\n1\n!\n12000.5\n", ":5: '12000.5' is out of range: -12000 to 12000 cents"},
              {"x\n2\n-12000.5\n1.\n", ":3: '-12000.5' is out of range"},
              {"x\n2\n3.\n0.\n", ": the last note must be above the first"},
              {"x\n2\n3.\n-1.\n", ": the last note must be above the first"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char wanted[200];
    rosin_tuning t;
    rosin_tuning_equal(&t);
    write_file(rows[i].text);
    *error.text = 0;
    assert_int_equal(rosin_tuning_scala(&t, path, &error), rows[i].said ? -1 : 0);
    rosin_format(wanted, sizeof wanted, "%s%s", path, rows[i].said ? rows[i].said : "");
    if (rows[i].said && strstr(error.text, wanted) != error.text)
      fail_msg("%s: %s", rows[i].text, error.text);
    assert_true(!rows[i].said ||
                (t.steps == 12 && t.a4 == 440 && t.cents[11] == 1200)); /* as it was */
  }
  for (int more = 0; more < 2; more++) {
    rosin_tuning t = {.a4 = 440};
    int used = rosin_format(text, TEXT, "x\n%d\n", ROSIN_TUNING_STEPS + more);
    for (int i = 0; i < ROSIN_TUNING_STEPS + more; i++)
      used += rosin_format(text + used, TEXT - (size_t)used, "%d.\n", i + 1);
    write_file(text);
    assert_int_equal(rosin_tuning_scala(&t, path, &error), -more);
  }
}

/* The name that is nearest, and how far off, from C-1 to G9. */
static void pitches_are_named(void **state) {
  (void)state;
  static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                      "F#", "G",  "G#", "A",  "A#", "B"};
  seed = 75;
  for (int i = 0; i < 3000; i++) {
    char got[ROSIN_TUNING_NAME], wanted[ROSIN_TUNING_NAME] = "";
    const double key = one_of(140) - 6, off = between(-0.49, 0.49), a4 = between(400, 480);
    double cents;
    rosin_tuning_name(a4 * exp2((key + off - 69) / 12), a4, got, &cents);
    const int is = key >= 0 && key <= 127;
    if (is)
      snprintf(wanted, sizeof wanted, "%s%d", names[(int)key % 12], (int)key / 12 - 1);
    assert_string_equal(got, wanted);
    assert_true(fabs(cents - (is ? 100 * off : 0)) < 1e-6);
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
    FILE *f = begin_print();
    rosin_unread_print(&u, f);
    end_print(f);
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
    FILE *f = begin_print();
    rosin_left_out_print(&l, "--", f);
    end_print(f);
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
      cmocka_unit_test(tables_are_read_and_moved),
      cmocka_unit_test(tables_have_limits),
      cmocka_unit_test(scales_go_on),
      cmocka_unit_test(scales_have_limits),
      cmocka_unit_test(pitches_are_named),
      cmocka_unit_test(parts_are_by_programs),
      cmocka_unit_test(words_are_counted),
      cmocka_unit_test(what_is_left_out_is_listed),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
