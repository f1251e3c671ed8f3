/* SPDX-License-Identifier: BSD-3-Clause */
/* J. L. Bentley, Multidimensional binary search trees used for associative searching, 1975. What
 * one sound has and the other has not is as far as features.h says, whatever the values: so sounds
 * of another kind are searched in a tree of theirs, on the axes that both have. */
#include "features/nearest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 8, LOUDNESS = 0, SHAPE = 4, STACK = 1024, FIRST_ROOM = 256 };

typedef struct {
  rosin_nearest_place place;
  int below[2]; /* nodes, or -1 */
  long long number;
  int axis;
} node;

struct rosin_nearest {
  node *node; /* [room], [count] of them */
  int count, room;
  int root[KINDS];
};

void rosin_nearest_place_of(rosin_nearest_place *p, const rosin_features *f) {
  const double value[] = {f->centroid, f->pitch, f->decay};
  static const int steps[] = {ROSIN_FEATURES_CENTROID_STEPS, ROSIN_FEATURES_PITCH_STEPS,
                              ROSIN_FEATURES_DECAY_STEPS};
  *p = (rosin_nearest_place){.at = {(float)f->loudness}};
  for (int i = 0; i < 3; i++)
    if (value[i] > 0) { /* NaN: no */
      p->at[1 + i] = (float)(log2(value[i]) * steps[i]);
      p->has |= 1U << i;
    }
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
    p->at[SHAPE + k] =
        (float)(f->shape[k] / (ROSIN_FEATURES_SHAPE_STEP * sqrt(ROSIN_FEATURES_SHAPE)));
}

rosin_nearest *rosin_nearest_new(void) {
  rosin_nearest *all = calloc(1, sizeof *all);
  for (int i = 0; all && i < KINDS; i++)
    all->root[i] = -1;
  return all;
}

void rosin_nearest_free(rosin_nearest *all) {
  if (!all)
    return;
  free(all->node);
  free(all);
}

int rosin_nearest_add(rosin_nearest *all, const rosin_nearest_place *place, long long number) {
  if (all->count == all->room) {
    const int room = all->room ? 2 * all->room : FIRST_ROOM;
    node *more = realloc(all->node, (size_t)room * sizeof *more);
    if (!more)
      return -1;
    all->node = more;
    all->room = room;
  }
  int *at = &all->root[place->has], axis = 0;
  while (*at >= 0) {
    node *n = &all->node[*at];
    axis = (n->axis + 1) % ROSIN_NEAREST_AXES;
    at = &n->below[place->at[n->axis] >= n->place.at[n->axis]];
  }
  *at = all->count;
  all->node[all->count++] =
      (node){.place = *place, .below = {-1, -1}, .number = number, .axis = axis};
  return 0;
}

/* Whether both have what stands on an axis. */
static int shared(unsigned has, int axis) {
  return axis == LOUDNESS || axis >= SHAPE || (has >> (axis - 1) & 1);
}

static double squared(const rosin_nearest_place *a, const rosin_nearest_place *b, unsigned has,
                      double least) {
  double sum = 0;
  for (int i = 0; i < ROSIN_NEAREST_AXES && sum <= least; i++) {
    const double d = shared(has, i) ? (double)a->at[i] - (double)b->at[i] : 0;
    sum += d * d;
  }
  return sum;
}

/* A search under way: `least` is five times the square of the distance. */
typedef struct {
  const rosin_nearest *all;
  const rosin_nearest_place *place;
  long long self, found;
  double least;
} search;

/* Nodes that are yet to be looked at, and how far at least what is below them is. */
typedef struct {
  int node;
  double far;
} branch;

static void look(search *s, const node *n, unsigned has, double apart) {
  if (n->number == s->self)
    return;
  const double d = apart + squared(s->place, &n->place, has, s->least - apart);
  if (d < s->least || (d == s->least && (s->found < 0 || n->number < s->found))) {
    s->least = d;
    s->found = n->number;
  }
}

static void push(branch *stack, int *depth, int at, double far) {
  if (at >= 0)
    stack[(*depth)++] = (branch){at, far};
}

/* All of a tree. One that sorted sounds have made deeper than there is room for is read through. */
static void descend(search *s, int root, unsigned has, double apart) {
  branch stack[STACK];
  int depth = 0;
  push(stack, &depth, root, apart);
  while (depth && depth + 2 <= STACK) {
    const branch b = stack[--depth];
    if (b.far > s->least)
      continue;
    const node *n = &s->all->node[b.node];
    look(s, n, has, apart);
    const double d = (double)s->place->at[n->axis] - (double)n->place.at[n->axis];
    push(stack, &depth, n->below[d < 0], shared(has, n->axis) ? fmax(b.far, apart + d * d) : b.far);
    push(stack, &depth, n->below[d >= 0], b.far);
  }
  const unsigned kind = depth ? s->all->node[root].place.has : 0;
  for (int i = 0; depth && i < s->all->count; i++)
    if (s->all->node[i].place.has == kind)
      look(s, &s->all->node[i], has, apart);
}

long long rosin_nearest_find(const rosin_nearest *all, const rosin_nearest_place *place,
                             long long self, double *distance) {
  search s = {.all = all, .place = place, .self = self, .found = -1, .least = HUGE_VAL};
  for (int i = 0; i < KINDS; i++) { /* its own kind first */
    const unsigned kind = place->has ^ (unsigned)i;
    double apart = 0;
    for (int k = 0; k < 3; k++)
      apart += (i >> k & 1) * ROSIN_FEATURES_NONE * ROSIN_FEATURES_NONE;
    descend(&s, all->root[kind], place->has & kind, apart);
  }
  *distance = s.found < 0 ? (double)NAN : sqrt(s.least / 5);
  return s.found;
}
