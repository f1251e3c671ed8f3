/* SPDX-License-Identifier: BSD-3-Clause */
/* From a model to a network, through rosin.h alone. */
#include "error.h"
#include "scene/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Put "NAME: " (and the line in the file) in front of an error of the engine. */
static int owned(rosin_error *error, const char *name, const char *inner) {
  rosin_fail(error, "%s.%.400s", name, inner);
  return -1;
}

static rosin_body *make_body(const rosin_model_body *b, double rate, rosin_error *error) {
  if (!b->modal)
    return rosin_string_new(&b->string, rate, error);
  const char **name = calloc((size_t)b->points + 1, sizeof *name);
  if (!name)
    return NULL;
  for (int i = 0; i < b->points; i++)
    name[i] = b->point_name[i];
  const rosin_modal_spec spec = {.modes = b->modes,
                                 .mode = b->mode,
                                 .shape = b->shape,
                                 .points = b->points,
                                 .name = name,
                                 .position = b->point,
                                 .weight = b->shape == ROSIN_SHAPE_TABLE ? b->weight : NULL};
  rosin_body *body = rosin_modal_new(&spec, rate, error);
  free(name);
  return body;
}

static int build_bodies(const rosin_model *m, double rate, rosin_built *w, rosin_error *error) {
  for (int i = 0; i < m->bodies; i++) {
    rosin_error inner = {"out of memory"};
    rosin_body *body = make_body(&m->body[i], rate, &inner);
    if (!body)
      return owned(error, m->body[i].name, inner.text);
    w->body[w->bodies++] = body;
    if (rosin_network_body(w->network, m->body[i].name, body, error))
      return -1;
  }
  return 0;
}

static int build_contacts(const rosin_model *m, double rate, rosin_built *w, rosin_error *error) {
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    rosin_contact *contact = rosin_contact_new(c->law, rate, error);
    if (!contact)
      return -1;
    w->contact[w->contacts++] = contact;
    for (int k = 0; k < c->parameters; k++)
      if (rosin_contact_set(contact, c->row[k]->name, c->value[k], error))
        return -1;
    if (rosin_network_contact(w->network, c->name, contact, c->a, c->b, error))
      return -1;
  }
  return 0;
}

static int build_links(const rosin_model *m, rosin_built *w, rosin_error *error) {
  for (int i = 0; i < m->links; i++) {
    const rosin_model_link *k = &m->link[i];
    if (k->push ? rosin_network_push(w->network, k->name, k->a, k->position[0], error)
                : rosin_network_joint(w->network, k->name, k->a, k->position[0], k->b,
                                      k->position[1], error))
      return -1;
  }
  return 0;
}

static int ask_signals(const rosin_model *m, int count, const char *const *extra, rosin_built *w,
                       rosin_error *error) {
  for (int i = 0; i < m->outputs + count; i++) {
    const char *name = i < m->outputs ? m->output[i].signal : extra[i - m->outputs];
    w->signal[i] = rosin_network_signal(w->network, name, error);
    if (w->signal[i] < 0)
      return -1;
  }
  return 0;
}

static void start_controls(const rosin_model_control *control, int count, const char *name,
                           rosin_network *network) {
  char key[2 * ROSIN_MODEL_NAME];
  for (int i = 0; i < count; i++) {
    rosin_gesture first = control[i].gesture; /* a copy: the cursor moves */
    snprintf(key, sizeof key, "%s.%s", name, control[i].row->name);
    rosin_network_hold(network, rosin_network_control(network, key), rosin_gesture_at(&first, 0));
  }
}

void rosin_model_start(const rosin_model *m, rosin_network *network) {
  for (int i = 0; i < m->bodies; i++)
    start_controls(m->body[i].control, m->body[i].controls, m->body[i].name, network);
  for (int i = 0; i < m->contacts; i++)
    start_controls(m->contact[i].control, m->contact[i].controls, m->contact[i].name, network);
  for (int i = 0; i < m->links; i++)
    start_controls(m->link[i].control, m->link[i].controls, m->link[i].name, network);
}

int rosin_model_build(const rosin_model *m, double rate, int block, int extra_count,
                      const char *const *extra, rosin_built *w, rosin_error *error) {
  *w = (rosin_built){.network = rosin_network_new(rate, block, error)};
  if (!w->network)
    return -1;
  w->body = calloc((size_t)m->bodies + 1, sizeof *w->body);
  w->contact = calloc((size_t)m->contacts + 1, sizeof *w->contact);
  w->signal = calloc((size_t)(m->outputs + extra_count) + 1, sizeof *w->signal);
  if (!w->body || !w->contact || !w->signal) {
    rosin_fail(error, "out of memory for the scene");
  } else if (build_bodies(m, rate, w, error) == 0 && build_contacts(m, rate, w, error) == 0 &&
             build_links(m, w, error) == 0 && ask_signals(m, extra_count, extra, w, error) == 0) {
    rosin_model_start(m, w->network);
    if (rosin_network_prepare(w->network, error) == 0)
      return 0;
  }
  rosin_built_free(w);
  return -1;
}

void rosin_built_free(rosin_built *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < w->bodies; i++)
    rosin_body_free(w->body[i]);
  for (int i = 0; i < w->contacts; i++)
    rosin_contact_free(w->contact[i]);
  free(w->body);
  free(w->contact);
  free(w->signal);
  *w = (rosin_built){0};
}
