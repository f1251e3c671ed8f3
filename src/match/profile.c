/* SPDX-License-Identifier: BSD-3-Clause */
/* See profile.h. Two sets of frames (Hann): long ones, some 190 ms, for third octaves, pitch and
 * the long spectrum; short ones, some 23 ms every 6, for what moves. */
#include "match/profile.h"
#include "match/frames.h"
#include "order.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>

static const double lowest = 45;    /* Hz, of all that is looked at */
static const double silence = 1e-7; /* of full scale: what is below has no features */

double rosin_profile_band(int band) {
  return 1000 * pow(10, (band - 13) / 10.0);
}

/* Value below which that share of x[n] lies; x is sorted. */
static double share_of(double *x, int n, double share) {
  qsort(x, (size_t)n, sizeof *x, rosin_rising);
  return x[(int)fmin(share * n, n - 1)];
}

static double decibel(double power) {
  return 10 * log10(power + 1e-30);
}

/* ---- the long spectrum ---------------------------------------------------------------- */

/* Power between two frequencies, bins in parts. */
static double between(const rosin_frames *f, const double *power, double low, double high) {
  const double a = low / f->width, b = fmin(high / f->width, f->bins - 1.0);
  double sum = 0;
  for (int i = (int)(a + 0.5); i <= (int)(b + 0.5) && i < f->bins; i++) {
    const double from = fmax(i - 0.5, a), to = fmin(i + 0.5, b);
    sum += to > from ? power[i] * (to - from) : 0;
  }
  return sum;
}

static void find_bands(rosin_profile *p, const rosin_frames *f, const double *mean, double top) {
  const double half = pow(10, 0.05), all = between(f, mean, lowest, top);
  p->bands = 0;
  for (int b = 0; b < ROSIN_PROFILE_BANDS; b++) {
    const double middle = rosin_profile_band(b);
    if (middle * half > 1.01 * top)
      break;
    const double level = between(f, mean, middle / half, middle * half) / all;
    p->band[p->bands++] = fmax(decibel(level), -60);
  }
}

static double tilt_of(const rosin_profile *p) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int b = 10; b <= 22 && b < p->bands; b++) {     /* 500 Hz to 8 kHz */
    const double x = b / 3.0102999566, y = p->band[b]; /* a tenth of a decade in octaves */
    n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return n > 3 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : (double)NAN;
}

static void find_spectrum(rosin_profile *p, const rosin_frames *f, const double *mean, double top) {
  double all = 0, weighted = 0, logarithm = 0, sum = 0;
  int count = 0;
  for (int i = 1; i < f->bins && i * f->width < top; i++) {
    if (i * f->width < lowest)
      continue;
    all += mean[i];
    weighted += mean[i] * i * f->width;
    if (i * f->width > 100) {
      logarithm += log(mean[i] + 1e-30);
      count++;
    }
  }
  p->feature[ROSIN_PROFILE_CENTROID] = log2(weighted / all);
  p->feature[ROSIN_PROFILE_FLATNESS] =
      fmax(10 / log(10) * (logarithm / count - log(all / count + 1e-30)), -60);
  int i = (int)(lowest / f->width);
  while (i < f->bins - 1 && sum < 0.95 * all)
    sum += mean[++i];
  p->feature[ROSIN_PROFILE_ROLLOFF] = log2(i * f->width);
}

/* Of the autocorrelation of one frame: how high its peak is, and where (Hz). */
static double peak_of(const float *around, double rate, int lags, double *pitch) {
  const int first = (int)fmax(rate / 4000, 2), last = (int)fmin(rate / 45, lags - 2);
  int lag = 1;
  double most = 0;
  while (lag < last && around[lag] > 0.5F)
    lag++;
  for (int i = lag > first ? lag : first; i <= last; i++)
    most = fmax(most, (double)around[i]);
  for (int i = lag > first ? lag : first; i <= last; i++)
    if ((double)around[i] >= 0.92 * most && around[i] >= around[i - 1] &&
        around[i] > around[i + 1]) {
      *pitch = log2(rate / i);
      return fmin(most, 1);
    }
  return 0;
}

/* Pitch and periodicity of the frames that are loud. 0, or -1 without memory. */
static int find_pitch(rosin_profile *p, const rosin_frames *f, double rate) {
  double *height = malloc(2 * (size_t)f->frames * sizeof *height), loudest = 0;
  float *around = malloc((size_t)f->size * sizeof *around);
  int heard = 0, found = 0, status = height && around ? 0 : -1;
  for (int i = 0; i < f->frames; i++)
    loudest = fmax(loudest, f->energy[i]);
  for (int i = 0; status == 0 && i < f->frames; i++) {
    double pitch = 0;
    if (f->energy[i] < 0.05 * loudest)
      continue;
    status = rosin_frames_correlate(f, i, lowest, around);
    height[heard] = peak_of(around, rate, f->size / 2, &pitch);
    if (height[heard++] > 0.5)
      height[f->frames + found++] = pitch;
  }
  if (status == 0) {
    p->feature[ROSIN_PROFILE_PITCH] =
        2 * found >= heard && found ? share_of(height + f->frames, found, 0.5) : (double)NAN;
    p->feature[ROSIN_PROFILE_PERIODICITY] = share_of(height, heard, 0.5);
  }
  free(height);
  free(around);
  return status;
}

/* 0, or -1 without memory. */
static int look_long(rosin_profile *p, const double *x, int n, double rate, double top) {
  rosin_frames f;
  if (rosin_frames_make(x, n, rate, 0.19, 2, &f))
    return -1;
  double *mean = calloc((size_t)f.bins, sizeof *mean);
  for (int i = 0; mean && i < f.frames; i++)
    for (int k = 0; k < f.bins; k++)
      mean[k] += (double)f.power[(size_t)i * (size_t)f.bins + (size_t)k] / f.frames;
  if (mean) {
    find_bands(p, &f, mean, top);
    find_spectrum(p, &f, mean, top);
    p->feature[ROSIN_PROFILE_TILT] = tilt_of(p);
  }
  const int status = mean ? find_pitch(p, &f, rate) : -1;
  free(mean);
  rosin_frames_free(&f);
  return status;
}

/* ---- what moves ----------------------------------------------------------------------- */

static void find_shape(rosin_profile *p, const double *level, int frames) {
  double all = 0;
  for (int i = 0; i < frames; i++)
    all += level[i] / frames;
  for (int k = 0; k < ROSIN_PROFILE_EIGHTHS; k++) {
    const int from = k * frames / ROSIN_PROFILE_EIGHTHS,
              to = (k + 1) * frames / ROSIN_PROFILE_EIGHTHS;
    double sum = 0;
    for (int i = from; i < to; i++)
      sum += level[i];
    p->eighth[k] = to > from ? fmax(decibel(sum / (to - from) / all), -30) : 0;
  }
  p->feature[ROSIN_PROFILE_SHAPE] = 0; /* it is there; eighths are compared */
}

/* Modulation of the root of level[n], `every` s each, between two rates, dB over its mean. */
static double modulation(const double *level, int n, double every, double low, double high) {
  double mean = 0, power = 0;
  for (int i = 0; i < n; i++)
    mean += sqrt(level[i]) / n;
  const int first = (int)ceil(low * n * every), last = (int)fmin(high * n * every, n / 2 - 1);
  for (int k = first > 1 ? first : 1; k <= last; k++) {
    double re = 0, im = 0;
    const double w = 2 * pi * k / n, c = cos(w), s = sin(w);
    double a = 1, b = 0;
    for (int i = 0; i < n; i++) {
      const double v = sqrt(level[i]) - mean, next = a * c - b * s;
      re += v * a, im += v * b;
      b = a * s + b * c;
      a = next;
    }
    power += 2 * (re * re + im * im) / n / n;
  }
  return fmax(decibel(power / (mean * mean + 1e-30)), -40);
}

/* Steepest rise (sign 1) or fall (-1) of the level in 50 ms, from or to within 20 dB of the top. */
static double steepest(const double *db, int n, int sign, int span, double top) {
  double most = 0;
  for (int i = 0; i + span < n; i++)
    if (fmax(db[i], db[i + span]) > top - 20)
      most = fmax(most, sign * (db[i + span] - db[i]));
  return fmin(most, 60);
}

static void find_envelope(rosin_profile *p, const double *level, double *db, int n, double every) {
  double top = -300;
  int sounding = 0;
  for (int i = 0; i < n; i++) {
    db[i] = decibel(level[i]);
    top = fmax(top, db[i]);
  }
  for (int i = 0; i < n; i++) {
    db[i] = fmax(db[i], top - 60);
    sounding += db[i] > top - 20;
  }
  const int span = (int)fmax(0.05 / every + 0.5, 1);
  p->feature[ROSIN_PROFILE_SOUNDING] = (double)sounding / n;
  p->feature[ROSIN_PROFILE_RISE] = steepest(db, n, 1, span, top);
  p->feature[ROSIN_PROFILE_FALL] = steepest(db, n, -1, span, top);
  p->feature[ROSIN_PROFILE_SLOW] = modulation(level, n, every, 1, 8);
  p->feature[ROSIN_PROFILE_MIDDLE] = modulation(level, n, every, 8, 20);
  p->feature[ROSIN_PROFILE_FAST] = modulation(level, n, every, 20, 80);
  find_shape(p, level, n);
  const double high = share_of(db, n, 0.9);
  p->feature[ROSIN_PROFILE_RANGE] = fmin(high - share_of(db, n, 0.1), 60);
}

/* Centroids, flatness and change of the frames that are loud; `of` has room for three a frame. */
static void find_motion(rosin_profile *p, const rosin_frames *f, const double *level, double *of,
                        double top) {
  double loudest = 0, before[ROSIN_PROFILE_BANDS] = {0}, flux = 0;
  int heard = 0, pairs = 0, was = 0;
  for (int i = 0; i < f->frames; i++)
    loudest = fmax(loudest, level[i]);
  for (int i = 0; i < f->frames; i++) {
    const float *power = f->power + (size_t)i * (size_t)f->bins;
    double all = 1e-30, weighted = 0, logarithm = 0, now[ROSIN_PROFILE_BANDS] = {0};
    int count = 0;
    if (level[i] < 0.03 * loudest) {
      was = 0;
      continue;
    }
    for (int k = 1; k < f->bins && k * f->width < top; k++) {
      const int band = (int)(10 * log10(k * f->width / 1000) + 13.5);
      all += (double)power[k];
      weighted += (double)power[k] * k * f->width;
      logarithm += log((double)power[k] + 1e-30);
      count++;
      if (band >= 0 && band < ROSIN_PROFILE_BANDS)
        now[band] += (double)power[k];
    }
    of[heard] = log2(weighted / all);
    of[f->frames + heard++] = fmax(10 / log(10) * (logarithm / count - log(all / count)), -60);
    for (int b = 0; b < ROSIN_PROFILE_BANDS; b++) {
      now[b] = fmax(decibel(now[b] / all), -50);
      flux += was ? fabs(now[b] - before[b]) / ROSIN_PROFILE_BANDS : 0;
      before[b] = now[b];
    }
    pairs += was;
    was = 1;
  }
  const double high = share_of(of, heard, 0.9);
  p->feature[ROSIN_PROFILE_MOTION] = high - share_of(of, heard, 0.1);
  p->feature[ROSIN_PROFILE_LINES] = share_of(of + f->frames, heard, 0.5);
  p->feature[ROSIN_PROFILE_FLUX] = pairs ? flux / pairs : (double)NAN;
}

/* 0, or -1 without memory. */
static int look_short(rosin_profile *p, const double *x, int n, double rate, double top) {
  rosin_frames f;
  if (rosin_frames_make(x, n, rate, 0.023, 4, &f))
    return -1;
  double *level = malloc(3 * (size_t)f.frames * sizeof *level), *of = level ? level + f.frames : 0;
  for (int i = 0; level && i < f.frames; i++) {
    level[i] = 1e-30;
    for (int k = 1; k < f.bins && k * f.width < top; k++)
      level[i] += (double)f.power[(size_t)i * (size_t)f.bins + (size_t)k];
  }
  if (level) {
    find_motion(p, &f, level, of, top);
    find_envelope(p, level, of, f.frames, f.hop / rate);
  }
  free(level);
  rosin_frames_free(&f);
  return level ? 0 : -1;
}

int rosin_profile_make(const double *x, int n, double rate, double top, rosin_profile *p) {
  *p = (rosin_profile){0};
  for (int i = 0; i < n; i++) {
    p->level += x[i] * x[i] / n;
    p->peak = fmax(p->peak, fabs(x[i]));
  }
  p->level = sqrt(p->level);
  for (int i = 0; i < ROSIN_PROFILE_FEATURES; i++)
    p->feature[i] = (double)NAN;
  if (!(p->level > silence) || !isfinite(p->level))
    return 0;
  p->feature[ROSIN_PROFILE_CREST] = 20 * log10(p->peak / p->level);
  top = fmin(fmin(top, 0.45 * rate), 17800);
  return look_long(p, x, n, rate, top) || look_short(p, x, n, rate, top) ? -1 : 0;
}
