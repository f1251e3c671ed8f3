/* SPDX-License-Identifier: BSD-3-Clause */
/* The sections `strings` and `modals`. */
#include "modal/modal.h"
#include "scene/read/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef rosin_reading_factors factors;

static void read_damping(rosin_reading *r, const rosin_setting *s, const char *owner,
                         rosin_model_body *b) {
  const int count = rosin_reading_length(s);
  char what[128];
  snprintf(what, sizeof what, "%s.damping", owner);
  if (count < 1) {
    rosin_reading_error(r, s, "%s: must be a list of (frequency, t60), at least one", what);
    return;
  }
  b->damping = rosin_reading_room(r, count, sizeof *b->damping);
  for (int i = 0; b->damping && i < count; i++) {
    const rosin_setting *p = rosin_setting_element(s, i);
    if (!rosin_reading_is_list(p) || p->count != 2) {
      rosin_reading_error(r, p, "%s: point %d must be (frequency, t60)", what, i + 1);
      return;
    }
    if (rosin_reading_value(r, rosin_setting_element(p, 0), what, &b->damping[i].frequency) ||
        rosin_reading_value(r, rosin_setting_element(p, 1), what, &b->damping[i].t60))
      return;
  }
  b->string.damping = b->damping;
  b->string.damping_points = count;
}

static void read_string(rosin_reading *r, const rosin_setting *s, const char *owner,
                        rosin_model_body *b) {
  rosin_reading_known(r, s, owner, ROSIN_NAMES("damping"),
                      ROSIN_TABLES(rosin_string_controls(), rosin_string_parameters()));
  rosin_parameters_default(rosin_string_parameters(), &b->string);
  rosin_reading_table(r, s, owner, rosin_string_parameters(), &b->string);
  const rosin_setting *damping = rosin_setting_member(s, "damping");
  if (damping)
    read_damping(r, damping, owner, b);
  for (const rosin_parameter *row = rosin_string_controls(); row->name; row++)
    if (rosin_reading_gesture(r, s, owner, row, &b->control[b->controls].gesture))
      b->control[b->controls++].row = row;
}

static void read_points(rosin_reading *r, const rosin_setting *s, const char *owner,
                        rosin_model_body *b) {
  const int count = s ? s->count : 1;
  char what[128];
  if (rosin_setting_is(s, ROSIN_SETTING_GROUP) && count > ROSIN_MODEL_POINTS) {
    rosin_reading_error(r, s, "%s.points: has %d of them, at most %d", owner, count,
                        ROSIN_MODEL_POINTS);
    return;
  }
  if (s && (!rosin_setting_is(s, ROSIN_SETTING_GROUP) || count < 1)) {
    rosin_reading_error(r, s, "%s.points: must be a group of name = position;, 1 to %d of them",
                        owner, ROSIN_MODEL_POINTS);
    return;
  }
  b->point_name = rosin_reading_room(r, count, sizeof *b->point_name);
  b->point = rosin_reading_room(r, count, sizeof *b->point);
  if (!b->point_name || !b->point)
    return;
  b->points = count;
  snprintf(b->point_name[0], ROSIN_MODEL_NAME, "all");
  for (int i = 0; s && i < count; i++) {
    const rosin_setting *p = rosin_setting_element(s, i);
    snprintf(what, sizeof what, "%s.points.%.40s", owner, p->name);
    snprintf(b->point_name[i], ROSIN_MODEL_NAME, "%.63s", p->name);
    if (rosin_reading_value(r, p, what, &b->point[i]) == 0 && i && b->shape == ROSIN_SHAPE_TABLE &&
        b->point[i] <= b->point[i - 1])
      rosin_reading_error(r, p, "%s: %g does not rise above %g, the position before", what,
                          b->point[i], b->point[i - 1]);
  }
}

static void read_weights(rosin_reading *r, const rosin_setting *s, const char *owner,
                         rosin_model_body *b, int mode) {
  const rosin_setting *at = rosin_setting_member(s, "at");
  if (!at) {
    for (int i = 0; i < b->points && b->weight; i++)
      b->weight[i * b->modes + mode] = 1;
    return;
  }
  if (b->shape != ROSIN_SHAPE_TABLE) {
    rosin_reading_error(r, at, "%s.at: only for shape = \"table\"", owner);
    return;
  }
  if (!b->points) /* they were refused: nobody knows how many weights are right */
    return;
  if (!rosin_reading_is_list(at) || at->count != b->points) {
    rosin_reading_error(r, at, "%s.at: must list %d weights, one a point", owner, b->points);
    return;
  }
  for (int i = 0; i < b->points; i++)
    rosin_reading_value(r, rosin_setting_element(at, i), owner, &b->weight[i * b->modes + mode]);
}

static void read_mode(rosin_reading *r, const rosin_setting *s, const char *owner,
                      rosin_model_body *b, int mode, const factors *f) {
  rosin_mode *m = &b->mode[mode];
  rosin_parameters_default(rosin_mode_parameters(), m);
  if (!rosin_reading_group(r, s, owner, "{ frequency = ...; }"))
    return;
  const rosin_setting *frequency = rosin_setting_member(s, "frequency");
  rosin_reading_known(r, s, owner, ROSIN_NAMES("at"), ROSIN_TABLES(rosin_mode_parameters()));
  rosin_reading_table(r, s, owner, rosin_mode_parameters(), m);
  if (b->own.mode)
    b->own.mode[mode] = *m;
  rosin_reading_scale(m, f);
  if (m->frequency > f->highest)
    rosin_reading_error(r, frequency ? frequency : s,
                        "%s.frequency: %g is above 0.45 of the sample rate (%g Hz)", owner,
                        m->frequency, f->highest);
  read_weights(r, s, owner, b, mode);
}

/* Shape by name: one of the three, or a form, which is returned. */
static const rosin_form *read_shape(rosin_reading *r, const rosin_setting *s, const char *owner,
                                    rosin_model_body *b) {
  char shape[64];
  if (!rosin_reading_text(r, s, owner, "shape", 0, shape, sizeof shape))
    return NULL;
  const int plain = rosin_shape_find(shape, NULL);
  if (plain >= 0) {
    b->shape = (rosin_shape)plain;
    return NULL;
  }
  const rosin_form *form = rosin_form_find(shape);
  if (!form)
    rosin_reading_error(
        r, rosin_setting_member(s, "shape"),
        "%s.shape: '%s' is not one of table, sine, ring, or those of `rosin shapes`", owner, shape);
  return form;
}

/* After the first `listed`. */
static void add_more(rosin_model_body *b, int listed, const rosin_reading_more_modes *more) {
  if (more->left)
    rosin_reading_forget(b);
  for (int i = 0; i < more->modes; i++) {
    b->mode[listed + i] = more->mode[i];
    if (b->own.mode)
      b->own.mode[listed + i] = more->own[i];
    for (int k = 0; k < b->points; k++)
      b->weight[k * b->modes + listed + i] = more->weight[i * b->points + k];
  }
}

/* A list of modes in the scene itself. */
static void read_listed(rosin_reading *r, const rosin_setting *s, const char *owner,
                        rosin_model_body *b, const factors *f) {
  rosin_reading_more_modes more;
  char what[128];
  rosin_reading_known_bank(r, s, owner, ROSIN_NAMES("points", "modes", "more", "file"), NULL, NULL);
  const rosin_setting *points = rosin_setting_member(s, "points");
  if (points || b->shape == ROSIN_SHAPE_TABLE)
    read_points(r, points, owner, b);
  const rosin_setting *modes = rosin_setting_member(s, "modes");
  const int count = rosin_reading_length(modes);
  if (count < 1 || count > ROSIN_MODEL_BODY_MODES) {
    rosin_reading_error(r, modes ? modes : s, "%s.modes: must list 1 to %d modes", owner,
                        ROSIN_MODEL_BODY_MODES);
    return;
  }
  const rosin_setting *beyond = rosin_setting_member(s, "more");
  if (beyond && b->shape != ROSIN_SHAPE_TABLE) {
    rosin_reading_error(r, beyond, "%s.more: only for shape = \"table\"", owner);
    return;
  }
  if (rosin_reading_more(r, s, owner, f, b->points, &more))
    return;
  b->modes = count + more.modes;
  b->mode = rosin_reading_room(r, b->modes, sizeof *b->mode);
  b->weight = rosin_reading_room(r, b->modes * (b->points + 1), sizeof *b->weight);
  rosin_reading_keep(r, b, f);
  for (int i = 0; b->mode && b->weight && i < count; i++) {
    snprintf(what, sizeof what, "%s.modes.%d", owner, i + 1);
    read_mode(r, rosin_setting_element(modes, i), what, b, i, f);
  }
  if (b->mode && b->weight)
    add_more(b, count, &more);
  rosin_reading_more_free(&more);
}

/* What any bank of modes can do while it sounds. */
static void read_moves(rosin_reading *r, const rosin_setting *s, const char *owner,
                       const rosin_model *model, rosin_model_body *b, factors *f) {
  f->pitch = f->size = 1;
  rosin_reading_move(r, s, owner, model, rosin_reading_moves(NULL, "pitch"), b, &f->pitch);
  rosin_reading_move(r, s, owner, model, rosin_reading_moves(NULL, "size"), b, &f->size);
  b->made.pitch = f->pitch;
  b->made.size = f->size;
}

static void read_bank(rosin_reading *r, const rosin_setting *s, const char *owner,
                      const rosin_model *model, rosin_model_body *b, double highest) {
  factors f = {.highest = highest};
  const int failed = r->failed;
  b->modal = 1;
  rosin_parameters_default(rosin_reading_factor_rows(), &f);
  rosin_reading_table(r, s, owner, rosin_reading_factor_rows(), &f);
  read_moves(r, s, owner, model, b, &f);
  const rosin_form *form = read_shape(r, s, owner, b);
  if (form)
    rosin_reading_form(r, s, owner, model, form, b, &f);
  else if (rosin_setting_member(s, "file") && r->failed == failed)
    rosin_reading_mode_file(r, s, owner, b, &f);
  else if (r->failed == failed || !rosin_setting_member(s, "shape"))
    read_listed(r, s, owner, b, &f);
}

/* One more body of the model, or NULL. */
static rosin_model_body *add_body(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_model_body *b = rosin_reading_grow(r, s, (void **)&m->body, &m->bodies, sizeof *b,
                                           ROSIN_MODEL_BODIES, "strings and modals");
  if (!b || rosin_reading_controls(r, &b->control, &m->bodies))
    return NULL;
  snprintf(b->name, sizeof b->name, "%.63s", s->name);
  b->source.setting = s;
  return b;
}

void rosin_reading_string(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_model_body *b = add_body(r, s, m);
  const int failed = r->failed;
  if (!b)
    return;
  read_string(r, s, b->name, b);
  b->source.broken = r->failed > failed;
}

void rosin_reading_modal(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_model_body *b = add_body(r, s, m);
  const int failed = r->failed;
  long long modes = 0;
  if (!b)
    return;
  read_bank(r, s, b->name, m, b, ROSIN_MODE_HIGHEST * m->rate * m->oversample);
  b->source.broken = r->failed > failed;
  for (int i = 0; i < m->bodies; i++)
    modes += m->body[i].modes;
  if (modes <= ROSIN_MODEL_MODES)
    return;
  rosin_reading_error(r, s, "more than %d modes in all", ROSIN_MODEL_MODES);
  r->full = "modes";
}
