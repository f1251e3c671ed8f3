/* SPDX-License-Identifier: BSD-3-Clause */
/* The gesture that moves a scene, as windows show it and hands draw over it. */
#include "error.h"
#include "scene/running.h"
#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { LOOKS = 160 };

static rosin_gesture *of(rosin_model_control *control, int controls, const char *name) {
  for (int i = 0; i < controls; i++)
    if (strcmp(control[i].row->name, name) == 0 &&
        control[i].gesture.kind != ROSIN_GESTURE_CONSTANT)
      return &control[i].gesture;
  return NULL;
}

/* The speed of a contact, of that which is timed before others, or the force of a push. */
static rosin_gesture *moving(const rosin_model *m) {
  const rosin_model_contact *timed = rosin_model_contact_named(m, m->about.bench.contact);
  rosin_gesture *found =
      timed ? of((rosin_model_control *)timed->control, timed->controls, "velocity") : NULL;
  for (int i = 0; !found && i < m->contacts; i++)
    found = of(m->contact[i].control, m->contact[i].controls, "velocity");
  for (int i = 0; !found && i < m->links; i++)
    if (m->link[i].push)
      found = of(m->link[i].control, m->link[i].controls, "force");
  return found;
}

/* At `count` even places of its time, of its largest; that largest, 0: nothing moves. */
static double look(const rosin_gesture *gesture, double duration, int count, double *height) {
  rosin_gesture g = *gesture; /* a look-up moves in it, and another thread may play it */
  double most = 0;
  g.next = 0;
  for (int i = 0; i < count; i++) {
    height[i] = rosin_gesture_at(&g, duration * i / (count - 1));
    most = fmax(most, fabs(height[i]));
  }
  for (int i = 0; i < count; i++)
    height[i] = most > 0 ? height[i] / most : 0;
  return most;
}

int rosin_scene_drawn(const rosin_scene *s, int count, double *height) {
  rosin_gesture *g = moving(s->model);
  return g && count > 1 && look(g, s->model->duration, count, height) > 0 ? 0 : -1;
}

int rosin_scene_draw(rosin_scene *s, int count, const double *height, rosin_error *error) {
  rosin_gesture *g = moving(s->model);
  double own[LOOKS];
  const double most = g && count > 1 ? look(g, s->model->duration, LOOKS, own) : 0;
  if (!(most > 0))
    return rosin_fail(error, "no gesture moves this scene that could be drawn over");
  rosin_gesture drawn = {.kind = ROSIN_GESTURE_SERIES,
                         .rate = (count - 1) / s->model->duration,
                         .wander = g->wander,
                         .pace = g->pace,
                         .seed = g->seed};
  for (int i = 0; i < count; i++)
    if (rosin_gesture_add(&drawn, most * fmin(fmax(height[i], -1), 1))) {
      rosin_gesture_free(&drawn);
      return rosin_fail(error, "out of memory");
    }
  rosin_gesture_free(g);
  *g = drawn;
  return 0;
}
