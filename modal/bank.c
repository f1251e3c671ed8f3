/* SPDX-License-Identifier: BSD-3-Clause */
/* The modal bank as a body: any mode at any port, signed shapes.
 *
 * While nothing is moved about, it runs a sample ahead. In predict, all modes are taken from
 * the begin of this sample to its end as if no force acted, which gives the free velocity of
 * the next sample in the same pass; the force that did act changes that velocity by a known
 * factor (`later`), and the modes in the next pass. So the pass waits for no contact and no
 * contact for the pass, and each mode is loaded and stored once a sample. Where ports move,
 * all is done in two passes, which is the plain way that the other is tested against. */
#include "modal/bank.h"
#include "checked.h"
#include "memory.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* Samples after which a bank that nobody has pushed is looked at, and what is too little to
 * be anything, in the modes' scale. */
enum { LOOK = 512 };
/* From here on one pass pays: two of smaller banks find all in the first cache. */
enum { FAR = 1024 };
static const double nothing = 1e-30;

static const rosin_bank *as_bank(const rosin_body *body) {
  return (const rosin_bank *)body;
}

static int modes_of(const rosin_bank *b) {
  return b->strands * b->shapes.modes;
}

static double *shape_of(const rosin_bank *b, int port) {
  return b->shape + (size_t)port * (size_t)b->m.size;
}

static double dot(const rosin_bank *b, int port, const double *state) {
  return b->kernel->dot(shape_of(b, port), state, b->m.size);
}

/* What the forces that acted in this sample do, by one of the tables, at a port. */
static double response(const rosin_bank *b, const double *table, int port) {
  const double *row = table + (size_t)b->same[port] * (size_t)b->base.ports;
  double sum = 0;
  for (int i = 0; i < b->acts; i++)
    sum += row[b->actor[i]] * b->acted[i];
  return sum;
}

/* Ports at one place are computed once. */
static void relate(rosin_bank *b, int first) {
  for (int i = first; i < b->base.ports; i++)
    for (b->same[i] = 0; b->same[i] < i && (b->position[b->same[i]] != b->position[i] ||
                                            b->strand[b->same[i]] != b->strand[i]);)
      b->same[i]++;
  b->places = 0;
  for (int i = 0; i < b->base.ports; i++)
    b->places += b->same[i] == i;
  b->ears = 0;
  for (int k = 0; k < b->hears; k++) {
    int at = 0;
    while (at < k && b->same[b->heard[at]] != b->same[b->heard[k]])
      at++;
    b->from[k] = b->heard[at];
    b->ears += at == k;
  }
  b->stirred = 1;
}

static void bank_listen(rosin_body *body, const int *port, int count) {
  rosin_bank *b = (rosin_bank *)body;
  memcpy(b->heard, port, (size_t)count * sizeof *b->heard);
  b->hears = count;
  relate(b, b->base.ports);
}

static int bank_bind(rosin_body *body, int ports) {
  rosin_bank *b = (rosin_bank *)body;
  const size_t size = (size_t)b->m.size, count = (size_t)ports;
  double *memory = rosin_bank_doubles(count * (2 * size + 6 + 2 * count));
  int *numbers = rosin_calloc(5 * count, sizeof *numbers);
  if (!memory || !numbers) {
    rosin_free(memory);
    rosin_free(numbers);
    return -1;
  }
  rosin_bank_settle(b);
  rosin_free(b->port_memory);
  rosin_free(b->same);
  b->port_memory = memory;
  b->shape = memory;
  b->weight = memory + count * size;
  b->position = b->weight + count * size;
  b->force = b->position + count;
  b->seen = b->force + count;
  b->now = b->seen + count;
  b->next = b->now + count;
  b->acted = b->next + count;
  b->felt = b->acted + count;
  b->later = b->felt + count * count;
  b->coupled = 0;
  b->same = numbers;
  b->heard = numbers + count;
  b->from = b->heard + count;
  b->actor = b->from + count;
  b->strand = b->actor + count;
  b->base.ports = ports;
  b->watches = b->known_ends = 0;
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
static void spread_shape(const rosin_bank *b, int strand, double *shape) {
  const int modes = b->shapes.modes;
  for (int k = b->strands - 1; k >= 0 && b->strands > 1; k--)
    for (int l = 0; l < modes; l++)
      shape[k * modes + l] = strand < 0 ? shape[l] / b->strands : strand == k ? shape[l] : 0;
}

static void bank_take_strand(rosin_body *body, int port, int strand) {
  ((rosin_bank *)body)->strand[port] = strand;
}

static double bank_place(rosin_body *body, int port, double position) {
  rosin_bank *b = (rosin_bank *)body;
  rosin_bank_settle(b);
  double *weight = b->weight + (size_t)port * (size_t)b->m.size;
  position = rosin_shape_at(&b->shapes, position, weight);
  spread_shape(b, b->strand[port], weight);
  rosin_bank_weigh(b, port);
  b->position[port] = position;
  b->coupled = b->known_ends = 0;
  relate(b, port);
  return position;
}

static void bank_mobility(const rosin_body *body, double *out) {
  const rosin_bank *b = as_bank(body);
  const int n = b->base.ports;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const int k = b->same[i], l = b->same[j];
      out[i * n + j] = k == i && l == j ? dot(b, i, shape_of(b, j)) : out[k * n + l];
      out[j * n + i] = out[i * n + j];
    }
}

/* The tables, for one port of each place. */
static void couple(rosin_bank *b) {
  const size_t n = (size_t)b->base.ports;
  for (int j = 0; j < b->base.ports; j++) {
    const double *shape = shape_of(b, j);
    for (int l = 0; b->same[j] == j && l < b->m.size; l++)
      b->sum[l] = (b->m.keep[l] - b->m.pull[l]) * shape[l];
    for (int i = 0; b->same[j] == j && i <= j; i++) {
      const size_t at = (size_t)i * n + (size_t)j, back = (size_t)j * n + (size_t)i;
      if (b->same[i] != i)
        continue;
      b->felt[at] = b->felt[back] = dot(b, i, shape);
      b->later[at] = b->later[back] = dot(b, i, b->sum);
    }
  }
  b->coupled = 1;
}

/* ---- a sample, in two passes ------------------------------------------------------------ */

static void predict_plain(rosin_bank *b, double *free_velocity) {
  const int first = b->hears ? b->heard[0] : 0;
  const double v = b->kernel->predict(&b->m, shape_of(b, first));
  if (b->hears)
    free_velocity[first] = v;
  for (int k = 1; k < b->hears; k++) {
    const int i = b->heard[k];
    free_velocity[i] = b->from[k] != i ? free_velocity[b->from[k]] : dot(b, i, b->m.mean);
  }
}

/* Velocities at the end that were asked for in the last sample, with what moves the modes there. */
static void advance_watched(rosin_bank *b, const double *shape, double force) {
  const double *at[ROSIN_EARS];
  int kept = 0;
  for (int k = 0; k < b->watches; k++) {
    if (!b->asked[k])
      continue;
    b->asked[kept] = 0;
    b->watched[kept] = b->watched[k];
    at[kept] = shape_of(b, b->watched[kept]);
    kept++;
  }
  b->watches = kept;
  b->known_ends = kept;
  if (kept)
    b->kernel->advance_heard(&b->m, shape, force, at, kept, b->end);
  else
    b->kernel->advance(&b->m, shape, force);
}

/* A port's velocity at the end, over 2; from the next sample on it comes with the advance. */
static double end_at(rosin_bank *b, int port) {
  int k = 0;
  while (k < b->watches && b->watched[k] != port)
    k++;
  if (k < b->known_ends) {
    b->asked[k] = 1;
    return b->end[k];
  }
  if (k < ROSIN_EARS) {
    b->watched[k] = port;
    b->asked[k] = 1;
    b->watches += k == b->watches;
  }
  return dot(b, port, b->m.v);
}

/* Ports without force (pickups, lifted contacts) cost nothing here. */
static void commit_plain(rosin_bank *b, const double *force) {
  int last = 0;
  for (int i = 1; i < b->base.ports; i++) {
    if (force[i] == 0)
      continue;
    if (force[last] != 0)
      b->kernel->push(&b->m, shape_of(b, last), force[last]);
    last = i;
  }
  advance_watched(b, shape_of(b, last), force[last]);
}

/* ---- a sample ahead, in one pass ----------------------------------------------------------- */

/* What acted but for the first force, as one on one shape. */
static const double *join_others(rosin_bank *b, double *force) {
  *force = b->acts < 2 ? 0 : b->acts == 2 ? b->acted[1] : 1;
  if (b->acts < 3)
    return shape_of(b, b->acts == 2 ? b->actor[1] : 0);
  memset(b->sum, 0, (size_t)b->m.size * sizeof *b->sum);
  rosin_modes sum = {.size = b->m.size, .mean = b->sum};
  for (int i = 1; i < b->acts; i++)
    b->kernel->push(&sum, shape_of(b, b->actor[i]), b->acted[i]);
  return b->sum;
}

static void look_ahead(rosin_bank *b) {
  const int first = b->hears ? b->heard[0] : 0;
  const double *shape = shape_of(b, first), *pushed = shape_of(b, b->acts ? b->actor[0] : 0);
  const double force = b->acts ? b->acted[0] : 0;
  if (b->acts < 2 && b->ears < 2) {
    b->next[first] = b->kernel->ahead(&b->m, pushed, force, shape);
  } else {
    double more;
    const double *also = join_others(b, &more);
    b->next[first] = b->kernel->ahead_wide(&b->m, pushed, force, also, more, shape);
  }
  b->acts = 0;
  for (int k = 1; k < b->hears; k++)
    if (b->from[k] == b->heard[k])
      b->next[b->heard[k]] = dot(b, b->heard[k], b->m.mean);
}

static void predict_ahead(rosin_bank *b, double *free_velocity) {
  for (int k = 0; k < b->hears; k++) {
    const int i = b->heard[k];
    const double v =
        b->from[k] != i ? free_velocity[b->from[k]] : b->next[i] + response(b, b->later, i);
    free_velocity[i] = b->now[i] = v;
  }
}

/* ---- one mode: a mass, a spring and a mass ---------------------------------------------- */

static void predict_one(rosin_bank *b, double *free_velocity) {
  const double w = b->m.keep[0] * b->m.v[0] - b->m.pull[0] * b->m.x[0];
  b->m.mean[0] = w;
  for (int k = 0; k < b->hears; k++)
    free_velocity[b->heard[k]] = shape_of(b, b->heard[k])[0] * w;
}

static void commit_one(rosin_bank *b, const double *force) {
  const size_t stride = (size_t)b->m.size;
  const double *shape = b->shape;
  double w = b->m.mean[0], more = 0;
  int i = 0;
  for (; i + 1 < b->base.ports; i += 2, shape += 2 * stride) {
    w += shape[0] * force[i];
    more += shape[stride] * force[i + 1];
  }
  if (i < b->base.ports)
    w += shape[0] * force[i];
  w += more;
  b->m.x[0] += w;
  b->m.v[0] = w - b->m.v[0];
}

/* ---- two modes, in one vector: a bridge --------------------------------------------------- */

static void predict_two(rosin_bank *b, double *free_velocity) {
  const rosin_two w = rosin_two_at(b->m.keep) * rosin_two_at(b->m.v) -
                      rosin_two_at(b->m.pull) * rosin_two_at(b->m.x);
  rosin_two_put(b->m.mean, w);
  for (int k = 0; k < b->hears; k++) {
    const rosin_two part = rosin_two_at(shape_of(b, b->heard[k])) * w;
    free_velocity[b->heard[k]] = part[0] + part[1];
  }
}

static void commit_two(rosin_bank *b, const double *force) {
  rosin_two w = rosin_two_at(b->m.mean);
  for (int i = 0; i < b->base.ports; i++)
    w += rosin_two_at(shape_of(b, i)) * force[i];
  rosin_two_put(b->m.x, rosin_two_at(b->m.x) + w);
  rosin_two_put(b->m.v, w - rosin_two_at(b->m.v));
}

/* ------------------------------------------------------------------------------------------- */

static int is_nothing(const rosin_bank *b) {
  double most = 0;
  for (int l = 0; l < b->m.size; l++) {
    most = fmax(most, fabs(b->m.x[l]));
    most = fmax(most, fabs(b->m.v[l]));
  }
  return most < nothing;
}

/* What has rung out is put to rest, and left alone until something pushes it. */
static void doze_off(rosin_bank *b) {
  const size_t bytes = (size_t)b->m.size * sizeof(double);
  b->still = 0;
  if (!is_nothing(b))
    return;
  memset(b->m.x, 0, bytes);
  memset(b->m.v, 0, bytes);
  memset(b->next, 0, (size_t)b->base.ports * sizeof *b->next);
  b->asleep = 1;
}

/* Its counts fit its room, and the first of its modes moves by finite amounts. */
static int holds(const rosin_bank *b) {
  return b->m.size >= 1 && b->strands >= 1 && b->base.ports >= 0 && b->hears <= b->base.ports &&
         b->watches <= ROSIN_EARS && b->places <= b->base.ports && b->still >= 0 &&
         isfinite(b->m.x[0]) && isfinite(b->m.v[0]);
}

static void bank_predict(rosin_body *body, double *free_velocity) {
  rosin_bank *b = (rosin_bank *)body;
  ROSIN_HOLDS(holds(b));
  b->known_ends = 0;
  if (modes_of(b) == 1) {
    predict_one(b, free_velocity);
    return;
  }
  if (modes_of(b) == 2) {
    predict_two(b, free_velocity);
    return;
  }
  if (b->m.size < FAR) {
    predict_plain(b, free_velocity);
    return;
  }
  if (b->stirred) { /* may be again in the next sample */
    rosin_bank_settle(b);
    b->stirred = b->asleep = 0;
    predict_plain(b, free_velocity);
    return;
  }
  if (b->still >= LOOK && b->ahead && !b->asleep)
    doze_off(b);
  if (b->asleep) {
    memset(free_velocity, 0, (size_t)b->base.ports * sizeof *free_velocity);
    return;
  }
  if (b->ahead) {
    predict_ahead(b, free_velocity);
  } else {
    if (!b->coupled)
      couple(b);
    predict_plain(b, free_velocity);
    memcpy(b->now, free_velocity, (size_t)b->base.ports * sizeof *b->now);
    b->ahead = 1;
  }
  look_ahead(b);
}

/* Forces at one place are one force. */
static const double *join_forces(rosin_bank *b, const double *force) {
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

static void bank_commit(rosin_body *body, const double *force) {
  rosin_bank *b = (rosin_bank *)body;
  if (modes_of(b) == 1) {
    commit_one(b, force);
    return;
  }
  force = join_forces(b, force);
  if (modes_of(b) == 2) {
    commit_two(b, force);
    return;
  }
  if (!b->ahead) {
    commit_plain(b, force);
    return;
  }
  for (int i = 0; i < b->base.ports; i++)
    if (force[i] != 0) {
      b->acted[b->acts] = force[i];
      b->actor[b->acts++] = i;
    }
  b->still = b->acts ? 0 : b->still < LOOK ? b->still + 1 : LOOK;
  b->asleep &= !b->acts;
}

static double bank_begin(const rosin_body *body, int port) {
  const rosin_bank *b = as_bank(body);
  const double end = dot(b, port, b->m.v);
  if (b->asleep)
    return 0;
  return 2 * (b->ahead ? b->now[port] - end : end);
}

/* Ahead, x has gone on by the free mean velocity. */
static double bank_displacement(const rosin_body *body, int port) {
  const rosin_bank *b = as_bank(body);
  if (b->asleep)
    return 0;
  return b->period * (dot(b, port, b->m.x) - (b->ahead ? b->now[port] : 0));
}

/* Means over the sample: x and v are those at its ends. */
static double bank_observe(rosin_body *body, int port, rosin_observable what, double velocity) {
  rosin_bank *b = (rosin_bank *)body;
  const double before = b->seen[port];
  if (what == ROSIN_OBSERVE_DISPLACEMENT)
    return b->period * (dot(b, port, b->m.x) + response(b, b->felt, port) - 0.5 * velocity);
  if (what != ROSIN_OBSERVE_ACCELERATION)
    return velocity;
  b->seen[port] = b->asleep ? 0 : 2 * (end_at(b, port) + response(b, b->felt, port));
  return (b->seen[port] - before) / b->period;
}

void rosin_bank_see(rosin_bank *b) {
  for (int i = 0; b->seen && i < b->base.ports; i++)
    b->seen[i] = 2 * dot(b, i, b->m.v);
}

static int bank_observes(const rosin_body *body, rosin_observable what) {
  (void)body;
  return what == ROSIN_OBSERVE_BRIDGE_FORCE ? 0 : what == ROSIN_OBSERVE_ACCELERATION ? 2 : 1;
}

static int bank_point(const rosin_body *body, const char *name, double *position) {
  const rosin_bank *b = as_bank(body);
  for (int i = 0; i < b->shapes.points; i++)
    if (strcmp(b->point_name[i], name) == 0) {
      *position = b->shapes.position[i];
      return 0;
    }
  return -1;
}

static double bank_energy(const rosin_body *body) {
  const rosin_bank *b = as_bank(body);
  double sum = 0;
  for (int l = 0; l < modes_of(b); l++) {
    double given = 0;
    for (int i = 0; i < b->acts; i++)
      given += shape_of(b, b->actor[i])[l] * b->acted[i];
    const double x = b->m.x[l] + given, v = b->m.v[l] + given;
    sum += b->kinetic[l] * v * v + b->potential[l] * x * x;
  }
  return sum;
}

static void bank_reset(rosin_body *body) {
  rosin_bank *b = (rosin_bank *)body;
  const size_t bytes = (size_t)b->m.size * sizeof(double);
  rosin_bank_settle(b);
  memset(b->m.x, 0, bytes);
  memset(b->m.v, 0, bytes);
  memset(b->m.mean, 0, bytes);
  b->still = b->asleep = b->known_ends = 0;
  for (int i = 0; b->seen && i < b->base.ports; i++)
    b->seen[i] = 0;
}

static void bank_destroy(rosin_body *body) {
  rosin_bank_free((rosin_bank *)body);
}

const rosin_body_ops rosin_bank_ops = {
    .kind = "modal",
    .controls = rosin_bank_controls,
    .initial = rosin_bank_initial,
    .pace = rosin_bank_pace,
    .set_control = rosin_bank_move,
    .cut = rosin_bank_cut,
    .take_strand = bank_take_strand,
    .bind = bank_bind,
    .place = bank_place,
    .listen = bank_listen,
    .mobility = bank_mobility,
    .predict = bank_predict,
    .begin = bank_begin,
    .displacement = bank_displacement,
    .commit = bank_commit,
    .observe = bank_observe,
    .observes = bank_observes,
    .point = bank_point,
    .rubbed = rosin_bank_rubbed,
    .energy = bank_energy,
    .reset = bank_reset,
    .pieces = rosin_bank_pieces,
    .destroy = bank_destroy,
};
