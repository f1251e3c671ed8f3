/* SPDX-License-Identifier: BSD-3-Clause */
/** What the formats give to a core in the same way: ids of parameters, note expressions. */
#ifndef ROSIN_PLUGIN_SHARED_H
#define ROSIN_PLUGIN_SHARED_H

#include "core/core.h"

#include <stdint.h>

/** A parameter's id. Names stay while rows move, so the name is what is hashed (FNV-1a). */
uint32_t rosin_plugin_id(const rosin_parameter *row);

/** What may be said of a note that sounds. */
typedef enum {
  ROSIN_EXPRESSION_TUNING, /* semitones */
  ROSIN_EXPRESSION_PRESSURE,
  ROSIN_EXPRESSION_DYNAMICS,
  ROSIN_EXPRESSION_BRIGHTNESS, /* the bow's place: nearer to the bridge is brighter */
  ROSIN_EXPRESSION_VIBRATO
} rosin_plugin_expression;

/** The player's event for it, of channel 0 until it is told of which; `value` 0 to 1, but for
 *  tuning. Real-time safe. */
rosin_player_event_t rosin_plugin_express(rosin_plugin_expression what, double value);

/** Frames by which what a host hears is late: behind what comes in, while that drives the scene;
 * else behind events. Real-time safe. */
int rosin_plugin_latency(const rosin_core *core);

/** A bit for each channel that has nothing but zeros in these frames; where something sounds, the
 * first tells. Real-time safe. */
uint64_t rosin_plugin_silent(float *const *out, int channels, int frames);

/** A line on events that found no room, if there were any. Not the audio thread. */
void rosin_plugin_say_lost(const rosin_core *core);

#endif
