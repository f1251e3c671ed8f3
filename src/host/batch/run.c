/* SPDX-License-Identifier: BSD-3-Clause */
/* Units on all cores. A file is made in the run's workshop, hashed there, given its name, and then
 * listed: whenever a run is killed, what is listed is whole, and what is not listed is made again.
 */
#include "host/batch/run.h"
#include "batch/name.h"
#include "error.h"
#include "host/batch/again.h"
#include "host/common/crew.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "live/clock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- units ------------------------------------------------------------------------ */

/* The next of the shard's: 1, 0 at the end, or -1 and an error. */
static int take_unit(rosin_batch_work *w, rosin_batch_hand *own, rosin_batch_unit *u,
                     rosin_error *error) {
  for (;;) {
    const int together = rosin_jobs_together(&w->row);
    const long long count = rosin_jobs_count(&w->row);
    while (w->next < w->units && !rosin_shard_has(w->batch->shard, w->first_unit + w->next))
      w->next++;
    if (w->next < w->units) {
      const long long first = together * w->next++;
      *u = (rosin_batch_unit){w->first_job + first, w->row.variations > 0 ? first + 1 : 0,
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

/* ---- what fails ------------------------------------------------------------------- */

static void log_failure(rosin_batch_work *w, long long job, const char *name, const char *why) {
  char *path = NULL, number[40];
  pthread_mutex_lock(&w->lock);
  w->failed++;
  if (!w->failures && (path = rosin_batch_own(w->batch, "failed", ".csv")) &&
      (w->failures = fopen(path, "w")))
    fputs("job,name,why\n", w->failures);
  if (w->failures) {
    snprintf(number, sizeof number, "%lld,", job + 1);
    fputs(number, w->failures);
    rosin_record_put_text(w->failures, name);
    fputc(',', w->failures);
    rosin_record_put_text(w->failures, why);
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
static int is_full(const rosin_batch_work *w) {
  const double there = rosin_batch_free(w->batch->folder);
  const double one = w->plan->bytes / fmax((double)w->plan->own_jobs, 1);
  return there >= 0 && there < one + 65536;
}

/* ---- the crew --------------------------------------------------------------------- */

/* What of a unit failed, from its `done`th job on. 1 if nothing can go on, and an error. */
static int fail_unit(rosin_batch_work *w, const rosin_batch_hand *own, const rosin_batch_unit *u,
                     int done, int status, const rosin_error *why, rosin_error *error) {
  rosin_error other;
  for (int i = done; i < u->count; i++) { /* what comes after it in a block is compared with it */
    char name[ROSIN_BATCH_NAME] = "";
    rosin_batch_unit_name(own, u, i, name, &other);
    log_failure(w, u->job + i, name, why->text);
  }
  if (is_full(w))
    return rosin_fail(error, "%.300s: the disk is full; make room, and run it again to go on",
                      w->batch->folder);
  return status > 0 ? rosin_fail(error, "%.300s", why->text) : 0;
}

static int one_unit(void *context, void *thread, int index, rosin_error *error) {
  rosin_batch_work *w = context;
  rosin_batch_hand *own = thread;
  rosin_batch_unit u;
  rosin_batch_order order;
  rosin_error why = {"out of memory"};
  int done = 0;
  (void)index;
  pthread_mutex_lock(&w->lock);
  const int taken = take_unit(w, own, &u, error);
  pthread_mutex_unlock(&w->lock);
  if (taken == 0)
    rosin_batch_help(w);
  if (taken <= 0)
    return taken;
  int status = rosin_batch_hand_ready(w->batch, own, &order, &why);
  if (status == 0)
    status = rosin_batch_unit_do(w, own, &order, &u, &done, &why);
  return status && !rosin_stopped(NULL) ? fail_unit(w, own, &u, done, status, &why, error) : 0;
}

static void leave(void *thread) {
  rosin_batch_hand_leave(thread);
}

/* ---- a run ------------------------------------------------------------------------ */

static int report(const rosin_batch_work *w, double seconds, int status, const rosin_error *error) {
  const long long missing = w->plan->own_jobs - w->made - w->there;
  if (status && !rosin_stopped(NULL))
    rosin_complain(ROSIN_FAILURE, "%s", error->text);
  if (w->batch->shard.n > 1) /* else the merge says it, with what was drawn again */
    rosin_level_tell_limited(w->limited, ": see the manifest's column limited");
  if (w->clipped)
    rosin_tell("rosin: warning: %lld file%s clipped; lower gain, or format = \"float\"", w->clipped,
               w->clipped == 1 ? " was" : "s were");
  rosin_tell("%s: %lld made in %.1f s, %lld %s there, %lld drawn again, %lld failed%s",
             w->batch->folder, w->made, seconds, w->there, w->there == 1 ? "was" : "were", w->again,
             w->failed, missing > w->failed ? "; run it again to go on" : "");
  if (rosin_stopped(NULL))
    return rosin_complain(ROSIN_FAILURE, "interrupted; %lld of %lld file%s are whole",
                          w->made + w->there, w->plan->own_jobs,
                          rosin_text_plural(w->plan->own_jobs));
  return status || w->failed ? ROSIN_FAILURE : ROSIN_DONE;
}

static int run_crew(rosin_batch_work *w) {
  rosin_error error = {""};
  const double start = rosin_now();
  /* whoever is beyond the last unit helps with those that are under way */
  const int tasks = (int)w->plan->own_units;
  const rosin_crew crew = {.tasks = tasks ? tasks + w->batch->threads : 0,
                           .context = w,
                           .own = sizeof(rosin_batch_hand),
                           .one = one_unit,
                           .leave = leave};
  int status = tasks ? rosin_crew_run(&crew, w->batch->threads, &error) : 0;
  if (w->failures)
    fclose(w->failures);
  status = report(w, rosin_now() - start, status, &error);
  if (w->made + w->there + w->failed == w->plan->own_jobs &&
      rosin_batch_rows_end(w->rows, w->batch->shard, &error))
    return rosin_complain(ROSIN_FAILURE, "%s: %s", w->batch->folder, error.text);
  return status;
}

/* What a run before this one left of itself. -1 without memory. */
static int clear_marks(const rosin_batch *b) {
  char *failed = rosin_batch_own(b, "failed", ".csv"), *done = rosin_batch_own(b, "done", "");
  const int there = failed && done;
  if (there) {
    unlink(failed);
    unlink(done); /* as 0.2 marked the end of a shard */
  }
  free(failed);
  free(done);
  return there ? 0 : -1;
}

/* The shard itself, by its list and the rows that are there. An exit status. */
static int run_shard(rosin_batch_work *w) {
  rosin_error error;
  int status = ROSIN_FAILURE;
  w->rows = rosin_batch_rows_open(w->batch);
  if (w->rows)
    status = rosin_batch_plan_fits(w->batch, w->plan, rosin_batch_rows_count(w->rows));
  if (status < 0) {
    w->jobs = rosin_jobs_open(w->batch->list, &error);
    status = w->jobs ? run_crew(w) : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  }
  rosin_jobs_close(w->jobs);
  rosin_batch_rows_close(w->rows);
  return status;
}

/* Once the shard has come to its end: what is too near to others, and the manifest of all. */
static int run_after(const rosin_batch_work *w, int again, int status) {
  const rosin_batch *b = w->batch;
  const long long there = w->made + w->there;
  if (w->plan->apart && there + w->failed == w->plan->own_jobs && !rosin_stopped(NULL)) {
    const int apart = rosin_again_run(b, again);
    status = status ? status : apart;
  }
  if (b->shard.n == 1 && there > 0 && !rosin_stopped(NULL)) {
    const int merged = rosin_batch_merge(b->folder);
    status = status ? status : merged;
  }
  return status;
}

static int run_entered(const rosin_batch *b, const rosin_batch_plan *plan, int again) {
  int status = ROSIN_FAILURE;
  rosin_batch_work *w = calloc(1, sizeof *w);
  if (w && clear_marks(b) == 0) {
    *w = (rosin_batch_work){.batch = b,
                            .plan = plan,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .changed = PTHREAD_COND_INITIALIZER};
    status = run_after(w, again, run_shard(w));
  } else {
    rosin_complain(ROSIN_FAILURE, "out of memory");
  }
  free(w);
  return status;
}

int rosin_batch_run(const rosin_batch *b, const rosin_batch_plan *plan) {
  const int lock = rosin_batch_folder_open(b);
  const int again = lock >= 0 && plan->apart ? rosin_again_enter(b) : -1;
  const int can = lock >= 0 && (again >= 0 || !plan->apart);
  const int status = can ? run_entered(b, plan, again) : ROSIN_FAILURE;
  if (again >= 0)
    close(again);
  if (lock >= 0)
    close(lock);
  return status;
}
