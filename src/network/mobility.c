/* SPDX-License-Identifier: BSD-3-Clause */
/* A group's mobility, its joints eliminated by a Schur complement. */
#include "network/network.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* B between two rows: side pairs that share a body. */
static double row_mobility(const rosin_network *n, const rosin_row *r, const rosin_row *s) {
  double sum = 0;
  if (r->side[0].body < 0 && s->side[0].body < 0) { /* hands: 0 + what follows */
    const rosin_member *m = &n->member[r->side[1].body];
    return m->mobility[r->side[1].port * m->ports + s->side[1].port];
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const rosin_side *a = &r->side[i], *b = &s->side[j];
      if (a->body < 0 || a->body != b->body)
        continue;
      const rosin_member *m = &n->member[a->body];
      sum += a->sign * b->sign * m->mobility[a->port * m->ports + b->port];
    }
  return sum;
}

/* What the two sides of a row would give if they did not know of each other: the size
 * against which their difference is rounded. */
static double gross_mobility(const rosin_network *n, const rosin_row *r) {
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    const rosin_side *a = &r->side[i];
    if (a->body >= 0)
      sum += n->member[a->body].mobility[a->port * (n->member[a->body].ports + 1)];
  }
  return sum;
}

/* Cholesky factor of the joints' mobility in place; a joint that adds nothing to
 * those before it (redundant, of a place with itself, or between rigid ends) gets a
 * zero diagonal: it bears no force. */
static void factor_joints(const rosin_network *n, const rosin_group *g) {
  const int j = g->joints;
  double *a = g->chol;
  for (int k = 0; k < j; k++) {
    const double gross = gross_mobility(n, &n->row[g->row[g->contacts + k]]);
    double d = a[k * j + k];
    for (int i = 0; i < k; i++)
      d -= a[k * j + i] * a[k * j + i];
    const double root = d > 1e-7 * gross && d > 0 ? sqrt(d) : 0;
    const double inverse = root > 0 ? 1 / root : 0;
    a[k * j + k] = root;
    for (int i = k + 1; i < j; i++) {
      double sum = a[i * j + k];
      for (int m = 0; m < k; m++)
        sum -= a[i * j + m] * a[k * j + m];
      a[i * j + k] = sum * inverse;
    }
  }
}

/* L^-1 from the factor, and its transpose; rows and columns of redundant joints are 0. */
static void invert_factor(const rosin_group *g) {
  const int n = g->joints, wide = rosin_joints_wide(n);
  const double *a = g->chol;
  double *low = g->lower;
  for (int k = 0; k < n; k++) {
    const double diagonal = a[k * n + k] > 0 ? 1 / a[k * n + k] : 0;
    low[k * wide + k] = diagonal;
    for (int i = 0; i < k; i++) {
      double sum = 0;
      for (int m = i; m < k; m++)
        sum -= a[k * n + m] * low[m * wide + i];
      low[k * wide + i] = sum * diagonal;
    }
    for (int i = 0; i <= k; i++)
      g->upper[i * wide + k] = low[k * wide + i];
  }
}

/* Sum of v[i] times row i of a matrix, from the first row on: six sums side by side, none of
 * which waits for another. */
static void combine(const double *matrix, int n, const double *v, int stride, double *sum) {
  const int wide = rosin_joints_wide(n);
  for (int at = 0; at < wide; at += ROSIN_JOINTS_WIDE) {
    rosin_two s0 = {0, 0}, s1 = s0, s2 = s0;
    const double *row = matrix + at;
    for (int i = 0; i < n; i++, row += wide) {
      s0 += v[i * stride] * rosin_two_at(row);
      s1 += v[i * stride] * rosin_two_at(row + 2);
      s2 += v[i * stride] * rosin_two_at(row + 4);
    }
    rosin_two_put(sum + at, s0);
    rosin_two_put(sum + at + 2, s1);
    rosin_two_put(sum + at + 4, s2);
  }
}

/* In two steps: A^-1 as a whole would square what rounding does to stiff joints. */
void rosin_group_joints(const rosin_group *g, const double *v, int stride, double *f) {
  combine(g->upper, g->joints, v, stride, g->between);
  combine(g->lower, g->joints, g->between, 1, g->held);
  for (int k = 0; k < g->joints; k++)
    f[k * stride] = g->held[k];
}

void rosin_group_pair(const rosin_network *n, rosin_group *g) {
  g->pairs = 0;
  for (int r = 0; r < g->contacts + g->joints; r++)
    for (int s = 0; s <= r; s++) {
      const rosin_side *a = n->row[g->row[r]].side, *b = n->row[g->row[s]].side;
      int shared[2], count = 0;
      for (int i = 0; i < 2; i++)
        if (a[i].body >= 0 && (a[i].body == b[0].body || a[i].body == b[1].body))
          shared[count++] = a[i].body;
      if (count)
        g->pair[g->pairs++] = (rosin_pair){{r, s}, {shared[0], shared[count - 1]}};
    }
}

/* Whether joints feel a contact in the same sample; the mobility is symmetric, so that its row says
 * so. */
static int feels_joints(const rosin_group *g, int contact) {
  const double *felt = g->b + contact * (g->contacts + g->joints) + g->contacts;
  int any = 0;
  for (int r = 0; r < g->joints; r++)
    any |= felt[r] != 0;
  return any;
}

/* Contacts' mobility with the joints eliminated. Most contacts are some samples away
 * from all joints, and then nothing is to be eliminated. */
static void reduce(rosin_group *g) {
  const int c = g->contacts, j = g->joints, rows = c + j;
  for (int r = 0; r < c; r++)
    memcpy(g->reduced + r * c, g->b + r * rows, (size_t)c * sizeof *g->reduced);
  g->meets = 0;
  for (int s = 0; s < c; s++) {
    const int joined = feels_joints(g, s);
    for (int r = 0; r < j && (joined || g->joined[s]); r++)
      g->via[r * c + s] = g->b[(c + r) * rows + s];
    g->joined[s] = joined;
    g->meets |= joined;
    if (!joined)
      continue;
    rosin_group_joints(g, g->via + s, c, g->via + s);
    for (int r = 0; r < c; r++)
      for (int k = 0; k < j; k++)
        g->reduced[r * c + s] -= g->b[r * rows + c + k] * g->via[k * c + s];
  }
  g->coupled = 0;
  for (int r = 0; r < c; r++) {
    double *row = g->reduced + r * c;
    const double own = row[r] > 0 ? row[r] : 0;
    row[r] = 0;
    for (int s = 0; s < c; s++)
      g->coupled |= row[s] != 0;
    row[r] = own;
  }
}

/* Take the pairs anew whose bodies have moved; returns 1 if joints are among them. */
static int take_pairs(const rosin_network *n, rosin_group *g) {
  const int rows = g->contacts + g->joints;
  int joints = 0;
  for (int k = 0; k < g->pairs; k++) {
    const rosin_pair *p = &g->pair[k];
    const int r = p->row[0], s = p->row[1];
    if (!n->member[p->body[0]].stirred && !n->member[p->body[1]].stirred)
      continue;
    g->b[r * rows + s] = g->b[s * rows + r] =
        row_mobility(n, &n->row[g->row[r]], &n->row[g->row[s]]);
    joints |= s >= g->contacts;
  }
  return joints;
}

/* A contact by itself. */
static void refresh_one(rosin_network *n, rosin_group *g) {
  const rosin_row *r = &n->row[g->row[0]];
  double b = 0;
  for (int i = 0; i < 2; i++)
    if (r->side[i].body >= 0)
      n->member[r->side[i].body].stirred = 0;
  b = row_mobility(n, r, r);
  g->b[0] = b;
  g->reduced[0] = b > 0 ? b : 0;
}

void rosin_group_refresh(rosin_network *n, rosin_group *g) {
  const int c = g->contacts, j = g->joints, rows = c + j;
  if (c == 1 && j == 0) {
    refresh_one(n, g);
    return;
  }
  if (take_pairs(n, g)) {
    for (int r = 0; r < j; r++)
      memcpy(g->chol + r * j, g->b + (c + r) * rows + c, (size_t)j * sizeof *g->chol);
    factor_joints(n, g);
    invert_factor(g);
  }
  reduce(g);
  g->parts = -1;
  g->abreast_first = -1;
  g->loads = 0;
  for (int r = 0; r < c; r++) {
    const rosin_row *row = &n->row[g->row[r]];
    g->loads |= row->presser >= 0;
    g->coupled |= row->across >= 0 || row->presser >= 0;
  }
  for (int i = 0; i < g->body.count; i++)
    n->member[g->body.at[i]].stirred = 0;
}
