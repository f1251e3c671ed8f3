/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a scene's text comes from. */
#include "error.h"
#include "scene/embedded.h"
#include "scene/running.h"
#include "scene/text/near.h"
#include "scene/text/setting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, rosin_error *error) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    rosin_fail(error, "%.400s: %s", path, strerror(errno));
    return NULL;
  }
  size_t size = 0;
  const char *why = NULL;
  char *text = rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why);
  fclose(file);
  if (!text)
    rosin_fail(error, "%.400s: %s", path, why);
  return text;
}

int rosin_scene_embedded(const char *name) {
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0)
      return 1;
  return 0;
}

char *rosin_scene_text(const char *name, rosin_error *error) {
  char *text = NULL;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0) {
      if (!(text = strdup(e->text)))
        rosin_fail(error, "%.400s: out of memory", name);
      return text;
    }
  errno = 0;
  text = read_file(name, error);
  if (!text && errno == ENOENT && !strchr(name, '/') && !strchr(name, '.')) {
    rosin_near near = rosin_near_to(name);
    for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
      rosin_near_consider(&near, e->name);
    const char *meant = 2 * near.least < (int)strlen(name) ? rosin_near_meant(&near) : NULL;
    rosin_fail(error,
               "%.300s: no embedded scene of this name (see `rosin scenes`), and no such "
               "file%s%s%s",
               name, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
  }
  return text;
}

/* The folder that `path` stands in (malloc'ed), or NULL without memory. */
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = strdup(slash ? path : ".");
  if (folder && slash)
    folder[slash == path ? 1 : slash - path] = 0;
  return folder;
}

rosin_scene *rosin_scene_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors) {
  char *folder = folder_of(name);
  rosin_scene *s = folder ? calloc(1, sizeof *s) : NULL;
  if (errors)
    *errors = NULL;
  if (s)
    s->model = rosin_model_read(text, name, folder, terms, count, overrides, errors);
  free(folder);
  if (s && s->model)
    return s;
  free(s);
  return NULL;
}

/* What a caller of the library may get wrong. */
static int check_call(const char *name, int count, const char *const *overrides,
                      rosin_error *error) {
  if (!name)
    return rosin_fail(error, "there is no name of a scene");
  if (count < 0 || (count && !overrides))
    return rosin_fail(error, "overrides: %d of them, but there is no list", count);
  for (int i = 0; i < count; i++)
    if (!overrides[i])
      return rosin_fail(error, "overrides: number %d is missing", i + 1);
  return 0;
}

rosin_scene *rosin_scene_open(const char *name, const rosin_terms *terms, int count,
                              const char *const *overrides, char **errors) {
  rosin_error error;
  if (errors)
    *errors = NULL;
  char *text = check_call(name, count, overrides, &error) ? NULL : rosin_scene_text(name, &error);
  if (!text) {
    if (errors && (*errors = malloc(sizeof error.text + 1)))
      snprintf(*errors, sizeof error.text + 1, "%s\n", error.text);
    return NULL;
  }
  rosin_scene *s = rosin_scene_read(text, name, terms, count, overrides, errors);
  free(text);
  return s;
}

rosin_scene *rosin_scene_load(const char *name, int count, const char *const *overrides,
                              char **errors) {
  return rosin_scene_open(name, NULL, count, overrides, errors);
}
