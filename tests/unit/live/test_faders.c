/* SPDX-License-Identifier: BSD-3-Clause */
/* What can be moved in each scene, against tests/unit/live/faders.txt: every target's name, where
 * it rests and the range of its fader; then controllers' lists and MIDI from a pipe. */
#include "golden.h"
#include "live/devices/midi.h"
#include "live/devices/midi_map.h"
#include "live/say.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "live_world.h"
#include "scratch.h"

static const char *const path = "test_faders.tmp";

/* A macro, a setting of the player, or a control, of a contact or not; by its name. */
static void is_what_it_is_called(rosin_scene *scene, const rosin_target *x) {
  const rosin_model *m = rosin_scene_model(scene);
  const size_t owner = strcspn(x->name, ".");
  int contact = -1;
  for (int i = 0; i < m->contacts; i++)
    if (strlen(m->contact[i].name) == owner && !strncmp(m->contact[i].name, x->name, owner))
      contact = i;
  assert_int_equal(x->contact, contact);
  assert_int_equal(x->player != 0, !strncmp(x->name, "player.", 7));
  assert_int_equal((x->macro >= 0) + (x->control >= 0) + (x->player != 0), 1);
  if (x->macro >= 0)
    assert_string_equal(m->macro[x->macro].name, x->name);
  if (x->control >= 0)
    assert_int_equal(rosin_network_control(rosin_scene_network(scene), x->name), x->control);
}

static void targets_hold_still(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "cello",      "door-hinge-slow",
                                       "glass",   "vibraphone", "squeak"};
  golden g = golden_open("tests/unit/live/faders.txt");
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
    for (int rest = 0; rest < 2; rest++) {
      rosin_scene *scene = rosin_scene_load(scenes[s], 0, NULL, NULL);
      rosin_error error;
      rosin_core *core = rosin_core_over(scene, rest, 0, &error);
      assert_int_equal(rosin_core_prepare(core, LIVE_RATE, &error), 0);
      const rosin_targets *t = rosin_core_targets(core);
      golden_in(&g, "%s:%s", scenes[s], rest ? "rests" : "moves");
      golden_words(&g, "bow", rosin_core_contact(core));
      for (int i = 0; i < t->count; i++) {
        const rosin_target *x = &t->target[i];
        const double row[] = {x->rest, x->low, x->high, rosin_core_target_value(core, i)};
        golden_columns(&g, x->name, "rest low high value", row, 1e-5, 1e-9);
        is_what_it_is_called(scene, x);
        assert_int_equal(rosin_targets_find(t, x->name), i);
      }
      assert_true(rosin_core_target_value(core, -1) == 0 &&
                  rosin_core_target_value(core, t->count) == 0);
      rosin_core_free(core);
      rosin_scene_free(scene);
    }
  assert_int_equal(golden_close(&g), 0);
}

static void what_is_set_is_checked(void **state) {
  (void)state;
  live_world w;
  rosin_error error = {""};
  live_begin(&w, "cello");
  const rosin_targets *t = rosin_sequencer_targets(w.live);
  const int force = rosin_targets_of(t, "bow-d", "force");
  assert_int_equal(rosin_targets_find(t, "bow-d.colour"), -1);
  assert_int_equal(rosin_target_check(&t->target[force], -1, &error), -1);
  assert_string_equal(error.text, "bow-d.force: -1 is out of range: 0 to 10000 N");
  assert_int_equal(
      rosin_target_check(&t->target[rosin_targets_find(t, "player.humanity")], 7, &error), -1);
  assert_int_equal(strncmp(error.text, "player.humanity: 7 is out of range: 0 to ", 41), 0);
  rosin_sequencer_put(w.live, force, 2);
  assert_true(rosin_sequencer_value(w.live, force) == 2);
  assert_int_equal(rosin_targets_of(t, "bow-d", "colour"), -1);
  live_end(&w);
}

/* ---- controllers ---------------------------------------------------------------- */

static void write_text(const char *text) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static void bad_lists_are_told(void **state) {
  (void)state;
  static const struct {
    const char *text, *wrong; /* NULL: good */
  } rows[] = {
      {"hello\n", "1: is no list of controllers (rosin-midi 1)"},
      {"rosin-midi 1\n\n# a remark\ncc 21 bow.force 0\n", "4: must be cc NUMBER TARGET LOW HIGH"},
      {"rosin-midi 1\ncc 21 bow.force 0 1 2\n", "2: must be cc NUMBER TARGET LOW HIGH"},
      {"rosin-midi 1\ncc 128 bow.force 0 1\n", "2: a controller's number is 0 to 127"},
      {"rosin-midi 1\ncc -1 bow.force 0 1\n", "2: a controller's number is 0 to 127"},
      {"rosin-midi 1\ncc 1 bow.force inf 1\n", "2: LOW and HIGH must be finite numbers"},
      {"rosin-midi 1\ncc 1 bow.force 0 nan\n", "2: LOW and HIGH must be finite numbers"},
      {"rosin-midi 1\ncc 1 bow.force -1 1\n", "2: LOW and HIGH must lie in the target's range"},
      {"rosin-midi 1\ncc 1 bow.force 1 -1\n", "2: LOW and HIGH must lie in the target's range"},
      {"rosin-midi 1\ncc 1 bow.force 0 10001\n", "2: LOW and HIGH must lie in the target's range"},
      {"rosin-midi 1\ncc 1 bow.force 10000 0\n", NULL},
      {"rosin-midi 1\ncc 127 bow.force 0 10000\ncc 0 bow.velocity 0 1\n", NULL},
      {"rosin-midi 1\n", NULL}};
  live_world w;
  rosin_midi_map map;
  live_begin(&w, "cello-d");
  const rosin_targets *t = rosin_sequencer_targets(w.live);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_error error = {""};
    char wanted[200];
    int missing = 5;
    write_text(rows[i].text);
    assert_int_equal(rosin_midi_map_read(&map, t, path, &missing, &error), rows[i].wrong ? -1 : 0);
    snprintf(wanted, sizeof wanted, "%s:%s", path, rows[i].wrong ? rows[i].wrong : "");
    assert_string_equal(error.text, rows[i].wrong ? wanted : "");
    assert_int_equal(missing, 0);
  }
  rosin_error error = {""};
  int missing;
  for (int i = 0; i < ROSIN_MIDI_CONTROLLERS; i++) /* of the last list, which is empty */
    assert_int_equal(map.of[i].target, -1);
  assert_int_equal(rosin_midi_map_read(&map, t, "tests/unit/live_world.h/x", &missing, &error), -1);
  assert_int_equal(rosin_midi_map_write(&map, t, "no/such/place", &error), -1);
  assert_string_equal(error.text, "no/such/place: cannot be written: No such file or directory");
  remove(path);
  live_end(&w);
}

static void lists_are_kept(void **state) {
  (void)state;
  live_world w;
  rosin_midi_map map, again;
  rosin_error error = {""};
  int missing;
  live_begin(&w, "door-hinge-slow");
  const rosin_targets *t = rosin_sequencer_targets(w.live);
  rosin_midi_map_start(&map, t);
  int next = 20;
  for (int i = 0; i < t->count; i++) /* macros stand on controllers from 20 on */
    if (t->target[i].macro >= 0) {
      assert_int_equal(map.of[next].target, i);
      assert_true(map.of[next].low == t->target[i].low && map.of[next].high == t->target[i].high);
      next++;
    }
  assert_true(next > 21 && next < 32 && map.of[next].target == -1 && map.of[19].target == -1);
  rosin_midi_map_learn(&map, t, 0, map.of[21].target); /* it has one controller */
  rosin_midi_map_learn(&map, t, 21, map.of[0].target);
  assert_int_equal(map.of[0].target, -1);
  rosin_midi_map_learn(&map, t, 0, map.of[20].target);
  assert_int_equal(map.of[20].target, -1);
  rosin_midi_map_learn(&map, t, 127, t->count - 1);
  assert_int_equal(rosin_midi_map_write(&map, t, path, &error), 0);
  assert_int_equal(rosin_midi_map_read(&again, t, path, &missing, &error), 0);
  for (int i = 21; i < ROSIN_MIDI_CONTROLLERS; i++) {
    assert_int_equal(again.of[i].target, map.of[i].target);
    if (map.of[i].target >= 0)
      assert_true(fabs(again.of[i].low - map.of[i].low) < 1e-6 &&
                  fabs(again.of[i].high - map.of[i].high) < 1e-6 * (1 + map.of[i].high));
  }
  assert_int_equal(again.of[0].target, map.of[0].target);
  write_text("rosin-midi 1\ncc 1 nobody.force 0 1\ncc 2 nobody.speed 0 1\n");
  assert_int_equal(rosin_midi_map_read(&again, t, path, &missing, &error), 0);
  assert_int_equal(missing, 2);
  rosin_say_keep(1);
  char said[300];
  rosin_live_midi *m =
      rosin_live_midi_open(&w.sources, &(rosin_live_midi_setup){.map = path}, &error);
  rosin_said(said, sizeof said);
  assert_string_equal(said, "test_faders.tmp: 2 controllers move what this scene does not have");
  const unsigned char turn[] = {0xb0, 21, 127, 21, 0, 1, 64};
  rosin_live_midi_bytes(m, turn, sizeof turn);
  assert_int_equal(live_run(&w), 3);
  live_is_move(&w, 0, t->target[map.of[21].target].name, map.of[21].high);
  live_is_move(&w, 1, t->target[map.of[21].target].name, map.of[21].low);
  live_is_played(&w, 2, ROSIN_PLAYER_CONTROL, 1, 64 / 127.0);
  assert_float_equal(w.event[2].time, rosin_now(), 1000); /* when it came */
  rosin_live_midi_close(m);
  remove(path);
  live_end(&w);
}

/* ---- a pipe ---------------------------------------------------------------------- */

/* Waits until a line has been said after `before` of them, for a minute at most. */
static void is_said(long before, const char *wanted) {
  char said[300] = "";
  for (int i = 0; i < 6000 && rosin_said(said, sizeof said) <= before; i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  assert_string_equal(said, wanted);
}

static int wait_for(live_world *w, int events) {
  int seen = 0;
  for (int i = 0; i < 6000 && seen < events; i++) {
    nanosleep(&(struct timespec){0, 10000000}, NULL);
    seen += live_run(w);
  }
  return seen;
}

static void a_pipe_is_played(void **state) {
  (void)state;
  live_world w;
  rosin_error error = {""};
  char said[300];
  live_begin(&w, "cello");
  remove(path);
  assert_int_equal(mkfifo(path, 0600), 0);
  rosin_say_keep(1);
  const rosin_live_midi_setup setup = {.path = path, .mpe = 3};
  rosin_live_midi *m = rosin_live_midi_open(&w.sources, &setup, &error);
  assert_non_null(m);
  assert_int_equal(rosin_live_midi_start(m, &error), 0);
  for (int time = 0; time < 2; time++) { /* another writer later */
    const long before = rosin_said(said, sizeof said);
    const int pipe = open(path, O_WRONLY);
    const unsigned char bend[] = {0xe1, 0, 0x60, 0x90}; /* and half a message */
    assert_int_equal(write(pipe, bend, sizeof bend), sizeof bend);
    assert_int_equal(wait_for(&w, 1), 1);
    live_is_played(&w, 0, ROSIN_PLAYER_BEND, 0, 24); /* a member's of a zone of three */
    close(pipe);
    is_said(before, "test_faders.tmp: has ended; playing goes on");
    assert_int_equal(wait_for(&w, 1), 1);
    live_is_played(&w, 0, ROSIN_PLAYER_QUIET, 0, 0);
  }
  const unsigned char rest[] = {60, 100}; /* whose status has gone with its writer */
  rosin_live_midi_bytes(m, rest, 2);
  assert_int_equal(live_run(&w), 0);
  rosin_live_midi_close(m);
  assert_null(
      rosin_live_midi_open(&w.sources, &(rosin_live_midi_setup){.path = "no/such/place"}, &error));
  assert_string_equal(error.text, "--midi-in no/such/place: No such file or directory");
  while (rosin_sources_add(&w.sources))
    ;
  assert_null(rosin_live_midi_open(&w.sources, &setup, &error));
  assert_string_equal(error.text, "out of memory");
  remove(path);
  live_end(&w);
}

static void learning_is_told(void **state) {
  (void)state;
  live_world w;
  rosin_error error = {""};
  char said[300];
  live_begin(&w, "cello-d");
  rosin_say_keep(1);
  rosin_live_midi *m =
      rosin_live_midi_open(&w.sources, &(rosin_live_midi_setup){.map = "no/such/place"}, &error);
  const int force = rosin_targets_of(rosin_sequencer_targets(w.live), "bow", "force");
  const long before = rosin_said(said, sizeof said);
  rosin_live_midi_learn(m, force);
  is_said(before, "move the controller for bow.force");
  assert_int_equal(rosin_live_midi_learning(m), force);
  rosin_live_midi_learn(m, -1);
  assert_int_equal(rosin_said(said, sizeof said), before + 1);
  rosin_live_midi_learn(m, force);
  const unsigned char note_and_turn[] = {0x90, 60, 1, 0xb0, 3, 0};
  rosin_live_midi_bytes(m, note_and_turn, sizeof note_and_turn);
  is_said(before + 2, "no/such/place: cannot be written: No such file or directory");
  assert_int_equal(rosin_said(said, sizeof said), before + 4);
  assert_int_equal(rosin_live_midi_learning(m), -1);
  assert_int_equal(live_run(&w), 2);
  live_is_move(&w, 1, "bow.force", rosin_sequencer_targets(w.live)->target[force].low);
  /* more than the ring holds: said once */
  static unsigned char many[3 * 3000];
  for (int i = 0; i < 3000; i++)
    memcpy(many + (size_t)3 * i, (const unsigned char[]){0x90, 60, 1}, 3);
  rosin_live_midi_bytes(m, many, sizeof many);
  is_said(before + 4, "MIDI: more than can be played at once; some of it is dropped");
  assert_int_equal(rosin_said(said, sizeof said), before + 5);
  rosin_live_midi_close(m);
  rosin_live_midi_close(NULL);
  live_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(targets_hold_still), cmocka_unit_test(what_is_set_is_checked),
      cmocka_unit_test(bad_lists_are_told), cmocka_unit_test(lists_are_kept),
      cmocka_unit_test(a_pipe_is_played),   cmocka_unit_test(learning_is_told),
  };
  return cmocka_run_group_tests(tests, scratch_enter_with_tests, scratch_leave);
}
