/* SPDX-License-Identifier: BSD-3-Clause */
/* Hashes by open addressing, as many as there is room for: what finds none is tried each time. Of a
 * text that is no number the whole is the key. */
#include "host/batch/known_keys.h"
#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16384 /* a power of two */ };

typedef struct {
  unsigned long long key;
  double low, high;
} known;

struct rosin_known_keys {
  known at[ROOM];
  int count;
};

rosin_known_keys *rosin_known_keys_new(void) {
  return calloc(1, sizeof(rosin_known_keys));
}

void rosin_known_keys_free(rosin_known_keys *keys) {
  free(keys);
}

static unsigned long long hash(unsigned long long h, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char)text[i]) * 0x100000001b3ULL;
  return (h ^ 0xffu) * 0x100000001b3ULL; /* no text has that byte */
}

/* The key of a text, never 0, and its value. */
static unsigned long long key_of(const char *scene, int spread, const char *text, double *value) {
  const size_t length = strcspn(text, "=");
  char *end;
  *value = text[length] ? rosin_number_read(text + length + 1, &end) : 0;
  const int is_number = text[length] && text[length + 1] && !*end && isfinite(*value);
  unsigned long long h = hash(0xcbf29ce484222325ULL + (unsigned)spread, scene, strlen(scene));
  h = hash(h, text, is_number ? length : strlen(text));
  *value = is_number ? *value : 0;
  h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15ULL;
  return h ? h : 1;
}

/* Where it is, or is to be. */
static size_t place_of(const rosin_known_keys *k, unsigned long long key) {
  size_t at = key & (ROOM - 1);
  while (k->at[at].key && k->at[at].key != key)
    at = (at + 1) & (ROOM - 1);
  return at;
}

int rosin_known_keys_has(const rosin_known_keys *k, const char *scene, int spread,
                         const char *text) {
  double value;
  const unsigned long long key = key_of(scene, spread, text, &value);
  const known *one = &k->at[place_of(k, key)];
  return one->key && value >= one->low && value <= one->high;
}

void rosin_known_keys_add(rosin_known_keys *k, const char *scene, int spread, const char *text) {
  double value;
  const unsigned long long key = key_of(scene, spread, text, &value);
  known *one = &k->at[place_of(k, key)];
  if (!one->key && 2 * k->count >= ROOM)
    return;
  k->count += !one->key;
  *one = one->key ? (known){key, fmin(one->low, value), fmax(one->high, value)}
                  : (known){key, value, value};
}
