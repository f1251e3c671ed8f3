/* SPDX-License-Identifier: BSD-3-Clause */
/** A plugin's window without a screen: one at a time, whose host does with a core what it is told.
 */
#ifndef TEST_PANE_H
#define TEST_PANE_H

#include "plugin/list.h"
#include "plugin/window/pane.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 48000 };

static rosin_core *core;
static rosin_pane *pane;

static inline void pane_nothing(void *context, int index) {
  (void)context, (void)index;
}

static inline void pane_set(void *context, int index, double value) {
  (void)context;
  rosin_core_put(core, index, value);
}

static inline void pane_no_note(void *context, int key, double velocity) {
  (void)context, (void)key, (void)velocity;
}

/* Of a host that hears of notes and opens menus so. */
static inline rosin_window_face pane_face(void (*note)(void *, int, double),
                                          int (*menu)(void *, int, int, int)) {
  return (rosin_window_face){NULL, pane_nothing, pane_set, pane_nothing, NULL, note, menu};
}

static inline void open_pane(const char *scene, int players, const rosin_window_face *face) {
  rosin_error error;
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  if (players > 1)
    rosin_core_put(core, rosin_core_find(core, "players"), players);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  pane = rosin_pane_new(core, core, face);
  assert_non_null(pane);
}

static inline void scale_pane(double scale) {
  rosin_pane_size(pane, (int)ceil(scale * pane->layout.width),
                  (int)ceil(scale * pane->layout.height));
}

static inline void close_window(void) {
  rosin_pane_free(pane);
  rosin_core_free(core);
}

#endif
