/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene once more for one of its keys. What differs from key to key is written in its text, so
 * that modes come from matter and size as ever; what is then still out of tune is the size of the
 * whole body, over which all its frequencies go. */
#include "error.h"
#include "format.h"
#include "maths/maths.h"
#include "memory.h"
#include "scene/running.h"

#include <math.h>
#include <string.h>

enum { SET = 160, MORE = ROSIN_MODEL_KEYS_NUMBERS + 3 };

static rosin_scene *read(const rosin_scene *s, int more, char (*set)[SET], rosin_error *error) {
  const rosin_scene_origin *o = s->source;
  const rosin_terms terms = {.files = o->files, .untried = 1};
  const char **all = rosin_malloc((size_t)(o->overrides + more + 1) * sizeof *all);
  char *errors = NULL;
  rosin_scene *key = NULL;
  for (int i = 0; all && i < o->overrides; i++)
    all[i] = o->override[i];
  for (int i = 0; all && i < more; i++)
    all[o->overrides + i] = set[i];
  if (all)
    key = rosin_alone_read(o->text, o->name, &terms, o->overrides + more, all, &errors);
  if (!key)
    rosin_fail(error, "%.400s", errors ? errors : "out of memory");
  rosin_free(errors);
  rosin_free(all);
  return key;
}

/* Hz of the lowest mode; of two that are nearly the same, as round things have them, the middle. */
static double lowest(const rosin_model_body *b) {
  double first = INFINITY, sum = 0;
  int count = 0;
  for (int l = 0; l < b->modes; l++)
    first = b->mode[l].frequency > 0 ? fmin(first, b->mode[l].frequency) : first;
  for (int l = 0; l < b->modes; l++)
    if (b->mode[l].frequency > 0 && b->mode[l].frequency < 1.1 * first) {
      sum += b->mode[l].frequency;
      count++;
    }
  return count ? sum / count : 0;
}

rosin_scene *rosin_scene_key_open(const rosin_scene *s, double hertz, double seed, int oversample,
                                  rosin_error *error) {
  const rosin_model_keys *k = &s->model->keys;
  const double base = 440 * rosin_pow(2, (k->base - 69) / 12);
  char set[MORE][SET];
  int more = 0;
  for (int i = 0; i < k->numbers; i++)
    rosin_format(set[more++], SET, "%.63s%s%.63s=%.17g",
                 strchr(k->number[i].key, '.') ? "" : k->body,
                 strchr(k->number[i].key, '.') ? "" : ".", k->number[i].key,
                 k->number[i].at * rosin_pow(hertz / base, k->number[i].power));
  rosin_format(set[more++], SET, "seed=%.0f", seed);
  rosin_format(set[more++], SET, "oversample=%d", oversample);
  rosin_scene *rough = read(s, more, set, error);
  if (!rough)
    return NULL;
  const rosin_model_body *body = rosin_model_body_named(rough->model, k->body);
  const double out = lowest(body) / hertz, size = (body->made.size > 0 ? body->made.size : 1) * out;
  rosin_scene_free(rough);
  if (!(out > 0)) {
    rosin_fail(error, "keys: body '%.63s' has no mode that sounds", k->body);
    return NULL;
  }
  rosin_format(set[more++], SET, "%.63s.size=%.17g", k->body, size);
  return read(s, more, set, error);
}
