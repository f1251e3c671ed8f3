/* SPDX-License-Identifier: BSD-3-Clause */
/* Which regime a workload is in: one that is played, by its notes (hearing.c), any other from the
 * relative velocity, the hand's velocity and the load of its contacts. The surface follows the hand
 * where it is slower against it than a tenth of the hand's speed, and slips where it is faster than
 * four tenths; where no hand moves it but a push, of the speed against each other. */
#include "bench/bench.h"
#include "regime/regime.h"

#include <math.h>
#include <stddef.h>

static const double stuck_below = 0.1, slips_above = 0.4; /* of the hand's speed */
static const double hardly = 0.01;                        /* share of the time */
static const double carried = 0.5;                        /* of the hand's way */
static const double often = 5;                            /* 1/s */
static const double gone = 1e-8;                          /* of the energy there was */
static const double unsolved = 0.01;                      /* of the samples with a load, at most */
static const double most = 0.875;                         /* of the notes */

const char *bench_regime_name(bench_regime regime) {
  static const char *const name[] = {"-",        "silent",     "decayed",   "ringing", "sticking",
                                     "slipping", "stick-slip", "Helmholtz", "playing", "mixed"};
  return name[regime];
}

int bench_regime_is(bench_regime found, bench_regime meant) {
  return found == meant || (found == BENCH_HELMHOLTZ && meant == BENCH_STICKSLIP);
}

static double rms(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * x[i];
  return count ? sqrt(sum / count) : 0;
}

static int helmholtz(const bench_trace *t) {
  rosin_regime found;
  const rosin_motion motion = {.rate = t->rate,
                               .period = 1 / t->frequency,
                               .share = t->share,
                               .count = t->count,
                               .velocity = t->velocity,
                               .bow = t->hand};
  if (t->frequency <= 0)
    return 0;
  rosin_regime_find(&motion, &found);
  return found.kind == ROSIN_REGIME_HELMHOLTZ;
}

/* Over a hand that goes one way, how far the contact went, as a share of the hand's way: all
 * of it where the body stays where it is, what bristles stretch where it is carried along. */
static double slid(const bench_trace *t) {
  double way = 0, length = 0, between = 0;
  for (int i = 0; i < t->count; i++) {
    way += t->hand[i];
    length += fabs(t->hand[i]);
    between += t->velocity[i];
  }
  return fabs(way) > 0.9 * length ? fabs(between / way) : 1;
}

static bench_regime judge(const bench_trace *t) {
  const double moved = rms(t->hand, t->count);
  const double hand = moved > 0 ? moved : rms(t->velocity, t->count); /* bodies pushed along */
  int loaded = 0, stuck = 0, slips = 0, onsets = 0, slipping = 0;
  for (int i = 0; i < t->count; i++) {
    const double v = fabs(t->velocity[i]);
    if (t->normal[i] <= 0)
      continue;
    loaded++;
    stuck += v < stuck_below * hand;
    slips += v > slips_above * hand;
    if (slipping ? v < stuck_below * hand : v > slips_above * hand) {
      slipping = !slipping;
      onsets += slipping;
    }
  }
  if (loaded < hardly * t->count || hand <= 0)
    return BENCH_MIXED;
  if (stuck >= (1 - hardly) * loaded || (!slips && slid(t) < carried))
    return BENCH_STICKING;
  if (slips > 0 && stuck <= hardly * loaded)
    return BENCH_SLIPPING;
  if (onsets < often * t->count / t->rate)
    return BENCH_MIXED;
  return helmholtz(t) ? BENCH_HELMHOLTZ : BENCH_STICKSLIP;
}

/* Nothing presses: by what is left of the energy. */
static bench_regime unloaded(double greatest, double left) {
  if (greatest <= 0)
    return BENCH_SILENT;
  return left <= gone * greatest ? BENCH_DECAYED : BENCH_RINGING;
}

static int presses(const bench_trace *trace, int traces) {
  for (int k = 0; k < traces; k++)
    for (int i = 0; i < trace[k].count; i++)
      if (trace[k].normal[i] > 0)
        return 1;
  return 0;
}

static void run(bench_world *world, double seconds, double *greatest) {
  const int calls = (int)ceil(seconds * bench_rate(world) / bench_frames(world));
  for (int i = 0; i < calls; i++) {
    bench_call(world);
    *greatest = fmax(*greatest, bench_energy(world));
  }
}

/* Of older engines' cores one does not see the strings: what a player's own events play there, and
 * is judged, MIDI does. */
static void judge_notes(const bench_workload *w, const bench_world *world, bench_result *r) {
  const double from = bench_warm(w), to = from + bench_seconds(w);
  const int notes = bench_notes(world, from, to, &r->heard);
  r->notes = notes > 0 ? notes : 0;
  r->regime = notes && r->heard >= most * notes ? BENCH_PLAYING : BENCH_MIXED;
}

static void judge_contacts(bench_world *world, double greatest, bench_result *r) {
  int traces;
  const bench_trace *trace = bench_traces(world, &traces);
  if (!presses(trace, traces)) {
    r->regime = unloaded(greatest, bench_energy(world));
    return;
  }
  r->regime = judge(&trace[0]);
  for (int k = 1; k < traces; k++) {
    const bench_regime other = judge(&trace[k]);
    if (bench_regime_is(r->regime, other)) /* the less special of the two */
      r->regime = other;
    else if (!bench_regime_is(other, r->regime))
      r->regime = BENCH_MIXED;
  }
}

int bench_judge(const bench_workload *w, int call, bench_result *r, rosin_error *error) {
  rosin_statistics before, after;
  double greatest = 0;
  if (w->regime == BENCH_NONE) {
    r->regime = BENCH_NONE;
    r->good = 1;
    return 0;
  }
  bench_world *world = bench_open(w, call, 1, error);
  if (!world)
    return -1;
  bench_restart(world);
  run(world, bench_warm(w), &greatest);
  bench_forget(world);
  bench_count(world, &before);
  run(world, bench_seconds(w), &greatest);
  bench_count(world, &after);
  if (w->tune)
    judge_notes(w, world, r);
  else
    judge_contacts(world, greatest, r);
  r->good = bench_regime_is(r->regime, w->regime);
  const double solves = (double)(after.solves - before.solves);
  const double elastic = (double)(after.elastic - before.elastic);
  r->elastic = solves > 0 ? elastic / solves : 0;
  r->iterations =
      solves > elastic ? (double)(after.iterations - before.iterations) / (solves - elastic) : 0;
  r->unconverged = after.unconverged - before.unconverged;
  r->good = r->good && (double)r->unconverged <= unsolved * solves;
  bench_close(world);
  return 0;
}
