/* SPDX-License-Identifier: BSD-3-Clause */
/* Stiffness of every string of every scene, open and stopped at every semitone as far up as
 * hands reach (two octaves where no instrument says), at the scenes' own rates: the shifts of
 * partials 2 to 20 (below 0.4 of the rate) against n f sqrt((1 + b n^2) / (1 + b)), b growing as
 * the string gets shorter. Each note is struck, and its partials are looked for one after the
 * other. Figures a line: name, value, samples it rests on, seed (none is random: 0). With an
 * argument, a line a note. */
#include "scene/embedded.h"
#include "scene/scene.h"
#include "waveguide/string.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTIALS = 20, PERIODS = 48, OCTAVES = 4, ROOMY = 200 };

static const double pi = 3.14159265358979323846;

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

/* Size of the windowed transform of x at `w` radians a sample. */
static double size_at(const double *x, int count, double w) {
  const double complex turn = cexp(-I * w);
  double complex sum = 0, phase = 1;
  for (int i = 0; i < count; i++) {
    sum += x[i] * phase;
    phase *= turn;
  }
  return cabs(sum);
}

/* The peak within `reach` of `w`: on a grid, then by parabolas. */
static double peak_near(const double *x, int count, double w, double reach) {
  double step = pi / count, best = w, most = 0;
  for (double at = w - reach; at <= w + reach; at += step) {
    const double size = size_at(x, count, at);
    if (size > most) {
      most = size;
      best = at;
    }
  }
  for (int i = 0; i < 3; i++, step *= 0.2) {
    const double a = size_at(x, count, best - step), c = size_at(x, count, best + step);
    const double m = size_at(x, count, best), bend = a - 2 * m + c;
    best += bend < 0 ? fmin(fmax(0.5 * (a - c) / bend, -1), 1) * step : 0;
  }
  return best;
}

/* Listen to a struck note of `pitch` Hz through a window; malloc'ed. */
static double *ring(rosin_body *body, double pitch, int *count) {
  const int skip = (int)(4 * body->rate / pitch);
  *count = (int)(PERIODS * body->rate / pitch);
  double *x = malloc((size_t)*count * sizeof *x);
  body->ops->reset(body);
  for (int i = 0; x && i < skip + *count; i++) {
    const double force = i == 0, t = 2 * pi * (i - skip + 0.5) / *count;
    double v;
    body->ops->predict(body, &v);
    body->ops->commit(body, &force);
    if (i >= skip)
      x[i - skip] = v * (0.35875 - 0.48829 * cos(t) + 0.14128 * cos(2 * t) - 0.01168 * cos(3 * t));
  }
  return x;
}

/* The worst error of a shift; in `right`, up to which partial all are within a tenth. */
static double judge(rosin_body *body, double pitch, double b, int *right) {
  const double first = 2 * pi * pitch / body->rate;
  int count;
  double *x = ring(body, pitch, &count), worst = 0, before = 0, at = first;
  *right = 1;
  for (int n = 2; x && n <= PARTIALS && n * sqrt((1 + b * n * n) / (1 + b)) * first < 0.8 * pi;
       n++) {
    const double found = peak_near(x, count, 2 * at - before, 0.4 * first);
    const double shift = sqrt((1 + b * n * n) / (1 + b)) - 1;
    const double error = fabs((found / (n * first) - 1) / shift - 1);
    worst = fmax(worst, error);
    *right += error <= 0.1 && *right == n - 1;
    before = at;
    at = found;
  }
  free(x);
  return worst;
}

/* ---- all notes ----------------------------------------------------------------------------- */

static struct {
  int strings, notes, good;
  double worst[OCTAVES + 1]; /* open; in each octave */
  int count[OCTAVES + 1], least;
  double roomy; /* worst of stopped notes that last ROOMY samples or more */
  int roomy_notes;
} found = {.least = PARTIALS};

static void judge_string(const char *scene, const char *name, const rosin_string_spec *spec,
                         double rate, int highest, int tell) {
  rosin_string_spec s = *spec;
  rosin_error error;
  s.torsion_frequency = 0;
  s.damping_points = 0;
  s.q = 2000;
  rosin_body *body = rosin_string_new(&s, rate, &error);
  if (!body)
    exit(1);
  const rosin_loop *loop = &((const rosin_string *)body)->transverse;
  body->ops->bind(body, 1);
  found.strings++;
  for (int k = 0; k <= highest; k++) {
    const double ratio = exp2(k / 12.0), b = b_stopped(b_of(&s), ratio);
    if (loop->open_period / ratio < loop->shortest)
      break;
    body->ops->set_control(body, 0, s.frequency * ratio);
    body->ops->place(body, 0, 0.031 / ratio);
    int right;
    const double worst = judge(body, s.frequency * ratio, b, &right);
    const int octave = (k + 11) / 12;
    if (octave <= OCTAVES) {
      found.worst[octave] = fmax(found.worst[octave], worst);
      found.count[octave]++;
    }
    if (loop->period >= ROOMY) {
      found.roomy = fmax(found.roomy, worst);
      found.roomy_notes++;
    }
    found.notes++;
    found.good += worst <= 0.1;
    if (k <= 24 && right < found.least)
      found.least = right;
    if (tell)
      printf("%s %s %2d: %d sections, worst %.3f, right to partial %d, contacts reach %.2f of it\n",
             scene, name, k, loop->sections.count, worst, right, loop->reach / loop->period);
  }
  body->ops->destroy(body);
}

/* Scenes of laws share one string. */
static int known(const rosin_string_spec *s, double rate) {
  static double seen[64][5];
  static int count;
  const double key[5] = {s->frequency, s->length, s->impedance, s->bending_stiffness, rate};
  for (int i = 0; i < count; i++) {
    int same = 1;
    for (int k = 0; k < 5; k++)
      same &= seen[i][k] == key[k];
    if (same)
      return 1;
  }
  for (int k = 0; k < 5 && count < 64; k++)
    seen[count][k] = key[k];
  count += count < 63;
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_scene *scene = rosin_scene_load(e->name, 0, NULL, NULL);
    const rosin_model *m = rosin_scene_model(scene);
    const int highest = m->instrument.courses ? (int)m->instrument.highest : 24;
    for (int i = 0; i < m->bodies; i++) {
      const rosin_string_spec *s = &m->body[i].string;
      if (!m->body[i].modal && s->bending_stiffness > 0 && !known(s, m->rate * m->oversample))
        judge_string(e->name, m->body[i].name, s, m->rate * m->oversample, highest, argc > 1);
    }
    rosin_scene_free(scene);
  }
  static const char *const name[] = {"open", "first_octave", "second_octave", "third_octave",
                                     "fourth_octave"};
  for (int k = 0; k <= OCTAVES; k++)
    if (found.count[k])
      printf("dispersion_%s_error %.4f %d 0\n", name[k], found.worst[k], found.count[k]);
  printf("dispersion_long_loops_error %.4f %d 0\n", found.roomy, found.roomy_notes);
  printf("dispersion_least_partial %d %d 0\n", found.least, found.notes);
  printf("dispersion_right_percent %.1f %d 0\n", 100.0 * found.good / found.notes, found.notes);
  return 0;
}
