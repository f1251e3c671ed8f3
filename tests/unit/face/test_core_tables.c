/* SPDX-License-Identifier: BSD-3-Clause */
/* What cores of all scenes say of themselves, against their scenes' tables: descriptions letter by
 * letter, rows in their order, tails, keys; settings and sources by their limits; words that are
 * said of troubles; engines of many rates, takes and inputs. */
#include "chance.h"
#include "core/inside.h"
#include "core/presets.h"
#include "format.h"
#include "number.h"
#include "plugin/list.h"
#include "scene/scene.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 1 << 17, FRAMES = 400 };

static rosin_error error;
static char text[TEXT];
static int used;

static rosin_core *open_whole(const char *scene) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (!c)
    fail_msg("%s: %s", scene, error.text);
  return c;
}

/* ---- descriptions ------------------------------------------------------------------------- */

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...) {
  va_list list;
  va_start(list, format);
  used += rosin_format_list(text + used, TEXT - (size_t)used, format, list);
  va_end(list);
  assert_in_range(used, 0, TEXT - 1);
}

/* In quotes, as a page takes it. */
static void quote(const char *said) {
  add("\"");
  for (; *said; said++)
    if (*said == '"' || *said == '\\')
      add("\\%c", *said);
    else if (*said == '<')
      add("\\u003c");
    else
      add("%c", *said);
  add("\"");
}

static void add_row(const rosin_core *c, int i) {
  const rosin_parameter *p = rosin_core_parameter(c, i);
  add("%s{\"name\": ", i ? ", " : "");
  quote(p->name);
  add(", \"unit\": ");
  quote(p->unit ? p->unit : "");
  add(", \"meaning\": ");
  quote(p->meaning ? p->meaning : "");
  if (p->group) {
    add(", \"group\": ");
    quote(p->group);
  }
  for (int k = 0; rosin_parameter_word(p, k); k++) {
    add("%s", k ? ", " : ", \"words\": [");
    quote(rosin_parameter_word(p, k));
  }
  add("%s, \"low\": %.17g, \"high\": %.17g, \"initial\": %.17g, \"stepped\": %s, \"live\": %s}",
      rosin_parameter_word(p, 0) ? "]" : "", p->low, p->high, p->initial,
      p->kind == ROSIN_NUMBER ? "false" : "true", p->builds ? "false" : "true");
}

static void describe(const rosin_core *c, int rate) {
  const rosin_model *m = rosin_scene_model(c->model);
  used = 0;
  add("{\"scene\": ");
  quote(rosin_core_scene(c));
  add(", \"title\": ");
  quote(m->title && *m->title ? m->title : rosin_core_scene(c));
  add(", \"category\": ");
  quote(rosin_core_category(c));
  add(", \"instrument\": %s, ", c->plan.instrument ? "true" : "false");
  if (rosin_keyboard_is(c->model))
    add("\"keys\": [%d, %d], ", (int)m->keys.low, (int)m->keys.high);
  else
    add("\"keys\": null, ");
  add("\"channels\": %d, \"duration\": %.17g, ", rosin_scene_channels(c->model), m->duration);
  if (rate)
    add("\"rate\": %d, \"latency\": %d, \"tail\": %.17g, ", rate, rosin_core_latency(c),
        rosin_core_tail(c));
  else
    add("\"rate\": %.17g, ", (double)rosin_scene_rate(c->model));
  add("\"presets\": [");
  for (int i = 0; i < rosin_core_presets(c); i++) {
    add("%s", i ? ", " : "");
    quote(rosin_core_preset(c, i)->name);
  }
  add("], \"parameters\": [");
  for (int i = 0; i < c->rows; i++)
    add_row(c, i);
  add("]}");
}

static void is_described(const rosin_core *c, int rate) {
  char *said = rosin_core_describe(c);
  describe(c, rate);
  size_t same = 0;
  while (said[same] && said[same] == text[same])
    same++;
  if (said[same] != text[same])
    fail_msg("%s: '%.60s', not '%.60s'", rosin_core_scene(c), said + same, text + same);
  free(said);
}

/* As they sound after their last event: a stroke of a player, a gesture, and what rings then. */
static void has_its_tail(const rosin_core *c, const rosin_scene *s) {
  const double ends = rosin_scene_ends(s), whole = rosin_scene_duration(s),
               rings = rosin_scene_tail(s);
  double tail = rings + (c->plan.instrument ? 1 : isinf(ends) || ends < whole ? whole : ends);
  if (rosin_core_find(c, "key_hold") >= 0)
    tail += rings; /* an octave lower it rings twice as long */
  if (c->keyed.keys)
    tail = fmax(tail,
                (isinf(ends) || ends < whole ? whole : ends) + rosin_keyboard_tail(c->keyed.keys));
  assert_true(fabs(rosin_core_tail(c) - tail) < 1e-12);
}

/* What is common to all rows: nothing beyond them, the last of a name is found. */
static void rows_are_a_table(const rosin_core *c) {
  const int rows = rosin_core_parameters(c);
  for (int i = -1; i <= rows; i += rows + 1) {
    assert_null(rosin_core_parameter(c, i));
    assert_true(isnan(rosin_core_get(c, i)) && !rosin_core_parameter_stepped(c, i) &&
                !rosin_core_parameter_live(c, i) && rosin_core_group(c, i) == -1);
  }
  for (int i = 0; i < rows; i++) {
    int last = i;
    for (int k = i; k < rows; k++)
      last = strcmp(rosin_core_parameter(c, k)->name, rosin_core_parameter(c, i)->name) ? last : k;
    assert_int_equal(rosin_core_find(c, rosin_core_parameter(c, i)->name), last);
  }
  assert_int_equal(rosin_core_find(c, "nobody"), -1);
}

static void every_scene_is_described(void **state) {
  (void)state;
  const char *name;
  for (int i = 0; (name = rosin_plugin_at(i)); i++) {
    rosin_core *c = open_whole(name);
    int low = -7, high = -7;
    is_described(c, 0);
    has_its_tail(c, c->model);
    rows_are_a_table(c);
    const int keys = rosin_core_key_range(c, &low, &high);
    assert_int_equal(keys, rosin_core_key_range(c, NULL, NULL));
    assert_int_equal(keys, rosin_keyboard_is(c->model));
    assert_true(low == (int)rosin_scene_model(c->model)->keys.low &&
                high == (int)rosin_scene_model(c->model)->keys.high);
    assert_int_equal(rosin_core_takes_notes(c),
                     keys || c->plan.instrument || rosin_core_find(c, "key_hold") >= 0);
    assert_int_equal(rosin_core_strings(c),
                     c->plan.instrument ? rosin_player_strings(c->model) : 0);
    assert_true(rosin_core_fullest(c) == rosin_scene_fullest(c->model));
    if (i % (6 * SHARE) == 0) {
      assert_int_equal(rosin_core_prepare(c, 44100 + i, &error), 0);
      is_described(c, 44100 + i);
      has_its_tail(c, c->engine->scene);
    }
    rosin_core_free(c);
  }
}

/* ---- sources and settings ----------------------------------------------------------------- */

/* A source of a program that was compiled with less has no more than that; one of a newer library
 * is refused. */
static void sources_have_sizes(void **state) {
  (void)state;
  rosin_scene *given = rosin_scene_load("chalk", 0, NULL, NULL);
  char name[] = "cello", set[] = "duration=3";
  const char *override[] = {set};
  rosin_core_source s = {.scene = name, .override = override, .overrides = 1, .gestures = 1};
  const size_t sizes[] = {0, sizeof s, offsetof(rosin_core_source, given)};
  for (int i = 0; i < 3; i++) {
    char *errors = NULL;
    s.size = sizes[i];
    s.given = i == 2 ? given : NULL; /* beyond what it says */
    rosin_core *c = rosin_core_open(&s, &errors);
    assert_non_null(c);
    memset(name, 'x', 3); /* all is copied */
    set[9] = '4';
    assert_string_equal(rosin_core_scene(c), "cello");
    assert_true(rosin_core_duration(c) == 3 && !rosin_core_is_instrument(c));
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    assert_true(rosin_scene_duration(c->engine->scene) == 3);
    rosin_core_free(c);
    memcpy(name, "cel", 3);
    set[9] = '3';
  }
  char *errors = NULL;
  s.size = sizeof s + 1;
  assert_null(rosin_core_open(&s, &errors));
  assert_string_equal(errors, "a source of a core: made for a newer rosin than this one\n");
  free(errors);
  rosin_scene_free(given);
}

static void rates_have_limits(void **state) {
  (void)state;
  static const struct {
    double rate;
    const char *said;
  } rows[] = {{ROSIN_RATE_LOWEST, NULL},
              {ROSIN_RATE_HIGHEST, NULL},
              {44100.4, NULL},
              {ROSIN_RATE_LOWEST - 1, "rate: "},
              {ROSIN_RATE_HIGHEST + 1, "rate: "},
              {(double)NAN, "rate: nan is out of range: "}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_core *c = open_whole("rope");
    char wanted[128];
    const int right = !rows[i].said, status = rosin_core_prepare(c, rows[i].rate, &error);
    assert_int_equal(status, right - 1);
    assert_int_equal(rosin_core_is_prepared(c), right);
    rosin_format(wanted, sizeof wanted, "rate: %g is out of range: %d to %d Hz", rows[i].rate,
                 ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST);
    if (!right)
      assert_string_equal(error.text, wanted);
    else
      assert_int_equal(c->plan.rate, (int)round(rows[i].rate));
    rosin_core_free(c);
  }
}

/* Settings of a player by names of the command, those before a wrong one are set. */
static void settings_are_of_who_plays(void **state) {
  (void)state;
  static const struct {
    const char *scene, *setting, *said; /* NULL: it is right */
  } rows[] = {
      {"cello", "player.vibrato=33", NULL},
      {"cello", "player.articulation=2", NULL},
      {"cello", "player.vibrato=101", "player.vibrato: 101 is out of range: 0 to 100 cents"},
      {"cello", "player.vibrato", "player.vibrato"},
      {"cello", "player.nobody=1", "the scene has no 'player.nobody'"},
      {"rope", "player.hold=0", NULL},
      {"rope", "player.range=0.25", NULL},
      {"rope", "player.range=2", "range: 2 is out of range: 0 to 1"},
      {"rope", "player.vibrato=3", "the scene has no 'player.vibrato'"},
      {"saw", "player.vibrato=3", NULL},
      {"saw", "player.vibrato=300", "player.vibrato: 300 is out of range: 0 to 100 cents"},
      {"saw", "player.nobody=3", "the player has no parameter 'nobody'"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_core *c = open_whole(rows[i].scene);
    const char *const two[] = {rows[i].setting, rows[i].setting};
    *error.text = 0;
    assert_int_equal(rosin_core_settings(c, 2, two, &error), rows[i].said ? -1 : 0);
    if (rows[i].said && !strstr(error.text, rows[i].said))
      fail_msg("%s: %s", rows[i].setting, error.text);
    if (!rows[i].said && strcmp(rows[i].scene, "saw") != 0) {
      char name[64];
      const char *own = strchr(rows[i].setting, '.') + 1, *is = strchr(own, '=');
      rosin_format(name, sizeof name, "%s%.*s", strcmp(rows[i].scene, "rope") ? "" : "key_",
                   (int)(is - own), own);
      assert_true(rosin_core_get(c, rosin_core_find(c, name)) == rosin_number_read(is + 1, NULL));
    }
    rosin_core_free(c);
  }
  rosin_core *c = rosin_core_new("rope", &error); /* without keys */
  const char *const one[] = {"player.hold=0"};
  assert_int_equal(rosin_core_settings(c, 1, one, &error), -1);
  assert_string_equal(error.text, "-s player.hold=0: this scene has no player");
  rosin_core_free(c);
}

/* What is put into a row is in its range, whole where that counts, and a number. */
static void values_are_of_their_rows(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "rope", "glass-harmonica"};
  seed = 40;
  for (int s = 0; s < 3; s++) {
    rosin_core *c = open_whole(scenes[s]);
    for (int turn = 0; turn < 1500; turn++) {
      const int i = one_of(rosin_core_parameters(c) + 4) - 2;
      const rosin_parameter *p = rosin_core_parameter(c, i);
      const double range = p ? p->high - p->low : 1, before = rosin_core_get(c, i),
                   x = !one_of(9) ? (one_of(2) ? (double)NAN : (double)INFINITY)
                                  : (p ? p->low : 0) + range * between(-0.3, 1.3);
      const int counts = p && (!strcmp(p->name, "seed") || !strcmp(p->name, "players") ||
                               !strcmp(p->name, "input"));
      rosin_core_put(c, i, x);
      if (!p)
        continue;
      const double whole = counts ? round(x) : x;
      assert_true(rosin_core_get(c, i) ==
                  (isfinite(x) ? fmin(fmax(whole, p->low), p->high) : before));
      assert_true(rosin_core_rounded(p, (double)(float)p->low) == p->low);
      assert_true(rosin_core_rounded(p, (double)(float)p->high) == p->high);
      const double within = p->low + 0.3 * range;
      assert_true(rosin_core_rounded(p, within) == within);
    }
    rosin_core_free(c);
  }
}

/* ---- troubles ----------------------------------------------------------------------------- */

static void troubles_have_words(void **state) {
  (void)state;
  rosin_core *c = open_whole("cello");
  const char *words;
  int key;
  unsigned turn = rosin_core_trouble(c, &words, &key);
  for (int what = 0; rosin_left_reason(what); what++) {
    static const double keys[] = {60, 59.6, -3, -1, 127, 127.4, 300};
    static const int said[] = {60, 60, -1, -1, 127, 127, 127};
    for (int k = 0; k < 7; k++) {
      rosin_trouble_left(&c->trouble, 1, keys[k], 3, (rosin_left)what);
      assert_int_equal(rosin_core_trouble(c, &words, &key), ++turn);
      assert_string_equal(words, rosin_left_reason(what));
      assert_int_equal(key, said[k]);
    }
  }
  rosin_trouble_note(&c->trouble, ROSIN_TROUBLE_LOST, -1);
  assert_int_equal(rosin_core_trouble(c, &words, &key), turn + 1);
  assert_string_equal(words, "too many events at once: some found no room");
  rosin_trouble_note(&c->trouble, ROSIN_TROUBLE_BUILT, -1);
  rosin_core_trouble(c, &words, &key);
  assert_string_equal(words, "this cannot be built: what was before sounds on");
  assert_int_equal(key, -1);
  rosin_core_free(c);
}

/* ---- engines ------------------------------------------------------------------------------ */

/* Low rates run twice or four times as fast, at least. */
static void engines_run_fast_enough(void **state) {
  (void)state;
  for (int own = 1; own < 5; own++)
    for (int asked = 0; asked < 5; asked++)
      for (int rate = 8000; rate <= 96000; rate += 1) {
        if (rate > 8010 && rate < 22040)
          rate = 22040;
        if (rate > 22060 && rate < 44090)
          rate = 44090;
        if (rate > 44110)
          rate = 96000;
        const int least = rate < 22050 ? 4 : rate < 44100 ? 2 : 1, wanted = asked ? asked : own;
        assert_int_equal(rosin_engine_oversample(
                             &(rosin_engine_plan){.rate = rate, .own = own, .oversample = asked}),
                         wanted > least ? wanted : least);
      }
}

static float one[FRAMES * 8], other[FRAMES * 8];

static void play(rosin_core *c, float *to) {
  rosin_core_trigger(c, 0);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 60, 100}, 3);
  rosin_core_process_frames(c, to, FRAMES);
}

/* What was opened on trial is taken over by the first engine where nothing else is asked for: the
 * same bits as where it is read anew, of any take; its values are those that were set. */
static void what_was_tried_is_what_is_read(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "chalk", "wine-glass", "saw", "oak-door"};
  seed = 41;
  for (size_t s = 0; s < 2 * sizeof scenes / sizeof *scenes; s++) {
    rosin_core *c[2];
    char *errors;
    for (int k = 0; k < 2; k++) {
      c[k] = rosin_core_open(&(rosin_core_source){.scene = scenes[s / 2], .untried = k}, &errors);
      assert_non_null(c[k]);
      if (s % 2)
        rosin_core_add_seed(c[k]);
      rosin_core_set_take(c[k], 12345);
    }
    for (int turn = 0; turn < 3; turn++) {
      for (int i = 0; turn && i < c[0]->rows; i++) {
        const rosin_parameter *p = rosin_core_parameter(c[0], i);
        const double x = turn == 1 ? between(p->low, p->high) : p->initial;
        for (int k = 0; k < 2 && c[0]->row[i].kind != ROSIN_CORE_LEVEL &&
                        c[0]->row[i].kind != ROSIN_CORE_SEED && p->kind == ROSIN_NUMBER;
             k++)
          rosin_core_put(c[k], i, x);
      }
      for (int k = 0; k < 2; k++) {
        if (rosin_core_prepare(c[k], 44100, &error))
          fail_msg("%s", error.text);
      }
      const rosin_scene *made = c[0]->engine->scene;
      assert_true(s % 2 == 0 || rosin_scene_model(made)->seed == 12345);
      for (int i = 0, macro = 0; i < c[0]->rows; i++) {
        const rosin_core_kind kind = c[0]->row[i].kind;
        if (kind == ROSIN_CORE_MACRO || kind == ROSIN_CORE_BUILDER)
          if (!(fabs(rosin_scene_macro_value(made, macro++) - rosin_core_get(c[0], i)) <=
                1e-12 * (1 + fabs(rosin_core_get(c[0], i)))))
            fail_msg("%s: %s, %.17g", scenes[s / 2], c[0]->row[i].row->name,
                     rosin_core_get(c[0], i));
        if (kind == ROSIN_CORE_PLAYER)
          assert_true(rosin_player_at(rosin_core_player(c[0]), rosin_core_parameter(c[0], i)) ==
                      rosin_core_get(c[0], i));
        const int target = c[0]->engine->target[i];
        assert_int_equal(target >= 0, kind == ROSIN_CORE_PLAYER || kind == ROSIN_CORE_MACRO);
        if (target >= 0)
          assert_ptr_equal(strstr(rosin_core_targets(c[0])->target[target].name,
                                  rosin_core_parameter(c[0], i)->name) +
                               strlen(rosin_core_parameter(c[0], i)->name),
                           rosin_core_targets(c[0])->target[target].name +
                               strlen(rosin_core_targets(c[0])->target[target].name));
      }
      play(c[0], one);
      play(c[1], other);
      assert_memory_equal(one, other, sizeof one);
    }
    rosin_core_free(c[0]);
    rosin_core_free(c[1]);
  }
}

/* A new engine is wanted as long as what builds bodies is not what it was built of, or another
 * gesture is drawn; one that could not be built is not tried again before another value is set. */
static void engines_are_wanted_by_a_rule(void **state) {
  (void)state;
  rosin_core *c = open_whole("wine-glass");
  double built[ROSIN_CORE_PARAMETERS], height[ROSIN_DRAWN] = {0.5};
  unsigned drawn = 0;
  assert_int_equal(rosin_core_stale(c), 0);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  seed = 42;
  for (int i = 0; i < c->rows; i++)
    built[i] = rosin_core_get(c, i);
  for (int turn = 0; turn < 60 / SHARE; turn++) {
    for (int k = one_of(3); k > 0; k--) {
      const int i = one_of(c->rows);
      if (c->row[i].kind != ROSIN_CORE_INPUT && c->row[i].kind != ROSIN_CORE_BYPASS)
        rosin_core_put(c, i,
                       one_of(2) ? built[i] : between(c->row[i].row->low, c->row[i].row->high));
    }
    if (!one_of(6))
      rosin_core_draw(c, one_of(2) ? height : NULL);
    int wanted = rosin_core_drawn_turn(c) != drawn;
    for (int i = 0; i < c->rows; i++)
      wanted |= rosin_core_get(c, i) != built[i] && !rosin_core_parameter_live(c, i);
    assert_int_equal(rosin_core_stale(c), wanted);
    if (wanted && !one_of(4)) { /* of a scene that is gone */
      const char *name = c->plan.source.scene;
      c->plan.source.scene = "nobody";
      assert_null(rosin_core_build(c, &error));
      c->plan.source.scene = name;
      assert_int_equal(rosin_core_stale(c), 0);
      const double size = rosin_core_get(c, rosin_core_find(c, "size"));
      rosin_core_put(c, rosin_core_find(c, "size"), size < 40 ? size + 1 : size - 1);
      assert_int_equal(rosin_core_stale(c), rosin_core_get(c, rosin_core_find(c, "size")) !=
                                                    built[rosin_core_find(c, "size")] ||
                                                rosin_core_drawn_turn(c) != drawn);
    } else if (wanted) {
      rosin_engine *e = rosin_core_build(c, &error);
      assert_non_null(e);
      rosin_core_swap(c, e);
      while (!rosin_core_settled(c)) {
        rosin_engine_free(rosin_core_retired(c));
        rosin_core_process_frames(c, one, FRAMES);
      }
      for (int i = 0; i < c->rows; i++)
        built[i] = rosin_core_get(c, i);
      drawn = rosin_core_drawn_turn(c);
    }
  }
  rosin_core_free(c);
}

/* ---- rest ---------------------------------------------------------------------------------- */

static int frames_to_rest(rosin_core *c, int most) {
  int frames = 0;
  while (!rosin_core_rests(c) && frames < most) {
    rosin_core_process_frames(c, one, 64);
    frames += 64;
  }
  return frames;
}

static void next_call(rosin_core *c) {
  rosin_core_process_frames(c, one, 64);
}

/* It rests once nothing has happened for a second; each thing that is to come, moves, sounds or is
 * to be built, alone, wakes it for as long as it is so, and for a second more. */
static void it_rests_a_second_after_all(void **state) {
  (void)state;
  enum { RATE = 44100, LONG = 60 * RATE };
  static const char *const scenes[] = {"rope", "cello", "wine-glass"};
  for (int s = 0; s < 3; s++) {
    rosin_core *c = open_whole(scenes[s]);
    const int effect = s != 1, bypass = rosin_core_find(c, "bypass");
    int builds = 0; /* the first row that wants another engine */
    while (rosin_core_parameter_live(c, builds))
      builds++;
    assert_int_equal(rosin_core_rests(c), 0);
    assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE, effect ? RATE + 128 : 4 * RATE);
    const double built = rosin_core_get(c, builds), far = rosin_core_parameter(c, builds)->high;
    rosin_core_put(c, builds, far); /* an engine is wanted */
    assert_int_equal(rosin_core_stale(c), 1);
    for (int i = 0; i < 3; i++, next_call(c))
      assert_int_equal(rosin_core_rests(c), i == 0);
    rosin_core_put(c, builds, built);
    assert_in_range(frames_to_rest(c, LONG), RATE - 256, 4 * RATE);
    rosin_core_set(c, 40, 0, -3); /* a level is to glide */
    next_call(c);
    assert_true(s == 1 || frames_to_rest(c, LONG) < 2 * RATE);
    rosin_core_set(c, 9000, 0, -6);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE, 4 * RATE);
    rosin_core_set(c, 0, bypass, 1);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE - 64, 4 * RATE);
    rosin_core_set(c, 0, bypass, 0);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    frames_to_rest(c, LONG);
    rosin_core_midi(c, 30000, (const unsigned char[]){0x90, 62, 90}, 3); /* a note is to come */
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    rosin_core_midi(c, 40000, (const unsigned char[]){0x80, 62, 90}, 3);
    assert_in_range(frames_to_rest(c, LONG), RATE + 30000, LONG - 64);
    if (effect) { /* of a gesture all of its time counts, also where it is not heard */
      rosin_core_trigger(c, 0);
      next_call(c);
      assert_int_equal(rosin_core_rests(c), 0);
      assert_in_range(frames_to_rest(c, LONG), (int)((rosin_core_duration(c) + 0.99) * RATE),
                      LONG - 64);
    }
    rosin_core_set_offline(c, 1); /* a value is to come */
    rosin_core_set(c, 300, builds, built + 0.25 * (far - built));
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    rosin_core_free(c);
  }
}

/* What comes in wakes nothing where it drives nothing. */
static void what_drives_nothing_wakes_nothing(void **state) {
  (void)state;
  static const float loud[64] = {0.5f, -0.5f, 0.25f};
  const float *const in[] = {loud, loud};
  rosin_core *c = open_whole("wine-glass");
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (int i = 0; i < 700; i++) {
    rosin_core_hear(c, in, 2, 64);
    rosin_core_process_frames(c, one, 64);
  }
  assert_int_equal(rosin_core_rests(c), 1);
  rosin_core_put(c, rosin_core_find(c, "input"), 1);
  rosin_core_swap(c, rosin_core_build(c, &error));
  rosin_engine_free(rosin_core_retired(c));
  for (int i = 0; i < 700; i++) {
    rosin_core_hear(c, in, 2, 64);
    rosin_core_process_frames(c, one, 64);
    rosin_engine_free(rosin_core_retired(c));
  }
  assert_int_equal(rosin_core_rests(c), 0);
  rosin_core_free(c);
}

/* Rows have an end: what finds no room is not added, and nothing of it. */
static void rows_have_an_end(void **state) {
  (void)state;
  static const struct {
    void (*add)(rosin_core *core);
    int rows, whole; /* whole: all of them or none */
  } adds[] = {{rosin_core_add_input, 2, 1},
              {rosin_core_add_takes, ROSIN_TAKES_ROWS, 1},
              {rosin_core_add_bypass, 1, 1},
              {rosin_core_add_limiter, 1, 1},
              {rosin_core_add_seed, 5, 0}};
  for (size_t k = 0; k < sizeof adds / sizeof *adds; k++)
    for (int rows = ROSIN_CORE_PARAMETERS - 8; rows <= ROSIN_CORE_PARAMETERS; rows++) {
      rosin_core *c = rosin_core_new("rope", &error);
      while (c->rows < rows)
        c->row[c->rows++] = c->row[1];
      adds[k].add(c);
      const int room = ROSIN_CORE_PARAMETERS - rows, got = c->rows - rows;
      assert_true(got <= room);
      if (adds[k].whole)
        assert_int_equal(got, room >= adds[k].rows ? adds[k].rows : 0);
      else
        assert_int_equal(got, room >= 5 ? 5 : room > 0);
      adds[k].add(c); /* once */
      assert_true(c->rows <= ROSIN_CORE_PARAMETERS);
      if (k < 3)
        assert_int_equal(c->rows - rows, got);
      rosin_core_free(c);
    }
}

/* What is asked of a core is of what plays in it; before that there is nothing. */
static void what_plays_is_told(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "rope", "glass-harmonica"};
  static const char *const contact[] = {"bow-d", "turn", NULL};
  for (int s = 0; s < 3; s++) {
    rosin_core *c = open_whole(scenes[s]);
    rosin_player_score_t note = {.time = 0.1,
                                 .event = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60, .value = 0.5}};
    double wanted = 7;
    assert_true(!rosin_core_player(c) && !rosin_core_keys(c) && !rosin_core_targets(c) &&
                !rosin_core_observer(c) && rosin_core_target_value(c, 0) == 0 &&
                rosin_core_frame(c) == 0 && rosin_core_happened(c) == 0 &&
                rosin_core_latency(c) == 0 && rosin_core_at(c) == 0 && rosin_core_rescued(c) == 0 &&
                rosin_core_input_delay(c) == 0 && rosin_core_hears(c, 0, &wanted) == 0 &&
                rosin_core_score(c, &note, 1, NULL, &error) == -1);
    assert_string_equal(error.text, "this scene has no instrument to be played by notes");
    if (contact[s])
      assert_string_equal(rosin_core_contact(c), contact[s]);
    rosin_core_set_watched(c, 1);
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    const rosin_sequencer *q = c->engine->sequencer;
    assert_ptr_equal(rosin_core_player(c), rosin_sequencer_player(q));
    assert_int_equal(rosin_core_player(c) != NULL, s == 0);
    assert_ptr_equal(rosin_core_keys(c), c->keyed.keys);
    assert_int_equal(rosin_core_keys(c) != NULL, s == 2);
    assert_ptr_equal(rosin_core_targets(c), rosin_sequencer_targets(q));
    assert_ptr_equal(rosin_core_observer(c), c->engine->observer);
    assert_non_null(rosin_core_observer(c));
    assert_int_equal(rosin_core_score(c, &note, 1, NULL, &error), s ? -1 : 0);
    rosin_core_process_frames(c, one, 100);
    rosin_core_post(c, 0,
                    &(rosin_event){.target = 0, .value = rosin_core_targets(c)->target[0].high});
    rosin_core_process_frames(c, one, 100);
    for (int i = 0; i < rosin_core_targets(c)->count; i++)
      assert_true(rosin_core_target_value(c, i) == rosin_sequencer_value(q, i));
    assert_true(rosin_core_target_value(c, 0) == rosin_core_targets(c)->target[0].high);
    assert_true(rosin_core_frame(c) == 200 && rosin_core_happened(c) == 1);
    assert_true(rosin_core_latency(c) == rosin_sequencer_latency(q));
    rosin_core_free(c);
  }
}

/* As all begins: a gesture's keys are played as a new instance plays them. */
static void keys_begin_as_they_say(void **state) {
  (void)state;
  static const char *const names[] = {"key_range", "key_effort", "key_hold", "key_round"};
  rosin_core *c = open_whole("rope");
  for (int i = 0; i < ROSIN_TAKES_ROWS; i++) {
    const rosin_parameter *p = rosin_core_parameter(c, rosin_core_find(c, names[i]));
    assert_ptr_equal(p, &rosin_takes_rows[i]);
    assert_true(p->initial == 1 && p->low == 0 && p->high == 1);
    assert_int_equal(p->kind, i < 2 ? ROSIN_NUMBER : ROSIN_SWITCH);
    assert_int_equal(rosin_takes_row(names[i] + 4), i);
    assert_true(rosin_core_get(c, rosin_core_find(c, names[i])) == 1);
  }
  assert_int_equal(rosin_takes_row("range2"), -1);
  static const struct {
    const char *scene, *name;
    double low, high, initial;
  } rows[] = {{"rope", "trigger", 0, 1, 0},
              {"rope", "continuous", 0, 1, 0},
              {"rope", "limiter", 0, 1, 1},
              {"rope", "seed", 0, 16777215, 0},
              {"rope", "input", 0, 3, 0},
              {"rope", "input_gain", -60, 40, 0},
              {"rope", "bypass", 0, 1, 0},
              {"cello", "bow_down", 0, 1, 0},
              {"cello", "bow_speed", -2, 2, 0.2},
              {"cello", "bow_press", 0, 1, 0.5},
              {"cello", "players", 1, 16, 1},
              {"cello", "tightness", 0, 1, 0.6},
              {"cello", "unison", 0, 30, 8},
              {"saw", "key_dynamics", 0, 1, 0.55},
              {"saw", "key_pressure", 0, 1, 0.5},
              {"saw", "key_position", 0.3, 3, 1},
              {"saw", "key_assist", 0, 1, 1},
              {"saw", "key_attack", 0, 1, 0},
              {"saw", "key_vibrato", 0, 100, 12},
              {"saw", "key_vibrato_rate", 1, 12, 5.2},
              {"saw", "key_portamento", 0, 2, 0.05},
              {"saw", "key_a4", 300, 600, 440}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) { /* sessions count on them */
    rosin_core *d = open_whole(rows[i].scene);
    const rosin_parameter *p = rosin_core_parameter(d, rosin_core_find(d, rows[i].name));
    assert_true(p && p->low == rows[i].low && p->high == rows[i].high &&
                p->initial == rows[i].initial);
    rosin_core_free(d);
  }
  rosin_core_free(c);
}

/* ---- offline ------------------------------------------------------------------------------- */

typedef struct {
  int frame, index;
  double value;
} late;

/* Values that build bodies wait for their frames, sorted, those of one frame as they came; of too
 * many the last makes room. What is due in a call is set in it. */
static void values_wait_in_order(void **state) {
  (void)state;
  static late list[ROSIN_CORE_LATE + 1];
  int count = 0;
  rosin_core *c = open_whole("wine-glass");
  const int size = rosin_core_find(c, "size"), pressure = rosin_core_find(c, "pressure");
  const rosin_parameter *p = rosin_core_parameter(c, size);
  seed = 43;
  rosin_core_set_offline(c, 1);
  rosin_core_set(c, 100, size, p->low + 0.1); /* nothing plays yet: at once */
  assert_true(c->lates == 0 && rosin_core_get(c, size) == p->low + 0.1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (int turn = 0; turn < 60; turn++) {
    const int many = one_of(20) ? one_of(5) : 300;
    for (int k = 0; k < many; k++) {
      const late l = {one_of(4) ? one_of(3000) : 0, size, between(p->low, p->high)};
      rosin_core_set(c, l.frame, size, l.value);
      rosin_core_set(c, l.frame, pressure, rosin_core_get(c, pressure)); /* it is heard at once */
      if (!l.frame)
        assert_true(rosin_core_get(c, size) == l.value);
      if (!l.frame)
        continue;
      int at = count < ROSIN_CORE_LATE ? count++ : count - 1;
      for (; at > 0 && list[at - 1].frame > l.frame; at--)
        list[at] = list[at - 1];
      list[at] = l;
    }
    assert_int_equal(c->lates, count);
    for (int i = 0; i < count; i++)
      assert_true(c->late[i].frame == list[i].frame && c->late[i].index == size &&
                  c->late[i].value == list[i].value);
    if (one_of(10) == 0) { /* somebody waits for the sound again: all at once */
      rosin_core_set_offline(c, 0);
      assert_true(c->lates == 0 && (!count || rosin_core_get(c, size) == list[count - 1].value));
      count = 0;
      rosin_core_set_offline(c, 1);
    }
    const int frames = 1 + one_of(FRAMES);
    double value = rosin_core_get(c, size);
    int due = 0;
    for (; due < count && list[due].frame < frames; due++)
      value = list[due].value;
    rosin_core_process_frames(c, one, frames);
    assert_true(rosin_core_get(c, size) == value);
    memmove(list, list + due, (size_t)(count -= due) * sizeof *list);
    for (int i = 0; i < count; i++)
      list[i].frame -= frames;
  }
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scene_is_described),
      cmocka_unit_test(sources_have_sizes),
      cmocka_unit_test(rates_have_limits),
      cmocka_unit_test(settings_are_of_who_plays),
      cmocka_unit_test(values_are_of_their_rows),
      cmocka_unit_test(troubles_have_words),
      cmocka_unit_test(engines_run_fast_enough),
      cmocka_unit_test(what_was_tried_is_what_is_read),
      cmocka_unit_test(engines_are_wanted_by_a_rule),
      cmocka_unit_test(it_rests_a_second_after_all),
      cmocka_unit_test(what_drives_nothing_wakes_nothing),
      cmocka_unit_test(rows_have_an_end),
      cmocka_unit_test(what_plays_is_told),
      cmocka_unit_test(keys_begin_as_they_say),
      cmocka_unit_test(values_wait_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
