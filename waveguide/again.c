/* SPDX-License-Identifier: BSD-3-Clause */
/* Strings out of strings: of the same construction, or of another with the same motion. */
#include "waveguide/design.h"
#include "waveguide/string.h"

rosin_body *rosin_string_again(const rosin_body *made) { /* whose design is there to be found */
  return rosin_string_new(&((const rosin_string *)made)->spec, made->rate, NULL);
}

int rosin_string_is(const rosin_body *made, const rosin_string_spec *spec, double rate) {
  return made->rate == rate &&
         rosin_design_same(rosin_string_parameters(), &((const rosin_string *)made)->spec, spec);
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
