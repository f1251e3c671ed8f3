/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes out of a contour. What sounds without a gap is cut where the pitch steps to another key and
 * where the level rises anew; onsets are told by where a note begins to be what it is, not by how
 * loud it gets, so that a slow one is not taken for early. */
#include "host/follow/follow.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double faint = 38; /* dB below the loud, that is no longer sung */
static const int gap = 4,
                 meet = 20;     /* frames without a pitch that are bridged, or in which two meet */
static const double bridge = 1; /* semitones, where it is the same on both sides */
static const double stray = 5;  /* semitones, of a moment from all about it */
static const int least = 8, brief = 30,
                 moment = 16;     /* frames of a note; of one beside a near one; that may stray */
static const double close = 1.2;  /* semitones, that are near */
static const int look = 8;        /* frames to either side of a step */
static const double step = 0.7;   /* semitones */
static const double rise = 6;     /* dB, of a new onset within a pitch; */
static const double slight = 2.5; /* at a step of pitch */
static const int quick = 12;      /* frames, in which it rises */
static const double begun = 10;   /* dB below a note's level, where it has begun */

/* Quantile of x[from ... to), without what is NaN; at most 4000 of them. */
static double quantile(const double *x, int from, int to, double share) {
  enum { MOST = 4000 };
  double list[MOST];
  int count = 0;
  const int by = 1 + (to - from) / MOST;
  for (int i = from; i < to; i += by)
    if (isfinite(x[i]))
      list[count++] = x[i];
  return rosin_quantile(list, count, share);
}

/* ---- what sounds ---------------------------------------------------------------------- */

static void take_contour(rosin_follow_plan *p, const rosin_pitch_track *t, double transpose) {
  for (int i = 0; i < p->frames; i++) {
    const rosin_pitch_frame *f = &t->frame[i];
    const int one = f->hertz > 0;
    p->key[i] = one ? rosin_pitch_key((double)f->hertz) + transpose : (double)NAN;
    p->level[i] = one ? (double)f->tone : (double)NAN;
  }
  const double loud = quantile(p->level, 0, p->frames, 0.9);
  for (int i = 0; i < p->frames; i++)
    if (!(p->level[i] > loud - faint))
      p->key[i] = p->level[i] = NAN;
}

/* What strays for a moment from what is before and after it. */
static void drop_strays(rosin_follow_plan *p) {
  for (int i = 0, end; i < p->frames; i = end) {
    for (end = i + 1; end < p->frames && fabs(p->key[end] - p->key[end - 1]) < stray; end++)
      ;
    const int before = i > 0 && isfinite(p->key[i - 1]),
              after = end < p->frames && isfinite(p->key[end]);
    if (!isfinite(p->key[i]) || end - i > moment || (!before && !after))
      continue;
    for (int j = i; j < end; j++)
      p->key[j] = p->level[j] = NAN;
  }
}

/* The gap after frame `last` to frame `to`: a line, or where two notes meet a step in its middle.
 */
static void fill(rosin_follow_plan *p, int last, int to) {
  const double way = p->key[to] - p->key[last];
  const int width = to - last;
  for (int j = 1; j < width; j++) {
    const double u = (double)j / width;
    p->key[last + j] = p->key[last] + way * (fabs(way) < bridge ? u : u >= 0.5);
    p->level[last + j] = p->level[last] + u * (p->level[to] - p->level[last]);
  }
}

/* What has no pitch for a moment, and is not silent. */
static void bridge_gaps(rosin_follow_plan *p, const rosin_pitch_track *t) {
  int last = -1;
  for (int i = 0; i < p->frames; i++) {
    if (!isfinite(p->key[i]))
      continue;
    const int width = last >= 0 ? i - last - 1 : 0;
    double least_level = INFINITY;
    for (int j = last + 1; j < i && last >= 0; j++)
      least_level = fmin(least_level, (double)t->frame[j].level);
    const int sounds = width > 0 && least_level > fmin(p->level[last], p->level[i]) - begun;
    const int same = width > 0 && fabs(p->key[i] - p->key[last]) < bridge;
    if ((same && width <= gap) || (sounds && width <= meet))
      fill(p, last, i);
    last = i;
  }
}

/* ---- cuts ------------------------------------------------------------------------------- */

static double most_of(const double *x, int from, int to) {
  double most = -INFINITY;
  for (int i = from; i < to; i++)
    most = fmax(most, x[i]);
  return most;
}

static double least_of(const double *x, int from, int to) {
  double low = INFINITY;
  for (int i = from; i < to; i++)
    low = fmin(low, x[i]);
  return low;
}

/* How far the pitch steps at frame i of the stretch [from, to). */
static double step_at(const rosin_follow_plan *p, int from, int to, int i) {
  if (i - from < look || to - i < look)
    return 0;
  return fabs(quantile(p->key, i, i + look, 0.5) - quantile(p->key, i - look, i, 0.5));
}

/* dB by which it rises anew about frame i. */
static double rise_at(const rosin_follow_plan *p, int from, int to, int i) {
  const int back = i - quick < from ? from : i - quick, on = i + quick > to ? to : i + quick;
  const double low = least_of(p->level, i - 3 < from ? from : i - 3, i + 3 > to ? to : i + 3);
  return fmin(most_of(p->level, i, on) - low, most_of(p->level, back, i + 1) - low + 3);
}

static int is_lowest(const rosin_follow_plan *p, int from, int to, int i) {
  for (int j = i - 5; j <= i + 5; j++)
    if (j >= from && j < to && p->level[j] < p->level[i])
      return 0;
  return 1;
}

static int is_steepest(const rosin_follow_plan *p, int from, int to, int i, double here) {
  for (int j = i - look; j <= i + look; j++)
    if (j != i && (step_at(p, from, to, j) > here || (step_at(p, from, to, j) >= here && j < i)))
      return 0;
  return 1;
}

static void set_note(const rosin_follow_plan *p, rosin_follow_note *n) {
  n->key = (int)floor(quantile(p->key, n->first, n->last, 0.5) + 0.5);
  n->lowest = quantile(p->key, n->first, n->last, 0.04);
  n->highest = quantile(p->key, n->first, n->last, 0.96);
}

static int add(rosin_follow_plan *p, int first, int last, int slurred) {
  if (!(p->notes & (p->notes - 1))) {
    rosin_follow_note *grown =
        realloc(p->note, (size_t)(p->notes ? 2 * p->notes : 1) * sizeof *grown);
    if (!grown)
      return -1;
    p->note = grown;
  }
  p->note[p->notes] = (rosin_follow_note){.first = first, .last = last, .slurred = slurred};
  set_note(p, &p->note[p->notes++]);
  return 0;
}

/* A brief piece belongs to a near one: as its beginning, or else as its end. */
static void join(rosin_follow_plan *p, int from) {
  for (int k = from; k < p->notes; k++) {
    rosin_follow_note *n = &p->note[k];
    if (n->last - n->first >= brief)
      continue;
    const int next = k + 1 < p->notes && abs(n[1].key - n->key) < close;
    const int before = k > from && abs(n->key - n[-1].key) < close;
    if (!next && !before)
      continue;
    rosin_follow_note *to = next ? n + 1 : n - 1;
    if (next) {
      to->first = n->first;
      to->slurred = n->slurred;
    } else {
      to->last = n->last;
    }
    set_note(p, to);
    memmove(n, n + 1, (size_t)(p->notes - k - 1) * sizeof *n);
    p->notes--;
    k -= 1 + (k > from);
  }
}

/* A stretch without gaps as notes. */
static int cut(rosin_follow_plan *p, int from, int to) {
  const int begins = p->notes;
  int first = from, slurred = 0;
  for (int i = from + 1; i < to; i++) {
    const double here = step_at(p, from, to, i), anew = rise_at(p, from, to, i);
    const int steps = here > step && is_steepest(p, from, to, i, here);
    const int strikes = anew > rise && is_lowest(p, from, to, i);
    if ((!steps && !strikes) || i - first < least || to - i < least)
      continue;
    if (add(p, first, i, slurred))
      return -1;
    first = i;
    slurred = !strikes && anew < slight;
  }
  if (add(p, first, to, slurred))
    return -1;
  join(p, begins);
  return 0;
}

static int cut_all(rosin_follow_plan *p) {
  for (int i = 0, from = -1; i <= p->frames; i++) {
    const int sounds = i < p->frames && isfinite(p->key[i]);
    if (sounds && from < 0)
      from = i;
    if (sounds || from < 0)
      continue;
    if (i - from >= least && cut(p, from, i))
      return -1;
    for (int j = from; j < i && i - from < least; j++)
      p->key[j] = p->level[j] = NAN;
    from = -1;
  }
  return 0;
}

int rosin_follow_phrase(rosin_follow_plan *p, const rosin_pitch_track *t, double transpose) {
  const size_t n = (size_t)t->frames + 1;
  *p = (rosin_follow_plan){.frames = t->frames, .ahead = 0.012, .swell = 0.025};
  double **const row[] = {&p->key,       &p->level,     &p->bend,       &p->loud,
                          &p->best_bend, &p->best_loud, &p->wrong_bend, &p->wrong_loud};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (!(*row[i] = calloc(n, sizeof **row[i])))
      return -1;
  take_contour(p, t, transpose);
  drop_strays(p);
  bridge_gaps(p, t);
  if (cut_all(p))
    return -1;
  memcpy(p->bend, p->key, n * sizeof *p->bend);
  memcpy(p->loud, p->level, n * sizeof *p->loud);
  for (int k = 0; k < p->notes; k++) {
    rosin_follow_note *m = &p->note[k];
    m->early = m->slurred ? p->ahead : 0.02 + 2 / (440 * exp2((m->key - 69) / 12.0));
    for (int i = 0; i < ROSIN_FOLLOW_PARTS; i++)
      m->bad[i] = INFINITY;
  }
  return 0;
}

void rosin_follow_plan_free(rosin_follow_plan *p) {
  free(p->key);
  free(p->level);
  free(p->bend);
  free(p->loud);
  free(p->best_bend);
  free(p->best_loud);
  free(p->wrong_bend);
  free(p->wrong_loud);
  free(p->note);
  *p = (rosin_follow_plan){0};
}

/* ---- where a note begins --------------------------------------------------------------- */

/* Where a note that is struck again on its pitch rises from its lowest. */
static double struck_again(const rosin_follow_note *n, const rosin_pitch_track *t) {
  static const float risen = 3; /* dB */
  int low = n->first, i;
  for (i = n->first - quick; i < n->first + quick; i++)
    if (i >= 0 && i < t->frames && t->frame[i].tone < t->frame[low].tone)
      low = i;
  for (i = low; i < t->frames && t->frame[i].tone < t->frame[low].tone + risen; i++)
    ;
  return i;
}

/* The loudest of it where it sounds on its key. */
static double level_of(const rosin_follow_note *n, int to, const rosin_pitch_track *t,
                       double transpose) {
  double level = -INFINITY;
  for (int i = n->first; i < to && i < t->frames; i++)
    if (t->frame[i].hertz > 0 &&
        fabs(rosin_pitch_key((double)t->frame[i].hertz) + transpose - n->key) < 1.5)
      level = fmax(level, (double)t->frame[i].tone);
  return level;
}

/* A frame within its pitches, or `near`, and not softer than `softest`. */
static int is_of(const rosin_pitch_frame *f, const rosin_follow_note *n, double near,
                 double transpose, double softest) {
  const double key = f->hertz > 0 ? rosin_pitch_key((double)f->hertz) + transpose : -100;
  return key > n->lowest - near && key < n->highest + near && (double)f->tone > softest;
}

double rosin_follow_onset(const rosin_follow_plan *p, int note, const rosin_pitch_track *t,
                          double transpose) {
  enum { BEFORE = 24, AFTER = 60, STAYS = 4 };
  const rosin_follow_note *n = &p->note[note];
  const int to = n->last < n->first + AFTER ? n->last : n->first + AFTER;
  const int joined = note > 0 && n[-1].last == n->first;
  if (joined && abs(n->key - n[-1].key) < 1 && n->first < t->frames)
    return struck_again(n, t);
  const double level = level_of(n, to, t, transpose);
  const double near = joined ? fmin(fmax(0.5 * abs(n->key - n[-1].key), 0.5), 0.8) : 0.8;
  const int ended = note > 0 && !joined ? n[-1].last : 0; /* what rang there is the note before */
  int stays = 0;
  for (int i = n->first - BEFORE < ended ? ended : n->first - BEFORE; i < to && i < t->frames;
       i++) {
    stays = is_of(&t->frame[i], n, near, transpose, level - begun) ? stays + 1 : 0;
    if (stays == STAYS)
      return i - STAYS + 1;
  }
  return NAN;
}
