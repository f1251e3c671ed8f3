/* SPDX-License-Identifier: BSD-3-Clause */
/* What follows a melody, on plans that chance gives: strings against every way that there is,
 * messages against the plan that they are played from, figures of what was heard against plain
 * sums, and what is mended by them. */
#include "draw.h"
#include "host/follow/follow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 1200, NOTES = 12, LEVELS = ROSIN_FOLLOW_LEVELS };

static double numbers[8][FRAMES + 1]; /* one more, that nobody may look at */
static rosin_follow_note note[NOTES];
static rosin_follow_plan plan;
static rosin_follow_instrument in;

static void any_instrument(int strings) {
  memset(&in, 0, sizeof in);
  in.strings = strings;
  in.lowest = 40 + one_of(9);
  in.highest = strings ? 7 + one_of(24) : in.lowest + one_of(40);
  for (int s = 0; s < strings; s++)
    in.open[s] = 43 + 5 * s + one_of(4);
  for (int i = 0; i < LEVELS; i++)
    in.heard[i] = i ? in.heard[i - 1] + between(0.1, 6) : between(-60, -40);
}

/* Notes with pauses between some of them. */
static void any_plan(int notes) {
  int at = one_of(30);
  plan = (rosin_follow_plan){.frames = FRAMES,
                             .key = numbers[0],
                             .level = numbers[1],
                             .bend = numbers[2],
                             .loud = numbers[3],
                             .notes = notes,
                             .note = note};
  for (int i = 0; i < FRAMES; i++)
    plan.key[i] = plan.level[i] = plan.bend[i] = plan.loud[i] = (double)NAN;
  plan.level[FRAMES] = 40;
  for (int k = 0; k < notes; k++) {
    rosin_follow_note *n = &note[k];
    const int joined = k && one_of(3);
    at += joined ? 0 : 10 + one_of(20);
    *n = (rosin_follow_note){.first = at, .last = at + 12 + one_of(50), .key = 38 + one_of(40)};
    n->lowest = n->key - between(0, 0.6);
    n->highest = n->key + between(0, 0.6);
    n->slurred = joined && one_of(2);
    n->string = one_of(5) ? 1 + one_of(4) : 0;
    n->early = between(-0.02, 0.04);
    at = n->last;
    for (int i = n->first; i < at; i++) {
      plan.key[i] = n->key + between(-0.6, 0.6);
      plan.level[i] = between(-50, -10);
      plan.bend[i] = plan.key[i] + (one_of(3) ? 0 : between(-30, 30));
      plan.loud[i] = between(in.heard[0] - 3, in.heard[LEVELS - 1] + 3);
    }
  }
  assert_true(at < FRAMES);
}

/* ---- strings ------------------------------------------------------------------------------- */

static int string_reaches(const rosin_follow_note *n, int s) {
  const double nut = in.open[s];
  if (n->highest > nut + in.highest || n->key < nut - 0.6)
    return 0;
  return s == 0 ? n->lowest >= nut - 0.6 : n->lowest >= nut + 0.3;
}

static int is_taken(const rosin_follow_note *n, int by) {
  rosin_follow_note moved = *n;
  moved.key += by;
  moved.lowest += by;
  moved.highest += by;
  int any = !in.strings && moved.key >= in.lowest && moved.key <= in.highest;
  for (int s = 0; s < in.strings; s++)
    any |= string_reaches(&moved, s);
  return any;
}

/* Of notes from .. from + count - 1 on these strings; no way at all: infinite. */
static double cost_of(int from, int count, const int *string) {
  double cost = 0;
  for (int i = 0; i < count; i++) {
    const rosin_follow_note *n = &note[from + i];
    const int s = string[i];
    if (!string_reaches(n, s))
      return INFINITY;
    if (n->key > in.open[s])
      cost += 0.06 * (n->key - in.open[s]);
    for (int o = 0; o < in.strings; o++)
      if (o != s && fabs(in.open[o] + 12 - n->key) < 0.6)
        cost += 0.5;
    if (!i)
      continue;
    const int over = abs(s - string[i - 1]);
    const double way = fabs(n[-1].key - in.open[string[i - 1]] - n->key + in.open[s]);
    if (over)
      cost += (n->slurred ? 2.5 : 0.4) * (over > 1 ? 2 : 1);
    cost += 0.05 * (way > 12 ? 12 : way);
  }
  return cost;
}

static void strings_are_the_cheapest_way(void **state) {
  (void)state;
  for (int r = 0; r < 400; r++) {
    int left = 0;
    any_instrument(r % 8 ? 1 + one_of(4) : 0);
    any_plan(1 + one_of(6));
    for (int k = 0; k < plan.notes; k++)
      left += !is_taken(&note[k], 0);
    assert_int_equal(rosin_follow_strings(&in, &plan), left);
    for (int first = 0, last; first < plan.notes; first = last + 1) {
      for (last = first; last < plan.notes && is_taken(&note[last], 0); last++)
        assert_true(note[last].string >= 1 && note[last].string <= (in.strings ? in.strings : 1));
      if (last < plan.notes)
        assert_int_equal(note[last].string, 0);
      int ways = 1, string[NOTES];
      double least = INFINITY;
      for (int k = first; k < last; k++)
        ways *= in.strings;
      for (int way = 0; in.strings && last > first && way < ways; way++) {
        for (int k = 0, rest = way; k < last - first; k++, rest /= in.strings)
          string[k] = rest % in.strings;
        least = fmin(least, cost_of(first, last - first, string));
      }
      for (int k = first; k < last; k++)
        string[k - first] = in.strings - note[k].string;
      if (in.strings && last > first)
        assert_float_equal(cost_of(first, last - first, string), least, 1e-9);
    }
  }
}

/* The way that takes most: none, then octaves up to three, then what is nearest. */
static void a_proposal_takes_most(void **state) {
  (void)state;
  for (int r = 0; r < 300; r++) {
    int best = 0, most = 0;
    any_instrument(r % 3 ? 1 + one_of(4) : 0);
    any_plan(1 + one_of(NOTES));
    for (int k = 0; r % 2 && k < plan.notes; k++) {
      const int away = 30 + one_of(3);
      note[k].key += away;
      note[k].lowest += away;
      note[k].highest += away;
    }
    for (int way = 0; way < 73; way++) {
      static const int octave[7] = {0, -12, 12, -24, 24, -36, 36};
      const int far = (way - 5) / 2, by = way < 7 ? octave[way] : way % 2 ? -far : far;
      int taken = 0;
      for (int k = 0; k < plan.notes; k++)
        taken += is_taken(&note[k], by);
      if (taken > most)
        most = taken, best = by;
    }
    assert_int_equal(rosin_follow_proposal(&in, &plan), best);
    int hasty = 0;
    for (int k = 0; k < plan.notes; k++)
      hasty += !note[k].slurred && (note[k].last - note[k].first) * 0.005 <
                                       0.02 + 7 / (440 * pow(2, (note[k].key - 69) / 12.0));
    assert_int_equal(rosin_follow_hasty(&plan), hasty);
  }
}

/* ---- messages ------------------------------------------------------------------------------ */

static double dynamics_of(double level) {
  double share = level > in.heard[LEVELS - 1];
  for (int i = 0; i + 1 < LEVELS; i++)
    if (level > in.heard[i] && level <= in.heard[i + 1])
      share = (i + (level - in.heard[i]) / (in.heard[i + 1] - in.heard[i])) / (LEVELS - 1);
  return share;
}

static void dynamics_and_loudness_are_lines(void **state) {
  (void)state;
  for (int r = 0; r < 300; r++) {
    any_instrument(4);
    const double level = between(in.heard[0] - 9, in.heard[LEVELS - 1] + 9);
    const double share = rosin_follow_dynamics(&in, level);
    const double held = fmin(fmax(level, in.heard[0]), in.heard[LEVELS - 1]);
    assert_float_equal(share, dynamics_of(level), 1e-12);
    assert_float_equal(rosin_follow_loudness(&in, share), held, 1e-9);
    assert_float_equal(rosin_follow_loudness(&in, -between(0, 3)), in.heard[0], 1e-12);
    assert_float_equal(rosin_follow_loudness(&in, between(1, 3)), in.heard[LEVELS - 1], 1e-9);
  }
}

static double in_ms(double time) {
  return fmax(floor(1000 * time + 0.5) / 1000, 0);
}

static double begins(int k) {
  return fmax(note[k].first / 200.0 - note[k].early, 0.005);
}

static int is_slurred_into(int k) {
  return k < plan.notes && note[k].string && note[k].slurred && note[k].first == note[k - 1].last;
}

static double ends(int k) {
  double end = note[k].last / 200.0 - plan.ahead;
  if (is_slurred_into(k + 1))
    end = begins(k + 1) + (note[k].key == note[k + 1].key ? -0.002 : 0.02);
  else if (k + 1 < plan.notes)
    end = fmin(end, begins(k + 1) - 0.002);
  return fmax(end, begins(k) + 0.01);
}

/* Takes a message out of the score: how many there were. */
static int taken_out(rosin_follow_score *s, double time, int a, int b, int c) {
  for (int i = 0; i < s->count; i++) {
    rosin_follow_message *m = &s->message[i];
    if (fabs(m->time - in_ms(time)) < 1e-9 && m->byte[0] == a && m->byte[1] == b &&
        m->byte[2] == c) {
      m->byte[0] = 0;
      return 1;
    }
  }
  return 0;
}

static void is_there(rosin_follow_score *s, double time, int a, int b, int c) {
  if (!taken_out(s, time, a, b, c))
    fail_msg("at %g: no %x %d %d", time, (unsigned)a, b, c);
}

static void is_course_told(rosin_follow_score *s, int k) {
  const double on = begins(k), off = is_slurred_into(k + 1) ? begins(k + 1) : ends(k);
  int bend = -1, loud = -1;
  for (int i = note[k].first - 1; i < note[k].last; i++) {
    const int j = i < note[k].first ? note[k].first : i;
    const double at = i < note[k].first ? on : i / 200.0 - plan.ahead;
    const double swell = i < note[k].first ? on : i / 200.0 - plan.swell;
    const double up = fmin(fmax((plan.bend[j] - note[k].key) / 24, -1), 1);
    const int b = (int)fmin(8192 + floor(8192 * up + 0.5), 16383);
    const int l = (int)floor(127 * dynamics_of(plan.loud[j]) + 0.5);
    if (i < note[k].first || (at > on && at < off)) {
      if (b != bend)
        is_there(s, at, 0xe0, b % 128, b / 128);
      bend = b;
    }
    if (i < note[k].first || (swell > on && swell < off)) {
      if (l != loud)
        is_there(s, swell, 0xb0, 11, l);
      loud = l;
    }
  }
}

static void a_plan_is_told_and_nothing_else(void **state) {
  static const int range[4][2] = {{101, 0}, {100, 0}, {6, 24}, {38, 0}};
  rosin_follow_score s = {0};
  (void)state;
  for (int r = 0; r < 200; r++) {
    any_instrument(r % 4 ? 4 : 0);
    any_plan(1 + one_of(NOTES));
    plan.ahead = one_of(2) ? between(0, 0.06) : 0;
    plan.swell = one_of(2) ? between(0, 0.1) : 0;
    assert_int_equal(rosin_follow_write(&plan, &in, &s), 0);
    for (int i = 1; i < s.count; i++) {
      const rosin_follow_message *a = &s.message[i - 1], *b = a + 1;
      const int before = a->byte[0] == 0x80 ? 0 : a->byte[0] == 0x90 ? 2 : 1;
      const int after = b->byte[0] == 0x80 ? 0 : b->byte[0] == 0x90 ? 2 : 1;
      assert_true(a->time < b->time || (a->time == b->time && before <= after));
    }
    for (int i = 0; i < 4; i++) {
      assert_int_equal(s.message[i].byte[1], range[i][0]);
      is_there(&s, 0, 0xb0, range[i][0], range[i][1]);
    }
    is_there(&s, 0, 0xb0, 73, 0); /* the attack is the quickest */
    for (int k = 0; k < plan.notes; k++) {
      if (!note[k].string)
        continue;
      is_there(&s, begins(k), 0x90, note[k].key, 76);
      is_there(&s, ends(k), 0x80, note[k].key, 0);
      if (in.strings)
        is_there(&s, begins(k), 0xb0, 18, (int)floor(127 * note[k].string / 6.0 + 0.5));
      is_course_told(&s, k);
    }
    for (int i = 0; i < s.count; i++)
      assert_int_equal(s.message[i].byte[0], 0);
  }
  free(s.message);
}

/* ---- what is heard --------------------------------------------------------------------------- */

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double share_of(double *list, int count, double share) {
  if (!count)
    return 0;
  qsort(list, (size_t)count, sizeof *list, rising);
  return list[(int)floor(share * (count - 1) + 0.5)];
}

static rosin_pitch_frame heard[FRAMES], meant[FRAMES];

/* The plan as it was sung, and as it was played: later, now and then not at all or far off. */
static void any_tracks(double transpose, int behind) {
  for (int i = 0; i < FRAMES; i++) {
    const int from = i - behind, sounds = from >= 0 && isfinite(plan.key[from]) && one_of(20);
    const double off = one_of(15) ? between(-0.3, 0.3) : 7;
    heard[i] = meant[i] = (rosin_pitch_frame){.tone = -120};
    if (sounds)
      heard[i] =
          (rosin_pitch_frame){.hertz = (float)(440 * pow(2, (plan.key[from] + off - 69) / 12)),
                              .tone = (float)(0.8 * plan.level[from] + between(-5, 5))};
    if (isfinite(plan.key[i]))
      meant[i] =
          (rosin_pitch_frame){.hertz = (float)(440 * pow(2, (plan.key[i] - transpose - 69) / 12)),
                              .tone = (float)plan.level[i]};
  }
}

static void figures_are_plain_sums(void **state) {
  static double cents[FRAMES], x[FRAMES], y[FRAMES], late[NOTES];
  (void)state;
  for (int r = 0; r < 100; r++) {
    const rosin_pitch_track got = {.frames = FRAMES - one_of(200), .frame = heard};
    const rosin_pitch_track wanted = {.frames = FRAMES, .frame = meant};
    const double transpose = one_of(25) - 12;
    any_instrument(4);
    any_plan(1 + one_of(NOTES));
    any_tracks(transpose, one_of(6));
    rosin_follow_heard h;
    assert_int_equal(rosin_follow_compare(&plan, &wanted, &got, transpose, &h), 0);
    int all = 0, count = 0, slips = 0, begun = 0;
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (int k = 0; k < plan.notes; k++) {
      if (!note[k].string)
        continue;
      const double by =
          rosin_follow_onset(&plan, k, &got, 0) - rosin_follow_onset(&plan, k, &wanted, transpose);
      if (isfinite(by))
        late[begun++] = fabs(by) / 200;
      for (int i = note[k].first; i < note[k].last; i++, all++) {
        if (i >= got.frames || !(heard[i].hertz > 0))
          continue;
        cents[count] = fabs(1200 * log2((double)heard[i].hertz / 440) + 6900 - 100 * plan.key[i]);
        slips += cents[count] > 500;
        x[count] = plan.level[i];
        y[count++] = (double)heard[i].tone;
      }
    }
    if (!count) {
      assert_true(h.cents == 1200 && h.most == 1200 && h.missing == 1);
      continue;
    }
    for (int i = 0; i < count; i++)
      mx += x[i] / count, my += y[i] / count;
    for (int i = 0; i < count; i++) {
      xx += (x[i] - mx) * (x[i] - mx);
      yy += (y[i] - my) * (y[i] - my);
      xy += (x[i] - mx) * (y[i] - my);
    }
    assert_float_equal(h.missing, (all - count) / (double)all, 1e-12);
    assert_float_equal(h.slips, slips / (double)all, 1e-12);
    assert_float_equal(h.cents, share_of(cents, count, 0.5), 1e-6);
    assert_float_equal(h.most, share_of(cents, count, 0.9), 1e-6);
    assert_float_equal(h.agreement, xy / sqrt(xx * yy), 1e-9);
    assert_float_equal(h.level, sqrt((xx + yy - 2 * xy) / count), 1e-6);
    assert_int_equal(h.notes, begun);
    assert_float_equal(h.onset, share_of(late, begun, 0.9), 1e-12);
    assert_float_equal(rosin_follow_badness(&h),
                       h.cents + fmin(h.most, 400) / 4 + 300 * h.slips + 100 * h.missing + 40 -
                           40 * h.agreement + 200 * h.onset,
                       1e-9);
  }
}

static void the_loud_is_forte(void **state) {
  static double list[FRAMES];
  (void)state;
  for (int r = 0; r < 40; r++) {
    int count = 0;
    any_instrument(4);
    any_plan(1 + one_of(NOTES));
    for (int i = 0; i < FRAMES; i++)
      if (!isnan(plan.level[i]))
        list[count++] = plan.level[i];
    assert_int_equal(rosin_follow_level(&plan, &in), 0);
    const double base =
        in.heard[6] + 0.8 * (in.heard[7] - in.heard[6]) - share_of(list, count, 0.95);
    assert_float_equal(plan.base, base, 1e-9);
    assert_float_equal(plan.heard, base, 1e-9);
    for (int i = 0; i < FRAMES; i++)
      if (!isnan(plan.level[i]))
        assert_float_equal(plan.loud[i], plan.level[i] + base, 1e-9);
  }
}

/* ---- mending -----------------------------------------------------------------------------------
 */

static double bounded(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* Semitones that a frame lies below what is wanted; NaN: it has no pitch, or is far off. */
static double flat_by(int i, int frames, double far) {
  if (i >= frames || !(heard[i].hertz > 0))
    return (double)NAN;
  const double by = plan.key[i] - 69 - 12 * log2((double)heard[i].hertz / 440);
  return fabs(by) < far ? by : (double)NAN;
}

static double tone_at(int i, int frames) {
  return i < frames ? (double)heard[i].tone : -120;
}

/* What is missing of a frame: semitones, dB. */
static double missing(int what, int i, int frames) {
  return what ? bounded(plan.level[i] + plan.heard - tone_at(i, frames), -8, 8)
              : flat_by(i, frames, 1.5);
}

/* A mean of what is known of a list about a place. */
static double mean_about(const double *list, int at, int first, int last, int reach) {
  double sum = 0;
  int count = 0;
  for (int j = first; j < last; j++)
    if (abs(j - at) <= reach && !isnan(list[j]))
      sum += list[j], count++;
  return count ? sum / count : 0;
}

/* s that pitch (0) or level (1) comes late, of all notes: least squares. */
static double delay_of(int what, int frames) {
  double up = 0, down = 0;
  for (int k = 0; k < plan.notes; k++) {
    const rosin_follow_note *n = &note[k];
    double off = 0;
    for (int i = n->first; i < n->last; i++)
      off += fmin(plan.level[i] - tone_at(i, frames), 16 - plan.heard) / (n->last - n->first);
    for (int i = n->first + 3; i < n->last - 3; i++) {
      const double *list = what ? plan.level : plan.key;
      const double slope = (list[i + 1] - list[i - 1]) * 100;
      const double less = what ? plan.level[i] - tone_at(i, frames) - off : flat_by(i, frames, 100);
      if (fabs(less) <= (what ? 8 : 1.5)) {
        up += slope * less;
        down += slope * slope;
      }
    }
  }
  return down > 0 ? bounded(up / down, -0.02, 0.02) : 0;
}

/* The offset of all levels, once, before anything was judged. */
static double settled(int frames) {
  static double list[FRAMES];
  int count = 0;
  for (int k = 0; k < plan.notes; k++) {
    if (isfinite(note[k].bad[ROSIN_FOLLOW_LEVEL]))
      return plan.heard;
    for (int i = note[k].first; note[k].string && i < note[k].last; i++)
      if (!isnan(flat_by(i, frames, 100)))
        list[count++] = plan.level[i] + plan.heard - tone_at(i, frames);
  }
  return plan.heard - share_of(list, count, 0.5);
}

typedef struct {
  double *sent, *best, *wrong;
  double value[FRAMES], kept[FRAMES], less[FRAMES];
} mended;

/* One note's pitch or level as it is to be sent next. */
static void mend_part(rosin_follow_note *n, int what, int frames, int last, mended *m) {
  double bad = 0;
  for (int i = n->first; i < n->last; i++) {
    const double x = missing(what, i, frames);
    bad += (what ? x * x : isnan(x) ? 3 : fabs(x)) / (n->last - n->first);
  }
  const int better = bad < n->bad[what];
  n->gain[what] = better ? 0.7 : n->gain[what] / 2;
  n->bad[what] = better ? bad : n->bad[what];
  for (int i = n->first; i < n->last; i++) {
    m->kept[i] = better ? m->sent[i] : m->best[i];
    m->less[i] = better ? missing(what, i, frames) : m->wrong[i];
  }
  for (int i = n->first; i < n->last; i++) {
    const int edge = !what && n->last - n->first > 12 && i < n->first + 4;
    const double more =
        mean_about(m->less, edge ? n->first + 4 : i, n->first, n->last, what ? 5 : 3);
    const double x = m->kept[i] + (last ? 0 : n->gain[what] * more);
    m->value[i] =
        what ? bounded(bounded(x, plan.level[i] + plan.base - 18, plan.level[i] + plan.base + 18),
                       in.heard[0] - 2, in.heard[LEVELS - 1] + 2)
             : bounded(x, plan.key[i] - 1, plan.key[i] + 1);
  }
}

static void mend_onset(rosin_follow_note *n, int k, double behind, int last, double before) {
  double most = 0.1;
  if (!isnan(behind)) {
    const int better = fabs(behind) < n->bad[2];
    n->gain[2] = better ? 0.7 : n->gain[2] / 2;
    if (better) {
      n->bad[2] = fabs(behind);
      n->best_early = n->early;
      n->late = behind;
    }
  }
  if (isfinite(n->bad[2]))
    n->early = n->best_early + (last ? 0 : n->gain[2] * n->late);
  if (k && (n->first - note[k - 1].last) / 200.0 < 0.2)
    most = fmin(most, before + (n->first - note[k - 1].first) / 400.0);
  n->early = bounded(n->early, -0.03, most);
}

static void any_past(void) {
  for (int k = 0; k < plan.notes; k++)
    for (int part = 0; part < ROSIN_FOLLOW_PARTS; part++) {
      static const double usual[] = {0.4, 25, 0.02};
      const int never = part == ROSIN_FOLLOW_LEVEL && plan.base > -20;
      note[k].bad[part] = never || !one_of(4) ? INFINITY : usual[part] * between(0.2, 2);
      note[k].gain[part] = between(0.1, 0.7);
      note[k].best_early = between(-0.03, 0.05);
      note[k].late = between(-0.03, 0.05);
    }
  for (int i = 0; i < FRAMES; i++) {
    plan.best_bend[i] = plan.key[i] + between(-1, 1);
    plan.best_loud[i] = between(in.heard[0] - 3, in.heard[LEVELS - 1] + 3);
    plan.wrong_bend[i] = one_of(4) ? between(-1, 1) : (double)NAN;
    plan.wrong_loud[i] = between(-8, 8);
  }
}

static void a_plan_is_mended_by_what_is_missing(void **state) {
  static mended part[2];
  (void)state;
  for (int r = 0; r < 150; r++) {
    const rosin_pitch_track got = {.frames = FRAMES - one_of(400), .frame = heard};
    const rosin_pitch_track wanted = {.frames = FRAMES, .frame = meant};
    const int last = !one_of(4);
    rosin_follow_note was[NOTES], made[NOTES];
    any_instrument(4);
    any_plan(1 + one_of(NOTES));
    any_tracks(-2, one_of(6));
    plan.best_bend = numbers[4], plan.best_loud = numbers[5];
    plan.wrong_bend = numbers[6], plan.wrong_loud = numbers[7];
    plan.base = between(-30, -10);
    plan.heard = between(-9, 9);
    plan.ahead = between(0, 0.06);
    plan.swell = between(0, 0.1);
    any_past();
    memcpy(was, note, sizeof was);
    const double offset = plan.heard;
    plan.heard = settled(got.frames);
    part[0].sent = plan.bend, part[0].best = plan.best_bend, part[0].wrong = plan.wrong_bend;
    part[1].sent = plan.loud, part[1].best = plan.best_loud, part[1].wrong = plan.wrong_loud;
    for (int k = 0; k < plan.notes; k++) {
      const double behind =
          rosin_follow_onset(&plan, k, &got, 0) - rosin_follow_onset(&plan, k, &wanted, -2);
      made[k] = note[k];
      if (!note[k].string)
        continue;
      for (int what = 0; what < 2; what++)
        mend_part(&made[k], what, got.frames, last, &part[what]);
      mend_onset(&made[k], k, behind / 200, last, k ? made[k - 1].early : 0);
    }
    const double ahead = last ? plan.ahead : plan.ahead + 0.7 * delay_of(0, got.frames);
    const double swell = last ? plan.swell : plan.swell + 0.7 * delay_of(1, got.frames);
    const double heard_at = plan.heard;
    plan.heard = offset;
    assert_int_equal(rosin_follow_mend(&plan, &in, &wanted, &got, -2, last), 0);
    assert_float_equal(plan.heard, heard_at, 1e-9);
    assert_float_equal(plan.ahead, bounded(ahead, 0, 0.06), 1e-9);
    assert_float_equal(plan.swell, bounded(swell, 0, 0.1), 1e-9);
    for (int k = 0; k < plan.notes; k++) {
      assert_float_equal(note[k].early, made[k].early, 1e-9);
      for (int what = 0; what < 3; what++) {
        assert_float_equal(note[k].gain[what], made[k].gain[what], 1e-9);
        if (isfinite(made[k].bad[what]) || isfinite(note[k].bad[what]))
          assert_float_equal(note[k].bad[what], made[k].bad[what], 1e-9);
      }
      for (int i = note[k].first; note[k].string && i < note[k].last; i++) {
        assert_float_equal(plan.bend[i], part[0].value[i], 1e-9);
        assert_float_equal(plan.loud[i], part[1].value[i], 1e-9);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strings_are_the_cheapest_way),
      cmocka_unit_test(a_proposal_takes_most),
      cmocka_unit_test(dynamics_and_loudness_are_lines),
      cmocka_unit_test(a_plan_is_told_and_nothing_else),
      cmocka_unit_test(figures_are_plain_sums),
      cmocka_unit_test(the_loud_is_forte),
      cmocka_unit_test(a_plan_is_mended_by_what_is_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
