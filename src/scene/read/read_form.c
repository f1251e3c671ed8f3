/* SPDX-License-Identifier: BSD-3-Clause */
/* A body's modes from matter and size (`shape`, `material`, the shape's parameters), or
 * from a file (`file`). */
#include "memory.h"
#include "modal/form.h"
#include "modal/form_again.h"
#include "scene/read/modes_file.h"
#include "scene/read/reading.h"

#include <stdio.h>
#include <string.h>

static const rosin_parameter modes_row = {"modes", "", 1, 1024, 16, "how many modes", 0};

/* `material` by name, and its numbers if the body has its own. */
static void read_material(rosin_reading *r, const rosin_setting *s, const char *owner,
                          const char *usual, rosin_material *material) {
  char name[64];
  snprintf(name, sizeof name, "%s", usual);
  rosin_reading_text(r, s, owner, "material", 0, name, sizeof name);
  const rosin_material *known = rosin_material_find(name);
  if (!known)
    rosin_reading_error(r, rosin_setting_member(s, "material"),
                        "%s.material: '%s' is not one of those of `rosin materials`", owner, name);
  *material = known ? *known : *rosin_materials();
  rosin_reading_table(r, s, owner, rosin_material_parameters(), material);
}

/* A point's place: a position, or (x, y). */
static void read_place(rosin_reading *r, const rosin_setting *s, const char *owner,
                       const rosin_form *form, rosin_form_point *p) {
  char what[192];
  snprintf(what, sizeof what, "%s.points.%.60s", owner, p->name);
  p->coordinates = rosin_reading_is_list(s);
  if (!p->coordinates) {
    rosin_reading_value(r, s, what, &p->position);
    return;
  }
  if (!form->coordinates || s->count != 2) {
    rosin_reading_error(r, s, "%s: must be a position (%s)%s%s%s", what, form->position,
                        form->coordinates ? " or a pair (" : "",
                        form->coordinates ? form->coordinates : "", form->coordinates ? ")" : "");
    return;
  }
  rosin_reading_value(r, rosin_setting_element(s, 0), what, &p->x);
  rosin_reading_value(r, rosin_setting_element(s, 1), what, &p->y);
}

static int read_places(rosin_reading *r, const rosin_setting *s, const char *owner,
                       const rosin_form *form, rosin_form_point *point) {
  const int count = s && rosin_setting_is(s, ROSIN_SETTING_GROUP) ? s->count : 0;
  if (s && (!rosin_setting_is(s, ROSIN_SETTING_GROUP) || count > ROSIN_MODEL_FORM_POINTS)) {
    rosin_reading_error(r, s, "%s.points: must be a group of at most %d name = position;", owner,
                        ROSIN_MODEL_FORM_POINTS);
    return 0;
  }
  for (int i = 0; i < count; i++) {
    const rosin_setting *p = rosin_setting_element(s, i);
    point[i] = (rosin_form_point){.name = p->name};
    read_place(r, p, owner, form, &point[i]);
  }
  return count;
}

/* The library's spec, copied into the model; only points with a name have one there,
 * but all are needed for the table. */
static int copy_spec(const rosin_modal_spec *spec, rosin_model_body *b) {
  const size_t points = (size_t)spec->points, modes = (size_t)spec->modes;
  b->shape = spec->shape;
  b->mode = rosin_calloc(modes, sizeof *b->mode);
  b->point = rosin_calloc(points + 1, sizeof *b->point);
  b->point_name = rosin_calloc(points + 1, sizeof *b->point_name);
  if (!b->mode || !b->point || !b->point_name)
    return -1;
  b->modes = spec->modes;
  b->points = spec->points;
  memcpy(b->mode, spec->mode, modes * sizeof *b->mode);
  memcpy(b->point, spec->position, points * sizeof *b->point);
  for (size_t i = 0; i < points; i++)
    snprintf(b->point_name[i], sizeof *b->point_name, "%s", spec->name[i]);
  if (spec->weight) {
    if (!(b->weight = rosin_calloc(points * modes, sizeof *b->weight)))
      return -1;
    memcpy(b->weight, spec->weight, points * modes * sizeof *b->weight);
  }
  b->made.tension = spec->made.tension;
  b->made.fill = spec->made.fill;
  if (spec->load) {
    if (!(b->load = rosin_calloc(modes, sizeof *b->load)))
      return -1;
    memcpy(b->load, spec->load, modes * sizeof *b->load);
  }
  if (spec->order) {
    if (!(b->order = rosin_calloc(modes, sizeof *b->order)))
      return -1;
    memcpy(b->order, spec->order, modes * sizeof *b->order);
  }
  return 0;
}

/* The shape's own numbers, of which some may move. */
static void read_values(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const rosin_model *model, const rosin_form *form, rosin_model_body *b,
                        double *value) {
  rosin_parameters_default(form->parameter, value);
  for (const rosin_parameter *row = form->parameter; row->name; row++) {
    double *number = &value[row->offset / sizeof *value];
    if (rosin_reading_moves(form, row->name))
      rosin_reading_move(r, s, owner, model, rosin_reading_moves(form, row->name), b, number);
    else
      rosin_reading_number(r, s, owner, row, number);
  }
}

/* As it is before its factors; only if it has all modes that are wanted, else it may have others.
 */
static void keep(rosin_reading *r, rosin_model_body *b, const rosin_form *form,
                 const rosin_material *material, const double *value, int wanted,
                 const rosin_reading_factors *f) {
  if (b->modes != wanted || r->failed)
    return;
  rosin_reading_keep(r, b, f);
  if (b->own.mode)
    memcpy(b->own.mode, b->mode, (size_t)b->modes * sizeof *b->mode);
  b->own.plan = rosin_form_plan_new(form, material, value, wanted);
}

/* In the place of modes that nobody will play: one, and points of the right names. */
static void sketch(rosin_reading *r, rosin_model_body *b, const rosin_form *form, int points,
                   const rosin_form_point *point) {
  const rosin_form_point *own = rosin_form_entry_of(form->name)->point;
  b->shape = ROSIN_SHAPE_SINE;
  b->mode = rosin_reading_room(r, 1, sizeof *b->mode);
  b->point = rosin_reading_room(r, points + 4, sizeof *b->point);
  b->point_name = rosin_reading_room(r, points + 4, sizeof *b->point_name);
  if (!b->mode || !b->point || !b->point_name)
    return;
  b->modes = 1;
  rosin_parameters_default(rosin_mode_parameters(), b->mode);
  for (int i = 0; i < 4 && own[i].name; i++, b->points++)
    snprintf(b->point_name[b->points], sizeof *b->point_name, "%s", own[i].name);
  for (int i = 0; i < points; i++, b->points++)
    snprintf(b->point_name[b->points], sizeof *b->point_name, "%s", point[i].name);
}

void rosin_reading_form(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const rosin_model *model, const rosin_form *form, rosin_model_body *b,
                        const rosin_reading_factors *f) {
  double value[ROSIN_FORM_PARAMETERS] = {0}, modes = modes_row.initial;
  rosin_material material;
  rosin_form_point point[ROSIN_MODEL_FORM_POINTS];
  const int failed = r->failed;
  rosin_reading_known_bank(r, s, owner, ROSIN_NAMES("material", "points", "modes"), form->parameter,
                           rosin_material_parameters());
  read_values(r, s, owner, model, form, b, value);
  rosin_reading_number(r, s, owner, &modes_row, &modes);
  read_material(r, s, owner, form->material, &material);
  const int points = read_places(r, rosin_setting_member(s, "points"), owner, form, point);
  if (r->failed != failed)
    return;
  if (r->terms.sketched) {
    sketch(r, b, form, points, point);
    return;
  }
  rosin_error error = {"out of memory"};
  rosin_modal_spec *spec = rosin_form_modes(form, &material, value, (int)modes,
                                            f->highest * f->size / f->pitch, points, point, &error);
  if (!spec || copy_spec(spec, b))
    rosin_reading_error(r, s, "%s: %s", owner, error.text);
  keep(r, b, form, &material, value, (int)modes, f);
  for (int l = 0; l < b->modes; l++)
    rosin_reading_scale(&b->mode[l], f);
  rosin_modal_spec_free(spec);
}

void rosin_reading_mode_file(rosin_reading *r, const rosin_setting *s, const char *owner,
                             rosin_model_body *b, const rosin_reading_factors *f) {
  const rosin_setting *at = rosin_setting_member(s, "file");
  rosin_error error;
  rosin_reading_known_bank(r, s, owner, ROSIN_NAMES("file"), NULL, NULL);
  const char *name = rosin_reading_file(r, s, owner);
  if (!name)
    return;
  if (b->shape != ROSIN_SHAPE_TABLE) {
    rosin_reading_error(r, at, "%s.file: only for shape = \"table\"", owner);
    return;
  }
  FILE *file = rosin_files_stream(r->folder, name, r->terms.files, &error);
  char *path = file ? rosin_files_path(r->folder, name) : NULL;
  const int failed = path ? rosin_modes_file_read(b, file, path, &error) : -1;
  if (file && !path)
    rosin_reading_no_memory(r);
  else if (failed)
    rosin_reading_error(r, at, "%s.file: %s", owner, error.text);
  else
    rosin_reading_opened(r, path);
  rosin_free(path);
  if (file)
    fclose(file);
  if (failed)
    return;
  rosin_reading_keep(r, b, f);
  for (int l = 0; l < b->modes; l++) {
    if (b->own.mode)
      b->own.mode[l] = b->mode[l];
    rosin_reading_scale(&b->mode[l], f);
    if (b->mode[l].frequency > f->highest)
      rosin_reading_error(r, at, "%s.file: mode %d: %g Hz is above 0.45 of the sample rate (%g Hz)",
                          owner, l + 1, b->mode[l].frequency, f->highest);
  }
}
