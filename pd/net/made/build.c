/* SPDX-License-Identifier: BSD-3-Clause */
/* From names to components: resonators sorted by name, contacts and joints by kind,
 * own name and sides, so that the order of creation changes no bit. */
#include "pd/net/made/build.h"
#include "format.h"
#include "pd/member/registry.h"
#include "pd/net/made/making.h"
#include "pd/work/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double budget = 0.5; /* ms of a tick, for new networks */

static int root_of(rosin_pd_member **m, int i) {
  while (m[i]->root != i)
    i = m[i]->root = m[m[i]->root]->root;
  return i;
}

/* A body that is not there yet, or cannot be. */
static void check_bodies(rosin_pd_member **m, int bodies) {
  for (int i = 0; i < bodies; i++)
    if (m[i]->trouble[0] && (!m[i]->body || m[i]->body_rate != m[i]->rate))
      rosin_pd_problem(m[i], 0, "%s", m[i]->trouble);
    else if (!m[i]->body || m[i]->body_rate != m[i]->rate)
      rosin_pd_problem(m[i], ROSIN_PD_COMING, "it is being made");
}

/* Who had a name first keeps it: a copy of what sounds waits. */
static void check_duplicates(rosin_pd_member **m, int bodies) {
  for (int i = 1; i < bodies; i++)
    if (m[i]->name == m[i - 1]->name && m[i]->name != &s_) /* nameless bodies ring alone */
      rosin_pd_problem(m[i], 0,
                       "silent: there is a body named '%s' already; another name, or none of the "
                       "other, lets this one sound",
                       m[i]->name->s_name);
}

/* Join a contact or joint with its bodies, if it has all of them. */
static void link_up(rosin_pd_member **m, int bodies, int i) {
  int found[2], count = 0;
  for (int s = 0; s < 2; s++) {
    const t_symbol *side = m[i]->side[s];
    if (strcmp(side->s_name, "-") == 0)
      continue;
    const int k = side == &s_ ? -1 : rosin_pd_find_body(m, bodies, side);
    if (k < 0 || m[k]->problem[0]) {
      if (side == &s_)
        rosin_pd_problem(m[i], m[i]->bare ? ROSIN_PD_BARE : 2,
                         "silent: it needs a body's name, as in [%s - NAME] or [b NAME(",
                         m[i]->class->name);
      else if (k < 0)
        rosin_pd_problem(m[i], 2, "silent: there is no body named '%s'", side->s_name);
      else if (m[k]->idle == ROSIN_PD_COMING)
        rosin_pd_problem(m[i], ROSIN_PD_COMING, "waits for body '%s', which is being made",
                         side->s_name);
      else
        rosin_pd_problem(m[i], 1, "idle: body '%s' has a problem of its own", side->s_name);
      return;
    }
    found[count++] = k;
  }
  if (!count)
    rosin_pd_problem(m[i], 0, "at least one side must be a body; the other may be '-'");
  for (int s = 0; s < count; s++)
    m[root_of(m, found[s])]->root = root_of(m, i);
}

static void load_up(rosin_pd_member **m, int count, int i) {
  if (m[i]->problem[0] || !m[i]->load)
    return;
  const int k = rosin_pd_find_presser(m, count, i);
  if (k == count)
    rosin_pd_problem(m[i], 0, "load: '%s' is the name of several contacts", m[i]->load->s_name);
  else if (k < 0)
    rosin_pd_problem(m[i], 2, "silent: there is no [rosin.impact~] named '%s' to press it",
                     m[i]->load->s_name);
  else if (m[k]->idle == ROSIN_PD_COMING)
    rosin_pd_problem(m[i], ROSIN_PD_COMING, "waits for '%s', whose bodies are being made",
                     m[i]->load->s_name);
  else if (m[k]->problem[0])
    rosin_pd_problem(m[i], 1, "idle: what presses it, '%s', has a problem of its own",
                     m[i]->load->s_name);
  else
    m[root_of(m, k)]->root = root_of(m, i);
}

/* Everybody in the same block at the same rate. */
static int check_blocks(rosin_pd_member **m, int count) {
  for (int i = 0; i < count; i++)
    if (m[i]->overlap > 1) {
      for (int k = 0; k < count; k++)
        rosin_pd_problem(m[k], 0,
                         "[block~] overlaps by %d: what rings cannot be computed twice; "
                         "overlap 1 plays",
                         m[i]->overlap);
      return -1;
    }
  for (int i = 1; i < count; i++)
    if (m[i]->n != m[0]->n || m[i]->rate != m[0]->rate) {
      char text[ROSIN_PD_PROBLEM];
      rosin_format(
          text, sizeof text,
          "members of one network must share block size and rate: '%.40s' runs %d at %g Hz, "
          "'%.40s' %d at %g Hz",
          m[0]->name->s_name, m[0]->n, m[0]->rate,
          m[i]->class->kind == ROSIN_PD_BODY ? m[i]->name->s_name : m[i]->class->name, m[i]->n,
          m[i]->rate);
      for (int k = 0; k < count; k++)
        rosin_pd_problem(m[k], 0, "%s", text);
      return -1;
    }
  return 0;
}

void rosin_pd_component_free(rosin_pd_component *c) {
  rosin_network_free(c->network);
  free(c->member);
  free(c);
}

static int unchanged(const rosin_pd_component *c, rosin_pd_member **m, int count) {
  if (!c || c->count != count || !c->network)
    return 0;
  for (int i = 0; i < count; i++)
    if (m[i]->changed || c->member[i] != m[i])
      return 0;
  return 1;
}

/* What has never sounded can wait for the next tick, if this one has had its share. */
static int is_enough(rosin_pd_registry *r, rosin_pd_member **m, int count) {
  if (rosin_pd_waits() || 1e3 * sys_getrealtime() - r->began < budget)
    return 0;
  for (int i = 0; i < count; i++)
    if (m[i]->component)
      return 0;
  r->later = 1;
  clock_delay(r->clock, 1);
  return 1;
}

static void make_component(rosin_pd_registry *r, rosin_pd_member **m, int count) {
  if (unchanged(m[0]->component, m, count)) {
    m[0]->component->keep = 1;
    return;
  }
  if (is_enough(r, m, count))
    return;
  rosin_pd_component *c = calloc(1, sizeof *c);
  rosin_pd_member **copy = malloc((size_t)(count + 1) * sizeof *copy);
  rosin_error error;
  char called[ROSIN_PD_CALLED];
  int guilty = 0;
  if (!c || !copy) {
    free(c);
    free(copy);
    for (int i = 0; i < count; i++)
      m[i]->component = NULL;
    return;
  }
  memcpy(copy, m, (size_t)count * sizeof *copy);
  c->member = copy;
  c->count = count;
  c->n = m[0]->n;
  c->keep = 1;
  c->time = -1;
  if (check_blocks(m, count) == 0) {
    c->network = rosin_pd_network(m, count, &error, &guilty);
    if (!c->network)
      rosin_pd_problem(m[guilty], 0, "%s", error.text);
  }
  for (int i = 0; i < count; i++) {
    m[i]->component = c;
    m[i]->changed = 0;
    m[i]->time = -1;
    if (!c->network && !m[i]->problem[0])
      rosin_pd_problem(m[i], 1, "idle: [%s] has a problem", rosin_pd_called(m[guilty], called));
  }
  c->next = r->components;
  r->components = c;
}

static int is_to_be_said(const rosin_pd_member *m) {
  return m->idle < ROSIN_PD_COMING && strcmp(m->problem, m->posted) != 0;
}

/* How many more lack the same: a body that many touch is missed in one line. */
static int so_do(rosin_pd_member *m) {
  int others = 0;
  for (rosin_pd_member *o = m->next; o; o = o->next)
    if (m->idle == 2 && o->idle == 2 && is_to_be_said(o) && strcmp(o->problem, m->problem) == 0) {
      memcpy(o->posted, o->problem, sizeof o->posted);
      others++;
    }
  return others;
}

static void say_lack(rosin_pd_member *m, const char *called) {
  const int others = so_do(m), level = m->idle == 2 ? 2 : 3; /* 2: as what [print] says */
  if (others)
    logpost(m, level, "%s: %s (and so for %d more)", called, m->problem, others);
  else
    logpost(m, level, "%s: %s", called, m->problem);
}

static void post_problems(rosin_pd_registry *r) {
  for (rosin_pd_member *m = r->members; m; m = m->next) {
    if (!is_to_be_said(m))
      continue;
    memcpy(m->posted, m->problem, sizeof m->posted);
    char called[ROSIN_PD_CALLED];
    if (m->problem[0] && m->idle)
      say_lack(m, rosin_pd_called(m, called));
    else if (m->problem[0])
      pd_error(m, "%s: %s", rosin_pd_called(m, called), m->problem);
  }
}

static void sweep(rosin_pd_registry *r) {
  rosin_pd_component **link = &r->components;
  while (*link) {
    rosin_pd_component *c = *link;
    if (c->keep) {
      link = &c->next;
      continue;
    }
    *link = c->next;
    rosin_pd_component_free(c);
  }
}

/* Members of one root, in their order, form a component: those of each root are counted, then put
 * one behind the other. */
static void make_components(rosin_pd_registry *r, rosin_pd_member **m, rosin_pd_member **set,
                            int *first, int count) {
  memset(first, 0, (size_t)(count + 1) * sizeof *first);
  for (int i = 0; i < count; i++)
    if (!m[i]->problem[0])
      first[root_of(m, i) + 1]++;
  for (int i = 0; i < count; i++)
    first[i + 1] += first[i];
  for (int i = 0; i < count; i++)
    if (!m[i]->problem[0])
      set[first[root_of(m, i)]++] = m[i];
  for (int i = 0, at = 0; i < count; at = first[i++])
    if (first[i] > at)
      make_component(r, set + at, first[i] - at);
}

/* Most patches make their objects in some order: the eldest first, as a rule nothing is to be done.
 */
static void sort(rosin_pd_member **m, int count) {
  int sorted = 1;
  for (int i = 0; i < count / 2; i++) {
    rosin_pd_member *last = m[count - 1 - i];
    m[count - 1 - i] = m[i];
    m[i] = last;
  }
  for (int i = 1; i < count && sorted; i++)
    sorted = rosin_pd_compare(&m[i - 1], &m[i]) <= 0;
  if (!sorted)
    qsort(m, (size_t)count, sizeof *m, rosin_pd_compare);
}

void rosin_pd_build(rosin_pd_registry *r) {
  rosin_pd_member **m = malloc(2 * (size_t)(r->count + 1) * sizeof *m);
  int *first = malloc((size_t)(r->count + 1) * sizeof *first);
  int count = 0, bodies = 0;
  if (!m || !first) {
    free(m);
    free(first);
    return;
  }
  r->later = 0;
  rosin_pd_make_all(r);
  r->dirty = 0;
  r->began = 1e3 * sys_getrealtime();
  for (rosin_pd_component *c = r->components; c; c = c->next)
    c->keep = 0;
  for (rosin_pd_member *k = r->members; k; k = k->next) {
    k->problem[0] = 0;
    k->idle = 0;
    if (k->n > 0)
      m[count++] = k;
    else
      k->component = NULL;
  }
  sort(m, count);
  for (int i = 0; i < count; i++) {
    m[i]->root = i;
    bodies += m[i]->class->kind == ROSIN_PD_BODY;
  }
  check_bodies(m, bodies);
  check_duplicates(m, bodies);
  for (int i = bodies; i < count; i++)
    link_up(m, bodies, i);
  for (int i = bodies; i < count; i++)
    load_up(m, count, i);
  for (int i = 0; i < count; i++)
    if (m[i]->problem[0]) {
      m[i]->component = NULL;
      m[i]->live = 0;
      m[i]->changed = 1;
    }
  make_components(r, m, m + r->count, first, count);
  sweep(r);
  free(m);
  free(first);
  post_problems(r);
}
