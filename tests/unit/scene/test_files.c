/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of scenes, the files they may name, and files that get their name at the end. */
#include "host/common/text.h"
#include "scene/text/files.h"
#include "scene/text/setting.h"
#include "sound/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void is(const char *path, const char *text) {
  char got[256] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  got[fread(got, 1, sizeof got - 1, file)] = 0;
  fclose(file);
  assert_string_equal(got, text);
}

/* ---- settings ------------------------------------------------------------------ */

static void good(const char *text, rosin_settings *tree) {
  rosin_error error = {""};
  if (rosin_settings_read(tree, text, "t", ".", ROSIN_FILES_BESIDE, &error))
    fail_msg("%s", error.text);
}

static void bad(const char *text, const char *wanted) {
  rosin_settings tree;
  rosin_error error = {""};
  assert_int_equal(rosin_settings_read(&tree, text, "t", ".", ROSIN_FILES_BESIDE, &error), -1);
  if (!strstr(error.text, wanted))
    fail_msg("'%s' lacks '%s'", error.text, wanted);
  assert_null(tree.root);
}

static void numbers_and_texts(void **state) {
  static const struct {
    const char *text;
    double value;
  } number[] = {{"1", 1},        {"-7", -7},   {"+.5", 0.5},   {"2.", 2},           {"1e3", 1000},
                {"1.5E-1", .15}, {"0x1F", 31}, {"-0x10", -16}, {"3000000000", 3e9}, {"12L", 12},
                {"12LL", 12},    {"007", 7}};
  rosin_settings tree;
  char text[64];
  (void)state;
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    snprintf(text, sizeof text, "a = %s;", number[i].text);
    good(text, &tree);
    const rosin_setting *a = rosin_setting_member(tree.root, "a");
    assert_true(rosin_setting_is(a, ROSIN_SETTING_NUMBER) && a->number == number[i].value);
    rosin_settings_free(&tree);
  }
  good("t = \"a\\n\\x41\\\"\" /* and */ \"b\"; u: TRUE, v = false # end", &tree);
  assert_string_equal(rosin_setting_member(tree.root, "t")->text, "a\nA\"b");
  assert_true(rosin_setting_member(tree.root, "u")->number == 1);
  assert_true(rosin_setting_is(rosin_setting_member(tree.root, "v"), ROSIN_SETTING_TRUTH));
  rosin_settings_free(&tree);
}

static void groups_and_lists(void **state) {
  rosin_settings tree;
  (void)state;
  good("\n// one\ng = {\n  l = ( 1, \"two\", { x = 3; }, ( ), [ 4, 5 ], );\n};\n", &tree);
  const rosin_setting *l = rosin_setting_member(rosin_setting_member(tree.root, "g"), "l");
  assert_int_equal(l->count, 5);
  assert_int_equal(l->line, 4);
  assert_true(rosin_setting_member(rosin_setting_element(l, 2), "x")->number == 3);
  assert_true(rosin_setting_element(rosin_setting_element(l, 4), 1)->number == 5);
  assert_null(rosin_setting_element(l, 5));
  assert_null(rosin_setting_element(l, -1));
  assert_null(rosin_setting_member(l, "x"));
  assert_int_equal(rosin_setting_remove(tree.root, "g"), 0);
  assert_int_equal(rosin_setting_remove(tree.root, "g"), -1);
  rosin_settings_free(&tree);
}

static void bad_texts(void **state) {
  static const char *const wrong[][2] = {
      {"a", "t:1: syntax error at the end: '=' is wanted"},
      {"a = ;", "at ';': a value is wanted"},
      {"\n= 1;", "t:2: syntax error at '='"},
      {"a = 1; a = 2;", "'a' is set twice, in line 1 too"},
      {"a = { b = 1;", "at the end"},
      {"a = ( 1 2 );", "',' or ')' is wanted"},
      {"a = [ 1, \"x\" ];", "mismatched"},
      {"a = [ ( 1 ) ];", "mismatched"},
      {"a = \"x", "not closed"},
      {"a = \"\\q\";", "escape"},
      {"a = \"\\x0\";", "escape"},
      {"a = \"\\x00\";", "escape"},
      {"/* a", "comment is not closed"},
      {"a = 1x;", "no number"},
      {"a = 1.2.3;", "no number"},
      {"a = -;", "a number is wanted"},
      {"a = @b;", "unexpected character"},
      {"@include x", "\"FILE\" is wanted"},
      {"@include \"\"", "plain file"},
      {"@include \"none\"", "t:1: @include: ./none: No such file"},
  };
  char *text = malloc(ROSIN_SETTING_BYTES + 2);
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    bad(wrong[i][0], wrong[i][1]);
  assert_non_null(text);
  memset(text, ' ', ROSIN_SETTING_BYTES + 1);
  text[ROSIN_SETTING_BYTES + 1] = 0;
  bad(text, "too large");
  memset(text, 'n', 64);
  memcpy(text + 64, "=1;", 4);
  bad(text, "longer than 63");
  char *at = text + snprintf(text, 8, "a = ");
  for (int i = 0; i < 33; i++)
    *at++ = '(';
  *at = 0;
  bad(text, "32 deep");
  at = text;
  for (int i = 0; i <= ROSIN_SETTING_MEMBERS; i++)
    at += snprintf(at, 16, "m%d=1;", i);
  bad(text, "more than 2048");
  at = text + snprintf(text, 8, "a = (");
  for (int i = 0; i <= ROSIN_SETTINGS; i++)
    at += snprintf(at, 4, "1,");
  bad(text, "more than 400000");
  free(text);
}

static void includes_stay_in_their_folder(void **state) {
  rosin_settings tree;
  rosin_error error = {""};
  (void)state;
  assert_int_equal(mkdir("scenes", 0777), 0);
  assert_int_equal(mkdir("scenes/sub", 0777), 0);
  put("secret", "s = 1;\n");
  put("scenes/sub/part", "b = 2;\nc = x;\n");
  put("scenes/whole", "b = 2;\n");
  put("scenes/self", "@include \"self\"\n");
  assert_int_equal(symlink("../secret", "scenes/link"), 0);
  assert_int_equal(symlink("..", "scenes/up"), 0);
  assert_int_equal(mkfifo("scenes/pipe", 0600), 0);
  static const char *const wrong[][2] = {
      {"../secret", "lies outside"}, {"sub/../../secret", "lies outside"},
      {"..", "lies outside"},        {"/etc/passwd", "lies outside"},
      {"link", "is a link"},         {"up/secret", "Not a directory"},
      {"pipe", "plain file"},        {"sub", "plain file"},
      {"self", "too deeply"},        {"sub/part", "sub/part:2: syntax error at 'x'"},
  };
  char text[128];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text, "a = 1;\n@include \"%s\"\n", wrong[i][0]);
    assert_int_equal(rosin_settings_read(&tree, text, "t", "scenes", ROSIN_FILES_BESIDE, &error),
                     -1);
    if (!strstr(error.text, wrong[i][1]))
      fail_msg("%s: '%s' lacks '%s'", wrong[i][0], error.text, wrong[i][1]);
  }
  const char *both = "a = 1;\n@include \"./whole\"\nd = 3;";
  assert_int_equal(rosin_settings_read(&tree, both, "t", "scenes", ROSIN_FILES_BESIDE, &error), 0);
  assert_string_equal(rosin_setting_member(tree.root, "b")->file, "scenes/./whole");
  assert_null(rosin_setting_member(tree.root, "d")->file);
  assert_int_equal(rosin_setting_member(tree.root, "d")->line, 3);
  rosin_settings_free(&tree);
  for (int i = 0; i < 3; i++) { /* by leave */
    static const char *const outside[] = {"../secret", "link", "up/secret"};
    snprintf(text, sizeof text, "@include \"%s\"\n", outside[i]);
    assert_int_equal(rosin_settings_read(&tree, text, "t", "scenes", ROSIN_FILES_ANY, &error), 0);
    assert_true(rosin_setting_member(tree.root, "s")->number == 1);
    rosin_settings_free(&tree);
  }
  assert_int_equal(rosin_files_open("scenes", "pipe", ROSIN_FILES_ANY, &error), -1);
}

/* ---- temporaries ------------------------------------------------------------------ */

static void a_file_gets_its_name_at_the_end(void **state) {
  char *name, *other;
  (void)state;
  put("out", "old");
  FILE *file = rosin_temporary_stream("out", &name);
  assert_non_null(file);
  fputs("new", file);
  const int second = rosin_temporary_open("out", &other); /* somebody else's */
  assert_true(second >= 0);
  assert_string_not_equal(name, other);
  is("out", "old");
  char *copy = strdup(name);
  assert_int_equal(rosin_temporary_close(file, name, "out"), 0);
  is("out", "new");
  assert_int_equal(access(copy, F_OK), -1);
  free(copy);
  close(second);
  rosin_temporary_drop(other);
  assert_int_equal(access(other, F_OK), -1);
  free(other);
}

static void no_link_is_followed(void **state) {
  char *name, *trap = rosin_temporary_name("goal", 0);
  (void)state;
  put("precious", "whole");
  assert_int_equal(symlink("precious", trap), 0);
  FILE *file = rosin_temporary_stream("goal", &name);
  assert_non_null(file);
  assert_string_not_equal(name, trap);
  fputs("x", file);
  assert_int_equal(rosin_temporary_close(file, name, "goal"), 0);
  is("precious", "whole");
  is("goal", "x");
  assert_int_equal(symlink("precious", "named"), 0); /* the output itself: the link goes */
  file = rosin_temporary_stream("named", &name);
  fputs("y", file);
  assert_int_equal(rosin_temporary_close(file, name, "named"), 0);
  is("precious", "whole");
  is("named", "y");
  free(trap);
}

static void failure_leaves_nothing(void **state) {
  char *name;
  (void)state;
  FILE *file = rosin_temporary_stream("/dev/full", &name);
  assert_non_null(file);
  assert_null(name); /* in place */
  fputs("x", file);
  assert_int_equal(rosin_temporary_close(file, name, "/dev/full"), -1);
  assert_int_equal(errno, ENOSPC);
  file = rosin_temporary_stream("gone", &name);
  assert_non_null(file);
  assert_int_equal(mkdir("gone", 0777), 0); /* a folder cannot be replaced */
  assert_int_equal(rosin_temporary_close(file, name, "gone"), -1);
  assert_int_equal(rmdir("gone"), 0);
  assert_null(rosin_temporary_stream("none/such", &name));
  assert_int_equal(errno, ENOENT);
  char longest[256], longer[257];
  memset(longest, 'a', 255);
  memset(longer, 'a', 256);
  longest[255] = longer[256] = 0;
  file = rosin_temporary_stream(longest, &name);
  assert_non_null(file);
  assert_int_equal(rosin_temporary_close(file, name, longest), 0);
  file = rosin_temporary_stream(longer, &name); /* as the system says, at the end */
  assert_non_null(file);
  assert_int_equal(rosin_temporary_close(file, name, longer), -1);
  assert_int_equal(errno, ENAMETOOLONG);
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_as(const char *text, int lines, const char *wanted) {
  char got[128] = "";
  FILE *to = fmemopen(got, sizeof got, "w");
  assert_non_null(to);
  if (lines < 0)
    rosin_text_put_word(to, text);
  else
    rosin_text_put(to, text, lines);
  fclose(to);
  assert_string_equal(got, wanted);
}

static void text_of_others_is_harmless(void **state) {
  (void)state;
  put_as("plain, \xc3\xa9, \xe2\x82\xac", 0, "plain, \xc3\xa9, \xe2\x82\xac");
  put_as("\x1b[2J\x7f\n", 0, "\\x1b[2J\\x7f\\x0a");
  put_as("a\tb\r\nc\rd\n", 1, "a\tb\nc\\x0dd\n");
  put_as("\xc2\x9b"
         "31m \x9b \xff \xe2\x82",
         0, "\\xc2\\x9b31m \\x9b \\xff \\xe2\\x82");
  put_as("bow.force=0.5", -1, "bow.force=0.5");
  put_as("", -1, "''");
  put_as("a b", -1, "'a b'");
  put_as("a\nb", -1, "'a\\x0ab'");
  put_as("$(x)'y", -1, "'$(x)'\\''y'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_and_texts),
      cmocka_unit_test(groups_and_lists),
      cmocka_unit_test(bad_texts),
      cmocka_unit_test(includes_stay_in_their_folder),
      cmocka_unit_test(a_file_gets_its_name_at_the_end),
      cmocka_unit_test(no_link_is_followed),
      cmocka_unit_test(failure_leaves_nothing),
      cmocka_unit_test(text_of_others_is_harmless),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
