/* SPDX-License-Identifier: BSD-3-Clause */
/* What each player of a section is told, and when: by what its turns promise, of events at random
 * (what their sequencers are told is kept, by the linker). Who sits where, what is made another
 * way, and whose seeds are whose. And what a core tells an instrument's engine,
 * by functions and by words. */
#include "chance.h"
#include "core/inside.h"
#include "format.h"
#include "number.h"
#include "player/apart.h"
#include "plugin/list.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, MOST = 64, PLAYERS = 4 };

typedef struct {
  const rosin_sequencer *to;
  long long frame;
  rosin_event event;
} posted;

static posted got[MOST];
static int gots;
static rosin_error error;

void __real_rosin_sequencer_post(rosin_sequencer *q, long long frame, const rosin_event *e);
void __wrap_rosin_sequencer_post(rosin_sequencer *q, long long frame, const rosin_event *e);
void __wrap_rosin_sequencer_post(rosin_sequencer *q, long long frame, const rosin_event *e) {
  got[gots++ % MOST] = (posted){q, frame, *e};
  __real_rosin_sequencer_post(q, frame, e);
}

static rosin_player_apart apart[MOST];
static const rosin_player *told[MOST];
static int aparts;

void __real_rosin_player_set_apart(rosin_player *p, const rosin_player_apart *a);
void __wrap_rosin_player_set_apart(rosin_player *p, const rosin_player_apart *a);
void __wrap_rosin_player_set_apart(rosin_player *p, const rosin_player_apart *a) {
  assert_in_range(aparts, 0, MOST - 1);
  told[aparts] = p;
  apart[aparts++] = *a;
  __real_rosin_player_set_apart(p, a);
}

static const rosin_network *ran[MOST];
static int rans;

/* Each network's bodies have run away once more often than those of the one before. */
rosin_statistics __wrap_rosin_network_statistics(const rosin_network *n);
rosin_statistics __wrap_rosin_network_statistics(const rosin_network *n) {
  assert_in_range(rans, 0, MOST - 1);
  ran[rans++] = n;
  return (rosin_statistics){.rescued = 1LL << rans};
}

static rosin_core *open_section(const char *scene, int players) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_set_take(c, 9);
  rosin_core_put(c, rosin_core_find(c, "players"), players);
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

/* ---- turns -------------------------------------------------------------------------------- */

/* Of a player beside the first, what was posted for him: notes and what is none. */
typedef struct {
  double late;    /* share of the widest lag, as it was seen; below 0: not yet */
  long long note; /* when the last note began; -1: none has */
  long long frame[2], due[2];
} his_turn;

static his_turn turns[PLAYERS];

static void forget_turns(void) {
  for (int k = 0; k < PLAYERS; k++)
    turns[k] = (his_turn){.late = -1, .note = -1, .frame = {-1, -1}, .due = {-1, -1}};
}

/* As late as the note that it belongs to, and never before what was meant before it. */
static void is_in_turn(his_turn *t, long long frame, long long due, const rosin_player_event_t *e,
                       double tightness) {
  const double widest = (0.05 - 0.035 * tightness) * sqrt(12) * RATE;
  const int quiet = e->kind == ROSIN_PLAYER_QUIET;
  const int notes = quiet || e->kind == ROSIN_PLAYER_NOTE_ON || e->kind == ROSIN_PLAYER_NOTE_OFF;
  if (e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0) {
    if (t->note < 0 || (double)(frame - t->note) > 0.03 * RATE)
      t->late = -1; /* another chord, another lag */
    t->note = frame;
  }
  long long least = frame;
  for (int k = 0; k < 2; k++)
    if (t->frame[k] <= frame && t->due[k] > least)
      least = t->due[k];
  if (quiet) {
    assert_true(due == least);
  } else if (t->late < 0) {
    assert_true(due >= least && (double)(due - frame) <= fmax(widest, (double)(least - frame)) + 1);
    t->late = due > least || least == frame ? (double)(due - frame) / widest : t->late;
  } else {
    const double wanted = fmax((double)frame + t->late * widest, (double)least);
    assert_true(fabs((double)due - wanted) < 4);
  }
  t->frame[!notes] = frame;
  t->due[!notes] = due;
}

static rosin_event any_event(void) {
  static const rosin_player_kind kinds[] = {
      ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_ON,
      ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_BEND,
      ROSIN_PLAYER_CONTROL,  ROSIN_PLAYER_PRESSURE, ROSIN_PLAYER_QUIET};
  rosin_event e = {.target = ROSIN_EVENT_PLAYER,
                   .player = {.kind = kinds[one_of(9)],
                              .key = 60 + one_of(12),
                              .controller = 11,
                              .value = one_of(9) ? 0.5 : 0}};
  if (!one_of(8))
    e = (rosin_event){.target = one_of(2) ? ROSIN_EVENT_SEED : one_of(5), .value = one_of(1000)};
  return e;
}

static void each_has_his_turn(void **state) {
  (void)state;
  rosin_core *c = open_section("viola", PLAYERS);
  rosin_section *s = c->engine->section;
  double tightness = rosin_core_get(c, rosin_core_find(c, "tightness"));
  assert_int_equal(rosin_section_others(s), PLAYERS - 1);
  forget_turns();
  seed = 50;
  long long frame = 0;
  int far = 0;
  for (int i = 0; i < 4000; i++) {
    const rosin_event e = any_event();
    frame += one_of(3) ? one_of(400) : one_of(6000);
    const long long at = frame - (one_of(5) ? 0 : one_of(300)); /* some tell it in another order */
    if (!one_of(50)) {
      tightness = one_of(3) * 0.5;
      rosin_section_set(s, rosin_section_row("tightness"), tightness);
      forget_turns(); /* of another width */
      rosin_section_reset(s);
    }
    gots = aparts = 0;
    rosin_section_post(s, at, &e);
    assert_int_equal(gots, PLAYERS - 1);
    for (int k = 0; k < PLAYERS - 1; k++) {
      assert_ptr_equal(got[k].to, rosin_section_other(s, k));
      assert_int_equal(got[k].event.target, e.target);
      if (e.target == ROSIN_EVENT_PLAYER) {
        const rosin_player_event_t *own = &got[k].event.player;
        assert_true(own->kind == e.player.kind && own->key == e.player.key &&
                    own->controller == e.player.controller && own->value == e.player.value);
        is_in_turn(&turns[k], at, got[k].frame, &e.player, tightness);
        far += got[k].frame > at + RATE / 100;
        continue;
      }
      assert_true(got[k].frame == at);
      assert_true(got[k].event.value ==
                  (e.target == ROSIN_EVENT_SEED ? rosin_section_seed(e.value, k + 1) : e.value));
      if (e.target == ROSIN_EVENT_SEED)
        turns[k].late = -1;
    }
    for (int k = 0; k < PLAYERS - 1; k++) /* nothing need sound */
      if (rosin_sequencer_lost(rosin_section_other(s, k)) || i % 1000 == 999)
        rosin_sequencer_reset(rosin_section_other(s, k));
  }
  assert_true(far > 1000);
  rosin_core_free(c);
}

/* As far from each other as `unison`; rates and depths of vibrato within a tenth and a third, each
 * his own. */
static void each_is_apart(void **state) {
  (void)state;
  aparts = 0;
  rosin_core *c = open_section("cello", PLAYERS);
  for (int turn = 0; turn < 3; turn++) {
    assert_int_equal(aparts, PLAYERS); /* once each, the first too */
    for (int k = 0; k < PLAYERS; k++) {
      const rosin_section *s = c->engine->section;
      assert_ptr_equal(told[k], k ? rosin_sequencer_player(rosin_section_other(s, k - 1))
                                  : rosin_core_player(c));
      assert_true(apart[k].cents == (turn == 1 ? 21 : turn ? 22 : 8));
      assert_true(fabs(apart[k].rate - 1) <= 0.1 && fabs(apart[k].depth - 1) <= 0.35);
      assert_true(fabs(apart[k].rate - 1) > 1e-6 && apart[k].rate != apart[k].depth);
      for (int n = 0; n < k; n++)
        assert_true(apart[k].rate != apart[n].rate && apart[k].depth != apart[n].depth);
    }
    aparts = 0;
    rosin_core_set(c, 0, rosin_core_find(c, "unison"), 21 + turn);
  }
  rosin_core_free(c);
}

/* What chance does to them is of the seed, however that is told; after a reset nothing is told
 * again. */
static void a_seed_casts_them_anew(void **state) {
  (void)state;
  aparts = 0;
  rosin_core *c = open_section("viola", PLAYERS);
  rosin_section *s = c->engine->section;
  rosin_player_apart by_event[PLAYERS], first[PLAYERS];
  static float out[64 * 8];
  memcpy(first, apart, sizeof first);
  aparts = gots = 0;
  rosin_section_post(s, 0, &(rosin_event){.target = ROSIN_EVENT_SEED, .value = 77});
  assert_int_equal(aparts, PLAYERS);
  memcpy(by_event, apart, sizeof by_event);
  for (int k = 0; k < PLAYERS; k++)
    assert_true(by_event[k].rate != first[k].rate);
  long long due[2][PLAYERS - 1];
  for (int turn = 0; turn < 2; turn++) {
    gots = 0;
    rosin_section_post(
        s, 5000,
        &(rosin_event){.target = ROSIN_EVENT_PLAYER,
                       .player = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60, .value = 0.5}});
    for (int k = 0; k < PLAYERS - 1; k++)
      due[turn][k] = got[k].frame;
    aparts = 0;
    rosin_section_seeded(s, 77);
    rosin_section_reset(s);
    assert_int_equal(aparts, PLAYERS);
    for (int k = 0; k < PLAYERS; k++)
      assert_true(apart[k].rate == by_event[k].rate && apart[k].depth == by_event[k].depth);
  }
  assert_memory_equal(due[0], due[1], sizeof due[0]);
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_SECTION || c->row[i].kind == ROSIN_CORE_PLAYER)
      rosin_core_set(c, 0, i, 0.5 * (c->row[i].row->low + c->row[i].row->high));
  aparts = gots = 0;
  rosin_core_reset(c);
  assert_true(aparts > 0);
  aparts = gots = 0;
  rosin_core_process_frames(c, out, 64);
  assert_int_equal(gots + aparts, 0);
  for (int i = 0; i < c->rows; i++)
    if (c->row[i].kind == ROSIN_CORE_SECTION || c->row[i].kind == ROSIN_CORE_PLAYER)
      assert_true(c->engine->built[i] == rosin_core_get(c, i));
  /* all who play are counted */
  rans = 0;
  assert_true(rosin_core_rescued(c) == 2 + 4 + 8 + 16);
  for (int k = 0; k < rans; k++)
    assert_ptr_equal(ran[k],
                     rosin_scene_network(k ? rosin_section_scene(s, k - 1) : c->engine->scene));
  rosin_core_free(c);
}

/* Each has the scale; and all of them rest, or none does. */
static void all_are_tuned_and_rest(void **state) {
  (void)state;
  rosin_core *c = open_section("viola", 3);
  rosin_section *s = c->engine->section;
  static float out[256 * 8];
  rosin_tuning tuning;
  rosin_tuning_equal(&tuning);
  for (int i = 0; i < 12; i++)
    tuning.cents[i] += i == 8 ? 50 : 0; /* key 69 is of another pitch */
  assert_int_equal(rosin_section_is_at_rest(s) && rosin_section_rests(s), 1);
  rosin_core_put(c, rosin_core_find(c, "unison"), 0);
  rosin_core_tune(c, &tuning);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 69, 100}, 3);
  for (int i = 0; i < 60; i++) {
    rosin_core_process_frames(c, out, 256);
    aparts = gots = 0;
  }
  for (int k = -1; k < 2; k++) {
    const rosin_player *p =
        k < 0 ? rosin_core_player(c) : rosin_sequencer_player(rosin_section_other(s, k));
    int found = 0;
    for (int string = 0; string < 4; string++) {
      double wanted;
      rosin_player_hears(p, string, &wanted);
      found |= fabs(1200 * log2(wanted / 440) - 50) < 1;
    }
    assert_int_equal(found, 1);
  }
  assert_int_equal(rosin_section_is_at_rest(s) || rosin_section_rests(s), 0);
  rosin_core_midi(c, 0, (const unsigned char[]){0xb0, 123, 0}, 3);
  for (int i = 0; i < 3000 && !rosin_core_rests(c); i++) {
    int all = 1, rest = 1;
    rosin_core_process_frames(c, out, 256);
    for (int k = 0; k < 2; k++) {
      all &= rosin_sequencer_is_at_rest(rosin_section_other(s, k));
      rest &= rosin_sequencer_rests(rosin_section_other(s, k));
    }
    assert_int_equal(rosin_section_is_at_rest(s), all);
    assert_int_equal(rosin_section_rests(s), rest);
    assert_int_equal(rosin_engine_rests(c->engine),
                     rest && rosin_sequencer_rests(c->engine->sequencer));
  }
  assert_int_equal(rosin_core_rests(c), 1);
  rosin_core_free(c);
}

/* ---- seats, makes, seeds ------------------------------------------------------------------ */

static int by_number(const void *a, const void *b) {
  return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

/* Rows of four, each in its middle, 0.8 m from elbow to elbow, 1.2 m behind each other; where a
 * chair stands exactly is within a hand. */
static void rows_stand_in_the_middle(void **state) {
  (void)state;
  for (int players = 2; players <= ROSIN_SECTION_MOST; players++) {
    const rosin_section_plan p = {.players = players, .aside = -2, .back = 3};
    for (int first = 0; first < players; first += 4) {
      double aside[4], seat[2];
      const int row = players - first < 4 ? players - first : 4;
      for (int i = 0; i < row; i++) {
        rosin_section_seat(&p, first + i, seat);
        aside[i] = seat[0];
        const double back = seat[1] - 3 - 1.2 * (first / 4);
        assert_true(back >= 0 && back <= 0.2);
      }
      qsort(aside, (size_t)row, sizeof *aside, by_number);
      for (int i = 0; i < row; i++)
        assert_true(fabs(aside[i] + 2 - 0.8 * (i - 0.5 * (row - 1))) <= 0.1);
    }
    assert_true(fabs(rosin_section_depth(&p) - (3 + 1.2 * ((players + 3) / 4 - 1) + 0.2)) < 1e-12);
  }
  const rosin_section_plan alone = {.players = 1, .aside = -2, .back = 3};
  assert_true(rosin_section_depth(&alone) == 3);
}

static double said_of(char key[ROSIN_SECTION_KEYS][ROSIN_SECTION_KEY], int keys, const char *owner,
                      const char *what) {
  char name[ROSIN_SECTION_KEY];
  const int length = snprintf(name, sizeof name, "%s.%s=", owner, what);
  for (int i = 0; i < keys; i++)
    if (strncmp(key[i], name, (size_t)length) == 0)
      return rosin_number_read(key[i] + length, NULL);
  return 0;
}

/* One of four makes: of a make all strings are as much stronger and as much out of tune; the body
 * is another by a few per cent. Every fourth is as the first, which is the scene's. */
static void makes_are_four(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "violin", "cello-measured"};
  for (int s = 0; s < 4; s++) { /* the last one's body is higher as it is, and rings shorter */
    static const char *const higher[] = {"body.pitch=1.1", "body.decay=0.8"};
    rosin_scene *scene = rosin_scene_load(scenes[s % 3], s == 3 ? 2 : 0, higher, NULL);
    assert_non_null(scene);
    const rosin_model *m = rosin_scene_model(scene);
    double gauges[ROSIN_SECTION_MAKES] = {1, 1, 1, 1};
    for (int i = 0; i < 12; i++) {
      char key[ROSIN_SECTION_KEYS][ROSIN_SECTION_KEY], again[ROSIN_SECTION_KEYS][ROSIN_SECTION_KEY];
      const int keys = rosin_section_make(m, i, key);
      assert_int_equal(rosin_section_make(m, i % 4, again), keys);
      for (int k = 0; k < keys; k++)
        assert_string_equal(key[k], again[k]);
      int bodies = 0;
      for (int b = 0; b < m->bodies; b++) {
        const double pitch = said_of(key, keys, m->body[b].name, "pitch");
        const double decay = said_of(key, keys, m->body[b].name, "decay");
        const double pitch_was = m->body[b].made.pitch > 0 ? m->body[b].made.pitch : 1;
        const double decay_was = m->body[b].own.decay > 0 ? m->body[b].own.decay : 1;
        bodies += pitch > 0;
        assert_int_equal(pitch > 0, decay > 0);
        assert_true(!(pitch > 0) ||
                    (fabs(pitch / pitch_was - 1) < 0.03 && fabs(pitch / pitch_was - 1) > 0.005 &&
                     fabs(decay / decay_was - 1) < 0.11 && fabs(decay / decay_was - 1) > 0.04));
      }
      const int strings = m->instrument.courses;
      assert_int_equal(keys, i % 4 ? 2 * strings + 2 * bodies : 0);
      for (int k = 0; k < strings && i % 4; k++) {
        const rosin_model_body *string = rosin_model_body_named(m, m->instrument.course[k].string);
        const double gauge =
            said_of(key, keys, string->name, "impedance") / string->string.impedance;
        const double cents =
            1200 * log2(said_of(key, keys, string->name, "frequency") / string->string.frequency);
        assert_true(fabs(gauge - 1) < 0.051 && fabs(gauge - 1) > 0.015);
        assert_true(fabs(cents) < 3 && fabs(cents) > 1);
        assert_true(k == 0 || fabs(gauge / gauges[i % 4] - 1) < 1e-6);
        gauges[i % 4] = gauge;
      }
    }
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < i; k++)
        assert_true(fabs(gauges[i] - gauges[k]) > 0.01);
    rosin_scene_free(scene);
  }
}

/* The first has the take itself, the others seeds that a parameter holds, each his own. */
static void seeds_are_of_the_first(void **state) {
  (void)state;
  static const double takes[] = {0, 1, 5, 4294967295.0, 77777};
  for (int t = 0; t < 5; t++) {
    assert_true(rosin_section_seed(takes[t], 0) == takes[t]);
    /* for ever: states have takes */
    assert_true(rosin_section_seed(1, 1) == 7169282 && rosin_section_seed(5, 3) == 4534561);
    for (int i = 1; i < ROSIN_SECTION_MOST; i++) {
      const double x = rosin_section_seed(takes[t], i);
      assert_true(x >= 0 && x < 16777216 && x == floor(x));
      assert_true(x == rosin_section_seed(takes[t], i));
      for (int k = 1; k < i; k++)
        assert_true(x != rosin_section_seed(takes[t], k));
      for (int k = 0; k < t; k++)
        assert_true(x != rosin_section_seed(takes[k], i));
    }
  }
}

static void rows_are_found_by_what_is_set(void **state) {
  (void)state;
  static const char *const names[] = {"players", "tightness", "unison"};
  int rows = 0;
  for (const rosin_parameter *p = rosin_section_parameters(); p->name; p++) {
    char said[64];
    rosin_section_plan plan = {0};
    assert_string_equal(p->name, names[rows]);
    snprintf(said, sizeof said, "%s=3", p->name);
    assert_ptr_equal(rosin_core_section_row(said), p);
    assert_ptr_equal(rosin_section_row(p->name), p);
    rosin_section_plan_put(&plan, p, 7);
    assert_true((rows == 0 ? plan.players : rows == 1 ? plan.tightness : plan.unison) == 7);
    assert_true(plan.players + plan.tightness + plan.unison == 7);
    rows++;
  }
  assert_int_equal(rows, 3);
  static const char *const none[] = {"player=3", "players2=3", "=3", "", "unisono=1"};
  for (int i = 0; i < 5; i++)
    assert_null(rosin_section_row(none[i]));
}

/* ---- what a core tells an instrument's engine --------------------------------------------- */

static double clip(double x, const rosin_parameter *p) {
  return fmin(fmax(x, p->low), p->high);
}

/* Each row once as it changes: to its target; a hand's bow with all of its rows, where it is on the
 * string, or was; of a section nothing by events; the seed. */
static void rows_are_told_once(void **state) {
  (void)state;
  rosin_core *c = open_section("violin", 1);
  const int down = rosin_core_find(c, "bow_down"), hand = rosin_core_find(c, "by_hand");
  double heard[ROSIN_CORE_PARAMETERS];
  seed = 51;
  for (int i = 0; i < c->rows; i++)
    heard[i] = rosin_core_get(c, i);
  heard[rosin_core_find(c, "seed")] = 9;
  for (int turn = 0; turn < 3000; turn++) {
    const int i = one_of(2) ? one_of(c->rows) : down + one_of(3), frame = one_of(64);
    const rosin_parameter *p = rosin_core_parameter(c, i);
    const rosin_core_kind kind = c->row[i].kind;
    if (kind == ROSIN_CORE_INPUT || kind == ROSIN_CORE_PLAYERS || kind == ROSIN_CORE_BYPASS)
      continue;
    double x = p->kind == ROSIN_SWITCH ? one_of(2) : between(p->low, p->high);
    x = kind == ROSIN_CORE_SEED ? round(x) : x;
    const double meant = kind == ROSIN_CORE_SEED && x == 0 ? 9 : x;
    gots = 0;
    rosin_core_set(c, frame, i, x);
    assert_true(rosin_core_get(c, i) == clip(x, p));
    const posted *g = &got[0];
    int wanted = meant != heard[i];
    if (kind == ROSIN_CORE_BOW) {
      const int was = rosin_core_get(c, hand) >= 0.5, lies = rosin_core_get(c, down) >= 0.5;
      wanted &= lies || was;
      if (gots) {
        assert_true(g->event.target == ROSIN_EVENT_BOW && g->event.player.controller == lies &&
                    g->event.value == rosin_core_get(c, down + 1) &&
                    g->event.player.value == rosin_core_get(c, down + 2));
        assert_true(rosin_core_get(c, hand) == 1);
        heard[hand] = 1;
      }
    } else if (kind == ROSIN_CORE_PLAYER) {
      assert_true(!gots || (g->event.target == c->engine->target[i] && g->event.value == meant));
    } else if (kind == ROSIN_CORE_SEED) {
      assert_true(!gots || (g->event.target == ROSIN_EVENT_SEED && g->event.value == meant));
    } else {
      wanted = 0;
    }
    heard[i] = meant;
    assert_int_equal(gots, wanted);
    if (gots) /* at the frame it was set for */
      assert_true(g->frame == rosin_core_frame(c) + frame && g->to == c->engine->sequencer);
    if (!one_of(10)) {
      static float out[128 * 8];
      rosin_core_process_frames(c, out, 64);
    }
  }
  assert_true(rosin_core_lost(c) == 0);
  rosin_core_free(c);
}

/* ---- in words ----------------------------------------------------------------------------- */

static float heard[2][64 * 8];

static void say(rosin_core *c, const char *text) {
  assert_int_equal(rosin_core_happen(c, -1, text, &error), 0);
  if (rosin_core_happen(c, 5, text, &error))
    fail_msg("%s: %s", text, error.text);
}

/* Hands, controls, messages and resets by words as by functions: the same samples and values. */
static void words_do_what_functions_do(void **state) {
  (void)state;
  rosin_core *said = open_section("cello", 1), *done = open_section("cello", 1);
  int loud = 0;
  seed = 52;
  for (int i = 0; i < 400; i++) {
    char text[200];
    const int what = one_of(12), down = one_of(2), row = one_of(done->rows);
    const double x = between(-0.6, 0.6), y = between(0, 1);
    const rosin_parameter *p = rosin_core_parameter(done, row);
    const unsigned char m[] = {(unsigned char)(one_of(2) ? 0x90 : 0x80),
                               (unsigned char)(40 + one_of(24)), (unsigned char)one_of(128)};
    if (what == 0) {
      rosin_format(text, sizeof text, "bow %d %.17g  %.17g", down, x, y);
      rosin_core_bow(done, down, x, y);
    } else if (what == 1) {
      rosin_format(text, sizeof text, "pad  %d %.17g %.17g", down, x, y);
      rosin_core_pad(done, down, x, y);
    } else if (what < 6) {
      rosin_format(text, sizeof text, "midi %d %d  %d", m[0], m[1], m[2]);
      rosin_core_midi(done, 5, m, 3);
    } else if (what < 10 && done->row[row].kind == ROSIN_CORE_PLAYER) {
      const char *word = rosin_parameter_word(p, p->low + 1);
      const double value = word ? p->low + 1 : between(p->low, p->high);
      if (word)
        rosin_format(text, sizeof text, "control %s %s", p->name, word);
      else
        rosin_format(text, sizeof text, "control %s %.17g", p->name, value);
      rosin_core_set(done, 5, row, value);
    } else if (what == 10 && !one_of(4)) {
      rosin_format(text, sizeof text, "reset");
      rosin_core_reset(done);
    } else {
      rosin_format(text, sizeof text, "control bow-d.position %.17g", 0.05 + 0.1 * y);
      rosin_core_control(done, 5, "bow-d.position", 0.05 + 0.1 * y, &error);
    }
    say(said, text);
    rosin_core_process_frames(said, heard[0], 64);
    rosin_core_process_frames(done, heard[1], 64);
    assert_memory_equal(heard[0], heard[1], sizeof heard[0]);
    for (int k = 0; k < done->rows; k++)
      assert_true(rosin_core_get(said, k) == rosin_core_get(done, k));
    loud += heard[0][9] != 0;
  }
  assert_true(loud > 100);
  rosin_core_free(said);
  rosin_core_free(done);
}

/* As many numbers as it says, finite ones; nothing happens by others. */
static void words_have_their_numbers(void **state) {
  (void)state;
  static const char *const words[] = {"trigger", "stay", "bow", "pad", "let_go", "reset"};
  static const int numbers[] = {0, 1, 3, 3, 0, 0};
  rosin_core *c = open_section("cello", 1);
  char *before = rosin_core_save(c);
  for (int k = 0; k < 6; k++)
    for (int n = 0; n < 6; n++)
      for (int odd = 0; odd < 3; odd++) {
        char text[100], wanted[100];
        int used = snprintf(text, sizeof text, "%s", words[k]);
        const int own = used + (n > 0);
        for (int i = 0; i < n; i++)
          used += snprintf(text + used, sizeof text - (size_t)used, " %s",
                           i < n - 1 || !odd ? "1"
                           : odd == 1        ? "inf"
                                             : "x");
        const int right = n == numbers[k] && (!odd || !n || (odd == 1 && k == 1));
        assert_int_equal(rosin_core_happen(c, -1, text, &error), right ? 0 : -1);
        snprintf(wanted, sizeof wanted, "%s: '%s' is not %d number%s", words[k], text + own,
                 numbers[k], numbers[k] == 1 ? "" : "s");
        if (!right)
          assert_string_equal(error.text, wanted);
      }
  char message[1200];
  for (int bytes = 254; bytes < 259; bytes++) {
    int used = snprintf(message, sizeof message, "midi");
    for (int i = 0; i < bytes; i++)
      used += snprintf(message + used, sizeof message - (size_t)used, " %d", i % 128);
    assert_int_equal(rosin_core_happen(c, -1, message, &error), bytes <= 256 ? 0 : -1);
  }
  char *after = rosin_core_save(c);
  assert_string_equal(before, after);
  free(before);
  free(after);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_has_his_turn),        cmocka_unit_test(each_is_apart),
      cmocka_unit_test(all_are_tuned_and_rest),   cmocka_unit_test(a_seed_casts_them_anew),
      cmocka_unit_test(rows_stand_in_the_middle), cmocka_unit_test(makes_are_four),
      cmocka_unit_test(seeds_are_of_the_first),   cmocka_unit_test(rows_are_found_by_what_is_set),
      cmocka_unit_test(rows_are_told_once),       cmocka_unit_test(words_do_what_functions_do),
      cmocka_unit_test(words_have_their_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
