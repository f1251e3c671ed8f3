/* SPDX-License-Identifier: BSD-3-Clause */
/* Making a modal bank: what is refused, what is copied. */
#include "modal/modal.h"
#include "error.h"
#include "modal/bank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WEIGHTS = 1 << 26 };

double *rosin_bank_doubles(size_t count) {
  const size_t bytes = (count * sizeof(double) + 63) / 64 * 64;
  double *p = aligned_alloc(64, bytes ? bytes : 64);
  if (p)
    memset(p, 0, bytes ? bytes : 64);
  return p;
}

static void free_parts(rosin_bank *b) {
  free(b->memory);
  free(b->port_memory);
  free(b->same);
  free(b->table);
  free(b->point_name);
  free(b->order);
}

void rosin_bank_free(rosin_bank *b) {
  free_parts(b);
  free(b);
}

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

/* Copy points and weights; positions first, then the table. */
static int copy_points(rosin_bank *b, const rosin_modal_spec *spec) {
  const size_t points = (size_t)spec->points, modes = (size_t)spec->modes;
  const int tabled = spec->shape == ROSIN_SHAPE_TABLE;
  b->table = rosin_bank_doubles(points + (tabled ? points * modes : 0));
  b->point_name = calloc(points + 1, sizeof *b->point_name);
  if (!b->table || !b->point_name)
    return -1;
  for (size_t i = 0; i < points; i++) {
    b->table[i] = spec->position ? spec->position[i] : (double)i;
    snprintf(b->point_name[i], sizeof *b->point_name, "%s",
             spec->name && spec->name[i] ? spec->name[i] : "");
  }
  for (size_t i = 0; tabled && i < points * modes; i++)
    b->table[points + i] = spec->weight ? spec->weight[i] : 1.0;
  if (spec->order) {
    b->order = calloc(modes, sizeof *b->order);
    if (!b->order)
      return -1;
    memcpy(b->order, spec->order, modes * sizeof *b->order);
  }
  b->shapes =
      (rosin_shapes){spec->shape, spec->modes, spec->points, b->table, b->table + points, b->order};
  return 0;
}

static int copy_modes(rosin_bank *b, const rosin_modal_spec *spec, double period) {
  const int size = (spec->modes + ROSIN_LANES - 1) / ROSIN_LANES * ROSIN_LANES;
  double *p = b->memory = rosin_bank_doubles(9 * (size_t)size);
  if (!p)
    return -1;
  b->m = (rosin_modes){.size = size,
                       .keep = p,
                       .pull = p + size,
                       .x = p + 2 * size,
                       .v = p + 3 * size,
                       .mean = p + 4 * size};
  b->period = period;
  b->sum = p + 5 * size;
  b->root = p + 6 * size;
  b->kinetic = p + 7 * size;
  b->potential = p + 8 * size;
  for (int l = 0; l < spec->modes; l++) {
    rosin_mode_discrete d;
    rosin_mode_discretise(&spec->mode[l], period, &d);
    b->m.keep[l] = 2 * d.keep;
    b->m.pull[l] = d.pull * period;
    b->root[l] = sqrt(d.mobility);
    b->kinetic[l] = 2 * d.mass * d.mobility;
    b->potential[l] = 0.5 * d.stiffness * period * period * d.mobility;
  }
  return 0;
}

static int check_spec(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  return check_modes(spec, rate, error) || check_points(spec, error) ? -1 : 0;
}

int rosin_modal_set(rosin_body *body, const rosin_modal_spec *spec, rosin_error *error) {
  rosin_bank *b = (rosin_bank *)body;
  if (!body || body->ops != &rosin_bank_ops)
    return rosin_fail(error, "this is not a modal body");
  if (check_spec(spec, body->rate, error))
    return -1;
  rosin_bank made = {.base = b->base, .kernel = b->kernel};
  if (copy_modes(&made, spec, 1 / body->rate) || copy_points(&made, spec)) {
    free_parts(&made);
    return rosin_fail(error, "out of memory for %d modes", spec->modes);
  }
  const int kept = made.shapes.modes < b->shapes.modes ? made.shapes.modes : b->shapes.modes;
  rosin_bank_settle(b);
  for (int l = 0; l < kept; l++) { /* what it is in metres stays */
    made.m.x[l] = b->m.x[l] * b->root[l] / made.root[l];
    made.m.v[l] = b->m.v[l] * b->root[l] / made.root[l];
  }
  free_parts(b);
  *b = made;
  b->base.bound++;
  return 0;
}

rosin_body *rosin_modal_new(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  if (!(rate >= 1000 && rate <= 1e7)) {
    rosin_fail(error, "rate: %g is out of range: 1000 to 1e7 Hz", rate);
    return NULL;
  }
  if (check_spec(spec, rate, error))
    return NULL;
  rosin_bank *b = calloc(1, sizeof *b);
  if (!b || copy_modes(b, spec, 1 / rate) || copy_points(b, spec)) {
    if (b)
      rosin_bank_free(b);
    rosin_fail(error, "out of memory for %d modes", spec->modes);
    return NULL;
  }
  b->base = (rosin_body){.ops = &rosin_bank_ops, .rate = rate};
  b->kernel = rosin_modal_kernel_choose();
  return &b->base;
}
