/* SPDX-License-Identifier: BSD-3-Clause */
/* The sections `contacts`, `joints`, `pushes` and `outputs`. */
#include "scene/read/reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter output_rows[] = {
    {"gain", "", -1e9, 1e9, 1, "", offsetof(rosin_model_output, gain)},
    {"highpass", "Hz", 0, 10000, 0, "", offsetof(rosin_model_output, highpass)},
    {"facing", "", 0, 1, 0, "", offsetof(rosin_model_output, facing)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};
static const rosin_parameter channel_rows[] = {
    {"channel", "", 1, ROSIN_MODEL_CHANNELS, 1, "", 0},
    {"pan", "", -1, 1, 0, "", 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* A side of a link: a body that exists, or "-". */
static void read_side(rosin_reading *r, const rosin_setting *s, const char *owner, const char *key,
                      const rosin_model *m, char *name) {
  if (!rosin_reading_text(r, s, owner, key, 1, name, ROSIN_MODEL_NAME))
    return;
  if (strcmp(name, "-") && !rosin_model_body_named(m, name))
    rosin_reading_error(r, rosin_setting_member(s, key),
                        "%s.%s: there is no string or modal named '%s'", owner, key, name);
}

/* 1 and its position if `key` names a point of the body. */
static int read_named_point(rosin_reading *r, const rosin_setting *s, const char *owner,
                            const char *key, const rosin_model_body *body, double *position) {
  const rosin_setting *p = rosin_setting_member(s, key);
  if (!p || !rosin_setting_is(p, ROSIN_SETTING_TEXT))
    return 0;
  const char *name = p->text;
  if (body && body->modal && body->source.broken) { /* its points may not be known */
    *position = 0;
    return 1;
  }
  for (int i = 0; body && i < body->points; i++)
    if (strcmp(body->point_name[i], name) == 0) {
      *position = body->point[i];
      return 1;
    }
  if (body && !body->modal && (strcmp(name, "bridge") == 0 || strcmp(name, "nut") == 0)) {
    *position = *name == 'n';
    return 1;
  }
  rosin_reading_error(r, p, "%s.%s: '%s' is not a point of '%s'", owner, key, name,
                      body ? body->name : "-");
  return 1;
}

/* A law's parameter: a number, or a word for one. */
static void read_parameter(rosin_reading *r, const rosin_setting *law, const char *owner,
                           const rosin_parameter *row, double *value) {
  const rosin_setting *s = rosin_setting_member(law, row->name);
  const char *words = NULL;
  const int word =
      rosin_setting_is(s, ROSIN_SETTING_TEXT) ? rosin_law_word(row->name, s->text, &words) : -1;
  if (word >= 0)
    *value = word;
  else if (words)
    rosin_reading_error(r, s, "%s.%s: '%.64s' is not one of %s", owner, row->name, s->text, words);
  else
    rosin_reading_number(r, law, owner, row, value);
}

/* Where a law's parameter stands in the model, or will. */
static int place_of(const rosin_model_contact *c, const rosin_parameter *row) {
  int at = 0;
  while (at < c->parameters && c->row[at] != row)
    at++;
  return at;
}

/* The law that a surface's name stands for, with its parameters. */
static void take_surface(rosin_model_contact *c, const rosin_surface *surface) {
  const rosin_parameter *table = rosin_law_parameters(surface->law);
  snprintf(c->law, sizeof c->law, "%s", surface->law);
  for (const rosin_surface_value *v = surface->set; v->key; v++) {
    c->row[c->parameters] = rosin_parameter_find(table, v->key);
    c->value[c->parameters++] = v->value;
  }
}

static void no_such_law(rosin_reading *r, const rosin_setting *law, const char *owner,
                        const char *name) {
  char list[512] = "";
  for (int i = 0; i < rosin_laws(); i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
             rosin_law_name(i));
  for (const rosin_surface *surface = rosin_surfaces(); surface->name; surface++)
    snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", surface->name);
  rosin_reading_error(r, law, "%s: '%s' is not one of %s", owner, name, list);
}

/* What the group of a law sets. A law chosen on the command line need not know the scene's
 * parameters, nor does a surface chosen there take them. */
static void read_parameters(rosin_reading *r, const rosin_setting *law, const char *owner,
                            const rosin_parameter *table, int is_surface, rosin_model_contact *c) {
  const rosin_setting *type = rosin_setting_member(law, "type");
  const int chosen = type && type->origin;
  if (chosen)
    rosin_reading_known_given(r, law, owner, ROSIN_NAMES("type"), ROSIN_TABLES(table));
  else
    rosin_reading_known(r, law, owner, ROSIN_NAMES("type"), ROSIN_TABLES(table));
  for (const rosin_parameter *row = table; row->name; row++) {
    const int at = place_of(c, row);
    const rosin_setting *own = rosin_setting_member(law, row->name);
    if (!own || at == ROSIN_MODEL_LAW || (is_surface && chosen && !own->origin))
      continue;
    if (at == c->parameters) {
      c->row[at] = row;
      c->value[at] = row->initial;
      c->parameters++;
    }
    read_parameter(r, law, owner, row, &c->value[at]);
  }
}

static void read_law(rosin_reading *r, const rosin_setting *s, rosin_model_contact *c) {
  const rosin_setting *law = rosin_setting_member(s, "law");
  const int group = rosin_setting_is(law, ROSIN_SETTING_GROUP);
  char owner[80];
  snprintf(c->law, sizeof c->law, "elastoplastic");
  snprintf(owner, sizeof owner, "%s.law", c->name);
  if (!law)
    return;
  if (rosin_setting_is(law, ROSIN_SETTING_TEXT))
    snprintf(c->law, sizeof c->law, "%.63s", law->text);
  else if (group)
    rosin_reading_text(r, law, owner, "type", 0, c->law, sizeof c->law);
  else
    rosin_reading_error(r, law, "%s: must be a law's name or a group { type = ...; }", owner);
  const rosin_surface *surface = rosin_surface_find(c->law);
  if (surface)
    take_surface(c, surface);
  const rosin_parameter *table = rosin_law_parameters(c->law);
  if (!table)
    no_such_law(r, law, owner, c->law);
  else if (group)
    read_parameters(r, law, owner, table, surface != NULL, c);
}

/* Controls of a contact: numbers or gestures; positions may be named points. */
static void read_controls(rosin_reading *r, const rosin_setting *s, const rosin_model *m,
                          rosin_model_contact *c) {
  for (const rosin_parameter *row = rosin_contact_parameters(); row->name; row++) {
    rosin_model_control *control = &c->control[c->controls];
    const int on_a = strcmp(row->name, "position_a") == 0;
    double point = 0;
    if ((on_a || strcmp(row->name, "position") == 0) &&
        read_named_point(r, s, c->name, row->name, rosin_model_body_named(m, on_a ? c->a : c->b),
                         &point))
      rosin_gesture_constant(&control->gesture, point);
    else if (!rosin_reading_gesture(r, s, c->name, row, &control->gesture))
      continue;
    control->row = row;
    c->controls++;
  }
}

/* What a contact is, and stays as it sounds. */
static void read_options(rosin_reading *r, const rosin_setting *s, rosin_model_contact *c) {
  const rosin_parameter *row = rosin_contact_options();
  rosin_parameters_default(row, &c->form);
  rosin_reading_table(r, s, c->name, row, &c->form);
  if (c->form.contacts != floor(c->form.contacts))
    rosin_reading_error(r, rosin_setting_member(s, row->name), "%s.%s: %g is not a whole number",
                        c->name, row->name, c->form.contacts);
}

void rosin_reading_contact(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_model_contact *c = rosin_reading_grow(r, s, (void **)&m->contact, &m->contacts, sizeof *c,
                                              ROSIN_MODEL_CONTACTS, "contacts");
  const int failed = r->failed;
  if (!c || rosin_reading_controls(r, &c->control, &m->contacts))
    return;
  snprintf(c->name, sizeof c->name, "%.63s", s->name);
  c->source.setting = s;
  rosin_reading_known(r, s, s->name, ROSIN_NAMES("a", "b", "law", "pair", "across", "load"),
                      ROSIN_TABLES(rosin_contact_options(), rosin_contact_parameters()));
  read_side(r, s, c->name, "a", m, c->a);
  read_side(r, s, c->name, "b", m, c->b);
  if (strcmp(c->a, "-") == 0 && strcmp(c->b, "-") == 0)
    rosin_reading_error(r, s, "%s: at least one side must be a body", c->name);
  rosin_reading_text(r, s, c->name, "across", 0, c->across, sizeof c->across);
  read_options(r, s, c);
  rosin_reading_text(r, s, c->name, "load", 0, c->load, sizeof c->load);
  if (*c->load && rosin_setting_member(s, "force"))
    rosin_reading_error(r, rosin_setting_member(s, "force"),
                        "%s.force: the load is the force of '%s'; give one of both", c->name,
                        c->load);
  read_law(r, s, c);
  rosin_reading_pair(r, s, c);
  read_controls(r, s, m, c);
  c->source.broken = r->failed > failed;
}

void rosin_reading_position(rosin_reading *r, const rosin_setting *s, const char *owner,
                            const char *key, const rosin_model_body *body, double *position) {
  rosin_parameter row = *rosin_parameter_find(rosin_contact_parameters(), "position");
  row.name = key;
  if (!read_named_point(r, s, owner, key, body, position))
    rosin_reading_number(r, s, owner, &row, position);
}

static void read_link(rosin_reading *r, const rosin_setting *s, int push, rosin_model *m) {
  const rosin_parameter *row = push ? rosin_push_parameters() : rosin_joint_parameters();
  rosin_model_link *k = rosin_reading_grow(r, s, (void **)&m->link, &m->links, sizeof *k,
                                           ROSIN_MODEL_LINKS, "joints and pushes");
  const int failed = r->failed;
  if (!k || rosin_reading_controls(r, &k->control, &m->links))
    return;
  snprintf(k->name, sizeof k->name, "%.63s", s->name);
  k->source.setting = s;
  k->push = push;
  rosin_reading_known(r, s, s->name,
                      push ? ROSIN_NAMES("body", "position")
                           : ROSIN_NAMES("a", "b", "position_a", "position_b"),
                      ROSIN_TABLES(row));
  read_side(r, s, k->name, push ? "body" : "a", m, k->a);
  rosin_reading_position(r, s, k->name, push ? "position" : "position_a",
                         rosin_model_body_named(m, k->a), &k->position[0]);
  if (strcmp(k->a, "-") == 0)
    rosin_reading_error(r, s, "%s.%s: must be a body", k->name, push ? "body" : "a");
  if (!push) {
    read_side(r, s, k->name, "b", m, k->b);
    rosin_reading_position(r, s, k->name, "position_b", rosin_model_body_named(m, k->b),
                           &k->position[1]);
  }
  if (rosin_reading_gesture(r, s, k->name, row, &k->control[0].gesture)) {
    k->control[0].row = row;
    k->controls = 1;
  }
  k->source.broken = r->failed > failed;
}

void rosin_reading_joint(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  read_link(r, s, 0, m);
}

void rosin_reading_push(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  read_link(r, s, 1, m);
}

/* The channel an output goes to, 0 if it is panned over the first two. */
static void read_channel(rosin_reading *r, const rosin_setting *s, const char *owner,
                         const rosin_model *m, rosin_model_output *o) {
  const rosin_setting *at = rosin_setting_member(s, "channel");
  const int panned = rosin_setting_member(s, "pan") != NULL;
  double channel = 1;
  rosin_reading_number(r, s, owner, &channel_rows[0], &channel);
  rosin_reading_number(r, s, owner, &channel_rows[1], &o->pan);
  if (at && channel != (int)channel)
    rosin_reading_error(r, at, "%s.channel: %g is not a whole number", owner, channel);
  if (at && panned)
    rosin_reading_error(r, at, "%s: has both channel and pan; give one", owner);
  o->channel = panned ? 0 : (int)channel;
  const int needed = panned ? 2 : o->channel;
  if (needed > m->channels)
    rosin_reading_error(r, at ? at : s, "%s: needs channel %d, the scene has channels = %g", owner,
                        needed, m->channels);
}

static void read_output(rosin_reading *r, const rosin_setting *s, int index, rosin_model *m) {
  char owner[32];
  const int failed = r->failed;
  snprintf(owner, sizeof owner, "outputs.%d", index);
  if (!rosin_reading_group(r, s, owner, "{ signal = ...; }"))
    return;
  rosin_model_output *o = rosin_reading_grow(r, s, (void **)&m->output, &m->outputs, sizeof *o,
                                             ROSIN_MODEL_OUTPUTS, "outputs");
  if (!o)
    return;
  o->source.setting = s;
  rosin_parameters_default(output_rows, o);
  rosin_reading_known(r, s, owner, ROSIN_NAMES("signal", "place", "name"),
                      ROSIN_TABLES(output_rows, channel_rows));
  rosin_reading_text(r, s, owner, "signal", 1, o->signal, sizeof o->signal);
  rosin_reading_table(r, s, owner, output_rows, o);
  rosin_reading_place_of(r, s, owner, m, o);
  if (!o->placed)
    read_channel(r, s, owner, m, o);
  o->source.broken = r->failed > failed;
}

void rosin_reading_outputs(rosin_reading *r, const rosin_setting *list, rosin_model *m) {
  if (!list && m->layers)
    return; /* they sound */
  if (!list || !rosin_setting_is(list, ROSIN_SETTING_LIST) || list->count < 1) {
    rosin_reading_error(r, list, "outputs: must list at least one { signal = ...; }");
    return;
  }
  for (int i = 0; i < list->count; i++)
    read_output(r, rosin_setting_element(list, i), i + 1, m);
}
