/* SPDX-License-Identifier: BSD-3-Clause */
/* From events to notes that are fingered, and back to marks. */
#include "player/course/pencil.h"
#include "memory.h"
#include "player/course/plan.h"
#include "player/left/fingering.h"
#include "player/left/marks.h"

#include <math.h>

static const double endless = 2; /* s: a note that nothing ends */

typedef struct {
  const rosin_player *player;
  rosin_player_score_t *score;
  int count, notes;
  rosin_tuning tuning;
  rosin_channel channel[ROSIN_CHANNELS]; /* as they are told on the way */
  rosin_fingering_note *note;
  int *event; /* of each note */
} reading;

static double told(const reading *r, int channel, size_t setting) {
  return rosin_channel_get(&r->channel[channel], &r->player->s, setting);
}

/* What an open string costs more, in the costs of way.h. */
static double shuns(double set) {
  return set > 1.5 ? -6 : set > 0.5 ? 12 : 0;
}

static void read_note(reading *r, int i) {
  const rosin_player *p = r->player;
  const rosin_player_event_t *e = &r->score[i].event;
  const double off = rosin_player_end_of(e, r->score, i + 1, r->count);
  const int channel = e->channel & 15, marked = rosin_marks_string(e->controller);
  const int set = (int)(told(r, channel, ROSIN_SETTING(string)) + 0.5);
  const int string = marked ? marked : set;
  const double hertz = rosin_tuning_hertz(&r->tuning, e->key + r->channel[channel].tune);
  if (!(e->key >= 0 && e->key <= 127) || !(hertz > 1 && hertz < 1e5) ||
      told(r, channel, ROSIN_SETTING(articulation)) > ROSIN_HARMONIC - 0.5)
    return; /* a harmonic lies where it lies */
  r->event[r->notes] = i;
  r->note[r->notes++] = (rosin_fingering_note){
      .on = r->score[i].time,
      .off = off < 0 ? r->score[i].time + endless : off,
      .hertz = hertz,
      .channel = p->s.double_stops >= 0.5 ? 16 + i : channel, /* then nothing is slurred */
      .shuns = shuns(told(r, channel, ROSIN_SETTING(open_strings))),
      .string = string > 0 && string <= p->courses ? p->courses - string : -1,
      .finger = rosin_marks_finger(e->controller)};
}

static void read_event(reading *r, int i) {
  const rosin_player_event_t *e = &r->score[i].event;
  const rosin_parameter *all = rosin_player_parameters();
  rosin_channel *c = &r->channel[e->channel & 15];
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_ON:
    if (e->value > 0)
      read_note(r, i);
    break;
  case ROSIN_PLAYER_CONTROL:
    if (!rosin_channel_control(c, e->controller, e->value))
      rosin_controls_move(rosin_player_controls(r->player), e->controller, e->value, c);
    break;
  case ROSIN_PLAYER_PROGRAM:
    rosin_channel_program(c, e->controller);
    break;
  case ROSIN_PLAYER_TUNE:
    c->tune = fmin(fmax(e->value, -96), 96);
    break;
  case ROSIN_PLAYER_TELL:
    for (int k = 0; all[k].name; k++)
      if (k == e->controller)
        rosin_channel_tell(c, all[k].offset, fmin(fmax(e->value, all[k].low), all[k].high));
    break;
  default:
    break;
  }
}

static void mark(const reading *r) {
  for (int k = 0; k < r->notes; k++) {
    const rosin_fingering_note *n = &r->note[k];
    int *marks = &r->score[r->event[k]].event.controller;
    if (n->string >= 0)
      *marks = rosin_marks_with(*marks, r->player->courses - n->string, n->finger, n->place);
  }
}

int rosin_player_pencil(const rosin_player *p, rosin_player_score_t *score, int count) {
  rosin_fingering_neck neck = {.strings = p->courses,
                               .highest = p->instrument->highest,
                               .program = (int)p->instrument->program};
  if (p->s.reads < 0.5 || p->s.key_switches >= 0.5 || p->s.library >= 0.5 || count < 1 ||
      p->courses > ROSIN_FINGERING_STRINGS)
    return 0;
  reading r = {.player = p, .score = score, .count = count, .tuning = p->tuning};
  r.tuning.a4 = p->s.a4;
  r.note = rosin_calloc((size_t)count, sizeof *r.note);
  r.event = rosin_calloc((size_t)count, sizeof *r.event);
  int status = r.note && r.event ? 0 : -1;
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_channel_start(&r.channel[k]);
  for (int k = 0; k < p->courses; k++)
    neck.open[k] = p->course[k].open;
  for (int i = 0; i < count && !status; i++)
    read_event(&r, i);
  if (!status)
    status = rosin_fingering(&neck, r.note, r.notes, ROSIN_PLAYER_CHORD);
  if (!status)
    mark(&r);
  rosin_free(r.note);
  rosin_free(r.event);
  return status;
}
