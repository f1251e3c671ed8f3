/* SPDX-License-Identifier: BSD-3-Clause */
/* What rubs on what, by the matter of both: coefficients of friction as handbooks have them. */
#include "rosin.h"

#include <string.h>

/* Sources, as the last column names them; both coefficients are the source's (where it has a range,
 * its middle). How fast the static one wears off is in none of them: that column is ours, by kind,
 * as in the scenes.
 *
 * - Marks: Avallone, Baumeister, Marks' Standard Handbook for Mechanical Engineers, dry.
 * - Morin: A. Morin's measurements of 1831 to 1834, as handbooks repeat them, dry.
 * - Serway: R. Serway, Physics for Scientists and Engineers.
 * - Wong: J. Y. Wong, Theory of Ground Vehicles, road adhesion, peak and sliding (after Taborek).
 * - scene NAME: no published figure known; what that scene was tuned to.
 * - estimate: ours, from scattered data.
 *
 * Public tables that repeat these books (engineering sites and an open textbook) have the same for
 * steel, aluminium, brass, copper and cast iron, for glass, copper on glass,
 * leather on oak, PTFE, ice and oiled metal; nickel they have from 0.7 to 1.1. Zinc, oak, Morin's
 * and Wong's were not found beside the books, and stand as handbooks are remembered. */
static const rosin_friction_pair pairs[] = {
    /* name             static kinetic m/s source */
    {"steel/steel", 0.74, 0.57, 0.01, "Marks; mild"},
    {"hard-steel/hard-steel", 0.78, 0.42, 0.01, "Marks"},
    {"oiled-steel/steel", 0.15, 0.06, 0.02, "Serway; metal on metal, lubricated"},
    {"aluminium/steel", 0.61, 0.47, 0.01, "Marks"},
    {"brass/steel", 0.51, 0.44, 0.01, "Marks"},
    {"copper/steel", 0.53, 0.36, 0.01, "Marks"},
    {"copper/cast-iron", 1.05, 0.29, 0.01, "Marks"},
    {"cast-iron/cast-iron", 1.1, 0.15, 0.01, "Marks"},
    {"zinc/cast-iron", 0.85, 0.21, 0.01, "Marks"},
    {"nickel/nickel", 1.1, 0.53, 0.01, "Marks"},
    {"brake-lining/cast-iron", 0.55, 0.28, 0.2, "scene brake-squeal"},
    {"glass/glass", 0.94, 0.4, 0.05, "Marks"},
    {"copper/glass", 0.68, 0.53, 0.05, "Marks"},
    {"polystyrene/glass", 0.9, 0.45, 0.15, "scene polystyrene"},
    {"finger/glass", 0.9, 0.6, 0.1, "estimate; dry"},
    {"wet-finger/glass", 1.05, 0.3, 0.35, "scene wine-glass"},
    {"wood/wood", 0.4, 0.2, 0.01, "Serway"},
    {"oak/oak", 0.62, 0.48, 0.01, "Marks; along the grain"},
    {"leather/oak", 0.61, 0.52, 0.05, "Marks"},
    {"hemp/oak", 0.8, 0.52, 0.01, "Morin; rope"},
    {"stone/stone", 0.7, 0.38, 0.02, "Morin; hard limestone"},
    {"soft-stone/soft-stone", 0.74, 0.64, 0.02, "Morin; limestone"},
    {"chalk/slate", 0.8, 0.35, 0.25, "scene chalk"},
    {"nail/slate", 0.7, 0.3, 0.08, "scene fingernail"},
    {"ice/ice", 0.1, 0.03, 0.05, "Serway"},
    {"ptfe/steel", 0.04, 0.04, 0.01, "Marks; they never squeak"},
    {"rubber/asphalt", 0.85, 0.75, 1, "Wong"},
    {"rubber/wet-asphalt", 0.6, 0.52, 1, "Wong"},
    {"rubber/concrete", 0.85, 0.75, 1, "Wong"},
    {"rubber/wet-concrete", 0.8, 0.7, 1, "Wong"},
    {"rubber/gravel", 0.6, 0.55, 1, "Wong"},
    {"rubber/snow", 0.2, 0.15, 1, "Wong"},
    {"rubber/ice", 0.1, 0.07, 1, "Wong"},
    {"rubber/floor", 1.2, 0.5, 0.7, "scene sneaker"},
    {"rubber/tile", 0.9, 0.6, 0.7, "estimate; dry, glazed"},
    {"rubber/wet-tile", 0.5, 0.25, 0.7, "estimate"},
    {"rubber/wet-glass", 1.3, 0.45, 0.6, "scene wiper"},
    {"finger/balloon", 1.6, 0.8, 0.15, "scene balloon"},
    {"wet-cloth/bamboo", 1, 0.35, 0.5, "scene cuica"},
    {"cloth/wood", 0.4, 0.3, 0.1, "estimate"},
    {"cloth/cloth", 0.6, 0.45, 0.1, "estimate; cotton"},
    {"rosined-hair/string", 0.4, 0.2, 0.2, "scene cello-d"},
    {.name = NULL},
};

const rosin_friction_pair *rosin_friction_pairs(void) {
  return pairs;
}

/* Whether `name` is "A/B" or "B/A" of "A/B". */
static int is(const char *name, const char *pair) {
  const char *cut = strchr(pair, '/') + 1;
  const size_t first = (size_t)(cut - pair) - 1, second = strlen(cut);
  return strcmp(name, pair) == 0 ||
         (strlen(name) == first + second + 1 && name[second] == '/' &&
          memcmp(name, cut, second) == 0 && memcmp(name + second + 1, pair, first) == 0);
}

const rosin_friction_pair *rosin_friction_pair_find(const char *name) {
  for (const rosin_friction_pair *p = pairs; name && p->name; p++)
    if (is(name, p->name))
      return p;
  return NULL;
}
