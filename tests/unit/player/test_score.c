/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores: which notes in which order, at which times, how they are bowed, what is refused. */
#include "format.h"
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

static rosin_player_score_t *read_text(const char *text, int *count) {
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  const ssize_t size = (ssize_t)strlen(text);
  assert_true(file >= 0 && write(file, text, (size_t)size) == size);
  close(file);
  rosin_player_score_t *score = rosin_score_read(path, count, NULL, &error);
  unlink(path);
  return score;
}

/* Bars of one part, in quarter notes unless they say otherwise, at 120 a minute. */
static rosin_player_score_t *read_bars(const char *bars, int *count) {
  char text[8192];
  snprintf(text, sizeof text,
           "<score-partwise><part-list><score-part id=\"P\"><part-name>Viola</part-name>"
           "</score-part></part-list><part id=\"P\">%s</part></score-partwise>",
           bars);
  return read_text(text, count);
}

/* What is played, as words: "48@0.5-1" is key, begin and end in s to the hundredth; of events
 * that set something "articulation=7@0.5". */
static const char *played(const char *bars) {
  static char said[4096];
  int count;
  rosin_player_score_t *e = read_bars(bars, &count);
  size_t at = 0;
  *said = '\0';
  if (!e)
    return error.text;
  for (int i = 0; i < count && at < sizeof said - 64; i++) {
    const rosin_player_event_t *v = &e[i].event;
    double end = 0;
    for (int k = i + 1; k < count && end == 0; k++)
      if (e[k].event.kind == ROSIN_PLAYER_NOTE_OFF && e[k].event.key == v->key)
        end = e[k].time;
    if (v->kind == ROSIN_PLAYER_NOTE_ON)
      at += (size_t)rosin_format(said + at, sizeof said - at, "%g@%.4g-%.4g ", v->key, e[i].time,
                                 end);
    else if (v->kind == ROSIN_PLAYER_TELL)
      at +=
          (size_t)rosin_format(said + at, sizeof said - at, "%s=%.3g@%.4g ",
                               rosin_player_parameters()[v->controller].name, v->value, e[i].time);
  }
  free(e);
  return said;
}

#define N(step, octave, length, more)                                                              \
  "<note><pitch><step>" step "</step><octave>" octave "</octave></pitch><duration>" length         \
  "</duration>" more "</note>"
#define Q(step) N(step, "3", "1", "")
#define BAR(inside) "<measure>" inside "</measure>"
#define BEGIN "<barline location=\"left\"><repeat direction=\"forward\"/></barline>"
#define END "<barline location=\"right\"><repeat direction=\"backward\"/></barline>"
#define VOLTA(n) "<barline location=\"left\"><ending number=\"" n "\" type=\"start\"/></barline>"
#define VOLTA_END(n)                                                                               \
  "<barline location=\"right\"><ending number=\"" n                                                \
  "\" type=\"stop\"/><repeat direction=\"backward\"/></barline>"

/* C D E F G are 48 50 52 53 55. */
static void order_is(const char *bars, const char *keys) {
  char got[256] = "";
  int count;
  rosin_player_score_t *e = read_bars(bars, &count);
  assert_non_null(e);
  for (int i = 0; i < count; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      snprintf(got + strlen(got), sizeof got - strlen(got), "%c",
               "CcDdEFfGgAaB"[(int)e[i].event.key % 12]);
  free(e);
  assert_string_equal(got, keys);
}

static void bars_come_in_the_order_they_are_played(void **state) {
  (void)state;
  order_is(BAR(Q("C")) BAR(BEGIN Q("D")) BAR(Q("E") END) BAR(Q("F")), "CDEDEF");
  order_is(BAR(Q("C")) BAR(Q("D") END) BAR(BEGIN Q("E") END), "CDCDEE");
  order_is(BAR(Q("C")) BAR(VOLTA("1") Q("D") VOLTA_END("1")) BAR(VOLTA("2") Q("E")), "CDCE");
  order_is(BAR(Q("C"))
               BAR(VOLTA("1, 2") Q("D") "<barline><ending number=\"1\" type=\"stop\"/>"
                                        "<repeat direction=\"backward\" times=\"3\"/></barline>")
                   BAR(VOLTA("3") Q("E")),
           "CDCDCE");
  order_is(BAR(Q("C")) BAR(Q("D") "<sound fine=\"yes\"/>") BAR(Q("E") "<sound dacapo=\"yes\"/>"),
           "CDECD");
  order_is(BAR(Q("C")) BAR("<sound segno=\"1\"/>" Q("D") "<sound tocoda=\"1\"/>")
               BAR(Q("E") "<sound dalsegno=\"1\"/>") BAR("<sound coda=\"1\"/>" Q("F")),
           "CDEDF");
  /* after a jump back repeats are played once, with their last ending */
  order_is(BAR(Q("C")) BAR(VOLTA("1") Q("D") VOLTA_END("1"))
               BAR(VOLTA("2") Q("E") "<sound dacapo=\"yes\"/>"),
           "CDCECE");
}

static void notes_have_their_times(void **state) {
  (void)state;
  assert_string_equal(played(BAR(Q("C") N("D", "3", "2", ""))), "48@0-0.485 50@0.5-1.485 ");
  assert_string_equal(
      played(BAR("<attributes><divisions>2</divisions></attributes><sound tempo=\"60\"/>" Q("C")
                     Q("D"))),
      "48@0-0.485 50@0.5-0.985 ");
  assert_string_equal(
      played(BAR("<direction><direction-type><metronome><beat-unit>half</beat-unit>"
                 "<beat-unit-dot/><per-minute>40</per-minute></metronome></direction-type>"
                 "</direction>" Q("C") Q("D"))),
      "48@0-0.485 50@0.5-0.985 ");
  /* a chord, a second voice, a rest, a tie over the bar */
  assert_string_equal(played(BAR(Q("C") "<note><chord/><pitch><step>E</step><octave>3</octave>"
                                        "</pitch><duration>1</duration></note>"
                                        "<backup><duration>1</duration></backup>"
                                        "<forward><duration>1</duration></forward>" Q("G"))),
                      "48@0-0.485 52@0-0.485 55@0.5-0.985 ");
  assert_string_equal(played(BAR("<note><rest/><duration>1</duration></note>" N(
                          "C", "3", "1", "<tie type=\"start\"/>"))
                                 BAR(N("C", "3", "1", "<tie type=\"stop\"/>") Q("C"))),
                      "48@0.5-1.485 48@1.5-1.985 ");
  /* sounding an octave lower, a sharp */
  assert_string_equal(
      played(BAR("<attributes><transpose><chromatic>0</chromatic><octave-change>-1</octave-change>"
                 "</transpose></attributes><note><pitch><step>F</step><alter>1</alter>"
                 "<octave>3</octave></pitch><duration>1</duration></note>")),
      "42@0-0.485 ");
  /* a grace note takes its time from the next; a fermata dwells */
  assert_string_equal(played(BAR("<note><grace/><pitch><step>B</step><octave>2</octave></pitch>"
                                 "</note>" Q("C") Q("D"))),
                      "47@0-0.065 48@0.08-0.485 50@0.5-0.985 ");
#define GRACE(step) "<note><grace/><pitch><step>" step "</step><octave>2</octave></pitch></note>"
  assert_string_equal(played(BAR(GRACE("A") GRACE("B") Q("C"))),
                      "45@0-0.065 47@0.08-0.145 48@0.16-0.485 ");
  /* what is short beside the note that is graced ends after it begins, all the same */
  assert_string_equal(
      played(BAR("<attributes><divisions>16</divisions></attributes>" GRACE("B") N(
          "C", "3", "16", "") "<backup><duration>16</duration></backup>" N("G", "3", "1", ""))),
      "47@0-0.065 55@0.01042-0.02708 48@0.08-0.485 ");
  assert_string_equal(played(BAR(N("C", "3", "1", "<notations><fermata/></notations>") Q("D"))),
                      "48@0-0.885 50@0.9-1.385 ");
}

static void signs_are_played(void **state) {
  (void)state;
#define SLUR(type) "<notations><slur type=\"" type "\"/></notations>"
  assert_string_equal(
      played(BAR(N("C", "3", "1", SLUR("start")) Q("D") N("E", "3", "1", SLUR("stop")) Q("F"))),
      "48@0-0.512 50@0.5-1.012 52@1-1.485 53@1.5-1.985 ");
#define ARTICULATION(name) "<notations><articulations><" name "/></articulations></notations>"
  assert_string_equal(played(BAR(N("C", "3", "1", ARTICULATION("staccato"))
                                     N("D", "3", "1", ARTICULATION("spiccato")) Q("E"))),
                      "48@0-0.25 articulation=3@0.5 50@0.5-0.75 articulation=0@1 52@1-1.485 ");
  assert_string_equal(
      played(BAR("<direction><direction-type><words>pizz.</words></direction-type></direction>" Q(
          "C") "<direction><direction-type><words>Arco</words></direction-type></"
               "direction>" Q("D"))),
      "articulation=7@0 48@0-0.485 articulation=0@0.5 50@0.5-0.985 ");
  /* a cross is the left hand's, in whatever else is played; a snap the right's */
#define TECHNICAL(name) "<notations><technical>" name "</technical></notations>"
  assert_string_equal(played(BAR(Q("C") N("D", "3", "1", TECHNICAL("<stopped/>"))
                                     N("E", "3", "1", TECHNICAL("<snap-pizzicato/>")) Q("F"))),
                      "48@0-0.485 articulation=10@0.5 50@0.5-0.985 technique=1@1 52@1-1.485 "
                      "articulation=0@1.5 technique=0@1.5 53@1.5-1.985 ");
#define WORDS(what)                                                                                \
  "<direction><direction-type><words>" what "</words></direction-type></direction>"
  assert_string_equal(played(BAR(WORDS("Col legno") Q("C") N("D", "3", "1", TECHNICAL("<stopped/>"))
                                     Q("E") WORDS("arco") Q("F"))),
                      "articulation=8@0 48@0-0.485 articulation=10@0.5 50@0.5-0.985 "
                      "articulation=8@1 52@1-1.485 articulation=0@1.5 53@1.5-1.985 ");
#define LOUD(mark)                                                                                 \
  "<direction><direction-type><dynamics><" mark "/></dynamics></direction-type></direction>"
#define PIN(type)                                                                                  \
  "<direction><direction-type><wedge type=\"" type "\"/></direction-type></direction>"
  assert_string_equal(played(BAR(LOUD("p") Q("C") LOUD("ff") Q("D"))),
                      "dynamics=0.26@0 48@0-0.485 dynamics=0.9@0.5 50@0.5-0.985 ");
  const char *swell = played(BAR(LOUD("p") PIN("crescendo") Q("C") PIN("stop") LOUD("f") Q("D")));
  assert_non_null(strstr(swell, "dynamics=0.5@0.25 "));
  assert_non_null(strstr(swell, "dynamics=0.74@0.5 "));
  /* what is in force at a place is so again when it is come back to */
  assert_non_null(strstr(played(BAR(LOUD("p") Q("C")) BAR(BEGIN Q("D")) BAR(LOUD("f") Q("E") END)),
                         "dynamics=0.26@1.5 "));
  assert_string_equal(
      played(BAR("<attributes><key><fifths>-1</fifths></key></attributes>" N(
          "A", "3", "1", "<notations><ornaments><trill-mark/></ornaments></notations>") Q("C"))),
      "trill=1@0 57@0-0.485 trill=0@0.5 48@0.5-0.985 ");
}

static void bowings_and_strings_are_marks(void **state) {
  (void)state;
  int count;
  rosin_player_score_t *e = read_bars(
      BAR("<attributes><time><beats>4</beats><beat-type>4</beat-type></time></attributes>" N(
          "C", "3", "3",
          "<notations><technical><up-bow/><fingering>2</fingering><string>3</string></technical>"
          "</notations>") Q("D")),
      &count);
  assert_non_null(e);
  assert_int_equal(e[0].event.kind, ROSIN_PLAYER_PROGRAM);
  assert_int_equal(e[0].event.controller, 41); /* a viola by its name */
  assert_int_equal(e[1].event.controller,
                   ROSIN_MARK_UP + 3 * ROSIN_MARK_STRING + 2 * ROSIN_MARK_FINGER);
  assert_int_equal(e[3].event.controller, ROSIN_MARK_UPBEAT); /* the last of its bar */
  free(e);
}

/* Long ones, with a sign at every note and played several times, in reasonable time. */
static void long_scores_are_read(void **state) {
  enum { BARS = 24000, TIMES = 4 };
  static const char begin[] = "<score-partwise><part id=\"P\">", end[] = "</part></score-partwise>";
  static const char bar[] = BAR("<sound tempo=\"90\"/>" LOUD("sf") Q("C"));
  static const char last[] = BAR("<barline location=\"right\"><repeat direction=\"backward\" "
                                 "times=\"4\"/></barline>" Q("D"));
  (void)state;
  char *text = malloc(sizeof begin + BARS * sizeof bar + sizeof last + sizeof end), *to = text;
  assert_non_null(text);
  to = stpcpy(to, begin);
  for (int i = 0; i < BARS - 1; i++)
    to = stpcpy(to, bar);
  stpcpy(stpcpy(to, last), end);
  int count, notes = 0, accents = 0;
  rosin_player_score_t *e = read_text(text, &count);
  free(text);
  assert_non_null(e);
  for (int i = 0; i < count; i++) {
    notes += e[i].event.kind == ROSIN_PLAYER_NOTE_ON;
    accents += e[i].event.kind == ROSIN_PLAYER_NOTE_ON && e[i].event.value > 0.8;
  }
  free(e);
  assert_int_equal(notes, BARS * TIMES);
  assert_int_equal(accents, (BARS - 1) * TIMES);
}

static void what_is_no_score_is_refused(void **state) {
  static const char *const wrong[][2] = {
      {"", "is no score"},
      {"<a>", "is no MusicXML"},
      {"<score-timewise/>", "save it by parts"},
      {"<html/>", "it begins with <html>"},
      {"<!DOCTYPE s [<!ENTITY e \"x\">]><score-partwise><part/></score-partwise>", "entities"},
      {"<score-partwise><part><measure/></part></score-partwise>", "nothing to play"},
      {"<score-partwise><part>" BAR(LOUD("p")) "</part></score-partwise>", "nothing to play"}};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    int count;
    assert_null(read_text(wrong[i][0], &count));
    assert_non_null(strstr(error.text, wrong[i][1]));
  }
  int count;
  assert_null(rosin_score_read("/nonexistent.mxl", &count, NULL, &error));
}

static void left_out_words_are_counted(void **state) {
  (void)state;
  int count;
  free(read_bars(BAR(N("C", "3", "1", "<notations><ornaments><turn/></ornaments></notations>")),
                 &count));
  assert_non_null(strstr(error.text, "1 word or sign is written and not played: turn"));
  /* what is no pitch vanished unsaid; rests have none */
  free(read_bars(BAR(Q("C") "<note><rest/><duration>1</duration></note>") BAR(Q("H") Q("C"))
                     BAR(Q("") "<note><duration>1</duration></note>"),
                 &count));
  assert_non_null(strstr(error.text, "3 notes are left out"));
  assert_non_null(strstr(error.text, "the first in bar 2"));
  free(read_bars(BAR(Q("C") "<note><unpitched/><duration>1</duration></note>")
                     BAR(N("X", "3", "1", "<notations><ornaments><turn/></ornaments></notations>")),
                 &count));
  assert_non_null(strstr(error.text, "1 note is left out, without a pitch or a length, in bar 2; "
                                     "2 words or signs are written and not played: unpitched "
                                     "note, turn"));
  free(read_bars(BAR(Q("C")), &count));
  assert_string_equal(error.text, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_come_in_the_order_they_are_played),
      cmocka_unit_test(notes_have_their_times),
      cmocka_unit_test(signs_are_played),
      cmocka_unit_test(bowings_and_strings_are_marks),
      cmocka_unit_test(long_scores_are_read),
      cmocka_unit_test(what_is_no_score_is_refused),
      cmocka_unit_test(left_out_words_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
