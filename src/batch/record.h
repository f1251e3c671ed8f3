/* SPDX-License-Identifier: BSD-3-Clause */
/** Records of a CSV file as spreadsheets write them (RFC 4180): fields in quotes, where "" is a
 *  quote; a byte order mark; semicolons where the first line has more of them than commas. */
#ifndef ROSIN_RECORD_H
#define ROSIN_RECORD_H

#include "rosin.h"

#include <stdio.h>

enum { ROSIN_RECORD_FIELDS = 160, ROSIN_RECORD_TEXT = 65536 };

/** A reader, and the record it has read. */
typedef struct {
  FILE *file; /* borrowed; NULL: it reads from `bytes` */
  const char *bytes;
  size_t left; /* of them */
  const char *path;
  int line, begun; /* of the record; of the file, what comes next is in `next` */
  char separator;  /* 0: not known yet */
  int next, whole; /* whole: it ended with a line feed */
  int fields;
  long long offset, end; /* of the record in the file, and of what follows it */
  char *field[ROSIN_RECORD_FIELDS];
  char text[ROSIN_RECORD_TEXT];
} rosin_record;

void rosin_record_begin(rosin_record *record, FILE *file, const char *path);
/** The same of bytes that stay where they are, with commas between fields; `line` is their first.
 */
void rosin_record_begin_bytes(rosin_record *record, const char *bytes, size_t size,
                              const char *path, int line);
/** The next record that is not empty and no comment ('#'): 1; 0 at the end; -1 and an error that
 *  names file and line. */
int rosin_record_read(rosin_record *record, rosin_error *error);
/** Write a field, in quotes if it needs them. */
void rosin_record_put(FILE *to, const char *field);
/** The same of a text: a spreadsheet takes what begins with = + - or @ for a formula, so that such
 * a text, and one that begins with ', has a ' put before it. */
void rosin_record_put_text(FILE *to, const char *field);
/** Take that ' off again, where the field lies. */
void rosin_record_plain(char *field);

#endif
