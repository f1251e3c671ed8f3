/* SPDX-License-Identifier: BSD-3-Clause */
/** Where things are in a plugin's window, by the core's tables alone: what is rubbed in the middle,
 *  eight parameters first, the others by their groups. */
#ifndef ROSIN_WINDOW_LAYOUT_H
#define ROSIN_WINDOW_LAYOUT_H

#include "core/core.h"
#include "plugin/window/canvas.h"

typedef enum {
  ROSIN_PART_TITLE,
  ROSIN_PART_BACK, /* the preset before; its name, with the list; the next one */
  ROSIN_PART_PRESET,
  ROSIN_PART_ON,
  ROSIN_PART_UNDO,
  ROSIN_PART_REDO,
  ROSIN_PART_SIDE, /* A or B */
  ROSIN_PART_TAKE,
  ROSIN_PART_METER,
  ROSIN_PART_STAGE,
  ROSIN_PART_PAD,
  ROSIN_PART_TRIGGER,
  ROSIN_PART_HOLD,
  ROSIN_PART_KNOB,
  ROSIN_PART_CARD, /* a group: its name, and what its rows lie on */
  ROSIN_PART_ROW,
  ROSIN_PART_KEYS,
  ROSIN_PART_LINE /* what is said */
} rosin_part_kind;

typedef struct {
  rosin_part_kind kind;
  int index; /* of a parameter, or a group; -1: none */
  rosin_box box;
} rosin_part;

enum { ROSIN_LAYOUT_PARTS = ROSIN_CORE_PARAMETERS + 32 };

typedef struct {
  double width, height;
  int parts;
  rosin_part part[ROSIN_LAYOUT_PARTS];
  int across, up;   /* parameters that the pad moves, -1: none */
  int press;        /* the one that is 1 while it is pressed */
  int bows;         /* the pad is a bow's */
  int lowest, keys; /* of the keyboard */
} rosin_layout;

rosin_layout rosin_layout_of(const rosin_core *core);
int rosin_box_has(const rosin_box *box, double x, double y);
int rosin_box_meets(const rosin_box *a, const rosin_box *b);
/** The part at a place, the one on top; -1: none. */
int rosin_layout_at(const rosin_layout *layout, double x, double y);
/** The first of a kind, or of a parameter's; -1: none. */
int rosin_layout_find(const rosin_layout *layout, rosin_part_kind kind, int index);
/** Whether it shows a parameter that can be turned. */
int rosin_part_turns(const rosin_part *part);

/** The key of a keyboard at a place, -1: none; its box, and whether it is a black one. */
int rosin_keys_at(const rosin_layout *layout, const rosin_box *box, double x, double y);
int rosin_keys_box(const rosin_layout *layout, const rosin_box *box, int key, rosin_box *of);

#endif
