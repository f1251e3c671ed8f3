/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/model/gesture.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"

#include <math.h>
#include <string.h>

void rosin_gesture_constant(rosin_gesture *g, double value) {
  *g = (rosin_gesture){.kind = ROSIN_GESTURE_CONSTANT, .constant = value};
}

int rosin_gesture_add(rosin_gesture *g, double value) {
  if (!(g->count & (g->count - 1))) { /* room doubles at powers of two, and from nothing */
    const size_t room = g->count ? 2 * (size_t)g->count : 1;
    double *grown = rosin_realloc(g->value, room * sizeof *grown);
    if (!grown)
      return -1;
    g->value = grown;
  }
  g->value[g->count++] = value;
  return 0;
}

void rosin_gesture_free(rosin_gesture *g) {
  rosin_free(g->time);
  rosin_free(g->value);
  rosin_gesture_constant(g, 0);
}

static double between(rosin_curve curve, double a, double b, double u) {
  if (curve == ROSIN_CURVE_STEP)
    return a;
  if (curve == ROSIN_CURVE_COSINE)
    u = 0.5 - 0.5 * rosin_cos(pi * u);
  return a + u * (b - a);
}

/* The point before a time between the first and the last. */
static int point_before(const rosin_gesture *g, double t) {
  int k = g->next < g->count - 1 && g->time[g->next] <= t ? g->next : 0;
  while (t >= g->time[k + 1])
    k++;
  return k;
}

static double points_at(rosin_gesture *g, double t) {
  if (t < g->time[0])
    return g->value[0];
  if (t >= g->time[g->count - 1])
    return g->value[g->count - 1];
  const int k = g->next = point_before(g, t);
  const double u = (t - g->time[k]) / (g->time[k + 1] - g->time[k]);
  return between(g->curve, g->value[k], g->value[k + 1], u);
}

static double series_at(const rosin_gesture *g, double t) {
  const double at = t * g->rate;
  if (at <= 0)
    return g->value[0];
  if (at >= g->count - 1)
    return g->value[g->count - 1];
  const int k = (int)at;
  return g->value[k] + (at - k) * (g->value[k + 1] - g->value[k]);
}

static double slope_length(const rosin_gesture *g) {
  return g->over > 0 ? g->over : fabs(g->to - g->from) / g->slope;
}

static double slope_at(const rosin_gesture *g, double t) {
  const double length = slope_length(g);
  if (t <= g->after)
    return g->from;
  if (t >= g->after + length)
    return g->to;
  return between(g->curve, g->from, g->to, (t - g->after) / length);
}

/* `strayed`: time as it goes on where the others come round. */
static double plain_at(rosin_gesture *g, double t, double strayed) {
  switch (g->kind) {
  case ROSIN_GESTURE_GUSTS:
    return rosin_rule_gusts(&g->rule, g->rule_leg, g->seed, strayed);
  case ROSIN_GESTURE_WALK:
    return rosin_rule_walk(&g->rule, g->rule_leg, g->seed, strayed);
  case ROSIN_GESTURE_STROKES:
    return rosin_rule_strokes(&g->rule, g->seed, strayed);
  case ROSIN_GESTURE_POINTS:
    return points_at(g, t);
  case ROSIN_GESTURE_SERIES:
    return series_at(g, t);
  case ROSIN_GESTURE_SLOPE:
    return slope_at(g, t);
  case ROSIN_GESTURE_SINE:
    return g->constant + g->amplitude * rosin_sin(2 * pi * g->frequency * t);
  default:
    return g->constant;
  }
}

double rosin_gesture_at(rosin_gesture *g, double t) {
  return rosin_gesture_turned(g, t, t);
}

double rosin_gesture_turned(rosin_gesture *g, double t, double strayed) {
  const double plain = plain_at(g, t, strayed), share = g->wander;
  if (share == 0 || plain == 0)
    return plain;
  return plain * rosin_exp(share * rosin_wander_at(g->leg, g->seed, g->pace, strayed) -
                           0.5 * share * share);
}

/* Also between two points of one value. */
static int points_stay(const rosin_gesture *g, double from, double to) {
  if (to < g->time[0] || from >= g->time[g->count - 1])
    return 1;
  if (from < g->time[0])
    return 0;
  const int k = point_before(g, from);
  return to < g->time[k + 1] && (g->curve == ROSIN_CURVE_STEP || g->value[k] == g->value[k + 1]);
}

static int plain_stays(const rosin_gesture *g, double from, double to) {
  switch (g->kind) {
  case ROSIN_GESTURE_POINTS:
    return points_stay(g, from, to);
  case ROSIN_GESTURE_SERIES:
    return from * g->rate >= g->count - 1;
  case ROSIN_GESTURE_SLOPE:
    return to <= g->after || from >= g->after + slope_length(g);
  default:
    return g->kind == ROSIN_GESTURE_CONSTANT;
  }
}

int rosin_gesture_stays(const rosin_gesture *g, double from, double to) {
  rosin_gesture copy = *g; /* a look-up moves in it */
  return plain_stays(g, from, to) && (g->wander == 0 || plain_at(&copy, from, from) == 0);
}

double rosin_gesture_end(const rosin_gesture *g) {
  switch (g->kind) {
  case ROSIN_GESTURE_POINTS:
    return g->time[g->count - 1];
  case ROSIN_GESTURE_SERIES:
    return (g->count - 1) / g->rate;
  case ROSIN_GESTURE_SLOPE:
    return g->after + slope_length(g);
  case ROSIN_GESTURE_SINE:
  case ROSIN_GESTURE_GUSTS:
  case ROSIN_GESTURE_WALK:
  case ROSIN_GESTURE_STROKES:
    return HUGE_VAL;
  default:
    return 0;
  }
}

void rosin_gesture_scale(rosin_gesture *g, double scale, double offset) {
  for (int i = 0; i < g->count; i++)
    g->value[i] = scale * g->value[i] + offset;
  g->rule.scale *= scale;
  g->rule.offset = scale * g->rule.offset + offset;
}

double *rosin_gesture_number(rosin_gesture *g, const char *key) {
  if (g->kind == ROSIN_GESTURE_CONSTANT)
    return *key ? NULL : &g->constant;
  if (g->kind != ROSIN_GESTURE_SLOPE)
    return NULL;
  return strcmp(key, "from") == 0    ? &g->from
         : strcmp(key, "to") == 0    ? &g->to
         : strcmp(key, "after") == 0 ? &g->after
         : strcmp(key, "over") == 0  ? &g->over
         : strcmp(key, "slope") == 0 ? &g->slope
                                     : NULL;
}

/* What a rule gives at least and at most. */
static void rule_range(const rosin_gesture *g, double *low, double *high) {
  const double least = g->kind == ROSIN_GESTURE_GUSTS     ? g->rule.calm
                       : g->kind == ROSIN_GESTURE_STROKES ? fmin(g->rule.back, 0)
                                                          : 0;
  const double a = g->rule.offset + g->rule.scale * least, b = g->rule.offset + g->rule.scale;
  *low = fmin(a, b);
  *high = fmax(a, b);
}

void rosin_gesture_range(const rosin_gesture *g, double *low, double *high) {
  const double swing = g->kind == ROSIN_GESTURE_SINE ? fabs(g->amplitude) : 0;
  *low = g->constant - swing;
  *high = g->constant + swing;
  if (g->kind == ROSIN_GESTURE_SLOPE) {
    *low = fmin(g->from, g->to);
    *high = fmax(g->from, g->to);
  }
  if (g->kind >= ROSIN_GESTURE_GUSTS)
    rule_range(g, low, high);
  for (int i = 0; i < g->count; i++) {
    *low = i && *low < g->value[i] ? *low : g->value[i];
    *high = i && *high > g->value[i] ? *high : g->value[i];
  }
  const double most = rosin_wander_most(g->wander);
  *low *= *low < 0 ? most : 1;
  *high *= *high > 0 ? most : 1;
}
