/* SPDX-License-Identifier: BSD-3-Clause */
/* A contact's row: what presses it, how its surface slides on, what a solved sample comes to. */
#include "network/network.h"

#include <math.h>

/* Whether a load has moved on from that of the last look, by more than `share`. */
static int moved_on(const rosin_load *old, const rosin_load *load, double share) {
  return fabs(old->normal - load->normal) > share * load->normal ||
         fabs(old->rolling - load->rolling) > share * fabs(load->rolling) ||
         fabs(old->road - load->road) > share * load->road ||
         fabs(old->sideways - load->sideways) > share * fabs(load->sideways);
}

/* One step of a look that is spread over samples, begun when the law or its load has
 * moved on; the verdict is that of the last whole look. Returns the evaluations. */
static int scan(rosin_row *r) {
  const rosin_law *law = &r->contact->law;
  if (r->unique_version != law->version || moved_on(&r->unique_load, &r->load, 0.02)) {
    r->unique_version = law->version;
    r->unique_load = r->load;
    r->scan = 0;
    r->scan_fall = 0;
  }
  if (r->scan >= ROSIN_SCAN)
    return 0;
  int evaluations = 0;
  r->scan_fall = fmax(r->scan_fall, law->ops->fall(law, &r->unique_load, r->scan, &evaluations));
  r->fall = ++r->scan < ROSIN_SCAN ? fmax(r->fall, r->scan_fall) : r->scan_fall;
  return evaluations;
}

/* Whether the root is unique: found anew only when mobility, load or law change. */
static int look_again(rosin_row *r, double mobility) {
  const rosin_law *law = &r->contact->law;
  r->load_moved = 0;
  if (r->unique_version != law->version || r->unique_mobility != mobility ||
      moved_on(&r->unique_load, &r->load, 0)) {
    r->unique = rosin_law_unique(law, &r->load, mobility);
    r->unique_version = law->version;
    r->unique_mobility = mobility;
    r->unique_load = r->load;
  }
  return r->unique;
}

static int is_unique(rosin_row *r, double mobility, int *evaluations) {
  *evaluations = 0;
  if (r->contact->law.ops->fall) {
    if (r->load_moved || r->scan < ROSIN_SCAN || r->unique_version != r->contact->law.version)
      *evaluations = scan(r);
    r->load_moved = 0;
    return mobility * r->fall < 1;
  }
  const int same = !r->load_moved && r->unique_version == r->contact->law.version &&
                   r->unique_mobility == mobility;
  return same ? r->unique : look_again(r, mobility);
}

/* Outside its passivity bound friction may give energy (J). What a moving load does on a
 * bristle that is bent is not friction's: laws per unit load store in proportion to it. */
static double given(const rosin_row *r, const rosin_load *load, double energy) {
  const rosin_law *law = &r->contact->law;
  const double moved = 2 * fabs(load->normal_end - load->normal) / load->normal;
  return fmax(energy - moved * rosin_law_energy(law, r->contact->state), 0);
}

void rosin_row_account(rosin_network *n, rosin_row *r, const rosin_load *load,
                       const rosin_solution *one, double mobility) {
  rosin_statistics *s = &n->group[r->group].tally.statistics;
  int looks;
  const int unique = is_unique(r, mobility, &looks);
  s->not_unique += !unique;
  const double t = n->period, rubbed = one->f * one->v * t;
  r->v = one->v;
  r->f = one->f;
  r->dissipation = one->power;
  if (!isfinite(rubbed)) { /* cannot happen with finite input; must not spread */
    rosin_law_release(&r->contact->law, r->contact->state);
    r->v = r->f = r->dissipation = 0;
    s->unconverged++;
    r->missed++;
    return;
  }
  if (r->contact->law.ops->normal) {
    r->normal = r->f;
    r->end = r->contact->law.ops->end(&r->contact->law, r->contact->state);
  }
  s->solves++;
  s->elastic += one->iterations == 0;
  looks += one->iterations;
  s->iterations += looks;
  s->iterations_max = looks > s->iterations_max ? looks : s->iterations_max;
  s->unconverged += !one->converged;
  r->missed += !one->converged;
  r->several += !unique && one->iterations > 0; /* a bristle that only bends has one answer */
  s->passivity += !one->passive;
  r->solves++;
  r->outside += !one->passive;
  if (one->power > 0)
    r->took += one->power * t;
  else if (!one->passive) {
    const double gave = given(r, load, -one->power * t);
    r->gave += gave;
    s->given += gave;
  }
  s->dissipated += one->power * t;
  if (one->passive && one->power * t < s->worst)
    s->worst = one->power * t;
  const double given = one->f * n->input[r->input + 1].mean * t; /* by the hand */
  s->handled += fabs(rubbed) + fabs(given);
  s->supplied += given;
}

void rosin_row_load(rosin_network *n, rosin_row *r) {
  const rosin_input *in = &n->input[r->input];
  const rosin_load old = r->load;
  r->load = (rosin_load){.normal = in[ROSIN_IN_FORCE].mean / r->points,
                         .normal_end = in[ROSIN_IN_FORCE].last / r->points,
                         .period = n->period,
                         .instant = r->instant,
                         .rolling = in[ROSIN_IN_ROLLING].mean,
                         .road = in[ROSIN_IN_ROAD].mean,
                         .sideways = in[ROSIN_IN_SIDEWAYS].mean,
                         .budget = n->budget};
  r->load_moved = 1;
  if (rosin_row_stays(r)) { /* not by the control */
    r->load.normal = old.normal;
    r->load.normal_end = old.normal_end;
  } else {
    r->normal = r->load.normal;
  }
  if (rosin_row_presses(r) == r->lifted)
    n->group[r->group].changed = 1;
  r->grains = in[ROSIN_IN_ROUGHNESS].mean > 0 ? n->period / in[ROSIN_IN_GRAIN].mean : 0;
}

void rosin_row_slide(const rosin_network *n, rosin_row *r, rosin_load *load) {
  rosin_roughness *surface = &r->contact->roughness;
  if (rosin_roughness_differs(surface))
    rosin_roughness_slide(surface, r->v * n->period, load);
  if (r->grains > 0)
    rosin_roughness_apply(surface, n->input[r->input + ROSIN_IN_ROUGHNESS].mean,
                          fabs(r->v) * r->grains, load);
  r->normal = load->normal;
}
