/* SPDX-License-Identifier: BSD-3-Clause */
/* A player who reads (which is asked for, since else a file sounds as if it were played live) knows
 * how long a note will be: it gets less speed if that is enough, else strokes of equal length. A
 * player who hears the note as it begins turns where the hair ends. */
#include "player/course/plan.h"

#include <math.h>

/* m of a note whose length nobody knows */
static const double usual = 0.15;
/* of its speed that a bow may save; share of the hair that a planned stroke takes */
static const double thrift = 0.8, whole = 0.9;
/* s in the air after which strokes of spiccato begin anew, down-bow */
static const double flight = 0.6;

enum { AHEAD = 400 }; /* events that are read */

double rosin_player_end_of(const rosin_player_event_t *note, const rosin_player_score_t *score,
                           int from, int count) {
  for (int i = from; i < count && i < from + AHEAD; i++) {
    const rosin_player_event_t *e = &score[i].event;
    const int off =
        e->kind == ROSIN_PLAYER_NOTE_OFF || (e->kind == ROSIN_PLAYER_NOTE_ON && e->value <= 0);
    if (off && e->key == note->key && ((e->channel ^ note->channel) & 15) == 0)
      return score[i].time;
  }
  return -1;
}

static double end_of(const rosin_player *p, const rosin_player_event_t *note, int from) {
  return rosin_player_end_of(note, p->score, from, p->scored);
}

double rosin_player_length(const rosin_player *p, const rosin_player_event_t *note) {
  return p->s.reads >= 0.5 ? fmax(end_of(p, note, p->next) - p->now, 0) : 0;
}

double rosin_player_meets(const rosin_player *p, const rosin_player_event_t *note, double length) {
  static const double at_once = 0.06; /* s */
  const double off = p->now + length;
  for (int i = p->next; length > 0 && i < p->scored && i < p->next + AHEAD; i++) {
    const rosin_player_event_t *e = &p->score[i].event;
    const double time = p->score[i].time;
    if (time > off + at_once)
      return 0;
    if (e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0 && time - p->now > ROSIN_PLAYER_CHORD &&
        ((e->channel ^ note->channel) & 15) == 0)
      return time >= off && end_of(p, e, i + 1) - time < ROSIN_PLAYER_HURRIED ? time : 0;
  }
  return 0;
}

static int is_short(rosin_articulation a) {
  return a == ROSIN_MARTELE || a == ROSIN_SPICCATO || a == ROSIN_TREMOLO || a == ROSIN_PIZZICATO ||
         a == ROSIN_COL_LEGNO || a == ROSIN_BARTOK;
}

/* The direction that is asked for, by a mark or by the stroke before: what is thrown goes to and
 * fro however long it flies. */
static int asked_by(const rosin_player *p, const rosin_course *c, int marks) {
  const int goes_on = c->articulation == ROSIN_SPICCATO && p->now - p->hair.touched < flight;
  const int back = p->hair.direction > 0 ? -1 : 1;
  return marks & ROSIN_MARK_DOWN ? 1 : marks & ROSIN_MARK_UP ? -1 : goes_on ? back : 0;
}

void rosin_player_plan(rosin_player *p, rosin_course *c, const rosin_player_event_t *note) {
  const double length = c->length, speed = rosin_player_speed(p, c);
  const int marks = note->controller;
  const rosin_hair_plan plan = {.asked = asked_by(p, c, marks),
                                .upbeat = p->s.reads >= 0.5 && (marks & ROSIN_MARK_UPBEAT),
                                .need = length > 0 && !is_short(c->articulation) ? speed * length
                                                                                 : usual};
  int lifts;
  p->direction = rosin_hair_stroke(&p->hair, &plan, p->now, &lifts);
  if (lifts && c->lift > 0)
    c->lift = c->speed = 0;
  else if (p->direction * c->speed > 0) /* hooked: it stops, nearly, and goes on */
    c->speed *= 0.3;
  const double left = rosin_hair_left(&p->hair, p->direction);
  c->thrift = 1;
  c->span = INFINITY;
  if (length <= 0 || plan.need <= left)
    return;
  if (thrift * plan.need <= left)
    c->thrift = left / plan.need;
  else
    c->span = plan.need / ceil(plan.need / (whole * p->hair.length));
}

/* The string that tells where the hair is: the bow is on it, the last one of several. */
static rosin_course *leading(rosin_player *p) {
  rosin_course *best = p->last >= 0 ? &p->course[p->last] : NULL;
  for (int i = 0; i < p->courses; i++)
    if (best && p->course[i].sounding && p->course[i].lift > best->lift)
      best = &p->course[i];
  return best && best->sounding && best->lift > 0.01 ? best : NULL;
}

void rosin_player_turn(rosin_player *p) {
  rosin_hair_turn(&p->hair);
  p->direction = p->hair.direction;
  for (int i = 0; i < p->courses; i++) /* one bow */
    if (p->course[i].held)
      p->course[i].direction = p->direction;
}

void rosin_player_spend(rosin_player *p) {
  rosin_course *c = p->s.by_hand >= 0.5 ? NULL : leading(p);
  if (!c)
    return;
  p->hair.touched = p->now;
  rosin_hair_draw(&p->hair, c->speed * p->dt);
  if (!c->held || is_short(c->articulation) || c->direction != p->hair.direction ||
      !rosin_hair_must_turn(&p->hair, c->speed * c->direction, c->slope, c->span))
    return;
  rosin_player_turn(p);
}
