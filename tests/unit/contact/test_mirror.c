/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction knows no left and right: with all speeds and pushes turned round, every law alone and
 * all of a network's velocities and forces turn round too, and nothing else differs. */
#include "format.h"
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 50, BODIES = 3, CONTACTS = 4, SIGNALS = 16 };
static const double rate = 44100;

static unsigned seed;

static double chance(void) {
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 16777216.0;
}

static int is_turned(const char *what, double one, double other, double size) {
  if (fabs(one + other) <= 1e-7 * size)
    return 1;
  rosin_print(stderr, "%s: %.12g, turned round %.12g\n", what, one, other);
  return 0;
}

/* Parameters somewhere in their ranges, near the defaults. */
static rosin_contact *law_of(const char *name, unsigned set) {
  rosin_contact *c = rosin_contact_new(name, rate, NULL);
  unsigned k = set;
  for (const rosin_parameter *p = rosin_law_parameters(name); set && p->name; p++, k++) {
    double x = p->initial != 0 ? p->initial * (k % 2 ? 1.3 : 0.75) : 0.02;
    if (p->initial == 0 && p->high <= 2)
      x = k % 3 == 0;
    if (strstr(p->name, "_back")) /* what tells left from right */
      continue;
    rosin_contact_set(c, p->name, fmin(fmax(x, p->low), p->high), NULL);
  }
  return c;
}

static void input(rosin_contact *c, const char *name, double value) {
  rosin_contact_input(c, name, value, NULL);
}

/* Slow to and fro, jerks, rests; loads that come and go. */
static int alone(const char *name, unsigned set) {
  rosin_contact *one = law_of(name, set), *other = law_of(name, set);
  double v = 0, force = 1;
  int same = 1;
  for (int i = 0; i < 3000 && same; i++) {
    const int part = i / 300;
    double bristle, turned;
    if (i % 97 == 0)
      v = (chance() - 0.5) * pow(10, -(part % 5));
    if (i % 251 == 0)
      force = part == 7 ? 0 : 0.2 + 3 * chance();
    if (i % 300 == 0) {
      const double rolling = part % 3 == 1 ? 20 * (chance() - 0.5) : 0;
      const double sideways = part % 4 == 2 ? chance() - 0.5 : 0;
      input(one, "rolling", rolling);
      input(other, "rolling", -rolling);
      input(one, "sideways", sideways);
      input(other, "sideways", -sideways);
    }
    const double moving = v * (1 + 0.3 * sin(0.05 * i));
    const double f = rosin_contact_drive(one, moving, force, &bristle);
    same =
        is_turned(name, f, rosin_contact_drive(other, -moving, force, &turned), force + fabs(f)) &&
        is_turned("its bristle", bristle, turned, 1e-3 * fabs(bristle) + 1e-9);
    same &= is_turned("steady", rosin_contact_steady(one, moving, force),
                      rosin_contact_steady(other, -moving, force), force);
  }
  rosin_contact_free(one);
  rosin_contact_free(other);
  return same;
}

/* Laws of the normal push one way only. */
static int is_along(const char *law) {
  return strcmp(law, "impact") == 0;
}

static void laws_alone(void **state) {
  (void)state;
  int same = 1;
  for (int l = 0; l < rosin_laws(); l++)
    for (unsigned set = 0; set < 3; set++) {
      seed = 7 + set;
      same &= is_along(rosin_law_name(l)) || alone(rosin_law_name(l), set);
    }
  assert_true(same);
}

/* ---- networks --------------------------------------------------------------------- */

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *contact[CONTACTS];
  int contacts, signals, signal[SIGNALS];
} world;

static const char *const names[] = {"a", "b", "s"};

static rosin_body *make_body(int kind) {
  rosin_mode mode[5];
  rosin_string_spec s = {0};
  for (int i = 0; i < 5; i++)
    mode[i] = (rosin_mode){
        .frequency = (160 + 90 * kind) * (1 + 0.7 * i), .q = 50, .mass = 0.002 + 0.001 * i};
  if (kind < 2)
    return rosin_modal_new(&(rosin_modal_spec){.modes = 5, .mode = mode, .shape = ROSIN_SHAPE_SINE},
                           rate, NULL);
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = 180;
  s.torsion_frequency = 900;
  return rosin_string_new(&s, rate, NULL);
}

static void set(const world *w, const char *name, const char *key, double value) {
  char control[40];
  snprintf(control, sizeof control, "%s.%s", name, key);
  const int id = rosin_network_control(w->network, control);
  assert_true(id >= 0);
  rosin_network_hold(w->network, id, value);
}

static void hear(world *w, const char *name, const char *key) {
  char text[60];
  snprintf(text, sizeof text, "%s.%s", name, key);
  w->signal[w->signals++] = rosin_network_signal(w->network, text, NULL);
  assert_true(w->signal[w->signals - 1] >= 0);
}

/* A random network; `turn` is 1 or -1. */
static world make(unsigned number, double turn) {
  world w = {.network = rosin_network_new(rate, BLOCK, NULL)};
  seed = number;
  for (int i = 0; i < BODIES; i++) {
    w.body[i] = make_body(i);
    assert_int_equal(rosin_network_body(w.network, names[i], w.body[i], NULL), 0);
  }
  rosin_network_push(w.network, "p", names[number % 3], 0.37, NULL);
  w.contacts = 1 + (int)(chance() * CONTACTS);
  for (int i = 0; i < w.contacts; i++) {
    static const char *const contact[] = {"k", "l", "m", "n"};
    const int b = (int)(chance() * 2.5), a = chance() < 0.4 ? (b + 1) % BODIES : -1;
    const char *law = rosin_law_name((int)(chance() * rosin_laws()));
    while (is_along(law))
      law = rosin_law_name((int)(chance() * rosin_laws()));
    w.contact[i] = law_of(law, (unsigned)(chance() * 3));
    assert_int_equal(rosin_network_contact(w.network, contact[i], w.contact[i],
                                           a < 0 ? "-" : names[a], names[b], NULL),
                     0);
    set(&w, contact[i], "force", 0.1 + chance() * (chance() < 0.3 ? 20 : 1));
    set(&w, contact[i], "position", 0.1 + 0.8 * chance());
    set(&w, contact[i], "position_a", 0.1 + 0.8 * chance());
    set(&w, contact[i], "velocity", turn * (chance() - 0.5));
    hear(&w, contact[i], "velocity");
    hear(&w, contact[i], "force");
    hear(&w, contact[i], "bristle");
  }
  hear(&w, "a", "velocity@0.3");
  hear(&w, "b", "displacement@0.4");
  hear(&w, "s", "bridge_force");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  return w;
}

static void end(world *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < BODIES; i++)
    rosin_body_free(w->body[i]);
  for (int i = 0; i < w->contacts; i++)
    rosin_contact_free(w->contact[i]);
}

static int network(unsigned number) {
  static const char *const what[] = {"velocity", "force", "bristle"};
  world one = make(number, 1), other = make(number, -1);
  double most[SIGNALS] = {0};
  int same = 1;
  seed = number + 77;
  for (int block = 0; block < 12 && same; block++) {
    const double push = block % 3 ? 2 * (chance() - 0.5) : 0;
    set(&one, "p", "force", push);
    set(&other, "p", "force", -push);
    if (block == 6) {
      const double speed = 0.2 * (chance() - 0.5);
      set(&one, "k", "velocity", speed);
      set(&other, "k", "velocity", -speed);
    }
    rosin_network_process(one.network, BLOCK);
    rosin_network_process(other.network, BLOCK);
    for (int s = 0; s < one.signals && same; s++) {
      const double *x = rosin_network_read(one.network, one.signal[s]);
      const double *y = rosin_network_read(other.network, other.signal[s]);
      for (int i = 0; i < BLOCK && same; i++) {
        most[s] = fmax(most[s], fabs(x[i]));
        same =
            is_turned(s < 3 * one.contacts ? what[s % 3] : "body", x[i], y[i], 10 * most[s] + 1e-9);
      }
    }
  }
  const rosin_statistics p = rosin_network_statistics(one.network),
                         q = rosin_network_statistics(other.network);
  same &= is_turned("dissipated", p.dissipated, -q.dissipated, 1e-6 + fabs(p.dissipated));
  same &= is_turned("supplied", p.supplied, -q.supplied, 1e-6 + fabs(p.supplied));
  if (!same)
    fprintf(stderr, "in network %u\n", number);
  end(&one);
  end(&other);
  return same;
}

static void networks(void **state) {
  (void)state;
  int same = 0;
  for (unsigned number = 1; number <= 80; number++)
    same += network(number);
  assert_int_equal(same, 80);
}

/* ---- what laws say of their passivity --------------------------------------------------- */

/* Anywhere in the ranges, some tens of times off the defaults. */
static rosin_contact *wild_law(const char *name) {
  rosin_contact *c = rosin_contact_new(name, rate, NULL);
  for (const rosin_parameter *p = rosin_law_parameters(name); p->name; p++) {
    double x = p->initial * pow(30, 2 * chance() - 1);
    if (p->initial == 0 || chance() < 0.2)
      x = p->high <= 10 ? p->low + (p->high - p->low) * chance() : 0;
    if (p->high <= 3 && p->low == 0 && p->initial == floor(p->initial) && chance() < 0.5)
      x = floor(4 * chance()); /* a choice */
    rosin_contact_set(c, p->name, fmin(fmax(x, p->low), p->high), NULL);
  }
  /* sliding friction is no more than what holds */
  const double sliding = rosin_contact_get(c, "mu_kinetic");
  if (rosin_contact_get(c, "mu_static") < sliding)
    rosin_contact_set(c, "mu_static", sliding, NULL);
  return c;
}

/* A sample that is within the bound takes energy, whatever moves the contact. */
static void what_is_said_to_be_passive_is(void **state) {
  (void)state;
  long long within = 0, outside = 0;
  for (int l = 0; l < rosin_laws(); l++)
    for (unsigned number = 0; number < 24; number++) {
      world w = {.network = rosin_network_new(rate, BLOCK, NULL), .contacts = 1};
      double feed[BLOCK], v = 0;
      seed = 100 * (unsigned)l + number;
      for (int i = 0; i < BODIES; i++) {
        w.body[i] = make_body(i);
        rosin_network_body(w.network, names[i], w.body[i], NULL);
      }
      w.contact[0] = wild_law(rosin_law_name(l));
      rosin_network_contact(w.network, "k", w.contact[0], "-", names[number % 2], NULL);
      set(&w, "k", "force", 0.5 + 5 * chance());
      set(&w, "k", "position", 0.3);
      const int velocity = rosin_network_control(w.network, "k.velocity");
      assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
      for (int block = 0; block < 16; block++) {
        const double size = pow(10, -3 * chance());
        for (int i = 0; i < BLOCK; i++)
          feed[i] = v += 0.3 * (size * (chance() - 0.5) - 0.1 * v);
        rosin_network_feed(w.network, velocity, feed);
        rosin_network_process(w.network, BLOCK);
      }
      const rosin_statistics t = rosin_network_statistics(w.network);
      if (!(t.worst >= -1e-9 * t.handled - 1e-15))
        fail_msg("%s, %u: %g J of %g J handled", rosin_law_name(l), number, t.worst, t.handled);
      rosin_contact_account a;
      rosin_network_account(w.network, 0, &a);
      within += a.solves - a.outside;
      outside += a.outside;
      end(&w);
    }
  assert_true(within > 50000 && outside > 5000); /* both are met */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_said_to_be_passive_is),
      cmocka_unit_test(laws_alone),
      cmocka_unit_test(networks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
