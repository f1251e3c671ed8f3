/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a modal body can be made as it is described. */
#include "error.h"
#include "modal/modal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WEIGHTS = 1 << 26 };

static int check_modes(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  if (!spec || !spec->mode)
    return rosin_fail(error, "modes: there are none");
  if (spec->modes < 1 || spec->modes > 65536)
    return rosin_fail(error, "modes: %d is out of range: 1 to 65536", spec->modes);
  for (int l = 0; l < spec->modes; l++) {
    const rosin_mode *mode = &spec->mode[l];
    char owner[32];
    snprintf(owner, sizeof owner, "mode %d", l + 1);
    for (const rosin_parameter *row = rosin_mode_parameters(); row->name; row++) {
      double value;
      memcpy(&value, (const char *)mode + row->offset, sizeof value);
      if (rosin_parameter_check(row, owner, value, error))
        return -1;
    }
    if (mode->frequency > 0.45 * rate)
      return rosin_fail(error, "mode %d.frequency: %g is above 0.45 of the sample rate (%g Hz)",
                        l + 1, mode->frequency, 0.45 * rate);
  }
  return 0;
}

static int check_points(const rosin_modal_spec *spec, rosin_error *error) {
  if (spec->points < 0 || spec->points > 65536 ||
      (spec->shape == ROSIN_SHAPE_TABLE && spec->points < 1))
    return rosin_fail(error, "points: %d is out of range: 1 to 65536 with a table of shapes",
                      spec->points);
  if (spec->shape != ROSIN_SHAPE_TABLE && spec->shape != ROSIN_SHAPE_SINE &&
      spec->shape != ROSIN_SHAPE_RING)
    return rosin_fail(error, "shape: there is none of number %d", (int)spec->shape);
  if (spec->shape == ROSIN_SHAPE_TABLE && (long long)spec->points * spec->modes > MOST_WEIGHTS)
    return rosin_fail(error, "points: %d of %d modes are too many weights: at most %d",
                      spec->points, spec->modes, MOST_WEIGHTS);
  for (int i = 0; i < spec->points; i++) {
    const double x = spec->position ? spec->position[i] : i;
    if (!isfinite(x))
      return rosin_fail(error, "point %d: its position is not a finite number", i + 1);
    if (i > 0 && spec->shape == ROSIN_SHAPE_TABLE && spec->position && x <= spec->position[i - 1])
      return rosin_fail(error,
                        "point %d: position %g does not rise above %g, that of the point before",
                        i + 1, x, spec->position[i - 1]);
  }
  for (int l = 0; spec->shape == ROSIN_SHAPE_RING && spec->order && l < spec->modes; l++)
    if (spec->order[l] < -65536 || spec->order[l] > 65536)
      return rosin_fail(error, "mode %d: order %d is out of range: -65536 to 65536", l + 1,
                        spec->order[l]);
  if (spec->shape == ROSIN_SHAPE_TABLE && spec->weight)
    for (int i = 0; i < spec->points * spec->modes; i++)
      if (!(fabs(spec->weight[i]) <= 1e6))
        return rosin_fail(error, "mode %d: weight %g is out of range: -1e6 to 1e6",
                          i % spec->modes + 1, spec->weight[i]);
  return 0;
}

/* Where a body that may move begins: zeros stand for what is not said. */
static int check_moves(const rosin_modal_spec *spec, rosin_error *error) {
  for (const rosin_parameter *row = rosin_modal_controls(); row->name; row++) {
    double value;
    memcpy(&value, (const char *)&spec->made + row->offset, sizeof value);
    if (value != 0 && rosin_parameter_check(row, "made", value, error))
      return -1;
  }
  for (int l = 0; spec->load && l < spec->modes; l++)
    if (!(spec->load[l] >= 0 && spec->load[l] <= 1e6))
      return rosin_fail(error, "mode %d: load %g is out of range: 0 to 1e6", l + 1, spec->load[l]);
  return 0;
}

int rosin_modal_check(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  return check_modes(spec, rate, error) || check_points(spec, error) || check_moves(spec, error)
             ? -1
             : 0;
}
