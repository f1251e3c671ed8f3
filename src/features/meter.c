/* SPDX-License-Identifier: BSD-3-Clause */
/* See features.h. Levels are kept every 10 ms. */
#include "error.h"
#include "features/features.h"
#include "features/spectra.h"

#include <math.h>
#include <stdlib.h>

static const double silent = -99; /* LUFS, dBTP of nothing */

struct rosin_meter {
  int rate, channels;
  long long frames;
  rosin_loudness_meter *loudness;
  rosin_spectra *spectra;
  double squares; /* of the 10 ms at hand */
  int hop, in_hop, hops, room;
  float *level; /* mean squares, [hops] */
};

rosin_meter *rosin_meter_new(int rate, int channels, rosin_error *error) {
  rosin_meter *m = calloc(1, sizeof *m);
  if (m) {
    *m = (rosin_meter){.rate = rate, .channels = channels, .hop = rate / 100};
    m->loudness = rosin_loudness_new(rate, channels, error);
    m->spectra = rosin_spectra_new(rate);
  }
  if (m && m->loudness && m->spectra)
    return m;
  rosin_meter_free(m);
  rosin_fail(error, "out of memory");
  return NULL;
}

static int end_hop(rosin_meter *m) {
  if (m->hops == m->room) {
    m->room = m->room ? 2 * m->room : 256;
    float *grown = realloc(m->level, (size_t)m->room * sizeof *grown);
    if (!grown)
      return -1;
    m->level = grown;
  }
  m->level[m->hops++] = (float)(m->squares / m->in_hop);
  m->squares = m->in_hop = 0;
  return 0;
}

int rosin_meter_add(rosin_meter *m, const float *x, int count) {
  int status = rosin_loudness_add(m->loudness, x, count);
  for (int i = 0; i < count && !status; i++) {
    double sum = 0;
    for (int c = 0; c < m->channels; c++) {
      const double value = (double)x[i * m->channels + c];
      sum += value;
      m->squares += value * value / m->channels;
    }
    status =
        rosin_spectra_add(m->spectra, sum / m->channels) || (++m->in_hop == m->hop && end_hop(m));
  }
  m->frames += count;
  return status ? -1 : 0;
}

static double decibel(double square) {
  return 10 * log10(square + 1e-30);
}

/* Mean square of 50 ms around hop `i`. */
static double around(const rosin_meter *m, int i) {
  double sum = 0;
  int n = 0;
  for (int k = i - 2; k <= i + 2; k++)
    if (k >= 0 && k < m->hops) {
      sum += (double)m->level[k];
      n++;
    }
  return n ? sum / n : 0;
}

/* A line through the levels from where the sound was last loud down to 50 dB below. */
static double decay_of(const rosin_meter *m) {
  double top = 0, n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < m->hops; i++)
    top = fmax(top, around(m, i));
  int first = m->hops - 1;
  while (first > 0 && around(m, first) < 0.1 * top)
    first--;
  double last = decibel(around(m, first < 0 ? 0 : first)), begin = last;
  for (int i = first < 0 ? 0 : first; i < m->hops; i++) {
    const double x = i * (double)m->hop / m->rate, y = decibel(around(m, i));
    if (y < begin - 50)
      break;
    n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
    last = y;
  }
  const double slope = n > 4 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : 0;
  return slope < 0 && last < begin - 10 && top > 0 ? -60 / slope : (double)NAN;
}

static void shape_of(const rosin_meter *m, double *shape) {
  double all = 0;
  for (int i = 0; i < m->hops; i++)
    all += (double)m->level[i];
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++) {
    const int from = (int)((long long)k * m->hops / ROSIN_FEATURES_SHAPE);
    const int to = (int)((long long)(k + 1) * m->hops / ROSIN_FEATURES_SHAPE);
    double sum = 0;
    for (int i = from; i < to; i++)
      sum += (double)m->level[i];
    shape[k] = all > 0 && to > from ? decibel(sum / (to - from) / (all / m->hops)) : -60;
    shape[k] = round(10 * fmax(shape[k], -60)) / 10;
  }
}

static double in_hundredths(double level) {
  return round(100 * (isfinite(level) ? fmax(level, silent) : silent)) / 100;
}

void rosin_features_level(rosin_features *f, const rosin_loudness *l) {
  f->loudness = in_hundredths(l->integrated);
  f->true_peak = in_hundredths(l->true_peak);
}

int rosin_meter_end(rosin_meter *m, rosin_features *f, rosin_loudness *l) {
  if ((m->in_hop && end_hop(m)) || rosin_loudness_end(m->loudness, l))
    return -1;
  double pitch;
  if (rosin_spectra_pitch(m->spectra, &pitch)) /* ends the last frame, too */
    return -1;
  *f = (rosin_features){.duration = (double)m->frames / m->rate,
                        .pitch = round(100 * pitch) / 100,
                        .centroid = round(10 * rosin_spectra_centroid(m->spectra)) / 10,
                        .decay = round(1000 * decay_of(m)) / 1000};
  rosin_features_level(f, l);
  shape_of(m, f->shape);
  return 0;
}

void rosin_meter_free(rosin_meter *m) {
  if (!m)
    return;
  rosin_loudness_free(m->loudness);
  rosin_spectra_free(m->spectra);
  free(m->level);
  free(m);
}
