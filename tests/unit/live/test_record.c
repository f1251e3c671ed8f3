/* SPDX-License-Identifier: BSD-3-Clause */
/* What is recorded while playing: sound and gesture to the sample, what is said when a disk
 * takes no more, and what the stage hands to the device. */
#include "live/devices/stage.h"
#include "live/display/timing.h"
#include "live/record/record.h"
#include "live/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "live_world.h"
#include "scratch.h"

static const char *const sound_path = "test_record.wav", *const gesture_path = "test_record.ges";

static const char *last_said(void) {
  static char text[800];
  rosin_said(text, sizeof text);
  return text;
}

static int begin(void **state) {
  live_world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  live_begin(w, "cello-d");
  rosin_say_keep(1);
  *state = w;
  return 0;
}

static int end(void **state) {
  live_end(*state);
  free(*state);
  remove(sound_path);
  remove(gesture_path);
  return 0;
}

static rosin_recorder *record(const live_world *w, const char *sound, const char *gesture,
                              int channels) {
  static const char *const set[] = {"d.frequency=150", "bow.force=1"};
  const rosin_record_setup setup = {.sound = sound,
                                    .gesture = gesture,
                                    .format = ROSIN_SAMPLE_FLOAT,
                                    .rate = LIVE_RATE,
                                    .channels = channels,
                                    .rest = 1,
                                    .sets = 2,
                                    .set = set,
                                    .targets = rosin_sequencer_targets(w->live)};
  rosin_error error = {""};
  rosin_recorder *r = rosin_recorder_open(&setup, &error);
  if (!r)
    fail_msg("%s", error.text);
  return r;
}

static char *contents(const char *path) {
  static char text[4000];
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  return text;
}

static void all_is_written(void **state) {
  live_world *w = *state;
  enum { FRAMES = 30000, BLOCK = 500 };
  static float frames[3 * FRAMES];
  rosin_recorder *r = record(w, sound_path, gesture_path, 3);
  const rosin_targets *t = rosin_sequencer_targets(w->live);
  char wanted[400];
  for (int i = 0; i < 3 * FRAMES; i++)
    frames[i] = (float)sin(0.37 * i);
  for (int i = 0; i < FRAMES; i += BLOCK)
    rosin_recorder_sound(r, frames + (size_t)3 * i, BLOCK);
  rosin_recorder_event(r, 32, &(rosin_event){.target = 1, .value = 0.5});
  rosin_recorder_event(r, 64,
                       &(rosin_event){.target = ROSIN_EVENT_PLAYER,
                                      .player = {.kind = ROSIN_PLAYER_CONTROL,
                                                 .channel = 2,
                                                 .controller = 11,
                                                 .key = 11,
                                                 .value = 0.25}});
  assert_int_equal(rosin_recorder_close(r, FRAMES), 0);
  snprintf(wanted, sizeof wanted,
           "rosin-gesture 1\nrate 44100\nrest 1\nset d.frequency=150\nset bow.force=1\n"
           "32 move %s 0.5\n64 control 2 11 11 0.25\n30000 end\n",
           t->target[1].name);
  assert_string_equal(contents(gesture_path), wanted);
  rosin_sound_info info;
  rosin_sound_source *in = rosin_sound_open(sound_path, &info, NULL);
  static double read[3 * FRAMES];
  assert_non_null(in);
  assert_true(info.rate == LIVE_RATE && info.channels == 3 && info.frames == FRAMES);
  assert_int_equal(rosin_sound_read(in, read, FRAMES), FRAMES);
  for (int i = 0; i < 3 * FRAMES; i++)
    assert_true((float)read[i] == frames[i]);
  rosin_sound_close(in);
}

static void only_what_is_asked_for_is_written(void **state) {
  live_world *w = *state;
  const float frame[2] = {0.5f, 0.25f};
  rosin_recorder *r = record(w, NULL, gesture_path, 2);
  rosin_recorder_sound(r, frame, 1);
  assert_int_equal(rosin_recorder_close(r, 7), 0);
  assert_non_null(strstr(contents(gesture_path), "bow.force=1\n7 end\n"));
  remove(gesture_path);
  r = record(w, sound_path, NULL, 2);
  rosin_recorder_sound(r, frame, 1);
  rosin_recorder_event(r, 0, &(rosin_event){.target = 0});
  assert_int_equal(rosin_recorder_close(r, 1), 0);
  assert_int_equal(access(gesture_path, F_OK), -1);
  assert_int_equal(rosin_recorder_close(NULL, 0), 0);
}

/* Twice a second what there is stands on the disk, under its temporary name. */
static void it_can_be_read_meanwhile(void **state) {
  live_world *w = *state;
  char name[200];
  const float frame[2] = {0.5f, 0.25f};
  rosin_recorder *r = record(w, sound_path, gesture_path, 2);
  for (int i = 0; i < 1000; i++)
    rosin_recorder_sound(r, frame, 1);
  rosin_recorder_event(r, 96, &(rosin_event){.target = 0, .value = 1});
  snprintf(name, sizeof name, "%s.part-%d-0", gesture_path, (int)getpid());
  for (int i = 0; i < 3000 && !strstr(contents(name), "\n96 move "); i++)
    nanosleep(&(struct timespec){0, 20000000}, NULL);
  assert_non_null(strstr(contents(name), "\n96 move "));
  assert_int_equal(access(gesture_path, F_OK), -1);
  assert_int_equal(rosin_recorder_close(r, 1000), 0);
  assert_int_equal(access(name, F_OK), -1);
}

/* More at once than the rings hold: counted, said, and the rest is whole. */
static void what_is_lost_is_said(void **state) {
  live_world *w = *state;
  static float many[2 * LIVE_RATE * 13];
  rosin_recorder *r = record(w, sound_path, NULL, 2);
  rosin_recorder_sound(r, many, LIVE_RATE * 13); /* more than a power of two above 8 s */
  rosin_recorder_sound(r, many, 100);
  assert_int_equal(rosin_recorder_close(r, 100), -1);
  assert_string_equal(last_said(),
                      "test_record.wav: 573300 frames were lost: the disk was too slow");
  rosin_sound_info info;
  rosin_sound_source *in = rosin_sound_open(sound_path, &info, NULL);
  assert_non_null(in);
  assert_int_equal(info.frames, 100);
  rosin_sound_close(in);
}

static void lost_events_are_said(void **state) {
  live_world *w = *state;
  const rosin_event e = {.target = 0, .value = 1};
  rosin_recorder *r = record(w, NULL, gesture_path, 1);
  for (int i = 0; i < 200000; i++) /* the ring holds 32768 of them, and is looked at seldom */
    rosin_recorder_event(r, 0, &e);
  assert_int_equal(rosin_recorder_close(r, 1), -1);
  long long lost = 0;
  assert_int_equal(
      sscanf(last_said(), "test_record.ges: %lld events were lost: the disk was too slow", &lost),
      1);
  int kept = 0;
  char line[100];
  FILE *in = fopen(gesture_path, "r");
  while (fgets(line, sizeof line, in))
    kept += strncmp(line, "0 move ", 7) == 0;
  fclose(in);
  assert_true(lost > 0 && kept + lost == 200000);
}

/* A disk that takes no more while it plays: said then, and not again. */
static void a_disk_that_fills_meanwhile_is_told(void **state) {
  live_world *w = *state;
  if (access("/dev/full", W_OK))
    skip();
  rosin_recorder *r = record(w, NULL, "/dev/full", 1);
  const long before = rosin_said((char[8]){0}, 8);
  for (int i = 0; i < 6000 && rosin_said((char[8]){0}, 8) == before; i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  assert_int_equal(
      strncmp(last_said(), "/dev/full: cannot be written: No space left on device", 53), 0);
  assert_int_equal(rosin_recorder_close(r, 10), -1);
  assert_int_equal(rosin_said((char[8]){0}, 8), before + 1);
}

/* A sound whose name is taken meanwhile is kept under the other, empty or not. */
static void a_sound_is_kept_under_another_name(void **state) {
  live_world *w = *state;
  char part[60];
  const float frame[1] = {0.5f};
  snprintf(part, sizeof part, "%s.part-%d-0", sound_path, (int)getpid());
  rosin_recorder *r = record(w, sound_path, NULL, 1);
  rosin_recorder_sound(r, frame, 1);
  assert_int_equal(mkdir(sound_path, 0700), 0);
  assert_int_equal(rosin_recorder_close(r, 1), -1);
  assert_non_null(strstr(last_said(), "1 frames are kept as far as they were written"));
  assert_int_equal(rmdir(sound_path), 0);
  assert_int_equal(remove(part), 0);
}

/* 8 s of sound find room, whatever the disk does meanwhile. */
static void seconds_find_room(void **state) {
  live_world *w = *state;
  static float many[2 * LIVE_RATE * 8];
  rosin_recorder *r = record(w, sound_path, NULL, 2);
  rosin_recorder_sound(r, many, LIVE_RATE * 8);
  assert_int_equal(rosin_recorder_close(r, LIVE_RATE * 8), 0);
}

static void a_full_disk_is_told(void **state) {
  live_world *w = *state;
  if (access("/dev/full", W_OK))
    skip();
  rosin_recorder *r = record(w, NULL, "/dev/full", 2);
  rosin_recorder_event(r, 88200, &(rosin_event){.target = 0, .value = 1});
  assert_int_equal(rosin_recorder_close(r, 88300), -1);
  static const char said[] = "/dev/full: cannot be written: No space left on device; it is kept up "
                             "to some time before ";
  assert_int_equal(strncmp(last_said(), said, sizeof said - 1), 0);
  const char *since = last_said() + sizeof said - 1; /* of the header, or of the event */
  assert_true(strcmp(since, "0.0 s") == 0 || strcmp(since, "2.0 s") == 0);
}

static void a_name_that_cannot_be_had_is_told(void **state) {
  live_world *w = *state;
  rosin_record_setup setup = {.gesture = "no/such/place", .rate = 44100, .channels = 1};
  rosin_error error = {""};
  setup.targets = rosin_sequencer_targets(w->live);
  assert_null(rosin_recorder_open(&setup, &error));
  assert_string_equal(error.text, "no/such/place: cannot be written: No such file or directory");
  setup.gesture = NULL;
  setup.sound = "no/such/place.wav";
  assert_null(rosin_recorder_open(&setup, &error));
  assert_non_null(strstr(error.text, "no/such/place.wav"));
  setup.sound = sound_path; /* the first is not left when the second fails */
  setup.gesture = "no/such/place";
  assert_null(rosin_recorder_open(&setup, &error));
  assert_int_equal(access(sound_path, F_OK), -1);
  /* a folder comes to stand under the name meanwhile */
  rosin_recorder *r = record(w, NULL, gesture_path, 1);
  assert_int_equal(mkdir(gesture_path, 0700), 0);
  assert_int_equal(rosin_recorder_close(r, 5), -1);
  char wanted[300];
  snprintf(wanted, sizeof wanted,
           "%s: cannot be written: Is a directory; it is called %s.part-%d-0", gesture_path,
           gesture_path, (int)getpid());
  assert_string_equal(last_said(), wanted);
  rmdir(gesture_path);
  snprintf(wanted, sizeof wanted, "%s.part-%d-0", gesture_path, (int)getpid());
  assert_non_null(strstr(contents(wanted), "\n5 end\n"));
  remove(wanted);
}

/* ---- the stage ------------------------------------------------------------------ */

enum { BLOCK = 256 };

/* What a live scene gives by itself, to compare with. */
static void stage_gives_the_scene(void **state) {
  live_world *w = *state, other;
  static rosin_stage s;
  static float out[3 * BLOCK], scene[16 * BLOCK];
  live_begin(&other, "cello-d");
  const int channels = rosin_scene_channels(w->scene);
  for (int i = 0; i < 2; i++) {
    live_world *x = i ? &other : w;
    const rosin_targets *t = rosin_sequencer_targets(x->live);
    rosin_sequencer_put(x->live, rosin_targets_find(rosin_sequencer_targets(x->live), "bow.force"),
                        1);
    rosin_sequencer_put(x->live,
                        rosin_targets_find(rosin_sequencer_targets(x->live), "bow.velocity"), 0.2);
    assert_true(t->count > 0);
  }
  rosin_stage_open(&s, &w->sources, channels, LIVE_RATE, -20, 0);
  assert_true(s.left < 0 && s.fade == LIVE_RATE / 40);
  s.wide = channels + 1; /* one more than there is: the last once more */
  rosin_recorder *r = record(w, sound_path, NULL, channels);
  s.recorder = r;
  float highest = 0;
  for (int b = 0; b < 40; b++) {
    rosin_stage_fill(&s, b * 0.006, BLOCK, out);
    rosin_sequencer_run(other.live, BLOCK, scene);
    for (int i = 0; i < BLOCK; i++)
      for (int c = 0; c < s.wide; c++) {
        const float x = 0.1f * scene[i * channels + (c < channels ? c : channels - 1)];
        highest = fmaxf(highest, fabsf(x));
        assert_float_equal(out[i * s.wide + c], x, 1e-6);
      }
    assert_float_equal(s.highest, highest, 1e-6);
  }
  assert_true(highest > 0 && s.highest == s.peak && s.held == 0 && s.not_finite == 0);
  assert_int_equal(s.frames, 40 * BLOCK);
  rosin_recorder_close(r, s.frames);
  rosin_sound_info info;
  rosin_sound_source *in = rosin_sound_open(sound_path, &info, NULL);
  assert_int_equal(info.frames, 40 * BLOCK);
  rosin_sound_close(in);
  live_end(&other);
}

static void the_stage_ends_in_time(void **state) {
  live_world *w = *state;
  static rosin_stage s;
  static float out[16 * BLOCK];
  const int channels = rosin_scene_channels(w->scene);
  rosin_sequencer_put(w->live, rosin_targets_find(rosin_sequencer_targets(w->live), "bow.force"),
                      1);
  rosin_sequencer_put(w->live, rosin_targets_find(rosin_sequencer_targets(w->live), "bow.velocity"),
                      0.2);
  rosin_stage_open(&s, &w->sources, channels, LIVE_RATE, 0, 0.01);
  rosin_stage_fill(&s, 0, BLOCK, out);
  assert_true(s.left == 441 - BLOCK && !s.done && s.frames == BLOCK);
  memset(out, 1, sizeof out);
  rosin_stage_fill(&s, 0, BLOCK, out);
  assert_true(s.left == 0 && s.done && s.frames == 441);
  for (int i = channels * (441 - BLOCK); i < channels * BLOCK; i++)
    assert_true(out[i] == 0);
  rosin_stage_fill(&s, 0, BLOCK, out);
  assert_int_equal(s.frames, 441);
  /* stopped: it fades */
  rosin_stage_open(&s, &w->sources, channels, LIVE_RATE, 0, 0);
  s.stopping = 1;
  int blocks = 0;
  for (; blocks < 100 && !s.done; blocks++)
    rosin_stage_fill(&s, 0, BLOCK, out);
  assert_int_equal(blocks, (LIVE_RATE / 40 + BLOCK - 1) / BLOCK);
  for (int i = LIVE_RATE / 40 % BLOCK; i < BLOCK; i++)
    assert_true(out[i * channels] == 0);
}

/* What is too loud is counted, block after block; what is not below. */
static void what_is_held_is_counted(void **state) {
  live_world *w = *state;
  static rosin_stage s;
  static float out[16 * BLOCK];
  const int channels = rosin_scene_channels(w->scene);
  long long held = 0;
  rosin_sequencer_put(w->live, rosin_targets_find(rosin_sequencer_targets(w->live), "bow.force"),
                      1);
  rosin_sequencer_put(w->live, rosin_targets_find(rosin_sequencer_targets(w->live), "bow.velocity"),
                      0.2);
  rosin_stage_open(&s, &w->sources, channels, LIVE_RATE, 30, 0);
  for (int b = 0; b < 30; b++) {
    rosin_stage_fill(&s, b * 0.006, BLOCK, out);
    for (int i = 0; i < BLOCK * channels; i++)
      held += fabsf(out[i]) > 0.89f;
  }
  assert_true(held > 100 && s.held == held);
}

static void times_are_sorted(void **state) {
  (void)state;
  static rosin_timing t;
  memset(&t, 0, sizeof t);
  for (int i = 0; i < 100; i++)
    rosin_timing_add(&t, (i + 0.5) / 1000);
  assert_true(t.calls == 100 && t.over == 0);
  assert_float_equal(t.worst, 0.0995, 1e-9);
  assert_float_equal(rosin_timing_quantile(&t, 0.5), 0.050, 1e-9);
  assert_float_equal(rosin_timing_quantile(&t, 0.501), 0.051, 1e-9);
  assert_float_equal(rosin_timing_quantile(&t, 1), 0.0995, 1e-9);
  rosin_timing_add(&t, 1);
  assert_int_equal(t.over, 0);
  rosin_timing_add(&t, 99);
  rosin_timing_add(&t, -1);
  assert_true(t.over == 1 && t.worst == 99 && t.bin[0] == 2);
  assert_float_equal(rosin_timing_quantile(&t, 1), 99, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_is_written, begin, end),
      cmocka_unit_test_setup_teardown(only_what_is_asked_for_is_written, begin, end),
      cmocka_unit_test_setup_teardown(it_can_be_read_meanwhile, begin, end),
      cmocka_unit_test_setup_teardown(what_is_lost_is_said, begin, end),
      cmocka_unit_test_setup_teardown(lost_events_are_said, begin, end),
      cmocka_unit_test_setup_teardown(a_disk_that_fills_meanwhile_is_told, begin, end),
      cmocka_unit_test_setup_teardown(a_sound_is_kept_under_another_name, begin, end),
      cmocka_unit_test_setup_teardown(seconds_find_room, begin, end),
      cmocka_unit_test_setup_teardown(a_full_disk_is_told, begin, end),
      cmocka_unit_test_setup_teardown(a_name_that_cannot_be_had_is_told, begin, end),
      cmocka_unit_test_setup_teardown(stage_gives_the_scene, begin, end),
      cmocka_unit_test_setup_teardown(the_stage_ends_in_time, begin, end),
      cmocka_unit_test_setup_teardown(what_is_held_is_counted, begin, end),
      cmocka_unit_test(times_are_sorted),
  };
  return cmocka_run_group_tests(tests, scratch_enter_with_tests, scratch_leave);
}
