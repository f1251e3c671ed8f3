/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the partials of the instruments' strings lie and how long they ring, to the fortieth or 8
 * kHz: every string of violin, viola, cello and double bass, open and stopped at every semitone as
 * far up as hands reach, at the rates the scenes are rendered at and at those rates without
 * oversampling. Frequencies against n f sqrt((1 + b n^2) / (1 + b)), in cents, b growing as the
 * string gets shorter; T60 against the damping curve there. What is judged is no formula of the
 * design's but what comes back of a sample that goes round once. Then strings that nobody fitted
 * anything to: of random pitch, stiffness, damping, at random rates, stopped at random. Figures a
 * line: name, value, samples it rests on, seed (0: none is random). With an argument, a line a
 * note; then a rate and the name of a string, or `random`. */
#include "scene/embedded.h"
#include "scene/scene.h"
#include "waveguide/damping.h"
#include "waveguide/string.h"

#include "random.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTIALS = 40, HIGHEST = 8000, RATES = 6, SEED = 28, ROOMY = 70 };

/* What a partial keeps in a round trip of which no pitch is judged, and no T60. */
#define FAINT 0.01
#define SHORT 0.05

static const double pi = 3.14159265358979323846;
static const double rates[RATES] = {44100, 48000, 88200, 96000, 176400, 192000};
static int tell;

static double b_of(const rosin_string_spec *s) {
  return pi * pi * s->bending_stiffness / (2 * pow(s->length, 3) * s->frequency * s->impedance);
}

/* b of the string that is so much shorter that its first partial is `ratio` times as high: with
 * x = (open length / its length)^2, ratio^2 = x (1 + b x) / (1 + b). */
static double b_stopped(double b, double ratio) {
  const double wanted = ratio * ratio * (1 + b);
  return b > 0 ? 0.5 * (sqrt(1 + 4 * b * wanted) - 1) : 0;
}

/* ---- one note ----------------------------------------------------------------------------- */

/* What comes to the bridge after one was put there, and nothing goes on; malloc'ed. */
static double *once_round(rosin_body *body, int *count) {
  rosin_loop *l = &((rosin_string *)body)->transverse;
  *count = (int)(6 * l->period) + 400;
  double *x = malloc((size_t)*count * sizeof *x);
  body->ops->reset(body);
  const int at = (int)l->bridge;
  for (int i = 0; x && i < *count; i++) {
    rosin_loop_wake(l);
    double *here = l->line + l->head + at;
    x[i] = *here;
    *here = i == 0;
    rosin_loop_advance(l);
  }
  return x;
}

/* Worst errors, and of which partials: in cents; of T60, a share of it. */
typedef struct {
  double cents, t60;
  int at_cents, at_t60;
} worst;

static worst judge(rosin_body *body, double pitch, double b) {
  const rosin_string *s = (const rosin_string *)body;
  const double first = 2 * pi * pitch / body->rate;
  worst w = {0, 0, 0, 0};
  int count;
  double *x = once_round(body, &count);
  for (int n = 1; x && n <= PARTIALS; n++) {
    const double angle = n * sqrt((1 + b * n * n) / (1 + b)) * first,
                 f = angle * body->rate / (2 * pi);
    const double complex turn = cexp(-I * angle);
    double complex sum = 0, slope = 0, phase = 1;
    if (f > HIGHEST)
      break;
    for (int i = 0; i < count; i++) {
      const double complex term = x[i] * phase;
      sum += term;
      slope += i * term;
      phase *= turn;
    }
    const double group = creal(slope / sum), cents = 1200 / log(2) * carg(sum) / (group * angle);
    const double rate = -log(cabs(sum)) * body->rate / group;
    const double t60 = rosin_damping_rate(&s->spec, f) / rate - 1;
    const double q = b * n * n, trip = sqrt((1 + b) * (1 + q)) / (1 + 2 * q) / pitch;
    const double kept = exp(-rosin_damping_rate(&s->spec, f) * trip); /* as it should be */
    if (kept > FAINT && !(fabs(cents) <= fabs(w.cents))) {
      w.cents = cents;
      w.at_cents = n;
    }
    if (kept > SHORT && !(fabs(t60) <= fabs(w.t60))) {
      w.t60 = t60;
      w.at_t60 = n;
    }
    if (tell > 1)
      printf("   %2d %8.1f Hz %7.3f cents, gain %.3g, T60 %+6.2f %%\n", n, f, cents, cabs(sum),
             100 * t60);
  }
  free(x);
  return w;
}

/* ---- all notes ----------------------------------------------------------------------------- */

typedef struct {
  double cents, t60; /* worst of notes that the loop calls right */
  int right, notes, good;
} account;

static rosin_body *make(const rosin_string_spec *spec, double rate) {
  rosin_string_spec s = *spec;
  rosin_error error;
  s.torsion_frequency = 0;
  rosin_body *body = rosin_string_new(&s, rate, &error);
  if (!body)
    exit(1);
  body->ops->bind(body, 1);
  return body;
}

/* 0 where there is no such note. */
static int judge_note(const char *scene, const char *name, rosin_body *body, double semitones,
                      account *a) {
  const rosin_string *s = (const rosin_string *)body;
  const rosin_loop *loop = &s->transverse;
  const double ratio = exp2(semitones / 12), b = b_stopped(b_of(&s->spec), ratio);
  if (loop->open_period / ratio < loop->shortest)
    return 0;
  body->ops->set_control(body, 0, s->spec.frequency * ratio);
  const worst w = judge(body, s->spec.frequency * ratio, b);
  const int right = loop->period >= ROOMY && 2.31 * loop->width * loop->period < loop->half[0];
  a->notes++;
  a->right += right;
  a->good += fabs(w.cents) <= 1 && fabs(w.t60) <= 0.05;
  if (right) {
    a->cents = fmax(a->cents, fabs(w.cents));
    a->t60 = fmax(a->t60, fabs(w.t60));
  }
  if (tell)
    printf("%-11s %s %4.1f %6.0f: %d sections, %d means, period %6.1f, %7.3f cents at %2d, T60 "
           "%+6.1f %% at %2d, reach %.3f%s\n",
           scene, name, semitones, body->rate, loop->sections.count, loop->used, loop->period,
           w.cents, w.at_cents, 100 * w.t60, w.at_t60, loop->reach / loop->period,
           right ? "" : ", no room");
  return 1;
}

static void judge_string(const char *scene, const char *name, const rosin_string_spec *spec,
                         double rate, int highest, account *a) {
  rosin_body *body = make(spec, rate);
  for (int k = 0; k <= highest && judge_note(scene, name, body, k, a); k++)
    continue;
  body->ops->destroy(body);
}

/* T60 is even below a corner and falls as a power of frequency above. */
static void judge_random(account *a) {
  enum { STRINGS = 60, STOPS = 6, POINTS = 20 };
  uint64_t seed = SEED;
  for (int k = 0; k < STRINGS; k++) {
    rosin_string_spec s;
    rosin_damping_point point[POINTS];
    rosin_parameters_default(rosin_string_parameters(), &s);
    s.frequency = log_uniform(&seed, 40, 500);
    s.length = log_uniform(&seed, 0.3, 1.2);
    s.impedance = log_uniform(&seed, 0.2, 4);
    const double b = log_uniform(&seed, 5e-6, 2e-4);
    s.bending_stiffness = b * 2 * pow(s.length, 3) * s.frequency * s.impedance / (pi * pi);
    const double t60 = log_uniform(&seed, 1, 8), power = uniform(&seed, 1, 3.5);
    const double corner = log_uniform(&seed, 400, 3000);
    for (int i = 0; i < POINTS; i++) {
      point[i].frequency = s.frequency * exp2(0.5 * i);
      point[i].t60 = fmax(t60 / (1 + pow(point[i].frequency / corner, power)), 1e-5);
    }
    s.damping = point;
    s.damping_points = POINTS;
    rosin_body *body = make(&s, rates[(int)uniform(&seed, 0, RATES)]);
    for (int i = 0; i < STOPS; i++)
      judge_note("random", "-", body, i ? uniform(&seed, 0, 27) : 0, a);
    body->ops->destroy(body);
  }
}

static void say(const char *what, const account *a, int seed) {
  printf("partials_cents_%s %.3f %d %d\n", what, a->cents, a->right, seed);
  printf("partials_t60_error_%s %.4f %d %d\n", what, a->t60, a->right, seed);
  printf("partials_right_notes_%s %d %d %d\n", what, a->right, a->notes, seed);
  printf("partials_good_notes_%s %d %d %d\n", what, a->good, a->notes, seed);
}

int main(int argc, char **argv) {
  static const char *const instrument[] = {"violin", "viola", "cello", "double-bass"};
  tell = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < 4; i++) {
    rosin_scene *scene = rosin_scene_load(instrument[i], 0, NULL, NULL);
    const rosin_model *m = rosin_scene_model(scene);
    for (int r = 0; r < RATES; r++) {
      account a = {0};
      char what[64];
      if (argc > 2 && atof(argv[2]) != rates[r])
        continue;
      for (int k = 0; k < m->bodies; k++) {
        const rosin_string_spec *s = &m->body[k].string;
        if (!m->body[k].modal && s->bending_stiffness > 0 &&
            (argc <= 3 || !strcmp(argv[3], m->body[k].name)))
          judge_string(instrument[i], m->body[k].name, s, rates[r], (int)m->instrument.highest, &a);
      }
      snprintf(what, sizeof what, "%s_%d", instrument[i], (int)rates[r]);
      if (a.notes)
        say(what, &a, 0);
    }
    rosin_scene_free(scene);
  }
  account a = {0};
  if (argc <= 3 || !strcmp(argv[3], "random"))
    judge_random(&a);
  if (a.notes)
    say("random", &a, SEED);
  return 0;
}
