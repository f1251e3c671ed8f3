/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/modal/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter factor_table[] = {
    {"pitch", "", 0.001, 1000, 1, "factor on all frequencies", offsetof(rosin_pd_factors, pitch)},
    {"mass", "", 1e-6, 1e6, 1, "factor on all modal masses", offsetof(rosin_pd_factors, mass)},
    {"decay", "", 1e-4, 1e4, 1, "factor on all decay times", offsetof(rosin_pd_factors, decay)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_pd_factor_table(void) {
  return factor_table;
}

/* Room for modes and points, keeping what both sizes have; new modes are like the
 * last one, new weights 1. 0, or -1 without memory. */
int rosin_pd_settings_size(rosin_pd_settings *s, int modes, int points) {
  rosin_mode *mode = malloc((size_t)modes * sizeof *mode);
  char(*name)[ROSIN_PD_POINT_NAME] = malloc((size_t)points * sizeof *name);
  double *position = malloc((size_t)points * sizeof *position);
  double *weight = malloc((size_t)points * (size_t)modes * sizeof *weight);
  if (!mode || !name || !position || !weight) {
    free(mode);
    free(name);
    free(position);
    free(weight);
    return -1;
  }
  for (int i = 0; i < modes; i++) {
    if (s->modes)
      mode[i] = s->mode[i < s->modes ? i : s->modes - 1];
    else
      rosin_parameters_default(rosin_mode_parameters(), &mode[i]);
  }
  for (int p = 0; p < points; p++) {
    if (p < s->points)
      memcpy(name[p], s->name[p], sizeof name[p]);
    else
      snprintf(name[p], sizeof name[p], "%d", p);
    position[p] = p < s->points ? s->position[p] : p ? position[p - 1] + 1 : 0;
    for (int i = 0; i < modes; i++)
      weight[p * modes + i] = p < s->points && i < s->modes ? s->weight[p * s->modes + i] : 1;
  }
  if (modes != s->modes) {
    free(s->order); /* of other modes */
    s->order = NULL;
  }
  free(s->mode);
  free(s->name);
  free(s->position);
  free(s->weight);
  s->mode = mode;
  s->name = name;
  s->position = position;
  s->weight = weight;
  s->modes = modes;
  s->points = points;
  return 0;
}

int rosin_pd_settings_fit(int modes, int points) {
  return modes <= ROSIN_PD_MODES && points <= ROSIN_PD_POINTS &&
         (long long)modes * points <= ROSIN_PD_WEIGHTS;
}

static void *copy_of(const void *from, size_t bytes) {
  void *copy = malloc(bytes + 1);
  if (copy)
    memcpy(copy, from, bytes);
  return copy;
}

int rosin_pd_settings_copy(rosin_pd_settings *to, const rosin_pd_settings *from) {
  const size_t modes = (size_t)from->modes, points = (size_t)from->points;
  *to = *from;
  to->mode = copy_of(from->mode, modes * sizeof *to->mode);
  to->name = copy_of(from->name, points * sizeof *to->name);
  to->position = copy_of(from->position, points * sizeof *to->position);
  to->weight = copy_of(from->weight, points * modes * sizeof *to->weight);
  to->order = from->order ? copy_of(from->order, modes * sizeof *to->order) : NULL;
  if (to->mode && to->name && to->position && to->weight && (to->order || !from->order))
    return 0;
  rosin_pd_settings_free(to);
  return -1;
}

int rosin_pd_settings_take(rosin_pd_settings *s, const rosin_modal_spec *spec, rosin_error *error) {
  const int points = spec->points > 0 ? spec->points : 1;
  int *order = spec->order ? malloc((size_t)spec->modes * sizeof *order) : NULL;
  if (!rosin_pd_settings_fit(spec->modes, points)) {
    snprintf(error->text, sizeof error->text,
             "%d modes at %d points: at most %d modes, %d points, and %d of both multiplied",
             spec->modes, points, ROSIN_PD_MODES, ROSIN_PD_POINTS, ROSIN_PD_WEIGHTS);
    free(order);
    return -1;
  }
  if ((spec->order && !order) || rosin_pd_settings_size(s, spec->modes, points)) {
    snprintf(error->text, sizeof error->text, "out of memory");
    free(order);
    return -1;
  }
  free(s->order);
  s->order = order;
  s->shape = spec->shape;
  memcpy(s->mode, spec->mode, (size_t)spec->modes * sizeof *s->mode);
  for (int i = 0; order && i < spec->modes; i++)
    order[i] = spec->order[i];
  for (int p = 0; p < spec->points; p++) {
    snprintf(s->name[p], sizeof s->name[p], "%s", spec->name && spec->name[p] ? spec->name[p] : "");
    s->position[p] = spec->position ? spec->position[p] : p;
    for (int i = 0; spec->weight && i < spec->modes; i++)
      s->weight[p * spec->modes + i] = spec->weight[p * spec->modes + i];
  }
  return 0;
}

void rosin_pd_settings_free(rosin_pd_settings *s) {
  free(s->order);
  free(s->mode);
  free(s->name);
  free(s->position);
  free(s->weight);
}
