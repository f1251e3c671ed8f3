/* SPDX-License-Identifier: BSD-3-Clause */
/* One after the other, since each is compared with those before it: see docs/batch.md. */
#include "host/render/variations.h"

#include "batch/jobs.h"
#include "host/batch/make.h"
#include "host/load.h"
#include "host/progress.h"
#include "host/stop.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 4096 };

/* Those of a block, to be kept apart from. */
typedef struct {
  rosin_features features[ROSIN_JOBS_BLOCK];
  int number[ROSIN_JOBS_BLOCK], count;
} block;

/* The one %d or %0Nd of a pattern: its digits, where it begins and ends. 0, or -1. */
static int find_place(const char *pattern, int *digits, size_t *begin, size_t *end) {
  int found = 0;
  for (const char *c = pattern; *c; c++) {
    if (*c != '%')
      continue;
    *begin = (size_t)(c++ - pattern);
    *digits = 0;
    while (isdigit((unsigned char)*c) && *digits < 100)
      *digits = 10 * *digits + *c++ - '0';
    if (*c != 'd' || *digits > 9 || found++)
      return -1;
    *end = (size_t)(c + 1 - pattern);
  }
  return found ? 0 : -1;
}

static int name_file(const char *pattern, int number, char *name) {
  int digits;
  size_t begin, end;
  if (find_place(pattern, &digits, &begin, &end))
    return -1;
  return snprintf(name, NAME, "%.*s%0*d%s", (int)begin, pattern, digits, number, pattern + end) <
                 NAME
             ? 0
             : -1;
}

static void put_number(double value, int decimals) {
  printf(",");
  if (isfinite(value))
    printf("%.*f", decimals, value);
}

static void say_row(const char *name, const rosin_made *made, const block *b) {
  printf("%s,%d", name, made->attempt);
  put_number(made->distance, 3);
  printf(",");
  if (made->nearest >= 0)
    printf("%d", b->number[made->nearest]);
  put_number(made->features.loudness, 2);
  put_number(made->features.pitch, 2);
  put_number(made->features.centroid, 1);
  put_number(made->features.decay, 3);
  putchar('\n');
}

/* Numbers of the wish: -1 to go on. */
static int choose(const rosin_variations *w, double *count, double *seed, double *distinct) {
  char name[NAME];
  *seed = 1;
  *distinct = 0.5;
  if (rosin_options_number("--variations", w->variations, "", 1, 1e6, count) ||
      (w->seed && rosin_options_number("--seed", w->seed, "", 0, 9e15, seed)) ||
      (w->distinct && rosin_options_number("--distinct", w->distinct, "", 0, 100, distinct)))
    return ROSIN_USAGE;
  if (*count != floor(*count) || *seed != floor(*seed))
    return rosin_complain(ROSIN_USAGE, "--%s: must be a whole number",
                          *count != floor(*count) ? "variations" : "seed");
  if (!w->output || name_file(w->output, 1, name))
    return rosin_complain(ROSIN_USAGE,
                          "--variations: -o must name the files, with one %%d or %%02d for the "
                          "number, as in door-%%02d.wav");
  return -1;
}

static int make_all(const rosin_variations *w, const rosin_recipe *recipe, const rosin_vary *vary,
                    int count, double seed, double distinct) {
  block b = {.count = 0};
  rosin_error error;
  rosin_progress bar;
  double least = INFINITY;
  int status = ROSIN_DONE, again = 0;
  rosin_progress_start(&bar);
  printf("file,attempt,distance,nearest,loudness,pitch,centroid,decay\n");
  for (int n = 1; n <= count && status == ROSIN_DONE; n++) {
    char name[NAME];
    rosin_made made = {0};
    if ((n - 1) % ROSIN_JOBS_BLOCK == 0)
      b.count = 0;
    name_file(w->output, n, name);
    const rosin_make make = {.recipe = recipe,
                             .duration = w->duration,
                             .format = w->format,
                             .plain = w->plain,
                             .path = name};
    const rosin_make_draw draw = {vary, (unsigned long long)seed, n, distinct, b.features, b.count};
    if (rosin_make_variation(&make, &draw, &made, &error) || rosin_make_keep(&made, &error)) {
      status = rosin_stopped(NULL) ? rosin_stop_complain()
                                   : rosin_complain(ROSIN_FAILURE, "%s: %s", name, error.text);
    } else {
      say_row(name, &made, &b);
      again += made.attempt > 0;
      least = made.nearest >= 0 ? fmin(least, made.distance) : least;
      b.number[b.count] = n;
      b.features[b.count++] = made.features;
      rosin_progress_draw(&bar, (double)n / count);
    }
    rosin_make_drop(&made);
  }
  rosin_progress_end(&bar);
  if (status == ROSIN_DONE && isfinite(least))
    rosin_tell("%d variations, %d of them drawn again; the two nearest are %.2f apart%s", count,
               again, least, least < distinct ? ", less than was asked for" : "");
  return status;
}

int rosin_variations_run(const rosin_variations *w, const rosin_recipe *recipe) {
  double count, seed, distinct;
  rosin_error error;
  rosin_vary vary;
  int status = choose(w, &count, &seed, &distinct);
  if (status >= 0)
    return status;
  const char *name = recipe->from ? recipe->from : recipe->scene;
  if (rosin_sound_file_supported(w->output, w->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  rosin_scene *scene = rosin_load_scene(recipe, &recipe->set, &status); /* says what is wrong */
  if (!scene)
    return status;
  rosin_scene_free(scene);
  if (rosin_vary_read(&vary, recipe->text, name, recipe->files, recipe->set.count, recipe->set.text,
                      w->spread.count, w->spread.text, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  status = make_all(w, recipe, &vary, (int)count, seed, distinct);
  rosin_vary_free(&vary);
  return status;
}
