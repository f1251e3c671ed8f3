/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of controllers, and what velocity and pressure do to a bow. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "stage.h"

enum { D = 2 };

/* 0 or -1 of a table with this text. */
static int read_text(const char *text, rosin_controls *c, rosin_error *error) {
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  const int status = rosin_controls_read(c, rosin_player_parameters(), path, error);
  unlink(path);
  return status;
}

static void ready_tables_are_valid(void **state) {
  (void)state;
  static const char *const names[] = {"keyboard", "swam", "mpe", "wind"};
  rosin_controls c, again;
  rosin_error error;
  for (int i = 0; i < 4; i++) {
    assert_string_equal(rosin_controls_name(i), names[i]);
    assert_int_equal(rosin_controls_read(&c, rosin_player_parameters(), names[i], &error), 0);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    rosin_controls_print(&c, rosin_player_parameters(), out);
    fclose(out);
    if (read_text(text, &again, &error))
      fail_msg("%s: %s", names[i], error.text);
    free(text);
    assert_int_equal(again.count, c.count);
    for (int k = 0; k < c.count; k++)
      assert_true(again.row[k].source == c.row[k].source &&
                  again.row[k].setting == c.row[k].setting && again.row[k].low == c.row[k].low &&
                  again.row[k].high == c.row[k].high && again.row[k].curved == c.row[k].curved);
  }
  assert_null(rosin_controls_name(5));
  assert_null(rosin_controls_ready(5));
  assert_null(rosin_controls_ready(-1));
  const rosin_parameter *row = rosin_parameter_find(rosin_player_parameters(), "controls");
  assert_true(row->high == 3); /* its range stays: the fifth table is the setting `library` */
  assert_string_equal(rosin_controls_name(ROSIN_CONTROLS_LIBRARY), "library");
}

static void wrong_tables_are_refused(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"", "no table"},
      {"controls\n", ":1: is no table"},
      {"rosin-controls 1\ncc 128 dynamics 0 1\n", ":2: must be"},
      {"rosin-controls 1\n\n# x\ncc 1 dynamics 0\n", ":4: must be"},
      {"rosin-controls 1\ncc 1 dynamics 0 1 exp\n", ":2: must be"},
      {"rosin-controls 1\ncc 1 dynamics 0 1 log 2\n", ":2: must be"},
      {"rosin-controls 1\nbreath dynamics 0 1\n", ":2: must be"},
      {"rosin-controls 1\nvelocity-dynamics 0 1\n", ":2: must be"},
      {"rosin-controls 1\naftertouch-dynamics 0 1\n", ":2: must be"},
      {"rosin-controls 1\ncc 1 colour 0 1\n", "no such setting"},
      {"rosin-controls 1\ncc 1 a4 400 440\n", "no such setting"},
      {"rosin-controls 1\ncc 1 dynamics 0 2\n", "range"},
      {"rosin-controls 1\ncc 1 dynamics nan 1\n", "range"},
      {"rosin-controls 1\ncc 1 dynamics 0 1 log\n", "above 0"},
  };
  rosin_controls c;
  rosin_error error;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(read_text(bad[i][0], &c, &error), -1);
    if (!strstr(error.text, bad[i][1]))
      fail_msg("'%s' lacks '%s'", error.text, bad[i][1]);
  }
  char many[4000] = "rosin-controls 1\n";
  for (int i = 0; i < 65; i++)
    strcat(many, "cc 1 dynamics 0 1\n");
  assert_int_equal(read_text(many, &c, &error), -1);
  assert_non_null(strstr(error.text, ":66: there are more"));
  assert_int_equal(rosin_controls_read(&c, rosin_player_parameters(), "/no/such", &error), -1);
  assert_non_null(strstr(error.text, "cannot be read"));
  char ready[200] = "(ready tables are ";
  for (int i = 0; rosin_controls_name(i); i++)
    strcat(strcat(ready, i ? ", " : ""), rosin_controls_name(i));
  assert_non_null(strstr(error.text, strcat(ready, ")")));
}

static double told(const stage *s, size_t setting) {
  return rosin_channel_get(&s->player->channel[0], &s->player->s, setting);
}

static void ready_ones_are_known_by_name(void **state) {
  (void)state;
  for (int i = 0; rosin_controls_name(i); i++)
    assert_true(rosin_controls_ready(i) && rosin_controls_is_ready(rosin_controls_name(i)));
  /* who blows nothing, plays nothing */
  stage s = stage_open("");
  for (int i = 0; rosin_controls_name(i); i++)
    if (strcmp(rosin_controls_name(i), "wind") == 0)
      assert_int_equal(rosin_player_set(s.player, "controls", i, NULL), 0);
  for (int blown = 0; blown <= 1; blown++)
    for (int way = 0; way < 3; way++) {
      stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 2, 0.5);
      stage_say(&s, way ? ROSIN_PLAYER_CONTROL : ROSIN_PLAYER_PRESSURE, 0, way == 1 ? 2 : 11,
                blown);
      assert_true(told(&s, ROSIN_SETTING(dynamics)) == blown);
    }
  stage_close(&s);
  assert_true(!rosin_controls_is_ready("no such") && !rosin_controls_is_ready(NULL));
}

static void a_table_moves_the_player(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_controls c;
  rosin_error error;
  assert_int_equal(read_text("rosin-controls 1\ncc 3 vibrato 40 0\ncc 3 position 0.5 2 log\n"
                             "aftertouch pressure 0.2 0.8\nvelocity portamento 1 0\n",
                             &c, &error),
                   0);
  rosin_player_set_controls(s.player, &c);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 3, 0.5);
  assert_true(told(&s, ROSIN_SETTING(vibrato)) == 20);
  assert_true(fabs(told(&s, ROSIN_SETTING(position)) - 1) < 1e-12);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 11, 0); /* not in this table */
  assert_true(told(&s, ROSIN_SETTING(dynamics)) == 0.55);
  assert_true(rosin_player_heeds(s.player, 3) && !rosin_player_heeds(s.player, 11));
  stage_say(&s, ROSIN_PLAYER_PRESSURE, 0, 0, 0.5);
  assert_true(fabs(told(&s, ROSIN_SETTING(pressure)) - 0.5) < 1e-12);
  assert_false(s.player->channel[0].pressed);
  stage_on(&s, 0, 52); /* velocity 0.7 */
  assert_true(fabs(told(&s, ROSIN_SETTING(portamento)) - 0.3) < 1e-12);
  /* and a ready one by its number */
  rosin_player_set_controls(s.player, NULL);
  assert_int_equal(rosin_player_set(s.player, "controls", 1, NULL), 0);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 19, 1);
  assert_true(told(&s, ROSIN_SETTING(vibrato_rate)) == 8);
  assert_true(rosin_player_heeds(s.player, 64) && rosin_player_heeds(s.player, 123));
  stage_close(&s);
}

static double control(stage *s, const char *name) {
  rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

/* Seconds in which the bow comes to seven tenths of its speed; its greatest over its last. */
static double start(double velocity, double attack, double *over) {
  stage s = stage_open("");
  double speed[400], most = 0;
  int count = 0, k = 0;
  assert_int_equal(rosin_player_set(s.player, "attack", attack, NULL), 0);
  rosin_player_event(s.player, &(rosin_player_event_t){
                                   .kind = ROSIN_PLAYER_NOTE_ON, .key = 57, .value = velocity});
  for (; count < 400; count++) {
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    speed[count] = fabs(control(&s, "bow-a.velocity"));
    most = fmax(most, speed[count]);
  }
  while (speed[k] < 0.7 * speed[399])
    k++;
  *over = most / speed[399];
  stage_close(&s);
  return k * (double)STAGE_BLOCK / STAGE_RATE;
}

static void velocity_shapes_the_attack(void **state) {
  (void)state;
  double over;
  const double soft = start(0.02, 0, &over);
  assert_true(soft > 0.2 && over < 1.02);
  const double plain = start(0.6, 0, &over);
  assert_true(plain > 0.03 && plain < 0.12 && over < 1.02);
  const double hard = start(1, 0, &over);
  assert_true(hard < 0.05 && over > 1.1); /* an accent */
  const double set = start(1, 0.25, &over);
  assert_true(set > 0.15);
}

static void pressure_goes_from_flautando_to_scratch(void **state) {
  (void)state;
  const double press[] = {0, 0.5, 0.85, 1};
  double force[4], speed[4], place[4];
  for (int i = 0; i < 4; i++) {
    stage s = stage_open("");
    assert_int_equal(rosin_player_set(s.player, "pressure", press[i], NULL), 0);
    stage_on(&s, 0, 52);
    stage_run(&s, 0.5);
    force[i] = control(&s, "bow-d.force");
    speed[i] = fabs(control(&s, "bow-d.velocity"));
    place[i] = control(&s, "bow-d.position");
    stage_close(&s);
  }
  for (int i = 1; i < 4; i++)
    assert_true(force[i] > 1.2 * force[i - 1] && place[i] < 0.95 * place[i - 1]);
  assert_true(fabs(speed[1] / speed[0] - 1) < 1e-6 && fabs(speed[2] / speed[1] - 1) < 1e-6);
  assert_true(speed[3] < 0.3 * speed[2]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ready_tables_are_valid),
      cmocka_unit_test(wrong_tables_are_refused),
      cmocka_unit_test(ready_ones_are_known_by_name),
      cmocka_unit_test(a_table_moves_the_player),
      cmocka_unit_test(velocity_shapes_the_attack),
      cmocka_unit_test(pressure_goes_from_flautando_to_scratch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
