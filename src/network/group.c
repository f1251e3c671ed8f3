/* SPDX-License-Identifier: BSD-3-Clause */
/* A group of rows: one sample's solve. */
#include "checked.h"
#include "network/network.h"

#include <math.h>
#include <string.h>

/* A row's velocity at the sample's begin; its ports have one. */
static double row_begin(const rosin_network *n, const rosin_row *r) {
  const int contact = r->kind == ROSIN_ROW_CONTACT;
  const rosin_input *hand = &n->input[r->input + (contact ? ROSIN_IN_VELOCITY : 0)];
  const double sign = contact ? 1 : r->side[1].body < 0 ? -1 : 0;
  double sum = sign * (2 * hand->mean - hand->last);
  for (int i = 0; i < 2; i++)
    if (r->side[i].body >= 0) {
      const rosin_body *body = n->member[r->side[i].body].body;
      sum += r->side[i].sign * body->ops->begin(body, r->side[i].port);
    }
  return sum;
}

static void lift(rosin_network *n, rosin_row *r) {
  const rosin_law *law = &r->contact->law;
  if (!r->lifted) { /* what the bristle held is lost */
    n->group[r->group].tally.statistics.dissipated += rosin_law_energy(law, r->contact->state);
    rosin_law_release(law, r->contact->state);
  }
  r->lifted = 1;
  r->f = 0;
  r->dissipation = 0;
  rosin_row_set_forces(r);
}

/* The row's load, its roughness one sample on. */
static const rosin_load *rough_load(const rosin_network *n, rosin_row *r, rosin_load *rough) {
  if (r->contact->law.ops->normal) {
    rosin_row_place(n, r);
    return &r->load;
  }
  if (r->contact->law.ops->begins && !r->instant)
    r->load.begin = row_begin(n, r);
  if (r->grains == 0 && !rosin_roughness_differs(&r->contact->roughness))
    return &r->load;
  *rough = r->load;
  rosin_row_slide(n, r, rough);
  return rough;
}

static void solve_alone(rosin_network *n, const rosin_group *g, int index) {
  rosin_row *r = &n->row[g->row[index]];
  rosin_load rough;
  const rosin_load *load = rough_load(n, r, &rough);
  const double mobility = g->reduced[index * g->contacts + index];
  rosin_solution solution;
  rosin_law_step(&r->contact->law, r->contact->state, load, g->free[index], mobility, &solution);
  rosin_row_account(n, r, load, &solution, mobility);
}

/* 1 + index among the members of a part of a row's second axis; 0: none, or lifted, or the
 * law does not ask. */
static int index_across(const rosin_network *n, const rosin_group *g, int count,
                        const rosin_row *r) {
  for (int i = 0; r->contact->law.ops->sideways && r->across >= 0 && i < count; i++)
    if (&n->row[g->row[g->member[i]]] == &n->row[r->across])
      return 1 + i;
  return 0;
}

/* The members of a part, of which each feels another. */
static void solve_coupled(rosin_network *n, rosin_group *g, int count) {
  int iterations;
  const int loaded = rosin_group_abreast(n, g, count);
  if (loaded == 2)
    return;
  for (int i = 0; i < count; i++) {
    rosin_row *r = &n->row[g->row[g->member[i]]];
    const double *b = g->reduced + g->member[i] * g->contacts;
    rosin_load rough;
    g->contact[i] = (rosin_group_contact){
        &r->contact->law, r->contact->state,
        loaded ? rosin_abreast_load(g->abreast, i) : *rough_load(n, r, &rough), i};
    g->contact[i].load.across = index_across(n, g, count, r);
    g->active_free[i] = g->free[g->member[i]];
    g->v[i] = r->v;
    g->f[i] = r->f;
    for (int j = 0; j < count; j++)
      g->active_b[i * count + j] = b[g->member[j]];
  }
  const int done = rosin_group_solve_pressed(n, g, count, &iterations);
  const int each = iterations / count, more = iterations - each * count;
  for (int k = 0; k < count * (1 + g->loads); k++) { /* what presses first */
    const int i = k % count;
    rosin_row *r = &n->row[g->row[g->member[i]]];
    if (g->loads && (r->presser >= 0) != (k >= count))
      continue;
    if (r->presser >= 0 && !(g->contact[i].load.normal > 0)) {
      rosin_row_let_go(n, r);
      continue;
    }
    if (r->presser >= 0)
      g->contact[i].load.normal_end =
          n->row[r->presser].end * (g->contact[i].load.normal / r->load.normal);
    rosin_solution one = {.v = g->v[i],
                          .f = g->f[i],
                          .iterations = each + (i < more),
                          .converged = done,
                          .power = g->v[i] * g->f[i],
                          .passive = 1};
    if (done) /* else the state stays, and all of f v is lost */
      rosin_law_commit(&r->contact->law, r->contact->state, &g->contact[i].load, &g->v[i], &g->f[i],
                       &one);
    rosin_row_account(n, r, &g->contact[i].load, &one, g->active_b[i * count + i]);
  }
}

/* Whether contact a of the group feels b in the same sample, by more than rounding. */
static int feels(const rosin_network *n, const rosin_group *g, int a, int b) {
  const rosin_row *r = &n->row[g->row[a]], *s = &n->row[g->row[b]];
  const double *m = g->reduced, between = m[a * g->contacts + b];
  const double x = m[a * g->contacts + a], y = m[b * g->contacts + b];
  return between * between > 1e-30 * (x * y + 1e-30 * (x * x + y * y)) ||
         (r->across >= 0 && &n->row[r->across] == s);
}

/* Which of the contacts that press feel each other, directly or through others. */
static void find_parts(const rosin_network *n, rosin_group *g, int count) {
  int same = g->parts == count;
  for (int i = 0; i < count && same; i++)
    same = g->parted[i] == g->active[i];
  if (same)
    return;
  g->parts = count;
  g->abreast_first = -1;
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
  if (g->loads)
    rosin_group_order(n, g, count);
}

static void solve_parts(rosin_network *n, rosin_group *g, int count) {
  find_parts(n, g, count);
  for (int k = 0; k < count * (1 + g->loads); k++) { /* what presses first */
    const int first = k % count;
    int members = 0;
    if (g->part[first] != first || (g->loads && g->late[first] != (k >= count)))
      continue;
    for (int i = first; i < count; i++)
      if (g->part[i] == first)
        g->member[members++] = g->active[i];
    if (k >= count)
      members = rosin_group_press(n, g, members);
    if (members > 1)
      solve_coupled(n, g, members);
    else if (members)
      solve_alone(n, g, g->member[0]);
  }
}

/* Joint forces, A^-1 (free - B_jc f), A^-1 free being known: after the contacts' where these
 * meet joints, else before them, so that none waits for the other. */
static void hold_joints(rosin_network *n, rosin_group *g) {
  const int c = g->contacts, j = g->joints;
  for (int k = 0; k < j; k++) {
    rosin_row *r = &n->row[g->row[c + k]];
    double f = g->joint_force[k];
    for (int i = 0; i < g->presses && g->meets; i++)
      f -= g->via[k * c + g->active[i]] * n->row[g->row[g->active[i]]].f;
    r->f = isfinite(f) ? f : 0;
    rosin_row_set_forces(r);
    r->v = *r->prescribed;
    /* the drive moves side b at v; the joint pulls it with +f */
    if (r->side[1].body < 0) {
      g->tally.statistics.supplied -= r->f * r->v * n->period;
      g->tally.given += fabs(r->f * r->v) * n->period;
    }
    if (n->jerk)
      g->tally.statistics.dissipated += r->f * r->slack * n->period;
  }
}

/* Of what joints take up, at mean velocities `slack` from `free` ones, the part that they may:
 * bodies that turn back within a sample move other than they began, and a joint that follows them
 * gave energy, slack . (A^-1 (free - part slack)) < 0. What is smaller is how far joints drift. */
static double may_take_up(const rosin_group *g, const double *slack, double *own) {
  double given = 0, taken = 0, moved = 0;
  rosin_group_joints(g, slack, 1, own);
  for (int k = 0; k < g->joints; k++) {
    given += slack[k] * g->joint_force[k];
    taken += slack[k] * own[k];
    moved += g->free[g->contacts + k] * g->joint_force[k];
  }
  return given < taken && taken > 1e-12 * moved ? fmax(given / taken, 0) : 1;
}

/* What is joined while it moves apart, or driven with a jerk, must come to rest at the
 * sample's end: half of it is its mean velocity then. With a mean of 0 it would go back
 * and forth for ever. */
static void take_up(rosin_network *n, rosin_group *g) {
  const int c = g->contacts;
  double *slack = g->v + c, *free = g->free + c, any = 0;
  for (int k = 0; k < g->joints; k++) {
    rosin_row *r = &n->row[g->row[c + k]];
    slack[k] = r->instant ? 0 : 0.5 * row_begin(n, r);
    any += fabs(slack[k]);
  }
  const double part = any > 0 ? may_take_up(g, slack, g->f + c) : 1;
  for (int k = 0; k < g->joints; k++)
    free[k] -= n->row[g->row[c + k]].slack = part * slack[k];
  if (any > 0)
    rosin_group_joints(g, free, 1, g->joint_force);
}

/* One body, rubbed in one place by what no other body moves; nobody asks for more than the force.
 */
static int is_simple(const rosin_network *n, const rosin_group *g) {
  return g->body.count == 1 && g->contacts == 1 && g->presses == 1 && !g->joints && !g->loads &&
         !g->push.count && !g->reads && n->member[*g->body.at].hears == 1;
}

void rosin_group_touch(rosin_network *n, rosin_group *g) {
  g->changed = g->presses = g->aways = 0;
  for (int i = 0; i < g->contacts; i++) {
    rosin_row *r = &n->row[g->row[i]];
    if (rosin_row_presses(r)) {
      r->touching = r->lifted;
      r->lifted = 0;
      g->active[g->presses++] = i;
    } else {
      lift(n, r);
      if (r->watched)
        g->away[g->aways++] = i;
    }
  }
  rosin_ports_choose(n, g);
  g->simple = is_simple(n, g);
}

/* A contact's free velocity, with the joints' part. */
static double contact_free(const rosin_network *n, const rosin_group *g, int i) {
  const int c = g->contacts;
  double v = rosin_row_free(&n->row[g->row[i]]);
  for (int k = 0; k < g->joints && g->joined[i]; k++)
    v -= g->via[k * c + i] * g->free[c + k];
  return v;
}

/* A contact without load sees the others' work. */
static void see(rosin_network *n, const rosin_group *g, int i, double v) {
  for (int k = 0; k < g->presses; k++)
    v -= g->reduced[i * g->contacts + g->active[k]] * n->row[g->row[g->active[k]]].f;
  n->row[g->row[i]].v = v;
}

/* Free velocities of joints, and the forces that hold them while no contact presses. */
static void free_joints(rosin_network *n, rosin_group *g) {
  const int c = g->contacts;
  for (int k = 0; k < g->joints; k++)
    g->free[c + k] = rosin_row_free(&n->row[g->row[c + k]]);
  rosin_group_joints(g, g->free + c, 1, g->joint_force);
  if (n->jerk)
    take_up(n, g);
}

/* Those that press are contacts of its own, in order, each of a mobility that gives way. */
static int holds(const rosin_network *n, const rosin_group *g) {
  const int rows = g->contacts + g->joints;
  int all = g->presses >= 0 && g->aways >= 0 && g->presses + g->aways <= g->contacts;
  for (int i = 0; all && i < g->presses; i++) {
    const int at = g->active[i];
    all = at >= 0 && at < g->contacts && (i == 0 || g->active[i - 1] < at) &&
          n->row[g->row[at]].kind == ROSIN_ROW_CONTACT && g->b[at * (rows + 1)] >= 0;
  }
  return all;
}

void rosin_group_meet(rosin_network *n, rosin_group *g) {
  const int count = g->presses;
  ROSIN_HOLDS(g->moved || holds(n, g));
  if (g->moved)
    rosin_group_refresh(n, g);
  g->moved = 0;
  if (g->joints)
    free_joints(n, g);
  if (!g->meets)
    hold_joints(n, g);
  for (int i = 0; i < count; i++) {
    rosin_row *r = &n->row[g->row[g->active[i]]];
    g->free[g->active[i]] = contact_free(n, g, g->active[i]);
    if (r->touching) /* nothing is known of it but this */
      r->v = g->free[g->active[i]];
    r->touching = 0;
  }
}

void rosin_group_solve_all(rosin_network *n, rosin_group *g) {
  const int count = g->presses;
  if (count > 1 && g->coupled)
    solve_parts(n, g, count);
  else
    for (int i = 0; i < count; i++)
      solve_alone(n, g, g->active[i]);
}

void rosin_group_part(rosin_network *n, rosin_group *g) {
  const int count = g->presses;
  for (int i = 0; i < count; i++)
    rosin_row_set_forces(&n->row[g->row[g->active[i]]]);
  for (int i = 0; i < g->aways; i++)
    see(n, g, g->away[i], contact_free(n, g, g->away[i]));
  for (int i = 0; i < count && g->loads; i++)
    if (n->row[g->row[g->active[i]]].flying)
      see(n, g, g->active[i], g->free[g->active[i]]);
  if (g->meets)
    hold_joints(n, g);
}
