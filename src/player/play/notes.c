/* SPDX-License-Identifier: BSD-3-Clause */
/* What a note asks of the hands: a string, a finger, a stroke. */
#include "player/play/notes.h"
#include "maths/maths.h"
#include "player/course/pedals.h"
#include "player/course/plan.h"
#include "player/hand/hands.h"
#include "player/left/marks.h"
#include "player/play/pitch.h"

#include <math.h>

static void leave_out(rosin_player *p, double time, double key, int channel, rosin_left reason) {
  p->left[reason]++;
  if (p->witness)
    p->witness(p->witness_context, time, key, channel, reason);
}

static double hertz(const rosin_player *p, const rosin_course *c, double key) {
  const rosin_channel *told = &p->channel[c->channel & 15];
  return rosin_tuning_hertz(&p->tuning, key + told->tune + told->bend + c->own.bend + c->aim);
}

/* What a player among others takes for the pitch of a note; open strings are as they are. */
static double aim(rosin_player *p, const rosin_course *c, double key, int partial) {
  const double above = 12 * rosin_log2(rosin_tuning_hertz(&p->tuning, key) / c->open);
  if (p->apart.cents <= 0 || partial > 1 || above < 0.5)
    return 0;
  const double sum = rosin_chance_next(&p->chance) + rosin_chance_next(&p->chance) +
                     rosin_chance_next(&p->chance); /* of deviation 1 */
  return 0.01 * p->apart.cents * sum;
}

/* A setting as the channel has it whose note is looked at. */
static double told_now(const rosin_player *p, size_t setting) {
  return rosin_channel_get(&p->channel[p->spoke], &p->s, setting);
}

/* What an open string costs more than it would, in the costs of hands.c. */
static double shuns(const rosin_player *p) {
  static const double far = 40;
  const double set = told_now(p, ROSIN_SETTING(open_strings));
  return set > 1.5 ? -far : set > 0.5 ? far : 0;
}

/* Strings that may take a note, as the hands see them. */
static int choose_course(const rosin_player *p, double key, rosin_articulation articulation,
                         int string, int *partial) {
  const double pitch = rosin_tuning_hertz(&p->tuning, key);
  rosin_hands_string strings[ROSIN_MODEL_COURSES];
  for (int i = 0; i < p->courses; i++) {
    const rosin_course *c = &p->course[i];
    const int fresh = p->now - p->last_began <= ROSIN_PLAYER_CHORD;
    const double stopped = 12 * rosin_log2(fmax(c->wanted / c->partial / c->open, 1));
    const int kept = p->s.double_stops >= 0.5 || articulation == ROSIN_LEFT_HAND;
    const int busy = c->held && (fresh || kept);
    strings[i] = (rosin_hands_string){.open = c->open,
                                      .busy = busy,
                                      .last = i == p->last,
                                      .shuns = shuns(p),
                                      .stopped = i == p->last  ? p->hand
                                                 : c->sounding ? stopped
                                                               : -1,
                                      .finger = busy ? stopped : 0};
  }
  const int asked = string ? p->courses - string : -1;
  const double up = asked >= 0 ? 12 * rosin_log2(pitch / p->course[asked].open) : -1;
  if (up > -0.5 && up <= p->instrument->highest && articulation != ROSIN_HARMONIC) {
    *partial = 1;
    return asked;
  }
  const double set = told_now(p, ROSIN_SETTING(partial));
  const int touched = set > 1.5 ? (int)(set + 0.5) : 1;
  return rosin_hands_choose(strings, p->courses, pitch, p->instrument->highest,
                            articulation == ROSIN_HARMONIC ? touched : 0, partial);
}

/* The string that is asked for, by the score or a controller; 1 is the highest, 0: none. */
static int string_asked(const rosin_player *p, const rosin_channel *told,
                        const rosin_player_event_t *e) {
  const int marked = rosin_marks_string(e->controller);
  const int set = (int)(rosin_channel_get(told, &p->s, ROSIN_SETTING(string)) + 0.5);
  const int string = marked > 0 ? marked : set;
  return string <= p->courses ? string : 0;
}

/* The courses that the bow is to take in the chord that has just begun; how many. */
static int bowed_at_once(const rosin_player *p, int *in) {
  int count = 0;
  for (int i = 0; i < p->courses; i++) {
    const rosin_course *c = &p->course[i];
    if (c->held && p->now - c->struck <= ROSIN_PLAYER_CHORD && c->articulation <= ROSIN_LEGATO)
      in[count++] = i;
  }
  return count;
}

/* A bow has two strings at once, and they are neighbours. What is more is broken: the lower strings
 * first, then the upper two; of three in a row the middle one stays. Played again with each note of
 * the chord that comes. */
static void break_chord(rosin_player *p) {
  int in[ROSIN_MODEL_COURSES];
  const int count = bowed_at_once(p, in);
  if (p->s.chord <= 0 || count < 2 || (count == 2 && in[1] - in[0] == 1))
    return;
  const int pair = in[count - 1] - in[count - 2] == 1;
  const int middle = count == 3 && pair && in[1] - in[0] == 1 ? in[1] : -1;
  const double turn = p->course[in[0]].struck + p->s.chord;
  for (int k = 0; k < count; k++) {
    rosin_course *c = &p->course[in[k]];
    const int upper = k >= count - 1 - pair && in[k] != middle;
    c->waits = upper ? turn : 0;
    c->leaves = upper || in[k] == middle ? (double)INFINITY : turn;
  }
}

/* The one line that a note of this channel goes on with: the course of its last note. What a pedal
 * alone keeps is no line: the next note gets a stroke of its own. */
static rosin_course *line_of(rosin_player *p, int channel) {
  rosin_course *found = NULL;
  for (int i = 0; i < p->courses && p->s.double_stops < 0.5; i++) {
    rosin_course *c = &p->course[i];
    if (c->held && c->keyed && c->channel == channel && c->articulation != ROSIN_LEFT_HAND &&
        p->now - c->struck > ROSIN_PLAYER_CHORD && (!found || c->struck > found->struck))
      found = c;
  }
  return found;
}

/* The bow leaves strings of this line for `to`; what the left hand plucked is none of its. */
static void cross(rosin_player *p, const rosin_course *to, int channel) {
  for (int i = 0; i < p->courses; i++) {
    rosin_course *c = &p->course[i];
    if (c == to || c->channel != channel || !c->sounding || p->s.double_stops >= 0.5 ||
        c->articulation == ROSIN_LEFT_HAND || p->now - c->struck <= ROSIN_PLAYER_CHORD)
      continue;
    rosin_player_let_go(p, c);
    c->crossed = c->left = 1;
  }
}

/* Seconds in which a start comes up to full speed, 3 dB before which its level is seven tenths of
 * the way: by velocity, unless it was set. Short strokes start as they do. */
static double rise_of(const rosin_player *p, const rosin_course *c) {
  const double set = ROSIN_TOLD(p, c, attack);
  const double time = set > 0 ? set : 0.3 * rosin_pow(0.1, fmin(fmax(c->loudness, 0), 1));
  const rosin_articulation a = c->articulation;
  const int sustained = a == ROSIN_DETACHE || a == ROSIN_LEGATO || a == ROSIN_FLAUTANDO;
  /* what starts hard has its tone a little after its speed */
  const double hard = set > 0 ? 0 : fmin(fmax(4 * c->loudness - 3, 0), 1);
  return sustained ? time / (0.7 + 0.3 * hard) : 0;
}

/* Whether a course's note finds a string beside a new one (Hz) on string `taken`. */
static int finds_other(rosin_player *p, rosin_course *c, int taken, double hertz_there,
                       int partial) {
  const rosin_course was = *c, there = p->course[taken];
  int own;
  c->held = 0;
  p->course[taken].held = 1;
  p->course[taken].wanted = hertz_there;
  p->course[taken].partial = partial;
  const int i =
      choose_course(p, was.key + p->channel[was.channel & 15].tune, was.articulation, 0, &own);
  const int found = i >= 0 && i != taken && !p->course[i].held;
  p->course[taken] = there;
  *c = was;
  return found;
}

/* A note that is to be played again, with what was told of it alone. */
typedef struct {
  rosin_player_event_t event;
  rosin_channel own;
} again_note;

/* No finger gets there: let a note of the chord that has just begun go to another string. It is
 * to be played `again`; the string that is free then, or FAR. */
static int make_room(rosin_player *p, double tuned, rosin_articulation a, int *partial,
                     again_note *again) {
  for (int k = 0; k < p->courses; k++) {
    rosin_course *c = &p->course[k];
    if (!c->held || p->now - c->struck > ROSIN_PLAYER_CHORD)
      continue;
    c->held = 0;
    const int i = choose_course(p, tuned, a, 0, partial);
    c->held = 1;
    if (i < 0 || (p->course[i].held && i != k) ||
        !finds_other(p, c, i, rosin_tuning_hertz(&p->tuning, tuned), *partial))
      continue;
    *again = (again_note){.event = {.kind = ROSIN_PLAYER_NOTE_ON,
                                    .channel = c->channel,
                                    .key = c->key,
                                    .value = c->loudness,
                                    .single = c->note >= 0,
                                    .note = c->note},
                          .own = c->own};
    c->held = c->keyed = c->sounding = 0;
    c->lift = c->speed = 0;
    rosin_scene_ramp_jump(p->scene, c->force, 0);
    return i;
  }
  return ROSIN_HANDS_FAR;
}

/* Of its speed with which a bow under a slur comes to the next string. At full speed a string at
 * rest starts with several slips a period, which no force cures in a sixteenth (make verify
 * ONLY=phrases); slower than that it starts too late. */
static const double landing = 0.35;

/* Whether a note's stroke has little time, as far as has been read; who hears notes only as they
 * begin takes one that follows soon on another for as short, and a chord's as its first. */
static int hurries(const rosin_player *p, const rosin_course *c) {
  const double since = p->now - p->last_stroke;
  const int soon =
      p->last >= 0 && (since > ROSIN_PLAYER_CHORD ? since < ROSIN_PLAYER_HURRIED
                                                  : p->course[p->last].hurried != ROSIN_START_NONE);
  return (c->length > 0 ? c->length < ROSIN_PLAYER_HURRIED : soon) && p->s.by_hand < 0.5 &&
         c->articulation <= ROSIN_LEGATO && c->wedge && c->wedge->stops > 0;
}

/* The stroke of a note: one of its own, or the one that goes on from `before`. */
static void take_stroke(rosin_player *p, rosin_course *c, const rosin_course *before, int legato,
                        double moving, const rosin_player_event_t *e) {
  if (c->articulation == ROSIN_LEFT_HAND)
    c->span = INFINITY; /* no business of the bow */
  else if (p->now - p->last_stroke > ROSIN_PLAYER_CHORD && !legato)
    rosin_player_plan(p, c, e);
  else
    c->span = before ? before->span : (double)INFINITY;
  if (legato && before == c)
    return;
  c->turns = 0;
  c->rise = legato ? 0 : rise_of(p, c);
  c->direction = p->direction;
  c->began = p->now + 0.01 * p->s.humanity * (1 + rosin_chance_next(&p->chance));
  c->settled = c->pressed = c->bears = c->stands = 0;
  c->anew = 0;
  c->entered = 0;
  if (hurries(p, c)) {
    c->hurried = c->lift > 0.5 ? ROSIN_START_TURNS : ROSIN_START_LANDS;
    c->rise = rise_of(p, c);
    c->speed = c->lift > 0 ? c->speed : 0;
    return;
  }
  c->hurried = ROSIN_START_NONE;
  if (legato && c->lift == 0) { /* the bow comes moving from another string */
    c->speed = landing * moving;
    c->entered = 1;
  }
}

/* A note on a string that was chosen for it. */
static void begin_note(rosin_player *p, int i, int partial, rosin_articulation a,
                       const rosin_player_event_t *e) {
  rosin_course *c = &p->course[i];
  const int channel = e->channel & 15;
  if (c->held && c->keyed && p->now - c->struck <= ROSIN_PLAYER_CHORD)
    leave_out(p, c->struck, c->key, c->channel, ROSIN_LEFT_STRINGS);
  const rosin_course *before = line_of(p, channel);
  const int legato = before && (a == ROSIN_DETACHE || a == ROSIN_LEGATO || a == ROSIN_FLAUTANDO);
  const double moving = before ? before->speed : 0;
  if (a != ROSIN_LEFT_HAND)
    cross(p, c, channel);
  c->length = rosin_player_length(p, e);
  rosin_pitch_take(p, c, legato && before == c, e);
  c->channel = channel;
  c->note = e->single ? e->note : -1;
  rosin_channel_start(&c->own);
  c->key = e->key;
  c->loudness = e->value;
  c->partial = partial;
  c->aim = 0;
  c->aim = aim(p, c, e->key + p->channel[channel].tune, partial);
  c->wanted = hertz(p, c, e->key);
  c->articulation = legato ? ROSIN_LEGATO : a;
  if (legato && before == c)
    c->scoops = 0;
  else
    rosin_pitch_scoop(p, c);
  c->held = c->keyed = c->sounding = 1;
  c->kept = 0;
  c->crossed = c->left = 0;
  c->struck = p->now;
  c->shy = 0;
  c->ended = -1;
  c->meets = rosin_player_meets(p, e, c->length);
  c->waits = 0;
  c->leaves = INFINITY;
  c->offset = 4 * p->s.humanity * rosin_chance_next(&p->chance);
  c->heard = p->now;
  rosin_ear_forget(&c->ear);
  take_stroke(p, c, before, legato, moving, e);
  rosin_player_take_place(p, c);
  p->last = i;
  p->last_began = p->now;
  p->place = rosin_marks_place(e->controller);
  if (a != ROSIN_LEFT_HAND) {
    p->last_stroke = p->now;
    p->bows = !rosin_player_rings(a) || a == ROSIN_HARMONIC;
  }
  p->hand = rosin_hands_move(p->hand, 12 * rosin_log2(fmax(c->wanted / partial / c->open, 1)));
}

/* The string for a note; one that begins bent down needs a string that goes so low: no finger bends
 * an open string. */
static int choose_for(const rosin_player *p, double tuned, rosin_articulation a, int string,
                      int *partial) {
  static const double reaches = 0.99;
  const double bend = p->channel[p->spoke].bend;
  const int i = choose_course(p, tuned, a, string, partial);
  if (i < 0 || bend >= 0 || a == ROSIN_HARMONIC ||
      rosin_tuning_hertz(&p->tuning, tuned + bend) >= reaches * p->course[i].open)
    return i;
  int lower;
  const int k = choose_course(p, tuned + bend, a, 0, &lower);
  *partial = k >= 0 ? lower : *partial;
  return k >= 0 ? k : i;
}

/* One note; `again` gets the one that made room for it, NULL: none may. The string, or below 0. */
static int play_note(rosin_player *p, const rosin_player_event_t *e, again_note *again) {
  int partial;
  const int channel = e->channel & 15;
  rosin_channel *told = &p->channel[channel];
  rosin_controls_move(rosin_player_controls(p), ROSIN_VELOCITY, fmin(e->value, 1), told);
  const rosin_articulation a =
      rosin_stroke_chosen(rosin_channel_get(told, &p->s, ROSIN_SETTING(articulation)),
                          rosin_channel_get(told, &p->s, ROSIN_SETTING(technique)));
  const double tuned = e->key + told->tune;
  int i = choose_for(p, tuned, a, string_asked(p, told, e), &partial);
  if (i == ROSIN_HANDS_FAR && again)
    i = make_room(p, tuned, a, &partial, again);
  if (i >= 0) {
    begin_note(p, i, partial, a, e);
    return i;
  }
  const int low = rosin_tuning_hertz(&p->tuning, tuned) < p->course[0].open;
  leave_out(p, p->now, e->key, channel,
            i == ROSIN_HANDS_FAR ? ROSIN_LEFT_REACH
            : low                ? ROSIN_LEFT_LOW
                                 : ROSIN_LEFT_HIGH);
  return -1;
}

void rosin_player_note_on(rosin_player *p, const rosin_player_event_t *e) {
  again_note again = {.event = {.kind = ROSIN_PLAYER_QUIET}};
  play_note(p, e, &again);
  const int moved =
      again.event.kind == ROSIN_PLAYER_NOTE_ON ? play_note(p, &again.event, NULL) : -1;
  if (moved >= 0) {
    p->course[moved].own = again.own;
    rosin_player_retune(p, p->course[moved].channel & 15);
  }
  break_chord(p);
}

void rosin_player_repeat(rosin_player *p, double velocity) {
  rosin_course *c = p->last >= 0 ? &p->course[p->last] : NULL;
  if (!c || !c->held || p->now - c->struck <= ROSIN_PLAYER_CHORD)
    return;
  const rosin_channel own = c->own;
  const rosin_player_event_t e = {.kind = ROSIN_PLAYER_NOTE_ON,
                                  .channel = c->channel,
                                  .key = c->key,
                                  .value = velocity,
                                  .single = c->note >= 0,
                                  .note = c->note};
  const rosin_articulation a = c->articulation == ROSIN_LEGATO ? ROSIN_DETACHE : c->articulation;
  c->keyed = 0; /* no line to go on with: a stroke of its own */
  begin_note(p, p->last, c->partial, a, &e);
  c->own = own;
  rosin_pitch_stay(p, c);
  rosin_player_retune(p, c->channel & 15);
}

void rosin_player_note_off(rosin_player *p, const rosin_player_event_t *e) {
  for (int i = 0; i < p->courses; i++) {
    rosin_course *c = &p->course[i];
    if (c->held && c->key == e->key && c->channel == (e->channel & 15))
      rosin_player_key_up(p, c);
  }
}

void rosin_player_retune(rosin_player *p, int channel) {
  for (int i = 0; i < p->courses; i++)
    if (p->course[i].held && (p->course[i].channel & 15) == channel)
      p->course[i].wanted = hertz(p, &p->course[i], p->course[i].key);
}
