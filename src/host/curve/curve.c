/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin curve: a law on its own. Steady force over velocity or slip, or what it does
 * when a motion drives it. */
#include "format.h"
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "host/common/plot.h"
#include "host/curve/drive.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLOT_POINTS = 20000, MOST_STEPS = 1000000 };

/* What of the rows goes into the plot. */
typedef struct {
  rosin_plot *plot; /* or NULL */
  int columns, x, y[ROSIN_TRACES];
  long every, row;
} sink;

static int put_row(void *context, const double *value) {
  sink *s = context;
  for (int i = 0; i < s->columns; i++)
    rosin_print(stdout, "%s%.10g", i ? "," : "", value[i]);
  putchar('\n');
  if (s->plot && s->row++ % s->every == 0)
    for (int i = 0; i < s->plot->traces; i++)
      if (rosin_plot_point(s->plot, i, value[s->x], value[s->y[i]]))
        return rosin_complain(ROSIN_FAILURE, "--plot: out of memory");
  return 0;
}

/* ---- steady ----------------------------------------------------------------- */

typedef struct {
  const char *option, *text;
  int slip;
  double speed;
  rosin_stand *stand;
  sink *out;
} steady;

static int steady_row(const steady *s, double x) {
  const double f =
      s->slip ? rosin_stand_slip(s->stand, x, s->speed) : rosin_stand_steady(s->stand, x);
  return put_row(s->out, (const double[]){x, f});
}

/* Whether the law may be asked about x; else a complaint. */
static int steady_check(const steady *s, double x) {
  const rosin_parameter *row = rosin_parameter_find(rosin_contact_parameters(), "velocity");
  rosin_error error = {""};
  if (rosin_parameter_check(row, NULL, s->slip ? x * s->speed : x, &error))
    return rosin_complain(ROSIN_USAGE, "%s %s: %s", s->option, s->text, error.text);
  return -1;
}

static int bad_list(const steady *s) {
  return rosin_complain(ROSIN_USAGE, "%s %s: must be a list V,V,... or LO:HI:N[:log]", s->option,
                        s->text);
}

static void steady_head(const steady *s) {
  printf("%s,force\n", s->slip ? "slip" : "velocity");
}

/* LO:HI:N[:log] */
static int steady_range(const steady *s) {
  double range[3];
  int logarithmic;
  if (rosin_options_range(s->text, range, &logarithmic))
    return bad_list(s);
  const double low = range[0], high = range[1], steps = range[2];
  if (!(steps >= 2 && steps <= MOST_STEPS && steps == floor(steps)))
    return rosin_complain(ROSIN_USAGE, "%s %s: N must be a whole number, 2 to 1e6", s->option,
                          s->text);
  if (logarithmic && !(low * high > 0))
    return rosin_complain(ROSIN_USAGE, "%s %s: a log range cannot include 0", s->option, s->text);
  if (steady_check(s, low) >= 0 || steady_check(s, high) >= 0)
    return ROSIN_USAGE;
  if (s->out->plot)
    s->out->plot->x.logarithmic = logarithmic && low > 0;
  s->out->every = (long)steps / PLOT_POINTS + 1;
  steady_head(s);
  for (int i = 0; i < (int)steps; i++) {
    const double u = i / (steps - 1);
    if (steady_row(s, logarithmic ? low * pow(high / low, u) : low + u * (high - low)))
      return ROSIN_FAILURE;
  }
  return ROSIN_DONE;
}

static int steady_list(const steady *s) {
  for (int check = 1; check >= 0; check--) { /* the whole list is checked first */
    if (!check)
      steady_head(s);
    for (const char *at = s->text;;) {
      char *end;
      const double x = rosin_number_read(at, &end);
      if (end == at || (*end && *end != ',') || !isfinite(x))
        return bad_list(s);
      if (check && steady_check(s, x) >= 0)
        return ROSIN_USAGE;
      if (!check && steady_row(s, x))
        return ROSIN_FAILURE;
      if (!*end)
        break;
      at = end + 1;
    }
  }
  return ROSIN_DONE;
}

static int run_steady(const char *velocity, const char *slip, double speed, rosin_stand *stand,
                      sink *out) {
  const int is_slip = slip || rosin_stand_is_slip(stand);
  const steady s = {
      slip ? "--slip" : "--velocity", slip ? slip : velocity, is_slip, speed, stand, out};
  out->columns = 2;
  out->y[0] = 1;
  if (out->plot) {
    out->plot->traces = 1;
    snprintf(out->plot->x_label, sizeof out->plot->x_label, "%s",
             is_slip ? "slip" : "relative velocity (m/s)");
    snprintf(out->plot->y_label, sizeof out->plot->y_label, "steady friction force (N)");
  }
  return strchr(s.text, ':') ? steady_range(&s) : steady_list(&s);
}

/* ---- driven ----------------------------------------------------------------- */

static int column_of(const char *const *names, int count, const char *text, size_t length) {
  for (int i = 0; i < count; i++)
    if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
      return i;
  return -1;
}

/* "X,Y[,Y]...": the columns to draw. */
static int choose_axes(sink *s, const char *text, const char *const *names,
                       const char *const *units) {
  int chosen = 0;
  for (const char *at = text; at && chosen <= ROSIN_TRACES; chosen++) {
    const size_t length = strcspn(at, ",");
    const int column = column_of(names, s->columns, at, length);
    if (column < 0)
      return rosin_complain(ROSIN_USAGE, "--axes %s: this drive has no column '%.*s'", text,
                            (int)length, at);
    if (chosen == 0) {
      s->x = column;
    } else {
      s->y[chosen - 1] = column;
      s->plot->trace[chosen - 1].name = names[column];
    }
    at = at[length] ? at + length + 1 : NULL;
  }
  if (chosen < 2)
    return rosin_complain(ROSIN_USAGE, "--axes %s: must be X,Y[,Y]...", text);
  s->plot->traces = chosen - 1;
  snprintf(s->plot->x_label, sizeof s->plot->x_label, "%s (%s)", names[s->x], units[s->x]);
  if (chosen == 2)
    snprintf(s->plot->y_label, sizeof s->plot->y_label, "%s (%s)", names[s->y[0]], units[s->y[0]]);
  return -1;
}

static int run_driven(const char *text, const char *seconds, const char *axes, rosin_stand *stand,
                      sink *out) {
  rosin_drive d;
  int status = rosin_drive_parse(&d, text, stand);
  if (status < 0 && seconds && rosin_options_number("-d", seconds, "s", 1e-6, 36000, &d.duration))
    status = ROSIN_USAGE;
  const char *const *names = rosin_drive_columns(&d, &out->columns);
  if (status < 0 && out->plot) {
    const char *usual =
        d.kind == ROSIN_DRIVE_MOTION ? "displacement,force" : "time,force,applied,body_velocity";
    status = choose_axes(out, axes ? axes : usual, names, rosin_drive_units());
  }
  if (status < 0) {
    out->every = (long)(d.duration * stand->rate) / PLOT_POINTS + 1;
    for (int i = 0; i < out->columns; i++)
      printf("%s%s", i ? "," : "", names[i]);
    putchar('\n');
    status = rosin_drive_run(&d, stand, put_row, out);
  }
  rosin_drive_free(&d);
  return status;
}

/* ---- the command -------------------------------------------------------------- */

typedef struct {
  const char *velocity, *slip, *speed, *drive, *rate, *seconds, *plot, *axes;
  rosin_list set, rest;
} choices;

/* What cannot be asked for together; -1 if all is well. */
static int check_choices(const choices *c) {
  if (c->rest.count != 1 || !!c->velocity + !!c->slip + !!c->drive != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_curve.usage);
  if (c->speed && !c->slip)
    return rosin_complain(ROSIN_USAGE, "--speed %s: goes with --slip only", c->speed);
  if (c->axes && !(c->plot && c->drive))
    return rosin_complain(ROSIN_USAGE, "--axes %s: goes with --drive and --plot only", c->axes);
  if (!c->drive && rosin_law_is_normal(c->rest.text[0]))
    return rosin_complain(ROSIN_USAGE, "--%s: %s has no steady force; --drive it",
                          c->velocity ? "velocity" : "slip", c->rest.text[0]);
  rosin_error error = {""};
  if (c->plot && rosin_plot_supported(c->plot, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (c->drive && strncmp(c->drive, "file:", 5) == 0)
    rosin_outputs_reads(c->drive + 5);
  return rosin_outputs_check(&c->plot, 1);
}

static int curve(int count, char **words) {
  choices c = {0};
  const rosin_option table[] = {
      {"set", 's', "KEY=VALUE", "a parameter of the law or an input, as in force=2 (repeatable)",
       NULL, &c.set},
      {"velocity", 'v', "LIST",
       "steady force at V,V,... or LO:HI:N[:log] (m/s; of slip maps: slip)", &c.velocity, NULL},
      {"slip", 0, "LIST", "steady force at these slips; braking is < 0", &c.slip, NULL},
      {"speed", 0, "M/S", "of the vehicle (braking) or the rim (driving); with --slip (1)",
       &c.speed, NULL},
      {"drive", 0, "MOTION",
       "constant:V | sine:M:HZ | file:CSV | belt:KG:N/M:V[:M] | incline:KG:DEGREES[:V] | drop:KG:M",
       &c.drive, NULL},
      {"rate", 'r', "HZ", "sample rate of a drive (44100)", &c.rate, NULL},
      {"duration", 'd', "SECONDS", "length of a drive (1, some periods, or the file's)", &c.seconds,
       NULL},
      {"plot", 0, "FILE", "also draw it, with gnuplot: .png or .svg", &c.plot, NULL},
      {"axes", 0, "X,Y[,Y]...", "columns of a drive to plot", &c.axes, NULL},
      {0}};
  double rate = 44100, speed = 1;
  int status = rosin_options_parse(&rosin_command_curve, table, count, words, &c.rest);
  if (status < 0)
    status = check_choices(&c);
  if (status >= 0)
    return status;
  if (c.rate && rosin_options_number("-r", c.rate, "Hz", 1000, 1e7, &rate))
    return ROSIN_USAGE;
  if (c.speed && rosin_options_number("--speed", c.speed, "m/s", 1e-6, 1000, &speed))
    return ROSIN_USAGE;
  rosin_stand stand;
  rosin_error error = {""};
  rosin_plot plot = {0};
  sink out = {.plot = c.plot ? &plot : NULL, .every = 1};
  status = rosin_stand_open(&stand, c.rest.text[0], rate);
  if (status < 0)
    status = rosin_stand_set_all(&stand, "-s", &c.set);
  if (status < 0) {
    snprintf(plot.title, sizeof plot.title, "%s", stand.law);
    plot.trace[0].name = stand.law;
    status = c.drive ? run_driven(c.drive, c.seconds, c.axes, &stand, &out)
                     : run_steady(c.velocity, c.slip, speed, &stand, &out);
    if (status == ROSIN_DONE && c.plot && rosin_plot_draw(&plot, c.plot, &error))
      status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  }
  rosin_plot_free(&plot);
  rosin_stand_close(&stand);
  return status;
}

const rosin_command rosin_command_curve = {
    "curve",
    "curve LAW [-s KEY=VALUE]... (--velocity LIST | --slip LIST | --drive MOTION) [--plot FILE]",
    "a friction law on its own, as CSV or a plot", curve};
