/* SPDX-License-Identifier: BSD-3-Clause */
/** The scenes in scenes/, built into the program (generated at build time). */
#ifndef ROSIN_EMBEDDED_H
#define ROSIN_EMBEDDED_H

#include "scene/model/about.h"

typedef struct {
  const char *name, *text;
  int instrument, macros; /* whether it has a section of that name */
} rosin_embedded;

/** In name order, ended by a NULL name. */
extern const rosin_embedded rosin_embedded_scenes[];

/** That of a name, or NULL. */
const rosin_embedded *rosin_embedded_find(const char *name);
/** What one says of itself, but for its presets, which rest on its macros: 0, or -1 if it says
 *  nothing or there is no memory; all is empty then. Nothing of it needs to be freed. */
int rosin_embedded_about(const rosin_embedded *scene, rosin_about *about);

#endif
