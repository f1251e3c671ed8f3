/* SPDX-License-Identifier: BSD-3-Clause */
/* When the gestures of a scene do the most: where it is worth staying. */
#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { STEPS = 400 };

static const double nearly = 0.9;

static int drives(const rosin_model_control *c) {
  return strcmp(c->row->name, "velocity") == 0 || strcmp(c->row->name, "force") == 0;
}

/* What moves there at `time`, each as a share of its own most. Sines go round wherever one stays.
 */
static double share(const rosin_model_control *control, int count, double time) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    rosin_gesture g = control[i].gesture; /* a look-up moves in it */
    double low = 0, high = 0;
    if (!drives(&control[i]) || g.kind == ROSIN_GESTURE_CONSTANT || g.kind == ROSIN_GESTURE_SINE)
      continue;
    g.next = 0;
    g.wander = 0;
    rosin_gesture_range(&g, &low, &high);
    const double most = fmax(fabs(low), fabs(high));
    sum += most > 0 ? fabs(rosin_gesture_at(&g, time)) / most : 0;
  }
  return sum;
}

static double all(const rosin_model *m, double time) {
  double sum = 0;
  for (int i = 0; i < m->contacts; i++)
    sum += share(m->contact[i].control, m->contact[i].controls, time);
  for (int i = 0; i < m->links; i++)
    sum += share(m->link[i].control, m->link[i].controls, time);
  return sum;
}

double rosin_scene_fullest(const rosin_scene *s) {
  const rosin_model *m = rosin_scene_model(s);
  double most = 0;
  for (int i = 0; i <= STEPS; i++)
    most = fmax(most, all(m, m->duration * i / STEPS));
  int first = 0;
  while (first < STEPS && all(m, m->duration * first / STEPS) < nearly * most)
    first++;
  int last = first;
  while (last < STEPS && all(m, m->duration * (last + 1) / STEPS) >= nearly * most)
    last++;
  return m->duration * (3 * first + last) / (4 * STEPS);
}
