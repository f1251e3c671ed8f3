/* SPDX-License-Identifier: BSD-3-Clause */
/* Which string takes which note: dynamic programming over the strings that reach all of its
 * contour. Low places are taken sooner than high ones, a slur stays on its string, and where the
 * open string an octave below would ring along, another is taken if that is as near. */
#include "host/follow/follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double clear = 0.3;   /* semitones above the nut that a contour needs */
static const double slack = 0.6;   /* below the lowest string, where it is flattened */
static const double height = 0.06; /* costs: of a semitone up the string, */
static const double slur = 2.5, crossing = 0.4, shift = 0.05, rings = 0.5;

typedef struct {
  double cost[ROSIN_FOLLOW_STRINGS];
  int from[ROSIN_FOLLOW_STRINGS];
} column;

static int reaches(const rosin_follow_instrument *in, const rosin_follow_note *n, int s) {
  const double low = s ? in->open[s] + clear : in->open[0] - slack;
  return n->lowest >= low && n->key >= in->open[s] - slack &&
         n->highest <= in->open[s] + in->highest;
}

static double alone(const rosin_follow_instrument *in, const rosin_follow_note *n, int s) {
  double cost = height * fmax(n->key - in->open[s], 0);
  for (int i = 0; i < in->strings; i++)
    if (i != s && fabs(n->key - in->open[i] - 12) < 0.6)
      cost += rings;
  return cost;
}

static double between(const rosin_follow_instrument *in, const rosin_follow_note *a, int from,
                      const rosin_follow_note *b, int to) {
  const double way = fabs((a->key - in->open[from]) - (b->key - in->open[to]));
  return (from == to   ? 0
          : b->slurred ? slur
                       : crossing) *
             (abs(from - to) > 1 ? 2 : 1) +
         shift * fmin(way, 12);
}

static void go_on(const rosin_follow_instrument *in, const rosin_follow_note *before,
                  const rosin_follow_note *n, const column *last, column *next) {
  for (int s = 0; s < in->strings; s++) {
    next->from[s] = -1;
    next->cost[s] = reaches(in, n, s) ? 0 : (double)INFINITY;
    double least = before ? (double)INFINITY : 0;
    for (int f = 0; before && f < in->strings; f++) {
      const double cost = last->cost[f] + between(in, before, f, n, s);
      if (cost < least) {
        least = cost;
        next->from[s] = f;
      }
    }
    next->cost[s] += least + alone(in, n, s);
  }
}

static int cheapest(const rosin_follow_instrument *in, const column *c) {
  int best = -1;
  for (int s = 0; s < in->strings; s++)
    if (isfinite(c->cost[s]) && (best < 0 || c->cost[s] < c->cost[best]))
      best = s;
  return best;
}

/* Whether any string, or key, takes a note. */
static int is_reached(const rosin_follow_instrument *in, const rosin_follow_note *n) {
  if (!in->strings)
    return n->key >= in->lowest && n->key <= in->highest;
  for (int s = 0; s < in->strings; s++)
    if (reaches(in, n, s))
      return 1;
  return 0;
}

/* Notes first ... last - 1, which follow each other and are all reached. */
static void choose(const rosin_follow_instrument *in, rosin_follow_note *note, int first, int last,
                   column *way) {
  for (int k = first; k < last; k++)
    go_on(in, k > first ? &note[k - 1] : NULL, &note[k], &way[k - first], &way[k - first + 1]);
  int s = cheapest(in, &way[last - first]);
  for (int k = last - 1; k >= first && s >= 0; k--) {
    note[k].string = in->strings - s;
    s = way[k - first + 1].from[s];
  }
}

int rosin_follow_strings(const rosin_follow_instrument *in, rosin_follow_plan *p) {
  int left = 0;
  column *way = calloc((size_t)p->notes + 1, sizeof *way);
  for (int k = 0; k < p->notes; k++) {
    p->note[k].string = is_reached(in, &p->note[k]) ? 1 : 0;
    left += !p->note[k].string;
  }
  for (int first = 0, last; way && in->strings && first < p->notes; first = last + 1) {
    for (last = first; last < p->notes && p->note[last].string; last++)
      ;
    if (last > first)
      choose(in, p->note, first, last, way);
  }
  free(way);
  return way ? left : -1;
}

int rosin_follow_proposal(const rosin_follow_instrument *in, const rosin_follow_plan *p) {
  enum { FAR = 36 };
  int best = 0, most = -1;
  for (int away = 0; away <= 2 * FAR; away++) {
    /* 0, then octaves, then everything, the nearest first */
    const int by = away <= 6 ? (away % 2 ? -12 : 12) * ((away + 1) / 2)
                             : ((away % 2) ? -1 : 1) * ((away - 5) / 2);
    int reached = 0;
    for (int k = 0; k < p->notes; k++) {
      rosin_follow_note n = p->note[k];
      n.key += by;
      n.lowest += by;
      n.highest += by;
      reached += is_reached(in, &n);
    }
    if (reached > most) {
      most = reached;
      best = by;
    }
  }
  return best;
}

int rosin_follow_hasty(const rosin_follow_plan *p) {
  static const double periods = 7, start = 0.02; /* s */
  int count = 0;
  for (int k = 0; k < p->notes; k++) {
    const rosin_follow_note *n = &p->note[k];
    const double hertz = 440 * exp2((n->key - 69) / 12.0);
    count +=
        !n->slurred && (n->last - n->first) / (double)ROSIN_PITCH_HOPS < start + periods / hertz;
  }
  return count;
}
