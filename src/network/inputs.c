/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls on their way: the means of those that move, and what these move. Held ones
 * cost nothing, however long or short the calls. */
#include "network/added.h"
#include "network/network.h"

#include <math.h>

static void list(rosin_network *n, int index) {
  rosin_group *g = &n->group[n->input[index].group];
  n->input[index].busy = 1;
  g->busy.at[g->busy.count++] = index;
}

void rosin_input_wake(rosin_network *n, int index) {
  if (n->ready && !n->input[index].busy)
    list(n, index);
}

void rosin_inputs_start(rosin_network *n) {
  for (int g = 0; g < n->groups; g++)
    n->group[g].busy.count = 0;
  for (int i = 0; i < n->inputs; i++) {
    rosin_input *in = &n->input[i];
    in->last = in->mean = in->hold;
    in->reached = (double)NAN;
    list(n, i);
  }
}

static void assign(rosin_network *n, int index, rosin_moves moves, int owner, int part) {
  rosin_input *in = &n->input[index];
  in->moves = moves;
  in->owner = owner;
  in->part = part;
}

static void assign_contact(rosin_network *n, int row) {
  const rosin_row *r = &n->row[row];
  for (int k = ROSIN_IN_FORCE; k < ROSIN_INS; k++) {
    const int place = k == ROSIN_IN_POSITION || k == ROSIN_IN_POSITION_A || k == ROSIN_IN_WIDTH;
    const int side = k != ROSIN_IN_POSITION_A;
    if (place && r->side[side].body >= 0)
      assign(n, r->input + k, ROSIN_MOVES_PLACE, row, side);
    else if (!place && k != ROSIN_IN_VELOCITY)
      assign(n, r->input + k, ROSIN_MOVES_LOAD, row, 0);
  }
}

void rosin_inputs_begin(rosin_network *n) {
  for (int i = 0; i < n->members; i++) {
    const rosin_body *body = n->member[i].body;
    for (int k = 0; body->ops->initial && k < n->member[i].inputs; k++) {
      rosin_input *in = &n->input[n->member[i].input + k];
      const double initial = body->ops->initial(body, k);
      if (in->hold == in->initial)
        in->hold = in->last = in->mean = initial;
      in->initial = initial;
    }
  }
}

/* Samples from one move of a body's controls to the next: whole fours, which strings take together,
 * where it glides between. */
static int pace_of(const rosin_network *n, const rosin_body *body) {
  const int least = body->ops->pace ? body->ops->pace(body) : 1;
  int pace = n->every;
  if (body->ops->take_pace) {
    pace = n->control_rate > 0 ? (int)fmin(n->rate / n->control_rate + 1e-9, 1 << 20) : 1;
    pace -= pace > 4 ? pace % 4 : 0;
  }
  return pace > least ? pace : least;
}

void rosin_inputs_assign(rosin_network *n) {
  n->every = (int)(n->rate / 44100 + 1e-9);
  for (int i = 0; i < n->members; i++) {
    rosin_body *body = n->member[i].body;
    n->member[i].every = pace_of(n, body);
    if (body->ops->take_pace)
      body->ops->take_pace(body, n->member[i].every);
    for (int k = 0; k < n->member[i].inputs; k++)
      assign(n, n->member[i].input + k, ROSIN_MOVES_CONTROL, i, k);
  }
  for (int i = 0; i < n->rows; i++)
    if (n->row[i].kind == ROSIN_ROW_CONTACT && n->row[i].point == 0)
      assign_contact(n, i);
  for (int i = 0; i < n->pushes; i++)
    assign(n, n->push[i].input, ROSIN_MOVES_PUSH, i, 0);
}

static double clean(const rosin_input *in, double value) {
  if (!isfinite(value))
    return in->hold;
  const double low = in->parameter->low, high = in->parameter->high;
  return value < low ? low : value > high ? high : value;
}

static int is_settled(const rosin_input *in) {
  return !in->feed && !in->more && in->mean == in->hold && in->last == in->hold &&
         in->reached == in->mean;
}

/* The means over this sample; what has settled leaves the list. */
static void take_means(rosin_network *n, rosin_group *g, int sample) {
  int kept = 0;
  for (int k = 0; k < g->busy.count; k++) {
    rosin_input *in = &n->input[g->busy.at[k]];
    in->busy = !is_settled(in);
    if (!in->busy)
      continue;
    g->busy.at[kept++] = g->busy.at[k];
    if (in->feed)
      in->hold = clean(in, in->feed[sample]);
    const double now = in->more ? clean(in, in->hold + in->more[sample]) : in->hold;
    in->mean = 0.5 * (in->last + now);
    in->last = now;
  }
  g->busy.count = kept;
}

/* Places and pitches move at least 44 100 times a second, and not at every sample of a
 * network that is faster: taps and mobilities cost more than a sample. What is large moves
 * less often. */
static int is_due(const rosin_network *n, const rosin_input *in) {
  const int every = in->moves == ROSIN_MOVES_CONTROL ? n->member[in->owner].every : n->every;
  return every < 2 || n->clock % every == 0;
}

/* The points of a width lie in the middle of each part of it. */
double rosin_row_position(const rosin_network *n, const rosin_row *r, int side) {
  const rosin_input *in = &n->input[r->input];
  const double position = in[side ? ROSIN_IN_POSITION : ROSIN_IN_POSITION_A].mean;
  if (r->points == 1 || !side || r->side[1].body < 0)
    return position;
  const rosin_body *body = n->member[r->side[1].body].body;
  const double share = (r->point + 0.5) / r->points - 0.5;
  return body->ops->span ? position + share * in[ROSIN_IN_WIDTH].mean / body->ops->span(body)
                         : position;
}

/* A contact's side, at all its points. */
static void place(rosin_network *n, int first, int side) {
  for (int i = first; i < first + n->row[first].points; i++) {
    const rosin_row *r = &n->row[i];
    rosin_member *m = &n->member[r->side[side].body];
    m->body->ops->place(m->body, r->side[side].port, rosin_row_position(n, r, side));
    m->moved = 1;
  }
}

static void load(rosin_network *n, int first) {
  for (int i = first; i < first + n->row[first].points; i++)
    rosin_row_load(n, &n->row[i]);
}

static void set_control(rosin_network *n, rosin_member *m, int control, double value) {
  const unsigned moves = m->body->moves;
  const double work = m->body->ops->set_control(m->body, control, value);
  rosin_tally *tally = &n->group[m->group].tally;
  tally->statistics.supplied += work;
  tally->given += fabs(work);
  m->moved |= m->body->moves != moves;
}

static void push(rosin_network *n, rosin_group *g, rosin_push *p, double force) {
  g->changed |= p->pushes != (force != 0);
  p->pushes = force != 0;
  n->member[p->body].force[p->port] = force;
}

void rosin_inputs_move(rosin_network *n, rosin_group *g, int sample) {
  take_means(n, g, sample);
  for (int k = 0; k < g->busy.count; k++) {
    rosin_input *in = &n->input[g->busy.at[k]];
    const int slow = in->moves == ROSIN_MOVES_CONTROL || in->moves == ROSIN_MOVES_PLACE;
    if (slow && (in->reached == in->mean || !is_due(n, in)))
      continue;
    if (in->moves == ROSIN_MOVES_CONTROL)
      set_control(n, &n->member[in->owner], in->part, in->mean);
    else if (in->moves == ROSIN_MOVES_PLACE)
      place(n, in->owner, in->part);
    else if (in->moves == ROSIN_MOVES_LOAD)
      load(n, in->owner);
    else if (in->moves == ROSIN_MOVES_PUSH)
      push(n, g, &n->push[in->owner], in->mean);
    in->reached = in->mean;
  }
}

void rosin_network_add(rosin_network *n, int control, const double *values) {
  if (!n || control < 0 || control >= n->inputs)
    return;
  n->input[control].more = values;
  rosin_input_wake(n, control);
}

void rosin_inputs_end(rosin_network *n) {
  for (int g = 0; g < n->groups; g++)
    for (int k = 0; k < n->group[g].busy.count; k++) {
      rosin_input *in = &n->input[n->group[g].busy.at[k]];
      in->feed = in->more = NULL;
    }
}
