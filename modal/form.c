/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of forms, and what all forms share: checks, choice of the lowest modes,
 * tables of shapes along the line on which a contact may move. */
#include "modal/form.h"
#include "error.h"
#include "maths/maths.h"
#include "memory.h"
#include "order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 64, POINTS = 256, MOST = 4096, GRID = 513, WEIGHTS = 1 << 22 };

static const rosin_form_entry *const families[] = {rosin_form_bars, rosin_form_plates,
                                                   rosin_form_rounds, rosin_form_rings};
enum { FAMILIES = sizeof families / sizeof *families };

static const rosin_form_entry *find(const char *name) {
  for (int k = 0; name && k < FAMILIES; k++)
    for (const rosin_form_entry *e = families[k]; e->face.name; e++)
      if (strcmp(e->face.name, name) == 0)
        return e;
  return NULL;
}

const rosin_form_entry *rosin_form_entry_of(const char *name) {
  return find(name);
}

const rosin_form *rosin_form_find(const char *name) {
  const rosin_form_entry *e = find(name);
  return e ? &e->face : NULL;
}

const rosin_form *rosin_form_at(int index) {
  for (int k = 0; k < FAMILIES && index >= 0; k++)
    for (const rosin_form_entry *e = families[k]; e->face.name; e++)
      if (index-- == 0)
        return &e->face;
  return NULL;
}

int rosin_forms(void) {
  int count = 0;
  while (rosin_form_at(count))
    count++;
  return count;
}

/* By frequency; then by order, so that the outcome is the same everywhere. */
static int by_frequency(const void *a, const void *b) {
  const rosin_form_mode *x = a, *y = b;
  if (x->frequency != y->frequency)
    return x->frequency < y->frequency ? -1 : 1;
  return x->n != y->n ? x->n - y->n : x->s - y->s;
}

void rosin_form_sort(rosin_form_job *job) {
  rosin_sort(job->mode, (size_t)job->modes, sizeof *job->mode, by_frequency);
}

/* A spec and all it points to. */
typedef struct {
  rosin_modal_spec spec;
  rosin_mode *mode;
  int *order;
  char (*text)[NAME];
  const char **name;
  double *position, *weight, *load;
} owned;

void rosin_modal_spec_free(rosin_modal_spec *spec) {
  owned *o = (owned *)spec;
  if (!o)
    return;
  rosin_free(o->mode);
  rosin_free(o->order);
  rosin_free(o->text);
  rosin_free(o->name);
  rosin_free(o->position);
  rosin_free(o->weight);
  rosin_free(o->load);
  rosin_free(o);
}

static int check(const rosin_form_entry *e, const rosin_material *m, const double *value, int modes,
                 int points, rosin_error *error) {
  for (const rosin_parameter *row = rosin_material_parameters(); row->name; row++) {
    double number;
    memcpy(&number, (const char *)m + row->offset, sizeof number);
    if (rosin_parameter_check(row, m->name, number, error))
      return -1;
  }
  for (int i = 0; e->face.parameter[i].name; i++)
    if (rosin_parameter_check(&e->face.parameter[i], e->face.name, value[i], error))
      return -1;
  if (modes < 1 || modes > MOST)
    return rosin_fail(error, "modes: %d is out of range: 1 to %d", modes, MOST);
  if (points < 0 || points > POINTS)
    return rosin_fail(error, "points: %d is out of range: 0 to %d", points, POINTS);
  return 0;
}

/* Own points and given ones; a given one takes the place of its namesake. */
static int gather(const rosin_form_entry *e, int points, const rosin_form_point *given,
                  rosin_form_point *all, rosin_error *error) {
  int count = 0;
  for (int i = 0; i < 4 && e->point[i].name; i++)
    all[count++] = e->point[i];
  for (int i = 0; i < points; i++) {
    int k = 0;
    if (!given[i].name)
      return rosin_fail(error, "point %d: it has no name", i + 1);
    if (given[i].coordinates && !e->face.coordinates)
      return rosin_fail(error, "%s: a %s has no coordinates; give a position (%s)", given[i].name,
                        e->face.name, e->face.position);
    if (!isfinite(given[i].coordinates ? given[i].x + given[i].y : given[i].position))
      return rosin_fail(error, "%s: its position is not a finite number", given[i].name);
    while (k < count && strcmp(all[k].name, given[i].name))
      k++;
    all[k] = given[i];
    count += k == count;
  }
  return count;
}

static double loss_of(const rosin_form_entry *e, const rosin_form_job *job,
                      const rosin_form_mode *m) {
  if (m->loss >= 0)
    return m->loss;
  const double own =
      job->material->loss * rosin_pow(m->frequency / 1000, job->material->loss_power);
  return own + (e->damping >= 0 ? job->value[e->damping] : 0);
}

rosin_mode rosin_form_mode_of(const rosin_form_entry *e, const rosin_form_job *job,
                              const rosin_form_mode *m) {
  const double loss = loss_of(e, job, m);
  const double least = m->loss >= 0 ? 1e-3 : 0.3; /* Q */
  return (rosin_mode){.frequency = m->frequency,
                      .q = loss > 0 ? fmax(1 / loss, least) : 0,
                      .mass = fmin(fmax(m->mass, 1e-9), 1e6)};
}

double rosin_form_load_of(const rosin_form_mode *m) {
  return fmin(m->load, 1e6);
}

static void fill_modes(owned *o, const rosin_form_entry *e, const rosin_form_job *job) {
  for (int l = 0; l < o->spec.modes; l++) {
    o->mode[l] = rosin_form_mode_of(e, job, &job->mode[l]);
    o->order[l] = job->mode[l].n;
    if (o->load)
      o->load[l] = rosin_form_load_of(&job->mode[l]);
  }
}

/* Where a point stands in the table: on the line, or past it. */
typedef struct {
  double position, x, y;
  const char *name;
} stand;

static int by_position(const void *a, const void *b) {
  const stand *x = a, *y = b;
  return x->position < y->position ? -1 : x->position > y->position;
}

/* Grid and points in rising order; a point on a grid line takes its place. */
static int lay_out(const rosin_form_entry *e, const rosin_form_job *job, int grid, int count,
                   const rosin_form_point *point, stand *s) {
  int rows = 0, past = 0;
  for (int i = 0; i < count; i++, rows++) {
    s[rows] = (stand){.name = point[i].name, .position = point[i].position};
    if (point[i].coordinates) {
      s[rows].position = e->high + ++past;
      s[rows].x = point[i].x;
      s[rows].y = point[i].y;
    } else {
      s[rows].position = fmin(fmax(point[i].position, e->low), e->high);
    }
  }
  for (int i = 0; i < grid; i++)
    s[rows++].position = e->low + (e->high - e->low) * i / (grid - 1);
  for (int i = 0; i < count + grid; i++) {
    if (i >= count)
      s[i].name = "";
    if (s[i].position > e->high)
      continue;
    if (e->line)
      e->line(job, s[i].position, &s[i].x, &s[i].y);
    else
      s[i].x = s[i].position, s[i].y = 0;
  }
  rosin_sort(s, (size_t)rows, sizeof *s, by_position);
  int kept = 0; /* positions must rise: of equals keep the named; of two names move one */
  for (int i = 0; i < rows; i++) {
    if (kept && s[i].position <= s[kept - 1].position + 1e-9) {
      if (!*s[i].name)
        continue;
      if (*s[kept - 1].name)
        s[i].position = s[kept - 1].position + 1e-7;
      else
        kept--;
    }
    s[kept++] = s[i];
  }
  return kept;
}

static int fill_table(owned *o, const rosin_form_entry *e, const rosin_form_job *job, int count,
                      const rosin_form_point *point) {
  const int modes = o->spec.modes;
  int grid = GRID;
  while (grid > 33 && (long)grid * modes > WEIGHTS / 4)
    grid = (grid + 1) / 2;
  stand *s = rosin_calloc((size_t)grid + (size_t)count, sizeof *s);
  if (!s)
    return -1;
  const int rows = lay_out(e, job, grid, count, point, s);
  o->position = rosin_calloc((size_t)rows, sizeof *o->position);
  o->weight = rosin_calloc((size_t)rows * (size_t)modes, sizeof *o->weight);
  o->text = rosin_calloc((size_t)rows, sizeof *o->text);
  if (!o->position || !o->weight || !o->text) {
    rosin_free(s);
    return -1;
  }
  for (int i = 0; i < rows; i++) {
    o->position[i] = s[i].position;
    snprintf(o->text[i], NAME, "%s", s[i].name);
    for (int l = 0; l < modes; l++)
      o->weight[(size_t)i * (size_t)modes + (size_t)l] = e->at(job, &job->mode[l], s[i].x, s[i].y);
  }
  rosin_free(s);
  o->spec.points = rows;
  o->spec.weight = o->weight;
  return 0;
}

static int fill_points(owned *o, int count, const rosin_form_point *point) {
  o->position = rosin_calloc((size_t)count + 1, sizeof *o->position);
  o->text = rosin_calloc((size_t)count + 1, sizeof *o->text);
  if (!o->position || !o->text)
    return -1;
  for (int i = 0; i < count; i++) {
    o->position[i] = point[i].position;
    snprintf(o->text[i], NAME, "%s", point[i].name);
  }
  o->spec.points = count;
  return 0;
}

static int fill(owned *o, const rosin_form_entry *e, const rosin_form_job *job, int count,
                const rosin_form_point *point) {
  o->mode = rosin_calloc((size_t)o->spec.modes, sizeof *o->mode);
  o->order = rosin_calloc((size_t)o->spec.modes, sizeof *o->order);
  if (job->vessel)
    o->load = rosin_calloc((size_t)o->spec.modes, sizeof *o->load);
  if (!o->mode || !o->order || (job->vessel && !o->load) ||
      (e->kind == ROSIN_SHAPE_TABLE ? fill_table(o, e, job, count, point)
                                    : fill_points(o, count, point)))
    return -1;
  o->name = rosin_calloc((size_t)o->spec.points + 1, sizeof *o->name);
  if (!o->name)
    return -1;
  for (int i = 0; i < o->spec.points; i++)
    o->name[i] = o->text[i];
  fill_modes(o, e, job);
  o->spec.mode = o->mode;
  o->spec.shape = e->kind;
  o->spec.name = o->name;
  o->spec.position = o->position;
  o->spec.load = o->load;
  o->spec.made = (rosin_modal_moves){.tension = job->tension, .fill = job->fill};
  o->spec.order = e->kind == ROSIN_SHAPE_RING ? o->order : NULL;
  return 0;
}

/* The lowest of the modes that were listed, or NULL and an error. */
static rosin_modal_spec *make(const rosin_form_entry *e, rosin_form_job *job, int count,
                              const rosin_form_point *point, rosin_error *error) {
  if (!job->failed && job->modes < 1) {
    rosin_fail(error, "%s: its lowest mode is above %g Hz; make it larger or softer", e->face.name,
               job->highest);
    return NULL;
  }
  owned *o = job->failed ? NULL : rosin_calloc(1, sizeof *o);
  if (o) {
    rosin_form_sort(job);
    o->spec.modes = job->modes < job->wanted ? job->modes : job->wanted;
    if (fill(o, e, job, count, point) == 0)
      return &o->spec;
    rosin_modal_spec_free(&o->spec);
  }
  rosin_fail(error, "out of memory for %d modes", job->wanted);
  return NULL;
}

rosin_modal_spec *rosin_form_modes(const rosin_form *form, const rosin_material *material,
                                   const double *value, int modes, double highest, int points,
                                   const rosin_form_point *point, rosin_error *error) {
  rosin_form_point all[POINTS + 4];
  const rosin_form_entry *e = form ? find(form->name) : NULL;
  const char *lacks = !e                     ? "there is no such shape"
                      : !material            ? "there is no such material"
                      : !value               ? "there are no parameters of the shape"
                      : points > 0 && !point ? "there are no points"
                                             : NULL;
  if (lacks) {
    rosin_fail(error, "%s", lacks);
    return NULL;
  }
  if (check(e, material, value, modes, points, error))
    return NULL;
  const int count = gather(e, points, point, all, error);
  if (count < 0)
    return NULL;
  rosin_form_job job = {.material = material, .value = value, .wanted = modes, .highest = highest};
  e->list(&job);
  rosin_modal_spec *spec = make(e, &job, count, all, error);
  rosin_free(job.mode);
  rosin_free(job.scratch);
  return spec;
}
