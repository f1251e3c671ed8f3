/* SPDX-License-Identifier: BSD-3-Clause */
/* Dynamic programming over chords (Bellman 1957; for fingerings Sayegh 1989): of each chord the
 * ways that a hand may lie are kept with the cheapest way there, the best of them at most; at the
 * end of a window the cheapest is followed back. */
#include "player/left/fingering.h"
#include "memory.h"
#include "player/left/way.h"

#include <math.h>

enum { BEST = 32 };

typedef struct {
  rosin_left_hand hand;
  rosin_fingering_note *note;
  int count;
  double chord; /* s */
  int chords;   /* of this window */
  int first[ROSIN_FINGERING_WINDOW], notes[ROSIN_FINGERING_WINDOW],
      kept[ROSIN_FINGERING_WINDOW + 1];
  rosin_lay row[ROSIN_FINGERING_WINDOW + 1][BEST]; /* [0]: before the window */
  rosin_lay lays[ROSIN_WAY_LAYS];
} search;

/* Notes that begin with the one at `first`. */
static int together(const search *s, int first) {
  int n = 1;
  while (first + n < s->count && s->note[first + n].on - s->note[first].on <= s->chord)
    n++;
  return n;
}

static rosin_chord chord_at(const search *s, int first, int notes) {
  enum { BACK = 8 };
  const rosin_fingering_note *n = &s->note[first];
  const int next = first + notes;
  rosin_chord c = {.note = n, .notes = notes, .since = 10, .rest = 10, .length = n->off - n->on};
  if (next < s->count)
    c.length = fmin(c.length, s->note[next].on - n->on);
  if (first > 0)
    c.since = n->on - s->note[first - 1].on;
  for (int i = first - 1; i >= 0 && i >= first - BACK; i--) {
    c.rest = fmin(c.rest, n->on - s->note[i].off);
    c.slurred |= s->note[i].channel == n->channel && s->note[i].off > n->on + 1e-6;
  }
  return c;
}

/* The cheapest way to a lay, which then knows what its strings do. */
static void come(const search *s, const rosin_chord *c, const rosin_lay *before, int befores,
                 rosin_lay *lay) {
  double least = INFINITY;
  for (int b = 0; b < befores; b++) {
    const double cost = before[b].cost + rosin_way_between(&s->hand, c, &before[b], lay);
    if (cost < least) {
      least = cost;
      lay->from = b;
    }
  }
  lay->cost += least;
  for (int k = 0; k < s->hand.neck->strings; k++)
    lay->on[k] = before[lay->from].on[k];
  for (int i = 0; i < lay->notes; i++)
    lay->on[(int)lay->string[i]] = (rosin_way_string){
        c->note[i].off, rosin_way_stop(s->hand.neck, lay->string[i], c->note[i].hertz),
        c->note[i].channel};
}

/* The next row: the best lays of a chord, or, where there is none, what was before. */
static void go_on(search *s, int first, int notes) {
  const int row = ++s->chords;
  const rosin_lay *before = s->row[row - 1];
  const int befores = s->kept[row - 1];
  const rosin_chord c = chord_at(s, first, notes);
  const int count = rosin_way_lays(&s->hand, &c, before, befores, s->lays);
  s->first[row - 1] = first;
  s->notes[row - 1] = notes;
  s->kept[row] = 0;
  for (int i = 0; i < count; i++)
    come(s, &c, before, befores, &s->lays[i]);
  for (int left = count; s->kept[row] < BEST && left > 0;) {
    int best = 0;
    for (int i = 1; i < left; i++)
      if (s->lays[i].cost < s->lays[best].cost)
        best = i;
    s->row[row][s->kept[row]++] = s->lays[best];
    s->lays[best] = s->lays[--left];
  }
  for (int b = 0; b < befores && !count; b++) {
    s->row[row][b] = before[b];
    s->row[row][b].notes = 0;
    s->row[row][b].from = b;
    s->kept[row] = b + 1;
  }
}

/* From the cheapest end back to the beginning of the window, which then is a new one's. */
static void settle(search *s) {
  int at = 0;
  const rosin_lay last = s->row[s->chords][0];
  for (int row = s->chords; row > 0; row--) {
    const rosin_lay *lay = &s->row[row][at];
    for (int i = 0; i < s->notes[row - 1]; i++) {
      rosin_fingering_note *n = &s->note[s->first[row - 1] + i];
      n->string = lay->notes ? lay->string[i] : -1;
      n->finger = lay->notes ? lay->finger[i] : 0;
      n->place = lay->notes && lay->manner >= 0 ? lay->place : 0;
    }
    at = lay->from;
  }
  s->row[0][0] = last;
  s->row[0][0].cost = 0;
  s->kept[0] = 1;
  s->chords = 0;
}

int rosin_fingering(const rosin_fingering_neck *neck, rosin_fingering_note *note, int count,
                    double chord) {
  search *s = rosin_calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->hand.neck = neck;
  s->hand.grip = rosin_grips(neck->program, &s->hand.grips);
  s->note = note;
  s->count = count;
  s->chord = chord;
  s->kept[0] = 1;
  s->row[0][0] = (rosin_lay){.manner = -1};
  for (int i = 0, notes; i < count; i += notes) {
    notes = together(s, i);
    go_on(s, i, notes);
    if (s->chords == ROSIN_FINGERING_WINDOW)
      settle(s);
  }
  settle(s);
  rosin_free(s);
  return 0;
}
