/* SPDX-License-Identifier: BSD-3-Clause */
/* The modal bank as a body: any mode at any port, signed shapes. */
#include "modal/modal.h"
#include "error.h"
#include "modal/kernel.h"
#include "modal/shape.h"
#include "resonator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  rosin_body base;
  rosin_modes m;
  const rosin_modal_kernel *kernel;
  rosin_shapes shapes;
  double *mass, *stiffness, *mobility; /* [size] */
  double *shape, *gain;                /* [ports * size]; gain = mobility * shape */
  double *position, *force;            /* [ports], NAN before it is placed; scratch */
  int *strand, strands;                /* [ports], -1: all of them; the modes of the first strand
                                          stand before those of the second */
  double *seen;      /* [ports], velocity at the last sample's end, where it is observed */
  int *same, places; /* [ports], first port at the same position; how many */
  int *heard, hears; /* [ports], ports listened to; */
  int *from;         /* [ports], and where the velocity of each is known from */
  char (*point_name)[64];
  int *order;
  double *memory, *table, *port_memory;
} modal;

static const modal *as_modal(const rosin_body *body) {
  return (const modal *)body;
}

/* 64-byte aligned, zeroed; NULL without memory. */
static double *doubles(size_t count) {
  const size_t bytes = (count * sizeof(double) + 63) / 64 * 64;
  double *p = aligned_alloc(64, bytes ? bytes : 64);
  if (p)
    memset(p, 0, bytes ? bytes : 64);
  return p;
}

/* Ports at one place are computed once. */
static void relate(modal *b, int first) {
  for (int i = first; i < b->base.ports; i++)
    for (b->same[i] = 0; b->same[i] < i && (b->position[b->same[i]] != b->position[i] ||
                                            b->strand[b->same[i]] != b->strand[i]);)
      b->same[i]++;
  b->places = 0;
  for (int i = 0; i < b->base.ports; i++)
    b->places += b->same[i] == i;
  for (int k = 0; k < b->hears; k++) {
    int at = 0;
    while (at < k && b->same[b->heard[at]] != b->same[b->heard[k]])
      at++;
    b->from[k] = b->heard[at];
  }
}

static void modal_listen(rosin_body *body, const int *port, int count) {
  modal *b = (modal *)body;
  memcpy(b->heard, port, (size_t)count * sizeof *b->heard);
  b->hears = count;
  relate(b, b->base.ports);
}

static int modal_bind(rosin_body *body, int ports) {
  modal *b = (modal *)body;
  const size_t size = (size_t)b->m.size, count = (size_t)ports;
  double *memory = doubles(count * (2 * size + 3));
  int *numbers = calloc(4 * count, sizeof *numbers);
  if (!memory || !numbers) {
    free(memory);
    free(numbers);
    return -1;
  }
  free(b->port_memory);
  free(b->same);
  b->port_memory = memory;
  b->shape = memory;
  b->gain = memory + count * size;
  b->position = b->gain + count * size;
  b->force = b->position + count;
  b->seen = b->force + count;
  b->same = numbers;
  b->heard = numbers + count;
  b->from = b->heard + count;
  b->strand = b->from + count;
  b->base.ports = ports;
  b->hears = ports;
  for (int i = 0; i < ports; i++) {
    b->position[i] = NAN;
    b->heard[i] = i;
    b->strand[i] = -1;
  }
  relate(b, 0);
  return 0;
}

/* From the weights of the whole to those of one strand, or of all alike. */
static void spread_shape(const modal *b, int strand, double *shape) {
  const int modes = b->shapes.modes;
  for (int k = b->strands - 1; k >= 0 && b->strands > 1; k--)
    for (int l = 0; l < modes; l++)
      shape[k * modes + l] = strand < 0 ? shape[l] / b->strands : strand == k ? shape[l] : 0;
}

static void modal_take_strand(rosin_body *body, int port, int strand) {
  ((modal *)body)->strand[port] = strand;
}

static double modal_place(rosin_body *body, int port, double position) {
  modal *b = (modal *)body;
  double *shape = b->shape + (size_t)port * (size_t)b->m.size;
  double *gain = b->gain + (size_t)port * (size_t)b->m.size;
  position = rosin_shape_at(&b->shapes, position, shape);
  spread_shape(b, b->strand[port], shape);
  for (int l = 0; l < b->strands * b->shapes.modes; l++)
    gain[l] = b->mobility[l] * shape[l];
  b->position[port] = position;
  relate(b, port);
  return position;
}

static void modal_mobility(const rosin_body *body, double *out) {
  const modal *b = as_modal(body);
  const int n = b->base.ports, size = b->m.size;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const int k = b->same[i], l = b->same[j];
      out[i * n + j] = k == i && l == j ? b->kernel->dot(b->gain + (size_t)i * (size_t)size,
                                                         b->shape + (size_t)j * (size_t)size, size)
                                        : out[k * n + l];
      out[j * n + i] = out[i * n + j];
    }
}

static void modal_predict(rosin_body *body, double *free_velocity) {
  modal *b = (modal *)body;
  const int size = b->m.size, first = b->hears ? b->heard[0] : 0;
  const double v = b->kernel->predict(&b->m, b->shape + (size_t)first * (size_t)size);
  if (b->hears)
    free_velocity[first] = v;
  for (int k = 1; k < b->hears; k++) {
    const int i = b->heard[k];
    free_velocity[i] = b->from[k] != i
                           ? free_velocity[b->from[k]]
                           : b->kernel->dot(b->shape + (size_t)i * (size_t)size, b->m.mean, size);
  }
}

/* Forces at one place are one force. */
static const double *join_forces(modal *b, const double *force) {
  const int ports = b->base.ports;
  if (b->places == ports)
    return force;
  double sum = 0;
  for (int i = 0; i < ports; i++) {
    b->force[i] = 0;
    sum += force[i];
  }
  if (b->places == 1)
    b->force[0] = sum;
  for (int i = 0; i < ports && b->places > 1; i++)
    b->force[b->same[i]] += force[i];
  return b->force;
}

static double modal_begin(const rosin_body *body, int port) {
  const modal *b = as_modal(body);
  return b->kernel->dot(b->shape + (size_t)port * (size_t)b->m.size, b->m.v, b->m.size);
}

static double modal_displacement(const rosin_body *body, int port) {
  const modal *b = as_modal(body);
  return b->kernel->dot(b->shape + (size_t)port * (size_t)b->m.size, b->m.x, b->m.size);
}

/* Ports without force (pickups, lifted contacts) cost nothing here. */
static void modal_commit(rosin_body *body, const double *force) {
  modal *b = (modal *)body;
  const int ports = b->base.ports;
  int last = 0;
  force = join_forces(b, force);
  for (int i = 1; i < ports; i++) {
    if (force[i] == 0)
      continue;
    if (force[last] != 0)
      b->kernel->push(&b->m, b->gain + (size_t)last * (size_t)b->m.size, force[last]);
    last = i;
  }
  b->kernel->advance(&b->m, b->gain + (size_t)last * (size_t)b->m.size, force[last]);
}

/* Means over the sample: x and v are those at its ends. */
static double modal_observe(rosin_body *body, int port, rosin_observable what, double velocity) {
  modal *b = (modal *)body;
  const double *shape = b->shape + (size_t)port * (size_t)b->m.size, before = b->seen[port];
  if (what == ROSIN_OBSERVE_DISPLACEMENT)
    return b->kernel->dot(shape, b->m.x, b->m.size) - 0.5 * b->m.period * velocity;
  if (what != ROSIN_OBSERVE_ACCELERATION)
    return velocity;
  b->seen[port] = b->kernel->dot(shape, b->m.v, b->m.size);
  return (b->seen[port] - before) / b->m.period;
}

static int modal_observes(const rosin_body *body, rosin_observable what) {
  (void)body;
  return what == ROSIN_OBSERVE_BRIDGE_FORCE ? 0 : what == ROSIN_OBSERVE_ACCELERATION ? 2 : 1;
}

static int modal_point(const rosin_body *body, const char *name, double *position) {
  const modal *b = as_modal(body);
  for (int i = 0; i < b->shapes.points; i++)
    if (strcmp(b->point_name[i], name) == 0) {
      *position = b->shapes.position[i];
      return 0;
    }
  return -1;
}

static double modal_energy(const rosin_body *body) {
  const modal *b = as_modal(body);
  double sum = 0;
  for (int l = 0; l < b->strands * b->shapes.modes; l++)
    sum += 0.5 * b->mass[l] * b->m.v[l] * b->m.v[l] + 0.5 * b->stiffness[l] * b->m.x[l] * b->m.x[l];
  return sum;
}

static void modal_reset(rosin_body *body) {
  modal *b = (modal *)body;
  const size_t bytes = (size_t)b->m.size * sizeof(double);
  memset(b->m.x, 0, bytes);
  memset(b->m.v, 0, bytes);
  memset(b->m.mean, 0, bytes);
  for (int i = 0; b->seen && i < b->base.ports; i++)
    b->seen[i] = 0;
}

static void modal_destroy(rosin_body *body) {
  modal *b = (modal *)body;
  free(b->memory);
  free(b->port_memory);
  free(b->same);
  free(b->table);
  free(b->point_name);
  free(b->order);
  free(b);
}

/* Room for so many modes, at rest. */
static int make_room(modal *b, int modes, double period) {
  const int size = (modes + ROSIN_LANES - 1) / ROSIN_LANES * ROSIN_LANES;
  double *p = b->memory = doubles(8 * (size_t)size);
  if (!p)
    return -1;
  b->m = (rosin_modes){.size = size,
                       .keep = p,
                       .pull = p + size,
                       .x = p + 2 * size,
                       .v = p + 3 * size,
                       .mean = p + 4 * size,
                       .period = period};
  b->mass = p + 5 * size;
  b->stiffness = p + 6 * size;
  b->mobility = p + 7 * size;
  return 0;
}

static double mean_of_strands(const modal *b, const double *value, int mode) {
  double sum = 0;
  for (int k = 0; k < b->strands; k++)
    sum += value[k * b->shapes.modes + mode];
  return sum / b->strands;
}

static int modal_cut(rosin_body *body, int strands) {
  modal *b = (modal *)body, made = *b;
  const int modes = b->shapes.modes;
  if (strands == b->strands)
    return 0;
  if (make_room(&made, strands * modes, b->m.period))
    return -1;
  for (int k = 0; k < strands; k++)
    for (int l = 0; l < modes; l++) {
      const int to = k * modes + l;
      const double share = (double)b->strands / strands;
      made.m.keep[to] = b->m.keep[l];
      made.m.pull[to] = b->m.pull[l];
      made.m.x[to] = mean_of_strands(b, b->m.x, l);
      made.m.v[to] = mean_of_strands(b, b->m.v, l);
      made.mass[to] = share * b->mass[l];
      made.stiffness[to] = share * b->stiffness[l];
      made.mobility[to] = b->mobility[l] / share;
    }
  free(b->memory);
  made.strands = strands;
  made.base.bound++; /* what was placed has no shape any more */
  *b = made;
  return 0;
}

static const rosin_body_ops ops = {
    .kind = "modal",
    .cut = modal_cut,
    .take_strand = modal_take_strand,
    .bind = modal_bind,
    .place = modal_place,
    .listen = modal_listen,
    .mobility = modal_mobility,
    .predict = modal_predict,
    .begin = modal_begin,
    .displacement = modal_displacement,
    .commit = modal_commit,
    .observe = modal_observe,
    .observes = modal_observes,
    .point = modal_point,
    .energy = modal_energy,
    .reset = modal_reset,
    .destroy = modal_destroy,
};

/* Copy points and weights; positions first, then the table. */
static int copy_points(modal *b, const rosin_modal_spec *spec) {
  const size_t points = (size_t)spec->points, modes = (size_t)spec->modes;
  const int tabled = spec->shape == ROSIN_SHAPE_TABLE;
  b->table = doubles(points + (tabled ? points * modes : 0));
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

static int copy_modes(modal *b, const rosin_modal_spec *spec, double period) {
  if (make_room(b, spec->modes, period))
    return -1;
  b->strands = 1;
  for (int l = 0; l < spec->modes; l++) {
    rosin_mode_discrete d;
    rosin_mode_discretise(&spec->mode[l], period, &d);
    b->m.keep[l] = d.keep;
    b->m.pull[l] = d.pull;
    b->mass[l] = d.mass;
    b->stiffness[l] = d.stiffness;
    b->mobility[l] = d.mobility;
  }
  return 0;
}

int rosin_modal_set(rosin_body *body, const rosin_modal_spec *spec, rosin_error *error) {
  modal *b = (modal *)body;
  if (!body || body->ops != &ops)
    return rosin_fail(error, "this is not a modal body");
  if (rosin_modal_check(spec, body->rate, error))
    return -1;
  modal made = {.base = b->base, .kernel = b->kernel};
  if (copy_modes(&made, spec, 1 / body->rate) || copy_points(&made, spec)) {
    free(made.memory);
    free(made.table);
    free(made.point_name);
    free(made.order);
    return rosin_fail(error, "out of memory for %d modes", spec->modes);
  }
  const int kept = made.shapes.modes < b->shapes.modes ? made.shapes.modes : b->shapes.modes;
  for (int l = 0; l < kept; l++) {
    made.m.x[l] = mean_of_strands(b, b->m.x, l);
    made.m.v[l] = mean_of_strands(b, b->m.v, l);
  }
  free(b->memory);
  free(b->table);
  free(b->point_name);
  free(b->order);
  free(b->port_memory);
  free(b->same);
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
  modal *b = calloc(1, sizeof *b);
  if (!b || copy_modes(b, spec, 1 / rate) || copy_points(b, spec)) {
    if (b)
      modal_destroy(&b->base);
    rosin_fail(error, "out of memory for %d modes", spec->modes);
    return NULL;
  }
  b->base = (rosin_body){.ops = &ops, .rate = rate};
  b->kernel = rosin_modal_kernel_choose();
  return &b->base;
}
