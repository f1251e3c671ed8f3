/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores: repeats one after the other, in any number, against an expansion of our own; ties, which
 * hold over a bar line and not over a rest. */
#include "score/score.h"

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

static rosin_error error;

/* Of the bars of one part, in quarter notes at 120 a minute. */
static rosin_player_score_t *read_bars(const char *bars, int *count) {
  static char text[1 << 16];
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int size = snprintf(text, sizeof text,
                            "<score-partwise><part-list><score-part id=\"P\"><part-name>Viola"
                            "</part-name></score-part></part-list><part id=\"P\">%s</part>"
                            "</score-partwise>",
                            bars);
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, (size_t)size) == size);
  close(file);
  rosin_player_score_t *score = rosin_score_read(path, count, NULL, &error);
  unlink(path);
  return score;
}

static void keys_are(const char *bars, const char *keys) {
  char got[1024] = "";
  int count;
  size_t at = 0;
  rosin_player_score_t *e = read_bars(bars, &count);
  assert_non_null(e);
  for (int i = 0; i < count && at < sizeof got - 1; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      got[at++] = "CcDdEFfGgAaB"[(int)e[i].event.key % 12];
  free(e);
  assert_string_equal(got, keys);
}

static void add_bar(char *text, char step, int begins, int times) {
  char ends[160] = "";
  if (times > 1)
    snprintf(ends, sizeof ends,
             "<barline location=\"right\"><repeat direction=\"backward\" times=\"%d\"/></barline>",
             times);
  sprintf(text + strlen(text),
          "<measure>%s<note><pitch><step>%c</step><octave>3</octave></pitch><duration>1</duration>"
          "</note>%s</measure>",
          begins ? "<barline location=\"left\"><repeat direction=\"forward\"/></barline>" : "",
          step, ends);
}

/* Sections one after the other, each played so many times, some without a sign at their begin. */
static void every_repeat_is_played(void **state) {
  (void)state;
  unsigned seed = 3;
  for (int round = 0; round < 200; round++) {
    char text[8192] = "", keys[1024] = "";
    int after_end = 1; /* without a sign one goes back to the end of the repeat before */
    for (int section = 0; section < 4; section++) {
      seed = seed * 1664525u + 1013904223u;
      const int bars = 1 + (int)(seed >> 28) % 3, times = 1 + (int)(seed >> 20) % 3;
      const int signed_begin = !after_end || (seed >> 12) % 2;
      char once[8] = "";
      for (int b = 0; b < bars; b++) {
        const char step = "CDEFGAB"[(section * 3 + b) % 7];
        add_bar(text, step, b == 0 && signed_begin && times > 1, b == bars - 1 ? times : 1);
        once[b] = step;
      }
      for (int t = 0; t < times; t++)
        strcat(keys, once);
      after_end = times > 1;
    }
    keys_are(text, keys);
  }
}

static void add_ending(char *text, char step, int number, int last) {
  sprintf(text + strlen(text),
          "<measure><barline location=\"left\"><ending number=\"%d\" type=\"start\"/></barline>"
          "<note><pitch><step>%c</step><octave>3</octave></pitch><duration>1</duration></note>"
          "<barline location=\"right\"><ending number=\"%d\" type=\"stop\"/>%s</barline></measure>",
          number, step, number, last ? "" : "<repeat direction=\"backward\"/>");
}

/* Endings twice, with a repeat right after them, or a bar between. */
static void endings_count_from_each_begin(void **state) {
  (void)state;
  for (int between = 0; between < 2; between++) {
    char text[8192] = "";
    add_bar(text, 'C', 1, 1);
    add_ending(text, 'D', 1, 0);
    add_ending(text, 'E', 2, 1);
    if (between)
      add_bar(text, 'A', 0, 1);
    add_bar(text, 'F', 1, 2);
    add_bar(text, 'G', 1, 1);
    add_ending(text, 'D', 1, 0);
    add_ending(text, 'E', 2, 1);
    keys_are(text, between ? "CDCEAFFGDGE" : "CDCEFFGDGE");
  }
}

#define N(step, length, more)                                                                      \
  "<note><pitch><step>" step "</step><octave>3</octave></pitch><duration>" length                  \
  "</duration>" more "</note>"
#define REST "<note><rest/><duration>1</duration></note>"
#define FROM "<tie type=\"start\"/>"
#define TO "<tie type=\"stop\"/>"
#define ON TO FROM
#define BAR(inside) "<measure>" inside "</measure>"

/* When notes begin and end, in quarters. */
static void lasts(const char *bars, const char *wanted) {
  char got[256] = "";
  int count;
  rosin_player_score_t *e = read_bars(bars, &count);
  assert_non_null(e);
  for (int i = 0; i < count; i++) {
    if (e[i].event.kind != ROSIN_PLAYER_NOTE_ON)
      continue;
    double end = 0;
    for (int k = i + 1; k < count && end == 0; k++)
      if (e[k].event.kind == ROSIN_PLAYER_NOTE_OFF && e[k].event.key == e[i].event.key)
        end = e[k].time;
    snprintf(got + strlen(got), sizeof got - strlen(got), "%c%.0f-%.0f ",
             "CcDdEFfGgAaB"[(int)e[i].event.key % 12], 2 * e[i].time, 2 * end);
  }
  free(e);
  assert_string_equal(got, wanted);
}

static void ties_hold_over_bars_and_not_over_rests(void **state) {
  (void)state;
  lasts(BAR(N("C", "2", FROM)) BAR(N("C", "1", TO) N("D", "1", "")), "C0-3 D3-4 ");
  lasts(BAR(N("C", "1", FROM)) BAR(N("C", "1", ON)) BAR(N("C", "2", TO)), "C0-4 ");
  lasts(BAR(N("C", "1", FROM) REST) BAR(N("C", "1", TO) N("D", "1", "")), "C0-1 C2-3 D3-4 ");
  lasts(BAR(N("C", "1", FROM) REST REST REST) BAR(N("C", "2", TO)), "C0-1 C4-6 ");
  lasts(BAR(N("C", "1", FROM)) BAR(N("D", "1", TO)), "C0-1 D1-2 "); /* another key */
  lasts(BAR(N("C", "1", "")) BAR(N("C", "1", "")), "C0-1 C1-2 ");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_repeat_is_played),
                                     cmocka_unit_test(endings_count_from_each_begin),
                                     cmocka_unit_test(ties_hold_over_bars_and_not_over_rests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
