/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `space`: microphones, floor and wall; and where outputs are in it. */
#include "scene/read/reading.h"

static const rosin_parameter table[] = {
    {"distance", "m", 0.2, 20, 2, "to the middle between the microphones",
     offsetof(rosin_model_space, distance)},
    {"height", "m", -5, 20, 0.4, "of the microphones above the sound's origin",
     offsetof(rosin_model_space, height)},
    {"spread", "m", 0, 10, 0.17, "from one microphone to the other",
     offsetof(rosin_model_space, spread)},
    {"floor", "m", 0.05, 20, 0.6, "below the origin", offsetof(rosin_model_space, floor)},
    {"wall", "m", 0.1, 20, 1.5, "behind the origin", offsetof(rosin_model_space, wall)},
    {"reflection", "", 0, 1, 0.5, "share of the pressure that floor and wall give back; 0: none",
     offsetof(rosin_model_space, reflection)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const double farthest = 10; /* m, of a point from the origin */

const rosin_parameter *rosin_model_space_parameters(void) {
  return table;
}

void rosin_reading_space(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_reading_known(r, s, "space", NULL, ROSIN_TABLES(table));
  rosin_reading_table(r, s, "space", table, &m->space);
}

void rosin_reading_place_of(rosin_reading *r, const rosin_setting *s, const char *owner,
                            const rosin_model *m, rosin_model_output *o) {
  static const char *const others[] = {"channel", "pan"};
  const rosin_setting *list = rosin_setting_member(s, "place");
  if (!list)
    return;
  if (rosin_reading_length(list) != 3) {
    rosin_reading_error(r, list, "%s.place: must be (right, towards the microphones, up), in m",
                        owner);
    return;
  }
  for (int k = 0; k < 3; k++) {
    const rosin_setting *at = rosin_setting_element(list, k);
    if (rosin_reading_value(r, at, owner, &o->place[k]))
      return;
    if (!(o->place[k] >= -farthest && o->place[k] <= farthest))
      rosin_reading_error(r, at, "%s.place: %g is out of range: -10 to 10 m", owner, o->place[k]);
  }
  for (int k = 0; k < 2; k++)
    if (rosin_setting_member(s, others[k]))
      rosin_reading_error(r, rosin_setting_member(s, others[k]),
                          "%s: has both place and %s; give one", owner, others[k]);
  if (m->channels < 2)
    rosin_reading_error(r, list, "%s.place: two microphones need channels = 2", owner);
  o->placed = 1;
}
