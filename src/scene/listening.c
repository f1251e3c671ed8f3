/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that a sound drives from outside. */
#include "error.h"
#include "memory.h"
#include "network/added.h"
#include "scene/running.h"

#include <limits.h>

int rosin_scene_listen(rosin_scene *s, rosin_input_kind kind, rosin_error *error) {
  return rosin_model_listen(s->model, kind, error);
}

int rosin_scene_listens(const rosin_scene *s) {
  return s->model->input.on != ROSIN_INPUT_OFF;
}

int rosin_scene_input_delay(const rosin_scene *s) {
  return s->intake ? rosin_intake_delay(s->intake) : 0;
}

void rosin_scene_hear(rosin_scene *s, const float *in, int frames) {
  if (s->intake)
    rosin_intake_hear(s->intake, in, frames);
}

/* Who plays moves it in whole stretches, and so does a decimator; else on half of it. */
static int stretch_of(const rosin_scene *s) {
  return s->oversample > 1 || s->model->instrument.courses ? ROSIN_STRETCH : ROSIN_STRETCH / 2;
}

void rosin_listening_start(rosin_scene *s) {
  s->hushed = LLONG_MAX;
  if (s->intake)
    rosin_intake_reset(s->intake);
}

int rosin_listening_prepare(rosin_scene *s, rosin_error *error) {
  const rosin_model_input *in = &s->model->input;
  char name[2 * ROSIN_MODEL_NAME];
  rosin_listening_start(s);
  if (!rosin_scene_listens(s))
    return 0;
  const rosin_intake_plan plan = {.rate = s->rate,
                                  .oversample = s->oversample,
                                  .stretch = stretch_of(s),
                                  .scale = rosin_model_input_scale(in),
                                  .limit = rosin_model_input_limit(in),
                                  .lowest = in->on == ROSIN_INPUT_PUSH ? in->lowest : 0};
  s->driven = rosin_network_control_find(s->built.network,
                                         rosin_model_input_control(in, name, sizeof name), error);
  if (s->driven < 0)
    return -1;
  s->intake = rosin_intake_new(&plan);
  s->drive = rosin_calloc(ROSIN_STRETCH, sizeof *s->drive);
  return s->intake && s->drive ? 0 : rosin_fail(error, "out of memory for the scene");
}

void rosin_listening_free(rosin_scene *s) {
  rosin_intake_free(s->intake);
  rosin_free(s->drive);
  s->intake = NULL;
  s->drive = NULL;
}

/* A push is all its own; a contact is moved by others, too. */
void rosin_listening_drive(rosin_scene *s, int frames) {
  rosin_network *n = s->built.network;
  const int sounds = rosin_intake_drive(s->intake, frames, s->drive);
  s->hushed = sounds ? 0 : s->hushed < LLONG_MAX - frames ? s->hushed + frames : LLONG_MAX;
  if (s->model->input.on != ROSIN_INPUT_PUSH) {
    rosin_network_add(n, s->driven, sounds ? s->drive : NULL);
  } else if (sounds) {
    rosin_network_feed(n, s->driven, s->drive);
  } else {
    rosin_network_hold(n, s->driven, 0);
  }
}

void rosin_listening_carry(rosin_scene *s, const rosin_scene *from) {
  if (!s->intake || !from->intake)
    return;
  rosin_intake_carry(s->intake, from->intake);
  s->hushed = from->hushed;
}
