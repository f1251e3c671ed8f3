/* SPDX-License-Identifier: BSD-3-Clause */
/* What one core does in one go: the scene as it is, or variations, which others may help with. */
#include "batch/name.h"
#include "error.h"
#include "host/batch/job.h"
#include "host/batch/run.h"
#include "host/make/apart.h"

#include <stdlib.h>

/* Variations that one thread does, or several. */
struct rosin_batch_block {
  rosin_batch_work *work;
  rosin_batch_hand *own;
  const rosin_batch_order *order;
  rosin_batch_unit unit;
  rosin_apart *apart;
  int helpers;
  rosin_batch_block *next;
};

int rosin_batch_unit_name(const rosin_batch_hand *own, const rosin_batch_unit *u, int i, char *name,
                          rosin_error *error) {
  return rosin_name_make(&own->row, u->job + i, u->n ? u->n + i : 0, name, ROSIN_BATCH_NAME, error);
}

/* ---- jobs ------------------------------------------------------------------------- */

static void count_there(rosin_batch_work *w) {
  pthread_mutex_lock(&w->lock);
  w->there++;
  pthread_mutex_unlock(&w->lock);
}

static void count_made(rosin_batch_work *w, const rosin_made *made) {
  pthread_mutex_lock(&w->lock);
  w->made++;
  w->again += made->attempt > 0;
  w->clipped += made->clipped;
  w->limited += made->limited > ROSIN_LEVEL_TOLD;
  pthread_mutex_unlock(&w->lock);
}

/* The scene as it is: 0; -1 and an error; 1 if nothing more can be listed. */
static int one_plain(rosin_batch_work *w, const rosin_batch_job *j, rosin_error *error) {
  rosin_features features;
  rosin_made made = {0};
  rosin_make make = *j->make;
  int attempt;
  if (rosin_batch_job_done(j, &features, &attempt)) {
    count_there(w);
    return 0;
  }
  char *path = rosin_batch_job_place(j);
  make.path = path;
  int status = path ? rosin_make_one(&make, &made, error) : rosin_fail(error, "out of memory");
  if (status == 0 && (status = rosin_batch_job_take(j, &made, error)) == 0)
    count_made(w, &made);
  rosin_make_drop(&made);
  free(path);
  return status;
}

/* A job, and what it points to. */
typedef struct {
  char name[ROSIN_BATCH_NAME];
  rosin_make_draw draw;
  rosin_batch_job job;
} variation;

/* Variation n of a block. */
static int variation_of(variation *v, const rosin_batch_block *b, long long n, rosin_error *error) {
  const int i = (int)(n - b->unit.n);
  v->draw = (rosin_make_draw){&b->own->vary, (unsigned long long)b->own->row.seed, n};
  v->job = (rosin_batch_job){.batch = b->work->batch,
                             .rows = b->work->rows,
                             .row = &b->own->row,
                             .make = &b->order->make,
                             .draw = &v->draw,
                             .job = b->unit.job + i,
                             .name = v->name};
  return rosin_batch_unit_name(b->own, &b->unit, i, v->name, error);
}

static int begin_variation(void *context, long long n, char **path, int *attempt,
                           rosin_features *there, rosin_error *error) {
  const rosin_batch_block *b = context;
  variation v;
  if (variation_of(&v, b, n, error))
    return -1;
  if (rosin_batch_job_done(&v.job, there, attempt)) {
    count_there(b->work);
    return 1;
  }
  return (*path = rosin_batch_job_place(&v.job)) ? 0 : rosin_fail(error, "out of memory");
}

static int end_variation(void *context, long long n, rosin_made *made, rosin_error *error) {
  const rosin_batch_block *b = context;
  variation v;
  if (variation_of(&v, b, n, error))
    return -1;
  const int status = rosin_batch_job_take(&v.job, made, error);
  if (status == 0)
    count_made(b->work, made);
  return status;
}

/* A block is open to helpers as long as its own thread works on it. */
static void open_block(rosin_batch_work *w, rosin_batch_block *b) {
  pthread_mutex_lock(&w->lock);
  b->next = w->blocks;
  w->blocks = b;
  pthread_mutex_unlock(&w->lock);
}

static void close_block(rosin_batch_work *w, const rosin_batch_block *b) {
  pthread_mutex_lock(&w->lock);
  for (rosin_batch_block **at = &w->blocks; *at; at = &(*at)->next)
    if (*at == b) {
      *at = b->next;
      break;
    }
  while (b->helpers)
    pthread_cond_wait(&w->changed, &w->lock);
  pthread_mutex_unlock(&w->lock);
}

/* Variations of a unit: as one_plain, and how many were done. */
static int some_variations(rosin_batch_work *w, rosin_batch_hand *own,
                           const rosin_batch_order *order, const rosin_batch_unit *u, int *done,
                           rosin_error *error) {
  rosin_batch_block b = {.work = w, .own = own, .order = order, .unit = *u};
  const rosin_apart_wish wish = {.make = &order->make,
                                 .vary = &own->vary,
                                 .seed = (unsigned long long)own->row.seed,
                                 .first = u->n,
                                 .count = u->count,
                                 .context = &b,
                                 .begin = begin_variation,
                                 .end = end_variation};
  *done = 0;
  if (!(b.apart = rosin_apart_new(&wish, u->count > 1 ? w->batch->threads : 1, error)))
    return -1;
  if (u->count > 1)
    open_block(w, &b);
  const int status = rosin_apart_work(b.apart, u->count - 1, error);
  if (u->count > 1)
    close_block(w, &b);
  *done = rosin_apart_done(b.apart);
  rosin_apart_free(b.apart);
  return status;
}

int rosin_batch_unit_do(rosin_batch_work *w, rosin_batch_hand *own, const rosin_batch_order *order,
                        const rosin_batch_unit *u, int *done, rosin_error *error) {
  char name[ROSIN_BATCH_NAME];
  *done = 0;
  if (u->n)
    return some_variations(w, own, order, u, done, error);
  if (rosin_batch_unit_name(own, u, 0, name, error))
    return -1;
  const rosin_batch_job j = {.batch = w->batch,
                             .rows = w->rows,
                             .row = &own->row,
                             .make = &order->make,
                             .job = u->job,
                             .name = name};
  return one_plain(w, &j, error);
}

void rosin_batch_help(rosin_batch_work *w) {
  rosin_error error;
  pthread_mutex_lock(&w->lock);
  for (rosin_batch_block *b; (b = w->blocks);) {
    for (rosin_batch_block *other = b; other; other = other->next)
      b = other->helpers < b->helpers ? other : b;
    b->helpers++;
    pthread_mutex_unlock(&w->lock);
    rosin_apart_work(b->apart, b->unit.count - 1, &error);
    pthread_mutex_lock(&w->lock);
    b->helpers--;
    for (rosin_batch_block **at = &w->blocks; *at; at = &(*at)->next)
      if (*at == b) {
        *at = b->next; /* it is done, and nobody else need come */
        break;
      }
    pthread_cond_broadcast(&w->changed);
  }
  pthread_mutex_unlock(&w->lock);
}
