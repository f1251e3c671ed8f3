/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/model.h"

#include <stddef.h>

static const rosin_parameter table[] = {
    {"duration", "s", 0.001, 36000, 3, "length of the scene", offsetof(rosin_model, duration)},
    {"rate", "Hz", 8000, 768000, 44100, "sample rate", offsetof(rosin_model, rate)},
    {"oversample", "", 1, 16, 1, "engine samples per output sample",
     offsetof(rosin_model, oversample)},
    {"seed", "", 0, 4294967295.0, 1, "seed of everything random", offsetof(rosin_model, seed)},
    {"gain", "", 0, 1e9, 1, "factor on all outputs", offsetof(rosin_model, gain)},
    {"channels", "", 1, ROSIN_MODEL_CHANNELS, 1, "output channels",
     offsetof(rosin_model, channels)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_parameters(void) {
  return table;
}
