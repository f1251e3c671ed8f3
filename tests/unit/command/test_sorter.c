/* SPDX-License-Identifier: BSD-3-Clause */
/* Records in order, whatever the room: none, one, in memory alone, in many runs and runs of runs;
 * of one key the last that was added. */
#include "host/manifest/sorter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* `count` records of keys 1 to `keys` in an order of chance, each with its number and some bytes
 * more; returns how many came back. */
static int sort(int count, int keys, size_t room, unsigned seed) {
  rosin_error error = {""};
  int *last = calloc((size_t)keys + 1, sizeof *last), got = 0, status;
  long long before = 0;
  char *record, text[4096];
  size_t size;
  rosin_sorter *s = rosin_sorter_new("/tmp", room, &error);
  assert_non_null(s);
  for (int i = 1; i <= count; i++) {
    seed = seed * 1103515245u + 12345u;
    const int key = 1 + (int)(seed >> 8) % keys, more = (int)(seed >> 4) % 300;
    const int length = snprintf(text, sizeof text, "%d %d %0*d", key, i, more, 0);
    assert_int_equal(rosin_sorter_add(s, key, text, (size_t)length + 1, &error), 0);
    last[key] = i;
  }
  assert_int_equal(rosin_sorter_end(s, &error), 0);
  while ((status = rosin_sorter_next(s, &record, &size, &error)) > 0) {
    int key, i;
    assert_int_equal(sscanf(record, "%d %d", &key, &i), 2);
    assert_int_equal(strlen(record) + 1, size);
    assert_true(key > before);
    assert_int_equal(last[key], i);
    last[key] = 0;
    before = key;
    got++;
  }
  assert_int_equal(status, 0);
  for (int k = 1; k <= keys; k++)
    assert_int_equal(last[k], 0);
  rosin_sorter_free(s);
  free(last);
  return got;
}

static void test_order(void **state) {
  (void)state;
  assert_int_equal(sort(0, 1, 1000, 1), 0);
  assert_int_equal(sort(1, 1, 1000, 1), 1);
  assert_int_equal(sort(1000, 1, 1000, 2), 1); /* one key, in every run */
  sort(5000, 100000, 8 << 20, 3);              /* in memory, in one run */
  sort(5000, 3000, 8 << 20, 4);                /* with keys that come again */
  sort(5000, 100000, 20000, 5);                /* some forty runs */
  sort(20000, 100000, 2000, 6);                /* runs of runs of runs */
  sort(20000, 1000, 2000, 7);                  /* and keys that come again in all of them */
}

static void test_what_does_not_fit(void **state) {
  rosin_error error = {""};
  char text[2000] = "x";
  (void)state;
  assert_null(rosin_sorter_new("/tmp/no/such", 1000, &error));
  assert_non_null(strstr(error.text, "/tmp/no/such: cannot be written to: "));
  rosin_sorter *s = rosin_sorter_new("/tmp", 1000, &error);
  assert_int_equal(rosin_sorter_add(s, 1, text, sizeof text, &error), -1);
  assert_string_equal(error.text, "a row is too long");
  rosin_sorter_free(s);
  rosin_sorter_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_what_does_not_fit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
