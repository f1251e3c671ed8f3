/* SPDX-License-Identifier: BSD-3-Clause */
/* From rows of a list to what is made. */
#include "error.h"
#include "host/batch/batch.h"

#include <stdio.h>
#include <string.h>

int rosin_batch_next(const rosin_batch *b, rosin_jobs *jobs, rosin_jobs_row *row,
                     rosin_error *error) {
  const int status = rosin_jobs_next(jobs, row, error);
  if (status > 0 && b->name)
    return rosin_jobs_put(row, "name", b->name, error) ? -1 : 1;
  return status;
}

int rosin_batch_order_of(const rosin_jobs_row *row, const rosin_recipe *recipe,
                         rosin_batch_order *order, rosin_error *error) {
  int count = 0;
  *order = (rosin_batch_order){.make = {.recipe = recipe, .duration = row->duration}};
  for (int i = 0; i < row->sets; i++)
    order->setting[count++] = row->text + row->set[i];
  const double number[] = {row->rate, row->oversample};
  static const char *const key[] = {"rate", "oversample"};
  for (int i = 0; i < 2; i++)
    if (number[i] > 0) {
      snprintf(order->text[i], sizeof order->text[i], "%s=%.0f", key[i], number[i]);
      order->setting[count++] = order->text[i];
    }
  order->make.setting = order->setting;
  order->make.settings = count;
  if (*row->format && rosin_sample_format_named(row->format, &order->make.format))
    return rosin_fail(error, "format %.16s: must be 16, 24, 32 or float", row->format);
  if (!*row->format)
    order->make.format = recipe->format;
  return 0;
}
