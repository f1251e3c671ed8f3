/* SPDX-License-Identifier: BSD-3-Clause */
/* The player of bowed instruments, part by part (intonation, hands, ear, strokes), and
 * whole: what notes and controllers do to bows and fingers. */
#include "format.h"
#include "player/course/course.h"
#include "player/hand/hands.h"

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

enum { RATE = 44100, BLOCK = 64, COURSES = 4 };

static double cents(double a, double b) {
  return 1200 * log2(a / b);
}

/* ---- intonation ------------------------------------------------------------------ */

static void equal_temperament(void **state) {
  (void)state;
  rosin_tuning t;
  rosin_tuning_equal(&t);
  const double key[] = {69, 60, 36, 21, 69.5},
               hertz[] = {440, 261.625565, 65.406391, 27.5, 452.892984};
  for (int i = 0; i < 5; i++)
    assert_true(fabs(cents(rosin_tuning_hertz(&t, key[i]), hertz[i])) < 1e-4);
  t.a4 = 415;
  assert_true(fabs(cents(rosin_tuning_hertz(&t, 57), 207.5)) < 1e-9);
}

static void pitches_have_names(void **state) {
  (void)state;
  const struct {
    double hertz, a4;
    const char *name;
    double cents;
  } rows[] = {{440, 440, "A4", 0},           {261.625565, 440, "C4", 0}, {65.406391, 440, "C2", 0},
              {277.182631, 440, "C#4", 0},   {415, 415, "A4", 0},        {8.1757989, 440, "C-1", 0},
              {452.892984, 440, "A#4", -50}, {1e6, 440, "", 0},          {0, 440, "", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[ROSIN_TUNING_NAME];
    double off;
    rosin_tuning_name(rows[i].hertz, rows[i].a4, name, &off);
    if (fabs(off) < 49.9) /* half way either is right */
      assert_string_equal(name, rows[i].name);
    assert_true(fabs(fabs(off) - fabs(rows[i].cents)) < 0.01);
  }
}

/* 0 or -1 of a .scl file with this text. */
static int scala(const char *text, rosin_tuning *t, rosin_error *error) {
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  const int status = rosin_tuning_scala(t, path, error);
  unlink(path);
  return status;
}

static void scala_files(void **state) {
  (void)state;
  rosin_tuning t;
  rosin_error error;
  rosin_tuning_equal(&t);
  assert_int_equal(
      scala("! a.scl\n!\nthree notes\r\n 3\r\n!\n 5/4 a third\n 701.955 cents\n2\n", &t, &error),
      0);
  const double middle = 440 * exp2(-0.75);
  const struct {
    double key, ratio;
  } want[] = {{60, 1}, {61, 1.25}, {62, 1.5}, {63, 2}, {59, 0.75}, {57, 0.5}, {60.5, sqrt(1.25)}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++)
    assert_true(fabs(cents(rosin_tuning_hertz(&t, want[i].key), want[i].ratio * middle)) < 1e-3);
}

/* As many notes as it says, in decimal digits. */
static void a_scale_may_have_many_notes(void **state) {
  (void)state;
  rosin_tuning t, equal;
  rosin_error error;
  char text[400] = "twelve\n12\n";
  for (int i = 1; i <= 12; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%d.0\n", 100 * i);
  rosin_tuning_equal(&t);
  rosin_tuning_equal(&equal);
  if (scala(text, &t, &error))
    fail_msg("%s", error.text);
  for (double key = 20; key < 100; key += 0.5)
    assert_true(rosin_tuning_hertz(&t, key) == rosin_tuning_hertz(&equal, key));
}

static void long_comments_are_comments(void **state) {
  (void)state;
  rosin_tuning t;
  rosin_error error;
  char text[4000] = "! ";
  for (int i = 0; i < 200; i++)
    strcat(text, "9/8 ");
  strcat(text, "\ntitle\n2\n3/2 ");
  for (int i = 0; i < 200; i++)
    strcat(text, "a fifth ");
  strcat(text, "\n2/1\n");
  rosin_tuning_equal(&t);
  if (scala(text, &t, &error))
    fail_msg("%s", error.text);
  assert_int_equal(t.steps, 2);
  assert_true(t.cents[1] == 1200);
}

/* However far a key and a scale lead. */
static void pitches_are_numbers(void **state) {
  (void)state;
  rosin_tuning t = {.a4 = 440, .steps = 1, .cents = {12000}};
  for (double key = -1000; key < 1000; key += 0.5) {
    const double hertz = rosin_tuning_hertz(&t, key);
    assert_true(isfinite(hertz) && hertz > 0);
  }
}

static void bad_scala_files(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"", "ends before"},
      {"only a title\n", "ends before"},
      {"t\n0\n", "1 to 128"},
      {"t\n129\n", "1 to 128"},
      {"t\nmany\n", "'many'"},
      {"t\n2\n3/2\n", "1 of 2"},
      {"t\n2\nfifth\n2\n", ":3: 'fifth'"},
      {"t\n2\n3/0\n2\n", ":3: '3/0'"},
      {"t\n2\n-3/2\n2\n", ":3: '-3/2'"},
      {"t\n1\nnan\n", "neither"},
      {"t\n1\n200000.0\n", "-12000 to 12000 cents"},
      {"t\n1\n99999.9\n", "-12000 to 12000 cents"},
      {"t\n99999999999\n", "1 to 128"},
      {"t\n2\n3/2\n0.0\n", "above the first"},
  };
  rosin_tuning t, before;
  rosin_error error;
  memset(&t, 0, sizeof t);
  rosin_tuning_equal(&t);
  before = t;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(scala(bad[i][0], &t, &error), -1);
    if (!strstr(error.text, bad[i][1]))
      fail_msg("'%s' lacks '%s'", error.text, bad[i][1]);
    assert_null(strchr(error.text, '\n'));
  }
  assert_int_equal(rosin_tuning_scala(&t, "/nonexistent.scl", &error), -1);
  assert_non_null(strstr(error.text, "/nonexistent.scl"));
  assert_memory_equal(&t, &before, sizeof t); /* what fails changes nothing */
}

/* ---- hands ------------------------------------------------------------------------- */

static const double OPEN[COURSES] = {65.4064, 97.9989, 146.8324, 220};

static void all_free(rosin_hands_string *s) {
  for (int i = 0; i < COURSES; i++)
    s[i] = (rosin_hands_string){.open = OPEN[i], .stopped = -1};
}

static int choose(const rosin_hands_string *s, double key, int harmonic, int *partial) {
  return rosin_hands_choose(s, COURSES, 440 * exp2((key - 69) / 12), 29, harmonic, partial);
}

static void strings_for_notes(void **state) {
  (void)state;
  rosin_hands_string s[COURSES];
  int partial;
  all_free(s);
  const struct {
    double key;
    int string;
  } want[] = {{36, 0}, {40, 0}, {43, 1}, {50, 2}, {57, 3}, {60, 3}, {86, 3}, {35, -1}, {87, -1}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    assert_int_equal(choose(s, want[i].key, 0, &partial), want[i].string);
    assert_int_equal(partial, 1);
  }
  /* the second note of a chord takes another string, though it is further up */
  s[2].busy = 1;
  assert_int_equal(choose(s, 52, 0, &partial), 1);
  s[1].busy = 1;
  assert_int_equal(choose(s, 52, 0, &partial), 0);
  /* D3 is the open string, unless it lies under a hand further up */
  all_free(s);
  s[1].last = 1;
  s[1].stopped = 7.5;
  assert_int_equal(choose(s, 50, 0, &partial), 1);
}

static void partials_for_harmonics(void **state) {
  (void)state;
  rosin_hands_string s[COURSES];
  int partial;
  all_free(s);
  const struct {
    double key;
    int string, partial;
  } want[] = {{69, 3, 2}, {62, 2, 2}, {76, 3, 3}, {81, 3, 4}, {48, 0, 2}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    assert_int_equal(choose(s, want[i].key, 1, &partial), want[i].string);
    assert_int_equal(partial, want[i].partial);
  }
  /* no natural one: an artificial one, two octaves above what is stopped */
  const int string = choose(s, 80, 1, &partial);
  assert_int_equal(partial, 4);
  assert_true(string >= 0 && OPEN[string] <= 440 * exp2((80 - 24 - 69) / 12.0) * 1.001);
}

/* ---- strokes ----------------------------------------------------------------------- */

static void strokes_are_bounded_and_end(void **state) {
  (void)state;
  for (int a = 0; a < ROSIN_ARTICULATIONS; a++) {
    assert_non_null(rosin_articulation_name(a));
    double most = 0;
    for (int k = 0; k < 4000; k++) {
      const double t = k * 1e-3, since = t > 1 ? t - 1 : -1;
      const rosin_stroke s = rosin_stroke_at((rosin_articulation)a, t, since, 0.08);
      assert_true(fabs(s.speed) <= 2 && s.force >= -1e-12 && s.force <= 50);
      assert_true(s.position >= 0.3 && s.position <= 3 && s.haste > 0);
      assert_true(s.bite >= 0 && s.bite <= 1 && s.pinch >= 0 && s.pinch <= 10);
      most = fmax(most, s.lifted ? 0 : s.force);
      most = fmax(most, s.pinch);
      if (since > 0.5) /* whatever it was, it is over */
        assert_true(s.lifted && s.pull == 0);
    }
    assert_true(most > 0.1);
  }
  assert_null(rosin_articulation_name(-1));
  assert_null(rosin_articulation_name(ROSIN_ARTICULATIONS));
}

/* ---- ear ------------------------------------------------------------------------------ */

/* A second of slips: `count` a period of `period` samples, each 8 % of it. */
static void hear_slips(rosin_ear *ear, double period, int count) {
  double v[50];
  *ear = (rosin_ear){.rate = RATE};
  rosin_ear_forget(ear);
  for (int at = 0; at + 50 <= RATE; at += 50) {
    for (int i = 0; i < 50; i++) {
      const double phase = fmod((at + i) / period, 1);
      v[i] = 0;
      for (int k = 0; k < count; k++) { /* a raised cosine; passes the threshold on its slope */
        const double x = (phase - 0.1 - 0.25 * k) / 0.08;
        v[i] += x > 0 && x < 1 ? 1 - cos(6.28318530718 * x) : 0;
      }
    }
    rosin_ear_hear(ear, v, 50, 1, period * 1.01);
  }
}

static void the_ear_tells_pitch_and_crowd(void **state) {
  (void)state;
  rosin_ear ear;
  const double hertz[] = {65.4064, 219.3, 523.25};
  for (int i = 0; i < 3; i++) {
    hear_slips(&ear, RATE / hertz[i], 1);
    /* slips are timed between samples: within 0.1 cents, a hundredth of what is audible */
    assert_true(fabs(cents(rosin_ear_rate(&ear, 0.2, 6), hertz[i])) < 0.1);
    /* it fades, so that it reads up to a tenth more; a player presses from 1.4 on */
    assert_true(fabs(rosin_ear_crowd(&ear) - 1) < 0.15);
    hear_slips(&ear, RATE / hertz[i], 2);
    assert_true(fabs(cents(rosin_ear_rate(&ear, 0.2, 6), hertz[i])) < 0.1);
    assert_true(fabs(rosin_ear_crowd(&ear) - 2) < 0.2);
  }
  const double silence[50] = {0};
  for (int i = 0; i < 200; i++)
    rosin_ear_hear(&ear, silence, 50, 1, 100);
  assert_true(rosin_ear_rate(&ear, 0.2, 6) == 0);
  rosin_ear_forget(&ear);
  assert_true(rosin_ear_rate(&ear, 0.2, 6) == 0);
}

/* ---- the whole player ------------------------------------------------------------------- */

typedef struct {
  rosin_scene *scene;
  rosin_player *player;
  double peak;
  int finite;
} stage;

/* A cello in little, quick to prepare: the player's strings, a bow without hair, no body. */
static rosin_scene *little(const char *oversample) {
  char path[] = "/tmp/rosin-test-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  assert_non_null(file);
  fprintf(file, "strings = {\n");
  for (int i = 0; i < COURSES; i++)
    rosin_print(file, "  %c = { frequency = %.4f; length = 0.69; impedance = %g; q = 500.0; };\n",
                "cgda"[i], OPEN[i], 100 / OPEN[i]);
  fprintf(file, "};\ncontacts = {\n");
  for (int i = 0; i < COURSES; i++)
    fprintf(file,
            "  bow-%c = { a = \"-\"; b = \"%c\"; position = 0.11; velocity = 0.0; force = 0.0;\n"
            "    law = { type = \"elastoplastic\"; sigma0 = 4e4; sigma1 = 0.1; mu_static = 1.0;\n"
            "      mu_kinetic = 0.4; stribeck_velocity = 0.2; breakaway = 0.6; }; };\n",
            "cgda"[i], "cgda"[i]);
  fprintf(file, "};\ninstrument = { highest = 29; strings = (\n");
  for (int i = 0; i < COURSES; i++)
    fprintf(file, "  { string = \"%c\"; bow = \"bow-%c\"; }%s\n", "cgda"[i], "cgda"[i],
            i < COURSES - 1 ? "," : "");
  fprintf(file, "); };\nchannels = 2;\noutputs = ( { signal = \"d.bridge_force\"; channel = 1; },\n"
                "  { signal = \"a.bridge_force\"; channel = 2; } );\n");
  fclose(file);
  char *errors = NULL;
  rosin_scene *scene = rosin_scene_load(path, 1, &oversample, &errors);
  unlink(path);
  if (!scene)
    fail_msg("%s", errors);
  free(errors);
  return scene;
}

static stage open_stage(void) {
  static const char *const probes[] = {"bow-c.normal", "bow-g.normal", "bow-d.normal",
                                       "bow-a.normal"};
  rosin_error error = {""};
  stage s = {.scene = little("oversample=1"), .finite = 1};
  assert_int_equal(rosin_scene_probe(s.scene, COURSES, probes), 0);
  assert_int_equal(rosin_scene_prepare(s.scene, RATE, BLOCK, &error), 0);
  s.player = rosin_player_new(s.scene, 1, &error);
  assert_non_null(s.player);
  assert_int_equal(rosin_player_set(s.player, "humanity", 0, &error), 0);
  return s;
}

static void close_stage(stage *s) {
  rosin_player_free(s->player);
  rosin_scene_free(s->scene);
}

static void run(stage *s, double seconds) {
  float out[2 * BLOCK];
  s->peak = 0;
  for (int at = 0; at < seconds * RATE; at += BLOCK) {
    rosin_scene_process(s->scene, BLOCK, out);
    for (int i = 0; i < 2 * BLOCK; i++) {
      s->finite = s->finite && isfinite(out[i]);
      s->peak = fmax(s->peak, fabs(out[i]));
    }
  }
}

static void say(stage *s, rosin_player_kind kind, int channel, double key, double value) {
  rosin_player_event(s->player, &(rosin_player_event_t){
                                    .kind = kind, .channel = channel, .key = key, .value = value});
}

static void note(stage *s, double key) {
  say(s, ROSIN_PLAYER_NOTE_ON, 0, key, 0.7);
}

static void off(stage *s, double key) {
  say(s, ROSIN_PLAYER_NOTE_OFF, 0, key, 0);
}

/* N of the bow on a string, now. */
static double force(const stage *s, int string) {
  return rosin_network_read(rosin_scene_network(s->scene),
                            rosin_scene_probe_signal(s->scene, string))[0];
}

static double wanted(const stage *s, int string) {
  double hertz = 0;
  rosin_player_hears(s->player, string, &hertz);
  return hertz;
}

static void what_cannot_be_played_is_said(void **state) {
  (void)state;
  rosin_error error;
  rosin_scene *scene = rosin_scene_load("squeak", 0, NULL, NULL);
  assert_int_equal(rosin_player_strings(scene), 0);
  assert_int_equal(rosin_scene_prepare(scene, RATE, BLOCK, NULL), 0);
  assert_null(rosin_player_new(scene, 1, &error));
  assert_non_null(strstr(error.text, "no instrument"));
  rosin_scene_free(scene);
  scene = rosin_scene_load("violin", 0, NULL, NULL);
  assert_int_equal(rosin_player_strings(scene), 4);
  assert_null(rosin_player_new(scene, 1, &error));
  assert_non_null(strstr(error.text, "prepared"));
  rosin_scene_free(scene);
}

static void parameters_are_checked(void **state) {
  (void)state;
  rosin_error error;
  stage s = open_stage();
  assert_int_equal(rosin_player_set(s.player, "colour", 1, &error), -1);
  assert_non_null(strstr(error.text, "'colour'"));
  assert_true(isnan(rosin_player_get(s.player, "colour")));
  for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++) {
    if (strcmp(row->name, "humanity") != 0)
      assert_true(rosin_player_get(s.player, row->name) == row->initial);
    const double bad[] = {row->low - 1, row->high + 1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
      assert_int_equal(rosin_player_set(s.player, row->name, bad[i], &error), -1);
      assert_non_null(strstr(error.text, row->name));
    }
    assert_int_equal(rosin_player_set(s.player, row->name, row->high, &error), 0);
    assert_true(rosin_player_get(s.player, row->name) == row->high);
  }
  close_stage(&s);
}

static void a_note_presses_the_bow_and_lifts_it(void **state) {
  (void)state;
  stage s = open_stage();
  run(&s, 0.02);
  assert_true(s.peak == 0 && force(&s, 2) == 0);
  note(&s, 52);
  run(&s, 0.4);
  assert_true(force(&s, 2) > 0.05 && force(&s, 0) == 0 && force(&s, 1) == 0 && force(&s, 3) == 0);
  assert_true(s.peak > 1e-3);
  assert_true(fabs(cents(wanted(&s, 2), 164.813778)) < 0.01);
  /* heard as it is meant, as near as 0.2 s of slips and a settling finger allow */
  double unused;
  assert_true(fabs(cents(rosin_player_hears(s.player, 2, &unused), 164.813778)) < 25);
  off(&s, 51); /* another key's end is no end */
  run(&s, 0.01);
  assert_true(force(&s, 2) > 0.05);
  off(&s, 52);
  run(&s, 0.3);
  assert_true(force(&s, 2) == 0);
  assert_int_equal(rosin_player_missed(s.player), 0);
  note(&s, 35); /* below the lowest string; above what a hand reaches */
  note(&s, 100);
  assert_int_equal(rosin_player_missed(s.player), 2);
  close_stage(&s);
}

/* What several slips a period asked for is of one stroke, and of a bow that rubs: what rings
 * after it is not heard, and the next note does not begin pressed. */
static void a_note_begins_unpressed(void **state) {
  (void)state;
  stage s = open_stage();
  rosin_course *d = &s.player->course[2];
  note(&s, 52);
  run(&s, 0.4);
  d->ear.crowd = 1e6;
  run(&s, 0.1);
  assert_true(d->pressed > 0.5); /* it hears them, and presses */
  off(&s, 52);
  run(&s, 0.3);
  assert_true(force(&s, 2) == 0);
  d->ear.crowd = 1e6;
  d->pressed = 0;
  run(&s, 1);
  assert_true(d->pressed < 1e-9);
  d->pressed = 2;
  note(&s, 52);
  assert_true(d->pressed == 0);
  close_stage(&s);
}

static void slurs_keep_the_bow(void **state) {
  (void)state;
  stage s = open_stage();
  const rosin_course *d = &s.player->course[2];
  note(&s, 52);
  run(&s, 0.15);
  const double direction = d->direction, began = d->began;
  note(&s, 53);
  off(&s, 52);
  run(&s, 0.06);
  assert_int_equal(d->articulation, ROSIN_LEGATO);
  assert_true(d->direction == direction && d->began == began && d->speed * direction > 0);
  assert_true(fabs(cents(wanted(&s, 2), 174.614116)) < 0.01);
  /* across strings the bow goes on the way it went, and leaves the old string */
  note(&s, 62);
  off(&s, 53);
  run(&s, 0.1);
  assert_true(s.player->course[3].direction == direction);
  assert_true(force(&s, 2) < 1e-3 && force(&s, 3) > 0.05);
  /* a note of its own turns it */
  off(&s, 62);
  run(&s, 0.03);
  note(&s, 60);
  assert_true(s.player->course[3].direction == -direction);
  close_stage(&s);
}

static void chords_and_double_stops(void **state) {
  (void)state;
  stage s = open_stage();
  note(&s, 43); /* at once: a chord */
  note(&s, 52);
  run(&s, 0.1);
  assert_true(force(&s, 1) > 0.05 && force(&s, 2) > 0.05);
  note(&s, 57); /* later: the line goes on */
  run(&s, 0.1);
  assert_true(force(&s, 1) < 1e-3 && force(&s, 2) < 1e-3 && force(&s, 3) > 0.05);
  assert_int_equal(rosin_player_set(s.player, "double_stops", 1, NULL), 0);
  note(&s, 52);
  run(&s, 0.1);
  assert_true(force(&s, 2) > 0.05 && force(&s, 3) > 0.05);
  say(&s, ROSIN_PLAYER_QUIET, 0, 0, 0);
  run(&s, 0.25);
  assert_true(force(&s, 2) == 0 && force(&s, 3) == 0);
  close_stage(&s);
}

static void channels_bend_alone(void **state) {
  (void)state;
  stage s = open_stage();
  say(&s, ROSIN_PLAYER_NOTE_ON, 1, 43, 0.7);
  say(&s, ROSIN_PLAYER_NOTE_ON, 2, 52, 0.7);
  run(&s, 0.01);
  const double g = wanted(&s, 1), d = wanted(&s, 2);
  say(&s, ROSIN_PLAYER_BEND, 2, 0, 0.5);
  assert_true(wanted(&s, 1) == g);
  assert_true(fabs(cents(wanted(&s, 2), d) - 50) < 0.01);
  /* a bend holds for notes to come on its channel */
  say(&s, ROSIN_PLAYER_NOTE_OFF, 2, 52, 0);
  run(&s, 0.05);
  say(&s, ROSIN_PLAYER_NOTE_ON, 2, 53, 0.7);
  assert_true(fabs(cents(wanted(&s, 2), d) - 150) < 0.01);
  /* the end of a note of one channel is none of another's; channels count modulo 16 */
  say(&s, ROSIN_PLAYER_NOTE_OFF, 3, 53, 0);
  assert_true(s.player->course[2].held);
  say(&s, ROSIN_PLAYER_NOTE_OFF, 18, 53, 0);
  assert_false(s.player->course[2].held);
  close_stage(&s);
}

static void keys_and_controllers_set_the_player(void **state) {
  (void)state;
  stage s = open_stage();
  note(&s, 27); /* a bass line changes no articulation unless that is asked for */
  assert_true(rosin_player_get(s.player, "articulation") == 0);
  assert_int_equal(rosin_player_missed(s.player), 1);
  assert_int_equal(rosin_player_set(s.player, "key_switches", 1, NULL), 0);
  for (int a = 0; a < ROSIN_ARTICULATIONS; a++) {
    note(&s, 24 + a); /* from an octave below C2 */
    assert_true(rosin_player_get(s.player, "articulation") == a);
  }
  assert_int_equal(rosin_player_missed(s.player), 1);
  const struct {
    int number;
    double value;
    const char *name;
    double want;
  } table[] = {
      {16, 0.3, "pressure", 0.3}, {1, 0.3, "vibrato", 15},         {2, 0.4, "dynamics", 0.4},
      {11, 0.9, "dynamics", 0.9}, {5, 0.2, "portamento", 0.2},     {68, 1, "articulation", 1},
      {68, 0, "articulation", 0}, {74, 0.5, "position", 0.948683}, {76, 0.4, "vibrato_rate", 5},
      {77, 0.5, "vibrato", 25},   {78, 0.7, "vibrato_delay", 0.7}, {16, 1e9, "pressure", 1},
      {16, -1, "pressure", 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                         .controller = table[i].number,
                                                         .value = table[i].value});
    assert_true(fabs(rosin_player_get(s.player, table[i].name) - table[i].want) < 1e-6);
  }
  close_stage(&s);
}

static void nonsense_stays_finite(void **state) {
  (void)state;
  stage s = open_stage();
  const double odd[] = {-1, 0, 0.5, 1, 60, 127, 1e6, -1e30, INFINITY, NAN};
  unsigned long long seed = 7;
  for (int i = 0; i < 300; i++) {
    int pick[5];
    for (int k = 0; k < 5; k++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      pick[k] = (int)(seed >> 33) & 0x7fffff;
    }
    rosin_player_event(s.player, &(rosin_player_event_t){.kind = (rosin_player_kind)(pick[0] % 8),
                                                         .channel = pick[1] % 40 - 10,
                                                         .controller = pick[2] % 200 - 50,
                                                         .key = odd[pick[3] % 10],
                                                         .value = odd[pick[4] % 10]});
    if (i % 3 == 0)
      run(&s, 0.0015);
  }
  assert_true(s.finite);
  close_stage(&s);
}

/* A short score in blocks of `block`. */
static void perform(int block, float *out, int frames) {
  static const rosin_player_score_t score[] = {
      {0.01, {ROSIN_PLAYER_NOTE_ON, 0, 0, 45, 0.8}},
      {0.0911, {ROSIN_PLAYER_NOTE_ON, 0, 0, 59, 0.6}},
      {0.0955, {ROSIN_PLAYER_NOTE_OFF, 0, 0, 45, 0}},
      {0.13, {ROSIN_PLAYER_BEND, 0, 0, 0, 1}},
  };
  rosin_scene *scene = little("oversample=2");
  assert_int_equal(rosin_scene_prepare(scene, RATE, 1000, NULL), 0);
  rosin_player *player = rosin_player_new(scene, 3, NULL);
  rosin_player_score(player, score, 4);
  for (int at = 0; at < frames; at += block)
    rosin_scene_process(scene, frames - at < block ? frames - at : block, out + 2 * at);
  rosin_player_free(player);
  rosin_scene_free(scene);
}

static void the_result_does_not_depend_on_blocks(void **state) {
  (void)state;
  enum { FRAMES = 8000 };
  static float once[2 * FRAMES], again[2 * FRAMES];
  const int blocks[] = {1, 64, 777, 1000};
  perform(256, once, FRAMES);
  double peak = 0;
  for (int i = 0; i < 2 * FRAMES; i++)
    peak = fmax(peak, fabs(once[i]));
  assert_true(peak > 1e-4);
  for (int i = 0; i < 4; i++) {
    perform(blocks[i], again, FRAMES);
    assert_memory_equal(once, again, sizeof once);
  }
}

/* A scene on which somebody has played is, rewound, what it was. */
static void who_goes_leaves_no_hand_behind(void **state) {
  enum { FRAMES = 256 };
  static float before[2 * FRAMES], played[2 * FRAMES], after[2 * FRAMES];
  (void)state;
  rosin_scene *scene = rosin_scene_load("cello", 0, NULL, NULL);
  assert_non_null(scene);
  assert_int_equal(rosin_scene_prepare(scene, 48000, FRAMES, NULL), 0);
  rosin_scene_process(scene, FRAMES, before);
  rosin_scene_rewind(scene);
  rosin_player *player = rosin_player_new(scene, 1, NULL);
  assert_non_null(player);
  const rosin_player_event_t note = {ROSIN_PLAYER_NOTE_ON, 0, 0, 50, 0.7};
  rosin_player_event(player, &note);
  for (int i = 0; i < 8; i++)
    rosin_scene_process(scene, FRAMES, played);
  rosin_player_free(player);
  rosin_scene_rewind(scene);
  rosin_scene_process(scene, FRAMES, after);
  for (int i = 0; i < 2 * FRAMES; i++)
    if (before[i] != after[i])
      fail_msg("sample %d: %g, and %g after", i, before[i], after[i]);
  rosin_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_temperament),
      cmocka_unit_test(pitches_have_names),
      cmocka_unit_test(scala_files),
      cmocka_unit_test(a_scale_may_have_many_notes),
      cmocka_unit_test(long_comments_are_comments),
      cmocka_unit_test(pitches_are_numbers),
      cmocka_unit_test(bad_scala_files),
      cmocka_unit_test(strings_for_notes),
      cmocka_unit_test(partials_for_harmonics),
      cmocka_unit_test(strokes_are_bounded_and_end),
      cmocka_unit_test(the_ear_tells_pitch_and_crowd),
      cmocka_unit_test(what_cannot_be_played_is_said),
      cmocka_unit_test(parameters_are_checked),
      cmocka_unit_test(a_note_presses_the_bow_and_lifts_it),
      cmocka_unit_test(a_note_begins_unpressed),
      cmocka_unit_test(slurs_keep_the_bow),
      cmocka_unit_test(chords_and_double_stops),
      cmocka_unit_test(channels_bend_alone),
      cmocka_unit_test(keys_and_controllers_set_the_player),
      cmocka_unit_test(nonsense_stays_finite),
      cmocka_unit_test(the_result_does_not_depend_on_blocks),
      cmocka_unit_test(who_goes_leaves_no_hand_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
