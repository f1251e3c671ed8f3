/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether the notes of a tune were heard: under the bow of some string the relative velocity comes
 * again after a period of the note, most so of all periods near it, and not after half of one. */
#include "bench/tunes.h"

#include <math.h>

static const double near = 0.08;   /* octaves about the pitch in which the period is sought */
static const double off = 0.04;    /* octaves by which it may miss it: half a semitone */
static const double again = 0.6;   /* least correlation after a period */
static const double share = 0.25;  /* of a note, that a look at it takes */
static const double periods = 3;   /* at least */
static const double step = 0.15;   /* of a note, from look to look */
static const double pressed = 0.9; /* of a look */
static const double octave = 0.9;  /* most, after half a period, of what it is after one */
enum { THIN = 2 };                 /* every so manieth sample is enough */

/* Correlation of a stretch with what comes `lag` samples later. */
static double correlation(const float *x, int count, int lag) {
  double both = 0, first = 0, second = 0;
  for (int i = 0; i + lag < count; i += THIN) {
    const double now = (double)x[i], then = (double)x[i + lag];
    both += now * then;
    first += now * now;
    second += then * then;
  }
  return first > 0 && second > 0 ? both / sqrt(first * second) : 0;
}

/* Whether a stretch has this period (samples). */
static int repeats(const float *x, int count, double period) {
  double best = 0;
  int at = 0;
  for (int lag = (int)(period * exp2(-near)); lag <= (int)ceil(period * exp2(near)); lag++) {
    const double c = correlation(x, count, lag);
    if (c > best) {
      best = c;
      at = lag;
    }
  }
  return best >= again && fabs(log2(at / period)) <= off &&
         correlation(x, count, (int)lround(period / 2)) < octave * best;
}

static int under_bow(const char *is, int count) {
  int n = 0;
  for (int i = 0; i < count; i++)
    n += is[i];
  return n >= pressed * count;
}

/* Whether a string sounds at `hertz` somewhere between `from` and `to` (s). */
static int sounds(const bench_string *s, double from, double to, double hertz) {
  const double period = s->rate / hertz, length = (to - from) * s->rate;
  const int look = (int)fmin(fmax(share * length, periods * period), length);
  const int last = (int)(to * s->rate) - look;
  for (int at = (int)(from * s->rate); at <= last; at += (int)ceil(step * length))
    if (at >= 0 && at + look <= s->count && under_bow(s->pressed + at, look) &&
        repeats(s->velocity + at, look, period))
      return 1;
  return 0;
}

bench_hearing bench_hear(const bench_tune *tune, const bench_instrument *on, double late,
                         double from, double to, const bench_string string[BENCH_STRINGS]) {
  bench_hearing h = {0, 0};
  for (int turn = 0; late + turn * tune->period < to; turn++)
    for (int i = 0; i < tune->count; i++) {
      const bench_note *n = &tune->note[i];
      const double at = late + turn * tune->period + n->at, end = at + n->length;
      const double hertz = 440 * exp2((bench_key(on, n) - 69) / 12);
      int heard = 0;
      if (at < from || end > to)
        continue;
      for (int k = 0; k < BENCH_STRINGS && !heard; k++)
        heard = sounds(&string[k], at, end, hertz);
      h.notes++;
      h.heard += heard;
    }
  return h;
}
