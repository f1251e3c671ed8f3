/* SPDX-License-Identifier: BSD-3-Clause */
/* How numbers run in time: gestures, what macros make of them, ramps, controls taken by
 * hand and given back, against tests/unit/scene/courses.txt; half-band filters, sample by sample;
 * notes in sound files, letter by letter. */
#include "golden.h"
#include "scene/model/gesture.h"
#include "scene/scene.h"
#include "scene/sound/halfband.h"
#include "scene_text.h"
#include "sound/sound_notes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static golden table;

static void row(const char *name, const double *value, int count) {
  golden_row(&table, name, value, count, 1e-6, 1e-6);
}

/* Forwards, then from the start again, past both ends. */
static void gesture(const char *kind, rosin_gesture *g) {
  static const char *const curve[] = {"linear", "cosine", "step"};
  char name[60];
  double v[64], low, high;
  int k = 0;
  for (int turn = 0; turn < 2; turn++)
    for (int i = 0; i < 28; i++)
      v[k++] = rosin_gesture_at(g, -0.1 + (turn ? 0.097 : 0.05) * i);
  rosin_gesture_range(g, &low, &high);
  v[k++] = low;
  v[k++] = high;
  snprintf(name, sizeof name, "gesture:%s:%s", kind, curve[g->curve]);
  row(name, v, k);
}

static void gestures(void) {
  double time[] = {0, 0.2, 0.5, 0.5, 1}, value[] = {1, -2, 3, 5, 0.5};
  rosin_gesture g = {0};
  rosin_gesture_constant(&g, 3.5);
  gesture("constant", &g);
  for (int curve = 0; curve < 3; curve++) {
    g = (rosin_gesture){.kind = ROSIN_GESTURE_POINTS,
                        .curve = (rosin_curve)curve,
                        .count = 5,
                        .time = time,
                        .value = value};
    gesture("points", &g);
    g.count = 1;
    g.next = 0;
    gesture("point", &g);
    for (int down = 0; down < 2; down++) {
      g = (rosin_gesture){.kind = ROSIN_GESTURE_SLOPE,
                          .curve = (rosin_curve)curve,
                          .from = down ? 4 : -1,
                          .to = 2,
                          .after = 0.2,
                          .slope = 5};
      gesture(down ? "slope-down" : "slope-up", &g);
      g.over = 0.7;
      gesture(down ? "over-down" : "over-up", &g);
    }
  }
  g = (rosin_gesture){.kind = ROSIN_GESTURE_SERIES, .count = 5, .value = value, .rate = 7};
  gesture("series", &g);
  g = (rosin_gesture){
      .kind = ROSIN_GESTURE_SINE, .amplitude = 2, .frequency = 1.3, .constant = 0.5};
  gesture("sine", &g);
}

/* Where a gesture is said to stay, it is one value throughout; and it is said at its ends. */
static void stays(void) {
  double time[] = {0, 0.2, 0.5, 0.5, 1}, value[] = {1, -2, 3, 5, 0.5};
  rosin_gesture g[] = {
      {.kind = ROSIN_GESTURE_CONSTANT, .constant = 3},
      {.kind = ROSIN_GESTURE_POINTS, .count = 5, .time = time, .value = value},
      {.kind = ROSIN_GESTURE_SLOPE, .from = -1, .to = 2, .after = 0.2, .slope = 5},
      {.kind = ROSIN_GESTURE_SLOPE, .from = -1, .to = 2, .after = 0.2, .over = 0.7},
      {.kind = ROSIN_GESTURE_SERIES, .count = 5, .value = value, .rate = 7},
      {.kind = ROSIN_GESTURE_SINE, .amplitude = 2, .frequency = 1.3}};
  for (size_t k = 0; k < sizeof g / sizeof *g; k++) {
    int still = 0;
    for (double from = -0.1; from < 1.5; from += 0.011) {
      if (!rosin_gesture_stays(&g[k], from, from + 0.1))
        continue;
      still++;
      for (int i = 0; i <= 20; i++)
        assert_true(rosin_gesture_at(&g[k], from + 0.005 * i) == rosin_gesture_at(&g[k], from));
    }
    assert_true(g[k].kind == ROSIN_GESTURE_SINE ? !still : still > 10);
    assert_int_equal(rosin_gesture_stays(&g[k], 2, 9), g[k].kind != ROSIN_GESTURE_SINE);
  }
  double flat[] = {1, 2, 2, 5, 0.5};
  rosin_gesture held = {.kind = ROSIN_GESTURE_POINTS, .count = 5, .time = time, .value = flat};
  assert_true(rosin_gesture_stays(&held, 0.2, 0.49) && !rosin_gesture_stays(&held, 0.19, 0.4));
  assert_false(rosin_gesture_stays(&held, 0.3, 0.5));
  held.curve = ROSIN_CURVE_STEP;
  assert_true(rosin_gesture_stays(&held, 0.1, 0.19) && !rosin_gesture_stays(&held, 0.1, 0.2));
}

static const char moved[] =
    "duration = 2.0; rate = 8000; oversample = 1; channels = 1;\n"
    "modals = { m = { points = { a = 0.0; b = 1.0; }; modes = ( { frequency = 0.0; mass = 1.0; at "
    "= "
    "(1.0, 1.0); } ); };\n"
    "  n = { modes = ( { frequency = 300.0; q = 5.0; mass = 1.0; } ); }; };\n"
    "contacts = { c = { a = \"m\"; b = \"n\"; position_a = { from = 0.0; to = 1.0; over = 0.5; }; "
    "force = 0.0;\n"
    "  velocity = { sine = (0.1, 3.0); offset = 0.3; }; law = \"dahl\"; }; };\n"
    "pushes = { p = { body = \"m\"; position = \"a\"; force = ((0.0, 1.0), (0.3, 2.0)); };\n"
    "  q = { body = \"m\"; position = \"b\"; force = 0.5; }; };\n"
    "macros = { one = { to = ( { key = \"c.velocity\"; how = \"scale\"; at = (0.5, 1.0, 3.0); },\n"
    "    { key = \"c.position_a\"; how = \"rate\"; at = (0.5, 1.0, 2.0); },\n"
    "    { key = \"p.force\"; how = \"offset\"; at = (-1.0, 0.0, 2.0); } ); };\n"
    "  two = { to = ( { key = \"q.force\"; at = (0.1, 0.9); },\n"
    "    { key = \"gain\"; how = \"scale\"; at = (0.5, 2.0); },\n"
    "    { key = \"p.force\"; how = \"scale\"; at = (0.5, 2.0); } ); };\n"
    "  three = { to = ( { key = \"q.force\"; how = \"offset\"; at = (-0.1, 0.1); } ); }; };\n"
    "outputs = ( { signal = \"m.acceleration@a\"; } );\n";

/* What happens before some blocks. */
static void act(rosin_scene *s, int block, int ramp) {
  rosin_error error;
  if (block == 10 || block == 60)
    rosin_scene_control(s, "one", block == 10 ? 0.9 : 0.3, &error);
  if (block == 15)
    rosin_scene_control(s, "two", 0.2, &error);
  if (block == 20)
    rosin_scene_control(s, "three", 1, &error);
  if (block == 25)
    rosin_scene_control(s, "p.force", 4, &error);
  if (block == 30)
    rosin_scene_ramp(s, ramp, 0.8);
  if (block == 32)
    rosin_scene_ramp(s, ramp, (double)NAN);
  if (block == 34)
    rosin_scene_ramp_jump(s, ramp, 0.2);
  if (block == 36)
    rosin_scene_control(s, "c.roughness", 0.6, &error);
  if (block == 40)
    rosin_scene_rewind(s);
}

static void controls(void) {
  static const char *const key[] = {"c.velocity", "c.position_a", "p.force", "q.force",
                                    "c.roughness"};
  static double course[6][80];
  static float out[100];
  for (int frames = 64; frames <= 100; frames += 36) {
    char *errors = NULL;
    rosin_error error;
    rosin_scene *s = scene_read(moved, 0, NULL, &errors);
    if (!s)
      fail_msg("%s", errors);
    assert_int_equal(rosin_scene_prepare(s, 0, 100, &error), 0);
    const int ramp = rosin_scene_ramp_add(s, "c.roughness", &error);
    assert_int_equal(ramp, 0);
    assert_int_equal(rosin_scene_ramp_add(s, "c.colour", &error), -1);
    for (int block = 0; block < 80; block++) {
      act(s, block, ramp);
      rosin_scene_process(s, frames, out);
      rosin_network *n = rosin_scene_network(s);
      for (int k = 0; k < 5; k++)
        course[k][block] = rosin_network_value(n, rosin_network_control(n, key[k]));
      course[5][block] = (double)out[frames - 1];
    }
    golden_in(&table, "block:%d", frames);
    for (int k = 0; k < 6; k++)
      row(k < 5 ? key[k] : "sound", course[k], 80);
    rosin_scene_free(s);
  }
}

static void filters(void) {
  static const int taps[] = {2, 8, ROSIN_HALFBAND_TAPS};
  for (int k = 0; k < 3; k++) {
    rosin_halfband h;
    float in[3 * 200] = {0}, out[2 * 101];
    double v[120];
    int made = 0;
    assert_int_equal(rosin_halfband_init(&h, taps[k], 60 + 30 * k, 50), 0);
    for (int i = 0; i < taps[k]; i++)
      v[i] = (double)h.weight[i];
    golden_in(&table, "taps:%d", taps[k]);
    row("weights", v, taps[k]);
    for (int i = 0; i < 200; i++)
      in[3 * i] = (float)sin(0.02 * i * i);
    for (int at = 0; at < 200; at += 25)
      made += rosin_halfband_push(&h, in + 3 * (size_t)at, 25, 3, out + 2 * (size_t)made, 2);
    assert_int_equal(made, (200 - 2 * taps[k]) / 2 + 1);
    for (int i = 0; i < made; i++)
      v[i] = (double)out[2 * i];
    row("halved", v, made);
    rosin_halfband_free(&h);
    assert_null(h.even);
  }
}

static void courses_hold_still(void **state) {
  (void)state;
  table = golden_open("tests/unit/scene/courses.txt");
  gestures();
  stays();
  controls();
  filters();
  assert_int_equal(golden_close(&table), 0);
}

/* Numbers of a scene that is prepared: each reaches its control, and time starts anew. */
static void numbers_are_set(void **state) {
  (void)state;
  static const struct {
    const char *key, *control;
    double value, found; /* at 0.3 s; NaN: there is no such number */
  } rows[] = {{"q.force", "q.force", 0.7, 0.7},
              {"c.force", "c.force", 0.2, 0.2},
              {"c.position_a.to", "c.position_a", 0.5, 0.3},
              {"c.position_a.over", "c.position_a", 1, 0.3},
              {"c.position_a.from", "c.position_a", 0.5, 0.8},
              {"c.position_a.after", "c.position_a", 0.1, 0.4},
              {"c.position_a", "", 1, NAN},
              {"c.position_a.at", "", 1, NAN},
              {"c.positions", "", 1, NAN},
              {"c.velocity", "", 1, NAN},
              {"p.force", "", 1, NAN},
              {"cc.force", "", 1, NAN},
              {"q", "", 1, NAN},
              {"q.force.to", "", 1, NAN},
              {"c.law.beta", "", 1, NAN}, /* not written there */
              {"x.force", "", 1, NAN}};
  char *errors = NULL, text[sizeof moved];
  rosin_error error;
  static float out[100];
  snprintf(text, sizeof text, "%.*s%s", (int)(strstr(moved, "macros") - moved), moved,
           strstr(moved, "outputs"));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_scene *s = scene_read(text, 0, NULL, &errors);
    assert_non_null(s);
    assert_int_equal(rosin_scene_set_number(s, rows[i].key, rows[i].value), -1);
    assert_int_equal(rosin_scene_prepare(s, 0, 100, &error), 0);
    rosin_scene_process(s, 100, out);
    const int status = rosin_scene_set_number(s, rows[i].key, rows[i].value);
    if (status != (isnan(rows[i].found) ? -1 : 0))
      fail_msg("%s: %d", rows[i].key, status);
    for (int k = 0; k < 24; k++)
      rosin_scene_process(s, 100, out);
    rosin_network *n = rosin_scene_network(s);
    const double found = rosin_network_value(n, rosin_network_control(n, rows[i].control));
    if (status == 0 && !(fabs(found - rows[i].found) < 1e-6))
      fail_msg("%s: %g for %g", rows[i].key, found, rows[i].found);
    rosin_scene_free(s);
  }
}

/* A ramped control that was taken by hand is moved again once it is given back, from where
 * it is; others are left alone. */
static void what_was_taken_is_given_back(void **state) {
  (void)state;
  char *errors = NULL;
  rosin_error error;
  static float out[64];
  rosin_scene *s = scene_read(moved, 0, NULL, &errors);
  assert_non_null(s);
  assert_int_equal(rosin_scene_prepare(s, 0, 64, &error), 0);
  const int ramp = rosin_scene_ramp_add(s, "c.roughness", &error);
  rosin_network *n = rosin_scene_network(s);
  const int control = rosin_network_control(n, "c.roughness");
  const int other = rosin_network_control(n, "q.force");
  const double wanted[] = {0.5, 0.9, 0.9, 0.9, 0.25};
  for (int k = 0; k < 5; k++) {
    rosin_scene_ramp(s, ramp, k < 4 ? 0.5 : 0.25);
    if (k == 1)
      assert_int_equal(rosin_scene_control(s, "c.roughness", 0.9, &error), 0);
    if (k == 3)
      rosin_scene_give_back(s, other);
    if (k == 4)
      rosin_scene_give_back(s, control);
    rosin_scene_process(s, 64, out);
    if (!(fabs(rosin_network_value(n, control) - wanted[k]) < 1e-9))
      fail_msg("%d: %g for %g", k, rosin_network_value(n, control), wanted[k]);
  }
  rosin_scene_free(s);
}

/* ---- notes --------------------------------------------------------------------------- */

static char *whole_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *text = calloc(200000, 1);
  *size = fread(text, 1, 199999, f);
  fclose(f);
  for (size_t i = 0; i < *size; i++)
    text[i] = text[i] ? text[i] : ' ';
  return text;
}

static void notes_are_kept(void **state) {
  (void)state;
  static const char *const names[] = {"a.wav", "a.aiff", "a.caf", "a.flac", "a.ogg", "a.w64"};
  char folder[] = "/tmp/rosin-notes-XXXXXX", path[60];
  assert_non_null(mkdtemp(folder));
  for (int k = 0; k < 6; k++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[k]);
    rosin_error error = {""};
    rosin_sound_file *f = rosin_sound_file_create(path, 8000, 2, ROSIN_SAMPLE_DEFAULT, &error);
    assert_non_null(f);
    const char text[] = "rosin 9.9\nscene <a> & \"b\"\n\n&amp; &lt; <ROSI>\n";
    assert_int_equal(
        rosin_sound_notes_write(
            f, &(rosin_sound_notes){"the <title>", "left,r&b", text, {.title = "the <title>"}},
            &error),
        0);
    const float frames[40] = {0.5F, -0.5F};
    assert_int_equal(rosin_sound_file_write(f, frames, 20, &error), 0);
    assert_int_equal(rosin_sound_file_frames(f), 20);
    assert_int_equal(rosin_sound_file_close(f, &error), 0);
    size_t size;
    char *found = rosin_sound_notes_read(path, &error), *bytes = whole_file(path, &size);
    assert_int_equal(rosin_sound_notes_fit(path), k != 5);
    if (k == 5) {
      assert_null(found);
      assert_non_null(strstr(error.text, "a.w64: rosin has not written how it was made into this "
                                         "file; .w64 has no place for it"));
    } else {
      assert_string_equal(found, text);
      assert_non_null(strstr(bytes, k < 3 ? "<NOTE>the &lt;title&gt;</NOTE>" : "the <title>"));
    }
    if (k < 3)
      assert_non_null(strstr(
          bytes, "<TRACK_LIST>\n<TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX><NAME>left</NAME></TRACK>\n"
                 "<TRACK><CHANNEL_INDEX>2</CHANNEL_INDEX><NAME>r&amp;b</NAME></TRACK>\n"
                 "</TRACK_LIST>\n"));
    if (k < 3)
      assert_non_null(strstr(bytes, "<ROSIN>rosin 9.9\nscene &lt;a&gt; &amp; \"b\"\n\n&amp;amp; "
                                    "&amp;lt; &lt;ROSI&gt;\n</ROSIN>\n</USER>\n</BWFXML>\n"));
    if (k == 0)
      assert_non_null(strstr(bytes, "the <title>   ")); /* the description */
    free(found);
    free(bytes);
    rosin_sound_info info;
    rosin_sound_source *s = rosin_sound_open(path, &info, &error);
    assert_true(s && info.rate == 8000 && info.channels == 2 && info.frames == 20);
    double back[2];
    assert_int_equal(rosin_sound_seek(s, 0), 0);
    assert_int_equal(rosin_sound_read(s, back, 1), 1);
    assert_true(k == 4 || (back[0] == 0.5 && back[1] == -0.5));
    rosin_sound_close(s);
    unlink(path);
  }
  rmdir(folder);
}

/* As long as there is room: 96000 bytes of iXML. */
static void long_notes_are_left_out(void **state) {
  (void)state;
  char folder[] = "/tmp/rosin-notes-XXXXXX", path[60];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.wav", folder);
  static char text[100000];
  memset(text, 'x', sizeof text - 1);
  memcpy(text, "rosin ", 6);
  int most = 0;
  for (int length = 94000; length <= 96000; length += 4) {
    rosin_error error;
    rosin_sound_file *f = rosin_sound_file_create(path, 8000, 1, ROSIN_SAMPLE_16, &error);
    const int status =
        rosin_sound_notes_write(f, &(rosin_sound_notes){"", "", text + 99999 - length}, &error);
    if (status == 0)
      most = length;
    assert_true(status == 0 || (status == 1 && length > 94000));
    rosin_sound_file_discard(f);
  }
  /* what stands round it has 370 bytes, where nothing else is said */
  assert_true(most > 96000 - 390 && most <= 96000 - 360);
  rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(courses_hold_still),           cmocka_unit_test(numbers_are_set),
      cmocka_unit_test(what_was_taken_is_given_back), cmocka_unit_test(notes_are_kept),
      cmocka_unit_test(long_notes_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
