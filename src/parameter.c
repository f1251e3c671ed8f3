/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter tables: look-up, defaults, and the one wording of a range error. */
#include "error.h"
#include "format.h"

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
