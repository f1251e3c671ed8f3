/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures of the free string, one a line: name, value, samples it rests on, seed
 * (none is random: 0). Every semitone from 65 Hz to 1 kHz at five rates; shifts of the
 * partials of a stiff string. */
#include "tests/measure.h"

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

static rosin_string_spec plain(double frequency, double b) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.torsion_frequency = 0;
  s.frequency = frequency;
  s.bending_stiffness =
      b * 2 * pow(s.length, 3) * frequency / sqrt(1 + b) * s.impedance / (pi * pi);
  return s;
}

static void tune(double rate, double b) {
  double cents = 0, decay = 0;
  int strings = 0;
  for (double f = 65; f < 1000; f *= pow(2, 1 / 12.0), strings++) {
    const rosin_string_spec s = plain(f, b);
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
  const rosin_string_spec s = plain(f, b);
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

int main(void) {
  for (int r = 0; r < 5; r++) {
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
