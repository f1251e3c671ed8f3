/* SPDX-License-Identifier: BSD-3-Clause */
/* The keyboard: what is pressed, and what sounds. */
#include "plugin/window/style.h"

#include <stdio.h>

static int sounds(const rosin_desk *d, int key) {
  for (int i = 0; d->sees && i < (int)d->view.contacts; i++)
    if (d->view.contact[i].force > 0 && rosin_key_of((double)d->view.contact[i].pitch) == key)
      return 1;
  return 0;
}

static void draw_key(rosin_canvas *c, const rosin_desk *d, const rosin_box *b, int key,
                     int blacks) {
  rosin_box of;
  char name[8];
  const int black = rosin_keys_box(d->layout, b, key, &of);
  if (black != blacks)
    return;
  const rosin_colour lit = d->key == key ? ROSIN_WARM : sounds(d, key) ? 0xff6cc792u : 0;
  of.width -= 1;
  if (black) {
    rosin_canvas_box(c, &of, 2, lit ? lit : 0xff17181du);
    return;
  }
  rosin_canvas_round(c, &of, 2);
  rosin_canvas_fade(c, of.y, lit ? lit : 0xffb9b6b0u, of.y + of.height, lit ? lit : 0xffd9d6cfu);
  if (key % 12 == 0) {
    rosin_key_name(key, name, sizeof name);
    rosin_draw_word(c, of.x + of.width / 2, of.y + of.height - 6, 9, 0xff55585fu, ROSIN_MIDDLE,
                    name);
  }
}

void rosin_draw_keys(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  rosin_canvas_clear(c, b, ROSIN_GROUND);
  for (int black = 0; black < 2; black++)
    for (int key = d->layout->lowest; key < d->layout->lowest + d->layout->keys; key++)
      draw_key(c, d, b, key, black);
}
