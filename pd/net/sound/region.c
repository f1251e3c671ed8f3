/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/sound/region.h"
#include "pd/member/bow.h"
#include "pd/member/registry.h"
#include "pd/member/talk.h"
#include "pd/net/sound/hand.h"

enum { SPEEDS = 16 };

static const double looks = 2; /* s after the last question */

static const rosin_parameter fastest_row = {
    "region", "m/s", 0.001, 10, 0.3, "where it sings, up to this speed", 0, 0};

static const char *const words[] = {
    [ROSIN_PD_RESTS] = "rests", [ROSIN_PD_SINGS] = "sings",   [ROSIN_PD_SLIDES] = "slides",
    [ROSIN_PD_TWICE] = "twice", [ROSIN_PD_SELDOM] = "creaks", [ROSIN_PD_STICKS] = "sticks"};

/* What it rubs is what it was when the network was built. */
static int is_built(const rosin_pd_member *m) {
  return (m->live || m->lived) && !m->changed && !m->registry->dirty;
}

/* The hand goes on with its own limits. */
static int find_limits(rosin_pd_member *m, double fastest, t_atom *atoms) {
  rosin_pd_bow *w = m->bow;
  const double low = w->low, high = w->high, fall = w->fall;
  int n = 0;
  for (int i = 1; i <= SPEEDS; i++) {
    const double speed = fastest * i / SPEEDS;
    if (!rosin_pd_bow_limits(w, m, speed))
      break;
    SETFLOAT(&atoms[n], (t_float)speed);
    SETFLOAT(&atoms[n + 1], (t_float)w->low);
    SETFLOAT(&atoms[n + 2], (t_float)w->high);
    n += 3;
  }
  w->low = low;
  w->high = high;
  w->fall = fall;
  return n;
}

void rosin_pd_region_say(rosin_pd_member *m, int count, const t_atom *atoms) {
  double fastest = fastest_row.initial;
  t_atom found[3 * SPEEDS], word;
  if (count && rosin_pd_in_range(m, &fastest_row, count, atoms, &fastest))
    return;
  const int n = is_built(m) ? find_limits(m, fastest, found) : 0;
  if (!m->bow->on && !(m->bow->watched > 0))
    m->bow->manner = ROSIN_PD_RESTS; /* nobody has listened */
  m->bow->watched = looks;
  SETSYMBOL(&word, gensym(words[m->bow->manner]));
  outlet_anything(m->info, gensym("region"), n, found);
  outlet_anything(m->info, gensym("regime"), 1, &word);
}
