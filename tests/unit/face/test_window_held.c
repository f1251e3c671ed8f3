/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows in the middle of what they show, held still: what is seen of the sound is made up by
 * chance, so that no sample of an engine moves it. Where each part has its light then, against
 * tests/unit/face/window_held.txt; and that whatever is drawn otherwise is known to be. */
#include "core/learn.h"
#include "draw.h"
#include "golden.h"
#include "pane.h"
#include "plugin/list.h"
#include "plugin/window/draw.h"
#include "plugin/window/gesture.h"
#include "plugin/window/over.h"
#include "plugin/window/pane.h"
#include "plugin/window/style.h"
#include "scratch.h"
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

enum { MOST = 12, MOMENTS = 5, ROUNDS = 120 };
static const double unseen = 24; /* of 255, in a pixel */

static const char *const scenes[] = {"cello", "violin", "tyre-skid", "wine-glass"};
enum { SCENES = sizeof scenes / sizeof *scenes };

static rosin_desk *desk;
static golden table;

static int menu(void *context, int index, int x, int y) {
  (void)context, (void)index, (void)x, (void)y;
  return 1;
}

static void open_window(const char *scene) {
  const rosin_window_face face = pane_face(pane_no_note, menu);
  open_pane(scene, 1, &face);
  desk = &pane->desk;
  rosin_pane_turn(pane);
}

/* ---- what is seen, by chance --------------------------------------------------------------- */

static void see_contact(rosin_view_contact *k, int string) {
  k->regime = (float)one_of(ROSIN_SLIDING + 1);
  k->force = one_of(3) ? (float)log_between(0.01, 20) : 0;
  k->velocity = (float)between(-1, 1);
  k->slips = (float)log_between(1, 2000);
  k->open = (float)(65.4 * pow(1.5, string));
  k->pitch = one_of(4) ? k->open * (float)between(0.9, 2.5) : 0;
  k->place = (float)between(0, 0.4);
  k->swing = one_of(4) ? (float)log_between(1e-3, 0.3) : 0;
  const double peak = between(0.1, 0.9), bend = between(-1, 1);
  for (int i = 0; i < ROSIN_CORE_SHAPE; i++) {
    const double at = (double)i / (ROSIN_CORE_SHAPE - 1);
    k->shape[i] = (float)((at < peak ? at / peak : (1 - at) / (1 - peak)) * bend);
  }
}

static void see_loop(rosin_view *v) {
  v->moments = (float)(one_of(4) ? 2 + one_of(ROSIN_VIEW_LOOP - 1) : one_of(2));
  const double speed = between(0.05, 1), rise = between(0, 1), round = between(1, 4);
  for (int i = 0; i < ROSIN_VIEW_LOOP; i++) {
    v->slid[i] = (float)(speed * (sin(round * i) - rise));
    v->rubbed[i] = (float)(3 * speed * cos(round * i + rise));
  }
}

static void see(void) {
  rosin_view *v = &desk->view;
  const int bows = pane->layout.bows;
  memset(v, 0, sizeof *v);
  desk->sees = 1;
  v->contacts = (float)(bows ? rosin_core_strings(core) : 1 + one_of(3));
  v->pressed = (float)one_of((int)v->contacts);
  v->at = (float)(rosin_core_duration(core) * (one_of(20) - 1) / 16);
  v->reach = 0.2F * (float)(1 << one_of(3)); /* in octaves, as a pad knows them coarsely */
  for (int i = 0; i < ROSIN_VIEW_SPEEDS; i++) {
    v->low[i] = 0.03F * (float)((i + 1) << one_of(3));
    v->high[i] = (1.5F + 0.5F * (float)i) * (float)(1 << one_of(2));
  }
  for (int i = 0; i < ROSIN_VIEW_CONTACTS; i++)
    see_contact(&v->contact[i], i);
  see_loop(v);
  v->players = (float)(bows && one_of(2) ? 2 + one_of(ROSIN_VIEW_PLAYERS - 1) : 0);
  for (int i = 0; i < ROSIN_VIEW_PLAYERS; i++)
    v->player[i] = (rosin_view_player){(float)between(-2, 2), (float)between(0, 4),
                                       (float)log_between(1e-4, 1)};
}

/* What hands and the meter did, too. */
static void hold(void) {
  const rosin_layout *l = &pane->layout;
  desk->x = between(0, 1);
  desk->y = between(0, 1);
  desk->pads = one_of(2);
  desk->holds = one_of(2);
  desk->now = one_of(2);
  desk->key = one_of(2) ? l->lowest + one_of(l->keys > 0 ? l->keys : 1) : -1;
  desk->meter = between(-70, 3);
  desk->most = fmin(desk->meter + between(0, 12), 3);
  desk->work = one_of(2) ? between(0, 30) : 0;
  desk->under = one_of(l->parts);
  desk->held = one_of(3) ? -1 : one_of(2) ? desk->under : one_of(l->parts);
  desk->preset = one_of(rosin_desk_presets(desk) + 1) - 1;
  desk->done = one_of(2);
  desk->steps = desk->done + one_of(2);
  for (int i = 0; i < 60 && !l->bows; i++)
    rosin_sung_note(&desk->sung, between(0, 1), between(0, 1), one_of(ROSIN_SLIDING + 1));
}

static void turn_controls(void) {
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (i != pane->layout.press)
      rosin_core_put(core, i, rosin_desk_at(desk, i, between(0, 1)));
  rosin_core_give(core, 20 + one_of(4), one_of(rosin_core_parameters(core)));
  rosin_core_learn(core, one_of(rosin_core_parameters(core)));
}

/* ---- where its light is ---------------------------------------------------------------------- */

static double light(rosin_pixels b, int i, int across, int k, int down) {
  const rosin_canvas *c = &pane->canvas;
  const int left = b.left + (b.right - b.left) * i / across,
            right = b.left + (b.right - b.left) * (i + 1) / across,
            top = b.top + (b.bottom - b.top) * k / down,
            bottom = b.top + (b.bottom - b.top) * (k + 1) / down;
  double sum = 0;
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++) {
      const uint32_t p = c->pixel[y * c->width + x];
      sum += 0.5 * (p >> 16 & 255) + 0.3 * (p >> 8 & 255) + 0.2 * (p & 255);
    }
  return sum / fmax((right - left) * (bottom - top), 1);
}

static void put_box(golden *g, const char *name, const rosin_box *box, int across, int down) {
  const rosin_pixels b = rosin_canvas_pixels(&pane->canvas, box);
  for (int k = 0; k < down; k++) {
    double row[MOST];
    for (int i = 0; i < across; i++)
      row[i] = round(100 * light(b, i, across, k, down)) / 100;
    golden_row(g, name, row, across, 0, 0.02);
  }
}

static const char *name_of(int scene, int moment, const rosin_part *part) {
  static char name[100];
  snprintf(name, sizeof name, "%s:%d:%d:%s", scenes[scene], moment, (int)part->kind,
           rosin_part_turns(part) ? rosin_core_parameter(core, part->index)->name : "-");
  for (char *c = name; *c; c++) /* a key has no blanks */
    *c = *c == ' ' ? '_' : *c;
  return name;
}

static int is_large(const rosin_part *part) {
  return part->kind == ROSIN_PART_STAGE || part->kind == ROSIN_PART_PAD;
}

/* Controls, once each; all else in every moment. */
static void put_moment(golden *g, int scene, int moment) {
  for (int i = 0; i < pane->layout.parts; i++) {
    const rosin_part *part = &pane->layout.part[i];
    rosin_draw_part(&pane->canvas, desk, i);
    if (part->kind == ROSIN_PART_CARD || (rosin_part_turns(part) && moment))
      continue;
    const int large = is_large(part);
    put_box(g, name_of(scene, moment, part), &part->box, large ? MOST : 6, large ? 8 : 1);
  }
}

/* The last moment has a preset whose name is wider than there is room for. */
static void put_moments(golden *g) {
  static const char wide[] = "WWWWWWWWWW WWWWWWWWWW WWWWWWWWWW WWWWWW";
  golden_in(g, "held");
  for (int n = 0; n < SCENES; n++) {
    open_window(scenes[n]);
    seed = 100 + (uint64_t)n;
    for (int moment = 0; moment < MOMENTS; moment++) {
      see();
      hold();
      turn_controls();
      if (moment == MOMENTS - 1) {
        rosin_desk_save_preset(desk, wide);
        desk->preset = rosin_desk_find_preset(desk, wide);
        assert_true(desk->preset >= 0);
      }
      put_moment(g, n, moment);
    }
    close_window();
  }
}

/* Lists over the rest: of each kind, a row under the mouse, something typed. */
static void put_lists(golden *g) {
  static const struct {
    rosin_over over;
    rosin_part_kind on;
    const char *typed;
  } lists[] = {
      {ROSIN_OVER_WORDS, ROSIN_PART_KNOB, ""},      {ROSIN_OVER_PRESETS, ROSIN_PART_PRESET, ""},
      {ROSIN_OVER_PRESETS, ROSIN_PART_PRESET, "a"}, {ROSIN_OVER_PRESET, ROSIN_PART_PRESET, ""},
      {ROSIN_OVER_MENU, ROSIN_PART_ROW, ""},        {ROSIN_OVER_ENTRY, ROSIN_PART_ROW, "0.5"}};
  golden_in(g, "over");
  open_window("cello");
  rosin_core_give(core, 21,
                  pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_ROW, -1)].index);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    char name[32];
    rosin_over_list list;
    rosin_over_open(desk, lists[i].over, rosin_layout_find(&pane->layout, lists[i].on, -1));
    desk->about = 1;
    for (const char *at = lists[i].typed; *at; at++)
      rosin_over_type(desk, *at);
    rosin_over_step(desk, 1);
    rosin_over_list_of(desk, &list);
    assert_true(list.box.width > 0);
    rosin_draw_ground(&pane->canvas);
    rosin_draw_over(&pane->canvas, desk);
    snprintf(name, sizeof name, "%d", (int)i);
    const double place[] = {list.box.x, list.box.y, list.box.width, list.box.height,
                            list.first, list.items, desk->row};
    golden_row(g, name, place, 7, 0, 0.01);
    put_box(g, name, &list.box, 8, 6);
    rosin_over_close(desk);
  }
  close_window();
}

static void what_is_seen_is_drawn_there(void **state) {
  (void)state;
  put_moments(&table);
  put_lists(&table);
  assert_int_equal(golden_close(&table), 0);
}

/* ---- and known to be drawn --------------------------------------------------------------------
 */

static double difference(const uint32_t *was, const rosin_box *box) {
  const rosin_canvas *c = &pane->canvas;
  const rosin_pixels b = rosin_canvas_pixels(c, box);
  double most = 0;
  for (int y = b.top; y < b.bottom; y++)
    for (int x = b.left; x < b.right; x++) {
      const uint32_t p = c->pixel[y * c->width + x], q = was[y * c->width + x];
      for (int k = 0; k < 24; k += 8)
        most = fmax(most, fabs((double)(p >> k & 255) - (double)(q >> k & 255)));
    }
  return most;
}

/* Some bytes of one thing become those of another. */
typedef struct {
  size_t at, size;
} bytes_of;
#define OF(type, field)                                                                            \
  { offsetof(type, field), sizeof((type *)0)->field }

static void move(void *to, const void *from, bytes_of which) {
  memcpy((char *)to + which.at, (const char *)from + which.at, which.size);
}

/* Each one thing that is seen of a contact, of the view, of what hands and the meter did. */
static const bytes_of of_contact[] = {
    OF(rosin_view_contact, regime), OF(rosin_view_contact, force), OF(rosin_view_contact, velocity),
    OF(rosin_view_contact, slips),  OF(rosin_view_contact, pitch), OF(rosin_view_contact, place),
    OF(rosin_view_contact, shape)};
static const bytes_of of_view[] = {
    OF(rosin_view, player), OF(rosin_view, slid),  OF(rosin_view, rubbed), OF(rosin_view, low),
    OF(rosin_view, high),   OF(rosin_view, reach), OF(rosin_view, at),     OF(rosin_view, pressed)};
static const bytes_of of_desk[] = {
    OF(rosin_desk, x),    OF(rosin_desk, y),     OF(rosin_desk, pads),  OF(rosin_desk, holds),
    OF(rosin_desk, now),  OF(rosin_desk, key),   OF(rosin_desk, meter), OF(rosin_desk, most),
    OF(rosin_desk, work), OF(rosin_desk, under), OF(rosin_desk, held),  OF(rosin_desk, preset),
    OF(rosin_desk, done), OF(rosin_desk, steps), OF(rosin_desk, sung)};
#define COUNT(of) (int)(sizeof of / sizeof *of)
enum {
  CONTACT = COUNT(of_contact),
  HANDS = CONTACT + COUNT(of_view), /* the first change that is a hand's */
  KINDS = HANDS + COUNT(of_desk) + 1
};

/* One thing is another, by chance. */
static void change(int what) {
  rosin_view *v = &desk->view;
  if (what < CONTACT) {
    rosin_view_contact *k = &v->contact[one_of((int)v->contacts)], other = *k;
    see_contact(&other, (int)(k - v->contact));
    move(k, &other, of_contact[what]);
  } else if (what < HANDS) {
    const rosin_view kept = *v;
    see();
    const rosin_view other = *v;
    *v = kept;
    move(v, &other, of_view[what - CONTACT]);
    v->pressed = fminf(v->pressed, v->contacts - 1);
  } else if (what < KINDS - 1) {
    static rosin_desk kept, other;
    kept = *desk;
    hold();
    other = *desk;
    *desk = kept;
    move(desk, &other, of_desk[what - HANDS]);
    desk->steps = desk->steps > desk->done ? desk->steps : desk->done;
  } else {
    turn_controls();
  }
}

/* Whether such a change can be seen of it: all of a hand's, and where sound is shown. */
static int shows(const rosin_part *part, int what) {
  return part->kind != ROSIN_PART_CARD && /* its rows are drawn over it */
         (what >= HANDS || is_large(part) || part->kind == ROSIN_PART_KEYS ||
          part->kind == ROSIN_PART_METER);
}

static void draw_all(int what, uint64_t *look) {
  for (int i = 0; i < pane->layout.parts; i++)
    if (shows(&pane->layout.part[i], what)) {
      rosin_draw_part(&pane->canvas, desk, i);
      look[i] = rosin_draw_look(desk, i);
    }
}

/* A part that is drawn otherwise looks otherwise: else it would stay as it was. */
static void what_is_drawn_otherwise_is_known(void **state) {
  (void)state;
  int others = 0;
  for (int n = 0; n < SCENES; n++) {
    open_window(scenes[n]);
    const size_t bytes = sizeof(uint32_t) * (size_t)(pane->canvas.width * pane->canvas.height);
    uint32_t *was = malloc(bytes);
    uint64_t look[ROSIN_LAYOUT_PARTS], now[ROSIN_LAYOUT_PARTS];
    assert_non_null(was);
    seed = 200 + (uint64_t)n;
    for (int round = 0; round < ROUNDS; round += SHARE) {
      const int what = round % 2 ? round / 2 % KINDS : round / 2 % HANDS;
      see();
      hold();
      draw_all(what, look);
      memcpy(was, pane->canvas.pixel, bytes);
      change(what);
      draw_all(what, now);
      for (int i = 0; i < pane->layout.parts; i++) {
        const rosin_part *part = &pane->layout.part[i];
        if (!shows(part, what))
          continue;
        others += now[i] != look[i];
        const double off = now[i] == look[i] ? difference(was, &part->box) : 0;
        if (off > unseen)
          fail_msg("%s, round %d: part %d (%d) is another by %g and is not known to be", scenes[n],
                   round, i, (int)part->kind, off);
      }
    }
    free(was);
    close_window();
  }
  print_message("%d parts looked otherwise\n", others);
  assert_true(others > 100 / SHARE);
}

static int enter(void **state) {
  table = golden_open("tests/unit/face/window_held.txt");
  return scratch_enter(state) || setenv("XDG_DATA_HOME", scratch, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_seen_is_drawn_there),
                                     cmocka_unit_test(what_is_drawn_otherwise_is_known)};
  return cmocka_run_group_tests(tests, enter, scratch_leave);
}
