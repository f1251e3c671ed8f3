/* SPDX-License-Identifier: BSD-3-Clause */
/** What is written beside manifest.csv, made again from its rows and compared, line by line. */
#ifndef ROSIN_BESIDE_H
#define ROSIN_BESIDE_H

#include "batch/manifest.h"
#include "host/batch/damage.h"

enum { ROSIN_BESIDE = 2 };

typedef struct {
  const char *name;
  char *path;              /* owned, as the next */
  FILE *file;              /* NULL: it is not there */
  long long line, differs; /* read so far; the first that is otherwise, or 0 */
  int missing;
} rosin_beside_file;

typedef struct {
  rosin_beside_file of[ROSIN_BESIDE];
} rosin_beside;

/** manifest.jsonl and SHA256SUMS of a folder. 0, or -1 without memory; end it in either case. */
int rosin_beside_begin(rosin_beside *beside, const char *folder);
/** The next row of the manifest, of so many columns. 0, or -1 without memory. */
int rosin_beside_row(rosin_beside *beside, const rosin_manifest_row *row, int columns);
/** All rows were given: what differs is told (NULL: nothing is), as is what is missing, which is
 *  `needed` (so a closing row says, after which both are written), or else told in a word. */
void rosin_beside_end(rosin_beside *beside, rosin_damage *damage, int needed);

#endif
