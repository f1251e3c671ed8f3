/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores: each sign by itself, and what is heard of it. */
#include "format.h"
#include "number.h"
#include "player/bow/stroke.h"
#include "player/left/grip.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scored.h"

/* The bars of one part, at 120 quarter notes a minute. */
static rosin_player_score_t *read_bars(const char *bars, int *count) {
  static char text[1 << 14];
  assert_true(snprintf(text, sizeof text, PART("%s"), bars) < (int)sizeof text);
  rosin_player_score_t *e = read_text(text, count);
  if (!e)
    fail_msg("%s", error.text);
  return e;
}

/* How the events of a kind begin: "time:value " of what is told of a setting, in their order. */
static const char *told(const char *bars, const char *setting) {
  static char said[4096];
  int count;
  size_t at = 0;
  rosin_player_score_t *e = read_bars(bars, &count);
  *said = 0;
  for (int i = 0; i < count && at < sizeof said - 64; i++)
    if (e[i].event.kind == ROSIN_PLAYER_TELL &&
        strcmp(rosin_player_parameters()[e[i].event.controller].name, setting) == 0)
      at += (size_t)rosin_format(said + at, sizeof said - at, "%.4g:%.4g ", e[i].time,
                                 e[i].event.value);
  free(e);
  return said;
}

typedef struct {
  double on, off, key, velocity;
  int marks;
} note;

/* The notes that sound; their number. */
static int notes_of(const char *bars, note *to, int most) {
  int count, notes = 0;
  rosin_player_score_t *e = read_bars(bars, &count);
  for (int i = 0; i < count; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON && notes < most) {
      note *n = &to[notes++];
      *n = (note){e[i].time, 0, e[i].event.key, e[i].event.value, e[i].event.controller};
      for (int k = i + 1; k < count && n->off == 0; k++)
        if (e[k].event.kind == ROSIN_PLAYER_NOTE_OFF && e[k].event.key == n->key)
          n->off = e[k].time;
    }
  free(e);
  return notes;
}

static void near(double a, double b) {
  if (!(fabs(a - b) < 1e-9))
    fail_msg("%.9g is not %.9g", a, b);
}

/* ---- notes ------------------------------------------------------------------------------ */

#define ARTICULATED(name) N("C", "2", "<articulations><" name "/></articulations>") Q("D")

/* How long of 1 s a note sounds, how loud, and how it is bowed. */
static void articulations_shorten_accent_and_bow(void **state) {
  (void)state;
  static const struct {
    const char *bars;
    double sounds;
    int accented;
    const char *bowed;
  } table[] = {{BAR(ARTICULATED("staccato")), 0.5, 0, ""},
               {BAR(ARTICULATED("staccatissimo")), 0.6, 0, "0:2 1:0 "},
               {BAR(ARTICULATED("strong-accent")), 0.6, 1, "0:2 1:0 "},
               {BAR(ARTICULATED("accent")), 0.985, 1, ""},
               {BAR(ARTICULATED("spiccato")), 0.5, 0, "0:3 1:0 "},
               {BAR(ARTICULATED("tenuto")), 0.985, 0, ""},
               {BAR(ARTICULATED("detached-legato")), 0.85, 0, ""},
               {BAR(ARTICULATED("breath-mark")), 0.75, 0, ""},
               {BAR(ARTICULATED("caesura")), 0.75, 0, ""}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    note n[2];
    assert_int_equal(notes_of(table[i].bars, n, 2), 2);
    near(n[0].off - n[0].on, table[i].sounds);
    near(n[1].off - n[1].on, 0.485);
    near(n[0].velocity, table[i].accented ? 0.85 : 0.6);
    near(n[1].velocity, 0.6);
    assert_string_equal(told(table[i].bars, "articulation"), table[i].bowed);
  }
  /* a short staccato is thrown, a breath leaves most of a short note */
  static const char quick[] = BAR(
      WORDS("") "<sound tempo=\"300\"/>" N("C", "1", "<articulations><staccato/></articulations>")
          N("D", "1", "<articulations><breath-mark/></articulations>"));
  note n[2];
  assert_string_equal(told(quick, "articulation"), "0:3 0.2:0 ");
  assert_int_equal(notes_of(quick, n, 2), 2);
  near(n[1].off - n[1].on, 0.12);
}

#define TECHNICAL(what) N("C", "1", "<technical>" what "</technical>") Q("D")

static void fingers_strings_and_bows_are_marks(void **state) {
  (void)state;
  static const struct {
    const char *bars;
    int marks;
  } table[] = {
      {BAR(TECHNICAL("<up-bow/>")), ROSIN_MARK_UP},
      {BAR(TECHNICAL("<down-bow/>")), ROSIN_MARK_DOWN},
      {BAR(TECHNICAL("<fingering>4</fingering>")), 4 * ROSIN_MARK_FINGER},
      {BAR(TECHNICAL("<fingering>0</fingering>")), ROSIN_FINGER_OPEN * ROSIN_MARK_FINGER},
      {BAR(TECHNICAL("<fingering>9</fingering>")), 0},
      {BAR(TECHNICAL("<fingering>-1</fingering>")), 0},
      {BAR(TECHNICAL("<fingering>3</fingering><fingering>1</fingering>")), 3 * ROSIN_MARK_FINGER},
      {BAR(TECHNICAL("<thumb-position/>")), ROSIN_FINGER_THUMB * ROSIN_MARK_FINGER},
      {BAR(TECHNICAL("<open-string/>")), ROSIN_FINGER_OPEN * ROSIN_MARK_FINGER},
      {BAR(TECHNICAL("<string>1</string>")), ROSIN_MARK_STRING},
      {BAR(TECHNICAL("<string>6</string>")), 6 * ROSIN_MARK_STRING},
      {BAR(TECHNICAL("<string>7</string>")), 0},
      {BAR(TECHNICAL("<string>0</string>")), 0},
      {BAR(TECHNICAL("<fingering>2</fingering><string>3</string><down-bow/>")),
       2 * ROSIN_MARK_FINGER + 3 * ROSIN_MARK_STRING + ROSIN_MARK_DOWN}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    note n[2];
    assert_int_equal(notes_of(table[i].bars, n, 2), 2);
    if (n[0].marks != table[i].marks)
      fail_msg("%s: %d, not %d", table[i].bars, n[0].marks, table[i].marks);
    assert_int_equal(n[1].marks & ~ROSIN_MARK_UPBEAT, 0);
  }
  assert_string_equal(told(BAR(TECHNICAL("<harmonic/>")), "articulation"), "0:9 0.5:0 ");
}

/* Its upper note is that of the key, an octave up if need be; of what has no pitch a tone. */
static void trills_go_by_the_key(void **state) {
  (void)state;
#define TRILL(fifths, pitch, more)                                                                 \
  BAR("<attributes><key><fifths>" fifths "</fifths></key></attributes><note><pitch>" pitch         \
      "<octave>3</octave></pitch><duration>1</duration><notations><ornaments>" more                \
      "</ornaments></notations></note>" Q("D"))
  static const char mark[] = "0:1 0.5:0 ";
  assert_string_equal(told(TRILL("0", "<step>E</step>", "<trill-mark/>"), "trill"), mark);
  assert_string_equal(told(TRILL("0", "<step>B</step>", "<trill-mark/>"), "trill"), mark);
  assert_string_equal(told(TRILL("1", "<step>E</step>", "<trill-mark/>"), "trill"), "0:2 0.5:0 ");
  assert_string_equal(told(TRILL("7", "<step>B</step>", "<trill-mark/>"), "trill"), "0:2 0.5:0 ");
  assert_string_equal(told(TRILL("-2", "<step>D</step>", "<trill-mark/>"), "trill"), mark);
  assert_string_equal(told(TRILL("0", "<step>C</step><alter>1</alter>", "<trill-mark/>"), "trill"),
                      mark);
  /* of so wide a step it is a tone */
  assert_string_equal(told(TRILL("7", "<step>A</step><alter>-2</alter>", "<trill-mark/>"), "trill"),
                      "0:2 0.5:0 ");
  assert_string_equal(told(TRILL("0", "<step>E</step>", "<tremolo>3</tremolo>"), "articulation"),
                      "0:4 0.5:0 ");
  assert_string_equal(told(TRILL("0", "<step>E</step>", "<tremolo>1</tremolo>"), "articulation"),
                      "");
  /* what else the note is it stays */
  note n[2];
  assert_int_equal(notes_of(BAR(N("C", "1",
                                  "<articulations><accent/></articulations><ornaments>"
                                  "<tremolo>3</tremolo></ornaments>") Q("D")),
                            n, 2),
                   2);
  near(n[0].velocity, 0.85);
}

/* Slurs end where they end, and of two at once the other goes on. */
static void slurs_count_by_their_numbers(void **state) {
  (void)state;
#define SLUR(number, type) "<slur number=\"" number "\" type=\"" type "\"/>"
  static const char *const bars[] = {
      BAR(N("C", "1", SLUR("1", "start")) N("D", "1", SLUR("2", "start"))
              N("E", "1", SLUR("1", "stop")) N("F", "1", SLUR("2", "stop"))),
      BAR(N("C", "1", SLUR("16", "start")) N("D", "1", SLUR("15", "start"))
              N("E", "1", SLUR("15", "stop")) N("F", "1", SLUR("16", "stop")))};
  for (int i = 0; i < 8; i++) {
    note n[4];
    assert_int_equal(notes_of(bars[i / 4], n, 4), 4);
    near(n[i % 4].off, n[i % 4].on + (i % 4 < 3 ? 0.512 : 0.485));
  }
}

static void notes_off_the_beat_want_an_up_bow(void **state) {
  (void)state;
#define METER(beats, unit)                                                                         \
  "<attributes><divisions>2</divisions><time><beats>" beats "</beats><beat-type>" unit             \
  "</beat-type></time></attributes>"
#define E(step) N(step, "1", "")
  static const struct {
    const char *bars, *up; /* u: an up-bow */
  } table[] = {
      {BAR(METER("4", "4") E("C") E("D") E("E") E("F") E("C") E("D") E("E") E("F")), "-u-u-uuu"},
      {BAR(METER("6", "8") E("C") E("D") E("E") E("F") E("C") E("D")), "-uuuuu"},
      {BAR(METER("3", "8") E("C") E("D") E("E")), "--u"},
      {BAR(METER("3+2", "8") E("C") E("D") E("E") E("F") E("C")), "----u"},
      {BAR(METER("4", "4") N("C", "2", "")) BAR(E("D") N("E", "7", "")), "u-u"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    note n[16];
    char got[17] = "";
    const int notes = notes_of(table[i].bars, n, 16);
    for (int k = 0; k < notes; k++)
      got[k] = n[k].marks & ROSIN_MARK_UPBEAT ? 'u' : '-';
    assert_string_equal(got, table[i].up);
  }
}

/* A bar without a note lasts as long as its time signature says. */
static void empty_bars_last(void **state) {
  (void)state;
  static const char *const meters[] = {METER("3", "4"),   METER("6", "8"), METER("3+2", "8"),
                                       METER("2+2", "8"), METER("0", "4"), METER("4", "0"),
                                       METER("3x", "4")};
  static const double wanted[] = {1.5, 1.5, 1.25, 1, 2, 2, 1.5};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    char bars[1024];
    note n;
    snprintf(bars, sizeof bars, BAR("%s") BAR(Q("C")), meters[i]);
    assert_int_equal(notes_of(bars, &n, 1), 1);
    near(n.on, wanted[i]);
  }
}

/* ---- signs ------------------------------------------------------------------------------ */

static void words_turn_what_they_name(void **state) {
  (void)state;
  static const struct {
    const char *bars, *setting, *told;
  } table[] = {
      {BAR(WORDS("pizz.") Q("C")), "articulation", "0:7 "},
      {BAR(WORDS("Col Legno") Q("C")), "articulation", "0:8 "},
      {BAR(WORDS("spiccato") Q("C") WORDS("arco") Q("D")), "articulation", "0:3 0.5:0 "},
      {BAR(WORDS("martele") Q("C")), "articulation", "0:2 "},
      {BAR(WORDS("tremolo") Q("C")), "articulation", "0:4 "},
      {BAR(WORDS("flautando") Q("C")), "articulation", "0:5 "},
      {BAR(WORDS("sul tasto") Q("C")), "ponticello", "0:-1 "},
      {BAR(WORDS("sul ponticello") Q("C")), "ponticello", "0:1 "},
      {BAR(WORDS("sul pont.") Q("C")), "ponticello", "0:1 "},
      {BAR(Q("C") WORDS("naturale") Q("C")), "ponticello", "0.5:0 "},
      {BAR(WORDS("ordinario") Q("C")), "ponticello", "0:0 "},
      {BAR(WORDS("ord.") Q("C")), "ponticello", "0:0 "},
      {BAR(WORDS("Con sord.") Q("C") WORDS("senza sordino") Q("D")), "sordino", "0:1 0.5:0 "},
      {BAR(WORDS("mutes off") Q("C")), "sordino", "0:0 "},
      {BAR(WORDS("mit D\xc3\xa4mpfer") Q("C")), "sordino", "0:1 "},
      {BAR(WORDS("MIT D\xc3\x84MPFER") Q("C")), "sordino", "0:1 "},
      {BAR(WORDS("OHNE D\xc3\x84MPFER") Q("C")), "sordino", "0:0 "},
      {BAR(WORDS("CON SORDINO") Q("C")), "sordino", "0:1 "},
      {BAR(WORDS("BART\xc3\x93K PIZZ.") Q("C")), "technique", "0:1 "},
      {BAR(WORDS("SUR LA TOUCHE") Q("C")), "ponticello", "0:-1 "},
      {BAR(SAYS("<string-mute type=\"on\"/>") Q("C")), "sordino", "0:1 "},
      {BAR(SAYS("<string-mute type=\"off\"/>") Q("C")), "sordino", "0:0 "},
      {BAR(WORDS("col legno tratto") Q("C") WORDS("arco") Q("D")), "technique", "0:2 0.5:0 "},
      {BAR(WORDS("Bart\xc3\xb3k pizz.") Q("C")), "technique", "0:1 "},
      {BAR(WORDS("snap pizz.") Q("C")), "technique", "0:1 "},
      {BAR(WORDS("senza corde vuote") Q("C")), "open_strings", "0:1 "},
      {BAR(WORDS("corda vuota") Q("C")), "open_strings", "0:2 "},
      {BAR(ARTICULATED("scoop")), "scoop", "0:2 1:0 "},
      {BAR(ARTICULATED("falloff")), "fall", "0:5 1:0 "},
      /* each of several words */
      {BAR(WORDS("arco, trem. sul pont. con sord.") Q("C")), "ponticello", "0:1 "},
      {BAR(WORDS("arco, trem. sul pont. con sord.") Q("C")), "sordino", "0:1 "},
      {BAR(WORDS("trem. sul pont.") Q("C")), "articulation", "0:4 "},
      {BAR(WORDS("pizz./con sord.") Q("C")), "articulation", "0:7 "},
      {BAR(WORDS("pizz./con sord.") Q("C")), "sordino", "0:1 "},
      {BAR(WORDS("con sord.,pizz.") Q("C")), "articulation", "0:7 "},
      {BAR("<sound pizzicato=\"yes\"/>" Q("C") "<sound pizzicato=\"no\"/>" Q("D")), "articulation",
       "0:7 0.5:0 "}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_string_equal(told(table[i].bars, table[i].setting), table[i].told);
    assert_string_equal(error.text, "");
  }
}

/* What is left of words, of which some are known, is told in one blank each. */
static void the_rest_of_words_is_told(void **state) {
  (void)state;
  static const char *const table[][2] = {
      {BAR(WORDS("slow  and   sweet") Q("C")), ": 'slow and sweet'"},
      {BAR(WORDS("pizz. con sord.") Q("C")), ""},
      {BAR(WORDS("con  sord. e pizz.") Q("C")), ""},
      {BAR(WORDS("con sord. e dolce") Q("C")), ": 'dolce'"},
      {BAR(WORDS("sord.") Q("C")), ": 'sord.'"}, /* no "ord." */
      {BAR(WORDS("FL\xc3\x9cSSIG, \xc3\x80 L\xc3\x80") Q("C")),
       ": 'fl\xc3\xbcssig, \xc3\xa0 l\xc3\xa0'"},
      {BAR(WORDS("\xc3\x97 \xc3\x9e \xc3\x9f \xc3\xbf") Q("C")),
       ": '\xc3\x97 \xc3\xbe \xc3\x9f \xc3\xbf'"}, /* no letter is times; some are small */
      {BAR(WORDS("\xc4\x8c\xc4\x8d \xc4\xb0\xc4\xb1 \xc5\x81\xc5\x82\xc5\x83 \xc5\x92 "
                 "\xc5\xb8\xc5\xb9\xc5\xba\xc5\xbe\xc5\xbf") Q("C")),
       ": '\xc4\x8d\xc4\x8d \xc4\xb0\xc4\xb1 \xc5\x82\xc5\x82\xc5\x84 \xc5\x93 "
       "\xc3\xbf\xc5\xba\xc5\xba\xc5\xbe\xc5\xbf'"},
      {BAR(WORDS("\xd0\x96 A\xcc\x88") Q("C")), ": '\xd0\x96 a\xcc\x88'"},
      {BAR(WORDS("(pizz.) softly") Q("C")), ": 'softly'"},
      {BAR(WORDS("very quasi-pizz.") Q("C")), ": 'very'"},
      {BAR(WORDS("1 2 3") Q("C")), ""},
      {BAR(WORDS("2 more") Q("C")), ": '2 more'"},
      {BAR(WORDS("arco 2 in modo") Q("C")), ""}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    int count;
    free(read_bars(table[i][0], &count));
    const char *last = strrchr(error.text, ':');
    assert_string_equal(last ? last : "", table[i][1]);
    if (last)
      assert_ptr_equal(strstr(error.text, path), error.text); /* its file is named first */
  }
}

static void loudness_is_as_it_is_marked(void **state) {
  (void)state;
  static const struct {
    const char *mark;
    double value;
  } marks[] = {{"pppp", 0},  {"ppp", 0.03}, {"pp", 0.1}, {"p", 0.26},   {"mp", 0.42},
               {"mf", 0.58}, {"f", 0.74},   {"ff", 0.9}, {"fff", 0.97}, {"ffff", 1}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    char bars[512], wanted[32];
    snprintf(bars, sizeof bars, BAR(SAYS("<dynamics><%s/></dynamics>") Q("C")), marks[i].mark);
    rosin_format(wanted, sizeof wanted, "0:%g ", marks[i].value);
    assert_string_equal(told(bars, "dynamics"), wanted);
    assert_string_equal(error.text, ""); /* it is played: nothing is left to say */
  }
  assert_string_equal(told(BAR("<sound dynamics=\"100\"/>" Q("C")), "dynamics"), "0:0.74 ");
  assert_string_equal(told(BAR("<sound dynamics=\"0\"/>" Q("C")), "dynamics"), "0:0.03 ");
  assert_string_equal(told(BAR("<sound dynamics=\"900\"/>" Q("C")), "dynamics"), "0:1 ");
  assert_string_equal(told(BAR("<direction><direction-type><dynamics><p/></dynamics>"
                               "</direction-type><sound dynamics=\"100\"/></direction>" Q("C")),
                           "dynamics"),
                      "0:0.74 "); /* what is said in numbers counts */
}

/* sf and its like are of the notes at their place; fp is soft after. */
static void accents_are_of_their_place(void **state) {
  (void)state;
  static const char *const marks[] = {"sf", "sfz", "fz", "rf", "sffz", "fp", "sfp"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    char bars[1024];
    note n[3];
    const int accents = strcmp(marks[i], "rf") != 0; /* not known: told */
    snprintf(bars, sizeof bars, BAR(Q("C") SAYS("<dynamics><%s/></dynamics>") Q("D") Q("E")),
             marks[i]);
    assert_int_equal(notes_of(bars, n, 3), 3);
    assert_int_equal(*error.text != 0, !accents);
    near(n[0].velocity, 0.6);
    near(n[1].velocity, accents ? 0.85 : 0.6);
    near(n[2].velocity, 0.6);
    assert_string_equal(told(bars, "dynamics"), strcmp(marks[i], "fp") == 0 ? "0.5:0.26 " : "");
  }
}

/* Seconds until the second quarter note. */
static double pace_of(const char *sign) {
  char bars[1024];
  note n[2];
  snprintf(bars, sizeof bars, BAR("%s" Q("C") Q("D")), sign);
  assert_int_equal(notes_of(bars, n, 2), 2);
  return n[1].on;
}

static void tempi_are_of_their_units(void **state) {
  (void)state;
#define METRONOME(unit, dot, number)                                                               \
  SAYS("<metronome><beat-unit>" unit "</beat-unit>" dot "<per-minute>" number                      \
       "</per-minute></metronome>")
  near(pace_of(METRONOME("whole", "", "30")), 0.5);
  near(pace_of(METRONOME("half", "", "60")), 0.5);
  near(pace_of(METRONOME("quarter", "", "60")), 1);
  near(pace_of(METRONOME("quarter", "<beat-unit-dot/>", "40")), 1);
  near(pace_of(METRONOME("eighth", "", "60")), 2);
  near(pace_of(METRONOME("16th", "", "240")), 1);
  near(pace_of(METRONOME("quarter", "", "1")), 12); /* 5 a minute are the least, 2000 the most */
  near(pace_of(METRONOME("quarter", "", "1e6")), 0.03);
  near(pace_of("<sound tempo=\"1\"/>"), 12);
  near(pace_of("<sound tempo=\"0\"/>"), 0.5);
  assert_string_equal(error.text, "");
  near(pace_of(METRONOME("long", "", "60")), 0.5);
  assert_non_null(strstr(error.text, ": metronome")); /* a sign: without marks */
  near(pace_of(METRONOME("quarter", "", "quick")), 0.5);
  assert_non_null(strstr(error.text, "metronome"));
  /* what sounds beside it counts */
  near(pace_of("<direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>60"
               "</per-minute></metronome></direction-type><sound tempo=\"30\"/></direction>"),
       2);
}

#define PIN(type) SAYS("<wedge type=\"" type "\"/>")
#define LOUD(mark) SAYS("<dynamics><" mark "/></dynamics>")

/* The time and the loudness at which the last change of it ends. */
static void last_of(const char *bars, double *time, double *value) {
  const char *all = told(bars, "dynamics");
  const size_t length = strlen(all);
  assert_true(length > 0);
  const char *from = all + length - 1;
  while (from > all && from[-1] != ' ')
    from--;
  char *end;
  *time = rosin_number_read(from, &end);
  assert_true(end > from && *end == ':');
  *value = rosin_number_read(end + 1, NULL);
}

/* A hairpin goes to the mark after it, if that is on its way; else by a little. */
static void hairpins_have_an_end(void **state) {
  (void)state;
  static const struct {
    const char *bars;
    double time, value;
  } table[] = {{BAR(PIN("crescendo") Q("C") PIN("stop") Q("D")), 0.5, 0.74},
               {BAR(PIN("diminuendo") Q("C") PIN("stop") Q("D")), 0.5, 0.42},
               {BAR(LOUD("ffff") PIN("crescendo") Q("C") PIN("stop") Q("D")), 0.5, 1},
               {BAR(LOUD("ppp") PIN("diminuendo") Q("C") PIN("stop") Q("D")), 0.5, 0.03},
               {BAR(WORDS("cresc.") Q("C") Q("D") Q("E") Q("F")) BAR(Q("C") Q("D")), 2, 0.74},
               {BAR(WORDS("dim.") Q("C") Q("D") Q("E") Q("F")) BAR(Q("C") Q("D")), 2, 0.42},
               {BAR(WORDS("decresc.") Q("C") Q("D") Q("E") Q("F")) BAR(Q("C") Q("D")), 2, 0.42},
               /* another begins: up by a little, and back */
               {BAR(PIN("crescendo") Q("C") PIN("diminuendo") Q("D") PIN("stop")), 1, 0.58},
               /* the mark in its way ends it */
               {BAR(PIN("crescendo") Q("C") LOUD("ff") Q("D")), 0.5, 0.9}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double time, value;
    last_of(table[i].bars, &time, &value);
    if (fabs(time - table[i].time) > 1e-9 || fabs(value - table[i].value) > 1e-3)
      fail_msg("row %d: %g at %g s", (int)i, value, time);
  }
  /* every 50 ms on the way; the mark after the end is on it, one that turns back is not */
  assert_string_equal(told(BAR(LOUD("p") PIN("crescendo") "<sound tempo=\"600\"/>" Q("C")
                                   PIN("stop") LOUD("f") Q("D")),
                           "dynamics"),
                      "0:0.26 0.05:0.5 0.1:0.74 0.1:0.74 ");
  assert_string_equal(told(BAR(LOUD("mf") PIN("crescendo") "<sound tempo=\"1200\"/>" Q("C")
                                   PIN("stop") LOUD("p") Q("D")),
                           "dynamics"),
                      "0:0.58 0.05:0.74 0.05:0.26 ");
  /* what is no mark of loudness leaves it alone */
  assert_string_equal(told(BAR(LOUD("p") PIN("crescendo") "<sound tempo=\"1200\"/>" Q("C")
                                   LOUD("sfz") Q("D") PIN("stop") LOUD("f") Q("E")),
                           "dynamics"),
                      "0:0.26 0.05:0.5 0.1:0.74 0.1:0.74 ");
  /* after its mark it is over, whatever follows */
  assert_string_equal(told(BAR("<sound tempo=\"1200\"/>" PIN("crescendo") Q("C") LOUD("ff") Q("D")
                                   PIN("stop") LOUD("ffff") Q("E")),
                           "dynamics"),
                      "0.05:0.9 0.05:0.9 0.1:1 ");
  /* a mark that comes more than a quarter note later is another matter */
  assert_string_equal(told(BAR(LOUD("p") PIN("crescendo") "<sound tempo=\"1200\"/>" Q("C")
                                   PIN("stop") N("D", "2", "") LOUD("ff") Q("D")),
                           "dynamics"),
                      "0:0.26 0.05:0.42 0.15:0.9 ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(articulations_shorten_accent_and_bow),
      cmocka_unit_test(fingers_strings_and_bows_are_marks),
      cmocka_unit_test(trills_go_by_the_key),
      cmocka_unit_test(slurs_count_by_their_numbers),
      cmocka_unit_test(notes_off_the_beat_want_an_up_bow),
      cmocka_unit_test(empty_bars_last),
      cmocka_unit_test(words_turn_what_they_name),
      cmocka_unit_test(the_rest_of_words_is_told),
      cmocka_unit_test(loudness_is_as_it_is_marked),
      cmocka_unit_test(accents_are_of_their_place),
      cmocka_unit_test(tempi_are_of_their_units),
      cmocka_unit_test(hairpins_have_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
