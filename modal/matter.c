/* SPDX-License-Identifier: BSD-3-Clause */
/* What bodies are made of. Loss factors are those of the stuff itself; what hangs,
 * holds or surrounds a body takes more, which a shape's `damping` adds. */
#include "rosin.h"

#include <string.h>

/* Sources, as the last column names them:
 *   Cremer-Heckl  L. Cremer, M. Heckl, Structure-Borne Sound, tables of E, density, loss
 *   FPL           Forest Products Laboratory, Wood Handbook (along the grain; the across
 *                 column is the mean of radial and tangential over longitudinal)
 *   Ege           K. Ege, thesis on the piano soundboard, 2009: spruce, measured
 *   handbook      values on which engineering handbooks agree; loss by order of magnitude
 *   estimate      ours, from scattered data: to be tuned by ear or by `rosin modes` */
static const rosin_material materials[] = {
    /* name       E Pa    kg/m3 nu   loss   power across source */
    {"steel", 210e9, 7800, 0.31, 2.5e-4, 0, 1, "Cremer-Heckl"},
    {"aluminium", 72e9, 2700, 0.34, 1e-4, 0, 1, "Cremer-Heckl"},
    {"brass", 95e9, 8500, 0.33, 5e-4, 0, 1, "Cremer-Heckl"},
    {"copper", 125e9, 8900, 0.35, 2e-3, 0, 1, "Cremer-Heckl"},
    {"bronze", 105e9, 8700, 0.34, 3e-4, 0, 1, "handbook; bell bronze, 20% tin"},
    {"cast-iron", 110e9, 7200, 0.26, 2e-3, 0, 1, "handbook; grey iron, brake discs"},
    {"iron", 200e9, 7850, 0.29, 1e-3, 0, 1, "handbook; wrought: gates, hinges"},
    {"glass", 70e9, 2500, 0.22, 1e-3, 0, 1, "handbook; soda-lime"},
    {"crystal", 62e9, 3000, 0.23, 5e-4, 0, 1, "handbook; 24% lead"},
    {"porcelain", 70e9, 2400, 0.2, 2e-3, 0, 1, "handbook"},
    {"tile", 55e9, 2200, 0.22, 4e-3, 0, 1, "estimate; a glazed floor tile"},
    {"concrete", 26e9, 2300, 0.2, 6e-3, 0, 1, "Cremer-Heckl; dense"},
    {"stone", 50e9, 2650, 0.25, 3e-3, 0, 1, "handbook; granite"},
    {"slate", 60e9, 2750, 0.25, 2e-3, 0, 1, "handbook"},
    {"chalk", 3e9, 1400, 0.22, 1e-2, 0, 1, "estimate; a pressed stick"},
    {"ice", 9e9, 917, 0.33, 1e-2, 0, 1, "handbook"},
    {"spruce", 15.8e9, 440, 0.3, 7e-3, 0.2, 0.054, "Ege"},
    {"maple", 11e9, 650, 0.3, 1e-2, 0.2, 0.1, "FPL"},
    {"oak", 11e9, 700, 0.35, 1e-2, 0.2, 0.12, "FPL"},
    {"pine", 9e9, 450, 0.33, 1e-2, 0.2, 0.07, "FPL"},
    {"mdf", 3.5e9, 750, 0.25, 2.5e-2, 0, 1, "handbook"},
    {"acrylic", 5.6e9, 1150, 0.37, 3e-2, 0, 1, "Cremer-Heckl"},
    {"abs", 2.3e9, 1050, 0.37, 2e-2, 0, 1, "handbook"},
    {"plastic", 2e9, 1000, 0.4, 3e-2, 0, 1, "handbook; between ABS and polypropylene"},
    {"nylon", 3e9, 1140, 0.4, 2e-2, 0, 1, "handbook"},
    {"polyester", 4e9, 1390, 0.38, 1e-2, 0, 1, "handbook; drum heads"},
    {"gut", 5e9, 1300, 0.4, 2e-2, 0, 1, "estimate"},
    {"skin", 0.3e9, 1000, 0.4, 5e-2, 0, 1, "estimate; a drum's, dry"},
    {"bone", 18e9, 1900, 0.3, 2e-2, 0, 1, "handbook"},
    {"nail", 3e9, 1300, 0.3, 7e-2, 0, 1, "estimate; a finger's"},
    {"cloth", 0.05e9, 400, 0.3, 0.15, 0, 1, "estimate; canvas, taut"},
    {"leather", 0.1e9, 900, 0.4, 0.1, 0, 1, "estimate; a sole's"},
    {"hard-rubber", 2.5e9, 1150, 0.38, 2e-2, 0, 1, "handbook; ebonite"},
    {"polystyrene", 7e6, 20, 0.1, 4e-2, 0, 1, "handbook; expanded, of packages"},
    {"foam", 0.1e6, 30, 0.3, 0.2, 0.1, 1, "estimate; a cushion's, dynamic"},
    {"silicone", 3e6, 1100, 0.49, 0.1, 0.1, 1, "estimate; a kitchen's, dynamic"},
    {"rubber", 15e6, 1150, 0.49, 0.25, 0.2, 1, "estimate; a tread's, dynamic"},
    {"soft-rubber", 4e6, 1000, 0.49, 0.1, 0.2, 1, "estimate; a shoe sole's, dynamic"},
    {NULL, 0, 0, 0, 0, 0, 0, NULL},
};

static const rosin_parameter table[] = {
    {"young", "Pa", 1e3, 2e12, 210e9, "Young's modulus; wood: along the grain",
     offsetof(rosin_material, young)},
    {"density", "kg/m3", 1, 3e4, 7800, "mass per volume", offsetof(rosin_material, density)},
    {"poisson", "", -0.9, 0.499, 0.31, "Poisson's ratio", offsetof(rosin_material, poisson)},
    {"loss", "", 0, 2, 2.5e-4, "loss factor at 1 kHz, 1/Q", offsetof(rosin_material, loss)},
    {"loss_power", "", -2, 2, 0, "loss goes as frequency to this power",
     offsetof(rosin_material, loss_power)},
    {"across", "", 1e-3, 1, 1, "Young's modulus across the grain over that along it",
     offsetof(rosin_material, across)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_material *rosin_materials(void) {
  return materials;
}

const rosin_material *rosin_material_find(const char *name) {
  for (const rosin_material *m = materials; name && m->name; m++)
    if (strcmp(m->name, name) == 0)
      return m;
  return NULL;
}

const rosin_parameter *rosin_material_parameters(void) {
  return table;
}
