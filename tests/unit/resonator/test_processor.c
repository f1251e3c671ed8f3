/* SPDX-License-Identifier: BSD-3-Clause */
/* What the processor says that it has is what the compiler's own library finds, whenever it is
 * asked. */
#include "processor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void agrees(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) { /* looked for, and remembered */
#if defined(__x86_64__) && defined(__GNUC__)
    assert_int_equal(rosin_processor_has(ROSIN_HAS_AVX2), __builtin_cpu_supports("avx2") != 0);
    assert_int_equal(rosin_processor_has(ROSIN_HAS_AVX512F),
                     __builtin_cpu_supports("avx512f") != 0);
#else
    assert_int_equal(rosin_processor_has(ROSIN_HAS_AVX2), 0);
    assert_int_equal(rosin_processor_has(ROSIN_HAS_AVX512F), 0);
#endif
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
