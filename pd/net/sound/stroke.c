/* SPDX-License-Identifier: BSD-3-Clause */
/* A pluck pulls for 10 ms and lets go. A strike is the half sine that a hammer of mass m
 * and stiffness k makes on what does not give way: pi sqrt(m/k) long, of impulse 2 m v. */
#include "pd/net/sound/stroke.h"
#include "maths/maths.h"
#include "pd/member/registry.h"
#include "pd/member/talk.h"
#include "pi.h"

#include <math.h>
#include <string.h>

static const double pull = 0.01; /* s */

enum { PLUCK, STRIKE };

static const rosin_parameter pluck_row = {"pluck", "N", -1000, 1000, 1, "", 0, 0};
static const rosin_parameter strike_rows[] = {
    {"strike: speed", "m/s", -100, 100, 1, "", 0, 0},
    {"strike: mass", "kg", 1e-6, 100, 0.001, "", 0, 0},
    {"strike: hardness", "N/m", 1, 1e9, 4e4, "", 0, 0},
};

rosin_pd_stroke_t rosin_pd_pluck(double rate, double force) {
  return (rosin_pd_stroke_t){PLUCK, 0, (int)(pull * rate) + 1, force};
}

/* The sum of the samples is the impulse, however short it is: no higher than a force may be. */
rosin_pd_stroke_t rosin_pd_strike(double rate, double speed, double mass, double hardness) {
  const double impulse = 2 * mass * speed;
  const double least = pi / 2 * fabs(impulse) / rosin_push_parameters()->high;
  const double seconds = fmin(fmax(pi * sqrt(mass / hardness), least), 10);
  const int length = (int)ceil(seconds * rate) + (least > 0);
  double sum = 0;
  for (int i = 0; i < length; i++)
    sum += rosin_sin(pi * (i + 0.5) / length);
  return (rosin_pd_stroke_t){STRIKE, 0, length, impulse * rate / sum};
}

rosin_pd_stroke_t rosin_pd_usual_strike(double rate) {
  return rosin_pd_strike(rate, 1, strike_rows[1].initial, strike_rows[2].initial);
}

double rosin_pd_stroke_at(const rosin_pd_stroke_t *s, int at) {
  const double share = (at + 0.5) / s->length;
  return s->force * (s->kind == PLUCK ? 0.5 - 0.5 * rosin_cos(pi * share) : rosin_sin(pi * share));
}

int rosin_pd_stroke_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  const int is_pluck = strcmp(key, "pluck") == 0;
  double value[3] = {is_pluck ? m->pluck : m->strike, strike_rows[1].initial,
                     strike_rows[2].initial};
  if (!is_pluck && strcmp(key, "strike"))
    return 0;
  if (count > (is_pluck ? 1 : 3)) {
    pd_error(m, "%s: %s: takes %s", m->class->name, key,
             is_pluck ? "a force (N)" : "speed (m/s), mass (kg), hardness (N/m)");
    return 1;
  }
  for (int i = 0; i < count; i++)
    if (rosin_pd_in_range(m, is_pluck ? &pluck_row : &strike_rows[i], 1, &atoms[i], &value[i]))
      return 1;
  if (!pd_getdspstate() || m->rate <= 0)
    logpost(m, 2, "%s: %s: %s", m->class->name, key, rosin_pd_unreached(m));
  else if (is_pluck)
    m->stroke = rosin_pd_pluck(m->rate, value[0]);
  else
    m->stroke = rosin_pd_strike(m->rate, value[0], value[1], value[2]);
  return 1;
}

void rosin_pd_stroke(rosin_pd_member *m, rosin_pd_input *in) {
  rosin_pd_stroke_t *s = &m->stroke;
  if (s->at >= s->length)
    return;
  for (int i = 0; i < m->n; i++) {
    if (in->constant)
      in->latch[i] = in->held;
    if (s->at < s->length)
      in->latch[i] += rosin_pd_stroke_at(s, s->at++);
  }
  in->constant = 0;
}
