/* SPDX-License-Identifier: BSD-3-Clause */
/* Text as VST3 has it, 16 bits a letter: cut where it is too long, ended always. */
#include "plugin/vst3/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(text_is_cut_and_ended)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
