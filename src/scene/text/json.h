/* SPDX-License-Identifier: BSD-3-Clause */
/** JSON on a stream: listings, reports, manifests. */
#ifndef ROSIN_JSON_H
#define ROSIN_JSON_H

#include "rosin.h"

#include <stdio.h>

enum { ROSIN_JSON_CHARACTER = 8 };
/** What the first character of `text` is within quotes, fit for a page too; where the next begins.
 */
const char *rosin_json_character(const char *text, char to[ROSIN_JSON_CHARACTER]);
/** A text in quotes, fit for a page too; bytes that are no UTF-8 become U+FFFD. */
void rosin_json_text(FILE *to, const char *text);
/** "key": "text", or "key": number (null if it is not finite); `first` 0: a comma before it. */
void rosin_json_member(FILE *to, int first, const char *key, const char *text);
void rosin_json_number(FILE *to, int first, const char *key, double value);
/** The members name, unit, low, high, default, meaning of a row, without braces. */
void rosin_json_parameter(FILE *to, const rosin_parameter *row);
/** A table of them as a list. */
void rosin_json_parameters(FILE *to, const rosin_parameter *table);

#endif
