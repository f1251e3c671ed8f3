/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene once more, of what was read. */
#include "memory.h"
#include "scene/running.h"

static rosin_scene *copy_alone(const rosin_scene *from) {
  rosin_scene *s = rosin_calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->length = from->length;
  s->model = rosin_model_copy(from->model);
  if (s->model)
    return s;
  rosin_free(s);
  return NULL;
}

static int copy_layers(const rosin_scene *from, rosin_scene *s) {
  s->layer = rosin_calloc((size_t)from->layers + 1, sizeof *s->layer);
  if (!s->layer)
    return -1;
  for (int i = 0; i < from->layers; i++) {
    const rosin_layer *own = &from->layer[i];
    rosin_layer *l = &s->layer[i];
    if (!(l->scene = copy_alone(own->scene)))
      return -1;
    s->layers++;
    l->at = own->at;
    l->gain = own->gain;
    l->pan = own->pan;
  }
  return rosin_layers_name(s);
}

rosin_scene *rosin_scene_copy(const rosin_scene *from, double seed) {
  if (from->source || (from->layers && seed != from->model->seed))
    return NULL;
  rosin_scene *s = copy_alone(from);
  if (s && from->layer && copy_layers(from, s)) {
    rosin_scene_free(s);
    return NULL;
  }
  if (s && seed != from->model->seed) {
    s->model->seed = seed;
    rosin_model_seed(s->model);
  }
  return s;
}
