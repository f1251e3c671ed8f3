/* SPDX-License-Identifier: BSD-3-Clause */
/* Strings out of strings: of the same construction, or of another with the same motion. */
#include "waveguide/string.h"

#include <stdlib.h>
#include <string.h>

static int copy_loops(rosin_string *s, const rosin_string *from) {
  s->transverse.memory = s->torsion.memory = NULL;
  return rosin_loop_again(&s->transverse, &from->transverse) ||
         (s->torsional && rosin_loop_again(&s->torsion, &from->torsion));
}

rosin_body *rosin_string_again(const rosin_body *made) {
  const rosin_string *from = (const rosin_string *)made;
  const size_t bytes = (size_t)from->spec.damping_points * sizeof *from->damping;
  rosin_string *s = malloc(sizeof *s);
  rosin_damping_point *damping = malloc(bytes + 1);
  if (!s || !damping) {
    free(s);
    free(damping);
    return NULL;
  }
  *s = (rosin_string){.base = {.ops = from->base.ops, .rate = from->base.rate},
                      .spec = from->spec,
                      .damping = damping,
                      .torsional = from->torsional,
                      .finger = from->spec.frequency};
  if (bytes)
    memcpy(damping, from->damping, bytes);
  s->spec.damping = damping;
  if (copy_loops(s, from) == 0)
    return &s->base;
  s->base.ops->destroy(&s->base);
  return NULL;
}

int rosin_string_is(const rosin_body *made, const rosin_string_spec *spec, double rate) {
  const rosin_string_spec *own = &((const rosin_string *)made)->spec;
  const size_t bytes = (size_t)spec->damping_points * sizeof *spec->damping;
  int same = made->rate == rate && own->damping_points == spec->damping_points;
  for (const rosin_parameter *row = rosin_string_parameters(); row->name && same; row++)
    same = memcmp((const char *)own + row->offset, (const char *)spec + row->offset,
                  sizeof(double)) == 0;
  return same && (!bytes || memcmp(own->damping, spec->damping, bytes) == 0);
}

/* What the wave of one loop is where that of another is cut, it must know. */
static int reach_as_far(rosin_loop *before, const rosin_loop *l) {
  return before->asleep ? 0 : rosin_loop_need(before, l->bridge * before->period / l->period);
}

void rosin_string_carry(rosin_body *body, rosin_body *before) {
  rosin_string *s = (rosin_string *)body;
  rosin_string *from = (rosin_string *)before;
  body->ops->set_control(body, 0, from->finger > from->spec.frequency ? from->finger : 0);
  body->ops->set_control(body, 1, from->mute);
  if (reach_as_far(&from->transverse, &s->transverse) |
      (s->torsional && from->torsional && reach_as_far(&from->torsion, &s->torsion)))
    rosin_string_place_all(from);
  rosin_loop_carry(&s->transverse, &from->transverse);
  if (s->torsional && from->torsional)
    rosin_loop_carry(&s->torsion, &from->torsion);
}
