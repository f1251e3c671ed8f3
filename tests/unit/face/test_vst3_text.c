/* SPDX-License-Identifier: BSD-3-Clause */
/* Text as VST3 has it, 16 bits a letter: cut where it is too long, ended always. */
#include "plugin/vst3/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void text_is_cut_and_ended(void **state) {
  (void)state;
  static const char word[] = "resin";
  for (int size = 1; size < 9; size++) {
    int16_t wide[10];
    char back[10];
    memset(wide, 0x5a, sizeof wide);
    memset(back, 'x', sizeof back);
    rosin_vst3_widen(wide, size, word);
    const int length = size - 1 < 5 ? size - 1 : 5;
    for (int i = 0; i < length; i++)
      assert_int_equal(wide[i], word[i]);
    assert_int_equal(wide[length], 0);
    for (int i = size; i < 10; i++)
      assert_int_equal(wide[i], 0x5a5a);
    const int16_t all[] = {'r', 'e', 's', 233, 'n', -3, 0};
    rosin_vst3_narrow(back, size, all);
    assert_int_equal(strlen(back), size - 1 < 6 ? size - 1 : 6);
    assert_memory_equal(back, "res?n?", strlen(back));
    for (int i = size; i < 10; i++)
      assert_int_equal(back[i], 'x');
  }
}

static v3_result V3_API endless(void *self, void *to, int32_t size, int32_t *done) {
  (void)self;
  *done = size < 1000 ? size : 1000;
  memset(to, 'x', (size_t)*done);
  return V3_OK;
}
static v3_result V3_API nothing(void *self, void *to, int32_t size, int32_t *done) {
  (void)self, (void)to, (void)size;
  *done = 0;
  return V3_OK;
}
static v3_result V3_API broken(void *self, void *to, int32_t size, int32_t *done) {
  (void)self, (void)to;
  *done = size;
  return V3_INTERNAL_ERR;
}

/* A stream that has no end, or nothing, or fails. */
static void a_stream_is_read_to_its_end(void **state) {
  (void)state;
  const struct v3_bstream tables[] = {{.read = endless}, {.read = nothing}, {.read = broken}};
  static const size_t length[] = {1 << 16, 0, 0};
  for (int i = 0; i < 3; i++) {
    const struct v3_bstream *table = &tables[i];
    char *text = rosin_vst3_read((struct v3_bstream **)&table);
    assert_non_null(text);
    assert_int_equal(strlen(text), length[i]);
    free(text);
  }
  assert_null(rosin_vst3_read(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(text_is_cut_and_ended),
                                     cmocka_unit_test(a_stream_is_read_to_its_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
