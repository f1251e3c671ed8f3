/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that a core keeps, against plain lists: states written, read and damaged line by line,
 * controllers given and taken away, gestures drawn, presets of every scene, text of presets. */
#include "chance.h"
#include "core/inside.h"
#include "core/presets.h"
#include "core/words.h"
#include "format.h"
#include "number.h"
#include "scene/scene.h"

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

#include "whole.h"

enum { TEXT = 1 << 14 };

static int is_called(const rosin_core *c, int i, const char *name) {
  return strcmp(rosin_core_parameter(c, i)->name, name) == 0;
}

/* Values that a row takes as they are: of whole numbers such. */
static double any_value(const rosin_core *c, int i) {
  const rosin_parameter *p = rosin_core_parameter(c, i);
  const double x = between(p->low, p->high);
  return p->kind == ROSIN_NUMBER ? x : round(x);
}

static int may_give(int k) {
  static const int never[] = {0, 6, 32, 38, 96, 97, 98, 99, 100, 101};
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    if (k == never[i])
      return 0;
  return k > 0 && k < 120;
}

/* What a core has, as a list. */
typedef struct {
  double value[ROSIN_CORE_PARAMETERS], take;
  int given[ROSIN_LEARN_CONTROLLERS], drawn;
  double height[ROSIN_DRAWN];
} kept;

static kept look(const rosin_core *c) {
  kept k = {.take = rosin_core_take(c)};
  for (int i = 0; i < rosin_core_parameters(c); i++)
    k.value[i] = rosin_core_get(c, i);
  for (int i = 0; i < ROSIN_LEARN_CONTROLLERS; i++)
    k.given[i] = rosin_core_given(c, i);
  k.drawn = rosin_core_is_drawn(c, k.height);
  return k;
}

static void is(const rosin_core *c, const kept *want, const char *text) {
  const kept got = look(c);
  for (int i = 0; i < rosin_core_parameters(c); i++)
    if (got.value[i] != want->value[i])
      fail_msg("%s is %.17g, not %.17g after\n%s", rosin_core_parameter(c, i)->name, got.value[i],
               want->value[i], text);
  for (int i = 0; i < ROSIN_LEARN_CONTROLLERS; i++)
    if (got.given[i] != want->given[i])
      fail_msg("controller %d is of %d, not of %d after\n%s", i, got.given[i], want->given[i],
               text);
  if (got.take != want->take || got.drawn != want->drawn)
    fail_msg("take %g, not %g, or drawn %d, not %d after\n%s", got.take, want->take, got.drawn,
             want->drawn, text);
  for (int i = 0; i < ROSIN_DRAWN && got.drawn; i++)
    if (fabs(got.height[i] - want->height[i]) > 1e-7)
      fail_msg("height %d is %.9g, not %.9g after\n%s", i, got.height[i], want->height[i], text);
}

/* ---- states ------------------------------------------------------------------------------- */

static int leaves(const rosin_core *c, int i) { /* hands, no state */
  return is_called(c, i, "trigger") || strncmp(rosin_core_parameter(c, i)->name, "bow_", 4) == 0;
}

/* What no line says anything of. */
static kept unsaid(const rosin_core *c) {
  kept k = {.take = rosin_scene_model(c->model)->seed};
  for (int i = 0; i < rosin_core_parameters(c); i++) {
    const rosin_parameter *p = rosin_core_parameter(c, i);
    const int since =
        is_called(c, i, "limiter") ||
        rosin_takes_row(strchr(p->name, '_') ? strchr(p->name, '_') + 1 : p->name) >= 0;
    k.value[i] =
        since && (is_called(c, i, "limiter") || strncmp(p->name, "key_", 4) == 0) ? 0 : p->initial;
  }
  for (int i = 0; i < ROSIN_LEARN_CONTROLLERS; i++)
    k.given[i] = -1;
  return k;
}

static int can_be_drawn(const rosin_core *c) {
  double curve[4];
  return !rosin_core_is_instrument(c) && rosin_core_curve(c, 4, curve) == 0;
}

static int say(char *text, int used, const char *format, ...) {
  va_list list;
  va_start(list, format);
  used += rosin_format_list(text + used, TEXT - (size_t)used, format, list);
  va_end(list);
  return used;
}

/* A line at random, and what it means. */
static int line(const rosin_core *c, kept *k, const kept *before, char *text, int used,
                int *keeps) {
  const int i = one_of(rosin_core_parameters(c)), what = one_of(8);
  const rosin_parameter *p = rosin_core_parameter(c, i);
  if (what < 3) {
    double x = any_value(c, i);
    x = what || !one_of(2) ? x : one_of(2) ? p->low - 5 : p->high + 5;
    k->value[i] = fmin(fmax(x, p->low), p->high);
    return say(text, used, "set %s %.17g\n", p->name, x);
  }
  if (what == 3 && !one_of(4)) {
    k->value[i] = before->value[i];
    k->take = is_called(c, i, "seed") ? before->take : k->take;
    *keeps = 1;
    return say(text, used, "keep %s\n", p->name);
  }
  if (what == 4) {
    k->take = floor(between(0, 4294967296.0));
    return say(text, used, "take %.0f\n", k->take);
  }
  if (what == 5) {
    int controller = one_of(120);
    while (!may_give(controller))
      controller = one_of(120);
    for (int n = 0; n < ROSIN_LEARN_CONTROLLERS; n++)
      k->given[n] = k->given[n] == i ? -1 : k->given[n];
    k->given[controller] = i;
    return say(text, used, "give %d %s\n", controller, p->name);
  }
  if (what == 6 && !one_of(3)) {
    k->drawn = can_be_drawn(c);
    used = say(text, used, "draw");
    for (int n = 0; n < ROSIN_DRAWN; n++) {
      k->height[n] = (double)(one_of(2001) - 1000) / 1000;
      used = say(text, used, " %.4g", k->height[n]);
    }
    return say(text, used, "\n");
  }
  static const char *const nothing[] = {"set nobody 4\n", "keep nobody\n", "set nobody -1e300\n"};
  if (what == 7 && one_of(2))
    return say(text, used, "scene %s%s\n", one_of(2) ? "some/where/" : "", rosin_core_scene(c));
  const int n = one_of(3);
  *keeps |= n == 1;
  return say(text, used, "%s", nothing[n]);
}

static void lines_mean_what_they_say(void **state) {
  (void)state;
  static const char *const scenes[] = {"rope", "cello", "glass-harmonica", "wine-glass"};
  static char text[TEXT];
  seed = 1;
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *c = open_whole(scenes[s]);
    for (int turn = 0; turn < 150; turn++) {
      const kept before = look(c);
      kept k = unsaid(c), read = {.take = 0};
      int keeps = 0, used = say(text, 0, "rosin-state 1\n");
      for (int n = one_of(25); n > 0; n--)
        used = line(c, &k, &before, text, used, &keeps);
      say(text, used, "end\n%s", one_of(2) ? "set level -9\n" : "");
      if (keeps) { /* a preset: controllers and what is drawn stay */
        memcpy(k.given, before.given, sizeof k.given);
        memcpy(k.height, before.height, sizeof k.height);
        k.drawn = before.drawn;
      }
      assert_int_equal(rosin_core_read(c, text, read.value, &error), 0);
      is(c, &before, text); /* which changes nothing */
      if (rosin_core_load(c, text, &error))
        fail_msg("%s:\n%s", error.text, text);
      is(c, &k, text);
      for (int i = 0; i < rosin_core_parameters(c); i++)
        assert_true(fmin(fmax(read.value[i], c->row[i].row->low), c->row[i].row->high) ==
                    k.value[i]);
    }
    rosin_core_free(c);
  }
}

static void set_at_random(rosin_core *c) {
  double height[ROSIN_DRAWN];
  for (int i = 0; i < rosin_core_parameters(c); i++)
    rosin_core_put(c, i, any_value(c, i));
  for (int n = 0; n < 9; n++)
    rosin_core_give(c, one_of(128), one_of(rosin_core_parameters(c)));
  for (int n = 0; n < ROSIN_DRAWN; n++)
    height[n] = between(-1, 1);
  rosin_core_draw(c, one_of(3) ? height : NULL);
  rosin_core_set_take(c, floor(between(0, 4294967296.0)));
}

/* What is saved comes back, to the last bit; hands do not. Cut short anywhere, it changes nothing;
 * so with a letter before a line. */
static void what_is_saved_comes_back(void **state) {
  (void)state;
  static const char *const scenes[] = {"rope", "cello", "cello-d", "singing-bowls", "wine-glass"};
  seed = 2;
  for (size_t s = 0; s < 4 * sizeof scenes / sizeof *scenes; s++) {
    rosin_core *c = open_whole(scenes[s / 4]), *d = open_whole(scenes[s / 4]);
    set_at_random(c);
    set_at_random(d);
    kept want = look(c), before = look(d);
    for (int i = 0; i < rosin_core_parameters(c); i++)
      want.value[i] = leaves(c, i) ? rosin_core_parameter(c, i)->initial : want.value[i];
    char *text = rosin_core_save(c), *again;
    for (const char *at = text; (at = strchr(at, '\n')) && at[1]; at++) {
      char *cut = strndup(text, (size_t)(at - text) + 1), *bad = malloc(strlen(text) + 2);
      sprintf(bad, "%.*s?%s", (int)(at - text) + 1, text, at + 1);
      assert_int_equal(rosin_core_load(d, cut, &error), -1);
      assert_string_equal(error.text, "state: it has no end");
      *error.text = 0;
      assert_int_equal(rosin_core_load(d, bad, &error), -1);
      assert_ptr_equal(strstr(error.text, "state: "), error.text);
      is(d, &before, bad);
      free(cut);
      free(bad);
    }
    if (rosin_core_load(d, text, &error))
      fail_msg("%s", error.text);
    is(d, &want, text);
    again = rosin_core_save(d);
    assert_string_equal(again, text);
    free(text);
    free(again);
    rosin_core_free(c);
    rosin_core_free(d);
  }
}

/* Both sides of what a line may say, and what is said of the wrong one. */
static void lines_have_limits(void **state) {
  (void)state;
  rosin_core *c = open_whole("rope");
  char text[TEXT];
  double value[ROSIN_CORE_PARAMETERS];
  for (int k = -2; k < 131; k++)
    for (int half = 0; half < 2; half++) {
      rosin_format(text, sizeof text, "rosin-state 1\ngive %g level\nend\n", k + 0.5 * half);
      const int right = may_give(k) && !half;
      *error.text = 0;
      assert_int_equal(rosin_core_read(c, text, value, &error), right - 1);
      rosin_format(text, sizeof text,
                   "state: give: '%g level' is not: CONTROLLER NAME, of 1 to 119 without 6, 32, 38 "
                   "and 96 to 101",
                   k + 0.5 * half);
      assert_string_equal(error.text, right ? "" : text);
    }
  for (int wrong = 0; wrong < 6; wrong++) { /* too few, too many, beyond, no numbers */
    int used = say(text, 0, "rosin-state 1\ndraw");
    for (int n = wrong == 1; n < ROSIN_DRAWN + (wrong == 2); n++)
      used = say(text, used, " %.4g",
                 n != 5       ? 1 - n % 3
                 : wrong == 3 ? 1.001
                 : wrong == 4 ? -1.001
                              : 1);
    say(text, used, "%s\nend\n", wrong == 5 ? " x" : "");
    assert_int_equal(rosin_core_read(c, text, value, &error), wrong ? -1 : 0);
    if (wrong)
      assert_string_equal(error.text, "state: draw: must be 64 heights from -1 to 1");
  }
  static const char *const heads[][2] = {
      {"rosin-state 2\nend\n",
       "state: 'rosin-state 2' is of another rosin than this one, which reads rosin-state 1"},
      {"rosin-state 1", "state: 'rosin-state 1' is of another rosin than this one, which reads "
                        "rosin-state 1"},
      {"", "state: must begin with 'rosin-state 1'"},
      {"rosin", "state: must begin with 'rosin-state 1'"},
      {" rosin-state 1\nend\n", "state: must begin with 'rosin-state 1'"}};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    assert_int_equal(rosin_core_read(c, heads[i][0], value, &error), -1);
    assert_string_equal(error.text, heads[i][1]);
  }
  assert_int_equal(rosin_core_read(c, NULL, value, &error), -1);
  memset(text, '7', 200);
  memcpy(text, "rosin-state ", 12);
  strcpy(text + 200, "\nend\n");
  assert_int_equal(rosin_core_read(c, text, value, &error), -1);
  assert_non_null(strstr(error.text, "'rosin-state 7777777777777777777777777777' is")); /* 40 */
  rosin_core_free(c);
}

/* ---- controllers -------------------------------------------------------------------------- */

typedef struct {
  int given[ROSIN_LEARN_CONTROLLERS], wanted;
  unsigned turn;
  int moved[ROSIN_CORE_PARAMETERS];
} learned;

static void take_away(learned *l, int index) {
  for (int k = 0; k < ROSIN_LEARN_CONTROLLERS; k++)
    if (index >= 0 && l->given[k] == index) {
      l->given[k] = -1;
      l->turn++;
    }
}

static void becomes(learned *l, int k, int index) {
  if (l->given[k] == index)
    return;
  take_away(l, index);
  l->given[k] = index;
  l->turn++;
}

static void message(rosin_core *c, learned *l) {
  const unsigned char m[3] = {(unsigned char)((one_of(4)   ? 0xb0
                                               : one_of(2) ? 0xa0
                                                           : 0xc0) +
                                              one_of(16)),
                              (unsigned char)one_of(128), (unsigned char)one_of(128)};
  const int length = one_of(6) ? 3 : 2, ours = m[0] >> 4 == 0xb && length == 3;
  double value = NAN;
  if (ours && may_give(m[1]) && l->wanted >= 0) {
    becomes(l, m[1], l->wanted);
    l->wanted = -1;
  }
  const int index = ours ? l->given[m[1]] : -1;
  assert_int_equal(rosin_core_learns(c, m, length, &value), index);
  if (index < 0)
    return;
  const rosin_parameter *p = rosin_core_parameter(c, index);
  const double x = p->low + (p->high - p->low) * m[2] / 127.0;
  assert_true(fabs(value - (p->kind == ROSIN_NUMBER ? x : round(x))) <= 1e-12 * fabs(x));
  l->moved[index] = 1;
}

static void controllers_are_a_list(void **state) {
  (void)state;
  static const char *const scenes[] = {"chalk", "cello"};
  seed = 3;
  for (int s = 0; s < 2; s++) {
    rosin_core *c = open_whole(scenes[s]);
    const int rows = rosin_core_parameters(c);
    learned l = {.wanted = -1, .turn = rosin_core_given_turn(c)};
    for (int k = 0; k < ROSIN_LEARN_CONTROLLERS; k++)
      l.given[k] = -1;
    for (int turn = 0; turn < 3000; turn++) {
      const int index = one_of(rows + 3) - 2, k = one_of(132) - 2;
      const int right = may_give(k) && index < rows;
      switch (one_of(5)) {
      case 0:
        assert_int_equal(rosin_core_give(c, k, index), right ? 0 : -1);
        if (right)
          becomes(&l, k, index < 0 ? -1 : index);
        break;
      case 1:
        rosin_core_learn(c, index);
        l.wanted = index >= 0 && index < rows ? index : -1;
        break;
      case 2:
        if (one_of(4) == 0) {
          rosin_core_forget(c, index);
          take_away(&l, index);
        }
        break;
      case 3:
        message(c, &l);
        break;
      default:
        for (int i = 0; i < rows; i++)
          if (l.moved[i]) {
            assert_int_equal(rosin_core_next_moved(c), i);
            l.moved[i] = 0;
          }
        assert_int_equal(rosin_core_next_moved(c), -1);
      }
      assert_int_equal(rosin_core_learning(c), l.wanted);
      assert_int_equal(rosin_core_given_turn(c), l.turn);
      assert_int_equal(rosin_core_given(c, k), k < 0 || k > 127 ? -1 : l.given[k]);
      int of = -1;
      for (int n = 0; n < ROSIN_LEARN_CONTROLLERS; n++)
        of = index >= 0 && l.given[n] == index ? n : of;
      assert_int_equal(rosin_core_controller(c, index), of);
    }
    for (double x = -1; x < 130; x += 0.25)
      assert_int_equal(rosin_core_may_give(x) != 0, x >= 0 && may_give((int)x));
    rosin_core_free(c);
  }
}

/* ---- gestures that are drawn -------------------------------------------------------------- */

static void heights_are_thousandths(void **state) {
  (void)state;
  rosin_core *c = open_whole("rope"), *i = open_whole("cello");
  double height[ROSIN_DRAWN], got[ROSIN_DRAWN];
  seed = 4;
  assert_int_equal(rosin_core_is_drawn(c, NULL), 0);
  for (int turn = 0; turn < 200; turn++) {
    const unsigned drawn = rosin_core_drawn_turn(c);
    const int was = rosin_core_is_drawn(c, NULL), draws = one_of(3);
    for (int n = 0; n < ROSIN_DRAWN; n++)
      height[n] = one_of(20) ? between(-1.2, 1.2) : one_of(2) ? (double)NAN : (double)INFINITY;
    rosin_core_draw(c, draws ? height : NULL);
    rosin_core_draw(i, height);
    assert_int_equal(rosin_core_is_drawn(c, got), draws != 0);
    assert_int_equal(rosin_core_drawn_turn(c), drawn + (was || draws));
    for (int n = 0; n < ROSIN_DRAWN && draws; n++) {
      const double x = isfinite(height[n]) ? fmin(fmax(height[n], -1), 1) : 0;
      assert_true(fabs(got[n] - x) <= 0.00050001 &&
                  fabs(1e3 * got[n] - round(1e3 * got[n])) < 1e-4);
    }
  }
  assert_true(rosin_core_is_drawn(i, NULL) == 0 && rosin_core_drawn_turn(i) == 0);
  rosin_core_free(c);
  rosin_core_free(i);
}

/* ---- presets ------------------------------------------------------------------------------ */

/* A preset's "NAME=VALUE NAME=VALUE" by itself. */
static double said_of(const char *values, const char *name, double unsaid_is) {
  const size_t length = strlen(name);
  for (const char *at = values; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strncmp(at, name, length) == 0 && at[length] == '=')
      return rosin_number_read(at + length + 1, NULL);
  return unsaid_is;
}

static int is_left_alone(const char *name) {
  static const char *const alone[] = {
      "trigger",    "bow_down", "bow_speed", "bow_press",  "limiter",  "seed",     "input",
      "input_gain", "bypass",   "key_range", "key_effort", "key_hold", "key_round"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (strcmp(alone[i], name) == 0)
      return 1;
  return 0;
}

static void take(rosin_core *c, int index) {
  const rosin_preset *preset = rosin_core_preset(c, index);
  assert_string_equal(preset->name, rosin_core_preset_name(c, index));
  set_at_random(c);
  const kept before = look(c);
  if (rosin_core_take_preset(c, index, &error))
    fail_msg("%s", error.text);
  for (int i = 0; i < rosin_core_parameters(c); i++) {
    const rosin_parameter *p = rosin_core_parameter(c, i);
    const int hand = is_called(c, i, "trigger") || strncmp(p->name, "bow_", 4) == 0;
    const double want = hand                     ? p->initial
                        : is_left_alone(p->name) ? before.value[i]
                                                 : said_of(preset->values, p->name, p->initial);
    if (rosin_core_get(c, i) != want)
      fail_msg("%s, %s: %s is %g, not %g", rosin_core_scene(c), preset->name, p->name,
               rosin_core_get(c, i), want);
    assert_int_equal(rosin_preset_sets(c, i), !is_left_alone(p->name));
  }
  const kept after = look(c);
  assert_true(after.take == before.take && after.drawn == before.drawn &&
              memcmp(after.given, before.given, sizeof after.given) == 0);
}

static void first_rows(const rosin_core *c) {
  int first[ROSIN_CORE_FIRST], count = 0;
  const int found = rosin_core_first(c, first);
  for (int i = 0; i < rosin_core_parameters(c) && count < ROSIN_CORE_FIRST; i++) {
    const rosin_parameter *p = rosin_core_parameter(c, i);
    if (p->kind == ROSIN_SWITCH || is_left_alone(p->name) || i == 0)
      continue;
    assert_true(count < found);
    assert_int_equal(first[count++], i);
  }
  assert_int_equal(found, count);
}

/* Every scene's; what is none is told. Where a parameter is a setting of the command's, it is said
 * how. */
static void presets_are_what_they_say(void **state) {
  (void)state;
  const char *name;
  seed = 5;
  for (int s = 0; (name = rosin_plugin_at(s)); s++) {
    rosin_core *c = open_whole(name);
    const int count = rosin_core_presets(c);
    assert_true(count > 0 && !rosin_core_preset_name(c, count) && !rosin_core_preset(c, -1));
    take(c, one_of(count));
    first_rows(c);
    assert_int_equal(rosin_core_take_preset(c, count, &error), -1);
    char said[128], spoken[64];
    rosin_format(said, sizeof said, "preset: %d: %s has none of that number", count, name);
    assert_string_equal(error.text, said);
    for (int i = 0; i < rosin_core_parameters(c); i++) {
      const char *own = rosin_core_parameter(c, i)->name, *setting = rosin_preset_setting(c, i);
      const int player = c->row[i].kind == ROSIN_CORE_PLAYER;
      const int macro = c->row[i].kind == ROSIN_CORE_MACRO || c->row[i].kind == ROSIN_CORE_BUILDER;
      assert_true(player ? !strcmp(setting, "player.") : macro ? !*setting : !setting);
      rosin_words_name(c, i, spoken, sizeof spoken);
      for (size_t k = 0; k <= strlen(own); k++)
        assert_true(spoken[k] == (own[k] == '_' ? ' ' : own[k]));
    }
    rosin_core_free(c);
  }
}

/* Up to 64 kB; nothing is no text. */
static void texts_of_presets_are_bounded(void **state) {
  (void)state;
  static const int sizes[] = {0, 1, 65535, 65536, 65537, 70000};
  char path[] = "/tmp/rosin-kept-XXXXXX";
  close(mkstemp(path));
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    FILE *f = fopen(path, "wb");
    for (int k = 0; k < sizes[i]; k++)
      fputc('a' + k % 26, f);
    fclose(f);
    char *text = rosin_preset_text(path);
    assert_int_equal(text != NULL, sizes[i] > 0);
    assert_int_equal(text ? strlen(text) : 0, sizes[i] < 65536 ? sizes[i] : 65536);
    for (int k = 0; text && text[k]; k++)
      assert_int_equal(text[k], 'a' + k % 26);
    free(text);
  }
  unlink(path);
  assert_null(rosin_preset_text(path));
  assert_null(rosin_preset_text(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_mean_what_they_say),
      cmocka_unit_test(what_is_saved_comes_back),
      cmocka_unit_test(lines_have_limits),
      cmocka_unit_test(controllers_are_a_list),
      cmocka_unit_test(heights_are_thousandths),
      cmocka_unit_test(presets_are_what_they_say),
      cmocka_unit_test(texts_of_presets_are_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
