/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a modal body can be made as it is described. */
#include "error.h"
#include "modal/modal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WEIGHTS = 1 << 26 };

static int refuse_mode(int index, const rosin_parameter *row, double value, rosin_error *error) {
  char owner[32];
  snprintf(owner, sizeof owner, "mode %d", index + 1);
  return rosin_parameter_check(row, owner, value, error);
}

static int check_modes(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  if (!spec || !spec->mode)
    return rosin_fail(error, "modes: there are none");
  if (spec->modes < 1 || spec->modes > 65536)
    return rosin_fail(error, "modes: %d is out of range: 1 to 65536", spec->modes);
  for (int l = 0; l < spec->modes; l++) {
    const rosin_mode *mode = &spec->mode[l];
    for (const rosin_parameter *row = rosin_mode_parameters(); row->name; row++) {
      double value;
      memcpy(&value, (const char *)mode + row->offset, sizeof value);
      if (rosin_parameter_check(row, NULL, value, NULL))
        return refuse_mode(l, row, value, error);
    }
    if (mode->frequency > ROSIN_MODE_HIGHEST * rate)
      return rosin_fail(error, "mode %d.frequency: %g is above 0.45 of the sample rate (%g Hz)",
                        l + 1, mode->frequency, ROSIN_MODE_HIGHEST * rate);
  }
  return 0;
}

static int check_shape(const rosin_modal_spec *spec, rosin_error *error) {
  const int table = spec->shape == ROSIN_SHAPE_TABLE;
  if (spec->points < table || spec->points > 65536)
    return rosin_fail(error, "points: %d is out of range: 1 to 65536 with a table of shapes",
                      spec->points);
  if (!table && spec->shape != ROSIN_SHAPE_SINE && spec->shape != ROSIN_SHAPE_RING)
    return rosin_fail(error, "shape: there is none of number %d", (int)spec->shape);
  if (table && (long long)spec->points * spec->modes > MOST_WEIGHTS)
    return rosin_fail(error, "points: %d of %d modes are too many weights: at most %d",
                      spec->points, spec->modes, MOST_WEIGHTS);
  return 0;
}

static int check_positions(const rosin_modal_spec *spec, rosin_error *error) {
  const double *x = spec->position;
  const int points = x ? spec->points : 0, rises = spec->shape == ROSIN_SHAPE_TABLE;
  for (int i = 0; i < points; i++) {
    if (!isfinite(x[i]))
      return rosin_fail(error, "point %d: its position is not a finite number", i + 1);
    if (rises && i > 0 && x[i] <= x[i - 1])
      return rosin_fail(error,
                        "point %d: position %g does not rise above %g, that of the point before",
                        i + 1, x[i], x[i - 1]);
  }
  return 0;
}

/* What modes do at points: orders of a ring, weights of a table. */
static int check_values(const rosin_modal_spec *spec, rosin_error *error) {
  const int orders = spec->shape == ROSIN_SHAPE_RING && spec->order ? spec->modes : 0;
  const int table = spec->shape == ROSIN_SHAPE_TABLE && spec->weight;
  const int weights = table ? spec->points * spec->modes : 0;
  for (int l = 0; l < orders; l++)
    if (spec->order[l] < -65536 || spec->order[l] > 65536)
      return rosin_fail(error, "mode %d: order %d is out of range: -65536 to 65536", l + 1,
                        spec->order[l]);
  for (int i = 0; i < weights; i++)
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
  const int wrong = check_modes(spec, rate, error) || check_shape(spec, error) ||
                    check_positions(spec, error) || check_values(spec, error) ||
                    check_moves(spec, error);
  return wrong ? -1 : 0;
}
