/* SPDX-License-Identifier: BSD-3-Clause */
/* A spectrogram as PNG (ISO/IEC 15948), its pixels stored, not packed, so that it needs no library:
 * time to the right, the logarithm of frequency up. */
#include "error.h"
#include "host/match/match.h"
#include "match/frames.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 320, ROW = WIDTH + 1 };

static const double lowest = 40; /* Hz */
static const double range = 70;  /* dB */

/* ---- the file ----------------------------------------------------------------------------- */

/* Sum of a chunk: CRC-32 of IEEE 802.3, bit by bit. */
static uint32_t crc(uint32_t sum, const unsigned char *data, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sum ^= data[i];
    for (int k = 0; k < 8; k++)
      sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
  }
  return sum;
}

static void put_32(FILE *out, uint32_t x) {
  for (int shift = 24; shift >= 0; shift -= 8)
    fputc((int)(x >> shift & 255), out);
}

static void put_chunk(FILE *out, const char *kind, const unsigned char *data, size_t count) {
  put_32(out, (uint32_t)count);
  fwrite(kind, 1, 4, out);
  fwrite(data, 1, count, out);
  put_32(out, ~crc(crc(~0u, (const unsigned char *)kind, 4), data, count));
}

/* Stored blocks of a row each (RFC 1950, 1951). */
static size_t store(unsigned char *to, const unsigned char *rows) {
  unsigned char *at = to;
  uint32_t a = 1, b = 0;
  *at++ = 0x78, *at++ = 0x01;
  for (int y = 0; y < HEIGHT; y++) {
    const unsigned char head[5] = {y == HEIGHT - 1, ROW & 255, ROW >> 8, 255 - (ROW & 255),
                                   255 - (ROW >> 8)};
    memcpy(at, head, sizeof head);
    memcpy(at + sizeof head, rows + (size_t)y * ROW, ROW);
    at += sizeof head + ROW;
  }
  for (size_t i = 0; i < (size_t)ROW * HEIGHT; i++) {
    a = (a + rows[i]) % 65521;
    b = (b + a) % 65521;
  }
  for (int shift = 24; shift >= 0; shift -= 8)
    *at++ = (unsigned char)((b << 16 | a) >> shift & 255);
  return (size_t)(at - to);
}

/* From black over red and yellow to white. */
static void put_palette(FILE *out) {
  unsigned char palette[256 * 3];
  for (int i = 0; i < 256; i++) {
    palette[3 * i] = (unsigned char)(i < 128 ? 2 * i : 255);
    palette[3 * i + 1] = (unsigned char)(i < 96 ? 0 : i > 223 ? 255 : 2 * (i - 96));
    palette[3 * i + 2] = (unsigned char)(i < 64    ? i
                                         : i < 128 ? 128 - i
                                         : i > 191 ? 4 * (i - 192)
                                                   : 0);
  }
  put_chunk(out, "PLTE", palette, sizeof palette);
}

static int write_png(const char *path, const unsigned char *rows, rosin_error *error) {
  static const unsigned char begin[] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
  const unsigned char head[13] = {0, 0, WIDTH >> 8, WIDTH & 255, 0, 0, HEIGHT >> 8, HEIGHT & 255,
                                  8, 3, 0,          0,           0};
  char *temporary;
  unsigned char *stored = malloc((size_t)(ROW + 5) * HEIGHT + 6);
  FILE *out = stored ? rosin_temporary_stream(path, &temporary) : NULL;
  if (out) {
    fwrite(begin, 1, sizeof begin, out);
    put_chunk(out, "IHDR", head, sizeof head);
    put_palette(out);
    put_chunk(out, "IDAT", stored, store(stored, rows));
    put_chunk(out, "IEND", head, 0);
  }
  free(stored);
  if (!out || rosin_temporary_close(out, temporary, path))
    return rosin_fail(error, "%.300s: cannot be written: %s", path, strerror(errno));
  return 0;
}

/* ---- the picture ---------------------------------------------------------------------------- */

/* Greatest power of a pixel's bins in the frames of its column. */
static double power_at(const rosin_frames *f, int x, double low, double high) {
  const int first = x * f->frames / WIDTH, last = (x + 1) * f->frames / WIDTH;
  const int from = (int)(low / f->width + 0.5), to = (int)(high / f->width + 0.5);
  double most = 0;
  for (int k = first; k <= (last > first ? last - 1 : first) && k < f->frames; k++)
    for (int i = from; i <= (to > from ? to - 1 : from) && i < f->bins; i++)
      most = fmax(most, (double)f->power[(size_t)k * (size_t)f->bins + (size_t)i]);
  return most;
}

static void draw(const rosin_frames *f, double top, float *db, unsigned char *rows) {
  float most = -300;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      const double low = lowest * pow(top / lowest, (double)(HEIGHT - 1 - y) / HEIGHT);
      const double high = lowest * pow(top / lowest, (double)(HEIGHT - y) / HEIGHT);
      float *at = &db[y * WIDTH + x];
      *at = (float)(10 * log10(power_at(f, x, low, high) + 1e-30));
      most = fmaxf(most, *at);
    }
  for (int y = 0; y < HEIGHT; y++) {
    rows[(size_t)y * ROW] = 0; /* no filter */
    for (int x = 0; x < WIDTH; x++) {
      const double share = 1 + (double)(db[y * WIDTH + x] - most) / range;
      rows[(size_t)y * ROW + 1 + (size_t)x] = (unsigned char)lround(255 * fmin(fmax(share, 0), 1));
    }
  }
}

int rosin_match_picture(const char *path, const double *x, int n, double rate, double top,
                        rosin_error *error) {
  rosin_frames f = {0};
  float *db = malloc((size_t)WIDTH * HEIGHT * sizeof *db);
  unsigned char *rows = malloc((size_t)ROW * HEIGHT);
  int status = -1;
  if (!db || !rows || rosin_frames_make(x, n, rate, 0.045, 8, &f)) {
    rosin_fail(error, "out of memory");
  } else {
    draw(&f, fmin(top, 0.5 * rate), db, rows);
    status = write_png(path, rows, error);
  }
  rosin_frames_free(&f);
  free(db);
  free(rows);
  return status;
}
