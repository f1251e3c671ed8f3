/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene as a voice: which of its contacts rubs, what else can be moved. */
#include "error.h"
#include "maths/maths.h"
#include "pi.h"
#include "rosin/voices.h"
#include "scene/scene.h"
#include "voices/drive.h"
#include "voices/voice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* The contact of a name, or all that rub: the first leads, the others go with it. */
static int take_all(rosin_voice_sound *v, const char *contact, rosin_error *error) {
  rosin_contact_account account;
  int taken = 0;
  for (int i = 0; rosin_network_account(v->network, i, &account) == 0; i++) {
    if (contact ? strcmp(account.name, contact) != 0 : rosin_law_is_normal(account.law))
      continue;
    const int force = control_of(v->network, account.name, "force");
    const int speed = control_of(v->network, account.name, "velocity");
    if (force < 0 || speed < 0 || v->rubs == ROSIN_VOICE_RUBS) /* a point of one that is divided */
      continue;
    if (take(v, account.name, error))
      return -1;
    if (taken++ == 0) {
      v->control[VOICE_FORCE] = force;
      v->control[VOICE_SPEED] = speed;
      continue;
    }
    v->rub[v->rubs][VOICE_FORCE] = force;
    v->rub[v->rubs++][VOICE_SPEED] = speed;
  }
  if (taken)
    return 0;
  return contact ? rosin_fail(error, "there is no contact '%.60s'", contact)
                 : rosin_fail(error, "nothing in it rubs");
}

static double share_of(double rate) {
  return 1 - rosin_exp(-1 / (ROSIN_VOICES_EASE * rate));
}

void rosin_voice_soften(rosin_voice_sound *v, double seconds) {
  const double spread = sqrt(0.25 - 2 / (pi * pi)); /* of a half sine, in its lengths */
  v->blows.share = 1 - rosin_exp(-sqrt(2) / (seconds * spread * v->engine_rate));
  v->blows.pace = v->blows.share * v->engine_rate;
}

int rosin_voice_open(rosin_voice_sound *v, rosin_scene *scene, const char *contact, double rate,
                     rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  const char *push = first_push(m);
  *v = (rosin_voice_sound){.scene = scene, .network = rosin_scene_network(scene), .rate = rate};
  if (!v->network)
    return rosin_fail(error, "it is made of layers, and has no contact of its own");
  v->control[VOICE_POSITION] = v->control[VOICE_SIZE] = -1;
  v->control[VOICE_PUSH] = push ? control_of(v->network, push, "force") : -1;
  if (take_all(v, contact, error))
    return -1;
  v->made = v->channels = rosin_scene_channels(scene);
  v->engine_rate = rate * (int)m->oversample;
  v->share = share_of(v->engine_rate);
  v->share_out = share_of(rate);
  v->level = v->knock = 1;
  rosin_voice_soften(v, 1e-3);
  rosin_scene_set_driver(scene, rosin_voice_drive, v);
  return 0;
}
