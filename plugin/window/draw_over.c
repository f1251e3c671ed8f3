/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists and fields that lie over the rest. */
#include "plugin/window/over.h"
#include "plugin/window/style.h"

#include <stdio.h>

static void draw_field(rosin_canvas *c, const rosin_desk *d, const rosin_box *over) {
  const rosin_box b = {over->x + 6, over->y + 6, over->width - 12, 26};
  char typed[ROSIN_DESK_TYPED + 2];
  snprintf(typed, sizeof typed, "%s|", d->typed);
  rosin_canvas_box(c, &b, 4, 0xff101115u);
  rosin_canvas_outline(c, &b, 4, 1, ROSIN_DEEP);
  rosin_draw_word(c, b.x + 8, b.y + 17.5, ROSIN_TEXT_PLAIN, ROSIN_TEXT, ROSIN_FROM, typed);
  if (!*d->typed && d->over == ROSIN_OVER_PRESETS)
    rosin_draw_word(c, b.x + 16, b.y + 17.5, ROSIN_TEXT_PLAIN, ROSIN_QUIET, ROSIN_FROM, "search");
}

void rosin_draw_over(rosin_canvas *c, const rosin_desk *d) {
  rosin_over_list l;
  rosin_over_list_of(d, &l);
  if (!(l.box.width > 0))
    return;
  rosin_canvas_clip(c, &l.box);
  rosin_canvas_clear(c, &l.box, ROSIN_GROUND);
  rosin_canvas_box(c, &l.box, 7, 0xff22252eu);
  rosin_canvas_outline(c, &l.box, 7, 1, ROSIN_EDGE);
  if (d->over == ROSIN_OVER_PRESETS || d->over == ROSIN_OVER_ENTRY)
    draw_field(c, d, &l.box);
  for (int i = 0; i < l.items; i++) {
    const rosin_box row = {l.box.x + 5, l.first + ROSIN_OVER_ROW * i, l.box.width - 10,
                           ROSIN_OVER_ROW};
    const int heads = l.item[i].value < 0;
    const int taken = d->over == ROSIN_OVER_PRESETS && l.item[i].value == d->preset;
    if (i == d->row)
      rosin_canvas_box(c, &row, 4, ROSIN_DEEP);
    rosin_text_write(c,
                     &(rosin_writing){.x = row.x + (heads ? 8 : 16),
                                      .y = row.y + 15.5,
                                      .size = heads ? ROSIN_TEXT_SMALL : ROSIN_TEXT_PLAIN,
                                      .colour = heads   ? ROSIN_COOL
                                                : taken ? ROSIN_WARM
                                                        : ROSIN_TEXT,
                                      .bold = heads ? 1.2 : 1,
                                      .at_most = row.width - 24},
                     l.item[i].text);
  }
  rosin_canvas_clip(c, NULL);
}
