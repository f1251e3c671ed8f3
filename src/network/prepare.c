/* SPDX-License-Identifier: BSD-3-Clause */
/* From members to a plan: names resolved, ports given out, groups found, all
 * memory taken in one piece. Orders come from names alone, so the order in which
 * members were added changes no bit. */
#include "error.h"
#include "memory.h"
#include "network/network.h"

#include <stdio.h>
#include <string.h>

static int fail(rosin_error *error, const char *name, const char *body) {
  return rosin_fail(error, "%s: there is no body named '%s'", name, body);
}

static int no_memory(rosin_error *error) {
  return rosin_fail(error, "out of memory for the network");
}

/* Sort indices by name: insertion, networks are small. */
static void sort_names(int *order, int count, const char *names, size_t stride) {
  for (int i = 0; i < count; i++) {
    int k = i;
    while (k > 0 && strcmp(names + (size_t)order[k - 1] * stride, names + (size_t)i * stride) > 0) {
      order[k] = order[k - 1];
      k--;
    }
    order[k] = i;
  }
}

static int resolve_row(rosin_network *n, rosin_row *r, rosin_error *error) {
  r->instant = 0;
  for (int i = 0; i < 2; i++) {
    r->side[i] = (rosin_side){-1, 0, i == 0 ? 1.0 : -1.0};
    if (strcmp(r->body_name[i], "-") == 0)
      continue;
    r->side[i].body = rosin_network_find_body(n, r->body_name[i]);
    if (r->side[i].body < 0)
      return fail(error, r->name, r->body_name[i]);
    r->instant |= !n->member[r->side[i].body].body->ops->begin;
  }
  if (r->side[0].body < 0 && r->side[1].body < 0)
    return rosin_fail(error, "%s: at least one side must be a body", r->name);
  if (r->kind == ROSIN_ROW_JOINT && r->side[0].body < 0)
    return rosin_fail(error, "%s: side a of a joint must be a body", r->name);
  return 0;
}

/* What rubs in several points has a strand for each. */
static int cut_bodies(rosin_network *n, rosin_error *error) {
  for (int i = 0; i < n->members; i++)
    n->member[i].strands = 1;
  for (int i = 0; i < n->rows; i++) {
    const rosin_row *r = &n->row[i];
    rosin_member *m = r->side[0].body < 0 ? NULL : &n->member[r->side[0].body];
    if (r->points == 1 || !m || !m->body->ops->cut)
      continue;
    if (m->strands > 1 && m->strands != r->points)
      return rosin_fail(error, "%s.contacts: %d, but '%s' has %d strands for another contact",
                        r->name, r->points, m->name, m->strands);
    m->strands = r->points;
  }
  for (int i = 0; i < n->members; i++) {
    rosin_body *body = n->member[i].body;
    if (body->ops->cut && body->ops->cut(body, n->member[i].strands))
      return rosin_fail(error, "out of memory for the strands of '%s'", n->member[i].name);
  }
  return 0;
}

/* A width needs something that has lengths. */
static int check_width(const rosin_network *n, const rosin_row *r, rosin_error *error) {
  const double width = r->points > 1 ? n->input[r->input + ROSIN_IN_WIDTH].hold : 0;
  if (width > 0 && (r->side[1].body < 0 || !n->member[r->side[1].body].body->ops->span))
    return rosin_fail(error, "%s.width: %g: body b must be a string, '%s' is none", r->name, width,
                      r->body_name[1]);
  return 0;
}

/* Give out ports in name order: rows, pushes, then signals in their own order. */
static int give_ports(rosin_network *n, rosin_error *error) {
  for (int i = 0; i < n->members; i++)
    n->member[i].ports = 0;
  for (int k = 0; k < n->rows; k++) {
    rosin_row *r = &n->row[n->order_row[k]];
    for (int i = 0; i < 2; i++)
      if (r->side[i].body >= 0)
        r->side[i].port = n->member[r->side[i].body].ports++;
  }
  for (int k = 0; k < n->pushes; k++) {
    rosin_push *p = &n->push[n->order_push[k]];
    p->body = rosin_network_find_body(n, p->body_name);
    if (p->body < 0)
      return fail(error, p->name, p->body_name);
    p->port = n->member[p->body].ports++;
  }
  for (int i = 0; i < n->signals; i++)
    if (n->signal[i].kind == ROSIN_SIGNAL_PORT)
      n->signal[i].port = n->signal[i].what == ROSIN_OBSERVE_BRIDGE_FORCE
                              ? -1 /* no place of its own */
                              : n->member[n->signal[i].body].ports++;
  for (int i = 0; i < n->members; i++)
    if (n->member[i].ports == 0)
      n->member[i].ports = 1; /* an untouched body still rings */
  return 0;
}

/* The groups of two bodies become one; 1 if they were two. */
static int merge(rosin_network *n, int a, int b) {
  if (a < 0 || b < 0 || n->member[a].group == n->member[b].group)
    return 0;
  const int low = n->member[a].group < n->member[b].group ? n->member[a].group : n->member[b].group;
  n->member[a].group = n->member[b].group = low;
  return 1;
}

static int some_body(const rosin_row *r) {
  return r->side[0].body >= 0 ? r->side[0].body : r->side[1].body;
}

/* Union of bodies joined by rows; group index for each body and row. How many there are, or -1
 * without memory. */
static int find_groups(rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    n->member[i].group = i;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int i = 0; i < n->rows; i++) {
      const rosin_row *r = &n->row[i];
      changed |= merge(n, r->side[0].body, r->side[1].body);
      if (r->kind == ROSIN_ROW_CONTACT && r->across >= 0)
        changed |= merge(n, some_body(r), some_body(&n->row[r->across]));
      if (r->kind == ROSIN_ROW_CONTACT && r->presser >= 0)
        changed |= merge(n, some_body(r), some_body(&n->row[r->presser]));
    }
  }
  int groups = 0;
  for (int i = 0; i < n->rows; i++)
    n->row[i].group = -1;
  int *number = rosin_malloc((size_t)(n->members + 1) * sizeof *number);
  if (!number)
    return -1;
  for (int i = 0; i < n->members; i++)
    number[i] = -1;
  for (int k = 0; k < n->rows; k++) {
    rosin_row *r = &n->row[n->order_row[k]];
    int *g = &number[n->member[some_body(r)].group];
    if (*g < 0)
      *g = groups++;
    r->group = *g;
  }
  for (int k = 0; k < n->members; k++) { /* after them those that nothing touches */
    rosin_member *m = &n->member[n->order_body[k]];
    int *g = &number[m->group];
    if (*g < 0)
      *g = groups++;
    m->group = *g;
  }
  rosin_free(number);
  return groups;
}

/* More contacts at once than is tried are refused. */
static int check_crowds(const rosin_network *n, rosin_error *error) {
  for (int i = 0; i < n->rows; i++) {
    const rosin_row *r = &n->row[i];
    const int points = rosin_network_count(n, r->group, ROSIN_ROW_CONTACT);
    if (points > ROSIN_GROUP_MOST)
      return rosin_fail(error,
                        "contacts: %d points rub '%s' and what hangs together with it: 1 to %d",
                        points, n->member[some_body(r)].name, ROSIN_GROUP_MOST);
  }
  return 0;
}

static void fill_groups(rosin_network *n) {
  for (int g = 0; g < n->groups; g++) {
    int at = 0;
    for (int kind = ROSIN_ROW_CONTACT; kind <= ROSIN_ROW_JOINT; kind++)
      for (int k = 0; k < n->rows; k++) {
        const rosin_row *r = &n->row[n->order_row[k]];
        if (r->group == g && (int)r->kind == kind)
          n->group[g].row[at++] = n->order_row[k];
      }
    rosin_group_pair(n, &n->group[g]);
  }
}

/* Whether a side of a joint is a body's own end (a string's at the bridge). What is
 * joined with itself there holds nothing, and must not loosen the end. */
static int is_end(const rosin_network *n, const rosin_row *r, int k) {
  const int itself = r->side[0].body == r->side[1].body && r->position[0] == r->position[1];
  return r->kind == ROSIN_ROW_JOINT && r->position[k] == 0 && !itself &&
         n->member[r->side[k].body].body->ops->fasten;
}

/* Everything in its place before the first sample. */
static void place_all(rosin_network *n) {
  for (int i = 0; i < n->rows; i++) {
    rosin_row *r = &n->row[i];
    for (int k = 0; k < 2; k++) {
      const rosin_side *side = &r->side[k];
      if (side->body < 0)
        continue;
      rosin_body *body = n->member[side->body].body;
      if (k == 0 && r->points > 1 && body->ops->cut)
        body->ops->take_strand(body, side->port, r->point);
      if (is_end(n, r, k))
        body->ops->fasten(body, side->port);
      else
        body->ops->place(body, side->port,
                         r->kind == ROSIN_ROW_JOINT ? r->position[k] : rosin_row_position(n, r, k));
    }
  }
  for (int i = 0; i < n->pushes; i++)
    n->member[n->push[i].body].body->ops->place(n->member[n->push[i].body].body, n->push[i].port,
                                                n->push[i].position);
  for (int i = 0; i < n->signals; i++)
    if (n->signal[i].kind == ROSIN_SIGNAL_PORT && n->signal[i].port >= 0) {
      rosin_body *body = n->member[n->signal[i].body].body;
      body->ops->place(body, n->signal[i].port, n->signal[i].position);
    }
}

static void set_orders(rosin_network *n, int *order) {
  n->order_body = order;
  n->order_row = order + n->members;
  n->order_push = n->order_row + n->rows;
}

static void sort_all(rosin_network *n) {
  if (n->members)
    sort_names(n->order_body, n->members, n->member[0].name, sizeof *n->member);
  if (n->rows)
    sort_names(n->order_row, n->rows, n->row[0].name, sizeof *n->row);
  if (n->pushes)
    sort_names(n->order_push, n->pushes, n->push[0].name, sizeof *n->push);
}

/* Bodies take room for as many ports as they have got now: 0, or -1 without memory. */
static int bind_all(rosin_network *n) {
  for (int i = 0; i < n->members; i++) {
    rosin_member *m = &n->member[i];
    if (m->body->ops->bind(m->body, m->ports))
      return -1;
    m->bound = ++m->body->bound;
  }
  return 0;
}

/* A plan in place of the last one, with the orders (so many bytes), which until then have memory of
 * their own. */
static int make_plan(rosin_network *n, int *order, size_t orders, rosin_error *error) {
  set_orders(n, order);
  sort_all(n);
  if (give_ports(n, error))
    return -1;
  const int groups = find_groups(n);
  if (groups < 0)
    return no_memory(error);
  if (check_crowds(n, error))
    return -1;
  const size_t room = rosin_network_lay(n, groups, orders, NULL);
  char *memory = rosin_aligned(room);
  if (!memory || bind_all(n)) {
    rosin_free(memory);
    return no_memory(error);
  }
  memset(memory, 0, room);
  n->before = rosin_network_tally(n); /* its groups go */
  n->groups = 0;
  rosin_free(n->plan);
  n->plan = memory;
  memcpy(memory, order, orders);
  set_orders(n, (int *)(void *)memory);
  rosin_network_lay(n, groups, orders, memory);
  return 0;
}

static void begin(rosin_network *n) {
  fill_groups(n);
  rosin_inputs_begin(n);
  rosin_inputs_assign(n);
  rosin_inputs_start(n);
  place_all(n);
  rosin_ports_link(n);
  rosin_march_form(n);
  n->before.given = 0;
  for (int i = 0; i < n->members; i++)
    n->before.given += rosin_body_energy(n->member[i].body);
  n->jerk = 1;
  n->ready = 1;
}

int rosin_network_prepare(rosin_network *n, rosin_error *error) {
  if (!n)
    return rosin_fail(error, "there is no network");
  n->ready = 0;
  for (int i = 0; i < n->rows; i++)
    if (resolve_row(n, &n->row[i], error) || check_width(n, &n->row[i], error))
      return -1;
  if (cut_bodies(n, error))
    return -1;
  const size_t orders = (size_t)(n->members + n->rows + n->pushes) * sizeof(int);
  int *order = rosin_malloc(orders + sizeof *order);
  if (!order)
    return no_memory(error);
  const int failed = make_plan(n, order, orders, error);
  rosin_free(order);
  if (failed)
    n->order_body = n->order_row = n->order_push = NULL;
  else
    begin(n);
  return failed;
}
