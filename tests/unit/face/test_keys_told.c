/* SPDX-License-Identifier: BSD-3-Clause */
/* What a host says of single notes on keys reaches those that are meant: by name, key and channel,
 * each of which it may leave open. */
#include "core/inside.h"
#include "keys/inside.h"
#include "tests/unit/chance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, NOTES = 4 };

/* Held at once: three that a host has named, and one of a MIDI file, which has no name. */
static const rosin_player_event_t on[NOTES] = {
    {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 0, .key = 60, .value = 0.5, .note = 5, .single = 1},
    {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 1, .key = 62, .value = 0.5, .note = 6, .single = 1},
    {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 1, .key = 64, .value = 0.5, .note = 5, .single = 1},
    {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 0, .key = 65, .value = 0.5},
};

static rosin_core *begin(void) {
  rosin_error error;
  rosin_core *c = rosin_core_new("glass-harmonica", &error);
  if (!c || rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static rosin_key *key_of(rosin_keyboard *keys, int i) {
  return &keys->key[(int)(on[i].key - keys->model->low)];
}

static int is_meant(int i, const rosin_player_event_t *e) {
  const int named = on[i].single && on[i].note == e->note, unnamed = !on[i].single && e->key >= 0;
  return (e->note < 0 || named || unnamed) && (e->key < 0 || e->key == on[i].key) &&
         (e->channel < 0 || e->channel == on[i].channel);
}

/* Whether note i has what the event says; the values that an event has are nobody's otherwise. */
static int has(const rosin_key *k, const rosin_player_event_t *e) {
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_OFF:
    return !k->held && !k->keyed;
  case ROSIN_PLAYER_BEND:
    return k->own.bend == e->value;
  case ROSIN_PLAYER_PRESSURE:
    return k->own.pressed && k->own.pressure == e->value;
  default: {
    rosin_channel without = {0};
    rosin_channel_start(&without);
    return memcmp(&k->own, &without, sizeof without) != 0;
  }
  }
}

static void those_that_are_meant_are_told(void **state) {
  (void)state;
  static const rosin_player_kind kinds[] = {ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_BEND,
                                            ROSIN_PLAYER_PRESSURE, ROSIN_PLAYER_CONTROL};
  rosin_core *c = begin();
  rosin_keyboard *keys = c->keyed.keys;
  for (int kind = 0; kind < 4; kind++)
    for (int note = 4; note <= 6; note++)
      for (int key = 59; key <= 65; key++)
        for (int channel = -1; channel <= 2; channel++) {
          const rosin_player_event_t e = {.kind = kinds[kind],
                                          .channel = channel,
                                          .key = key < 60 ? -1 : key,
                                          .note = note < 5 ? -1 : note,
                                          .controller = 1, /* of which dynamics are moved */
                                          .value = 0.375,
                                          .single = 1};
          rosin_core_reset(c);
          for (int i = 0; i < NOTES; i++)
            rosin_keyboard_event(keys, &on[i]);
          rosin_keyboard_event(keys, &e);
          for (int i = 0; i < NOTES; i++)
            if (has(key_of(keys, i), &e) != is_meant(i, &e))
              fail_msg("kind %d, note %d, key %g, channel %d: key %g", kind, e.note, e.key, channel,
                       on[i].key);
        }
  rosin_core_free(c);
}

/* What is said of a channel is that channel's alone, of each of the sixteen. */
static void each_channel_is_told(void **state) {
  (void)state;
  rosin_core *c = begin();
  rosin_keyboard *keys = c->keyed.keys;
  for (int told = 0; told < ROSIN_CHANNELS; told++) {
    const rosin_player_event_t say[] = {
        {.kind = ROSIN_PLAYER_BEND, .channel = told, .value = 0.5},
        {.kind = ROSIN_PLAYER_TUNE, .channel = told, .value = -0.25},
        {.kind = ROSIN_PLAYER_PRESSURE, .channel = told, .value = 0.75},
        {.kind = ROSIN_PLAYER_CONTROL, .channel = told, .controller = 7, .value = 0.125}};
    rosin_core_reset(c);
    const rosin_channel rest = keys->channel[told];
    for (int i = 0; i < 4; i++)
      rosin_keyboard_event(keys, &say[i]);
    for (int i = 0; i < ROSIN_CHANNELS; i++) {
      const rosin_channel *is = &keys->channel[i];
      assert_true(is->bend == (i == told ? 0.5 : rest.bend));
      assert_true(is->tune == (i == told ? -0.25 : rest.tune));
      assert_true(is->volume == (i == told ? 0.125 : rest.volume));
      assert_int_equal(is->pressed, i == told);
    }
  }
  rosin_core_free(c);
}

/* Settings are told of one channel or, of none, of all; and quiet is for every key there is. */
static void settings_and_quiet_reach_all(void **state) {
  (void)state;
  rosin_core *c = begin();
  rosin_keyboard *keys = c->keyed.keys;
  const rosin_parameter *row = rosin_parameter_find(rosin_player_parameters(), "vibrato");
  rosin_player_event_t tell = {.kind = ROSIN_PLAYER_TELL,
                               .channel = 3,
                               .controller = (int)(row - rosin_player_parameters()),
                               .value = 7};
  rosin_keyboard_event(keys, &tell);
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    assert_true((rosin_channel_get(&keys->channel[i], &keys->s, row->offset) == 7) == (i == 3));
  tell.channel = -1;
  tell.single = 1;
  tell.value = 9;
  rosin_keyboard_event(keys, &tell);
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    assert_true(rosin_channel_get(&keys->channel[i], &keys->s, row->offset) == 9);
  assert_true(rosin_keyboard_rest(keys));
  const int edges[] = {(int)keys->model->low, (int)keys->model->high};
  for (int i = 0; i < 2; i++) {
    const rosin_player_event_t note = {.kind = ROSIN_PLAYER_NOTE_ON, .key = edges[i], .value = 0.5};
    const rosin_player_event_t quiet = {.kind = ROSIN_PLAYER_QUIET};
    rosin_key *k = &keys->key[edges[i] - edges[0]];
    rosin_keyboard_event(keys, &note);
    assert_true(k->held && k->keyed && !rosin_keyboard_rest(keys));
    rosin_keyboard_event(keys, &quiet);
    assert_true(!k->held && !k->keyed);
  }
  rosin_core_free(c);
}

/* Whatever was played, with keys struck again as they go and more than there are voices. */
static void reset_lets_all_go(void **state) {
  (void)state;
  rosin_core *c = begin();
  rosin_keyboard *keys = c->keyed.keys;
  float out[2 * 256];
  int gone = 0;
  for (int i = 0; i < 400 && !gone; i++) {
    const rosin_player_event_t e = {.kind = i % 3 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                                    .key = 60 + one_of(18),
                                    .value = 0.7};
    rosin_keyboard_event(keys, &e);
    rosin_core_process_frames(c, out, 256);
    for (int k = 0; k < keys->keys; k++)
      gone += keys->key[k].back != 0;
  }
  assert_true(gone > 0 && rosin_keyboard_sounding(keys) > 0);
  rosin_core_reset(c);
  assert_int_equal(rosin_keyboard_sounding(keys), 0);
  for (int i = 0; i < keys->keys; i++) {
    const rosin_key *k = &keys->key[i];
    assert_true(!k->sounds && !k->held && !k->keyed && !k->kept && !k->back);
    assert_true(k->speed == 0 && k->press == 0 && k->round == 0 && k->swing == 0 && k->slide == 0);
    assert_true(k->fades == 1 && k->lid == 1 && k->side[0] == 1 && k->side[1] == 1);
  }
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(those_that_are_meant_are_told),
      cmocka_unit_test(each_channel_is_told),
      cmocka_unit_test(settings_and_quiet_reach_all),
      cmocka_unit_test(reset_lets_all_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
