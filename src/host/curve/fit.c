/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin fit: a law's parameters from a measured steady curve. */
#include "format.h"
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "host/common/plot.h"
#include "host/common/table.h"
#include "host/curve/least_squares.h"
#include "host/curve/stand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 500 };

/* What is measured, and what it is compared with. */
typedef struct {
  rosin_stand *stand;
  double speed; /* m/s, of slip data */
  double unit;  /* of slip data: 0.01 for percent */
  int slip, rows;
  double *x, *force, *weight; /* [rows], owned; weight may be NULL */
  const rosin_parameter *row; /* the law's table */
} measured;

static double steady(const measured *m, double x) {
  return m->slip ? rosin_stand_slip(m->stand, m->unit * x, m->speed)
                 : rosin_stand_steady(m->stand, x);
}

static void set_values(const measured *m, const double *value) {
  for (int k = 0; m->row[k].name; k++)
    rosin_contact_set(m->stand->contact, m->row[k].name, value[k], NULL);
}

static void model(void *context, const double *value, double *out) {
  const measured *m = context;
  set_values(m, value);
  for (int i = 0; i < m->rows; i++)
    out[i] = steady(m, m->x[i]);
}

/* ---- data ----------------------------------------------------------------------- */

/* Which columns are which: by name, or first, second, third. */
static int find_columns(const rosin_table *t, const char *path, measured *m, int *x, int *force,
                        int *weight) {
  if (!t->named) {
    *x = 0;
    *force = 1;
    *weight = t->columns > 2 ? 2 : -1;
    m->slip = rosin_stand_is_slip(m->stand);
    if (t->columns < 2 || t->columns > 3)
      return rosin_complain(ROSIN_FAILURE, "%s:%d: %d column%s; must be velocity,force[,weight]",
                            path, t->line[0], t->columns, t->columns == 1 ? "" : "s");
    return -1;
  }
  const int velocity = rosin_table_column(t, "velocity"), slip = rosin_table_column(t, "slip");
  *force = rosin_table_column(t, "force");
  *weight = rosin_table_column(t, "weight");
  m->slip = velocity < 0 || (m->slip && slip >= 0);
  *x = m->slip ? slip : velocity;
  if (*x < 0 || *force < 0)
    return rosin_complain(ROSIN_FAILURE, "%s: there is no column '%s'", path,
                          *x < 0 ? "velocity' or 'slip" : "force");
  return -1;
}

static int take_rows(const rosin_table *t, const char *path, measured *m, int x, int force,
                     int weight) {
  const rosin_parameter *row = rosin_parameter_find(rosin_contact_parameters(), "velocity");
  rosin_error error = {""};
  int differ = 0;
  m->x = malloc((size_t)t->rows * sizeof *m->x);
  m->force = malloc((size_t)t->rows * sizeof *m->force);
  m->weight = weight < 0 ? NULL : malloc((size_t)t->rows * sizeof *m->weight);
  if (!m->x || !m->force || (weight >= 0 && !m->weight))
    return rosin_complain(ROSIN_FAILURE, "%s: out of memory", path);
  for (m->rows = 0; m->rows < t->rows; m->rows++) {
    const int i = m->rows;
    m->x[i] = rosin_table_at(t, i, x);
    m->force[i] = rosin_table_at(t, i, force);
    if (weight >= 0 && (m->weight[i] = rosin_table_at(t, i, weight)) < 0)
      return rosin_complain(ROSIN_FAILURE, "%s:%d: weight %g is out of range: 0 and up", path,
                            t->line[i], m->weight[i]);
    const double v = m->slip ? m->x[i] * m->unit * m->speed : m->x[i];
    if (rosin_parameter_check(row, NULL, v, &error))
      return rosin_complain(ROSIN_FAILURE, "%s:%d: %s", path, t->line[i], error.text);
    differ = differ || m->x[i] != m->x[0];
  }
  if (!differ && m->rows > 1)
    return rosin_complain(ROSIN_FAILURE, "%s: every row is at %s %g; there is nothing to fit", path,
                          m->slip ? "slip" : "velocity", m->x[0]);
  return -1;
}

static int read_data(const char *path, measured *m) {
  rosin_table t;
  rosin_error error = {""};
  int x, force, weight;
  if (rosin_table_read(&t, path, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  int status = find_columns(&t, path, m, &x, &force, &weight);
  if (status < 0)
    status = take_rows(&t, path, m, x, force, weight);
  rosin_table_free(&t);
  return status;
}

/* ---- unknowns --------------------------------------------------------------------- */

static int index_of(const rosin_least_squares *p, const char *name, size_t length) {
  for (int i = 0; i < p->unknowns; i++)
    if (strlen(p->unknown[i].row->name) == length &&
        memcmp(p->unknown[i].row->name, name, length) == 0)
      return i;
  return -1;
}

/* "KEY[=VALUE][,KEY]...": hold these; values go to the stand first. */
static int hold(rosin_least_squares *p, rosin_stand *stand, const char *option, const char *text,
                int held) {
  for (const char *at = text; at;) {
    char word[96];
    const size_t length = strcspn(at, ","), name = strcspn(at, "=,");
    const int k = index_of(p, at, name);
    if (k < 0)
      return rosin_complain(ROSIN_USAGE, "%s %s: the law has no parameter '%.*s'", option, text,
                            (int)name, at);
    if (name < length) {
      if (!held || length >= sizeof word)
        return rosin_complain(ROSIN_USAGE, "%s %s: must be KEY%s", option, text,
                              held ? "[=VALUE]" : "[,KEY]...");
      memcpy(word, at, length);
      word[length] = 0;
      const int status = rosin_stand_set(stand, option, word);
      if (status >= 0)
        return status;
    }
    p->unknown[k].state = held ? ROSIN_HELD : ROSIN_FITTED;
    at = at[length] ? at + length + 1 : NULL;
  }
  return -1;
}

static int choose_unknowns(rosin_least_squares *p, rosin_stand *stand, const rosin_list *set,
                           const rosin_list *fixed, const rosin_list *only) {
  const rosin_parameter *table = rosin_law_parameters(stand->law);
  int status = rosin_stand_set_all(stand, "-s", set);
  for (; table[p->unknowns].name && p->unknowns < ROSIN_UNKNOWNS; p->unknowns++)
    p->unknown[p->unknowns] = (rosin_unknown){.row = &table[p->unknowns],
                                              .state = only->count ? ROSIN_HELD : ROSIN_FITTED};
  for (int i = 0; i < only->count && status < 0; i++)
    status = hold(p, stand, "--only", only->text[i], 0);
  for (int i = 0; i < fixed->count && status < 0; i++)
    status = hold(p, stand, "--fix", fixed->text[i], 1);
  for (int i = 0; i < p->unknowns; i++)
    p->unknown[i].value = rosin_contact_get(stand->contact, p->unknown[i].row->name);
  for (int i = 0; i < set->count && status < 0; i++) {
    const int k = index_of(p, set->text[i], strcspn(set->text[i], "="));
    if (k >= 0)
      p->unknown[k].started = 1;
  }
  return status;
}

/* ---- what comes out ---------------------------------------------------------------- */

static void print_result(const rosin_least_squares *p, const measured *m, const rosin_fit *fit) {
  static const char *const notes[] = {
      [ROSIN_FITTED] = "",
      [ROSIN_HELD] = "held",
      [ROSIN_UNSEEN] = "held: the curve does not depend on it",
      [ROSIN_AT_BOUND] = "at the end of its range",
      [ROSIN_MIXED] = "uncertain: the data do not tell it from others so marked",
  };
  printf("%-18s %-14s %-12s %-6s %s\n", "parameter", "value", "uncertainty", "unit", "");
  for (int k = 0; k < p->unknowns; k++) {
    const rosin_unknown *x = &p->unknown[k];
    char sigma[24] = "-";
    if (x->state == ROSIN_FITTED)
      rosin_format(sigma, sizeof sigma, "%.3g", x->uncertainty);
    rosin_print(stdout, "%-18s %-14.8g %-12s %-6s %s\n", x->row->name, x->value, sigma,
                *x->row->unit ? x->row->unit : "-", notes[x->state]);
  }
  rosin_print(stdout,
              "fit                %.6g %% (R^2), root mean square residual %.4g N, %d rows\n",
              100 * fit->r2, fit->residual, m->rows);
  printf("settings          ");
  for (int k = 0; k < p->unknowns; k++)
    if (p->unknown[k].value != p->unknown[k].row->initial)
      rosin_print(stdout, " -s %s=%.10g", p->unknown[k].row->name, p->unknown[k].value);
  putchar('\n');
}

static int draw(const rosin_least_squares *p, measured *m, const rosin_fit *fit, const char *data,
                const char *path) {
  rosin_plot plot = {.traces = 2, .trace = {{.name = data, .dots = 1}, {.name = m->stand->law}}};
  double value[ROSIN_UNKNOWNS] = {0}, low = (double)INFINITY, high = -(double)INFINITY;
  rosin_error error = {""};
  int status = 0;
  rosin_format(plot.title, sizeof plot.title, "%s, fit %.5g %%", m->stand->law, 100 * fit->r2);
  snprintf(plot.x_label, sizeof plot.x_label, "%s", m->slip ? "slip" : "relative velocity (m/s)");
  snprintf(plot.y_label, sizeof plot.y_label, "steady friction force (N)");
  for (int i = 0; i < m->rows && !status; i++) {
    low = fmin(low, m->x[i]);
    high = fmax(high, m->x[i]);
    status = rosin_plot_point(&plot, 0, m->x[i], m->force[i]);
  }
  for (int k = 0; k < p->unknowns; k++)
    value[k] = p->unknown[k].value;
  set_values(m, value);
  for (int i = 0; i <= CURVE_POINTS && !status; i++) {
    const double x = low + (high - low) * i / CURVE_POINTS;
    status = rosin_plot_point(&plot, 1, x, steady(m, x));
  }
  if (status)
    rosin_complain(ROSIN_FAILURE, "--plot: out of memory");
  else if ((status = rosin_plot_draw(&plot, path, &error)))
    rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_plot_free(&plot);
  return status ? ROSIN_FAILURE : ROSIN_DONE;
}

/* ---- the command --------------------------------------------------------------------- */

typedef struct {
  const char *law, *normal, *speed, *percent, *plot;
  rosin_list set, fixed, only, rest;
} choices;

static int run(const choices *c, rosin_stand *stand, double speed) {
  measured m = {.stand = stand,
                .speed = speed,
                .unit = c->percent ? 0.01 : 1,
                .row = rosin_law_parameters(stand->law)};
  rosin_fit fit;
  rosin_error error = {""};
  rosin_least_squares *p = calloc(1, sizeof *p);
  if (!p)
    return rosin_complain(ROSIN_FAILURE, "out of memory for a fit");
  int status = choose_unknowns(p, stand, &c->set, &c->fixed, &c->only);
  if (status < 0 && c->normal) {
    const int force = rosin_stand_input(stand, "force");
    const rosin_parameter *row = stand->input[force];
    if (rosin_options_number("--normal", c->normal, row->unit, row->low, row->high,
                             &stand->value[force]))
      status = ROSIN_USAGE;
  }
  if (status < 0)
    status = read_data(c->rest.text[0], &m);
  if (status < 0 && c->percent && !m.slip)
    status = rosin_complain(ROSIN_USAGE, "--percent: %s has no column 'slip'", c->rest.text[0]);
  if (status < 0) {
    p->rows = m.rows;
    p->target = m.force;
    p->weight = m.weight;
    p->model = model;
    p->context = &m;
    if (rosin_least_squares_solve(p, &fit, &error)) {
      status = rosin_complain(ROSIN_FAILURE, "%s: %s", c->rest.text[0], error.text);
    } else {
      print_result(p, &m, &fit);
      status = c->plot ? draw(p, &m, &fit, c->rest.text[0], c->plot) : ROSIN_DONE;
    }
  }
  free(m.x);
  free(m.force);
  free(m.weight);
  free(p);
  return status;
}

static int fit(int count, char **words) {
  choices c = {0};
  const rosin_option table[] = {
      {"law", 'l', "LAW", "the friction law", &c.law, NULL},
      {"set", 's', "KEY=VALUE", "where a parameter starts, or an input (repeatable)", NULL, &c.set},
      {"fix", 0, "KEY[=VALUE]", "hold a parameter (repeatable, or with commas)", NULL, &c.fixed},
      {"only", 0, "KEY[,KEY]...", "hold all but these", NULL, &c.only},
      {"normal", 'n', "N", "normal force (1)", &c.normal, NULL},
      {"speed", 0, "M/S", "of the vehicle (braking) or the rim (driving), for slip (1)", &c.speed,
       NULL},
      {"percent", 0, NULL, "slip is in percent", &c.percent, NULL},
      {"plot", 0, "FILE", "draw data and curve, with gnuplot: .png or .svg", &c.plot, NULL},
      {0}};
  double speed = 1;
  rosin_error error = {""};
  rosin_stand stand;
  int status = rosin_options_parse(&rosin_command_fit, table, count, words, &c.rest);
  if (status >= 0)
    return status;
  if (c.rest.count != 1 || !c.law)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_fit.usage);
  if (rosin_law_is_normal(c.law))
    return rosin_complain(ROSIN_USAGE, "--law %s: has no steady force to fit", c.law);
  if (c.plot && rosin_plot_supported(c.plot, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (c.speed && rosin_options_number("--speed", c.speed, "m/s", 1e-6, 1000, &speed))
    return ROSIN_USAGE;
  rosin_outputs_reads(c.rest.text[0]);
  if ((status = rosin_outputs_check(&c.plot, 1)) >= 0)
    return status;
  status = rosin_stand_open(&stand, c.law, 44100);
  if (status < 0)
    status = run(&c, &stand, speed);
  rosin_stand_close(&stand);
  return status;
}

const rosin_command rosin_command_fit = {
    "fit", "fit DATA.csv --law LAW [-s KEY=VALUE]... [--fix KEY[=VALUE]]... [--plot FILE]",
    "a law's parameters from a measured steady curve", fit};
