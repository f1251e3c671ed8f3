/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers for the names that LV2 plugins ask of our hosts. */
#ifndef ROSIN_TEST_URIDS_H
#define ROSIN_TEST_URIDS_H

#include <lv2/urid/urid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { URIDS = 4096 };

static char *urid[URIDS];
static unsigned urids;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (unsigned i = 0; i < urids; i++)
    if (strcmp(urid[i], uri) == 0)
      return i + 1;
  if (urids == URIDS || !(urid[urids] = strdup(uri))) {
    fprintf(stderr, "%s: too many names\n", uri);
    exit(3);
  }
  return ++urids;
}

static inline const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID id) {
  (void)handle;
  return id && id <= urids ? urid[id - 1] : NULL;
}

#endif
