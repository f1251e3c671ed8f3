/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear algebra reads behind what it is given (OpenBLAS 0.3.21 by a column); what is given
 * bears it. Each array allocated here ends at a page that must not be touched. */
#define _DEFAULT_SOURCE
#include "modes/estimate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { ARRAYS = 64, MOST = 400 };

static struct {
  char *page;
  size_t size;
  void *data;
} array[ARRAYS];

void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *data);
void __real_free(void *data);

void *__wrap_calloc(size_t count, size_t size) {
  const size_t page = 65536, bytes = (count * size + 15) / 16 * 16;
  const size_t whole = (bytes + page - 1) / page * page;
  int i = 0;
  while (i < ARRAYS && array[i].data)
    i++;
  assert_true(i < ARRAYS);
  array[i].size = whole + page;
  array[i].page =
      mmap(NULL, array[i].size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(array[i].page != MAP_FAILED);
  assert_int_equal(mprotect(array[i].page + whole, page, PROT_NONE), 0);
  return array[i].data = array[i].page + whole - bytes;
}

void __wrap_free(void *data) {
  for (int i = 0; data && i < ARRAYS; i++)
    if (array[i].data == data) {
      munmap(array[i].page, array[i].size);
      array[i].data = NULL;
      return;
    }
  __real_free(data);
}

static void arrays_bear_to_be_read_behind(void **state) {
  (void)state;
  static double complex y[MOST];
  for (int i = 0; i < MOST; i++) {
    y[i] = 0;
    for (int p = 1; p <= 6; p++)
      y[i] += cexp((-0.002 * p + 0.37 * p * I) * i) + 1e-3 * sin(12.9898 * i * i * p);
  }
  for (int n = 18; n <= MOST; n++) {
    double complex pole[MOST], amplitude[MOST];
    double left;
    const int poles = rosin_poles(y, n, 20, pole);
    assert_true(poles >= 0);
    if (poles > 0)
      assert_int_equal(rosin_poles_weigh(y, n, poles, pole, amplitude, &left), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(arrays_bear_to_be_read_behind)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
