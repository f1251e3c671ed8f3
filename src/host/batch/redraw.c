/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/redraw.h"
#include "batch/name.h"
#include "error.h"
#include "host/batch/hand.h"
#include "host/batch/job.h"
#include "host/common/crew.h"
#include "host/common/stop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct rosin_redraw {
  rosin_tried *tried;
  const rosin_batch *batch;
  rosin_batch_rows **rows; /* of each shard, or NULL: nothing was put there */
  pthread_mutex_t lock;
  /* a run: */
  const rosin_tried_wish *wish;
  size_t count, next;
  rosin_jobs *jobs;
  rosin_jobs_row row;
  long long first; /* job of the row */
};

/* What a job is made with, in a thread's hand. */
typedef struct {
  rosin_batch_order order;
  rosin_make_draw draw;
  rosin_batch_job job;
  char name[ROSIN_BATCH_NAME];
} variation;

static int prepare(const rosin_batch *b, rosin_batch_hand *own, long long job, long long first,
                   variation *v, rosin_error *error) {
  const long long n = job - first + 1;
  if (rosin_batch_hand_ready(b, own, &v->order, error) ||
      rosin_name_make(&own->row, job, n, v->name, sizeof v->name, error))
    return -1;
  v->draw = (rosin_make_draw){&own->vary, (unsigned long long)own->row.seed, n};
  v->job = (rosin_batch_job){.batch = b,
                             .row = &own->row,
                             .make = &v->order.make,
                             .draw = &v->draw,
                             .job = job,
                             .name = v->name,
                             .again = 1};
  return 0;
}

/* The row that has a job: read on to it. 0, or -1 and an error. */
static int read_to(const rosin_batch *b, rosin_jobs *jobs, rosin_jobs_row *row, long long *first,
                   long long job, rosin_error *error) {
  while (!row->row || job >= *first + rosin_jobs_count(row)) {
    *first += row->row ? rosin_jobs_count(row) : 0;
    const int status = rosin_batch_next(b, jobs, row, error);
    if (status <= 0)
      return status ? -1 : rosin_fail(error, "%.300s: was changed meanwhile", b->list);
  }
  return 0;
}

/* ---- what was drawn before ------------------------------------------------------------ */

int rosin_redraw_check(rosin_tried *t, const rosin_batch *b, rosin_error *error) {
  rosin_batch_hand *own = calloc(1, sizeof *own);
  variation *v = malloc(sizeof *v);
  if (!own || !v) {
    free(own);
    free(v);
    return rosin_fail(error, "out of memory");
  }
  rosin_jobs *jobs = rosin_jobs_open(b->list, error);
  long long first = 0, of = -1;
  size_t kept = 0;
  char key[ROSIN_TRIED_KEY];
  int status = jobs ? 0 : -1;
  rosin_tried_sort(t);
  for (size_t i = 0; i < t->draws && status == 0; i++) {
    const rosin_tried_draw *d = &t->draw[i];
    if (d->job != of)
      status = read_to(b, jobs, &own->row, &first, d->job, error) ||
                       prepare(b, own, d->job, first, v, error)
                   ? -1
                   : 0;
    of = d->job;
    if (status == 0)
      status = rosin_batch_job_key(&v->job, d->attempt, key, error);
    if (status == 0 && strcmp(key, d->key) == 0)
      t->draw[kept++] = *d;
    if (rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
  }
  t->draws = kept;
  rosin_jobs_close(jobs);
  rosin_batch_hand_leave(own);
  free(own);
  free(v);
  return status;
}

/* ---- drawing -------------------------------------------------------------------------- */

rosin_redraw *rosin_redraw_new(rosin_tried *tried, const rosin_batch *b) {
  rosin_redraw *r = calloc(1, sizeof *r);
  if (r && !(r->rows = calloc((size_t)b->shard.n, sizeof *r->rows))) {
    free(r);
    r = NULL;
  }
  if (r) {
    r->tried = tried;
    r->batch = b;
    pthread_mutex_init(&r->lock, NULL);
  }
  return r;
}

/* Under the lock: the next wish, its row and where its rows are kept. 1, 0 at the end, -1 and an
 * error. */
static int take(rosin_redraw *r, rosin_batch_hand *own, rosin_tried_wish *wish, long long *first,
                rosin_batch_rows **rows, rosin_error *error) {
  if (r->next == r->count)
    return 0;
  *wish = r->wish[r->next++];
  if (read_to(r->batch, r->jobs, &r->row, &r->first, wish->job, error))
    return -1;
  if (own->row.row != r->row.row)
    own->row = r->row;
  *first = r->first;
  rosin_batch_rows **of = &r->rows[wish->shard - 1];
  const rosin_batch shard = {.folder = r->batch->folder, .shard = {wish->shard, r->batch->shard.n}};
  if (!*of && !(*of = rosin_batch_rows_open(&shard)))
    return rosin_fail(error, "%.300s: rows of shard %d cannot be added to", r->batch->folder,
                      wish->shard);
  *rows = *of;
  return 1;
}

/* What was drawn, or that it cannot be. */
static int note(rosin_redraw *r, const variation *v, const rosin_tried_wish *wish,
                const rosin_features *features, rosin_error *error) {
  rosin_tried_draw draw = {.job = wish->job, .attempt = wish->attempt, .shard = wish->shard};
  if (features)
    rosin_nearest_place_of(&draw.place, features);
  else
    draw.order = -1;
  if (rosin_batch_job_key(&v->job, wish->attempt, draw.key, error))
    return -1;
  pthread_mutex_lock(&r->lock);
  const int failed = rosin_tried_add(r->tried, &draw);
  pthread_mutex_unlock(&r->lock);
  return failed ? rosin_fail(error, "out of memory") : 0;
}

static int draw(rosin_redraw *r, variation *v, const rosin_tried_wish *wish, rosin_error *error) {
  rosin_made made = {0};
  rosin_make make = v->order.make;
  char *path = rosin_batch_job_place(&v->job);
  if (!path)
    return rosin_fail(error, "out of memory");
  make.path = path;
  int status = rosin_make_attempt(&make, &v->draw, wish->attempt, &made, error);
  if (status == ROSIN_MAKE_BEYOND)
    status = note(r, v, wish, NULL, error);
  else if (status == 0) {
    const rosin_features features = made.features;
    status =
        rosin_batch_job_take(&v->job, &made, error) || note(r, v, wish, &features, error) ? -1 : 0;
  }
  rosin_make_drop(&made);
  free(path);
  return status;
}

static int one(void *context, void *thread, int index, rosin_error *error) {
  rosin_redraw *r = context;
  rosin_batch_hand *own = thread;
  rosin_tried_wish wish = {0};
  rosin_batch_rows *rows = NULL;
  long long first = 0;
  (void)index;
  variation *v = malloc(sizeof *v);
  if (!v)
    return rosin_fail(error, "out of memory");
  pthread_mutex_lock(&r->lock);
  int status = take(r, own, &wish, &first, &rows, error);
  pthread_mutex_unlock(&r->lock);
  if (status > 0) {
    status = prepare(r->batch, own, wish.job, first, v, error);
    v->job.rows = rows;
  }
  if (status == 0 && rows)
    status = draw(r, v, &wish, error);
  free(v);
  return status;
}

static void leave(void *own) {
  rosin_batch_hand_leave(own);
}

int rosin_redraw_run(rosin_redraw *r, const rosin_tried_wish *wish, size_t count,
                     rosin_error *error) {
  const rosin_crew crew = {.tasks = (int)count,
                           .context = r,
                           .own = sizeof(rosin_batch_hand),
                           .one = one,
                           .leave = leave};
  r->wish = wish;
  r->count = count;
  r->next = 0;
  r->first = 0;
  r->row.row = 0;
  if (!(r->jobs = rosin_jobs_open(r->batch->list, error)))
    return -1;
  const int threads = count < (size_t)r->batch->threads ? (int)count : r->batch->threads;
  const int status = rosin_crew_run(&crew, threads, error);
  rosin_jobs_close(r->jobs);
  rosin_tried_sort(r->tried);
  return status;
}

int rosin_redraw_end(rosin_redraw *r, int whole, rosin_error *error) {
  int status = 0;
  for (int k = 1; k <= r->batch->shard.n; k++) {
    rosin_batch_rows *rows = r->rows[k - 1];
    if (rows && whole && rosin_batch_rows_end(rows, (rosin_shard){k, r->batch->shard.n}, error))
      status = -1;
    rosin_batch_rows_close(rows);
  }
  pthread_mutex_destroy(&r->lock);
  free(r->rows);
  free(r);
  return status;
}
