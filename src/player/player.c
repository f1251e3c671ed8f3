/* SPDX-License-Identifier: BSD-3-Clause */
#include "error.h"
#include "player/course.h"
#include "player/hands.h"
#include "player/midi/pedals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"articulation", "", 0, ROSIN_ARTICULATIONS - 1, 0,
     "0 detache, 1 legato, 2 martele, 3 spiccato, 4 tremolo, 5 flautando, 6 scratch, 7 pizzicato, "
     "8 col legno, 9 harmonic",
     offsetof(rosin_player_settings, articulation)},
    {"dynamics", "", 0, 1, 0.55, "from pianissimo to fortissimo: bow speed",
     offsetof(rosin_player_settings, dynamics)},
    {"pressure", "", 0, 1, 0.5, "bow force within what plays, from airy to dense",
     offsetof(rosin_player_settings, pressure)},
    {"position", "", 0.3, 3, 1, "where the bow is, times its usual place",
     offsetof(rosin_player_settings, position)},
    {"assist", "", 0, 1, 1, "1: force follows speed, position and string; 0: force is the hand's",
     offsetof(rosin_player_settings, assist)},
    {"change", "s", 0.01, 0.5, 0.08, "time a bow takes to turn",
     offsetof(rosin_player_settings, change)},
    {"portamento", "s", 0, 2, 0.05, "time a finger takes to slide in legato",
     offsetof(rosin_player_settings, portamento)},
    {"vibrato", "cents", 0, 100, 12, "depth of vibrato, up and down",
     offsetof(rosin_player_settings, vibrato)},
    {"vibrato_rate", "Hz", 1, 12, 5.2, "rate of vibrato",
     offsetof(rosin_player_settings, vibrato_rate)},
    {"vibrato_delay", "s", 0, 3, 0.25, "time to its onset; it then grows as long again",
     offsetof(rosin_player_settings, vibrato_delay)},
    {"humanity", "", 0, 1, 0.4, "wander of force, speed, place, pitch and timing",
     offsetof(rosin_player_settings, humanity)},
    {"ear", "", 0, 1, 1, "1: the player hears the slips and corrects the finger",
     offsetof(rosin_player_settings, ear)},
    {"finger_loss", "1/s", 0, 100, 4.3, "what a finger takes from a stopped string",
     offsetof(rosin_player_settings, finger_loss)},
    {"release", "s", 0, 30, 4, "how long fingers stay down after a note",
     offsetof(rosin_player_settings, release)},
    {"touch", "", 0, 1, 0, "0: fingers stop the string; to 1: they lie on it and damp it",
     offsetof(rosin_player_settings, touch)},
    {"double_stops", "", 0, 1, 0, "1: a note keeps sounding while another string takes the next",
     offsetof(rosin_player_settings, double_stops)},
    {"by_hand", "", 0, 1, 0, "1: a hand moves the bow (a pad, a mouse), notes only finger",
     offsetof(rosin_player_settings, by_hand)},
    {"a4", "Hz", 300, 600, 440, "pitch of key 69", offsetof(rosin_player_settings, a4)},
    {"key_switches", "", 0, 1, 0,
     "1: the ten keys from an octave below the lowest string choose the articulation",
     offsetof(rosin_player_settings, key_switches)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_player_parameters(void) {
  return table;
}

int rosin_player_strings(const rosin_scene *scene) {
  return rosin_scene_model(scene)->instrument.courses;
}

int rosin_player_set(rosin_player *p, const char *name, double value, rosin_error *error) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  if (!row)
    return rosin_fail(error, "the player has no parameter '%.64s'", name);
  if (rosin_parameter_check(row, "player", value, error))
    return -1;
  memcpy((char *)&p->s + row->offset, &value, sizeof value);
  memcpy((char *)&p->given + row->offset, &value, sizeof value);
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_channel_forget(&p->channel[k], row->offset);
  return 0;
}

double rosin_player_get(const rosin_player *p, const char *name) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  return row ? rosin_channel_get(&p->channel[p->spoke], &p->s, row->offset) : (double)NAN;
}

void rosin_player_tune(rosin_player *p, const rosin_tuning *tuning) {
  p->tuning = *tuning;
}

double rosin_player_hears(const rosin_player *p, int string, double *wanted) {
  if (string < 0 || string >= p->courses)
    return 0;
  const rosin_course *c = &p->course[string];
  if (wanted)
    *wanted = c->wanted;
  return rosin_ear_rate(&c->ear, 0.2, 6);
}

/* ---- notes that are left out ---------------------------------------------------- */

const char *rosin_left_reason(int reason) {
  static const char *const why[ROSIN_LEFT_REASONS] = {
      [ROSIN_LEFT_LOW] = "below the lowest string",
      [ROSIN_LEFT_HIGH] = "too high for a hand on the highest string",
      [ROSIN_LEFT_STRINGS] = "another note of the chord took the string",
      [ROSIN_LEFT_DRUMS] = "percussion, on channel 10",
      [ROSIN_LEFT_PART] = "another instrument's part"};
  return reason >= 0 && reason < ROSIN_LEFT_REASONS ? why[reason] : NULL;
}

int rosin_player_missed(const rosin_player *p) {
  int missed = 0;
  for (int i = 0; i < ROSIN_LEFT_REASONS; i++)
    missed += p->left[i];
  return missed;
}

void rosin_player_set_witness(rosin_player *p, rosin_player_witness witness, void *context) {
  p->witness = witness;
  p->witness_context = context;
}

static void leave_out(rosin_player *p, double time, double key, int channel, rosin_left reason) {
  p->left[reason]++;
  if (p->witness)
    p->witness(p->witness_context, time, key, channel, reason);
}

int rosin_player_heeds(int number) {
  rosin_channel any;
  rosin_channel_start(&any);
  return number == 120 || number == 123 || rosin_channel_control(&any, number, 0);
}

/* ---- notes ------------------------------------------------------------------- */

static double hertz(const rosin_player *p, const rosin_course *c, double key) {
  const rosin_channel *told = &p->channel[c->channel & 15];
  return rosin_tuning_hertz(&p->tuning, key + told->tune + told->bend);
}

/* Notes within this time (s) are a chord. */
static const double CHORD = 0.025;

/* Strings that may take a note, as the hands see them. */
static int choose_course(const rosin_player *p, double key, rosin_articulation articulation,
                         int *partial) {
  rosin_hands_string strings[ROSIN_MODEL_COURSES];
  for (int i = 0; i < p->courses; i++) {
    const rosin_course *c = &p->course[i];
    const int fresh = p->now - p->last_began <= CHORD;
    strings[i] =
        (rosin_hands_string){.open = c->open,
                             .busy = c->held && (fresh || p->s.double_stops >= 0.5),
                             .last = i == p->last,
                             .stopped = c->sounding ? 12 * log2(fmax(c->wanted / c->open, 1)) : -1};
  }
  return rosin_hands_choose(strings, p->courses, rosin_tuning_hertz(&p->tuning, key),
                            p->instrument->highest, articulation == ROSIN_HARMONIC, partial);
}

/* The one line that a note of this channel goes on with: the course of its last note. What a pedal
 * alone keeps is no line: the next note gets a stroke of its own. */
static rosin_course *line_of(rosin_player *p, int channel) {
  rosin_course *found = NULL;
  for (int i = 0; i < p->courses && p->s.double_stops < 0.5; i++) {
    rosin_course *c = &p->course[i];
    if (c->held && c->keyed && c->channel == channel && p->now - c->struck > CHORD &&
        (!found || c->struck > found->struck))
      found = c;
  }
  return found;
}

/* The bow leaves strings of this line for `to`. */
static void cross(rosin_player *p, const rosin_course *to, int channel) {
  for (int i = 0; i < p->courses; i++) {
    rosin_course *c = &p->course[i];
    if (c == to || c->channel != channel || !c->sounding || p->s.double_stops >= 0.5 ||
        p->now - c->struck <= CHORD)
      continue;
    rosin_player_let_go(p, c);
    c->crossed = 1;
  }
}

static void note_on(rosin_player *p, const rosin_player_event_t *e) {
  int partial;
  const int channel = e->channel & 15;
  const rosin_channel *told = &p->channel[channel];
  const rosin_articulation a =
      (rosin_articulation)(int)(rosin_channel_get(told, &p->s, ROSIN_SETTING(articulation)) + 0.5);
  const double tuned = e->key + told->tune;
  const int i = choose_course(p, tuned, a, &partial);
  if (i < 0) {
    const int low = rosin_tuning_hertz(&p->tuning, tuned) < p->course[0].open;
    leave_out(p, p->now, e->key, channel, low ? ROSIN_LEFT_LOW : ROSIN_LEFT_HIGH);
    return;
  }
  rosin_course *c = &p->course[i];
  if (c->held && c->keyed && p->now - c->struck <= CHORD)
    leave_out(p, c->struck, c->key, c->channel, ROSIN_LEFT_STRINGS);
  const rosin_course *before = line_of(p, channel);
  const int legato = before && (a == ROSIN_DETACHE || a == ROSIN_LEGATO || a == ROSIN_FLAUTANDO);
  const int same = legato && before == c;
  const double moving = before ? before->speed : 0;
  const double glide_from = same ? rosin_player_gliding(p, c) : 0;
  if (p->now - p->last_began > CHORD && !legato)
    p->direction = -p->direction;
  cross(p, c, channel);
  c->glide_from = glide_from;
  c->glide_began = same ? p->now : p->now - 100;
  c->channel = channel;
  c->key = e->key;
  c->loudness = e->value;
  c->partial = partial;
  c->wanted = hertz(p, c, e->key);
  c->articulation = legato ? ROSIN_LEGATO : a;
  c->held = c->keyed = c->sounding = 1;
  c->kept = 0;
  c->crossed = 0;
  c->struck = p->now;
  c->ended = -1;
  c->corrected = same ? c->corrected : 0;
  c->offset = 4 * p->s.humanity * rosin_chance_next(&p->chance);
  c->heard = p->now;
  rosin_ear_forget(&c->ear);
  if (!same) {
    c->direction = p->direction;
    c->began = p->now + 0.01 * p->s.humanity * (1 + rosin_chance_next(&p->chance));
    c->settled = 0;
    if (legato && c->lift == 0) /* the bow comes moving from another string */
      c->speed = moving;
  }
  p->last = i;
  p->last_began = p->now;
}

static void note_off(rosin_player *p, const rosin_player_event_t *e) {
  for (int i = 0; i < p->courses; i++) {
    rosin_course *c = &p->course[i];
    if (c->held && c->key == e->key && c->channel == (e->channel & 15))
      rosin_player_key_up(p, c);
  }
}

/* Notes that are held go where the channel's bend and tuning are now. */
static void bend(rosin_player *p, int channel) {
  for (int i = 0; i < p->courses; i++)
    if (p->course[i].held && (p->course[i].channel & 15) == channel)
      p->course[i].wanted = hertz(p, &p->course[i], p->course[i].key);
}

static void control(rosin_player *p, int channel, int number, double value) {
  const int was = p->channel[channel].sostenuto;
  rosin_channel_control(&p->channel[channel], number, value);
  if (p->channel[channel].sostenuto && !was)
    rosin_player_sostenuto(p, channel);
  rosin_player_pedals(p, channel);
  if (number == 121)
    bend(p, channel);
}

static void quiet(rosin_player *p) {
  for (int i = 0; i < p->courses; i++)
    rosin_player_let_go(p, &p->course[i]);
}

/* Keys in the octave below the lowest string choose the articulation, of all channels. */
static int key_switch(rosin_player *p, double key) {
  const double lowest = 69 + 12 * log2(p->course[0].open / p->tuning.a4);
  const int k = (int)floor(key + 0.5) - (int)floor(lowest + 0.5) + 12;
  if (p->s.key_switches < 0.5 || k < 0 || k >= ROSIN_ARTICULATIONS)
    return 0;
  p->s.articulation = k;
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    rosin_channel_forget(&p->channel[i], ROSIN_SETTING(articulation));
  return 1;
}

/* What happens takes effect with what comes next. */
static void look_at_clock(rosin_player *p) {
  p->now = (double)rosin_scene_made(p->scene) / p->rate;
}

void rosin_player_event(rosin_player *p, const rosin_player_event_t *e) {
  const int channel = e->channel & 15;
  if (!isfinite(e->value) || !isfinite(e->key))
    return;
  look_at_clock(p);
  p->spoke = channel;
  p->tuning.a4 = p->s.a4;
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_ON:
    if (e->key >= 0 && e->key <= 127 && e->value <= 0)
      note_off(p, e);
    else if (e->key >= 0 && e->key <= 127 && !key_switch(p, e->key))
      note_on(p, e);
    break;
  case ROSIN_PLAYER_NOTE_OFF:
    note_off(p, e);
    break;
  case ROSIN_PLAYER_BEND:
    p->channel[channel].bend = fmin(fmax(e->value, -96), 96);
    bend(p, channel);
    break;
  case ROSIN_PLAYER_TUNE:
    p->channel[channel].tune = fmin(fmax(e->value, -96), 96);
    bend(p, channel);
    break;
  case ROSIN_PLAYER_PRESSURE:
    p->channel[channel].pressure = fmin(fmax(e->value, 0), 1);
    p->channel[channel].pressed = 1;
    break;
  case ROSIN_PLAYER_CONTROL:
    control(p, channel, e->controller, fmin(fmax(e->value, 0), 1));
    break;
  case ROSIN_PLAYER_PROGRAM:
    rosin_channel_program(&p->channel[channel], e->controller);
    break;
  default:
    quiet(p);
  }
}

static void move_course(rosin_player *p, int i, int frames) {
  rosin_course *c = &p->course[i];
  if (!c->sounding)
    return;
  const double t = fmax(p->now - c->began, 0);
  const double since = c->held ? -1 : p->now - c->ended;
  const rosin_stroke by_hand = {.speed = 1,
                                .force = 1,
                                .position = 1,
                                .haste = 1,
                                .bite = 1,
                                .lifted = !p->hand_down || (i != p->last && !c->held)};
  const rosin_stroke stroke =
      p->s.by_hand >= 0.5 ? by_hand
                          : rosin_stroke_at(c->articulation, t, since, ROSIN_TOLD(p, c, change));
  const double *slip = rosin_network_read(rosin_scene_network(p->scene), c->signal);
  if (slip && fabs(c->speed) > 1e-3 && c->lift > 0.5) {
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
  p->hand_speed = fmin(fmax(speed, -2), 2);
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
    c->crossed = 0;
  }
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
  if (want[0] == p->side[0] && want[1] == p->side[1])
    return;
  for (int k = 0; k < 2; k++) {
    const double way = want[k] - p->side[k];
    p->side[k] = fabs(way) < 1e-4 ? want[k] : p->side[k] + way * fmin(p->dt / 0.007, 1);
  }
  rosin_scene_sides(p->scene, p->side);
}

void rosin_player_drive(void *context, long long first, int frames) {
  rosin_player *p = context;
  p->now = (double)first / p->rate;
  p->dt = frames / p->rate;
  while (p->next < p->scored && p->score[p->next].time <= p->now)
    rosin_player_event(p, &p->score[p->next++].event);
  p->wander_force = rosin_drift_step(&p->drift_force, &p->chance, p->dt, 0.7);
  p->wander_speed = rosin_drift_step(&p->drift_speed, &p->chance, p->dt, 0.9);
  p->wander_position = rosin_drift_step(&p->drift_position, &p->chance, p->dt, 1.5);
  p->wander_pitch = rosin_drift_step(&p->drift_pitch, &p->chance, p->dt, 0.5);
  for (int i = 0; i < p->courses; i++)
    move_course(p, i, frames);
  move_sides(p);
}
