/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/layout.h"

#include <string.h>

enum {
  MARGIN = 16,
  TITLE = 34,
  PAD = 360,
  STRING = 92,
  REGIMES = 22,
  ROW = 28,
  COLUMN = 212,
  BUTTON = 80,
  ROWS = 10
};

/* A macro by one of its usual names, else the first live one that is not `taken`. */
static int macro(const rosin_core *core, const char *const *names, int taken) {
  for (; *names; names++)
    if (rosin_core_find(core, *names) >= 0 &&
        rosin_core_parameter_live(core, rosin_core_find(core, *names)))
      return rosin_core_find(core, *names);
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (i != taken && i != rosin_core_find(core, "level") && rosin_core_parameter_live(core, i) &&
        !rosin_core_parameter_stepped(core, i))
      return i;
  return -1;
}

static void choose(const rosin_core *core, rosin_layout *l) {
  static const char *const speeds[] = {"speed", "push", NULL}, *const pressures[] = {"pressure",
                                                                                     "load", NULL};
  l->press = rosin_core_find(core, "bow_down");
  l->across = rosin_core_find(core, "bow_speed");
  l->up = rosin_core_find(core, "bow_press");
  if (l->press >= 0)
    return;
  l->press = rosin_core_find(core, "trigger");
  l->across = macro(core, speeds, -1);
  l->up = macro(core, pressures, l->across);
}

rosin_layout rosin_layout_of(const rosin_core *core) {
  rosin_layout l = {.title = {MARGIN, MARGIN / 2.0, 0, TITLE}};
  const double left = 2 * MARGIN + PAD, top = MARGIN + TITLE;
  choose(core, &l);
  int shown = 0;
  for (int i = 0; i < rosin_core_parameters(core); i++) /* a bow's are the pad's alone */
    shown += strncmp(rosin_core_parameter(core, i)->name, "bow_", 4) != 0;
  const int columns = 1 + (shown - 1) / ROWS;
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    if (strncmp(rosin_core_parameter(core, i)->name, "bow_", 4) == 0)
      continue;
    const int column = l.sliders / ROWS, row = l.sliders % ROWS;
    l.slider[l.sliders].index = i;
    l.slider[l.sliders].box =
        (rosin_box){left + column * (COLUMN + MARGIN), top + row * ROW, COLUMN, ROW - 6};
    l.sliders++;
  }
  l.pad = (rosin_box){MARGIN, top, PAD, PAD - 90};
  l.string = (rosin_box){MARGIN, top + PAD - 80, PAD, STRING};
  l.regimes = (rosin_box){MARGIN, l.string.y + STRING + 8, PAD, REGIMES};
  l.width = left + columns * (COLUMN + MARGIN);
  l.height = l.regimes.y + REGIMES + MARGIN;
  l.title.width = l.width - 2 * MARGIN;
  l.take = (rosin_box){l.width - MARGIN - BUTTON, MARGIN / 2.0, BUTTON, TITLE - 8};
  return l;
}

int rosin_box_has(const rosin_box *b, double x, double y) {
  return x >= b->x && y >= b->y && x < b->x + b->width && y < b->y + b->height;
}

int rosin_layout_slider(const rosin_layout *l, double x, double y) {
  for (int i = 0; i < l->sliders; i++)
    if (rosin_box_has(&l->slider[i].box, x, y))
      return i;
  return -1;
}
