/* SPDX-License-Identifier: BSD-3-Clause */
/* Events that come in, and hands that move, stretch by stretch. */
#include "checked.h"
#include "maths/maths.h"
#include "player/bow/pad.h"
#include "player/course/course.h"
#include "player/course/pedals.h"
#include "player/course/plan.h"
#include "player/play/notes.h"
#include "player/play/switches.h"

#include <math.h>

int rosin_player_strings(const rosin_scene *scene) {
  return rosin_scene_model(scene)->instrument.courses;
}

void rosin_player_tune(rosin_player *p, const rosin_tuning *tuning) {
  p->tuning = *tuning;
}

void rosin_player_set_apart(rosin_player *p, const rosin_player_apart *apart) {
  p->apart = *apart;
}

void rosin_player_listen(rosin_player *p, const rosin_player *told) {
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    p->channel[i] = told->channel[i];
  p->spoke = told->spoke;
}

void rosin_player_reseed(rosin_player *p, unsigned long long seed) {
  p->seed = p->chance.state = seed;
}

double rosin_player_hears(const rosin_player *p, int string, double *wanted) {
  if (string < 0 || string >= p->courses)
    return 0;
  const rosin_course *c = &p->course[string];
  if (wanted)
    *wanted = c->wanted;
  return rosin_ear_rate(&c->ear, 0.2, 6);
}

static void control(rosin_player *p, int channel, int number, double value) {
  const int was = p->channel[channel].sostenuto;
  if (!rosin_channel_control(&p->channel[channel], number, value))
    rosin_controls_move(rosin_player_controls(p), number, value, &p->channel[channel]);
  if (p->channel[channel].sostenuto && !was)
    rosin_player_sostenuto(p, channel);
  rosin_player_pedals(p, channel);
  if (number == 121)
    rosin_player_retune(p, channel);
}

/* What no table maps swells the dynamics. */
static void press(rosin_player *p, int channel, double value) {
  rosin_channel *told = &p->channel[channel];
  if (rosin_controls_move(rosin_player_controls(p), ROSIN_AFTERTOUCH, value, told))
    return;
  told->pressure = value;
  told->pressed = 1;
}

void rosin_player_set_controls(rosin_player *p, const rosin_controls *controls) {
  p->controls = controls;
}

static void quiet(rosin_player *p) {
  for (int i = 0; i < p->courses; i++)
    rosin_player_let_go(p, &p->course[i]);
  for (int i = 0; i < p->courses; i++)
    p->course[i].hushed = 1;
}

/* What happens takes effect with what comes next. */
static void look_at_clock(rosin_player *p) {
  p->now = (double)rosin_scene_made(p->scene) / p->rate;
}

/* What a score says of a part; out of its range it is as near as may be. */
static void setting(rosin_player *p, int channel, int row, double value) {
  const rosin_parameter *all = rosin_player_parameters();
  for (int i = 0; i <= row && all[i].name; i++)
    if (i == row)
      rosin_channel_tell(&p->channel[channel], all[i].offset,
                         fmin(fmax(value, all[i].low), all[i].high));
}

void rosin_player_event(rosin_player *p, const rosin_player_event_t *e) {
  const int channel = e->channel & 15;
  if (!isfinite(e->value) || !isfinite(e->key))
    return;
  look_at_clock(p);
  p->tuning.a4 = p->s.a4;
  if (e->single && e->kind != ROSIN_PLAYER_NOTE_ON) {
    rosin_player_single(p, e);
    return;
  }
  p->spoke = channel;
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_ON:
    if (e->key >= 0 && e->key <= 127 && e->value <= 0)
      rosin_player_note_off(p, e);
    else if (e->key >= 0 && e->key <= 127 && !rosin_player_switch(p, e))
      rosin_player_note_on(p, e);
    break;
  case ROSIN_PLAYER_NOTE_OFF:
    rosin_player_note_off(p, e);
    break;
  case ROSIN_PLAYER_BEND:
    p->channel[channel].bend = fmin(fmax(e->value, -96), 96);
    rosin_player_retune(p, channel);
    break;
  case ROSIN_PLAYER_TUNE:
    p->channel[channel].tune = fmin(fmax(e->value, -96), 96);
    rosin_player_retune(p, channel);
    break;
  case ROSIN_PLAYER_PRESSURE:
    press(p, channel, fmin(fmax(e->value, 0), 1));
    break;
  case ROSIN_PLAYER_CONTROL:
    control(p, channel, e->controller, fmin(fmax(e->value, 0), 1));
    break;
  case ROSIN_PLAYER_PROGRAM:
    rosin_channel_program(&p->channel[channel], e->controller);
    break;
  case ROSIN_PLAYER_TELL:
    setting(p, channel, e->controller, e->value);
    break;
  default:
    quiet(p);
  }
}

/* What goes to and fro within a note, the bow of a tremolo or the finger of a trill: free, it
 * starts slower and never keeps quite the same rate. */
static void go_on(rosin_player *p, rosin_course *c, double t) {
  const double rate = c->articulation == ROSIN_TREMOLO ? ROSIN_TOLD(p, c, tremolo_rate)
                                                       : ROSIN_TOLD(p, c, trill_rate);
  const double human = p->s.measured >= 0.5 ? 0 : p->s.humanity;
  const double slow = 1 - 0.4 * human * rosin_exp(-t / 0.3);
  c->turns += t > 0 ? p->dt * rate * slow * fmax(1 + 0.12 * human * p->wander_speed, 0.5) : 0;
}

/* Strokes that a bow ends on the string, if it is not to lift. */
static int may_stay(rosin_articulation a) {
  return a == ROSIN_DETACHE || a == ROSIN_LEGATO || a == ROSIN_TREMOLO || a == ROSIN_FLAUTANDO ||
         a == ROSIN_SCRATCH || a == ROSIN_WOOD_DRAWN;
}

static rosin_stroke stroke_of(rosin_player *p, rosin_course *c, double t, double since) {
  enum { TREMOLO_RATE = 10 }; /* of a stroke as it is written */
  go_on(p, c, t);
  if (c->articulation == ROSIN_TREMOLO)
    t = c->turns / TREMOLO_RATE;
  rosin_stroke s = rosin_stroke_at(c->articulation, t, since, ROSIN_TOLD(p, c, change));
  if (p->now < c->waits)
    s.lifted = 1;
  if (p->s.lift < 0.5 && may_stay(c->articulation))
    s.lifted = 0;
  return s;
}

static void move_course(rosin_player *p, int i, int frames) {
  rosin_course *c = &p->course[i];
  if (!c->sounding) {
    rosin_player_move_idle(p, c);
    return;
  }
  if (c->held && p->now >= c->leaves) { /* the bow has gone on to the chord's upper strings */
    rosin_player_let_go(p, c);
    c->crossed = 1;
  }
  const double t = fmax(p->now - c->began, 0);
  const double over = p->now - c->ended - rosin_player_falls(p, c);
  const double since = c->held || over < 0 ? -1 : over;
  const rosin_stroke by_hand = {.speed = 1,
                                .force = 1,
                                .position = 1,
                                .haste = 1,
                                .bite = 1,
                                .lifted = !p->hand_down || (i != p->last && !c->held)};
  const rosin_stroke stroke = p->s.by_hand >= 0.5 ? by_hand : stroke_of(p, c, t, since);
  const double *slip = rosin_network_read(rosin_scene_network(p->scene), c->signal);
  if (slip && rosin_player_rubs(c)) {
    const double beta = rosin_player_beta(p, c, &stroke);
    rosin_ear_hear(&c->ear, slip, frames, 0.4 * fabs(c->speed) / beta, p->rate / c->wanted);
  } else {
    c->ear.now += frames;
  }
  rosin_player_correct(p, c);
  rosin_player_move_bow(p, c, &stroke);
  rosin_player_move_finger(p, c);
  rosin_player_move_hand(p, c, &stroke);
  if (!c->held && (stroke.lifted || c->crossed) && c->lift == 0 &&
      p->now - c->ended > p->s.release + 0.1)
    c->sounding = 0;
}

void rosin_player_bow(rosin_player *p, int down, double speed, double press) {
  if (!isfinite(speed) || !isfinite(press))
    return;
  look_at_clock(p);
  p->s.by_hand = 1;
  p->hand_down = down != 0;
  p->bows = 1;
  p->hand_speed = fmin(fmax(speed, -ROSIN_PLAYER_FASTEST), ROSIN_PLAYER_FASTEST);
  p->hand_press = fmin(fmax(press, 0), 1);
  if (!down)
    return;
  if (p->last < 0)
    p->last = p->courses > 1;
  rosin_course *c = &p->course[p->last];
  if (!c->sounding) { /* an open string */
    c->sounding = 1;
    c->partial = 1;
    c->wanted = c->open;
    c->ended = p->now - 100;
    c->crossed = c->left = 0;
  }
}

void rosin_player_pad(rosin_player *p, int down, double across, double up) {
  const rosin_pad_bow bow = rosin_pad_at(across, up, rosin_player_reach(p));
  rosin_player_bow(p, down, bow.speed, bow.press);
}

/* ---- life ------------------------------------------------------------------------- */

void rosin_player_score(rosin_player *p, const rosin_player_score_t *score, int count) {
  p->score = score;
  p->scored = count;
  p->next = 0;
}

/* Volume and pan of the last note's channel, since all strings sound through one body; within some
 * 20 ms, so that nothing clicks. */
static void move_sides(rosin_player *p) {
  double want[2];
  if (p->last < 0)
    return;
  rosin_channel_sides(&p->channel[p->course[p->last].channel & 15], want);
  const double volume = ROSIN_TOLD(p, &p->course[p->last], volume);
  for (int k = 0; k < 2; k++)
    want[k] *= volume * volume;
  if (want[0] == p->side[0] && want[1] == p->side[1])
    return;
  for (int k = 0; k < 2; k++) {
    const double way = want[k] - p->side[k];
    p->side[k] = fabs(way) < 1e-4 ? want[k] : p->side[k] + way * fmin(p->dt / 0.007, 1);
  }
  rosin_scene_sides(p->scene, p->side);
}

/* The mute is put on and taken off within some 20 ms: nobody does it faster under a note. */
static void move_mute(rosin_player *p) {
  const int channel = p->last >= 0 ? p->course[p->last].channel & 15 : p->spoke;
  const double set = rosin_channel_get(&p->channel[channel], &p->s, ROSIN_SETTING(sordino));
  const double way = set * p->mute_mass - p->muted;
  if (p->mute < 0 || way == 0)
    return;
  p->muted += fabs(way) < 1e-3 * p->mute_mass ? way : way * fmin(p->dt / 0.005, 1);
  rosin_scene_ramp(p->scene, p->mute, p->muted);
}

static int holds(const rosin_player *p) {
  int all = p->courses >= 1 && p->courses <= ROSIN_MODEL_COURSES && p->last < p->courses &&
            p->next >= 0 && p->next <= p->scored && p->spoke >= 0 && p->spoke < ROSIN_CHANNELS &&
            (p->direction == 1 || p->direction == -1);
  for (int i = 0; i < p->courses; i++)
    all &= p->course[i].wanted > 0 && isfinite(p->course[i].wanted) && p->course[i].partial >= 1;
  return all;
}

void rosin_player_drive(void *context, long long first, int frames) {
  rosin_player *p = context;
  ROSIN_HOLDS(holds(p));
  p->now = (double)first / p->rate;
  p->dt = frames / p->rate;
  /* at the sample that is nearest, as hosts count them: 7.4 s may be a bit more than its sample */
  while (p->next < p->scored && p->score[p->next].time * p->rate < (double)first + 0.5)
    rosin_player_event(p, &p->score[p->next++].event);
  p->wander_force = rosin_drift_step(&p->drift_force, &p->chance, p->dt, 0.7);
  p->wander_speed = rosin_drift_step(&p->drift_speed, &p->chance, p->dt, 0.9);
  p->wander_position = rosin_drift_step(&p->drift_position, &p->chance, p->dt, 1.5);
  p->wander_pitch = rosin_drift_step(&p->drift_pitch, &p->chance, p->dt, 0.5);
  for (int i = 0; i < p->courses; i++)
    move_course(p, i, frames);
  rosin_player_spend(p);
  move_sides(p);
  move_mute(p);
}
