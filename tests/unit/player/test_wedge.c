/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces that play: the grid that a scene has, between its points and beyond them; what is no grid;
 * where a light bow plays. */
#include "player/bow/wedge.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char grid[] =
    "stops = (0.0, 12.0); places = (0.5, 1.0, 2.0); speeds = (0.1, 0.4);\n"
    "low = (4.0, 16.0, 1.0, 4.0, 0.25, 1.0,  2.0, 8.0, 0.5, 2.0, 0.125, 0.5);"
    "high = (20.0, 80.0, 10.0, 40.0, 5.0, 20.0, 20.0, 80.0, 10.0, 40.0, 5.0, 20.0);";

static rosin_scene *load(const char *wedge, char **errors) {
  char text[1600];
  snprintf(text, sizeof text,
           "strings = { g = { frequency = 98.0; length = 0.69; impedance = 1.0; }; };\n"
           "contacts = { bow = { a = \"-\"; b = \"g\"; }; };\n"
           "instrument = { strings = ( { string = \"g\"; bow = \"bow\"; wedge = { %s }; } ); };\n"
           "outputs = ( { signal = \"g.bridge_force\"; } );",
           wedge);
  return rosin_scene_read(text, "f", NULL, 0, NULL, errors);
}

static void near(double found, double wanted) {
  if (fabs(found / wanted - 1) > 1e-9)
    fail_msg("%g is not %g", found, wanted);
}

static void forces_are_in_proportion_between_and_beyond(void **state) {
  (void)state;
  double low, high;
  rosin_scene *s = load(grid, NULL);
  assert_non_null(s);
  const rosin_model_wedge *w = rosin_scene_model(s)->instrument.course[0].wedge;
  const struct {
    double stop, place, speed, low, high;
  } rows[] = {
      {0, 0.5, 0.1, 4, 20},
      {12, 2, 0.4, 0.5, 20}, /* corners */
      {0, 1, 0.2, 2, 20},
      {6, 1, 0.1, sqrt(0.5), 10}, /* between */
      {0, sqrt(0.5), 0.1, 2, 10 * sqrt(2)},
      {-3, 1, 0.1, 1, 10},
      {40, 1, 0.1, 0.5, 10}, /* no further */
      {0, 1, 0.05, 0.5, 5},
      {0, 1, 0.8, 8, 80}, /* with the speed */
      {0, 0.25, 0.1, 16, 40},
      {0, 4, 0.1, 0.0625, 2.5}, /* and Schelleng's powers */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_int_equal(rosin_wedge_at(w, rows[i].stop, rows[i].place, rows[i].speed, &low, &high), 1);
    near(low, rows[i].low);
    near(high, rows[i].high);
  }
  rosin_scene_free(s);
}

static void nothing_measured_is_said(void **state) {
  (void)state;
  double low, high;
  const rosin_model_wedge none = {0};
  assert_int_equal(rosin_wedge_at(&none, 0, 1, 0.1, &low, &high), 0);
  rosin_scene *s =
      load("stops = (0.0); places = (1.0); speeds = (0.1); low = (1.0); high = (3.0);", NULL);
  assert_non_null(s); /* one point is enough */
  assert_int_equal(
      rosin_wedge_at(rosin_scene_model(s)->instrument.course[0].wedge, 7, 1, 0.2, &low, &high), 1);
  near(low, 2);
  near(high, 6);
  rosin_scene_free(s);
}

static void the_bow_keeps_clear_of_nodes(void **state) {
  (void)state;
  near(rosin_clear_of_nodes(0.1, 0.07), 0.1); /* nothing is near */
  near(rosin_clear_of_nodes(0.225, 0.07), 0.225);
  for (double beta = 0.05; beta < 0.45; beta *= 1.001) {
    const double put = rosin_clear_of_nodes(beta, 0.07);
    if (fabs(log(put / beta)) > 0.0701)
      fail_msg("%g goes as far as %g", beta, put);
    for (int n = 3; n <= 7; n++)
      if (fabs(log(put * n)) < 0.0699)
        fail_msg("%g goes to %g, by the node of partial %d", beta, put, n);
  }
}

static void refused(const char *wedge, const char *why) {
  char *errors = NULL;
  assert_null(load(wedge, &errors));
  if (!strstr(errors, why))
    fail_msg("'%s' lacks '%s'", errors, why);
  free(errors);
}

static void what_is_no_grid_is_refused(void **state) {
  (void)state;
  refused("stops = (0.0);", "instrument.strings.1.wedge.places: must list 1 to 8 numbers");
  refused(
      "stops = (0.0, 0.0); places = (1.0); speeds = (0.1); low = (1.0, 1.0); high = (1.0, 1.0);",
      "wedge.stops: 0 is out of range, or out of order");
  refused("stops = (0.0); places = (1.0); speeds = (0.1, 0.2); low = (1.0); high = (1.0, 1.0);",
          "wedge.low: must list 2 to 2 numbers");
  refused("stops = (0.0); places = (1.0); speeds = (0.1); low = (0.0); high = (1.0);",
          "wedge.low: 0 is out of range");
  refused("stops = (0.0); places = (1.0); speeds = (0.0); low = (1.0); high = (1.0);",
          "wedge: places and speeds must be above 0");
  refused("stop = (0.0);", "did you mean 'stops'?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_in_proportion_between_and_beyond),
      cmocka_unit_test(nothing_measured_is_said),
      cmocka_unit_test(the_bow_keeps_clear_of_nodes),
      cmocka_unit_test(what_is_no_grid_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
