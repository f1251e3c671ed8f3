/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/words.h"
#include "format.h"
#include "letters.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rosin_words_name(const rosin_core *core, int index, char *text, size_t size) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  snprintf(text, size, "%s", row ? row->name : "");
  for (char *at = text; *at; at++)
    *at = *at == '_' ? ' ' : *at;
}

void rosin_words_value(const rosin_core *core, int index, double value, char *text, size_t size) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  const char *word = rosin_parameter_word(row, value), *unit = row ? row->unit : "";
  if (word)
    snprintf(text, size, "%s", word);
  else
    rosin_format(text, size, "%.4g%s%s", value, *unit ? " " : "", unit);
}

/* A comma becomes the point where it can be nothing else: "1,000" may be a thousand, or 1. */
static int mend_comma(char *text) {
  char *comma = strchr(text, ',');
  if (!comma)
    return 0;
  const char *first = comma;
  while (first > text && rosin_is_digit(first[-1]))
    first--;
  const size_t after = strspn(comma + 1, "0123456789");
  const int thousands = after == 3 && first < comma && comma - first <= 3 && *first != '0';
  if (strchr(comma + 1, ',') || strchr(text, '.') || !after || thousands)
    return -1;
  *comma = '.';
  return 0;
}

/* A number, its unit after it or nothing. */
static int read_number(const char *text, const char *unit, double *value) {
  static const char blanks[] = " \t";
  char said[128], *end;
  if (strlen(text) >= sizeof said)
    return -1;
  snprintf(said, sizeof said, "%s", text);
  if (mend_comma(said))
    return -1;
  const double number = rosin_number_read(said, &end);
  if (end == said || !isfinite(number))
    return -1;
  end += strspn(end, blanks);
  if (strncmp(end, unit, strlen(unit)) == 0)
    end += strlen(unit);
  end += strspn(end, blanks);
  if (*end)
    return -1;
  *value = number;
  return 0;
}

int rosin_words_read(const rosin_core *core, int index, const char *text, double *value) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  if (!row)
    return -1;
  if (rosin_parameter_worded(row, text, value) == 0)
    return 0;
  return read_number(text, row->unit, value);
}
