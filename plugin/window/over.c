/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/over.h"
#include "core/learn.h"
#include "core/words.h"
#include "letters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 190, FIELD = 30, EDGE = 5 };

typedef enum { DEFAULT, TYPE, LEARN, FORGET, HOST } choice;
typedef enum { FAVOUR, REMOVE } deed;
enum { SAVE = 1000 }; /* more than there are presets */

static void add(rosin_over_list *l, const char *text, int value) {
  if (l->items == ROSIN_OVER_ITEMS)
    return;
  rosin_over_item *item = &l->item[l->items++];
  snprintf(item->text, sizeof item->text, "%s", text);
  item->value = value;
}

static const rosin_part *part_of(const rosin_desk *d) {
  return &d->layout->part[d->of];
}

static void add_words(const rosin_desk *d, rosin_over_list *l) {
  const int index = part_of(d)->index;
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  char words[64];
  for (int i = 0; i <= (int)(row->high - row->low); i++) {
    rosin_words_value(d->core, index, row->low + i, words, sizeof words);
    add(l, words, i);
  }
}

static int is_wanted(const rosin_desk *d, int preset, const char *heading) {
  return rosin_contains(rosin_desk_preset_name(d, preset), d->typed) ||
         rosin_contains(heading, d->typed);
}

/* Favourites, the user's own, then the scene's by categories. */
static const char *heading_of(const rosin_desk *d, int preset) {
  return rosin_desk_is_favourite(d, preset) ? "Favourites"
         : rosin_desk_is_mine(d, preset)    ? "Mine"
                                            : rosin_desk_category(d, preset);
}

static int rank_of(const rosin_desk *d, int preset) {
  return rosin_desk_is_favourite(d, preset) ? 0 : rosin_desk_is_mine(d, preset) ? 1 : 2;
}

/* All under one heading, those that are listed already apart; returns how many were left out. */
static int add_under(const rosin_desk *d, rosin_over_list *l, int first, int room, char *listed) {
  const int count = rosin_desk_presets(d), rank = rank_of(d, first);
  const char *heading = heading_of(d, first);
  int headed = !*heading, out = 0;
  for (int k = first; k < count; k++) {
    if (listed[k] || rank_of(d, k) != rank || strcmp(heading_of(d, k), heading) != 0)
      continue;
    listed[k] = 1;
    if (!is_wanted(d, k, heading))
      continue;
    if (l->items + !headed >= room) {
      out++;
      continue;
    }
    if (!headed)
      add(l, heading, -1);
    headed = 1;
    add(l, rosin_desk_preset_name(d, k), k);
  }
  return out;
}

/* Rows that a window has room for below the field, but for one that says what else there is. */
static int room_of(const rosin_desk *d) {
  const int rows = (int)((d->layout->height - FIELD - 2 * EDGE - 8) / ROSIN_OVER_ROW) - 2;
  return rows < ROSIN_OVER_ITEMS - 2 ? rows : ROSIN_OVER_ITEMS - 2;
}

static void add_presets(const rosin_desk *d, rosin_over_list *l) {
  const int count = rosin_desk_presets(d);
  char *listed = calloc((size_t)count + 1, 1), text[64];
  int out = 0;
  for (int rank = 0; listed && rank < 3; rank++)
    for (int i = 0; i < count; i++)
      if (!listed[i] && rank_of(d, i) == rank)
        out += add_under(d, l, i, room_of(d), listed);
  free(listed);
  if (out) {
    snprintf(text, sizeof text, "%d more: type to search", out);
    add(l, text, -1);
  }
  if (*d->typed && rosin_desk_find_preset(d, d->typed) < 0) {
    snprintf(text, sizeof text, "Save as '%.40s'", d->typed);
    add(l, text, SAVE);
  } else if (!*d->typed) {
    add(l, "Type a new name to save what is set", -1);
  }
}

static void add_deeds(const rosin_desk *d, rosin_over_list *l) {
  add(l, rosin_desk_preset_name(d, d->about), -1);
  add(l, rosin_desk_is_favourite(d, d->about) ? "No favourite any more" : "A favourite", FAVOUR);
  if (rosin_desk_is_mine(d, d->about))
    add(l, "Remove it", REMOVE);
}

static void add_menu(const rosin_desk *d, rosin_over_list *l) {
  const int index = part_of(d)->index;
  char words[40], text[64];
  rosin_words_value(d->core, index, rosin_core_parameter(d->core, index)->initial, words,
                    sizeof words);
  snprintf(text, sizeof text, "Default: %s", words);
  add(l, text, DEFAULT);
  add(l, "Type a value", TYPE);
  if (d->plays) {
    add(l, rosin_core_learning(d->plays) == index ? "Learn no controller" : "Learn a controller",
        LEARN);
    if (rosin_core_controller(d->plays, index) >= 0) {
      snprintf(text, sizeof text, "Forget controller %d", rosin_core_controller(d->plays, index));
      add(l, text, FORGET);
    }
  }
  if (d->face.menu)
    add(l, "More, of your host", HOST);
}

/* Below its part, or above it; within the window. */
static void place(const rosin_desk *d, rosin_over_list *l, double width, double height) {
  const rosin_layout *window = d->layout;
  const rosin_box *at = &part_of(d)->box;
  const double x = fmin(at->x + (at->width - width) / 2, window->width - width - 8);
  double y = at->y + at->height + 2;
  if (y + height > window->height - 4)
    y = at->y - height - 2 > 4 ? at->y - height - 2 : window->height - height - 4;
  l->box = (rosin_box){fmax(x, 8), fmax(y, 4), width, height};
  l->first = l->box.y + EDGE + (d->over == ROSIN_OVER_PRESETS ? FIELD : 0);
}

void rosin_over_list_of(const rosin_desk *d, rosin_over_list *l) {
  memset(l, 0, sizeof *l);
  if (d->over == ROSIN_OVER_NOTHING || d->of < 0)
    return;
  if (d->over == ROSIN_OVER_WORDS)
    add_words(d, l);
  else if (d->over == ROSIN_OVER_PRESETS)
    add_presets(d, l);
  else if (d->over == ROSIN_OVER_PRESET)
    add_deeds(d, l);
  else if (d->over == ROSIN_OVER_MENU)
    add_menu(d, l);
  const double field = d->over == ROSIN_OVER_PRESETS || d->over == ROSIN_OVER_ENTRY ? FIELD : 0;
  place(d, l,
        d->over == ROSIN_OVER_PRESETS ? 264
        : d->over == ROSIN_OVER_ENTRY ? 150
                                      : WIDE,
        2 * EDGE + field + ROSIN_OVER_ROW * l->items);
}

void rosin_over_open(rosin_desk *d, rosin_over what, int part) {
  d->over = what;
  d->of = part;
  d->row = -1;
  d->typed[0] = 0;
  if (what == ROSIN_OVER_PRESETS)
    rosin_desk_list_presets(d); /* another window may have saved some */
  if (what == ROSIN_OVER_WORDS)
    d->row = (int)(rosin_desk_value(d, part_of(d)->index) -
                   rosin_core_parameter(d->core, part_of(d)->index)->low + 0.5);
}

void rosin_over_close(rosin_desk *d) {
  d->over = ROSIN_OVER_NOTHING;
  d->of = d->row = -1;
}

int rosin_over_at(const rosin_over_list *l, double x, double y) {
  const int row = (int)floor((y - l->first) / ROSIN_OVER_ROW);
  return rosin_box_has(&l->box, x, y) && row >= 0 && row < l->items && l->item[row].value >= 0 ? row
                                                                                               : -1;
}

static void enter(rosin_desk *d, int index) {
  double value;
  if (rosin_words_read(d->core, index, d->typed, &value) == 0)
    rosin_desk_put(d, index, rosin_core_parameter_stepped(d->core, index) ? round(value) : value);
}

static void do_with_preset(rosin_desk *d, int what) {
  if (what == REMOVE)
    rosin_desk_remove_preset(d, d->about);
  else
    rosin_desk_favour(d, d->about, !rosin_desk_is_favourite(d, d->about));
}

void rosin_over_ask(rosin_desk *d, int row) {
  rosin_over_list list;
  rosin_over_list_of(d, &list);
  const int value = row >= 0 && row < list.items ? list.item[row].value : -1;
  if (d->over != ROSIN_OVER_PRESETS || value < 0 || value == SAVE)
    return;
  const int of = d->of;
  d->about = value;
  rosin_over_open(d, ROSIN_OVER_PRESET, of);
}

/* Controllers are what sounds has, and no edit. */
static void give(const rosin_desk *d, int index, int what) {
  if (what == FORGET)
    rosin_core_forget(d->plays, index);
  else
    rosin_core_learn(d->plays, rosin_core_learning(d->plays) == index ? -1 : index);
}

static void do_with_parameter(rosin_desk *d, int part, int index, int what) {
  if (what == DEFAULT)
    rosin_desk_put(d, index, rosin_core_parameter(d->core, index)->initial);
  else if (what == TYPE)
    rosin_over_open(d, ROSIN_OVER_ENTRY, part);
  else if (what == HOST && d->face.menu)
    d->face.menu(d->face.context, index, d->pixel_x, d->pixel_y);
  else if (d->plays)
    give(d, index, what);
}

void rosin_over_choose(rosin_desk *d, int row) {
  rosin_over_list list;
  rosin_over_list_of(d, &list);
  const rosin_over was = d->over;
  const int of = d->of, value = row >= 0 && row < list.items ? list.item[row].value : -1;
  const int index = of >= 0 ? part_of(d)->index : -1;
  if (was == ROSIN_OVER_ENTRY)
    enter(d, index);
  char name[ROSIN_DESK_TYPED];
  snprintf(name, sizeof name, "%s", d->typed);
  rosin_over_close(d);
  if (value < 0)
    return;
  if (was == ROSIN_OVER_WORDS)
    rosin_desk_put(d, index, rosin_core_parameter(d->core, index)->low + value);
  else if (was == ROSIN_OVER_PRESETS && value == SAVE)
    rosin_desk_save_preset(d, name);
  else if (was == ROSIN_OVER_PRESETS)
    rosin_desk_take_preset(d, value);
  else if (was == ROSIN_OVER_PRESET)
    do_with_preset(d, value);
  else if (was == ROSIN_OVER_MENU)
    do_with_parameter(d, of, index, value);
}

void rosin_over_type(rosin_desk *d, char letter) {
  const size_t length = strlen(d->typed);
  if (d->over != ROSIN_OVER_ENTRY && d->over != ROSIN_OVER_PRESETS)
    return;
  if (letter == '\b') {
    if (length)
      d->typed[length - 1] = 0;
  } else if (letter >= ' ' && letter <= '~' && length + 1 < sizeof d->typed) {
    d->typed[length] = letter;
    d->typed[length + 1] = 0;
  }
  d->row = -1;
  if (d->over != ROSIN_OVER_PRESETS)
    return;
  rosin_over_list list;
  rosin_over_step(d, 1);
  rosin_over_list_of(d, &list);
  if (d->row >= 0 && list.item[d->row].value == SAVE) /* who looks for one saves none */
    d->row = -1;
}

void rosin_over_step(rosin_desk *d, int by) {
  rosin_over_list list;
  rosin_over_list_of(d, &list);
  for (int row = d->row + by; row >= 0 && row < list.items; row += by)
    if (list.item[row].value >= 0) {
      d->row = row;
      return;
    }
}
