/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of libsndfile, where objects are handed out that need no library: a channel of a WAV
 * file as a gesture. Numbers of 8, 16, 24 and 32 bits, floats of 32 and 64, as libsndfile scales
 * them. */
#include "error.h"
#include "scene/sound/sound_file.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST_FRAMES = 1 << 29,
  MOST_CHANNELS = 1024,
  HEAD = 40,
  LONGEST_HEAD = 4096,
  PCM = 1,
  FLOATS = 3,
  EXTENSIBLE = 0xfffe
};

typedef struct {
  unsigned format, channels, rate, bytes; /* a sample's */
} layout;

/* `count` bytes, at most 8, the least first. */
static uint64_t little(const unsigned char *byte, unsigned count) {
  uint64_t value = 0;
  while (count--)
    value = value << 8 | byte[count];
  return value;
}

static const char *read_format(FILE *in, uint32_t size, layout *w) {
  unsigned char head[HEAD] = {0};
  const size_t wanted = size < HEAD ? size : HEAD;
  if (wanted < 16 || size > LONGEST_HEAD || fread(head, 1, wanted, in) != wanted)
    return "is damaged";
  w->format = (unsigned)little(head, 2);
  if (w->format == EXTENSIBLE)
    w->format = (unsigned)little(head + 24, 2);
  w->channels = (unsigned)little(head + 2, 2);
  w->rate = (unsigned)little(head + 4, 4);
  const unsigned bits = (unsigned)little(head + 14, 2);
  w->bytes = bits / 8;
  const int known = w->format == PCM      ? bits == 8 || bits == 16 || bits == 24 || bits == 32
                    : w->format == FLOATS ? bits == 32 || bits == 64
                                          : 0;
  if (!known)
    return "is a WAV file of a kind that is not read here";
  if (w->channels < 1 || w->channels > MOST_CHANNELS || w->rate < 1 || w->rate > 1000000000)
    return "is damaged";
  return fseek(in, (long)(size - wanted) + (long)(size & 1), SEEK_CUR) ? "is damaged" : NULL;
}

/* As far as the first sample; `size` gets the bytes of all, or 0 for as many as there are. */
static const char *read_head(FILE *in, layout *w, uint32_t *size) {
  unsigned char head[12];
  if (fread(head, 1, 12, in) != 12 || memcmp(head, "RIFF", 4) || memcmp(head + 8, "WAVE", 4))
    return "is no WAV file, and no other is read here";
  while (fread(head, 1, 8, in) == 8) {
    *size = (uint32_t)little(head + 4, 4);
    const char *wrong = NULL;
    if (!memcmp(head, "data", 4) && w->bytes) {
      *size = *size == UINT32_MAX ? 0 : *size; /* of a recording that was cut off */
      return NULL;
    }
    if (!memcmp(head, "fmt ", 4))
      wrong = read_format(in, *size, w);
    else if (*size > INT32_MAX - 1 || fseek(in, (long)*size + (long)(*size & 1), SEEK_CUR))
      wrong = "is damaged";
    if (wrong)
      return wrong;
  }
  return "there is no sound in it";
}

static double sample(const unsigned char *at, const layout *w) {
  const uint64_t bits = little(at, w->bytes);
  if (w->format == FLOATS && w->bytes == 8) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (w->format == FLOATS) {
    const uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return (double)value;
  }
  if (w->bytes == 1)
    return ((double)bits - 128) / 128;
  const double full = ldexp(1, 8 * (int)w->bytes - 1);
  return ((double)bits >= full ? (double)bits - 2 * full : (double)bits) / full;
}

static const char *take(rosin_gesture *g, double value) {
  if (!(g->count & (g->count - 1))) { /* room doubles at powers of two, and from nothing */
    double *grown = realloc(g->value, (g->count ? 2 * (size_t)g->count : 1) * sizeof *grown);
    if (!grown)
      return "out of memory";
    g->value = grown;
  }
  g->value[g->count++] = value;
  return isfinite(value) ? NULL : "has a sample that is not a finite number";
}

static const char *read_samples(rosin_gesture *g, FILE *in, const layout *w, uint32_t size,
                                int channel) {
  const size_t frame = (size_t)w->channels * w->bytes;
  unsigned char *bytes = malloc(frame);
  const char *wrong = bytes ? NULL : "out of memory";
  size_t left = size ? size / frame : MOST_FRAMES;
  left = left < MOST_FRAMES ? left : MOST_FRAMES;
  for (; !wrong && left && fread(bytes, 1, frame, in) == frame; left--)
    wrong = take(g, sample(bytes + (size_t)(channel - 1) * w->bytes, w));
  free(bytes);
  return wrong ? wrong : g->count ? NULL : "there is no sound in it";
}

int rosin_gesture_sound(rosin_gesture *g, int descriptor, const char *path, int channel,
                        rosin_error *error) {
  layout w = {0};
  uint32_t size = 0;
  FILE *in = fdopen(descriptor, "rb");
  if (!in) {
    close(descriptor);
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  }
  const char *wrong = read_head(in, &w, &size);
  if (!wrong && (channel < 1 || channel > (int)w.channels)) {
    fclose(in);
    return rosin_fail(error, "%.300s: channel %d is out of range: 1 to %u", path, channel,
                      w.channels);
  }
  if (!wrong) {
    *g = (rosin_gesture){.kind = ROSIN_GESTURE_SERIES, .rate = (double)w.rate};
    if ((wrong = read_samples(g, in, &w, size, channel)))
      rosin_gesture_free(g);
  }
  fclose(in);
  return wrong ? rosin_fail(error, "%.300s: %s", path, wrong) : 0;
}
