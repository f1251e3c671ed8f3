/* SPDX-License-Identifier: BSD-3-Clause */
/* Small things of scenes by themselves: what decimates, of any factor, treats each channel as if it
 * were alone, and is as late as it says; texts side by side are one, however many; what JSON says
 * of any bytes is read back as these. */
#include "scene/sound/decimate.h"
#include "scene/text/json.h"
#include "scene/text/setting.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"

enum { BLOCK = 64, BLOCKS = 60, MOST = 3 };

static float in[MOST][BLOCK * BLOCKS], together[MOST * BLOCK * BLOCKS], alone[BLOCK * BLOCKS];

static int push_all(rosin_decimator *d, int channels, const float *from, int stride, float *out) {
  int made = 0;
  float block[MOST * BLOCK];
  for (int at = 0; at < BLOCK * BLOCKS; at += BLOCK) {
    for (int i = 0; i < BLOCK; i++)
      for (int c = 0; c < channels; c++)
        block[i * channels + c] = from[c * stride + at + i];
    made += rosin_decimator_push(d, block, out + made * channels);
  }
  return made;
}

static void channels_are_apart(void **state) {
  (void)state;
  seed = 3;
  for (int factor = 2; factor <= 9; factor++)
    for (int channels = 1; channels <= MOST; channels++) {
      for (int c = 0; c < channels; c++)
        for (int i = 0; i < BLOCK * BLOCKS; i++)
          in[c][i] = (float)between(-1, 1);
      rosin_decimator *d = rosin_decimator_new(channels, factor, BLOCK);
      assert_non_null(d);
      const int made = push_all(d, channels, in[0], BLOCK * BLOCKS, together);
      rosin_decimator_free(d);
      assert_true(abs(made - BLOCK * BLOCKS / factor) <= 200 / factor + 100);
      for (int c = 0; c < channels; c++) {
        d = rosin_decimator_new(1, factor, BLOCK);
        for (int round = 0; round < 2; round++) { /* the same again after a reset */
          assert_int_equal(push_all(d, 1, in[c], 0, alone), made);
          for (int i = 0; i < made; i++)
            assert_true(alone[i] == together[i * channels + c]);
          rosin_decimator_reset(d);
        }
        rosin_decimator_free(d);
      }
    }
}

/* A slow swell comes out where it went in, once it has come so many frames late. */
static void it_is_as_late_as_it_says(void **state) {
  (void)state;
  for (int factor = 2; factor <= 9; factor++) {
    rosin_decimator *d = rosin_decimator_new(1, factor, BLOCK);
    const double late = rosin_decimator_latency(d), middle = 0.4 * BLOCK * BLOCKS / factor;
    for (int i = 0; i < BLOCK * BLOCKS; i++) /* 15 frames wide */
      in[0][i] = (float)exp(-pow(((double)i / factor - middle) / 15, 2));
    const int made = push_all(d, 1, in[0], 0, alone);
    double sum = 0, first = 0;
    for (int i = 0; i < made; i++) {
      sum += (double)alone[i];
      first += (double)alone[i] * i;
    }
    const double missing = (double)(BLOCK * BLOCKS) / factor - made; /* at its end, still within */
    assert_float_equal(first / sum, middle, 0.05);
    assert_true(fabs(missing - late) < 1);
    rosin_decimator_free(d);
  }
}

static void texts_side_by_side_are_one(void **state) {
  static char text[8192], wanted[8192];
  (void)state;
  seed = 6;
  for (int round = 0; round < 60; round++) {
    char *to = text + sprintf(text, "a = ");
    *wanted = 0;
    const int pieces = 1 + one_of(30);
    for (int i = 0; i < pieces; i++) {
      char piece[80];
      const int length = one_of(79);
      for (int k = 0; k < length; k++)
        piece[k] = (char)('a' + one_of(26));
      piece[length] = 0;
      to += sprintf(to, "\"%s\"%s", piece, one_of(2) ? " " : "\n");
      strcat(wanted, piece);
    }
    sprintf(to, "; b = \"%d\";", round);
    rosin_settings tree;
    rosin_error error;
    assert_int_equal(rosin_settings_read(&tree, text, "f", ".", (rosin_files){0}, &error), 0);
    assert_string_equal(rosin_setting_member(tree.root, "a")->text, wanted);
    assert_int_equal(atoi(rosin_setting_member(tree.root, "b")->text), round);
    rosin_settings_free(&tree);
  }
}

static void json_is(const char *text, const char *wanted) {
  char *found = NULL;
  size_t size;
  FILE *to = open_memstream(&found, &size);
  rosin_json_text(to, text);
  fclose(to);
  assert_string_equal(found, wanted);
  free(found);
}

static void json_says_any_bytes(void **state) {
  (void)state;
  json_is("", "\"\"");
  json_is("plain text >&'/", "\"plain text >&'/\"");
  json_is("a\"b\\c", "\"a\\\"b\\\\c\"");
  json_is("\n\t\x01\x1f\x7f<", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\\u003c\"");
  json_is("\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xbb", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xbb\"");
  json_is("\xc3", "\"\\ufffd\"");
  json_is("\xc3x\x80\xff\xc0\xaf", "\"\\ufffdx\\ufffd\\ufffd\\ufffd\\ufffd\"");
  json_is("\xe2\x82", "\"\\ufffd\\ufffd\"");
  json_is("\xf5\x80\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(channels_are_apart), cmocka_unit_test(it_is_as_late_as_it_says),
      cmocka_unit_test(texts_side_by_side_are_one), cmocka_unit_test(json_says_any_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
