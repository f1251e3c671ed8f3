/* SPDX-License-Identifier: BSD-3-Clause */
/* Recorded strokes and computed ones as maps. */
#include "format.h"
#include "host/measured/measured.h"

#include "error.h"
#include "host/common/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pictures ----------------------------------------------------------------------------- */

static const char *const whose[2] = {"recorded", "computed"};

/* From place to place, and from force to force in a column, in order: the middle one of the
 * factors, for the size of a cell. */
static double middle_factor(const rosin_measured *m, const int *order, int count, int of_force) {
  double *factor = malloc(((size_t)count + 1) * sizeof *factor), found = 1.1;
  int n = 0;
  for (int k = 1; factor && k < count; k++) {
    const int a = order[k - 1], b = order[k];
    const int same = m->point[a].column == m->point[b].column;
    const double ratio = of_force ? m->point[b].force / m->point[a].force
                                  : m->recordings.stroke[b].place / m->recordings.stroke[a].place;
    if (same == of_force && isfinite(ratio) && ratio > 1)
      factor[n++] = ratio;
  }
  for (int i = 0; i < n; i++) { /* few enough */
    int below = 0;
    for (int j = 0; j < n; j++)
      below += j < i ? factor[j] <= factor[i] : factor[j] < factor[i];
    if (below == n / 2)
      found = factor[i];
  }
  free(factor);
  return sqrt(fmin(fmax(found, 1.01), 10));
}

static void set_axes(const rosin_measured *m, const int *order, int count, rosin_plot *p) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0};
  for (int k = 0; k < count; k++) {
    const double at[2] = {m->recordings.stroke[order[k]].place, m->point[order[k]].force};
    for (int a = 0; a < 2; a++)
      if (at[a] > (a ? 0.01 : 0)) {
        low[a] = fmin(low[a], at[a]);
        high[a] = fmax(high[a], at[a]);
      }
  }
  rosin_plot_axis *axis[2] = {&p->x, &p->y};
  for (int a = 0; a < 2; a++) {
    axis[a]->logarithmic = 1;
    axis[a]->cell = middle_factor(m, order, count, a);
    axis[a]->low = (isfinite(low[a]) ? low[a] : 0.01) / axis[a]->cell;
    axis[a]->high = fmax(high[a], 2 * axis[a]->low) * axis[a]->cell;
  }
}

static int add_limit(rosin_plot *p, const rosin_limit *limit, const char *name) {
  if (limit->columns < 2)
    return 0;
  const int trace = p->traces++;
  p->trace[trace] = (rosin_trace){.name = name, .colour = "#000000"};
  for (int k = 0; k <= 40; k++) {
    const double place = p->x.low * pow(p->x.high / p->x.low, k / 40.0);
    const double force = limit->at_tenth * pow(place / 0.1, limit->power);
    if (force >= p->y.low && force <= p->y.high && rosin_plot_point(p, trace, place, force))
      return -1;
  }
  return 0;
}

static int fill(const rosin_measured *m, const int *order, int count, int computed,
                const rosin_measured_sum *sum, rosin_plot *p) {
  rosin_format(p->title, sizeof p->title, "%s at %.3g m/s: %d of %d in Helmholtz motion",
               whose[computed], sum->speed, computed ? sum->computed : sum->recorded, sum->strokes);
  snprintf(p->x_label, sizeof p->x_label, "place (share of the string, from the bridge)");
  snprintf(p->y_label, sizeof p->y_label, "force (N)");
  set_axes(m, order, count, p);
  p->trace[0] = (rosin_trace){.name = "else", .colour = "#dddddd", .cells = 1};
  p->trace[1] = (rosin_trace){.name = "Helmholtz", .colour = "#fdae6b", .cells = 1};
  p->traces = 2;
  for (int k = 0; k < count; k++) {
    const rosin_measured_point *q = &m->point[order[k]];
    const int good = computed ? q->computed.bridge.helmholtz : q->recorded.helmholtz;
    if (rosin_plot_point(p, good, m->recordings.stroke[order[k]].place,
                         fmax(q->force, p->y.low * p->y.cell)))
      return -1;
  }
  return add_limit(p, &sum->low[computed], "fitted limits") ||
                 add_limit(p, &sum->high[computed],
                           sum->low[computed].columns < 2 ? "fitted limits" : "")
             ? -1
             : 0;
}

/* Two plots of a folder; a folder all of whose strokes were left out has none. */
static int add_set(rosin_measured *m, int set, rosin_plot *plot, int *count) {
  rosin_measured_sum sum;
  int strokes, status = 0;
  int *order = rosin_measured_order(m, set, &strokes);
  if (!order || rosin_measured_add_up(m, set, &sum))
    status = -1;
  for (int computed = 0; status == 0 && strokes && computed < 2; computed++)
    status = fill(m, order, strokes, computed, &sum, &plot[(*count)++]);
  free(order);
  return status;
}

int rosin_measured_draw(rosin_measured *m, const char *path, rosin_error *error) {
  int count = 0, status = 0;
  rosin_plot *plot = calloc(2 * (size_t)m->recordings.sets, sizeof *plot);
  for (int set = 0; plot && status == 0 && set < m->recordings.sets; set++)
    status = add_set(m, set, plot, &count);
  if (!plot || status)
    status = rosin_fail(error, "out of memory for a plot");
  else
    status = rosin_plot_draw_all(plot, count, 2, path, error);
  for (int i = 0; plot && i < 2 * m->recordings.sets; i++)
    rosin_plot_free(&plot[i]);
  free(plot);
  return status;
}

/* ---- letters ------------------------------------------------------------------------------ */

static void print_set(const rosin_measured *m, const int *order, int count) {
  const int columns = count ? m->point[order[count - 1]].column + 1 : 0;
  int most = 0;
  for (int k = 0, length = 0; k < count; k++) {
    length = k && m->point[order[k]].column == m->point[order[k - 1]].column ? length + 1 : 1;
    most = length > most ? length : most;
  }
  for (int row = most - 1; row >= 0; row--) {
    fputs("  |", stdout);
    for (int c = 0, k = 0; c < columns; c++) {
      const int from = k;
      while (k < count && m->point[order[k]].column == c)
        k++;
      const rosin_measured_point *p = from + row < k ? &m->point[order[from + row]] : NULL;
      putchar(!p                             ? ' '
              : p->recorded.helmholtz        ? (p->computed.bridge.helmholtz ? 'H' : 'r')
              : p->computed.bridge.helmholtz ? 'c'
                                             : '.');
    }
    puts("|");
  }
}

int rosin_measured_print(rosin_measured *m) {
  for (int set = 0; set < m->recordings.sets; set++) {
    int count;
    int *order = rosin_measured_order(m, set, &count);
    if (!order)
      return -1;
    printf("%s\n", m->recordings.set[set]);
    print_set(m, order, count);
    free(order);
  }
  puts("force up, a step a stroke; place across, from the bridge\n"
       "Helmholtz motion: H both, r recorded, c computed, . neither");
  return 0;
}
