/* SPDX-License-Identifier: BSD-3-Clause */
/* What an observer makes of signals that are known, against tests/unit/terminal/observed.txt:
 * regimes, slips, whose contact is shown, and the string's picture. The network's signals and
 * controls are the test's own (wrapped by the linker), so that no motion is judged that rounding
 * may change. */
#include "core/sequencer/observe.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 48000, SIGNALS = 64, LONGEST = 400, CONTROLS = 400, PLACES = 40 };

static double signals[SIGNALS][LONGEST];
static double controls[CONTROLS];
static rosin_scene_tap tap;
static void *tap_context;

const double *__wrap_rosin_network_read(const rosin_network *n, int signal);
const double *__wrap_rosin_network_read(const rosin_network *n, int signal) {
  (void)n;
  assert_in_range(signal, 0, SIGNALS - 1);
  return signals[signal];
}
double __wrap_rosin_network_value(const rosin_network *n, int control);
double __wrap_rosin_network_value(const rosin_network *n, int control) {
  (void)n;
  return control < 0 ? NAN : controls[control];
}
void __wrap_rosin_scene_set_tap(rosin_scene *s, rosin_scene_tap given, void *context);
void __wrap_rosin_scene_set_tap(rosin_scene *s, rosin_scene_tap given, void *context) {
  (void)s;
  tap = given;
  tap_context = context;
}

/* How a contact moves: `ratio` slips a period of its string, of which some fail. */
typedef struct {
  double force, speed, period; /* N, m/s, samples */
  int kind; /* 0 sticks, 1 regular slips, 2 two a period, 3 at random, 4 slides */
} motion;

static const char *const kinds[] = {"sticks", "slips", "two-slips", "at-random", "slides"};

typedef struct {
  rosin_scene *scene;
  rosin_observer *observer;
  int contacts, strings;
  long long at;
  unsigned seed;
  motion motion[8];
} world;

static world begin(const char *name, int strings) {
  world w = {.scene = rosin_scene_load(name, 0, NULL, NULL), .seed = 5};
  assert_non_null(w.scene);
  w.contacts = rosin_scene_model(w.scene)->contacts;
  assert_in_range(w.contacts, 0, 8);
  w.strings = strings;
  assert_non_null(w.observer = rosin_observer_new(w.scene));
  assert_int_equal(rosin_scene_prepare(w.scene, RATE, 128, NULL), 0);
  rosin_observer_start(w.observer);
  memset(signals, 0, sizeof signals);
  memset(controls, 0, sizeof controls);
  return w;
}

static void end(world *w) {
  rosin_observer_free(w->observer);
  rosin_scene_free(w->scene);
}

static void control(const world *w, const char *name, const char *key, double value) {
  char text[80];
  snprintf(text, sizeof text, "%s.%s", name, key);
  const int id = rosin_network_control(rosin_scene_network(w->scene), text);
  assert_in_range(id, 0, CONTROLS - 1);
  controls[id] = value;
}

static double chance(world *w) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return (double)(w->seed >> 8) / 16777216.0;
}

/* Relative velocity: near 0 while it sticks, several times the bow's while it slips. */
static double moves(world *w, const motion *m, long long i) {
  const double phase = fmod((double)i / m->period, 1),
               small = 0.05 * m->speed * sin(0.7 * (double)i);
  switch (m->kind) {
  case 1:
    return phase < 0.12 ? -7 * m->speed : small;
  case 2:
    return phase < 0.1 || (phase > 0.4 && phase < 0.5) ? -5 * m->speed : small;
  case 3:
    return chance(w) < 0.02 ? -6 * m->speed : small;
  case 4:
    return m->speed * (1 + 0.1 * sin(0.01 * (double)i));
  default:
    return small;
  }
}

/* Signals of each contact in turn: velocity, normal force, a string's force at its bridge. */
static void run(world *w, int samples, int block) {
  const rosin_model *m = rosin_scene_model(w->scene);
  for (int done = 0; done < samples; done += block) {
    for (int c = 0, probe = 0; c < w->contacts; c++) {
      const motion *how = &w->motion[c];
      double *v = signals[rosin_scene_probe_signal(w->scene, probe++)];
      double *normal = signals[rosin_scene_probe_signal(w->scene, probe++)];
      double *bridge = w->strings > c ? signals[rosin_scene_probe_signal(w->scene, probe++)] : NULL;
      for (int i = 0; i < block; i++) {
        v[i] = moves(w, how, w->at + i);
        normal[i] = i == block - 1 ? how->force : 99;
        if (bridge) /* a saw's tooth, and some of a second */
          bridge[i] = fmod((double)(w->at + i) / how->period + 0.3, 1) +
                      0.2 * sin(9 * (double)(w->at + i) / how->period) + 0.5 * c;
      }
      control(w, m->contact[c].name, "velocity", how->speed);
    }
    tap(tap_context, rosin_scene_network(w->scene), w->at, block);
    w->at += block;
  }
}

static void told(golden *g, const world *w) {
  const rosin_observed o = rosin_observer_look(w->observer);
  const double row[] = {o.regime, o.force, o.velocity, o.slips, o.pitch};
  golden_columns(g, *o.name ? o.name : "-", "regime force velocity slips pitch", row, 1e-7, 1e-9);
}

static void pictured(golden *g, const world *w) {
  static const char *const name[] = {"picture:0", "picture:0.2", "picture:0.4", "picture:0.6",
                                     "picture:0.8"}; /* at that place */
  for (int k = 0; k < 5; k++) {
    double y[PLACES + 2] = {0};
    y[0] = rosin_observer_picture(w->observer, 0.2 * k, k ? PLACES : 9, y + 1);
    golden_row(g, name[k], y, y[0] < 0 ? 1 : PLACES + 1, 1e-4, 1e-3);
  }
}

static void a_string(golden *g) {
  world w = begin("cello-d", 1);
  const double period = rosin_scene_engine_rate(w.scene) / 150;
  golden_in(g, "string:before");
  told(g, &w);
  pictured(g, &w);
  static const int blocks[] = {64, 37, 400, 1};
  for (int b = 0; b < 4; b++)
    for (int kind = 0; kind < 5; kind++)
      for (int finger = 0; finger < 3; finger++) {
        static const double pitch[] = {0, 150, 225};
        golden_in(g, "string:block:%d:%s:finger:%g", blocks[b], kinds[kind], pitch[finger]);
        w.motion[0] = (motion){0.5 + kind, 0.1, finger == 2 ? period / 1.5 : period, kind};
        control(&w, "d", "finger", pitch[finger]);
        run(&w, 14400, blocks[b]);
        told(g, &w);
      }
  w.motion[0] = (motion){0.4, 0.1, period, 1};
  control(&w, "d", "finger", 150);
  run(&w, 19200, 64);
  golden_in(g, "string:slips");
  pictured(g, &w);
  w.motion[0].kind = 0;
  run(&w, 4800, 64);
  golden_in(g, "string:sticks");
  pictured(g, &w);
  w.motion[0].speed = 1e-5; /* hardly any */
  w.motion[0].kind = 1;
  run(&w, 19200, 64);
  golden_in(g, "string:slow");
  told(g, &w);
  w.motion[0].force = 0;
  run(&w, 19200, 64);
  golden_in(g, "string:lifted");
  told(g, &w);
  control(&w, "d", "finger", 20); /* below the open string */
  w.motion[0] = (motion){1, -0.2, 97, 1};
  run(&w, 19200, 100);
  golden_in(g, "string:below");
  told(g, &w);
  w.motion[0] = (motion){1, 0.2, 11, 1}; /* more slips than it has room for */
  run(&w, 19200, 100);
  golden_in(g, "string:many-slips");
  told(g, &w);
  end(&w);
}

static void an_instrument(golden *g) {
  world w = begin("cello", 4);
  for (int turn = 0; turn < 6; turn++) {
    for (int c = 0; c < w.contacts; c++)
      w.motion[c] = (motion){.force = (c + turn) % 6 * 0.3,
                             .speed = 0.05 + 0.02 * c,
                             .period = 100 * (c + 2),
                             .kind = (c + turn) % 5};
    if (turn == 5) /* of equals the first */
      for (int c = 0; c < w.contacts; c++)
        w.motion[c].force = 0.5;
    run(&w, 19200, 80);
    golden_in(g, "instrument:%d", turn);
    told(g, &w);
    pictured(g, &w);
  }
  end(&w);
}

static void a_glass(golden *g) {
  world w = begin("glass", 0);
  for (int kind = 0; kind < 5; kind++) {
    w.motion[0] = (motion){0.7, 0.1, 120, kind};
    run(&w, 19200, 80);
    golden_in(g, "glass:%s", kinds[kind]);
    told(g, &w);
    pictured(g, &w);
  }
  end(&w);
}

static void what_is_seen_holds_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/terminal/observed.txt");
  a_string(&g);
  an_instrument(&g);
  a_glass(&g);
  assert_int_equal(golden_close(&g), 0);
}

/* ---- contact by contact -------------------------------------------------------------------- */

/* Signals that say which sample of which contact they are. */
static double is_velocity(int contact, long long sample) {
  return contact + 1e-4 * (double)(sample % 5000);
}

static double is_force(int contact, long long sample) {
  return -contact - 1e-4 * (double)(sample % 4999);
}

static void count_up(world *w, int samples) {
  const rosin_model *m = rosin_scene_model(w->scene);
  int forces = 0; /* the first of those probes */
  for (int c = 0; c < w->contacts; c++)
    forces += rosin_model_string_of(m, &m->contact[c]) ? 3 : 2;
  for (int c = 0, probe = 0; c < w->contacts; c++) {
    double *v = signals[rosin_scene_probe_signal(w->scene, probe++)];
    double *normal = signals[rosin_scene_probe_signal(w->scene, probe++)];
    probe += rosin_model_string_of(m, &m->contact[c]) != NULL;
    double *force = signals[rosin_scene_probe_signal(w->scene, forces + c)];
    for (int i = 0; i < samples; i++) {
      v[i] = is_velocity(c, w->at + i);
      force[i] = is_force(c, w->at + i);
      normal[i] = w->motion[c].force;
    }
  }
  tap(tap_context, rosin_scene_network(w->scene), w->at, samples);
  w->at += samples;
}

static int most_pressed(const world *w) {
  int most = 0;
  for (int c = 1; c < w->contacts; c++)
    most = w->motion[c].force > w->motion[most].force ? c : most;
  return most;
}

/* The last samples, as they were; of a contact, or of that pressed most. */
static void has_its_loop(const world *w, int contact, long long ready) {
  static float v[ROSIN_LOOP + 1], f[ROSIN_LOOP + 1];
  const int count = 1 + (int)(chance((world *)w) * ROSIN_LOOP);
  const int of = contact < 0 ? most_pressed(w) : contact;
  const int n = rosin_observer_loop(w->observer, contact, count, v, f);
  assert_int_equal(n, ready < count ? ready : count);
  for (int i = 0; i < n; i++)
    assert_true(v[i] == (float)is_velocity(of, w->at - n + i) &&
                f[i] == (float)is_force(of, w->at - n + i));
}

static void each_contact_is_told(const char *name, int strings) {
  world w = begin(name, strings);
  const rosin_model *m = rosin_scene_model(w.scene);
  const rosin_network *n = rosin_scene_network(w.scene);
  assert_int_equal(rosin_observer_contacts(w.observer), w.contacts);
  for (int turn = 0; turn < 400; turn++) {
    for (int c = 0; c < w.contacts; c++) {
      char text[80];
      w.motion[c].force = floor(4 * chance(&w));
      w.motion[c].speed = chance(&w);
      control(&w, m->contact[c].name, "velocity", w.motion[c].speed);
      snprintf(text, sizeof text, "%s.position", m->contact[c].name);
      if (rosin_network_control(n, text) >= 0)
        control(&w, m->contact[c].name, "position", 0.1 + 0.01 * c + 1e-4 * turn);
    }
    count_up(&w, 1 + (int)(chance(&w) * (LONGEST - 1)));
    const long long ready = w.at < ROSIN_LOOP ? w.at : ROSIN_LOOP;
    for (int c = -1; c < w.contacts; c++)
      has_its_loop(&w, c, ready);
    assert_int_equal(rosin_observer_loop(w.observer, w.contacts, 9, NULL, NULL), 0);
    for (int c = 0; c < w.contacts; c++) {
      const rosin_observed o = rosin_observer_contact(w.observer, c);
      const rosin_model_body *string = rosin_model_string_of(m, &m->contact[c]);
      assert_string_equal(o.name, m->contact[c].name);
      assert_true(o.force == w.motion[c].force && o.velocity == w.motion[c].speed);
      assert_true(rosin_observer_open(w.observer, c) == (string ? string->string.frequency : 0));
      if (string)
        assert_true(rosin_observer_place(w.observer, c) == 0.1 + 0.01 * c + 1e-4 * turn);
    }
    assert_string_equal(rosin_observer_look(w.observer).name, m->contact[most_pressed(&w)].name);
  }
  for (int c = -1; c <= w.contacts; c += w.contacts + 1) {
    double y[PLACES], most;
    const rosin_observed none = rosin_observer_contact(w.observer, c);
    assert_true(!*none.name && none.force == 0 && rosin_observer_open(w.observer, c) == 0 &&
                rosin_observer_place(w.observer, c) == 0 &&
                rosin_observer_string(w.observer, c, 0.2, PLACES, y, &most) == -1);
  }
  /* resting it sees nothing; what it reads as it rests no more stood still until then */
  const double before = w.motion[0].force;
  rosin_observer_rest(w.observer, 1);
  for (int turn = 0; turn < 4; turn++) {
    w.motion[0].force = 40 + turn;
    rosin_observer_rest(w.observer, turn < 2);
    count_up(&w, 100);
    assert_true(rosin_observer_contact(w.observer, 0).force == (turn < 3 ? before : 43));
  }
  end(&w);
}

static void contacts_are_told_by_number(void **state) {
  (void)state;
  each_contact_is_told("cello", 4);
  each_contact_is_told("cello-d", 1);
  each_contact_is_told("glass", 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_seen_holds_still),
                                     cmocka_unit_test(contacts_are_told_by_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
