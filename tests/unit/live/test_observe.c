/* SPDX-License-Identifier: BSD-3-Clause */
/* What displays are told of a scene that sounds: regime, force, pitch, slips, and the
 * string's picture. */
#include "core/sequencer/observe.h"
#include "scene_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 128, PLACES = 101 };

typedef struct {
  rosin_scene *scene;
  rosin_observer *observer;
} watch;

static watch begin(const char *name) {
  watch w = {.scene = rosin_scene_load(name, 0, NULL, NULL)};
  assert_non_null(w.scene);
  assert_non_null(w.observer = rosin_observer_new(w.scene));
  assert_int_equal(rosin_scene_prepare(w.scene, RATE, BLOCK, NULL), 0);
  rosin_observer_start(w.observer);
  return w;
}

static rosin_observed after(watch *w, double seconds) {
  float out[BLOCK * 8];
  for (int i = 0; i < (int)(seconds * RATE / BLOCK); i++)
    rosin_scene_process(w->scene, BLOCK, out);
  return rosin_observer_look(w->observer);
}

static void set(watch *w, const char *key, double value) {
  assert_int_equal(rosin_scene_control(w->scene, key, value, NULL), 0);
}

static void end(watch *w) {
  rosin_observer_free(w->observer);
  rosin_scene_free(w->scene);
}

static void a_bowed_string_is_told(void **state) {
  (void)state;
  watch w = begin("cello-d");
  set(&w, "bow.velocity", 0); /* a bow that stands on a string at rest */
  rosin_observed o = after(&w, 0.3);
  assert_string_equal(o.name, "bow");
  assert_int_equal(o.regime, ROSIN_STICKING);
  assert_true(o.slips == 0 && o.velocity == 0);
  end(&w);
  w = begin("cello-d");
  o = after(&w, 0.8);
  assert_int_equal(o.regime, ROSIN_HELMHOLTZ);
  assert_string_equal(rosin_touch_name(o.regime), "Helmholtz");
  assert_true(fabs(o.pitch - 146.8) < 1.5);
  assert_true(fabs(o.slips - o.pitch) < 0.15 * o.pitch); /* whole slips in a window */
  rosin_network *n = rosin_scene_network(w.scene);
  assert_true(fabs(o.force - rosin_network_value(n, rosin_network_control(n, "bow.force"))) < 0.01);
  assert_true(fabs(o.velocity - rosin_network_value(n, rosin_network_control(n, "bow.velocity"))) <
              0.01);
  set(&w, "d.finger", 196);
  o = after(&w, 0.4);
  assert_true(fabs(o.pitch - 196) < 1e-6);
  set(&w, "bow.force", 0);
  o = after(&w, 0.2);
  assert_int_equal(o.regime, ROSIN_LIFTED);
  assert_true(o.force == 0);
  set(&w, "bow.force", 0.05);
  set(&w, "bow.velocity", 3); /* far too fast */
  o = after(&w, 0.3);
  assert_int_equal(o.regime, ROSIN_SLIDING);
  end(&w);
}

/* In Helmholtz motion the string is two straight lines with a corner that goes round once
 * a period, from the bow to the bridge and back along the other side. */
static void the_picture_is_helmholtz(void **state) {
  (void)state;
  watch w = begin("cello-d");
  double y[PLACES];
  assert_int_equal(rosin_observer_picture(w.observer, 0, PLACES, y), -1); /* nothing yet */
  after(&w, 0.8);
  const double phase[] = {0.35, 0.45, 0.85, 0.95};
  int corner[4];
  double sign[4];
  for (int p = 0; p < 4; p++) {
    assert_int_equal(rosin_observer_picture(w.observer, phase[p], PLACES, y), 0);
    int top = 0;
    double off = 0;
    for (int i = 0; i < PLACES; i++)
      top = fabs(y[i]) > fabs(y[top]) ? i : top;
    assert_true(fabs(fabs(y[top]) - 1) < 1e-12);
    for (int i = 0; i < PLACES; i++) {
      const double line = i < top ? (double)i / top : (double)(PLACES - 1 - i) / (PLACES - 1 - top);
      off = fmax(off, fabs(y[i] - line * y[top]));
    }
    if (p % 2 == 0) /* in the middle of the string */
      assert_true(off < 0.2);
    assert_true(fabs(y[0]) < 0.05 && fabs(y[PLACES - 1]) < 0.1);
    corner[p] = top;
    sign[p] = y[top] > 0 ? 1 : -1;
  }
  /* a tenth of a period: a fifth of the string; the two halves of a period mirror */
  assert_true(sign[0] * sign[2] < 0 && sign[1] * sign[3] < 0 && sign[0] == sign[1]);
  assert_true(abs(corner[1] - corner[0] - 20) < 6);
  assert_true(abs(corner[2] - corner[3] - 20) < 6);
  assert_true(abs(corner[0] + corner[2] - (PLACES - 1)) < 10);
  end(&w);
}

/* Ten fingers on a plate, the tenth of which presses most. */
static void the_tenth_contact_is_told(void **state) {
  (void)state;
  char text[4096];
  int at = snprintf(text, sizeof text,
                    "rate = 44100; duration = 1.0; modals = { plate = { modes = ({ "
                    "frequency = 200.0; q = 50.0; mass = 0.01; }); }; }; contacts = {");
  for (int i = 0; i < 10; i++)
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "f%d = { a = \"-\"; b = \"plate\"; velocity = 0.1; force = %s; law = { type = "
                   "\"dahl\"; }; };",
                   i, i == 9 ? "3.0" : "0.1");
  snprintf(text + at, sizeof text - (size_t)at,
           "}; outputs = ({ signal = \"plate.velocity@0\"; });");
  char *errors = NULL;
  watch w = {.scene = scene_read(text, 0, NULL, &errors)};
  if (!w.scene)
    fail_msg("%s", errors);
  assert_non_null(w.observer = rosin_observer_new(w.scene));
  assert_int_equal(rosin_scene_prepare(w.scene, RATE, BLOCK, NULL), 0);
  rosin_observer_start(w.observer);
  const rosin_observed o = after(&w, 0.3);
  assert_string_equal(o.name, "f9");
  assert_true(fabs(o.force - 3) < 0.01);
  end(&w);
}

static void what_is_no_string_has_no_picture(void **state) {
  (void)state;
  watch w = begin("glass");
  double y[PLACES];
  const rosin_observed o = after(&w, 1.5);
  assert_string_equal(o.name, "finger");
  assert_true(o.pitch == 0 && o.force > 0.5);
  assert_int_equal(rosin_observer_picture(w.observer, 0.3, PLACES, y), -1);
  assert_int_equal(o.regime, ROSIN_SLIDING);
  assert_true(o.velocity > 0.09);
  end(&w);
}

/* While it sticks the relative velocity is small; the slips are few, and fast. */
static void the_loop_sticks_and_slips(void **state) {
  (void)state;
  watch w = begin("cello-d");
  static float v[ROSIN_LOOP + 1], f[ROSIN_LOOP + 1];
  assert_int_equal(rosin_observer_loop(w.observer, -1, ROSIN_LOOP, v, f), 0);
  after(&w, 0.8);
  assert_int_equal(rosin_observer_loop(w.observer, -1, 7, v, f), 7);
  assert_int_equal(rosin_observer_loop(w.observer, -1, ROSIN_LOOP + 1, v, f), ROSIN_LOOP);
  const double bow = rosin_observer_look(w.observer).velocity,
               n = rosin_observer_look(w.observer).force;
  int stick = 0, slip = 0;
  double grip = 0;
  for (int i = 0; i < ROSIN_LOOP; i++) {
    stick += fabs(v[i]) < 0.2 * fabs(bow);
    slip += fabs(v[i]) > fabs(bow);
    grip = fmax(grip, fabs(f[i]) / n);
  }
  assert_true(stick > ROSIN_LOOP / 2 && slip > ROSIN_LOOP / 50 && slip < ROSIN_LOOP / 3);
  assert_true(grip > 0.1 && grip < 1.5); /* of the order of a friction coefficient */
  end(&w);
}

static void without_a_contact_there_is_nothing_to_tell(void **state) {
  (void)state;
  float v[4], f[4];
  double y[PLACES];
  char *errors = NULL;
  watch w = {.scene =
                 scene_read("duration = 1.0; modals = { bar = { modes = ( { frequency = 440.0; "
                            "t60 = 1.0; mass = 0.1; } ); }; };\n"
                            "outputs = ( { signal = \"bar.velocity@0\"; gain = 1.0; } );\n",
                            0, NULL, &errors)};
  if (!w.scene)
    fail_msg("%s", errors);
  assert_non_null(w.observer = rosin_observer_new(w.scene));
  assert_int_equal(rosin_scene_prepare(w.scene, RATE, BLOCK, NULL), 0);
  rosin_observer_start(w.observer);
  assert_string_equal(after(&w, 0.1).name, "");
  assert_int_equal(rosin_observer_loop(w.observer, -1, 4, v, f), 0);
  assert_int_equal(rosin_observer_picture(w.observer, 0.3, PLACES, y), -1);
  end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bowed_string_is_told),
      cmocka_unit_test(the_picture_is_helmholtz),
      cmocka_unit_test(the_tenth_contact_is_told),
      cmocka_unit_test(what_is_no_string_has_no_picture),
      cmocka_unit_test(the_loop_sticks_and_slips),
      cmocka_unit_test(without_a_contact_there_is_nothing_to_tell),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
