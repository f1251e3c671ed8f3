/* SPDX-License-Identifier: BSD-3-Clause */
/* One try: rendered as `rosin render` does it, into memory, and measured as the recording was. */
#include "core/core.h"
#include "error.h"
#include "host/common/stop.h"
#include "host/match/match.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1000 };

/* All of it, mean of its channels. 0, or -1 and an error. */
static int run(rosin_core *core, int channels, double *x, int n, int stoppable,
               rosin_error *error) {
  float *out = malloc(BLOCK * (size_t)channels * sizeof *out);
  int status = out ? 0 : rosin_fail(error, "out of memory");
  for (int done = 0; status == 0 && done < n;) {
    const int frames = n - done < BLOCK ? n - done : BLOCK;
    rosin_core_process_frames(core, out, frames);
    for (int i = 0; i < frames; i++) {
      double sum = 0;
      for (int c = 0; c < channels; c++)
        sum += (double)out[i * channels + c] / channels;
      x[done + i] = sum;
    }
    done += frames;
    if (stoppable && rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
  }
  free(out);
  return status;
}

rosin_scene *rosin_match_scene_read(const rosin_match_scene *s, const rosin_match_set *set,
                                    int stoppable, rosin_error *error) {
  const char *setting[ROSIN_MATCH_SET];
  char *errors = NULL;
  const rosin_terms terms = {
      .files = s->files, .stop = stoppable ? rosin_stopped : NULL, .untried = 1};
  for (int i = 0; i < set->count; i++)
    setting[i] = set->text[i];
  rosin_scene *scene =
      rosin_scene_read(rosin_match_scene_text(s), s->name, &terms, set->count, setting, &errors);
  if (!scene)
    rosin_fail_first(error, errors);
  free(errors);
  return scene;
}

int rosin_match_play(const rosin_match_scene *s, const rosin_match_set *set, double seconds,
                     int stoppable, double **x, int *n, double *rate, rosin_error *error) {
  rosin_scene *scene = rosin_match_scene_read(s, set, stoppable, error);
  int status = -1;
  *x = NULL;
  if (!scene)
    return -1;
  rosin_scene_set_duration(scene, seconds);
  rosin_core *core = rosin_core_over(scene, 0, 1, error);
  if (core && rosin_core_prepare(core, rosin_scene_rate(scene), error) == 0) {
    *rate = rosin_scene_rate(scene);
    *n = (int)(seconds * *rate);
    *x = malloc((size_t)*n * sizeof **x + 8);
    status = *x ? run(core, rosin_scene_channels(scene), *x, *n, stoppable, error)
                : rosin_fail(error, "out of memory");
  }
  rosin_core_free(core);
  rosin_scene_free(scene);
  if (status) {
    free(*x);
    *x = NULL;
  }
  return status;
}

int rosin_match_judge(const rosin_match_target *t, const rosin_match_scene *s,
                      const rosin_match_set *set, rosin_match_try *made, rosin_error *error) {
  const double seconds = (double)t->excerpt.n / t->excerpt.rate;
  double *x, rate;
  int n;
  *made = (rosin_match_try){.distance = HUGE_VAL, .octaves = HUGE_VAL, .apart = HUGE_VAL};
  if (rosin_match_play(s, set, seconds, 1, &x, &n, &rate, error))
    return rosin_stopped(NULL) || strstr(error->text, "out of memory") ? -1 : 0;
  const int failed = rosin_profile_make(x, n, rate, t->top, &made->profile);
  free(x);
  if (failed)
    return rosin_fail(error, "out of memory");
  if (t->no_crest)
    made->profile.feature[ROSIN_PROFILE_CREST] = (double)NAN;
  if (!isfinite(made->profile.feature[ROSIN_PROFILE_CENTROID]))
    return 0; /* silent, or no sound at all */
  made->distance = rosin_profile_distance(&made->profile, &t->profile);
  made->octaves = rosin_profile_octaves(&made->profile, &t->profile);
  made->apart = rosin_profile_apart(&made->profile, &t->profile);
  if (!isfinite(made->apart))
    made->distance = made->octaves = made->apart = HUGE_VAL;
  return 0;
}
