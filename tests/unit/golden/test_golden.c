/* SPDX-License-Identifier: BSD-3-Clause */
/* What golden.h tells of a file that is as the run, and of one in which a number is another, a row
 * is missing, stands twice, is one too many, or is none: in words, with the key. */
#include "golden.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const file = "rows.txt";

static const char good[] = "heard 1 2.5 -3\n"
                           "heard#2 4\n"
                           "coulomb:usual low=0 high=10\n"
                           "coulomb:bow bow-d of the cello\n";

/* The run. Returns how many rows differ, and what is said of it. */
static int run(char *said, size_t size) {
  FILE *to = tmpfile();
  assert_non_null(to);
  golden g = golden_open_of(file, "tests/unit/golden/test_golden.c", to);
  golden_row(&g, "heard", (const double[]){1, 2.5, -3}, 3, 1e-3, 1);
  golden_row(&g, "heard", (const double[]){4}, 1, 1e-3, 1);
  golden_in(&g, "%s", "coulomb");
  golden_columns(&g, "usual", "low high", (const double[]){0, 10}, 0, 0);
  golden_words(&g, "bow", "bow-d of the cello");
  golden_out(&g);
  const int differ = golden_close(&g);
  rewind(to);
  said[fread(said, 1, size - 1, to)] = '\0';
  fclose(to);
  return differ;
}

static void write_file(const char *text) {
  FILE *f = fopen(file, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

#define RENEWED                                                                                    \
  "rows.txt: renewed, where a change is meant, by: ROSIN_UPDATE=1 "                                \
  "build/tests/unit/golden/test_golden\n"

static void differences_are_told_in_words(void **state) {
  (void)state;
  static const struct {
    const char *name, *text, *said; /* NULL: nothing */
  } rows[] = {
      {"the same", good, NULL},
      {"in another order",
       "coulomb:bow bow-d of the cello\ncoulomb:usual high=10 low=0\nheard#2 4\nheard 1 2.5 -3\n",
       NULL},
      {"near enough",
       "heard 1.001 2.5 -3\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       NULL},
      {"a number",
       "heard 1 2.5 -3.1\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: heard number 3: was -3.1, is -3 (within 0.0041)\n"},
      {"several numbers",
       "heard 1 2.6 -3.1\nheard#2 5\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: heard number 2: was 2.6, is 2.5 (within 0.0036), so are 1 more of 3\n"
       "rows.txt: heard#2 number 1: was 5, is 4 (within 0.006)\n"},
      {"a number of a column",
       "heard 1 2.5 -3\nheard#2 4\ncoulomb:usual low=0 high=11\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: coulomb:usual high: was 11, is 10 (within 0)\n"},
      {"words",
       "heard 1 2.5 -3\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-g of the cello\n",
       "rows.txt: coulomb:bow: was 'bow-g of the cello', is 'bow-d of the cello'\n"},
      {"a row that is missing", "heard 1 2.5 -3\nheard#2 4\ncoulomb:bow bow-d of the cello\n",
       "rows.txt: coulomb:usual: is a new row\n"},
      {"a row too many",
       "heard 1 2.5 -3\nheard#2 4\nheard#3 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: heard#3: is in the file alone\n"},
      {"a row that stands twice",
       "heard 1 2.5 -3\nheard#2 4\nheard 1 2.5 -3\n"
       "coulomb:usual low=0 high=10\ncoulomb:bow bow-d of the cello\n",
       "rows.txt: heard: stands twice in the file, again in line 3\n"},
      {"a column that is missing",
       "heard 1 2.5 -3\nheard#2 4\ncoulomb:usual high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: coulomb:usual low: was not there, is 0 (within 0)\n"},
      {"a number too many",
       "heard 1 2.5 -3 8\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: heard: had 4 numbers, has 3\n"},
      {"no number",
       "heard 1 two -3\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: heard: has no numbers in the file: 1 two -3\n"},
      {"no key",
       "heard 1 2.5 -3\n\nheard#2 4\ncoulomb:usual low=0 high=10\n"
       "coulomb:bow bow-d of the cello\n",
       "rows.txt: line 2: begins with no key\n"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char said[1000], wanted[1000];
    write_file(rows[i].text);
    const int differ = run(said, sizeof said);
    int lines = 0;
    for (const char *at = rows[i].said; at && *at; at++)
      lines += *at == '\n';
    snprintf(wanted, sizeof wanted, "%s%s", rows[i].said ? rows[i].said : "",
             rows[i].said ? RENEWED : "");
    if (strcmp(said, wanted) != 0 || differ != lines)
      fail_msg("%s: %d, %s, is not %s", rows[i].name, differ, said, wanted);
  }
}

/* Of many it prints twenty and counts the rest. */
static void many_are_counted(void **state) {
  (void)state;
  char text[2000], said[4000];
  strcpy(text, good);
  for (int i = 0; i < 25; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "old:%d 1\n", i);
  write_file(text);
  assert_int_equal(run(said, sizeof said), 25);
  assert_non_null(strstr(said, "old:19: is in the file alone\nrows.txt: and 5 more\n" RENEWED));
  assert_null(strstr(said, "old:20:"));
}

/* What is written anew is the same, and is read as such. */
static void it_is_written_anew(void **state) {
  (void)state;
  char said[1000], text[1000];
  write_file("old 7\n");
  assert_int_equal(setenv("ROSIN_UPDATE", "1", 1), 0);
  assert_int_equal(run(said, sizeof said), 0);
  assert_string_equal(said, "");
  assert_int_equal(unsetenv("ROSIN_UPDATE"), 0);
  FILE *f = fopen(file, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  assert_string_equal(text, good);
  assert_int_equal(run(said, sizeof said), 0);
}

static void a_file_that_is_not_there_is_told(void **state) {
  (void)state;
  char said[1000];
  remove(file);
  assert_true(run(said, sizeof said) > 0);
  assert_non_null(strstr(said, "rows.txt: cannot be opened: run the test in the root"));
}

int main(void) {
  unsetenv("ROSIN_UPDATE"); /* of which the tests have their own */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(differences_are_told_in_words),
      cmocka_unit_test(many_are_counted),
      cmocka_unit_test(it_is_written_anew),
      cmocka_unit_test(a_file_that_is_not_there_is_told),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
