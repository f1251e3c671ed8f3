/* SPDX-License-Identifier: BSD-3-Clause */
/* On all cores: see apart.h, and docs/batch.md. */
#include "host/make/variations.h"
#include "batch/record.h"
#include "error.h"
#include "format.h"
#include "host/common/crew.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "host/load/load.h"
#include "host/make/apart.h"
#include "letters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 4096 };

/* A set under way. */
typedef struct {
  const rosin_variations *wish;
  rosin_apart *apart;
  double least; /* distance of any two */
  int again, clipped, limited;
} set;

/* The one %d or %0Nd of a pattern: its digits, where it begins and ends. 0, or -1. */
static int find_place(const char *pattern, int *digits, size_t *begin, size_t *end) {
  int found = 0;
  for (const char *c = pattern; *c; c++) {
    if (*c != '%')
      continue;
    *begin = (size_t)(c++ - pattern);
    *digits = 0;
    while (rosin_is_digit(*c) && *digits < 100)
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
    rosin_print(stdout, "%.*f", decimals, value);
}

static void say_row(const char *name, const rosin_made *made) {
  rosin_record_put_text(stdout, name);
  printf(",%d", made->attempt);
  put_number(made->distance, 3);
  printf(",");
  if (made->nearest >= 0)
    printf("%lld", made->nearest);
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
  *distinct = rosin_part_of_three(w->part) ? 0 : 0.5;
  if (rosin_options_number("--variations", w->variations, "", 1, 1e6, count) ||
      (w->seed && rosin_options_number("--seed", w->seed, "", 0, 9e15, seed)) ||
      (w->distinct && rosin_options_number("--distinct", w->distinct, "", 0, 100, distinct)))
    return ROSIN_USAGE;
  if (*count != floor(*count) || *seed != floor(*seed))
    return rosin_complain(ROSIN_USAGE, "--%s: must be a whole number",
                          *count != floor(*count) ? "variations" : "seed");
  if (*distinct > 0 && rosin_part_of_three(w->part))
    return rosin_complain(ROSIN_USAGE,
                          "--distinct %s: does not go with --part, whose parts must be "
                          "of the same draw",
                          w->distinct);
  if (!w->output || name_file(w->output, 1, name))
    return rosin_complain(ROSIN_USAGE,
                          "--variations: -o must name the files, with one %%d or %%02d for the "
                          "number, as in door-%%02d.wav");
  return -1;
}

static int begin(void *context, long long n, char **path, int *attempt, rosin_features *there,
                 rosin_error *error) {
  const set *s = context;
  char name[NAME];
  (void)there, (void)attempt;
  name_file(s->wish->output, (int)n, name);
  return (*path = strdup(name)) ? 0 : rosin_fail(error, "out of memory");
}

static int end(void *context, long long n, rosin_made *made, rosin_error *error) {
  set *s = context;
  char name[NAME];
  name_file(s->wish->output, (int)n, name);
  if (rosin_make_keep(made, error))
    return -1;
  say_row(name, made);
  s->again += made->attempt > 0;
  s->clipped += made->clipped;
  s->limited += made->limited > ROSIN_LEVEL_TOLD;
  s->least = made->nearest >= 0 ? fmin(s->least, made->distance) : s->least;
  return 0;
}

static int one(void *context, void *own, int index, rosin_error *error) {
  (void)own;
  return rosin_apart_work(((set *)context)->apart, index, error) ? -1 : 0;
}

static void leave(void *own) {
  (void)own;
}

static int make_all(const rosin_variations *w, const rosin_make *make, const rosin_vary *vary,
                    int count, double seed, double distinct) {
  set s = {.wish = w, .least = INFINITY};
  rosin_error error;
  const rosin_apart_wish wish = {.make = make,
                                 .vary = vary,
                                 .seed = (unsigned long long)seed,
                                 .first = 1,
                                 .count = count,
                                 .distinct = distinct,
                                 .context = &s,
                                 .begin = begin,
                                 .end = end};
  const rosin_crew crew = {.tasks = count, .context = &s, .own = 1, .one = one, .leave = leave};
  const int threads = w->threads < count ? w->threads : count;
  if (!(s.apart = rosin_apart_new(&wish, threads, &error)))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  printf("file,attempt,distance,nearest,loudness,pitch,centroid,decay\n");
  const int failed = rosin_crew_run(&crew, threads, &error);
  const long long n = rosin_apart_done(s.apart) + 1;
  rosin_apart_free(s.apart);
  if (failed) {
    char name[NAME];
    name_file(w->output, (int)n, name);
    return rosin_stopped(NULL) ? rosin_stop_complain()
                               : rosin_complain(ROSIN_FAILURE, "%s: %s", name, error.text);
  }
  if (isfinite(s.least))
    rosin_tell("%d variations, %d of them drawn again; the two nearest are %.2f apart%s", count,
               s.again, s.least, s.least < distinct ? ", less than was asked for" : "");
  rosin_level_tell_limited(s.limited, "");
  if (s.clipped)
    rosin_tell("rosin: warning: %d file%s clipped; lower gain, or --format float", s.clipped,
               s.clipped == 1 ? " was" : "s were");
  return ROSIN_DONE;
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
  const rosin_vary_order order = {.text = recipe->text,
                                  .name = name,
                                  .files = recipe->files,
                                  .settings = recipe->set.count,
                                  .setting = recipe->set.text,
                                  .fixed = w->fixed,
                                  .spreads = w->spread.count,
                                  .spread = w->spread.text};
  if (rosin_vary_read(&vary, &order, &error))
    return rosin_complain(strstr(error.text, "out of memory") ? ROSIN_FAILURE : ROSIN_USAGE, "%s%s",
                          strncmp(error.text, "spread ", 7) ? "" : "--", error.text);
  const rosin_make make = {.recipe = recipe,
                           .duration = w->duration,
                           .level = w->level,
                           .format = w->format,
                           .room = w->room,
                           .part = w->part,
                           .plain = w->plain};
  status = make_all(w, &make, &vary, (int)count, seed, distinct);
  rosin_vary_free(&vary);
  return status;
}
