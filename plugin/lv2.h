/* SPDX-License-Identifier: BSD-3-Clause */
/** Names that the library and its descriptions share. */
#ifndef ROSIN_PLUGIN_LV2_H
#define ROSIN_PLUGIN_LV2_H

#define ROSIN_LV2_URI "urn:rosin:"
#define ROSIN_LV2_STATE "urn:rosin:state"
#define ROSIN_LV2_UI "urn:rosin:ui"

#include "core/core.h"

#include <stdint.h>

enum { ROSIN_LV2_HEARD = 2 }; /* channels that come in */

/** The port of a parameter. Ports stand as they came: MIDI, channels, latency, parameters up to
 * what drives the scene, whether nobody waits for the sound, other parameters, what comes in, and
 * behind these what has come since. */
static inline uint32_t rosin_lv2_port(const rosin_core *core, int index) {
  const int since = index >= rosin_core_find(core, "bypass") ? ROSIN_LV2_HEARD : 0;
  const int later = index >= rosin_core_find(core, "input");
  return (uint32_t)(2 + rosin_core_channels(core) + index + later + since);
}

/** The first of the ports of what comes in. */
static inline uint32_t rosin_lv2_heard(const rosin_core *core) {
  return rosin_lv2_port(core, rosin_core_find(core, "bypass")) - ROSIN_LV2_HEARD;
}

/** The parameter of a port, -1: it has none. */
static inline int rosin_lv2_index(const rosin_core *core, uint32_t port) {
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (rosin_lv2_port(core, i) == port)
      return i;
  return -1;
}

/** A value as its port has it, and the other way: LV2 says `enabled` where others say bypass. */
static inline double rosin_lv2_turned(const rosin_core *core, int index, double value) {
  return index == rosin_core_find(core, "bypass") ? 1 - value : value;
}

#endif
