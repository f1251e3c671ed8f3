/* SPDX-License-Identifier: BSD-3-Clause */
/* What became of recorded strokes, added up, said and written. */
#include "format.h"
#include "host/measured/measured.h"
#include "order.h"

#include "host/common/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAID = 10 };

static const double apart = 1.025; /* of places, from column to column; published: 1.06 */
static const double near_bridge = 0.05;

/* ---- columns ----------------------------------------------------------------------------- */

/* Sorting wants to know whose indices these are. */
typedef struct {
  double key;
  int index;
} keyed;

static int by_key(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                          : (x->index > y->index) - (x->index < y->index);
}

int *rosin_measured_order(rosin_measured *m, int set, int *count) {
  const rosin_recordings *r = &m->recordings;
  keyed *by = malloc(((size_t)r->strokes + 1) * sizeof *by);
  int *order = malloc(((size_t)r->strokes + 1) * sizeof *order);
  int n = 0;
  if (!by || !order) {
    free(by);
    free(order);
    return NULL;
  }
  for (int i = 0; i < r->strokes; i++)
    if (r->stroke[i].set == set && !m->point[i].fault)
      by[n++] = (keyed){r->stroke[i].place, i};
  qsort(by, (size_t)n, sizeof *by, by_key);
  for (int k = 0, column = 0; k < n; k++) {
    column += k > 0 && by[k].key > apart * r->stroke[by[k - 1].index].place;
    m->point[by[k].index].column = column;
  }
  for (int from = 0, to; from < n; from = to) {
    const int column = m->point[by[from].index].column;
    for (to = from; to < n && m->point[by[to].index].column == column; to++)
      by[to].key = m->point[by[to].index].force;
    qsort(by + from, (size_t)(to - from), sizeof *by, by_key);
  }
  for (int k = 0; k < n; k++)
    order[k] = by[k].index;
  free(by);
  *count = n;
  return order;
}

/* ---- sums -------------------------------------------------------------------------------- */

static int helmholtz(const rosin_measured_point *p, int computed) {
  return computed ? p->computed.bridge.helmholtz : p->recorded.helmholtz;
}

static void add_stroke(rosin_measured_sum *s, const rosin_measured_point *p, double place) {
  const int recorded = helmholtz(p, 0), computed = helmholtz(p, 1);
  s->strokes++;
  s->recorded += recorded;
  s->computed += computed;
  s->both += recorded && computed;
  s->alike += recorded == computed;
  s->near[0] += recorded && place < near_bridge;
  s->near[1] += computed && place < near_bridge;
}

/* Limits of the recorded strokes, or of the computed ones; `force` and `good` have room for all. */
static void find_limits(const rosin_measured *m, const int *order, int count, int computed,
                        double *force, char *good, rosin_measured_sum *sum) {
  rosin_line lower = {0}, upper = {0};
  for (int from = 0, to; from < count; from = to) {
    const int column = m->point[order[from]].column;
    double place = 0;
    for (to = from; to < count && m->point[order[to]].column == column; to++) {
      place += m->recordings.stroke[order[to]].place;
      force[to - from] = m->point[order[to]].force;
      good[to - from] = (char)helmholtz(&m->point[order[to]], computed);
    }
    rosin_limit_add(&lower, &upper, place / (to - from), force, good, to - from);
  }
  sum->low[computed] = rosin_limit_fit(&lower);
  sum->high[computed] = rosin_limit_fit(&upper);
}

double rosin_measured_median(double *value, int count) {
  qsort(value, (size_t)count, sizeof *value, rosin_rising);
  return value[count / 2];
}

int rosin_measured_add_up(rosin_measured *m, int set, rosin_measured_sum *sum) {
  int count;
  *sum = (rosin_measured_sum){0};
  int *order = rosin_measured_order(m, set, &count);
  double *room = malloc(((size_t)m->recordings.strokes + 1) * sizeof *room);
  char *good = malloc((size_t)m->recordings.strokes + 1);
  const int status = order && room && good ? 0 : -1;
  for (int k = 0; status == 0 && k < count; k++) {
    add_stroke(sum, &m->point[order[k]], m->recordings.stroke[order[k]].place);
    room[k] = m->point[order[k]].velocity;
  }
  if (status == 0 && count) {
    sum->speed = rosin_measured_median(room, count);
    sum->columns = m->point[order[count - 1]].column + 1;
    find_limits(m, order, count, 0, room, good, sum);
    find_limits(m, order, count, 1, room, good, sum);
  }
  free(order);
  free(room);
  free(good);
  return status;
}

/* ---- said -------------------------------------------------------------------------------- */

static void say_limits(const char *whose, const rosin_limit *low, const rosin_limit *high) {
  char text[2][96] = {"", ""};
  const rosin_limit *limit[2] = {low, high};
  for (int k = 0; k < 2; k++)
    if (limit[k]->columns >= 2)
      rosin_format(text[k], sizeof text[k], "%s %.3g N (place/0.1)^%.2f over %d places",
                   k ? "up to" : "from", limit[k]->at_tenth, limit[k]->power, limit[k]->columns);
  if (*text[0] || *text[1])
    rosin_tell("  %s: %s%s%s", whose, text[0], *text[0] && *text[1] ? "; " : "", text[1]);
}

static double percent(int part, int whole) {
  return whole ? 100.0 * part / whole : 0;
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

static void say_sum(const char *folder, const rosin_measured_sum *s) {
  rosin_tell("%s, %.3g m/s: %d strokes at %d places, %.1f%% judged alike; in Helmholtz motion %d "
             "recorded, %d computed, %d both (%.1f%% of either); nearer than 0.05: %d, %d",
             name_of(folder), s->speed, s->strokes, s->columns, percent(s->alike, s->strokes),
             s->recorded, s->computed, s->both,
             percent(s->both, s->recorded + s->computed - s->both), s->near[0], s->near[1]);
  say_limits("recorded", &s->low[0], &s->high[0]);
  say_limits("computed", &s->low[1], &s->high[1]);
}

static void say_left_out(const rosin_measured *m) {
  int left = 0, none = 0;
  for (int i = 0; i < m->recordings.strokes; i++) {
    const rosin_measured_point *p = &m->point[i];
    if (p->fault && ++left <= SAID)
      rosin_tell("left out: %s", p->fault);
    none += !p->fault && p->force <= 0;
  }
  if (left > SAID)
    rosin_tell("... and %d more; %d strokes were left out", left - SAID, left);
  if (none)
    rosin_tell("%d strokes were recorded with no force or less, and are played with none", none);
}

int rosin_measured_say(rosin_measured *m) {
  rosin_measured_sum sum;
  for (int set = 0; set < m->recordings.sets; set++)
    if (m->recordings.missing[set])
      rosin_tell("%s: %d of the numbers between are not there", m->recordings.set[set],
                 m->recordings.missing[set]);
  say_left_out(m);
  for (int set = 0; set < m->recordings.sets; set++) {
    if (rosin_measured_add_up(m, set, &sum))
      return -1;
    say_sum(m->recordings.set[set], &sum);
  }
  return 0;
}

/* ---- the table --------------------------------------------------------------------------- */

/* A folder's name as a field; what would end it is replaced, and it is no formula. */
static void put_name(FILE *out, const char *name) {
  if (*name && strchr("=+-@'", *name))
    fputc('\'', out);
  for (; *name; name++)
    fputc((unsigned char)*name < ' ' || strchr(",\"", *name) ? '_' : *name, out);
}

static void put_verdict(FILE *out, const rosin_bridge_verdict *v) {
  rosin_print(out, ",%d,%.9g,%.9g,%.9g,", v->helmholtz, v->correlation, v->flybacks, v->fall);
  if (isfinite(v->cents))
    rosin_print(out, "%.9g", v->cents);
}

void rosin_measured_put(const rosin_measured *m, FILE *out) {
  fputs("folder,stroke,position,force,velocity,recorded_helmholtz,recorded_correlation,"
        "recorded_flybacks,recorded_fall,recorded_cents,computed_helmholtz,computed_correlation,"
        "computed_flybacks,computed_fall,computed_cents,computed_regime,alike\n",
        out);
  for (int i = 0; i < m->recordings.strokes; i++) {
    const rosin_recording_files *s = &m->recordings.stroke[i];
    const rosin_measured_point *p = &m->point[i];
    if (p->fault)
      continue;
    put_name(out, name_of(m->recordings.set[s->set]));
    rosin_print(out, ",%d,%.9g,%.9g,%.9g", s->number, s->place, p->force, p->velocity);
    put_verdict(out, &p->recorded);
    put_verdict(out, &p->computed.bridge);
    fprintf(out, ",%s,%d\n", rosin_regime_name(p->computed.regime.kind),
            helmholtz(p, 0) == helmholtz(p, 1));
  }
}
