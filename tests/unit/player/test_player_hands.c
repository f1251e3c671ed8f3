/* SPDX-License-Identifier: BSD-3-Clause */
/* What a player's hands do at a moment, against tests/unit/player/player_hands.txt: where fingers
 * and bow are sent, for notes, strokes and settings at random; and what the ear makes the finger
 * do, and when. The scene is not moved: what is sent to it is kept (wrapped by the linker). */
#include "chance.h"
#include "golden.h"
#include "player/course/course.h"
#include "player/hand/hands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RAMPS = 8 };

static double sent[RAMPS];

void __wrap_rosin_scene_ramp(rosin_scene *s, int ramp, double target);
void __wrap_rosin_scene_ramp(rosin_scene *s, int ramp, double target) {
  (void)s;
  assert_in_range(ramp, 0, RAMPS - 1);
  sent[ramp] = target;
}

/* A player and a string of its in the middle of something. */
static void some_state(rosin_player *p, rosin_course *c, const rosin_model_instrument *instrument,
                       rosin_contact *bow) {
  *p = (rosin_player){.instrument = instrument,
                      .rate = 48000,
                      .now = between(1, 9),
                      .dt = 0.0013,
                      .apart = {.rate = 1, .depth = 1}};
  p->s = (rosin_player_settings){.dynamics = between(0, 1),
                                 .pressure = between(0, 1),
                                 .position = between(0.4, 2),
                                 .assist = one_of(2),
                                 .change = 0.08,
                                 .portamento = one_of(3) * 0.05,
                                 .vibrato = one_of(3) * 15,
                                 .vibrato_rate = between(3, 8),
                                 .vibrato_delay = one_of(2) * 0.3,
                                 .humanity = between(0, 1),
                                 .ear = one_of(2),
                                 .finger_loss = between(0, 9),
                                 .release = between(0, 2),
                                 .touch = one_of(3) * 0.4,
                                 .by_hand = one_of(4) == 0};
  for (int i = 0; i < 16; i++)
    p->channel[i].pressure = between(0, 1);
  const int pressed = one_of(2);
  for (int i = 0; i < 16; i++)
    p->channel[i].pressed = pressed;
  p->wander_force = between(-1, 1);
  p->wander_speed = between(-1, 1);
  p->wander_position = between(-1, 1);
  p->wander_pitch = between(-1, 1);
  p->s.velocity = 0.35;
  p->s.accent_time = 0.12;
  p->hand_down = one_of(2);
  p->hand_speed = between(-1, 1);
  p->hand_press = between(0, 1);
  p->courses = 1;
  rosin_bounce_start(&p->bounce, 0.65);
  p->direction = one_of(2) ? 1 : -1;
  *c = (rosin_course){.open = between(60, 400),
                      .impedance = between(0.2, 0.9),
                      .heft = 1,
                      .slack = between(0.1, 0.5),
                      .finger = 0,
                      .mute = 1,
                      .force = 2,
                      .velocity = 3,
                      .position = 4,
                      .hand_force = 5,
                      .hand_velocity = 6,
                      .hand_position = 7,
                      .has_hand = one_of(4) > 0,
                      .bow = bow,
                      .wood_static = 0.3,
                      .wood_kinetic = 0.2,
                      .hair_static = 0.8,
                      .hair_kinetic = 0.35,
                      .sounding = 1,
                      .held = one_of(3) > 0,
                      .channel = one_of(16),
                      .key = between(40, 80),
                      .loudness = between(0, 1),
                      .articulation = (rosin_articulation)one_of(ROSIN_ARTICULATIONS),
                      .direction = one_of(2) ? 1 : -1,
                      .struck = p->now - between(0, 1),
                      .partial = one_of(3) ? 1 : 2 + one_of(4),
                      .lift = between(0, 1),
                      .speed = between(-0.4, 0.4),
                      .thrift = 1,
                      .aside = 1,
                      .placed = between(0.05, 0.2),
                      .settled = between(0, 0.2),
                      .pressed = between(0, 1),
                      .crossed = one_of(4) == 0,
                      .corrected = between(-80, 80),
                      .heard = p->now - between(0, 0.06),
                      .offset = between(-4, 4),
                      .ear = {.rate = 48000}};
  c->wanted = c->open * (one_of(4) ? between(1, 4) : 1);
  c->began = c->struck + between(0, 0.02);
  c->ended = c->held ? -1 : p->now - between(0, 3);
  c->glide_from = log2(c->wanted * between(0.8, 1.2));
  c->glide_began = p->now - between(0, 0.15);
}

/* 0.4 s, the last 0.1 of them at another pitch. */
static void hear(rosin_course *c, double hertz, double last) {
  double v[64], phase = 0;
  rosin_ear_forget(&c->ear);
  for (int b = 0; b < 300; b++) {
    for (int i = 0; i < 64; i++) {
      phase += (b < 225 ? hertz : last) / c->ear.rate;
      v[i] = fmod(phase, 1) < 0.1 ? 2 : 0;
    }
    rosin_ear_hear(&c->ear, v, 64, 1, c->ear.rate / hertz);
  }
}

static void hands_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/player/player_hands.txt");
  rosin_model_instrument instrument = {.courses = 1,
                                       .bow_position = 0.11,
                                       .bow_length = 0.6,
                                       .resistance = 180,
                                       .starts = 1,
                                       .highest = 29,
                                       .hand_force = 100};
  rosin_contact *bow = rosin_contact_new("elastoplastic", 48000, NULL);
  rosin_player p;
  rosin_course c;
  seed = 3;
  for (int i = 0; i < 160; i++) {
    instrument.resistance = i % 3 ? 180 : 4; /* an end that gives way asks for force */
    some_state(&p, &c, &instrument, bow);
    const rosin_stroke s =
        rosin_stroke_at(c.articulation, p.now - c.began, c.held ? -1 : p.now - c.ended, p.s.change);
    for (int r = 0; r < RAMPS; r++)
      sent[r] = -1;
    const double beta = rosin_player_beta(&p, &c, &s), gliding = rosin_player_gliding(&p, &c);
    for (int turn = 0; turn < 3; turn++)
      rosin_player_move_bow(&p, &c, &s);
    rosin_player_move_finger(&p, &c);
    rosin_player_move_hand(&p, &c, &s);
    double row[RAMPS + 10] = {beta,      gliding,   rosin_player_loudness(&p, &c),
                              c.lift,    c.speed,   c.placed,
                              c.settled, c.pressed, c.direction,
                              c.wooden};
    memcpy(row + 10, sent, sizeof sent);
    golden_in(&g, "%d:%s", i, rosin_articulation_name(c.articulation));
    golden_columns(
        &g, "hands",
        "beta gliding loudness lift speed placed settled pressed direction wooden finger "
        "mute force velocity position hand_force hand_velocity hand_position",
        row, 1e-6, 1e-6);
    if (c.wooden)
      golden_row(&g, "wood", (double[]){rosin_contact_get(bow, "mu_static")}, 1, 1e-9, 0);
  }
  rosin_contact_free(bow);
  assert_int_equal(golden_close(&g), 0);
}

/* A quarter of the way, no oftener than each 30 ms, within 80 cents, if it is not another note
 * that is heard. */
static void the_ear_leads_the_finger(void **state) {
  (void)state;
  static const struct {
    double sharp, corrected, wanted; /* cents */
  } cases[] = {{20, 0, -5},     {-20, 10, 15}, {60, -70, -80}, {-60, 70, 80},
               {89, 0, -22.25}, {92, 3, 3},    {-92, 3, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rosin_player p = {.now = 5, .s = {.ear = 1, .vibrato = 10, .vibrato_rate = 5}};
    rosin_course c = {
        .wanted = 300, .corrected = cases[i].corrected, .heard = 4.96, .ear = {.rate = 48000}};
    const double hertz = 300 * exp2(cases[i].sharp / 1200);
    hear(&c, hertz, hertz);
    rosin_player_correct(&p, &c);
    assert_true(fabs(c.corrected - cases[i].wanted) < 0.1);
    assert_true(c.heard == 5);
    const double once = c.corrected;
    p.now = 5.029;
    rosin_player_correct(&p, &c);
    assert_true(c.corrected == once && c.heard == 5);
    p.now = 5.031;
    rosin_player_correct(&p, &c);
    assert_true(c.heard == 5.031);
    p.s.ear = 0;
    p.now = 6;
    rosin_player_correct(&p, &c);
    assert_true(c.heard == 5.031);
  }
  for (int vibrato = 0; vibrato < 2; vibrato++) { /* it listens for a turn of it, or for 80 ms */
    rosin_player p = {.now = 5, .s = {.ear = 1, .vibrato = 10 * vibrato, .vibrato_rate = 5}};
    rosin_course c = {.wanted = 300, .ear = {.rate = 48000}};
    hear(&c, 300, 306);
    rosin_player_correct(&p, &c);
    const double sharp = 1200 * log2(306 / 300.0);
    assert_true(fabs(c.corrected + 0.25 * sharp * (vibrato ? 0.5 : 1)) < 0.5);
  }
  for (int partial = 1; partial < 6; partial++)
    for (int open = 0; open < 2; open++) { /* nor of a harmonic what no finger stops */
      rosin_player p = {.now = 5, .s = {.ear = 1}};
      rosin_course c = {.open = open ? 300.0 / partial : 100.0 / partial,
                        .partial = partial,
                        .wanted = 300,
                        .corrected = 7,
                        .ear = {.rate = 48000}};
      hear(&c, 306, 306);
      rosin_player_correct(&p, &c);
      assert_true(open ? c.corrected == 0 : c.corrected < 0 && c.heard == 5);
    }
  rosin_player p = {.now = 5, .s = {.ear = 1}};
  rosin_course c = {.wanted = 300, .corrected = 7, .ear = {.rate = 48000}};
  rosin_ear_forget(&c.ear);
  rosin_player_correct(&p, &c); /* silence */
  assert_true(c.corrected == 7 && c.heard == 5);
}

/* The string on which a hand that lies three semitones up has it nearest. */
static void a_hand_begins_three_semitones_up(void **state) {
  (void)state;
  const rosin_hands_string s[] = {{.open = 100, .stopped = -1},
                                  {.open = 100 * exp2(3 / 12.0), .stopped = -1}};
  int partial;
  assert_int_equal(rosin_hands_choose(s, 2, s[1].open, 29, 0, &partial), 0);
  assert_int_equal(rosin_hands_choose(s, 2, 100, 29, 0, &partial), 0);
  assert_int_equal(rosin_hands_choose(s, 2, 100 * exp2(4 / 12.0), 29, 0, &partial), 0);
  assert_int_equal(rosin_hands_choose(s, 2, 100 * exp2(6 / 12.0), 29, 0, &partial), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hands_hold_still),
      cmocka_unit_test(the_ear_leads_the_finger),
      cmocka_unit_test(a_hand_begins_three_semitones_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
