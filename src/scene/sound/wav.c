/* SPDX-License-Identifier: BSD-3-Clause */
/* RIFF: chunks of a name, a size and so many bytes, evened to two. The format is in "fmt ", the
 * samples in "data"; all else is passed over. Nothing of a size that the file tells is allocated or
 * believed: it is read until there is no more. */
#include "scene/sound/wav.h"
#include "error.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_FRAMES = 1 << 29, /* three hours at 48 kHz */
  HIGHEST_RATE = 1000000000,
  HEAD = 40,           /* bytes of the longest format */
  LONGEST_HEAD = 4096, /* that it is said to have */
  PCM = 1,
  FLOATS = 3,
  EXTENSIBLE = 0xfffe
};

/* What follows a format's number where it stands in a GUID. */
static const unsigned char guid[] = {0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113};

typedef struct {
  FILE *in;
  const char *path;
  rosin_error *error;
  unsigned format, channels, rate;
  unsigned bytes, frame; /* a sample's, all channels'; 0 before the format is known */
  uint32_t size;         /* of all samples; 0: as many as there are */
} wav;

/* `count` bytes, at most 8, the least first. */
static uint64_t little(const unsigned char *byte, unsigned count) {
  uint64_t value = 0;
  while (count--)
    value = value << 8 | byte[count];
  return value;
}

/* What is left of a chunk of `size` bytes behind the first `done`. */
static int skip(const wav *w, uint32_t size, size_t done) {
  if (size < INT32_MAX && !fseek(w->in, (long)size - (long)done + (long)(size & 1), SEEK_CUR))
    return 0;
  return rosin_fail(w->error, "%.300s: has a chunk of %lu bytes; less than %ld are read", w->path,
                    (unsigned long)size, (long)INT32_MAX);
}

/* Whether samples are plain numbers, each in the bytes it needs. */
static int is_plain(const wav *w, const unsigned char *head) {
  const unsigned bits = (unsigned)little(head + 14, 2), frame = (unsigned)little(head + 12, 2);
  const int known = w->format == PCM      ? bits == 8 || bits == 16 || bits == 24 || bits == 32
                    : w->format == FLOATS ? bits == 32 || bits == 64
                                          : 0;
  return known && frame == w->channels * (bits / 8);
}

static int read_format(wav *w, uint32_t size) {
  unsigned char head[HEAD] = {0};
  const size_t wanted = size < HEAD ? size : HEAD;
  if (wanted < 16 || size > LONGEST_HEAD || fread(head, 1, wanted, w->in) != wanted)
    return rosin_fail(w->error, "%.300s: has a format of %lu bytes; 16 to %d are read", w->path,
                      (unsigned long)size, LONGEST_HEAD);
  w->format = (unsigned)little(head, 2);
  w->channels = (unsigned)little(head + 2, 2);
  w->rate = (unsigned)little(head + 4, 4);
  if (w->format == EXTENSIBLE && !memcmp(head + 26, guid, sizeof guid))
    w->format = (unsigned)little(head + 24, 2);
  if (w->channels < 1 || w->channels > ROSIN_SOUND_CHANNELS)
    return rosin_fail(w->error, "%.300s: has %u channels; 1 to %d are read", w->path, w->channels,
                      ROSIN_SOUND_CHANNELS);
  if (w->rate < 1 || w->rate > HIGHEST_RATE)
    return rosin_fail(w->error, "%.300s: has a rate of %u Hz; 1 to %d are read", w->path, w->rate,
                      HIGHEST_RATE);
  if (!is_plain(w, head))
    return rosin_fail(w->error,
                      "%.300s: is a WAV file of a kind that is not read here (format %u, %u bits); "
                      "save it in PCM or floats",
                      w->path, w->format, (unsigned)little(head + 14, 2));
  w->bytes = (unsigned)little(head + 14, 2) / 8;
  w->frame = w->channels * w->bytes;
  return skip(w, size, wanted);
}

/* As far as the first sample: 0, or -1 and an error. */
static int read_head(wav *w) {
  unsigned char head[12];
  if (fread(head, 1, 12, w->in) != 12 || memcmp(head, "RIFF", 4) || memcmp(head + 8, "WAVE", 4))
    return rosin_fail(w->error,
                      "%.300s: is no WAV file, and no other sound is read here; save it as WAV, in "
                      "PCM or floats",
                      w->path);
  while (fread(head, 1, 8, w->in) == 8) {
    w->size = (uint32_t)little(head + 4, 4);
    if (!memcmp(head, "data", 4) && w->frame) {
      w->size = w->size == UINT32_MAX ? 0 : w->size; /* of a recording that was cut off */
      return 0;
    }
    if (memcmp(head, "fmt ", 4) ? skip(w, w->size, 0) : read_format(w, w->size))
      return -1;
  }
  return rosin_fail(w->error, "%.300s: there is no sound in it", w->path);
}

static double sample(const unsigned char *at, const wav *w) {
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

static int take(const wav *w, rosin_gesture *g, double value) {
  if (rosin_gesture_add(g, value))
    return rosin_fail(w->error, "%.300s: out of memory", w->path);
  if (isfinite(value))
    return 0;
  return rosin_fail(w->error, "%.300s: sample %d is not a finite number", w->path, g->count);
}

/* How many they are is not believed: the file of a take that was cut off need not know. */
static int read_samples(wav *w, rosin_gesture *g, int channel) {
  unsigned char bytes[ROSIN_SOUND_CHANNELS * sizeof(double)];
  int status = 0;
  size_t left = w->size ? w->size / w->frame : MOST_FRAMES;
  left = left < MOST_FRAMES ? left : MOST_FRAMES;
  for (; !status && left; left--) {
    if (fread(bytes, 1, w->frame, w->in) != w->frame)
      break;
    status = take(w, g, sample(bytes + (size_t)(channel - 1) * w->bytes, w));
  }
  if (!status && !g->count) {
    rosin_fail(w->error, "%.300s: there is no sound in it", w->path);
    return 1;
  }
  if (status)
    rosin_gesture_free(g);
  return status;
}

int rosin_wav_read(rosin_gesture *g, FILE *in, const char *path, int channel, rosin_error *error) {
  wav w = {.in = in, .path = path, .error = error};
  if (read_head(&w) || !w.frame)
    return 1;
  if (channel < 1 || channel > (int)w.channels)
    return rosin_fail(error, "%.300s: channel %d is out of range: 1 to %u", path, channel,
                      w.channels);
  *g = (rosin_gesture){.kind = ROSIN_GESTURE_SERIES, .rate = (double)w.rate};
  return read_samples(&w, g, channel);
}

int rosin_wav_channels(FILE *in, const char *path, rosin_error *error) {
  wav w = {.in = in, .path = path, .error = error};
  return read_head(&w) || !w.frame ? -1 : (int)w.channels;
}
