/* SPDX-License-Identifier: BSD-3-Clause */
/* Each key has a chance of its own, hashed from seed, number, attempt and name: a key more or less
 * changes no other's draw, and variation 1000 needs none of the 999 before it. */
#include "format.h"
#include "variation/variation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The finalizer of splitmix64. */
static unsigned long long mix(unsigned long long z) {
  z += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static unsigned long long hash(unsigned long long seed, long long number, int attempt,
                               const char *name) {
  unsigned long long h = 0xcbf29ce484222325ULL; /* FNV-1a */
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 0x100000001b3ULL;
  return mix(mix(mix(mix(h) ^ seed) ^ (unsigned long long)number) ^ (unsigned long long)attempt);
}

static double clip(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* Its spread in the `attempt`th draw. */
static double spread_of(const rosin_vary_key *k, int attempt) {
  if (k->named || attempt < ROSIN_VARY_NEAR)
    return k->spread;
  const double times = 1 + (attempt + 1 - ROSIN_VARY_NEAR) / 2.0;
  return fmin(k->spread * fmin(times, 4), rosin_vary_kinds()[k->kind].high);
}

/* Where the key stands when it is moved by `share`, -1 to 1 of its spread. */
static double moved(const rosin_vary_key *k, double share) {
  return k->kind == ROSIN_VARY_MACRO ? k->value + share * (k->high - k->low)
                                     : k->value * (1 + share);
}

int rosin_vary_draw(const rosin_vary *vary, unsigned long long seed, long long number, int attempt,
                    char (*text)[ROSIN_VARY_TEXT]) {
  double before = 0; /* what the key before was given */
  for (int i = 0; i < vary->count; i++) {
    const rosin_vary_key *k = &vary->key[i];
    const double u = (double)(hash(seed, number, attempt, k->with) >> 11) * 0x1p-52 - 1;
    const double share = u * spread_of(k, attempt);
    double value = moved(k, share);
    if (k->kind == ROSIN_VARY_TIME)
      value = (k->follows ? before : k->before) + (k->value - k->before) * (1 + share);
    value = clip(value, k->low, k->high);
    rosin_format(text[i], sizeof text[i], "%s=%.6g", k->key, value);
    before = value;
  }
  if (vary->seeded)
    return vary->count;
  snprintf(text[vary->count], sizeof *text, "seed=%llu",
           1 + hash(seed, number, attempt, "seed") % 999999999);
  return vary->count + 1;
}
