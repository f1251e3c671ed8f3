/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's remote controls (pages of eight parameters, for devices with knobs) and presets that a
 * host loads: of CLAP 1.2; the packaged headers (1.1.1 in part) have neither. As CLAP defines them,
 * in our words. */
#ifndef ROSIN_CLAP_PAGES_H
#define ROSIN_CLAP_PAGES_H

#include <clap/plugin.h>

#define ROSIN_CLAP_CONTROLS "clap.remote-controls/2"
#define ROSIN_CLAP_PRESET_LOAD "clap.preset-load/2"

enum {
  ROSIN_CLAP_PAGE = 8, /* parameters */
  ROSIN_CLAP_NAME = 256,
  ROSIN_CLAP_NOBODY = -1, /* where a page has fewer (CLAP_INVALID_ID) */
  ROSIN_CLAP_FROM_FILE = 0,
  ROSIN_CLAP_FROM_PLUGIN = 1 /* presets that are in it; NAME or SCENE/NAME is the key */
};

typedef struct {
  char section[ROSIN_CLAP_NAME];
  clap_id id;
  char name[ROSIN_CLAP_NAME];
  clap_id parameter[ROSIN_CLAP_PAGE];
  bool is_for_preset;
} rosin_clap_page;

typedef struct {
  /** Main thread, both. */
  uint32_t(CLAP_ABI *count)(const clap_plugin_t *plugin);
  bool(CLAP_ABI *get)(const clap_plugin_t *plugin, uint32_t index, rosin_clap_page *page);
} rosin_clap_controls;

typedef struct {
  /** Main thread. A file has a state's text. */
  bool(CLAP_ABI *from_location)(const clap_plugin_t *plugin, uint32_t kind, const char *location,
                                const char *key);
} rosin_clap_preset_load;

/** An extension of that name, or NULL. */
const void *rosin_clap_pages_extension(const char *id);

#endif
