/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores: however the file is written, it is the same music: blanks, comments and instructions
 * between and in elements, however many; long tags in one another; what is for the eye alone. And
 * where each limit lies, from both sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chance.h"
#include "listen.h"
#include "player/bow/stroke.h"
#include "rosin/player.h"
#include "scored.h"

static const char plain[] =
    PART(BAR("<attributes><divisions>2</divisions></attributes>" SAYS(
        "<metronome><beat-unit>half</"
        "beat-unit><per-minute>50</per-minute></metronome>") WORDS("sul tasto") Q("C")
                 N("D", "3", "<technical><fingering>2</fingering></technical>"))
             BAR(WORDS("pizz.") Q("E") N("F", "1", "<articulations><accent/></articulations>")));

static char long_text[1 << 20];

/* The events of both, one by one. */
static void is_same(const char *text) {
  int count, others;
  rosin_player_score_t *a = read_text(plain, &count), *b = read_text(text, &others);
  assert_non_null(a);
  if (!b || *error.text)
    fail_msg("%s: %.300s", error.text, text);
  assert_int_equal(count, others);
  for (int i = 0; i < count; i++) {
    assert_true(a[i].time == b[i].time && a[i].event.kind == b[i].event.kind);
    assert_true(a[i].event.key == b[i].event.key && a[i].event.value == b[i].event.value);
    assert_int_equal(a[i].event.controller, b[i].event.controller);
  }
  free(a);
  free(b);
}

/* `plain` with something at each border of a tag, by chance. */
static void strew(const char *const *what, int kinds, int often) {
  char *to = long_text;
  for (const char *c = plain; *c; c++) {
    const int in_text = c > plain && c[-1] == '>' && *c != '<';
    const int before_end = *c == '<' && c[1] == '/' && c[-1] != '>';
    const int between = *c == '<' && c > plain && c[-1] == '>';
    if ((in_text || before_end || between) && one_of(often) == 0)
      to += sprintf(to, "%s", what[one_of(kinds)]);
    *to++ = *c;
  }
  *to = 0;
}

static void what_stands_between_is_nothing(void **state) {
  static const char *const blanks[] = {" ", "\n", "\t", "\r\n  ", "   "};
  static const char *const marks[] = {"<!-- no -->", "<?no pitch?>", "<!---->", "<?a?>"};
  (void)state;
  seed = 5;
  for (int round = 0; round < 60; round++) {
    strew(blanks, 5, 1 + round % 3);
    is_same(long_text);
  }
  for (int round = 0; round < 60; round++) { /* a text is the first piece of it: not within one */
    char *to = long_text;
    for (const char *c = plain; *c; c++) {
      if (*c == '<' && c > plain && c[-1] == '>' && one_of(2))
        to += sprintf(to, "%s", marks[one_of(4)]);
      *to++ = *c;
    }
    *to = 0;
    is_same(long_text);
  }
}

/* `plain`, and so many times `what` behind its first measure's begin. */
static void fill(const char *what, int times, const char *before, const char *after) {
  const char *at = strstr(plain, "<attributes>");
  char *to = long_text + sprintf(long_text, "%.*s%s", (int)(at - plain), plain, before);
  for (int i = 0; i < times; i++)
    to += sprintf(to, "%s", what);
  assert_true(to + strlen(after) + strlen(at) < long_text + sizeof long_text);
  sprintf(to, "%s%s", after, at);
}

/* One tag may have 64 kB; what is told on the way begins anew. */
static void many_small_things_are_no_long_one(void **state) {
  (void)state;
  fill("<!-- a comment -->", 9000, "", "");
  is_same(long_text);
  fill("<?an instruction?>", 9000, "", "");
  is_same(long_text);
  fill("x", 200000, "<!--", "-->");
  is_same(long_text);
  fill("x", 200000, "<?a ", "?>");
  is_same(long_text);
  fill("<print/>", 20000, "", "");
  is_same(long_text);
  fill(" ", 50000, "", "");
  is_same(long_text);
  char *to = long_text + sprintf(long_text, "<score-partwise>");
  for (int i = 0; i < 8; i++) { /* each within the last */
    to += sprintf(to, "<a b=\"");
    memset(to, 'x', 40000);
    to += 40000;
    to += sprintf(to, "\">");
  }
  for (int i = 0; i < 8; i++)
    to += sprintf(to, "</a>");
  sprintf(to, "%s", strstr(plain, "<part "));
  is_same(long_text);
}

static void is_refused(const char *text, const char *with) {
  int count;
  assert_null(read_text(text, &count));
  assert_int_equal(count, 0);
  if (!strstr(error.text, with))
    fail_msg("'%s' lacks '%s'", error.text, with);
}

static void too_long_tags_are_refused(void **state) {
  (void)state;
  fill("x", 200000, "<print a=\"", "\"/>");
  is_refused(long_text, "has more than 65536 bytes in one tag, declaration or blank space");
}

/* <print> with so many attributes, or so many namespaces. */
static void tag_with(const char *what, int count) {
  const char *at = strstr(plain, "<attributes>");
  char *to = long_text + sprintf(long_text, "%.*s<print", (int)(at - plain), plain);
  for (int i = 0; i < count; i++)
    to += sprintf(to, " %s%d=\"a:%d\"", what, i, i);
  sprintf(to, "/>%s", at);
}

static void limits_are_where_they_are_said(void **state) {
  (void)state;
  tag_with("a", 256);
  is_same(long_text);
  tag_with("a", 257);
  is_refused(long_text, "has more than 256 attributes of an element");
  tag_with("xmlns:a", 64);
  is_same(long_text);
  tag_with("xmlns:a", 65);
  is_refused(long_text, "has more than 64 namespaces in scope");
  fill("<print xmlns:b=\"b:c\" xmlns:c=\"c:d\"/>", 200, "", ""); /* which end with it */
  is_same(long_text);
  char *to = long_text + sprintf(long_text, "%.*s", (int)(sizeof plain - 1), plain);
  to -= strlen("</score-partwise>");
  for (int parts = 1; parts < 256; parts++)
    to += sprintf(to, "<part/>");
  sprintf(to, "</score-partwise>");
  int count;
  rosin_player_score_t *e = read_text(long_text, &count);
  assert_non_null(e);
  assert_non_null(strstr(error.text, "has 256 parts, of which 15 are read"));
  free(e);
  sprintf(to, "<part/></score-partwise>");
  is_refused(long_text, ": has 257 parts: at most 256");
}

/* 20 times 5000 bars are 100000. */
static void so_many_bars_are_played(void **state) {
  (void)state;
  for (int over = 0; over < 2; over++) {
    char *to = long_text + sprintf(long_text, "<score-partwise><part>" BAR(Q("C")));
    for (int i = 1; i < 5000; i++)
      to += sprintf(to, "<measure/>");
    to -= strlen("<measure/>");
    to += sprintf(to, BAR("<barline><repeat direction=\"backward\" times=\"20\"/></barline>"));
    sprintf(to, "%s</part></score-partwise>", over ? "<measure/>" : "");
    int count;
    rosin_player_score_t *e = read_text(long_text, &count);
    if (over) {
      assert_null(e);
      assert_non_null(strstr(error.text, "out of memory, or longer than 100000 bars or 1000000 "
                                         "notes"));
    } else {
      assert_non_null(e);
      assert_int_equal(count, 20 * 2 + 19 * 4); /* a note; each time again how loud, at which place,
                                                 * muted or not, on open strings or not */
    }
    free(e);
  }
}

/* `inside` a bar: what is said of it, "" for nothing. */
static void says(const char *inside, const char *wanted) {
  char text[2048];
  int count;
  snprintf(text, sizeof text, PART(BAR("%s" Q("C"))), inside);
  rosin_player_score_t *e = read_text(text, &count);
  assert_non_null(e);
  if (*wanted ? !strstr(error.text, wanted) : *error.text != 0)
    fail_msg("%s: '%s' for '%s'", inside, error.text, wanted);
  free(e);
}

static void what_is_seen_is_not_told(void **state) {
  static const char *const bar[] = {"print", "bookmark", "link", "grouping", "listening"};
  static const char *const type[] = {"rehearsal",  "dashes",          "bracket",
                                     "image",      "octave-shift",    "staff-divide",
                                     "eyeglasses", "principal-voice", "symbol"};
  static const char *const note[] = {"tied", "tuplet", "accidental-mark", "footnote", "level"};
  static const char *const trill[] = {"accidental-mark", "wavy-line"};
  static const char *const meant[] = {"tempo", "dacapo", "dalsegno", "tocoda",
                                      "coda",  "segno",  "fine",     "pizzicato"};
  char text[512];
  (void)state;
  for (size_t i = 0; i < sizeof bar / sizeof *bar; i++) {
    snprintf(text, sizeof text, "<%s/>", bar[i]);
    says(text, "");
  }
  for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
    snprintf(text, sizeof text, SAYS("<%s/>"), type[i]);
    says(text, "");
  }
  for (size_t i = 0; i < sizeof note / sizeof *note; i++) {
    snprintf(text, sizeof text, N("D", "1", "<%s/>"), note[i]);
    says(text, "");
  }
  for (size_t i = 0; i < sizeof trill / sizeof *trill; i++) {
    snprintf(text, sizeof text, N("D", "1", "<ornaments><%s/></ornaments>"), trill[i]);
    says(text, "");
  }
  for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) { /* words that a sound means */
    snprintf(text, sizeof text,
             "<direction><direction-type><words>Ende</words></direction-type><sound %s=\"no\"/>"
             "</direction>",
             meant[i]);
    says(text, "");
  }
  says(SAYS("<words>Ende</words>"), "'ende'");
  says("<nothing/>", "nothing");
  says(SAYS("<nothing/>"), "nothing");
  says(N("D", "1", "<nothing/>"), "nothing");
  says(N("D", "1", "<ornaments><nothing/></ornaments>"), "nothing");
  says(N("D", "1", "<technical><nothing/></technical>"), "nothing");
  says(N("D", "1", "<articulations><nothing/></articulations>"), "nothing");
}

static void divisions_are_in_their_range(void **state) {
  static const char *const good[] = {"0.001", "1e-3", "1000000", "1"};
  static const char *const bad[] = {"0.0009", "1000001", "0", "-1", "1e300", "x", ""};
  char text[512];
  int count;
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    snprintf(text, sizeof text, "<attributes><divisions>%s</divisions></attributes>", good[i]);
    says(text, "");
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(text, sizeof text,
             PART(BAR(Q("C")) BAR("<attributes><divisions>%s</divisions></attributes>" Q("C"))),
             bad[i]);
    assert_null(read_text(text, &count));
    char wanted[100];
    snprintf(wanted, sizeof wanted, ": bar 2: divisions: %s is out of range: 0.001 to 1e+06",
             bad[i]);
    if (!strstr(error.text, wanted))
      fail_msg("'%s' lacks '%s'", error.text, wanted);
  }
}

static const char *heard;

static void read_heard(void) {
  int count;
  free(read_text(heard, &count));
}

/* The library beneath has no say on standard error. */
static void nothing_is_said_aside(void **state) {
  static const char *const texts[] = {"<score-partwise xmlns=\"relative\"><part/></score-partwise>",
                                      "<a xmlns:b=\"x y\" b:c='1'/>",
                                      "<score-partwise><part></score-partwise>",
                                      "<a>&no;</a>",
                                      "<!DOCTYPE a SYSTEM \"none.dtd\"><a/>",
                                      "<a xml:lang=\"\"/>",
                                      "<?xml version=\"1.7\"?><a/>"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    heard = texts[i];
    listen_to(read_heard, STDERR_FILENO);
    assert_string_equal(said, "");
  }
}

/* A second voice begins again where its bar does: its signs stand before those of the first that
 * come later. */
static void signs_count_where_they_stand(void **state) {
  const rosin_parameter *all = rosin_player_parameters();
  double found[4];
  int count, told = 0;
  (void)state;
  rosin_player_score_t *e =
      read_text(PART(BAR(Q("C") WORDS("arco")
                             Q("D") "<backup><duration>2</duration></backup>" WORDS("pizz."))),
                &count);
  assert_non_null(e);
  for (int i = 0; i < count; i++)
    if (e[i].event.kind == ROSIN_PLAYER_TELL &&
        strcmp(all[e[i].event.controller].name, "articulation") == 0 && told < 2) {
      found[2 * told] = e[i].time;
      found[2 * told++ + 1] = e[i].event.value;
    }
  free(e);
  assert_int_equal(told, 2);
  assert_true(found[0] == 0 && found[1] == ROSIN_PIZZICATO);
  assert_true(found[2] == 0.5 && found[3] == ROSIN_DETACHE);
}

/* Notes, parts and words that are left out are all told in one line. */
static void all_that_is_left_out_is_told(void **state) {
  (void)state;
  char *to = long_text + sprintf(long_text, "<score-partwise><part>" BAR(Q("C")));
  for (int i = 0; i < 12; i++)
    to +=
        sprintf(to, BAR(WORDS("word number %d of those") "<note><duration>1</duration></note>"), i);
  to += sprintf(to, "</part>");
  for (int i = 0; i < 30; i++)
    to += sprintf(to, "<part/>");
  sprintf(to, "</score-partwise>");
  int count;
  rosin_player_score_t *e = read_text(long_text, &count);
  assert_non_null(e);
  free(e);
  assert_non_null(strstr(error.text, ": 12 notes are left out, without a pitch or a length: the "
                                     "first in bar 2; has 31 parts, of which 15 are read, those of "
                                     "bowed strings first; "));
  assert_true(strlen(error.text) > 400);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_stands_between_is_nothing),
                                     cmocka_unit_test(many_small_things_are_no_long_one),
                                     cmocka_unit_test(too_long_tags_are_refused),
                                     cmocka_unit_test(limits_are_where_they_are_said),
                                     cmocka_unit_test(so_many_bars_are_played),
                                     cmocka_unit_test(what_is_seen_is_not_told),
                                     cmocka_unit_test(divisions_are_in_their_range),
                                     cmocka_unit_test(nothing_is_said_aside),
                                     cmocka_unit_test(signs_count_where_they_stand),
                                     cmocka_unit_test(all_that_is_left_out_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
