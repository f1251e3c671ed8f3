/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/manifest.h"
#include "batch/sha256.h"
#include "error.h"
#include "format.h"
#include "number.h"
#include "scene/text/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_column_row table[ROSIN_COLUMNS] = {
    {"job", 1, "its place in the list, from 1"},
    {"name", 0, "of the file, below the folder"},
    {"sha256", 0, "of the file"},
    {"bytes", 1, "of the file"},
    {"scene", 0, "name or path, as listed"},
    {"category", 0, "of the Universal Category System, or the list's own"},
    {"title", 0, "the scene's"},
    {"seed", 1, "of the variations"},
    {"n", 1, "which variation; 0: the scene as it is"},
    {"attempt", 1, "how often it was drawn again, too near to another or not to be built"},
    {"distance", 1, "to the nearest other of the list; 1 is what a listener tells apart"},
    {"duration", 1, "s"},
    {"rate", 1, "Hz"},
    {"channels", 1, ""},
    {"format", 0, "container and format of the samples"},
    {"loudness", 1, "LUFS, integrated, EBU R 128"},
    {"true_peak", 1, "dBTP"},
    {"pitch", 1, "Hz, of most of the sound"},
    {"centroid", 1, "Hz, of its spectrum"},
    {"decay", 1, "s to fall by 60 dB"},
    {"shape", 0, "dB over the mean, of each eighth"},
    {"contact", 0, "whose slips are counted"},
    {"slips", 1, "a second"},
    {"slip_share", 1, "of the time"},
    {"regime", 0, "of a string"},
    {"parameters", 0, "settings, with semicolons between"},
    {"command", 0, "that makes it, up to -o"},
    {"key", 0, "of the job: what it was made from"},
    {"momentary", 1, "LUFS, the greatest of 0.4 s"},
    {"gain", 1, "dB that it was brought to its level by"},
    {"limited", 1, "dB that it is softer than that for its ceiling"},
    {"room", 0, "that it is in, or empty"},
    {"loop", 1, "1: it can be repeated without a seam"},
    {"nearest", 1, "job of that nearest other"},
    {"part", 0, "start, loop or end of what is held, or empty"},
    {"step", 0, "the number of which it is a step, and its value there"},
    {"group", 0, "its name without variation, step and part"},
    {"check", 0, "hash of the row"},
};

const rosin_column_row *rosin_manifest_columns(void) {
  return table;
}

int rosin_manifest_set(rosin_manifest_row *row, rosin_column column, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int length = rosin_format_list(NULL, 0, format, list);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text)
    rosin_format_list(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(list);
  free(row->field[column]);
  row->field[column] = text;
  return text ? 0 : -1;
}

int rosin_manifest_number(rosin_manifest_row *row, rosin_column column, double value,
                          int decimals) {
  return isfinite(value) ? rosin_manifest_set(row, column, "%.*f", decimals, value)
                         : rosin_manifest_set(row, column, "%s", "");
}

const char *rosin_manifest_text(const rosin_manifest_row *row, rosin_column column) {
  if (column == ROSIN_COLUMN_CHECK)
    return row->check;
  return row->field[column] ? row->field[column] : "";
}

int rosin_manifest_set_features(rosin_manifest_row *row, const rosin_features *f) {
  char shape[12 * ROSIN_FEATURES_SHAPE] = "";
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
    rosin_format(shape + strlen(shape), sizeof shape - strlen(shape), "%s%.1f", k ? " " : "",
                 f->shape[k]);
  return rosin_manifest_set(row, ROSIN_COLUMN_DURATION, "%.9g", f->duration) ||
         rosin_manifest_number(row, ROSIN_COLUMN_LOUDNESS, f->loudness, 2) ||
         rosin_manifest_number(row, ROSIN_COLUMN_TRUE_PEAK, f->true_peak, 2) ||
         rosin_manifest_number(row, ROSIN_COLUMN_PITCH, f->pitch, 2) ||
         rosin_manifest_number(row, ROSIN_COLUMN_CENTROID, f->centroid, 1) ||
         rosin_manifest_number(row, ROSIN_COLUMN_DECAY, f->decay, 3) ||
         rosin_manifest_set(row, ROSIN_COLUMN_SHAPE, "%s", shape);
}

static double number_in(const rosin_manifest_row *row, rosin_column column) {
  const char *text = rosin_manifest_text(row, column);
  return *text ? rosin_number_read(text, NULL) : (double)NAN;
}

void rosin_manifest_features(const rosin_manifest_row *row, rosin_features *f) {
  char *at = row->field[ROSIN_COLUMN_SHAPE];
  *f = (rosin_features){.duration = number_in(row, ROSIN_COLUMN_DURATION),
                        .loudness = number_in(row, ROSIN_COLUMN_LOUDNESS),
                        .true_peak = number_in(row, ROSIN_COLUMN_TRUE_PEAK),
                        .pitch = number_in(row, ROSIN_COLUMN_PITCH),
                        .centroid = number_in(row, ROSIN_COLUMN_CENTROID),
                        .decay = number_in(row, ROSIN_COLUMN_DECAY)};
  for (int k = 0; at && k < ROSIN_FEATURES_SHAPE; k++)
    f->shape[k] = rosin_number_read(at, &at);
}

void rosin_manifest_free(rosin_manifest_row *row) {
  for (int i = 0; i < ROSIN_COLUMN_CHECK; i++)
    free(row->field[i]);
  *row = (rosin_manifest_row){0};
}

/* ---- as text ---------------------------------------------------------------------- */

static size_t digits(const char *c) {
  return strspn(c, "0123456789");
}

/* As JSON has it, which is less than strtod() takes. */
static int is_number(const char *c) {
  c += *c == '-';
  const size_t whole = digits(c);
  if (!whole || (whole > 1 && *c == '0'))
    return 0;
  c += whole;
  if (*c == '.') {
    const size_t part = digits(++c);
    if (!part)
      return 0;
    c += part;
  }
  if (*c == 'e' || *c == 'E') {
    c += 1 + (c[1] == '+' || c[1] == '-');
    const size_t power = digits(c);
    if (!power)
      return 0;
    c += power;
  }
  return !*c;
}

void rosin_manifest_put_names(FILE *to, int columns) {
  for (int i = 0; i < columns; i++)
    fprintf(to, "%s%s", i ? "," : "", table[i].name);
  fputc('\n', to);
}

void rosin_manifest_check(const char *line, size_t size, char check[ROSIN_CHECK]) {
  char digest[ROSIN_SHA256_TEXT];
  rosin_sha256 hash;
  rosin_sha256_begin(&hash);
  rosin_sha256_add(&hash, line, size);
  rosin_sha256_end(&hash, digest);
  memcpy(check, digest, ROSIN_CHECK - 1);
  check[ROSIN_CHECK - 1] = 0;
}

char *rosin_manifest_line(rosin_manifest_row *row, size_t *size) {
  char *line = NULL;
  FILE *to = open_memstream(&line, size);
  if (!to)
    return NULL;
  for (int i = 0; i < ROSIN_COLUMN_CHECK; i++) {
    const char *text = rosin_manifest_text(row, (rosin_column)i);
    if (table[i].number && is_number(text)) /* which may begin with a - */
      rosin_record_put(to, text);
    else
      rosin_record_put_text(to, text);
    fputc(',', to);
  }
  if (fflush(to) == 0)
    rosin_manifest_check(line, *size, row->check);
  fprintf(to, "%s\n", row->check);
  if (fclose(to) == 0)
    return line;
  free(line);
  return NULL;
}

void rosin_manifest_put_value(FILE *to, const rosin_manifest_row *row, rosin_column column) {
  const char *text = rosin_manifest_text(row, column);
  if (!table[column].number || (*text && !is_number(text)))
    rosin_json_text(to, text);
  else
    fputs(*text ? text : "null", to);
}

void rosin_manifest_put_json(FILE *to, const rosin_manifest_row *row, int columns) {
  for (int i = 0; i < columns; i++) {
    fprintf(to, "%s\"%s\": ", i ? ", " : "{", table[i].name);
    rosin_manifest_put_value(to, row, (rosin_column)i);
  }
  fputs("}\n", to);
}

/* Fields that a row of so many columns has beside its hash: the first of the table. */
static int fields_of(int columns) {
  return columns < ROSIN_COLUMN_CHECK ? columns : ROSIN_COLUMN_CHECK;
}

/* 0 if it is a row, 1 the line of names, -1 and an error. */
static int look(rosin_record *record, int columns, rosin_error *error) {
  if (record->fields != columns)
    return rosin_fail(error, "%.300s:%d: is no row of a manifest: it has %d columns of %d",
                      record->path, record->line, record->fields, columns);
  if (strcmp(record->field[0], table[0].name) == 0)
    return 1;
  for (int i = 0; i < fields_of(columns); i++) {
    const char *text = record->field[i];
    if (columns == ROSIN_COLUMNS && !table[i].number)
      rosin_record_plain(record->field[i]);
    else if (table[i].number && *text && !is_number(text))
      return rosin_fail(error, "%.300s:%d: %s: %.60s is no number", record->path, record->line,
                        table[i].name, text);
  }
  return strtoll(record->field[ROSIN_COLUMN_JOB], NULL, 10) > 0
             ? 0
             : rosin_fail(error, "%.300s:%d: job: %.60s is none, which count from 1", record->path,
                          record->line, record->field[ROSIN_COLUMN_JOB]);
}

int rosin_manifest_take(rosin_manifest_row *row, rosin_record *record, int columns,
                        rosin_error *error) {
  const int status = look(record, columns, error);
  if (status)
    return status;
  for (int i = 0; i < ROSIN_COLUMN_CHECK; i++)
    if (rosin_manifest_set(row, (rosin_column)i, "%s",
                           i < fields_of(columns) ? record->field[i] : ""))
      return rosin_fail(error, "out of memory");
  snprintf(row->check, sizeof row->check, "%s",
           columns == ROSIN_COLUMNS ? record->field[ROSIN_COLUMN_CHECK] : "");
  return 0;
}

int rosin_manifest_pack(rosin_record *record, int columns, char **packed, size_t *size,
                        rosin_error *error) {
  int status = look(record, columns, error);
  char *to = record->text; /* fields stand one after the other there: they move together */
  for (int i = 0; status == 0 && i < fields_of(columns); i++) {
    const size_t length = strlen(record->field[i]) + 1;
    memmove(to, record->field[i], length);
    to += length;
  }
  for (int i = fields_of(columns); status == 0 && i < ROSIN_COLUMN_CHECK; i++) {
    if (to == record->text + sizeof record->text)
      status = rosin_fail(error, "%.300s:%d: record too long", record->path, record->line);
    else
      *to++ = 0;
  }
  *packed = record->text;
  *size = (size_t)(to - record->text);
  return status;
}

void rosin_manifest_unpack(rosin_manifest_row *row, char *packed) {
  for (int i = 0; i < ROSIN_COLUMN_CHECK; i++, packed += strlen(packed) + 1)
    row->field[i] = packed;
}
