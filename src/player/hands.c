/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/hands.h"

#include <math.h>

enum { PARTIALS = 6 };

/* What a note costs on a string: far up the neck, far from where the hand is, open. */
static double cost(const rosin_hands_string *s, double semitones, double hand) {
  double sum = s->busy ? 100 : 0;
  sum += semitones > 7 ? 1.2 * (semitones - 7) : 0;
  sum += semitones < 0.3 ? 0.6 : 0.35 * fabs(semitones - hand);
  return sum - (s->last ? 0.8 : 0);
}

static double hand_position(const rosin_hands_string *strings, int count) {
  for (int i = 0; i < count; i++)
    if (strings[i].last && strings[i].stopped > 0.3)
      return strings[i].stopped;
  return 3;
}

/* A natural harmonic within 35 cents, the lowest partial first. */
static int natural(const rosin_hands_string *strings, int count, double hertz, int *partial) {
  for (int n = 2; n <= PARTIALS; n++)
    for (int i = count - 1; i >= 0; i--)
      if (!strings[i].busy && fabs(1200 * log2(hertz / (n * strings[i].open))) < 35) {
        *partial = n;
        return i;
      }
  return -1;
}

int rosin_hands_choose(const rosin_hands_string *strings, int count, double hertz, double highest,
                       int harmonic, int *partial) {
  int best = -1;
  double least = 0;
  const double hand = hand_position(strings, count);
  *partial = 1;
  if (harmonic) {
    const int found = natural(strings, count, hertz, partial);
    if (found >= 0)
      return found;
    if (hertz / 4 >= 0.99 * strings[0].open) {
      *partial = 4;
      hertz /= 4;
    }
  }
  for (int i = 0; i < count; i++) {
    const double semitones = 12 * log2(hertz / strings[i].open);
    if (semitones < -0.5 || semitones > highest)
      continue;
    const double c = cost(&strings[i], semitones, hand);
    if (best < 0 || c < least) {
      best = i;
      least = c;
    }
  }
  return best;
}
