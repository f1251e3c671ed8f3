/* SPDX-License-Identifier: BSD-3-Clause */
/** The scenes in scenes/, built into the program (generated at build time). */
#ifndef ROSIN_EMBEDDED_H
#define ROSIN_EMBEDDED_H

typedef struct {
  const char *name, *text;
} rosin_embedded;

/** In name order, ended by a NULL name. */
extern const rosin_embedded rosin_embedded_scenes[];

#endif
