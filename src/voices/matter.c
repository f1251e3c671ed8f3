/* SPDX-License-Identifier: BSD-3-Clause */
#include "voices/matter.h"

#include "error.h"
#include "format.h"
#include "maths/maths.h"
#include "rosin/voices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* All columns but the material are ours, by order of magnitude: roughness and grain as in the
 * scenes (sneaker, chalk, tyre-skid), thickness as such grounds are, friction as the table of pairs
 * has the like on the like. */
static const rosin_matter table[] = {
    /* name       material      soft thick damping rough grain friction blow */
    {"steel", "steel", 0, 0.006, 0.004, 0.12, 2e-4, 0.7, 3e-4},
    {"hard-steel", "steel", 0, 0.01, 0.003, 0.08, 1e-4, 0.7, 2.5e-4},
    {"oiled-steel", "steel", 0, 0.006, 0.01, 0.06, 2e-4, 0.15, 3e-4},
    {"aluminium", "aluminium", 0, 0.004, 0.004, 0.12, 2e-4, 0.8, 4e-4},
    {"brass", "brass", 0, 0.004, 0.004, 0.1, 2e-4, 0.6, 4e-4},
    {"copper", "copper", 0, 0.004, 0.006, 0.1, 2e-4, 0.8, 4e-4},
    {"cast-iron", "cast-iron", 0, 0.015, 0.006, 0.2, 4e-4, 0.9, 3e-4},
    {"zinc", "iron", 0, 0.002, 0.01, 0.12, 2e-4, 0.7, 4e-4},
    {"nickel", "steel", 0, 0.003, 0.005, 0.1, 2e-4, 1, 3e-4},
    {"brake-lining", "concrete", 0, 0.01, 0.05, 0.25, 4e-4, 0.5, 6e-4},
    {"glass", "glass", 0, 0.006, 0.005, 0.05, 1e-4, 0.9, 3e-4},
    {"wet-glass", "glass", 0, 0.006, 0.01, 0.04, 1e-4, 0.5, 3e-4},
    {"porcelain", "porcelain", 0, 0.008, 0.005, 0.08, 2e-4, 0.6, 3e-4},
    {"tile", "tile", 0, 0.01, 0.02, 0.12, 3e-4, 0.6, 4e-4},
    {"wet-tile", "tile", 0, 0.01, 0.03, 0.08, 3e-4, 0.4, 4e-4},
    {"floor", "oak", 0, 0.02, 0.05, 0.15, 6e-4, 0.5, 1e-3},
    {"wood", "pine", 0, 0.02, 0.03, 0.25, 6e-4, 0.4, 1e-3},
    {"oak", "oak", 0, 0.03, 0.02, 0.22, 6e-4, 0.6, 8e-4},
    {"bamboo", "maple", 0, 0.006, 0.02, 0.2, 5e-4, 0.4, 8e-4},
    {"leather", "leather", 1, 0.004, 0.1, 0.2, 5e-4, 0.6, 3e-3},
    {"hemp", "cloth", 1, 0.02, 0.2, 0.4, 2e-3, 0.7, 4e-3},
    {"stone", "stone", 0, 0.04, 0.02, 0.4, 1e-3, 0.7, 5e-4},
    {"soft-stone", "stone", 0, 0.04, 0.04, 0.45, 1e-3, 0.7, 6e-4},
    {"concrete", "concrete", 0, 0.08, 0.04, 0.45, 1.5e-3, 0.7, 6e-4},
    {"wet-concrete", "concrete", 0, 0.08, 0.05, 0.35, 1.5e-3, 0.6, 6e-4},
    {"asphalt", "concrete", 0, 0.1, 0.08, 0.5, 3e-3, 0.8, 1e-3},
    {"wet-asphalt", "concrete", 0, 0.1, 0.1, 0.4, 3e-3, 0.6, 1e-3},
    {"gravel", "stone", 0, 0.03, 0.2, 0.8, 8e-3, 0.6, 1.5e-3},
    {"snow", "cloth", 1, 0.08, 0.3, 0.5, 2e-3, 0.2, 6e-3},
    {"ice", "ice", 0, 0.08, 0.02, 0.15, 8e-4, 0.1, 7e-4},
    {"slate", "slate", 0, 0.008, 0.02, 0.2, 2e-4, 0.6, 4e-4},
    {"chalk", "chalk", 0, 0.01, 0.03, 0.3, 2e-4, 0.7, 8e-4},
    {"nail", "nail", 0, 0.002, 0.05, 0.1, 2e-4, 0.6, 1e-3},
    {"hoof", "nail", 0, 0.02, 0.05, 0.3, 1e-3, 0.5, 1.2e-3},
    {"bone", "bone", 0, 0.01, 0.03, 0.2, 4e-4, 0.4, 7e-4},
    {"plastic", "plastic", 0, 0.004, 0.03, 0.15, 3e-4, 0.4, 1e-3},
    {"ptfe", "plastic", 0, 0.004, 0.05, 0.04, 2e-4, 0.04, 1e-3},
    {"polystyrene", "polystyrene", 0, 0.03, 0.04, 0.3, 1e-3, 0.7, 1.5e-3},
    {"foam", "foam", 1, 0.05, 0.3, 0.2, 1e-3, 0.8, 8e-3},
    {"rubber", "rubber", 1, 0.02, 0.1, 0.1, 1e-3, 1, 3e-3},
    {"balloon", "soft-rubber", 1, 0.002, 0.05, 0.06, 3e-4, 1.2, 4e-3},
    {"finger", "soft-rubber", 1, 0.01, 0.2, 0.15, 4e-4, 0.9, 4e-3},
    {"wet-finger", "soft-rubber", 1, 0.01, 0.2, 0.05, 4e-4, 0.9, 4e-3},
    {"cloth", "cloth", 1, 0.005, 0.3, 0.35, 8e-4, 0.6, 6e-3},
    {"wet-cloth", "cloth", 1, 0.005, 0.3, 0.25, 8e-4, 0.7, 6e-3},
    {.name = NULL},
};

const char *rosin_voices_matter(int index) {
  return index >= 0 && index < (int)(sizeof table / sizeof *table) ? table[index].name : NULL;
}

const rosin_matter *rosin_matter_find(const char *name, rosin_error *error) {
  for (const rosin_matter *m = table; name && m->name; m++)
    if (strcmp(m->name, name) == 0)
      return m;
  rosin_fail(error, "there is no matter '%.60s'; rosin_voices_matter lists steel to wet-cloth",
             name ? name : "");
  return NULL;
}

double rosin_matter_blow(const rosin_matter *rubs, const rosin_matter *ground) {
  return fmax(rubs->blow, ground->blow);
}

/* Friction of the table, or where it has none an estimate: the geometric mean, two thirds of it as
 * it slides. */
static rosin_friction_pair friction(const rosin_matter *a, const rosin_matter *b, char *source) {
  char name[80];
  snprintf(name, sizeof name, "%s/%s", a->name, b->name);
  const rosin_friction_pair *known = rosin_friction_pair_find(name);
  if (known) {
    snprintf(source, ROSIN_MATTER_SOURCE, "%s", known->source);
    return *known;
  }
  snprintf(source, ROSIN_MATTER_SOURCE, "estimate of %s and %s", a->name, b->name);
  const double mu = sqrt(a->friction * b->friction);
  const double wears = a->soft || b->soft ? 0.3 : 0.02;
  return (rosin_friction_pair){
      .mu_static = mu, .mu_kinetic = mu * 2 / 3, .stribeck_velocity = wears};
}

/* eight modes take less than six: fours are taken at once */
static const char bar[] = "shape = \"bar-free\"; length = 0.12; width = 0.03; thickness = 0.008; "
                          "damping = 0.05; modes = 8;";
static const char block[] =
    "shape = \"tread-block\"; height = 0.01; length = 0.02; width = 0.04; modes = 4;";

/* The ground stands there twice: once rubbed, once struck. A blow of some N s moves a plate a
 * thousand times as fast as friction does, and whoever says how hard the box presses has said what
 * the blow does to that; so each has its own loudness, and the blow its own momentum. */
static const char scene[] =
    "title = \"%s on %s\"; duration = 1.0; rate = %.0f; channels = 2;\n"
    "modals = { mover = { material = \"%s\"; %s };\n"
    "  ground = { shape = \"plate-hinged\"; material = \"%s\"; length = 0.6; width = 0.45;\n"
    "    thickness = %.9g; damping = %.9g; modes = 16; };\n"
    "  struck = { shape = \"plate-hinged\"; material = \"%s\"; length = 0.6; width = 0.45;\n"
    "    thickness = %.9g; damping = %.9g; modes = 16; }; };\n"
    "contacts = { rub = { a = \"ground\"; b = \"mover\"; position_a = 0.3; position = \"%s\";\n"
    "  force = 0.0; velocity = 0.0; roughness = %.9g; grain = %.9g;\n"
    "  law = { type = \"elastoplastic\"; sigma0 = %.9g; sigma1 = 0.3; mu_static = %.9g;\n"
    "    mu_kinetic = %.9g; stribeck_velocity = %.9g; stribeck_exponent = 1.0;\n"
    "    breakaway = 0.7; damping_limit = 1.0; }; }; };\n"
    "pushes = { knock = { body = \"struck\"; position = 0.3; force = 0.0; }; };\n"
    "gain = 1.0;\n"
    "outputs = ( { signal = \"mover.velocity@%s\"; highpass = 60.0; channel = 1; },\n"
    "  { signal = \"ground.velocity@0.41\"; gain = %.9g; highpass = 40.0; channel = 1; },\n"
    "  { signal = \"struck.velocity@0.41\"; gain = %.9g; highpass = 40.0; channel = 2; } );\n";

void rosin_matter_scene(const rosin_matter *rubs, const rosin_matter *ground, double rate,
                        char *text, char *source) {
  const rosin_friction_pair pair = friction(rubs, ground, source);
  /* A heavy ground moves less, and is heard as well: by its mass, kg/m2. */
  const double heavy = 0.6 * ground->thickness * rosin_material_find(ground->material)->density;
  const char *face = rubs->soft ? "face" : "end";
  const double rough = fmin(rosin_hypot(rubs->roughness, ground->roughness), 0.9);
  const double grain = fmax(rubs->grain, ground->grain);
  rosin_format(text, ROSIN_MATTER_TEXT, scene, rubs->name, ground->name, rate, rubs->material,
               rubs->soft ? block : bar, ground->material, ground->thickness, ground->damping,
               ground->material, ground->thickness, ground->damping, face, rough, grain,
               rubs->soft ? 3e5 : 1e6, pair.mu_static, pair.mu_kinetic,
               fmax(pair.stribeck_velocity, 1e-3), face, heavy, heavy / 500);
}
