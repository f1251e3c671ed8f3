/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/player.h"
#include "error.h"
#include "player/chance.h"
#include "player/ear.h"
#include "player/hands.h"
#include "player/stroke.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/** What can be set; rows of the table. */
typedef struct {
  double articulation, dynamics, pressure, position, assist;
  double change, portamento, vibrato, vibrato_rate, vibrato_delay;
  double humanity, ear, finger_loss, release, touch, a4;
} settings;

static const rosin_parameter table[] = {
    {"articulation", "", 0, ROSIN_ARTICULATIONS - 1, 0,
     "0 detache, 1 legato, 2 martele, 3 spiccato, 4 tremolo, 5 flautando, 6 scratch, 7 pizzicato, "
     "8 col legno, 9 harmonic",
     offsetof(settings, articulation)},
    {"dynamics", "", 0, 1, 0.55, "from pianissimo to fortissimo: bow speed",
     offsetof(settings, dynamics)},
    {"pressure", "", 0, 1, 0.5, "bow force within what plays, from airy to dense",
     offsetof(settings, pressure)},
    {"position", "", 0.3, 3, 1, "where the bow is, times its usual place",
     offsetof(settings, position)},
    {"assist", "", 0, 1, 1, "1: force follows speed, position and string; 0: force is the hand's",
     offsetof(settings, assist)},
    {"change", "s", 0.01, 0.5, 0.08, "time a bow takes to turn", offsetof(settings, change)},
    {"portamento", "s", 0, 2, 0.05, "time a finger takes to slide in legato",
     offsetof(settings, portamento)},
    {"vibrato", "cents", 0, 100, 12, "depth of vibrato, up and down", offsetof(settings, vibrato)},
    {"vibrato_rate", "Hz", 1, 12, 5.2, "rate of vibrato", offsetof(settings, vibrato_rate)},
    {"vibrato_delay", "s", 0, 3, 0.25, "time to its onset; it then grows as long again",
     offsetof(settings, vibrato_delay)},
    {"humanity", "", 0, 1, 0.4, "wander of force, speed, place, pitch and timing",
     offsetof(settings, humanity)},
    {"ear", "", 0, 1, 1, "1: the player hears the slips and corrects the finger",
     offsetof(settings, ear)},
    {"finger_loss", "1/s", 0, 100, 4.3, "what a finger takes from a stopped string",
     offsetof(settings, finger_loss)},
    {"release", "s", 0, 30, 4, "how long fingers stay down after a note",
     offsetof(settings, release)},
    {"touch", "", 0, 1, 0, "0: fingers stop the string; to 1: they lie on it and damp it",
     offsetof(settings, touch)},
    {"a4", "Hz", 300, 600, 440, "pitch of key 69", offsetof(settings, a4)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/** A string in the player's hands. */
typedef struct {
  double open, impedance, slack; /* Hz, kg/s, mu_static - mu_kinetic */
  int finger, mute, force, velocity, position, hand_force, hand_velocity, hand_position; /* ramps */
  int has_hand, signal;
  rosin_contact *bow;
  double wood_static, wood_kinetic, hair_static, hair_kinetic;
  int wooden;

  int sounding; /* a note is on or dying away */
  int held;     /* its key is down */
  int channel;
  double key, loudness;
  rosin_articulation articulation;
  double direction;               /* of the bow, +-1 */
  double began, ended;            /* times, s; ended < 0 while held */
  double glide_from, glide_began; /* log2 of Hz */
  double wanted;                  /* Hz, without vibrato */
  int partial;                    /* of a harmonic, 1 else */
  double lift;                    /* 0...1, how far the bow is on the string */
  double speed;                   /* m/s, where the bow is now */
  double corrected;               /* cents, by ear */
  double heard;                   /* time of the last correction */
  double offset;                  /* cents, this note's own error */
  rosin_ear ear;
} course;

struct rosin_player {
  rosin_scene *scene;
  const rosin_model_instrument *instrument;
  rosin_tuning tuning;
  settings s;
  rosin_chance chance;
  rosin_drift drift_force, drift_speed, drift_position, drift_pitch;
  double wander_force, wander_speed, wander_position, wander_pitch;
  double now, dt; /* s */
  double rate;
  double bend[16], pressure[16];
  int pressed; /* channel pressure was heard: it adds to the dynamics */
  const rosin_player_score_t *score;
  int scored, next;
  int courses;
  int last; /* the course of the last note, or -1 */
  double last_began;
  double direction;
  course course[ROSIN_MODEL_COURSES];
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
  return 0;
}

double rosin_player_get(const rosin_player *p, const char *name) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  double value = NAN;
  if (row)
    memcpy(&value, (const char *)&p->s + row->offset, sizeof value);
  return value;
}

void rosin_player_tune(rosin_player *p, const rosin_tuning *tuning) {
  p->tuning = *tuning;
}

double rosin_player_hears(const rosin_player *p, int string, double *wanted) {
  if (string < 0 || string >= p->courses)
    return 0;
  const course *c = &p->course[string];
  if (wanted)
    *wanted = c->wanted;
  return rosin_ear_rate(&c->ear, 0.2, 6);
}

/* ---- notes ------------------------------------------------------------------- */

static double hertz(const rosin_player *p, const course *c, double key) {
  return rosin_tuning_hertz(&p->tuning, key + p->bend[c->channel & 15]);
}

static void let_go(rosin_player *p, course *c) {
  if (!c->sounding || !c->held)
    return;
  c->held = 0;
  c->ended = p->now;
}

/* Strings that may take a note, as the hands see them. */
static int choose_course(const rosin_player *p, double key, int *partial) {
  rosin_hands_string strings[ROSIN_MODEL_COURSES];
  for (int i = 0; i < p->courses; i++) {
    const course *c = &p->course[i];
    const double fresh = p->now - p->last_began < 0.025; /* notes of a chord */
    strings[i] =
        (rosin_hands_string){.open = c->open,
                             .busy = c->held && fresh,
                             .last = i == p->last,
                             .stopped = c->sounding ? 12 * log2(fmax(c->wanted / c->open, 1)) : -1};
  }
  return rosin_hands_choose(strings, p->courses, rosin_tuning_hertz(&p->tuning, key),
                            p->instrument->highest,
                            (rosin_articulation)p->s.articulation == ROSIN_HARMONIC, partial);
}

static double now_gliding(const rosin_player *p, const course *c) {
  const double u = p->s.portamento > 0 ? (p->now - c->glide_began) / p->s.portamento : 1;
  const double end = log2(c->wanted);
  if (u >= 1)
    return end;
  return c->glide_from + (end - c->glide_from) * (0.5 - 0.5 * cos(pi * fmax(u, 0)));
}

static void note_on(rosin_player *p, const rosin_player_event_t *e) {
  int partial;
  const int i = choose_course(p, e->key, &partial);
  if (i < 0)
    return; /* below the lowest string */
  course *c = &p->course[i];
  const int slurred = p->last >= 0 && p->course[p->last].held && p->now - p->last_began > 0.025;
  const rosin_articulation a = (rosin_articulation)(int)(p->s.articulation + 0.5);
  const int legato = slurred && (a == ROSIN_DETACHE || a == ROSIN_LEGATO || a == ROSIN_FLAUTANDO);
  const int same = c->sounding && legato;
  if (slurred) /* one line: the note before ends where this one begins */
    for (int k = 0; k < p->courses; k++)
      if (k != i)
        let_go(p, &p->course[k]);
  const double chord = p->now - p->last_began < 0.025;
  if (!legato && !chord)
    p->direction = -p->direction;
  c->glide_from = same ? now_gliding(p, c) : 0;
  c->glide_began = same ? p->now : p->now - 100;
  c->channel = e->channel;
  c->key = e->key;
  c->loudness = e->value;
  c->partial = partial;
  c->wanted = hertz(p, c, e->key);
  c->articulation = legato ? ROSIN_LEGATO : a;
  c->held = c->sounding = 1;
  c->ended = -1;
  c->corrected = same ? c->corrected : 0;
  c->offset = 4 * p->s.humanity * rosin_chance_next(&p->chance);
  c->heard = p->now;
  rosin_ear_forget(&c->ear);
  if (!same) {
    c->direction = p->direction;
    c->began = p->now + 0.01 * p->s.humanity * rosin_chance_next(&p->chance);
    if (legato) /* the bow is moving already: it only changes strings */
      c->began -= p->s.change;
  }
  p->last = i;
  p->last_began = p->now;
}

static void note_off(rosin_player *p, const rosin_player_event_t *e) {
  for (int i = 0; i < p->courses; i++) {
    course *c = &p->course[i];
    if (c->held && c->key == e->key && c->channel == e->channel)
      let_go(p, c);
  }
}

/* Controllers as the MIDI standard and wind players use them. */
static void controller(rosin_player *p, int number, double value) {
  switch (number) {
  case 1:
    p->s.pressure = value;
    break;
  case 2:
  case 11:
    p->s.dynamics = value;
    break;
  case 5:
    p->s.portamento = value;
    break;
  case 68:
    p->s.articulation = value >= 0.5 ? ROSIN_LEGATO : ROSIN_DETACHE;
    break;
  case 74:
    p->s.position = 0.3 * pow(10, value);
    break;
  case 76:
    p->s.vibrato_rate = 3 + 5 * value;
    break;
  case 77:
    p->s.vibrato = 50 * value;
    break;
  case 78:
    p->s.vibrato_delay = value;
    break;
  default:
    break;
  }
}

static void quiet(rosin_player *p) {
  for (int i = 0; i < p->courses; i++)
    let_go(p, &p->course[i]);
}

/* Keys an octave and more below the lowest string choose the articulation. */
static int key_switch(rosin_player *p, double key) {
  const double lowest = 69 + 12 * log2(p->course[0].open / p->tuning.a4);
  const int k = (int)floor(key + 0.5) - (int)floor(lowest + 0.5) + 24;
  if (k < 0 || k >= ROSIN_ARTICULATIONS)
    return 0;
  p->s.articulation = k;
  return 1;
}

void rosin_player_event(rosin_player *p, const rosin_player_event_t *e) {
  const int channel = e->channel & 15;
  if (!isfinite(e->value) || !isfinite(e->key))
    return;
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
    p->bend[channel] = fmin(fmax(e->value, -96), 96);
    for (int i = 0; i < p->courses; i++)
      if (p->course[i].held && (p->course[i].channel & 15) == channel)
        p->course[i].wanted = hertz(p, &p->course[i], p->course[i].key);
    break;
  case ROSIN_PLAYER_PRESSURE:
    p->pressure[channel] = fmin(fmax(e->value, 0), 1);
    p->pressed = 1;
    break;
  case ROSIN_PLAYER_CONTROL:
    controller(p, e->controller, fmin(fmax(e->value, 0), 1));
    break;
  default:
    quiet(p);
  }
}

/* ---- the right hand ------------------------------------------------------------ */

/* Col legno: the stick grips less. Values of the law itself, taken back afterwards. */
static void take_wood(course *c, int wooden) {
  if (c->wooden == wooden || !isfinite(c->hair_static))
    return;
  c->wooden = wooden;
  rosin_contact_set(c->bow, "mu_static", wooden ? 0.35 : c->hair_static, NULL);
  rosin_contact_set(c->bow, "mu_kinetic", wooden ? 0.25 : c->hair_kinetic, NULL);
}

/* Force in the middle of what plays: between a share of Schelleng's greatest force
 * 2 Z v / (beta dmu) and its least, Z^2 v / (2 beta^2 R dmu). */
static double wedge_force(const rosin_player *p, const course *c, double speed, double beta) {
  const double most = 2 * c->impedance * speed / (beta * c->slack);
  const double least = c->impedance * c->impedance * speed /
                       (2 * beta * beta * p->instrument->resistance * c->slack);
  const double low = fmin(fmax(1.5 * least, 0.1 * most), 0.5 * most), high = 0.65 * most;
  return low * pow(high / low, p->s.pressure);
}

static double loudness_of(const rosin_player *p, const course *c) {
  double x = p->s.dynamics + 0.35 * (c->loudness - 0.6);
  if (p->pressed)
    x += 0.5 * p->pressure[c->channel & 15];
  return fmin(fmax(x, 0), 1);
}

/* Where the bow is on the open string: nearer the bridge for short strings, so that its
 * share of the sounding length grows less than the notes rise. */
static double bow_place(const rosin_player *p, const course *c, double factor) {
  const double stopped = pow(fmax(c->wanted / c->partial / c->open, 1), -0.6);
  const double place = p->instrument->bow_position * stopped * p->s.position * factor;
  return place * (1 + 0.03 * p->s.humanity * p->wander_position);
}

static void move_bow(rosin_player *p, course *c, const rosin_stroke *stroke) {
  rosin_scene *scene = p->scene;
  const double loud = loudness_of(p, c);
  const double full = (0.05 + 0.45 * pow(loud, 1.4)) * (1 + 0.04 * p->s.humanity * p->wander_speed);
  const double place = bow_place(p, c, stroke->position);
  const double sounding = fmax(c->wanted / c->partial / c->open, 1);
  const double beta = fmin(place * sounding, 0.45);
  const double speed = full * stroke->speed;
  const double plain = wedge_force(p, c, full, beta) * (1 + 0.05 * p->s.humanity * p->wander_force);
  const double hand = 8 * p->s.pressure * c->impedance;
  const double force = (p->s.assist * plain + (1 - p->s.assist) * hand) * stroke->force;
  const double weight = stroke->lifted ? 0 : 1;
  /* a bow comes down and goes up in some 10 ms */
  c->lift += (weight - c->lift) * fmin(p->dt / 0.008, 1);
  if (c->lift < 1e-3 && !weight)
    c->lift = 0;
  c->speed = c->direction * speed;
  rosin_scene_ramp(scene, c->velocity, c->speed);
  rosin_scene_ramp(scene, c->force, force * c->lift);
  rosin_scene_ramp(scene, c->position, place);
  take_wood(c, c->articulation == ROSIN_COL_LEGNO && !stroke->lifted);
}

/* ---- the left hand -------------------------------------------------------------- */

/* Hear the slips, and move the finger towards the pitch that is meant. */
static void correct(rosin_player *p, course *c) {
  const double window = p->s.vibrato > 0 ? 1 / p->s.vibrato_rate : 0.08;
  if (p->s.ear < 0.5 || p->now - c->heard < 0.03)
    return;
  const double rate = rosin_ear_rate(&c->ear, window, 6);
  c->heard = p->now;
  if (rate <= 0)
    return;
  const double cents = 1200 * log2(rate / c->wanted);
  if (fabs(cents) < 90)
    c->corrected = fmin(fmax(c->corrected - 0.25 * cents, -80), 80);
}

static double vibrato_cents(const rosin_player *p, const course *c) {
  const double t = p->now - c->began - p->s.vibrato_delay;
  const double grown = p->s.vibrato_delay > 0 ? fmin(fmax(t / p->s.vibrato_delay, 0), 1) : t > 0;
  const double depth = p->s.vibrato * (1 + 0.2 * p->s.humanity * p->wander_pitch);
  return depth * grown * sin(2 * pi * p->s.vibrato_rate * t);
}

static void move_finger(rosin_player *p, course *c) {
  rosin_scene *scene = p->scene;
  const double basic = exp2(now_gliding(p, c)) / c->partial;
  const int is_open = basic < 1.01 * c->open;
  const double cents = is_open ? 0
                               : vibrato_cents(p, c) + c->corrected + c->offset +
                                     2 * p->s.humanity * p->wander_pitch;
  const int gone = !c->held && c->ended >= 0 && p->now - c->ended > p->s.release;
  rosin_scene_ramp(scene, c->finger, gone || is_open ? 0 : basic * exp2(cents / 1200));
  const double loss = c->partial > 1 ? 0.5 : is_open || gone ? 0 : p->s.finger_loss;
  rosin_scene_ramp(scene, c->mute, loss + 60 * p->s.touch * p->s.touch);
}

static void move_hand(rosin_player *p, course *c, const rosin_stroke *stroke) {
  if (!c->has_hand)
    return;
  const double sounding = fmax(c->wanted / c->partial / c->open, 1);
  double force = stroke->pinch, place = 0.2 / pow(sounding, 0.7);
  if (c->partial > 1) { /* a node, as far from the bridge as the bow is not */
    place = 1 / (c->partial * sounding);
    if (c->articulation != ROSIN_HARMONIC || p->now - c->began > 0.4)
      force = 0;
  } else if (c->articulation != ROSIN_PIZZICATO) {
    force = 0;
  }
  rosin_scene_ramp(p->scene, c->hand_position, place);
  rosin_scene_ramp(p->scene, c->hand_velocity, c->direction * stroke->pull);
  rosin_scene_ramp(p->scene, c->hand_force, force * (c->partial > 1 ? 1 : 0.5 + loudness_of(p, c)));
}

static void move_course(rosin_player *p, int i, int frames) {
  course *c = &p->course[i];
  if (!c->sounding)
    return;
  const double t = fmax(p->now - c->began, 0);
  const double since = c->held ? -1 : p->now - c->ended;
  const rosin_stroke stroke = rosin_stroke_at(c->articulation, t, since, p->s.change);
  const double *slip = rosin_network_read(rosin_scene_network(p->scene), c->signal);
  if (slip && fabs(c->speed) > 1e-3 && c->lift > 0.5) {
    const double place = bow_place(p, c, stroke.position);
    const double beta = fmin(place * fmax(c->wanted / c->partial / c->open, 1), 0.45);
    rosin_ear_hear(&c->ear, slip, frames, 0.4 * fabs(c->speed) / beta, 0.5 * p->rate / c->wanted);
  } else {
    c->ear.now += frames;
  }
  correct(p, c);
  move_bow(p, c, &stroke);
  move_finger(p, c);
  move_hand(p, c, &stroke);
  if (!c->held && stroke.lifted && c->lift == 0 && p->now - c->ended > p->s.release + 0.1)
    c->sounding = 0;
}

/* ---- life ------------------------------------------------------------------------- */

void rosin_player_score(rosin_player *p, const rosin_player_score_t *score, int count) {
  p->score = score;
  p->scored = count;
  p->next = 0;
}

static void drive(void *context, long long first, int frames) {
  rosin_player *p = context;
  p->now = (double)first / p->rate;
  p->dt = frames / p->rate;
  p->tuning.a4 = p->s.a4;
  while (p->next < p->scored && p->score[p->next].time <= p->now)
    rosin_player_event(p, &p->score[p->next++].event);
  p->wander_force = rosin_drift_step(&p->drift_force, &p->chance, p->dt, 0.7);
  p->wander_speed = rosin_drift_step(&p->drift_speed, &p->chance, p->dt, 0.9);
  p->wander_position = rosin_drift_step(&p->drift_position, &p->chance, p->dt, 1.5);
  p->wander_pitch = rosin_drift_step(&p->drift_pitch, &p->chance, p->dt, 0.5);
  for (int i = 0; i < p->courses; i++)
    move_course(p, i, frames);
}

static int add_ramp(rosin_player *p, const char *owner, const char *key, int *ramp,
                    rosin_error *error) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%s.%s", owner, key);
  *ramp = rosin_scene_ramp_add(p->scene, name, error);
  return *ramp < 0 ? -1 : 0;
}

static const rosin_model_body *find_string(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->bodies; i++)
    if (strcmp(m->body[i].name, name) == 0)
      return &m->body[i];
  return NULL;
}

static int take_course(rosin_player *p, int i, rosin_error *error) {
  const rosin_model *m = rosin_scene_model(p->scene);
  const rosin_model_course *from = &m->instrument.course[i];
  const rosin_model_body *body = find_string(m, from->string);
  course *c = &p->course[i];
  c->open = body->string.frequency;
  c->impedance = body->string.impedance;
  c->bow = rosin_scene_contact(p->scene, from->bow);
  c->hair_static = rosin_contact_get(c->bow, "mu_static");
  c->hair_kinetic = rosin_contact_get(c->bow, "mu_kinetic");
  c->slack = fmax(c->hair_static - c->hair_kinetic, 0.05);
  if (!isfinite(c->slack))
    c->slack = 0.5;
  c->signal = rosin_scene_bow_signal(p->scene, i);
  c->ear.rate = p->rate;
  c->partial = 1;
  c->wanted = c->open;
  c->has_hand = from->hand[0] != 0;
  if (add_ramp(p, from->string, "finger", &c->finger, error) ||
      add_ramp(p, from->string, "mute", &c->mute, error) ||
      add_ramp(p, from->bow, "force", &c->force, error) ||
      add_ramp(p, from->bow, "velocity", &c->velocity, error) ||
      add_ramp(p, from->bow, "position", &c->position, error))
    return -1;
  rosin_scene_ramp_jump(p->scene, c->force, 0);
  rosin_scene_ramp_jump(p->scene, c->velocity, 0);
  return c->has_hand && (add_ramp(p, from->hand, "force", &c->hand_force, error) ||
                         add_ramp(p, from->hand, "velocity", &c->hand_velocity, error) ||
                         add_ramp(p, from->hand, "position", &c->hand_position, error))
             ? -1
             : 0;
}

rosin_player *rosin_player_new(rosin_scene *scene, unsigned long long seed, rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  if (!m->instrument.courses) {
    rosin_fail(error, "this scene has no instrument to be played by notes");
    return NULL;
  }
  if (!rosin_scene_network(scene)) {
    rosin_fail(error, "a scene must be prepared before it is played");
    return NULL;
  }
  rosin_player *p = calloc(1, sizeof *p);
  if (!p) {
    rosin_fail(error, "out of memory for a player");
    return NULL;
  }
  p->scene = scene;
  p->instrument = &m->instrument;
  p->rate = rosin_scene_engine_rate(scene);
  p->courses = m->instrument.courses;
  p->chance.state = seed;
  p->last = -1;
  p->last_began = -1;
  p->direction = -1;
  rosin_tuning_equal(&p->tuning);
  rosin_parameters_default(table, &p->s);
  for (int i = 0; i < p->courses; i++)
    if (take_course(p, i, error)) {
      free(p);
      return NULL;
    }
  rosin_scene_set_driver(scene, drive, p);
  return p;
}

void rosin_player_free(rosin_player *p) {
  if (p)
    rosin_scene_set_driver(p->scene, NULL, NULL);
  free(p);
}
