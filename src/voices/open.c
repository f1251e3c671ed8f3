/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene as a voice: which of its contacts rubs, what else can be moved. */
#include "error.h"
#include "maths/maths.h"
#include "rosin/voices.h"
#include "scene/scene.h"
#include "voices/drive.h"
#include "voices/voice.h"

#include <stdio.h>

/* The first contact that rubs, by the order of names. NULL: none does. */
static const char *first_that_rubs(const rosin_network *n) {
  rosin_contact_account account;
  for (int i = 0; rosin_network_account(n, i, &account) == 0; i++)
    if (!rosin_law_is_normal(account.law))
      return account.name;
  return NULL;
}

static int control_of(const rosin_network *n, const char *name, const char *key) {
  char both[2 * ROSIN_MODEL_NAME];
  snprintf(both, sizeof both, "%s.%s", name, key);
  return rosin_network_control(n, both);
}

static const char *first_push(const rosin_model *m) {
  for (int i = 0; i < m->links; i++)
    if (m->link[i].push)
      return m->link[i].name;
  return NULL;
}

static int take(rosin_voice_sound *v, const char *name, rosin_error *error) {
  char both[2 * ROSIN_MODEL_NAME];
  snprintf(both, sizeof both, "%s.force", name);
  if (rosin_scene_control(v->scene, both, 0, error))
    return -1;
  snprintf(both, sizeof both, "%s.velocity", name);
  return rosin_scene_control(v->scene, both, 0, error);
}

static double share_of(double rate) {
  return 1 - rosin_exp(-1 / (ROSIN_VOICES_EASE * rate));
}

int rosin_voice_open(rosin_voice_sound *v, rosin_scene *scene, const char *contact, double rate,
                     rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  const char *push = first_push(m);
  *v = (rosin_voice_sound){.scene = scene, .network = rosin_scene_network(scene), .rate = rate};
  if (!v->network)
    return rosin_fail(error, "it is made of layers, and has no contact of its own");
  const char *rubs = contact ? contact : first_that_rubs(v->network);
  if (!rubs)
    return rosin_fail(error, "nothing in it rubs");
  v->control[VOICE_FORCE] = control_of(v->network, rubs, "force");
  v->control[VOICE_SPEED] = control_of(v->network, rubs, "velocity");
  if (v->control[VOICE_FORCE] < 0)
    return rosin_fail(error, "there is no contact '%.60s'", rubs);
  v->control[VOICE_POSITION] = v->control[VOICE_SIZE] = -1;
  v->control[VOICE_PUSH] = push ? control_of(v->network, push, "force") : -1;
  if (take(v, rubs, error))
    return -1;
  v->channels = rosin_scene_channels(scene);
  v->engine_rate = rate * (int)m->oversample;
  v->share = share_of(v->engine_rate);
  v->share_out = share_of(rate);
  v->level = v->knock = 1;
  v->blow = 1e-3;
  rosin_scene_set_driver(scene, rosin_voice_drive, v);
  return 0;
}
