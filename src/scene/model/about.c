/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables of the section `about`. */
#include "scene/model/about.h"
#include "memory.h"

#include <stddef.h>

static const rosin_about_row texts[ROSIN_ABOUT_TEXTS + 1] = {
    {"category", "CatID of the Universal Category System 8, as DOORWood",
     offsetof(rosin_about, category)},
    {"group", "the category there, as DOORS", offsetof(rosin_about, group)},
    {"kind", "the subcategory there, as WOOD", offsetof(rosin_about, kind)},
    {"wish", "what you want if you take this scene, as \"a squeak\"", offsetof(rosin_about, wish)},
    {NULL, NULL, 0},
};

static const char *const regimes[] = {"stick-slip", "Helmholtz", "slipping", NULL};

static const rosin_parameter bench_rows[] = {
    {"regime", "", ROSIN_ABOUT_STICKSLIP, ROSIN_ABOUT_SLIPPING, ROSIN_ABOUT_STICKSLIP,
     "what the contact does meanwhile", offsetof(rosin_about_bench, regime), .kind = ROSIN_CHOICE,
     .words = regimes},
    {"warm", "s", 0.01, 60, 0.5, "run before it is timed", offsetof(rosin_about_bench, warm)},
    {"frequency", "Hz", 0, 20000, 0, "of the string that is rubbed; 0: unknown, or none is",
     offsetof(rosin_about_bench, frequency)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter level = {"level",          "dB", -60, 12, 0, "gain of all channels",
                                      .group = "Output"};

const rosin_about_row *rosin_about_rows(void) {
  return texts;
}

const char *rosin_about_text(const rosin_about *about, const rosin_about_row *row) {
  return (const char *)about + row->offset;
}

const rosin_parameter *rosin_about_bench_parameters(void) {
  return bench_rows;
}

const rosin_parameter *rosin_about_level(void) {
  return &level;
}

void rosin_about_free(rosin_about *about) {
  for (int i = 0; about && i < about->presets; i++) {
    rosin_free((void *)about->preset[i].name);
    rosin_free((void *)about->preset[i].values);
  }
  if (about)
    rosin_free(about->preset);
}
