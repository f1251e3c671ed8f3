/* SPDX-License-Identifier: BSD-3-Clause */
/* A row is a line: no field may hold the end of one (lists refuse control characters), so that a
 * quote that damage has opened swallows nothing of what follows. */
#include "batch/sealed.h"
#include "error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 2 * ROSIN_RECORD_TEXT };
static const char closing[] = "#end,";

int rosin_sealed_begin(rosin_sealed *s, FILE *file, const char *path) {
  *s = (rosin_sealed){.file = file, .path = path, .next = 1};
  rosin_sha256_begin(&s->hash);
  s->room = LONGEST + 2;
  s->line = malloc(s->room);
  return s->line ? 0 : -1;
}

void rosin_sealed_end(rosin_sealed *s) {
  free(s->line);
  s->line = NULL;
}

/* ---- lines -------------------------------------------------------------------------- */

/* The next line, with its end: 1; 0 at the end of the file; -1 and an error. */
static int next_line(rosin_sealed *s, rosin_error *error) {
  int c;
  s->size = 0;
  s->offset = s->end;
  s->number = s->next;
  while ((c = getc(s->file)) != EOF) {
    s->end++;
    if (s->size < s->room)
      s->line[s->size++] = (char)c;
    if (c == '\n')
      break;
  }
  if (c == EOF && ferror(s->file))
    return rosin_fail(error, "%.300s: %s", s->path, strerror(errno));
  if (s->end == s->offset)
    return 0;
  s->cut = c != '\n';
  s->next++;
  return 1;
}

/* Bytes of it without its end; returns of other systems are counted. */
static size_t bare(rosin_sealed *s) {
  size_t size = s->size - (s->size && s->line[s->size - 1] == '\n');
  if (size && s->line[size - 1] == '\r' && !s->cut) {
    s->returns++;
    size--;
  }
  return size;
}

static int is_line(const rosin_sealed *s, size_t size, int columns) {
  char *text = NULL;
  size_t length = 0;
  FILE *to = open_memstream(&text, &length);
  if (!to)
    return 0;
  rosin_manifest_put_names(to, columns);
  const int same = fclose(to) == 0 && length == size + 1 && memcmp(text, s->line, size) == 0;
  free(text);
  return same;
}

/* ---- rows --------------------------------------------------------------------------- */

static int carries_its_hash(const rosin_sealed *s, size_t size) {
  char check[ROSIN_CHECK];
  const size_t digits = ROSIN_CHECK - 1;
  if (size <= digits)
    return 0;
  rosin_manifest_check(s->line, size - digits, check);
  return memcmp(check, s->line + size - digits, digits) == 0;
}

static int reads_as(rosin_sealed *s, size_t size, int columns) {
  rosin_error why;
  char *packed;
  size_t length;
  s->row_columns = columns;
  rosin_record_begin_bytes(&s->record, s->line, size, s->path, s->number);
  if (rosin_record_read(&s->record, &why) <= 0 || s->record.left ||
      rosin_manifest_pack(&s->record, columns, &packed, &length, &why))
    return 0;
  s->last = strtoll(packed, NULL, 10);
  rosin_record_begin_bytes(&s->record, s->line, size, s->path, s->number);
  return rosin_record_read(&s->record, &why) > 0; /* packing took its marks off */
}

static int is_row(rosin_sealed *s, size_t size) {
  if (size > LONGEST || (size && memchr(s->line, 0, size)))
    return 0;
  if (s->columns != ROSIN_COLUMNS_0_2 && carries_its_hash(s, size))
    return reads_as(s, size, ROSIN_COLUMNS);
  return s->columns != ROSIN_COLUMNS && *s->line != '#' && reads_as(s, size, ROSIN_COLUMNS_0_2);
}

static rosin_sealed_found damage(rosin_sealed *s, rosin_error *error, const char *what) {
  s->damaged++;
  rosin_fail(error, "%.300s:%d: %.150s", s->path, s->number, what);
  return ROSIN_SEALED_DAMAGE;
}

/* ---- the closing row ---------------------------------------------------------------- */

char *rosin_sealed_close(rosin_sha256 hash, long long rows, const char *of, size_t *size) {
  char digest[ROSIN_SHA256_TEXT], begin[ROSIN_SEALED_OF + 40];
  const size_t length = (size_t)snprintf(begin, sizeof begin, "%s%lld,%s,", closing, rows, of);
  char *line = malloc(length + sizeof digest + 1);
  if (!line)
    return NULL;
  rosin_sha256_add(&hash, begin, length);
  rosin_sha256_end(&hash, digest);
  *size = (size_t)snprintf(line, length + sizeof digest + 1, "%s%s\n", begin, digest);
  return line;
}

/* What it says of itself, its third field, into `of`; and its count. */
static long long read_closing(rosin_sealed *s, size_t size) {
  char text[2 * ROSIN_SHA256_TEXT + ROSIN_SEALED_OF] = "", *at = text + sizeof closing - 1;
  memcpy(text, s->line, size < sizeof text - 1 ? size : sizeof text - 1);
  const long long rows = strtoll(at, &at, 10);
  const size_t length = *at == ',' ? strcspn(at + 1, ",") : 0;
  snprintf(s->of, sizeof s->of, "%.*s", (int)(length < 30 ? length : 30), at + (length > 0));
  return rows;
}

static rosin_sealed_found close_rows(rosin_sealed *s, size_t size, rosin_error *error) {
  char what[150], gap[60] = "";
  const int returns = s->returns;
  const long long rows = read_closing(s, size);
  size_t length = 0;
  char *expected = rosin_sealed_close(s->hash, s->rows, s->of, &length);
  s->ended = 1;
  if (!expected) {
    rosin_fail(error, "out of memory");
    return ROSIN_SEALED_FAILED;
  }
  s->closed = length == s->size && memcmp(expected, s->line, length) == 0;
  free(expected);
  if (s->closed || (s->damaged && !returns))
    return ROSIN_SEALED_END; /* what is damaged was told */
  if (s->gap)
    snprintf(gap, sizeof gap, "; the first that is missing may be job %lld", s->gap);
  if (returns)
    snprintf(what, sizeof what, "%d lines end in CR LF, as rosin does not write them", returns);
  else if (rows != s->rows)
    snprintf(what, sizeof what, "the closing row says %lld rows, and %lld are there%s", rows,
             s->rows, rows > s->rows ? gap : "");
  else
    snprintf(what, sizeof what, "the closing row's hash is not that of the %lld rows before it",
             s->rows);
  return damage(s, error, what);
}

/* ---- all together ------------------------------------------------------------------- */

static rosin_sealed_found at_end(rosin_sealed *s, rosin_error *error) {
  const int told = s->over;
  s->over = 1;
  if (!told && s->next == 1) {
    s->number = 1;
    s->columns = ROSIN_COLUMNS;
    return s->rising ? damage(s, error, "is empty") : ROSIN_SEALED_END;
  }
  if (!told && s->columns == ROSIN_COLUMNS_0_2 && s->returns) {
    s->number = 1;
    return damage(s, error, "lines end in CR LF, as rosin does not write them");
  }
  return ROSIN_SEALED_END;
}

static rosin_sealed_found names(rosin_sealed *s, rosin_error *error) {
  const size_t size = bare(s);
  s->columns = is_line(s, size, ROSIN_COLUMNS)       ? ROSIN_COLUMNS
               : is_line(s, size, ROSIN_COLUMNS_0_2) ? ROSIN_COLUMNS_0_2
                                                     : 0;
  return s->columns ? ROSIN_SEALED_ROW
                    : damage(s, error, "is not the line of names that a manifest begins with");
}

static rosin_sealed_found take_row(rosin_sealed *s, rosin_error *error) {
  const size_t size = bare(s);
  const long long last = s->last;
  if (!is_row(s, size))
    return damage(
        s, error,
        s->columns == ROSIN_COLUMNS_0_2
            ? "is no row of a manifest: it is left out"
            : "is damaged or was edited: it is not what its hash was made of, and is left "
              "out");
  if (s->rising && s->last <= last) {
    s->last = last;
    return damage(s, error, "stands twice, or not in the order of jobs: it is left out");
  }
  if (s->rising && !s->gap && s->last > last + 1)
    s->gap = last + 1;
  s->rows++;
  return ROSIN_SEALED_ROW;
}

/* What a line is that was read whole. */
static rosin_sealed_found take_line(rosin_sealed *s, rosin_error *error) {
  rosin_sealed_found found;
  if (s->number == 1)
    found = names(s, error);
  else if (s->ended)
    found = damage(s, error, "stands after the closing row");
  else if (s->columns != ROSIN_COLUMNS_0_2 && s->size > sizeof closing &&
           memcmp(s->line, closing, sizeof closing - 1) == 0)
    return close_rows(s, bare(s), error);
  else
    found = take_row(s, error);
  if (!s->ended) {
    rosin_sha256_add(&s->hash, s->line, s->size);
    s->good = s->end;
  }
  return found;
}

rosin_sealed_found rosin_sealed_next(rosin_sealed *s, rosin_error *error) {
  for (;;) {
    const int got = next_line(s, error);
    if (got < 0)
      return ROSIN_SEALED_FAILED;
    if (!got || (s->cut && !s->ended))
      return at_end(s, error);
    const rosin_sealed_found found = take_line(s, error);
    if (found == ROSIN_SEALED_DAMAGE || found == ROSIN_SEALED_FAILED ||
        (found == ROSIN_SEALED_ROW && s->number > 1))
      return found;
  }
}
