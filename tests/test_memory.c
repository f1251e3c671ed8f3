/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory: process allocates and frees nothing, and whichever allocation of the
 * set-up fails, it ends with an error and without a leak. The allocator is wrapped
 * by the linker (-Wl,--wrap). */
#include "rosin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
void __wrap_free(void *memory) {
  calls++;
  __real_free(memory);
}

static void process_allocates_nothing(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "squeak", "glass"};
  const char *const set[] = {"oversample=2"};
  float out[64];
  for (int i = 0; i < 6; i++) {
    rosin_scene *scene = rosin_scene_load(scenes[i / 2], i % 2, set, NULL);
    assert_non_null(scene);
    assert_int_equal(rosin_scene_prepare(scene, 0, 64, NULL), 0);
    const long before = calls;
    for (int k = 0; k < 2000; k++)
      rosin_scene_process(scene, 64, out);
    rosin_network_reset(rosin_scene_network(scene));
    assert_int_equal(calls, before);
    rosin_scene_free(scene);
  }
}

/* Allocations of the libraries underneath are not wrapped, ours are. */
static void every_failed_allocation_is_survived(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "squeak", "glass"};
  for (int i = 0; i < 3; i++) {
    int done = 0;
    for (long k = 0; !done; k++) {
      char *errors = NULL;
      rosin_error error = {""};
      calls = 0;
      fail_at = k;
      rosin_scene *scene = rosin_scene_load(scenes[i], 0, NULL, &errors);
      const int ready = scene && rosin_scene_prepare(scene, 0, 64, &error) == 0;
      done = calls <= k;
      fail_at = -1;
      if (!done && !ready && scene)
        assert_true(*error.text);
      if (ready) {
        float out[64];
        rosin_scene_process(scene, 64, out);
      }
      rosin_scene_free(scene);
      free(errors);
      assert_true(k < 2000);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(process_allocates_nothing),
      cmocka_unit_test(every_failed_allocation_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
