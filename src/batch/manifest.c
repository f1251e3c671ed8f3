/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/manifest.h"
#include "error.h"
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
    {"attempt", 1, "how often it was drawn again, too near to another"},
    {"distance", 1, "to the nearest before it of those it is kept apart from"},
    {"duration", 1, "s"},
    {"rate", 1, "Hz"},
    {"channels", 1, ""},
    {"format", 0, "container and format of the samples"},
    {"loudness", 1, "LUFS, EBU R 128"},
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
};

const rosin_column_row *rosin_manifest_columns(void) {
  return table;
}

int rosin_manifest_set(rosin_manifest_row *row, rosin_column column, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int length = vsnprintf(NULL, 0, format, list);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, again);
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
  return row->field[column] ? row->field[column] : "";
}

int rosin_manifest_set_features(rosin_manifest_row *row, const rosin_features *f) {
  char shape[12 * ROSIN_FEATURES_SHAPE] = "";
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
    snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%.1f", k ? " " : "",
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
  return *text ? strtod(text, NULL) : (double)NAN;
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
    f->shape[k] = strtod(at, &at);
}

void rosin_manifest_free(rosin_manifest_row *row) {
  for (int i = 0; i < ROSIN_COLUMNS; i++)
    free(row->field[i]);
  *row = (rosin_manifest_row){0};
}

/* ---- as text ---------------------------------------------------------------------- */

void rosin_manifest_put_names(FILE *to) {
  for (int i = 0; i < ROSIN_COLUMNS; i++)
    fprintf(to, "%s%s", i ? "," : "", table[i].name);
  fputc('\n', to);
}

void rosin_manifest_put(FILE *to, const rosin_manifest_row *row) {
  for (int i = 0; i < ROSIN_COLUMNS; i++) {
    if (i)
      fputc(',', to);
    rosin_record_put(to, rosin_manifest_text(row, (rosin_column)i));
  }
  fputc('\n', to);
}

void rosin_manifest_put_json(FILE *to, const rosin_manifest_row *row) {
  for (int i = 0; i < ROSIN_COLUMNS; i++) {
    const char *text = rosin_manifest_text(row, (rosin_column)i);
    fprintf(to, "%s\"%s\": ", i ? ", " : "{", table[i].name);
    if (!table[i].number)
      rosin_json_text(to, text);
    else
      fputs(*text ? text : "null", to);
  }
  fputs("}\n", to);
}

/* 0 if it is a row, 1 the line of names, -1 and an error. */
static int look(const rosin_record *record, rosin_error *error) {
  if (record->fields != ROSIN_COLUMNS)
    return rosin_fail(error, "%.300s:%d: is no row of a manifest of this version", record->path,
                      record->line);
  return strcmp(record->field[0], table[0].name) == 0;
}

int rosin_manifest_take(rosin_manifest_row *row, const rosin_record *record, rosin_error *error) {
  const int status = look(record, error);
  for (int i = 0; status == 0 && i < ROSIN_COLUMNS; i++)
    if (rosin_manifest_set(row, (rosin_column)i, "%s", record->field[i]))
      return rosin_fail(error, "out of memory");
  return status;
}

int rosin_manifest_pack(const rosin_record *record, const char **packed, size_t *size,
                        rosin_error *error) {
  const char *last = record->field[record->fields - 1];
  *packed = record->text; /* fields stand one after the other there, each with its end */
  *size = (size_t)(last - record->text) + strlen(last) + 1;
  return look(record, error);
}

void rosin_manifest_unpack(rosin_manifest_row *row, char *packed) {
  for (int i = 0; i < ROSIN_COLUMNS; i++, packed += strlen(packed) + 1)
    row->field[i] = packed;
}
