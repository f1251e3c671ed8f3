/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes from matter and size, and out of a scene file. */
#include "modal/form.h"
#include "pd/modal/settings.h"
#include "scene/model/model.h"
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const rosin_parameter *rosin_pd_matter_modes(void) {
  static const rosin_parameter row = {"modes", "", 1, 1024, 16, "how many modes", 0, 0};
  return &row;
}

double rosin_pd_matter_touched(const rosin_form *form) {
  return rosin_form_entry_of(form->name)->point[0].position;
}

void rosin_pd_matter_begin(rosin_pd_matter *m, const rosin_form *form) {
  m->form = form;
  m->material = *rosin_material_find(form->material);
  m->modes = rosin_pd_matter_modes()->initial;
  rosin_parameters_default(form->parameter, m->value);
  m->stale = 1;
}

/* A scene's finger goes round a rim; where its ear is, at 0.13, a rim that is touched at 0 has the
 * node of its lowest pair, and sings 20 dB too soft. Here most fingers stand still. */
static void hear_rims(rosin_pd_settings *s) {
  static const double beside = 0.07;
  for (int p = 0; s->shape == ROSIN_SHAPE_RING && p < s->points; p++)
    if (strcmp(s->name[p], ROSIN_PD_HEARD) == 0)
      s->position[p] = beside;
}

int rosin_pd_matter_make(rosin_pd_matter *m, rosin_pd_settings *s, double highest,
                         rosin_error *error) {
  m->stale = 0;
  rosin_modal_spec *spec =
      rosin_form_modes(m->form, &m->material, m->value, (int)m->modes, highest, 0, NULL, error);
  const int failed = !spec || rosin_pd_settings_take(s, spec, error);
  rosin_modal_spec_free(spec);
  if (!failed)
    hear_rims(s);
  return failed ? -1 : 0;
}

static const rosin_model_body *find_body(const rosin_model *model, const char *name) {
  for (int i = 0; i < model->bodies; i++)
    if (model->body[i].modal && (!*name || strcmp(model->body[i].name, name) == 0))
      return &model->body[i];
  return NULL;
}

static int take_body(rosin_pd_settings *s, const rosin_model_body *b, rosin_error *error) {
  const char **names = malloc((size_t)(b->points + 1) * sizeof *names);
  if (!names) {
    snprintf(error->text, sizeof error->text, "out of memory");
    return -1;
  }
  for (int p = 0; p < b->points; p++)
    names[p] = b->point_name ? b->point_name[p] : NULL;
  const rosin_modal_spec spec = {.modes = b->modes,
                                 .mode = b->mode,
                                 .shape = b->shape,
                                 .points = b->points,
                                 .name = names,
                                 .position = b->point,
                                 .weight = b->weight,
                                 .order = b->order};
  const int failed = rosin_pd_settings_take(s, &spec, error);
  free(names);
  return failed;
}

int rosin_pd_settings_read(rosin_pd_settings *s, const char *path, const char *name,
                           char **errors) {
  rosin_error error = {{0}};
  rosin_model *model = NULL;
  char folder[MAXPDSTRING];
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  snprintf(slash ? slash : folder, 2, "%s", slash ? "" : ".");
  char *text = rosin_scene_text(path, &error);
  const rosin_terms terms = {0};
  *errors = NULL;
  if (text)
    model = rosin_model_read(text, path, *folder ? folder : "/", &terms, 0, NULL, errors);
  const rosin_model_body *body = model ? find_body(model, name) : NULL;
  int failed = !body || take_body(s, body, &error);
  if (model && !body)
    snprintf(error.text, sizeof error.text, "%.300s: has no modal body%s%.64s", path,
             *name ? " " : "", name);
  if (failed && !*errors)
    *errors = strdup(error.text);
  rosin_model_free(model);
  free(text);
  return failed ? -1 : 0;
}
