/* SPDX-License-Identifier: BSD-3-Clause */
/* The file is read twice: once for the peaks of frames of 5 ms, then the piece that
 * matters. So its length is no concern. */
#include "modes/knock.h"
#include "error.h"
#include "pi.h"
#include "sound/sound_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 10, LEAD = 3, PER_SECOND = 200, CHANNELS = 256 };

/* The file in frames. */
typedef struct {
  rosin_sound_source *source;
  rosin_sound_info info;
  int size;    /* samples a frame */
  int frames;  /* whole ones */
  float *peak; /* [frames * channels] */
  double *buffer;
  double energy[CHANNELS], steady[CHANNELS]; /* steady: what does not swing, followed */
} survey;

static int survey_frame(survey *s, const char *path, rosin_error *error) {
  const int channels = s->info.channels, got = rosin_sound_read(s->source, s->buffer, s->size);
  if (got <= 0)
    return 1;
  if ((s->frames & (s->frames + 1)) == 0) { /* room doubles */
    const size_t room = 2 * ((size_t)s->frames + 1) * (size_t)channels;
    float *grown = realloc(s->peak, room * sizeof *grown);
    if (!grown)
      return rosin_fail(error, "%.300s: out of memory", path);
    s->peak = grown;
  }
  float *peak = s->peak + (size_t)s->frames * (size_t)channels;
  for (int c = 0; c < channels; c++)
    peak[c] = 0;
  for (int i = 0; i < got; i++)
    for (int c = 0; c < channels; c++) {
      const double sample = s->buffer[i * channels + c];
      if (!isfinite(sample))
        return rosin_fail(error, "%.300s: sample %lld is not a finite number", path,
                          (long long)s->frames * s->size + i + 1);
      if (s->frames == 0 && i == 0)
        s->steady[c] = sample;
      s->steady[c] += 12.0 / s->info.rate * (sample - s->steady[c]); /* to 2 Hz */
      const double x = sample - s->steady[c];
      s->energy[c] += x * x;
      peak[c] = fmaxf(peak[c], (float)fabs(x));
    }
  s->frames++;
  return 0;
}

static int take_survey(survey *s, const char *path, rosin_error *error) {
  if (s->info.channels > CHANNELS)
    return rosin_fail(error, "%.300s: %d channels; at most %d", path, s->info.channels, CHANNELS);
  s->size = s->info.rate / PER_SECOND > 8 ? s->info.rate / PER_SECOND : 8;
  s->buffer = malloc((size_t)s->size * (size_t)s->info.channels * sizeof *s->buffer);
  if (!s->buffer)
    return rosin_fail(error, "%.300s: out of memory", path);
  int status;
  while ((status = survey_frame(s, path, error)) == 0)
    ;
  if (status < 0)
    return -1;
  return s->frames ? 0 : rosin_fail(error, "%.300s: there is no sound in it", path);
}

static double peak_of(const survey *s, int frame, int channel) {
  return (double)s->peak[(size_t)frame * (size_t)s->info.channels + (size_t)channel];
}

static int by_size(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

/* The peak that a tenth of all frames do not reach. */
static double quiet(const survey *s, int channel) {
  float *sorted = malloc((size_t)s->frames * sizeof *sorted);
  double value = 0;
  if (sorted) {
    for (int i = 0; i < s->frames; i++)
      sorted[i] = (float)peak_of(s, i, channel);
    qsort(sorted, (size_t)s->frames, sizeof *sorted, by_size);
    value = (double)sorted[s->frames / 10];
  }
  free(sorted);
  return value;
}

/* The frame in which the loudest knock begins: the loudest, or an earlier one from
 * which on it is nearly as loud (it may swell as modes beat). */
static int find_begin(const survey *s, int channel, double *peak) {
  int loudest = 0;
  for (int i = 1; i < s->frames; i++)
    if (peak_of(s, i, channel) > peak_of(s, loudest, channel))
      loudest = i;
  *peak = peak_of(s, loudest, channel);
  for (int back = 0; back < 12 && loudest > 0; back++, loudest--)
    if (peak_of(s, loudest - 1, channel) < 0.4 * *peak)
      break;
  return loudest;
}

/* The frame before the next knock, or some time after the sound is lost in the noise. A
 * knock rises by 12 dB from one hundredth of a second to the next; beats do not. */
static int find_end(const survey *s, int channel, int begin, double peak) {
  const double floor = 1.3 * quiet(s, channel);
  const int most = begin + LONGEST * PER_SECOND;
  int low = 0, end = begin + 1;
  for (; end < s->frames && end < most; end++) {
    const double now = peak_of(s, end, channel);
    const double before =
        fmax(peak_of(s, end - 1, channel), peak_of(s, end - 2 > 0 ? end - 2 : 0, channel));
    if (end > begin + 4 && now > 4 * before && now > 0.03 * peak)
      return end - 1;
    low = now < floor ? low + 1 : 0;
    if (low == PER_SECOND / 4)
      return end;
  }
  return end;
}

/* Where the last flat top ends: three and more samples that stay at the ceiling. A
 * single short one may be a slow wave's crest. */
static int last_clipped(const double *x, int n, int *clipped) {
  double ceiling = 0;
  int runs = 0, longest = 0, last = 0, samples = 0;
  for (int i = 0; i < n; i++)
    ceiling = fmax(ceiling, fabs(x[i]));
  for (int i = 0; i < n;) {
    int k = i + 1;
    if (fabs(x[i]) >= 0.999 * ceiling) {
      while (k < n && fabs(x[k] - x[i]) <= 1e-5 * ceiling)
        k++;
      if (k - i >= 3) {
        runs++;
        last = k;
        samples += k - i;
        longest = k - i > longest ? k - i : longest;
      }
    }
    i = k;
  }
  *clipped = runs > 1 || longest > 7 ? samples : 0;
  return *clipped ? last : 0;
}

static int read_piece(survey *s, int channel, int begin, int end, rosin_knock *k) {
  const int channels = s->info.channels;
  k->x = calloc((size_t)(end - begin + 1) * (size_t)s->size, sizeof *k->x);
  if (!k->x || rosin_sound_seek(s->source, (long long)begin * s->size))
    return -1;
  for (int i = begin; i < end; i++) {
    const int got = rosin_sound_read(s->source, s->buffer, s->size);
    for (int j = 0; j < got; j++)
      k->x[k->n++] = s->buffer[j * channels + channel];
  }
  return 0;
}

/* Take off what does not swing, as the last quarter shows it; by a Hann window, so that a
 * hum's last part of a period is not taken for it. */
static void take_off_steady(rosin_knock *k) {
  double sum = 0, all = 0;
  const int quarter = k->n / 4;
  for (int i = 0; i < quarter; i++) {
    const double w = 1 - cos(2 * pi * (i + 0.5) / quarter);
    sum += w * k->x[k->n - quarter + i];
    all += w;
  }
  for (int i = 0; i < k->n && all > 0; i++)
    k->x[i] -= sum / all;
}

/* Begin where it rings freely: past the first crest, or past what is clipped. */
static void cut_begin(rosin_knock *k, int lead, int size) {
  const int last = last_clipped(k->x, k->n, &k->clipped);
  take_off_steady(k);
  int crest = lead < k->n ? lead : 0, rise = 0;
  for (int i = crest; i < lead + 2 * size && i < k->n; i++)
    if (fabs(k->x[i]) > fabs(k->x[crest]))
      crest = i;
  while (rise < crest && fabs(k->x[rise]) < 0.05 * fabs(k->x[crest]))
    rise++;
  int first = crest + k->rate / 2000;
  first = last > first ? last : first;
  first = first < k->n ? first : k->n;
  k->at += (double)crest / k->rate;
  k->late = (double)(first - crest) / k->rate;
  k->rise = (double)(crest - rise) / k->rate;
  k->n -= first;
  memmove(k->x, k->x + first, (size_t)k->n * sizeof *k->x);
}

static int find(survey *s, const char *path, int channel, rosin_knock *k, rosin_error *error) {
  if (channel > s->info.channels)
    return rosin_fail(error, "%.300s: --channel %d: it has %d", path, channel, s->info.channels);
  for (int c = 1; c < s->info.channels && channel == 0; c++)
    if (s->energy[c] > s->energy[k->channel])
      k->channel = c;
  if (channel > 0)
    k->channel = channel - 1;
  k->rate = s->info.rate;
  k->channels = s->info.channels;
  const int begin = find_begin(s, k->channel, &k->peak);
  if (k->peak < 1e-5)
    return k->peak > 0 ? rosin_fail(error, "%.300s: it is silent: its peak is %.0f dBFS", path,
                                    20 * log10(k->peak))
                       : rosin_fail(error, "%.300s: it is silent", path);
  const int lead = begin < LEAD ? begin : LEAD;
  k->at = (double)(begin - lead) * s->size / s->info.rate;
  if (read_piece(s, k->channel, begin - lead, find_end(s, k->channel, begin, k->peak), k))
    return k->x ? rosin_fail(error, "%.300s: cannot be read from %.3f s on", path, k->at)
                : rosin_fail(error, "%.300s: out of memory", path);
  cut_begin(k, lead * s->size, s->size);
  k->channel++;
  if (k->n < k->rate / 20)
    return rosin_fail(error, "%.300s: only %.0f ms ring freely%s, at least 50 are needed", path,
                      1e3 * k->n / k->rate, k->clipped ? " after the last clipped sample" : "");
  return 0;
}

int rosin_knock_read(const char *path, int channel, rosin_knock *k, rosin_error *error) {
  survey s = {0};
  *k = (rosin_knock){0};
  s.source = rosin_sound_open(path, &s.info, error);
  if (!s.source)
    return -1;
  int status = take_survey(&s, path, error);
  if (status == 0)
    status = find(&s, path, channel, k, error);
  rosin_sound_close(s.source);
  free(s.peak);
  free(s.buffer);
  if (status)
    rosin_knock_free(k);
  return status;
}

void rosin_knock_free(rosin_knock *k) {
  free(k->x);
  k->x = NULL;
}
