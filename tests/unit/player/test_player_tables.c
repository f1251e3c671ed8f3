/* SPDX-License-Identifier: BSD-3-Clause */
/* What a player reads of files, against plain lists: tables of controllers, written and read, and
 * scales; each of things at random, and where they end. */
#include "chance.h"
#include "format.h"
#include "player/course/course.h"
#include "player/midi/controls.h"
#include "rosin/tuning.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 1 << 15, SETTINGS = sizeof(rosin_player_settings) / sizeof(double) };

static const char path[] = "table";
static rosin_error error;
static char text[TEXT];

static void write_file(const char *what) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(what, f);
  fclose(f);
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
    FILE *f = fopen(path, "w");
    assert_non_null(f);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_read_and_moved),
      cmocka_unit_test(tables_have_limits),
      cmocka_unit_test(scales_go_on),
      cmocka_unit_test(scales_have_limits),
      cmocka_unit_test(pitches_are_named),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
