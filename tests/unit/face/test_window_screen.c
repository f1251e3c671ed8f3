/* SPDX-License-Identifier: BSD-3-Clause */
/* A plugin's window on a screen that the test makes up. Whatever happens there, at random, does
 * what it does to a pane that is told so plainly; and what was shown, piece by piece, is all that
 * the pane has drawn. */
#include "core/learn.h"
#include "draw.h"
#include "plugin/list.h"
#include "plugin/window/pane.h"
#include "plugin/window/screen.h"
#include "plugin/window/window.h"
#include "scratch.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, BLOCK = 1600, WAITING = 8, WIDEST = 1600, TALLEST = 1200 };

/* ---- the screen --------------------------------------------------------------------------- */

struct rosin_screen {
  int width, height, follows, focused, lives;
  uintptr_t parent;
  void (*turn)(void *context);
  void *context;
  uint32_t shown[WIDEST * TALLEST];
};

static rosin_screen screen;
static rosin_screen_event waiting[WAITING];
static int waits, has_screen = 1;
static double clock_now;

rosin_screen *rosin_screen_new(uintptr_t parent, int width, int height, const char *title) {
  assert_true(title && *title);
  memset(&screen, 0, sizeof screen);
  screen.parent = parent;
  screen.width = width;
  screen.height = height;
  screen.lives = has_screen;
  return has_screen ? &screen : NULL;
}
void rosin_screen_free(rosin_screen *s) {
  if (s)
    s->lives = 0;
}
uintptr_t rosin_screen_handle(const rosin_screen *s) {
  return s->parent + 1;
}
void rosin_screen_resize(rosin_screen *s, int width, int height) {
  s->width = width;
  s->height = height;
}
void rosin_screen_follow(rosin_screen *s) {
  s->follows++;
}
int rosin_screen_next(rosin_screen *s, rosin_screen_event *event) {
  (void)s;
  if (!waits)
    return 0;
  *event = waiting[0];
  memmove(waiting, waiting + 1, (size_t)--waits * sizeof *waiting);
  return 1;
}
void rosin_screen_show(rosin_screen *s, const rosin_canvas *c, const rosin_pixels *box) {
  for (int y = box->top; y < box->bottom; y++)
    for (int x = box->left; x < box->right; x++)
      s->shown[y * WIDEST + x] = c->pixel[y * c->width + x];
}
double rosin_screen_clock(void) {
  return clock_now;
}
void rosin_screen_focus(rosin_screen *s) {
  s->focused++;
}
int rosin_screen_drives(void) {
  return 1;
}
void rosin_screen_drive(rosin_screen *s, void (*turn)(void *context), void *context) {
  s->turn = turn;
  s->context = context;
}

/* ---- two that are told the same ----------------------------------------------------------- */

static rosin_core *core[2]; /* of the window, of the pane beside it */
static unsigned keys[2];    /* a sum of what was played */

static void nothing(void *context, int index) {
  (void)context, (void)index;
}
static void set(void *context, int index, double value) {
  rosin_core_put(*(rosin_core **)context, index, value);
}
static void note(void *context, int key, double velocity) {
  const int which = (int)((rosin_core **)context - core);
  keys[which] = 31 * keys[which] + 2 * (unsigned)key + (velocity > 0);
  rosin_core_play(
      core[which], 0,
      &(rosin_player_event_t){.kind = velocity > 0 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                              .key = key,
                              .value = velocity});
}
static int popped[2][3];
static int menu(void *context, int index, int x, int y) {
  int *of = popped[(rosin_core **)context - core];
  of[0] = index;
  of[1] = x;
  of[2] = y;
  return 1;
}

static rosin_window_face face_of(int which) {
  return (rosin_window_face){&core[which], nothing, set, nothing, NULL, note, menu};
}

static void open_core(const char *scene, int which) {
  rosin_error error;
  core[which] = rosin_plugin_open(scene, &error);
  assert_non_null(core[which]);
  rosin_core_put(core[which], rosin_core_find(core[which], "seed"), 1);
  assert_int_equal(rosin_core_prepare(core[which], RATE, &error), 0);
  keys[which] = 0;
}

static void sound(void) {
  static float side[4][BLOCK];
  float *out[] = {side[0], side[1], side[2], side[3]};
  for (int i = 0; i < 2; i++)
    rosin_core_process(core[i], out, BLOCK);
}

/* What happens next: mostly on parts, often twice at a place. */
static rosin_screen_event drawn_event(const rosin_pane *p) {
  static int x, y;
  static rosin_screen_event before;
  if (one_of(5) == 0) /* once more */
    return before;
  rosin_screen_event e = {.kind = (rosin_screen_kind)one_of(ROSIN_SCREEN_KEY + 1)};
  if (one_of(3)) {
    const rosin_box *b = &p->layout.part[one_of(p->layout.parts)].box;
    x = (int)(p->canvas.left + p->canvas.scale * (b->x + between(0, b->width)));
    y = (int)(p->canvas.top + p->canvas.scale * (b->y + between(0, b->height)));
  } else {
    x += one_of(13) - 6;
    y += one_of(13) - 6;
  }
  if (one_of(4) == 0) /* as hands do most */
    e.kind = one_of(2) ? ROSIN_SCREEN_PRESSED : ROSIN_SCREEN_RELEASED;
  if (e.kind == ROSIN_SCREEN_SIZED && one_of(4))
    e.kind = ROSIN_SCREEN_MOVED;
  e.x = e.kind == ROSIN_SCREEN_SIZED ? 300 + one_of(1200) : x;
  e.y = e.kind == ROSIN_SCREEN_SIZED ? 200 + one_of(900) : y;
  e.right = one_of(6) == 0;
  e.shift = one_of(4) == 0;
  e.down = one_of(3) > 0;
  e.clicks = one_of(7) - 3;
  e.key = one_of(3) ? ROSIN_KEY_LETTER : (rosin_key)one_of(ROSIN_KEY_LETTER + 1);
  e.letter = (char)(one_of(4) ? 'a' + one_of(26) : ' ' + one_of(64));
  const int on =
      rosin_layout_at(&p->layout, rosin_pane_at(p, e.x, e.y).x, rosin_pane_at(p, e.x, e.y).y);
  if (on >= 0 && p->layout.part[on].kind == ROSIN_PART_TAKE) /* which is another for each */
    e.kind = ROSIN_SCREEN_MOVED;
  before = e;
  return e;
}

/* The same, told plainly. */
static double pressed_at;
static void tell(rosin_pane *p, const rosin_screen_event *e, int *focus) {
  static int pressed_x, pressed_y;
  rosin_desk *d = &p->desk;
  rosin_touch_at at = rosin_pane_at(p, e->x, e->y);
  at.right = e->right;
  at.fine = e->shift;
  if (e->kind == ROSIN_SCREEN_SIZED)
    rosin_pane_size(p, e->x, e->y);
  if (e->kind == ROSIN_SCREEN_EXPOSED)
    p->fresh = 1;
  if (e->kind == ROSIN_SCREEN_PRESSED) {
    const int near = e->x > pressed_x - 5 && e->x < pressed_x + 5 && e->y > pressed_y - 5 &&
                     e->y < pressed_y + 5;
    at.twice = pressed_at >= 0 && clock_now < pressed_at + 0.4 && near;
    pressed_at = at.twice ? -1 : clock_now; /* a third is a first one again */
    pressed_x = d->pixel_x = e->x;
    pressed_y = d->pixel_y = e->y;
    rosin_mouse_press(d, &at);
    *focus += d->over == ROSIN_OVER_ENTRY || d->over == ROSIN_OVER_PRESETS || d->key >= 0 ||
              rosin_core_learning(d->plays) >= 0;
  }
  if (e->kind == ROSIN_SCREEN_RELEASED && !e->right)
    rosin_mouse_release(d);
  if (e->kind == ROSIN_SCREEN_MOVED)
    rosin_mouse_move(d, &at);
  if (e->kind == ROSIN_SCREEN_LEFT)
    rosin_mouse_leave(d);
  if (e->kind == ROSIN_SCREEN_SCROLLED)
    rosin_mouse_scroll(d, &at, e->clicks);
  if (e->kind == ROSIN_SCREEN_KEY)
    rosin_typed_key(d, e->key, e->letter, e->down);
}

static void are_alike(const rosin_pane *p, int round) {
  for (int i = 0; i < rosin_core_parameters(core[0]); i++)
    if (rosin_core_get(core[0], i) != rosin_core_get(core[1], i))
      fail_msg("round %d: %s is %g, not %g", round, rosin_core_parameter(core[0], i)->name,
               rosin_core_get(core[0], i), rosin_core_get(core[1], i));
  assert_int_equal(keys[0], keys[1]);
  assert_memory_equal(popped[0], popped[1], sizeof popped[0]);
  assert_int_equal(rosin_core_learning(core[0]), rosin_core_learning(core[1]));
  for (int y = 0; y < p->canvas.height; y++)
    if (memcmp(screen.shown + y * WIDEST, p->canvas.pixel + y * p->canvas.width,
               (size_t)p->canvas.width * sizeof *screen.shown) != 0)
      fail_msg("round %d: row %d of the screen is not what was drawn", round, y);
}

static void whatever_happens_is_told_and_shown(void **state) {
  static const char *const scenes[] = {"cello", "wine-glass"};
  (void)state;
  int focuses = 0;
  for (int n = 0; n < 2; n++) {
    rosin_window_face face = face_of(0);
    int focus = 0;
    pressed_at = -1;
    seed = 10 + (uint64_t)n;
    open_core(scenes[n], 0);
    open_core(scenes[n], 1);
    rosin_window *w = rosin_window_new(core[0], core[0], &face, 7, 1);
    face = face_of(1);
    rosin_pane *p = rosin_pane_new(core[1], core[1], &face);
    assert_true(w && p);
    for (int round = 0; round < 300 / SHARE; round++) {
      clock_now += between(0, 0.3);
      for (int i = one_of(4); i > 0; i--) {
        const rosin_screen_event e = drawn_event(p);
        waiting[waits++] = e;
        tell(p, &e, &focus);
      }
      screen.turn(screen.context);
      rosin_pane_turn(p);
      are_alike(p, round);
      assert_int_equal(screen.focused, focus);
      if (round % 8 == 0)
        sound();
    }
    focuses += focus;
    rosin_window_free(w);
    assert_int_equal(screen.lives, 0);
    rosin_pane_free(p);
    rosin_core_free(core[0]);
    rosin_core_free(core[1]);
  }
  assert_true(SHARE > 1 || focuses > 2);
}

static void sizes_are_what_was_asked_for(void **state) {
  const rosin_window_face face = face_of(0);
  (void)state;
  open_core("cello", 0);
  const rosin_layout l = rosin_layout_of(core[0]);
  static const struct {
    double scale, is;
  } scales[] = {{1, 1}, {1.37, 1.37}, {0.5, 0.5}, {4, 4}, {0.49, 1}, {4.01, 1}, {NAN, 1}};
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    int width = 0, height = 0;
    rosin_window_size(core[0], scales[i].scale, &width, &height);
    assert_int_equal(width, (int)ceil(scales[i].is * l.width));
    assert_int_equal(height, (int)ceil(scales[i].is * l.height));
  }
  rosin_window *w = rosin_window_new(core[0], NULL, &face, 41, 1.25);
  assert_int_equal(screen.width, (int)ceil(1.25 * l.width));
  assert_int_equal(screen.height, (int)ceil(1.25 * l.height));
  assert_int_equal(rosin_window_handle(w), 42);
  rosin_window_resize(w, 333, 222);
  assert_true(screen.width == 333 && screen.height == 222);
  rosin_window_follow(w);
  assert_int_equal(screen.follows, 1);
  assert_int_equal(rosin_window_drives(), 1);
  assert_string_equal(rosin_window_system(), "x11");
  rosin_window_free(w);
  rosin_window_free(NULL);
  has_screen = 0;
  assert_null(rosin_window_new(core[0], NULL, &face, 0, 1));
  has_screen = 1;
  rosin_core_free(core[0]);
}

static int enter(void **state) {
  return scratch_enter(state) || setenv("XDG_DATA_HOME", scratch, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_are_what_was_asked_for),
                                     cmocka_unit_test(whatever_happens_is_told_and_shown)};
  return cmocka_run_group_tests(tests, enter, scratch_leave);
}
