/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a scene's text comes from. */
#include "error.h"
#include "memory.h"
#include "scene/embedded.h"
#include "scene/running.h"
#include "scene/text/near.h"
#include "scene/text/setting.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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
  return rosin_embedded_find(name) != NULL;
}

/* There is no such file, or, in WebAssembly, none at all. */
static int is_missing(int why) {
#ifdef ENOTCAPABLE
  if (why == ENOTCAPABLE)
    return 1;
#endif
  return why == ENOENT;
}

char *rosin_scene_text(const char *name, rosin_error *error) {
  char *text = NULL;
  const rosin_embedded *embedded = rosin_embedded_find(name);
  if (embedded) {
    if (!(text = rosin_strdup(embedded->text)))
      rosin_fail(error, "%.400s: out of memory", name);
    return text;
  }
  errno = 0;
  text = read_file(name, error);
  if (!text && is_missing(errno) && !strchr(name, '/') && !strchr(name, '.')) {
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
  char *folder = rosin_strdup(slash ? path : ".");
  if (folder && slash)
    folder[slash == path ? 1 : slash - path] = 0;
  return folder;
}

rosin_scene *rosin_alone_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors) {
  char *folder = folder_of(name);
  rosin_scene *s = folder ? rosin_calloc(1, sizeof *s) : NULL;
  if (errors)
    *errors = NULL;
  if (s)
    s->model = rosin_model_read(text, name, folder, terms, count, overrides, errors);
  rosin_free(folder);
  if (s && s->model)
    return s;
  rosin_free(s);
  return NULL;
}

char *rosin_scene_layer_text(const char *scene, const char *folder, const rosin_terms *terms,
                             char **path, rosin_error *error) {
  char *text = NULL;
  *path = NULL;
  if (rosin_scene_embedded(scene)) {
    text = rosin_scene_text(scene, error);
    *path = rosin_strdup(scene);
  } else if (!strchr(scene, '.') && !strchr(scene, '/')) {
    return rosin_scene_text(scene, error); /* to say which was meant */
  } else {
    FILE *file = rosin_files_stream(folder, scene, terms->files, error);
    const char *why = "out of memory";
    size_t size = 0;
    text = file ? rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why) : NULL;
    *path = text ? rosin_files_path(folder, scene) : NULL;
    if (file && !text)
      rosin_fail(error, "%.300s: %s", scene, why);
    if (file)
      fclose(file);
    if (*path && terms->opened)
      terms->opened(*path);
  }
  if (text && *path)
    return text;
  if (text)
    rosin_fail(error, "out of memory");
  rosin_free(text);
  rosin_free(*path);
  *path = NULL;
  return NULL;
}

static int open_layer(const rosin_model_layer *l, const char *folder, const rosin_terms *terms,
                      rosin_layer *to, rosin_error *error) {
  char *path = NULL, *errors = NULL;
  char *text = rosin_scene_layer_text(l->scene, folder, terms, &path, error);
  if (text)
    to->scene = rosin_alone_read(text, path, terms, l->sets, (const char *const *)l->set, &errors);
  if (text && !to->scene)
    rosin_fail_first(error, errors);
  rosin_free(errors);
  rosin_free(text);
  rosin_free(path);
  if (!to->scene)
    return -1;
  to->at = l->at;
  to->gain = l->gain;
  to->pan = l->pan;
  return to->scene->model->layers
             ? rosin_fail(error, "%.200s has layers itself, which a layer may not", l->scene)
             : 0;
}

/* The scenes within one that was read: 0, or -1 and an error. */
static int open_layers(rosin_scene *s, const char *name, const rosin_terms *terms,
                       rosin_error *error) {
  rosin_model *m = s->model;
  const rosin_terms usual = {.files = ROSIN_FILES_BESIDE};
  char *folder = folder_of(name);
  double last = 0;
  int status = 0;
  s->layer = rosin_calloc((size_t)m->layers + 1, sizeof *s->layer);
  if (!folder || !s->layer) {
    rosin_free(folder);
    rosin_fail(error, "%.300s: out of memory", name);
    return -1;
  }
  for (int i = 0; i < m->layers && !status; i++) {
    const rosin_model_layer *l = &m->layer[i];
    rosin_error inner = {"out of memory"};
    s->layers++;
    if (open_layer(l, folder, terms ? terms : &usual, &s->layer[i], &inner)) {
      status = rosin_fail(error, "%.200s:%d: %.60s: %.400s", name, l->line, l->name, inner.text);
    } else {
      const rosin_model *other = s->layer[i].scene->model;
      last = fmax(last, l->at + other->duration);
      m->layers_end = fmax(m->layers_end, l->at + rosin_model_end(other));
    }
  }
  if (m->duration == 0)
    m->duration = last;
  if (!status && rosin_layers_name(s))
    status = rosin_fail(error, "%.300s: out of memory", name);
  rosin_free(folder);
  return status;
}

/* One error as a list of them. */
static rosin_scene *refuse(const rosin_error *error, char **errors) {
  if (errors && (*errors = rosin_malloc(sizeof error->text + 1)))
    snprintf(*errors, sizeof error->text + 1, "%s\n", error->text);
  return NULL;
}

rosin_scene *rosin_scene_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors) {
  rosin_scene *s = rosin_alone_read(text, name, terms, count, overrides, errors);
  rosin_error error;
  if (!s)
    return NULL;
  int status = s->model->layers ? open_layers(s, name, terms, &error) : 0;
  if (!status && *s->model->keys.body && rosin_origin_keep(s, text, name, terms, count, overrides))
    status = rosin_fail(&error, "%.300s: out of memory", name);
  if (!status)
    return s;
  rosin_scene_free(s);
  if (errors)
    rosin_free(*errors);
  return refuse(&error, errors);
}

void rosin_scene_hand_on(rosin_scene *from, rosin_scene *to) {
  rosin_model_hand_on(from->model, to->model);
  for (int i = 0; i < from->layers && i < to->layers; i++)
    rosin_model_hand_on(from->layer[i].scene->model, to->layer[i].scene->model);
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
  char *text = check_call(name, count, overrides, &error) ? NULL : rosin_scene_text(name, &error);
  if (!text)
    return refuse(&error, errors);
  rosin_scene *s = rosin_scene_read(text, name, terms, count, overrides, errors);
  rosin_free(text);
  return s;
}

rosin_scene *rosin_scene_load(const char *name, int count, const char *const *overrides,
                              char **errors) {
  return rosin_scene_open(name, NULL, count, overrides, errors);
}

rosin_scene *rosin_scene_parse(const char *text, const char *name, int count,
                               const char *const *overrides, char **errors) {
  rosin_error error = {"there is no text of a scene"};
  if (!text || check_call(name, count, overrides, &error))
    return refuse(&error, errors);
  return rosin_scene_read(text, name, NULL, count, overrides, errors);
}

int rosin_scenes(void) {
  int count = 0;
  while (rosin_embedded_scenes[count].name)
    count++;
  return count;
}

const char *rosin_scene_name(int index) {
  return index >= 0 && index < rosin_scenes() ? rosin_embedded_scenes[index].name : NULL;
}
