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
  ROSIN_COLUMN_MOMENTARY,
  ROSIN_COLUMN_GAIN,
  ROSIN_COLUMN_LIMITED,
  ROSIN_COLUMN_ROOM,
  ROSIN_COLUMN_LOOP,
  ROSIN_COLUMN_NEAREST,
  ROSIN_COLUMN_PART,
  ROSIN_COLUMN_STEP,
  ROSIN_COLUMN_GROUP,
  ROSIN_COLUMN_CHECK,
  ROSIN_COLUMNS,
  ROSIN_COLUMNS_0_2 = ROSIN_COLUMN_MOMENTARY /* what 0.2 wrote: no hashes, no closing row */
} rosin_column;

typedef struct {
  const char *name;
  int number; /* 1: a number, or empty */
  const char *meaning;
} rosin_column_row;

/** The table, [ROSIN_COLUMNS]. */
const rosin_column_row *rosin_manifest_columns(void);

enum { ROSIN_CHECK = 17 }; /* digits of a row's own hash, and their end */

/** A row as texts; "" is not known. */
typedef struct {
  char *field[ROSIN_COLUMN_CHECK]; /* owned, or NULL: "" */
  char check[ROSIN_CHECK];         /* as it was put, or taken, last */
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

/** The line of names of so many columns, with its end: ROSIN_COLUMNS or ROSIN_COLUMNS_0_2. */
void rosin_manifest_put_names(FILE *to, int columns);
/** The first bytes of SHA-256, of a line up to the hash that it ends with. */
void rosin_manifest_check(const char *line, size_t size, char check[ROSIN_CHECK]);
/** A row as a line of CSV with its hash, which the row then has too: malloc'ed, or NULL. */
char *rosin_manifest_line(rosin_manifest_row *row, size_t *size);
/** A row as a line of JSON: so many of its columns. */
void rosin_manifest_put_json(FILE *to, const rosin_manifest_row *row, int columns);
/** A field as a value of JSON: a number, null, or a text. */
void rosin_manifest_put_value(FILE *to, const rosin_manifest_row *row, rosin_column column);
/** A row out of a record of so many columns that was read: 0, or -1 and an error; 1 if it is the
 *  line of names. The hash is not looked at. */
int rosin_manifest_take(rosin_manifest_row *row, rosin_record *record, int columns,
                        rosin_error *error);
/** The same without a copy: all fields but the hash, each with its 0, in the record's own room. */
int rosin_manifest_pack(rosin_record *record, int columns, char **packed, size_t *size,
                        rosin_error *error);
/** A row of borrowed fields out of what was packed; it is not to be freed. */
void rosin_manifest_unpack(rosin_manifest_row *row, char *packed);

#endif
