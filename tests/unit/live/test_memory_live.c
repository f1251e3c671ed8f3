/* SPDX-License-Identifier: BSD-3-Clause */
/* Whichever allocation fails as playing is set up, or a gesture read: an error, and no leak;
 * and what a device that is no stream of bytes gives. The allocator is wrapped by the linker. */
#include "error.h"
#include "live/devices/midi.h"
#include "live/devices/osc.h"
#include "live/record/gesture_file.h"
#include "live/record/record.h"
#include "live/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "failing.h"
#include "live_world.h"
#include "scratch.h"

static const char *const path = "test_memory_live.tmp";

/* Each makes something and lets it go: 1 if it could be made. */
static int make_live(live_world *w, rosin_error *error) {
  rosin_sources sources;
  rosin_sequencer *live = rosin_sequencer_new(w->scene, LIVE_RATE, 0, error);
  rosin_sources_open(&sources, w->core, LIVE_RATE);
  const int made = live && rosin_sources_add(&sources);
  if (live && !made) /* it has no words for that */
    rosin_fail(error, "out of memory");
  rosin_sources_close(&sources);
  rosin_sequencer_free(live);
  return made;
}

/* Targets of all kinds: macros and a string's contacts, or joints. */
static int make_targets(const char *scene, rosin_error *error) {
  const long fails = fail_at;
  rosin_targets targets;
  fail_at = -1;
  rosin_scene *s = rosin_scene_load(scene, 0, NULL, NULL);
  assert_int_equal(rosin_scene_prepare(s, LIVE_RATE, 64, NULL), 0);
  calls = 0;
  fail_at = fails;
  const int made = rosin_targets_open(&targets, s, NULL) == 0;
  fail_at = -1;
  assert_int_equal(made, calls <= fails); /* none of them is passed over */
  if (!made)
    rosin_fail(error, "out of memory");
  assert_true(made || (!targets.target && !targets.count));
  rosin_targets_close(&targets);
  rosin_scene_free(s);
  return made;
}

static int make_macros(live_world *w, rosin_error *error) {
  (void)w;
  return make_targets("rope", error);
}

static int make_joints(live_world *w, rosin_error *error) {
  (void)w;
  return make_targets("cello", error);
}

static int make_osc(live_world *w, rosin_error *error) {
  rosin_osc *osc = rosin_osc_open(&w->sources, NULL, 0, error);
  rosin_osc_close(osc);
  return osc != NULL;
}

static int make_midi(live_world *w, rosin_error *error) {
  rosin_live_midi *midi = rosin_live_midi_open(&w->sources, &(rosin_live_midi_setup){0}, error);
  rosin_live_midi_close(midi);
  return midi != NULL;
}

static int make_recorder(live_world *w, rosin_error *error) {
  const rosin_record_setup setup = {.sound = "test_memory_live.wav",
                                    .gesture = path,
                                    .rate = 8000,
                                    .channels = 1,
                                    .targets = rosin_sequencer_targets(w->live)};
  rosin_recorder *recorder = rosin_recorder_open(&setup, error);
  rosin_recorder_close(recorder, 0);
  remove(path);
  remove(setup.sound);
  return recorder != NULL;
}

static int read_gesture(live_world *w, rosin_error *error) {
  rosin_gesture_file f;
  FILE *out = fopen(path, "w");
  fputs("rosin-gesture 1\nrate 48000\nset a=1\nset b=2\n0 move bow.force 1\n0 move bow.velocity 1\n"
        "1 move bow.position 0.1\n2 move bow.force 0\n3 quiet 0 0 0 0\n4 end\n",
        out);
  fclose(out);
  const int read = rosin_gesture_file_read(&f, path, error) == 0;
  remove(path);
  if (read) {
    assert_int_equal(rosin_gesture_file_bind(&f, rosin_sequencer_targets(w->live), error), 0);
    assert_true(f.sets == 2 && f.events == 5 && f.names == 3 && f.frames == 4);
  } else {
    assert_true(f.sets == 0 && f.events == 0 && f.names == 0 && f.frames == -1);
  }
  rosin_gesture_file_free(&f);
  return read;
}

static void each_failed_allocation_is_told(void **state) {
  (void)state;
  static int (*const makers[])(live_world * w, rosin_error * error) = {
      make_live, make_macros, make_joints, make_osc, make_midi, make_recorder, read_gesture};
  rosin_say_keep(1);
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    int done = 0, failed = 0;
    for (long k = 0; !done; k++) {
      live_world w;
      rosin_error error = {""};
      live_begin(&w, "cello-d");
      calls = 0;
      fail_at = k;
      const int made = makers[i](&w, &error);
      done = calls <= k;
      fail_at = -1;
      if (!made)
        assert_true(strstr(error.text, "memory") != NULL);
      failed += !made;
      if (done)
        assert_true(made);
      live_end(&w);
      assert_true(k < 1000);
    }
    assert_true(failed > 0);
  }
}

static void a_folder_is_no_midi(void **state) {
  (void)state;
  live_world w;
  rosin_error error = {""};
  char said[300] = "";
  live_begin(&w, "cello");
  rosin_say_keep(1);
  rosin_live_midi *m =
      rosin_live_midi_open(&w.sources, &(rosin_live_midi_setup){.path = "tests"}, &error);
  assert_non_null(m);
  const long before = rosin_said(said, sizeof said);
  assert_int_equal(rosin_live_midi_start(m, &error), 0);
  for (int i = 0; i < 6000 && rosin_said(said, sizeof said) == before; i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  assert_string_equal(said, "tests: Is a directory; playing goes on");
  int seen = 0;
  for (int i = 0; i < 60000 && !seen; i++) {
    seen = live_run(&w);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  assert_int_equal(seen, 1);
  live_is_played(&w, 0, ROSIN_PLAYER_QUIET, 0, 0);
  rosin_live_midi_close(m);
  assert_int_equal(rosin_said(said, sizeof said), before + 1);
  live_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_failed_allocation_is_told),
      cmocka_unit_test(a_folder_is_no_midi),
  };
  return cmocka_run_group_tests(tests, scratch_enter_with_tests, scratch_leave);
}
