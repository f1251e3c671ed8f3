/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/manifest/beside.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/common/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { JSON, SUMS };

int rosin_beside_begin(rosin_beside *b, const char *folder) {
  *b = (rosin_beside){.of = {{.name = "manifest.jsonl"}, {.name = "SHA256SUMS"}}};
  for (int i = 0; i < ROSIN_BESIDE; i++) {
    rosin_beside_file *f = &b->of[i];
    if (!(f->path = rosin_batch_path(folder, f->name)))
      return -1;
    f->file = fopen(f->path, "rb");
    f->missing = !f->file && errno == ENOENT;
    f->differs = !f->file && !f->missing;
  }
  return 0;
}

/* Whether what comes next in the file is that line. */
static void compare(rosin_beside_file *f, const char *line, size_t size) {
  if (!f->file || f->differs)
    return;
  f->line++;
  for (size_t i = 0; i < size; i++)
    if (getc(f->file) != (unsigned char)line[i]) {
      f->differs = f->line;
      return;
    }
}

static void put(FILE *to, int which, const rosin_manifest_row *row, int columns) {
  if (which == JSON)
    rosin_manifest_put_json(to, row, columns);
  else
    fprintf(to, "%s  %s\n", rosin_manifest_text(row, ROSIN_COLUMN_SHA256),
            rosin_manifest_text(row, ROSIN_COLUMN_NAME));
}

int rosin_beside_row(rosin_beside *b, const rosin_manifest_row *row, int columns) {
  for (int i = 0; i < ROSIN_BESIDE; i++) {
    char *line = NULL;
    size_t size;
    FILE *to = b->of[i].file ? open_memstream(&line, &size) : NULL;
    if (b->of[i].file && !to)
      return -1;
    if (!to)
      continue;
    put(to, i, row, columns);
    const int failed = fclose(to);
    if (!failed)
      compare(&b->of[i], line, size);
    free(line);
    if (failed)
      return -1;
  }
  return 0;
}

static void tell(const rosin_beside_file *f, rosin_damage *damage, int needed) {
  rosin_error what;
  if (f->missing && !needed) {
    rosin_tell("%s: is not there, and nothing says that it was", f->path);
    return;
  }
  if (f->missing)
    rosin_fail(&what, "%.300s: is not there", f->path);
  else
    rosin_fail(&what, "%.300s:%lld: is not what manifest.csv says", f->path, f->differs);
  rosin_damage_tell(damage, what.text);
}

void rosin_beside_end(rosin_beside *b, rosin_damage *damage, int needed) {
  for (int i = 0; i < ROSIN_BESIDE; i++) {
    rosin_beside_file *f = &b->of[i];
    if (f->file && !f->differs && getc(f->file) != EOF)
      f->differs = f->line + 1;
    if (damage && (f->differs || f->missing))
      tell(f, damage, needed);
    if (f->file)
      fclose(f->file);
    free(f->path);
    *f = (rosin_beside_file){0};
  }
}
