/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/layout.h"
#include "core/presets.h"
#include "core/view.h"

#include <math.h>
#include <string.h>

enum {
  WIDTH = 960,
  MARGIN = 16,
  INNER = WIDTH - 2 * MARGIN,
  GAP = 12,
  BAR = 46,    /* with the presets */
  STAGE = 232, /* of strings; of a thing: */
  THING = 288,
  HIGH = 758, /* a window, where the stage may be lower by: */
  LOWER = 60,
  SIDE = 320, /* the pad's width */
  BUTTON = 38,
  KNOB = 94,
  COLUMNS = 5, /* at most */
  ROW = 20,
  HEAD = 26,
  FOOT = 6, /* of a card */
  TALL = 9, /* rows of a card, at most: of more there are two cards */
  KEYS = 56,
  LINE = 24,
  OCTAVES = 5
};

static rosin_part *add(rosin_layout *l, rosin_part_kind kind, int index, double x, double y,
                       double width, double height) {
  rosin_part *p = &l->part[l->parts];
  if (l->parts < ROSIN_LAYOUT_PARTS - 1)
    l->parts++;
  *p = (rosin_part){kind, index, {x, y, width, height}};
  return p;
}

/* ---- which parameters ---------------------------------------------------------------------- */

/* What a pad or a button does is no control. */
static int is_hand(const rosin_layout *l, int index) {
  return index == l->press || (l->bows && (index == l->across || index == l->up));
}

/* Numbers of an effect that the pad moves: the first two that can move while it sounds. */
static int mover(const rosin_core *core, int after) {
  for (int i = after + 1; i < rosin_core_parameters(core); i++)
    if (rosin_core_parameter(core, i)->kind == ROSIN_NUMBER && rosin_core_parameter_live(core, i) &&
        i != rosin_core_find(core, "level"))
      return i;
  return -1;
}

static void choose(const rosin_core *core, rosin_layout *l) {
  l->press = rosin_core_find(core, "bow_down");
  l->bows = l->press >= 0;
  l->across = l->bows ? rosin_core_find(core, "bow_speed") : mover(core, -1);
  l->up = l->bows ? rosin_core_find(core, "bow_press") : mover(core, l->across);
  if (!l->bows)
    l->press = rosin_core_find(core, "trigger");
}

/* ---- from above ---------------------------------------------------------------------------- */

static void add_bar(rosin_layout *l) {
  static const struct {
    rosin_part_kind kind;
    double x, width;
  } bar[] = {
      {ROSIN_PART_TITLE, MARGIN, 216}, {ROSIN_PART_BACK, 240, 26}, {ROSIN_PART_PRESET, 270, 204},
      {ROSIN_PART_ON, 478, 26},        {ROSIN_PART_UNDO, 524, 30}, {ROSIN_PART_REDO, 558, 30},
      {ROSIN_PART_SIDE, 600, 60},      {ROSIN_PART_TAKE, 672, 84}, {ROSIN_PART_METER, 772, 172}};
  for (size_t i = 0; i < sizeof bar / sizeof *bar; i++)
    add(l, bar[i].kind, -1, bar[i].x, 9, bar[i].width, BAR - 16);
}

static double add_stage(rosin_layout *l, double lower) {
  const double y = BAR + 2, right = WIDTH - MARGIN - SIDE;
  const double tall = (l->bows ? STAGE : THING) - lower, pad = l->bows ? tall : tall - BUTTON - GAP;
  add(l, ROSIN_PART_STAGE, -1, MARGIN, y, right - GAP - MARGIN, tall);
  add(l, ROSIN_PART_PAD, -1, right, y, SIDE, pad);
  if (!l->bows) {
    add(l, ROSIN_PART_TRIGGER, l->press, right, y + pad + GAP, SIDE - 112, BUTTON);
    add(l, ROSIN_PART_HOLD, l->press, right + SIDE - 100, y + pad + GAP, 100, BUTTON);
  }
  return y + tall + GAP;
}

static double add_knobs(const rosin_core *core, rosin_layout *l, double y, char *taken) {
  int index[ROSIN_CORE_FIRST];
  const int count = rosin_core_first(core, index);
  for (int k = 0; k < count; k++)
    taken[index[k]] = 1;
  const double each = fmin(floor(INNER / fmax(count, 1)), 156),
               left = MARGIN + (INNER - count * each) / 2;
  for (int k = 0; k < count; k++)
    add(l, ROSIN_PART_KNOB, index[k], left + k * each, y, each, KNOB);
  return y + (count ? KNOB + GAP : 0);
}

/* Of groups: an instrument has more of them. */
static int columns_of(const rosin_layout *l) {
  return l->bows ? COLUMNS : COLUMNS - 1;
}

static double column_width(const rosin_layout *l) {
  const int columns = columns_of(l);
  return (INNER - (columns - 1.0) * GAP) / columns;
}

/* What is on one card: rows of a group, from one of them on. */
typedef struct {
  int group, from, rows;
} piece;

enum { PIECES = 32 };

static int is_row(const rosin_core *core, const rosin_layout *l, int index, int group,
                  const char *taken) {
  return !taken[index] && !is_hand(l, index) && rosin_core_group(core, index) == group;
}

/* A card in a column; its rows on it. Where the next one of the column begins. */
static double add_card(const rosin_core *core, rosin_layout *l, const piece *of, double x, double y,
                       const char *taken) {
  const double width = column_width(l);
  rosin_part *card = add(l, ROSIN_PART_CARD, of->group, x, y, width, HEAD);
  double at = y + HEAD;
  for (int i = 0, row = 0; i < rosin_core_parameters(core); i++) {
    if (!is_row(core, l, i, of->group, taken))
      continue;
    if (row >= of->from && row < of->from + of->rows) {
      add(l, ROSIN_PART_ROW, i, x + 4, at, width - 8, ROW);
      at += ROW;
    }
    row++;
  }
  card->box.height = at + FOOT - y;
  return at + FOOT + GAP;
}

/* Cards for all rows that are left; those without a group come first. A group with many rows has
 * as many cards of nearly one height as it takes, or its column alone would make the window tall.
 */
static int cut(const rosin_core *core, const rosin_layout *l, const char *taken, piece *pieces) {
  int count = 0;
  for (int group = -1; group < 0 || rosin_core_group_name(core, group); group++) {
    int rows = 0;
    for (int i = 0; i < rosin_core_parameters(core); i++)
      rows += is_row(core, l, i, group, taken);
    const int cards = (rows + TALL - 1) / TALL;
    for (int k = 0; k < cards && count < PIECES; k++) {
      const int from = rows * k / cards;
      pieces[count++] = (piece){group, from, rows * (k + 1) / cards - from};
    }
  }
  return count;
}

/* The largest go to the shortest columns first, so that all end at nearly one height. */
static void deal(int count, const piece *pieces, int columns, int *column) {
  int tall[COLUMNS] = {0};
  for (int k = 0; k < count; k++)
    column[k] = -1;
  for (;;) {
    int next = -1, shortest = 0;
    for (int k = 0; k < count; k++)
      if (column[k] < 0 && (next < 0 || pieces[k].rows > pieces[next].rows))
        next = k;
    if (next < 0)
      return;
    for (int i = 1; i < columns; i++)
      shortest = tall[i] < tall[shortest] ? i : shortest;
    column[next] = shortest;
    tall[shortest] += HEAD + pieces[next].rows * ROW + FOOT + GAP;
  }
}

/* Columns, and what is in them, in the order of the groups. */
static double add_cards(const rosin_core *core, rosin_layout *l, double y, const char *taken) {
  int column[PIECES], place[COLUMNS], places = 0;
  piece pieces[PIECES];
  double end[COLUMNS], last = y;
  const int count = cut(core, l, taken, pieces);
  deal(count, pieces, columns_of(l), column);
  for (int k = 0; k < COLUMNS; k++) {
    place[k] = -1;
    end[k] = y;
  }
  for (int k = 0; k < count; k++) {
    if (place[column[k]] < 0)
      place[column[k]] = places++;
    const int at = place[column[k]];
    end[at] = add_card(core, l, &pieces[k], MARGIN + at * (column_width(l) + GAP), end[at], taken);
    last = fmax(last, end[at]);
  }
  return last;
}

static rosin_layout lay(const rosin_core *core, double lower) {
  rosin_layout l = {.width = WIDTH};
  char taken[ROSIN_CORE_PARAMETERS] = {0};
  choose(core, &l);
  add_bar(&l);
  double y = add_stage(&l, lower);
  y = add_knobs(core, &l, y, taken);
  y = add_cards(core, &l, y, taken);
  l.lowest = rosin_core_lowest_key(core);
  if (l.lowest >= 0) {
    l.lowest -= l.lowest % 12;
    l.keys = 12 * OCTAVES + 1;
    add(&l, ROSIN_PART_KEYS, -1, MARGIN, y, INNER, KEYS);
    y += KEYS + 4;
  }
  add(&l, ROSIN_PART_LINE, -1, MARGIN, y - 2, INNER, LINE);
  l.height = y + LINE + 2;
  return l;
}

/* A parameter more may make a column longer than a small screen has room for: the stage gives way.
 */
rosin_layout rosin_layout_of(const rosin_core *core) {
  const rosin_layout l = lay(core, 0);
  return l.height > HIGH ? lay(core, fmin(l.height - HIGH, LOWER)) : l;
}

/* ---- what is where ------------------------------------------------------------------------- */

int rosin_box_has(const rosin_box *b, double x, double y) {
  return x >= b->x && y >= b->y && x < b->x + b->width && y < b->y + b->height;
}

int rosin_box_meets(const rosin_box *a, const rosin_box *b) {
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

int rosin_layout_at(const rosin_layout *l, double x, double y) {
  for (int i = l->parts - 1; i >= 0; i--)
    if (rosin_box_has(&l->part[i].box, x, y))
      return i;
  return -1;
}

int rosin_layout_find(const rosin_layout *l, rosin_part_kind kind, int index) {
  for (int i = 0; i < l->parts; i++)
    if (l->part[i].kind == kind && (index < 0 || l->part[i].index == index))
      return i;
  return -1;
}

int rosin_part_turns(const rosin_part *part) {
  return part->kind == ROSIN_PART_KNOB || part->kind == ROSIN_PART_ROW;
}

/* ---- the keyboard -------------------------------------------------------------------------- */

static int is_black(int key) {
  static const char black[] = "010100101010";
  return black[key % 12] == '1';
}

static int whites(const rosin_layout *l, int key) {
  int n = 0;
  for (int k = l->lowest; k < key; k++)
    n += !is_black(k);
  return n;
}

int rosin_keys_box(const rosin_layout *l, const rosin_box *box, int key, rosin_box *of) {
  const double each = box->width / whites(l, l->lowest + l->keys);
  const double x = box->x + each * whites(l, key);
  *of = is_black(key) ? (rosin_box){x - 0.3 * each, box->y, 0.6 * each, 0.6 * box->height}
                      : (rosin_box){x, box->y, each, box->height};
  return is_black(key);
}

int rosin_keys_at(const rosin_layout *l, const rosin_box *box, double x, double y) {
  int found = -1;
  for (int key = l->lowest; key < l->lowest + l->keys; key++) {
    rosin_box of;
    const int black = rosin_keys_box(l, box, key, &of);
    if (rosin_box_has(&of, x, y) && (black || found < 0))
      found = key;
  }
  return found;
}
