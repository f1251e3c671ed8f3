/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI messages to a player's events, message by message, and MPE's two zones. */
#include "player/midi/channel.h"
#include "player/midi/midi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static int say(rosin_midi *m, int status, int first, int second, rosin_player_event_t *e) {
  const unsigned char b[] = {(unsigned char)status, (unsigned char)first, (unsigned char)second};
  const int short_one = status >> 4 == 0xc || status >> 4 == 0xd;
  return rosin_midi_events(m, b, short_one ? 2 : 3, e);
}

static void messages_are_events(void **state) {
  (void)state;
  static const struct {
    int status, first, second, count, kind, channel, controller;
    double key, value;
  } rows[] = {
      {0x90, 60, 127, 1, ROSIN_PLAYER_NOTE_ON, 0, 0, 60, 1},
      {0x9f, 0, 1, 1, ROSIN_PLAYER_NOTE_ON, 15, 0, 0, 1 / 127.0},
      {0x93, 61, 0, 1, ROSIN_PLAYER_NOTE_OFF, 3, 0, 61, 0},
      {0x83, 127, 64, 1, ROSIN_PLAYER_NOTE_OFF, 3, 0, 127, 64 / 127.0},
      {0xa2, 60, 100, 1, ROSIN_PLAYER_PRESSURE, 2, 0, 60, 100 / 127.0},
      {0xd4, 127, 0, 1, ROSIN_PLAYER_PRESSURE, 4, 0, 127, 1},
      {0xb1, 1, 127, 1, ROSIN_PLAYER_CONTROL, 1, 1, 1, 1},
      {0xb1, 74, 0, 1, ROSIN_PLAYER_CONTROL, 1, 74, 74, 0},
      {0xb0, 120, 0, 1, ROSIN_PLAYER_QUIET, 0, 120, 120, 0},
      {0xb0, 123, 0, 1, ROSIN_PLAYER_QUIET, 0, 123, 123, 0},
      {0xb0, 121, 0, 1, ROSIN_PLAYER_CONTROL, 0, 121, 121, 0},
      {0xb0, 38, 5, 0, 0, 0, 0, 0, 0},
      {0xb0, 6, 5, 0, 0, 0, 0, 0, 0},
      {0xc0, 45, 0, 1, ROSIN_PLAYER_PROGRAM, 0, 45, 45, 0},
      {0x99, 38, 100, 0, 0, 0, 0, 0, 0}, /* percussion is not played */
      {0x89, 38, 0, 0, 0, 0, 0, 0, 0},
      {0xb9, 11, 127, 1, ROSIN_PLAYER_CONTROL, 9, 11, 11, 1},
      {0xe2, 0, 64, 1, ROSIN_PLAYER_BEND, 2, 0, 0, 0},
      {0xe2, 0, 0, 1, ROSIN_PLAYER_BEND, 2, 0, 0, -2},
      {0xe2, 127, 127, 1, ROSIN_PLAYER_BEND, 2, 0, 0, 2 * 8191 / 8192.0},
      {0xe2, 1, 64, 1, ROSIN_PLAYER_BEND, 2, 0, 0, 2 / 8192.0},
      {0xf2, 1, 64, 0, 0, 0, 0, 0, 0},
      {0x70, 1, 64, 0, 0, 0, 0, 0, 0},
  };
  rosin_midi m;
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  rosin_midi_start(&m);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const int count = say(&m, rows[i].status, rows[i].first, rows[i].second, e);
    if (count != rows[i].count ||
        (count && ((int)e->kind != rows[i].kind || e->channel != rows[i].channel ||
                   e->controller != rows[i].controller || e->key != rows[i].key ||
                   fabs(e->value - rows[i].value) > 1e-12)))
      fail_msg("row %d: %d events, kind %d, channel %d, controller %d, key %g, value %g", (int)i,
               count, (int)e->kind, e->channel, e->controller, e->key, e->value);
  }
  const unsigned char cut[] = {0x90, 60};
  assert_int_equal(rosin_midi_events(&m, cut, 2, e), 0);
  assert_int_equal(rosin_midi_events(&m, cut, 1, e), 0);
}

/* Half a bend up on a channel: its semitones. */
static double half(rosin_midi *m, int channel) {
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  assert_true(say(m, 0xe0 | channel, 0, 0x60, e) >= 1);
  const double x = m->bend[channel];
  say(m, 0xe0 | channel, 0, 0x40, e);
  return x;
}

static void choose(rosin_midi *m, int channel, int high, int low, int value) {
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  assert_int_equal(say(m, 0xb0 | channel, 101, high, e), 0);
  assert_int_equal(say(m, 0xb0 | channel, 100, low, e), 0);
  assert_int_equal(say(m, 0xb0 | channel, 6, value, e), 0);
}

static void channels_are_tuned(void **state) {
  (void)state;
  rosin_midi m;
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  rosin_midi_start(&m);
  say(&m, 0xb3, 101, 0, e);
  say(&m, 0xb3, 100, 2, e);
  assert_int_equal(say(&m, 0xb3, 6, 64 - 12, e), 1); /* an octave down */
  assert_true(e[0].kind == ROSIN_PLAYER_TUNE && e[0].channel == 3 && e[0].value == -12);
  say(&m, 0xb3, 100, 1, e);
  assert_int_equal(say(&m, 0xb3, 6, 96, e), 1); /* half a semitone up */
  assert_true(e[0].value == -11.5);
  assert_int_equal(say(&m, 0xb3, 38, 64, e), 1);
  assert_true(e[0].value == -11.5 + 64 / 8192.0);
  say(&m, 0xb4, 101, 0, e); /* each its own; a manager's is its members' */
  say(&m, 0xb4, 100, 2, e);
  assert_int_equal(say(&m, 0xb4, 6, 65, e), 1);
  assert_true(e[0].channel == 4 && e[0].value == 1);
  rosin_midi_mpe(&m, 3);
  say(&m, 0xb0, 101, 0, e);
  say(&m, 0xb0, 100, 2, e);
  assert_int_equal(say(&m, 0xb0, 6, 66, e), 4);
  assert_true(e[3].channel == 3 && e[3].value == 2);
}

/* A zone's controllers and programs are its members', and its notes of channel 10 no drums. */
static void managers_speak_for_members(void **state) {
  (void)state;
  rosin_midi m;
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  rosin_midi_start(&m);
  rosin_midi_mpe(&m, 15);
  assert_int_equal(say(&m, 0xb0, 64, 127, e), 16);
  for (int i = 0; i < 16; i++)
    assert_true(e[i].channel == i && e[i].controller == 64 && e[i].value == 1);
  assert_int_equal(say(&m, 0xc0, 45, 0, e), 16);
  assert_int_equal(say(&m, 0xb2, 74, 1, e), 1);
  assert_int_equal(say(&m, 0x99, 60, 100, e), 1);
}

static void parameters_are_chosen(void **state) {
  (void)state;
  rosin_midi m;
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  rosin_midi_start(&m);
  assert_true(half(&m, 5) == 1);
  choose(&m, 5, 0, 0, 12);
  assert_true(half(&m, 5) == 6 && half(&m, 4) == 1);
  choose(&m, 5, 0, 0, 96);
  assert_true(half(&m, 5) == 48);
  choose(&m, 5, 0, 0, 97); /* nobody bends so far */
  assert_true(half(&m, 5) == 48);
  choose(&m, 5, 0, 5, 3); /* the depth of vibrato by a wheel is nobody's */
  assert_true(half(&m, 5) == 48);
  choose(&m, 5, 1, 0, 3); /* nor what is not registered so */
  assert_true(half(&m, 5) == 48);
  choose(&m, 5, 0, 0, 12);
  say(&m, 0xb5, 38, 50, e); /* and cents */
  assert_true(half(&m, 5) == 6.25);
  choose(&m, 5, 0, 0, 24);
  say(&m, 0xb5, 100, 127, e); /* none chosen */
  say(&m, 0xb5, 6, 7, e);
  assert_true(half(&m, 5) == 12);
  choose(&m, 5, 0, 0, 2);
  say(&m, 0xb5, 101, 1, e); /* the first half of another, which is not there yet */
  for (int data = 6; data <= 38; data += 32)
    assert_int_equal(say(&m, 0xb5, data, 9, e), 0);
  assert_true(half(&m, 5) == 1);
  for (int number = 98; number <= 99; number++) { /* a parameter of a maker's own */
    choose(&m, 5, 0, 0, 2);
    say(&m, 0xb5, number, 0, e);
    say(&m, 0xb5, 6, 9, e);
    assert_true(half(&m, 5) == 1);
  }
}

static void zones_of_mpe(void **state) {
  (void)state;
  rosin_midi m;
  rosin_player_event_t e[ROSIN_MIDI_CHANNELS];
  rosin_midi_start(&m);
  rosin_midi_mpe(&m, 5); /* channels 1 to 5 under 0 */
  for (int c = 0; c < 16; c++)
    assert_true(half(&m, c) == (c >= 1 && c <= 5 ? 24 : 1));
  choose(&m, 15, 0, 6, 4); /* and 11 to 14 under 15 */
  for (int c = 0; c < 16; c++)
    assert_true(half(&m, c) == ((c >= 1 && c <= 5) || (c >= 11 && c <= 14) ? 24 : 1));
  assert_int_equal(say(&m, 0xef, 0, 0x60, e), 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(e[i].channel, 11 + i);
    assert_true(e[i].value == 1); /* the manager's two semitones, half of the way */
  }
  say(&m, 0xed, 0, 0x60, e); /* a member's own comes on top */
  assert_true(e[0].channel == 13 && e[0].value == 25);
  say(&m, 0xef, 0, 0x40, e);
  say(&m, 0xed, 0, 0x40, e);
  choose(&m, 12, 0, 0, 10); /* members share their range */
  assert_true(half(&m, 11) == 5 && half(&m, 14) == 5 && half(&m, 1) == 24 && half(&m, 15) == 1);
  choose(&m, 3, 0, 6, 7); /* only 0 and 15 manage */
  assert_true(half(&m, 6) == 1);
  choose(&m, 0, 0, 6, 2); /* smaller: who falls out is general again */
  assert_true(half(&m, 2) == 24 && half(&m, 3) == 1 && half(&m, 5) == 1);
  choose(&m, 0, 0, 6, 127); /* no more than there are */
  assert_true(half(&m, 9) == 24);
  choose(&m, 0, 0, 6, 0);
  for (int c = 1; c < 11; c++)
    assert_true(half(&m, c) == 1);
}

static void bytes_become_messages(void **state) {
  (void)state;
  rosin_midi_line l = {0};
  static const struct {
    int byte, whole;
  } rows[] = {{60, 0}, {0x90, 0}, {60, 0},   {0xf8, 0}, {100, 3},  {61, 0}, {0xfe, 0},
              {0, 3},  {0xc2, 0}, {5, 2},    {6, 2},    {0xd1, 0}, {7, 2},  {0xe0, 0},
              {1, 0},  {2, 3},    {0xf0, 0}, {1, 0},    {2, 0},    {3, 0},  {0xf7, 0},
              {4, 0},  {0xb0, 0}, {1, 0},    {0x80, 0}, {1, 0},    {2, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const int whole = rosin_midi_byte(&l, (unsigned char)rows[i].byte);
    if (whole != rows[i].whole)
      fail_msg("byte %d: %d", (int)i, whole);
  }
  assert_true(l.message[0] == 0x80 && l.message[1] == 1 && l.message[2] == 2);
}

/* Controller 121 (RP-015): pedals are up, no bend and no pressure is left, and no setting but the
 * articulation; volume, pan and tuning stay. */
static void what_a_reset_of_controllers_leaves(void **state) {
  (void)state;
  rosin_channel c, fresh;
  rosin_channel_start(&fresh);
  c = fresh;
  for (size_t k = 0; k < sizeof c.told / sizeof(double); k++)
    rosin_channel_tell(&c, k * sizeof(double), 0.25 + (double)k);
  const double articulation = c.told.articulation;
  c.bend = 1.5;
  c.tune = -0.5;
  c.pressure = 0.75;
  c.pressed = c.sustain = c.sostenuto = 1;
  c.volume = 0.3;
  c.pan = 0.9;
  assert_int_equal(rosin_channel_control(&c, 121, 0), 1);
  assert_true(c.bend == 0 && c.pressure == 0 && !c.pressed && !c.sustain && !c.sostenuto);
  assert_true(c.volume == 0.3 && c.pan == 0.9 && c.tune == -0.5);
  rosin_player_settings own = {0};
  for (size_t k = 0; k < sizeof own / sizeof(double); k++) {
    const size_t at = k * sizeof(double);
    const double value = rosin_channel_get(&c, &own, at);
    assert_true(value == (at == ROSIN_SETTING(articulation) ? articulation : 0));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(messages_are_events),
      cmocka_unit_test(parameters_are_chosen),
      cmocka_unit_test(channels_are_tuned),
      cmocka_unit_test(zones_of_mpe),
      cmocka_unit_test(what_a_reset_of_controllers_leaves),
      cmocka_unit_test(managers_speak_for_members),
      cmocka_unit_test(bytes_become_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
