/* SPDX-License-Identifier: BSD-3-Clause */
/* Regimes told from made-up motion whose regime is known, attacks from slips at known
 * times, Schelleng's limits from numbers worked out by hand. */
#include "regime/regime.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, PERIOD = 300, COUNT = 21 * PERIOD, ROOM = 60 * PERIOD };

static const double speed = 0.1, share = 0.1;

static double velocity[ROOM], bow[ROOM];

static rosin_motion rest(int count) {
  for (int i = 0; i < count; i++) {
    velocity[i] = 0;
    bow[i] = speed;
  }
  return (rosin_motion){.rate = RATE,
                        .period = (double)PERIOD / RATE,
                        .share = share,
                        .count = count,
                        .velocity = velocity,
                        .bow = bow};
}

/* A slip of `height` m/s from `onset` (samples, any fraction) for `length` samples, with
 * flanks a sample wide. */
static void slip(const rosin_motion *m, double onset, double length, double height) {
  for (int i = 0; i < m->count; i++) {
    const double in = fmin(fmax(i - onset, 0), 1), out = fmin(fmax(i - onset - length, 0), 1);
    velocity[i] += height * (in - out);
  }
}

/* `each` slips a period of `period` samples at `place[]` of it. */
static void slips(const rosin_motion *m, double period, int each, const double *place) {
  for (int p = 0; p * period < m->count; p++)
    for (int k = 0; k < each; k++)
      slip(m, (p + place[k]) * period, share * PERIOD / each, speed / share);
}

static const double first[] = {0.3};

static rosin_regime find(const rosin_motion *m) {
  rosin_regime r;
  rosin_regime_find(m, &r);
  return r;
}

static void one_slip_is_helmholtz(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  slips(&m, PERIOD, 1, first);
  const rosin_regime r = find(&m);
  assert_int_equal(r.kind, ROSIN_REGIME_HELMHOLTZ);
  assert_true(fabs(r.slips - 1) < 1e-9 && fabs(r.cents) < 1e-6 && r.jitter < 1e-6);
  assert_true(fabs(r.share - share) < 0.01 && fabs(r.trend) < 1e-9);
}

static void pitch_is_that_of_the_slips(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  slips(&m, PERIOD * exp2(12.0 / 1200), 1, first); /* 12 cents flat, a fraction of a sample */
  const rosin_regime r = find(&m);
  assert_int_equal(r.kind, ROSIN_REGIME_HELMHOLTZ);
  assert_true(fabs(r.cents + 12) < 0.05);
}

static void up_bow_is_as_down_bow(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  slips(&m, PERIOD, 1, first);
  for (int i = 0; i < m.count; i++) {
    velocity[i] = -velocity[i];
    bow[i] = -bow[i];
  }
  assert_int_equal(find(&m).kind, ROSIN_REGIME_HELMHOLTZ);
}

static void slips_are_counted(void **state) {
  (void)state;
  static const double two[] = {0.1, 0.45}, three[] = {0.1, 0.35, 0.7};
  rosin_motion m = rest(COUNT);
  slips(&m, PERIOD, 2, two);
  rosin_regime r = find(&m);
  assert_int_equal(r.kind, ROSIN_REGIME_SEVERAL);
  assert_true(fabs(r.slips - 2) < 0.06 && fabs(r.cents) < 10);
  m = rest(COUNT);
  slips(&m, PERIOD, 3, three);
  r = find(&m);
  assert_int_equal(r.kind, ROSIN_REGIME_SEVERAL);
  assert_true(fabs(r.slips - 3) < 0.06);
}

/* The pitch of several slips is where all of them come again, found to two cents. */
static void several_slips_have_the_pitch_of_all(void **state) {
  static const double place[] = {0.1, 0.42};
  (void)state;
  for (int cents = -96; cents <= 96; cents += 12) {
    rosin_motion m = rest(COUNT);
    slips(&m, PERIOD * exp2(cents / 1200.0), 2, place);
    const rosin_regime r = find(&m);
    assert_int_equal(r.kind, ROSIN_REGIME_SEVERAL);
    assert_true(fabs(r.cents + cents) < 2);
  }
}

static void long_gaps_are_subharmonic(void **state) {
  (void)state;
  rosin_motion m = rest(2 * COUNT);
  slips(&m, 2 * PERIOD, 1, first);
  const rosin_regime r = find(&m);
  assert_int_equal(r.kind, ROSIN_REGIME_SUBHARMONIC);
  assert_true(fabs(r.cents + 1200) < 1);
}

static void a_shrinking_swing_decays(void **state) {
  (void)state;
  for (int twice = 0; twice < 2; twice++) {
    rosin_motion m = rest(COUNT);
    slips(&m, PERIOD, 1, first);
    for (int i = 0; i < m.count; i++)
      velocity[i] *= exp((twice ? -2e-3 : -2e-4) * i / PERIOD);
    const rosin_regime r = find(&m);
    assert_int_equal(r.kind, twice ? ROSIN_REGIME_DECAYING : ROSIN_REGIME_HELMHOLTZ);
    assert_true(fabs(r.trend - (twice ? -2e-3 : -2e-4)) < 2e-5);
  }
}

static void disorder_is_raucous(void **state) {
  (void)state;
  unsigned seed = 1;
  rosin_motion m = rest(COUNT);
  for (double at = 50; at < m.count;) {
    slip(&m, at, 20, speed / share);
    seed = seed * 1664525u + 1013904223u;
    at += PERIOD * (0.3 + 1.4 * (seed >> 8) / 16777216.0);
  }
  assert_int_equal(find(&m).kind, ROSIN_REGIME_RAUCOUS);
}

/* One slip a period that comes 5% late and early by turns is no clean tone. */
static void jitter_is_raucous(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  for (int p = 0; p < 20; p++)
    slip(&m, (p + 0.3 + (p % 2 ? 0.05 : 0)) * PERIOD, share * PERIOD, speed / share);
  assert_int_equal(find(&m).kind, ROSIN_REGIME_RAUCOUS);
}

/* A slip of a third of the period is none of Helmholtz's at a tenth of the string. */
static void long_slips_are_raucous(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  for (int p = 0; p < 21; p++)
    slip(&m, (p + 0.3) * PERIOD, 0.33 * PERIOD, speed / share);
  assert_int_equal(find(&m).kind, ROSIN_REGIME_RAUCOUS);
}

static void rest_and_sliding_are_told_apart(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  assert_int_equal(find(&m).kind, ROSIN_REGIME_STICKING);
  for (int i = 0; i < m.count; i++)
    velocity[i] = speed;
  assert_int_equal(find(&m).kind, ROSIN_REGIME_SILENT);
}

static void a_body_without_a_share_is_judged_too(void **state) {
  (void)state;
  rosin_motion m = rest(COUNT);
  m.share = 0;
  m.bow = NULL;
  slips(&m, PERIOD, 1, first);
  assert_int_equal(find(&m).kind, ROSIN_REGIME_HELMHOLTZ);
}

static void nonsense_is_survived(void **state) {
  (void)state;
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
  rosin_motion m = rest(COUNT);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    m = rest(COUNT);
    slips(&m, PERIOD, 1, first);
    velocity[1000] = bad[k];
    const rosin_regime r = find(&m);
    assert_true(r.kind == ROSIN_REGIME_SILENT || r.kind == ROSIN_REGIME_RAUCOUS);
    rosin_attack a;
    rosin_regime_attack(&m, 5, &a);
  }
  for (int n = 0; n < 5; n++) {
    m.count = n;
    assert_true(find(&m).kind != ROSIN_REGIME_HELMHOLTZ);
  }
  m = rest(COUNT);
  m.period = 1; /* longer than all there is */
  slips(&m, PERIOD, 1, first);
  assert_true(find(&m).kind != ROSIN_REGIME_HELMHOLTZ);
}

static void regimes_have_names(void **state) {
  (void)state;
  for (int k = 0; k < ROSIN_REGIMES; k++)
    assert_non_null(rosin_regime_name((rosin_regime_kind)k));
  assert_string_equal(rosin_regime_name(ROSIN_REGIME_HELMHOLTZ), "Helmholtz");
  assert_null(rosin_regime_name((rosin_regime_kind)ROSIN_REGIMES));
  assert_null(rosin_regime_name((rosin_regime_kind)-1));
}

/* ---- attacks ----------------------------------------------------------------------- */

static void put_slips(const rosin_motion *m, const double *at, int count) {
  for (int i = 0; i < count; i++)
    slip(m, at[i] * PERIOD, share * PERIOD, speed / share);
}

static void attacks_are_timed(void **state) {
  (void)state;
  /* two late ones, then order from the slip at 5.6 on */
  static const double creaky[] = {1.2, 3, 5.6, 6.6, 7.6, 8.6, 9.6, 10.6};
  /* two early ones, then order from the slip at 2.0 on */
  static const double slipping[] = {1.2, 1.6, 2, 3, 4, 5, 6, 7};
  static const double never[] = {1.2, 3, 4, 6, 7.6, 8, 9, 11};
  rosin_motion m = rest(COUNT);
  rosin_attack a;
  put_slips(&m, creaky, 8);
  rosin_regime_attack(&m, 5, &a);
  assert_true(fabs(a.first - 1.2 * m.period) < 1.0 / RATE);
  assert_true(fabs(a.time - 4.4 * m.period) < 1.0 / RATE);
  assert_int_equal(a.late, 2);
  assert_int_equal(a.early, 0);
  m = rest(COUNT);
  put_slips(&m, slipping, 8);
  rosin_regime_attack(&m, 5, &a);
  assert_true(fabs(a.time - 0.8 * m.period) < 1.0 / RATE);
  assert_int_equal(a.late, 0);
  assert_int_equal(a.early, 2);
  m = rest(COUNT);
  put_slips(&m, never, 8);
  rosin_regime_attack(&m, 5, &a);
  assert_true(a.time == -1 && a.first > 0);
  m = rest(COUNT);
  rosin_regime_attack(&m, 5, &a);
  assert_true(a.time == -1 && a.first == -1);
}

/* ---- theory ------------------------------------------------------------------------ */

/* Z 0.5 kg/s, 0.1 m/s, a tenth of the string, friction 0.4 and 0.2: above 2 * 0.5 * 0.1 /
 * (0.1 * 0.2) = 5 N; Q 500 makes R = 159.155 kg/s: below 0.25 * 0.1 / (2 R * 0.01 * 0.2). */
static void schelleng_limits_are_those_of_the_formulas(void **state) {
  (void)state;
  const rosin_schelleng s = {.impedance = 0.5, .q = 500, .share = 0.1, .speed = -0.1, .grip = 0.2};
  double low, high;
  rosin_schelleng_limits(&s, &low, &high);
  assert_true(fabs(high - 5) < 1e-12);
  assert_true(fabs(low - 0.039270) < 1e-6);
}

/* Twenty periods out of forty, from every 3rd of the 300 samples of a period on. */
static void same_at_every_phase(const rosin_motion *whole, double period, rosin_regime_kind kind) {
  for (int at = 0; at < (int)period; at += 3) {
    rosin_motion m = *whole;
    m.velocity += at;
    m.bow += at;
    m.count = (int)(20 * period) + 1;
    const rosin_regime r = find(&m);
    if (r.kind != kind)
      fail_msg("%s at %d: %s, jitter %g", rosin_regime_name(kind), at, rosin_regime_name(r.kind),
               r.jitter);
    if (kind == ROSIN_REGIME_HELMHOLTZ)
      if (fabs(r.slips - 1) > 1e-9 || r.jitter > 1e-6)
        fail_msg("at %d: %.12g slips, jitter %g", at, r.slips, r.jitter);
  }
}

/* The verdict does not depend on where the stretch opens, in a slip or not, also where a slip
 * has a notch soon after its onset. */
static void phase_does_not_matter(void **state) {
  (void)state;
  static const double two[] = {0.1, 0.45};
  rosin_motion m = rest(22 * PERIOD);
  slips(&m, PERIOD, 1, first);
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_HELMHOLTZ);
  for (int p = 0; p < 22; p++)
    slip(&m, (p + 0.3) * PERIOD + 3, 1, -speed / share);
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_HELMHOLTZ);
  m = rest(22 * PERIOD);
  slips(&m, PERIOD, 2, two);
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_SEVERAL);
  m = rest(44 * PERIOD);
  slips(&m, 2 * PERIOD, 1, first);
  same_at_every_phase(&m, 2 * PERIOD, ROSIN_REGIME_SUBHARMONIC);
  m = rest(22 * PERIOD);
  for (int p = 0; p < 22; p++)
    slip(&m, (p + 0.3 + (p % 2 ? 0.05 : 0)) * PERIOD, share * PERIOD, speed / share);
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_RAUCOUS);
  m = rest(22 * PERIOD);
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_STICKING);
  for (int i = 0; i < m.count; i++)
    velocity[i] = speed;
  same_at_every_phase(&m, PERIOD, ROSIN_REGIME_SILENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_slip_is_helmholtz),
      cmocka_unit_test(phase_does_not_matter),
      cmocka_unit_test(pitch_is_that_of_the_slips),
      cmocka_unit_test(up_bow_is_as_down_bow),
      cmocka_unit_test(slips_are_counted),
      cmocka_unit_test(several_slips_have_the_pitch_of_all),
      cmocka_unit_test(long_gaps_are_subharmonic),
      cmocka_unit_test(a_shrinking_swing_decays),
      cmocka_unit_test(disorder_is_raucous),
      cmocka_unit_test(jitter_is_raucous),
      cmocka_unit_test(long_slips_are_raucous),
      cmocka_unit_test(rest_and_sliding_are_told_apart),
      cmocka_unit_test(a_body_without_a_share_is_judged_too),
      cmocka_unit_test(nonsense_is_survived),
      cmocka_unit_test(regimes_have_names),
      cmocka_unit_test(attacks_are_timed),
      cmocka_unit_test(schelleng_limits_are_those_of_the_formulas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
