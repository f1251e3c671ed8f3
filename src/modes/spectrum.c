/* SPDX-License-Identifier: BSD-3-Clause */
/* By kissfft, in single precision: 130 dB are enough to look at. The only user of it. */
#include "modes/spectrum.h"
#include "pi.h"

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

int rosin_spectrum_make(const double *x, int n, double rate, rosin_spectrum *s) {
  int size = 1024;
  while (size < n)
    size *= 2;
  kiss_fft_scalar *in = calloc((size_t)size, sizeof *in);
  kiss_fft_cpx *out = calloc((size_t)size / 2 + 1, sizeof *out);
  kiss_fftr_cfg plan = kiss_fftr_alloc(size, 0, NULL, NULL);
  *s = (rosin_spectrum){size / 2 + 1, rate / size, NULL};
  s->power = calloc((size_t)s->bins, sizeof *s->power);
  const int good = in && out && plan && s->power;
  if (good) {
    const int fade = n / 10;
    for (int i = 0; i < n; i++) {
      const double u = i < n - fade ? 0 : (double)(i - n + fade) / fade;
      in[i] = (kiss_fft_scalar)(x[i] * 0.5 * (1 + cos(pi * u)));
    }
    kiss_fftr(plan, in, out);
    for (int i = 0; i < s->bins; i++)
      s->power[i] = out[i].r * out[i].r + out[i].i * out[i].i;
  }
  free(in);
  free(out);
  kiss_fftr_free(plan);
  if (!good)
    rosin_spectrum_free(s);
  return good ? 0 : -1;
}

void rosin_spectrum_free(rosin_spectrum *s) {
  free(s->power);
  s->power = NULL;
}

static void range(const rosin_spectrum *s, double low, double high, int *first, int *last) {
  *first = (int)fmin(fmax(ceil(low / s->width), 0), s->bins - 1);
  *last = (int)fmin(fmax(ceil(high / s->width) - 1, *first), s->bins - 1);
}

double rosin_spectrum_sum(const rosin_spectrum *s, double low, double high) {
  int first, last;
  double sum = 0;
  range(s, low, high, &first, &last);
  for (int i = first; i <= last; i++)
    sum += (double)s->power[i];
  return 10 * log10(sum + 1e-30);
}

double rosin_spectrum_peak(const rosin_spectrum *s, double low, double high) {
  int first, last;
  float most = 0;
  range(s, low, high, &first, &last);
  for (int i = first; i <= last; i++)
    most = fmaxf(most, s->power[i]);
  return 10 * log10((double)most + 1e-30);
}

double rosin_spectrum_difference(const rosin_spectrum *a, const rosin_spectrum *b) {
  const double third = cbrt(2), top = 0.9 * a->width * a->bins;
  double loudest = -400, sum = 0;
  int count = 0;
  for (double f = 25; f * third < top; f *= third)
    loudest = fmax(loudest, rosin_spectrum_sum(a, f, f * third));
  for (double f = 25; f * third < top; f *= third) {
    const double level = rosin_spectrum_sum(a, f, f * third);
    if (level < loudest - 30)
      continue;
    sum += fabs(level - rosin_spectrum_sum(b, f, f * third));
    count++;
  }
  return count ? sum / count : 0;
}

int rosin_spectrum_frame_count(int n, int size) {
  return n / (size / 4) + 1;
}

int rosin_spectrum_frames(const double *x, int n, double rate, int size, const double *edge,
                          int bands, double *energy) {
  kiss_fft_scalar *in = calloc((size_t)size, sizeof *in);
  kiss_fft_cpx *out = calloc((size_t)size / 2 + 1, sizeof *out);
  kiss_fftr_cfg plan = kiss_fftr_alloc(size, 0, NULL, NULL);
  const int good = in && out && plan, hop = size / 4;
  /* Parseval; frames overlap, and the squares of a Hann window have the mean 3/8 */
  const double scale = 2 * hop / (0.375 * size * (double)size);
  for (int f = 0; good && f < rosin_spectrum_frame_count(n, size); f++) {
    const int first = f * hop - size / 2;
    for (int i = 0; i < size; i++) {
      const double w = 0.5 - 0.5 * cos(2 * pi * (i + 0.5) / size);
      const int t = first + i;
      in[i] = (kiss_fft_scalar)(t >= 0 && t < n ? w * x[t] : 0);
    }
    kiss_fftr(plan, in, out);
    double *row = energy + (size_t)f * (size_t)bands;
    for (int b = 0, i = (int)ceil(edge[0] * size / rate); b < bands; b++)
      for (row[b] = 0; i <= size / 2 && i < edge[b + 1] * size / rate; i++)
        row[b] += scale * (double)(out[i].r * out[i].r + out[i].i * out[i].i);
  }
  free(in);
  free(out);
  kiss_fftr_free(plan);
  return good ? 0 : -1;
}
