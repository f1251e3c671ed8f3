/* SPDX-License-Identifier: BSD-3-Clause */
/* From a model to a network. */
#include "contact/contact.h"
#include "error.h"
#include "memory.h"
#include "scene/model/model.h"
#include "waveguide/string.h"

#include <stdio.h>
#include <string.h>

/* Put "NAME: " (and the line in the file) in front of an error of the engine. */
static int owned(rosin_error *error, const char *name, const char *inner) {
  const char *dot = strncmp(inner, "out of memory", 13) ? "." : ": ";
  return rosin_fail(error, "%s%s%.400s", name, dot, inner);
}

/* What was tried as the model was read has its design: most of what a set-up takes. */
static rosin_body *make_string(rosin_model_body *b, double rate, rosin_error *error) {
  rosin_body *tried = b->tried;
  b->tried = NULL;
  if (tried && rosin_string_is(tried, &b->string, rate))
    return tried;
  rosin_body_free(tried);
  return rosin_string_new(&b->string, rate, error);
}

void rosin_model_hand_on(rosin_model *from, rosin_model *to) {
  for (int i = 0; i < from->bodies && i < to->bodies; i++)
    if (!to->body[i].tried) { /* a string of another make is let go as it is built */
      to->body[i].tried = from->body[i].tried;
      from->body[i].tried = NULL;
    }
}

static rosin_body *make_body(rosin_model_body *b, double rate, rosin_error *error) {
  if (!b->modal)
    return make_string(b, rate, error);
  const char **name = rosin_calloc((size_t)b->points + 1, sizeof *name);
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
                                 .weight = b->shape == ROSIN_SHAPE_TABLE ? b->weight : NULL,
                                 .order = b->order,
                                 .made = b->made,
                                 .load = b->load};
  rosin_body *body = rosin_modal_new(&spec, rate, error);
  rosin_free(name);
  return body;
}

static int add_body(rosin_model_body *b, double rate, rosin_built *w, rosin_error *error) {
  rosin_error inner = {"out of memory"};
  rosin_body *body = make_body(b, rate, &inner);
  if (!body)
    return owned(error, b->name, inner.text);
  w->body[w->bodies++] = body;
  return rosin_network_body(w->network, b->name, body, error);
}

static int add_contact(const rosin_model_contact *c, double rate, rosin_built *w,
                       rosin_error *error) {
  rosin_contact *contact = rosin_contact_new(c->law, rate, error);
  if (!contact)
    return -1;
  w->contact[w->contacts++] = contact;
  if (rosin_contact_make(contact, &c->form, error))
    return -1;
  for (int k = 0; k < c->parameters; k++)
    if (rosin_contact_set(contact, c->row[k]->name, c->value[k], error))
      return -1;
  return rosin_network_contact(w->network, c->name, contact, c->a, c->b, error);
}

/* What a contact has to do with others. */
static int relate(const rosin_model_contact *c, rosin_built *w, rosin_error *error) {
  rosin_error inner;
  if ((!*c->across || rosin_network_across(w->network, c->name, c->across, &inner) == 0) &&
      (!*c->load || rosin_network_load(w->network, c->name, c->load, &inner) == 0))
    return 0;
  return owned(error, c->name, inner.text);
}

static int add_link(const rosin_model_link *k, rosin_built *w, rosin_error *error) {
  return k->push ? rosin_network_push(w->network, k->name, k->a, k->position[0], error)
                 : rosin_network_joint(w->network, k->name, k->a, k->position[0], k->b,
                                       k->position[1], error);
}

/* Whether whoever builds is told to end; then an error. */
static int stopped(const rosin_model *m, rosin_error *error) {
  return m->terms.stop && m->terms.stop(m->terms.context) ? rosin_fail(error, "interrupted") : 0;
}

static int add_all(const rosin_model *m, double rate, rosin_built *w, rosin_error *error) {
  for (int i = 0; i < m->bodies; i++)
    if (stopped(m, error) || add_body(&m->body[i], rate, w, error))
      return -1;
  for (int i = 0; i < m->contacts; i++)
    if (stopped(m, error) || add_contact(&m->contact[i], rate, w, error))
      return -1;
  for (int i = 0; i < m->contacts; i++)
    if (relate(&m->contact[i], w, error))
      return -1;
  for (int i = 0; i < m->links; i++)
    if (add_link(&m->link[i], w, error))
      return -1;
  return m->input.on == ROSIN_INPUT_PUSH
             ? rosin_network_push(w->network, ROSIN_MODEL_INPUT, m->input.body, m->input.position,
                                  error)
             : 0;
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

static void start_controls(const rosin_model_part *part, rosin_network *network) {
  char key[2 * ROSIN_MODEL_NAME];
  for (int i = 0; i < *part->controls; i++) {
    rosin_gesture first = part->control[i].gesture; /* a copy: the cursor moves */
    snprintf(key, sizeof key, "%s.%s", part->name, part->control[i].row->name);
    rosin_network_hold(network, rosin_network_control(network, key), rosin_gesture_at(&first, 0));
  }
}

void rosin_model_start(const rosin_model *m, rosin_network *network) {
  rosin_model_part part;
  /* also what the scene does not set may have been moved */
  for (int k = 0; rosin_network_control_parameter(network, k); k++)
    rosin_network_hold(network, k, rosin_network_initial(network, k));
  for (int i = 0; rosin_model_part_at(m, i, &part); i++)
    start_controls(&part, network);
}

/* An empty network with room for all parts; free it also after an error. */
static int begin(const rosin_model *m, double rate, int block, int extra_count, rosin_built *w,
                 rosin_error *error) {
  *w = (rosin_built){.network = rosin_network_new(rate, block, error)};
  if (!w->network)
    return -1;
  rosin_network_seed(w->network, (unsigned long long)m->seed);
  rosin_network_control_rate(w->network, m->control_rate, NULL);
  w->body = rosin_calloc((size_t)m->bodies + 1, sizeof *w->body);
  w->contact = rosin_calloc((size_t)m->contacts + 1, sizeof *w->contact);
  w->signal = rosin_calloc((size_t)(m->outputs + extra_count) + 1, sizeof *w->signal);
  return w->body && w->contact && w->signal ? 0 : rosin_fail(error, "out of memory for the scene");
}

static int finish(const rosin_model *m, rosin_built *w, rosin_error *error) {
  rosin_model_start(m, w->network);
  return rosin_network_prepare(w->network, error);
}

int rosin_model_build(const rosin_model *m, double rate, int block, int extra_count,
                      const char *const *extra, rosin_built *w, rosin_error *error) {
  if (begin(m, rate, block, extra_count, w, error) == 0 && add_all(m, rate, w, error) == 0 &&
      ask_signals(m, extra_count, extra, w, error) == 0 && finish(m, w, error) == 0)
    return 0;
  rosin_built_free(w);
  return -1;
}

void rosin_built_free(rosin_built *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < w->bodies; i++)
    rosin_body_free(w->body[i]);
  for (int i = 0; i < w->contacts; i++)
    rosin_contact_free(w->contact[i]);
  rosin_free(w->body);
  rosin_free(w->contact);
  rosin_free(w->signal);
  *w = (rosin_built){0};
}

/* What a trial is about: the model, its parts as built, who hears of errors. */
typedef struct {
  rosin_model *model;
  rosin_built built;
  void (*report)(void *context, const void *setting, const char *text);
  void *context;
  int failed;
} trial;

/* Try one part; `status` and `error` say how it went. */
static void judge(trial *t, rosin_model_source *source, int status, const rosin_error *error) {
  if (!status)
    return;
  t->report(t->context, source->setting, error->text);
  source->broken = t->failed = 1;
}

/* Whether the part that a name or a signal begins with is broken. */
static int is_broken(const rosin_model *m, const char *key) {
  rosin_model_part part;
  return rosin_model_part_named(m, key, &part) >= 0 && part.source->broken;
}

static void try_parts(trial *t) {
  rosin_model *m = t->model;
  const double rate = m->rate * m->oversample;
  rosin_error error = {"out of memory"};
  for (int i = 0; i < m->bodies && !stopped(m, NULL); i++) {
    rosin_model_body *b = &m->body[i];
    if (!b->source.broken)
      judge(t, &b->source, add_body(b, rate, &t->built, &error), &error);
  }
  for (int i = 0; i < m->contacts && !stopped(m, NULL); i++) {
    rosin_model_contact *c = &m->contact[i];
    c->source.broken |= is_broken(m, c->a) || is_broken(m, c->b);
    if (!c->source.broken)
      judge(t, &c->source, add_contact(c, rate, &t->built, &error), &error);
  }
  for (int i = 0; i < m->contacts && !t->failed; i++) {
    rosin_model_contact *c = &m->contact[i];
    if (!c->source.broken && !is_broken(m, c->across) && !is_broken(m, c->load))
      judge(t, &c->source, relate(c, &t->built, &error), &error);
  }
  for (int i = 0; i < m->links; i++) {
    rosin_model_link *k = &m->link[i];
    k->source.broken |= is_broken(m, k->a) || is_broken(m, k->b);
    if (!k->source.broken)
      judge(t, &k->source, add_link(k, &t->built, &error), &error);
  }
}

static void try_signals(trial *t) {
  rosin_error error;
  for (int i = 0; i < t->model->outputs; i++) {
    rosin_model_output *o = &t->model->output[i];
    if (!o->source.broken && !is_broken(t->model, o->signal))
      judge(t, &o->source, rosin_network_signal(t->built.network, o->signal, &error) < 0, &error);
  }
}

/* The strings of a trial in which nothing failed. */
static void keep_strings(trial *t) {
  rosin_model *m = t->model;
  for (int i = 0; i < m->bodies && t->built.bodies == m->bodies; i++)
    if (!m->body[i].modal) {
      m->body[i].tried = t->built.body[i];
      t->built.body[i] = NULL;
    }
}

void rosin_model_try(rosin_model *m,
                     void (*report)(void *context, const void *setting, const char *text),
                     void *context) {
  trial t = {.model = m, .report = report, .context = context};
  rosin_error error;
  if (begin(m, m->rate * m->oversample, 1, 0, &t.built, &error)) {
    report(context, NULL, error.text);
  } else {
    try_parts(&t);
    if (!stopped(m, NULL))
      try_signals(&t);
    if (!t.failed && !stopped(m, NULL) && finish(m, &t.built, &error))
      report(context, NULL, error.text);
    keep_strings(&t);
  }
  rosin_built_free(&t.built);
}
