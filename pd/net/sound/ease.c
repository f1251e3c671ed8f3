/* SPDX-License-Identifier: BSD-3-Clause */
/* Half a cosine from what was to what is. A bow that changes its law is lifted in 20 ms and lands
 * in 50: two that pass the string from one to the other, one pressed less as the other is pressed
 * more, burst more often (docs/decisions/pd.md). */
#include "pd/net/sound/ease.h"
#include "maths/maths.h"
#include "pd/member/registry.h"
#include "pd/net/sound/inputs.h"
#include "pi.h"

#include <math.h>

static const double gliding = 0.02, moving = 0.05, lifting = 0.02, landing = 0.05; /* s */

void rosin_pd_glide_from(const rosin_pd_member *m, rosin_pd_input *in, double from) {
  in->glide = (rosin_pd_glide_t){
      .from = from, .reached = from, .length = (int)((in->place ? moving : gliding) * m->rate)};
}

static void glide(const rosin_pd_member *m, rosin_pd_input *in) {
  rosin_pd_glide_t *g = &in->glide;
  if (g->at >= g->length)
    return;
  in->before = g->reached;
  for (int i = 0; i < m->n; i++) {
    if (in->constant)
      in->latch[i] = in->held;
    if (g->at < g->length) {
      const double left = 0.5 + 0.5 * rosin_cos(pi * (g->at + 1) / g->length);
      in->latch[i] += left * (g->from - in->latch[i]);
      g->at++;
    }
  }
  g->reached = in->latch[m->n - 1];
  in->constant = 0;
}

/* Whether its place is where something sounds: pressed, or by something else than a hand. */
static int is_on(const rosin_pd_member *m) {
  if (!m->lived || !m->contact)
    return 0;
  for (int k = 0; m->presses && k < m->inputs; k++)
    if (rosin_pd_is_force(m, &m->input[k]))
      return m->input[k].before > 0;
  return 1;
}

static double pressed(const rosin_pd_lift_t *lift) {
  return 0.5 + 0.5 * rosin_cos(pi * lift->height);
}

/* A block without any force first: what it was pressed with last is still to be solved. */
static void is_up(rosin_pd_member *m) {
  m->lift.way = ROSIN_PD_UP;
  m->registry->lifted = 1;
  clock_delay(m->registry->clock, 0);
}

static void lift(rosin_pd_member *m, rosin_pd_input *in) {
  rosin_pd_lift_t *l = &m->lift;
  const double step = l->way == ROSIN_PD_LIFTS   ? 1 / (lifting * m->rate)
                      : l->way == ROSIN_PD_LANDS ? -1 / (landing * m->rate)
                                                 : 0;
  if (l->way == ROSIN_PD_LIFTS && l->height >= 1)
    is_up(m);
  in->before *= pressed(l);
  for (int i = 0; i < m->n; i++) {
    l->height = fmin(fmax(l->height + step, 0), 1);
    in->latch[i] = pressed(l) * (in->constant ? in->held : in->latch[i]);
  }
  in->constant = 0;
  if (l->way == ROSIN_PD_LANDS && l->height <= 0)
    l->way = ROSIN_PD_DOWN;
}

void rosin_pd_ease(rosin_pd_member *m, rosin_pd_input *in, double was) {
  if (in->place && in->constant && in->held != was && is_on(m))
    rosin_pd_glide_from(m, in, in->glide.at < in->glide.length ? in->glide.reached : was);
  glide(m, in);
  if (m->lift.way != ROSIN_PD_DOWN && m->presses && rosin_pd_is_force(m, in))
    lift(m, in);
}

int rosin_pd_lift(rosin_pd_member *m) {
  if (m->lift.way == ROSIN_PD_LIFTS || m->lift.way == ROSIN_PD_UP)
    return 1;
  if (!m->component || !m->component->network || !m->presses || !is_on(m))
    return 0;
  m->lift.way = ROSIN_PD_LIFTS;
  return 1;
}

void rosin_pd_lift_renew(rosin_pd_registry *r) {
  r->lifted = 0;
  for (rosin_pd_member *m = r->members; m; m = m->next)
    if (m->lift.way == ROSIN_PD_UP) {
      m->made = 0;
      rosin_pd_change(m);
    }
}

void rosin_pd_lift_land(rosin_pd_member *m) {
  if (m->lift.way != ROSIN_PD_DOWN)
    m->lift.way = ROSIN_PD_LANDS;
}
