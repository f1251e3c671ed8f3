/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/sha256.h"

#include <stdio.h>
#include <string.h>

/* Fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const unsigned k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static unsigned turn(unsigned x, int n) {
  return x >> n | x << (32 - n);
}

void rosin_sha256_begin(rosin_sha256 *h) {
  *h = (rosin_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void take_block(unsigned *state, const unsigned char *p) {
  unsigned w[64], s[8];
  for (int i = 0; i < 16; i++, p += 4)
    w[i] = (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 64; i++) {
    const unsigned choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const unsigned most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const unsigned one =
        s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choice + k[i] + w[i];
    const unsigned two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + most;
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++)
    state[i] += s[i];
}

void rosin_sha256_add(rosin_sha256 *h, const void *data, size_t size) {
  const unsigned char *p = data;
  while (size) {
    const size_t at = h->length % 64, room = 64 - at, n = size < room ? size : room;
    if (n == 64)
      take_block(h->state, p);
    else
      memcpy(h->block + at, p, n);
    if (n < 64 && n == room)
      take_block(h->state, h->block);
    h->length += n;
    p += n;
    size -= n;
  }
}

void rosin_sha256_end(rosin_sha256 *h, char *text) {
  const unsigned long long bits = 8 * h->length;
  const unsigned char one = 0x80, zero = 0;
  unsigned char length[8];
  rosin_sha256_add(h, &one, 1);
  while (h->length % 64 != 56)
    rosin_sha256_add(h, &zero, 1);
  for (int i = 0; i < 8; i++)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  rosin_sha256_add(h, length, 8);
  for (int i = 0; i < 8; i++)
    snprintf(text + 8 * i, 9, "%08x", h->state[i]);
}

int rosin_sha256_file(const char *path, char *text, long long *bytes) {
  unsigned char buffer[16384];
  rosin_sha256 h;
  size_t got;
  FILE *file = fopen(path, "rb");
  if (!file)
    return -1;
  rosin_sha256_begin(&h);
  while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
    rosin_sha256_add(&h, buffer, got);
  const int bad = ferror(file);
  fclose(file);
  *bytes = (long long)h.length;
  rosin_sha256_end(&h, text);
  return bad ? -1 : 0;
}
