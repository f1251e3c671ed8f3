/* SPDX-License-Identifier: BSD-3-Clause */
/** Matter as games speak of it: what body it makes, how rough it is, and the scene of a pair. */
#ifndef ROSIN_VOICES_MATTER_H
#define ROSIN_VOICES_MATTER_H

#include "rosin.h"

typedef struct {
  const char *name;
  const char *material; /* of rosin_materials */
  int soft;             /* a block that shears when it rubs, else a bar */
  double thickness;     /* m, of the plate that it is as a ground */
  double damping;       /* loss factor of what it lies on */
  double roughness;     /* share of the load */
  double grain;         /* m */
  double friction;      /* static, on itself or the like: for pairs that no source has */
  double blow;          /* s, how long a blow takes that meets it */
} rosin_matter;

enum { ROSIN_MATTER_TEXT = 2048, ROSIN_MATTER_SOURCE = 96 };

const rosin_matter *rosin_matter_find(const char *name, rosin_error *error);
/** s, of a blow of one on the other: of the softer one. */
double rosin_matter_blow(const rosin_matter *rubs, const rosin_matter *ground);
/** The scene of a pair, at `rate` Hz, into `text`; where its friction is from into `source`. */
void rosin_matter_scene(const rosin_matter *rubs, const rosin_matter *ground, double rate,
                        char *text, char *source);

#endif
