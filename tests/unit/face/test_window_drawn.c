/* SPDX-License-Identifier: BSD-3-Clause */
/* What a plugin's window looks like, without a screen. With ROSIN_PICTURES=FOLDER in the
 * environment each picture is written there, as NAME-SCALE.ppm, to be looked at. */
#include "core/learn.h"
#include "pane.h"
#include "plugin/list.h"
#include "plugin/window/gesture.h"
#include "plugin/window/over.h"
#include "plugin/window/pane.h"
#include "plugin/window/style.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TURN = RATE / 30 };

static void note(void *context, int key, double velocity) {
  (void)context;
  rosin_core_play(
      core, 0,
      &(rosin_player_event_t){.kind = velocity > 0 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                              .key = key,
                              .value = velocity});
}

static void open_section(const char *scene, int players, double scale) {
  const rosin_window_face face = pane_face(note, NULL);
  open_pane(scene, players, &face);
  scale_pane(scale);
}

static void open_window(const char *scene, double scale) {
  open_section(scene, 1, scale);
}

static void turn(double seconds) {
  static float side[2][TURN];
  float *out[] = {side[0], side[1], side[0], side[1]};
  for (int i = 0; i < seconds * 30; i++) {
    rosin_core_process(core, out, TURN);
    rosin_pane_turn(pane);
  }
}

static void write_picture(const char *name, double scale) {
  const char *folder = getenv("ROSIN_PICTURES");
  char path[512];
  if (!folder)
    return;
  snprintf(path, sizeof path, "%s/%s-%d.ppm", folder, name, (int)scale);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fprintf(f, "P6 %d %d 255\n", pane->canvas.width, pane->canvas.height);
  for (int i = 0; i < pane->canvas.width * pane->canvas.height; i++) {
    const uint32_t p = pane->canvas.pixel[i];
    const unsigned char rgb[] = {(unsigned char)(p >> 16), (unsigned char)(p >> 8),
                                 (unsigned char)p};
    fwrite(rgb, 1, 3, f);
  }
  fclose(f);
}

/* Every part has something on it: pixels that are no ground. */
static void is_drawn(void) {
  for (int i = 0; i < pane->layout.parts; i++) {
    const rosin_pixels b = rosin_canvas_pixels(&pane->canvas, &pane->layout.part[i].box);
    int other = 0;
    for (int y = b.top; y < b.bottom; y++)
      for (int x = b.left; x < b.right; x++)
        other += pane->canvas.pixel[y * pane->canvas.width + x] != (ROSIN_GROUND & 0xffffff);
    if (!other)
      fail_msg("nothing is drawn of part %d", i);
  }
}

static uint64_t sum(void) {
  uint64_t s = 14695981039346656037u;
  for (int i = 0; i < pane->canvas.width * pane->canvas.height; i++)
    s = (s ^ pane->canvas.pixel[i]) * 1099511628211u;
  return s;
}

static void press_pad(double across, double up) {
  const rosin_box *b = &pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_PAD, -1)].box;
  rosin_mouse_press(&pane->desk, &(rosin_touch_at){.x = b->x + across * b->width,
                                                   .y = b->y + (1 - up) * b->height});
}

static void all_windows_are_drawn(void **state) {
  (void)state;
  const char *name;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    open_window(name, 1);
    rosin_pane_turn(pane);
    is_drawn();
    write_picture(name, 1);
    close_window();
  }
}

/* The same sound in a window twice as large. */
static void draw_larger(const char *name) {
  write_picture(name, 1);
  rosin_pane_size(pane, (int)ceil(2 * pane->layout.width), (int)ceil(2 * pane->layout.height));
  rosin_pane_turn(pane);
  is_drawn();
  write_picture(name, 2);
}

static void what_sounds_is_seen(void **state) {
  static const char *const scene[] = {"cello",     "violin",     "door-hinge-slow",
                                      "tyre-skid", "wine-glass", "rope"};
  (void)state;
  for (size_t i = 0; i < sizeof scene / sizeof *scene; i++) {
    char name[64];
    open_window(scene[i], 1);
    rosin_pane_turn(pane);
    const uint64_t rests = sum();
    if (rosin_core_is_instrument(core))
      note(NULL, scene[i][0] == 'c' ? 50 : 74, 0.7);
    turn(0.1);
    press_pad(0.8, 0.6);
    turn(1.2);
    assert_int_equal(pane->desk.sees, 1);
    assert_true(pane->desk.view.contact[(int)pane->desk.view.pressed].force > 0);
    assert_true(pane->desk.meter > -60);
    assert_true(sum() != rests);
    snprintf(name, sizeof name, "%s-sounds", scene[i]);
    draw_larger(name);
    close_window();
  }
}

/* Players of a section sit on a stage, the first in front; who sounds is lit, and goes out. */
static void a_section_is_seen_on_its_stage(void **state) {
  static const struct {
    const char *scene;
    int players, key;
  } sections[] = {{"cello", 5, 50}, {"violin", 16, 74}, {"double-bass", 2, 33}};
  (void)state;
  for (int k = 0; k < 3; k += SHARE) {
    const int players = sections[k].players;
    char name[64];
    open_section(sections[k].scene, players, 1);
    turn(0.1);
    const rosin_view *v = &pane->desk.view;
    const uint64_t rests = sum();
    assert_int_equal((int)v->players, players);
    for (int i = 0; i < players; i++) {
      assert_true(rosin_seat_lit(&v->player[i]) == 0);
      assert_true(i < 4 || v->player[i].back > v->player[i - 4].back + 0.8F); /* rows of four */
      for (int j = 0; j < i; j++) /* nobody sits on another's knees */
        assert_true(hypot((double)(v->player[i].aside - v->player[j].aside),
                          (double)(v->player[i].back - v->player[j].back)) > 0.5);
    }
    note(NULL, sections[k].key, 0.7);
    turn(0.6);
    snprintf(name, sizeof name, "%s-section", sections[k].scene);
    for (int i = 0; i < players; i++)
      assert_true(rosin_seat_lit(&v->player[i]) > 0.2);
    assert_true(sum() != rests);
    draw_larger(name);
    rosin_core_reset(core);
    turn(0.2);
    for (int i = 0; i < players; i++)
      assert_true(rosin_seat_lit(&v->player[i]) == 0);
    close_window();
  }
  open_window("cello", 1); /* who plays alone has all the room */
  turn(0.1);
  assert_true(pane->desk.view.players < 1);
  close_window();
}

/* Where an effect was played its pad has the colour of what it did; other values forget that. */
static void a_pad_remembers_where_it_sang(void **state) {
  (void)state;
  open_window("wine-glass", 1);
  turn(0.1);
  rosin_sung *s = &pane->desk.sung;
  for (int i = 0; i < ROSIN_SUNG; i++)
    for (int j = 0; j < ROSIN_SUNG; j++)
      assert_int_equal(s->most[j][i], -1);
  press_pad(0.3, 0.8);
  turn(1.5);
  const int across = (int)(0.3 * ROSIN_SUNG), up = (int)(0.8 * ROSIN_SUNG);
  assert_true(s->most[up][across] > ROSIN_LIFTED);
  assert_int_equal(s->most[2][ROSIN_SUNG - 3], -1);
  const rosin_box *b = &pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_PAD, -1)].box;
  rosin_mouse_move(&pane->desk,
                   &(rosin_touch_at){.x = b->x + 0.7 * b->width, .y = b->y + 0.6 * b->height});
  turn(1);
  assert_true(s->most[up][across] > ROSIN_LIFTED); /* and where it was, too */
  assert_true(s->most[(int)(0.4 * ROSIN_SUNG)][(int)(0.7 * ROSIN_SUNG)] > ROSIN_LIFTED);
  const unsigned known_as = s->turn;
  rosin_sung_note(s, 0.05, 0.05, ROSIN_STICKING);
  assert_true(s->turn != known_as); /* so that it is drawn */
  const uint64_t before = sum();
  rosin_mouse_release(&pane->desk);
  rosin_desk_put(&pane->desk, rosin_core_find(core, "level"), -20); /* is nothing to it */
  turn(0.1);
  assert_true(s->most[up][across] > ROSIN_LIFTED);
  rosin_desk_put(&pane->desk, rosin_core_find(core, "dryness"), 0.9);
  turn(0.2);
  assert_true(sum() != before);
  int known = 0;
  for (int i = 0; i < ROSIN_SUNG; i++)
    for (int j = 0; j < ROSIN_SUNG; j++)
      known += s->most[j][i] >= 0;
  assert_true(known <= 9); /* what it has done since */
  close_window();
}

static void draw_waves(const rosin_box *box) {
  rosin_mouse_press(&pane->desk, &(rosin_touch_at){.x = box->x + 5, .y = box->y + 8});
  for (int k = 0; k < 20; k++)
    rosin_mouse_move(&pane->desk, &(rosin_touch_at){.x = box->x + 5 + k * box->width / 20,
                                                    .y = box->y + 8 + (k % 4 < 2 ? 0 : 34)});
  rosin_mouse_release(&pane->desk);
}

/* A controller that is learned, what was drawn over, what was left out, a bypass. */
static void what_hands_did_is_shown(void **state) {
  static const char *const scene[] = {"cello", "tyre-skid"};
  (void)state;
  for (size_t i = 0; i < sizeof scene / sizeof *scene; i++)
    for (int scale = 1; scale <= 2; scale++) {
      char name[64];
      open_window(scene[i], scale);
      turn(0.1);
      const uint64_t before = sum();
      rosin_core_give(core, 21, rosin_core_find(core, i ? "speed" : "vibrato"));
      rosin_core_give(core, 22, rosin_core_find(core, "level"));
      rosin_core_learn(core, rosin_core_find(core, "limiter"));
      rosin_pane_turn(pane);
      assert_true(sum() != before);
      rosin_core_learn(core, -1);
      rosin_box box;
      if (rosin_gesture_box(&pane->desk, &box) == 0) {
        draw_waves(&box);
        rosin_error error;
        rosin_core_swap(core, rosin_core_build(core, &error));
        rosin_engine_free(rosin_core_retired(core));
        press_pad(0.7, 0.5);
        for (int k = 0; k < 60; k++) {
          const rosin_box *b =
              &pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_PAD, -1)].box;
          rosin_mouse_move(&pane->desk, &(rosin_touch_at){.x = b->x + b->width * k / 60,
                                                          .y = b->y + b->height * (k % 20) / 20});
          turn(0.04);
        }
        rosin_mouse_release(&pane->desk);
      } else {
        note(NULL, 20, 0.7);
        turn(0.1);
      }
      rosin_desk_put(&pane->desk, rosin_core_find(core, "bypass"), 1);
      turn(0.1);
      snprintf(name, sizeof name, "%s-hands", scene[i]);
      write_picture(name, scale);
      for (int k = 0; k < 200; k++) /* until the meter has fallen, and all has been said */
        rosin_pane_turn(pane);
      const uint64_t by_parts = sum();
      pane->fresh = 1;
      rosin_pane_turn(pane);
      assert_true(sum() == by_parts);
      close_window();
    }
}

/* A list over the rest, and away again: what was there is there again. */
static void lists_leave_nothing_behind(void **state) {
  static const rosin_part_kind on[] = {ROSIN_PART_PRESET, ROSIN_PART_KNOB, ROSIN_PART_ROW};
  (void)state;
  open_window("cello", 1);
  rosin_pane_turn(pane);
  const uint64_t before = sum();
  for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
    char name[16];
    const rosin_box *b = &pane->layout.part[rosin_layout_find(&pane->layout, on[i], -1)].box;
    rosin_mouse_press(&pane->desk,
                      &(rosin_touch_at){.x = b->x + 30, .y = b->y + 12, .right = i == 2});
    rosin_mouse_release(&pane->desk);
    rosin_pane_turn(pane);
    assert_true(pane->desk.over != ROSIN_OVER_NOTHING);
    assert_true(sum() != before);
    snprintf(name, sizeof name, "list%d", (int)i);
    write_picture(name, 1);
    rosin_typed_key(&pane->desk, ROSIN_KEY_ESCAPE, 0, 1);
    rosin_pane_turn(pane);
    assert_true(sum() == before);
  }
  close_window();
}

/* What is drawn part by part is what is drawn at once. */
static void parts_make_the_whole(void **state) {
  (void)state;
  open_window("violin", 1.37);
  rosin_pane_turn(pane);
  note(NULL, 74, 0.7);
  turn(0.5);
  for (int i = 0; i < rosin_core_parameters(core); i++) /* every control moves */
    if (i != pane->layout.press)
      rosin_desk_put(&pane->desk, i, rosin_desk_at(&pane->desk, i, 0.77));
  turn(0.1);
  const rosin_box *b =
      &pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_PRESET, -1)].box;
  rosin_mouse_press(&pane->desk, &(rosin_touch_at){.x = b->x + 30, .y = b->y + 12});
  rosin_mouse_release(&pane->desk);
  for (int i = 0; i < 200; i++) /* until the meter has fallen */
    rosin_pane_turn(pane);
  const uint64_t by_parts = sum();
  pane->fresh = 1;
  rosin_pane_turn(pane);
  assert_true(sum() == by_parts);
  close_window();
}

static void what_rests_is_not_drawn(void **state) {
  static const char *const scene[] = {"cello", "wine-glass"};
  (void)state;
  for (size_t i = 0; i < sizeof scene / sizeof *scene; i++) {
    open_window(scene[i], 1);
    turn(2);
    const long long drawn = pane->canvas.drawn;
    turn(2);
    assert_true(pane->canvas.drawn == drawn); /* not a pixel */
    const double all = pane->layout.width * pane->layout.height;
    press_pad(0.8, 0.6);
    turn(1);
    const long long before = pane->canvas.drawn;
    turn(1);
    const double share = (double)(pane->canvas.drawn - before) / 30 / all;
    print_message("%s: %.2f of its pixels a turn while it sounds\n", scene[i], share);
    assert_true(share < 0.8); /* some 2 ns for each: less than 3 % of a core */
    close_window();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_windows_are_drawn),
      cmocka_unit_test(what_sounds_is_seen),
      cmocka_unit_test(lists_leave_nothing_behind),
      cmocka_unit_test(parts_make_the_whole),
      cmocka_unit_test(what_rests_is_not_drawn),
      cmocka_unit_test(a_pad_remembers_where_it_sang),
      cmocka_unit_test(what_hands_did_is_shown),
      cmocka_unit_test(a_section_is_seen_on_its_stage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
