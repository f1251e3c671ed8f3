/* SPDX-License-Identifier: BSD-3-Clause */
/* One frame of the spectrogram a column, from its middle: long sounds are looked at in part. */
#include "features/thumbnail.h"
#include "error.h"
#include "pi.h"
#include "sound/sound_file.h"

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 2048, BANDS = ROSIN_THUMBNAIL_BANDS, WIDTH = ROSIN_THUMBNAIL_WIDTH, CHUNK = 4096 };

static const double lowest = 50, highest = 16000;

/* A sound that is looked at. */
typedef struct {
  rosin_sound_source *source;
  rosin_sound_info info;
  kiss_fftr_cfg plan;
  double *frames; /* [CHUNK * channels] */
  double peak[WIDTH], power[WIDTH][BANDS];
} looking;

static double mono(const looking *l, int i) {
  double sum = 0;
  for (int c = 0; c < l->info.channels; c++)
    sum += l->frames[i * l->info.channels + c];
  return sum / l->info.channels;
}

/* The largest value of each column, from all frames. */
static void find_peaks(looking *l) {
  long long at = 0;
  for (int got; (got = rosin_sound_read(l->source, l->frames, CHUNK)) > 0; at += got)
    for (int i = 0; i < got; i++) {
      const long long column = (at + i) * WIDTH / l->info.frames;
      if (column < WIDTH)
        l->peak[column] = fmax(l->peak[column], fabs(mono(l, i)));
    }
}

static void find_power(looking *l, int column) {
  kiss_fft_scalar in[FRAME] = {0};
  kiss_fft_cpx bin[FRAME / 2 + 1];
  long long first = (2 * column + 1) * l->info.frames / (2 * WIDTH) - FRAME / 2;
  first = first < 0 ? 0 : first;
  if (rosin_sound_seek(l->source, first))
    return;
  const int got = rosin_sound_read(l->source, l->frames, FRAME);
  for (int i = 0; i < got; i++)
    in[i] = (kiss_fft_scalar)(mono(l, i) * (0.5 - 0.5 * cos(2 * pi * (i + 0.5) / FRAME)));
  kiss_fftr(l->plan, in, bin);
  for (int b = 0; b < BANDS; b++) {
    const double from = lowest * pow(highest / lowest, (double)b / BANDS);
    const double to = lowest * pow(highest / lowest, (b + 1.0) / BANDS);
    int k = (int)floor(from * FRAME / l->info.rate + 0.5);
    do {
      if (k > 0 && k <= FRAME / 2)
        l->power[column][b] +=
            (double)bin[k].r * (double)bin[k].r + (double)bin[k].i * (double)bin[k].i;
    } while (++k < to * FRAME / l->info.rate);
  }
}

static void scale(const looking *l, rosin_thumbnail *t) {
  double loudest = 1e-12, most = 1e-20;
  for (int x = 0; x < WIDTH; x++) {
    loudest = fmax(loudest, l->peak[x]);
    for (int b = 0; b < BANDS; b++)
      most = fmax(most, l->power[x][b]);
  }
  for (int x = 0; x < WIDTH; x++) {
    t->peak[x] = (unsigned char)lround(255 * l->peak[x] / loudest);
    for (int b = 0; b < BANDS; b++) {
      const double below = -10 * log10(l->power[x][b] / most + 1e-20);
      t->power[x][b] = (unsigned char)lround(15 * fmax(1 - below / ROSIN_THUMBNAIL_RANGE, 0));
    }
  }
}

int rosin_thumbnail_make(const char *path, rosin_thumbnail *t, rosin_error *error) {
  looking *l = calloc(1, sizeof *l);
  if (!l)
    return rosin_fail(error, "out of memory");
  *t = (rosin_thumbnail){0};
  l->source = rosin_sound_open(path, &l->info, error);
  if (l->source) {
    l->plan = kiss_fftr_alloc(FRAME, 0, NULL, NULL);
    l->frames = malloc(CHUNK * (size_t)l->info.channels * sizeof *l->frames);
  }
  int status = l->source ? 0 : -1;
  if (!status && (!l->plan || !l->frames)) {
    status = rosin_fail(error, "out of memory");
  } else if (!status && l->info.frames > 0) {
    find_peaks(l);
    for (int x = 0; x < WIDTH; x++)
      find_power(l, x);
    scale(l, t);
  }
  kiss_fftr_free(l->plan);
  free(l->frames);
  rosin_sound_close(l->source);
  free(l);
  return status;
}
