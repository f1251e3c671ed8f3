/* SPDX-License-Identifier: BSD-3-Clause */
/* A player's parts, against tests/unit/player/player_parts.txt: strokes of each articulation,
 * strings chosen for notes, what the ear tells, keys to Hz, its chance, and settings by
 * controllers. */
#include "format.h"
#include "golden.h"
#include "player/bow/stroke.h"
#include "player/chance.h"
#include "player/ear.h"
#include "player/hand/hands.h"
#include "player/midi/controls.h"
#include "rosin/player.h"
#include "rosin/tuning.h"
#include "scene_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void strokes(golden *g) {
  static const double at[][2] = {
      {0, -1},    {0.004, -1},  {0.01, -1},    {0.017, -1},  {0.019, -1},   {0.03, -1},
      {0.05, -1}, {0.09, -1},   {0.105, -1},   {0.115, -1},  {0.25, -1},    {0.3, -1},
      {0.35, -1}, {0.2, 0},     {0.2, 0.03},   {0.2, 0.1},   {0.2, 0.13},   {0.3, 0.05},
      {0.5, 0.3}, {0.02, 0.01}, {0.08, 0.078}, {0.1, 0.085}, {0.34, 0.081}, {0.33, 0.06}};
  for (int a = 0; a < ROSIN_ARTICULATIONS; a++) {
    golden_in(g, "stroke:%s", rosin_articulation_name(a));
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
      const rosin_stroke s = rosin_stroke_at((rosin_articulation)a, at[i][0], at[i][1], 0.08);
      const double row[] = {s.speed, s.force, s.position, s.haste,
                            s.bite,  s.pull,  s.pinch,    s.lifted};
      char name[40]; /* when in the note, and how long after its end */
      rosin_format(name, sizeof name, at[i][1] < 0 ? "%g" : "%g:%g", at[i][0], at[i][1]);
      golden_columns(g, name, "speed force position haste bite pull pinch lifted", row, 1e-6, 1e-3);
    }
  }
  golden_out(g);
  assert_null(rosin_articulation_name(-1));
  assert_null(rosin_articulation_name(ROSIN_ARTICULATIONS));
}

/* Strings for semitones from below the lowest up, hands here and there, harmonics or not. */
static void hands(golden *g) {
  golden_in(g, "hands");
  rosin_chance chance = {3};
  for (int turn = 0; turn < 24; turn++) {
    rosin_hands_string s[4];
    double row[2 * 45];
    for (int i = 0; i < 4; i++)
      s[i] = (rosin_hands_string){
          .open = 65.4 * pow(1.5, i),
          .busy = turn % 3 == 2 && rosin_chance_next(&chance) > 0.3,
          .last = turn % 5 && i == turn % 4,
          .stopped = rosin_chance_next(&chance) > 0 ? 5 + 5 * rosin_chance_next(&chance) : -1};
    for (int k = 0; k < 45; k++) {
      int partial = 9;
      const double hertz = 63.1 * exp2((turn % 2 ? 1.0 : 1.4) * k / 12);
      row[2 * k] = rosin_hands_choose(s, 4, hertz, turn % 7 ? 29 : 12, turn % 2 == 0, &partial);
      row[2 * k + 1] = partial;
    }
    char name[20];
    snprintf(name, sizeof name, "%d", turn);
    golden_row(g, name, row, 90, 0, 0);
  }
}

/* Natural harmonics reach to the fourth partial, above which an artificial one is stopped where it
 * can be; to the sixth where they are asked for. */
static void harmonics_end(void) {
  const rosin_hands_string s = {.open = 100, .stopped = -1};
  for (int n = 2; n <= 9; n++) {
    int partial = 0;
    assert_int_equal(rosin_hands_choose(&s, 1, 100.0 * n, 29, 1, &partial), 0);
    assert_int_equal(partial, n <= 4 ? n : 4);
    assert_int_equal(rosin_hands_choose(&s, 1, 100.0 * n, n > 4 ? 2 : 29, 1, &partial),
                     n <= 6 ? 0 : ROSIN_HANDS_NONE);
    assert_true(n > 6 || partial == n);
    if (n > 6)
      continue;
    assert_int_equal(rosin_hands_choose(&s, 1, 100.0 * n, 29, n, &partial), 0);
    assert_int_equal(partial, n);
  }
}

static void ears(golden *g) {
  golden_in(g, "ear");
  rosin_chance chance = {5};
  for (int turn = 0; turn < 12; turn++) {
    rosin_ear ear = {.rate = 22050};
    double row[24], v[64];
    const double period = 90 + 11 * turn, wanted = turn % 3 ? period : 1.8 * period;
    rosin_ear_forget(&ear);
    double next = 20;
    long at = 0;
    for (int b = 0, k = 0; b < 240; b++) {
      for (int i = 0; i < 64; i++, at++) {
        if ((double)at > next + 12)
          next += period * (1 + 0.02 * rosin_chance_next(&chance)) * (turn % 4 == 3 ? 0.5 : 1);
        const double x = fmin(fmax((double)at - next, 0), 3) / 3;
        v[i] = (turn % 2 ? -1 : 1) * (b > 200 && turn % 5 == 4 ? 0 : x) * 1.7 + 0.05;
      }
      rosin_ear_hear(&ear, v, 64, 1, wanted);
      if (b % 30 == 29) {
        row[k++] = rosin_ear_rate(&ear, 0.1, 4);
        row[k++] = rosin_ear_rate(&ear, 5, 20);
        row[k++] = rosin_ear_crowd(&ear);
      }
    }
    char name[20];
    snprintf(name, sizeof name, "%d", turn);
    golden_row(g, name, row, 24, 1e-6, 1e-3);
    rosin_ear_forget(&ear);
    assert_true(rosin_ear_crowd(&ear) == 1 && rosin_ear_rate(&ear, 5, 1) == 0);
  }
}

static void keys(golden *g) {
  rosin_tuning t, seven = {.a4 = 442, .steps = 7, .cents = {90, 310, 400, 520, 690, 880, 1190}};
  rosin_tuning_equal(&t);
  double row[2][28];
  for (int k = 0; k < 28; k++) {
    row[0][k] = rosin_tuning_hertz(&t, 5.25 * k);
    row[1][k] = rosin_tuning_hertz(&seven, 4.75 * k - 2);
  }
  golden_in(g, "hertz");
  golden_row(g, "equal", row[0], 28, 1e-7, 0);
  golden_row(g, "seven", row[1], 28, 1e-7, 0);
}

static void chances(golden *g) {
  rosin_chance c = {11};
  rosin_drift d = {0};
  double row[20], drift[20];
  for (int i = 0; i < 20; i++)
    row[i] = rosin_chance_next(&c);
  for (int i = 0; i < 20; i++)
    drift[i] = rosin_drift_step(&d, &c, 0.01 * i, 0.15);
  golden_out(g);
  golden_row(g, "chance", row, 20, 1e-7, 1e-3);
  golden_row(g, "drift", drift, 20, 1e-7, 1e-3);
}

/* A string, a hand that plucks it, and a law that has no mu_static. */
static const char *const text =
    "duration = 1.0; rate = 22050;\nstrings = { d = { frequency = 147.0; impedance = 0.8;\n"
    "  torsion_frequency = 0.0; }; };\ncontacts = {\n"
    "  bow = { a = \"-\"; b = \"d\"; position = 0.11; law = \"%s\"; };\n"
    "  hand = { a = \"-\"; b = \"d\"; position = 0.4; force = 0.0; }; };\n"
    "instrument = { strings = ( { string = \"d\"; bow = \"bow\"; hand = \"hand\"; } ); };\n"
    "outputs = ( { signal = \"d.bridge_force\"; } );\n";

static void settings(golden *g, const char *law) {
  static float out[64 * 16];
  char scene_of[1000], *errors = NULL;
  snprintf(scene_of, sizeof scene_of, text, law);
  rosin_scene *scene = scene_read(scene_of, 0, NULL, &errors);
  if (!scene)
    fail_msg("%s", errors);
  assert_int_equal(rosin_scene_prepare(scene, 22050, 64, NULL), 0);
  rosin_player *p = rosin_player_new(scene, 5, NULL);
  assert_non_null(p);
  enum { MOST = 200 };
  const rosin_parameter *const of = rosin_player_parameters();
  double now[MOST];
  golden_in(g, "%s:setting", law);
  for (int i = 0; of[i].name; i++) {
    assert_true(i < MOST);
    now[i] = rosin_player_get(p, of[i].name);
    golden_row(g, of[i].name, &now[i], 1, 1e-9, 0);
  }
  golden_in(g, "%s", law);
  for (int controller = 0; controller < 128; controller++) {
    rosin_player_event(p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                  .controller = controller,
                                                  .value = 0.7});
    for (int i = 0; of[i].name; i++) { /* what it moves, and nothing else */
      const double moved = rosin_player_get(p, of[i].name);
      char name[80];
      snprintf(name, sizeof name, "controller:%d:%s", controller, of[i].name);
      if (moved != now[i])
        golden_row(g, name, &moved, 1, 1e-9, 0);
      now[i] = moved;
    }
  }
  rosin_player_event(
      p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL, .controller = 11, .value = 0.7});
  const rosin_player_kind others[] = {ROSIN_PLAYER_BEND, ROSIN_PLAYER_PRESSURE,
                                      ROSIN_PLAYER_NOTE_OFF}; /* which set nothing */
  for (int i = 0; i < 3; i++)
    rosin_player_event(
        p, &(rosin_player_event_t){.kind = others[i], .controller = 11, .key = 60, .value = 0});
  assert_true(rosin_player_get(p, "dynamics") == 0.7);
  rosin_player_set(p, "key_switches", 1, NULL);
  for (int key = 30; key < 64; key++) /* key-switches, then notes */
    if (rosin_player_set(p, "articulation", 0, NULL) == 0) {
      rosin_player_event(
          p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = key, .value = 0.5});
      const double said[] = {rosin_player_get(p, "articulation"), rosin_player_missed(p)};
      char name[20];
      snprintf(name, sizeof name, "key:%d", key);
      golden_columns(g, name, "articulation missed", said, 0, 0);
    }
  rosin_player_set(p, "articulation", 0, NULL);
  rosin_player_event(p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
  rosin_player_event(
      p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 55, .value = 0.8});
  double force[12], heard[2] = {0};
  rosin_network *n = rosin_scene_network(scene);
  for (int i = 0; i < 60; i++) {
    rosin_scene_process(scene, 64, out);
    if (i % 5 == 4)
      force[i / 5] = rosin_network_value(n, rosin_network_control(n, "bow.force"));
  }
  golden_row(g, "bow.force", force, 12, 1e-3, 1e-2);
  heard[0] = rosin_player_hears(p, 0, &heard[1]) > 0;
  golden_columns(g, "hears", "at_all wanted", heard, 1e-6, 0);
  assert_true(rosin_player_hears(p, -1, NULL) == 0 && rosin_player_hears(p, 1, NULL) == 0);
  assert_true(isnan(rosin_player_get(p, "colour")));
  assert_int_equal(rosin_player_strings(scene), 1);
  rosin_player_free(p);
  rosin_scene_free(scene);
}

/* Rows of the ready tables: source, place of the setting, from, to, by ratios. */
static void tables(golden *g) {
  golden_in(g, "ready");
  for (int i = 0; rosin_controls_ready(i); i++) {
    const rosin_controls *c = rosin_controls_ready(i);
    for (int k = 0; k < c->count; k++) {
      const rosin_control *r = &c->row[k];
      const rosin_parameter *p = rosin_player_parameters();
      while (p->name && p->offset != r->setting)
        p++;
      assert_non_null(p->name);
      const double row[] = {r->low, r->high, r->curved};
      char name[80];
      snprintf(name, sizeof name, "%s:%d:%s", rosin_controls_name(i), r->source, p->name);
      golden_columns(g, name, "from to log", row, 1e-12, 0);
    }
  }
}

static void parts_do_what_they_did(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/player/player_parts.txt");
  strokes(&g);
  hands(&g);
  harmonics_end();
  ears(&g);
  keys(&g);
  chances(&g);
  settings(&g, "elastoplastic");
  settings(&g, "dahl");
  tables(&g);
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_do_what_they_did)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
