/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's extension by which a plugin says how long it sounds after its last event; the packaged
 *  headers (1.1.1 in part) have it not. As CLAP defines it, in our words. */
#ifndef ROSIN_CLAP_TAIL_H
#define ROSIN_CLAP_TAIL_H

#include <clap/plugin.h>

#define ROSIN_CLAP_TAIL "clap.tail"

typedef struct {
  /** Frames; INT32_MAX or more: for ever. Main and audio thread. */
  uint32_t(CLAP_ABI *get)(const clap_plugin_t *plugin);
} rosin_clap_tail;

#endif
