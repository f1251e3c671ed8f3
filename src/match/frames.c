/* SPDX-License-Identifier: BSD-3-Clause */
/* By kissfft, in single precision. */
#include "match/frames.h"
#include "pi.h"

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

static double hann(int i, int size) {
  return 0.5 - 0.5 * cos(2 * pi * (i + 0.5) / size);
}

int rosin_frames_make(const double *x, int n, double rate, double seconds, int overlap,
                      rosin_frames *f) {
  int size = 64;
  while (size * 1.5 < seconds * rate)
    size *= 2;
  *f = (rosin_frames){.size = size, .hop = size / overlap, .bins = size / 2 + 1};
  f->width = rate / size;
  f->frames = n <= size ? 1 : 1 + (n - size) / f->hop;
  f->power = malloc((size_t)f->frames * (size_t)f->bins * sizeof *f->power);
  f->energy = calloc((size_t)f->frames, sizeof *f->energy);
  kiss_fftr_cfg plan = kiss_fftr_alloc(size, 0, NULL, NULL);
  kiss_fft_scalar *in = malloc((size_t)size * sizeof *in);
  kiss_fft_cpx *out = malloc((size_t)f->bins * sizeof *out);
  const int good = f->power && f->energy && plan && in && out;
  for (int k = 0; good && k < f->frames; k++) {
    for (int i = 0; i < size; i++) {
      const int at = k * f->hop + i;
      in[i] = (kiss_fft_scalar)(at < n ? x[at] * hann(i, size) : 0);
    }
    kiss_fftr(plan, in, out);
    for (int i = 0; i < f->bins; i++) {
      const float power = out[i].r * out[i].r + out[i].i * out[i].i;
      f->power[(size_t)k * (size_t)f->bins + (size_t)i] = power;
      f->energy[k] += (double)power;
    }
  }
  free(in);
  free(out);
  kiss_fftr_free(plan);
  if (!good)
    rosin_frames_free(f);
  return good ? 0 : -1;
}

/* Autocorrelation of Hann's window at lag t of its length, 1 at 0. */
static double of_window(double t) {
  return (1 - t) * (2.0 / 3 + cos(2 * pi * t) / 3) + sin(2 * pi * t) / (2 * pi);
}

int rosin_frames_correlate(const rosin_frames *f, int frame, double low, float *around) {
  kiss_fftr_cfg plan = kiss_fftr_alloc(f->size, 1, NULL, NULL);
  kiss_fft_cpx *in = malloc((size_t)f->bins * sizeof *in);
  kiss_fft_scalar *out = malloc((size_t)f->size * sizeof *out);
  const int good = plan && in && out;
  if (good) {
    for (int i = 0; i < f->bins; i++)
      in[i] = (kiss_fft_cpx){
          i * f->width < low ? 0 : f->power[(size_t)frame * (size_t)f->bins + (size_t)i], 0};
    kiss_fftri(plan, in, out);
    for (int i = 0; i < f->size / 2; i++) /* what comes round at these lags is left in */
      around[i] =
          out[0] > 0
              ? (float)((double)out[i] / (double)out[0] /
                        fmax(of_window((double)i / f->size) + of_window(1 - (double)i / f->size),
                             0.1))
              : 0;
  }
  free(in);
  free(out);
  kiss_fftr_free(plan);
  return good ? 0 : -1;
}

void rosin_frames_free(rosin_frames *f) {
  free(f->power);
  free(f->energy);
  *f = (rosin_frames){0};
}
