/* SPDX-License-Identifier: BSD-3-Clause */
/* A core by its insides: each line of a state, what a preset leaves alone, which notes of an effect
 * end, what is said of wrong controls, what displays are told. */
#include "core/inside.h"
#include "core/presets.h"
#include "format.h"
#include "plugin/list.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 64 };

static float side[2][FRAMES];
static float *const out[2] = {side[0], side[1]};
static rosin_error error;

static rosin_core *open_core(const char *scene) {
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  return c;
}

/* As plugins open it. */
static rosin_core *open_whole(const char *scene) {
  rosin_core *c = open_core(scene);
  rosin_core_add_bow(c);
  rosin_core_add_limiter(c);
  rosin_core_add_seed(c);
  return c;
}

static double value_of(const rosin_core *c, const char *name) {
  const int index = rosin_core_find(c, name);
  if (index < 0)
    fail_msg("%s", name);
  return rosin_core_get(c, index);
}

static void load(rosin_core *c, const char *lines) {
  char text[1024];
  rosin_format(text, sizeof text, "rosin-state 1\n%send\n", lines);
  if (rosin_core_load(c, text, &error))
    fail_msg("%s", error.text);
}

/* ---- states ----------------------------------------------------------------------------- */

static void a_state_has_a_line_for_all_that_stays(void **state) {
  (void)state;
  rosin_core *c = open_whole("rope"), *d = open_core("rope"), *i = open_whole("cello");
  rosin_core_set_take(c, 77);
  char *text = rosin_core_save(c), *plain = rosin_core_save(d), *played = rosin_core_save(i);
  static const char begin[] = "rosin-state 1\nscene rope\nset ", end[] = "\ntake 77\nend\n";
  assert_ptr_equal(strstr(text, begin), text);
  assert_string_equal(text + strlen(text) - strlen(end), end);
  assert_null(strstr(text, "trigger"));
  assert_non_null(strstr(text, "\nset limiter 1\n"));
  assert_non_null(strstr(text, "\nset seed 0\n"));
  assert_null(strstr(plain, "take"));
  assert_null(strstr(played, "bow_"));
  assert_non_null(strstr(played, "\nset by_hand 0\n"));
  int lines = 0;
  for (const char *at = text; (at = strstr(at, "\nset ")); at++)
    lines++;
  assert_int_equal(lines, rosin_core_parameters(c) - 1); /* all but the trigger */
  free(text), free(plain), free(played);
  rosin_core_free(c), rosin_core_free(d), rosin_core_free(i);
}

/* What a state does not speak of is as it is by default; the limiter as it was before there was
 * any, and chance as the scene has it. */
static void what_a_state_leaves_unsaid(void **state) {
  (void)state;
  rosin_core *c = open_whole("rope");
  const double seed = rosin_scene_model(c->model)->seed;
  load(c, "set level -3\nset seed 5\ntake 9\nset limiter 1\nset nobody 4\n");
  assert_true(value_of(c, "level") == -3 && value_of(c, "seed") == 5);
  assert_true(value_of(c, "limiter") == 1 && rosin_core_take(c) == 9);
  load(c, "");
  assert_true(value_of(c, "level") == 0 && value_of(c, "seed") == 0);
  assert_true(value_of(c, "limiter") == 0 && rosin_core_take(c) == seed && seed != 9);
  /* "keep" leaves it alone; of the seed that is the take too */
  load(c, "set level -3\nset seed 5\ntake 9\n");
  load(c, "keep level\nkeep nobody\n");
  assert_true(value_of(c, "level") == -3 && value_of(c, "seed") == 0 && rosin_core_take(c) == seed);
  load(c, "set seed 6\ntake 10\n");
  load(c, "set level -4\nkeep seed\n");
  assert_true(value_of(c, "level") == -4 && value_of(c, "seed") == 6 && rosin_core_take(c) == 10);
  /* the first end ends it, a scene's folder is nothing */
  load(c, "set level -5\nend\nset level -6\n");
  assert_true(value_of(c, "level") == -5);
  load(c, "scene /somewhere/else/rope\nset level -7\n");
  assert_true(value_of(c, "level") == -7);
  rosin_core_free(c);
}

static void wrong_lines_change_nothing(void **state) {
  (void)state;
  static const char take[] = "' is no number from 0 to 4294967295";
  static const char *const wrong[][2] = {
      {"set", "state: 'set' is not: set NAME VALUE"},
      {"set level ", "state: level: '' is not a number"},
      {"set level 3x", "state: level: '3x' is not a number"},
      {"set level nan", "state: level: 'nan' is not a number"},
      {"take ", "state: take: '"},
      {"take 5x", "state: take: '5x"},
      {"take -1", "state: take: '-1"},
      {"take 4294967296", "state: take: '4294967296"},
      {"take nan", "state: take: 'nan"},
      {"scene rop", "state: it is of the scene 'rop', and this is 'rope'"},
      {"scene a/b/chalk", "state: it is of the scene 'chalk', and this is 'rope'"}};
  rosin_core *c = open_whole("rope");
  load(c, "set level -3\ntake 4294967295\n");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[256], wanted[256];
    double value[ROSIN_CORE_PARAMETERS];
    rosin_format(text, sizeof text, "rosin-state 1\nset level -9\n%s\nend\n", wrong[i][0]);
    rosin_format(wanted, sizeof wanted, "%s%s", wrong[i][1], wrong[i][0][0] == 't' ? take : "");
    assert_int_equal(rosin_core_load(c, text, &error), -1);
    assert_string_equal(error.text, wanted);
    assert_int_equal(rosin_core_read(c, text, value, &error), -1);
    assert_true(value_of(c, "level") == -3 && rosin_core_take(c) == 4294967295.0);
  }
  double value[ROSIN_CORE_PARAMETERS];
  assert_int_equal(rosin_core_read(c, "rosin-state 1\nset level -9\ntake 0\nend\n", value, &error),
                   0);
  assert_true(value[rosin_core_find(c, "level")] == -9 && value_of(c, "level") == -3);
  assert_true(rosin_core_take(c) == 4294967295.0);
  rosin_core_free(c);
}

/* A preset is a whole state, but the limiter and chance are no business of it. */
#define BYPASS "keep bypass\n"
#define KEYS "keep key_range\nkeep key_effort\nkeep key_hold\nkeep key_round\n"

static void presets_leave_the_limiter_and_chance(void **state) {
  (void)state;
  rosin_core *c = open_whole("rope");
  load(c, "set limiter 1\nset seed 5\ntake 9\nset level -20\nset speed 7\n");
  const rosin_preset *hawser = rosin_core_preset(c, 0);
  assert_string_equal(hawser->name, "Hawser");
  char *text = rosin_preset_state(c, hawser);
  assert_string_equal(
      text,
      "rosin-state 1\nscene rope\nset thickness 2\nset tension 170\n"
      "set speed 4\nset level -6\nkeep limiter\nkeep seed\nkeep input\nkeep input_gain\n" BYPASS
          KEYS "end\n");
  assert_int_equal(rosin_core_load(c, text, &error), 0);
  assert_true(value_of(c, "limiter") == 1 && value_of(c, "seed") == 5 && rosin_core_take(c) == 9);
  assert_true(value_of(c, "thickness") == 2 && value_of(c, "level") == -6);
  free(text);
  text = rosin_preset_state(c, &(rosin_preset){"Plain", ""});
  assert_string_equal(
      text,
      "rosin-state 1\nscene rope\nkeep limiter\nkeep seed\nkeep input\nkeep input_gain\n" BYPASS
          KEYS "end\n");
  free(text);
  assert_string_equal(rosin_core_preset(c, 2)->name, "Frayed");
  assert_null(rosin_core_preset(c, 6));
  assert_null(rosin_core_preset(c, -1));
  rosin_core_free(c);
  c = open_core("violin");
  assert_string_equal(rosin_core_preset(c, 0)->name, "Legato");
  int count = 0;
  while (rosin_core_preset_name(c, count))
    count++;
  assert_true(count >= 15); /* those of 0.2 stay */
  assert_null(rosin_core_preset(c, count));
  rosin_core_free(c);
}

/* Whatever its macros are, a plugin is there at any rate that a host may have. */
static void the_smallest_bodies_fit_low_rates(void **state) {
  static const char *const scenes[] = {"saw", "chalk", "brake-squeal"};
  static const int rates[] = {8000, 22050, 32000};
  (void)state;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
      for (int high = 0; high < 2; high++) {
        rosin_core *c = rosin_plugin_open(scenes[i], &error);
        assert_non_null(c);
        for (int k = 0; k < rosin_core_parameters(c); k++)
          if (!rosin_core_parameter_live(c, k) && strcmp(rosin_core_parameter(c, k)->name, "input"))
            rosin_core_put(
                c, k, high ? rosin_core_parameter(c, k)->high : rosin_core_parameter(c, k)->low);
        assert_int_equal(rosin_core_prepare(c, rates[r], &error), 0);
        rosin_core_free(c);
      }
}

/* ---- notes of an effect ------------------------------------------------------------------- */

enum { ANY = -1 };

static void note(rosin_core *c, int on, int note, int channel, double key) {
  rosin_core_play(c, 0,
                  &(rosin_player_event_t){.kind = on ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                                          .single = 1,
                                          .note = note,
                                          .channel = channel,
                                          .key = key,
                                          .value = on ? 0.7 : 0});
}

/* Of three that are held, how many are left. */
static void notes_end_by_name_channel_or_key(void **state) {
  (void)state;
  static const struct {
    int note, channel, key, left;
  } table[] = {{7, ANY, ANY, 2},  {9, ANY, ANY, 3},  {ANY, 1, ANY, 1},  {ANY, 2, ANY, 2},
               {ANY, 3, ANY, 3},  {ANY, ANY, 60, 1}, {ANY, ANY, 62, 2}, {ANY, ANY, 61, 3},
               {7, 2, ANY, 3},    {7, ANY, 62, 2},   {5, ANY, 62, 2},   {8, 2, 60, 2},
               {7, ANY, 60.0, 2}, {ANY, ANY, ANY, 0}};
  rosin_core *c = open_whole("rope");
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    rosin_core_reset(c);
    assert_int_equal(c->holds, 0);
    note(c, 1, 7, 1, 60);
    note(c, 1, 8, 2, 60);
    note(c, 1, ANY, 1, 62); /* of no name: meant by its key */
    note(c, 1, 7, 1, 60);   /* again: it is the same */
    assert_int_equal(c->holds, 3);
    note(c, 0, table[i].note, table[i].channel, table[i].key);
    if (c->holds != table[i].left)
      fail_msg("row %d: %d", (int)i, c->holds);
  }
  /* ends of the keyboard; what is beyond is at its end */
  rosin_core_reset(c);
  note(c, 1, ANY, 0, 0);
  note(c, 1, ANY, 15, 127);
  note(c, 1, ANY, 15, 300);
  assert_int_equal(c->holds, 2);
  note(c, 0, ANY, 15, 127);
  note(c, 0, ANY, 0, 0);
  assert_int_equal(c->holds, 0);
  rosin_core_free(c);
}

/* ---- controls ----------------------------------------------------------------------------- */

/* All that can be moved and is neither a parameter nor a player's, each once. */
static void parts_are_told_in_turn(void **state) {
  (void)state;
  rosin_core *c = open_core("cello");
  const char *name = NULL;
  assert_null(rosin_core_part(c, 0, &name)); /* before it is ready */
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  int parts = 0, bows = 0;
  for (; rosin_core_part(c, parts, &name); parts++) {
    assert_true(rosin_core_knows(c, name) && rosin_core_find(c, name) < 0);
    bows += strcmp(name, "bow-d.force") == 0;
  }
  assert_true(parts > 20 && bows == 1);
  rosin_core_free(c);
}

static void what_has_no_title_has_its_scenes_name(void **state) {
  (void)state;
  char path[] = "/tmp/rosin-core-XXXXXX";
  static const char text[] =
      "duration = 1.0; channels = 2; modals = { bar = { modes = ( { frequency = 440.0; t60 = 1.0; "
      "mass = 0.1; } ); }; };\noutputs = ( { signal = \"bar.velocity@0\"; gain = 1.0; } );\n";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1);
  close(file);
  rosin_core *c = open_core(path);
  unlink(path);
  assert_string_equal(rosin_core_title(c), path);
  rosin_core_free(c);
}

static void controls_are_named_and_bounded(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double value;
    const char *said;
  } wrong[] = {{"nobody", 1, "there is no control 'nobody'"},
               {"tensoin", 90, "there is no control 'tensoin'; did you mean 'tension'?"},
               {"turn.forse", 1, "there is no control 'turn.forse'; did you mean 'turn.force'?"},
               {"level", (double)NAN, "level: must be a finite number"},
               {"level", 99, "level: 99 is out of range: "},
               {"turn.force", -1, "turn.force: -1 is out of range: "},
               {"turn.force", (double)INFINITY, "turn.force: must be a finite number"}};
  rosin_core *c = open_whole("rope");
  assert_int_equal(rosin_core_control(c, 0, "turn.force", 50, &error), -1); /* not ready yet */
  assert_string_equal(error.text, "there is no control 'turn.force'");
  assert_int_equal(rosin_core_control(c, 0, "level", -3, &error), 0);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(rosin_core_control(c, 0, wrong[i].name, wrong[i].value, &error), -1);
    if (strncmp(error.text, wrong[i].said, strlen(wrong[i].said)) != 0)
      fail_msg("%s", error.text);
  }
  assert_true(value_of(c, "level") == -3);
  assert_int_equal(rosin_core_control(c, 0, "turn.force", 50, &error), 0);
  rosin_core_free(c);
}

/* ---- displays ----------------------------------------------------------------------------- */

static void play(rosin_core *c, double seconds) {
  for (int at = 0; at < seconds * 44100; at += FRAMES)
    rosin_core_process(c, out, FRAMES);
}

/* Some 40 a second while somebody looks; a second after the last look nothing is measured any
 * more, and the next look begins anew. */
static void pictures_are_of_what_sounds(void **state) {
  (void)state;
  rosin_core *c = open_core("rope");
  rosin_core_picture p;
  rosin_core_set_watched(c, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  assert_int_equal(rosin_core_look(c, &p), -1); /* none yet */
  rosin_core_trigger(c, 0);
  play(c, 0.2);
  unsigned pictures = c->published.turn;
  assert_int_equal(pictures % 2, 0);
  assert_in_range(pictures / 2, 6, 9);
  play(c, 0.5);
  assert_int_equal(rosin_core_look(c, &p), 0);
  assert_string_equal(p.contact, "turn");
  assert_true(p.force > 10 && p.force < 300 && p.slips > 0 && !p.moves);
  play(c, 3);
  pictures = c->published.turn;
  play(c, 0.5);
  assert_int_equal(c->published.turn, pictures); /* nobody looks */
  assert_int_equal(rosin_core_look(c, &p), 0);
  play(c, 0.5);
  assert_in_range((c->published.turn - pictures) / 2, 17, 23);
  rosin_core_free(c);
}

/* ---- before it is ready, and offline ----------------------------------------------------------
 */

/* It takes everything, and is silent. */
static void what_is_not_ready_is_silent(void **state) {
  (void)state;
  static const unsigned char on[] = {0x90, 57, 100};
  const char *const scenes[] = {"cello", "rope"};
  for (int i = 0; i < 2; i++) {
    rosin_core *c = open_whole(scenes[i]);
    rosin_core_midi(c, 0, on, 3);
    rosin_core_midi(c, 0, on, 0);
    note(c, 1, ANY, 0, 57);
    rosin_core_bow(c, 1, 0.2, 0.5);
    rosin_core_pad(c, 1, 0.5, 0.5);
    rosin_core_trigger(c, 0);
    rosin_core_let_go(c, 0);
    rosin_core_stay(c, 0, 0);
    rosin_core_modulate(c, 0, 0, 1);
    rosin_core_set(c, 0, rosin_core_find(c, "level"), -3);
    rosin_core_reset(c);
    assert_true(rosin_core_at(c) == 0 && rosin_core_lost(c) == 0 && value_of(c, "level") == -3);
    side[0][5] = side[1][5] = 1;
    rosin_core_process(c, out, FRAMES);
    for (int k = 0; k < rosin_core_channels(c); k++)
      assert_true(side[k][5] == 0);
    rosin_core_free(c);
  }
}

/* Another seed is another player from here on. */
static void an_instrument_follows_its_seed(void **state) {
  (void)state;
  enum { CALLS = 150 };
  static float heard[2][CALLS][FRAMES];
  for (int i = 0; i < 2; i++) {
    rosin_core *c = open_whole("cello");
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    note(c, 1, ANY, 0, 50);
    for (int k = 0; k < CALLS; k++) {
      if (k == CALLS / 3) {
        rosin_core_set(c, 0, rosin_core_find(c, "seed"), i ? 77 : 0);
        note(c, 1, ANY, 0, 57);
      }
      rosin_core_process(c, out, FRAMES);
      memcpy(heard[i][k], side[0], sizeof heard[i][k]);
    }
    rosin_core_free(c);
  }
  const size_t before = CALLS / 3 * sizeof heard[0][0];
  assert_memory_equal(heard[0], heard[1], before);
  assert_memory_not_equal(heard[0][CALLS / 3], heard[1][CALLS / 3], sizeof heard[0] - before);
}

static int builder_of(const rosin_core *c) {
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_BUILDER)
      return i;
  fail_msg("nothing builds bodies");
  return -1;
}

/* A value that builds bodies waits for its frame, in the order of frames, over calls; of too many
 * the last counts. Where somebody waits for the sound again, all are there at once. */
static void offline_values_wait_for_their_frames(void **state) {
  (void)state;
  rosin_core *c = open_whole("wine-glass");
  const int built = builder_of(c);
  const double low = c->row[built].row->low, room = c->row[built].row->high - low;
  rosin_core_set_offline(c, 1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  rosin_core_set(c, 0, built, low); /* now */
  assert_true(rosin_core_get(c, built) == low && c->lates == 0);
  rosin_core_set(c, 50, built, low + 0.3 * room);
  rosin_core_set(c, 10, built, low + 0.1 * room);
  rosin_core_set(c, 90, built, low + 0.4 * room);
  rosin_core_set(c, 20, built, low + 0.2 * room);
  assert_true(rosin_core_get(c, built) == low && c->lates == 4);
  rosin_core_process(c, out, FRAMES); /* of 64 frames */
  assert_true(rosin_core_get(c, built) == low + 0.3 * room && c->lates == 1);
  assert_int_equal(c->late[0].frame, 90 - FRAMES);
  rosin_core_process(c, out, FRAMES);
  assert_true(rosin_core_get(c, built) == low + 0.4 * room && c->lates == 0);
  for (int i = 0; i <= ROSIN_CORE_LATE + 20; i++)
    rosin_core_set(c, 30, built, low + room * i / (ROSIN_CORE_LATE + 20));
  assert_int_equal(c->lates, ROSIN_CORE_LATE);
  rosin_core_process(c, out, FRAMES);
  assert_true(rosin_core_get(c, built) == low + room && c->lates == 0);
  rosin_core_set(c, 30, built, low + 0.5 * room);
  rosin_core_set(c, 40, built, low + 0.6 * room);
  rosin_core_set_offline(c, 0);
  assert_true(rosin_core_get(c, built) == low + 0.6 * room && c->lates == 0);
  rosin_core_set(c, 30, built, low + 0.7 * room); /* nothing waits any more */
  assert_true(rosin_core_get(c, built) == low + 0.7 * room && c->lates == 0);
  rosin_core_free(c);
}

/* Bodies from matter and size are computed as an engine is built, not before. */
static void what_is_opened_quickly_says_the_same(void **state) {
  (void)state;
  static const char *const scenes[] = {"cymbal", "oak-door", "cuica",        "chalk",
                                       "rope",   "cello",    "brake-squeal", "wine-glass"};
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
    char *errors;
    rosin_core *c[2];
    for (int i = 0; i < 2; i++) {
      c[i] = rosin_core_open(&(rosin_core_source){.scene = scenes[k], .untried = i}, &errors);
      assert_non_null(c[i]);
    }
    assert_int_equal(rosin_core_channels(c[0]), rosin_core_channels(c[1]));
    assert_int_equal(rosin_core_parameters(c[0]), rosin_core_parameters(c[1]));
    assert_true(rosin_core_duration(c[0]) == rosin_core_duration(c[1]));
    for (int i = 0; i < rosin_core_parameters(c[0]); i++) {
      const rosin_parameter *a = rosin_core_parameter(c[0], i), *b = rosin_core_parameter(c[1], i);
      assert_string_equal(a->name, b->name);
      assert_true(a->low == b->low && a->high == b->high && a->initial == b->initial);
      assert_int_equal(rosin_core_parameter_live(c[0], i), rosin_core_parameter_live(c[1], i));
    }
    for (int i = 0; i < 2; i++)
      if (rosin_core_prepare(c[i], 44100, &error))
        fail_msg("%s", error.text);
    assert_true(rosin_core_tail(c[0]) == rosin_core_tail(c[1]));
    for (int i = 0; i < 2; i++)
      rosin_core_free(c[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_opened_quickly_says_the_same),
      cmocka_unit_test(a_state_has_a_line_for_all_that_stays),
      cmocka_unit_test(what_a_state_leaves_unsaid),
      cmocka_unit_test(wrong_lines_change_nothing),
      cmocka_unit_test(presets_leave_the_limiter_and_chance),
      cmocka_unit_test(the_smallest_bodies_fit_low_rates),
      cmocka_unit_test(notes_end_by_name_channel_or_key),
      cmocka_unit_test(parts_are_told_in_turn),
      cmocka_unit_test(what_has_no_title_has_its_scenes_name),
      cmocka_unit_test(controls_are_named_and_bounded),
      cmocka_unit_test(what_is_not_ready_is_silent),
      cmocka_unit_test(an_instrument_follows_its_seed),
      cmocka_unit_test(offline_values_wait_for_their_frames),
      cmocka_unit_test(pictures_are_of_what_sounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
