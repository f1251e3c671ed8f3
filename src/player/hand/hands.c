/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/hand/hands.h"
#include "maths/maths.h"

#include <math.h>

/* Natural harmonics; of the upper ones low strings speak late, where an artificial one is sure. */
enum { SURE = 4, PARTIALS = 6 };

/* Semitones: where a hand begins, and how far apart two fingers can be: an extended hand low on the
 * neck, a thumb above it. */
static const double first_position = 3, reach_low = 4, reach_high = 6, thumb_from = 7;

/* What a note costs on a string: far up the neck, far from where the hand is, open. */
static double cost(const rosin_hands_string *s, double semitones, double hand) {
  double sum = s->busy ? 100 : 0;
  sum += semitones > 7 ? 1.2 * (semitones - 7) : 0;
  sum += semitones < 0.3 ? 0.6 + s->shuns : 0.35 * fabs(semitones - hand);
  return sum - (s->last ? 0.8 : 0);
}

static double hand_position(const rosin_hands_string *strings, int count) {
  for (int i = 0; i < count; i++)
    if (strings[i].last && strings[i].stopped > 0.3)
      return strings[i].stopped;
  return first_position;
}

double rosin_hands_move(double hand, double semitones) {
  return semitones < 0.3 ? hand : semitones;
}

/* Whether a finger gets there while the others of the chord stay. */
static int is_near(const rosin_hands_string *strings, int count, int index, double semitones) {
  for (int i = 0; i < count && semitones > 0.3; i++) {
    const double other = strings[i].finger;
    const double reach = fmax(other, semitones) > thumb_from ? reach_high : reach_low;
    if (i != index && other > 0.3 && fabs(other - semitones) > reach + 0.2)
      return 0;
  }
  return 1;
}

/* A natural harmonic within 35 cents, of partials `from` to `to`, the lowest first. */
static int natural(const rosin_hands_string *strings, int count, double hertz, int from, int to,
                   int *partial) {
  for (int n = from; n <= to; n++)
    for (int i = count - 1; i >= 0; i--)
      if (!strings[i].busy && fabs(1200 * rosin_log2(hertz / (n * strings[i].open))) < 35) {
        *partial = n;
        return i;
      }
  return -1;
}

/* A string whose natural harmonic it is; else -1, and `hertz` is what a finger stops for an
 * artificial one. */
static int touched(const rosin_hands_string *strings, int count, double *hertz, double highest,
                   int asked, int *partial) {
  const int stopped = asked ? asked : SURE;
  const double least = 0.99 * strings[0].open,
               most = strings[count - 1].open * rosin_exp2(highest / 12);
  int found = natural(strings, count, *hertz, asked ? asked : 2, stopped, partial);
  if (found < 0 && !asked && (*hertz / stopped < least || *hertz / stopped > most))
    found = natural(strings, count, *hertz, SURE + 1, PARTIALS, partial);
  if (found < 0 && *hertz / stopped >= least) {
    *partial = stopped;
    *hertz /= stopped;
  }
  return found;
}

int rosin_hands_choose(const rosin_hands_string *strings, int count, double hertz, double highest,
                       int harmonic, int *partial) {
  int best = ROSIN_HANDS_NONE, far = 0;
  double least = 0;
  const double hand = hand_position(strings, count);
  *partial = 1;
  if (harmonic) {
    const int found =
        touched(strings, count, &hertz, highest, harmonic > 1 ? harmonic : 0, partial);
    if (found >= 0)
      return found;
  }
  for (int i = 0; i < count; i++) {
    const double semitones = 12 * rosin_log2(hertz / strings[i].open);
    if (semitones < -0.5 || semitones > highest)
      continue;
    if (!is_near(strings, count, i, semitones)) {
      far = 1;
      continue;
    }
    const double c = cost(&strings[i], semitones, hand);
    if (best < 0 || c < least) {
      best = i;
      least = c;
    }
  }
  return far && (best < 0 || strings[best].busy) ? ROSIN_HANDS_FAR : best;
}
