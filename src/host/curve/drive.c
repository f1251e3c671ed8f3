/* SPDX-License-Identifier: BSD-3-Clause */
/* Velocities, forces and positions written are means over a sample, at its middle, as
 * the engine computes them. Prescribed motions drive the law alone; belt, incline and drop
 * are networks of one mass and one contact. */
#include "host/curve/drive.h"
#include "number.h"

#include "host/common/table.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 };

static const double gravity = 9.80665;

const char *const *rosin_drive_columns(const rosin_drive *d, int *count) {
  static const char *const names[ROSIN_DRIVE_COLUMNS] = {
      "time",    "velocity",      "displacement",      "force",
      "bristle", "body_velocity", "body_displacement", "applied"};
  *count = d->kind == ROSIN_DRIVE_MOTION ? 5 : ROSIN_DRIVE_COLUMNS;
  return names;
}

const char *const *rosin_drive_units(void) {
  static const char *const units[ROSIN_DRIVE_COLUMNS] = {"s", "m/s", "m", "N",
                                                         "m", "m/s", "m", "N"};
  return units;
}

void rosin_drive_free(rosin_drive *d) {
  rosin_gesture_free(&d->velocity);
  for (int i = 0; i < ROSIN_INPUTS; i++)
    rosin_gesture_free(&d->input[i]);
}

/* ---- parsing --------------------------------------------------------------- */

/* A column of a table as a gesture over its first column; -1 without memory. */
static int column_gesture(rosin_gesture *g, const rosin_table *t, int time, int column) {
  *g = (rosin_gesture){.kind = ROSIN_GESTURE_POINTS,
                       .time = malloc((size_t)t->rows * sizeof(double)),
                       .value = malloc((size_t)t->rows * sizeof(double))};
  if (!g->time || !g->value)
    return -1;
  for (g->count = 0; g->count < t->rows; g->count++) {
    g->time[g->count] = rosin_table_at(t, g->count, time);
    g->value[g->count] = rosin_table_at(t, g->count, column);
  }
  return 0;
}

static int check_file(const rosin_table *t, const char *path, int time, int velocity) {
  if (t->columns < 2)
    return rosin_complain(ROSIN_FAILURE, "%s:%d: too few columns; must be time,velocity", path,
                          t->line[0]);
  if (time < 0 || velocity < 0)
    return rosin_complain(ROSIN_FAILURE, "%s: there is no column '%s'", path,
                          time < 0 ? "time" : "velocity");
  for (int i = 1; i < t->rows; i++)
    if (!(rosin_table_at(t, i, time) > rosin_table_at(t, i - 1, time)))
      return rosin_complain(ROSIN_FAILURE, "%s:%d: time does not rise: %g", path, t->line[i],
                            rosin_table_at(t, i, time));
  if (!(rosin_table_at(t, t->rows - 1, time) > 0))
    return rosin_complain(ROSIN_FAILURE, "%s: time ends at %g s, must end after 0", path,
                          rosin_table_at(t, t->rows - 1, time));
  return -1;
}

/* A column named like an input of the contact drives that too, within its range. */
static int take_input(rosin_drive *d, const rosin_stand *s, const rosin_table *t, const char *path,
                      int time, int input) {
  const rosin_parameter *row = s->input[input];
  const int column = t->named ? rosin_table_column(t, row->name) : -1;
  rosin_error error = {""};
  if (column < 0)
    return -1;
  for (int i = 0; i < t->rows; i++)
    if (rosin_parameter_check(row, NULL, rosin_table_at(t, i, column), &error))
      return rosin_complain(ROSIN_FAILURE, "%s:%d: %s", path, t->line[i], error.text);
  d->moves[input] = 1;
  return column_gesture(&d->input[input], t, time, column)
             ? rosin_complain(ROSIN_FAILURE, "%s: out of memory", path)
             : -1;
}

static int parse_file(rosin_drive *d, const char *path, const rosin_stand *s) {
  rosin_table t;
  rosin_error error = {""};
  if (rosin_table_read(&t, path, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const int time = t.named ? rosin_table_column(&t, "time") : 0;
  const int velocity = t.named ? rosin_table_column(&t, "velocity") : 1;
  int status = check_file(&t, path, time, velocity);
  if (status < 0 && column_gesture(&d->velocity, &t, time, velocity))
    status = rosin_complain(ROSIN_FAILURE, "%s: out of memory", path);
  for (int i = 0; i < s->inputs && status < 0; i++)
    status = take_input(d, s, &t, path, time, i);
  if (status < 0)
    d->duration = rosin_table_at(&t, t.rows - 1, time);
  rosin_table_free(&t);
  return status;
}

/* Up to `most` numbers after the colon of NAME:A:B...; how many, or -1. */
static int numbers(const char *text, const char *name, double *value, int most) {
  const size_t length = strlen(name);
  int count = 0;
  if (strncmp(text, name, length) != 0 || text[length] != ':')
    return -1;
  for (const char *at = text + length; *at == ':' && count < most;) {
    char *end;
    value[count] = rosin_number_read(at + 1, &end);
    if (end == at + 1 || !isfinite(value[count++]))
      return -1;
    at = end;
    if (!*at)
      return count;
  }
  return -1;
}

/* A number of a drive within [low, high], or a complaint. */
static int within(const char *text, const char *what, double value, const char *unit, double low,
                  double high) {
  if (value >= low && value <= high)
    return -1;
  return rosin_complain(ROSIN_USAGE, "--drive %s: %s %g is out of range: %g to %g %s", text, what,
                        value, low, high, unit);
}

static int parse_belt(rosin_drive *d, const char *text, const double *a, int count,
                      const rosin_stand *s) {
  int status = within(text, "mass", a[0], "kg", 1e-9, 1e6);
  if (status < 0)
    status = within(text, "stiffness", a[1], "N/m", 1e-6, 1e12);
  if (status < 0)
    status = within(text, "belt speed", a[2], "m/s", -1000, 1000);
  const double frequency = sqrt(fmax(a[1], 0) / fmax(a[0], 1e-9)) / (2 * pi);
  if (status < 0 && frequency > 0.45 * s->rate)
    status = rosin_complain(ROSIN_USAGE,
                            "--drive %s: the mass oscillates at %g Hz, must be at most 0.45 of "
                            "the rate, %g Hz",
                            text, frequency, 0.45 * s->rate);
  *d = (rosin_drive){.kind = ROSIN_DRIVE_BELT,
                     .mass = a[0],
                     .stiffness = a[1],
                     .start = count > 3 ? a[3] : 0,
                     .push = count > 3 ? -a[1] * a[3] : 0,
                     .duration = 10 / fmax(frequency, 1e-6)};
  rosin_gesture_constant(&d->velocity, a[2]);
  return status;
}

static int parse_incline(rosin_drive *d, const char *text, const double *a, int count,
                         rosin_stand *s) {
  int status = within(text, "mass", a[0], "kg", 1e-9, 1e6);
  if (status < 0)
    status = within(text, "angle", a[1], "degrees", 0, 90);
  if (status < 0 && count > 2)
    status = within(text, "speed", a[2], "m/s", -1000, 1000);
  *d = (rosin_drive){.kind = ROSIN_DRIVE_INCLINE,
                     .mass = a[0],
                     .start = count > 2 ? a[2] : 0,
                     .push = a[0] * gravity * sin(a[1] * pi / 180),
                     .duration = 1};
  rosin_gesture_constant(&d->velocity, -d->start); /* seen from a frame that moves along */
  const int force = rosin_stand_input(s, "force");
  if (status < 0 && !s->given[force]) { /* the mass's own weight presses, unless told */
    s->value[force] = a[0] * gravity * cos(a[1] * pi / 180);
    status =
        within(text, "weight", s->value[force], "N", s->input[force]->low, s->input[force]->high);
  }
  return status;
}

/* The height is the gap of a law along the normal. */
static int parse_drop(rosin_drive *d, const char *text, const double *a, const rosin_stand *s) {
  int status = within(text, "mass", a[0], "kg", 1e-9, 1e6);
  rosin_error error = {""};
  *d = (rosin_drive){.kind = ROSIN_DRIVE_DROP,
                     .mass = a[0],
                     .start = a[1],
                     .push = -a[0] * gravity,
                     .duration = 1};
  rosin_gesture_constant(&d->velocity, 0);
  if (status < 0 && !rosin_law_is_normal(s->law))
    status = rosin_complain(ROSIN_USAGE, "--drive %s: goes with a law of knocks (impact), not %s",
                            text, s->law);
  if (status < 0 && rosin_contact_set(s->contact, "gap", a[1], &error))
    status = rosin_complain(ROSIN_USAGE, "--drive %s: %s", text, error.text);
  return status;
}

int rosin_drive_parse(rosin_drive *d, const char *text, rosin_stand *s) {
  double a[4];
  int count;
  *d = (rosin_drive){.kind = ROSIN_DRIVE_MOTION, .duration = 1};
  if (strncmp(text, "file:", 5) == 0)
    return parse_file(d, text + 5, s);
  if (numbers(text, "constant", a, 1) == 1) {
    rosin_gesture_constant(&d->velocity, a[0]);
    return within(text, "velocity", a[0], "m/s", -1000, 1000);
  }
  if (numbers(text, "sine", a, 2) == 2 && a[1] > 0) {
    /* displacement METRES sin(2 pi HZ t): the velocity is a sine a quarter period ahead */
    d->velocity = (rosin_gesture){
        .kind = ROSIN_GESTURE_SINE, .amplitude = a[0] * 2 * pi * a[1], .frequency = a[1]};
    d->duration = 4 / a[1];
    return within(text, "frequency", a[1], "Hz", 1e-6, 0.45 * s->rate);
  }
  if ((count = numbers(text, "belt", a, 4)) >= 3)
    return parse_belt(d, text, a, count, s);
  if ((count = numbers(text, "incline", a, 3)) >= 2)
    return parse_incline(d, text, a, count, s);
  if (numbers(text, "drop", a, 2) == 2)
    return parse_drop(d, text, a, s);
  return rosin_complain(ROSIN_USAGE,
                        "--drive %s: must be constant:V, sine:METRES:HZ, file:CSV, "
                        "belt:MASS:STIFFNESS:SPEED[:POSITION], incline:MASS:DEGREES[:SPEED] "
                        "or drop:MASS:HEIGHT",
                        text);
}

/* ---- running --------------------------------------------------------------- */

/* For the sample that ends at `end`: the contact takes the mean of the load itself, and the other
 * inputs as means. */
static void move_inputs(rosin_drive *d, rosin_stand *s, double end, double period) {
  const int force = rosin_stand_input(s, "force");
  for (int i = 0; i < s->inputs; i++)
    if (d->moves[i])
      s->value[i] = rosin_gesture_at(&d->input[i], i == force ? end : end - 0.5 * period);
}

static int run_motion(rosin_drive *d, rosin_stand *s, long samples,
                      int (*row)(void *, const double *), void *context) {
  const double period = 1 / s->rate;
  const double ahead = d->velocity.kind == ROSIN_GESTURE_SINE ? 0.25 / d->velocity.frequency : 0;
  double x = 0, bristle = 0;
  move_inputs(d, s, 0, 0);
  rosin_stand_drive(s, 0, NULL); /* the load is on before the motion begins */
  for (long i = 0; i < samples; i++) {
    const double t = ((double)i + 0.5) * period;
    const double v = rosin_gesture_at(&d->velocity, t + ahead);
    move_inputs(d, s, ((double)i + 1) * period, period);
    const double f = rosin_stand_drive(s, v, &bristle);
    if (row(context, (const double[]){t, v, x + 0.5 * v * period, f, bristle}))
      return ROSIN_FAILURE;
    x += v * period;
  }
  return ROSIN_DONE;
}

typedef struct {
  rosin_body *body;
  rosin_network *network;
  int velocity, force, bristle, body_velocity, body_displacement;
} bench_mass;

static void hold(rosin_network *n, const char *control, double value) {
  rosin_network_hold(n, rosin_network_control(n, control), value);
}

/* One mass, free or on a spring, rubbed by a surface that moves as prescribed. */
static int build(bench_mass *m, const rosin_drive *d, const rosin_stand *s, rosin_error *error) {
  const rosin_mode mode = {.frequency = sqrt(d->stiffness / d->mass) / (2 * pi), .mass = d->mass};
  const double one = 1;
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1, .weight = &one};
  m->network = rosin_network_new(s->rate, BLOCK, error);
  m->body = m->network ? rosin_modal_new(&spec, s->rate, error) : NULL;
  if (!m->body || rosin_network_body(m->network, "mass", m->body, error) ||
      rosin_network_contact(m->network, "c", s->contact, "-", "mass", error) ||
      rosin_network_push(m->network, "push", "mass", 0, error))
    return -1;
  m->velocity = rosin_network_signal(m->network, "c.velocity", error);
  m->force = rosin_network_signal(m->network, "c.force", error);
  m->bristle = rosin_network_signal(m->network, "c.bristle", error);
  m->body_velocity = rosin_network_signal(m->network, "mass.velocity@0", error);
  m->body_displacement = rosin_network_signal(m->network, "mass.displacement@0", error);
  if (m->velocity < 0 || m->force < 0 || m->bristle < 0 || m->body_velocity < 0 ||
      m->body_displacement < 0)
    return -1;
  for (int i = 0; i < s->inputs; i++) {
    char control[48];
    snprintf(control, sizeof control, "c.%s", s->input[i]->name);
    hold(m->network, control, s->value[i]);
  }
  hold(m->network, "c.velocity", d->velocity.constant);
  hold(m->network, "push.force", d->push);
  return rosin_network_prepare(m->network, error);
}

/* What the mass's own frame hides: the first position or velocity. */
static void write_mass(const rosin_drive *d, const bench_mass *m, int k, double t, double x,
                       double *out) {
  const int incline = d->kind == ROSIN_DRIVE_INCLINE;
  out[0] = t;
  out[1] = rosin_network_read(m->network, m->velocity)[k];
  out[2] = x;
  out[3] = rosin_network_read(m->network, m->force)[k];
  out[4] = rosin_network_read(m->network, m->bristle)[k];
  out[5] = rosin_network_read(m->network, m->body_velocity)[k] + (incline ? d->start : 0);
  out[6] =
      rosin_network_read(m->network, m->body_displacement)[k] + (incline ? d->start * t : d->start);
  out[7] = d->kind == ROSIN_DRIVE_BELT ? -d->stiffness * out[6] : d->push;
}

static int run_mass(rosin_drive *d, rosin_stand *s, long samples,
                    int (*row)(void *, const double *), void *context) {
  bench_mass m = {0};
  rosin_error error = {""};
  const double period = 1 / s->rate;
  double x = 0, out[ROSIN_DRIVE_COLUMNS];
  int status = build(&m, d, s, &error) ? rosin_complain(ROSIN_FAILURE, "--drive: %s", error.text)
                                       : ROSIN_DONE;
  for (long at = 0; at < samples && !status; at += BLOCK) {
    const int count = samples - at < BLOCK ? (int)(samples - at) : BLOCK;
    rosin_network_process(m.network, count);
    for (int k = 0; k < count && !status; k++) {
      const double v = rosin_network_read(m.network, m.velocity)[k];
      write_mass(d, &m, k, ((double)(at + k) + 0.5) * period, x + 0.5 * v * period, out);
      x += v * period;
      if (row(context, out))
        status = ROSIN_FAILURE;
    }
  }
  rosin_network_free(m.network);
  rosin_body_free(m.body);
  return status;
}

int rosin_drive_run(rosin_drive *d, rosin_stand *s, int (*row)(void *context, const double *value),
                    void *context) {
  const long samples = lround(s->rate * d->duration);
  return d->kind == ROSIN_DRIVE_MOTION ? run_motion(d, s, samples, row, context)
                                       : run_mass(d, s, samples, row, context);
}
