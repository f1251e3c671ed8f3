/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/shared.h"

#include <stdio.h>

uint32_t rosin_plugin_id(const rosin_parameter *row) {
  uint32_t hash = 2166136261u;
  for (const char *at = row->name; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  return hash;
}

rosin_player_event_t rosin_plugin_express(rosin_plugin_expression what, double value) {
  static const struct {
    rosin_player_kind kind;
    int controller;
  } told[] = {[ROSIN_EXPRESSION_TUNING] = {ROSIN_PLAYER_BEND, 0},
              [ROSIN_EXPRESSION_PRESSURE] = {ROSIN_PLAYER_PRESSURE, 0},
              [ROSIN_EXPRESSION_DYNAMICS] = {ROSIN_PLAYER_CONTROL, 11},
              [ROSIN_EXPRESSION_BRIGHTNESS] = {ROSIN_PLAYER_CONTROL, 74},
              [ROSIN_EXPRESSION_VIBRATO] = {ROSIN_PLAYER_CONTROL, 77}};
  return (rosin_player_event_t){.kind = told[what].kind,
                                .controller = told[what].controller,
                                .value = what == ROSIN_EXPRESSION_BRIGHTNESS ? 1 - value : value};
}

int rosin_plugin_latency(const rosin_core *core) {
  return rosin_core_latency(core) + rosin_core_input_delay(core);
}

uint64_t rosin_plugin_silent(float *const *out, int channels, int frames) {
  uint64_t bits = 0;
  for (int k = 0; k < channels; k++) {
    int i = 0;
    while (i < frames && out[k][i] == 0)
      i++;
    bits |= (uint64_t)(i == frames) << k;
  }
  return bits;
}

void rosin_plugin_say_lost(const rosin_core *core) {
  const long long lost = rosin_core_lost(core);
  if (lost > 0)
    fprintf(stderr, "rosin %s: %lld events found no room; 4096 may wait at a time\n",
            rosin_core_scene(core), lost);
}
