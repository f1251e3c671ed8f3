/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's extension by which a host says that nobody waits for the sound; the packaged headers
 *  (1.1.1 in part) have it not. As CLAP defines it, in our words. */
#ifndef ROSIN_CLAP_RENDER_H
#define ROSIN_CLAP_RENDER_H

#include <clap/plugin.h>

#define ROSIN_CLAP_RENDER "clap.render"

enum { ROSIN_CLAP_REALTIME = 0, ROSIN_CLAP_OFFLINE = 1 };

typedef struct {
  /** Whether it can be played in real time only. */
  bool(CLAP_ABI *has_hard_realtime_requirement)(const clap_plugin_t *plugin);
  /** One of the two modes above; main thread. */
  bool(CLAP_ABI *set)(const clap_plugin_t *plugin, int32_t mode);
} rosin_clap_render;

#endif
