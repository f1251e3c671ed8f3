/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/progress.h"
#include "format.h"

#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 30 };

void rosin_progress_start(rosin_progress *p) {
  *p = (rosin_progress){.start = rosin_now(), .terminal = isatty(STDERR_FILENO)};
  p->drawn = p->start + 0.4;
}

void rosin_progress_draw(rosin_progress *p, double share) {
  const double now = rosin_now();
  if (!p->terminal || now - p->drawn < 0.1 || share <= 0)
    return;
  p->drawn = now;
  p->shown = 1;
  char bar[WIDTH + 1];
  for (int i = 0; i < WIDTH; i++)
    bar[i] = i < (int)(share * WIDTH) ? '#' : '.';
  bar[WIDTH] = 0;
  const double left = (now - p->start) * (1 - share) / share;
  rosin_print(stderr, "\r[%s] %3.0f%%  %.0f s left \033[K", bar, 100 * share, left);
  fflush(stderr);
}

void rosin_progress_end(rosin_progress *p) {
  if (p->shown)
    fputs("\r\033[K", stderr);
  p->shown = 0;
}
