/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the gestures of a scene stay while they are held: where it says, or where they do the most.
 */
#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { STEPS = 400 };

static const double nearly = 0.9;

static int is(const rosin_model_control *c, const char *key) {
  return strcmp(c->row->name, key) == 0;
}

/* Both ways of a bow count; a force that for once goes against itself throws or lifts. */
static double way_of(const rosin_model_control *c, const double *value) {
  double sum = 0;
  for (int i = 0; i <= STEPS; i++)
    sum += value[i];
  return is(c, "force") ? copysign(1, sum) : 0;
}

/* What one control does at each step, as a share of its most. Sines go round wherever one stays. */
static void add(const rosin_model_control *c, double duration, double *sum) {
  rosin_gesture g = c->gesture; /* a look-up moves in it */
  double value[STEPS + 1], most = 0;
  if ((!is(c, "velocity") && !is(c, "force")) || g.kind == ROSIN_GESTURE_CONSTANT ||
      g.kind == ROSIN_GESTURE_SINE)
    return;
  g.next = 0;
  g.wander = 0;
  for (int i = 0; i <= STEPS; i++)
    value[i] = rosin_gesture_at(&g, duration * i / STEPS);
  const double way = way_of(c, value);
  for (int i = 0; i <= STEPS; i++) {
    value[i] = way < 0 || way > 0 ? way * value[i] : fabs(value[i]);
    most = fmax(most, value[i]);
  }
  for (int i = 0; most > 0 && i <= STEPS; i++)
    sum[i] += value[i] / most;
}

double rosin_scene_fullest(const rosin_scene *s) {
  const rosin_model *m = rosin_scene_model(s);
  double sum[STEPS + 1] = {0}, most = 0;
  rosin_model_part p;
  if (m->hold > 0)
    return fmin(m->hold, m->duration);
  for (int i = m->bodies; rosin_model_part_at(m, i, &p); i++) /* what drives them */
    for (int k = 0; k < *p.controls; k++)
      add(&p.control[k], m->duration, sum);
  for (int i = 0; i <= STEPS; i++)
    most = fmax(most, sum[i]);
  int first = 0;
  while (first < STEPS && sum[first] < nearly * most)
    first++;
  int last = first;
  while (last < STEPS && sum[last + 1] >= nearly * most)
    last++;
  return m->duration * (3 * first + last) / (4 * STEPS);
}
