/* SPDX-License-Identifier: BSD-3-Clause */
/* Which strings and places a chord may be played at. */
#include "maths/maths.h"
#include "player/left/way.h"

#include <math.h>

static const double NEAR_OPEN = 0.3, BELOW = -0.5; /* semitones */

double rosin_way_stop(const rosin_fingering_neck *neck, int string, double hertz) {
  const double up = 12 * rosin_log2(hertz / neck->open[string]);
  return up < BELOW || up > neck->highest ? -1 : up < NEAR_OPEN ? 0 : up;
}

/* Where the lays of a chord are gathered. */
typedef struct {
  const rosin_left_hand *hand;
  const rosin_chord *chord;
  const rosin_lay *before;
  int befores, count;
  rosin_lay *lays;
  double stop[ROSIN_FINGERING_STRINGS]; /* of each note on the string that is tried */
} gathering;

/* A note costs what it is to play there: high up, long and open, with the little finger or the
 * thumb, with another finger than was asked for. */
static double cost_of(const gathering *g, int note, int finger) {
  const rosin_fingering_note *n = &g->chord->note[note];
  const int asked = n->finger && n->finger != finger, is_long = g->chord->length > 0.5;
  const double stop = g->stop[note];
  double sum = (asked ? 8 : 0) + 0.03 * stop + 0.06 * fmax(stop - 7, 0) + 0.1 * fmax(stop - 14, 0);
  if (finger == ROSIN_FINGER_OPEN)
    return sum + n->shuns + (is_long && g->chord->notes < 2 ? 0.5 : 0);
  return sum + 0.05 + (finger == 4 ? 0.05 : 0) +
         (finger == ROSIN_FINGER_THUMB && is_long ? 0.4 : 0);
}

/* One finger on two strings lies across them: on neighbours, at one place. Others have their own.
 */
static double across(const gathering *g, const rosin_lay *l) {
  double sum = 0;
  for (int a = 0; a < l->notes; a++)
    for (int b = a + 1; b < l->notes; b++)
      if (l->finger[a] == l->finger[b] && l->finger[a] != ROSIN_FINGER_OPEN) {
        const int same = fabs(g->stop[a] - g->stop[b]) < 0.5;
        sum += !same                                                                  ? 12
               : l->string[a] - l->string[b] == 1 || l->string[b] - l->string[a] == 1 ? 0.3
                                                                                      : 3;
      }
  return sum;
}

/* A bow takes neighbours: each string that it leaves out between breaks the chord. */
static double spread(const rosin_lay *l) {
  int low = ROSIN_FINGERING_STRINGS, high = -1;
  for (int i = 0; i < l->notes; i++) {
    low = l->string[i] < low ? l->string[i] : low;
    high = l->string[i] > high ? l->string[i] : high;
  }
  return 1.5 * (high - low + 1 - l->notes);
}

static void keep(gathering *g, const rosin_lay *lay) {
  if (g->count < ROSIN_WAY_LAYS)
    g->lays[g->count++] = *lay;
}

/* The hand in one manner at one place, if its fingers reach all. */
static void lie(gathering *g, rosin_lay lay, int manner, int place) {
  const rosin_grip *s = &g->hand->grip[manner];
  double cost = s->strain;
  for (int i = 0; i < lay.notes; i++) {
    const int finger = g->stop[i] > 0 ? rosin_grip_finger(s, place, g->stop[i]) : ROSIN_FINGER_OPEN;
    if (!finger)
      return;
    lay.finger[i] = (signed char)finger;
    cost += cost_of(g, i, finger);
  }
  lay.manner = manner;
  lay.place = place;
  lay.cost = cost + across(g, &lay) + spread(&lay);
  keep(g, &lay);
}

/* Without a finger the hand stays wherever it was. */
static void stay(gathering *g, rosin_lay lay) {
  lay.free = 1;
  lay.cost = spread(&lay);
  for (int i = 0; i < lay.notes; i++) {
    lay.finger[i] = ROSIN_FINGER_OPEN;
    lay.cost += cost_of(g, i, ROSIN_FINGER_OPEN);
  }
  for (int b = 0; b < g->befores; b++) {
    int known = 0;
    for (int a = 0; a < b; a++)
      known |=
          g->before[a].manner == g->before[b].manner && g->before[a].place == g->before[b].place;
    lay.manner = g->before[b].manner;
    lay.place = g->before[b].place;
    if (!known)
      keep(g, &lay);
  }
}

static void place_hand(gathering *g, const rosin_lay *lay) {
  double top = 0;
  for (int i = 0; i < lay->notes; i++)
    top = fmax(top, g->stop[i]);
  if (top <= 0) {
    stay(g, *lay);
    return;
  }
  for (int m = 0; m < g->hand->grips; m++) /* no hand is wider than an octave */
    for (int at = (int)fmax(top - 12, 1); at <= top + 0.5; at++)
      lie(g, *lay, m, at);
}

static int may_take(const gathering *g, const rosin_lay *lay, int note, int string) {
  const rosin_fingering_note *n = &g->chord->note[note];
  const int asked = n->string;
  for (int i = 0; i < note; i++)
    if (lay->string[i] == string)
      return 0;
  return asked < 0 || asked == string || asked >= g->hand->neck->strings ||
         rosin_way_stop(g->hand->neck, asked, n->hertz) < 0;
}

/* Strings for all notes, as the digits of a number: 1 if each note has one that it can take. */
static int deal(gathering *g, rosin_lay *lay, int number) {
  for (int i = 0; i < lay->notes; i++, number /= g->hand->neck->strings) {
    const int s = number % g->hand->neck->strings;
    g->stop[i] = rosin_way_stop(g->hand->neck, s, g->chord->note[i].hertz);
    if (g->stop[i] < 0 || !may_take(g, lay, i, s))
      return 0;
    lay->string[i] = (signed char)s;
  }
  return 1;
}

int rosin_way_lays(const rosin_left_hand *hand, const rosin_chord *chord, const rosin_lay *before,
                   int befores, rosin_lay lays[ROSIN_WAY_LAYS]) {
  gathering g = {.hand = hand, .chord = chord, .before = before, .befores = befores, .lays = lays};
  rosin_lay lay = {.notes = chord->notes, .manner = -1};
  int deals = chord->notes <= hand->neck->strings;
  for (int i = 0; i < chord->notes && deals; i++)
    deals *= hand->neck->strings;
  for (int k = 0; k < deals; k++)
    if (deal(&g, &lay, k))
      place_hand(&g, &lay);
  return g.count;
}
