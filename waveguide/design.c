/* SPDX-License-Identifier: BSD-3-Clause */
/* See design.h. A design is the loops as they were made, without their waves. */
#include "waveguide/design.h"
#include "memory.h"

#include <stddef.h>
#include <string.h>

typedef struct {
  rosin_shared shared;
  double rate;
  rosin_string_spec spec;
  int torsional;
  rosin_loop transverse, torsion;
  rosin_damping_point damping[]; /* [spec.damping_points] */
} design;

/* Who asks for one. */
typedef struct {
  const rosin_string *string;
  const rosin_parameter *table;
} seeker;

static size_t bytes_of(const rosin_string_spec *spec) {
  return (size_t)spec->damping_points * sizeof *spec->damping;
}

int rosin_design_same(const rosin_parameter *table, const rosin_string_spec *a,
                      const rosin_string_spec *b) {
  int same = a->damping_points == b->damping_points;
  for (const rosin_parameter *row = table; row->name && same; row++)
    same =
        memcmp((const char *)a + row->offset, (const char *)b + row->offset, sizeof(double)) == 0;
  return same && (!bytes_of(a) || memcmp(a->damping, b->damping, bytes_of(a)) == 0);
}

static int is_of(const rosin_shared *thing, const void *key) {
  const design *d = (const design *)thing;
  const seeker *of = key;
  return d->rate == of->string->base.rate &&
         rosin_design_same(of->table, &d->spec, &of->string->spec);
}

static void end(rosin_shared *thing) {
  rosin_free(thing);
}

static rosin_shelf shelf = ROSIN_SHELF(is_of, end);

uint64_t rosin_design_mark(const rosin_string *s, const rosin_parameter *table) {
  uint64_t mark = rosin_shelf_mark(0, &s->base.rate, sizeof s->base.rate);
  for (const rosin_parameter *row = table; row->name; row++)
    mark = rosin_shelf_mark(mark, (const char *)&s->spec + row->offset, sizeof(double));
  return rosin_shelf_mark(mark, s->spec.damping, (unsigned long)bytes_of(&s->spec));
}

/* In lent memory a design is its string's alone: whoever shared it could outlive that. */
int rosin_design_find(rosin_string *s, const rosin_parameter *table) {
  if (rosin_memory_is_lent())
    return 0;
  const seeker of = {s, table};
  rosin_shared *found = rosin_shelf_take(&shelf, rosin_design_mark(s, table), &of);
  const design *d = (const design *)found;
  if (!d)
    return 0;
  s->design = found;
  s->torsional = d->torsional;
  return rosin_loop_copy(&s->transverse, &d->transverse) ||
                 (d->torsional && rosin_loop_copy(&s->torsion, &d->torsion))
             ? -1
             : 1;
}

int rosin_design_keep(rosin_string *s, const rosin_parameter *table) {
  if (rosin_memory_is_lent())
    return 0;
  const size_t bytes = bytes_of(&s->spec);
  design *d = rosin_malloc(sizeof *d + bytes);
  if (!d)
    return -1;
  *d = (design){.shared = {.mark = rosin_design_mark(s, table)},
                .rate = s->base.rate,
                .spec = s->spec,
                .torsional = s->torsional,
                .transverse = s->transverse,
                .torsion = s->torsion};
  if (bytes)
    memcpy(d->damping, s->spec.damping, bytes);
  d->spec.damping = d->damping;
  d->transverse.memory = d->torsion.memory = NULL;
  rosin_shelf_put(&shelf, &d->shared);
  s->design = &d->shared;
  return 0;
}

void rosin_design_leave(rosin_string *s) {
  rosin_shelf_leave(&shelf, s->design);
  s->design = NULL;
}

int rosin_designs(int *strings) {
  return rosin_shelf_count(&shelf, strings);
}
