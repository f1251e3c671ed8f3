/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables of the public header: names, ranges, defaults; and giving a modal body other
 * modes. What the command prints of its tables is in interface.bats. */
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
  const char *name, *unit;
  double low, high, initial;
} line;

static void holds(const rosin_parameter *table, const line *lines, int count) {
  for (int i = 0; i < count; i++) {
    const rosin_parameter *p = &table[i];
    if (!p->name || strcmp(p->name, lines[i].name) || strcmp(p->unit, lines[i].unit) ||
        p->low != lines[i].low || p->high != lines[i].high || p->initial != lines[i].initial)
      fail_msg("%s: %g to %g, %g", p->name ? p->name : "the end", p->low, p->high, p->initial);
    assert_ptr_equal(rosin_parameter_find(table, lines[i].name), p);
  }
  assert_null(table[count].name);
  assert_null(rosin_parameter_find(table, "nothing"));
}

#define HOLDS(table, lines) holds(table, lines, (int)(sizeof(lines) / sizeof *(lines)))

static void tables_hold_still(void **state) {
  (void)state;
  static const line string[] = {{"frequency", "Hz", 10, 20000, 147},
                                {"length", "m", 0.01, 10, 0.69},
                                {"impedance", "kg/s", 1e-4, 100, 0.55},
                                {"bending_stiffness", "N m^2", 0, 1, 3e-4},
                                {"q", "", 5, 1e6, 500},
                                {"torsion_frequency", "Hz", 0, 1e5, 808},
                                {"torsion_impedance", "kg/s", 1e-4, 1000, 1.8},
                                {"torsion_q", "", 2, 1e5, 30}};
  static const line contact[] = {
      {"force", "N", 0, 1e4, 1},         {"velocity", "m/s", -1e3, 1e3, 0},
      {"position", "", -1e6, 1e6, 0},    {"position_a", "", -1e6, 1e6, 0},
      {"rolling", "m/s", -1e3, 1e3, 0},  {"road", "", 1e-3, 10, 1},
      {"sideways", "m/s", -1e3, 1e3, 0}, {"roughness", "", 0, 1, 0},
      {"grain", "m", 1e-7, 1, 1e-4},     {"width", "m", 0, 1, 0}};
  static const line options[] = {{"contacts", "", 1, 5, 1},
                                 {"spots", "", 0, 1, 0},
                                 {"spot", "m", 1e-5, 10, 3e-3},
                                 {"ridges", "", 0, 1, 0},
                                 {"ridge", "m", 1e-5, 10, 1e-3}};
  static const line joint[] = {{"velocity", "m/s", -1e3, 1e3, 0}};
  static const line push[] = {{"force", "N", -1e7, 1e7, 0}};
  static const line controls[] = {{"finger", "Hz", 0, 20000, 0}, {"mute", "1/s", 0, 1000, 0}};
  HOLDS(rosin_string_parameters(), string);
  HOLDS(rosin_contact_parameters(), contact);
  HOLDS(rosin_contact_options(), options);
  HOLDS(rosin_joint_parameters(), joint);
  HOLDS(rosin_push_parameters(), push);
  HOLDS(rosin_string_controls(), controls);
  rosin_string_spec spec;
  rosin_parameters_default(rosin_string_parameters(), &spec);
  assert_true(spec.frequency == 147 && spec.length == 0.69 && spec.impedance == 0.55 &&
              spec.bending_stiffness == 3e-4 && spec.q == 500 && spec.torsion_frequency == 808 &&
              spec.torsion_impedance == 1.8 && spec.torsion_q == 30);
}

/* Controls have their place elsewhere. */
static void controls_have_no_offset(void **state) {
  (void)state;
  const rosin_parameter *const tables[] = {rosin_contact_parameters(), rosin_joint_parameters(),
                                           rosin_push_parameters(), rosin_string_controls()};
  for (int i = 0; i < 4; i++)
    for (const rosin_parameter *p = tables[i]; p->name; p++)
      assert_true(p->offset == 0);
}

static void both_ends_of_a_range_are_in_it(void **state) {
  (void)state;
  const rosin_parameter row = {"x", "m", -2, 3, 1, "", 0};
  rosin_error e = {""};
  const double good[] = {-2, 3, 0}, bad[] = {-2.001, 3.001, NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; i++)
    assert_int_equal(rosin_parameter_check(&row, "a", good[i], &e), 0);
  for (int i = 0; i < 5; i++)
    assert_int_equal(rosin_parameter_check(&row, "a", bad[i], &e), -1);
  assert_int_equal(rosin_parameter_check(&row, "a", 4, &e), -1);
  assert_string_equal(e.text, "a.x: 4 is out of range: -2 to 3 m");
  assert_int_equal(rosin_parameter_check(&row, NULL, 4, &e), -1);
  assert_string_equal(e.text, "x: 4 is out of range: -2 to 3 m");
  assert_int_equal(rosin_parameter_check(&row, NULL, 4, NULL), -1);
}

static rosin_modal_spec *spec_of(int modes, double first) {
  static rosin_mode mode[8];
  static rosin_modal_spec spec;
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = first * (i + 1), .q = 200, .mass = 0.01};
  spec = (rosin_modal_spec){.modes = modes, .mode = mode, .points = 1};
  return &spec;
}

/* Modes that stay keep their motion, others begin at rest; a bad set changes nothing. */
static void a_body_takes_other_modes_while_it_rings(void **state) {
  (void)state;
  rosin_error e = {""};
  rosin_body *body = rosin_modal_new(spec_of(3, 200), 44100, NULL);
  rosin_network *n = rosin_network_new(44100, 64, NULL);
  rosin_network_body(n, "x", body, NULL);
  rosin_network_push(n, "p", "x", 0, NULL);
  const int v = rosin_network_signal(n, "x.velocity@0", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  const int push = rosin_network_control(n, "p.force");
  rosin_network_hold(n, push, 10);
  rosin_network_process(n, 64);
  rosin_network_hold(n, push, 0);
  rosin_network_process(n, 64);
  const double energy = rosin_body_energy(body);
  assert_true(energy > 0);
  rosin_modal_spec *bad = spec_of(2, 21000);
  assert_int_equal(rosin_modal_set(body, bad, &e), -1);
  assert_non_null(strstr(e.text, "0.45"));
  assert_true(rosin_body_energy(body) == energy);
  assert_int_equal(rosin_modal_set(body, spec_of(3, 200), &e), 0);
  assert_true(fabs(rosin_body_energy(body) / energy - 1) < 1e-12);
  assert_int_equal(rosin_modal_set(body, spec_of(5, 200), &e), 0); /* two more at rest */
  assert_true(fabs(rosin_body_energy(body) / energy - 1) < 1e-12);
  assert_int_equal(rosin_modal_set(body, spec_of(1, 200), &e), 0);
  const double first = rosin_body_energy(body);
  assert_int_equal(rosin_network_push(n, "q", "x", 0, NULL), 0);
  assert_null(rosin_network_read(n, v)); /* until it is prepared anew */
  rosin_network_process(n, 64);
  assert_true(rosin_body_energy(body) == first);
  assert_true(first > 0 && first < energy);
  assert_int_equal(rosin_network_prepare(n, &e), 0);
  rosin_network_process(n, 64);
  assert_true(rosin_network_read(n, v)[63] != 0);
  assert_true(rosin_body_energy(body) < first && rosin_body_energy(body) > 0.9 * first);
  rosin_string_spec string = {0};
  rosin_parameters_default(rosin_string_parameters(), &string);
  rosin_body *other = rosin_string_new(&string, 44100, NULL);
  assert_int_equal(rosin_modal_set(other, spec_of(1, 200), &e), -1);
  assert_string_equal(e.text, "this is not a modal body");
  assert_int_equal(rosin_modal_set(NULL, spec_of(1, 200), &e), -1);
  rosin_network_free(n);
  rosin_body_free(body);
  rosin_body_free(other);
}

static rosin_body *string_of(double t60) {
  rosin_string_spec spec = {0};
  const rosin_damping_point point = {300, t60};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.torsion_frequency = 0;
  spec.damping_points = t60 > 0;
  spec.damping = &point;
  return rosin_string_new(&spec, 44100, NULL);
}

/* What can be wrong with the parts of a network, each with its line. */
static void networks_refuse_what_is_wrong(void **state) {
  (void)state;
  rosin_error e = {""};
  rosin_network *n = rosin_network_new(44100, 64, NULL);
  rosin_body *a = rosin_modal_new(spec_of(2, 200), 44100, NULL), *d = string_of(0);
  rosin_body *other = rosin_modal_new(spec_of(2, 200), 48000, NULL);
  rosin_contact *c[3];
  for (int i = 0; i < 3; i++)
    c[i] = rosin_contact_new("induction-2d", 44100, NULL);
  char longest[80];
  memset(longest, 'x', sizeof longest);
  longest[63] = 0;
#define SAYS(call, said)                                                                           \
  do {                                                                                             \
    assert_int_equal(call, -1);                                                                    \
    if (!strstr(e.text, said))                                                                     \
      fail_msg("'%s' lacks '%s'", e.text, said);                                                   \
  } while (0)
  SAYS(rosin_network_body(n, "-", a, &e), "name '-' stands for a prescribed velocity");
  SAYS(rosin_network_body(n, NULL, a, &e), "name '': must have 1 to 63 bytes");
  SAYS(rosin_network_body(n, "a b", a, &e), "only letters, digits, '_', '-' and '~'");
  SAYS(rosin_network_body(n, "a", NULL, &e), "a: there is no body");
  SAYS(rosin_network_body(n, "a", other, &e), "a: made for 48000 Hz, the network runs at 44100 Hz");
  assert_int_equal(rosin_network_body(n, longest, d, &e), 0);
  longest[63] = 'x', longest[64] = 0;
  SAYS(rosin_network_body(n, longest, a, &e), "must have 1 to 63 bytes");
  assert_int_equal(rosin_network_body(n, "a_B-9~", a, &e), 0);
  SAYS(rosin_network_contact(n, "c", NULL, "-", "a_B-9~", &e), "c: there is no contact");
  SAYS(rosin_network_contact(n, "c", c[0], "", "a_B-9~", &e), "c: a body's name has 1 to 63 bytes");
  SAYS(rosin_network_contact(n, "c", c[0], "-", longest, &e), "c: a body's name has 1 to 63 bytes");
  for (int i = 0; i < 3; i++) {
    const char *const names[] = {"c", "o", "p"};
    assert_int_equal(rosin_network_contact(n, names[i], c[i], "-", "a_B-9~", &e), 0);
  }
  SAYS(rosin_network_across(n, "c", "c", &e), "across: 'c' cannot be its own second axis");
  SAYS(rosin_network_across(n, "c", "q", &e), "across: there is no contact named 'q'");
  SAYS(rosin_network_across(n, "q", "c", &e), "across: there is no contact named 'q'");
  assert_int_equal(rosin_network_across(n, "c", "o", &e), 0);
  assert_int_equal(rosin_network_across(n, "o", "c", &e), 0);
  SAYS(rosin_network_across(n, "c", "p", &e), "across: 'c' or 'p' has a second axis already");
  SAYS(rosin_network_across(n, "p", "o", &e), "across: 'p' or 'o' has a second axis already");
  SAYS(rosin_network_joint(n, "j", "a_B-9~", NAN, "-", 0, &e), "j: a joint's position must be a");
  SAYS(rosin_network_joint(n, "j", "a_B-9~", 0, "-", INFINITY, &e),
       "j: a joint's position must be");
  SAYS(rosin_network_push(n, "h", "a_B-9~", NAN, &e), "h.position: must be a finite number");
  SAYS(rosin_network_push(n, "h", longest, 0, &e), "h: a body's name has 1 to 63 bytes");
  SAYS(rosin_network_push(n, "h", NULL, 0, &e), "h: a body's name has 1 to 63 bytes");
  SAYS(rosin_network_signal(n, "c", &e), "signal 'c': must be NAME.KEY, as in bow.force");
  SAYS(rosin_network_signal(n, "c.colour", &e), "velocity, force, bristle, normal, dissipation");
  assert_int_equal(rosin_network_joint(n, "j", "a_B-9~", 0, "-", 0, &e), 0);
  SAYS(rosin_network_signal(n, "j.bristle", &e), "signal 'j.bristle': there is velocity, force");
  assert_null(strstr(e.text, "bristle,"));
  char signal[400];
  memset(signal, 'x', sizeof signal);
  signal[399] = 0;
  SAYS(rosin_network_signal(n, signal, &e), "...': too long");
  assert_int_equal(rosin_network_joint(n, "k", "-", 0, "a_B-9~", 0, &e), 0);
  SAYS(rosin_network_prepare(n, &e), "k: side a of a joint must be a body");
  rosin_network_free(n);
  n = rosin_network_new(44100, 64, NULL);
  rosin_network_body(n, "a", a, NULL);
  rosin_network_push(n, "h", "nobody", 0, NULL);
  SAYS(rosin_network_prepare(n, &e), "h: there is no body named 'nobody'");
  rosin_network_free(n);
  const double bad[] = {999, 1.1e7, 0};
  for (int i = 0; i < 3; i++) {
    assert_null(rosin_network_new(bad[i], 64, &e));
    assert_non_null(strstr(e.text, "out of range: 1000 to 1e7 Hz"));
    assert_null(rosin_modal_new(spec_of(1, 100), bad[i], &e));
  }
  assert_null(rosin_network_new(44100, (1 << 20) + 1, &e));
  for (int i = 0; i < 3; i++)
    rosin_contact_free(c[i]);
  rosin_body_free(a);
  rosin_body_free(d);
  rosin_body_free(other);
}

/* A curve of one point is the same decay everywhere. */
static void a_single_damping_point(void **state) {
  (void)state;
  rosin_body *d = string_of(1.0);
  rosin_network *n = rosin_network_new(44100, 64, NULL);
  rosin_network_body(n, "d", d, NULL);
  rosin_network_push(n, "p", "d", 0.2, NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  const int push = rosin_network_control(n, "p.force");
  rosin_network_jump(n, push, 1);
  rosin_network_process(n, 1);
  rosin_network_jump(n, push, 0);
  double energy[3];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 138; i++) /* a fifth of a second */
      rosin_network_process(n, 64);
    energy[k] = rosin_body_energy(d);
  }
  for (int k = 0; k < 2; k++) { /* 60 dB a second */
    const double decibels = 10 * log10(energy[k] / energy[k + 1]);
    assert_true(fabs(decibels - 60 * 138 * 64 / 44100.0) < 1.5);
  }
  rosin_network_free(n);
  rosin_body_free(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_hold_still),
      cmocka_unit_test(controls_have_no_offset),
      cmocka_unit_test(networks_refuse_what_is_wrong),
      cmocka_unit_test(a_single_damping_point),
      cmocka_unit_test(both_ends_of_a_range_are_in_it),
      cmocka_unit_test(a_body_takes_other_modes_while_it_rings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
