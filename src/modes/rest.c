/* SPDX-License-Identifier: BSD-3-Clause */
/* What a fit of modes leaves of a knock and falls with it: the many modes that overlap, the hammer,
 * the air. By third octaves, each has an energy and a decay: of e^(-2 d t) the mean time, weighed
 * by energy, is 1/(2 d). Modes at random places in the band that have both, and begin up or down by
 * chance, sound like it. */
#include "modes/estimate.h"
#include "modes/spectrum.h"
#include "pi.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 1024, BANDS = 32 };

static const double lowest = 200;                  /* Hz */
static const double least = 1e-4;                  /* of the sound's energy */
static const double stands = 4;                    /* over the floor, where it begins */
static const double shortest = 0.01, longest = 60; /* s, T60 */

/* Uniform in 0 ... 1; always the same course. */
static double chance(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* A band's energy in each frame, less what stays in it: what its end shows, if it has fallen to
 * that. 0: nothing falls there. */
static int take_off(const double *energy, int frames, int bands, int band, double *row) {
  const int eighth = frames / 8 + 1, middle = frames - eighth;
  double last = 0, before = 0, first = 0;
  for (int f = 0; f < frames; f++)
    row[f] = energy[(size_t)f * (size_t)bands + (size_t)band];
  for (int f = 0; f < eighth; f++) {
    last += row[frames - 1 - f] / eighth;
    before += row[middle - 1 - f > 0 ? middle - 1 - f : 0] / eighth;
  }
  const double floor = before < 1.3 * last ? last : 0;
  for (int f = 0; f < 2 && f < frames; f++)
    first += row[f];
  for (int f = 0; f < frames; f++)
    row[f] -= floor;
  return first > 2 * stands * floor;
}

/* Of e^(-fall t) over 0 ... end: the fall that gives such a mean time. */
static double fall_of(double middle, double end) {
  double low = 1e-3 / end, high = 1e4 / end;
  for (int i = 0; i < 60; i++) {
    const double fall = sqrt(low * high);
    if (1 / fall - end / expm1(fmin(fall * end, 700)) > middle)
      low = fall;
    else
      high = fall;
  }
  return sqrt(low * high);
}

/* What falls in a band: its energy in the time measured, and how soon (of its energy, a frame). */
static double falling(const double *row, int frames, double *fall) {
  double sum = 0, times = 0;
  for (int f = 0; f < frames; f++) {
    sum += row[f];
    times += f * row[f];
  }
  *fall = sum > 0 ? fall_of(fmax(times / sum, 0.05), frames) : 0;
  return sum;
}

/* Modes of a band, `each` of them, of so much energy together in `end` s; it falls so many e a
 * second. */
static int fill(double low, double high, double energy, double fall, double end, double rate,
                int each, uint64_t *state, rosin_knock_mode *mode) {
  const double t60 = fmin(fmax(2 * log(1000) / fall, shortest), longest);
  const double decay = log(1000) / t60, share = -expm1(-2 * decay * end);
  for (int i = 0; i < each; i++)
    mode[i] = (rosin_knock_mode){.frequency = low * pow(high / low, (i + chance(state)) / each),
                                 .t60 = t60,
                                 .amplitude = sqrt(4 * decay * energy / (share * each * rate)),
                                 .phase = chance(state) < 0.5 ? 0 : pi,
                                 .noise = 1};
  return each;
}

int rosin_modes_rest(const double *x, const double *rest, int n, double rate, int each,
                     rosin_knock_mode *mode) {
  const int frames = rosin_spectrum_frame_count(n, FRAME);
  double edge[BANDS + 1] = {lowest}, all = 0;
  int bands = 0, count = 0;
  while (bands < BANDS && edge[bands] * cbrt(2) < 0.45 * rate) {
    edge[bands + 1] = edge[bands] * cbrt(2);
    bands++;
  }
  double *energy = calloc((size_t)frames * (size_t)bands + 1, sizeof *energy);
  double *row = calloc((size_t)frames, sizeof *row);
  uint64_t state = 1;
  if (!energy || !row || rosin_spectrum_frames(rest, n, rate, FRAME, edge, bands, energy))
    count = -1;
  for (int t = 0; t < n; t++)
    all += x[t] * x[t];
  for (int b = 0; count >= 0 && b < bands && count + each <= ROSIN_KNOCK_NOISE; b++) {
    double fall = 0;
    if (!take_off(energy, frames, bands, b, row))
      continue;
    const double sum = falling(row, frames, &fall);
    if (sum > least * all)
      count += fill(edge[b], edge[b + 1], sum, fall * rate / (FRAME / 4), n / rate, rate, each,
                    &state, mode + count);
  }
  free(energy);
  free(row);
  return count;
}
