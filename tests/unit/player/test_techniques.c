/* SPDX-License-Identifier: BSD-3-Clause */
/* What goes with a stroke, and techniques beyond the articulations: mute, place of the bow, wood,
 * snap, open strings by choice, scoops and falls; and the keys of whoever plays them as a sampled
 * library. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "player/course/tone.h"
#include "player/play/switches.h"
#include "stage.h"

enum { C, G, D, A };

static void set(stage *s, const char *name, double value) {
  assert_int_equal(rosin_player_set(s->player, name, value, NULL), 0);
}

/* What a score tells a channel. */
static void tell(stage *s, int channel, const char *name, double value) {
  const rosin_parameter *all = rosin_player_parameters();
  int row = 0;
  while (strcmp(all[row].name, name))
    row++;
  stage_say(s, ROSIN_PLAYER_TELL, channel, row, value);
}

static double control(const stage *s, const char *name) {
  const rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

static rosin_course *course(stage *s, int string) {
  return &s->player->course[string];
}

static double heard_to_play(stage *s, double velocity) {
  rosin_player_event(s->player, &(rosin_player_event_t){
                                    .kind = ROSIN_PLAYER_NOTE_ON, .key = 52, .value = velocity});
  const double loud = rosin_player_loudness(s->player, course(s, s->player->last));
  stage_off(s, 0, 52);
  stage_run(s, 0.05);
  return loud;
}

/* ---- what goes with a stroke ------------------------------------------------------------ */

static stage open_cello(void) {
  stage s = {.scene = rosin_scene_load("cello", 0, NULL, NULL)};
  assert_non_null(s.scene);
  assert_int_equal(rosin_scene_prepare(s.scene, 48000, STAGE_BLOCK, NULL), 0);
  assert_non_null(s.player = rosin_player_new(s.scene, 1, NULL));
  return s;
}

/* 4.7 times the bridge's 3.2 g, whoever asks for it: the player's own setting or the channel that
 * plays. */
static void a_mute_is_put_on_and_taken_off(void **state) {
  (void)state;
  stage s = open_cello();
  stage_on(&s, 0, 50);
  stage_run(&s, 0.05);
  assert_float_equal(control(&s, "bridge.mute"), 0, 0);
  set(&s, "sordino", 1);
  stage_run(&s, 0.1);
  assert_float_equal(control(&s, "bridge.mute"), 4.7 * 0.0032, 1e-9);
  set(&s, "sordino", 0);
  stage_run(&s, 0.1);
  assert_float_equal(control(&s, "bridge.mute"), 0, 0);
  tell(&s, 3, "sordino", 0.5);
  stage_run(&s, 0.1);
  assert_float_equal(control(&s, "bridge.mute"), 0, 0); /* that channel has not played */
  stage_on(&s, 3, 52);
  stage_run(&s, 0.1);
  assert_float_equal(control(&s, "bridge.mute"), 0.5 * 4.7 * 0.0032, 1e-9);
  rosin_player_reset(s.player);
  stage_run(&s, 0.01);
  assert_float_equal(control(&s, "bridge.mute"), 0, 0);
  stage_close(&s);
  s = stage_open(""); /* strings without a bridge play on */
  set(&s, "sordino", 1);
  stage_on(&s, 0, 50);
  stage_run(&s, 0.05);
  assert_true(s.peak > 0);
  stage_close(&s);
}

static double place_at(stage *s, double ponticello) {
  set(s, "ponticello", ponticello);
  stage_on(s, 0, 52);
  stage_run(s, 0.3);
  const double place = control(s, "bow-d.position");
  stage_off(s, 0, 52);
  stage_run(s, 0.5);
  return place;
}

static void the_bow_goes_to_bridge_and_fingerboard(void **state) {
  (void)state;
  stage s = stage_open("");
  const double usual = place_at(&s, 0);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 4e4, 0);
  assert_float_equal(place_at(&s, 1) / usual, 0.75, 0.02);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 36e4, 1e-6);
  const double half = place_at(&s, 0.5) / usual;
  assert_true(half < 0.98 && half > 0.78);
  assert_float_equal(place_at(&s, -1) / usual, 1.6, 0.05);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 4e4, 0);
  place_at(&s, 1);
  rosin_player_reset(s.player);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 4e4, 0);
  stage_close(&s);
}

static void wood_is_harder_and_grips_less(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "technique", 2);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.2);
  assert_int_equal(course(&s, D)->articulation, ROSIN_WOOD_DRAWN);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "mu_static"), 0.35, 0);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 60e4, 1e-6);
  const double slow = fabs(course(&s, D)->speed);
  stage_off(&s, 0, 52);
  stage_run(&s, 0.5);
  set(&s, "technique", 0);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.3);
  assert_int_equal(course(&s, D)->articulation, ROSIN_DETACHE);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "mu_static"), 1, 0);
  assert_float_equal(rosin_contact_get(course(&s, D)->bow, "sigma0"), 4e4, 0);
  assert_true(slow < 0.4 * fabs(course(&s, D)->speed));
  stage_close(&s);
}

/* The hand is off the string once it has let go, but where the string comes back: half a period
 * later, on A3 after 2.3 ms. */
static void a_snap_strikes_the_board(void **state) {
  (void)state;
  stage s = open_cello();
  set(&s, "humanity", 0);
  set(&s, "technique", 1);
  stage_on(&s, 0, 58);
  double strikes = 0, most = 0;
  for (int i = 0; i < 100; i++) {
    stage_run(&s, 0.001);
    const double t = s.player->now - course(&s, A)->began - ROSIN_SNAP_PULLED;
    const double force = control(&s, "hand-a.force");
    most = fmax(most, force);
    strikes += t > 0.002 && t < 0.012 && force > 5;
    assert_true(t < 0.02 || force < 1e-9);
  }
  assert_true(strikes >= 3);
  assert_true(s.player->bows == 0); /* it rings on, and so do the others */
  stage_close(&s);
}

/* ---- the left hand ---------------------------------------------------------------------- */

static int string_of(stage *s, double choice, double key) {
  set(s, "open_strings", choice);
  stage_on(s, 0, key);
  stage_run(s, 0.02);
  const int string = s->player->last;
  stage_off(s, 0, key);
  stage_run(s, 0.02);
  return string;
}

static void open_strings_are_as_one_wants_them(void **state) {
  (void)state;
  stage s = stage_open("");
  assert_int_equal(string_of(&s, 0, 57), A);
  assert_int_equal(string_of(&s, 1, 57), D);
  assert_int_equal(string_of(&s, 2, 57), A);
  assert_int_equal(string_of(&s, 1, 36), C); /* nowhere else */
  string_of(&s, 0, 45);
  for (int i = 0; i < 3; i++) /* the hand is high on the G string */
    string_of(&s, 0, 55 + i % 2);
  assert_int_equal(string_of(&s, 2, 50), D);
  stage_close(&s);
}

static double cents(double hertz, double key) {
  return 1200 * log2(hertz / (440 * exp2((key - 69) / 12)));
}

static void notes_scoop_and_fall(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "vibrato", 0);
  set(&s, "ear", 0);
  set(&s, "scoop", 2);
  set(&s, "fall", 5);
  stage_on(&s, 0, 55); /* on the D string */
  stage_run(&s, 0.004);
  assert_float_equal(cents(control(&s, "d.finger"), 55), -200, 10);
  stage_run(&s, 0.07);
  assert_float_equal(cents(control(&s, "d.finger"), 55), -100, 25);
  stage_run(&s, 0.2);
  assert_float_equal(cents(control(&s, "d.finger"), 55), 0, 1);
  stage_off(&s, 0, 55);
  stage_run(&s, 0.2);
  assert_float_equal(cents(control(&s, "d.finger"), 55), -125, 20);
  assert_true(course(&s, D)->lift > 0.9); /* and the bow goes on */
  stage_run(&s, 0.2);
  assert_true(cents(control(&s, "d.finger"), 55) < -450);
  stage_run(&s, 0.4);
  assert_float_equal(control(&s, "bow-d.force"), 0, 1e-9);
  stage_close(&s);
}

/* However short its release, a note slides on until it has fallen; where all is hushed it does not.
 */
static void what_falls_falls_to_its_end(void **state) {
  (void)state;
  for (int hushed = 0; hushed < 2; hushed++) {
    stage s = stage_open("");
    set(&s, "vibrato", 0);
    set(&s, "ear", 0);
    set(&s, "fall", 5);
    set(&s, "release", 0);
    stage_on(&s, 0, 55);
    stage_run(&s, 0.3);
    if (hushed)
      stage_say(&s, ROSIN_PLAYER_QUIET, 0, 0, 0);
    else
      stage_off(&s, 0, 55);
    stage_run(&s, 0.2);
    if (hushed) {
      assert_float_equal(control(&s, "bow-d.force"), 0, 1e-9);
      stage_on(&s, 0, 55); /* the next one falls again */
      stage_run(&s, 0.3);
      stage_off(&s, 0, 55);
      stage_run(&s, 0.2);
    }
    assert_true(fabs(cents(control(&s, "d.finger"), 55) + 125) < 20); /* also of no number */
    assert_true(course(&s, D)->lift > 0.9);
    stage_close(&s);
  }
}

/* ---- dynamics --------------------------------------------------------------------------- */

static void velocity_counts_as_much_as_it_is_let(void **state) {
  (void)state;
  stage s = stage_open("");
  assert_float_equal(heard_to_play(&s, 0.9) - heard_to_play(&s, 0.3), 0.35 * 0.6, 1e-9);
  set(&s, "velocity", 0);
  assert_float_equal(heard_to_play(&s, 0.9), heard_to_play(&s, 0.3), 0);
  set(&s, "velocity", 0.75);
  assert_float_equal(heard_to_play(&s, 0.9) - heard_to_play(&s, 0.3), 0.75 * 0.6, 1e-9);
  stage_close(&s);
}

static double speed_after(stage *s, double accent_time) {
  set(s, "accent_time", accent_time);
  rosin_player_event(s->player,
                     &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 52, .value = 1});
  stage_run(s, 0.5);
  const double speed = fabs(course(s, D)->speed);
  stage_off(s, 0, 52);
  stage_run(s, 1);
  return speed;
}

static void accents_stay_as_long_as_asked(void **state) {
  (void)state;
  stage s = stage_open("");
  const double gone = speed_after(&s, 0.12), stays = speed_after(&s, 5);
  assert_true(stays > 1.35 * gone);
  stage_close(&s);
}

/* A note that begins bent down lies where a finger can take it there. */
static void a_note_bent_down_takes_a_string_that_reaches(void **state) {
  (void)state;
  for (int bent = 0; bent < 2; bent++) {
    stage s = stage_open("");
    if (bent)
      stage_say(&s, ROSIN_PLAYER_BEND, 0, 0, -2);
    stage_on(&s, 0, 57);
    assert_int_equal(s.player->last, bent ? D : A);
    assert_float_equal(course(&s, s.player->last)->wanted, bent ? 220 * exp2(-2 / 12.0) : 220,
                       1e-6);
    stage_off(&s, 0, 57);
    stage_run(&s, 0.1);
    stage_on(&s, 0, 60); /* reaches as it lies */
    assert_int_equal(s.player->last, A);
    stage_off(&s, 0, 60);
    stage_run(&s, 0.1);
    stage_on(&s, 0, 36); /* nothing is lower: it sounds as low as it can */
    assert_int_equal(s.player->last, C);
    assert_int_equal(rosin_player_missed(s.player), 0);
    stage_close(&s);
  }
}

/* ---- harmonics --------------------------------------------------------------------------- */

/* One is no partial that a finger could touch: as 0, so that a host's knob passes it unheard. */
static void the_first_partial_is_the_hands_choice(void **state) {
  (void)state;
  int chosen[4];
  for (int partial = 0; partial <= 3; partial++) {
    stage s = stage_open("");
    set(&s, "articulation", ROSIN_HARMONIC);
    set(&s, "partial", partial);
    stage_on(&s, 0, 62); /* the second of D, the third of G */
    chosen[partial] = course(&s, s.player->last)->partial;
    stage_close(&s);
  }
  assert_int_equal(chosen[1], chosen[0]);
  assert_int_equal(chosen[2], 2);
  assert_int_equal(chosen[3], 3);
}

/* ---- as a sampled library --------------------------------------------------------------- */

static void controllers_are_a_librarys(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "library", 1);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 1, 0.5);
  assert_float_equal(heard_to_play(&s, 0.9), 0.55, 1e-9);
  assert_float_equal(heard_to_play(&s, 0.2), 0.55, 1e-9); /* the attack's alone */
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 11, 0.5);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.3);
  assert_float_equal(rosin_player_loudness(s.player, course(&s, D)), 0.55, 1e-9);
  assert_float_equal(s.player->side[0], 0.25, 1e-3); /* 40 log10, as of controller 7 */
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 21, 1);
  assert_float_equal(ROSIN_TOLD(s.player, course(&s, D), vibrato), 50, 1e-9);
  stage_close(&s);
}

/* What its table alone moves is as it is set once another table holds, of a channel and of a note;
 * what both move stays. */
static void what_a_library_moved_is_left_with_it(void **state) {
  (void)state;
  stage s = stage_open("");
  const double usual = heard_to_play(&s, 0.9);
  set(&s, "library", 1);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 11, 0.5);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 17, 1);
  stage_say(&s, ROSIN_PLAYER_CONTROL, 0, 21, 1);
  rosin_player_event(
      s.player, &(rosin_player_event_t){
                    .kind = ROSIN_PLAYER_NOTE_ON, .single = 1, .note = 5, .key = 52, .value = 0.9});
  rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                       .single = 1,
                                                       .note = 5,
                                                       .channel = -1,
                                                       .key = -1,
                                                       .controller = 11,
                                                       .value = 0.25});
  stage_run(&s, 0.3);
  assert_float_equal(s.player->side[0], 1 / 16.0, 1e-3);
  set(&s, "library", 1); /* no other table: nothing is left */
  stage_run(&s, 0.3);
  assert_float_equal(s.player->side[0], 1 / 16.0, 1e-3);
  set(&s, "library", 0);
  stage_run(&s, 0.3);
  assert_float_equal(s.player->side[0], 1, 1e-3);
  assert_float_equal(ROSIN_TOLD(s.player, course(&s, D), ponticello), 0, 0);
  assert_float_equal(ROSIN_TOLD(s.player, course(&s, D), vibrato), 50, 1e-9);
  stage_off(&s, 0, 52);
  stage_run(&s, 0.1);
  assert_float_equal(heard_to_play(&s, 0.9), usual, 0); /* velocity counts again */
  set(&s, "controls", 1);                               /* swam's velocities are portamento */
  stage_on(&s, 0, 52);
  assert_float_equal(ROSIN_TOLD(s.player, course(&s, D), portamento), 0.5 * pow(0.06, 0.7), 1e-9);
  set(&s, "controls", 0);
  assert_float_equal(ROSIN_TOLD(s.player, course(&s, D), portamento), 0.05, 0);
  stage_close(&s);
}

static void press(stage *s, int below) {
  stage_on(s, 0, 36 + below);
  stage_off(s, 0, 36 + below);
}

/* Each sets what it names and nothing besides; those of the lower octave with `library` alone. */
static void keys_choose_what_goes_with_a_stroke(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "key_switches", 1);
  press(&s, -5);
  assert_float_equal(s.player->s.articulation, ROSIN_PIZZICATO, 0);
  press(&s, -21);
  assert_float_equal(s.player->s.sordino, 0, 0);
  assert_int_equal(rosin_player_missed(s.player), 1); /* too low, as ever */
  set(&s, "library", 1);
  for (int i = 0; rosin_switches_at(i); i++) {
    const rosin_switch *key = rosin_switches_at(i);
    press(&s, key->below);
    if (key->value >= 0 && key->setting != ROSIN_SETTING(technique))
      assert_float_equal(*(double *)(void *)((char *)&s.player->s + key->setting), key->value, 0);
    for (int k = 0; k < i; k++) {
      assert_int_not_equal(rosin_switches_at(k)->below, key->below);
      assert_string_not_equal(rosin_switches_at(k)->name, key->name);
    }
    if (key->setting == ROSIN_SETTING(articulation))
      assert_string_equal(key->name, rosin_articulation_name((int)key->value));
    else if (key->setting == ROSIN_SETTING(technique) && key->value > 0)
      assert_string_equal(key->name, rosin_stroke_name(ROSIN_ARTICULATIONS + (int)key->value - 1));
  }
  set(&s, "a4", 415); /* keys stay where maps have them */
  press(&s, -24);
  assert_float_equal(s.player->s.technique, 1, 0);
  press(&s, -12);
  assert_float_equal(s.player->s.technique, 0, 0); /* a stroke ends a technique */
  assert_int_equal(rosin_player_missed(s.player), 1);
  stage_close(&s);
}

/* Where the finger is on its way, beside a key. */
static double cents_of(stage *s, int string, double key) {
  const double meant = log2(440) + (key - 69) / 12;
  return 1200 * (rosin_player_gliding(s->player, course(s, string)) - meant);
}

static void keys_turn_the_bow_and_repeat_the_note(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "library", 1);
  press(&s, -14); /* nothing sounds: nothing happens */
  press(&s, -13);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.3);
  const double way = course(&s, D)->direction, began = course(&s, D)->began;
  press(&s, -14);
  assert_float_equal(course(&s, D)->direction, -way, 0);
  assert_float_equal(course(&s, D)->began, began, 0); /* the note goes on */
  stage_run(&s, 0.3);
  press(&s, -13);
  assert_true(course(&s, D)->began > began + 0.5);
  assert_int_equal(course(&s, D)->held && course(&s, D)->keyed, 1);
  assert_float_equal(course(&s, D)->key, 52, 0);
  stage_run(&s, 0.2);
  stage_off(&s, 0, 52);
  assert_int_equal(course(&s, D)->held, 0);
  stage_close(&s);
}

/* A scoop belongs to a new note. */
static void a_repeated_note_has_its_pitch(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "library", 1);
  set(&s, "scoop", 3);
  stage_on(&s, 0, 52);
  assert_float_equal(cents_of(&s, D, 52), -300, 1e-6);
  stage_run(&s, 0.3);
  assert_float_equal(cents_of(&s, D, 52), 0, 1e-6);
  press(&s, -13);
  assert_float_equal(cents_of(&s, D, 52), 0, 1e-6);
  stage_run(&s, 0.02);
  assert_float_equal(cents_of(&s, D, 52), 0, 1e-6);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mute_is_put_on_and_taken_off),
      cmocka_unit_test(the_bow_goes_to_bridge_and_fingerboard),
      cmocka_unit_test(wood_is_harder_and_grips_less),
      cmocka_unit_test(a_snap_strikes_the_board),
      cmocka_unit_test(open_strings_are_as_one_wants_them),
      cmocka_unit_test(notes_scoop_and_fall),
      cmocka_unit_test(what_falls_falls_to_its_end),
      cmocka_unit_test(velocity_counts_as_much_as_it_is_let),
      cmocka_unit_test(accents_stay_as_long_as_asked),
      cmocka_unit_test(a_note_bent_down_takes_a_string_that_reaches),
      cmocka_unit_test(the_first_partial_is_the_hands_choice),
      cmocka_unit_test(controllers_are_a_librarys),
      cmocka_unit_test(what_a_library_moved_is_left_with_it),
      cmocka_unit_test(keys_choose_what_goes_with_a_stroke),
      cmocka_unit_test(keys_turn_the_bow_and_repeat_the_note),
      cmocka_unit_test(a_repeated_note_has_its_pitch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
