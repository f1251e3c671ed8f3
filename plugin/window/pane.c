/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/pane.h"
#include "core/learn.h"
#include "core/presets.h"
#include "core/trouble.h"
#include "plugin/window/draw.h"
#include "plugin/window/gesture.h"
#include "plugin/window/over.h"
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double falls = 1.4;  /* dB a turn, of the meter */
static const float QUIET = 1e-5F; /* below this nothing is heard of what it does */
enum {
  HELD = 45, /* turns, for which its most is shown */
  SAID = 150 /* for which something is said */
};

rosin_pane *rosin_pane_new(const rosin_core *core, rosin_core *sounding,
                           const rosin_window_face *face) {
  rosin_pane *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->sounding = sounding;
  p->layout = rosin_layout_of(core);
  rosin_desk_start(&p->desk, core, &p->layout, face);
  p->desk.plays = sounding;
  if (sounding) { /* what was before it was opened is over */
    const char *words;
    int key;
    p->desk.troubles = rosin_core_trouble(sounding, &words, &key);
  }
  rosin_desk_list_presets(&p->desk);
  rosin_pane_size(p, (int)p->layout.width, (int)p->layout.height);
  return p;
}

void rosin_pane_free(rosin_pane *p) {
  if (!p)
    return;
  rosin_desk_let_go(&p->desk);
  if (p->sounding)
    rosin_core_learn(p->sounding, -1); /* nobody waits for what nobody sees */
  rosin_canvas_free(&p->canvas);
  free(p);
}

void rosin_pane_size(rosin_pane *p, int width, int height) {
  rosin_canvas *c = &p->canvas;
  rosin_canvas_size(c, width, height);
  c->scale = fmin(c->width / p->layout.width, c->height / p->layout.height);
  c->left = floor((c->width - c->scale * p->layout.width) / 2);
  c->top = floor((c->height - c->scale * p->layout.height) / 2);
  p->fresh = 1;
}

rosin_touch_at rosin_pane_at(const rosin_pane *p, int x, int y) {
  const double scale = p->canvas.scale > 0 ? p->canvas.scale : 1;
  return (rosin_touch_at){.x = (x - p->canvas.left) / scale, .y = (y - p->canvas.top) / scale};
}

/* ---- what sounds --------------------------------------------------------------------------- */

static double decibel(float x) {
  return x > 1e-6F ? 20 * log10((double)x) : -HUGE_VAL;
}

/* What an effect does at the point of its pad, under the values of all that this does not move. */
static void remember(rosin_desk *d) {
  const rosin_layout *l = d->layout;
  uint64_t else_is = 14695981039346656037u;
  for (int i = 0; i < rosin_core_parameters(d->core); i++)
    if (i != l->across && i != l->up && rosin_preset_sets(d->core, i) &&
        i != rosin_core_find(d->core, "level")) {
      const double value = rosin_desk_value(d, i);
      uint64_t bits;
      memcpy(&bits, &value, sizeof bits);
      else_is = (else_is ^ bits) * 1099511628211u;
    }
  rosin_sung_under(&d->sung, else_is);
  const rosin_view_contact *k = &d->view.contact[(int)d->view.pressed];
  if (k->regime > ROSIN_LIFTED && k->force > 0 && d->view.peak > QUIET)
    rosin_sung_note(&d->sung, d->x, d->y, (int)k->regime);
}

/* What could not be played is said for a while. */
static void look_at_trouble(rosin_desk *d) {
  const char *words;
  int key;
  const unsigned turn = d->plays ? rosin_core_trouble(d->plays, &words, &key) : d->troubles;
  d->failed_for -= d->failed_for > 0;
  if (turn == d->troubles)
    return;
  char name[16] = "";
  d->troubles = turn;
  d->failed_for = SAID;
  if (key >= 0)
    rosin_key_name(key, name, sizeof name);
  snprintf(d->failed, sizeof d->failed, "%s%s%s", name, *name ? " is left out: " : "", words);
}

static void look_at_sound(rosin_pane *p) {
  rosin_desk *d = &p->desk;
  const float before = d->view.turn;
  d->sees = p->sounding && rosin_core_view(p->sounding, &d->view) == 0;
  /* one that stands still is of a host that has stopped */
  const int lives = d->sees && d->view.turn != before;
  const double now = lives ? decibel(d->view.peak) : -HUGE_VAL;
  const double work = lives ? decibel(d->view.limited) - now : 0;
  d->meter = fmax(now, fmax(d->meter - falls, -80));
  d->work = fmax(isfinite(work) ? work : 0, d->work * 0.85 - 0.01);
  if (now > d->most || d->most_for-- <= 0) {
    d->most = d->meter;
    d->most_for = HELD;
  }
  if (!d->layout->bows && !d->pads) { /* the pad's point is where its parameters are */
    d->x = rosin_desk_share(d, d->layout->across);
    d->y = rosin_desk_share(d, d->layout->up);
  }
  if (lives && !d->layout->bows && d->layout->across >= 0)
    remember(d);
}

/* ---- drawing ------------------------------------------------------------------------------- */

static void note(rosin_pane *p, const rosin_box *box) {
  if (p->dirties < ROSIN_PANE_DIRTY)
    p->dirty[p->dirties++] = rosin_canvas_pixels(&p->canvas, box);
}

/* Which parts look otherwise, or lie where a list was; with a card go its rows. */
static void find_stale(rosin_pane *p, const rosin_box *bare, char *stale) {
  const rosin_layout *l = &p->layout;
  for (int i = 0; i < l->parts; i++) {
    const uint64_t look = rosin_draw_look(&p->desk, i);
    if (look != p->look[i] || p->fresh || rosin_box_meets(&l->part[i].box, bare))
      stale[i] = 1;
    p->look[i] = look;
    for (int k = i + 1; stale[i] && l->part[i].kind == ROSIN_PART_CARD && k < l->parts; k++)
      stale[k] |= (char)(l->part[k].kind == ROSIN_PART_ROW &&
                         rosin_box_meets(&l->part[i].box, &l->part[k].box));
  }
}

static uint64_t look_of(const rosin_desk *d, const rosin_over_list *list) {
  uint64_t look = 14695981039346656037u;
  const int number[] = {(int)d->over, d->of, d->row, list->items, d->preset};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++)
    look = (look ^ (unsigned)number[i]) * 1099511628211u;
  for (const char *at = d->typed; *at; at++)
    look = (look ^ (unsigned char)*at) * 1099511628211u;
  return look;
}

static int same(const rosin_box *a, const rosin_box *b) {
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static void draw(rosin_pane *p) {
  char stale[ROSIN_LAYOUT_PARTS] = {0};
  rosin_over_list list;
  rosin_over_list_of(&p->desk, &list);
  const uint64_t look = look_of(&p->desk, &list);
  int covers = p->fresh || look != p->over_look;
  const int moves = !same(&list.box, &p->over);
  const rosin_box bare = moves ? p->over : (rosin_box){0};
  find_stale(p, &bare, stale);
  if (p->fresh)
    rosin_draw_ground(&p->canvas);
  else if (bare.width > 0)
    rosin_draw_bare(&p->canvas, &bare);
  if (p->fresh)
    note(p, &(rosin_box){-1e4, -1e4, 3e4, 3e4});
  else if (bare.width > 0)
    note(p, &bare);
  for (int i = 0; i < p->layout.parts; i++)
    if (stale[i]) {
      rosin_draw_part(&p->canvas, &p->desk, i);
      covers |= rosin_box_meets(&p->layout.part[i].box, &list.box);
      if (!p->fresh)
        note(p, &p->layout.part[i].box);
    }
  if (covers && list.box.width > 0) {
    rosin_draw_over(&p->canvas, &p->desk);
    note(p, &list.box);
  }
  p->over = list.box;
  p->over_look = look;
  p->fresh = 0;
}

void rosin_pane_turn(rosin_pane *p) {
  p->dirties = 0;
  look_at_sound(p);
  look_at_trouble(&p->desk);
  rosin_gesture_follow(&p->desk);
  rosin_desk_turn(&p->desk);
  if (p->canvas.pixel)
    draw(p);
}
