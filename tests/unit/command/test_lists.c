/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of batches as files: records of CSV there and back, texts that a spreadsheet would take for
 * formulas, rows with their hashes. */
#include "batch/manifest.h"
#include "batch/record.h"
#include "batch/sealed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_records(void **state) {
  static const char *const fields[] = {"plain",   "",           "a,b", "say \"so\"", "two\nlines",
                                       " blanks", "semi;colon", "#no", "\"",         "\xc3\xa4"};
  enum { COUNT = sizeof fields / sizeof *fields };
  rosin_record *r = malloc(sizeof *r);
  rosin_error error;
  FILE *file = tmpfile();
  (void)state;
  assert_non_null(r);
  for (int row = 0; row < 3; row++) {
    for (int i = 0; i < COUNT; i++) {
      if (i)
        fputc(',', file);
      rosin_record_put(file, fields[(i + row) % COUNT]);
    }
    fputc('\n', file);
  }
  fputs("not whole", file);
  rewind(file);
  rosin_record_begin(r, file, "file");
  r->separator = ',';
  for (int row = 0; row < 3; row++) {
    const long long before = r->end;
    assert_int_equal(rosin_record_read(r, &error), 1);
    assert_int_equal(r->fields, COUNT);
    assert_true(r->whole);
    assert_int_equal(r->offset, before);
    for (int i = 0; i < COUNT; i++)
      assert_string_equal(r->field[i], fields[(i + row) % COUNT]);
  }
  assert_int_equal(rosin_record_read(r, &error), 1);
  assert_false(r->whole);
  assert_int_equal(rosin_record_read(r, &error), 0);
  fclose(file);
  free(r);
}

/* What a row says comes back, whatever a spreadsheet would make of it. */
static void test_guard(void **state) {
  static const char *const texts[] = {"=1+1", "+1",       "-1",  "@a", "'",   "''",
                                      "'=1",  "=\"a\",b", "a'b", "",   "\t=1"};
  rosin_record *record = malloc(sizeof *record);
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rosin_manifest_row row = {0}, back = {0};
    rosin_error error;
    size_t size;
    rosin_manifest_set(&row, ROSIN_COLUMN_JOB, "1");
    rosin_manifest_set(&row, ROSIN_COLUMN_TITLE, "%s", texts[i]);
    rosin_manifest_set(&row, ROSIN_COLUMN_LOUDNESS, "-20.5");
    char *line = rosin_manifest_line(&row, &size);
    assert_non_null(line);
    assert_null(strstr(line, ",="));
    assert_non_null(strstr(line, ",-20.5,"));
    assert_int_equal(line[size - 1], '\n');
    rosin_record_begin_bytes(record, line, size, "line", 1);
    assert_int_equal(rosin_record_read(record, &error), 1);
    assert_int_equal(rosin_manifest_take(&back, record, ROSIN_COLUMNS, &error), 0);
    assert_string_equal(rosin_manifest_text(&back, ROSIN_COLUMN_TITLE), texts[i]);
    assert_string_equal(rosin_manifest_text(&back, ROSIN_COLUMN_CHECK), row.check);
    free(line);
    rosin_manifest_free(&row);
    rosin_manifest_free(&back);
  }
  free(record);
}

/* What is found in a file of `text`: "r": a row, "d": damage. */
static const char *found_in(const char *text, size_t size, rosin_sealed *s, int rising) {
  static char found[64];
  rosin_error error;
  FILE *file = tmpfile();
  size_t at = 0;
  fwrite(text, 1, size, file);
  rewind(file);
  assert_int_equal(rosin_sealed_begin(s, file, "file"), 0);
  s->rising = rising;
  for (rosin_sealed_found f; (f = rosin_sealed_next(s, &error)) != ROSIN_SEALED_END;) {
    assert_true(f != ROSIN_SEALED_FAILED && at + 1 < sizeof found);
    found[at++] = f == ROSIN_SEALED_ROW ? 'r' : 'd';
  }
  found[at] = 0;
  rosin_sealed_end(s);
  fclose(file);
  return found;
}

/* Every bit of a small file: none changes unseen, and the row it is not in is kept. */
static void test_sealed(void **state) {
  static rosin_sealed s;
  char *text = NULL;
  size_t size;
  rosin_sha256 hash;
  FILE *to = open_memstream(&text, &size);
  (void)state;
  rosin_manifest_put_names(to, ROSIN_COLUMNS);
  for (int job = 1; job <= 2; job++) {
    rosin_manifest_row row = {0};
    size_t length;
    rosin_manifest_set(&row, ROSIN_COLUMN_JOB, "%d", job);
    rosin_manifest_set(&row, ROSIN_COLUMN_TITLE, "a, \"b\"");
    char *line = rosin_manifest_line(&row, &length);
    fwrite(line, 1, length, to);
    free(line);
    rosin_manifest_free(&row);
  }
  fflush(to);
  rosin_sha256_begin(&hash);
  rosin_sha256_add(&hash, text, size);
  size_t length;
  char *end = rosin_sealed_close(hash, 2, "complete", &length);
  fwrite(end, 1, length, to);
  free(end);
  fclose(to);
  assert_string_equal(found_in(text, size, &s, 1), "rr");
  assert_true(s.closed);
  for (size_t i = 0; i < 8 * size; i++) {
    text[i / 8] ^= (char)(1 << i % 8);
    const char *found = found_in(text, size, &s, 1);
    const int rows =
        (int)(strchr(found, 'r') != NULL) + (int)(strchr(found, 'r') != strrchr(found, 'r'));
    assert_false(s.closed);
    assert_true(s.damaged || !s.ended);
    assert_true(rows >= 1 || text[i / 8] != '\n'); /* an end that is lost joins two rows */
    text[i / 8] ^= (char)(1 << i % 8);
  }
  for (size_t i = 0; i < size; i++) {
    found_in(text, i, &s, 1);
    assert_false(s.closed);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_guard),
      cmocka_unit_test(test_sealed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
