/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/play/terminal_hand.h"
#include "live/clock.h"
#include "player/bow/wedge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double steps = 20; /* of an arrow key over a range */

/* Semitones of the letters, as on a piano: a w s e d f t g y h u j k o l p ; */
static const char piano[] = "awsedftgyhujkolp;";

static int is_a_bow(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->instrument.courses; i++)
    if (strcmp(m->instrument.course[i].bow, name) == 0)
      return 1;
  return m->instrument.courses == 0;
}

/* m/s */
static const double usual_speed = 0.15;

/* Half way, by ratio, into what was measured of this string, as far as a hand can; where nothing
 * was, Schelleng's greatest force of a cello's bow, 2 Z v / (beta dmu), at a ninth of the string.
 */
static double good_force(const rosin_model *m, const char *bow, double impedance) {
  double low, high;
  for (int i = 0; i < m->instrument.courses; i++) {
    const rosin_model_wedge *wedge = m->instrument.course[i].wedge;
    if (wedge && strcmp(m->instrument.course[i].bow, bow) == 0 &&
        rosin_wedge_at(wedge, 0, 1, usual_speed, &low, &high))
      return fmin(sqrt(low * high), m->instrument.hand_force);
  }
  return 2 * usual_speed * 0.55 / (0.11 * 0.6) * impedance;
}

static void find_good_tone(const rosin_terminal_hand *h, rosin_hand_contact *to, double force) {
  if (to->velocity < 0 || to->force < 0)
    return;
  to->x = fmin(usual_speed / h->targets->target[to->velocity].high, 1);
  to->y = fmin(force / h->targets->target[to->force].high, 1);
}

static void add(rosin_terminal_hand *h, const rosin_model *m, const rosin_model_contact *c) {
  rosin_hand_contact *to = &h->contact[h->contacts++];
  *to = (rosin_hand_contact){.name = c->name,
                             .string = "",
                             .force = rosin_targets_of(h->targets, c->name, "force"),
                             .velocity = rosin_targets_of(h->targets, c->name, "velocity"),
                             .finger = -1};
  for (int i = 0; i < m->instrument.courses; i++)
    if (strcmp(m->instrument.course[i].bow, c->name) == 0)
      to->sul = m->instrument.courses - i;
  const rosin_model_body *string = rosin_model_string_of(m, c);
  if (!string)
    return;
  to->string = c->b;
  to->open = string->string.frequency;
  to->finger = rosin_targets_of(h->targets, c->b, "finger");
  if (m->instrument.courses)
    find_good_tone(h, to, good_force(m, c->name, string->string.impedance));
}

/* As whoever bows begins: the player in the middle of its range, a hand where the string sounds. */
static void begin_well(rosin_terminal_hand *h) {
  const rosin_hand_contact *c = h->contacts ? &h->contact[h->chosen] : NULL;
  if (h->player) {
    h->x = 0.55;
    h->y = 0.5;
  } else if (c && c->x > 0) {
    h->x = c->x;
    h->y = c->y;
  }
}

int rosin_terminal_hand_open(rosin_terminal_hand *h, rosin_sources *sources, const rosin_model *m) {
  *h = (rosin_terminal_hand){.core = sources->core,
                             .targets = rosin_core_targets(sources->core),
                             .x = 0.3,
                             .y = 0.3,
                             .asked_of = -1};
  for (int i = 0; i < m->contacts && h->contacts < ROSIN_HAND_CONTACTS; i++)
    if (is_a_bow(m, m->contact[i].name))
      add(h, m, &m->contact[i]);
  for (int i = 0; i < h->contacts; i++)
    if (strcmp(h->contact[i].name, rosin_core_contact(h->core)) == 0)
      h->chosen = i;
  if (h->contacts && *h->contact[h->chosen].string) /* else the first of what there is: a macro */
    h->fader = rosin_targets_of(h->targets, h->contact[h->chosen].name, "position");
  h->fader = h->fader < 0 ? 0 : h->fader;
  h->player = rosin_core_is_instrument(h->core);
  begin_well(h);
  return (h->queue = rosin_sources_add(sources)) ? 0 : -1;
}

static void put(rosin_terminal_hand *h, int target, double value) {
  if (target >= 0)
    rosin_queue_put(h->queue, &(rosin_event){.time = rosin_now(), .target = target, .value = value},
                    1);
}

static const rosin_hand_contact *chosen(const rosin_terminal_hand *h) {
  return h->contacts ? &h->contact[h->chosen] : NULL;
}

/* A note is asked for on the string that is chosen: else the player's hand, where it is, would take
 * an open string's note on its neighbour. */
static void play(rosin_terminal_hand *h, rosin_player_kind kind, double key, double value) {
  const rosin_hand_contact *c = chosen(h);
  const int marks = kind == ROSIN_PLAYER_NOTE_ON && c ? c->sul * ROSIN_MARK_STRING : 0;
  rosin_queue_put(
      h->queue,
      &(rosin_event){.time = rosin_now(),
                     .target = ROSIN_EVENT_PLAYER,
                     .player = {.kind = kind, .controller = marks, .key = key, .value = value}},
      1);
}

double rosin_terminal_hand_pitch(const rosin_terminal_hand *h) {
  const rosin_hand_contact *c = chosen(h);
  return c ? c->open * exp2(h->semitones / 12.0 + h->octave) : 0;
}

/* ---- the bow ---------------------------------------------------------------------- */

static void bow(rosin_terminal_hand *h) {
  const rosin_hand_contact *c = chosen(h);
  if (h->player) {
    put(h, rosin_targets_of(h->targets, "player", "dynamics"), fabs(h->x));
    put(h, rosin_targets_of(h->targets, "player", "pressure"), h->y);
  } else if (c && c->force >= 0 && c->velocity >= 0) {
    if (h->down) /* a bow leaves the string as it moves */
      put(h, c->velocity, h->x * h->targets->target[c->velocity].high);
    put(h, c->force, h->down ? h->y * h->targets->target[c->force].high : 0);
  }
}

static void note_off(rosin_terminal_hand *h) {
  if (h->held)
    play(h, ROSIN_PLAYER_NOTE_OFF, h->key, 0);
  h->held = 0;
}

/* A key goes down before the one before it comes up: legato. */
static void note_on(rosin_terminal_hand *h) {
  const double pitch = rosin_terminal_hand_pitch(h), before = h->key;
  const int was_held = h->held;
  if (pitch <= 0)
    return;
  h->key = floor(69.5 + 12 * log2(pitch / 440));
  play(h, ROSIN_PLAYER_NOTE_ON, h->key, 0.7);
  if (was_held && before != h->key)
    play(h, ROSIN_PLAYER_NOTE_OFF, before, 0);
  h->held = 1;
}

void rosin_terminal_hand_press(rosin_terminal_hand *h, double x, double y) {
  const int first = !h->down;
  h->x = fmax(-1, fmin(1, x));
  h->y = fmax(0, fmin(1, y));
  h->down = 1;
  bow(h);
  if (h->player && first && !h->held)
    note_on(h);
}

void rosin_terminal_hand_lift(rosin_terminal_hand *h) {
  h->down = 0;
  if (h->player)
    note_off(h);
  else
    bow(h);
}

void rosin_terminal_hand_step(rosin_terminal_hand *h, int right, int up) {
  h->x = fmax(-1, fmin(1, h->x + right / steps));
  h->y = fmax(0, fmin(1, h->y + up / steps));
  if (fabs(h->x) < 0.01) /* sums of twentieths */
    h->x = 0;
  bow(h);
}

/* ---- keys --------------------------------------------------------------------------- */

static void finger(rosin_terminal_hand *h) {
  const rosin_hand_contact *c = chosen(h);
  if (h->player)
    note_on(h);
  else if (c && c->finger >= 0)
    put(h, c->finger, h->semitones + 12 * h->octave > 0 ? rosin_terminal_hand_pitch(h) : 0);
}

static void choose(rosin_terminal_hand *h, int index) {
  if (index < 0 || index >= h->contacts || index == h->chosen)
    return;
  const int down = h->down;
  if (!h->player && down)
    rosin_terminal_hand_lift(h);
  h->chosen = index;
  h->down = down;
  if (!h->player)
    begin_well(h);
  if (!h->player && down)
    bow(h);
}

/* A target's value, or what it was asked to be and is not yet: keys may come faster than blocks. */
static double standing(const rosin_terminal_hand *h, int target) {
  static const double soon = 0.3; /* s */
  const double now = rosin_core_target_value(h->core, target);
  const int waits = target == h->asked_of && now == h->seen && rosin_now() - h->when < soon;
  return waits ? h->asked : now;
}

static void ask(rosin_terminal_hand *h, int target, double value) {
  h->seen = rosin_core_target_value(h->core, target);
  h->asked_of = target;
  h->asked = value;
  h->when = rosin_now();
  put(h, target, value);
}

static int move_fader(rosin_terminal_hand *h, int direction) {
  if (!h->targets->count)
    return 0;
  const rosin_target *t = &h->targets->target[h->fader];
  const double way = direction * (t->high - t->low) / steps;
  ask(h, h->fader, fmax(t->low, fmin(t->high, standing(h, h->fader) + way)));
  return 1;
}

static int other_fader(rosin_terminal_hand *h, int step) {
  const int count = h->targets->count;
  if (count)
    h->fader = (h->fader + step + count) % count;
  return count > 0;
}

static int other_bow(rosin_terminal_hand *h, int step) {
  (void)step;
  if (!rosin_core_is_instrument(h->core))
    return 1;
  rosin_terminal_hand_lift(h);
  h->player = !h->player;
  begin_well(h);
  return 1;
}

static int articulate(rosin_terminal_hand *h, int step) {
  const int i = rosin_targets_of(h->targets, "player", "articulation");
  if (i < 0)
    return 1;
  const int count = (int)h->targets->target[i].high + 1;
  const int now = (int)(standing(h, i) + 0.5);
  ask(h, i, (now + step + count) % count);
  return 1;
}

static int press_or_lift(rosin_terminal_hand *h, int step) {
  (void)step;
  if (h->down || h->held)
    rosin_terminal_hand_lift(h);
  else
    rosin_terminal_hand_press(h, h->x, h->y);
  return 1;
}

static int other_octave(rosin_terminal_hand *h, int step) {
  const int octave = h->octave + step;
  h->octave = octave < 0 ? 0 : octave > 2 ? 2 : octave;
  if (!h->player)
    finger(h);
  return 1;
}

/* Keys beside letters and digits; whether one meant something is returned. */
static const struct {
  int (*act)(rosin_terminal_hand *h, int step);
  int step;
  char key;
} keys[] = {{press_or_lift, 0, ' '}, {other_octave, -1, 'z'}, {other_octave, 1, 'x'},
            {other_bow, 0, 'b'},     {articulate, -1, ','},   {articulate, 1, '.'},
            {other_fader, -1, '['},  {other_fader, 1, ']'},   {move_fader, -1, '-'},
            {move_fader, 1, '='},    {move_fader, 1, '+'}};

int rosin_terminal_hand_key(rosin_terminal_hand *h, int key) {
  const char *place = key > 0 && key < 128 ? strchr(piano, key) : NULL;
  if (place) {
    h->semitones = (int)(place - piano);
    finger(h);
    return 1;
  }
  if (key >= '1' && key <= '9') {
    choose(h, key - '1');
    return 1;
  }
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i].key == key)
      return keys[i].act(h, keys[i].step);
  return 0;
}
