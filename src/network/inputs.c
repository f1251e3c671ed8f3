/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls on their way: the means of those that move, and what these move. Held ones
 * cost nothing, however long or short the calls. */
#include "network/network.h"

#include <math.h>

static void list(rosin_network *n, int index) {
  n->input[index].busy = 1;
  n->busy[n->busies++] = index;
}

void rosin_input_wake(rosin_network *n, int index) {
  if (n->ready && !n->input[index].busy)
    list(n, index);
}

void rosin_inputs_start(rosin_network *n) {
  n->busies = 0;
  for (int i = 0; i < n->inputs; i++) {
    rosin_input *in = &n->input[i];
    in->last = in->mean = in->hold;
    in->reached = (double)NAN;
    list(n, i);
  }
}

/* Which input moves what. */
void rosin_inputs_assign(rosin_network *n) {
  for (int i = 0; i < n->inputs; i++)
    n->input[i].moves = ROSIN_MOVES_NOTHING;
  for (int i = 0; i < n->members; i++)
    for (int k = 0; k < n->member[i].inputs; k++) {
      rosin_input *in = &n->input[n->member[i].input + k];
      in->moves = ROSIN_MOVES_CONTROL;
      in->owner = i;
      in->part = k;
    }
  for (int i = 0; i < n->rows; i++)
    for (int k = ROSIN_IN_FORCE; n->row[i].kind == ROSIN_ROW_CONTACT && k <= ROSIN_IN_GRAIN; k++) {
      rosin_input *in = &n->input[n->row[i].input + k];
      const int place = k == ROSIN_IN_POSITION || k == ROSIN_IN_POSITION_A;
      in->owner = i;
      in->part = k == ROSIN_IN_POSITION;
      if (place && n->row[i].side[in->part].body >= 0)
        in->moves = ROSIN_MOVES_PLACE;
      else if (!place && k != ROSIN_IN_VELOCITY)
        in->moves = ROSIN_MOVES_LOAD;
    }
}

static double clean(const rosin_input *in, double value) {
  if (!isfinite(value))
    return in->hold;
  return fmin(fmax(value, in->parameter->low), in->parameter->high);
}

static int is_settled(const rosin_input *in) {
  return !in->feed && in->mean == in->hold && in->last == in->hold && in->reached == in->mean;
}

/* The means over this sample; what has settled leaves the list. */
static void take_means(rosin_network *n, int sample) {
  int kept = 0;
  for (int k = 0; k < n->busies; k++) {
    rosin_input *in = &n->input[n->busy[k]];
    in->busy = !is_settled(in);
    if (!in->busy)
      continue;
    n->busy[kept++] = n->busy[k];
    if (in->feed)
      in->hold = clean(in, in->feed[sample]);
    in->mean = 0.5 * (in->last + in->hold);
    in->last = in->hold;
  }
  n->busies = kept;
}

/* Places and pitches move at least 44 100 times a second, and not at every sample of a
 * network that is faster: taps and mobilities cost more than a sample. */
static int is_due(const rosin_network *n) {
  const int every = (int)(1 / (n->period * 44100) + 1e-9);
  return every < 2 || n->clock % every == 0;
}

static void place(rosin_network *n, const rosin_side *side, double position) {
  rosin_member *m = &n->member[side->body];
  m->body->ops->place(m->body, side->port, position);
  m->moved = 1;
}

static void set_control(rosin_member *m, int control, double value) {
  m->body->ops->set_control(m->body, control, value);
  m->moved = 1;
}

void rosin_inputs_move(rosin_network *n, int sample) {
  take_means(n, sample);
  const int due = n->busies && is_due(n);
  for (int k = 0; k < n->busies; k++) {
    rosin_input *in = &n->input[n->busy[k]];
    const int slow = in->moves == ROSIN_MOVES_CONTROL || in->moves == ROSIN_MOVES_PLACE;
    if (slow && (!due || in->reached == in->mean))
      continue;
    if (in->moves == ROSIN_MOVES_CONTROL)
      set_control(&n->member[in->owner], in->part, in->mean);
    else if (in->moves == ROSIN_MOVES_PLACE)
      place(n, &n->row[in->owner].side[in->part], in->mean);
    else if (in->moves == ROSIN_MOVES_LOAD)
      rosin_row_load(n, &n->row[in->owner]);
    in->reached = in->mean;
  }
}

void rosin_inputs_end(rosin_network *n) {
  for (int k = 0; k < n->busies; k++)
    n->input[n->busy[k]].feed = NULL;
}
