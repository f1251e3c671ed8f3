/* SPDX-License-Identifier: BSD-3-Clause */
/* What an effect's engine is told, event by event, by a plain model of who plays it: notes by name
 * and key, bends, pressure, pedals, triggers, values, at random; what it is told is kept (wrapped
 * by the linker) and goes on to the engine. Words do what functions do. */
#include "chance.h"
#include "core/inside.h"
#include "format.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64, NOTES = 40, FRAMES = 32, LEVEL = 1000, BEND_SEED = 16777215 };

/* Something told: a target of the engine (its event's value), or the level's gain. */
typedef struct {
  int frame, target;
  double value;
} told;

static told got[MOST], want[MOST];
static int gots, wants;
static rosin_core *core;
static rosin_error error;

void __real_rosin_engine_post(rosin_engine *e, int frame, const rosin_event *event);
void __wrap_rosin_engine_post(rosin_engine *e, int frame, const rosin_event *event);
void __wrap_rosin_engine_post(rosin_engine *e, int frame, const rosin_event *event) {
  assert_in_range(gots, 0, MOST - 1);
  got[gots++] = (told){frame, event->target, event->value};
  __real_rosin_engine_post(e, frame, event);
}

void __real_rosin_level_set(rosin_level *level, int frame, float gain);
void __wrap_rosin_level_set(rosin_level *level, int frame, float gain);
void __wrap_rosin_level_set(rosin_level *level, int frame, float gain) {
  assert_in_range(gots, 0, MOST - 1);
  if (level == &core->level)
    got[gots++] = (told){frame - rosin_core_latency(core), LEVEL, (double)gain};
  __real_rosin_level_set(level, frame, gain);
}

/* ---- the model ---------------------------------------------------------------------------- */

typedef struct {
  int channel, key, name; /* name: -1, nothing */
} note;

static struct {
  note held[NOTES];
  int notes, pedal, stays, first; /* first: the next take is the scene's own */
  double key, bend, factor;
  double moved[ROSIN_CORE_PARAMETERS], modulated[ROSIN_CORE_PARAMETERS];
  double value[ROSIN_CORE_PARAMETERS], heard[ROSIN_CORE_PARAMETERS];
} m;

static void expect(int frame, int target, double value) {
  assert_in_range(wants, 0, MOST - 1);
  want[wants++] = (told){frame, target, value};
}

static double clip(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

static const rosin_parameter *row_at(int i) {
  return rosin_core_parameter(core, i);
}

static int row(const char *name) {
  const int found = rosin_core_find(core, name);
  assert_true(found >= 0);
  return found;
}

static int has_takes(void) {
  return core->takes.first >= 0;
}

static double setting(const char *name) {
  const int i = rosin_core_find(core, name);
  return i < 0 ? 0 : clip(m.value[i] + m.modulated[i], row_at(i)->low, row_at(i)->high);
}

static double meant(int i) {
  return clip(m.value[i] + m.modulated[i] + m.moved[i], row_at(i)->low, row_at(i)->high);
}

static void seeded(int frame, int own) {
  const int i = rosin_core_find(core, "seed");
  const double value = m.value[i] > 0 ? m.value[i] : rosin_core_take(core);
  expect(frame, ROSIN_EVENT_SEED, own ? value : (double)NAN); /* another one, see compare */
}

static void goes_on(int frame, int on) {
  const double at = rosin_core_at(core);
  if (on && (rosin_sequencer_has_ended(core->engine->sequencer) || at < 0 ||
             at >= rosin_core_duration(core)))
    expect(frame, ROSIN_EVENT_AGAIN, 0);
}

static void begins_plainly(int frame);

/* A row whose value is not what the engine has heard. */
static void hears(int frame, int i) {
  const double before = m.heard[i], now = meant(i);
  if (strcmp(row_at(i)->name, "seed") == 0 || now == before)
    return;
  m.heard[i] = now;
  const int turned = (now >= 0.5) != (before >= 0.5);
  if (i == ROSIN_CORE_LEVEL_ROW)
    expect(frame, LEVEL, pow(10, now / 20));
  else if (strcmp(row_at(i)->name, "trigger") == 0 && turned && now >= 0.5)
    begins_plainly(frame);
  else if (strcmp(row_at(i)->name, "trigger") == 0 && turned)
    expect(frame, ROSIN_EVENT_END, 0);
  else if (strcmp(row_at(i)->name, "continuous") == 0 && turned)
    goes_on(frame, now >= 0.5);
  else if (rosin_targets_find(rosin_core_targets(core), row_at(i)->name) >= 0)
    expect(frame, rosin_targets_find(rosin_core_targets(core), row_at(i)->name), now);
}

/* Macro that a hand moves, from its value towards an end of its range. */
static void moves(int hand, double share) {
  const int macro = rosin_scene_model(core->model)->about.hand[hand];
  if (!has_takes() || macro < 0)
    return;
  const int i = row(rosin_scene_macro(core->model, macro)->name);
  m.moved[i] =
      share < 0 ? share * (m.value[i] - row_at(i)->low) : share * (row_at(i)->high - m.value[i]);
}

static void effort(double share) {
  moves(ROSIN_ABOUT_EFFORT, share);
  m.moved[ROSIN_CORE_LEVEL_ROW] = share < 0 ? 18 * share : 3 * share; /* dB */
}

static void tell_hands(int frame) {
  for (int k = 0; k < ROSIN_ABOUT_HANDS && has_takes(); k++) {
    const int macro = rosin_scene_model(core->model)->about.hand[k];
    if (macro >= 0)
      hears(frame, row(rosin_scene_macro(core->model, macro)->name));
  }
  hears(frame, ROSIN_CORE_LEVEL_ROW);
}

static void pitched(int frame) {
  const double octaves = setting("key_range") * (m.key - 60) / 12 + m.bend / 12;
  const double factor = pow(2, clip(octaves, -1, 1));
  if (fabs(factor / m.factor - 1) > 1e-12)
    expect(frame, ROSIN_EVENT_TRANSPOSE, factor);
  m.factor = factor;
}

static void stays(int frame, int on) {
  if (on || m.stays)
    expect(frame, ROSIN_EVENT_STAY, on ? rosin_scene_fullest(core->model) : (double)INFINITY);
  m.stays = on;
}

static void begins_plainly(int frame) {
  effort(0);
  tell_hands(frame);
  if (!m.first)
    seeded(frame, 1);
  m.first = 1;
  m.key = 60;
  pitched(frame);
  stays(frame, 0);
  expect(frame, ROSIN_EVENT_AGAIN, 0);
}

static void runs_out(int frame) {
  if (m.pedal)
    return;
  if (m.stays)
    stays(frame, 0);
  else if (setting("key_hold") < 0.5)
    expect(frame, ROSIN_EVENT_END, 0);
}

static int drop(int i) {
  m.held[i] = m.held[--m.notes];
  return 1;
}

static int key_of(double key) {
  return (int)clip(round(key), 0, 127);
}

static void goes_down(int frame, const rosin_player_event_t *e) {
  const note one = {e->channel, key_of(e->key), e->single ? e->note : -1};
  int i = 0;
  while (i < m.notes && (m.held[i].channel != one.channel || m.held[i].key != one.key))
    i++;
  assert_in_range(i, 0, NOTES - 1);
  m.held[i] = one;
  m.notes += i == m.notes;
  m.key = clip(e->key, 0, 127);
  pitched(frame);
  if (setting("key_round") >= 0.5) {
    seeded(frame, m.first);
    m.first = 0;
  }
  stays(frame, setting("key_hold") >= 0.5);
  expect(frame, ROSIN_EVENT_AGAIN, 0);
}

static void goes_up(int frame, const rosin_player_event_t *e) {
  int dropped = 0;
  for (int i = m.notes - 1; i >= 0; i--) {
    const note *n = &m.held[i];
    const int plain = n->channel == e->channel && n->key == key_of(e->key);
    const int named = (e->channel < 0 || e->channel == n->channel) &&
                      (e->key < 0 || round(e->key) == n->key) &&
                      (e->note < 0 || e->note == n->name || (n->name < 0 && e->key >= 0));
    if (e->single ? named : plain)
      dropped += drop(i);
  }
  if (dropped && !m.notes)
    runs_out(frame);
}

static void plays(int frame, const rosin_player_event_t *e) {
  const double x = clip(e->value, 0, 1), plain = 80.0 / 127;
  const int on = e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0;
  if (!isfinite(e->value)) {
    tell_hands(frame);
    return;
  }
  if (on && has_takes())
    effort(setting("key_effort") * (x < plain ? x / plain - 1 : (x - plain) / (1 - plain)));
  else if (e->kind == ROSIN_PLAYER_PRESSURE)
    moves(ROSIN_ABOUT_PRESSURE, x);
  else if (e->kind == ROSIN_PLAYER_CONTROL && e->controller == 1)
    moves(ROSIN_ABOUT_WHEEL, x);
  tell_hands(frame);
  if (!isfinite(e->key))
    return;
  if (on)
    goes_down(frame, e);
  else if (e->kind == ROSIN_PLAYER_NOTE_ON || e->kind == ROSIN_PLAYER_NOTE_OFF)
    goes_up(frame, e);
  if (e->kind == ROSIN_PLAYER_QUIET) {
    m.notes = m.pedal = 0;
    m.bend = 0;
    stays(frame, 0);
    expect(frame, ROSIN_EVENT_END, 1);
  } else if (e->kind == ROSIN_PLAYER_BEND && has_takes()) {
    m.bend = e->value;
    pitched(frame);
  } else if (e->kind == ROSIN_PLAYER_CONTROL && e->controller == 64 && has_takes()) {
    const int lifts = m.pedal && e->value < 0.5;
    m.pedal = e->value >= 0.5;
    if (lifts && !m.notes)
      runs_out(frame);
  }
}

/* ---- what happens ------------------------------------------------------------------------- */

/* Seeds of takes: whole numbers that a float holds, the core's own where that is asked for, and
 * each another one else. */
static void compare(const char *what) {
  static double before;
  int same = gots == wants;
  for (int i = 0; i < gots && same; i++) {
    const told *g = &got[i], *w = &want[i];
    const int other = w->target == ROSIN_EVENT_SEED && isnan(w->value);
    same = g->frame == w->frame && g->target == w->target &&
           (other ? g->value >= 1 && g->value <= BEND_SEED && g->value == floor(g->value) &&
                        g->value != before
            : isinf(w->value) ? g->value == w->value
                              : fabs(g->value - w->value) <= 1e-6 * fabs(w->value));
    before = g->target == ROSIN_EVENT_SEED ? g->value : before;
  }
  if (!same)
    for (int i = 0; i < gots || i < wants; i++)
      print_message("%d: told %d %d %.9g, meant %d %d %.9g\n", i, i < gots ? got[i].frame : -9,
                    i < gots ? got[i].target : -9, i < gots ? got[i].value : -9.0,
                    i < wants ? want[i].frame : -9, i < wants ? want[i].target : -9,
                    i < wants ? want[i].value : -9.0);
  if (!same)
    fail_msg("%s: after %s", rosin_core_scene(core), what);
  assert_int_equal(core->holds, m.notes);
  gots = wants = 0;
}

/* A note's like: channels and keys are few, so that they meet. */
static rosin_player_event_t any_event(void) {
  static const rosin_player_kind kinds[] = {
      ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_ON, ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_OFF,
      ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_BEND,    ROSIN_PLAYER_PRESSURE, ROSIN_PLAYER_CONTROL,
      ROSIN_PLAYER_CONTROL,  ROSIN_PLAYER_QUIET,   ROSIN_PLAYER_PROGRAM};
  static const int controllers[] = {1, 64, 64, 11, 123};
  rosin_player_event_t e = {.kind = kinds[one_of(11)],
                            .channel = one_of(3) * 7,
                            .key = 58 + one_of(5) + (one_of(4) ? 0 : 0.4),
                            .value = one_of(6) ? between(0, 1) : one_of(2),
                            .note = one_of(3) - 1,
                            .single = one_of(2)};
  if (!one_of(9))
    e.key = one_of(2) ? 0 : 127;
  const int none = one_of(25); /* what is no number */
  if (e.kind == ROSIN_PLAYER_BEND)
    e.value = one_of(4) ? between(-3, 3) : between(-40, 40);
  if (e.kind == ROSIN_PLAYER_CONTROL) {
    e.controller = controllers[one_of(5)];
    e.value = one_of(3) ? e.value : 0.4999 + 1e-4 * one_of(2);
  }
  if (e.single && e.kind == ROSIN_PLAYER_NOTE_OFF) {
    e.channel = one_of(2) ? e.channel : -1;
    e.key = one_of(2) ? e.key : -1;
  }
  e.value = none == 1 ? (double)NAN : none == 2 ? (double)INFINITY : e.value;
  e.key = none == 3 ? (double)NAN : e.key;
  return e;
}

/* A value for a row: of switches on both sides of the middle, else once in a while an end, or
 * beyond it, or none. */
static double any_value(const rosin_parameter *p) {
  static const double sides[] = {0, 0.4999, 0.5, 1};
  switch (one_of(10)) {
  case 0:
    return 2 * p->low - p->high;
  case 1:
    return 2 * p->high - p->low;
  case 2:
    return (double)NAN;
  default:
    return p->kind == ROSIN_SWITCH ? sides[one_of(4)] : between(p->low, p->high);
  }
}

static void is_set(int i, double value) {
  if (isfinite(value))
    m.value[i] = clip(value, row_at(i)->low, row_at(i)->high);
}

static int any_row(void) {
  int i;
  do
    i = one_of(rosin_core_parameters(core));
  while (strcmp(row_at(i)->name, "seed") == 0 || strcmp(row_at(i)->name, "limiter") == 0);
  return i;
}

static void set_row(int frame) {
  const int i = any_row();
  const double value = any_value(row_at(i));
  is_set(i, value);
  rosin_core_set(core, frame, i, value);
  hears(frame, i);
}

static void modulate_row(int frame) {
  const int i = any_row();
  const double amount = one_of(2) ? 0 : between(-0.5, 0.5) * (row_at(i)->high - row_at(i)->low);
  m.modulated[i] = amount;
  rosin_core_modulate(core, frame, i, amount);
  hears(frame, i);
}

/* What another thread has set is told as the next call begins. */
static void put_and_run(void) {
  static float frames[FRAMES * 8];
  for (int k = one_of(3); k > 0; k--) {
    const int i = any_row();
    const double value = any_value(row_at(i));
    is_set(i, value);
    rosin_core_put(core, i, value);
  }
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    assert_true(rosin_core_get(core, i) == m.value[i]);
    hears(0, i);
  }
  rosin_core_process_frames(core, frames, FRAMES);
}

/* The same as an event in words, its numbers in any order, with blanks. */
static void say(const rosin_player_event_t *e, int frame) {
  static const char *const name[] = {"channel", "controller", "key", "value", "single", "note"};
  const double number[] = {e->channel, e->controller, e->key, e->value, e->single, e->note};
  char text[300];
  const int from = one_of(6);
  int used = snprintf(text, sizeof text, "play  %s", rosin_player_kind_name((int)e->kind));
  for (int k = 0; k < 6; k++)
    used += rosin_format(text + used, sizeof text - (size_t)used, "%s%s=%.17g",
                         one_of(2) ? " " : "   ", name[(from + k) % 6], number[(from + k) % 6]);
  assert_int_equal(rosin_core_happen(core, -1, text, &error), 0); /* only looked at */
  assert_int_equal(gots, 0);
  if (rosin_core_happen(core, frame, text, &error))
    fail_msg("%s: %s", text, error.text);
}

static void play_any(int frame) {
  const rosin_player_event_t e = any_event();
  if (rosin_player_event_check(&e, &error) == 0 && one_of(2))
    say(&e, frame);
  else
    rosin_core_play(core, frame, &e);
  plays(frame, &e);
}

static void let_go(int frame) {
  if (one_of(2))
    rosin_core_let_go(core, frame);
  else
    assert_int_equal(rosin_core_happen(core, frame, "let_go", &error), 0);
  expect(frame, ROSIN_EVENT_END, 0);
}

static void stay(int frame) {
  const double seconds = one_of(2) ? (double)INFINITY : between(0, 3);
  rosin_core_stay(core, frame, seconds);
  expect(frame, ROSIN_EVENT_STAY, seconds);
}

static void trigger(int frame) {
  if (one_of(2))
    rosin_core_trigger(core, frame);
  else
    assert_int_equal(rosin_core_happen(core, frame, "trigger", &error), 0);
  begins_plainly(frame);
}

static void forget(void) {
  memset(m.moved, 0, sizeof m.moved);
  m.notes = m.pedal = m.stays = 0;
  m.first = 1;
  m.key = 60;
  m.bend = 0;
  m.factor = 1;
}

static void reset(void) {
  forget();
  memset(m.modulated, 0, sizeof m.modulated);
  for (int i = 0; i < rosin_core_parameters(core); i++)
    m.heard[i] = m.value[i];
  if (m.value[row("continuous")] >= 0.5)
    expect(0, ROSIN_EVENT_AGAIN, 0);
  rosin_core_reset(core);
}

static void step(void) {
  static const char *const name[] = {"a note or its like", "a value", "modulation", "a call",
                                     "a trigger",          "let go",  "stay",       "reset"};
  static const int often[] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7};
  const int what = often[one_of(16)], frame = one_of(FRAMES);
  switch (what) {
  case 0:
    play_any(frame);
    break;
  case 1:
    set_row(frame);
    break;
  case 2:
    modulate_row(frame);
    break;
  case 3:
    put_and_run();
    break;
  case 4:
    trigger(frame);
    break;
  case 5:
    let_go(frame);
    break;
  case 6:
    stay(frame);
    break;
  default:
    reset();
  }
  compare(name[what]);
}

static void an_engine_is_told_what_was_meant(const char *scene, int takes, int steps) {
  core = rosin_core_new(scene, &error);
  assert_non_null(core);
  rosin_core_add_limiter(core);
  if (takes)
    rosin_core_add_seed(core);
  if (rosin_core_prepare(core, 8000, &error))
    fail_msg("%s", error.text);
  memset(&m, 0, sizeof m);
  forget();
  for (int i = 0; i < rosin_core_parameters(core); i++)
    m.value[i] = m.heard[i] = rosin_core_get(core, i);
  gots = wants = 0;
  for (int i = 0; i < steps; i++)
    step();
  rosin_core_free(core);
}

static void it_is_told_what_was_meant(void **state) {
  (void)state;
  seed = 20;
  static const char *const scenes[] = {"rope", "door-hinge-slow", "cuica", "wine-glass", "train"};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    an_engine_is_told_what_was_meant(scenes[i], 1, 700);
}

/* Without keys a note plays the gesture, and its end ends it. */
static void without_keys_notes_begin_and_end(void **state) {
  (void)state;
  seed = 21;
  an_engine_is_told_what_was_meant("rope", 0, 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_told_what_was_meant),
      cmocka_unit_test(without_keys_notes_begin_and_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
