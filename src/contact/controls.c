/* SPDX-License-Identifier: BSD-3-Clause */
/* A contact's controls; their order is that of ROSIN_IN_ (network.h). */
#include "rosin.h"

#include <stddef.h>

static const rosin_parameter table[] = {
    {"force", "N", 0, 1e4, 1, "normal force; 0 = lifted", 0},
    {"velocity", "m/s", -1e3, 1e3, 0, "prescribed velocity, added to that of side a", 0},
    {"position", "", -1e6, 1e6, 0, "where body b is touched", 0},
    {"position_a", "", -1e6, 1e6, 0, "where body a is touched", 0},
    {"rolling", "m/s", -1e3, 1e3, 0, "speed of a surface that rolls through the contact", 0},
    {"road", "", 1e-3, 10, 1, "factor on friction of the tyre laws (theta)", 0},
    {"sideways", "m/s", -1e3, 1e3, 0, "relative velocity across, for laws of two axes", 0},
    {"roughness", "", 0, 1, 0, "noise of the normal force as it slides, share of it", 0},
    {"grain", "m", 1e-7, 1, 1e-4, "length of the surface's grains", 0},
    {"width", "m", 0, 1, 0, "of what rubs, along the string that is body b, at several `contacts`",
     0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_contact_parameters(void) {
  return table;
}
