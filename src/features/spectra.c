/* SPDX-License-Identifier: BSD-3-Clause */
/* By kissfft. The pitch of a frame is the first high peak of its autocorrelation, over that of the
 * window (Boersma 1993); frames more than 20 dB below the loudest have no say. */
#include "features/spectra.h"
#include "pi.h"

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double voiced = 0.8; /* the least autocorrelation of a frame with a pitch */

/* A frame's power and pitch (0: none). */
typedef struct {
  float power, pitch;
} frame;

struct rosin_spectra {
  double rate, weighted, power;
  int size, filled, frames, room;
  frame *frame;
  kiss_fft_scalar *window, *ring, *in, *of_window; /* ring: [size], in: [2 size] */
  kiss_fft_cpx *bins;
  kiss_fftr_cfg forth, back;
};

/* Autocorrelation of in[0 ... size), padded to twice that, into `in`. */
static void correlate(rosin_spectra *s) {
  memset(s->in + s->size, 0, (size_t)s->size * sizeof *s->in);
  kiss_fftr(s->forth, s->in, s->bins);
  for (int i = 0; i <= s->size; i++) {
    s->bins[i].r = s->bins[i].r * s->bins[i].r + s->bins[i].i * s->bins[i].i;
    s->bins[i].i = 0;
  }
  kiss_fftri(s->back, s->bins, s->in);
}

static int make_window(rosin_spectra *s) {
  for (int i = 0; i < s->size; i++)
    s->window[i] = s->in[i] = (kiss_fft_scalar)(0.5 - 0.5 * cos(2 * pi * (i + 0.5) / s->size));
  correlate(s);
  for (int i = 0; i < s->size; i++)
    s->of_window[i] = s->in[i] / s->in[0];
  return 0;
}

rosin_spectra *rosin_spectra_new(double rate) {
  rosin_spectra *s = calloc(1, sizeof *s);
  int size = 256;
  while (size < 0.08 * rate)
    size *= 2;
  if (!s)
    return NULL;
  *s = (rosin_spectra){.rate = rate, .size = size};
  const size_t n = (size_t)size;
  s->window = malloc(n * sizeof *s->window);
  s->ring = calloc(n, sizeof *s->ring);
  s->in = calloc(2 * n, sizeof *s->in);
  s->of_window = malloc(n * sizeof *s->of_window);
  s->bins = malloc((n + 1) * sizeof *s->bins);
  s->forth = kiss_fftr_alloc(2 * size, 0, NULL, NULL);
  s->back = kiss_fftr_alloc(2 * size, 1, NULL, NULL);
  if (!s->window || !s->ring || !s->in || !s->of_window || !s->bins || !s->forth || !s->back ||
      make_window(s)) {
    rosin_spectra_free(s);
    return NULL;
  }
  return s;
}

/* The pitch of the autocorrelation in `in`, or 0. */
static double pitch_of(const rosin_spectra *s) {
  const int first = (int)fmax(s->rate / 4000, 2), last = (int)fmin(s->rate / 40, s->size / 2 - 1);
  const double whole = (double)s->in[0];
  double most = 0;
  if (!(whole > 0))
    return 0;
#define AT(lag) ((double)s->in[lag] / whole / (double)s->of_window[lag])
  int lag = 1; /* past the peak at 0 */
  while (lag < last && AT(lag) > 0.5)
    lag++;
  const int begin = lag > first ? lag : first;
  for (int i = begin; i <= last; i++)
    most = fmax(most, AT(i));
  if (most < voiced)
    return 0;
  for (int i = begin; i <= last; i++) {
    const double l = AT(i - 1), m = AT(i), r = AT(i + 1);
    if (m >= 0.92 * most && m >= l && m > r)
      return s->rate / (i + 0.5 * (l - r) / (l - 2 * m + r)); /* a parabola's top */
  }
#undef AT
  return 0;
}

static int take_frame(rosin_spectra *s) {
  double power = 0, weighted = 0;
  if (s->frames == s->room) {
    s->room = s->room ? 2 * s->room : 64;
    frame *grown = realloc(s->frame, (size_t)s->room * sizeof *grown);
    if (!grown)
      return -1;
    s->frame = grown;
  }
  for (int i = 0; i < s->size; i++)
    s->in[i] = s->ring[i] * s->window[i];
  memset(s->in + s->size, 0, (size_t)s->size * sizeof *s->in);
  kiss_fftr(s->forth, s->in, s->bins);
  for (int i = 1; i <= s->size; i++) {
    const double re = (double)s->bins[i].r, im = (double)s->bins[i].i, p = re * re + im * im;
    power += p;
    weighted += p * i;
  }
  s->power += power;
  s->weighted += weighted * s->rate / (2 * s->size);
  correlate(s);
  s->frame[s->frames++] = (frame){(float)power, (float)pitch_of(s)};
  memmove(s->ring, s->ring + s->size / 2, (size_t)s->size / 2 * sizeof *s->ring);
  s->filled = s->size / 2;
  return 0;
}

int rosin_spectra_add(rosin_spectra *s, double sample) {
  s->ring[s->filled++] = (kiss_fft_scalar)sample;
  return s->filled == s->size ? take_frame(s) : 0;
}

/* What has not filled a frame yet, as the only one there is. */
static int short_one(rosin_spectra *s) {
  if (s->frames || !s->filled)
    return 0;
  memset(s->ring + s->filled, 0, (size_t)(s->size - s->filled) * sizeof *s->ring);
  return take_frame(s);
}

double rosin_spectra_centroid(const rosin_spectra *s) {
  return s->power > 0 ? s->weighted / s->power : (double)NAN;
}

static int rising(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

int rosin_spectra_pitch(rosin_spectra *s, double *median) {
  float loudest = 0;
  int heard = 0, found = 0;
  float *pitch = short_one(s) ? NULL : malloc((size_t)(s->frames + 1) * sizeof *pitch);
  if (!pitch)
    return -1;
  for (int i = 0; i < s->frames; i++)
    loudest = fmaxf(loudest, s->frame[i].power);
  for (int i = 0; i < s->frames; i++)
    if (s->frame[i].power > 0.01F * loudest) {
      heard++;
      if (s->frame[i].pitch > 0)
        pitch[found++] = s->frame[i].pitch;
    }
  if (found)
    qsort(pitch, (size_t)found, sizeof *pitch, rising);
  *median = found && 2 * found >= heard ? (double)pitch[found / 2] : (double)NAN;
  free(pitch);
  return 0;
}

void rosin_spectra_free(rosin_spectra *s) {
  if (!s)
    return;
  free(s->frame);
  free(s->window);
  free(s->ring);
  free(s->in);
  free(s->of_window);
  free(s->bins);
  kiss_fftr_free(s->forth);
  kiss_fftr_free(s->back);
  free(s);
}
