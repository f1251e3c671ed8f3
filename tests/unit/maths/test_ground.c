/* SPDX-License-Identifier: BSD-3-Clause */
/* What all rooms stand on: lists in order with memory and without, smooth chance, things that are
 * shared, tables of parameters and what they say, memory that is as much as was measured. */
#include "course.h"
#include "error.h"
#include "format.h"
#include "maths/maths.h"
#include "memory.h"
#include "number.h"
#include "order.h"
#include "shelf.h"
#include "tests/unit/draw.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- order ---------------------------------------------------------------------------------- */

typedef struct {
  int key, stood;
  char more[5];
} thing;

static int by_key(const void *a, const void *b) {
  return ((const thing *)a)->key - ((const thing *)b)->key;
}

/* What is equal stays as it stood; the same where there is no memory to do it quickly. */
static void lists_are_in_order(void **state) {
  (void)state;
  static thing list[300];
  static char little[80];
  for (int round = 0; round < 400; round++) {
    rosin_memory memory;
    const int count = one_of(round % 2 ? 60 : 300), keys = 1 + one_of(40);
    for (int i = 0; i < count; i++)
      list[i] = (thing){one_of(keys), i, {(char)i, (char)(i / 3), 0, 1, 2}};
    rosin_memory_begin(&memory, little, sizeof little);
    if (round % 3 == 0)
      rosin_memory_lend(&memory);
    rosin_sort(list, (size_t)count, sizeof *list, by_key);
    rosin_memory_lend(NULL);
    int seen[300] = {0};
    for (int i = 0; i < count; i++) {
      const thing *t = &list[i];
      assert_true(t->more[0] == (char)t->stood && t->more[1] == (char)(t->stood / 3));
      assert_true(t->more[2] == 0 && t->more[4] == 2 && !seen[t->stood]++);
      if (i)
        assert_true(t[-1].key < t->key || (t[-1].key == t->key && t[-1].stood < t->stood));
    }
  }
}

static void middles_and_shares(void **state) {
  (void)state;
  for (int count = 1; count < 40; count++) {
    double list[40], again[40];
    for (int i = 0; i < count; i++)
      again[i] = list[i] = i * 7 % count;
    for (int i = 0; count % 7 == 0 && i < count; i++)
      again[i] = list[i] = count - 1 - i;
    assert_true(rosin_median(list, count) == count / 2);
    const double share = uniform(&seed, 0, 1);
    const double near = rosin_quantile(again, count, share);
    assert_true(fabs(near - share * (count - 1)) <= 0.5 + 1e-9);
    assert_true(rosin_quantile(again, count, 0) == 0);
    assert_true(rosin_quantile(again, count, 1) == count - 1);
  }
  assert_true(isnan(rosin_median(NULL, 0)) && isnan(rosin_quantile(NULL, 0, 0.5)));
}

/* ---- chance --------------------------------------------------------------------------------- */

/* Mean 0, variance 1, smooth, within its bounds; of each seed another, however one goes there. */
static void courses_are_as_said(void **state) {
  (void)state;
  double sum = 0, square = 0;
  enum { STEPS = 60000 };
  rosin_course_leg along = {0};
  double before = rosin_course_at(&along, 5, 0);
  for (int i = 1; i <= STEPS; i++) {
    const double turns = i * 0.05, x = rosin_course_at(&along, 5, turns);
    rosin_course_leg anew = {0};
    assert_true(fabs(x) <= 2 && fabs(x - before) <= 7.4 * 0.05 * (1 + 1e-9));
    if (i % 10 == 0)
      assert_true(rosin_course_at(&anew, 5, turns) == x);
    sum += x;
    square += x * x;
    before = x;
  }
  assert_true(fabs(sum / STEPS) < 0.05);
  assert_true(fabs(square / STEPS - 1) < 0.05);
  const double there = rosin_course_at(&along, 6, 3.3), here = rosin_course_at(&along, 5, 3.3);
  assert_true(there != here);
  rosin_course_leg leg = {0};
  assert_true(rosin_course_at(&leg, 6, 3.3) == there);
  assert_true(fabs(rosin_course_at(&leg, 9, 1234.5) - 1.6556148) < 1e-7);
}

/* Of names of which no two pairs are the same letters in a row. */
static void seeds_are_of_all_letters(void **state) {
  (void)state;
  static const char *const names[] = {"a", "b", "cd", "dc", "cde", "e\x7f", "\xff"};
  enum { NAMES = sizeof names / sizeof *names };
  uint64_t made[2 * NAMES * NAMES];
  int count = 0;
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < NAMES; i++)
      for (int k = 0; k < NAMES; k++)
        made[count++] = rosin_course_seed((uint64_t)s, names[i], names[k]);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++)
      assert_true(made[i] != made[k]);
}

/* ---- what is shared ------------------------------------------------------------------------- */

typedef struct {
  rosin_shared shared;
  int key;
} part;

static int ended;

static int is(const rosin_shared *t, const void *key) {
  return ((const part *)t)->key == *(const int *)key;
}

static void finish(rosin_shared *t) {
  ended++;
  free(t);
}

/* Random takes and leaves against books of our own: found by mark and key, gone with the last. */
static void what_is_shared_lasts_as_long_as_it_is(void **state) {
  (void)state;
  enum { KEYS = 12 };
  rosin_shelf shelf = ROSIN_SHELF(is, finish);
  rosin_shared *thing_of[KEYS] = {0};
  int users[KEYS] = {0}, ends = 0;
  for (int act = 0; act < 4000; act++) {
    const int key = one_of(KEYS), mark = key / 2; /* two of each mark */
    if (one_of(2)) {
      rosin_shared *t = rosin_shelf_take(&shelf, (uint64_t)mark, &key);
      assert_ptr_equal(t, users[key] ? thing_of[key] : NULL);
      if (!t) {
        part *made = calloc(1, sizeof *made);
        *made = (part){.shared = {.mark = (uint64_t)mark}, .key = key};
        rosin_shelf_put(&shelf, t = thing_of[key] = &made->shared);
      }
      users[key]++;
    } else if (users[key]) {
      rosin_shelf_leave(&shelf, thing_of[key]);
      ends += --users[key] == 0;
    }
    int all = 0, things = 0, told;
    for (int i = 0; i < KEYS; i++) {
      all += users[i];
      things += users[i] > 0;
    }
    assert_int_equal(rosin_shelf_count(&shelf, &told), things);
    assert_int_equal(told, all);
    assert_int_equal(ended, ends);
  }
  for (int i = 0; i < KEYS; i++)
    while (users[i]-- > 0)
      rosin_shelf_leave(&shelf, thing_of[i]);
  rosin_shelf_leave(&shelf, NULL);
  assert_null(shelf.first);
}

/* Each bit of each byte makes another mark, and so do order, length and what was before. */
static void marks_are_of_all_bytes(void **state) {
  (void)state;
  unsigned char bytes[21];
  for (int n = 0; n <= 21; n++) {
    for (int i = 0; i < n; i++)
      bytes[i] = (unsigned char)one_of(256);
    const uint64_t mark = rosin_shelf_mark(3, bytes, (unsigned long)n);
    assert_true(mark == rosin_shelf_mark(3, bytes, (unsigned long)n));
    assert_true(mark != rosin_shelf_mark(4, bytes, (unsigned long)n));
    for (int i = 0; i < 8 * n; i++) {
      bytes[i / 8] ^= (unsigned char)(1 << i % 8);
      assert_true(rosin_shelf_mark(3, bytes, (unsigned long)n) != mark);
      bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    for (int i = 1; i < n; i++)
      assert_true(rosin_shelf_mark(3, bytes, (unsigned long)i) != mark);
  }
}

/* ---- parameters ------------------------------------------------------------------------------ */

static const char *const shapes[] = {"round", "half-open", "flat", NULL};
static const rosin_parameter rows[] = {
    {"speed", "m/s", 0.1, 2, 0.5, "how fast", 0},
    {"on", "", 0, 1, 1, "whether", 8, .kind = ROSIN_SWITCH},
    {"shape", "", 0, 2, 1, "which", 16, .kind = ROSIN_CHOICE, .words = shapes},
    {"share", "", 1.0 / 3, 1e9, 1, "how much", 24},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void words_stand_for_numbers(void **state) {
  (void)state;
  double x = -1;
  for (int i = 0; i < 3; i++) {
    assert_string_equal(rosin_parameter_word(&rows[2], i), shapes[i]);
    assert_string_equal(rosin_parameter_word(&rows[2], i + 0.49), shapes[i]);
    assert_string_equal(rosin_parameter_word(&rows[2], i - 0.49), shapes[i]);
    assert_int_equal(rosin_parameter_worded(&rows[2], shapes[i], &x), 0);
    assert_true(x == i);
  }
  assert_string_equal(rosin_parameter_word(&rows[1], 0), "off");
  assert_string_equal(rosin_parameter_word(&rows[1], 1), "on");
  const double none[] = {-0.5, 2.5, NAN, 7};
  for (int i = 0; i < 4; i++)
    assert_null(rosin_parameter_word(&rows[2], none[i]));
  assert_null(rosin_parameter_word(&rows[0], 1));
  assert_null(rosin_parameter_word(NULL, 1));
  assert_int_equal(rosin_parameter_worded(&rows[2], "Half Open", &x), 0);
  assert_true(x == 1);
  x = 9;
  static const char *const wrong[] = {"half", "half-opener", "half_open", "", "flat "};
  for (int i = 0; i < 5; i++)
    assert_int_equal(rosin_parameter_worded(&rows[2], wrong[i], &x), -1);
  assert_int_equal(rosin_parameter_worded(&rows[0], "round", &x), -1);
  assert_int_equal(rosin_parameter_worded(NULL, "round", &x), -1);
  assert_true(x == 9);
}

static void says(const rosin_parameter *row, const char *owner, double value, const char *said) {
  rosin_error error = {""};
  assert_int_equal(rosin_parameter_check(row, owner, value, &error), said ? -1 : 0);
  assert_int_equal(rosin_parameter_check(row, owner, value, NULL), said ? -1 : 0);
  assert_string_equal(error.text, said ? said : "");
}

static void ranges_are_told(void **state) {
  (void)state;
  double object[4];
  rosin_error error = {""};
  says(&rows[0], "bow", 0.1, NULL);
  says(&rows[0], "bow", 2, NULL);
  says(&rows[0], "bow", 2.5, "bow.speed: 2.5 is out of range: 0.1 to 2 m/s");
  says(&rows[0], NULL, 0.05, "speed: 0.05 is out of range: 0.1 to 2 m/s");
  says(&rows[0], NULL, INFINITY, "speed: inf is out of range: 0.1 to 2 m/s");
  says(&rows[2], NULL, -1, "shape: -1 is out of range: 0 to 2");
  says(&rows[3], NULL, 0.25, "share: 0.25 is out of range: 0.333333333333 to 1e+09");
  says(NULL, "bow", 1, "there is no such parameter");
  rosin_parameters_default(rows, object);
  assert_true(object[0] == 0.5 && object[1] == 1 && object[2] == 1 && object[3] == 1);
  rosin_parameters_default(rows, NULL);
  rosin_parameters_default(NULL, object);
  assert_ptr_equal(rosin_parameter_find(rows, "shape"), &rows[2]);
  assert_null(rosin_parameter_find(rows, "shapes"));
  assert_null(rosin_parameter_find(NULL, "shape"));
  assert_null(rosin_parameter_find(rows, NULL));
  assert_int_equal(rosin_parameter_put(rows, "bow", "share", 0.5, object, &error), 0);
  assert_true(object[3] == 0.5 && object[0] == 0.5);
  assert_int_equal(rosin_parameter_put(rows, "bow", "sped", 1, object, &error), -1);
  assert_string_equal(error.text, "bow: there is no 'sped'; there are: speed, on, shape, share");
  assert_int_equal(rosin_parameter_put(rows, NULL, "speed", 9, object, &error), -1);
  assert_string_equal(error.text, "speed: 9 is out of range: 0.1 to 2 m/s");
  assert_int_equal(rosin_parameter_put(rows, NULL, "speed", 1, NULL, &error), -1);
  assert_int_equal(rosin_error_digits(0.1), 6);
  assert_int_equal(rosin_error_digits(1.0 / 3), 12);
  assert_int_equal(rosin_error_digits(NAN), 12);
  assert_int_equal(rosin_fail_first(&error, "one\ntwo"), -1);
  assert_string_equal(error.text, "one");
  assert_int_equal(rosin_fail_first(&error, NULL), -1);
  assert_string_equal(error.text, "out of memory");
  assert_int_equal(rosin_fail(NULL, "nobody"), -1);
  assert_string_equal(rosin_version(), ROSIN_VERSION);
}

/* ---- numbers ----------------------------------------------------------------------------------
 */

/* Lengths of whole numbers, and hexadecimal digits beyond what a double holds, as the C library has
 * them where the point is a point. */
static void whole_numbers_have_lengths(void **state) {
  (void)state;
  char mine[200], its[200];
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  for (int i = 0; i < 300; i++) {
    const intmax_t wide = (intmax_t)(uniform(&seed, -1, 1) * 9e18);
    const ptrdiff_t far = (ptrdiff_t)(uniform(&seed, -1, 1) * 9e18);
    const int n = one_of(200000) - 100000;
    rosin_format(mine, sizeof mine, "%jd|%ju|%jx|%td|%tx|%zu|%hhd|%hu|%lld|%+ld|%#o|% d|%08d|%-9d|",
                 wide, (uintmax_t)wide, (uintmax_t)wide, far, (size_t)far, (size_t)far,
                 (signed char)n, (unsigned short)n, (long long)wide, (long)far, (unsigned)n, n, n,
                 n);
    snprintf(its, sizeof its, "%jd|%ju|%jx|%td|%tx|%zu|%hhd|%hu|%lld|%+ld|%#o|% d|%08d|%-9d|", wide,
             (uintmax_t)wide, (uintmax_t)wide, far, (size_t)far, (size_t)far, (signed char)n,
             (unsigned short)n, (long long)wide, (long)far, (unsigned)n, n, n, n);
    assert_string_equal(mine, its);
    int used = snprintf(mine, sizeof mine, "0x");
    for (int k = 1 + one_of(40); k > 0; k--)
      used +=
          snprintf(mine + used, sizeof mine - (size_t)used, "%x%s", one_of(16), k == 9 ? "." : "");
    snprintf(mine + used, sizeof mine - (size_t)used, "p%d", one_of(400) - 200);
    char *end[2];
    const double read = rosin_number_read(mine, &end[0]);
    const locale_t here = uselocale(plain); /* strtod heeds it, and we do not */
    const double wanted = strtod(mine, &end[1]);
    uselocale(here);
    assert_true(read == wanted && end[0] == end[1]);
  }
  freelocale(plain);
}

/* A right angle's long side is as exact however large the triangle is. */
static void triangles_of_any_size(void **state) {
  (void)state;
  static const double side[][3] = {{3, 4, 5}, {5, 12, 13}, {20, 21, 29}, {0, 7, 7}};
  for (int k = -1060; k <= 1017; k++)
    for (int i = 0; i < 4; i++) {
      const double a = ldexp(side[i][0], k), b = ldexp(side[i][1], k), c = ldexp(side[i][2], k);
      assert_true(rosin_hypot(a, b) == c && rosin_hypot(-b, a) == c && rosin_hypot(b, -a) == c);
    }
  for (int i = 0; i < 3000; i++) {
    const double a = ldexp(uniform(&seed, -1, 1), one_of(1800) - 900),
                 b = a * uniform(&seed, -3, 3);
    assert_true(fabs(rosin_hypot(a, b) / (fabs(a) * sqrt(1 + (b / a) * (b / a))) - 1) < 1e-15);
  }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Some things made and freed; 1 if there was memory for all. */
static int build(void) {
  void *made[30] = {0};
  int all = 1;
  uint64_t from = 77;
  for (int i = 0; i < 90 && all; i++) {
    const int k = (int)uniform(&from, 0, 30), bytes = (int)uniform(&from, 0, 900);
    rosin_free(made[k]);
    made[k] = i % 3 == 0   ? rosin_aligned((size_t)bytes / 64 * 64)
              : i % 3 == 1 ? rosin_malloc((size_t)bytes)
                           : (void *)rosin_strndup("some text that is long enough", 20);
    all = made[k] != NULL;
  }
  return all;
}

/* What was measured is enough, and a grain less is not. */
static void what_was_measured_is_enough(void **state) {
  (void)state;
  static char room[1 << 16] __attribute__((aligned(64)));
  rosin_memory m;
  rosin_memory_begin(&m, room, sizeof room);
  assert_null(rosin_memory_lend(&m));
  assert_true(rosin_memory_is_lent() && build());
  const size_t most = m.most;
  assert_true(most > 5000 && most < sizeof room / 2 && most % 16 == 0);
  for (int less = 0; less < 2; less++) {
    memset(room, 0x5a, sizeof room);
    rosin_memory_begin(&m, room, most - 16 * (size_t)less);
    assert_ptr_equal(rosin_memory_lend(&m), &m);
    assert_int_equal(build(), !less);
    assert_true((unsigned char)room[most] == 0x5a);
  }
  assert_ptr_equal(rosin_memory_lend(NULL), &m);
  assert_false(rosin_memory_is_lent());
  rosin_memory_begin(&m, room + 1, 30);
  assert_true(m.first == room + 64 && m.bytes == 0);
}

/* Pieces of nothing are pieces: each is another, within the memory, and is given back. */
static void nothing_takes_some(void **state) {
  (void)state;
  static char room[1024 + 16] __attribute__((aligned(64)));
  for (int spare = 0; spare < 3; spare++) {
    rosin_memory m;
    void *piece[100];
    int count = 0;
    rosin_memory_begin(&m, room, 1024 + 16 * (size_t)(spare % 2));
    rosin_memory_lend(&m);
    while (count < 100 && (piece[count] = rosin_malloc(spare == 2 && count == 0 ? 700 : 0))) {
      const char *at = piece[count];
      assert_true(at >= m.first && at < m.first + m.bytes);
      for (int i = 0; i < count; i++)
        assert_true(piece[i] != at);
      count++;
    }
    assert_in_range(count, 5, 99);
    for (int i = 0; i < count; i++)
      rosin_free(piece[i % 2 ? count - 1 - i / 2 : i / 2]);
    void *all = rosin_malloc(m.bytes - 16);
    assert_non_null(all);
    rosin_free(all);
    rosin_memory_lend(NULL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_are_in_order),
      cmocka_unit_test(middles_and_shares),
      cmocka_unit_test(courses_are_as_said),
      cmocka_unit_test(seeds_are_of_all_letters),
      cmocka_unit_test(what_is_shared_lasts_as_long_as_it_is),
      cmocka_unit_test(marks_are_of_all_bytes),
      cmocka_unit_test(words_stand_for_numbers),
      cmocka_unit_test(ranges_are_told),
      cmocka_unit_test(triangles_of_any_size),
      cmocka_unit_test(whole_numbers_have_lengths),
      cmocka_unit_test(nothing_takes_some),
      cmocka_unit_test(what_was_measured_is_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
