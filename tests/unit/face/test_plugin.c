/* SPDX-License-Identifier: BSD-3-Clause */
/* The core of all plugins: its parameters, engines that are changed while they sound, its state;
 * and that the audio path takes no memory. */
#include "core/presets.h"
#include "number.h"
#include "plugin/list.h"

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

enum { FRAMES = 300 };

/* ---- memory, as in test_memory.c --------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *p);

static int forbidden, sins;
static void ask(void) {
  sins += forbidden;
}
void *__wrap_malloc(size_t size) {
  ask();
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  ask();
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  ask();
  return __real_realloc(old, size);
}
void __wrap_free(void *p) {
  ask();
  __real_free(p);
}

/* ------------------------------------------------------------------------------------------ */

static float left[FRAMES], right[FRAMES];
static float *const out[] = {left, right};

static rosin_core *open_core(const char *scene) {
  rosin_error error = {""};
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c || rosin_core_prepare(c, 44100, &error))
    fail_msg("%s", error.text);
  return c;
}

static double run(rosin_core *c, int frames) {
  double peak = 0;
  for (int at = 0; at < frames; at += FRAMES) {
    forbidden = 1;
    rosin_core_process(c, out, FRAMES);
    forbidden = 0;
    for (int i = 0; i < FRAMES; i++) {
      assert_true(isfinite(left[i]));
      peak = fmax(peak, fabsf(left[i]));
    }
  }
  return peak;
}

static void set(rosin_core *c, int frame, const char *name, double value) {
  forbidden = 1;
  rosin_core_set(c, frame, rosin_core_find(c, name), value);
  forbidden = 0;
}

static void an_instrument_plays_without_taking_memory(void **state) {
  (void)state;
  rosin_core *c = open_core("cello");
  const unsigned char on[] = {0x90, 50, 100}, bend[] = {0xe0, 0, 80}, off[] = {0x80, 50, 0};
  assert_true(rosin_core_is_instrument(c));
  assert_int_equal(rosin_core_latency(c), 37);
  assert_true(run(c, FRAMES) == 0);
  forbidden = 1;
  rosin_core_midi(c, 10, on, 3);
  rosin_core_midi(c, 290, bend, 3);
  forbidden = 0;
  set(c, 20, "dynamics", 0.9);
  set(c, 50, "vibrato", 1e9); /* clipped */
  set(c, 50, "nobody", 1);
  set(c, 50, "pressure", (double)NAN);
  assert_true(run(c, 8820) > 1e-3);
  assert_true(rosin_core_get(c, rosin_core_find(c, "vibrato")) == 100);
  assert_true(rosin_core_get(c, rosin_core_find(c, "pressure")) == 0.5);
  forbidden = 1;
  rosin_core_midi(c, 0, off, 3);
  rosin_core_reset(c);
  forbidden = 0;
  assert_true(run(c, 4410) == 0);
  assert_int_equal(sins, 0);
  assert_int_equal(rosin_core_stale(c), 0);
  rosin_core_free(c);
}

static void the_level_is_a_gain(void **state) {
  (void)state;
  static float plain[FRAMES];
  rosin_core *c = open_core("chalk");
  set(c, 0, "trigger", 1);
  run(c, 20 * FRAMES);
  memcpy(plain, left, sizeof plain);
  rosin_core_put(c, rosin_core_find(c, "level"), -20);
  rosin_core_put(c, rosin_core_find(c, "trigger"), 0);
  run(c, FRAMES);
  rosin_core_reset(c);
  set(c, 0, "trigger", 1);
  run(c, 20 * FRAMES);
  double most = 0;
  for (int i = 0; i < FRAMES; i++) {
    assert_true(fabs(left[i] - 0.1 * plain[i]) <= 1e-6 * fabs(plain[i]) + 1e-12);
    most = fmax(most, fabs(plain[i]));
  }
  assert_true(most > 1e-4);
  rosin_core_free(c);
}

/* Frames of a note whose level is moved at frames 100, 180 (while it glides) and, in an event that
 * comes out of order, 40. */
static void play_levels(rosin_core *c, int block, float *to) {
  enum { ALL = 1200 };
  static float other[ALL];
  const int level = rosin_core_find(c, "level"), frames[] = {100, 40, 180};
  const double values[] = {-6, 3, -30};
  rosin_core_put(c, level, 0);
  rosin_core_reset(c);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 50, 100}, 3);
  for (int at = 0; at < ALL; at += block) {
    for (int i = 0; i < 3; i++)
      if (frames[i] >= at && frames[i] < at + block)
        rosin_core_set(c, frames[i] - at, level, values[i]);
    float *const both[] = {to + at, other};
    rosin_core_process(c, both, block < ALL - at ? block : ALL - at);
  }
}

static void the_level_moves_at_its_frames_whatever_the_blocks(void **state) {
  (void)state;
  static float whole[1200], cut[1200];
  rosin_core *c = open_core("cello");
  play_levels(c, 1200, whole);
  assert_true(fabsf(whole[1100]) > 0);
  rosin_core_put(c, rosin_core_find(c, "level"), 0);
  play_levels(c, 48, cut);
  assert_memory_equal(whole, cut, sizeof whole);
  const int level = rosin_core_find(c, "level");
  rosin_core_put(c, level, 0);
  rosin_core_reset(c);
  for (int i = 0; i < 1000; i++) /* more than find room: the last one counts */
    rosin_core_set(c, i % 300, level, i == 999 ? -60 : i % 7);
  assert_true(isfinite(run(c, 3 * FRAMES)));
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 50, 100}, 3);
  assert_true(run(c, 8820) < 1e-3);
  rosin_core_free(c);
}

static void what_builds_bodies_wants_a_new_engine(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *c = open_core("wine-glass");
  const int size = rosin_core_find(c, "size");
  assert_true(size >= 0 && !rosin_core_parameter_live(c, size));
  assert_true(rosin_core_parameter_live(c, rosin_core_find(c, "pressure")));
  set(c, 0, "continuous", 1);
  assert_true(run(c, 20 * FRAMES) > 1e-4);
  assert_int_equal(rosin_core_stale(c), 0);
  set(c, 0, "size", 45);
  assert_int_equal(rosin_core_stale(c), 1);
  rosin_engine *engine = rosin_core_build(c, &error);
  assert_non_null(engine);
  assert_int_equal(rosin_core_settled(c), 1);
  forbidden = 1;
  rosin_core_swap(c, engine);
  forbidden = 0;
  assert_int_equal(rosin_core_settled(c), 0);
  assert_null(rosin_core_retired(c));
  assert_int_equal(rosin_core_stale(c), 0);
  assert_true(run(c, 20 * FRAMES) > 1e-4); /* it goes on by itself */
  rosin_engine *old = rosin_core_retired(c);
  assert_non_null(old);
  assert_null(rosin_core_retired(c));
  assert_int_equal(rosin_core_settled(c), 1);
  rosin_engine_free(old);
  assert_int_equal(sins, 0);
  rosin_core_free(c);
}

static void modulation_comes_and_goes(void **state) {
  (void)state;
  rosin_core *c = open_core("saw");
  const int pressure = rosin_core_find(c, "pressure");
  const double before = rosin_core_get(c, pressure);
  set(c, 0, "trigger", 1);
  rosin_core_modulate(c, 0, pressure, 0.5);
  rosin_core_modulate(c, 0, pressure, (double)INFINITY);
  rosin_core_modulate(c, 0, -1, 1);
  assert_true(run(c, 20 * FRAMES) > 0);
  assert_true(rosin_core_get(c, pressure) == before);
  rosin_core_free(c);
}

static void states_are_text(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *c = open_core("cello"), *d = open_core("cello");
  rosin_core_put(c, rosin_core_find(c, "vibrato"), 33.25);
  rosin_core_put(c, rosin_core_find(c, "vibrato"), (double)NAN);
  rosin_core_put(c, 999, 1);
  char *text = rosin_core_save(c);
  assert_non_null(text);
  assert_int_equal(rosin_core_load(d, text, &error), 0);
  char *again = rosin_core_save(d);
  assert_string_equal(text, again);
  static const char *const wrong[][2] = {
      {"", "state: must begin with 'rosin-state 1'"},
      {"rosin-state 2\nend\n",
       "state: 'rosin-state 2' is of another rosin than this one, which reads rosin-state 1"},
      {"rosin-state 1\nscene cello\nset vibrato 4\n", "state: it has no end"},
      {"rosin-state 1\nscene viola\nend\n",
       "state: it is of the scene 'viola', and this is 'cello'"},
      {"rosin-state 1\nset vibrato four\nend\n", "state: vibrato: 'four' is not a number"},
      {"rosin-state 1\nset vibrato inf\nend\n", "state: vibrato: 'inf' is not a number"},
      {"rosin-state 1\nvibrato 4\nend\n", "state: 'vibrato 4' is not: set NAME VALUE"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(rosin_core_load(d, wrong[i][0], &error), -1);
    assert_string_equal(error.text, wrong[i][1]);
  }
  assert_int_equal(rosin_core_load(d, NULL, &error), -1);
  free(again);
  again = rosin_core_save(d); /* nothing has changed */
  assert_string_equal(text, again);
  free(again);
  free(text);
  assert_int_equal(rosin_core_prepare(d, 7999, &error), -1);
  assert_string_equal(error.text, "rate: 7999 is out of range: 8000 to 768000 Hz");
  assert_true(run(d, FRAMES) == 0); /* silent, not dead */
  assert_null(rosin_core_new("nobody", &error));
  rosin_core_free(c);
  rosin_core_free(d);
}

/* Its end of a line would be shown as \x0a. */
static void what_is_wrong_in_a_file_ends_no_line(void **state) {
  (void)state;
  static const char text[] = "modals = { m = { points = { x = 0.0; }; modes = ( { frequency = "
                             "300.0; mass = 0.1; } ); }; };\n"
                             "outputs = ( { signal = \"m.velocity@x\"; } );\n"
                             "about = 3;\n";
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  rosin_error error = {""};
  assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
  close(file);
  assert_null(rosin_core_new(path, &error));
  unlink(path);
  assert_non_null(strstr(error.text, ":3: about: must be a group"));
  assert_null(strstr(error.text, "\\x0a"));
}

static void presets_are_states_within_their_ranges(void **state) {
  (void)state;
  rosin_error error = {""};
  const char *scene;
  int count = 0;
  for (int i = 0; (scene = rosin_plugin_at(i)); i++) {
    rosin_core *c = rosin_core_new(scene, &error);
    const rosin_preset *preset, *other;
    if (!c)
      fail_msg("a plugin cannot be made of a shipped scene: %s", error.text);
    if (!rosin_core_preset(c, 1))
      fail_msg("%s: says fewer than two presets in its section about", scene);
    for (int k = 0; (preset = rosin_core_preset(c, k)); k++, count++) {
      char *text = rosin_preset_state(c, preset), name[64];
      for (int j = 0; j < k && (other = rosin_core_preset(c, j)); j++)
        assert_string_not_equal(other->name, preset->name);
      assert_int_equal(rosin_core_load(c, text, &error), 0);
      int moved = 0;
      for (int p = 0; p < rosin_core_parameters(c); p++)
        moved += rosin_core_get(c, p) != rosin_core_parameter(c, p)->initial;
      for (const char *at = preset->values; at; at = strchr(at, ' '), at += at != NULL) {
        assert_int_equal(sscanf(at, "%63[^=]", name), 1);
        const double value = rosin_number_read(strchr(at, '=') + 1, NULL);
        const int p = rosin_core_find(c, name);
        assert_true(p >= 0 && rosin_core_get(c, p) == value); /* not clipped */
        moved--;
      }
      assert_int_equal(moved, 0); /* what it names is not the default, and all there is */
      free(text);
    }
    rosin_core_free(c);
  }
  assert_true(count > 100);
}

static void a_scene_plays_its_own_gestures(void **state) {
  (void)state;
  rosin_error error = {""};
  char *errors = NULL;
  static const char *const override[] = {"duration=2", "size=45", "fill=0.5"};
  rosin_core *c = rosin_core_open(
      &(rosin_core_source){
          .scene = "wine-glass", .overrides = 3, .override = override, .gestures = 1},
      &errors);
  assert_non_null(c);
  assert_true(rosin_core_duration(c) == 2);
  assert_true(rosin_core_get(c, rosin_core_find(c, "size")) == 45);
  assert_int_equal(rosin_core_is_prepared(c), 0);
  assert_int_equal(rosin_core_control(c, 0, "finger.force", 1, &error), -1); /* not yet */
  assert_int_equal(rosin_core_control(c, 0, "pressure", 1, &error), 0);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  assert_int_equal(rosin_core_is_prepared(c), 1);
  assert_int_equal(rosin_core_stale(c), 0);
  assert_int_equal(rosin_core_control(c, 0, "nobody", 1, &error), -1);
  assert_string_equal(error.text, "there is no control 'nobody'");
  assert_int_equal(rosin_core_control(c, 0, "pressure", (double)NAN, &error), -1);
  assert_true(run(c, 3000) == 0);
  forbidden = 1;
  rosin_core_trigger(c, 100);
  forbidden = 0;
  assert_true(run(c, 44100) > 1e-3);
  assert_true(rosin_core_rescued(c) == 0);
  rosin_core_free(c);
  c = open_core("chalk");
  rosin_core_trigger(c, 0);
  const double loud = run(c, 20000);
  assert_int_equal(rosin_core_control(c, 0, "tip.force", 0, &error), 0); /* lifted */
  run(c, 10000);
  assert_true(loud > 1e-3 && run(c, 3000) < 0.01 * loud);
  rosin_core_free(c);
  c = rosin_core_open(&(rosin_core_source){.scene = "cello", .gestures = 1}, &errors);
  assert_int_equal(rosin_core_is_instrument(c), 0);
  assert_int_equal(rosin_core_strings(c), 0);
  rosin_core_free(c);
  static const char *const wrong[] = {"nobody=1", "nothing=2"};
  assert_null(rosin_core_open(
      &(rosin_core_source){.scene = "chalk", .overrides = 2, .override = wrong}, &errors));
  assert_non_null(strchr(errors, '\n')); /* a line each */
  free(errors);
}

static void a_player_is_tuned_and_heard(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_tuning tuning;
  double wanted = 0;
  rosin_core *c = open_core("cello");
  rosin_tuning_equal(&tuning);
  tuning.cents[1] += 50; /* the second step, that of D */
  rosin_core_tune(c, &tuning);
  for (int again = 0; again < 2; again++) { /* also by an engine that is made later */
    rosin_core_midi(c, 0, (const unsigned char[]){0x90, 62, 90}, 3);
    run(c, 22050);
    double heard = 0;
    for (int i = 0; i < rosin_core_strings(c); i++)
      if (rosin_core_hears(c, i, &wanted) > 0)
        heard = rosin_core_hears(c, i, &wanted);
    assert_true(fabs(1200 * log2(wanted / (440 * exp2(-7.0 / 12))) - 50) < 25); /* with vibrato */
    assert_true(fabs(1200 * log2(heard / wanted)) < 50);
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  }
  const int vibrato = rosin_core_find(c, "vibrato");
  rosin_core_set(c, 0, vibrato, 40);
  assert_true(rosin_core_moved(c, vibrato) == 40); /* though it has not been heard yet */
  run(c, FRAMES);
  rosin_core_midi(c, 0, (const unsigned char[]){0xb0, 77, 0}, 3);
  run(c, FRAMES);
  assert_true(rosin_core_moved(c, vibrato) == 0 && rosin_core_get(c, vibrato) == 40);
  rosin_core_free(c);
}

static void the_thread_rounds_as_before(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  volatile double small = 1e-308;
  run(c, FRAMES);
  small *= 0.01;
  assert_true(small > 0); /* a denormal number */
  rosin_core_free(c);
}

static void a_hand_bows_and_is_watched(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *c = open_core("cello");
  assert_null(rosin_core_observer(c));
  assert_int_equal(rosin_core_latency(c), 37);
  rosin_core_set_oversample(c, 1);
  rosin_core_set_watched(c, 1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  assert_int_equal(rosin_core_latency(c), 0);
  assert_non_null(rosin_core_observer(c));
  const int by_hand = rosin_core_find(c, "by_hand");
  assert_true(run(c, 3000) == 0);
  forbidden = 1;
  rosin_core_bow(c, 1, 0.2, 0.5); /* an open string */
  forbidden = 0;
  assert_true(rosin_core_get(c, by_hand) == 1);
  assert_true(run(c, 40000) > 0.01);
  assert_int_equal(rosin_observer_look(rosin_core_observer(c)).regime, ROSIN_HELMHOLTZ);
  rosin_core_bow(c, 0, 0, 0);
  run(c, 10000);
  assert_int_equal(rosin_observer_look(rosin_core_observer(c)).regime, ROSIN_LIFTED);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 50, 90}, 3); /* only puts a finger down */
  run(c, 20000);
  assert_int_equal(rosin_observer_look(rosin_core_observer(c)).regime, ROSIN_LIFTED);
  rosin_core_set(c, 0, by_hand, 0);
  run(c, 20000);
  assert_int_equal(rosin_observer_look(rosin_core_observer(c)).regime, ROSIN_HELMHOLTZ);
  rosin_core_free(c);
  c = open_core("wine-glass"); /* nothing has a bow here */
  rosin_core_bow(c, 1, 0.2, 0.5);
  assert_true(run(c, 3000) == 0);
  rosin_core_free(c);
}

static void the_bow_is_parameters_too(void **state) {
  (void)state;
  static float take[2][1200];
  rosin_error error = {""};
  rosin_core *c = rosin_core_new("cello", &error);
  rosin_core_add_bow(c);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  const int down = rosin_core_find(c, "bow_down"), speed = rosin_core_find(c, "bow_speed");
  assert_true(rosin_core_parameter_stepped(c, down));
  set(c, 0, "bow_speed", -0.3); /* in the air */
  assert_true(run(c, FRAMES) == 0);
  assert_true(rosin_core_get(c, rosin_core_find(c, "by_hand")) == 0);
  for (int k = 0; k < 2; k++) { /* the same at its frames, whatever the blocks */
    const int block = k ? 100 : 1200;
    rosin_core_put(c, down, 0);
    rosin_core_put(c, speed, 0.2);
    rosin_core_reset(c);
    for (int at = 0; at < 1200; at += block) {
      float *const both[] = {take[k] + at, right};
      static float wide[1200];
      float *const whole[] = {take[k], wide};
      if (at == 0)
        rosin_core_set(c, 77, down, 1);
      if (705 - at >= 0 && 705 - at < block)
        rosin_core_set(c, 705 - at, speed, 0.5);
      rosin_core_process(c, k ? both : whole, block);
    }
  }
  assert_memory_equal(take[0], take[1], sizeof take[0]);
  assert_true(run(c, 40000) > 0.01);
  assert_true(rosin_core_get(c, rosin_core_find(c, "by_hand")) == 1);
  char *text = rosin_core_save(c);
  assert_null(strstr(text, "bow_"));
  free(text);
  rosin_core_free(c);
  c = rosin_core_new("saw", &error);
  rosin_core_add_bow(c);
  assert_int_equal(rosin_core_find(c, "bow_down"), -1);
  rosin_core_free(c);
}

static void displays_see_what_sounds_and_change_no_sample(void **state) {
  (void)state;
  static float plain[2000];
  rosin_core_picture picture;
  for (int looks = 0; looks < 2; looks++) {
    rosin_error error = {""};
    rosin_core *c = rosin_core_new("cello", &error);
    rosin_core_set_watched(c, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
    assert_int_equal(rosin_core_look(c, &picture), -1);
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    rosin_core_midi(c, 0, (const unsigned char[]){0x90, 50, 90}, 3);
    for (int n = 0; n < 200; n++) { /* before the bow turns */
      if (looks && n > 20 && n % 10 == 0)
        rosin_core_look(c, &picture);
      run(c, FRAMES);
      if (n % 50 == 49) {
        float *const at = &plain[(n / 50) * FRAMES];
        if (looks)
          assert_memory_equal(at, left, sizeof left);
        memcpy(at, left, sizeof left);
      }
    }
    if (looks) {
      assert_int_equal(rosin_core_look(c, &picture), 0);
      assert_int_equal(picture.regime, ROSIN_HELMHOLTZ);
      assert_true(fabs(picture.pitch - 146.8) < 3 && fabs(picture.slips - picture.pitch) < 30);
      assert_true(picture.moves && picture.force > 0 && strncmp(picture.contact, "bow", 3) == 0);
      double most = 0;
      for (int i = 0; i < ROSIN_CORE_SHAPE; i++)
        most = fmax(most, fabsf(picture.shape[i]));
      assert_true(fabs(most - 1) < 1e-6);
      rosin_core_midi(c, 0, (const unsigned char[]){0x80, 50, 0}, 3);
      for (int n = 0; n < 700; n++) { /* seconds without a look: it rests, and wakes again */
        run(c, FRAMES);
        if (n > 680)
          rosin_core_look(c, &picture);
      }
      assert_int_equal(picture.regime, ROSIN_LIFTED);
    }
    rosin_core_free(c);
  }
  assert_int_equal(sins, 0);
}

/* Two of one plugin in a session are two players: whoever opens one has a take that nobody had. */
static void two_of_a_plugin_are_two_takes(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *a = rosin_plugin_open("rope", &error), *b = rosin_plugin_open("rope", &error);
  rosin_core *plain = open_core("rope");
  assert_true(a && b);
  assert_true(rosin_core_take(a) != rosin_core_take(b));
  assert_true(rosin_core_take(a) != rosin_core_take(plain));
  assert_true(rosin_core_find(a, "seed") >= 0 &&
              rosin_core_get(a, rosin_core_find(a, "seed")) == 0);
  rosin_core_free(a);
  rosin_core_free(b);
  rosin_core_free(plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_instrument_plays_without_taking_memory),
      cmocka_unit_test(the_level_is_a_gain),
      cmocka_unit_test(the_level_moves_at_its_frames_whatever_the_blocks),
      cmocka_unit_test(what_builds_bodies_wants_a_new_engine),
      cmocka_unit_test(modulation_comes_and_goes),
      cmocka_unit_test(states_are_text),
      cmocka_unit_test(what_is_wrong_in_a_file_ends_no_line),
      cmocka_unit_test(presets_are_states_within_their_ranges),
      cmocka_unit_test(a_scene_plays_its_own_gestures),
      cmocka_unit_test(a_player_is_tuned_and_heard),
      cmocka_unit_test(the_thread_rounds_as_before),
      cmocka_unit_test(a_hand_bows_and_is_watched),
      cmocka_unit_test(the_bow_is_parameters_too),
      cmocka_unit_test(displays_see_what_sounds_and_change_no_sample),
      cmocka_unit_test(two_of_a_plugin_are_two_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
