/* SPDX-License-Identifier: BSD-3-Clause */
/* CatIDs of the Universal Category System, version 8, for the scenes there are. */
#include "batch/name.h"

#include <string.h>

static const struct {
  const char *scene, *category;
} table[] = {
    {"balloon", "RUBRFric"},
    {"brake-squeal", "VEHBrake"},
    {"cello", "MUSCStr"},
    {"cello-d", "MUSCStr"},
    {"chalk", "ROCKFric"},
    {"cuica", "MUSCPerc"},
    {"cymbal", "MUSCPerc"},
    {"door-hinge-fast", "DOORHdwr"},
    {"door-hinge-slow", "DOORWood"},
    {"double-bass", "MUSCStr"},
    {"fingernail", "ROCKFric"},
    {"floorboard", "WOODFric"},
    {"glass", "GLASFric"},
    {"glass-harmonica", "GLASTonl"},
    {"ricochet", "MUSCStr"},
    {"rope", "ROPECreak"},
    {"saw", "METLTonl"},
    {"singing-bowl", "METLTonl"},
    {"sneaker", "RUBRFric"},
    {"squeak", "DOORHdwr"},
    {"train", "TRNBrake"},
    {"trolley", "OBJWhled"},
    {"tyre-skid", "VEHSkid"},
    {"vibraphone", "MUSCPerc"},
    {"viola", "MUSCStr"},
    {"violin", "MUSCStr"},
    {"wine-glass", "GLASTonl"},
    {"wiper", "VEHWndw"},
};

const char *rosin_ucs_category(const char *scene) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].scene, scene) == 0)
      return table[i].category;
  return "";
}
