/* SPDX-License-Identifier: BSD-3-Clause */
/** Lines of comma-separated numbers. */
#ifndef ROSIN_CSV_H
#define ROSIN_CSV_H

/** Cut the white space off both ends, in place. */
char *rosin_csv_trim(char *text);
/** What a file's line `number` (from 1) holds, so trimmed, but for the byte order mark that
 *  spreadsheets put before the first. */
char *rosin_csv_content(char *line, int number);
/** Cut `line` at its commas, in place; trimmed fields, at most `room`. Returns how many. */
int rosin_csv_split(char *line, char **field, int room);
/** 1 if all of `text` is a number. */
int rosin_csv_is_number(const char *text, double *value);

#endif
