/* SPDX-License-Identifier: BSD-3-Clause */
/* Small parts of a player by themselves: a stroke that ends by itself, its table of settings, its
 * tuning, files that are closed again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/resource.h>
#include <unistd.h>

#include "player/course/pencil.h"
#include "player/file/bytes.h"
#include "player/left/marks.h"
#include "player/midi/unread.h"
#include "player/play/settings.h"
#include "rosin/tuning.h"
#include "stage.h"

/* It stops after 0.26 s, or as its key goes up before; 80 ms later it is off the string. */
static void a_martele_stops_by_itself(void **state) {
  (void)state;
  static const struct {
    double t, since; /* s; since below 0: the key is down */
    int moves, lifted;
  } table[] = {{0.03, -1, 0, 0},   {0.05, -1, 1, 0},  {0.25, -1, 1, 0},   {0.27, -1, 0, 0},
               {0.33, -1, 0, 0},   {0.35, -1, 0, 1},  {0.10, 0.02, 0, 0}, {0.20, 0.09, 0, 1},
               {0.50, 0.02, 0, 1}, {0.30, 0.02, 0, 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const rosin_stroke s = rosin_stroke_at(ROSIN_MARTELE, table[i].t, table[i].since, 0.08);
    if ((s.speed > 0) != table[i].moves || s.lifted != table[i].lifted)
      fail_msg("row %d: speed %g, lifted %d", (int)i, s.speed, s.lifted);
  }
}

static void settings_have_ranges(void **state) {
  (void)state;
  const rosin_parameter *all = rosin_player_parameters();
  stage s = stage_open("");
  for (int i = 0; all[i].name; i++) {
    if (!(all[i].low < all[i].high) || all[i].initial < all[i].low || all[i].initial > all[i].high)
      fail_msg("%s: %g in %g to %g", all[i].name, all[i].initial, all[i].low, all[i].high);
    for (int k = 0; k < 2; k++) { /* both ends can be set, and are there */
      const double end = k ? all[i].high : all[i].low;
      assert_int_equal(rosin_player_set(s.player, all[i].name, end, NULL), 0);
      assert_true(rosin_player_get(s.player, all[i].name) == end);
    }
    for (int k = 0; k < i; k++)
      assert_true(all[k].offset != all[i].offset && strcmp(all[k].name, all[i].name) != 0);
  }
  for (const char *const *name = (const char *const[]){"ear", "reads", "by_hand", "assist", NULL};
       *name; name++) { /* switches */
    const rosin_parameter *row = rosin_parameter_find(all, *name);
    assert_true(row && row->low == 0 && row->high == 1);
  }
  stage_close(&s);
}

/* A string that only the lowest has is pencilled there, too. */
static void the_lowest_string_is_pencilled(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_player_score_t score[] = {{0, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 38, .value = 0.6}},
                                  {0.5, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 38}}};
  rosin_player_set(s.player, "reads", 1, NULL);
  assert_int_equal(rosin_player_pencil(s.player, score, 2), 0);
  assert_int_equal(rosin_marks_string(score[0].event.controller), STAGE_STRINGS);
  stage_close(&s);
}

/* A scale of its own holds for the notes to come. */
static void a_player_has_its_scale(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_tuning equal, other;
  rosin_tuning_equal(&equal);
  other = equal;
  other.cents[8] += 30; /* of every A */
  other.a4 = 440;
  rosin_player_tune(s.player, &other);
  stage_on(&s, 0, 57);
  const double wanted = s.player->course[s.player->last].wanted;
  assert_true(fabs(wanted - rosin_tuning_hertz(&other, 57)) < 1e-9);
  assert_true(fabs(1200 * log2(wanted / rosin_tuning_hertz(&equal, 57))) > 1);
  stage_close(&s);
}

/* What is shown of a player is what holds on the channel that spoke last. */
static void who_spoke_last_is_shown(void **state) {
  (void)state;
  stage s = stage_open("");
  const double own = rosin_player_get(s.player, "vibrato");
  stage_say(&s, ROSIN_PLAYER_CONTROL, 3, 1, 0.3);
  assert_true(fabs(rosin_player_get(s.player, "vibrato") - 15) < 1e-6 && fabs(own - 15) > 1);
  stage_on(&s, 0, 57);
  assert_true(rosin_player_get(s.player, "vibrato") == own);
  stage_on(&s, 3, 57);
  assert_true(fabs(rosin_player_get(s.player, "vibrato") - 15) < 1e-6);
  stage_close(&s);
}

/* What MIDI means for every channel, whatever the table of controllers. */
static void channels_heed_their_own_controllers(void **state) {
  (void)state;
  static const int own[] = {7, 10, 64, 66, 121};
  stage s = stage_open("");
  rosin_channel c;
  rosin_channel_start(&c);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    assert_true(rosin_player_heeds(s.player, own[i]));
    assert_int_equal(rosin_channel_control(&c, own[i], 0.5), 1);
  }
  assert_int_equal(rosin_channel_control(&c, 8, 0.5), 0);
  stage_close(&s);
}

/* Names are as long as there is room for, without a part of a character; nothing is nothing. */
static void long_names_are_cut_between_characters(void **state) {
  (void)state;
  rosin_unread u = {0};
  char text[300] = "before", name[2 * ROSIN_UNREAD_NAME + 1], about[300];
  rosin_unread_say(&u, text, sizeof text);
  assert_string_equal(text, "");
  memset(name, 'x', sizeof name);
  name[sizeof name - 1] = 0;
  memcpy(name + ROSIN_UNREAD_NAME - 2, "\xc3\xa9", 2); /* across the end */
  rosin_unread_add(&u, name, 1);
  rosin_unread_add(&u, "short", 0);
  rosin_unread_add(&u, "short", 0);
  assert_int_equal(rosin_unread_count(&u), 3);
  rosin_unread_say(&u, text, sizeof text);
  snprintf(about, sizeof about, "3 words or signs are written and not played: '%.*s', short (2)",
           ROSIN_UNREAD_NAME - 2, name);
  assert_string_equal(text, about);
  char *json = NULL;
  size_t size;
  u.others = 4;
  FILE *file = open_memstream(&json, &size);
  rosin_unread_print(&u, file);
  rosin_unread_print(&(rosin_unread){.others = 2}, file);
  rosin_unread_print(&(rosin_unread){.others = 0}, file);
  fclose(file);
  snprintf(about, sizeof about, "{\"%.*s\": 1, \"short\": 2, \"(others)\": 4}{\"(others)\": 2}{}",
           ROSIN_UNREAD_NAME - 2, name);
  assert_string_equal(json, about);
  free(json);
}

/* A bow that is thrown is fastest as it comes down, and stands still when it has flown off. */
static void a_spiccato_slows_as_it_flies(void **state) {
  (void)state;
  double before = 1.8 + 1e-9;
  for (int ms = 0; ms < 65; ms++) {
    const double speed = rosin_stroke_at(ROSIN_SPICCATO, 1e-3 * ms, -1, 0.08).speed;
    assert_true(speed > 0 && speed < before);
    before = speed + 1e-9;
  }
  assert_true(fabs(rosin_stroke_at(ROSIN_SPICCATO, 0, -1, 0.08).speed - 1.8) < 1e-9);
  assert_true(before < 0.06 && rosin_stroke_at(ROSIN_SPICCATO, 0.066, -1, 0.08).speed == 0);
}

/* Settings in words: numbers, or names of what has names, with blanks for hyphens. */
static void settings_are_read(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value; /* -1: it is refused, so: */
    const char *said;
  } table[] = {
      {"player.vibrato=12.5", 12.5, ""},
      {"player.articulation=Col Legno", 8, ""},
      {"player.articulation=col-legno", 8, ""},
      {"player.articulation=8", 8, ""},
      {"player.controls=swam", 1, ""},
      {"player.vibrato", -1, "-s player.vibrato: must be player.KEY=VALUE"},
      {"player.vibrato=", -1, "-s player.vibrato=: '' is not a number"},
      {"player.vibrato=2x", -1, "-s player.vibrato=2x: '2x' is not a number"},
      {"player.articulation=legat", -1,
       "-s player.articulation=legat: 'legat' is not a number, nor one of detache, legato, "}};
  rosin_error why;
  stage s = stage_open("");
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char name[ROSIN_PLAYER_SETTING];
    double value = -1;
    const int status = rosin_player_setting_read(table[i].text, name, &value, &why);
    assert_int_equal(status, table[i].value < 0 ? -1 : 0);
    assert_int_equal(rosin_player_settings_check(1, &table[i].text, &why), status);
    assert_true(status || value == table[i].value);
    assert_true(status || rosin_player_set(s.player, name + 7, value, &why) == 0);
    assert_true(status || rosin_player_get(s.player, name + 7) == value);
    assert_true(!status || strncmp(why.text, table[i].said, strlen(table[i].said)) == 0);
  }
  const char *const wrong[] = {"player.nobody=1", "player.vibrato=-1"};
  for (int i = 0; i < 2; i++)
    assert_int_equal(rosin_player_settings_check(1, &wrong[i], &why), -1);
  rosin_tuning tuning;
  assert_int_equal(rosin_tuning_scala(&tuning, "/nowhere.scl", &why), -1);
  assert_ptr_equal(strstr(why.text, "/nowhere.scl: cannot be read: "), why.text);
  stage_close(&s);
}

static void files_are_closed(void **state) {
  (void)state;
  struct rlimit was, few;
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, "rosin", 5) == 5);
  close(file);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
  few = was;
  few.rlim_cur = (rlim_t)file + 8;
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
  int whole = 0;
  for (int i = 0; i < 20; i++) {
    long size;
    rosin_error error;
    unsigned char *bytes = rosin_bytes_read(path, &size, &error);
    whole += bytes && size == 5 && memcmp(bytes, "rosin", 5) == 0;
    free(bytes);
    rosin_controls controls;
    rosin_controls_read(&controls, rosin_player_parameters(), path, &error);
    whole -= strstr(error.text, "is no table") == NULL;
  }
  setrlimit(RLIMIT_NOFILE, &was);
  unlink(path);
  assert_int_equal(whole, 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_martele_stops_by_itself),
      cmocka_unit_test(settings_have_ranges),
      cmocka_unit_test(the_lowest_string_is_pencilled),
      cmocka_unit_test(a_player_has_its_scale),
      cmocka_unit_test(who_spoke_last_is_shown),
      cmocka_unit_test(channels_heed_their_own_controllers),
      cmocka_unit_test(long_names_are_cut_between_characters),
      cmocka_unit_test(a_spiccato_slows_as_it_flies),
      cmocka_unit_test(settings_are_read),
      cmocka_unit_test(files_are_closed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
