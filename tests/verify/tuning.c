/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures of the free string, one a line: name, value, samples it rests on, seed
 * (none is random: 0). Every semitone from 65 Hz to 1 kHz at five rates; shifts of the
 * partials of a stiff string. */
#include "tests/unit/measure.h"
#include "tests/unit/moving.h"
#include "tests/unit/plain_string.h"
#include "waveguide/string.h"

#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;
static const double rates[] = {44100, 48000, 88200, 96000, 192000};

static rosin_body *make(const rosin_string_spec *spec, double rate) {
  rosin_error error;
  rosin_body *body = rosin_string_new(spec, rate, &error);
  if (!body) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  body->ops->bind(body, 1);
  body->ops->place(body, 0, 0.13);
  return body;
}

static void tune(double rate, double b) {
  double cents = 0, decay = 0;
  int strings = 0;
  for (double f = 65; f < 1000; f *= pow(2, 1 / 12.0), strings++) {
    const rosin_string_spec s = plain_string(f, b);
    rosin_body *body = make(&s, rate);
    const measured_partial p = measure_partial(body, f, 3 / f, 40 / f);
    cents = fmax(cents, fabs(1200 * log2(p.frequency / f)));
    decay = fmax(decay, fabs(pi * f / s.q / p.decay - 1));
    body->ops->destroy(body);
  }
  printf("string_tuning_cents_b%g_%g %.5f %d 0\n", b, rate, cents, strings);
  printf("string_t60_error_b%g_%g %.6f %d 0\n", b, rate, decay, strings);
}

/* Largest error, relative, of the shifts of partials 2 ... 10, and of their T60. */
static void stretch(double rate, double f, double b) {
  const rosin_string_spec s = plain_string(f, b);
  rosin_body *body = make(&s, rate);
  double worst = 0, decay = 0;
  for (int n = 2; n <= 10; n++) {
    const double expected = n * f * sqrt((1 + b * n * n) / (1 + b));
    if (n == 8 || expected > 0.4 * rate) /* a node of the port is near the eighth */
      continue;
    const measured_partial p = measure_partial(body, expected, 3 / f, 30 / f);
    if (b > 0)
      worst = fmax(worst, fabs((p.frequency - n * f) / (expected - n * f) - 1));
    decay = fmax(decay, fabs(pi * expected / s.q / p.decay - 1));
  }
  if (b > 0)
    printf("string_shift_error_b%g_%ghz_%g %.4f 8 0\n", b, f, rate, worst);
  printf("string_partials_t60_error_b%g_%ghz_%g %.4f 8 0\n", b, f, rate, decay);
  body->ops->destroy(body);
}

/* Modes from 65 Hz to 0.4 of the rate: pole by a window, stiffness by a steady force. */
static void tune_modes(double rate) {
  double cents = 0, decay = 0, stiffness = 0;
  int modes = 0;
  for (double f = 65; f < 0.4 * rate; f *= pow(2, 3 / 12.0), modes++) {
    const rosin_mode mode = {.frequency = f, .q = 200, .mass = 0.01};
    const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
    rosin_body *body = rosin_modal_new(&spec, rate, NULL);
    double v = 0;
    const double force = 1, k = mode.mass * 4 * pi * pi * f * f;
    body->ops->bind(body, 1);
    body->ops->place(body, 0, 0);
    const measured_partial p = measure_partial(body, f, 3 / f, 200 / f);
    /* Q 200: the damped frequency is 1/(8 Q^2) below the undamped one */
    const double damped = f * sqrt(1 - 1 / (4.0 * 200 * 200));
    cents = fmax(cents, fabs(1200 * log2(p.frequency / damped)));
    decay = fmax(decay, fabs(pi * f / 200 / p.decay - 1));
    body->ops->reset(body);
    for (int i = 0; i < 2000 * rate / f; i++) {
      body->ops->predict(body, &v);
      body->ops->commit(body, &force);
    }
    const double x = body->ops->observe(body, 0, ROSIN_OBSERVE_DISPLACEMENT, 0);
    stiffness = fmax(stiffness, fabs(x * k - 1));
    body->ops->destroy(body);
  }
  printf("mode_tuning_cents_%g %.6f %d 0\n", rate, cents, modes);
  printf("mode_t60_error_%g %.7f %d 0\n", rate, decay, modes);
  printf("mode_stiffness_error_%g %.3g %d 0\n", rate, stiffness, modes);
}

/* What torsion adds to the mobility of a string's surface, over 1/(2 Zt): between
 * samples the taps give down to 0.74 of it. */
static void torsion(void) {
  rosin_string_spec s = plain_string(147, 0);
  double b[2];
  for (int i = 0; i < 2; i++) {
    s.torsion_frequency = i ? 808 : 0;
    rosin_body *body = make(&s, 44100);
    body->ops->mobility(body, &b[i]);
    body->ops->destroy(body);
  }
  printf("torsion_mobility %.4f 1 0\n", (b[1] - b[0]) * 2 * s.torsion_impedance);
}

/* The largest gain of a round trip, less one, over strings, fingers and frequency. */
static void loop_gain(void) {
  const double pitch[] = {65, 147, 440, 1000}, q[] = {20, 500, 1e5};
  double most = 0;
  for (int k = 0; k < 24; k++) {
    rosin_string_spec s = plain_string(pitch[k % 4], k / 12 * 1e-3);
    s.q = q[k / 4 % 3];
    rosin_body *body = make(&s, 44100);
    for (int p = 0; p < 24; p++) {
      body->ops->set_control(body, 0, pitch[k % 4] * pow(2, p / 8.0));
      for (int i = 0; i <= 500; i++)
        most = fmax(most, rosin_loop_gain(&((rosin_string *)body)->transverse, pi * i / 500));
    }
    body->ops->destroy(body);
  }
  printf("string_loop_gain_excess %.3g %d 0\n", most - 1, 24 * 24 * 501);
}

/* The largest rise of a string's energy over a period with the hand still. */
static void energy_rise(void) {
  enum { PERIOD = 300, PERIODS = 60 };
  static double e[PERIOD * PERIODS];
  rosin_string_spec s = {0};
  double most = -1;
  rosin_parameters_default(rosin_string_parameters(), &s);
  rosin_body *body = make(&s, 44100);
  for (int i = -2 * PERIOD; i < PERIOD * PERIODS; i++) {
    double v;
    const double force = i < 0 ? sin(0.03 * i) + (i % 37 == 0) : 0;
    body->ops->predict(body, &v);
    body->ops->commit(body, &force);
    if (i >= 0)
      e[i] = rosin_body_energy(body);
    if (i >= PERIOD)
      most = fmax(most, e[i] / e[i - PERIOD] - 1);
  }
  body->ops->destroy(body);
  printf("string_energy_rise %.4g %d 0\n", most, PERIOD * PERIODS);
}

int main(void) {
  torsion();
  loop_gain();
  energy_rise();
  printf("moving_bow_splash_db %.1f 30000 0\n", 20 * log10(moving_splash(0, 1)));
  printf("glissando_splash_db %.1f 30000 0\n", 20 * log10(moving_splash(1, 1)));
  printf("still_splash_db %.1f 30000 0\n", 20 * log10(moving_splash(0, 0)));
  for (int r = 0; r < 5; r++) {
    tune_modes(rates[r]);
    tune(rates[r], 0);
    tune(rates[r], 1e-3);
    for (int k = 0; k < 4; k++) {
      const double f = (double[]){65, 147, 440, 1000}[k];
      stretch(rates[r], f, 0);
      stretch(rates[r], f, 5.574e-5); /* EI = 3e-4 on the cello's D */
      stretch(rates[r], f, 1e-3);
    }
  }
  return 0;
}
