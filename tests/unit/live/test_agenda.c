/* SPDX-License-Identifier: BSD-3-Clause */
/* What waits for its frame: in the order of frames, those of one frame as they came; what ends
 * something has room of its own, in the agenda and in the queue before it. */
#include "core/sequencer/agenda.h"
#include "live/sources.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 40 };

static rosin_event on(double key) {
  return (rosin_event){.target = ROSIN_EVENT_PLAYER,
                       .player = {.kind = ROSIN_PLAYER_NOTE_ON, .key = key, .value = 0.5}};
}

static rosin_event off(double key) {
  return (rosin_event){.target = ROSIN_EVENT_PLAYER,
                       .player = {.kind = ROSIN_PLAYER_NOTE_OFF, .key = key}};
}

static void what_ends_has_room_of_its_own(void **state) {
  (void)state;
  rosin_agenda a;
  rosin_event e;
  assert_int_equal(rosin_agenda_open(&a, ROOM), 0);
  assert_true(rosin_agenda_first(&a) == -1 && !rosin_agenda_take(&a, 1000, &e));
  for (int i = 0; i < ROOM; i++) {
    e = on(i);
    assert_int_equal(rosin_agenda_add(&a, 100, &e, ROOM), 0);
  }
  e = on(0);
  assert_int_equal(rosin_agenda_add(&a, 100, &e, ROOM), -1);
  for (int i = 0; i < ROOM; i++) { /* whatever room the others are given */
    e = off(i);
    assert_int_equal(rosin_agenda_add(&a, 50, &e, 1), 0);
  }
  e = off(0);
  assert_int_equal(rosin_agenda_add(&a, 50, &e, ROOM), -1);
  assert_true(rosin_agenda_first(&a) == 50 && !rosin_agenda_take(&a, 49, &e));
  for (int i = 0; i < 2 * ROOM; i++) {
    assert_int_equal(rosin_agenda_take(&a, 100, &e), 1);
    assert_true(e.player.kind == (i < ROOM ? ROSIN_PLAYER_NOTE_OFF : ROSIN_PLAYER_NOTE_ON));
    assert_true(e.player.key == i % ROOM);
  }
  assert_true(rosin_agenda_first(&a) == -1);
  e = on(0);
  assert_int_equal(rosin_agenda_add(&a, 1, &e, 2), 0);
  assert_int_equal(rosin_agenda_add(&a, 1, &e, 2), 0);
  assert_int_equal(rosin_agenda_add(&a, 1, &e, 2), -1); /* no more than it was allowed */
  rosin_agenda_clear(&a);
  assert_true(rosin_agenda_first(&a) == -1);
  rosin_agenda_close(&a);
}

/* Notes and their ends at random frames, of few: as a stable sort has them. */
static void frames_come_in_order(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int round = 0; round < 200; round++) {
    rosin_agenda a;
    rosin_event e;
    int frame[ROOM], taken[ROOM] = {0};
    assert_int_equal(rosin_agenda_open(&a, ROOM), 0);
    for (int i = 0; i < ROOM; i++) {
      seed = seed * 1664525u + 1013904223u;
      frame[i] = (int)(seed >> 24) % 9;
      e = seed >> 16 & 1 ? on(i) : off(i);
      assert_int_equal(rosin_agenda_add(&a, frame[i], &e, ROOM), 0);
    }
    for (int k = 0; k < ROOM; k++) {
      int least = -1;
      for (int i = 0; i < ROOM; i++)
        if (!taken[i] && (least < 0 || frame[i] < frame[least]))
          least = i;
      taken[least] = 1;
      assert_true(rosin_agenda_first(&a) == frame[least]);
      assert_int_equal(rosin_agenda_take(&a, frame[least], &e), 1);
      assert_true(e.player.key == least);
    }
    rosin_agenda_close(&a);
  }
}

static rosin_event control(int number, double value) {
  return (rosin_event){
      .target = ROSIN_EVENT_PLAYER,
      .player = {.kind = ROSIN_PLAYER_CONTROL, .controller = number, .value = value}};
}

static void ends_are_told_from_the_rest(void **state) {
  (void)state;
  const rosin_event ends[] = {
      off(60),
      control(64, 0),
      control(64, 0.49),
      control(66, 0),
      control(120, 1),
      control(123, 0.5),
      {.target = ROSIN_EVENT_END},
      {.target = ROSIN_EVENT_BOW},
      {.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_QUIET}},
      {.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60}}};
  const rosin_event rest[] = {
      on(60),
      control(64, 0.5),
      control(66, 1),
      control(65, 0),
      control(121, 0),
      {.target = ROSIN_EVENT_BOW, .player = {.controller = 1}},
      {.target = 0, .value = 1},
      {.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_BEND}}};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    assert_int_equal(rosin_event_ends(&ends[i]), 1);
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
    assert_int_equal(rosin_event_ends(&rest[i]), 0);
}

/* Of a queue, the last 512 places are kept for what ends something. */
static void a_queue_keeps_places(void **state) {
  (void)state;
  rosin_queue q, *queue = &q;
  assert_int_equal(rosin_queue_open(queue, sizeof(rosin_event), 1024), 0);
  const rosin_event begins = on(60), ends = off(60);
  const size_t room = rosin_queue_room(queue);
  size_t found = 0;
  for (size_t i = 0; i < room; i++)
    found += rosin_event_put(queue, &begins);
  assert_true(found == room - 512);
  for (size_t i = 0; i < room; i++)
    found += rosin_event_put(queue, &ends);
  assert_true(found == room && rosin_queue_room(queue) == 0);
  rosin_queue_close(queue);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_ends_has_room_of_its_own),
      cmocka_unit_test(frames_come_in_order),
      cmocka_unit_test(ends_are_told_from_the_rest),
      cmocka_unit_test(a_queue_keeps_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
