/* SPDX-License-Identifier: BSD-3-Clause */
/* Strokes of recordings, played again. */
#include "host/measured/measured.h"

#include "error.h"
#include "host/common/crew.h"
#include "host/common/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIED = 25 };

/* As in the published comparison: from rest in --rise, the second half of 0.8 s judged. */
static const double seconds_from_rest = 0.75, steady_from_rest = 0.35;

static void judge_recorded(const rosin_recording *s, double rate, double period,
                           rosin_bridge_verdict *verdict) {
  rosin_bridge_judge(
      &(rosin_bridge_motion){.rate = rate, .period = period, .count = s->count, .force = s->bridge},
      verdict);
}

/* What cannot be read ends the work, or is left out. */
static int set_aside(const rosin_measured *m, rosin_measured_point *p, rosin_error *error) {
  if (!m->leave_out)
    return -1;
  p->fault = strdup(error->text);
  return p->fault ? 0 : rosin_fail(error, "out of memory");
}

static void play(const rosin_measured *m, rosin_map_worker *w, rosin_map_hand *hand,
                 const rosin_recording_files *files, const rosin_recording *s,
                 rosin_map_point *point) {
  const rosin_map *map = m->map;
  const double rate = m->recordings.rate;
  hand->velocity = s->mean_velocity;
  hand->force = fmax(s->mean_force, 0);
  hand->position = files->place;
  w->stroke.recorded = s;
  if (map->start == ROSIN_MAP_AS_RECORDED)
    rosin_map_play(map, w, hand, (files->last + 1) / rate, files->first / rate, point);
  else
    rosin_map_play(map, w, hand, seconds_from_rest + map->rise, steady_from_rest + map->rise,
                   point);
}

static int compute_one(void *context, void *own, int i, rosin_error *error) {
  rosin_measured *m = context;
  rosin_map_worker *w = own;
  const rosin_recording_files *files = &m->recordings.stroke[i];
  rosin_measured_point *p = &m->point[i];
  rosin_map_hand hand;
  rosin_recording s;
  if (files->fault) {
    rosin_fail(error, "%s", files->fault);
    return set_aside(m, p, error);
  }
  if (rosin_map_open(m->map, w, 0, 0, &hand, error))
    return -1;
  const int went = rosin_recording_read(&s, &m->recordings, i, 10 * m->period, error);
  if (went)
    return went == -1 ? set_aside(m, p, error) : -1;
  p->force = s.mean_force;
  p->velocity = s.mean_velocity;
  judge_recorded(&s, m->recordings.rate, m->period, &p->recorded);
  play(m, w, &hand, files, &s, &p->computed);
  rosin_recording_free(&s);
  return 0;
}

static void leave(void *own) {
  rosin_map_dismiss(own);
}

/* ---- the rate ----------------------------------------------------------------------------- */

/* Correlation of every third sample with the one `lag` later. */
static double correlation(const rosin_recording *s, double mean, int lag) {
  double ab = 0, aa = 0, bb = 0;
  for (int i = 0; i + lag < s->count; i += 3) {
    const double a = s->bridge[i] - mean, b = s->bridge[i + lag] - mean;
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/* After how many samples the bridge's force comes again, from an eighth to four periods of the
 * string: the shortest such lag that is as good as any; 0: it does not. */
static double repeat_of(const rosin_recording *s, double period) {
  const int first = (int)fmax(8, period / 8), last = (int)fmin(4 * period, s->count / 2.0);
  double mean = 0, before = 2, at = 2, best = 0;
  for (int i = 0; i < s->count; i++)
    mean += s->bridge[i] / s->count;
  for (int pass = 0; pass < 2; pass++) {
    before = at = 2;
    for (int lag = first; lag <= last; lag++) {
      const double now = correlation(s, mean, lag);
      const int peak = at > before && at >= now;
      if (peak && pass && at > 0.97 * best)
        return lag - 1;
      if (peak && at > best)
        best = at;
      before = at;
      at = now;
    }
    if (best < 0.9)
      return 0;
  }
  return 0;
}

/* Whether the string's period holds this one a whole number of times: several slips a period
 * would do that too. */
static int several(double repeat, double period) {
  const double times = period / repeat;
  return times > 1.9 && fabs(times / round(times) - 1) < 0.03;
}

/* Recordings that sound at another pitch than the string, or were read at another rate, tell
 * nothing: of those tried none is in Helmholtz motion, and most that come again do so after
 * another time. */
static int check_rate(const rosin_measured *m, rosin_error *error) {
  const double period = m->period;
  const rosin_recordings *r = &m->recordings;
  const int tries = r->strokes < TRIED ? r->strokes : TRIED;
  double found[TRIED] = {0};
  int repeats = 0, alike = 0;
  for (int k = 0; k < tries; k++) {
    const int i = (int)((long long)k * r->strokes / tries);
    rosin_bridge_verdict verdict;
    rosin_recording s;
    if (r->stroke[i].fault || rosin_recording_read(&s, r, i, 10 * period, NULL))
      continue;
    judge_recorded(&s, r->rate, period, &verdict);
    const double repeat = verdict.helmholtz ? 0 : repeat_of(&s, period * r->rate);
    rosin_recording_free(&s);
    if (verdict.helmholtz)
      return 0;
    if (repeat > 0)
      found[repeats++] = repeat / r->rate;
  }
  if (repeats < 2)
    return 0;
  const double middle = rosin_measured_median(found, repeats);
  for (int i = 0; i < repeats; i++)
    alike += fabs(found[i] / middle - 1) < 0.03;
  if (alike < 2 || 2 * alike < repeats || fabs(middle / period - 1) < 0.1)
    return 0;
  rosin_fail(error,
             "%.200s: at %g samples a second the force on the bridge comes again at %.4g Hz, the "
             "scene's string at %.4g Hz; see --measured-rate, --pitch",
             r->set[0], r->rate, 1 / middle, 1 / period);
  if (!several(middle, period))
    return -1;
  rosin_tell("%s", error->text);
  return 0;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* The first fault there is, where nothing is to be left out; and a stroke must be left. */
static int check_strokes(const rosin_measured *m, rosin_error *error) {
  const rosin_recordings *r = &m->recordings;
  int good = 0;
  for (int i = 0; i < r->strokes; i++) {
    if (r->stroke[i].fault && !m->leave_out)
      return rosin_fail(error, "%s (see --leave-out)", r->stroke[i].fault);
    good += !r->stroke[i].fault;
  }
  return good ? 0 : rosin_fail(error, "%s", r->stroke[0].fault);
}

static double longest(const rosin_recordings *r) {
  int last = 0;
  for (int i = 0; i < r->strokes; i++)
    if (!r->stroke[i].fault && r->stroke[i].last > last)
      last = r->stroke[i].last;
  return (last + 1) / r->rate;
}

int rosin_measured_compute(rosin_measured *m, int threads, rosin_error *error) {
  rosin_map_worker one = {0};
  rosin_map_hand hand;
  if (check_strokes(m, error))
    return -1;
  m->map->seconds = m->map->start == ROSIN_MAP_AS_RECORDED ? longest(&m->recordings)
                                                           : seconds_from_rest + m->map->rise;
  m->point = calloc((size_t)m->recordings.strokes, sizeof *m->point);
  int status = m->point ? rosin_map_open(m->map, &one, 0, 0, &hand, error)
                        : rosin_fail(error, "out of memory");
  if (status == 0) {
    m->period = 1 / rosin_map_look(m->map, one.scene, 0).frequency;
    status = check_rate(m, error);
  }
  rosin_map_dismiss(&one);
  if (status == 0)
    status = rosin_crew_run(&(rosin_crew){.tasks = m->recordings.strokes,
                                          .context = m,
                                          .own = sizeof(rosin_map_worker),
                                          .one = compute_one,
                                          .leave = leave},
                            threads, error);
  return status;
}

void rosin_measured_free(rosin_measured *m) {
  for (int i = 0; m->point && i < m->recordings.strokes; i++)
    free(m->point[i].fault);
  free(m->point);
  rosin_recordings_free(&m->recordings);
  *m = (rosin_measured){0};
}
