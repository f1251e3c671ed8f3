/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether fingers that move 11 025 times a second, and glide between, are heard to step. Strings of
 * random pitch, stiffness and damping, at random rates, are pushed by a sine near a random partial
 * while a finger rolls or slides; what is louder at the images of the sine about the rate of moves
 * and twice that than where the finger moves in every sample is a step. Figures a line: name, dB to
 * the sine, cases, seed. "stepped": the same where nothing glides, which the measure must hear.
 * With an argument, a line a case. */
#include "network/network.h"
#include "waveguide/string.h"

#include "random.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, CASES = 120, SEED = 28 };

static const double pi = 3.14159265358979323846;

typedef struct {
  rosin_string_spec spec;
  double rate, place, stop, drive; /* drive: Hz */
  double cents, trill;             /* of a vibrato, and how often a second; 0: it slides */
  double reach, over;              /* octaves, s */
  int samples, begin;              /* of the part that is listened to */
} trial;

static double pitch_at(const trial *c, double t) {
  const double open = c->spec.frequency * c->stop;
  if (c->trill > 0)
    return open * exp2(c->cents / 1200 * sin(2 * pi * c->trill * t));
  const double u = fmin(fmax((t - c->begin / c->rate) / c->over, 0), 1);
  return open * exp2(c->reach * (0.5 - 0.5 * cos(pi * u)));
}

static void play(const trial *c, double control_rate, int glides, double *out) {
  rosin_network *n = rosin_network_new(c->rate, BLOCK, NULL);
  rosin_body *body = rosin_string_new(&c->spec, c->rate, NULL);
  rosin_network_body(n, "s", body, NULL);
  rosin_network_push(n, "p", "s", c->place, NULL);
  const int heard = rosin_network_signal(n, "s.bridge_force", NULL);
  rosin_network_control_rate(n, control_rate, NULL);
  if (rosin_network_prepare(n, NULL))
    exit(1);
  if (!glides)
    body->ops->take_pace(body, 1);
  const int push = rosin_network_control(n, "p.force"),
            finger = rosin_network_control(n, "s.finger");
  for (int k = 0; k < c->begin + c->samples; k += BLOCK) {
    double force[BLOCK], pitch[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      const double t = (k + i) / c->rate;
      force[i] = 0.1 * sin(2 * pi * c->drive * t) * fmin(8 * t, 1);
      pitch[i] = pitch_at(c, t);
    }
    rosin_network_feed(n, push, force);
    rosin_network_feed(n, finger, pitch);
    if (rosin_network_process(n, BLOCK))
      exit(1);
    memcpy(out + k, rosin_network_read(n, heard), sizeof force);
  }
  rosin_network_free(n);
  rosin_body_free(body);
}

static double size_at(const trial *c, const double *x, double frequency) {
  double complex sum = 0, phase = 1;
  const double complex turn = cexp(-I * 2 * pi * frequency / c->rate);
  for (int i = 0; i < c->samples; i++, phase *= turn) {
    const double a = 2 * pi * i / c->samples;
    sum += (0.42 - 0.5 * cos(a) + 0.08 * cos(2 * a)) * x[c->begin + i] * phase;
  }
  return cabs(sum);
}

/* Moves a second, as the network rounds them. */
static double moves(const trial *c) {
  const int pace = (int)(c->rate / ROSIN_CONTROL_RATE + 1e-9);
  return c->rate / (pace > 4 ? pace - pace % 4 : pace);
}

/* The loudest image below 20 kHz: what is in x beyond what is in `plain`, dB to the sine. */
static double steps(const trial *c, const double *x, const double *plain) {
  double most = 0;
  for (int m = 1; m <= 2; m++)
    for (int side = -1; side <= 1; side += 2)
      for (int k = -6; k <= 6; k++) {
        const double f = m * moves(c) + side * c->drive + k * (c->trill > 0 ? c->trill : 20);
        if (f < 0.45 * c->rate && f < 20000)
          most = fmax(most, size_at(c, x, f) - size_at(c, plain, f));
      }
  return 20 * log10(fmax(most, 1e-300) / size_at(c, plain, c->drive));
}

static trial draw(uint64_t *seed, int middle, int slides) {
  static const double rates[] = {44100, 48000, 88200, 96000};
  trial c = {.rate = rates[(int)uniform(seed, 0, 4)]};
  rosin_parameters_default(rosin_string_parameters(), &c.spec);
  c.spec.torsion_frequency = 0;
  c.spec.frequency = log_uniform(seed, 41, 440);
  c.spec.bending_stiffness = log_uniform(seed, 1e-5, 1e-3);
  c.spec.q = log_uniform(seed, 150, 1500);
  c.stop = exp2(uniform(seed, 0.1, 1));
  c.drive = c.spec.frequency * c.stop * floor(log_uniform(seed, 1, 20));
  c.drive = fmin(c.drive, 4500) * uniform(seed, 0.98, 1.02);
  c.cents = uniform(seed, 8, 50);
  c.trill = slides ? 0 : uniform(seed, 4, 8);
  c.reach = uniform(seed, -0.6, 0.6);
  c.over = uniform(seed, 0.1, 0.4);
  c.place = middle ? uniform(seed, 0.2, 0.5) : uniform(seed, 0.03, 0.2); /* of what sounds */
  c.place /= c.stop * (slides ? exp2(fmax(c.reach, 0)) : 1);
  c.begin = BLOCK * (int)(0.4 * c.rate / BLOCK);
  c.samples = BLOCK * (int)((slides ? c.over : 0.8) * c.rate / BLOCK);
  return c;
}

int main(int argc, char **argv) {
  (void)argv;
  static double plain[1 << 18], x[1 << 18];
  static const char *const kind[] = {"vibrato", "slide", "vibrato_middle", "slide_middle"};
  uint64_t seed = SEED;
  for (int k = 0; k < 4; k++) {
    double worst = -INFINITY, heard = -INFINITY;
    for (int i = 0; i < CASES; i++) {
      const trial c = draw(&seed, k / 2, k % 2);
      play(&c, 0, 1, plain);
      play(&c, ROSIN_CONTROL_RATE, 1, x);
      const double glides = steps(&c, x, plain);
      play(&c, ROSIN_CONTROL_RATE, 0, x);
      const double stepped = steps(&c, x, plain);
      worst = fmax(worst, glides);
      heard = fmax(heard, stepped);
      if (argc > 1)
        printf("%s rate %g f %.1f stop %.2f place %.2f drive %.0f cents %.0f: %.1f, stepped %.1f\n",
               kind[k], c.rate, c.spec.frequency, c.stop, c.place, c.drive, c.cents, glides,
               stepped);
    }
    printf("glides_%s_db %.4g %d %d\n", kind[k], worst, CASES, SEED);
    printf("glides_%s_stepped_db %.4g %d %d\n", kind[k], heard, CASES, SEED);
  }
  return 0;
}
