/* SPDX-License-Identifier: BSD-3-Clause */
/* A group of rows: its mobility, its joints eliminated by a Schur complement,
 * and one sample's solve. */
#include "network/network.h"

#include <math.h>
#include <string.h>

/* B between two rows: side pairs that share a body. */
static double row_mobility(const rosin_network *n, const rosin_row *r, const rosin_row *s) {
  double sum = 0;
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
    a[k * j + k] = root;
    for (int i = k + 1; i < j; i++) {
      double sum = a[i * j + k];
      for (int m = 0; m < k; m++)
        sum -= a[i * j + m] * a[k * j + m];
      a[i * j + k] = root > 0 ? sum / root : 0;
    }
  }
}

/* x = A^-1 x by the factor, redundant joints get 0; stride between elements. */
static void solve_joints(const double *a, int n, double *x, int stride) {
  for (int k = 0; k < n; k++) {
    double sum = x[k * stride];
    for (int j = 0; j < k; j++)
      sum -= a[k * n + j] * x[j * stride];
    x[k * stride] = a[k * n + k] > 0 ? sum / a[k * n + k] : 0;
  }
  for (int k = n - 1; k >= 0; k--) {
    double sum = x[k * stride];
    for (int j = k + 1; j < n; j++)
      sum -= a[j * n + k] * x[j * stride];
    x[k * stride] = a[k * n + k] > 0 ? sum / a[k * n + k] : 0;
  }
}

static int share_body(const rosin_row *r, const rosin_row *s) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (r->side[i].body >= 0 && r->side[i].body == s->side[j].body)
        return 1;
  return 0;
}

void rosin_group_pair(const rosin_network *n, rosin_group *g) {
  g->pairs = 0;
  for (int r = 0; r < g->contacts + g->joints; r++)
    for (int s = 0; s <= r; s++)
      if (share_body(&n->row[g->row[r]], &n->row[g->row[s]])) {
        g->pair[g->pairs][0] = r;
        g->pair[g->pairs++][1] = s;
      }
}

/* Contacts' mobility with the joints eliminated. Most contacts are some samples away
 * from all joints, and then nothing is to be eliminated. */
static void reduce(rosin_group *g) {
  const int c = g->contacts, j = g->joints, rows = c + j;
  for (int r = 0; r < c; r++)
    memcpy(g->reduced + r * c, g->b + r * rows, (size_t)c * sizeof *g->reduced);
  for (int s = 0; s < c; s++) {
    g->joined[s] = 0;
    for (int r = 0; r < j; r++) {
      g->via[r * c + s] = g->b[(c + r) * rows + s];
      g->joined[s] |= g->via[r * c + s] != 0;
    }
    if (!g->joined[s])
      continue;
    solve_joints(g->chol, j, g->via + s, c);
    for (int r = 0; r < c; r++)
      for (int k = 0; k < j; k++)
        g->reduced[r * c + s] -= g->b[r * rows + c + k] * g->via[k * c + s];
  }
  g->coupled = 0;
  for (int r = 0; r < c; r++) {
    g->reduced[r * c + r] = fmax(g->reduced[r * c + r], 0);
    for (int s = 0; s < c; s++)
      g->coupled |= r != s && g->reduced[r * c + s] != 0;
  }
}

void rosin_group_refresh(const rosin_network *n, rosin_group *g) {
  const int c = g->contacts, j = g->joints, rows = c + j;
  for (int k = 0; k < g->pairs; k++) {
    const int r = g->pair[k][0], s = g->pair[k][1];
    g->b[r * rows + s] = g->b[s * rows + r] =
        row_mobility(n, &n->row[g->row[r]], &n->row[g->row[s]]);
  }
  for (int r = 0; r < j; r++)
    memcpy(g->chol + r * j, g->b + (c + r) * rows + c, (size_t)j * sizeof *g->chol);
  factor_joints(n, g);
  reduce(g);
  g->parts = -1;
  for (int r = 0; r < c; r++)
    g->coupled |= n->row[g->row[r]].across >= 0;
}

static double row_free(const rosin_network *n, const rosin_row *r) {
  const int velocity = r->kind == ROSIN_ROW_CONTACT ? 1 : 0;
  double sum = r->kind == ROSIN_ROW_CONTACT ? n->input[r->input + velocity].mean
               : r->side[1].body < 0        ? -n->input[r->input].mean
                                            : 0;
  for (int i = 0; i < 2; i++)
    if (r->side[i].body >= 0)
      sum += r->side[i].sign * n->member[r->side[i].body].free[r->side[i].port];
  return sum;
}

static void lift(rosin_network *n, rosin_row *r) {
  const rosin_law *law = &r->contact->law;
  if (!r->lifted) { /* what the bristle held is lost */
    n->statistics.dissipated += law->ops->energy(law, r->contact->state);
    law->ops->release(law, r->contact->state);
  }
  r->lifted = 1;
  r->f = 0;
  r->dissipation = 0;
}

/* Whether a load has moved on from that of the last look, by more than `share`. */
static int moved_on(const rosin_load *old, const rosin_load *load, double share) {
  return fabs(old->normal - load->normal) > share * load->normal ||
         fabs(old->rolling - load->rolling) > share * fabs(load->rolling) ||
         fabs(old->road - load->road) > share * load->road ||
         fabs(old->sideways - load->sideways) > share * fabs(load->sideways);
}

/* One step of a look that is spread over samples, begun when the law or its load has
 * moved on; the verdict is that of the last whole look. */
static void scan(rosin_network *n, rosin_row *r) {
  const rosin_law *law = &r->contact->law;
  if (r->unique_version != law->version || moved_on(&r->unique_load, &r->load, 0.02)) {
    r->unique_version = law->version;
    r->unique_load = r->load;
    r->scan = 0;
    r->scan_fall = 0;
  }
  if (r->scan >= ROSIN_SCAN)
    return;
  int evaluations = 0;
  r->scan_fall = fmax(r->scan_fall, law->ops->fall(law, &r->unique_load, r->scan, &evaluations));
  n->statistics.iterations += evaluations;
  r->fall = ++r->scan < ROSIN_SCAN ? fmax(r->fall, r->scan_fall) : r->scan_fall;
}

/* Whether the root is unique: found anew only when mobility, load or law change. */
static int look_again(rosin_row *r, double mobility) {
  const rosin_law *law = &r->contact->law;
  r->load_moved = 0;
  if (r->unique_version != law->version || r->unique_mobility != mobility ||
      moved_on(&r->unique_load, &r->load, 0)) {
    r->unique = law->ops->unique(law, &r->load, mobility);
    r->unique_version = law->version;
    r->unique_mobility = mobility;
    r->unique_load = r->load;
  }
  return r->unique;
}

static int is_unique(rosin_network *n, rosin_row *r, double mobility) {
  if (r->contact->law.ops->fall) {
    if (r->load_moved || r->scan < ROSIN_SCAN || r->unique_version != r->contact->law.version)
      scan(n, r);
    r->load_moved = 0;
    return mobility * r->fall < 1;
  }
  const int same = !r->load_moved && r->unique_version == r->contact->law.version &&
                   r->unique_mobility == mobility;
  return same ? r->unique : look_again(r, mobility);
}

static void account(rosin_network *n, rosin_row *r, const rosin_solution *one) {
  rosin_statistics *s = &n->statistics;
  const double t = n->period, rubbed = one->f * one->v * t;
  r->v = one->v;
  r->f = one->f;
  r->dissipation = one->power;
  if (!isfinite(rubbed)) { /* cannot happen with finite input; must not spread */
    r->contact->law.ops->release(&r->contact->law, r->contact->state);
    r->v = r->f = r->dissipation = 0;
    s->unconverged++;
    return;
  }
  s->solves++;
  s->elastic += one->iterations == 0;
  s->iterations += one->iterations;
  s->iterations_max = one->iterations > s->iterations_max ? one->iterations : s->iterations_max;
  s->unconverged += !one->converged;
  s->passivity += !one->passive;
  s->dissipated += one->power * t;
  if (one->passive && one->power * t < s->worst)
    s->worst = one->power * t;
  const double given = one->f * n->input[r->input + 1].mean * t; /* by the hand */
  s->handled += fabs(rubbed) + fabs(given);
  s->supplied += given;
}

void rosin_row_load(const rosin_network *n, rosin_row *r) {
  const rosin_input *in = &n->input[r->input];
  r->load = (rosin_load){.normal = in[ROSIN_IN_FORCE].mean,
                         .normal_end = in[ROSIN_IN_FORCE].last,
                         .period = n->period,
                         .instant = r->instant,
                         .rolling = in[ROSIN_IN_ROLLING].mean,
                         .road = in[ROSIN_IN_ROAD].mean,
                         .sideways = in[ROSIN_IN_SIDEWAYS].mean,
                         .budget = n->budget};
  r->load_moved = 1;
  r->grains = in[ROSIN_IN_ROUGHNESS].mean > 0 ? n->period / in[ROSIN_IN_GRAIN].mean : 0;
}

/* The row's load, its roughness one sample on. */
static const rosin_load *rough_load(const rosin_network *n, rosin_row *r, rosin_load *rough) {
  if (r->grains == 0)
    return &r->load;
  *rough = r->load;
  rosin_roughness_apply(&r->contact->roughness, n->input[r->input + ROSIN_IN_ROUGHNESS].mean,
                        fabs(r->v) * r->grains, rough);
  r->normal = rough->normal;
  return rough;
}

static void solve_alone(rosin_network *n, const rosin_group *g, int index) {
  rosin_row *r = &n->row[g->row[index]];
  rosin_load rough;
  const rosin_load *load = rough_load(n, r, &rough);
  const double mobility = g->reduced[index * g->contacts + index];
  rosin_solution solution;
  r->contact->law.ops->step(&r->contact->law, r->contact->state, load, g->free[index], mobility,
                            &solution);
  n->statistics.not_unique += !is_unique(n, r, mobility);
  account(n, r, &solution);
}

/* 1 + index among the members of a part of a row's second axis; 0: none, or lifted. */
static int index_across(const rosin_network *n, const rosin_group *g, int count,
                        const rosin_row *r) {
  for (int i = 0; r->across >= 0 && i < count; i++)
    if (&n->row[g->row[g->member[i]]] == &n->row[r->across])
      return 1 + i;
  return 0;
}

/* The members of a part, of which each feels another. */
static void solve_coupled(rosin_network *n, rosin_group *g, int count) {
  int iterations;
  for (int i = 0; i < count; i++) {
    rosin_row *r = &n->row[g->row[g->member[i]]];
    const double *b = g->reduced + g->member[i] * g->contacts;
    rosin_load rough;
    g->contact[i] =
        (rosin_group_contact){&r->contact->law, r->contact->state, *rough_load(n, r, &rough), i};
    g->contact[i].load.across = index_across(n, g, count, r);
    g->active_free[i] = g->free[g->member[i]];
    g->v[i] = r->v;
    for (int j = 0; j < count; j++)
      g->active_b[i * count + j] = b[g->member[j]];
  }
  const int done = rosin_group_solve(&g->scratch, g->contact, count, g->active_b, g->active_free,
                                     g->v, g->f, &iterations);
  for (int i = 0; i < count; i++) {
    rosin_row *r = &n->row[g->row[g->member[i]]];
    rosin_solution one = {.v = g->v[i],
                          .f = g->f[i],
                          .iterations = iterations / count + (i < iterations % count),
                          .converged = done,
                          .power = g->v[i] * g->f[i],
                          .passive = 1};
    if (done) /* else the state stays, and all of f v is lost */
      r->contact->law.ops->commit(&r->contact->law, r->contact->state, &g->contact[i].load,
                                  &g->v[i], &g->f[i], &one);
    n->statistics.not_unique += !is_unique(n, r, g->active_b[i * count + i]);
    account(n, r, &one);
  }
}

/* Whether contact a of the group feels b in the same sample. */
static int feels(const rosin_network *n, const rosin_group *g, int a, int b) {
  const rosin_row *r = &n->row[g->row[a]], *s = &n->row[g->row[b]];
  return g->reduced[a * g->contacts + b] != 0 || (r->across >= 0 && &n->row[r->across] == s);
}

/* Which of the contacts that press feel each other, directly or through others. */
static void find_parts(const rosin_network *n, rosin_group *g, int count) {
  int same = g->parts == count;
  for (int i = 0; i < count && same; i++)
    same = g->parted[i] == g->active[i];
  if (same)
    return;
  g->parts = count;
  for (int i = 0; i < count; i++) {
    g->parted[i] = g->active[i];
    g->part[i] = i;
    for (int j = 0; j < i; j++)
      if (g->part[j] != g->part[i] && feels(n, g, g->active[i], g->active[j])) {
        const int low = g->part[j] < g->part[i] ? g->part[j] : g->part[i];
        const int high = g->part[j] < g->part[i] ? g->part[i] : g->part[j];
        for (int k = 0; k <= i; k++)
          g->part[k] = g->part[k] == high ? low : g->part[k];
      }
  }
}

static void solve_parts(rosin_network *n, rosin_group *g, int count) {
  find_parts(n, g, count);
  for (int first = 0; first < count; first++) {
    int members = 0;
    if (g->part[first] != first)
      continue;
    for (int i = first; i < count; i++)
      if (g->part[i] == first)
        g->member[members++] = g->active[i];
    if (members > 1)
      solve_coupled(n, g, members);
    else
      solve_alone(n, g, g->active[first]);
  }
}

/* With the contacts' forces known: joint forces. */
static void solve_joint_forces(rosin_network *n, rosin_group *g) {
  const int c = g->contacts, j = g->joints;
  for (int k = 0; k < j; k++) {
    rosin_row *r = &n->row[g->row[c + k]];
    double f = g->f[k];
    for (int s = 0; s < c; s++)
      f -= g->via[k * c + s] * n->row[g->row[s]].f;
    r->f = isfinite(f) ? f : 0;
    r->v = r->side[1].body < 0 ? n->input[r->input].mean : 0;
    /* the drive moves side b at v; the joint pulls it with +f */
    if (r->side[1].body < 0) {
      n->statistics.supplied -= r->f * r->v * n->period;
      n->given += fabs(r->f * r->v) * n->period;
    }
  }
}

void rosin_group_step(rosin_network *n, rosin_group *g) {
  const int c = g->contacts, j = g->joints, rows = c + j;
  int count = 0;
  if (g->moved)
    rosin_group_refresh(n, g);
  g->moved = 0;
  for (int r = 0; r < rows; r++)
    g->free[r] = row_free(n, &n->row[g->row[r]]);
  for (int i = 0; i < c; i++)
    for (int k = 0; k < j && g->joined[i]; k++)
      g->free[i] -= g->via[k * c + i] * g->free[c + k];
  for (int i = 0; i < c; i++) {
    rosin_row *r = &n->row[g->row[i]];
    r->normal = n->input[r->input].mean;
    if (r->normal > ROSIN_LEAST_LOAD) {
      r->lifted = 0;
      g->active[count++] = i;
    } else {
      lift(n, r);
    }
  }
  if (count > 1 && g->coupled)
    solve_parts(n, g, count);
  else
    for (int i = 0; i < count; i++)
      solve_alone(n, g, g->active[i]);
  for (int i = 0; i < c && count < c; i++) { /* lifted contacts see the others' work */
    rosin_row *r = &n->row[g->row[i]];
    if (!r->lifted)
      continue;
    r->v = g->free[i];
    for (int k = 0; k < c; k++)
      r->v -= g->reduced[i * c + k] * n->row[g->row[k]].f;
  }
  if (j) {
    for (int k = 0; k < j; k++)
      g->f[k] = g->free[c + k];
    solve_joints(g->chol, j, g->f, 1);
    solve_joint_forces(n, g);
  }
}
