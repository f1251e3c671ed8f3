/* SPDX-License-Identifier: BSD-3-Clause */
/* The late sound of a room: a network of delays (Jot and Chaigne 1991), mixed by a Householder
 * reflection, which keeps energy; each line loses what its length lets 60 dB be lost in the decay,
 * more of it at high frequencies (a first-order lowpass). Channels go in and come out by rows of a
 * Hadamard matrix, so that they have little to do with each other. */
#include "maths/maths.h"
#include "pi.h"
#include "room/parts.h"

#include <math.h>
#include <stdlib.h>

enum { LINES = 16 };

static const double sound = 343;
static const double high = 5000; /* Hz, where `bright` is said */

/* Spread so that no two lengths have much in common; their mean is 1. */
static const double spread[LINES] = {0.534, 0.602, 0.661, 0.713, 0.768, 0.829, 0.887, 0.941,
                                     1.006, 1.063, 1.121, 1.183, 1.246, 1.317, 1.389, 1.471};

typedef struct {
  double *line;
  int size, at;
  double gain, pole, out; /* the lowpass: out += (1 - pole) (in - out) */
} delay;

struct rosin_room_late {
  int channels;
  double level;
  delay line[LINES];
};

static double sign(int row, int column) {
  int odd = 0;
  for (int both = (row + 1) & column; both; both &= both - 1)
    odd = !odd;
  return odd ? -1 : 1;
}

/* The pole of (1 - p) / (1 - p / z) that is `wanted` at w, by bisection. */
static double find_pole(double wanted, double w) {
  double low = 0, up = 0.9999;
  for (int i = 0; i < 50; i++) {
    const double p = 0.5 * (low + up);
    const double there = (1 - p) / sqrt(1 - 2 * p * rosin_cos(w) + p * p);
    if (there > wanted)
      low = p;
    else
      up = p;
  }
  return low;
}

static int is_prime(int n) {
  for (int i = 2; i * i <= n; i++)
    if (n % i == 0)
      return 0;
  return 1;
}

/* Sixteen lines of twice the mean way between walls have modes dense enough for the decay. */
static int make_line(delay *d, const rosin_room_kind *k, int rate, int index) {
  const double surface = 2 * (k->length * k->width + k->width * k->height + k->height * k->length);
  const double way = 2 * 4 * k->length * k->width * k->height / surface;
  const double w = 2 * pi * fmin(high / rate, 0.4);
  d->size = (int)lround(spread[index] * way / sound * rate);
  while (!is_prime(d->size))
    d->size++;
  const double seconds = (double)d->size / rate;
  d->gain = rosin_pow(10, -3 * seconds / k->decay);
  d->pole = find_pole(rosin_pow(10, -3 * seconds / k->decay * (1 / k->bright - 1)), w);
  d->line = calloc((size_t)d->size, sizeof *d->line);
  return d->line != NULL;
}

static void clear(rosin_room_late *l) {
  for (int i = 0; i < LINES; i++) {
    l->line[i].at = 0;
    l->line[i].out = 0;
    for (int k = 0; k < l->line[i].size; k++)
      l->line[i].line[k] = 0;
  }
}

/* The energy of the first channel's impulse in itself, at level 1. */
static double energy_of(rosin_room_late *l, int frames) {
  double in[64] = {1}, sum = 0;
  for (int i = 0; i < frames; i++) {
    double out[64] = {0};
    rosin_room_late_add(l, in, out);
    sum += out[0] * out[0];
    in[0] = 0;
  }
  clear(l);
  return sum;
}

rosin_room_late *rosin_room_late_new(const rosin_room_kind *k, int rate, int channels,
                                     double energy) {
  rosin_room_late *l = calloc(1, sizeof *l);
  if (!l)
    return NULL;
  l->channels = channels;
  l->level = 1;
  for (int i = 0; i < LINES; i++)
    if (!make_line(&l->line[i], k, rate, i)) {
      rosin_room_late_free(l);
      return NULL;
    }
  l->level = sqrt(energy / energy_of(l, (int)(k->decay * rate)));
  return l;
}

void rosin_room_late_add(rosin_room_late *l, const double *in, double *out) {
  double came[LINES], sum = 0;
  for (int i = 0; i < LINES; i++) {
    delay *d = &l->line[i];
    d->out += (1 - d->pole) * (d->gain * d->line[d->at] - d->out);
    came[i] = d->out;
    sum += came[i];
  }
  for (int c = 0; c < l->channels; c++)
    for (int i = 0; i < LINES; i++)
      out[c] += l->level * 0.25 * sign(c, i) * came[i];
  for (int i = 0; i < LINES; i++) {
    delay *d = &l->line[i];
    double fresh = 0;
    for (int c = 0; c < l->channels; c++)
      fresh += sign(c + 5, i) * in[c];
    d->line[d->at] = came[i] - 2.0 / LINES * sum + fresh;
    d->at = d->at + 1 == d->size ? 0 : d->at + 1;
  }
}

void rosin_room_late_free(rosin_room_late *l) {
  for (int i = 0; l && i < LINES; i++)
    free(l->line[i].line);
  free(l);
}
