/* SPDX-License-Identifier: BSD-3-Clause */
/* A stroke starts as a player's quick one does (player/bow/start.h), and goes on with the share of
 * what sings that `pressure` says. */
#include "pd/net/sound/bow.h"
#include "maths/maths.h"
#include "pd/member/bow.h"
#include "pd/member/registry.h"
#include "pd/member/talk.h"
#include "pd/net/sound/hand.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/region.h"

#include <math.h>
#include <string.h>

static const double coming = 0.008, leaning = 0.03; /* s: of the bow to the body, of its force */

static rosin_pd_input *find(rosin_pd_member *m, const char *key) {
  for (int k = 0; k < m->inputs; k++)
    if (strcmp(m->input[k].row->name, key) == 0)
      return &m->input[k];
  return NULL;
}

static double plain(const rosin_pd_bow *w) {
  return w->low > 0 ? w->trim * w->low * rosin_pow(w->high / w->low, w->pressure) : 0;
}

static void begin(rosin_pd_bow *w, double full, double along) {
  w->start = rosin_start_quick(w->lift < 0.5 ? ROSIN_START_LANDS : ROSIN_START_TURNS, w->low,
                               w->high, full, w->rubbed.hertz);
  w->start.slope /= full; /* all for 1 m/s, since a hand that is led goes faster and faster */
  w->start.first /= full;
  w->start.force /= full;
  if (w->lift < 0.5) {
    w->force = full * w->start.force;
    w->trim = 1;
  }
  w->along = along;
  w->started = w->again = w->gentle = 0;
  w->stands = 0;
  w->since = w->bad = 0;
  w->peak = w->was = 0;
  rosin_ear_forget(&w->ear);
  w->manner = ROSIN_PD_RESTS;
}

/* A sample nearer to the speed that is asked for. */
static void go(rosin_pd_bow *w, double target, double period) {
  static const double follows = 1; /* m/s^2, of a bow that has come to its speed once */
  const double way = target - w->speed;
  const double slope = target * w->speed < 0                       ? rosin_start_brake()
                       : fabs(w->speed) < w->start.first * w->full ? rosin_start_first()
                       : w->started ? fmax(w->start.slope * w->full, follows)
                                    : w->start.slope * w->full;
  w->speed += fmin(fmax(way, -slope * period), slope * period);
  if (fabs(way) <= slope * period)
    w->started = 1;
}

/* What moves at the inlets since it has been told: a force is a hand of one's own, a velocity is
 * the one that it shall have. */
static void look_at_inlets(rosin_pd_bow *w, const rosin_pd_input *velocity,
                           const rosin_pd_input *force) {
  if (!w->taken) {
    w->told = force->held;
    w->came = velocity->held;
    w->led = 0;
  } else if (force->held != w->told || !force->constant) {
    w->on = 0;
  } else if (velocity->held != w->came || !velocity->constant) {
    w->led = 1;
  }
  w->taken = 1;
}

/* It does what it shall, and nothing changes: what stands still costs the network nothing. */
static int is_steady(const rosin_pd_bow *w, double asked, double wanted, int plays) {
  static const double near = 1e-6;
  return plays && w->started && w->stands <= 0 && fabs(w->speed - asked) <= near * fabs(asked) &&
         fabs(w->force - wanted) <= near * wanted && w->lift > 1 - near;
}

/* A block of it, on the way to what is asked and wanted. */
static void move(rosin_pd_bow *w, rosin_pd_input *velocity, rosin_pd_input *force, int n,
                 double period, double asked, double wanted, int plays) {
  const double leans = 1 - rosin_exp(-period / leaning), comes = 1 - rosin_exp(-period / coming);
  for (int i = 0; i < n; i++) {
    w->stands -= period;
    if (plays && w->stands <= 0)
      go(w, w->led && !velocity->constant ? velocity->latch[i] : asked, period);
    w->lift += comes * (plays - w->lift);
    w->force += leans * (wanted - w->force);
    velocity->latch[i] = w->speed;
    force->latch[i] = w->lift * w->force;
  }
  if (!plays && w->lift < 1e-3)
    w->lift = w->speed = w->force = 0;
  velocity->constant = force->constant = 0;
  force->held = force->latch[n - 1];
}

void rosin_pd_bow_draw(rosin_pd_member *m) {
  rosin_pd_bow *w = m->bow;
  rosin_pd_input *velocity = find(m, "velocity"), *force = find(m, "force");
  look_at_inlets(w, velocity, force);
  if (!w->on)
    return;
  const double asked = w->led ? velocity->held : w->asked;
  const double full = fabs(asked), along = asked < 0 ? -1 : 1;
  const double period = 1 / m->rate;
  w->full = full;
  const int plays = full > 0 && rosin_pd_bow_limits(w, m, full);
  if (plays && along != w->along)
    begin(w, full, along);
  if (!plays)
    w->along = 0;
  const double wanted = !plays                    ? w->force
                        : w->started || w->gentle ? plain(w)
                                                  : full * w->start.force;
  force->before = w->lift * w->force;
  if (velocity->constant && is_steady(w, asked, wanted, plays)) {
    velocity->held = w->speed = asked;
    force->held = w->force = wanted;
    w->lift = 1;
  } else {
    move(w, velocity, force, m->n, period, asked, wanted, plays);
  }
  w->since = w->started && plays ? w->since + m->n * period : 0;
}

/* ---- what is said to it -------------------------------------------------------- */

static const rosin_parameter pressure_row = {
    "pressure", "", 0, 1, 0.5, "of bow: from light to heavy, within what sings", 0, 0};

static void take_up(rosin_pd_member *m, int count, const t_atom *atoms) {
  rosin_parameter row = *rosin_parameter_find(rosin_contact_parameters(), "velocity");
  double speed;
  row.name = "bow";
  if (rosin_pd_in_range(m, &row, count, atoms, &speed))
    return;
  if (!m->presses) {
    pd_error(m, "%s: bow: what presses it is not a hand", m->class->name);
    return;
  }
  rosin_pd_bow *w = m->bow;
  if (!w->on) { /* as it is in the hand that it is taken from */
    w->speed = m->lived ? find(m, "velocity")->held : 0;
    w->force = m->lived ? find(m, "force")->held : 0;
    w->lift = w->force > 0;
    w->along = 0;
  }
  rosin_pd_input_set(m, "velocity", speed);
  w->on = 1;
  w->asked = speed;
  w->taken = 0;
}

static void take_pressure(rosin_pd_member *m, int count, const t_atom *atoms) {
  if (rosin_pd_in_range(m, &pressure_row, count, atoms, &m->bow->pressure) == 0)
    m->bow->again = 0;
}

/* sings LEAST GREATEST: forces (N) at the speed that it goes at. */
static void say_limits(rosin_pd_member *m) {
  t_atom atoms[2];
  SETFLOAT(&atoms[0], (t_float)m->bow->low);
  SETFLOAT(&atoms[1], (t_float)m->bow->high);
  outlet_anything(m->info, gensym("sings"), 2, atoms);
}

int rosin_pd_bow_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  if (!m->bow)
    return 0;
  if (strcmp(key, "force") == 0) { /* a hand of one's own */
    m->bow->on = 0;
    return 0;
  }
  if (strcmp(key, "bow") == 0)
    take_up(m, count, atoms);
  else if (strcmp(key, "pressure") == 0)
    take_pressure(m, count, atoms);
  else if (strcmp(key, "sings") == 0)
    say_limits(m);
  else if (strcmp(key, "region") == 0)
    rosin_pd_region_say(m, count, atoms);
  else
    return 0;
  return 1;
}

void rosin_pd_bow_say(rosin_pd_member *m) {
  if (!m->bow)
    return;
  rosin_pd_say_row(m, &pressure_row, m->bow->pressure);
  if (m->bow->on)
    rosin_pd_say_number(m, "bow", m->bow->led ? (double)find(m, "velocity")->value : m->bow->asked);
}
