/* SPDX-License-Identifier: BSD-3-Clause */
/** The window of a CLAP plugin, and its edits on their way to the audio thread and the host. */
#ifndef ROSIN_PLUGIN_CLAP_GUI_H
#define ROSIN_PLUGIN_CLAP_GUI_H

#include "core/core.h"
#include "plugin/keys.h"

#include <clap/ext/gui.h>
#include <clap/ext/params.h>
#include <clap/ext/timer-support.h>

enum { ROSIN_CLAP_EDITS = 1024 };

/** The first member of what a plugin's plugin_data points to. */
typedef struct {
  const clap_host_t *host;
  rosin_core *core;
  const clap_id *id; /* of the core's parameters */
  struct rosin_window *window;
  double scale;      /* as the host has it, 0: it has not said */
  int width, height; /* as it has been given, 0: not yet */
  clap_id timer;
  int timed;
  rosin_keys keys;
  unsigned given; /* turn of what is no parameter, as the host knows it */
  struct {
    uint16_t type; /* of a CLAP event */
    int index;
    double value;
  } edit[ROSIN_CLAP_EDITS];
  _Atomic unsigned put, taken;
} rosin_clap_gui;

/** An extension of that name, or NULL. */
const void *rosin_clap_gui_extension(const char *id);
/** Audio thread (or the main one, while the plugin sleeps): edits to the core, and to the host. */
void rosin_clap_gui_tell(rosin_clap_gui *gui, const clap_output_events_t *out);
void rosin_clap_gui_close(rosin_clap_gui *gui);

#endif
