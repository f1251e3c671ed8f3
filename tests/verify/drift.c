/* SPDX-License-Identifier: BSD-3-Clause */
/* A mass under an oscillating load below the breakaway force: elasto-plastic stays,
 * LuGre creeps (f_s/sigma0) ln[(1 - (f1/f_s)^2) / (1 - (f2/f_s)^2)] a cycle when the
 * load swings between f1 and f2 slowly. Lines: name, value, samples, seed. */
#include "rosin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CYCLES = 20, BLOCK = 441 };

static const double rate = 44100, sigma0 = 1e4, stiction = 0.4;

/* Drift per second at 1 Hz, from the tops of the first to the last cycle. */
static double drift(const char *law, double low, double high) {
  double force[BLOCK], first = 0, x = 0;
  const rosin_mode mode = {.mass = 0.05};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  rosin_contact_set(c, "sigma1", 20, NULL); /* settles the mass on its bristle */
  rosin_contact_set(c, "mu_static", stiction, NULL);
  rosin_contact_set(c, "mu_kinetic", 0.3, NULL);
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_network_body(n, "m", body, NULL);
  rosin_network_contact(n, "c", c, "m", "-", NULL);
  rosin_network_push(n, "p", "m", 0, NULL);
  const int signal = rosin_network_signal(n, "m.displacement@0", NULL);
  rosin_network_hold(n, rosin_network_control(n, "c.force"), 1);
  if (rosin_network_prepare(n, NULL))
    exit(1);
  for (int block = 0; block < 100 * (CYCLES + 2); block++) {
    for (int i = 0; i < BLOCK; i++) {
      const double t = (block * BLOCK + i + 1) / rate;
      const double swing = 0.5 - 0.5 * cos(2 * 3.14159265358979323846 * t);
      force[i] = fmin(t, 1) * low + (high - low) * swing * fmin(t, 1);
    }
    rosin_network_feed(n, rosin_network_control(n, "p.force"), force);
    rosin_network_process(n, BLOCK);
    x = rosin_network_read(n, signal)[BLOCK - 1];
    if (block == 199)
      first = x;
  }
  rosin_network_free(n);
  rosin_body_free(body);
  rosin_contact_free(c);
  return (x - first) / CYCLES;
}

int main(void) {
  const double f1 = 0.05, f2 = 0.2;
  const double formula =
      stiction / sigma0 * log((1 - pow(f1 / stiction, 2)) / (1 - pow(f2 / stiction, 2)));
  printf("drift_elastoplastic_um_s %.3g %d 0\n", 1e6 * fabs(drift("elastoplastic", f1, f2)),
         22 * 44100);
  printf("drift_lugre_error_percent %.4f %d 0\n", 100 * fabs(drift("lugre", f1, f2) / formula - 1),
         22 * 44100);
  return 0;
}
