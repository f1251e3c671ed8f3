/* SPDX-License-Identifier: BSD-3-Clause */
/* What a mouse does in a plugin's window, without a screen. */
#include "plugin/list.h"
#include "plugin/window/mouse.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1000 };

static rosin_core *core;
static int held[ROSIN_CORE_PARAMETERS], sets;
static rosin_layout layout;
static rosin_mouse mouse;

static void begin(void *context, int index) {
  (void)context;
  assert_int_equal(held[index]++, 0);
}
static void set(void *context, int index, double value) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  (void)context;
  assert_int_equal(held[index], 1); /* nothing moves that nobody holds */
  assert_true(value >= row->low && value <= row->high);
  assert_true(!rosin_core_parameter_stepped(core, index) || value == round(value));
  rosin_core_put(core, index, value);
  sets++;
}
static void end(void *context, int index) {
  (void)context;
  assert_int_equal(--held[index], 0);
}

static void open_window(const char *scene) {
  rosin_error error;
  const rosin_window_face face = {NULL, begin, set, end};
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  layout = rosin_layout_of(core);
  rosin_mouse_start(&mouse, core, &layout, &face);
}

static double value_of(const char *name) {
  return rosin_core_get(core, rosin_core_find(core, name));
}

static int slider_of(const char *name) {
  for (int i = 0; i < layout.sliders; i++)
    if (layout.slider[i].index == rosin_core_find(core, name))
      return i;
  fail_msg("no slider %s", name);
  return -1;
}

static int apart(const rosin_box *a, const rosin_box *b) {
  return a->x + a->width <= b->x || b->x + b->width <= a->x || a->y + a->height <= b->y ||
         b->y + b->height <= a->y;
}

static void nothing_lies_on_anything(void **state) {
  (void)state;
  const char *name;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    open_window(name);
    rosin_box all[ROSIN_CORE_PARAMETERS + 4] = {layout.title, layout.pad, layout.string,
                                                layout.regimes};
    for (int i = 0; i < layout.sliders; i++)
      all[4 + i] = layout.slider[i].box;
    for (int i = 0; i < layout.sliders + 4; i++) {
      assert_true(all[i].x >= 0 && all[i].x + all[i].width <= layout.width);
      assert_true(all[i].y >= 0 && all[i].y + all[i].height <= layout.height);
      for (int k = 0; k < i; k++)
        assert_true(apart(&all[i], &all[k]));
    }
    assert_true(layout.press >= 0);
    assert_true(layout.across != layout.up || layout.up < 0);
    rosin_core_free(core);
  }
}

static void is_box(const rosin_box *b, double x, double y, double width, double height) {
  assert_true(b->x == x && b->y == y && b->width == width && b->height == height);
}

/* A window is drawn from these alone; what hosts keep is its size. */
static void all_is_where_it_was(void **state) {
  (void)state;
  open_window("cello");
  const int columns = (layout.sliders + 9) / 10;
  assert_true(layout.width == 392 + 228 * columns && layout.height == 468);
  is_box(&layout.title, 16, 8, layout.width - 32, 34);
  is_box(&layout.take, layout.width - 96, 8, 80, 26);
  is_box(&layout.pad, 16, 50, 360, 270);
  is_box(&layout.string, 16, 330, 360, 92);
  is_box(&layout.regimes, 16, 430, 360, 22);
  assert_true(layout.sliders > 30); /* ten below each other */
  for (int i = 0; i < layout.sliders; i++) {
    is_box(&layout.slider[i].box, 392 + 228 * (i / 10), 50 + 28 * (i % 10), 212, 22);
    const rosin_box *b = &layout.slider[i].box;
    assert_int_equal(rosin_layout_slider(&layout, b->x, b->y), i);
    assert_int_equal(rosin_layout_slider(&layout, b->x + b->width - 1, b->y + b->height - 1), i);
    assert_int_equal(rosin_layout_slider(&layout, b->x + b->width, b->y), -1);
    assert_int_equal(rosin_layout_slider(&layout, b->x, b->y + b->height), -1);
    assert_int_equal(rosin_layout_slider(&layout, b->x - 1, b->y), -1);
  }
  rosin_core_free(core);
  static const struct {
    const char *scene, *across, *up;
  } moved[] = {{"cello", "bow_speed", "bow_press"},
               {"chalk", "speed", "pressure"},
               {"rope", "speed", "tension"},
               {"wine-glass", "speed", "pressure"},
               {"oak-door", "push", "weight"}};
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
    open_window(moved[i].scene);
    assert_int_equal(layout.across, rosin_core_find(core, moved[i].across));
    assert_int_equal(layout.up, rosin_core_find(core, moved[i].up));
    rosin_core_free(core);
  }
}

static void the_pad_bows_and_lets_go(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box pad = layout.pad;
  rosin_mouse_move(&mouse, pad.x + 10, pad.y + 10);
  assert_int_equal(sets, 0); /* nobody presses */
  rosin_mouse_press(&mouse, pad.x + 0.75 * pad.width, pad.y + 0.25 * pad.height, 0);
  assert_true(value_of("bow_down") == 1 && value_of("by_hand") == 1);
  double speed, press; /* a point of a pad means what it means everywhere */
  rosin_core_point(core, 0.5, 0.75, &speed, &press);
  assert_true(fabs(value_of("bow_speed") - speed) < 1e-9 && speed > 0.01 && speed < 1);
  assert_true(fabs(value_of("bow_press") - press) < 1e-9 && press == 0.75);
  rosin_mouse_press(&mouse, pad.x, pad.y, 0); /* another button */
  rosin_mouse_move(&mouse, pad.x - 1000, pad.y + 1e6);
  rosin_core_point(core, -1, 0, &speed, &press);
  assert_true(value_of("bow_speed") == speed && speed < 0 && value_of("bow_press") == 0);
  rosin_mouse_release(&mouse);
  assert_true(value_of("bow_down") == 0);
  rosin_mouse_release(&mouse);
  rosin_core_free(core);
  open_window("wine-glass");
  rosin_mouse_press(&mouse, pad.x + 1, pad.y + 1, 0);
  assert_true(value_of("trigger") == 1);
  rosin_mouse_release(&mouse);
  assert_true(value_of("trigger") == 0);
  rosin_core_free(core);
}

static void sliders_slide(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box a4 = layout.slider[slider_of("a4")].box;
  rosin_mouse_press(&mouse, a4.x + a4.width / 2, a4.y + 3, 0);
  assert_true(fabs(value_of("a4") - 450) < 1e-9);
  rosin_mouse_move(&mouse, a4.x - 50, 0);
  assert_true(value_of("a4") == 300);
  rosin_mouse_release(&mouse);
  rosin_mouse_move(&mouse, a4.x + 20, a4.y);
  assert_true(value_of("a4") == 300);
  rosin_mouse_scroll(&mouse, a4.x + 2, a4.y + 2, 2);
  assert_true(fabs(value_of("a4") - 312) < 1e-9);
  rosin_mouse_scroll(&mouse, a4.x + 2, a4.y + 2, (double)NAN);
  rosin_mouse_press(&mouse, a4.x + 2, a4.y + 2, 1); /* as it was */
  rosin_mouse_release(&mouse);
  assert_true(value_of("a4") == 440);
  const rosin_box ear = layout.slider[slider_of("ear")].box;
  for (int k = 0; k < 2; k++) { /* a switch */
    rosin_mouse_press(&mouse, ear.x + 5, ear.y + 5, 0);
    rosin_mouse_move(&mouse, ear.x + ear.width, ear.y + 5);
    rosin_mouse_release(&mouse);
    assert_true(value_of("ear") == k);
  }
  const rosin_box choice = layout.slider[slider_of("articulation")].box;
  rosin_mouse_scroll(&mouse, choice.x + 2, choice.y + 2, 1);
  assert_true(value_of("articulation") == 1);
  rosin_mouse_press(&mouse, layout.width - 1, layout.height - 1, 0); /* nothing is there */
  rosin_mouse_move(&mouse, 5, 5);
  rosin_mouse_release(&mouse);
  for (int i = 0; i < ROSIN_CORE_PARAMETERS; i++)
    assert_int_equal(held[i], 0);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_lies_on_anything),
      cmocka_unit_test(all_is_where_it_was),
      cmocka_unit_test(the_pad_bows_and_lets_go),
      cmocka_unit_test(sliders_slide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
