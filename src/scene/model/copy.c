/* SPDX-License-Identifier: BSD-3-Clause */
/* A model once more, without its text: a few dozen pieces of memory where reading takes thousands
 * of names. */
#include "memory.h"
#include "scene/model/model.h"

#include <string.h>

/* `count` elements; NULL of NULL, and, with `*status` -1, without memory. */
static void *twin(const void *from, int count, size_t size, int *status) {
  if (!from)
    return NULL;
  void *made = rosin_malloc((size_t)count * size + !count);
  if (!made) {
    *status = -1;
    return NULL;
  }
  return memcpy(made, from, (size_t)count * size);
}

static char *said(const char *text, int *status) {
  return text ? twin(text, (int)strlen(text) + 1, 1, status) : NULL;
}

/* Its controls: as many as there are, in `to`, which had none. */
static int copy_controls(const rosin_model_control *from, int count, rosin_model_control **to,
                         int *controls) {
  int status = 0;
  *controls = 0;
  if (!(*to = twin(from, count, sizeof **to, &status)))
    return status;
  for (int k = 0; k < count; k++) { /* nothing is owned twice, whatever fails */
    (*to)[k].gesture.time = NULL;
    (*to)[k].gesture.value = NULL;
  }
  *controls = count;
  for (int k = 0; k < count; k++) {
    const rosin_gesture *own = &from[k].gesture;
    (*to)[k].gesture.time = twin(own->time, own->count, sizeof *own->time, &status);
    (*to)[k].gesture.value = twin(own->value, own->count, sizeof *own->value, &status);
  }
  return status;
}

static int copy_body(const rosin_model_body *from, rosin_model_body *to) {
  int status = 0;
  *to = *from;
  to->tried = NULL;
  to->control = NULL;
  to->controls = 0;
  to->own.plan = NULL; /* see rosin_model_copy */
  to->damping = twin(from->damping, from->string.damping_points, sizeof *to->damping, &status);
  to->string.damping = to->damping;
  to->mode = twin(from->mode, from->modes, sizeof *to->mode, &status);
  to->own.mode = twin(from->own.mode, from->modes, sizeof *to->own.mode, &status);
  to->order = twin(from->order, from->modes, sizeof *to->order, &status);
  to->load = twin(from->load, from->modes, sizeof *to->load, &status);
  to->point_name = twin(from->point_name, from->points, sizeof *to->point_name, &status);
  to->point = twin(from->point, from->points, sizeof *to->point, &status);
  to->weight = twin(from->weight, from->modes * from->points, sizeof *to->weight, &status);
  return status | copy_controls(from->control, from->controls, &to->control, &to->controls);
}

static int copy_bodies(const rosin_model *from, rosin_model *to) {
  to->body = rosin_calloc((size_t)from->bodies + 1, sizeof *to->body);
  int status = to->body ? 0 : -1;
  while (!status && to->bodies < from->bodies) {
    status = copy_body(&from->body[to->bodies], &to->body[to->bodies]);
    to->bodies++;
  }
  return status;
}

static int copy_contacts(const rosin_model *from, rosin_model *to) {
  to->contact = rosin_calloc((size_t)from->contacts + 1, sizeof *to->contact);
  int status = to->contact ? 0 : -1;
  while (!status && to->contacts < from->contacts) {
    const rosin_model_contact *own = &from->contact[to->contacts];
    rosin_model_contact *c = &to->contact[to->contacts++];
    *c = *own;
    status = copy_controls(own->control, own->controls, &c->control, &c->controls);
  }
  return status;
}

static int copy_links(const rosin_model *from, rosin_model *to) {
  to->link = rosin_calloc((size_t)from->links + 1, sizeof *to->link);
  int status = to->link ? 0 : -1;
  while (!status && to->links < from->links) {
    const rosin_model_link *own = &from->link[to->links];
    rosin_model_link *k = &to->link[to->links++];
    *k = *own;
    status = copy_controls(own->control, own->controls, &k->control, &k->controls);
  }
  return status;
}

/* The same control of the other model, or NULL. */
static const void *same_control(const rosin_model *from, const rosin_model *to,
                                const void *control) {
  rosin_model_part a, b;
  for (int i = 0; control && rosin_model_part_at(from, i, &a); i++)
    for (int k = 0; k < *a.controls; k++)
      if (control == &a.control[k])
        return rosin_model_part_at(to, i, &b) ? &b.control[k] : NULL;
  return NULL;
}

static int copy_macros(const rosin_model *from, rosin_model *to) {
  to->macro = rosin_calloc((size_t)from->macros + 1, sizeof *to->macro);
  int status = to->macro ? 0 : -1;
  while (!status && to->macros < from->macros) {
    const rosin_macro *own = &from->macro[to->macros];
    rosin_macro *m = &to->macro[to->macros++];
    *m = *own;
    m->row.name = m->name;
    m->row.unit = m->unit;
    m->row.meaning = m->meaning;
    m->target = twin(own->target, own->targets, sizeof *m->target, &status);
    for (int t = 0; m->target && t < m->targets; t++)
      m->target[t].control = same_control(from, to, own->target[t].control);
    if (!m->target)
      m->targets = 0;
  }
  return status;
}

static int copy_presets(const rosin_about *from, rosin_about *to) {
  if (!from->preset)
    return 0;
  to->preset = rosin_calloc((size_t)from->presets + 1, sizeof *to->preset);
  int status = to->preset ? 0 : -1;
  while (!status && to->presets < from->presets) {
    const rosin_preset *own = &from->preset[to->presets];
    rosin_preset *p = &to->preset[to->presets++];
    p->name = said(own->name, &status);
    p->values = said(own->values, &status);
  }
  return status;
}

static int copy_layers(const rosin_model *from, rosin_model *to) {
  to->layer = rosin_calloc((size_t)from->layers + 1, sizeof *to->layer);
  int status = to->layer ? 0 : -1;
  while (!status && to->layers < from->layers) {
    const rosin_model_layer *own = &from->layer[to->layers];
    rosin_model_layer *l = &to->layer[to->layers++];
    *l = *own;
    l->sets = 0;
    l->set = own->set ? rosin_calloc((size_t)own->sets + 1, sizeof *l->set) : NULL;
    status = own->set && !l->set ? -1 : 0;
    while (!status && l->sets < own->sets) {
      l->set[l->sets] = said(own->set[l->sets], &status);
      l->sets++;
    }
  }
  return status;
}

static int copy_wedges(const rosin_model *from, rosin_model *to) {
  int status = 0;
  for (int i = 0; i < from->instrument.courses; i++) {
    const rosin_model_wedge *own = from->instrument.course[i].wedge;
    to->instrument.course[i].wedge = twin(own, 1, sizeof *own, &status);
  }
  return status;
}

/* What a model owns, taken out of a copy of its struct. */
static void disown(rosin_model *m) {
  m->title = m->remarks = NULL;
  m->bodies = m->contacts = m->links = m->outputs = m->macros = m->layers = m->events = 0;
  m->body = NULL;
  m->contact = NULL;
  m->link = NULL;
  m->output = NULL;
  m->macro = NULL;
  m->layer = NULL;
  m->event = NULL;
  m->about.presets = 0;
  m->about.preset = NULL;
  for (int i = 0; i < ROSIN_MODEL_COURSES; i++)
    m->instrument.course[i].wedge = NULL;
}

static int copy_all(const rosin_model *from, rosin_model *to) {
  int status = 0;
  to->title = said(from->title, &status);
  to->remarks = said(from->remarks, &status);
  to->output = twin(from->output, from->outputs, sizeof *to->output, &status);
  to->event = twin(from->event, from->events, sizeof *to->event, &status);
  to->outputs = from->outputs;
  to->events = from->events;
  return status || copy_bodies(from, to) || copy_contacts(from, to) || copy_links(from, to) ||
                 copy_macros(from, to) || copy_presets(&from->about, &to->about) ||
                 copy_layers(from, to) || copy_wedges(from, to)
             ? -1
             : 0;
}

rosin_model *rosin_model_copy(const rosin_model *from) {
  for (int i = 0; i < from->bodies; i++)
    if (from->body[i].own.plan) /* a form that is computed anew while it sounds */
      return NULL;
  rosin_model *m = rosin_malloc(sizeof *m);
  if (!m)
    return NULL;
  *m = *from;
  disown(m);
  m->terms.stop = NULL; /* theirs who read the other */
  m->terms.opened = NULL;
  if (copy_all(from, m) == 0)
    return m;
  rosin_model_free(m);
  return NULL;
}
