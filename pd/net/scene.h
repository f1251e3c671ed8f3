/* SPDX-License-Identifier: BSD-3-Clause */
/** What objects that play a whole scene have in common. */
#ifndef ROSIN_PD_SCENE_H
#define ROSIN_PD_SCENE_H

#include "rosin.h"

#include <m_pd.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** A file beside the patch or on Pd's path; else the name itself. */
void rosin_pd_find(t_canvas *canvas, const char *name, char *path, size_t size);
/** A scene file found so, or an embedded scene, with `count` settings "KEY=VALUE". NULL after
 *  errors in Pd's window, each with the class before it. */
rosin_scene *rosin_pd_scene(void *owner, const char *class_name, t_canvas *canvas, const char *name,
                            int count, const char *const *settings);
/** Says once, outside perform, that the scene's network had to put a body to rest. */
typedef struct {
  t_clock *clock;
  void *owner;
  const char *class_name;
  int said;
} rosin_pd_watch;

void rosin_pd_watch_begin(rosin_pd_watch *watch, void *owner, const char *class_name);
void rosin_pd_watch_end(rosin_pd_watch *watch);
/** In perform: `n` frames of the scene, by way of `frames`, to signals; silence if it is NULL. */
void rosin_pd_scene_run(rosin_scene *scene, rosin_pd_watch *watch, float *frames, int n,
                        int channels, const t_int *signals);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
