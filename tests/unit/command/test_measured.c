/* SPDX-License-Identifier: BSD-3-Clause */
/* What becomes of recorded strokes that were played again: which stand in one column, what is
 * counted, the limits of both, and all of it in words, in letters and as a table. The strokes are
 * made up here, so that each figure is known. */
#include "host/measured/measured.h"
#include "listen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { FORCES = 6, COLUMNS = 3, GRID = FORCES * COLUMNS, MOST = 40 };

static rosin_recording_files stroke[MOST];
static rosin_measured_point point[MOST];
static char name[][16] = {"/away/=grid", "few/", "a,\"b\n", "none"};
static char *folders[] = {name[0], name[1], name[2], name[3]};
static int missing[] = {0, 3, 0, 0};
static char fault[] = "whole_9.csv: there is no data";
static rosin_measured all;
static rosin_measured_sum sum;

static void add(int set, double place, double force, const char *both) {
  const int i = all.recordings.strokes++;
  stroke[i] = (rosin_recording_files){.set = set, .number = i + 1, .place = place};
  point[i] = (rosin_measured_point){.force = force, .velocity = 0.01 * ((i * 7) % GRID + 1)};
  point[i].recorded.helmholtz = both[0] == 'H';
  point[i].computed.bridge.helmholtz = both[1] == 'H';
  point[i].recorded.cents = point[i].computed.bridge.cents = (double)NAN;
}

static const double first_place[COLUMNS] = {0.1, 0.2, 0.04}, step = 1.02;

/* Of a column's strokes. */
static double mean_place(int column) {
  double places = 0;
  for (int k = 0; k < FORCES; k++)
    places += first_place[column] * pow(step, k) / FORCES;
  return places;
}

/* Columns whose places go on by less than a fortieth from stroke to stroke, and by a tenth in all;
 * forces by twos, over 1/place. Recorded: the second to the fifth is in Helmholtz motion;
 * computed: from the fourth on, and in the second column that of the second alone. */
static int make_grid(void **state) {
  (void)state;
  all = (rosin_measured){
      .point = point,
      .recordings = {.sets = 4, .set = folders, .missing = missing, .stroke = stroke}};
  for (int i = 0; i < GRID; i++) {
    const int at = (i * 5) % GRID, c = at % COLUMNS, k = at / COLUMNS; /* in no order */
    const int recorded = k >= 1 && k <= 4, computed = k >= 3 || (c == 1 && k == 1);
    const char both[] = {recorded ? 'H' : '.', computed ? 'H' : '.', 0};
    /* high forces at low places, so that neither order is that of the other */
    add(0, first_place[c] * pow(step, FORCES - 1 - k), ldexp(0.1 / mean_place(c), k), both);
  }
  return 0;
}

static void strokes_stand_in_columns_by_force(void **state) {
  (void)state;
  int count, *order = rosin_measured_order(&all, 0, &count);
  assert_non_null(order);
  assert_int_equal(count, GRID);
  static const int by_place[COLUMNS] = {2, 0, 1};
  for (int i = 0; i < GRID; i++) {
    const int c = by_place[i / FORCES];
    assert_int_equal(point[order[i]].column, i / FORCES);
    assert_true(point[order[i]].force == ldexp(0.1 / mean_place(c), i % FORCES));
  }
  free(order);
  add(1, 0.103, 1, "..");
  add(1, 0.1, 1, "..");
  add(1, 0.1, 1, "..");
  point[GRID + 2].fault = fault;
  add(1, 0.1, 1, "..");
  order = rosin_measured_order(&all, 1, &count);
  assert_int_equal(count, 3); /* what was left out stands in none; equals as they were recorded */
  assert_true(order[0] == GRID + 1 && order[1] == GRID + 3 && order[2] == GRID);
  assert_true(point[GRID].column == 1 && point[GRID + 3].column == 0);
  free(order);
}

static void near(double value, double wanted) {
  if (!(fabs(value - wanted) <= 1e-9 * fabs(wanted)))
    fail_msg("%.12g for %.12g", value, wanted);
}

static void what_became_of_them_is_counted(void **state) {
  (void)state;
  assert_int_equal(rosin_measured_add_up(&all, 0, &sum), 0);
  assert_true(sum.strokes == GRID && sum.columns == COLUMNS);
  assert_true(sum.recorded == 12 && sum.computed == 10 && sum.both == 7 && sum.alike == 10);
  assert_true(sum.near[0] == 4 && sum.near[1] == 3);
  near(sum.speed, 0.1); /* of 0.01 to 0.18 */
  /* twice and sixteen times the first force; the end of a column is no limit */
  assert_true(sum.low[0].columns == 3 && sum.high[0].columns == 3 && sum.low[1].columns == 3);
  assert_int_equal(sum.high[1].columns, 0);
  near(sum.low[0].at_tenth, 2), near(sum.low[0].power, -1);
  near(sum.high[0].at_tenth, 16), near(sum.high[0].power, -1);
  near(sum.low[1].at_tenth, 8), near(sum.low[1].power, -1);
}

/* A twentieth is not nearer than that; who was left out is not counted; a folder may have none. */
static void folders_are_counted_alone(void **state) {
  (void)state;
  add(1, 0.05, 1, "HH");
  add(1, 0.0499, 2, ".H");
  add(1, 0.02, 3, "HH");
  point[GRID + 2].fault = fault;
  assert_int_equal(rosin_measured_add_up(&all, 1, &sum), 0);
  assert_true(sum.strokes == 2 && sum.columns == 1 && sum.recorded == 1 && sum.computed == 2);
  assert_true(sum.both == 1 && sum.alike == 1 && sum.near[0] == 0 && sum.near[1] == 1);
  assert_true(sum.low[0].columns == 0 && sum.high[1].columns == 0);
  assert_int_equal(rosin_measured_add_up(&all, 2, &sum), 0);
  assert_true(sum.strokes == 0 && sum.columns == 0 && sum.speed == 0);
}

static void say(void) {
  assert_int_equal(rosin_measured_say(&all), 0);
}

static void it_is_said(void **state) {
  (void)state;
  add(1, 0.05, 0, "HH");
  add(1, 0.0499, -1, ".H");
  for (int i = 0; i < 12; i++) {
    add(1, 0.05, 0, "HH");
    point[GRID + 2 + i].fault = fault;
  }
  listen_to(say, STDERR_FILENO);
  char wanted[4000] = "few/: 3 of the numbers between are not there\n";
  for (int i = 0; i < 10; i++)
    strcat(wanted, "left out: whole_9.csv: there is no data\n");
  strcat(wanted,
         "... and 2 more; 12 strokes were left out\n"
         "2 strokes were recorded with no force or less, and are played with none\n"
         "=grid, 0.1 m/s: 18 strokes at 3 places, 55.6% judged alike; in Helmholtz motion 12 "
         "recorded, 10 computed, 7 both (46.7% of either); nearer than 0.05: 4, 3\n"
         "  recorded: from 2 N (place/0.1)^-1.00 over 3 places; up to 16 N (place/0.1)^-1.00 over "
         "3 places\n"
         "  computed: from 8 N (place/0.1)^-1.00 over 3 places\n"
         "few/, 0.08 m/s: 2 strokes at 1 places, 50.0% judged alike; in Helmholtz motion 1 "
         "recorded, 2 computed, 1 both (50.0% of either); nearer than 0.05: 0, 1\n");
  for (int i = 2; i < 4; i++)
    strcat(wanted, i == 2 ? "a,\"b\\x0a" : "none"), /* a line is a line */
        strcat(wanted, ", 0 m/s: 0 strokes at 0 places, 0.0% judged alike; in Helmholtz motion 0 "
                       "recorded, 0 computed, 0 both (0.0% of either); nearer than 0.05: 0, 0\n");
  assert_string_equal(said, wanted);
}

static void print(void) {
  assert_int_equal(rosin_measured_print(&all), 0);
}

static void it_is_drawn_in_letters(void **state) {
  (void)state;
  add(1, 0.05, 1, "H.");
  add(1, 0.06, 2, "..");
  add(1, 0.06, 3, "HH");
  add(1, 0.07, 4, ".H");
  all.recordings.sets = 2;
  listen_to(print, STDOUT_FILENO);
  assert_string_equal(said, "/away/=grid\n"
                            "  |ccc|\n"
                            "  |HHH|\n"
                            "  |HHH|\n"
                            "  |rrr|\n"
                            "  |rrH|\n"
                            "  |...|\n"
                            "few/\n"
                            "  | H |\n"
                            "  |r.c|\n"
                            "force up, a step a stroke; place across, from the bridge\n"
                            "Helmholtz motion: H both, r recorded, c computed, . neither\n");
}

static void put(void) {
  rosin_measured_put(&all, stdout);
}

/* A name is no formula and ends no field; what is no number is left empty. */
static void it_is_a_table(void **state) {
  (void)state;
  all.recordings.strokes = 0;
  add(0, 0.125, 1.5, "H.");
  point[0].recorded = (rosin_bridge_verdict){1, 0.96875, 1.25, 0.5, -12.5};
  point[0].computed.bridge = (rosin_bridge_verdict){0, 0.75, 2, 0.25, (double)NAN};
  point[0].computed.regime.kind = ROSIN_REGIME_SEVERAL;
  add(1, 0.25, 2, "HH");
  point[1].fault = fault;
  add(2, 0.5, 3, "..");
  listen_to(put, STDOUT_FILENO);
  const char *rows = strchr(said, '\n');
  assert_non_null(rows);
  assert_string_equal(
      rows, "\n'=grid,1,0.125,1.5,0.01,1,0.96875,1.25,0.5,-12.5,0,0.75,2,0.25,,several,0\n"
            "a__b_,3,0.5,3,0.15,0,0,0,0,,0,0,0,0,,silent,1\n");
}

static void the_median_is_the_middle_one(void **state) {
  (void)state;
  double odd[] = {5, -1, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
  assert_true(rosin_measured_median(odd, 3) == 3 && rosin_measured_median(even, 4) == 3);
  assert_true(rosin_measured_median(one, 1) == 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(strokes_stand_in_columns_by_force, make_grid),
      cmocka_unit_test_setup(what_became_of_them_is_counted, make_grid),
      cmocka_unit_test_setup(folders_are_counted_alone, make_grid),
      cmocka_unit_test_setup(it_is_said, make_grid),
      cmocka_unit_test_setup(it_is_drawn_in_letters, make_grid),
      cmocka_unit_test_setup(it_is_a_table, make_grid),
      cmocka_unit_test(the_median_is_the_middle_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
