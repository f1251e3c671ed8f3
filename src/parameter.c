/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter tables: look-up, defaults, words, and the one wording of a range error. */
#include "error.h"
#include "format.h"
#include "letters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *rosin_version(void) {
  return ROSIN_VERSION;
}

void rosin_parameters_default(const rosin_parameter *table, void *object) {
  for (; object && table && table->name; table++)
    memcpy((char *)object + table->offset, &table->initial, sizeof(double));
}

const rosin_parameter *rosin_parameter_find(const rosin_parameter *table, const char *name) {
  for (; name && table && table->name; table++)
    if (strcmp(table->name, name) == 0)
      return table;
  return NULL;
}

static const char *const *words_of(const rosin_parameter *row) {
  static const char *const states[] = {"off", "on", NULL};
  return row->kind == ROSIN_SWITCH ? states : row->kind == ROSIN_CHOICE ? row->words : NULL;
}

const char *rosin_parameter_word(const rosin_parameter *row, double value) {
  const char *const *word = row ? words_of(row) : NULL;
  if (!word || !(value > -0.5)) /* NaN among them */
    return NULL;
  for (int i = 0; word[i]; i++)
    if (value < i + 0.5)
      return word[i];
  return NULL;
}

static int is_word(const char *word, const char *said) {
  for (; *word; word++, said++)
    if (rosin_lower(*said) != *word && !(*word == '-' && *said == ' '))
      return 0;
  return !*said;
}

int rosin_parameter_worded(const rosin_parameter *row, const char *said, double *value) {
  const char *const *word = row ? words_of(row) : NULL;
  for (int i = 0; word && word[i]; i++)
    if (is_word(word[i], said)) {
      *value = i;
      return 0;
    }
  return -1;
}

int rosin_parameter_check(const rosin_parameter *row, const char *owner, double value,
                          rosin_error *error) {
  if (!row)
    return rosin_fail(error, "there is no such parameter");
  if (isfinite(value) && value >= row->low && value <= row->high)
    return 0;
  const int low = rosin_error_digits(row->low), high = rosin_error_digits(row->high);
  if (error)
    rosin_format(error->text, sizeof error->text, "%s%s%s: %.*g is out of range: %.*g to %.*g%s%s",
                 owner ? owner : "", owner ? "." : "", row->name, low > high ? low : high, value,
                 low, row->low, high, row->high, *row->unit ? " " : "", row->unit);
  return -1;
}

int rosin_parameter_put(const rosin_parameter *table, const char *owner, const char *name,
                        double value, void *object, rosin_error *error) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  char list[400] = "";
  for (const rosin_parameter *r = table; !row && r && r->name; r++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", r == table ? "" : ", ",
             r->name);
  if (!row || !object)
    return rosin_fail(error, "%s%sthere is no '%.60s'; there are: %s", owner ? owner : "",
                      owner ? ": " : "", name ? name : "", list);
  if (rosin_parameter_check(row, owner, value, error))
    return -1;
  memcpy((char *)object + row->offset, &value, sizeof value);
  return 0;
}
