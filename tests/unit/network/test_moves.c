/* SPDX-License-Identifier: BSD-3-Clause */
/* Modal bodies that move while they sound: where they go, what that costs in energy, and that
 * nothing can be pumped out of it. The figures of it: tests/verify/moves.c. */
#include "modal/bank.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "stepped.h"

enum { PITCH, SIZE, TENSION, FILL, MUTE };
static const double rate = 44100;

static rosin_body *make(int modes, double by, double heavier, double q) {
  static rosin_mode mode[1200];
  static double load[1200];
  for (int l = 0; l < modes; l++) {
    load[l] = 0.5 / (l + 1) / heavier;
    mode[l] = (rosin_mode){.frequency = by * (200 + 7.3 * l), .q = q, .mass = heavier * 0.02};
  }
  const rosin_modal_spec spec = {.modes = modes,
                                 .mode = mode,
                                 .shape = ROSIN_SHAPE_SINE,
                                 .made = {.tension = 100},
                                 .load = load};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  assert_non_null(body);
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, 0.31);
  return body;
}

/* E/f of all modes. */
static double action(const rosin_body *body) {
  const rosin_bank *b = (const rosin_bank *)body;
  double sum = 0;
  for (int l = 0; l < b->strands * b->shapes.modes; l++)
    sum += (b->kinetic[l] * b->m.v[l] * b->m.v[l] + b->potential[l] * b->m.x[l] * b->m.x[l]) /
           b->pitched[l % b->shapes.modes];
  return sum;
}

/* What is moved there sounds as what was made there. */
static void it_goes_where_it_is_sent(void **state) {
  (void)state;
  static const struct {
    int control;
    double to, by, heavier;
  } way[] = {{PITCH, 1.5, 1.5, 1}, {SIZE, 2, 0.5, 8}, {TENSION, 400, 2, 1}};
  for (int modes = 1; modes <= 1100; modes = modes == 1 ? 12 : modes == 12 ? 1100 : 1101)
    for (int k = 0; k < 3; k++) {
      rosin_body *a = make(modes, 1, 1, 80), *b = make(modes, way[k].by, way[k].heavier, 80);
      double most = 0, worst = 0;
      a->ops->set_control(a, way[k].control, way[k].to);
      for (int n = 0; n < 4000; n++) {
        const double force = n < 20, x = step(a, force), y = step(b, force);
        most = fmax(most, fabs(y));
        worst = fmax(worst, fabs(x - y));
      }
      assert_true(most > 0 && worst < 1e-9 * most);
      rosin_body_free(a);
      rosin_body_free(b);
    }
}

static rosin_body *bridge(double whole, double within) {
  const rosin_mode mode[] = {{.mass = whole}, {.frequency = 3162.3, .q = 2.5, .mass = within}};
  static const double at[] = {1, 1, 1, -0.6}, position[] = {0, 1};
  const rosin_modal_spec spec = {.modes = 2,
                                 .mode = mode,
                                 .shape = ROSIN_SHAPE_TABLE,
                                 .points = 2,
                                 .position = position,
                                 .weight = at};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  assert_non_null(body);
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, 0);
  return body;
}

/* A muted bridge is, to rounding, one whose top was made heavier; taken off, the mute leaves
 * nothing behind. A body that hangs on springs alone has no top to be muted. */
static void a_mute_makes_a_bridge_heavier(void **state) {
  (void)state;
  rosin_body *a = bridge(0.0032, 0.00192), *b = bridge(0.0182, 0.1474), *c = make(3, 1, 1, 80);
  double mobility[2];
  assert_float_equal(a->ops->initial(a, MUTE), 0, 0);
  a->ops->mobility(a, &mobility[0]);
  const double bare = mobility[0];
  a->ops->set_control(a, MUTE, 0.015);
  a->ops->mobility(a, &mobility[0]);
  b->ops->mobility(b, &mobility[1]);
  assert_float_equal(mobility[0] / mobility[1], 1, 1e-3); /* their masses have four figures */
  assert_true(mobility[0] < 0.2 * bare);
  a->ops->set_control(a, MUTE, 0);
  a->ops->mobility(a, &mobility[0]);
  assert_float_equal(mobility[0], bare, 1e-12 * bare);
  c->ops->mobility(c, &mobility[0]);
  c->ops->set_control(c, MUTE, 0.015);
  c->ops->mobility(c, &mobility[1]);
  assert_float_equal(mobility[0], mobility[1], 0);
  rosin_body_free(a);
  rosin_body_free(b);
  rosin_body_free(c);
}

/* Liquid weighs on each mode by its load and the fourth power of its height. */
static void liquid_weighs(void **state) {
  (void)state;
  rosin_body *body = make(5, 1, 1, 0);
  const rosin_bank *b = (const rosin_bank *)body;
  body->ops->set_control(body, FILL, 0.8);
  for (int l = 0; l < 5; l++) {
    const double load = 1 + 0.5 / (l + 1) * pow(0.8, 4);
    assert_true(fabs(b->pitched[l] * sqrt(load) / (200 + 7.3 * l) - 1) < 1e-12);
  }
  rosin_body_free(body);
  /* a glass that is filled is the glass that was made full */
  const rosin_form *form = rosin_form_find("wine-glass");
  rosin_error error;
  double value[ROSIN_FORM_PARAMETERS];
  rosin_parameters_default(form->parameter, value);
  rosin_modal_spec *empty =
      rosin_form_modes(form, rosin_material_find("crystal"), value, 6, 15000, 0, NULL, &error);
  value[3] = 0.7;
  rosin_modal_spec *full =
      rosin_form_modes(form, rosin_material_find("crystal"), value, 6, 15000, 0, NULL, &error);
  assert_true(empty && full && empty->load && full->made.fill == 0.7);
  for (int k = 0; k < 2; k++) { /* poured in, and out */
    body = rosin_modal_new(k ? full : empty, rate, &error);
    body->ops->bind(body, 1);
    body->ops->set_control(body, FILL, k ? 0 : 0.7);
    b = (const rosin_bank *)body;
    for (int l = 0; l < 6; l++) {
      const rosin_mode *to = &(k ? empty : full)->mode[l];
      assert_true(fabs(b->pitched[l] / to->frequency - 1) < 1e-12);
    }
    rosin_body_free(body);
  }
  rosin_modal_spec_free(empty);
  rosin_modal_spec_free(full);
}

/* What a move says it did is what the energy says; and there and back is nothing. */
static void work_is_what_the_energy_says(void **state) {
  (void)state;
  unsigned seed = 7;
  rosin_body *body = make(12, 1, 1, 0);
  for (int n = 0; n < 500; n++)
    step(body, noise(&seed));
  const double first = body->ops->energy(body), was = action(body);
  double work = 0;
  for (int n = 0; n < 20000; n++) {
    const int control = (int)(4 * (0.5 + 0.4999 * noise(&seed)));
    const double to = control == FILL      ? 0.5 + 0.4999 * noise(&seed)
                      : control == TENSION ? 100 * exp(noise(&seed))
                                           : exp(noise(&seed));
    work += body->ops->set_control(body, control, to);
    step(body, 0);
    assert_true(fabs(action(body) / was - 1) < 1e-9);
  }
  assert_true(fabs(body->ops->energy(body) - first - work) < 1e-9 * first);
  work += body->ops->set_control(body, PITCH, 1);
  work += body->ops->set_control(body, SIZE, 1);
  work += body->ops->set_control(body, TENSION, 100);
  work += body->ops->set_control(body, FILL, 0);
  assert_true(fabs(body->ops->energy(body) / first - 1) < 1e-9);
  assert_true(fabs(work) < 1e-9 * first);
  rosin_body_free(body);
}

/* With loss the action falls, whatever is done; a swing at twice the pitch pumps nothing. */
static void nothing_can_be_pumped(void **state) {
  (void)state;
  rosin_body *body = make(1, 1, 1, 2000);
  for (int n = 0; n < 110; n++)
    step(body, 1);
  double last = action(body);
  for (int n = 0; n < 44100; n++) {
    body->ops->set_control(body, PITCH, sin(2 * 3.14159265358979 * 400 * n / rate) > 0 ? 1.2 : 0.8);
    step(body, 0);
    const double now = action(body);
    assert_true(now <= last * (1 + 1e-12));
    last = now;
  }
  rosin_body_free(body);
}

/* A large bank runs a sample ahead; moved or not, it is the same body. */
static void a_large_bank_moves_as_a_small_one(void **state) {
  (void)state;
  rosin_body *body = make(1100, 1, 1, 500);
  unsigned seed = 2;
  double work = 0, given = 0;
  for (int n = 0; n < 3000; n++) {
    if (n > 1000 && n < 1500)
      work += body->ops->set_control(body, PITCH, 1 + 0.0002 * (n - 1000));
    const double force = n < 900 ? noise(&seed) : 0, v = step(body, force);
    given += force * v / rate;
    assert_true(isfinite(v));
    assert_true(body->ops->energy(body) <= given + work + 1e-12);
  }
  assert_true(work > 0);
  rosin_body_free(body);
}

/* ---- in a scene ---- */

static const char text[] =
    "duration = 1.0;\n"
    "modals = { skin = { shape = \"membrane\"; tension = ( (0.0, 2000.0), (0.5, 4000.0) ); modes = "
    "8; };\n"
    "  rod = { pitch = { value = 1.0; wander = 0.02; }; modes = ( { frequency = 300.0; q = 200.0; "
    "mass = 0.1; } ); }; };\n"
    "pushes = { p = { body = \"skin\"; position = 0.2; force = ( (0.0, 0.0), (0.001, 1.0), (0.002, "
    "0.0) ); };\n"
    "           r = { body = \"rod\"; position = 0.0; force = ( (0.0, 0.0), (0.001, 1.0), (0.002, "
    "0.0) ); }; };\n"
    "outputs = ( { signal = \"skin.velocity@mic\"; }, { signal = \"rod.velocity@0.0\"; } );\n"
    "macros = { long = { low = 0.5; high = 2.0; default = 1.0; to = ( { key = \"rod.size\"; how = "
    "\"scale\"; at = ((0.5, 0.5), (1.0, 1.0), (2.0, 2.0)); } ); }; };\n";

enum { FRAMES = 30000 };

static rosin_scene *load(const char *set) {
  char path[] = "/tmp/rosin-test-XXXXXX", *errors = NULL;
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  rosin_scene *s = rosin_scene_load(path, set ? 1 : 0, &set, &errors);
  unlink(path);
  if (!s)
    fail_msg("%s", errors ? errors : "?");
  assert_int_equal(rosin_scene_prepare(s, 0, FRAMES, NULL), 0);
  return s;
}

static void a_scene_moves_its_bodies(void **state) {
  (void)state;
  static float a[FRAMES], b[FRAMES], c[FRAMES];
  rosin_scene *s = load(NULL);
  rosin_network *n = rosin_scene_network(s);
  const int tension = rosin_network_control(n, "skin.tension"),
            pitch = rosin_network_control(n, "rod.pitch");
  assert_true(tension >= 0 && pitch >= 0 && rosin_scene_macro_live(s, 0));
  assert_true(rosin_network_initial(n, tension) == 2000);
  rosin_scene_process(s, FRAMES, a);
  assert_true(fabs(rosin_network_value(n, tension) - 4000) < 1e-9);
  assert_true(rosin_network_value(n, pitch) != 1);
  assert_true(rosin_network_statistics(n).supplied > 0);
  rosin_scene_rewind(s); /* and again, in other cuts */
  for (int i = 0; i < FRAMES; i += 250)
    rosin_scene_process(s, 250, b + i);
  assert_memory_equal(a, b, sizeof a);
  rosin_scene_rewind(s);
  rosin_scene_control(s, "long", 2, NULL); /* turned live, it arrives where -s puts it */
  rosin_scene_rewind(s);
  rosin_scene_process(s, FRAMES, b);
  rosin_scene *other = load("long=2");
  assert_true(
      rosin_network_initial(rosin_scene_network(other),
                            rosin_network_control(rosin_scene_network(other), "rod.size")) == 2);
  rosin_scene_process(other, FRAMES, c);
  double most = 0, apart = 0;
  for (int i = 0; i < FRAMES; i++) {
    most = fmax(most, fabs((double)c[i]));
    apart = fmax(apart, fabs((double)c[i] - (double)b[i]));
  }
  assert_true(most > 0 && apart < 1e-5 * most);
  rosin_scene_free(other);
  rosin_scene_free(s);
}

/* Worst of what is neither supplied, stored, rubbed off nor lost, over what was handled, while a
 * finger slides and jumps on a bowed string; with dispersion and torsion, or plain. */
static double finger_gap(int plain, double position, double jump) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  if (plain)
    spec.torsion_frequency = spec.bending_stiffness = 0;
  rosin_body *body = rosin_string_new(&spec, rate, NULL);
  rosin_contact *c = rosin_contact_new("elastoplastic", rate, NULL);
  rosin_network *n = rosin_network_new(rate, 1, NULL);
  assert_int_equal(rosin_network_body(n, "s", body, NULL), 0);
  assert_int_equal(rosin_network_contact(n, "bow", c, "-", "s", NULL), 0);
  rosin_network_hold(n, rosin_network_control(n, "bow.force"), 1);
  rosin_network_hold(n, rosin_network_control(n, "bow.velocity"), 0.1);
  rosin_network_hold(n, rosin_network_control(n, "bow.position"), position);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  double worst = 0;
  for (int i = 0; i < 20000; i++) {
    const double glide = 2 + sin(i * 0.0007) + 0.05 * sin(i * 0.005);
    const double by = i % 3000 < 1500 ? 1 : jump;
    rosin_network_hold(n, rosin_network_control(n, "s.finger"), spec.frequency * glide * by);
    rosin_network_process(n, 1);
    const rosin_statistics s = rosin_network_statistics(n);
    const double has = rosin_network_energy(n) + rosin_string_lost((const rosin_string *)body);
    worst = fmax(worst, fabs(has + s.dissipated - s.supplied) / (s.handled + 1e-3));
  }
  rosin_network_free(n);
  rosin_body_free(body);
  rosin_contact_free(c);
  return worst;
}

/* A finger that slides while a string is bowed works on it: what was supplied is stored, rubbed
 * off or lost, to rounding. */
static void a_finger_works(void **state) {
  (void)state;
  for (int plain = 0; plain < 2; plain++)
    assert_true(finger_gap(plain, 0.12, 1.2) < 1e-11);
}

/* So does one that jumps, however far, wherever the bow is. */
static void a_finger_may_jump(void **state) {
  (void)state;
  static const double jump[] = {1.4, 1.9, 4, 11};
  for (int plain = 0; plain < 2; plain++)
    for (int i = 0; i < 8; i++) {
      const double gap = finger_gap(plain, i % 2 ? 0.12 : 0.45, jump[i / 2]);
      if (!(gap < 1e-11))
        fail_msg("%g times: %g of what was handled", jump[i / 2], gap);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_goes_where_it_is_sent),
      cmocka_unit_test(a_mute_makes_a_bridge_heavier),
      cmocka_unit_test(liquid_weighs),
      cmocka_unit_test(work_is_what_the_energy_says),
      cmocka_unit_test(nothing_can_be_pumped),
      cmocka_unit_test(a_large_bank_moves_as_a_small_one),
      cmocka_unit_test(a_scene_moves_its_bodies),
      cmocka_unit_test(a_finger_works),
      cmocka_unit_test(a_finger_may_jump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
