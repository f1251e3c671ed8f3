/* SPDX-License-Identifier: BSD-3-Clause */
/* The friction loop of the contact that is pressed most: friction upwards over sliding velocity, as
 * large as it comes in its last two slips; thin lines are where either is 0. */
#include "plugin/window/style.h"

#include <math.h>

/* From the least to the most, with 0 among them, over `length` units from `from` on. */
typedef struct {
  double zero, unit;
} scale;

static scale scale_of(const float *of, int count, double from, double length) {
  double least = 0, most = 0;
  for (int i = 0; i < count; i++) {
    least = fmin(least, (double)of[i]);
    most = fmax(most, (double)of[i]);
  }
  const double unit = length / fmax(most - least, 1e-9);
  return (scale){from - unit * least, unit};
}

static void draw_zeros(rosin_canvas *c, const rosin_box *b, double x, double y) {
  rosin_canvas_stroke(c, b->x + 4, y, b->x + b->width - 4, y, 0.8);
  rosin_canvas_stroke(c, x, b->y + 4, x, b->y + b->height - 4, 0.8);
  rosin_canvas_fill(c, rosin_colour_thin(ROSIN_QUIET, 0.5));
}

void rosin_draw_loop(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  const rosin_view_contact *k = &d->view.contact[(int)d->view.pressed];
  const int count = d->sees ? (int)d->view.moments : 0;
  if (count < 2 || count > ROSIN_VIEW_LOOP)
    return;
  const scale across = scale_of(d->view.slid, count, b->x + 7, b->width - 14);
  const scale up = scale_of(d->view.rubbed, count, -b->y - b->height + 7, b->height - 14);
  rosin_canvas_box(c, b, 5, 0x90101115u);
  draw_zeros(c, b, across.zero, -up.zero);
  for (int i = 1; i < count; i++)
    rosin_canvas_stroke(c, across.zero + across.unit * (double)d->view.slid[i - 1],
                        -up.zero - up.unit * (double)d->view.rubbed[i - 1],
                        across.zero + across.unit * (double)d->view.slid[i],
                        -up.zero - up.unit * (double)d->view.rubbed[i], 1.2);
  rosin_canvas_fill(c, rosin_regime_colour((int)k->regime));
}
