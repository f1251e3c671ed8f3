/* SPDX-License-Identifier: BSD-3-Clause */
/* With how much force a body sings under a law, at a speed: what the body asks
 * (rosin_body_ops.rubbed) for a fall of the friction coefficient by 1, over how far this one falls;
 * between an airy and a dense one as a player's is (player/course/force.c). */
#include "contact/contact.h"
#include "maths/maths.h"
#include "pd/member/bow.h"
#include "pd/net/sound/hand.h"
#include "pd/net/sound/places.h"

#include <math.h>
#include <string.h>

static const double least_fall = 0.05; /* of a friction coefficient that is none */

static double place_on(const rosin_pd_member *m, int side) {
  for (int k = 0; k < m->inputs; k++)
    if (m->input[k].place == side + 1) {
      const rosin_pd_member *string = m->of_open ? NULL : m->on[side];
      const double place = m->input[k].held;
      return string ? rosin_pd_place(string, place, string->input[string->finger].held) : place;
    }
  return 0;
}

/* Bodies of many modes are asked only when something has moved. */
static void ask(rosin_pd_bow *w, const rosin_pd_member *m, int side) {
  const rosin_pd_member *on = m->rubs[side];
  rosin_body *body = on ? on->body : NULL;
  const double place = place_on(m, side);
  const double pitch = on && m->on[side] ? on->input[on->finger].held : 0;
  if (body && w->side[side].body == body && w->side[side].version == on->version &&
      fabs(place - w->side[side].place) <= 1e-3 * fabs(place) && pitch == w->side[side].pitch)
    return;
  w->side[side].there =
      body && body->ops->rubbed && body->ops->rubbed(body, place, &w->side[side].rubbed);
  w->side[side].body = body;
  w->side[side].version = on ? on->version : 0;
  w->side[side].place = place;
  w->side[side].pitch = pitch;
}

/* Of two bodies the one that asks less sings. */
static int find_singer(rosin_pd_bow *w, const rosin_pd_member *m) {
  ask(w, m, 0);
  ask(w, m, 1);
  const int a = w->side[0].there, b = w->side[1].there;
  w->singer = !(a && (!b || w->side[0].rubbed.least < w->side[1].rubbed.least));
  if (a || b)
    w->rubbed = w->side[w->singer].rubbed;
  return a || b;
}

/* A friction coefficient: at its highest, and how far it falls from there to the velocity of a
 * slip; the share of that at the hand's own speed. */
typedef struct {
  double highest, fall, soon;
} coefficient;

static coefficient look_at(const rosin_contact *contact, double speed, double slip, double load) {
  coefficient c = {0};
  for (int i = 0; i < 5; i++) {
    static const double share[] = {1e-3, 0.03, 0.1, 0.3, 1};
    c.highest = fmax(c.highest, rosin_contact_steady(contact, share[i] * speed, load) / load);
  }
  c.fall = fmax(c.highest - rosin_contact_steady(contact, slip * speed, load) / load, least_fall);
  c.soon = (c.highest - rosin_contact_steady(contact, speed, load) / load) / c.fall;
  return c;
}

/* A slow hand, whose small slips do not get beyond where friction is at its highest, is held by
 * them: the share of Schelleng's greatest force that it bears. Read off strings of 65 to 1000 Hz,
 * 0.03 to 0.4 m/s, bowed with 28 forces each. */
static double bears(const coefficient *c) {
  return fmin(0.1 + 3 * c->soon, 1);
}

/* Bristles that give way by half of what the hand goes in a period take the motion for themselves:
 * the load (N) at which friction bends them so. */
static double bends(const rosin_contact *contact, double highest, double speed, double hertz) {
  const rosin_parameter *row =
      rosin_parameter_find(rosin_law_parameters(contact->law.ops->name), "sigma0");
  const double way = 0.5 * speed / hertz;
  if (!row || strcmp(row->unit, "N/m") || !(highest > 0))
    return HUGE_VAL; /* none, or as stiff as they are loaded */
  const double grows = rosin_contact_get(contact, "stiffening");
  const double load = rosin_contact_get(contact, "sigma0") * way / highest;
  if (!(grows > 0))
    return load;
  const double given = rosin_contact_get(contact, "stiffening_load");
  return grows < 0.9 ? given * rosin_pow(load / given, 1 / (1 - grows)) : HUGE_VAL;
}

int rosin_pd_bow_limits(rosin_pd_bow *w, const rosin_pd_member *m, double speed) {
  w->low = w->high = 0;
  if (!m->contact || !find_singer(w, m))
    return 0;
  const coefficient c = look_at(m->contact, speed, w->rubbed.slip, w->force > 1e-3 ? w->force : 1);
  const double least = w->rubbed.least * speed / c.fall;
  const double most = w->rubbed.greatest * speed / c.fall;
  w->fall = c.fall;
  w->soon = c.soon;
  w->high = bears(&c) * fmin(0.65 * most, bends(m->contact, c.highest, speed, w->rubbed.hertz));
  w->low = fmin(fmax(1.5 * least, 0.12 * most), 0.5 * w->high);
  return 1;
}

void rosin_pd_bow_advise(rosin_pd_bow *w, const rosin_pd_member *m) {
  static const double other = 4, gone = 0.9;
  const double load = w->force > 1e-3 ? w->force : 1, speed = fabs(w->full);
  w->better = 0;
  if (!m->contact || !(speed > 0))
    return;
  if (w->fall >= ROSIN_PD_FALL)
    w->better = w->soon > gone ? w->full / other : 0;
  else if (look_at(m->contact, other * speed, w->rubbed.slip, load).fall > ROSIN_PD_FALL)
    w->better = other * w->full;
  else if (look_at(m->contact, speed / other, w->rubbed.slip, load).fall > ROSIN_PD_FALL)
    w->better = w->full / other;
}
