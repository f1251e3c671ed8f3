/* SPDX-License-Identifier: BSD-3-Clause */
/* The manifest as pages that work from the disk: a few thousand rows and their pictures each. The
 * pictures are drawn from the files on all cores, a page at a time. */
#include "batch/name.h"
#include "batch/sealed.h"
#include "error.h"
#include "features/thumbnail.h"
#include "host/batch/batch.h"
#include "host/batch/damage.h"
#include "host/catalogue/page_html.h"
#include "host/common/crew.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "scene/text/json.h"
#include "sound/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *folder;
  int count, most; /* rows, of a page at most */
  rosin_manifest_row *row;
  rosin_thumbnail *picture;
} sheet;

/* What a page has no use for. */
static int is_left_out(int column) {
  return column == ROSIN_COLUMN_SHA256 || column == ROSIN_COLUMN_KEY ||
         column == ROSIN_COLUMN_CHECK;
}

static void put_base64(FILE *to, const unsigned char *data, int size) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < size; i += 3) {
    const int left = size - i;
    const unsigned word = (unsigned)data[i] << 16 | (left > 1 ? (unsigned)data[i + 1] << 8 : 0) |
                          (left > 2 ? data[i + 2] : 0);
    fputc(digit[word >> 18], to);
    fputc(digit[word >> 12 & 63], to);
    fputc(left > 1 ? digit[word >> 6 & 63] : '=', to);
    fputc(left > 2 ? digit[word & 63] : '=', to);
  }
}

/* Peaks, then powers, two in a byte, the lower half first. */
static void put_picture(FILE *to, const rosin_thumbnail *t) {
  enum { CELLS = ROSIN_THUMBNAIL_WIDTH * ROSIN_THUMBNAIL_BANDS };
  unsigned char packed[CELLS / 2];
  const unsigned char *power = &t->power[0][0];
  for (int i = 0; i < CELLS / 2; i++)
    packed[i] = (unsigned char)(power[2 * i] | power[2 * i + 1] << 4);
  put_base64(to, t->peak, ROSIN_THUMBNAIL_WIDTH);
  fputc(' ', to);
  put_base64(to, packed, CELLS / 2);
}

static void put_row(FILE *to, const rosin_manifest_row *row, const rosin_thumbnail *picture) {
  for (int i = 0; i < ROSIN_COLUMNS; i++) {
    if (is_left_out(i))
      continue;
    fputs(i ? "," : "[", to);
    rosin_manifest_put_value(to, row, (rosin_column)i);
  }
  fputs(",\"", to);
  put_picture(to, picture);
  fputs("\"]", to);
}

static void put_data(FILE *to, const sheet *s, int page, int pages) {
  const rosin_column_row *column = rosin_manifest_columns();
  fprintf(to,
          "<script type=\"application/json\" id=\"data\">{\"page\": %d, \"pages\": %d, "
          "\"columns\": [",
          page, pages);
  for (int i = 0; i < ROSIN_COLUMNS; i++)
    if (!is_left_out(i))
      fprintf(to, "%s{\"name\": \"%s\", \"number\": %d, \"meaning\": \"%s\"}", i ? ",\n" : "",
              column[i].name, column[i].number, column[i].meaning);
  fputs("], \"rows\": [\n", to);
  for (int i = 0; i < s->count; i++) {
    put_row(to, &s->row[i], &s->picture[i]);
    fputs(i + 1 < s->count ? ",\n" : "\n", to);
  }
  fputs("]}</script>\n", to);
}

static int write_page(const sheet *s, int page, int pages, rosin_error *error) {
  char file[40] = "index.html", *name;
  if (page > 1)
    snprintf(file, sizeof file, "index-%d.html", page);
  char *path = rosin_batch_path(s->folder, file);
  FILE *to = path ? rosin_temporary_stream(path, &name) : NULL;
  for (int i = 0; to && rosin_page_html[i]; i++)
    if (strstr(rosin_page_html[i], "<!-- DATA -->"))
      put_data(to, s, page, pages);
    else
      fputs(rosin_page_html[i], to);
  const int failed = !to || rosin_temporary_close(to, name, path);
  if (failed)
    rosin_fail(error, "%.300s: %s", path ? path : file, strerror(errno));
  free(path);
  return failed ? -1 : 0;
}

static int draw(void *context, void *own, int index, rosin_error *error) {
  sheet *s = context;
  const char *name = rosin_manifest_text(&s->row[index], ROSIN_COLUMN_NAME);
  (void)own;
  if (rosin_name_check(name, error))
    return -1;
  char *path = rosin_batch_path(s->folder, name);
  const int status = path ? rosin_thumbnail_make(path, &s->picture[index], error) : -1;
  free(path);
  return status;
}

static void leave(void *own) {
  (void)own;
}

static int make_page(sheet *s, int page, int pages, int threads, rosin_error *error) {
  const rosin_crew crew = {.tasks = s->count, .context = s, .own = 1, .one = draw, .leave = leave};
  int status = rosin_crew_run(&crew, threads, error);
  if (status == 0)
    status = write_page(s, page, pages, error);
  for (int i = 0; i < s->count; i++)
    rosin_manifest_free(&s->row[i]);
  s->count = 0;
  return status;
}

static int begin(rosin_sealed *rows, FILE *file, const char *path, rosin_error *error) {
  rewind(file);
  if (rosin_sealed_begin(rows, file, path))
    return rosin_fail(error, "out of memory");
  rows->rising = 1;
  return 0;
}

/* Rows of the manifest that are whole, or -1 and an error. */
static long long count_rows(rosin_sealed *rows, FILE *file, const char *path, rosin_damage *damage,
                            rosin_error *error) {
  int status = begin(rows, file, path, error) ? -1 : 1;
  while (status > 0)
    status = rosin_damage_row(damage, rows, error);
  const long long count = rows->rows;
  if (status == 0)
    rosin_damage_close(damage, rows);
  rosin_sealed_end(rows);
  rosin_damage_end(damage, path);
  return status < 0 ? -1 : count;
}

static int take_rows(sheet *s, rosin_sealed *rows, long long count, int threads,
                     rosin_error *error) {
  const int pages = (int)((count + s->most - 1) / s->most);
  int page = 0, status = 1;
  while (status > 0) {
    status = rosin_damage_row(NULL, rows, error);
    if (status > 0 &&
        rosin_manifest_take(&s->row[s->count++], &rows->record, rows->row_columns, error))
      status = -1;
    if (s->count && status >= 0 && (s->count == s->most || !status) &&
        make_page(s, ++page, pages, threads, error))
      status = -1;
  }
  if (status == 0)
    rosin_tell("%s/index.html: %lld sound%s on %d page%s", s->folder, count,
               rosin_text_plural(count), pages, rosin_text_plural(pages));
  return status;
}

static int make_pages(sheet *s, FILE *file, const char *path, int threads, rosin_error *error) {
  rosin_sealed *rows = malloc(sizeof *rows);
  rosin_damage damage = {.after = NULL};
  const long long count = rows ? count_rows(rows, file, path, &damage, error) : -1;
  int status = -1;
  if (count == 0)
    rosin_fail(error, "%.300s: lists no files", path);
  if (count > 0 && begin(rows, file, path, error) == 0) {
    status = take_rows(s, rows, count, threads, error);
    rosin_sealed_end(rows);
  }
  free(rows);
  for (int i = 0; i < s->most; i++) /* one that was taken in part among them */
    rosin_manifest_free(&s->row[i]);
  return status ? status : damage.told > 0;
}

int rosin_batch_page(const char *folder, int most, int threads) {
  rosin_error error = {"out of memory"};
  sheet s = {.folder = folder,
             .most = most,
             .row = calloc((size_t)most, sizeof *s.row),
             .picture = calloc((size_t)most, sizeof *s.picture)};
  char *path = rosin_batch_path(folder, "manifest.csv");
  FILE *file = path ? fopen(path, "rb") : NULL;
  int status = -1;
  if (path && !file)
    rosin_fail(&error, "%.300s: %s", path, strerror(errno));
  else if (s.row && s.picture && file)
    status = make_pages(&s, file, path, threads, &error);
  if (file)
    fclose(file);
  free(path);
  free(s.row);
  free(s.picture);
  if (status > 0)
    return rosin_complain(ROSIN_FAILURE, "%s: the page lacks what is damaged", folder);
  return status
             ? rosin_complain(ROSIN_FAILURE, "%s", rosin_stopped(NULL) ? "interrupted" : error.text)
             : ROSIN_DONE;
}
