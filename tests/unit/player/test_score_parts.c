/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores: parts, their instruments and channels; what is said of files that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format.h"
#include "player/midi/channel.h"
#include "scored.h"

#include <zip.h>

/* General MIDI's program of a part, or -1. */
static int program_of(const char *about) {
  char text[1024];
  int count, program = -1;
  snprintf(
      text, sizeof text,
      "<score-partwise><part-list><score-part id=\"X\"><part-name>Horn</part-name></score-part>"
      "<score-part id=\"P\">%s</score-part></part-list><part id=\"P\">" BAR(
          Q("C")) "</part>"
                  "</score-partwise>",
      about);
  rosin_player_score_t *e = read_text(text, &count);
  assert_non_null(e);
  for (int i = 0; i < count; i++)
    if (e[i].event.kind == ROSIN_PLAYER_PROGRAM)
      program = e[i].event.controller;
  free(e);
  return program;
}

static void parts_have_instruments(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int program;
  } table[] = {{"Violoncello", 42}, {"Vc.", 42},   {"Viola II", 41},    {"Vla.", 41},
               {"Bratsche", 41},    {"Bass", 43},  {"Contrabasso", 43}, {"Cb.", 43},
               {"Violin 1", 40},    {"GEIGE", 40}, {"Vln. II", 40},     {"Vl.", 40},
               {"Horn", -1},        {"", -1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char about[128];
    snprintf(about, sizeof about, "<part-name>%s</part-name>", table[i].name);
    if (program_of(about) != table[i].program)
      fail_msg("%s", table[i].name);
  }
#define MIDI(n) "<midi-instrument><midi-program>" n "</midi-program></midi-instrument>"
  assert_int_equal(program_of("<part-name>Violin</part-name>" MIDI("74")), 73);
  assert_int_equal(program_of("<part-name>Violin</part-name>" MIDI("1")), 0);
  assert_int_equal(program_of("<part-name>Violin</part-name>" MIDI("128")), 127);
  assert_int_equal(program_of("<part-name>Violin</part-name>" MIDI("0")), 40);
  assert_int_equal(program_of("<part-name>Violin</part-name>" MIDI("129")), 40);
}

/* Programs 44 and 45 are a manner of the instrument that a part is called by, until its words say
 * another; no program is left on the channel. */
static void tremolo_and_pizzicato_are_manners_of_parts(void **state) {
  (void)state;
  for (int program = 44; program <= 45; program++) {
    char text[1024], told[32] = "";
    int count, named = -1;
    snprintf(
        text, sizeof text,
        "<score-partwise><part-list><score-part id=\"P\"><part-name>Viola</part-name>" MIDI(
            "%d") "</score-part></part-list><part id=\"P\">" BAR(Q("C") WORDS("arco")
                                                                     Q("D")) "</part>"
                                                                             "</score-partwise>",
        program + 1);
    rosin_player_score_t *e = read_text(text, &count);
    assert_non_null(e);
    for (int i = 0; i < count; i++) {
      if (e[i].event.kind == ROSIN_PLAYER_PROGRAM)
        named = e[i].event.controller;
      if (e[i].event.kind == ROSIN_PLAYER_TELL &&
          rosin_player_parameters()[e[i].event.controller].offset == ROSIN_SETTING(articulation))
        rosin_format(told + strlen(told), sizeof told - strlen(told), "%.1f:%.0f ", e[i].time,
                     e[i].event.value);
    }
    free(e);
    assert_int_equal(named, 41);
    assert_string_equal(told, program == 44 ? "0.0:4 0.5:0 " : "0.0:7 0.5:0 ");
  }
}

/* So many parts, of which the last `bowed` are violins; the channels of their first notes. */
static void channels_are(int parts, int bowed, const char *wanted) {
  static char text[1 << 17];
  char got[256] = "";
  int count;
  strcpy(text, "<score-partwise><part-list>");
  for (int i = 0; i < parts; i++)
    sprintf(text + strlen(text), "<score-part id=\"P%d\"><part-name>%s</part-name></score-part>", i,
            i >= parts - bowed ? "Violin" : "Horn");
  strcat(text, "</part-list>");
  for (int i = 0; i < parts; i++)
    sprintf(text + strlen(text),
            "<part id=\"P%d\">" BAR("<note><pitch><step>C</step><alter>%d</alter><octave>3</octave>"
                                    "</pitch><duration>1</duration></note>") "</part>",
            i, i);
  strcat(text, "</score-partwise>");
  rosin_player_score_t *e = read_text(text, &count);
  assert_non_null(e);
  for (int i = 0; i < count; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      sprintf(got + strlen(got), "%d:%g ", e[i].event.channel, e[i].event.key - 48);
  free(e);
  assert_string_equal(got, wanted);
}

/* One each but the drums'; where there are too few, of what is bowed first. */
static void parts_have_channels(void **state) {
  (void)state;
  channels_are(3, 0, "0:0 1:1 2:2 ");
  channels_are(11, 0, "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 10:9 11:10 ");
  assert_string_equal(error.text, "");
  channels_are(256, 0, "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 10:9 11:10 12:11 13:12 14:13 15:14 ");
  channels_are(17, 3, "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 10:9 11:10 12:11 13:14 14:15 15:16 ");
  assert_non_null(strstr(error.text, ": has 17 parts, of which 15 are read"));
}

static void files_are_named_for_what_they_are(void **state) {
  (void)state;
  int count;
  char about[300];
  assert_null(read_text("no score at all", &count));
  snprintf(about, sizeof about, "%s: is no score (MusicXML)", path);
  assert_string_equal(error.text, about);
  assert_null(read_text("MThd\1\2\3\4\5\6", &count));
  snprintf(about, sizeof about, "%s: is no score (MusicXML) but a MIDI file", path);
  assert_string_equal(error.text, about);
  assert_null(read_text("<score-partwise>\n\n<part></score-partwise>", &count));
  snprintf(about, sizeof about, "%s: is no MusicXML: line 3: ", path);
  assert_ptr_equal(strstr(error.text, about), error.text);
  assert_null(
      read_text(PART(BAR("<attributes><divisions>0</divisions></attributes>" Q("C"))), &count));
  snprintf(about, sizeof about, "%s: bar 1: divisions: 0 is out of range: 0.001 to 1e+06", path);
  assert_string_equal(error.text, about);
  assert_null(read_text("<!DOCTYPE s [<!ATTLIST s t (a|b) \"a\">]>" PART(BAR(Q("C"))), &count));
  snprintf(about, sizeof about, "%s: is no MusicXML: attributes are declared in it", path);
  assert_string_equal(error.text, about);
  assert_null(read_bytes("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22, &count));
  assert_non_null(strstr(error.text, path));
  /* with the mark of its bytes' order, and blanks before it */
  free(read_text("\xef\xbb\xbf" PART(BAR(Q("C"))), &count));
  assert_int_equal(count, 2);
  free(read_text(" \t\r\n" PART(BAR(Q("C"))), &count));
  assert_int_equal(count, 2);
}

/* What is written and not played is told by its name: of a sign plain, of words within marks; what
 * is for the eye alone is not. */
static void what_is_not_played_is_told(void **state) {
  (void)state;
  static const char *const table[][2] = {
      {BAR("<print/>" Q("C")), ""},
      {BAR("<strange/>" Q("C")), ": strange"},
      {BAR(SAYS("<rehearsal>A</rehearsal>") Q("C")), ""},
      {BAR(SAYS("<damp/>") Q("C")), ": damp"},
      {BAR(N("C", "1", "<articulations><doit/></articulations>")), ": doit"},
      {BAR(N("C", "1", "<articulations><tenuto/></articulations>")), ""},
      {BAR(N("C", "1", "<technical><tap/></technical>")), ": tap"},
      {BAR(N("C", "1", "<ornaments><turn/><wavy-line/></ornaments>")), ": turn"},
      {BAR(N("C", "1", "<tied/>")), ""},
      {BAR(N("C", "1", "<glissando/>")), ": glissando"},
      {BAR(Q("C") "<barline><repeat direction=\"backward\" times=\"20\"/></barline>"), ""},
      {BAR(Q("C") "<barline><repeat direction=\"backward\" times=\"21\"/></barline>"),
       ": repeat beyond 20 times"},
      {BAR(N("C", "1000", "")), ""},
      {BAR(N("C", "1001", "")), ": length beyond 1000 quarter notes"},
      {BAR("<attributes><measure-style><slash type=\"start\"/></measure-style></attributes>" Q(
           "C")),
       ": slash"},
      {BAR("<attributes><measure-style><multiple-rest/></measure-style></attributes>" Q("C")), ""}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[2048];
    int count;
    snprintf(text, sizeof text, PART("%s"), table[i][0]);
    free(read_text(text, &count));
    assert_true(count >= 2);
    const char *last = strrchr(error.text, ':');
    assert_string_equal(last ? last : "", table[i][1]);
  }
}

/* A sign at a bar's begin is not lost by its end. */
static void bars_have_signs_at_both_ends(void **state) {
  (void)state;
  static const char bars[] =
      PART(BAR(Q("C")) BAR("<barline location=\"left\"><segno/></barline>" Q("D") "<barline/>")
               BAR(Q("E") "<sound tocoda=\"1\"/>") BAR(Q("F") "<sound dalsegno=\"1\"/>")
                   BAR("<barline location=\"left\"><coda/></barline>" Q("G") "<barline/>"));
  char got[16] = "";
  int count, at = 0;
  rosin_player_score_t *e = read_text(bars, &count);
  assert_non_null(e);
  for (int i = 0; i < count && at < 15; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      got[at++] = "CcDdEFfGgAaB"[(int)e[i].event.key % 12];
  free(e);
  assert_string_equal(got, "CDEFDEG");
}

/* What an archive of members, names and texts in turn, gives; the number of its events. */
static int read_archive(const char *const *member, int members) {
  int count;
  zip_error_t why;
  strcpy(path, "/tmp/rosin-test-XXXXXX");
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
  assert_non_null(archive);
  for (int i = 0; i < members; i++) {
    zip_source_t *text =
        zip_source_buffer_create(member[2 * i + 1], strlen(member[2 * i + 1]), 0, &why);
    assert_true(text && zip_file_add(archive, member[2 * i], text, 0) >= 0);
  }
  assert_int_equal(zip_close(archive), 0);
  rosin_player_score_t *score = rosin_score_read(path, &count, NULL, &error);
  unlink(path);
  free(score);
  return score ? count : -1;
}

static void archives_name_what_is_in_them(void **state) {
  (void)state;
#define CONTAINER(file)                                                                            \
  "META-INF/container.xml",                                                                        \
      "<container><rootfiles><rootfile full-path=\"" file "\"/></rootfiles></container>"
  static const char score[] = PART(BAR(Q("C")));
  static const char *const whole[] = {CONTAINER("a.xml"), "b.xml", "", "a.xml", score};
  static const char *const plain[] = {"a.xml", score}, *const wrong[] = {CONTAINER("c.xml"),
                                                                         "a.xml", score};
  static const char *const odd[] = {"META-INF/container.xml", "<container/>", "a.xml", score};
  char about[300];
  assert_int_equal(read_archive(whole, 3), 2);
  assert_int_equal(read_archive(plain, 1), -1);
  snprintf(about, sizeof about, "%s: is no score: its container names no root file", path);
  assert_string_equal(error.text, about);
  assert_int_equal(read_archive(odd, 2), -1);
  snprintf(about, sizeof about, "%s: is no score: its container names no root file", path);
  assert_string_equal(error.text, about);
  assert_int_equal(read_archive(wrong, 2), -1);
  snprintf(about, sizeof about, "%s: 'c.xml' in it cannot be read", path);
  assert_string_equal(error.text, about);
}

/* What stands in an element before its text is passed over. */
static void texts_stand_behind_elements(void **state) {
  (void)state;
  int count;
  rosin_player_score_t *e = read_text(
      PART(BAR("<note><pitch><step><x/>D</step><octave>3</octave></pitch><duration>1</duration>"
               "</note>")),
      &count);
  assert_true(e && count == 2 && e[0].event.key == 50);
  free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_have_instruments),
      cmocka_unit_test(tremolo_and_pizzicato_are_manners_of_parts),
      cmocka_unit_test(parts_have_channels),
      cmocka_unit_test(what_is_not_played_is_told),
      cmocka_unit_test(bars_have_signs_at_both_ends),
      cmocka_unit_test(archives_name_what_is_in_them),
      cmocka_unit_test(texts_stand_behind_elements),
      cmocka_unit_test(files_are_named_for_what_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
