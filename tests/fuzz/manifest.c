/* SPDX-License-Identifier: BSD-3-Clause */
/* A file of rows: each line of it is a row, or told in one line; what is a row comes back from what
 * is written of it. */
#include "batch/sealed.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void want_back(rosin_manifest_row *row) {
  static rosin_record record;
  rosin_manifest_row back = {0};
  rosin_error error;
  size_t size;
  char *line = rosin_manifest_line(row, &size);
  fuzz_want(line != NULL, "there is memory");
  rosin_record_begin_bytes(&record, line, size, "line", 1);
  fuzz_want(rosin_record_read(&record, &error) == 1 &&
                rosin_manifest_take(&back, &record, ROSIN_COLUMNS, &error) == 0,
            "a row that is written is read: %s", line);
  for (int i = 0; i < ROSIN_COLUMNS; i++)
    fuzz_want(strcmp(rosin_manifest_text(row, (rosin_column)i),
                     rosin_manifest_text(&back, (rosin_column)i)) == 0,
              "column %d comes back", i);
  rosin_manifest_free(&back);
  free(line);
}

static void read_rows(const char *path, int rising) {
  static rosin_sealed sealed;
  rosin_sealed_found found;
  rosin_error error;
  long long rows = 0;
  FILE *file = fopen(path, "rb");
  fuzz_want(file && rosin_sealed_begin(&sealed, file, path) == 0, "it can be read");
  sealed.rising = rising;
  while ((found = rosin_sealed_next(&sealed, &error)) > ROSIN_SEALED_END) {
    rosin_manifest_row row = {0};
    if (found == ROSIN_SEALED_DAMAGE) {
      fuzz_want_line(&error);
      continue;
    }
    rows++;
    fuzz_want(rosin_manifest_take(&row, &sealed.record, sealed.row_columns, &error) == 0,
              "a row is one: %s", error.text);
    want_back(&row);
    rosin_manifest_free(&row);
  }
  fuzz_want(found == ROSIN_SEALED_END && rows == sealed.rows, "all of it is read");
  fuzz_want(!sealed.closed || !sealed.damaged || sealed.over, "what is closed is whole");
  rosin_sealed_end(&sealed);
  fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path = fuzz_file("input", data, size);
  read_rows(path, 0);
  read_rows(path, 1);
  return 0;
}
