/* SPDX-License-Identifier: BSD-3-Clause */
/* The string as a body. A port is a place on its surface: transverse plus
 * torsional motion, each with its own loop. */
#include "waveguide/string.h"
#include "checked.h"
#include "error.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "waveguide/damping.h"
#include "waveguide/design.h"
#include "waveguide/pass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"frequency", "Hz", 10, 20000, 147, "first partial of the open string",
     offsetof(rosin_string_spec, frequency)},
    {"length", "m", 0.01, 10, 0.69, "bridge to nut", offsetof(rosin_string_spec, length)},
    {"impedance", "kg/s", 1e-4, 100, 0.55, "wave impedance Z0",
     offsetof(rosin_string_spec, impedance)},
    {"bending_stiffness", "N m^2", 0, 1, 3e-4, "EI",
     offsetof(rosin_string_spec, bending_stiffness)},
    {"q", "", 5, 1e6, 500, "quality factor of all partials, where there is no damping curve",
     offsetof(rosin_string_spec, q)},
    {"torsion_frequency", "Hz", 0, 1e5, 808, "first torsional mode; 0 = no torsion",
     offsetof(rosin_string_spec, torsion_frequency)},
    {"torsion_impedance", "kg/s", 1e-4, 1000, 1.8, "torsional wave impedance at the surface",
     offsetof(rosin_string_spec, torsion_impedance)},
    {"torsion_q", "", 2, 1e5, 30, "quality factor of all torsional modes",
     offsetof(rosin_string_spec, torsion_q)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

enum { CONTROL_FINGER, CONTROL_MUTE };
static const rosin_parameter controls[] = {
    {"finger", "Hz", 0, 20000, 0, "sounding pitch of the stopped string; 0 = open", 0},
    {"mute", "1/s", 0, 1000, 0, "decay rate that flesh on the string adds to all partials", 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_string_parameters(void) {
  return table;
}

const rosin_parameter *rosin_string_controls(void) {
  return controls;
}

static const rosin_string *as_string(const rosin_body *body) {
  return (const rosin_string *)body;
}

static double string_decay(const void *context, double frequency) {
  return rosin_damping_rate(context, frequency);
}

static double torsion_decay(const void *context, double frequency) {
  return pi * frequency / ((const rosin_string_spec *)context)->torsion_q;
}

/* ---- the bridge, where it moves ----------------------------------------------------
 *
 * Velocity e of the end changes the wave by -e b where it passes, b the taps there, W
 * their sum of squares, U = b u the arriving wave. Energy goes as Z u^2, so the work of
 * all forces F on the end is its change if
 *   e = (F/Z + 2 U)/W.
 * A point's taps c may hold some of b, within a few samples of the end: c = c' + k b. In
 * c', a point and the end do not meet. The end itself the point feels by interpolation,
 * as h e, and by the same h its force f acts on the end:
 *   v = c' u + h e + c' (sum of the pushes)/2,  F = sum h f.
 * So all mobilities are c'_i c'_j/(4 Z) + h_i h_j/(Z W): symmetric, and passive by form.
 * The end is a port with c = 0 and h = 1; so is any point that lies on it. */

static void share_bridge(const rosin_string *s, rosin_string_port *p) {
  const rosin_loop *l = &s->transverse;
  p->share = p->end;
  p->along = 0;
  if (!s->fastened || p->end ||
      (p->transverse.toward.first + l->taps <= l->bridge_first &&
       p->transverse.back.first >= l->bridge_first + l->taps))
    return;
  rosin_side_taps bridge = {.first = l->bridge_first, .count = l->taps};
  memcpy(bridge.weight, l->bridge_weight, sizeof bridge.weight);
  const double toward = rosin_loop_overlap(&bridge, &p->transverse.toward);
  const double back = rosin_loop_overlap(&bridge, &p->transverse.back);
  p->share = 0.5 * (toward + back) / l->bridge_norm;
  p->along = (toward - back) / l->bridge_norm;
}

/* Ports that have a share in the bridge, and that are not it. */
static void list_near(rosin_string *s) {
  s->nears = s->opens = 0;
  for (int i = 0; i < s->base.ports; i++) {
    rosin_string_port *p = &s->port[i];
    p->near = p->share != 0 || p->along != 0;
    if (p->near)
      s->near[s->nears++] = i;
    if (!p->end)
      s->open[s->opens++] = i;
  }
  s->one_end = s->nears == 1 && s->port[s->near[0]].end;
}

/* Taps at the port's position, which is a share of the open length. */
static void place_port(rosin_string *s, rosin_string_port *p) {
  const double half = 0.5 * s->transverse.open_period;
  const double reach = s->transverse.reach, asked = p->position > 0 ? p->position * half : 0;
  const double x = asked < reach ? asked : reach;
  p->used = x / half;
  rosin_loop_place(&s->transverse, x, &p->transverse);
  if (s->torsional)
    rosin_loop_place(&s->torsion, p->used * 0.5 * s->torsion.open_period, &p->torsional);
  share_bridge(s, p);
}

void rosin_string_place_all(rosin_string *s) {
  for (int i = 0; i < s->base.ports; i++)
    place_port(s, &s->port[i]);
  list_near(s);
}

/* The wave is cut as far from the bridge as the farthest port needs; 1 if that moved all ports. */
static int need_room(rosin_string *s) {
  double farthest = 0;
  for (int i = 0; i < s->base.ports; i++)
    farthest = fmax(farthest, fmin(s->port[i].position, 1));
  int moved = rosin_loop_need(&s->transverse, 0.5 * farthest * s->transverse.open_period);
  if (s->torsional)
    moved |= rosin_loop_need(&s->torsion, 0.5 * farthest * s->torsion.open_period);
  if (moved)
    rosin_string_place_all(s);
  return moved;
}

static int string_bind(rosin_body *body, int ports) {
  rosin_string *s = (rosin_string *)body;
  rosin_string_port *port = rosin_calloc((size_t)ports, sizeof *port);
  int *heard = rosin_calloc(3 * (size_t)ports, sizeof *heard);
  if (!port || !heard) {
    rosin_free(port);
    rosin_free(heard);
    return -1;
  }
  rosin_free(s->port);
  rosin_free(s->heard);
  s->port = port;
  s->heard = heard;
  s->near = heard + ports;
  s->open = s->near + ports;
  s->base.ports = s->hears = ports;
  s->fastened = 0;
  s->arrives = 0;
  for (int i = 0; i < ports; i++)
    heard[i] = i;
  rosin_string_place_all(s);
  return 0;
}

static double string_place(rosin_body *body, int port, double position) {
  rosin_string *s = (rosin_string *)body;
  s->port[port].position = position;
  s->port[port].end = 0;
  if (!need_room(s)) {
    place_port(s, &s->port[port]);
    list_near(s);
  }
  return s->port[port].used;
}

/* What flesh takes from the wave in a round trip, alike from all partials. */
static void set_keep(rosin_string *s) {
  s->transverse.keep = s->mute > 0 ? rosin_exp(-s->mute * s->transverse.period / s->base.rate) : 1;
}

/* Of the open string exactly what it was made with, which (p f) / f need not be: a string that is
 * let go is a new one. */
static double sounding(double period, double open, double finger) {
  return finger == open ? period : period * open / finger;
}

/* What places on a loop rest on. */
typedef struct {
  double bridge, reach;
  int taps;
} ground;

static ground ground_of(const rosin_loop *l) {
  return (ground){l->bridge, l->reach, l->taps};
}

static int is_on(const rosin_loop *l, ground was) {
  return l->bridge == was.bridge && l->reach == was.reach && l->taps == was.taps;
}

/* A finger moves what is read at the nut; only now and then where on the loop all others are. */
static double move_finger(rosin_string *s, double finger) {
  const double open = s->spec.frequency;
  const ground transverse = ground_of(&s->transverse), torsional = ground_of(&s->torsion);
  s->finger = finger;
  double work = s->transverse.impedance *
                rosin_loop_tune(&s->transverse, sounding(s->transverse.open_period, open, finger));
  if (s->torsional)
    work += s->torsion.impedance *
            rosin_loop_tune(&s->torsion, sounding(s->torsion.open_period, open, finger));
  set_keep(s);
  if (is_on(&s->transverse, transverse) && is_on(&s->torsion, torsional))
    return work;
  s->base.moves++;
  rosin_string_place_all(s);
  return work;
}

static double string_set_control(rosin_body *body, int control, double value) {
  rosin_string *s = (rosin_string *)body;
  if (control == CONTROL_MUTE) {
    s->mute = value;
    set_keep(s);
    return 0;
  }
  const double open = s->spec.frequency;
  const double top = open * s->transverse.open_period / s->transverse.shortest;
  const double finger = fmin(fmax(value, open), top);
  if (finger == s->finger)
    return 0;
  return move_finger(s, finger) / s->base.rate;
}

static void string_take_pace(rosin_body *body, int samples) {
  rosin_string *s = (rosin_string *)body;
  rosin_loop_take_pace(&s->transverse, samples);
  if (s->torsional)
    rosin_loop_take_pace(&s->torsion, samples);
}

static void string_fasten(rosin_body *body, int port) {
  rosin_string *s = (rosin_string *)body;
  s->port[port].position = 0;
  s->port[port].end = 1;
  s->fastened = 1;
  rosin_string_place_all(s);
}

/* What one newton at port j adds to the velocity at port i in the same sample; `norm` is
 * the bridge's, 0 where it does not move. */
static double mobility(const rosin_string *s, int i, int j, double norm) {
  const rosin_string_port *a = &s->port[i], *b = &s->port[j];
  const double z = s->transverse.impedance;
  double sum = 0;
  if (norm > 0)
    sum = a->share * b->share / (z * norm) - a->along * b->along * norm / (4 * z);
  if (a->end || b->end)
    return sum;
  sum += rosin_loop_mobility(&s->transverse, &a->transverse, &b->transverse);
  if (s->torsional)
    sum += rosin_loop_mobility(&s->torsion, &a->torsional, &b->torsional);
  return sum;
}

static void string_mobility(const rosin_body *body, double *b) {
  const rosin_string *s = as_string(body);
  const int n = body->ports;
  const double norm = s->fastened ? s->transverse.bridge_norm : 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      b[i * n + j] = b[j * n + i] = mobility(s, i, j, norm);
}

static void string_listen(rosin_body *body, const int *port, int count) {
  rosin_string *s = (rosin_string *)body;
  memcpy(s->heard, port, (size_t)count * sizeof *s->heard);
  s->hears = count;
}

static double string_observe(rosin_body *body, int port, rosin_observable what, double velocity) {
  rosin_string *s = (rosin_string *)body;
  if (what == ROSIN_OBSERVE_BRIDGE_FORCE)
    return 2 * s->transverse.impedance * rosin_loop_at_bridge(&s->transverse);
  rosin_string_port *p = &s->port[port];
  const double before = p->velocity, rate = s->base.rate;
  p->velocity = velocity;
  if (what == ROSIN_OBSERVE_ACCELERATION)
    return (velocity - before) * rate;
  if (what == ROSIN_OBSERVE_DISPLACEMENT) /* trapezoid of the mean velocities */
    p->displacement += 0.5 * (before + velocity) / rate;
  return what == ROSIN_OBSERVE_DISPLACEMENT ? p->displacement : velocity;
}

static int string_observes(const rosin_body *body, rosin_observable what) {
  (void)body;
  (void)what;
  return 1;
}

static int string_point(const rosin_body *body, const char *name, double *position) {
  (void)body;
  if (strcmp(name, "bridge") && strcmp(name, "nut"))
    return -1;
  *position = strcmp(name, "nut") == 0;
  return 0;
}

static double string_span(const rosin_body *body) {
  return as_string(body)->spec.length;
}

static double string_energy(const rosin_body *body) {
  const rosin_string *s = as_string(body);
  double sum = s->transverse.impedance * rosin_loop_squares(&s->transverse);
  if (s->torsional)
    sum += s->torsion.impedance * rosin_loop_squares(&s->torsion);
  return sum / s->base.rate;
}

double rosin_string_lost(const rosin_string *s) {
  double sum = s->transverse.impedance * rosin_loop_lost(&s->transverse);
  if (s->torsional)
    sum += s->torsion.impedance * rosin_loop_lost(&s->torsion);
  return sum / s->base.rate;
}

static void string_reset(rosin_body *body) {
  rosin_string *s = (rosin_string *)body;
  rosin_loop_reset(&s->transverse);
  if (s->torsional)
    rosin_loop_reset(&s->torsion);
  need_room(s);
  for (int i = 0; i < body->ports; i++)
    s->port[i].velocity = s->port[i].displacement = 0;
}

static void string_pieces(rosin_body *body, rosin_kept *kept) {
  rosin_string *s = (rosin_string *)body;
  const size_t ports = (size_t)body->ports;
  rosin_kept_add(kept, s, sizeof *s);
  rosin_loop_pieces(&s->transverse, kept);
  rosin_loop_pieces(&s->torsion, kept);
  rosin_kept_add(kept, s->port, ports * sizeof *s->port);
  rosin_kept_add(kept, s->heard, 3 * ports * sizeof *s->heard);
}

static void string_destroy(rosin_body *body) {
  rosin_string *s = (rosin_string *)body;
  rosin_loop_free(&s->transverse);
  rosin_loop_free(&s->torsion);
  rosin_design_leave(s);
  rosin_free(s->damping);
  rosin_free(s->port);
  rosin_free(s->heard);
  rosin_free(s);
}

/* Alike but for how wide their vectors are (pass.h). */
#define OPS(width)                                                                                 \
  {                                                                                                \
    .kind = "string", .controls = controls, .span = string_span, .bind = string_bind,              \
    .place = string_place, .fasten = string_fasten, .set_control = string_set_control,             \
    .take_pace = string_take_pace, .listen = string_listen, .mobility = string_mobility,           \
    .predict = rosin_string_predict_##width, .commit = rosin_string_commit_##width,                \
    .observe = string_observe, .observes = string_observes, .point = string_point,                 \
    .rubbed = rosin_string_rubbed, .energy = string_energy, .reset = string_reset,                 \
    .pieces = string_pieces, .destroy = string_destroy,                                            \
  }
static const rosin_body_ops ops_two = OPS(two);
#ifdef ROSIN_HAS_FOUR
static const rosin_body_ops ops_four = OPS(four);
#endif

static const rosin_body_ops *ops_now(void) {
#ifdef ROSIN_HAS_FOUR
  if (rosin_string_width() == 4)
    return &ops_four;
#endif
  return &ops_two;
}

static int too_high(rosin_error *error, const char *key, double value, double top) {
  rosin_fail(error, "%s: %g is above %g Hz, 1/%d of the sample rate", key, value, top, 12);
  return -1;
}

static int check(const rosin_string_spec *spec, double rate, rosin_error *error) {
  for (const rosin_parameter *row = table; row->name; row++) {
    double value;
    memcpy(&value, (const char *)spec + row->offset, sizeof value);
    if (rosin_parameter_check(row, NULL, value, error))
      return -1;
  }
  if (spec->frequency > rate / 12)
    return too_high(error, "frequency", spec->frequency, rate / 12);
  if (spec->torsion_frequency > rate / 12)
    return too_high(error, "torsion_frequency", spec->torsion_frequency, rate / 12);
  if (spec->torsion_frequency > 0 && spec->torsion_frequency < 10)
    return rosin_parameter_check(
        &(rosin_parameter){"torsion_frequency", "Hz, or 0", 10, 1e5, 0, "", 0}, NULL,
        spec->torsion_frequency, error);
  return rosin_damping_check(spec, error);
}

/* b = pi^2 EI / (tension L^2), tension = 2 L f0 Z0, f0 the ideal string's. */
static double inharmonicity(const rosin_string_spec *s) {
  const double tension = 2 * s->length * s->frequency * s->impedance;
  return pi * pi * s->bending_stiffness / (tension * s->length * s->length);
}

static int build(rosin_string *s, double rate) {
  const rosin_string_spec *spec = &s->spec;
  const uint64_t mark = rosin_design_mark(s, table);
  const rosin_decay string_loss = {string_decay, spec, mark};
  const rosin_decay torsion_loss = {torsion_decay, spec, mark};
  s->torsional = spec->torsion_frequency > 0;
  if (rosin_loop_init(&s->transverse, spec->impedance, rate / spec->frequency, inharmonicity(spec),
                      rate, &string_loss))
    return -1;
  if (!s->torsional)
    return 0;
  const int failed = rosin_loop_init(&s->torsion, spec->torsion_impedance,
                                     rate / spec->torsion_frequency, 0, rate, &torsion_loss);
  s->torsion.hidden = 1;
  return failed;
}

rosin_body *rosin_string_new(const rosin_string_spec *spec, double rate, rosin_error *error) {
  if (!(rate >= 1000 && rate <= 1e7)) {
    rosin_fail(error, "rate: %g is out of range: 1000 to 1e7 Hz", rate);
    return NULL;
  }
  if (!spec) {
    rosin_fail(error, "there is no string");
    return NULL;
  }
  if (check(spec, rate, error))
    return NULL;
  const size_t bytes = (size_t)spec->damping_points * sizeof *spec->damping;
  rosin_string *s = rosin_calloc(1, sizeof *s);
  rosin_damping_point *damping = rosin_malloc(bytes + 1);
  if (s && damping) {
    if (bytes)
      memcpy(damping, spec->damping, bytes);
    s->base = (rosin_body){.ops = ops_now(), .rate = rate};
    s->spec = *spec;
    s->spec.damping = s->damping = damping;
    s->finger = spec->frequency;
    const int found = rosin_design_find(s, table);
    if (found == 1 || (found == 0 && build(s, rate) == 0 && rosin_design_keep(s, table) == 0))
      return &s->base;
    string_destroy(&s->base);
  } else {
    rosin_free(s);
    rosin_free(damping);
  }
  rosin_fail(error, "out of memory for a string");
  return NULL;
}
