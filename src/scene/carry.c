/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that goes on where another one of the same text is. */
#include "modal/modal.h"
#include "network/carried.h"
#include "scene/running.h"

static long long before(long long made, long long ahead) {
  return made > ahead ? made - ahead : 0;
}

/* What rings, rings on in the other body, mode for mode: as far and as fast as it swung. Strings
 * begin at rest. */
static void carry_motion(rosin_scene *s, const rosin_scene *from) {
  for (int i = 0; i < s->built.bodies && i < from->built.bodies; i++)
    if (s->model->body[i].modal && from->model->body[i].modal)
      rosin_modal_carry(s->built.body[i], from->built.body[i]);
  rosin_network_carried(s->built.network);
}

static int carry_alone(rosin_scene *s, const rosin_scene *from, long long ahead) {
  const long long first = before(from->done, ahead);
  if (!s->built.network || !from->built.network || s->driver || from->driver ||
      rosin_moving_carry(s->moving, from->moving, first, from->done - first))
    return -1;
  s->done = first;
  rosin_network_reset(s->built.network); /* what is held is there from the first sample on */
  carry_motion(s, from);
  return 0;
}

static int carry_layer(rosin_layer *l, const rosin_layer *from, long long frames) {
  l->now = from->now;
  l->started = from->started;
  return carry_alone(l->scene, from->scene,
                     (frames + from->scene->waiting) * from->scene->oversample);
}

static void carry_macros(rosin_scene *s, const rosin_scene *from) {
  const int macros = rosin_scene_macros(s);
  for (int i = 0; i < macros && macros == rosin_scene_macros(from); i++)
    if (rosin_scene_macro_live(s, i))
      rosin_scene_control(s, rosin_scene_macro(s, i)->name, rosin_scene_macro_value(from, i), NULL);
}

int rosin_scene_carry(rosin_scene *s, const rosin_scene *from, long long ahead) {
  const long long frames = (ahead + s->oversample - 1) / s->oversample;
  if (s->model->seed != from->model->seed)
    rosin_scene_reseed(s, from->model->seed);
  carry_macros(s, from);
  rosin_listening_carry(s, from);
  int failed = s->layers != from->layers || carry_alone(s, from, ahead);
  for (int i = 0; !failed && i < s->layers; i++)
    failed = carry_layer(&s->layer[i], &from->layer[i], frames);
  if (!failed)
    s->frames = before(from->frames, frames);
  return failed ? -1 : 0;
}
