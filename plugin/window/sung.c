/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/sung.h"

#include <math.h>
#include <string.h>

enum { ENOUGH = 200 };

void rosin_sung_start(rosin_sung *s) {
  memset(s->times, 0, sizeof s->times);
  memset(s->most, -1, sizeof s->most);
  s->turn++;
}

void rosin_sung_under(rosin_sung *s, uint64_t all_else) {
  if (all_else == s->all_else)
    return;
  s->all_else = all_else;
  rosin_sung_start(s);
}

static int cell_of(double share) {
  return (int)fmin(fmax(share * ROSIN_SUNG, 0), ROSIN_SUNG - 1);
}

static void find_most(rosin_sung *s, int up, int across) {
  const unsigned char *times = s->times[up][across];
  int most = 0;
  for (int k = 1; k < ROSIN_SUNG_REGIMES; k++)
    most = times[k] > times[most] ? k : most;
  s->turn += s->most[up][across] != most;
  s->most[up][across] = (signed char)most;
}

static void add(rosin_sung *s, int up, int across, int regime, int weight) {
  if (up < 0 || across < 0 || up >= ROSIN_SUNG || across >= ROSIN_SUNG)
    return;
  unsigned char *times = s->times[up][across];
  if (times[regime] > ENOUGH) /* what was long ago counts for less */
    for (int k = 0; k < ROSIN_SUNG_REGIMES; k++)
      times[k] /= 2;
  times[regime] = (unsigned char)(times[regime] + weight);
  find_most(s, up, across);
}

void rosin_sung_note(rosin_sung *s, double across, double up, int regime) {
  const int x = cell_of(across), y = cell_of(up);
  if (regime < 0 || regime >= ROSIN_SUNG_REGIMES)
    return;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      add(s, y + j, x + i, regime, i || j ? 1 : 4);
}
