/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/section/section.h"
#include "course.h"
#include "error.h"
#include "maths/maths.h"
#include "player/apart.h"
#include "player/course/pencil.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALL = 256 };

static const double loosest = 0.05, tightest = 0.015; /* s, deviation of onsets */
static const double together = 0.03;                  /* s: notes of a chord */

typedef struct {
  rosin_scene *scene;
  rosin_sequencer *sequencer;
  rosin_player_score_t *score; /* his copy */
  uint64_t chance;
  double late;    /* share of the widest lag, of the note that began last, */
  long long note; /* its frame */
  struct {
    long long frame, due; /* meant and posted */
  } last[2];              /* note or its end, and what else happened */
} desk;

struct rosin_section {
  rosin_section_plan plan;
  int rate, channels, others;
  double seed;
  rosin_player *first;
  float share; /* of each in the sum */
  desk desk[ROSIN_SECTION_MOST - 1];
  float *one; /* [CALL * channels] */
  float loud[ROSIN_SECTION_MOST];
  long long measures; /* frames for which that is still measured */
};

/* Uniform in 0 ... 1: the next of this desk's. */
static double draw(desk *d) {
  return 0.5 + 0.5 * rosin_course_uniform(d->chance++);
}

/* What chance does to his onsets, from here on. */
static void cast(rosin_section *s, int index) {
  desk *d = &s->desk[index];
  d->chance = rosin_course_mix((uint64_t)rosin_section_seed(s->seed, index + 1));
  d->late = draw(d);
}

static void begin(rosin_section *s, int index) {
  desk *d = &s->desk[index];
  cast(s, index);
  d->note = d->last[0].due = d->last[1].due = -1;
  d->last[0].frame = d->last[1].frame = -1;
}

rosin_section *rosin_section_new(const rosin_section_plan *plan, int rate, int channels,
                                 double seed, rosin_error *error) {
  rosin_section *s = calloc(1, sizeof *s);
  if (s && (s->one = calloc(CALL * (size_t)channels, sizeof *s->one))) {
    s->plan = *plan;
    s->rate = rate;
    s->channels = channels;
    s->seed = seed;
    s->share = 1;
    return s;
  }
  rosin_section_free(s);
  rosin_fail(error, "out of memory for a section");
  return NULL;
}

/* As far as he is from the others: what he takes for the pitch, and his vibrato. */
static void set_apart(const rosin_section *s, rosin_player *player, int index) {
  const uint64_t own = rosin_course_mix((uint64_t)rosin_section_seed(s->seed, index));
  const rosin_player_apart apart = {.cents = s->plan.unison,
                                    .rate = 1 + 0.1 * rosin_course_uniform(own + 1),
                                    .depth = 1 + 0.35 * rosin_course_uniform(own + 2)};
  rosin_player_set_apart(player, &apart);
}

static void set_all_apart(const rosin_section *s) {
  set_apart(s, s->first, 0);
  for (int i = 0; i < s->others; i++)
    set_apart(s, rosin_sequencer_player(s->desk[i].sequencer), i + 1);
}

void rosin_section_lead(rosin_section *s, rosin_player *first) {
  s->first = first;
  set_all_apart(s);
}

int rosin_section_add(rosin_section *s, rosin_scene *scene, int call, rosin_error *error) {
  const int index = s->others;
  desk *d = &s->desk[index];
  double seat[2];
  d->scene = scene;
  s->others++;
  rosin_section_seat(&s->plan, index + 1, seat);
  rosin_scene_sit(scene, seat[0], seat[1], rosin_section_depth(&s->plan));
  if (rosin_scene_prepare(scene, s->rate, call, error) ||
      !(d->sequencer = rosin_sequencer_new(scene, s->rate, 1, error)))
    return -1;
  rosin_sequencer_set_turning(d->sequencer, 0);
  begin(s, index);
  s->share = (float)(1 / sqrt(s->others + 1.0));
  return 0;
}

void rosin_section_free(rosin_section *s) {
  for (int i = 0; s && i < s->others; i++) {
    rosin_sequencer_free(s->desk[i].sequencer);
    rosin_scene_free(s->desk[i].scene);
    free(s->desk[i].score);
  }
  if (s)
    free(s->one);
  free(s);
}

/* ---- what they are told ------------------------------------------------------------------ */

#define EACH(d) for (desk *d = s->desk; d < s->desk + s->others; d++)

void rosin_section_set(rosin_section *s, const rosin_parameter *row, double value) {
  rosin_section_plan_put(&s->plan, row, value);
  set_all_apart(s);
}

void rosin_section_put(rosin_section *s, int target, double value) {
  EACH(d) {
    rosin_sequencer_put(d->sequencer, target, value);
  }
}

void rosin_section_tune(rosin_section *s, const rosin_tuning *tuning) {
  EACH(d) {
    rosin_player_tune(rosin_sequencer_player(d->sequencer), tuning);
  }
}

static void take_seed(rosin_section *s, double seed) {
  s->seed = seed;
  for (int i = 0; i < s->others; i++)
    cast(s, i);
  set_all_apart(s);
}

void rosin_section_seeded(rosin_section *s, double seed) {
  for (int i = 0; i < s->others; i++)
    rosin_sequencer_seed(s->desk[i].sequencer, rosin_section_seed(seed, i + 1));
  take_seed(s, seed);
}

void rosin_section_reset(rosin_section *s) {
  for (int i = 0; i < s->others; i++) {
    rosin_sequencer_reset(s->desk[i].sequencer);
    begin(s, i);
  }
}

void rosin_section_bow(rosin_section *s, int down, double speed, double press) {
  EACH(d) {
    rosin_sequencer_bow_by_hand(d->sequencer, down, speed, press);
  }
}

/* s between the first and the last who may begin: lags are even between, of deviation widest over
 * the root of 12. */
static double widest(const rosin_section *s) {
  const double deviation = loosest + (tightest - loosest) * s->plan.tightness;
  return deviation * sqrt(12);
}

/* A player's event comes to a desk as late as the note it belongs to; never before one that came
 * before, but some hosts tell controllers first and then the notes between them. What is to be
 * quiet is so at once. */
static long long turn_of(const rosin_section *s, desk *d, long long frame,
                         const rosin_player_event_t *e) {
  const int ends = e->kind == ROSIN_PLAYER_QUIET;
  const int other = e->kind != ROSIN_PLAYER_NOTE_ON && e->kind != ROSIN_PLAYER_NOTE_OFF && !ends;
  if (e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0) {
    if (d->note < 0 || (double)(frame - d->note) > together * s->rate)
      d->late = draw(d);
    d->note = frame;
  }
  long long due = frame + (ends ? 0 : llround(d->late * widest(s) * s->rate));
  for (int k = 0; k < 2; k++)
    if (d->last[k].frame <= frame && d->last[k].due > due)
      due = d->last[k].due;
  d->last[other].frame = frame;
  d->last[other].due = due;
  return due;
}

/* `room` of a sequencer (rosin_sequencer_admit), 0: what it has as a rule. */
static void hand_out(rosin_section *s, long long frame, const rosin_event *event, int room) {
  EACH(d) {
    rosin_event own = *event;
    if (event->target == ROSIN_EVENT_SEED)
      own.value = rosin_section_seed(event->value, 1 + (int)(d - s->desk));
    const long long due =
        event->target == ROSIN_EVENT_PLAYER ? turn_of(s, d, frame, &event->player) : frame;
    if (room)
      rosin_sequencer_admit(d->sequencer, due, &own, room);
    else
      rosin_sequencer_post(d->sequencer, due, &own);
  }
  if (event->target == ROSIN_EVENT_SEED)
    take_seed(s, event->value);
}

void rosin_section_post(rosin_section *s, long long frame, const rosin_event *event) {
  hand_out(s, frame, event, 0);
}

void rosin_section_admit(rosin_section *s, long long frame, const rosin_event *event, int room) {
  hand_out(s, frame, event, room);
}

/* ---- a score ------------------------------------------------------------------------------- */

/* The note that begins with an event, or so soon after it that it ends for that; NULL: none. */
static const rosin_player_score_t *next_note(const rosin_player_score_t *e,
                                             const rosin_player_score_t *end, double time) {
  for (; e < end && e->time - time <= together; e++)
    if (e->event.kind == ROSIN_PLAYER_NOTE_ON && e->event.value > 0)
      return e;
  return NULL;
}

/* Who reads is as often early as late, and ends a note as much so as the next begins; nobody begins
 * before the piece does. */
static void shift(const rosin_section *s, desk *d, int count) {
  double late = 0, note = -1, last = 0;
  for (int i = 0; i < count; i++) {
    rosin_player_score_t *e = &d->score[i];
    const rosin_player_score_t *next = next_note(e, d->score + count, e->time);
    if (next && (note < 0 || next->time - note > together))
      late = (draw(d) - 0.5) * widest(s);
    note = next ? next->time : note;
    last = fmax(e->time + late, last);
    e->time = last;
  }
}

int rosin_section_score(rosin_section *s, const rosin_player_score_t *score, int count,
                        const rosin_controls *controls) {
  const size_t bytes = (size_t)count * sizeof *score;
  EACH(d) {
    rosin_player *player = rosin_sequencer_player(d->sequencer);
    rosin_player_score(player, NULL, 0);
    rosin_player_set_controls(player, controls);
    free(d->score);
    if (!(d->score = malloc(bytes + 1)))
      return -1;
    memcpy(d->score, score, bytes);
    if (rosin_player_pencil(player, d->score, count))
      return -1;
    shift(s, d, count);
    rosin_player_score(player, d->score, count);
  }
  return 0;
}

rosin_sequencer *rosin_section_other(const rosin_section *s, int other) {
  return s->desk[other].sequencer;
}

int rosin_section_others(const rosin_section *s) {
  return s->others;
}

rosin_scene *rosin_section_scene(const rosin_section *s, int other) {
  return s->desk[other].scene;
}

const rosin_player_score_t *rosin_section_scored(const rosin_section *s, int other) {
  return s->desk[other].score;
}

/* ---- what they play ------------------------------------------------------------------------ */

int rosin_section_is_at_rest(const rosin_section *s) {
  for (int i = 0; i < s->others; i++)
    if (!rosin_sequencer_is_at_rest(s->desk[i].sequencer))
      return 0;
  return 1;
}

int rosin_section_rests(const rosin_section *s) {
  for (int i = 0; i < s->others; i++)
    if (!rosin_sequencer_rests(s->desk[i].sequencer))
      return 0;
  return 1;
}

int rosin_section_loud(rosin_section *s, float loud[ROSIN_SECTION_MOST]) {
  memcpy(loud, s->loud, sizeof s->loud);
  memset(s->loud, 0, sizeof s->loud);
  s->measures = s->rate;
  return 1 + s->others;
}

void rosin_section_seated(const rosin_section *s, int index, double seat[2]) {
  rosin_section_seat(&s->plan, index, seat);
}

static void measure(rosin_section *s, int index, int floats, const float *sound) {
  for (int i = 0; s->measures > 0 && i < floats; i++)
    s->loud[index] = fmaxf(s->loud[index], fabsf(sound[i]));
}

void rosin_section_run(rosin_section *s, int frames, float *first) {
  for (int at = 0; at < frames; at += CALL) {
    const int now = frames - at < CALL ? frames - at : CALL, floats = now * s->channels;
    float *out = first + (ptrdiff_t)at * s->channels;
    measure(s, 0, floats, out);
    EACH(d) {
      rosin_sequencer_run(d->sequencer, now, s->one);
      measure(s, 1 + (int)(d - s->desk), floats, s->one);
      for (int i = 0; i < floats; i++)
        out[i] += s->one[i];
    }
    for (int i = 0; i < floats; i++)
      out[i] *= s->share;
    s->measures -= s->measures > 0 ? now : 0;
  }
}
