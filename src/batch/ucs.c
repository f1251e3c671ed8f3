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
    {"creature", "CREAMnst"},
    {"cuica", "MUSCPerc"},
    {"cymbal", "MUSCPerc"},
    {"door-hinge-fast", "DOORHdwr"},
    {"door-hinge-slow", "DOORWood"},
    {"double-bass", "MUSCStr"},
    {"fingernail", "ROCKFric"},
    {"floorboard", "WOODFric"},
    {"gate", "DOORHdwr"},
    {"glass", "GLASFric"},
    {"glass-harmonica", "GLASTonl"},
    {"glass-shatter", "GLASTonl"},
    {"oak-door", "DOORWood"},
    {"ricochet", "MUSCStr"},
    {"rope", "ROPECreak"},
    {"saw", "METLTonl"},
    {"ship-rope", "ROPECreak"},
    {"singing-bowl", "METLTonl"},
    {"sneaker", "RUBRFric"},
    {"squeak", "DOORHdwr"},
    {"train", "TRNBrake"},
    {"trolley", "OBJWhled"},
    {"tyre-skid", "VEHSkid"},
    {"vibraphone", "MUSCPerc"},
    {"viola", "MUSCStr"},
    {"violin", "MUSCStr"},
    {"wet-brake", "VEHSkid"},
    {"wine-glass", "GLASTonl"},
    {"wiper", "VEHWndw"},
};

const char *rosin_ucs_category(const char *scene) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].scene, scene) == 0)
      return table[i].category;
  return "";
}
