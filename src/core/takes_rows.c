/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/takes.h"

/* Version 0.2 had none of these: a state that does not speak of them has them all at 0. */
const rosin_parameter rosin_takes_rows[ROSIN_TAKES_ROWS + 1] = {
    {"key_range", "octaves", 0, 1, 1,
     "an octave of keys moves pitch and size by so many, about middle C; one at most either way",
     .group = "Keys"},
    {"key_effort", "", 0, 1, 1, "how much velocity changes the effort; 80 leaves it as it is",
     .group = "Keys"},
    {"key_hold", "", 0, 1, 1,
     "1: a held key keeps rubbing, and as it goes up the gesture runs out; 0: it ends with the key",
     .kind = ROSIN_SWITCH, .group = "Keys"},
    {"key_round", "", 0, 1, 1, "1: each key's take is another; 0: all are the seed's",
     .kind = ROSIN_SWITCH, .group = "Keys"},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

int rosin_takes_row(const char *setting) {
  for (int i = 0; i < ROSIN_TAKES_ROWS; i++)
    if (strcmp(strchr(rosin_takes_rows[i].name, '_') + 1, setting) == 0)
      return i;
  return -1;
}
