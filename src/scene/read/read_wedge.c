/* SPDX-License-Identifier: BSD-3-Clause */
/* The forces with which a string plays: `wedge` of an instrument's string. */
#include "memory.h"
#include "scene/read/reading.h"

#include <stdio.h>

static const double lowest = 1e-6, highest = 1e4;

/* Numbers of `key`, from `least` to `most` of them, rising or above 0: how many, 0 after an error.
 */
static int read_list(rosin_reading *r, const rosin_setting *wedge, const char *owner,
                     const char *key, int least, int most, int rises, double *number) {
  const rosin_setting *list = rosin_setting_member(wedge, key);
  const int count = rosin_reading_length(list);
  if (count < least || count > most) {
    rosin_reading_error(r, list ? list : wedge, "%s.wedge.%s: must list %d to %d numbers", owner,
                        key, least, most);
    return 0;
  }
  for (int i = 0; i < count; i++) {
    const rosin_setting *at = rosin_setting_element(list, i);
    if (rosin_reading_value(r, at, key, &number[i]))
      return 0;
    if (!(number[i] >= (rises ? 0 : lowest) && number[i] <= highest) ||
        (rises && i && !(number[i] > number[i - 1]))) {
      rosin_reading_error(r, at, "%s.wedge.%s: %g is out of range, or out of order", owner, key,
                          number[i]);
      return 0;
    }
  }
  return count;
}

/* 1 if all of it is right. */
static int read_wedge(rosin_reading *r, const rosin_setting *wedge, const char *owner,
                      rosin_model_wedge *made) {
  if (!rosin_setting_is(wedge, ROSIN_SETTING_GROUP)) {
    rosin_reading_error(r, wedge, "%s.wedge: must be a group { stops = ( ... ); ... }", owner);
    return 0;
  }
  rosin_reading_known(r, wedge, owner, ROSIN_NAMES("stops", "places", "speeds", "low", "high"),
                      NULL);
  made->stops = read_list(r, wedge, owner, "stops", 1, ROSIN_MODEL_WEDGE, 1, made->stop);
  made->places = read_list(r, wedge, owner, "places", 1, ROSIN_MODEL_WEDGE, 1, made->place);
  made->speeds = read_list(r, wedge, owner, "speeds", 1, ROSIN_MODEL_WEDGE, 1, made->speed);
  const int cells = made->stops * made->places * made->speeds;
  if (!cells || !read_list(r, wedge, owner, "low", cells, cells, 0, made->low) ||
      !read_list(r, wedge, owner, "high", cells, cells, 0, made->high))
    return 0;
  if (!(made->place[0] > 0) || !(made->speed[0] > 0)) {
    rosin_reading_error(r, wedge, "%s.wedge: places and speeds must be above 0", owner);
    return 0;
  }
  return 1;
}

rosin_model_wedge *rosin_reading_wedge(rosin_reading *r, const rosin_setting *s,
                                       const char *owner) {
  const rosin_setting *wedge = rosin_setting_member(s, "wedge");
  rosin_model_wedge *made = wedge ? rosin_reading_room(r, 1, sizeof *made) : NULL;
  if (!made || read_wedge(r, wedge, owner, made))
    return made;
  rosin_free(made);
  return NULL;
}
