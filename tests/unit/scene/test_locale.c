/* SPDX-License-Identifier: BSD-3-Clause */
/* The one reader and the one writer of numbers, beside the C library's in the "C" locale, and where
 * the decimal point is a comma. */
#include "format.h"
#include "letters.h"
#include "number.h"
#include "rosin.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 60000 };

static uint64_t drawn(uint64_t *seed) { /* Marsaglia 2003 */
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

/* Any double at all, or one of usual size. */
static double any(uint64_t *seed) {
  uint64_t bits = drawn(seed);
  double x;
  if (bits & 1)
    return (double)(int64_t)(bits >> 1) * pow(10, (double)(drawn(seed) % 24) - 24);
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void same(const char *text) {
  char *end, *wanted_end;
  const double got = rosin_number_read(text, &end), wanted = strtod(text, &wanted_end);
  if (memcmp(&got, &wanted, sizeof got) && !(isnan(got) && isnan(wanted)))
    fail_msg("'%s' is read as %a, not %a", text, got, wanted);
  if (end != wanted_end)
    fail_msg("'%s' ends after %d bytes, not %d", text, (int)(end - text), (int)(wanted_end - text));
}

static void reads_as_the_library(void **state) {
  static const char letters[] = "0123456789..eE+-xXpPaAfFnNiIty( )_\t,";
  uint64_t seed = 20;
  char text[100];
  (void)state;
  setlocale(LC_ALL, "C"); /* from here on the library is asked in its own */
  for (int i = 0; i < CASES; i++) {
    const double x = any(&seed);
    snprintf(text, sizeof text, i & 1 ? "%.17g" : "%a", x);
    same(text);
    snprintf(text, sizeof text, "%llu%llu.%llue%d", (unsigned long long)drawn(&seed),
             (unsigned long long)drawn(&seed), (unsigned long long)drawn(&seed),
             (int)(drawn(&seed) % 700) - 380);
    same(text);
    int used = i % 3 ? 0 : snprintf(text, sizeof text, "0x");
    for (int n = (int)(drawn(&seed) % 12); n > 0; n--)
      text[used++] = letters[drawn(&seed) % (sizeof letters - 1)];
    text[used] = 0;
    same(text);
  }
  static const char *const edges[] = {"",
                                      "-",
                                      ".",
                                      "0x",
                                      "1e",
                                      "1e+",
                                      "-.5e-3x",
                                      "+0",
                                      "-0",
                                      "00001",
                                      "1e400",
                                      "-1e400",
                                      "1e-400",
                                      "2.4703282292062327e-324",
                                      "inf",
                                      "-infi",
                                      "nan(1)x",
                                      "NaN(",
                                      "infinityx",
                                      "0x1p-1075",
                                      "0x1.8p-1075",
                                      "1e99999",
                                      "0e9999",
                                      "1,5",
                                      "  \t\n\v1",
                                      "9007199254740993",
                                      "0.1e1e1"};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    same(edges[i]);
}

/* Half-way between two doubles, and a digit far behind that tells. */
static void lists_have_their_count(void **state) {
  (void)state;
  double value[3] = {9, 9, 9};
  const char *const text = " 1.5 -2\t3e2 x";
  assert_ptr_equal(rosin_number_list(text, 3, value), strchr(text, 'x'));
  assert_true(value[0] == 1.5 && value[1] == -2 && value[2] == 300);
  assert_null(rosin_number_list("1 2", 3, value));
  assert_null(rosin_number_list("1 x 2", 3, value));
  assert_string_equal(rosin_number_list("1 2 3", 3, value), "");
}

static void ties_go_to_the_even_one(void **state) {
  uint64_t seed = 21;
  char text[1300];
  (void)state;
  if (LDBL_MANT_DIG < 54)
    skip();
  for (int i = 0; i < 3000; i++) {
    const uint64_t low = (drawn(&seed) >> 12) | (uint64_t)1 << 52;
    const int power = (int)(drawn(&seed) % 900) - 450;
    const long double half = ldexpl((long double)low + 0.5L, power);
    snprintf(text, sizeof text, "%.1100Le", half);
    same(text);
    strchr(text, 'e')[-1] = '1';
    same(text);
  }
}

static void writes_as_the_library(void **state) {
  static const char *const form[] = {"%g",    "%.17g", "%.9g",  "%e",     "%f",      "%.0f",
                                     "%.3f",  "%#.9g", "%+.4g", "%10.3f", "%-12.5g", "%010.2f",
                                     "% .1e", "%.1f",  "%.0e",  "%#.0f",  "%G",      "%E",
                                     "%.25g", "%.40f", "%.0g",  "%#g",    "%.120e",  "%-+8.0f"};
  uint64_t seed = 22;
  char got[1600], wanted[1600];
  (void)state;
  for (int i = 0; i < CASES; i++) {
    const double x = any(&seed);
    const char *f = form[drawn(&seed) % (sizeof form / sizeof *form)];
    const int length = rosin_format(got, sizeof got, f, x);
    if (length != snprintf(wanted, sizeof wanted, f, x) || strcmp(got, wanted))
      fail_msg("%s of %a: '%s', not '%s'", f, x, got, wanted);
  }
}

#define SAME(...)                                                                                  \
  do {                                                                                             \
    const int length = rosin_format(got, sizeof got, __VA_ARGS__);                                 \
    assert_int_equal(length, snprintf(wanted, sizeof wanted, __VA_ARGS__));                        \
    assert_string_equal(got, wanted);                                                              \
  } while (0)

static void formats_as_the_library(void **state) {
  char got[400], wanted[400];
  uint64_t seed = 23;
  (void)state;
  for (int i = 0; i < 3000; i++) {
    const long long z = (long long)(drawn(&seed) >> drawn(&seed) % 64) * (i & 1 ? 1 : -1);
    const int w = (int)(drawn(&seed) % 40) - 20, p = (int)(drawn(&seed) % 20) - 1;
    SAME("%d %i %5d %-5d| %05d %+d % d", (int)z, (int)z, (int)z, (int)z, (int)z, (int)z, (int)z);
    SAME("%lld %ld %zu %u %x %#x %02X %o %#o", z, (long)z, (size_t)z, (unsigned)z, (unsigned)z,
         (unsigned)z, (unsigned)z, (unsigned)z, (unsigned)z);
    SAME("%hhd %hd %hu %hhx %lu %llu", (signed char)z, (short)z, (unsigned short)z,
         (unsigned char)z, (unsigned long)z, (unsigned long long)z);
    SAME("%*d|%*.*d|%0*d|%*s|%*.*s|%c%%%5c", w, (int)z, w, p, (int)z, w < 0 ? -w : w, (int)z, w,
         "uvw", w, p, "hello", 'a' + i % 26, 'x');
    SAME("%*.*f %-30.*g|", w, p, (double)z / 1000, p, (double)z / 77);
    SAME("%g %g %g %5.1f %08f %-7f|%p", (double)INFINITY, -(double)INFINITY, (double)NAN,
         -(double)NAN, (double)INFINITY, (double)NAN, (void *)got);
  }
  assert_int_equal(rosin_format(got, 8, "%s %g", "hello", 1.5), 9);
  assert_string_equal(got, "hello 1");
  assert_int_equal(rosin_format(NULL, 0, "%g", 1e10), 5);
  FILE *file = tmpfile();
  assert_int_equal(rosin_print(file, "%s %.17g\n", "set", 0.1), 24);
  rewind(file);
  assert_int_equal(fread(got, 1, sizeof got, file), 24);
  assert_memory_equal(got, "set 0.10000000000000001\n", 24);
  fclose(file);
}

/* What no locale may change, in one where it would show: what is built for the sanitizers is there
 * (tests/locale.c), and elsewhere one of these may be installed. */
static void knows_no_locale(void **state) {
  static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "tr_TR.UTF-8"};
  char text[40];
  (void)state;
  for (size_t i = 0; strcmp(localeconv()->decimal_point, ",") && i < 4; i++)
    setlocale(LC_ALL, names[i]);
  if (strcmp(localeconv()->decimal_point, ","))
    skip();
  rosin_format(text, sizeof text, "%.1f %g", 1.5, 2.25);
  assert_string_equal(text, "1.5 2.25");
  char *end;
  assert_true(rosin_number_read("1.5,2", &end) == 1.5 && strcmp(end, ",2") == 0);
  rosin_error error;
  rosin_scene *scene = rosin_scene_load("cello-d", 1, (const char *[]){"bow.force=0.75"}, NULL);
  assert_non_null(scene);
  assert_int_equal(rosin_scene_prepare(scene, 48000, 64, &error), 0);
  rosin_scene_free(scene);
  assert_null(rosin_scene_load("cello-d", 1, (const char *[]){"bow.force=0,75"}, NULL));
}

static void letters_are_ascii(void **state) {
  (void)state;
  for (int c = 0; c < 256; c++) {
    const char upper = (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
    assert_int_equal(rosin_lower(upper), upper >= 'A' && upper <= 'Z' ? upper + 32 : upper);
    assert_int_equal(rosin_is_letter((char)c), (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
  }
  assert_true(rosin_alike("TITLE", "title") && !rosin_alike("title", "titles"));
  assert_true(rosin_alike_to("hw:1,0 x", "HW:1", 4) && !rosin_alike("\xc4", "\xe4"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_no_locale),        cmocka_unit_test(reads_as_the_library),
      cmocka_unit_test(lists_have_their_count), cmocka_unit_test(ties_go_to_the_even_one),
      cmocka_unit_test(writes_as_the_library),  cmocka_unit_test(formats_as_the_library),
      cmocka_unit_test(letters_are_ascii),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
