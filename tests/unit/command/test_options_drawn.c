/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of options, ranges and numbers that chance writes, against a plain model of reading them:
 * what is taken, what is refused, and the line in which. And scenes as trees, written and read
 * again. */
#include "draw.h"
#include "format.h"
#include "host/common/options.h"
#include "host/map/map.h"
#include "host/match/tree.h"
#include "scratch.h"

#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- what is said ---------------------------------------------------------------------------- */

static char said[65536];
static int screen, shown; /* standard error and output as they were */

static void listen_to(int on) {
  if (on) {
    fflush(stdout);
    screen = dup(2);
    shown = dup(1);
    const int file = open("said", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    dup2(file, 2);
    dup2(file, 1);
    close(file);
    return;
  }
  fflush(stdout);
  fflush(stderr);
  dup2(screen, 2);
  dup2(shown, 1);
  close(screen);
  close(shown);
  FILE *from = fopen("said", "r");
  said[fread(said, 1, sizeof said - 1, from)] = 0;
  fclose(from);
}

/* ---- lines of options ---------------------------------------------------------------------- */

static const char *alpha, *beta, *quiet, *loud;
static rosin_list many;
static const rosin_option table[] = {{"alpha", 'a', "FILE", "the first", &alpha, NULL},
                                     {"beta", 0, "X", "the second", &beta, NULL},
                                     {"quiet", 'q', NULL, "says nothing", &quiet, NULL},
                                     {"loud", 0, NULL, "says all", &loud, NULL},
                                     {"many", 'm', "KEY=VALUE", "again and again", NULL, &many},
                                     {NULL, 0, NULL, NULL, NULL, NULL}};
static rosin_list rest;
static int visited;

static int run(int count, char **words) {
  static const rosin_command command = {"try", "try WORDS", "Tries.", run};
  return rosin_options_parse(&command, table, count, words, &rest);
}

static const rosin_command tried = {"try", "try WORDS", "Tries.", run};

/* What a line should give. */
typedef struct {
  const char *alpha, *beta, *quiet, *loud;
  rosin_list many, rest;
  int status;
  char line[400];
} outcome;

static void give(outcome *o, int which, const char *text) {
  if (which == 0)
    o->alpha = text;
  else if (which == 1)
    o->beta = text;
  else
    o->many.text[o->many.count++] = text;
}

/* Words for one option or word, and what they do. A line is over once its status is told. */
static int put_words(char (*word)[64], int at, outcome *o, int only_words) {
  static const char *const name[] = {"alpha", "beta", "many"}, *const what[] = {"FILE", "X",
                                                                                "KEY=VALUE"};
  static const char letter[] = {'a', 0, 'm'};
  static const char *const value[] = {"x", "-", "--loud", "a=b", "", "-q", "--"};
  const int which = one_of(3), how = one_of(14);
  const char *text = value[one_of(7)];
  if (only_words || how < 2) {
    const char *plain = only_words ? value[one_of(7)] : how ? "-" : one_of(2) ? "word" : "";
    strcpy(word[at], plain);
    o->rest.text[o->rest.count++] = word[at];
    return 1;
  }
  if (how < 5) { /* --alpha=TEXT */
    const int length = sprintf(word[at], "--%s=%s", name[which], text);
    give(o, which, word[at] + length - strlen(text));
    return 1;
  }
  if (how < 9 && (how < 7 || letter[which])) { /* --alpha TEXT, -a TEXT */
    if (how < 7)
      sprintf(word[at], "--%s", name[which]);
    else
      sprintf(word[at], "-%c", letter[which]);
    strcpy(word[at + 1], text);
    give(o, which, word[at + 1]);
    return 2;
  }
  if (how < 10 && letter[which]) { /* -aTEXT, which must not be empty */
    sprintf(word[at], "-%cz%s", letter[which], text);
    give(o, which, word[at] + 2);
    return 1;
  }
  if (how < 12) {
    strcpy(word[at], one_of(3) == 0 ? "-q" : one_of(2) ? "--quiet" : "--loud");
    *(strcmp(word[at], "--loud") == 0 ? &o->loud : &o->quiet) =
        strcmp(word[at], "--loud") == 0 ? "loud" : "quiet";
    return 1;
  }
  if (one_of(6))
    return 0;
  o->status = ROSIN_USAGE;
  switch (one_of(6)) {
  case 0:
    sprintf(word[at], "--%s", name[which]);
    sprintf(o->line, "rosin: --%s: %s is missing\n", name[which], what[which]);
    break;
  case 1:
    strcpy(word[at], one_of(2) ? "--quiet=" : "-qx");
    strcpy(o->line, "rosin: --quiet: takes no argument\n");
    break;
  case 2:
    strcpy(word[at], "--alhpa=3");
    strcpy(o->line, "rosin: try: unknown option --alhpa=3; did you mean --alpha?\n");
    break;
  case 3:
    strcpy(word[at], one_of(2) ? "--wxyzwxyz" : "-w");
    sprintf(o->line, "rosin: try: unknown option %s; see `rosin try --help`\n", word[at]);
    break;
  default:
    strcpy(word[at], one_of(2) ? "--help" : "-h");
    strcpy(o->line, "usage: rosin try WORDS\nTries.\n"
                    "  -a, --alpha FILE             the first\n"
                    "      --beta X                 the second\n"
                    "  -q, --quiet                  says nothing\n"
                    "      --loud                   says all\n"
                    "  -m, --many KEY=VALUE         again and again\n");
    o->status = ROSIN_DONE;
  }
  return 1;
}

static void same_list(const rosin_list *a, const rosin_list *b) {
  assert_int_equal(a->count, b->count);
  for (int i = 0; i < a->count; i++)
    assert_string_equal(a->text[i], b->text[i]);
}

static void same_text(const char *a, const char *b) {
  if (b)
    assert_string_equal(a, b);
  else
    assert_null(a);
}

static void lines_are_read_as_they_are_written(void **state) {
  static char word[64][64];
  char *words[64];
  (void)state;
  for (int r = 0; r < 1500; r++) {
    static outcome o;
    int count = 0, only_words = 0;
    memset(&o, 0, sizeof o);
    o.status = -1;
    for (int i = one_of(14); i > 0 && o.status < 0; i--) {
      if (!only_words && !one_of(12)) {
        strcpy(word[count++], "--");
        only_words = 1;
      } else {
        count += put_words(word, count, &o, only_words);
      }
    }
    for (int i = 0; i < count; i++)
      words[i] = word[i];
    alpha = beta = quiet = loud = NULL;
    many.count = 0;
    listen_to(1);
    const int status = run(count, words);
    listen_to(0);
    assert_int_equal(status, o.status);
    assert_string_equal(said, o.line);
    same_text(alpha, o.alpha);
    same_text(beta, o.beta);
    same_text(quiet, o.quiet);
    same_text(loud, o.loud);
    same_list(&many, &o.many);
    same_list(&rest, &o.rest);
  }
}

static void see(void *context, const rosin_command *command, const rosin_option *seen) {
  assert_ptr_equal(context, &visited);
  assert_ptr_equal(seen, table);
  assert_string_equal(command->name, "try");
  visited++;
}

static void lists_end_and_tables_are_shown(void **state) {
  static char *words[600];
  (void)state;
  for (int listed = 0; listed < 2; listed++)
    for (int count = 256; count < 258; count++) {
      for (int i = 0; i < count; i++)
        words[i] = listed ? "-mx" : "x";
      many.count = 0;
      listen_to(1);
      assert_int_equal(run(count, words), count == 256 ? -1 : ROSIN_USAGE);
      listen_to(0);
      assert_string_equal(said, count == 256 ? ""
                                : listed     ? "rosin: --many: given more than 256 times\n"
                                             : "rosin: try: too many words\n");
    }
  rosin_options_visit(&tried, see, &visited);
  assert_int_equal(visited, 1);
  assert_int_equal(run(0, NULL), -1); /* nobody asks any more */
  const rosin_option_given none[] = {{"a", NULL}, {NULL, NULL}};
  const rosin_option_given some[] = {{"a", NULL}, {"b", "x"}, {"c", "y"}, {NULL, NULL}};
  assert_null(rosin_options_given(none));
  assert_string_equal(rosin_options_given(some), "b");
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

static void numbers_are_within_their_ranges(void **state) {
  char text[64], line[400];
  (void)state;
  for (int r = 0; r < 800; r++) {
    const double low = one_of(40) - 20, high = low + one_of(30), wanted = (one_of(200) - 100) / 4.0;
    const int kind = one_of(8), whole = one_of(2), given = one_of(9) > 0;
    double value = 77;
    rosin_format(text, sizeof text,
                 kind == 0   ? "x%g"
                 : kind == 1 ? "%gx"
                 : kind == 2 ? ""
                             : "%g",
                 wanted);
    const int number = kind > 2, inside = number && wanted >= low && wanted <= high;
    const rosin_option_number list[] = {
        {"--n", given ? text : NULL, r & 1 ? "Hz" : "", low, high, &value, whole},
        {NULL, NULL, NULL, 0, 0, NULL, 0}};
    const int good = !given || (inside && (!whole || wanted == floor(wanted)));
    *line = 0;
    if (given && !inside)
      rosin_format(line, sizeof line, "rosin: --n %s: %s%g to %g%s\n", text,
                   number ? "out of range: " : "not a number; must be ", low, high,
                   r & 1 ? " Hz" : "");
    else if (!good)
      rosin_format(line, sizeof line, "rosin: --n %s: must be a whole number\n", text);
    listen_to(1);
    const int status = rosin_options_numbers(list);
    listen_to(0);
    assert_int_equal(status, good ? 0 : -1);
    assert_string_equal(said, line);
    if (good)
      assert_true(value == (given ? wanted : 77));
  }
}

static void ranges_have_three_numbers(void **state) {
  static const char *const bad[] = {
      "",       "1",       "1:2",    "1:2:",       "1:2:3:", "1:2:3:lo", "1:2:3:logs",
      "1;2:3",  "1:2;3",   ":2:3",   "1::3",       "x:2:3",  "1:inf:3",  "nan:2:3",
      "1:2:3x", "1:2:inf", "1:2:3 ", "1:2:3:log:", "1:2:3:4"};
  char text[200];
  (void)state;
  for (int r = 0; r < 400; r++) {
    double made[3], wanted[3];
    int logarithmic = 7;
    for (int i = 0; i < 3; i++)
      wanted[i] = between(-1e3, 1e3);
    rosin_format(text, sizeof text, "%.17g:%.17g:%.17g%s", wanted[0], wanted[1], wanted[2],
                 r & 1 ? ":log" : "");
    assert_int_equal(rosin_options_range(text, made, &logarithmic), 0);
    assert_int_equal(logarithmic, r & 1);
    assert_memory_equal(made, wanted, sizeof made);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double made[3];
    int logarithmic;
    if (rosin_options_range(bad[i], made, &logarithmic) != -1)
      fail_msg("%s is taken", bad[i]);
  }
}

static void axes_say_what_is_wrong(void **state) {
  static const char *const wrong[][2] = {
      {"a", "must be KEY=LOW:HIGH:N[:log]"},
      {"=1:2:3", "must be KEY=LOW:HIGH:N[:log]"},
      {"a=1:2", "must be KEY=LOW:HIGH:N[:log]"},
      {"a=1:2:0", "N must be a whole number, 1 to 1000"},
      {"a=1:2:1001", "N must be a whole number, 1 to 1000"},
      {"a=1:2:2.5", "N must be a whole number, 1 to 1000"},
      {"a=0:2:3:log", "a log range cannot include 0"},
      {"a=-1:2:3:log", "a log range cannot include 0"},
      {"a=2:2:2", "LOW and HIGH must differ"},
      {"a*x=1:2:3", "a factor must be a number, as in KEY*0.5"},
      {"a*=1:2:3", "a factor must be a number, as in KEY*0.5"},
      {"a*2x=1:2:3", "a factor must be a number, as in KEY*0.5"},
      {"a*inf=1:2:3", "a factor must be a number, as in KEY*0.5"},
      {"a,,b=1:2:3", "a key must have 1 to 127 letters"},
      {"*2=1:2:3", "a key must have 1 to 127 letters"},
      {"a,b,c,d,e,f,g,h,i=1:2:3", "more than 8 keys"}};
  char line[400], text[200];
  rosin_map_axis axis;
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    listen_to(1);
    const int status = rosin_map_axis_parse("--y", wrong[i][0], &axis);
    listen_to(0);
    rosin_format(line, sizeof line, "rosin: --y %s: %s\n", wrong[i][0], wrong[i][1]);
    assert_string_equal(said, line);
    assert_int_equal(status, ROSIN_USAGE);
  }
  for (int length = 126; length < 130; length++) {
    memset(text, 'k', sizeof text);
    strcpy(text + length, "=2:2:1");
    listen_to(1);
    assert_int_equal(rosin_map_axis_parse("--x", text, &axis), length < 128 ? -1 : ROSIN_USAGE);
    listen_to(0);
    assert_true(length > 127 || (int)strlen(axis.key[0]) == length);
  }
}

/* A line about a setting that an axis made names the axis instead. */
static void errors_name_the_axis(void **state) {
  rosin_map_axis axis[2];
  (void)state;
  assert_int_equal(rosin_map_axis_parse("--x", "c.force,d=1:2:3", &axis[0]), -1);
  assert_int_equal(rosin_map_axis_parse("--y", "c.forces=1:2:3", &axis[1]), -1);
  char *made = rosin_map_axis_errors(
      axis, strdup("-s c.force=1.50000000000000000: too low\n-s d=2: no\n-s c.forces=-3: so\n"
                   "-s c.for=1: left\n-sx d=1: left\n-s e=4: left"));
  assert_string_equal(made, "--x c.force at 1.5: too low\n--x d at 2: no\n--y c.forces at -3: so\n"
                            "-s c.for=1: left\n-sx d=1: left\n-s e=4: left\n");
  free(made);
  assert_null(rosin_map_axis_errors(axis, NULL));
}

/* ---- trees -------------------------------------------------------------------------------------
 */

/* So many more of anything, groups only while they may be. */
static void grow(rosin_setting *at, int depth) { // NOLINT(misc-no-recursion)
  const int count = one_of(depth > 2 ? 20 : 7);
  for (int i = 0; i < count; i++) {
    char name[16], text[40] = "";
    rosin_format(name, sizeof name, "n%d", i);
    const int kind = one_of(depth < 5 ? 5 : 3);
    rosin_setting *s = rosin_setting_add(at, at->type == ROSIN_SETTING_GROUP ? name : NULL,
                                         kind == 0   ? ROSIN_SETTING_TEXT
                                         : kind == 1 ? ROSIN_SETTING_TRUTH
                                         : kind == 2 ? ROSIN_SETTING_NUMBER
                                         : kind == 3 ? ROSIN_SETTING_LIST
                                                     : ROSIN_SETTING_GROUP);
    assert_non_null(s);
    for (int k = 0, end = one_of(20); kind == 0 && k < end; k++)
      text[k] = (char)(1 + one_of(127));
    if (kind == 0)
      assert_int_equal(rosin_setting_set_text(s, text), 0);
    s->number = kind == 1 ? one_of(2) : one_of(2) ? one_of(9) - 4 : between(-1e3, 1e3);
    if (kind > 2)
      grow(s, depth + 1);
  }
}

static void same_tree(const rosin_setting *a, const rosin_setting *b) { // NOLINT(misc-no-recursion)
  assert_int_equal(a->type, b->type);
  if (a->type == ROSIN_SETTING_NUMBER || a->type == ROSIN_SETTING_TRUTH)
    assert_true(a->number == b->number);
  if (a->type == ROSIN_SETTING_TEXT)
    assert_string_equal(a->text, b->text);
  assert_int_equal(a->count, b->count);
  for (int i = 0; i < a->count; i++) {
    if (a->type == ROSIN_SETTING_GROUP)
      assert_string_equal(a->element[i]->name, b->element[i]->name);
    same_tree(a->element[i], b->element[i]);
  }
}

static void trees_are_read_as_they_were_written(void **state) {
  rosin_error error;
  (void)state;
  for (int r = 0; r < 300; r++) {
    rosin_settings made, read;
    assert_int_equal(rosin_settings_begin(&made), 0);
    grow(made.root, 1);
    char *text = rosin_match_tree_text(made.root);
    assert_non_null(text);
    if (rosin_match_tree_read(&read, text, "a.cfg", ROSIN_FILES_BESIDE, 0, NULL, &error))
      fail_msg("%s\n%s", error.text, text);
    same_tree(made.root, read.root);
    free(text);
    rosin_settings_free(&made);
    rosin_settings_free(&read);
  }
}

static void short_lists_take_one_line(void **state) {
  static const char text[] =
      "a = ((1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0), (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0));\n"
      "b = (\n  (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0),\n"
      "  (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0),\n  9.0\n);\n"
      "c = {\n  d = { e = 1.0; f = \"x\"; };\n};\n"
      "g = (\n  ((1.0))\n);\n";
  static const char *const wrong[] = {"a.x.y=("};
  rosin_error error;
  rosin_settings t;
  (void)state;
  assert_int_equal(rosin_match_tree_read(&t, text, "a.cfg", ROSIN_FILES_BESIDE, 0, NULL, &error),
                   0);
  char *made = rosin_match_tree_text(t.root);
  assert_string_equal(made, text);
  free(made);
  rosin_settings_free(&t);
  assert_int_equal(rosin_match_tree_read(&t, text, "a.cfg", ROSIN_FILES_BESIDE, 1, wrong, &error),
                   -1);
  assert_non_null(strstr(error.text, "a.x.y"));
  rosin_settings_free(&t);
}

/* What -s has put last stands last. */
static void trees_are_changed_in_place(void **state) {
  static const char *const set[] = {"a=4", "c.d=\"y\""};
  rosin_error error;
  rosin_settings t;
  (void)state;
  assert_int_equal(rosin_match_tree_read(&t, "a = 1; b = (1, 2); c = { d = \"x\"; };", "f/a.cfg",
                                         ROSIN_FILES_BESIDE, 2, set, &error),
                   0);
  assert_true(rosin_match_tree_at(t.root, "a", -1) == 4);
  assert_true(rosin_match_tree_at(t.root, "b", -1) == -1);
  assert_true(rosin_match_tree_at(t.root, "z", -1) == -1);
  assert_int_equal(rosin_match_tree_number(t.root, "a", 2.5), 0);
  assert_int_equal(rosin_match_tree_number(rosin_setting_member(t.root, "c"), "d", 3), 0);
  assert_int_equal(rosin_match_tree_append(rosin_setting_member(t.root, "b"), 7), 0);
  assert_int_equal(rosin_match_tree_words(t.root, "e", "q\"\\"), 0);
  char *text = rosin_match_tree_text(t.root);
  assert_string_equal(
      text, "b = (1.0, 2.0, 7.0);\nc = {\n  d = 3.0;\n};\na = 2.5;\ne = \"q\\\"\\\\\";\n");
  free(text);
  rosin_settings_free(&t);
  assert_int_equal(rosin_match_tree_read(&t, "a = ", "a.cfg", ROSIN_FILES_BESIDE, 0, NULL, &error),
                   -1);
  rosin_settings_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_read_as_they_are_written),
      cmocka_unit_test(lists_end_and_tables_are_shown),
      cmocka_unit_test(numbers_are_within_their_ranges),
      cmocka_unit_test(ranges_have_three_numbers),
      cmocka_unit_test(axes_say_what_is_wrong),
      cmocka_unit_test(errors_name_the_axis),
      cmocka_unit_test(trees_are_read_as_they_were_written),
      cmocka_unit_test(short_lists_take_one_line),
      cmocka_unit_test(trees_are_changed_in_place),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
