/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/scene.h"
#include "pd/net/member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rosin_pd_find(t_canvas *canvas, const char *name, char *path, size_t size) {
  char folder[MAXPDSTRING], *file;
  const int found = canvas_open(canvas, name, "", folder, &file, MAXPDSTRING, 0);
  if (found >= 0) {
    sys_close(found);
    snprintf(path, size, "%s/%s", folder, file);
  } else {
    snprintf(path, size, "%s", name);
  }
}

rosin_scene *rosin_pd_scene(void *owner, const char *class_name, t_canvas *canvas, const char *name,
                            int count, const char *const *settings) {
  char path[2 * MAXPDSTRING], *errors = NULL, *save = NULL;
  rosin_pd_find(canvas, name, path, sizeof path);
  rosin_scene *scene = rosin_scene_load(path, count, settings, &errors);
  if (!scene && !errors)
    pd_error(owner, "%s: out of memory", class_name);
  for (char *line = errors ? strtok_r(errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save))
    pd_error(owner, "%s: %s", class_name, line);
  free(errors);
  return scene;
}

static void watch_tick(rosin_pd_watch *w) {
  pd_error(w->owner, "%s: " ROSIN_PD_RESCUED, w->class_name);
}

void rosin_pd_watch_begin(rosin_pd_watch *w, void *owner, const char *class_name) {
  *w = (rosin_pd_watch){clock_new(w, (t_method)(void (*)(void))watch_tick), owner, class_name, 0};
}

void rosin_pd_watch_end(rosin_pd_watch *w) {
  clock_free(w->clock);
}

void rosin_pd_scene_run(rosin_scene *scene, rosin_pd_watch *watch, float *frames, int n,
                        int channels, const t_int *signals) {
  if (scene)
    rosin_scene_process(scene, n, frames);
  if (scene && !watch->said && rosin_network_statistics(rosin_scene_network(scene)).rescued) {
    watch->said = 1;
    clock_delay(watch->clock, 0);
  }
  for (int c = 0; c < channels; c++) {
    t_sample *out = (t_sample *)signals[c];
    for (int i = 0; i < n; i++)
      out[i] = scene ? frames[i * channels + c] : 0;
  }
}
