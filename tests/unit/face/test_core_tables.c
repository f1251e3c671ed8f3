/* SPDX-License-Identifier: BSD-3-Clause */
/* What cores of all scenes say of themselves, against their scenes' tables: descriptions letter by
 * letter, rows in their order, tails, keys; settings and sources by their limits; words that are
 * said of troubles. */
#include "chance.h"
#include "core/inside.h"
#include "core/presets.h"
#include "format.h"
#include "number.h"
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

#include "whole.h"

enum { TEXT = 1 << 17 };

static char text[TEXT];
static int used;

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scene_is_described), cmocka_unit_test(sources_have_sizes),
      cmocka_unit_test(rates_have_limits),        cmocka_unit_test(settings_are_of_who_plays),
      cmocka_unit_test(values_are_of_their_rows), cmocka_unit_test(troubles_have_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
