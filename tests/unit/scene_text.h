/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene from its text, and the lines that say what is wrong with it. */
#ifndef ROSIN_TEST_SCENE_TEXT_H
#define ROSIN_TEST_SCENE_TEXT_H

#include "rosin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Loads the text; NULL and *errors (to be freed) if it is no scene. */
static inline rosin_scene *scene_read(const char *text, int count, const char *const *overrides,
                                      char **errors) {
  char path[] = "/tmp/rosin-scene-XXXXXX";
  const int file = mkstemp(path);
  const ssize_t length = (ssize_t)strlen(text);
  if (file < 0 || write(file, text, (size_t)length) != length)
    abort();
  close(file);
  rosin_scene *scene = rosin_scene_load(path, count, overrides, errors);
  unlink(path);
  return scene;
}

/* Renders `frames` (at most 8192) of the text at `rate`, in calls of 64; 1 on success. */
static inline int scene_samples(const char *text, int rate, int frames, float *out) {
  char *errors = NULL;
  rosin_scene *scene = scene_read(text, 0, NULL, &errors);
  free(errors);
  if (!scene || rosin_scene_prepare(scene, rate, 64, NULL)) {
    rosin_scene_free(scene);
    return 0;
  }
  const int channels = rosin_scene_channels(scene);
  for (int at = 0; at < frames; at += 64)
    rosin_scene_process(scene, 64, out + at * channels);
  rosin_scene_free(scene);
  return 1;
}

#endif
