/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/sha256.h"

#include <nettle/version.h>
#include <stdint.h>
#include <stdio.h>

void rosin_sha256_begin(rosin_sha256 *h) {
  sha256_init(&h->state);
}

void rosin_sha256_add(rosin_sha256 *h, const void *data, size_t size) {
  sha256_update(&h->state, size, data);
}

void rosin_sha256_end(rosin_sha256 *h, char *text) {
  uint8_t digest[SHA256_DIGEST_SIZE];
#if NETTLE_VERSION_MAJOR < 4
  sha256_digest(&h->state, sizeof digest, digest);
#else
  sha256_digest(&h->state, digest);
#endif
  for (size_t i = 0; i < sizeof digest; i++)
    snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

int rosin_sha256_file(const char *path, char *text, long long *bytes) {
  unsigned char buffer[16384];
  rosin_sha256 h;
  size_t got;
  FILE *file = fopen(path, "rb");
  if (!file)
    return -1;
  *bytes = 0;
  rosin_sha256_begin(&h);
  while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) {
    rosin_sha256_add(&h, buffer, got);
    *bytes += (long long)got;
  }
  const int bad = ferror(file);
  fclose(file);
  rosin_sha256_end(&h, text);
  return bad ? -1 : 0;
}
