/* SPDX-License-Identifier: BSD-3-Clause */
/** SHA-256 (FIPS 180-4), as `sha256sum` has it: nettle's, in hexadecimal digits. */
#ifndef ROSIN_SHA256_H
#define ROSIN_SHA256_H

#include <nettle/sha2.h>
#include <stddef.h>

enum { ROSIN_SHA256_TEXT = 65 }; /* hexadecimal digits and an end */

typedef struct {
  struct sha256_ctx state;
} rosin_sha256;

void rosin_sha256_begin(rosin_sha256 *hash);
void rosin_sha256_add(rosin_sha256 *hash, const void *data, size_t size);
/** The digest of all that was added, as text: [ROSIN_SHA256_TEXT]. */
void rosin_sha256_end(rosin_sha256 *hash, char *text);
/** Of a file, and its size: 0, or -1 with errno. */
int rosin_sha256_file(const char *path, char *text, long long *bytes);

#endif
