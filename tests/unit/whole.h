/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene's core with all that plug-ins have; a failure says why. Include after cmocka.h. */
#ifndef TEST_WHOLE_H
#define TEST_WHOLE_H

#include "plugin/list.h"

static rosin_error error;

static inline rosin_core *open_whole(const char *scene) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (!c)
    fail_msg("%s: %s", scene, error.text);
  return c;
}

#endif
