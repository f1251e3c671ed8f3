/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop of a string from inside: how its loss is judged, what is damped when, sleep. */
#include "waveguide/section.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

static const double pi = 3.14159265358979323846;
static const double rates[] = {44100, 48000, 88200, 96000, 192000};

static rosin_string_spec cello(void) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  return s;
}

static rosin_body *make(const rosin_string_spec *spec, double rate) {
  rosin_error error;
  rosin_body *body = rosin_string_new(spec, rate, &error);
  if (!body)
    fail_msg("%s", error.text);
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, 0.13);
  return body;
}

/* What passive.c looks up, against the transfer functions; and what it decides. */
static void passivity_is_judged_by_the_transfer_function(void **state) {
  (void)state;
  enum { ANGLES = ROSIN_LOSS_ANGLES };
  double taken[ANGLES + 1];
  rosin_loss_grid grid;
  rosin_loss_grid_init(&grid);
  unsigned seed = 11;
  int counts[2] = {0, 0};
  for (int k = 0; k < 40; k++) {
    rosin_string_spec s = cello();
    s.frequency = 60 * exp2(k / 8.0);
    rosin_body *body = make(&s, rates[k % 5]);
    rosin_loop *l = &((rosin_string *)body)->transverse;
    for (int again = 0; again < 20; again++) {
      int passive = 1;
      for (int i = 0; i < l->means && again; i++)
        l->loss.share[i] = 0.3 * (noise(&seed) + (again % 2 ? 1 : 0.8));
      rosin_loss_taken(&grid, l, &l->loss, 1, taken);
      for (int i = 1; i <= ANGLES; i++) {
        double want = 0;
        for (int j = 0; j < l->means; j++)
          want += l->loss.share[j] * (1 - rosin_mean_gain(l->half[j], pi * i / ANGLES));
        assert_true(fabs(taken[i] - want) < 1e-10);
        want += l->loss.broad * (1 - rosin_loop_spared(l, pi * i / ANGLES));
        passive &= want >= 0 && want <= 2;
      }
      assert_int_equal(rosin_loss_passive(&grid, l), passive);
      counts[passive]++;
    }
    rosin_body_free(body);
  }
  assert_true(counts[0] > 50 && counts[1] > 50);
}

static double falls(const void *context, double frequency) {
  const double *c = context;
  return c[0] * (1 + pow(frequency / c[1], c[2]));
}

/* Whatever the curve and the pitch, a wave comes back no larger and not upside down; a cent higher
 * it loses what it loses here; and a steep curve is followed. */
static void losses_turn_nothing_over(void **state) {
  (void)state;
  static const double curve[][3] = {{2, 900, 3}, {1.4, 400, 2.5}, {5, 2000, 3.5}, {0.5, 3000, 1}};
  enum { ANGLES = ROSIN_LOSS_ANGLES };
  double taken[ANGLES + 1], next[ANGLES + 1];
  rosin_loss_grid grid;
  rosin_loss_grid_init(&grid);
  for (int k = 0; k < 16; k++) {
    const double f = 55 * exp2(k % 4), rate = rates[k % 5];
    const rosin_decay decay = {falls, curve[k / 4]};
    rosin_loop l;
    assert_int_equal(rosin_loop_init(&l, 1, rate / f, 0, rate, &decay), 0);
    for (double p = l.open_period; p > l.shortest; p *= 0.983) {
      rosin_loop_tune(&l, p);
      rosin_loss_taken(&grid, &l, &l.loss, 1, taken);
      for (int n = 1; n * rate / p < 3000 && k / 4 < 3 && p > 200 && p < 500; n++) {
        const double is = -log(rosin_loop_gain(&l, 2 * pi * n / p)) * rate / p;
        if (!(fabs(is / falls(curve[k / 4], n * rate / p) - 1) < 0.12))
          fail_msg("curve %d, %g Hz, partial %d: %g", k / 4, rate / p, n,
                   is / falls(curve[k / 4], n * rate / p));
      }
      rosin_loop_tune(&l, p * 0.9994);
      rosin_loss_taken(&grid, &l, &l.loss, 1, next);
      for (int i = 1; i <= ANGLES; i++) {
        assert_true(taken[i] > -1e-9 && l.loss.broad + taken[i] < 1 + 1e-9);
        assert_true(fabs(next[i] - taken[i]) < 0.01);
      }
    }
    rosin_loop_free(&l);
  }
}

/* Several samples are damped at once: what is read must be there by then, at any pitch. */
static void samples_are_damped_before_they_are_read(void **state) {
  (void)state;
  for (int r = 0; r < 5; r++)
    for (double f = 41; f < 2000; f *= 1.19) {
      rosin_string_spec s = cello();
      s.frequency = f;
      s.torsion_frequency = fmin(5 * f, rates[r] / 12);
      rosin_body *body = make(&s, rates[r]);
      rosin_loop *loop[] = {&((rosin_string *)body)->transverse, &((rosin_string *)body)->torsion};
      for (int k = 0; k < 2; k++)
        for (double p = loop[k]->open_period; p > loop[k]->shortest; p *= 0.993) {
          rosin_loop_tune(loop[k], p);
          assert_true(loop[k]->release + 3 + loop[k]->late <= loop[k]->nut.first - loop[k]->lag);
        }
      rosin_body_free(body);
    }
}

/* Samples are injected before their time; a loop that is tuned to its own pitch in every
 * sample does each by itself, and is what the other is held against: also where the pitch
 * moves amid a batch, and in what is told of energy. */
static void samples_ahead_are_as_those_made_one_by_one(void **state) {
  (void)state;
  enum { SAMPLES = 2500, MOVE = 901, BACK = 1404 };
  int alone = 0, batches = 0;
  for (int k = 0; k < 12; k++) {
    rosin_string_spec s = cello();
    s.frequency = 65 * exp2(k / 3.0);
    rosin_body *body[2] = {make(&s, rates[k % 5]), make(&s, rates[k % 5])};
    double most = 0, worst = 0, told = 0;
    unsigned seed = 5;
    for (int n = 0; n < SAMPLES; n++) {
      const double force = n < 400 || n % 700 < 50 ? noise(&seed) : 0;
      double v[2], energy[2];
      for (int i = 0; i < 2; i++) {
        rosin_loop *l = &((rosin_string *)body[i])->transverse;
        if (n == MOVE || n == BACK)
          body[i]->ops->set_control(body[i], 0, n == MOVE ? 1.07 * s.frequency : 0);
        if (i == 1)
          rosin_loop_tune(l, l->period);
        v[i] = step(body[i], force);
        energy[i] = rosin_body_energy(body[i]) + rosin_string_lost((rosin_string *)body[i]);
        *(i ? &alone : &batches) += l->head > l->made;
      }
      most = fmax(most, fabs(v[0]));
      worst = fmax(worst, fabs(v[0] - v[1]));
      told = fmax(told, fabs(energy[0] / energy[1] - 1));
    }
    assert_true(worst < 1e-11 * most);
    assert_true(told < 1e-11);
    for (int i = 0; i < 2; i++)
      rosin_body_free(body[i]);
  }
  assert_true(alone == 0 && batches > 12 * SAMPLES / 2);
}

/* ... and nobody can tell which: a push a sample later is heard a sample later. */
static void a_later_push_sounds_the_same_later(void **state) {
  (void)state;
  enum { SAMPLES = 3000 };
  static double first[SAMPLES + 8], later[SAMPLES + 8];
  const rosin_string_spec s = cello();
  for (int delay = 0; delay < 6; delay++) {
    rosin_body *body = make(&s, 44100);
    double most = 0;
    for (int n = 0; n < SAMPLES + delay; n++) {
      const int at = n - delay;
      const double f = n == 0 ? 1e-30 : at >= 20 && at < 60 ? sin(0.3 * at) : 0;
      (delay ? later : first)[n] = step(body, f);
    }
    for (int n = 10; n < SAMPLES; n++)
      most = fmax(most, fabs(first[n]));
    for (int n = 10; n < SAMPLES && delay; n++)
      assert_true(fabs(later[n + delay] - first[n]) < 1e-11 * most);
    rosin_body_free(body);
  }
}

/* Pushed twice, 3 s apart. The one that is kept awake by next to nothing tells what the
 * one that sleeps should do; what it forgets is counted as lost. */
static void a_faded_wave_sleeps_until_it_is_pushed(void **state) {
  (void)state;
  enum { PUSH = 400, AGAIN = 3 * 48000, SOME = 4000 };
  const rosin_string_spec s = cello();
  rosin_body *body[2] = {make(&s, 48000), make(&s, 48000)};
  const rosin_loop *torsion[2];
  double worst = 0, most = 0;
  for (int k = 0; k < 2; k++)
    torsion[k] = &((rosin_string *)body[k])->torsion;
  assert_true(torsion[0]->asleep && ((rosin_string *)body[0])->transverse.asleep);
  for (int n = 0; n < AGAIN + SOME; n++) {
    const double f = n < PUSH || n >= AGAIN ? 1 + sin(0.1 * n) : 0;
    const double v = step(body[0], f), awake = step(body[1], f != 0 ? f : 1e-200);
    if (n == 2 * PUSH)
      assert_true(!torsion[0]->asleep);
    if (n == AGAIN - 1)
      assert_true(torsion[0]->asleep && !torsion[1]->asleep);
    most = fmax(most, fabs(v));
    worst = fmax(worst, fabs(v - awake));
  }
  assert_true(!torsion[0]->asleep);
  assert_true(worst < 1e-8 * most);
  assert_true(
      fabs(rosin_string_lost((rosin_string *)body[0]) / rosin_string_lost((rosin_string *)body[1]) -
           1) < 1e-4);
  for (int k = 0; k < 2; k++)
    rosin_body_free(body[k]);
}

/* ---- dispersion -------------------------------------------------------------------- */

/* What a finger does: coefficients that are others at every sample. */
static void a_section_keeps_energy_while_it_moves(void **state) {
  (void)state;
  double s[2] = {0.3, -0.7};
  unsigned seed = 1;
  for (int i = 0; i < 1000; i++) {
    double r[3];
    for (int k = 0; k < 3; k++)
      r[k] = 2.0 * ((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24) - 1;
    const double before = s[0] * s[0] + s[1] * s[1] + r[2] * r[2];
    const double out =
        rosin_section(r[0], sqrt(1 - r[0] * r[0]), r[1], sqrt(1 - r[1] * r[1]), s, r[2]);
    const double after = s[0] * s[0] + s[1] * s[1] + out * out;
    assert_true(fabs(after - before) < 1e-12 * before);
  }
}

/* The lattice, the lag that is fitted with, and the lag of the first partial are one filter. */
static void a_sections_lag_is_what_it_does(void **state) {
  (void)state;
  rosin_sections sections = {.count = 3, .order = {0.2, 0.5, 0.8}};
  const rosin_poles poles = {0.8, 0.3};
  rosin_sections_set(&sections, &poles);
  for (double w = 0.01; w < 2.9; w *= 1.5) {
    const double k2 = sections.d2, c2 = sqrt(1 - k2 * k2), h = 1e-6;
    double s[3][2] = {{0}}, re = 0, im = 0, group;
    const int settled = 2000, count = 20000;
    for (int n = 0; n < settled + count; n++) {
      double x = cos(w * n);
      for (int i = 0; i < 3; i++) {
        const double k1 = sections.d1[i] / (1 + k2);
        x = rosin_section(k1, sqrt(1 - k1 * k1), k2, c2, s[i], x);
      }
      const double window = n < settled ? 0 : 1 - cos(2 * pi * (n - settled + 0.5) / count);
      re += window * x * cos(w * n);
      im += window * x * sin(w * n);
    }
    const double lag = rosin_sections_lag(&sections, w, &group);
    assert_true(fabs(remainder(lag - atan2(im, re), 2 * pi)) < 2e-3);
    assert_true(fabs(hypot(re, im) / (0.5 * count) - 1) < 2e-3);
    const double more = rosin_sections_lag(&sections, w + h, NULL);
    assert_true(fabs((more - lag) / h - group) < 1e-4 * group);
    if (lag < pi)
      assert_true(fabs(rosin_sections_first(&sections, w) * w - lag) < 1e-9);
  }
  assert_true(fabs(rosin_sections_first(&sections, 1e-4) - rosin_sections_delay(&sections)) < 1e-3);
}

/* Of the cello's D string, open and stopped up to two octaves, at all rates. */
static void shifts_are_right_to_the_twentieth(void **state) {
  (void)state;
  for (int r = 0; r < 5; r++) {
    rosin_string_spec spec = cello();
    rosin_body *body = make(&spec, rates[r]);
    rosin_loop *l = &((rosin_string *)body)->transverse;
    const double tension = 2 * spec.length * spec.frequency * spec.impedance;
    const double open = pi * pi * spec.bending_stiffness / (tension * spec.length * spec.length);
    for (int k = 0; k <= 24; k++) {
      const double ratio = exp2(k / 12.0), wanted = ratio * ratio * (1 + open);
      const double b = 0.5 * (sqrt(1 + 4 * open * wanted) - 1);
      rosin_loop_tune(l, l->open_period / ratio);
      for (int n = 2; n <= 20; n++) {
        const double first = 2 * pi / l->period, shift = sqrt((1 + b * n * n) / (1 + b)) - 1;
        double w = n * first, group;
        for (int i = 0; i < 20; i++) {
          const double lag = rosin_sections_lag(&l->sections, w, &group);
          w += (2 * pi * n - l->read * w - lag) / (l->read + group);
        }
        const double error = (w / (n * first) - 1) / shift - 1;
        if (fabs(error) > 0.1)
          fail_msg("%g Hz, %d semitones up, partial %d: %.3f", rates[r], k, n, error);
      }
    }
    rosin_body_free(body);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passivity_is_judged_by_the_transfer_function),
      cmocka_unit_test(losses_turn_nothing_over),
      cmocka_unit_test(samples_are_damped_before_they_are_read),
      cmocka_unit_test(samples_ahead_are_as_those_made_one_by_one),
      cmocka_unit_test(a_later_push_sounds_the_same_later),
      cmocka_unit_test(a_faded_wave_sleeps_until_it_is_pushed),
      cmocka_unit_test(a_section_keeps_energy_while_it_moves),
      cmocka_unit_test(a_sections_lag_is_what_it_does),
      cmocka_unit_test(shifts_are_right_to_the_twentieth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
