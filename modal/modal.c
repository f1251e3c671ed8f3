/* SPDX-License-Identifier: BSD-3-Clause */
/* Making a modal bank: what is copied, and kept when it is made otherwise. */
#include "modal/modal.h"
#include "error.h"
#include "memory.h"
#include "modal/bank.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Copy points and weights; positions first, then the table. */
static int copy_points(rosin_bank *b, const rosin_modal_spec *spec) {
  const size_t points = (size_t)spec->points, modes = (size_t)spec->modes;
  const int tabled = spec->shape == ROSIN_SHAPE_TABLE;
  b->table = rosin_bank_doubles(points + (tabled ? points * modes : 0));
  b->point_name = rosin_calloc(points + 1, sizeof *b->point_name);
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
    b->order = rosin_calloc(modes, sizeof *b->order);
    if (!b->order)
      return -1;
    memcpy(b->order, spec->order, modes * sizeof *b->order);
  }
  b->shapes =
      (rosin_shapes){spec->shape, spec->modes, spec->points, b->table, b->table + points, b->order};
  return 0;
}

/* What moves need of the modes as they were given. */
static int copy_given(rosin_bank *b, const rosin_modal_spec *spec) {
  const size_t modes = (size_t)spec->modes;
  b->mode = rosin_malloc(modes * sizeof *b->mode);
  b->pitched = rosin_malloc(modes * sizeof *b->pitched);
  b->load = spec->load ? rosin_malloc(modes * sizeof *b->load) : NULL;
  if (!b->mode || !b->pitched || (spec->load && !b->load))
    return -1;
  memcpy(b->mode, spec->mode, modes * sizeof *b->mode);
  if (b->load)
    memcpy(b->load, spec->load, modes * sizeof *b->load);
  for (size_t l = 0; l < modes; l++)
    b->pitched[l] = spec->mode[l].frequency;
  rosin_bank_made(b, &spec->made);
  return 0;
}

/* What a mode is a sample, in one strand. */
static void discretise(rosin_bank *b, const rosin_mode *mode, int l) {
  rosin_mode_discrete d;
  rosin_mode_discretise(mode, b->period, &d);
  b->m.keep[l] = 2 * d.keep;
  b->m.pull[l] = d.pull * b->period;
  b->root[l] = sqrt(d.mobility);
  b->kinetic[l] = 2 * d.mass * d.mobility;
  b->potential[l] = 0.5 * d.stiffness * b->period * b->period * d.mobility;
}

static int copy_modes(rosin_bank *b, const rosin_modal_spec *spec, double period) {
  if (rosin_bank_room(b, spec->modes) || copy_given(b, spec))
    return -1;
  b->period = period;
  b->strands = 1;
  for (int l = 0; l < spec->modes; l++)
    discretise(b, &spec->mode[l], l);
  return 0;
}

/* All strands as rosin_bank_cut makes them of the first. */
static void spread(rosin_bank *b, int l) {
  const int modes = b->shapes.modes;
  const double lighter = sqrt((double)b->strands), root = lighter * b->root[l];
  for (int k = l; k < b->strands * modes; k += modes) {
    b->m.keep[k] = b->m.keep[l];
    b->m.pull[k] = b->m.pull[l];
    b->root[k] = root;
    b->kinetic[k] = b->kinetic[l];
    b->potential[k] = b->potential[l];
  }
}

void rosin_modal_remake(rosin_body *body, const rosin_mode *mode, const double *load,
                        const rosin_modal_moves *made) {
  rosin_bank *b = (rosin_bank *)body;
  const size_t modes = (size_t)b->shapes.modes;
  rosin_bank_settle(b);
  memcpy(b->mode, mode, modes * sizeof *mode);
  if (b->load)
    memcpy(b->load, load, modes * sizeof *load);
  rosin_bank_made(b, made);
  for (int l = 0; l < b->shapes.modes; l++) {
    b->pitched[l] = mode[l].frequency;
    discretise(b, &mode[l], l);
    if (b->strands > 1)
      spread(b, l);
  }
  for (int i = 0; i < b->base.ports; i++)
    rosin_bank_weigh(b, i);
  b->coupled = 0;
  b->stirred = 1;
}

/* What it is in metres stays; accelerations are from there. */
static void carry(rosin_bank *to, rosin_bank *from) {
  const int kept = to->shapes.modes < from->shapes.modes ? to->shapes.modes : from->shapes.modes;
  rosin_bank_settle(from);
  for (int k = 0; k < to->strands; k++)
    for (int l = 0; l < kept; l++) {
      const int i = k * to->shapes.modes + l;
      to->m.x[i] = rosin_bank_whole(from, from->m.x, l) / to->root[i];
      to->m.v[i] = rosin_bank_whole(from, from->m.v, l) / to->root[i];
    }
  rosin_bank_see(to);
}

void rosin_modal_carry(rosin_body *body, rosin_body *before) {
  carry((rosin_bank *)body, (rosin_bank *)before);
}

int rosin_modal_set(rosin_body *body, const rosin_modal_spec *spec, rosin_error *error) {
  rosin_bank *b = (rosin_bank *)body;
  if (!body || body->ops != &rosin_bank_ops)
    return rosin_fail(error, "this is not a modal body");
  if (rosin_modal_check(spec, body->rate, error))
    return -1;
  rosin_bank made = {.base = b->base, .kernel = b->kernel};
  if (copy_modes(&made, spec, 1 / body->rate) || copy_points(&made, spec)) {
    rosin_bank_free_parts(&made);
    return rosin_fail(error, "out of memory for %d modes", spec->modes);
  }
  carry(&made, b);
  rosin_bank_free_parts(b);
  *b = made;
  b->base.bound++;
  return 0;
}

rosin_body *rosin_modal_new(const rosin_modal_spec *spec, double rate, rosin_error *error) {
  if (!(rate >= 1000 && rate <= 1e7)) {
    rosin_fail(error, "rate: %g is out of range: 1000 to 1e7 Hz", rate);
    return NULL;
  }
  if (rosin_modal_check(spec, rate, error))
    return NULL;
  rosin_bank *b = rosin_calloc(1, sizeof *b);
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
