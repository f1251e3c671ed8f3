/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes that nobody has listed one by one: above its first ones a body of some size has many, and
 * what is known of them is how dense they lie, how they are damped, and how large they are at a
 * place on average (statistical energy analysis). A plate has as many in every hertz. Each has a
 * frequency of its own within its share of the band, and at each point a weight by chance, of
 * either sign, since at high frequencies a mode's shape is as good as random. */
#include "course.h"
#include "memory.h"
#include "scene/read/reading.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
  double modes, from, to, q, mass, seed;
} more;

static const rosin_parameter table[] = {
    {"modes", "", 1, ROSIN_MODEL_BODY_MODES, 20, "how many", offsetof(more, modes)},
    {"from", "Hz", 1, 1e6, 1000, "where they begin", offsetof(more, from)},
    {"to", "Hz", 1, 1e6, 10000, "where they end", offsetof(more, to)},
    {"q", "", 0.5, 1e6, 20, "quality factor of all", offsetof(more, q)},
    {"mass", "kg", 1e-9, 1e6, 0.1, "modal mass of each, where its weight is 1",
     offsetof(more, mass)},
    {"seed", "", 0, 1e9, 1, "of frequencies and weights: another body of the kind",
     offsetof(more, seed)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const double play = 0.4; /* of its share of the band that a mode may be off */

/* A number for one thing about one mode. */
static uint64_t lot(uint64_t seed, int mode, int thing) {
  return rosin_course_mix(seed + 1000003u * (uint64_t)mode) + (uint64_t)thing;
}

/* Mean 0, variance 1, within -3 and 3. */
static double weight(uint64_t z) {
  return rosin_course_uniform(z) + rosin_course_uniform(z + 0x517cc1b7u) +
         rosin_course_uniform(z + 0x27220a94u);
}

static double frequency(const more *m, uint64_t seed, int mode) {
  const double at = mode + 0.5 + play * rosin_course_uniform(lot(seed, mode, 0));
  return m->from + at * (m->to - m->from) / m->modes;
}

/* What is said of them: 0, or -1 after an error. */
static int read_numbers(rosin_reading *r, const rosin_setting *s, const char *what, more *m) {
  const int failed = r->failed;
  if (!rosin_reading_group(r, s, what, "{ modes = ...; from = ...; to = ...; }"))
    return -1;
  rosin_reading_known(r, s, what, ROSIN_NAMES("at"), ROSIN_TABLES(table));
  rosin_reading_table(r, s, what, table, m);
  if (m->modes != floor(m->modes))
    rosin_reading_error(r, rosin_setting_member(s, "modes"), "%s.modes: %g is not a whole number",
                        what, m->modes);
  if (r->failed == failed && !(m->to > m->from))
    rosin_reading_error(r, s, "%s.to: %g Hz is not above from, %g Hz", what, m->to, m->from);
  return r->failed > failed ? -1 : 0;
}

/* How large they are at each point: 0, or -1 after an error. */
static int read_at(rosin_reading *r, const rosin_setting *s, const char *what, int points,
                   double *at) {
  const rosin_setting *list = rosin_setting_member(s, "at");
  for (int i = 0; i < points; i++)
    at[i] = 1;
  if (!list || !points) /* of points that were refused nobody knows how many */
    return 0;
  if (!rosin_reading_is_list(list) || list->count != points) {
    rosin_reading_error(r, list, "%s.at: must list %d weights, one a point", what, points);
    return -1;
  }
  for (int i = 0; i < points; i++)
    if (rosin_reading_value(r, rosin_setting_element(list, i), what, &at[i]))
      return -1;
  return 0;
}

int rosin_reading_more(rosin_reading *r, const rosin_setting *body, const char *owner,
                       const rosin_reading_factors *f, int points, rosin_reading_more_modes *made) {
  const rosin_setting *s = rosin_setting_member(body, "more");
  more m;
  char what[128];
  *made = (rosin_reading_more_modes){0};
  if (!s)
    return 0;
  snprintf(what, sizeof what, "%s.more", owner);
  rosin_parameters_default(table, &m);
  if (read_numbers(r, s, what, &m))
    return -1;
  const uint64_t seed = rosin_course_seed((uint64_t)m.seed, owner, "more");
  const int count = (int)m.modes;
  double *at = rosin_reading_room(r, points + 1, sizeof *at);
  made->mode = rosin_reading_room(r, count, sizeof *made->mode);
  made->own = rosin_reading_room(r, count, sizeof *made->own);
  made->weight = rosin_reading_room(r, count * points + 1, sizeof *made->weight);
  int status = at && made->mode && made->own && made->weight ? read_at(r, s, what, points, at) : -1;
  for (int i = 0; status == 0 && i < count; i++) {
    rosin_mode mode = {.frequency = frequency(&m, seed, i), .q = m.q, .mass = m.mass};
    made->own[made->modes] = mode;
    rosin_reading_scale(&mode, f);
    if (mode.frequency > f->highest)
      break; /* the rest lie higher */
    for (int k = 0; k < points; k++)
      made->weight[i * points + k] = at[k] * weight(lot(seed, i, k + 1));
    made->mode[made->modes++] = mode;
  }
  made->left = count - made->modes;
  rosin_free(at);
  if (status)
    rosin_reading_more_free(made);
  return status;
}

void rosin_reading_more_free(rosin_reading_more_modes *made) {
  rosin_free(made->mode);
  rosin_free(made->own);
  rosin_free(made->weight);
  *made = (rosin_reading_more_modes){0};
}
