/* SPDX-License-Identifier: BSD-3-Clause */
/* The four states of contact, a test each, on a mass whose velocity has a begin and an end;
 * and what becomes of them on bodies. f_s 0.4 N, f_c 0.2 N. */
#include "contact/contact.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const double rate = 44100, kg = 0.003;

/* A mass that slides at w, pulled with `pull` newton, and the hand under it at rest. */
typedef struct {
  rosin_contact *contact;
  double w, f, v, power;
} mass;

static mass begin(double w) {
  return (mass){rosin_contact_new("coulomb", rate, NULL), w, 0, 0, 0};
}

static void step(mass *m, double pull) {
  const double t = 1 / rate, mobility = t / (2 * kg);
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = t, .begin = m->w};
  rosin_solution s;
  rosin_law_step(&m->contact->law, m->contact->state, &load, m->w + mobility * pull, mobility, &s);
  m->f = s.f;
  m->v = s.v;
  m->power = s.power;
  m->w = 2 * s.v - m->w;
}

static void end(mass *m) {
  rosin_contact_free(m->contact);
}

static int same(double a, double b) {
  return fabs(a - b) < 1e-12;
}

/* v = 0, a = 0: any force up to f_s, as much as it takes. */
static void sticking(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    mass m = begin(0);
    for (int i = 0; i < 1000; i++) {
      const double pull = sign * 0.39 * sin(0.005 * i);
      step(&m, pull);
      assert_true(same(m.f, pull) && same(m.w, 0));
    }
    end(&m);
  }
}

/* v = 0, a = 0, and all of f_s holds. */
static void transition(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    mass m = begin(0);
    for (int i = 0; i < 1000; i++) {
      step(&m, sign * 0.4);
      assert_true(same(m.f, sign * 0.4) && same(m.w, 0));
    }
    end(&m);
  }
}

/* v is not 0: f_c against it, whatever pulls. */
static void slipping(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2)
    for (int k = 0; k < 3; k++) {
      const double pull = sign * (const double[]){0.3, 0, -0.3}[k];
      mass m = begin(sign * 0.1);
      for (int i = 0; i < 10; i++) {
        const double before = m.w;
        step(&m, pull);
        assert_true(same(m.f, sign * 0.2));
        assert_true(same(m.w - before, (pull - sign * 0.2) / (kg * rate)));
      }
      end(&m);
    }
}

/* v = 0, a is not: f_c against the acceleration. */
static void about_to_slip(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    mass m = begin(0);
    step(&m, sign * 0.401);
    assert_true(same(m.f, sign * 0.2));
    assert_true(same(m.w, sign * 0.201 / (kg * rate)));
    step(&m, sign * 0.21); /* and on it goes, by less than would have set it off */
    assert_true(same(m.f, sign * 0.2) && sign * m.w > 0);
    end(&m);
  }
}

/* A pull that grows: off in the middle of a sample, with f_s until there. */
static void slips_off_within_a_sample(void **state) {
  (void)state;
  mass m = begin(0);
  for (int i = 0; i < 3; i++)
    step(&m, 0.1 + 0.13 * i);
  step(&m, 0.49); /* 0.4 was passed 4/13 of the way from the last middle: 5/26 before it began */
  assert_true(same(m.f, 0.2 + (4.0 / 13 - 0.5) * 0.2));
  end(&m);
}

/* At rest within a sample while it is pulled the other way: no work from nothing, no force
 * lost, at rest after that. */
static void comes_to_rest_without_work(void **state) {
  (void)state;
  for (int k = 1; k < 40; k++) {
    mass m = begin(k * 1e-4);
    double impulse = 0;
    int i = 0;
    for (; i < 100; i++) {
      step(&m, -0.39);
      impulse += m.f / rate;
      assert_true(m.power >= 0);
      if (i > 40)
        assert_true(same(m.f, -0.39) && same(m.w, 0));
    }
    assert_true(same(impulse, -0.39 * i / rate + kg * k * 1e-4));
    end(&m);
  }
}

static rosin_body *spring(double frequency, double weight) {
  const rosin_mode mode = {.frequency = frequency, .mass = weight};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

/* A block on a belt, or on a heavy body that is driven by a joint: first release by the closed
 * formula (tests/verify/coulomb.c), force straight until then. */
static void belt(int driven) {
  const double m = 0.000854193, k = 68.8132, v = 0.0261696, fs = 0.346569, fk = 0.21212518;
  const double w = sqrt(k / m), t1 = asin(v * k / (fk * w)) / w;
  const double first = t1 + (fs - fk * (1 - cos(w * t1))) / (k * v);
  rosin_contact *c = rosin_contact_new("coulomb", rate, NULL);
  rosin_body *block = spring(w / 6.283185307179586, m), *other = spring(0, 1);
  rosin_network *n = rosin_network_new(rate, 1, NULL);
  rosin_contact_set(c, "mu_static", fs, NULL);
  rosin_contact_set(c, "mu_kinetic", fk, NULL);
  rosin_network_body(n, "block", block, NULL);
  rosin_network_body(n, "other", other, NULL);
  rosin_network_joint(n, "motor", "other", 0, "-", 0, NULL);
  rosin_network_contact(n, "c", c, driven ? "other" : "-", "block", NULL);
  const int force = rosin_network_signal(n, "c.force", NULL);
  const int speed = rosin_network_signal(n, "c.velocity", NULL);
  rosin_network_hold(n, rosin_network_control(n, "c.force"), 1);
  rosin_network_hold(n, rosin_network_control(n, driven ? "motor.velocity" : "c.velocity"), v);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  double before = 0, twice = 0;
  int stuck = 0;
  long i = 0;
  for (; i < 2 * rate; i++) {
    rosin_network_process(n, 1);
    const double f = rosin_network_read(n, force)[0];
    if (fabs(rosin_network_read(n, speed)[0]) < 1e-12)
      stuck++;
    else if (stuck)
      break;
    if (stuck > 3)
      assert_true(fabs(f - 2 * before + twice) < 1e-10);
    twice = before;
    before = f;
  }
  assert_true(fabs((double)i / rate - first) < 2 / rate);
  assert_true(fabs(before - fs) < 2 * k * v / rate);
  rosin_network_free(n);
  rosin_contact_free(c);
  rosin_body_free(block);
  rosin_body_free(other);
}

static void lets_go_when_it_should(void **state) {
  (void)state;
  belt(0);
  belt(1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sticking),
      cmocka_unit_test(transition),
      cmocka_unit_test(slipping),
      cmocka_unit_test(about_to_slip),
      cmocka_unit_test(slips_off_within_a_sample),
      cmocka_unit_test(comes_to_rest_without_work),
      cmocka_unit_test(lets_go_when_it_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
