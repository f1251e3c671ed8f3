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
    {"creature", "CREAMnstr"},
    {"cuica", "MUSCPerc"},
    {"cymbal", "MUSCPerc"},
    {"door-hinge-fast", "DOORHdwr"},
    {"door-hinge-slow", "DOORWood"},
    {"double-bass", "MUSCStr"},
    {"fingernail", "ROCKFric"},
    {"floorboard", "WOODFric"},
    {"gate", "DOORGate"},
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

/* Category and subcategory of the CatIDs above. */
static const struct {
  const char *category, *group, *kind;
} words[] = {
    {"CREAMnstr", "CREATURES", "MONSTER"}, {"DOORGate", "DOORS", "GATE"},
    {"DOORHdwr", "DOORS", "HARDWARE"},     {"DOORWood", "DOORS", "WOOD"},
    {"GLASFric", "GLASS", "FRICTION"},     {"GLASTonl", "GLASS", "TONAL"},
    {"METLTonl", "METAL", "TONAL"},        {"MUSCPerc", "MUSICAL", "PERCUSSION"},
    {"MUSCStr", "MUSICAL", "STRINGED"},    {"OBJWhled", "OBJECTS", "WHEELED"},
    {"ROCKFric", "ROCKS", "FRICTION"},     {"ROPECreak", "ROPE", "CREAK"},
    {"RUBRFric", "RUBBER", "FRICTION"},    {"TRNBrake", "TRAINS", "BRAKE"},
    {"VEHBrake", "VEHICLES", "BRAKE"},     {"VEHSkid", "VEHICLES", "SKID"},
    {"VEHWndw", "VEHICLES", "WINDOW"},     {"WOODFric", "WOOD", "FRICTION"},
};

int rosin_ucs_words(const char *category, const char **group, const char **kind) {
  *group = *kind = "";
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].category, category) == 0) {
      *group = words[i].group;
      *kind = words[i].kind;
      return 0;
    }
  return -1;
}

const char *rosin_ucs_category(const char *scene) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].scene, scene) == 0)
      return table[i].category;
  return "";
}
