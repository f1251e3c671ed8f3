/* SPDX-License-Identifier: BSD-3-Clause */
/* A plan as MIDI: a bend of two octaves and dynamics (11) every 5 ms where they move, for each note
 * its string (18), the time of its attack (73), its key. What is sent is what is written to a file,
 * as coarse as that is. */
#include "host/follow/follow.h"

#include <math.h>
#include <stdlib.h>

enum { BEND = 0xe0, CONTROL = 0xb0, ON = 0x90, OFF = 0x80, VELOCITY = 76, MIDDLE = 8192 };

static const double attack = 0.03; /* s, of all notes: their levels rise by dynamics */
static const double quickest = 0.03, slowest = 0.3; /* ends of controller 73 */

int rosin_follow_tell(rosin_follow_score *s, double time, int status, int data, int value) {
  if (s->count == s->room) {
    const int room = s->room ? 2 * s->room : 256;
    rosin_follow_message *grown = realloc(s->message, (size_t)room * sizeof *grown);
    if (!grown)
      return -1;
    s->message = grown;
    s->room = room;
  }
  s->message[s->count++] = (rosin_follow_message){
      .time = fmax(floor(1000 * time + 0.5) / 1000, 0),
      .byte = {(unsigned char)status, (unsigned char)data, (unsigned char)value}};
  return 0;
}

/* Of what comes at once: ends of notes, then controllers, then notes. */
static int rank(const rosin_follow_message *m) {
  return m->byte[0] == OFF ? 0 : m->byte[0] == ON ? 2 : 1;
}

/* By insertion, which keeps the order of what comes at once; what is sorted is nearly in order. */
void rosin_follow_sort(rosin_follow_score *s) {
  for (int i = 1; i < s->count; i++) {
    const rosin_follow_message m = s->message[i];
    int j = i;
    for (; j > 0 && (s->message[j - 1].time > m.time ||
                     (s->message[j - 1].time == m.time && rank(&s->message[j - 1]) > rank(&m)));
         j--)
      s->message[j] = s->message[j - 1];
    s->message[j] = m;
  }
}

static int tell_control(rosin_follow_score *s, double time, int number, double share) {
  return rosin_follow_tell(s, time, CONTROL, number,
                           (int)floor(127 * fmin(fmax(share, 0), 1) + 0.5));
}

/* The range of bends (RPN 0). */
static int tell_range(rosin_follow_score *s) {
  return rosin_follow_tell(s, 0, CONTROL, 101, 0) || rosin_follow_tell(s, 0, CONTROL, 100, 0) ||
         rosin_follow_tell(s, 0, CONTROL, 6, ROSIN_FOLLOW_BEND) ||
         rosin_follow_tell(s, 0, CONTROL, 38, 0);
}

typedef struct {
  int bend, loud; /* as last sent, -1: not yet */
} sent;

static int bend_of(double semitones) {
  const double share = fmin(fmax(semitones / ROSIN_FOLLOW_BEND, -1), 1);
  return (int)fmin(fmax(floor(MIDDLE * share + 0.5) + MIDDLE, 0), 16383);
}

static int tell_bend(rosin_follow_score *s, double time, double semitones, sent *last) {
  const int bend = bend_of(semitones);
  if (bend == last->bend)
    return 0;
  last->bend = bend;
  return rosin_follow_tell(s, time, BEND, bend & 127, bend >> 7);
}

static int tell_loud(rosin_follow_score *s, double time, double dynamics, sent *last) {
  const int loud = (int)floor(127 * dynamics + 0.5);
  if (loud == last->loud)
    return 0;
  last->loud = loud;
  return rosin_follow_tell(s, time, CONTROL, 11, loud);
}

static double time_of(int frame) {
  return (double)frame / ROSIN_PITCH_HOPS;
}

/* Pitch and level of a note, from its beginning to its end. */
static int tell_course(const rosin_follow_plan *p, const rosin_follow_instrument *in,
                       const rosin_follow_note *n, double on, double off, rosin_follow_score *s) {
  sent last = {-1, -1};
  int status = tell_bend(s, on, p->bend[n->first] - n->key, &last) ||
               tell_loud(s, on, rosin_follow_dynamics(in, p->loud[n->first]), &last);
  for (int i = n->first; i < n->last && !status; i++) {
    const double at = time_of(i) - p->ahead, swell = time_of(i) - p->swell;
    if (at > on && at < off)
      status = tell_bend(s, at, p->bend[i] - n->key, &last);
    if (!status && swell > on && swell < off)
      status = tell_loud(s, swell, rosin_follow_dynamics(in, p->loud[i]), &last);
  }
  return status;
}

/* When a note is told to the player, and when its end is. */
static double on_of(const rosin_follow_note *n) {
  return fmax(time_of(n->first) - n->early, 0.005);
}

static double off_of(const rosin_follow_plan *p, int k) {
  static const double overlap = 0.02, apart = 0.002; /* s: a slur, a stroke of its own */
  const rosin_follow_note *n = &p->note[k], *next = k + 1 < p->notes ? n + 1 : NULL;
  const double end = time_of(n->last) - p->ahead;
  if (next && next->string && next->slurred && next->first == n->last)
    return on_of(next) + (next->key == n->key ? -apart : overlap);
  return next ? fmin(end, on_of(next) - apart) : end;
}

int rosin_follow_write(const rosin_follow_plan *p, const rosin_follow_instrument *in,
                       rosin_follow_score *s) {
  s->count = 0;
  int status =
      tell_range(s) || tell_control(s, 0, 73, log(attack / quickest) / log(slowest / quickest));
  for (int k = 0; k < p->notes && !status; k++) {
    const rosin_follow_note *n = &p->note[k];
    if (!n->string)
      continue;
    const double on = on_of(n), off = fmax(off_of(p, k), on + 0.01);
    const int slurs = k + 1 < p->notes && n[1].string && n[1].slurred && n[1].first == n->last;
    status = (in->strings && tell_control(s, on, 18, n->string / 6.0)) ||
             tell_course(p, in, n, on, slurs ? on_of(n + 1) : off, s) ||
             rosin_follow_tell(s, on, ON, n->key, VELOCITY) ||
             rosin_follow_tell(s, off, OFF, n->key, 0);
  }
  rosin_follow_sort(s);
  return status;
}
