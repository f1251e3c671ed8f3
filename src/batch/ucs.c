/* SPDX-License-Identifier: BSD-3-Clause */
/* The Universal Category System, version 8, as far as the embedded scenes say it of themselves. */
#include "batch/name.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <string.h>

int rosin_ucs_words(const char *category, char *group, char *kind) {
  rosin_about about;
  *group = *kind = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; *category && e->name; e++)
    if (rosin_embedded_about(e, &about) == 0 && strcmp(about.category, category) == 0) {
      snprintf(group, ROSIN_ABOUT_TEXT, "%s", about.group);
      snprintf(kind, ROSIN_ABOUT_TEXT, "%s", about.kind);
      return 0;
    }
  return -1;
}

void rosin_ucs_category(const char *scene, char *category) {
  rosin_about about;
  const rosin_embedded *e = rosin_embedded_find(scene);
  *category = 0;
  if (e && rosin_embedded_about(e, &about) == 0)
    snprintf(category, ROSIN_ABOUT_TEXT, "%s", about.category);
}
