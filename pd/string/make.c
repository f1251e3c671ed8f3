/* SPDX-License-Identifier: BSD-3-Clause */
/* Strings in Pd: designed beside it, or like one that is there. */
#include "pd/member/registry.h"
#include "pd/string/string.h"
#include "waveguide/damping.h"
#include "waveguide/string.h"

#include <stdlib.h>
#include <string.h>

static const double copying = 0.1; /* ms, with the network that it is put into */

typedef struct {
  rosin_pd_making making;
  rosin_string_spec spec; /* the damping is our own copy */
} string_making;

static void string_work(rosin_pd_job *job) {
  string_making *s = (string_making *)job;
  rosin_string_spec spec = s->spec;
  if (spec.torsion_frequency > s->making.rate / 12) /* too high for the rate, as modes may be */
    spec.torsion_frequency = 0;
  s->making.body = rosin_string_new(&spec, s->making.rate, &s->making.error);
}

static void nothing_to_do(rosin_pd_job *job) {
  (void)job;
}

static void string_making_free(rosin_pd_job *job) {
  string_making *s = (string_making *)job;
  rosin_body_free(s->making.body);
  free((rosin_damping_point *)s->spec.damping);
  free(s);
}

static int is_alike(const rosin_string_spec *a, const rosin_string_spec *b) {
  for (const rosin_parameter *row = rosin_string_parameters(); row->name; row++)
    if (memcmp((const char *)a + row->offset, (const char *)b + row->offset, sizeof(double)))
      return 0;
  return a->damping_points == b->damping_points &&
         (!a->damping_points ||
          !memcmp(a->damping, b->damping, (size_t)a->damping_points * sizeof *a->damping));
}

/* A string of the same construction that is (0) or will be there (1), among those that were made
 * last. */
static const rosin_pd_member *find_alike(const rosin_pd_string *x, double rate, int coming) {
  for (int i = 0; i < ROSIN_PD_DESIGNS; i++) {
    const rosin_pd_member *m = x->m.registry->design[i];
    if (!m || m == &x->m)
      continue;
    if (coming ? m->making && m->making->rate == rate &&
                     is_alike(&((string_making *)m->making)->spec, &x->spec)
               : m->body && m->body_rate == rate &&
                     is_alike(&((const rosin_string *)m->body)->spec, &x->spec))
      return m;
  }
  return NULL;
}

static void remember(rosin_pd_member *m) {
  rosin_pd_registry *r = m->registry;
  for (int i = 0; i < ROSIN_PD_DESIGNS; i++)
    if (r->design[i] == m)
      return;
  r->design[r->designs++ % ROSIN_PD_DESIGNS] = m;
}

rosin_pd_making *rosin_pd_string_make(rosin_pd_member *m, double rate) {
  const rosin_pd_string *x = (const rosin_pd_string *)m;
  const rosin_pd_member *alike = find_alike(x, rate, 0);
  if (alike ? !rosin_pd_afford(m->registry, copying) : find_alike(x, rate, 1) != NULL)
    return &rosin_pd_later; /* and then like that one */
  const size_t bytes = (size_t)x->spec.damping_points * sizeof *x->spec.damping;
  string_making *s = calloc(1, sizeof *s);
  rosin_damping_point *damping = malloc(bytes + 1);
  if (!s || !damping) {
    free(s);
    free(damping);
    return NULL;
  }
  if (bytes)
    memcpy(damping, x->spec.damping, bytes);
  if (!alike)
    remember(m);
  s->spec = x->spec;
  s->spec.damping = damping;
  s->making.body = alike ? rosin_string_again(alike->body) : NULL;
  s->making.at_once = s->making.body != NULL;
  s->making.job.work = s->making.body ? nothing_to_do : string_work;
  s->making.job.free = string_making_free;
  return &s->making;
}

/* What is not to be had is forgotten, while the string goes on. */
void rosin_pd_string_made(rosin_pd_member *m, rosin_pd_making *made, int is_there) {
  rosin_pd_string *x = (rosin_pd_string *)m;
  if (!is_there)
    return;
  if (made->body_is_new) {
    x->good = ((string_making *)made)->spec;
    m->open = x->good.frequency;
  } else if (m->version == made->version) {
    const rosin_string_spec asked = x->spec;
    x->spec = x->good;
    x->spec.damping = asked.damping;
    x->spec.damping_points = asked.damping_points;
  }
}

void rosin_pd_string_carry(rosin_body *body, rosin_body *before) {
  rosin_string_carry(body, before);
}

int rosin_pd_string_check(const rosin_string_spec *spec, rosin_error *error) {
  return rosin_damping_check(spec, error);
}
