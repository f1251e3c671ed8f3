/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows held still: what each has where, by the mean light of fields of each part; what the line
 * at the foot says of every part, of a list, of an entry; against tests/unit/face/window.txt. And
 * what holds of any: two sides keep their own values, a new take can be undone, a larger window is
 * the same picture. */
#include "golden.h"
#include "pane.h"
#include "plugin/list.h"
#include "plugin/window/over.h"
#include "plugin/window/pane.h"
#include "plugin/window/pen.h"
#include "plugin/window/style.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ACROSS = 20, DOWN = 14, MOST = 12 };

static rosin_desk *desk;

static void open_window(const char *scene, double scale) {
  const rosin_window_face face = pane_face(pane_no_note, NULL);
  open_pane(scene, 1, &face);
  desk = &pane->desk;
  scale_pane(scale);
  rosin_pane_turn(pane);
}

/* Mean of the light between pixels, 0 ... 255. */
static double light(const rosin_canvas *c, int left, int right, int top, int bottom) {
  double sum = 0;
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++) {
      const uint32_t p = c->pixel[y * c->width + x];
      sum += 0.5 * (p >> 16 & 255) + 0.3 * (p >> 8 & 255) + 0.2 * (p & 255);
    }
  return sum / fmax((right - left) * (bottom - top), 1);
}

/* Of a field of the whole window. */
static double light_of(int i, int k) {
  const rosin_canvas *c = &pane->canvas;
  return light(c, c->width * i / ACROSS, c->width * (i + 1) / ACROSS, c->height * k / DOWN,
               c->height * (k + 1) / DOWN);
}

/* A part's kind and parameter: a key that does not move where others are added. */
static const char *name_of(const char *scene, const rosin_part *part) {
  static char name[100];
  const char *of = rosin_part_turns(part) ? rosin_core_parameter(core, part->index)->name : "-";
  snprintf(name, sizeof name, "%s:%d:%s", scene, (int)part->kind, of);
  for (char *c = name; *c; c++) /* a key has no blanks */
    *c = *c == ' ' ? '_' : *c;
  return name;
}

/* What is seen of a part, wherever it stands: the light of fields of its box. */
static void put_part(golden *g, const char *scene, const rosin_part *part) {
  const rosin_pixels b = rosin_canvas_pixels(&pane->canvas, &part->box);
  const int large = part->kind == ROSIN_PART_STAGE || part->kind == ROSIN_PART_PAD;
  const int across = large ? MOST : 6, down = large ? 8 : 2;
  for (int k = 0; k < down; k++) {
    double row[MOST];
    for (int i = 0; i < across; i++)
      row[i] = round(100 * light(&pane->canvas, b.left + (b.right - b.left) * i / across,
                                 b.left + (b.right - b.left) * (i + 1) / across,
                                 b.top + (b.bottom - b.top) * k / down,
                                 b.top + (b.bottom - b.top) * (k + 1) / down)) /
               100;
    /* a part that a new one pushes by a share of a pixel is the same part */
    golden_row(g, name_of(scene, part), row, across, 5e-4, 100);
  }
}

static const char *const scenes[] = {"cello", "violin", "door-hinge-slow", "wine-glass",
                                     "tyre-skid"};
enum { SCENES = sizeof scenes / sizeof *scenes };

static const rosin_part *part_of(rosin_part_kind kind) {
  const int at = rosin_layout_find(&pane->layout, kind, -1);
  assert_true(at >= 0);
  return &pane->layout.part[at];
}

static void press(rosin_part_kind kind) {
  const rosin_box *b = &part_of(kind)->box;
  rosin_mouse_press(desk, &(rosin_touch_at){.x = b->x + b->width / 2, .y = b->y + b->height / 2});
  rosin_mouse_release(desk);
  rosin_pane_turn(pane);
}

/* What the line at the foot says under the mouse, and of what is open over the rest. */
static void put_words(golden *g, const char *scene) {
  char text[400] = "", name[100];
  for (int i = 0; i < pane->layout.parts; i++) {
    const rosin_part *part = &pane->layout.part[i];
    rosin_mouse_move(desk, &(rosin_touch_at){.x = part->box.x + 3, .y = part->box.y + 3});
    rosin_line_says(desk, text, sizeof text);
    golden_words(g, name_of(scene, part), *text ? text : "-");
  }
  for (int over = 1; over <= 3; over++) {
    *text = 0;
    desk->over = over;
    rosin_line_says(desk, text, sizeof text);
    snprintf(name, sizeof name, "%s:over%d", scene, over);
    golden_words(g, name, *text ? text : "-");
  }
  desk->over = ROSIN_OVER_NOTHING;
}

static void windows_look_so(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/face/window.txt");
  for (int n = 0; n < SCENES; n++) {
    open_window(scenes[n], 1);
    golden_in(&g, "seen");
    for (int i = 0; i < pane->layout.parts; i++)
      if (pane->layout.part[i].kind != ROSIN_PART_CARD) /* which grows by what stands on it */
        put_part(&g, scenes[n], &pane->layout.part[i]);
    golden_in(&g, "says");
    put_words(&g, scenes[n]);
    close_window();
  }
  assert_int_equal(golden_close(&g), 0);
}

/* Each side has what was set while it was up, whatever the other has. */
static void sides_keep_their_values(void **state) {
  (void)state;
  open_window("cello", 1);
  const int level = rosin_core_find(core, "level"), other = rosin_core_find(core, "dynamics");
  double side[2][2] = {{rosin_core_get(core, level), rosin_core_get(core, other)},
                       {rosin_core_get(core, level), rosin_core_get(core, other)}};
  press(ROSIN_PART_SIDE); /* both begin alike */
  int up = 1;
  for (int round = 0; round < 12; round++) {
    assert_true(rosin_core_get(core, level) == side[up][0]);
    assert_true(rosin_core_get(core, other) == side[up][1]);
    if (round % 3 != 2) {
      side[up][0] = -1 - round;
      side[up][1] = 0.05 * round;
      rosin_desk_put(desk, level, side[up][0]);
      rosin_desk_put(desk, other, side[up][1]);
    }
    press(ROSIN_PART_SIDE);
    up = !up;
  }
  close_window();
}

/* Another take is another seed, each time; undone and redone they are there again. */
static void takes_are_new_and_can_be_undone(void **state) {
  (void)state;
  open_window("cello", 1);
  const int at = rosin_core_find(core, "seed");
  double seed[5] = {rosin_core_get(core, at)};
  for (int i = 1; i < 5; i++) {
    press(ROSIN_PART_TAKE);
    seed[i] = rosin_core_get(core, at);
    for (int k = 0; k < i; k++)
      assert_true(seed[k] != seed[i]);
  }
  for (int i = 3; i >= 0; i--) {
    press(ROSIN_PART_UNDO);
    assert_true(rosin_core_get(core, at) == seed[i]);
  }
  for (int i = 1; i < 5; i++) {
    press(ROSIN_PART_REDO);
    assert_true(rosin_core_get(core, at) == seed[i]);
  }
  close_window();
}

/* Twice as large it is the same picture, but for the edges of what is drawn. */
static void larger_windows_are_the_same(void **state) {
  static double small[DOWN][ACROSS];
  (void)state;
  for (int n = 0; n < SCENES; n++)
    for (int scale = 1; scale <= 2; scale++) {
      open_window(scenes[n], scale);
      for (int k = 0; k < DOWN; k++)
        for (int i = 0; i < ACROSS; i++)
          if (scale == 1)
            small[k][i] = light_of(i, k);
          else if (!(fabs(light_of(i, k) - small[k][i]) < 8))
            fail_msg("%s: field %d, %d: %g, not %g", scenes[n], i, k, light_of(i, k), small[k][i]);
      close_window();
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(windows_look_so),
                                     cmocka_unit_test(sides_keep_their_values),
                                     cmocka_unit_test(takes_are_new_and_can_be_undone),
                                     cmocka_unit_test(larger_windows_are_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
