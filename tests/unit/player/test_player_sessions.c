/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole sessions at random, against tests/unit/player/player_sessions.txt: all that a player of
 * each instrument sends to its strings, summed each half second, for notes, pedals, controllers,
 * parameters and hands from a seed, by hand and from a score that it reads ahead. What it sends is
 * kept (wrapped by the linker) and no string is moved; it hears a steady tone. */
#include "chance.h"
#include "golden.h"
#include "player/course/course.h"
#include "player/course/pencil.h"
#include "player/left/grip.h"
#include "scene/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/player/stage.h"

enum { RAMPS = 64, STEP = 128, SECONDS = 5, EVENTS = 400, MOST = 8 };
/* that chance moves: one that is appended later stays at its default; sessions from LATER on move
 * those that came meanwhile too, have keys that switch, and notes that are told one by one */
enum { SETTINGS = 30, ALL_SETTINGS = 42, LATER = 40, SESSIONS = 60 };

static double sent[RAMPS], sides[2];
static double slip[STEP];
static long long made; /* engine samples */

void __wrap_rosin_scene_ramp(rosin_scene *s, int ramp, double target);
void __wrap_rosin_scene_sides(rosin_scene *s, const double *side);
const double *__wrap_rosin_network_read(const rosin_network *network, int signal);
long long __wrap_rosin_scene_made(const rosin_scene *s);

void __wrap_rosin_scene_ramp(rosin_scene *s, int ramp, double target) {
  (void)s;
  assert_in_range(ramp, 0, RAMPS - 1);
  sent[ramp] = target;
}

void __wrap_rosin_scene_sides(rosin_scene *s, const double *side) {
  (void)s;
  sides[0] = side[0];
  sides[1] = side[1];
}

const double *__wrap_rosin_network_read(const rosin_network *network, int signal) {
  (void)network;
  (void)signal;
  return slip;
}

long long __wrap_rosin_scene_made(const rosin_scene *s) {
  (void)s;
  return made;
}

/* ---- what happens ------------------------------------------------------------------------- */

static rosin_player_score_t score[EVENTS];
static int events;

static void add(double time, rosin_player_event_t event) {
  if (events < EVENTS)
    score[events++] = (rosin_player_score_t){time, event};
}

static int earlier(const void *a, const void *b) {
  const rosin_player_score_t *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  const int on[] = {x->event.kind == ROSIN_PLAYER_NOTE_ON, y->event.kind == ROSIN_PLAYER_NOTE_ON};
  return on[0] != on[1] ? on[0] - on[1] : x->event.key < y->event.key ? -1 : 1;
}

static int names; /* of notes that are told one by one; 0: none are */

/* One to three notes, that overlap the next ones, touch them or leave a gap. */
static double add_notes(double time, double low, int channel, int marks) {
  const int count = one_of(5) ? 1 : 2 + one_of(2);
  const double length = one_of(9) == 0 ? between(1.5, 3)
                        : one_of(3)    ? between(0.08, 0.3)
                                       : between(0.3, 1.2);
  const double until = time + length * (one_of(2) ? between(1.02, 1.2) : between(0.6, 1.1));
  const int key = (int)low + one_of(34);
  for (int i = 0; i < count; i++) {
    const int mark = !marks || one_of(3) ? 0 : one_of(8) | 8 * one_of(5) | 64 * one_of(6);
    rosin_player_event_t e = {.kind = ROSIN_PLAYER_NOTE_ON,
                              .channel = channel,
                              .controller = mark,
                              .key = key + 5 * i + one_of(5),
                              .value = between(0.05, 1)};
    e.single = names && one_of(2);
    e.note = e.single ? names++ : 0;
    add(time, e);
    if (e.single && one_of(2)) {
      static const rosin_player_kind kinds[] = {ROSIN_PLAYER_BEND, ROSIN_PLAYER_PRESSURE,
                                                ROSIN_PLAYER_CONTROL};
      rosin_player_event_t own = e;
      own.kind = kinds[one_of(3)];
      own.controller = one_of(2) ? 1 : 74;
      own.value = own.kind == ROSIN_PLAYER_BEND ? between(-1, 1) : between(0, 1);
      own.key = one_of(2) ? e.key : -1;
      own.channel = one_of(2) ? channel : -1;
      add(time + 0.4 * length, own);
    }
    e.kind = ROSIN_PLAYER_NOTE_OFF;
    e.value = 0;
    add(until, e);
  }
  if (names && !one_of(4)) /* a key that switches */
    add(time - 0.01, (rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                            .channel = channel,
                                            .key = low - 23 + one_of(25),
                                            .value = between(0.2, 1)});
  return time + length;
}

static void add_other(double time, int channel) {
  static const int controllers[] = {1,  2,  5,  7,  10, 11, 64, 64,  64, 66,
                                    66, 71, 74, 75, 76, 77, 91, 120, 123};
  static const int programs[] = {44, 45, 40, 42};
  const int what = one_of(12);
  rosin_player_event_t e = {
      .kind = ROSIN_PLAYER_CONTROL, .channel = channel, .value = between(0, 1)};
  e.controller = controllers[one_of(what == 11 ? 19 : 17)];
  if (what == 6) {
    e.kind = ROSIN_PLAYER_BEND;
    e.value = between(-2, 2);
  } else if (what == 7) {
    e.kind = ROSIN_PLAYER_PRESSURE;
  } else if (what == 8) {
    e.kind = ROSIN_PLAYER_TUNE;
    e.value = between(-0.5, 0.5);
  } else if (what == 9) {
    e.kind = ROSIN_PLAYER_PROGRAM;
    e.controller = programs[one_of(4)];
  } else if (what == 10) {
    e.kind = ROSIN_PLAYER_TELL;
    e.controller = 1 + one_of(5);
  }
  add(time, e);
}

/* `kind`: 0 a line, 1 chords and controllers on some channels, 2 everything. */
static void compose(double low, int kind) {
  double time = 0.1;
  events = 0;
  while (time < SECONDS && events < EVENTS - 10) {
    const int channel = kind ? one_of(2 + kind) : 0;
    if (kind && one_of(3) == 0)
      add_other(time + between(0, 0.1), channel);
    time = add_notes(time, low, channel, kind == 1);
    time += one_of(4) ? 0 : between(0, 0.5);
  }
  qsort(score, (size_t)events, sizeof *score, earlier);
}

static void settle_later(rosin_player *p, int session) {
  const rosin_parameter *row = rosin_player_parameters();
  for (int i = 0; i < ALL_SETTINGS && row->name; i++, row++)
    if (one_of(3) == 0 && strcmp(row->name, "by_hand") != 0)
      rosin_player_set(p, row->name, between(row->low, row->high), NULL);
  rosin_player_set(p, "articulation", session % 3 ? one_of(ROSIN_ARTICULATIONS - 4) : ROSIN_LEGATO,
                   NULL);
  rosin_player_set(p, "technique", session % 4 ? 0 : one_of(4), NULL);
  rosin_player_set(p, "reads", session % 2, NULL);
}

static void settle(rosin_player *p, int session) {
  if (session >= LATER) {
    settle_later(p, session);
    return;
  }
  const rosin_parameter *row = rosin_player_parameters();
  for (int i = 0; i < SETTINGS; i++, row++)
    if (one_of(5) == 0 && strcmp(row->name, "by_hand") != 0 && strcmp(row->name, "reads") != 0)
      rosin_player_set(p, row->name, between(row->low, row->high), NULL);
  rosin_player_set(p, "articulation", session % 3 ? session % ROSIN_ARTICULATIONS : session % 2,
                   NULL);
  if (session % 8 == 3) {
    rosin_player_set(p, "articulation", ROSIN_LEGATO, NULL);
    rosin_player_set(p, "portamento", 1.5, NULL);
    rosin_player_set(p, "double_stops", 0, NULL);
  }
  rosin_player_set(p, "key_switches", 0, NULL);
  rosin_player_set(p, "reads", session % 2, NULL);
}

/* ---- what comes of it --------------------------------------------------------------------- */

/* A tone of 147 Hz, a slip a period. */
static void sound(long long first, double rate) {
  for (int i = 0; i < STEP; i++)
    slip[i] = fmod((double)(first + i) * 147 / rate, 1) < 0.08 ? 1.5 : 0;
}

static void meddle(rosin_player *p, long long step) {
  const rosin_parameter *row = &rosin_player_parameters()[one_of(20)];
  if (step % 900 == 800 && strcmp(row->name, "by_hand") != 0)
    rosin_player_set(p, row->name, between(row->low, row->high), NULL);
  if (step % 2700 == 2000) {
    rosin_player_bow(p, 1, between(-1, 1), between(0, 1));
  } else if (step % 2700 == 2200) {
    rosin_player_pad(p, 1, between(-1, 1), between(0, 1));
  } else if (step % 2700 == 2400) {
    rosin_player_bow(p, 0, 0, 0);
    rosin_player_set(p, "by_hand", 0, NULL);
  }
}

/* What was sent to a string, if anything. */
static void string_holds_still(golden *g, int part, int string, const rosin_course *c,
                               const double *sum) {
  const double row[] = {sum[c->finger],
                        sum[c->mute],
                        sum[c->force],
                        sum[c->velocity],
                        sum[c->position],
                        c->has_hand ? sum[c->hand_force] : 0,
                        c->has_hand ? sum[c->hand_velocity] : 0,
                        c->has_hand ? sum[c->hand_position] : 0};
  int sent_any = 0;
  for (int i = 0; i < 8; i++)
    sent_any |= row[i] != 0;
  char name[60];
  snprintf(name, sizeof name, "part:%d:string:%d", part, string + 1);
  if (sent_any)
    golden_columns(g, name,
                   c->has_hand ? "finger mute force velocity position hand_force hand_velocity "
                                 "hand_position"
                               : "finger mute force velocity position",
                   row, 1e-6, 1e-4);
}

static void a_session(golden *g, const char *scene, double low, int session) {
  rosin_scene *s = scene ? rosin_scene_load(scene, 0, NULL, NULL) : stage_scene("");
  assert_non_null(s);
  assert_int_equal(rosin_scene_prepare(s, 44100, 64, NULL), 0);
  rosin_player *p = rosin_player_new(s, 7, NULL);
  assert_non_null(p);
  const int reads = session % 2;
  golden_in(g, "session:%d:%s%s", session, scene ? scene : "stage", reads ? ":reads" : "");
  double sum[RAMPS] = {0}, whole[2] = {0};
  seed = 100u + (unsigned)session;
  names = session >= LATER;
  settle(p, session);
  compose(low, session % 3);
  if (reads) {
    assert_int_equal(rosin_player_pencil(p, score, events), 0);
    rosin_player_score(p, score, events);
  }
  memset(sent, 0, sizeof sent);
  sides[0] = sides[1] = 1;
  const unsigned from = seed;
  for (int turn = 0; turn < 2; turn++) { /* after a reset the same */
    int next = 0, rows = 0;
    const long long steps = (long long)(SECONDS * p->rate / STEP), half = steps / (2 * SECONDS);
    double bits = 0;
    for (long long k = 0; k < steps; k++) {
      made = k * STEP;
      for (; !reads && next < events && score[next].time <= (double)(k * STEP) / p->rate; next++)
        rosin_player_event(p, &score[next].event);
      if (session % 4 == 2)
        meddle(p, k);
      sound(k * STEP, p->rate);
      rosin_player_drive(p, k * STEP, STEP);
      for (int i = 0; i < RAMPS; i++) {
        sum[i] += sent[i] * (1 + 0.01 * (double)(k % 7)) / (double)half;
        bits += sent[i] * (double)(1 + k % 5);
      }
      if (k % half == half - 1) {
        for (int i = 0; i < p->courses && !turn; i++)
          string_holds_still(g, rows + 1, i, &p->course[i], sum);
        memset(sum, 0, sizeof sum);
        rows++;
      }
    }
    whole[turn] = bits + sides[0] + 2 * sides[1];
    assert_true(rows >= 2 * SECONDS);
    if (!turn) {
      const double row[] = {p->direction, p->last,    p->place,   rosin_player_missed(p),
                            sides[0],     sides[1],   p->left[0], p->left[1],
                            p->left[2],   p->left[3], p->left[4], p->left[5]};
      golden_columns(g, "end",
                     "direction last place missed left right low high reach strings drums part",
                     row, 1e-6, 1e-4);
      if (session % 4 != 1)
        break; /* what was set by then stays set */
      rosin_player_reset(p);
      assert_int_equal(rosin_player_missed(p), 0);
      memset(sent, 0, sizeof sent);
      sides[0] = sides[1] = 1;
      seed = from;
    } else {
      assert_true(whole[0] == whole[1]);
    }
  }
  rosin_player_free(p);
  rosin_scene_free(s);
}

/* Hands of all instruments, where they lie and how far they go. */
static void grips(golden *g) {
  golden_out(g);
  for (int program = 40; program < 44; program++) {
    int count = 0;
    const rosin_grip *grip = rosin_grips(program, &count);
    for (int i = 0; i < count; i++)
      for (int place = -1; place < 42; place += 1 + (place > 20)) {
        double row[4] = {grip[i].strain, rosin_grip_has_thumb(&grip[i]), 0, 0};
        for (int k = -2; k < 10; k++)
          row[2] = 1.5 * row[2] + rosin_grip_finger(&grip[i], place, place + k + 0.4);
        for (int k = 0; k < count; k++)
          row[3] = 3 * row[3] + rosin_grip_way(&grip[i], place, &grip[k], 2 * place - 5);
        char name[60];
        snprintf(name, sizeof name, "program:%d:grip:%d:place:%d", program, i, place);
        golden_columns(g, name, "strain thumb finger way", row, 1e-7, 1e-3);
      }
  }
}

/* What is pencilled into parts at random: strings, fingers, places. */
static void parts(golden *g, const char *scene, double low) {
  enum { PARTS = 10, SHOWN = 60 };
  rosin_scene *s = scene ? rosin_scene_load(scene, 0, NULL, NULL) : stage_scene("");
  assert_non_null(s);
  assert_int_equal(rosin_scene_prepare(s, 44100, 64, NULL), 0);
  rosin_player *p = rosin_player_new(s, 7, NULL);
  rosin_player_set(p, "reads", 1, NULL);
  golden_in(g, "part:%s", scene ? scene : "stage");
  for (int i = 0; i < PARTS; i++) {
    double row[SHOWN] = {0};
    rosin_player_set(p, "double_stops", i == 7, NULL);
    rosin_player_set(p, "string", i == 8 ? 2 : 0, NULL);
    compose(low, i % 3);
    for (int k = 0; k < events && i >= 5; k++) /* in a hurry */
      score[k].time *= i == 9 ? 0.06 : 0.4;
    assert_int_equal(rosin_player_pencil(p, score, events), 0);
    for (int k = 0, n = 0; k < events && n < SHOWN; k++)
      if (score[k].event.kind == ROSIN_PLAYER_NOTE_ON)
        row[n++] = score[k].event.controller;
    char name[20];
    snprintf(name, sizeof name, "%d", i);
    golden_row(g, name, row, SHOWN, 0, 0);
  }
  rosin_player_free(p);
  rosin_scene_free(s);
}

static void sessions_hold_still(void **state) {
  (void)state;
  static const struct {
    const char *scene;
    double lowest;
  } of[] = {{"cello", 34}, {"violin", 53}, {"viola", 46}, {"double-bass", 26}, {NULL, 34}};
  golden g = golden_open("tests/unit/player/player_sessions.txt");
  golden_in(&g, "setting");
  for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++) {
    const double numbers[] = {row->low, row->high, row->initial};
    golden_columns(&g, row->name, "low high initial", numbers, 1e-9, 0);
  }
  for (int i = 0; i < LATER; i++)
    a_session(&g, of[i / 2 % 5].scene, of[i / 2 % 5].lowest, i);
  grips(&g);
  for (int i = 0; i < 5; i++)
    parts(&g, of[i].scene, of[i].lowest);
  for (int i = LATER; i < SESSIONS; i++)
    a_session(&g, of[i / 2 % 5].scene, of[i / 2 % 5].lowest, i);
  assert_int_equal(golden_close(&g), 0);
}

/* Whatever was played before, from a reset on it is as one that is new: a hand on an open string,
 * then notes. */
static void who_is_reset_is_new(void **state) {
  (void)state;
  enum { STEPS = 400 };
  static double one[STEPS][RAMPS], two[STEPS][RAMPS];
  static const char *const scenes[] = {"cello", "violin", NULL};
  for (int i = 0; i < 3; i++)
    for (int hand = 0; hand < 2; hand++) {
      rosin_scene *s = scenes[i] ? rosin_scene_load(scenes[i], 0, NULL, NULL) : stage_scene("");
      assert_int_equal(rosin_scene_prepare(s, 44100, 64, NULL), 0);
      rosin_player *p = rosin_player_new(s, 7, NULL);
      seed = 300u + (unsigned)i;
      names = 1;
      for (int turn = 0; turn < 2; turn++) {
        memset(sent, 0, sizeof sent);
        for (long long k = 0; k < STEPS; k++) {
          made = k * STEP;
          if (k == 0 && hand)
            rosin_player_bow(p, 1, 0.3, 0.6);
          if (k == 150 && hand)
            rosin_player_bow(p, 0, 0, 0);
          if (k % 100 == 50)
            rosin_player_event(p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                                          .key = 60 + (double)(k / 100),
                                                          .value = 0.6});
          sound(made, p->rate);
          rosin_player_drive(p, made, STEP);
          memcpy(turn ? two[k] : one[k], sent, sizeof sent);
        }
        if (turn)
          break;
        compose(40, 2); /* something else */
        qsort(score, (size_t)events, sizeof *score, earlier);
        for (long long k = 0; k < STEPS; k++) {
          made = (STEPS + k) * STEP;
          if (k < events)
            rosin_player_event(p, &score[k].event);
          rosin_player_drive(p, made, STEP);
        }
        rosin_player_reset(p);
        rosin_player_set(p, "by_hand", 0, NULL);
      }
      for (int k = 0; k < STEPS; k++)
        for (int r = 0; r < RAMPS; r++)
          if (one[k][r] != two[k][r])
            fail_msg("%s: step %d, ramp %d: %.12g, not %.12g", scenes[i] ? scenes[i] : "stage", k,
                     r, two[k][r], one[k][r]);
      rosin_player_free(p);
      rosin_scene_free(s);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sessions_hold_still),
      cmocka_unit_test(who_is_reset_is_new),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
