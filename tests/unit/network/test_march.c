/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups that go abreast are each as if it were alone, to the bit, whatever they meet on their way:
 * hands that move, lifts, another pitch, sleep, laws that change. So are strings whose vectors are
 * wider. */
#include "network/network.h"
#include "waveguide/pass.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/chance.h"

enum { RATE = 44100, BLOCK = 96, CALLS = 240, MOST = 11, WORLDS = 10 };

/* So many bodies of two kinds, each under a bow of its own; the same by the same numbers. */
typedef struct {
  rosin_network *network;
  int bodies;
  rosin_body *body[MOST];
  rosin_contact *bow[MOST];
} world;

static rosin_body *string_of(int k) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.frequency = 98 + 31 * k;
  spec.torsion_frequency = k % 3 ? 700 + 50 * k : 0;
  return rosin_string_new(&spec, RATE, NULL);
}

static rosin_body *bar_of(int k) {
  const rosin_mode mode[3] = {{.frequency = 210 + 17 * k, .q = 400, .mass = 0.02},
                              {.frequency = 530 + 23 * k, .q = 300, .mass = 0.02},
                              {.frequency = 1200, .q = 200, .mass = 0.02}};
  const rosin_modal_spec spec = {.modes = 3, .mode = mode, .points = 1};
  return rosin_modal_new(&spec, RATE, NULL);
}

static void add(world *w, int k) {
  char body[16], bow[16], signal[48];
  const int at = w->bodies++;
  w->body[at] = k % 4 == 3 ? bar_of(k) : string_of(k);
  w->bow[at] = rosin_contact_new("elastoplastic", RATE, NULL);
  rosin_contact_set(w->bow[at], "stribeck_velocity", 0.1 + 0.02 * k, NULL);
  rosin_contact_set(w->bow[at], "stiffening", 0.5, NULL);
  snprintf(body, sizeof body, "b%02d", k);
  snprintf(bow, sizeof bow, "r%02d", k);
  assert_int_equal(rosin_network_body(w->network, body, w->body[at], NULL), 0);
  assert_int_equal(rosin_network_contact(w->network, bow, w->bow[at], "-", body, NULL), 0);
  snprintf(signal, sizeof signal, k % 4 == 3 ? "%s.velocity@0.3" : "%s.bridge_force", body);
  assert_int_equal(rosin_network_signal(w->network, signal, NULL), 2 * at);
  snprintf(signal, sizeof signal, "%s.force", bow);
  assert_int_equal(rosin_network_signal(w->network, signal, NULL), 2 * at + 1);
}

static void begin(world *w, int from, int to, double control_rate) {
  *w = (world){.network = rosin_network_new(RATE, BLOCK, NULL)};
  assert_int_equal(rosin_network_control_rate(w->network, control_rate, NULL), 0);
  for (int k = from; k < to; k++)
    add(w, k);
  assert_int_equal(rosin_network_prepare(w->network, NULL), 0);
}

static void end(world *w) {
  rosin_network_free(w->network);
  for (int k = 0; k < w->bodies; k++) {
    rosin_contact_free(w->bow[k]);
    rosin_body_free(w->body[k]);
  }
}

static void set(const world *w, const char *format, int k, const char *key, double value) {
  char name[48];
  snprintf(name, sizeof name, format, k, key);
  if (rosin_network_control(w->network, name) >= 0)
    assert_int_equal(rosin_network_set(w->network, name, value, NULL), 0);
}

/* What happens to body k in a call, in both worlds. */
typedef struct {
  int what;
  double a, b;
} event;

static void happen(const world *w, int k, int at, const event *e) {
  switch (e->what) {
  case 0:
    set(w, "r%02d.%s", k, "force", 0.3 + 2 * e->a);
    set(w, "r%02d.%s", k, "velocity", 0.3 * e->b - 0.05);
    break;
  case 1:
    set(w, "r%02d.%s", k, "force", 0);
    break;
  case 2:
    set(w, "b%02d.%s", k, "finger", 100 + 300 * e->a);
    break;
  case 3:
    set(w, "r%02d.%s", k, "position", 0.05 + 0.3 * e->a);
    break;
  case 4:
    set(w, "r%02d.%s", k, "roughness", e->a < 0.5 ? 0 : 0.2);
    break;
  case 5:
    rosin_contact_set(w->bow[at], "mu_static", 0.5 + 0.5 * e->a, NULL);
    break;
  case 6:
    if (k == 2)
      rosin_contact_set(w->bow[at], "damping_limit", e->a < 0.5, NULL);
    break;
  case 7:
    set(w, "r%02d.%s", k, "velocity", 0);
    set(w, "r%02d.%s", k, "force", 0);
    break;
  default:;
  }
}

static void compare(const world *all, const world *one, int k, int frames) {
  for (int s = 0; s < 2; s++) {
    const double *ours = rosin_network_read(all->network, 2 * k + s);
    const double *alone = rosin_network_read(one->network, s);
    assert_memory_equal(ours, alone, (size_t)frames * sizeof *ours);
  }
}

static void together_as_alone(void **unused) {
  (void)unused;
  for (int round = 0; round < WORLDS; round++) {
    world all, one[MOST];
    const int bodies = 2 + round % (MOST - 1);
    begin(&all, 0, bodies, round % 3 ? 11025 : 0);
    assert_true(all.network->marches > 0);
    assert_int_equal(rosin_string_take_width(round % 2 ? 2 : 0), 0);
    for (int k = 0; k < bodies; k++)
      begin(&one[k], k, k + 1, round % 3 ? 11025 : 0);
    for (int call = 0; call < CALLS; call++) {
      const int frames = 1 + (int)(BLOCK * between(0, 1) * 0.999);
      for (int k = 0; k < bodies; k++) {
        const event e = {call ? (int)(20 * between(0, 1)) : 0, between(0, 1), between(0, 1)};
        happen(&all, k, k, &e);
        happen(&one[k], k, 0, &e);
      }
      assert_int_equal(rosin_network_process(all.network, frames), 0);
      for (int k = 0; k < bodies; k++) {
        assert_int_equal(rosin_network_process(one[k].network, frames), 0);
        compare(&all, &one[k], k, frames);
      }
    }
    double lost = 0;
    long long solves = 0;
    for (int k = 0; k < bodies; k++) {
      const rosin_statistics s = rosin_network_statistics(one[k].network);
      lost += s.dissipated;
      solves += s.solves;
      end(&one[k]);
    }
    const rosin_statistics s = rosin_network_statistics(all.network);
    assert_true(s.solves == solves && solves > CALLS && s.dissipated == lost && lost > 0);
    assert_true(s.unconverged == 0);
    end(&all);
    rosin_string_take_width(0);
  }
}

/* One falls asleep though it moves still, since all that it does is silence; the others go on, and
 * so does it when it is driven again. */
static void who_sleeps_is_passed_over(void **state) {
  (void)state;
  enum { BODIES = 3, ASLEEP = RATE / BLOCK, ALL = ASLEEP + 60 };
  for (int sleeper = 0; sleeper < BODIES; sleeper++) {
    world all, one[BODIES];
    int slept = 0;
    begin(&all, 0, BODIES, 0);
    assert_int_equal(all.network->marches, 1);
    for (int k = 0; k < BODIES; k++)
      begin(&one[k], k, k + 1, 0);
    for (int s = 0; s < 2; s++) {
      rosin_network_set_silence(all.network, 2 * sleeper + s, 1e6);
      rosin_network_set_silence(one[sleeper].network, s, 1e6);
    }
    for (int call = 0; call < ALL; call++) {
      for (int k = 0; k < BODIES; k++) {
        const event on = {0, 0.2 + 0.1 * k, 0.9}, off = {7, 0, 0};
        if (call == 0 || (k == sleeper && (call == 8 || call == ASLEEP)))
          for (int w = 0; w < 2; w++)
            happen(w ? &one[k] : &all, k, w ? 0 : k, call == 8 ? &off : &on);
      }
      assert_int_equal(rosin_network_process(all.network, BLOCK), 0);
      slept += rosin_network_asleep(all.network);
      for (int k = 0; k < BODIES; k++) {
        assert_int_equal(rosin_network_process(one[k].network, BLOCK), 0);
        compare(&all, &one[k], k, BLOCK);
      }
    }
    assert_true(slept > 20 && slept < ALL && rosin_network_asleep(all.network) == 0);
    for (int k = 0; k < BODIES; k++)
      end(&one[k]);
    end(&all);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(together_as_alone),
                                     cmocka_unit_test(who_sleeps_is_passed_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
