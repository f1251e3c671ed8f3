/* SPDX-License-Identifier: BSD-3-Clause */
/** Rows of a manifest: what is said of each file, as CSV and as JSON lines. */
#ifndef ROSIN_MANIFEST_H
#define ROSIN_MANIFEST_H

#include "batch/record.h"
#include "features/features.h"

/** The columns, in their order. */
typedef enum {
  ROSIN_COLUMN_JOB,
  ROSIN_COLUMN_NAME,
  ROSIN_COLUMN_SHA256,
  ROSIN_COLUMN_BYTES,
  ROSIN_COLUMN_SCENE,
  ROSIN_COLUMN_CATEGORY,
  ROSIN_COLUMN_TITLE,
  ROSIN_COLUMN_SEED,
  ROSIN_COLUMN_N,
  ROSIN_COLUMN_ATTEMPT,
  ROSIN_COLUMN_DISTANCE,
  ROSIN_COLUMN_DURATION,
  ROSIN_COLUMN_RATE,
  ROSIN_COLUMN_CHANNELS,
  ROSIN_COLUMN_FORMAT,
  ROSIN_COLUMN_LOUDNESS,
  ROSIN_COLUMN_TRUE_PEAK,
  ROSIN_COLUMN_PITCH,
  ROSIN_COLUMN_CENTROID,
  ROSIN_COLUMN_DECAY,
  ROSIN_COLUMN_SHAPE,
  ROSIN_COLUMN_CONTACT,
  ROSIN_COLUMN_SLIPS,
  ROSIN_COLUMN_SLIP_SHARE,
  ROSIN_COLUMN_REGIME,
  ROSIN_COLUMN_PARAMETERS,
  ROSIN_COLUMN_COMMAND,
  ROSIN_COLUMN_KEY,
  ROSIN_COLUMNS
} rosin_column;

typedef struct {
  const char *name;
  int number; /* 1: a number, or empty */
  const char *meaning;
} rosin_column_row;

/** The table, [ROSIN_COLUMNS]. */
const rosin_column_row *rosin_manifest_columns(void);

/** A row as texts; "" is not known. */
typedef struct {
  char *field[ROSIN_COLUMNS]; /* owned, or NULL: "" */
} rosin_manifest_row;

/** Set a field: 0, or -1 without memory. */
int rosin_manifest_set(rosin_manifest_row *row, rosin_column column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** A number with so many decimals; not finite: "". */
int rosin_manifest_number(rosin_manifest_row *row, rosin_column column, double value, int decimals);
const char *rosin_manifest_text(const rosin_manifest_row *row, rosin_column column);
/** What was measured, there and back. */
int rosin_manifest_set_features(rosin_manifest_row *row, const rosin_features *features);
void rosin_manifest_features(const rosin_manifest_row *row, rosin_features *features);
void rosin_manifest_free(rosin_manifest_row *row);

/** The line of names, and a row, as CSV. */
void rosin_manifest_put_names(FILE *to);
void rosin_manifest_put(FILE *to, const rosin_manifest_row *row);
/** A row as a line of JSON. */
void rosin_manifest_put_json(FILE *to, const rosin_manifest_row *row);
/** A row out of a record that was read: 0, or -1 and an error; 1 if it is the line of names. */
int rosin_manifest_take(rosin_manifest_row *row, const rosin_record *record, rosin_error *error);
/** The same without a copy: all fields, each with its 0, in the record's own room. */
int rosin_manifest_pack(const rosin_record *record, const char **packed, size_t *size,
                        rosin_error *error);
/** A row of borrowed fields out of what was packed; it is not to be freed. */
void rosin_manifest_unpack(rosin_manifest_row *row, char *packed);

#endif
