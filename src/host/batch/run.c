/* SPDX-License-Identifier: BSD-3-Clause */
/* Units on all cores. A file is made in the run's workshop, hashed there, given its name, and then
 * listed: whenever a run is killed, what is listed is whole, and what is not listed is made again.
 */
#include "batch/name.h"
#include "batch/sha256.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/crew.h"
#include "host/stop.h"
#include "live/clock.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 1024, KEY = 33 };

/* The list where it is read, and what has become of it; under the lock. */
typedef struct {
  const rosin_batch *batch;
  const rosin_batch_plan *plan;
  rosin_batch_rows *rows;
  pthread_mutex_t lock;
  rosin_jobs *jobs;
  rosin_jobs_row row;
  long long first_job, first_unit, next, units; /* of the row */
  long long made, there, failed, again;
  FILE *failures;
} work;

/* A unit. */
typedef struct {
  long long job, n; /* the first */
  int count;
} unit;

/* What a thread keeps. */
typedef struct {
  rosin_jobs_row row;
  rosin_recipe recipe;
  char scene[ROSIN_JOBS_NAME]; /* of the recipe; "": none */
  rosin_vary vary;
  long long vary_row; /* 0: none */
  rosin_features features[ROSIN_JOBS_BLOCK];
  int count;
} hand;

/* ---- units ------------------------------------------------------------------------ */

/* The next of the shard's: 1, 0 at the end, or -1 and an error. */
static int take_unit(work *w, hand *own, unit *u, rosin_error *error) {
  for (;;) {
    const int together = rosin_jobs_together(&w->row);
    const long long count = rosin_jobs_count(&w->row);
    while (w->next < w->units && !rosin_shard_has(w->batch->shard, w->first_unit + w->next))
      w->next++;
    if (w->next < w->units) {
      const long long first = together * w->next++;
      *u = (unit){w->first_job + first, w->row.variations > 0 ? first + 1 : 0,
                  (int)(count - first < together ? count - first : together)};
      if (own->row.row != w->row.row)
        own->row = w->row;
      return 1;
    }
    if (w->row.row) {
      w->first_job += count;
      w->first_unit += w->units;
    }
    const int status = rosin_batch_next(w->batch, w->jobs, &w->row, error);
    if (status <= 0)
      return status;
    w->next = 0;
    w->units = (rosin_jobs_count(&w->row) + rosin_jobs_together(&w->row) - 1) /
               rosin_jobs_together(&w->row);
  }
}

static int read_scene(const work *w, hand *own, rosin_error *error) {
  const rosin_jobs_row *row = &own->row;
  if (strcmp(own->scene, row->scene) != 0) {
    rosin_recipe_free(&own->recipe);
    *own->scene = 0;
    if (rosin_recipe_open(&own->recipe, row->scene, error))
      return -1;
    if (w->batch->any_files && !own->recipe.from)
      own->recipe.files = ROSIN_FILES_ANY;
    snprintf(own->scene, sizeof own->scene, "%s", row->scene);
  }
  return 0;
}

/* What varies in the row's scene. */
static int read_vary(hand *own, const rosin_batch_order *order, rosin_error *error) {
  const rosin_jobs_row *row = &own->row;
  const char *spread[ROSIN_JOBS_SETS];
  rosin_list set;
  if (row->variations < 1 || own->vary_row == row->row)
    return 0;
  rosin_vary_free(&own->vary);
  own->vary_row = 0;
  for (int i = 0; i < row->spreads; i++)
    spread[i] = row->text + row->spread[i];
  if (rosin_make_settings(&order->make, NULL, 0, NULL, &set, error) ||
      rosin_vary_read(&own->vary, own->recipe.text, row->scene, own->recipe.files, set.count,
                      set.text, row->spreads, spread, error))
    return -1;
  own->vary_row = row->row;
  return 0;
}

/* ---- jobs ------------------------------------------------------------------------- */

/* What a job is made from, in a few digits: its name, and what its notes will say. */
static int key_of(const rosin_jobs_row *row, const rosin_make *make, const rosin_make_draw *draw,
                  int attempt, const char *name, char *key, rosin_error *error) {
  char(*text)[ROSIN_VARY_TEXT] = malloc((ROSIN_VARY_MOST + 1) * sizeof *text);
  char digest[ROSIN_SHA256_TEXT], distinct[40];
  rosin_list set;
  rosin_sha256 hash;
  int status = text ? rosin_make_settings(make, draw, attempt, text, &set, error) : -1;
  char *recipe = NULL;
  if (status == 0) {
    const rosin_recipe noted = rosin_make_noted(make, &set);
    recipe = rosin_recipe_write(&noted);
    status = recipe ? 0 : rosin_fail(error, "out of memory");
  }
  if (status == 0 && recipe) {
    snprintf(distinct, sizeof distinct, "%.17g", row->distinct);
    rosin_sha256_begin(&hash);
    rosin_sha256_add(&hash, name, strlen(name) + 1);
    rosin_sha256_add(&hash, distinct, strlen(distinct) + 1);
    rosin_sha256_add(&hash, recipe, strlen(recipe));
    rosin_sha256_end(&hash, digest);
    snprintf(key, KEY, "%.32s", digest);
  }
  free(recipe);
  free(text);
  return status;
}

/* Whether the job is done: its row says so, and its file is as long as that says. */
static int is_done(const work *w, hand *own, const rosin_make *make, const rosin_make_draw *draw,
                   long long job, const char *name) {
  rosin_manifest_row row;
  rosin_error error;
  struct stat found;
  char key[KEY];
  int done = rosin_batch_rows_find(w->rows, job, &row);
  if (!done)
    return 0;
  char *path = rosin_batch_path(w->batch->folder, name);
  const int attempt = atoi(rosin_manifest_text(&row, ROSIN_COLUMN_ATTEMPT));
  done = path && key_of(&own->row, make, draw, attempt, name, key, &error) == 0 &&
         strcmp(key, rosin_manifest_text(&row, ROSIN_COLUMN_KEY)) == 0 &&
         lstat(path, &found) == 0 && S_ISREG(found.st_mode) &&
         found.st_size == atoll(rosin_manifest_text(&row, ROSIN_COLUMN_BYTES));
  if (done && own->count < ROSIN_JOBS_BLOCK)
    rosin_manifest_features(&row, &own->features[own->count++]);
  free(path);
  rosin_manifest_free(&row);
  return done;
}

/* Hash, name and list a file that is made. 0; -1 and an error; 1 if nothing more can be listed. */
static int hand_in(work *w, const char *made, const char *name, rosin_manifest_row *row,
                   rosin_error *error) {
  char digest[ROSIN_SHA256_TEXT];
  long long bytes;
  if (rosin_sha256_file(made, digest, &bytes))
    return rosin_fail(error, "%.300s: %s", made, strerror(errno));
  if (rosin_manifest_set(row, ROSIN_COLUMN_SHA256, "%s", digest) ||
      rosin_manifest_set(row, ROSIN_COLUMN_BYTES, "%lld", bytes))
    return rosin_fail(error, "out of memory");
  if (rosin_batch_folder_take(w->batch, made, name, error))
    return -1;
  return rosin_batch_rows_add(w->rows, row, error) ? 1 : 0;
}

/* Make it: as hand_in. */
static int make_job(work *w, hand *own, const rosin_make *order, const rosin_make_draw *draw,
                    long long job, const char *name, rosin_error *error) {
  char place[64], key[KEY];
  rosin_manifest_row row = {0};
  rosin_made made = {0};
  rosin_make make = *order;
  snprintf(place, sizeof place, "/%lld.%s", job + 1, own->row.container);
  char *path = rosin_batch_own(w->batch, "work", place);
  make.path = path;
  int status = path ? draw ? rosin_make_variation(&make, draw, &made, error)
                           : rosin_make_one(&make, &made, error)
                    : rosin_fail(error, "out of memory");
  if (status == 0)
    status = rosin_make_keep(&made, error) ||
                     key_of(&own->row, &make, draw, made.attempt, name, key, error) ||
                     rosin_batch_row_fill(&row, &own->row, job, draw ? draw->number : 0, name,
                                          &made, error) ||
                     rosin_manifest_set(&row, ROSIN_COLUMN_KEY, "%s", key)
                 ? -1
                 : hand_in(w, path, name, &row, error);
  if (status == 0 && own->count < ROSIN_JOBS_BLOCK)
    own->features[own->count++] = made.features;
  if (status && path)
    unlink(path);
  pthread_mutex_lock(&w->lock);
  w->again += status == 0 && made.attempt > 0;
  pthread_mutex_unlock(&w->lock);
  rosin_make_drop(&made);
  rosin_manifest_free(&row);
  free(path);
  return status;
}

/* ---- what fails ------------------------------------------------------------------- */

static void log_failure(work *w, long long job, const char *name, const char *why) {
  char *path = NULL, number[40];
  pthread_mutex_lock(&w->lock);
  w->failed++;
  if (!w->failures && (path = rosin_batch_own(w->batch, "failed", ".csv")) &&
      (w->failures = fopen(path, "w")))
    fputs("job,name,why\n", w->failures);
  if (w->failures) {
    snprintf(number, sizeof number, "%lld,", job + 1);
    fputs(number, w->failures);
    rosin_record_put(w->failures, name);
    fputc(',', w->failures);
    rosin_record_put(w->failures, why);
    fputc('\n', w->failures);
    fflush(w->failures);
  }
  if (w->failed <= 10)
    rosin_complain(ROSIN_FAILURE, "%s: %s", name, why);
  else if (w->failed == 11)
    rosin_complain(ROSIN_FAILURE, "more failures are listed in the folder's .rosin");
  pthread_mutex_unlock(&w->lock);
  free(path);
}

/* Whether the disk is as good as full: then there is no use in going on. */
static int is_full(const work *w) {
  const double there = rosin_batch_free(w->batch->folder);
  const double one = w->plan->bytes / fmax((double)w->plan->own_jobs, 1);
  return there >= 0 && there < one + 65536;
}

/* ---- the crew --------------------------------------------------------------------- */

/* One job of a unit: 0 done; -1 failed, in words; 1 failed so that nothing can go on. */
static int one_job(work *w, hand *own, const rosin_batch_order *order, long long job, long long n,
                   char *name, rosin_error *error) {
  const rosin_make_draw draw = {
      &own->vary, (unsigned long long)own->row.seed, n, own->row.distinct, own->features,
      own->count};
  const rosin_make_draw *drawn = n > 0 ? &draw : NULL;
  if (is_done(w, own, &order->make, drawn, job, name)) {
    pthread_mutex_lock(&w->lock);
    w->there++;
    pthread_mutex_unlock(&w->lock);
    return 0;
  }
  const int status = make_job(w, own, &order->make, drawn, job, name, error);
  pthread_mutex_lock(&w->lock);
  w->made += status == 0;
  pthread_mutex_unlock(&w->lock);
  return status;
}

static int one_unit(void *context, void *thread, int index, rosin_error *error) {
  work *w = context;
  hand *own = thread;
  unit u;
  rosin_batch_order order;
  rosin_error why = {""};
  (void)index;
  pthread_mutex_lock(&w->lock);
  const int taken = take_unit(w, own, &u, error);
  pthread_mutex_unlock(&w->lock);
  if (taken <= 0)
    return taken;
  own->count = 0;
  int bad = read_scene(w, own, &why) ||
            rosin_batch_order_of(&own->row, &own->recipe, &order, &why) ||
            read_vary(own, &order, &why);
  for (int i = 0; i < u.count && !rosin_stopped(NULL); i++) {
    char name[NAME] = "";
    const long long job = u.job + i;
    int status =
        rosin_name_make(&own->row, job, u.n ? u.n + i : 0, name, sizeof name, bad ? error : &why) ||
        bad;
    if (!status)
      status = one_job(w, own, &order, job, u.n ? u.n + i : 0, name, &why);
    if (!status || rosin_stopped(NULL))
      continue;
    log_failure(w, job, name, why.text);
    if (is_full(w))
      return rosin_fail(error, "%.300s: the disk is full; make room, and run it again to go on",
                        w->batch->folder);
    if (status > 0 && !bad)
      return rosin_fail(error, "%.300s", why.text);
    bad = 1; /* what comes after it in a block is compared with it */
  }
  return 0;
}

static void leave(void *thread) {
  hand *own = thread;
  rosin_recipe_free(&own->recipe);
  rosin_vary_free(&own->vary);
}

/* ---- a run ------------------------------------------------------------------------ */

static int report(const work *w, double seconds, int status, const rosin_error *error) {
  const long long missing = w->plan->own_jobs - w->made - w->there;
  if (status && !rosin_stopped(NULL))
    rosin_complain(ROSIN_FAILURE, "%s", error->text);
  rosin_tell("%s: %lld made in %.1f s, %lld were there, %lld drawn again, %lld failed%s",
             w->batch->folder, w->made, seconds, w->there, w->again, w->failed,
             missing > w->failed ? "; run it again to go on" : "");
  if (rosin_stopped(NULL))
    return rosin_complain(ROSIN_FAILURE, "interrupted; %lld of %lld files are whole",
                          w->made + w->there, w->plan->own_jobs);
  return status || w->failed ? ROSIN_FAILURE : ROSIN_DONE;
}

/* That the shard has come to its end, for who merges. */
static int mark_done(const rosin_batch *b, int done) {
  char *path = rosin_batch_own(b, "done", "");
  FILE *file = path && done ? fopen(path, "w") : NULL;
  const int failed = done && (!file || fclose(file));
  if (path && !done)
    unlink(path);
  free(path);
  return failed;
}

static int run_crew(work *w) {
  rosin_error error = {""};
  const double start = rosin_now();
  const rosin_crew crew = {.tasks = (int)w->plan->own_units,
                           .context = w,
                           .own = sizeof(hand),
                           .one = one_unit,
                           .leave = leave};
  int threads = w->batch->threads;
  threads = crew.tasks < threads ? crew.tasks : threads;
  int status = crew.tasks ? rosin_crew_run(&crew, threads, &error) : 0;
  if (w->failures)
    fclose(w->failures);
  status = report(w, rosin_now() - start, status, &error);
  if (w->made + w->there + w->failed == w->plan->own_jobs && mark_done(w->batch, 1))
    return rosin_complain(ROSIN_FAILURE, "%s: %s", w->batch->folder, strerror(errno));
  return status;
}

int rosin_batch_run(const rosin_batch *b, const rosin_batch_plan *plan) {
  rosin_error error;
  int status = ROSIN_FAILURE;
  const int lock = rosin_batch_folder_open(b);
  if (lock < 0)
    return ROSIN_FAILURE;
  work *w = calloc(1, sizeof *w);
  char *failed = rosin_batch_own(b, "failed", ".csv");
  if (w && failed) {
    *w = (work){.batch = b, .plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER};
    unlink(failed); /* of a run before */
    w->rows = rosin_batch_rows_open(b);
    if (w->rows && (status = rosin_batch_plan_fits(b, plan, rosin_batch_rows_count(w->rows))) < 0) {
      mark_done(b, 0);
      w->jobs = rosin_jobs_open(b->list, &error);
      status = w->jobs ? run_crew(w) : rosin_complain(ROSIN_FAILURE, "%s", error.text);
    }
    rosin_jobs_close(w->jobs);
    rosin_batch_rows_close(w->rows);
  } else {
    rosin_complain(ROSIN_FAILURE, "out of memory");
  }
  if (w && b->shard.n == 1 && w->made + w->there > 0 && !rosin_stopped(NULL)) {
    const int merged = rosin_batch_merge(b->folder);
    status = status ? status : merged;
  }
  free(failed);
  free(w);
  close(lock);
  return status;
}
