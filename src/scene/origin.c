/* SPDX-License-Identifier: BSD-3-Clause */
/* Of what a scene was read. */
#include "memory.h"
#include "scene/running.h"

#include <string.h>

void rosin_origin_free(rosin_scene_origin *o) {
  if (!o)
    return;
  for (int i = 0; i < o->overrides; i++)
    rosin_free(o->override[i]);
  rosin_free(o->override);
  rosin_free(o->text);
  rosin_free(o->name);
  rosin_free(o);
}

int rosin_origin_keep(rosin_scene *s, const char *text, const char *name, const rosin_terms *terms,
                      int count, const char *const *overrides) {
  rosin_scene_origin *o = s->source = rosin_calloc(1, sizeof *o);
  if (!o)
    return -1;
  o->files = terms ? terms->files : ROSIN_FILES_BESIDE;
  o->text = rosin_strdup(text);
  o->name = rosin_strdup(name);
  o->override = rosin_calloc((size_t)count + 1, sizeof *o->override);
  if (!o->text || !o->name || !o->override)
    return -1;
  for (; o->overrides < count; o->overrides++)
    if (!(o->override[o->overrides] = rosin_strdup(overrides[o->overrides])))
      return -1;
  return 0;
}
