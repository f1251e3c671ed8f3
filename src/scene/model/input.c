/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a sound that comes in drives a scene: as its section `input` says, or where it says
 * nothing, at the place that is rubbed. */
#include "error.h"
#include "scene/model/model.h"

#include <stdio.h>
#include <string.h>

const char *const rosin_model_input_kinds[] = {"off", "push", "speed", "force", NULL};

static const rosin_parameter table[] = {
    {"kind", "", 0, ROSIN_INPUT_FORCE, ROSIN_INPUT_PUSH,
     "what a sound does: push a body (N), or be the speed (m/s) or the force (N) of what rubs",
     offsetof(rosin_model_input, kind), .kind = ROSIN_CHOICE, .words = rosin_model_input_kinds},
    {"push", "N", 1e-6, 1000, 1, "of full scale, on the body", offsetof(rosin_model_input, push)},
    {"speed", "m/s", 1e-6, 100, 0.1, "of full scale, added to the contact's",
     offsetof(rosin_model_input, speed)},
    {"force", "N", 1e-6, 1000, 1, "of full scale, added to the contact's",
     offsetof(rosin_model_input, force)},
    {"hardest", "N", 1e-6, 1000, 100, "at most, however loud it comes",
     offsetof(rosin_model_input, hardest)},
    {"fastest", "m/s", 1e-6, 100, 5, "at most", offsetof(rosin_model_input, fastest)},
    {"lowest", "Hz", 0, 1000, 20, "below it a push falls by 6 dB an octave; 0: constants push too",
     offsetof(rosin_model_input, lowest)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_input_parameters(void) {
  return table;
}

/* Where a control of a contact begins. */
static double begins(const rosin_model_contact *c, const char *key) {
  const rosin_model_control *control = rosin_model_control_named(c->control, c->controls, key);
  if (!control)
    return rosin_parameter_find(rosin_contact_parameters(), key)->initial;
  rosin_gesture first = control->gesture; /* a copy: the cursor moves */
  return rosin_gesture_at(&first, 0);
}

/* By a force, and neither by what it touches itself nor by another contact. */
static int is_pressed(const rosin_model_contact *c) {
  return !*c->load && !rosin_law_is_normal(c->law);
}

/* The first that rubs; or the first that is there. */
static const rosin_model_contact *rubs(const rosin_model *m) {
  for (int i = 0; i < m->contacts; i++)
    if (!rosin_law_is_normal(m->contact[i].law))
      return &m->contact[i];
  return m->contacts ? m->contact : NULL;
}

/* The first that a force can press. */
static const rosin_model_contact *pressed(const rosin_model *m) {
  for (int i = 0; i < m->contacts; i++)
    if (is_pressed(&m->contact[i]))
      return &m->contact[i];
  return NULL;
}

/* Of what a body is joined to or rubbed at the first, its position there: 1; or 0. */
static int touched(const rosin_model *m, const char *body, double *position) {
  for (int i = 0; i < m->links; i++)
    for (int side = 0; side < 2; side++)
      if (strcmp(side ? m->link[i].b : m->link[i].a, body) == 0) {
        *position = m->link[i].position[side];
        return 1;
      }
  for (int i = 0; i < m->contacts; i++)
    for (int side = 0; side < 2; side++)
      if (strcmp(side ? m->contact[i].b : m->contact[i].a, body) == 0) {
        *position = begins(&m->contact[i], side ? "position" : "position_a");
        return 1;
      }
  return 0;
}

static void choose_body(const rosin_model *m, rosin_model_input *in) {
  const rosin_model_contact *c = rubs(m);
  const char *body = m->bodies ? m->body[0].name : "";
  for (int i = m->bodies - 1; m->instrument.courses && i >= 0; i--)
    body = m->body[i].modal ? m->body[i].name : body; /* what its strings stand on */
  if (!m->instrument.courses && c)
    body = strcmp(c->b, "-") ? c->b : c->a;
  snprintf(in->body, sizeof in->body, "%s", body);
}

int rosin_model_listen(rosin_model *m, rosin_input_kind kind, rosin_error *error) {
  rosin_model_input in = m->input; /* taken as it is whole */
  if (kind == ROSIN_INPUT_PUSH) {
    if (!*in.body)
      choose_body(m, &in);
    if (!*in.body)
      return rosin_fail(error, "input: the scene has no body of its own that a sound could push");
    if (!in.placed)
      touched(m, in.body, &in.position);
  } else if (kind != ROSIN_INPUT_OFF && !*in.contact) {
    const rosin_model_contact *c = kind == ROSIN_INPUT_FORCE ? pressed(m) : rubs(m);
    if (!c)
      return rosin_fail(error, "input: the scene has no contact of its own that a sound could %s",
                        kind == ROSIN_INPUT_SPEED ? "move" : "press");
    snprintf(in.contact, sizeof in.contact, "%s", c->name);
  }
  if (kind == ROSIN_INPUT_FORCE && !is_pressed(rosin_model_contact_named(m, in.contact)))
    return rosin_fail(error, "input: '%s' is pressed by what it touches, not by a force",
                      in.contact);
  in.on = kind;
  m->input = in;
  return 0;
}

double rosin_model_input_scale(const rosin_model_input *in) {
  return in->on == ROSIN_INPUT_SPEED   ? in->speed
         : in->on == ROSIN_INPUT_FORCE ? in->force
                                       : in->push;
}

double rosin_model_input_limit(const rosin_model_input *in) {
  return in->on == ROSIN_INPUT_SPEED ? in->fastest : in->hardest;
}

const char *rosin_model_input_control(const rosin_model_input *in, char *name, size_t size) {
  snprintf(name, size, "%s.%s", in->on == ROSIN_INPUT_PUSH ? ROSIN_MODEL_INPUT : in->contact,
           in->on == ROSIN_INPUT_SPEED ? "velocity" : "force");
  return name;
}
