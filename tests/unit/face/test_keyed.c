/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys beside an engine: each of their frames is added once, whatever the calls; an event takes
 * effect in the cell of its frame, as late as the engine's sound; settings reach keys that come
 * later. The keys are the test's own (wrapped by the linker): they sound their frame's number. */
#include "chance.h"
#include "core/inside.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CELL = ROSIN_KEYBOARD_CELL, MOST = 4096, CHANNELS = 2, LONG = 700 };

static struct {
  long long frame; /* of theirs, the next */
  int events, resets, frees, waits, rests, tuned;
  double key[MOST];
  long long at[MOST];
  double set[ROSIN_KEYED_SETTINGS];
} keys;

#define KEYS ((rosin_keyboard *)&keys)

void __wrap_rosin_keyboard_event(rosin_keyboard *k, const rosin_player_event_t *e);
void __wrap_rosin_keyboard_event(rosin_keyboard *k, const rosin_player_event_t *e) {
  assert_ptr_equal(k, KEYS);
  assert_in_range(keys.events, 0, MOST - 1);
  keys.key[keys.events] = e->kind == ROSIN_PLAYER_QUIET ? -1 : e->key;
  keys.at[keys.events++] = keys.frame;
}
void __wrap_rosin_keyboard_run(rosin_keyboard *k, int frames, float *out);
void __wrap_rosin_keyboard_run(rosin_keyboard *k, int frames, float *out) {
  assert_ptr_equal(k, KEYS);
  assert_int_equal(frames, CELL);
  for (int i = 0; i < frames; i++, keys.frame++)
    for (int c = 0; c < CHANNELS; c++)
      out[CHANNELS * i + c] += (float)keys.frame + 0.5f * (float)c;
}
void __wrap_rosin_keyboard_put(rosin_keyboard *k, const rosin_parameter *row, double value);
void __wrap_rosin_keyboard_put(rosin_keyboard *k, const rosin_parameter *row, double value) {
  assert_ptr_equal(k, KEYS);
  keys.set[row - rosin_player_parameters()] = value;
}
void __wrap_rosin_keyboard_wait(rosin_keyboard *k, int frames);
void __wrap_rosin_keyboard_wait(rosin_keyboard *k, int frames) {
  assert_ptr_equal(k, KEYS);
  keys.waits = frames;
}
int __wrap_rosin_keyboard_rest(const rosin_keyboard *k);
int __wrap_rosin_keyboard_rest(const rosin_keyboard *k) {
  assert_ptr_equal(k, KEYS);
  return keys.rests;
}
void __wrap_rosin_keyboard_reset(rosin_keyboard *k);
void __wrap_rosin_keyboard_reset(rosin_keyboard *k) {
  assert_ptr_equal(k, KEYS);
  keys.resets++;
  keys.frame = 0;
}
void __wrap_rosin_keyboard_free(rosin_keyboard *k);
void __wrap_rosin_keyboard_free(rosin_keyboard *k) {
  keys.frees += k == KEYS;
}
void __wrap_rosin_keyboard_tune(rosin_keyboard *k, const rosin_tuning *tuning);
void __wrap_rosin_keyboard_tune(rosin_keyboard *k, const rosin_tuning *tuning) {
  assert_ptr_equal(k, KEYS);
  keys.tuned += tuning != NULL;
}

static rosin_keyed keyed;

static void begin(void) {
  rosin_scene *scene = rosin_scene_load("glass-harmonica", 0, NULL, NULL);
  assert_int_equal(rosin_scene_channels(scene), CHANNELS);
  memset(&keys, 0, sizeof keys);
  memset(&keyed, 0, sizeof keyed);
  assert_int_equal(rosin_keyed_open(&keyed, scene, NULL), 0);
  rosin_scene_free(scene);
}

static rosin_player_event_t on(double key) {
  return (rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = key, .value = 0.5};
}

/* The keys' next frames, on top of what is there. */
static void add(int frames, long long first) {
  static float out[LONG * CHANNELS];
  for (int i = 0; i < LONG * CHANNELS; i++)
    out[i] = 0.25f;
  rosin_keyed_add(&keyed, frames, out);
  for (int i = 0; i < LONG * CHANNELS; i++) {
    const float own = (float)(first + i / CHANNELS) + 0.5f * (float)(i % CHANNELS);
    assert_true(out[i] == 0.25f + (i < frames * CHANNELS ? own : 0));
  }
}

static void frames_and_events_have_their_places(void **state) {
  (void)state;
  static const rosin_tuning tuning;
  seed = 60;
  for (int latency = 0; latency < 90; latency += 29) {
    begin();
    rosin_keyed_take(&keyed, KEYS, &tuning);
    assert_true(keys.resets == 1 && keys.tuned == 1);
    long long frame = 0, meant[MOST];
    int events = 0;
    for (int turn = 0; turn < 500; turn++) {
      const int frames = 1 + one_of(LONG);
      rosin_keyed_follow(&keyed, frame, latency);
      assert_int_equal(keys.waits, latency);
      for (int k = one_of(4); k > 0; k--) { /* of this call, in any order */
        meant[events] = frame + one_of(frames);
        const rosin_player_event_t e = on(events);
        rosin_keyed_hear(&keyed, meant[events++], &e);
      }
      assert_int_equal(rosin_keyed_rests(&keyed), 0);
      add(frames, frame);
      frame += frames;
    }
    rosin_keyed_follow(&keyed, frame, latency);
    add(LONG, frame);
    keys.rests = 1;
    assert_int_equal(rosin_keyed_rests(&keyed), 1);
    assert_int_equal(keys.events, events);
    for (int i = 0; i < events; i++) {
      const long long due = meant[(int)keys.key[i]] + latency;
      assert_true(keys.at[i] == (due + CELL - 1) / CELL * CELL);
      for (int k = i + 1; k < events; k++) /* those of one frame as they came */
        assert_true(
            meant[(int)keys.key[i]] < meant[(int)keys.key[k]] ||
            (meant[(int)keys.key[i]] == meant[(int)keys.key[k]] && keys.key[i] < keys.key[k]));
    }
    const rosin_player_event_t e = on(1);
    rosin_keyed_hear(&keyed, frame + LONG, &e);
    assert_int_equal(rosin_keyed_rests(&keyed), 0); /* something is to come */
    rosin_keyed_reset(&keyed);
    assert_true(rosin_keyed_rests(&keyed) == 1 && keys.resets == 2);
    add(100, 0);
    rosin_keyed_close(&keyed);
    assert_int_equal(keys.frees, 1);
    assert_int_equal(rosin_keyed_rests(&keyed), 1); /* nobody is there */
  }
}

/* What ends something and finds no room ends all, at once; other events are lost. */
static void a_flood_of_ends_is_quiet(void **state) {
  (void)state;
  begin();
  rosin_keyed_take(&keyed, KEYS, NULL);
  for (int i = 0; i < ROSIN_KEYED_EVENTS + 5; i++) {
    const rosin_player_event_t e = on(i);
    rosin_keyed_hear(&keyed, 0, &e);
  }
  assert_int_equal(keys.events, 0);
  const rosin_player_event_t off = {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 5};
  for (int i = 0; i <= ROSIN_KEYED_EVENTS; i++)
    rosin_keyed_hear(&keyed, 0, &off);
  assert_true(keys.events == 1 && keys.key[0] == -1);
  rosin_keyed_close(&keyed);
}

static void settings_wait_for_their_keys(void **state) {
  (void)state;
  begin();
  int rows = 0;
  for (const rosin_parameter *p = rosin_player_parameters(); p->name; p++, rows++)
    if (rows % 3)
      rosin_keyed_put(&keyed, rows, rows + 0.5);
  rosin_keyed_put(&keyed, -1, 7);
  rosin_keyed_put(&keyed, ROSIN_KEYED_SETTINGS, 7);
  rosin_keyed_take(&keyed, NULL, NULL); /* there are none */
  assert_int_equal(keys.tuned + keys.resets, 0);
  rosin_keyed_take(&keyed, KEYS, NULL);
  for (int i = 0; i < rows; i++)
    assert_true(keys.set[i] == (i % 3 ? i + 0.5 : 0));
  rosin_keyed_put(&keyed, 0, 9);
  assert_true(keys.set[0] == 9);
  for (const rosin_parameter *p = rosin_keyed_rows; p->name; p++) {
    const rosin_player_event_t e = rosin_keyed_told(p, 0.375);
    assert_true(e.kind == ROSIN_PLAYER_TELL && e.channel == -1 && e.single == 1 &&
                e.value == 0.375);
    assert_ptr_equal(strstr(p->name, "key_"), p->name);
    assert_string_equal(rosin_player_parameters()[e.controller].name, p->name + 4);
  }
  rosin_keyed_close(&keyed);
  assert_int_equal(rosin_keyed_open(&keyed, NULL, NULL), 0);
  assert_null(keyed.cell);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_and_events_have_their_places),
      cmocka_unit_test(a_flood_of_ends_is_quiet),
      cmocka_unit_test(settings_wait_for_their_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
