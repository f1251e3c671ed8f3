/* SPDX-License-Identifier: BSD-3-Clause */
/* What was played beside what was wanted, and a plan mended by it. Three things are told apart, so
 * that none is mended in another's stead: by how much pitch and level come late as a whole (the
 * slope of what is wanted against what is missing, least squares), by how much each note begins
 * late, and what is then wrong in each moment. A note that comes out worse than before goes back to
 * where it was at its best, and half as far from there. */
#include "host/follow/follow.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double slip = 5, known = 1.5; /* semitones: another note; an error of this one */
static const double gain = 0.7;            /* of what is missing, that is mended at once */
static const double most_bend = 1, most_level = 18, most_at_once = 8; /* semitones, dB, dB */
static const double most_early = 0.1, most_late = 0.03, most_ahead = 0.06, most_swell = 0.1; /* s */

static double key_of(const rosin_pitch_track *t, int i) {
  return i >= 0 && i < t->frames && t->frame[i].hertz > 0
             ? rosin_pitch_key((double)t->frame[i].hertz)
             : (double)NAN;
}

static double tone_of(const rosin_pitch_track *t, int i) {
  return i >= 0 && i < t->frames ? (double)t->frame[i].tone : -120;
}

int rosin_follow_level(rosin_follow_plan *p, const rosin_follow_instrument *in) {
  static const double forte = 0.85, top = 0.95;
  double *list = malloc(((size_t)p->frames + 1) * sizeof *list);
  int count = 0;
  for (int i = 0; list && i < p->frames; i++)
    if (isfinite(p->level[i]))
      list[count++] = p->level[i];
  if (!list)
    return -1;
  p->base = p->heard = rosin_follow_loudness(in, forte) - rosin_quantile(list, count, top);
  for (int i = 0; i < p->frames; i++)
    p->loud[i] = p->level[i] + p->base;
  free(list);
  return 0;
}

/* ---- what was heard ---------------------------------------------------------------------- */

/* Sums for a correlation. */
typedef struct {
  double n, x, y, xx, yy, xy;
} sums;

static void sum_up(sums *s, double x, double y) {
  s->n++;
  s->x += x;
  s->y += y;
  s->xx += x * x;
  s->yy += y * y;
  s->xy += x * y;
}

static void level_figures(const sums *s, rosin_follow_heard *h) {
  const double n = fmax(s->n, 1), xx = s->xx - s->x * s->x / n, yy = s->yy - s->y * s->y / n;
  const double xy = s->xy - s->x * s->y / n;
  h->agreement = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
  h->level = sqrt(fmax(xx + yy - 2 * xy, 0) / n);
}

static void onset_figures(const rosin_follow_plan *p, const rosin_pitch_track *wanted,
                          const rosin_pitch_track *got, double transpose, double *list,
                          rosin_follow_heard *h) {
  h->notes = 0;
  for (int k = 0; k < p->notes; k++) {
    if (!p->note[k].string)
      continue;
    const double late =
        rosin_follow_onset(p, k, got, 0) - rosin_follow_onset(p, k, wanted, transpose);
    if (isfinite(late))
      list[h->notes++] = fabs(late) / ROSIN_PITCH_HOPS;
  }
  h->onset = h->notes ? rosin_quantile(list, h->notes, 0.9) : 0;
}

int rosin_follow_compare(const rosin_follow_plan *p, const rosin_pitch_track *wanted,
                         const rosin_pitch_track *got, double transpose, rosin_follow_heard *h) {
  double *list = malloc(((size_t)p->frames + (size_t)p->notes + 1) * sizeof *list);
  int count = 0, all = 0, slips = 0;
  sums levels = {0};
  *h = (rosin_follow_heard){.cents = 1200, .most = 1200, .missing = 1};
  for (int k = 0; list && k < p->notes; k++)
    for (int i = p->note[k].first; p->note[k].string && i < p->note[k].last; i++) {
      const double key = key_of(got, i), wrong = fabs(key - p->key[i]);
      all++;
      if (!isfinite(key))
        continue;
      slips += wrong > slip;
      list[count++] = 100 * wrong;
      sum_up(&levels, p->level[i], tone_of(got, i));
    }
  if (count) {
    h->missing = 1 - (double)count / all;
    h->slips = (double)slips / all;
    h->cents = rosin_quantile(list, count, 0.5);
    h->most = rosin_quantile(list, count, 0.9);
    level_figures(&levels, h);
    onset_figures(p, wanted, got, transpose, list, h);
  }
  const int status = list ? 0 : -1;
  free(list);
  return status;
}

double rosin_follow_badness(const rosin_follow_heard *h) {
  return h->cents + 0.25 * fmin(h->most, 400) + 300 * h->slips + 100 * h->missing +
         40 * (1 - h->agreement) + 200 * h->onset;
}

/* ---- mending ------------------------------------------------------------------------------ */

/* s by which x comes late, of its slope and of what is missing: least squares over the notes. */
typedef struct {
  double up, down;
} lateness;

static void be_late(lateness *l, double before, double after, double missing, double most) {
  const double slope = 0.5 * (after - before) * ROSIN_PITCH_HOPS;
  if (!isfinite(slope) || !isfinite(missing) || fabs(missing) > most)
    return;
  l->up += slope * missing;
  l->down += slope * slope;
}

static double late(const lateness *l) {
  return l->down > 0 ? fmin(fmax(l->up / l->down, -0.02), 0.02) : 0;
}

/* Mean of the errors about i that are known, within a note. */
static double about(const double *error, int i, int first, int last, int reach) {
  double sum = 0;
  int count = 0;
  for (int j = i - reach < first ? first : i - reach; j <= i + reach && j < last; j++)
    if (isfinite(error[j])) {
      sum += error[j];
      count++;
    }
  return count ? sum / count : 0;
}

/* What is missing in each moment of a note, in `key` and `level`. */
static void find_errors(const rosin_follow_plan *p, const rosin_follow_note *n,
                        const rosin_pitch_track *got, double *key, double *level) {
  for (int i = n->first; i < n->last; i++) {
    const double wrong = p->key[i] - key_of(got, i);
    const double less = p->level[i] + p->heard - tone_of(got, i);
    key[i - n->first] = fabs(wrong) < known ? wrong : (double)NAN;
    level[i - n->first] = fmin(fmax(less, -most_at_once), most_at_once);
  }
}

/* By how much pitch and level come late as a whole. */
static void mend_delays(rosin_follow_plan *p, const rosin_pitch_track *got) {
  lateness pitch = {0}, swell = {0};
  for (int k = 0; k < p->notes; k++) {
    const rosin_follow_note *n = &p->note[k];
    double off = 0;
    for (int i = n->first; i < n->last; i++)
      off += (p->level[i] - fmax(tone_of(got, i), p->level[i] + p->heard - 2 * most_at_once)) /
             (n->last - n->first);
    for (int i = n->first + 3; i < n->last - 3; i++) {
      be_late(&pitch, p->key[i - 1], p->key[i + 1], p->key[i] - key_of(got, i), known);
      be_late(&swell, p->level[i - 1], p->level[i + 1], p->level[i] - tone_of(got, i) - off,
              most_at_once);
    }
  }
  p->ahead = fmin(fmax(p->ahead + gain * late(&pitch), 0), most_ahead);
  p->swell = fmin(fmax(p->swell + gain * late(&swell), 0), most_swell);
}

/* Whether a part of a note came out better than ever. */
static int is_better(rosin_follow_note *n, int part, double bad) {
  const int better = bad < n->bad[part];
  n->gain[part] = better ? gain : 0.5 * n->gain[part];
  n->bad[part] = better ? bad : n->bad[part];
  return better;
}

static void keep(double *best, const double *sent, double *wrong, const double *error, int first,
                 int last) {
  const size_t size = (size_t)(last - first) * sizeof *best;
  memcpy(best + first, sent + first, size);
  memcpy(wrong + first, error, size);
}

/* Each part of a note that is at its best is kept, with what is still missing. */
static void judge_note(rosin_follow_plan *p, rosin_follow_note *n, const rosin_pitch_track *got,
                       double behind, double *key, double *level) {
  const int count = n->last - n->first;
  find_errors(p, n, got, key, level);
  double off = 0, uneven = 0;
  for (int i = 0; i < count; i++) {
    off += (isfinite(key[i]) ? fabs(key[i]) : 2 * known) / count;
    uneven += level[i] * level[i] / count;
  }
  if (is_better(n, ROSIN_FOLLOW_PITCH, off))
    keep(p->best_bend, p->bend, p->wrong_bend, key, n->first, n->last);
  if (is_better(n, ROSIN_FOLLOW_LEVEL, uneven))
    keep(p->best_loud, p->loud, p->wrong_loud, level, n->first, n->last);
  if (isfinite(behind) && is_better(n, ROSIN_FOLLOW_ONSET, fabs(behind))) {
    n->best_early = n->early;
    n->late = behind;
  }
}

static void mend_note(rosin_follow_plan *p, const rosin_follow_instrument *in, rosin_follow_note *n,
                      int last) {
  enum { PITCH = 3, LEVEL = 5, EDGE = 4 };
  const double low = in->heard[0] - 2, high = in->heard[ROSIN_FOLLOW_LEVELS - 1] + 2;
  const double pitch = last ? 0 : n->gain[ROSIN_FOLLOW_PITCH];
  const double swell = last ? 0 : n->gain[ROSIN_FOLLOW_LEVEL];
  for (int i = n->first; i < n->last; i++) {
    const int inside = i < n->first + EDGE && n->last - n->first > 3 * EDGE ? n->first + EDGE : i;
    const double bend =
        p->best_bend[i] + pitch * about(p->wrong_bend, inside, n->first, n->last, PITCH);
    const double loud = p->best_loud[i] + swell * about(p->wrong_loud, i, n->first, n->last, LEVEL);
    const double meant = p->level[i] + p->base;
    p->bend[i] = fmin(fmax(bend, p->key[i] - most_bend), p->key[i] + most_bend);
    p->loud[i] = fmin(fmax(loud, meant - most_level), meant + most_level);
    p->loud[i] = fmin(fmax(p->loud[i], low), high);
  }
  if (isfinite(n->bad[ROSIN_FOLLOW_ONSET]))
    n->early = n->best_early + (last ? 0 : n->gain[ROSIN_FOLLOW_ONSET] * n->late);
}

/* No note begins before half of the one before is over. */
static void limit_early(rosin_follow_plan *p, int k) {
  rosin_follow_note *n = &p->note[k];
  double most = most_early;
  if (k && n->first - n[-1].last < 2 * most_early * ROSIN_PITCH_HOPS)
    most = fmin(most, n[-1].early + 0.5 * (n->first - n[-1].first) / ROSIN_PITCH_HOPS);
  n->early = fmin(fmax(n->early, -most_late), most);
}

/* How loud the whole is, is the instrument's: what it is off by in the median is none of its
 * errors. Once, of the first pass. */
static void settle(rosin_follow_plan *p, const rosin_pitch_track *got, double *list) {
  int count = 0;
  for (int k = 0; k < p->notes; k++) {
    const rosin_follow_note *n = &p->note[k];
    if (isfinite(n->bad[ROSIN_FOLLOW_LEVEL]))
      return;
    for (int i = n->first; n->string && i < n->last; i++)
      if (isfinite(key_of(got, i)))
        list[count++] = p->level[i] + p->heard - tone_of(got, i);
  }
  if (count)
    p->heard -= rosin_quantile(list, count, 0.5);
}

int rosin_follow_mend(rosin_follow_plan *p, const rosin_follow_instrument *in,
                      const rosin_pitch_track *wanted, const rosin_pitch_track *got,
                      double transpose, int last) {
  double *error = calloc(2 * ((size_t)p->frames + 1), sizeof *error);
  if (error)
    settle(p, got, error);
  for (int k = 0; error && k < p->notes; k++) {
    rosin_follow_note *n = &p->note[k];
    const double behind =
        rosin_follow_onset(p, k, got, 0) - rosin_follow_onset(p, k, wanted, transpose);
    if (!n->string)
      continue;
    judge_note(p, n, got, behind / ROSIN_PITCH_HOPS, error, error + p->frames);
    mend_note(p, in, n, last);
    limit_early(p, k);
  }
  if (!last)
    mend_delays(p, got);
  const int status = error ? 0 : -1;
  free(error);
  return status;
}
