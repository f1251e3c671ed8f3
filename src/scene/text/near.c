/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/near.h"

#include <string.h>

/* Edit distance: letters to put in, leave out or change. */
static int distance(const char *a, const char *b) {
  int row[ROSIN_NEAR_NAME + 1];
  const int n = (int)strnlen(b, ROSIN_NEAR_NAME);
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 0; a[i]; i++) {
    int corner = row[0];
    row[0] = i + 1;
    for (int j = 1; j <= n; j++) {
      const int up = row[j];
      int best = corner + (a[i] != b[j - 1]);
      best = best < up + 1 ? best : up + 1;
      row[j] = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
      corner = up;
    }
  }
  return row[n];
}

rosin_near rosin_near_to(const char *wanted) {
  return (rosin_near){.wanted = wanted, .least = 1000};
}

void rosin_near_consider(rosin_near *near, const char *name) {
  const int d = distance(near->wanted, name);
  if (d < near->least) {
    near->least = d;
    near->nearest = name;
  }
}

const char *rosin_near_meant(const rosin_near *near) {
  return near->nearest && near->least <= 1 + (int)strlen(near->wanted) / 3 ? near->nearest : NULL;
}
