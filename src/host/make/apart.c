/* SPDX-License-Identifier: BSD-3-Clause */
/* The first variation that is not decided has the right of way; while its draws are being made,
 * other threads make first draws of those after it, and further draws of its own once it is known
 * that the first was too near. */
#include "host/make/apart.h"
#include "error.h"
#include "features/nearest.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NOT_YET, UNDER_WAY, MADE, BEYOND } draw_state;

/* A variation that is not decided. */
typedef struct {
  int begun, there;  /* there: made before, and sounds like `features` */
  int taken, judged; /* draws */
  draw_state state[ROSIN_MAKE_ATTEMPTS];
  rosin_made made[ROSIN_MAKE_ATTEMPTS];
  int have; /* best is one */
  rosin_made best;
  rosin_features features;
  rosin_error why; /* the last could not be built */
  char *path;
} slot;

struct rosin_apart {
  rosin_apart_wish wish;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int ahead; /* slots: of `decided` and those after it */
  slot *slot;
  int decided, status;
  int ending; /* the first that is not decided is being ended, the lock given back meanwhile */
  rosin_error error;
  rosin_nearest *before; /* those that are decided */
};

static slot *slot_of(const rosin_apart *a, int index) {
  return &a->slot[index % a->ahead];
}

rosin_apart *rosin_apart_new(const rosin_apart_wish *wish, int threads, rosin_error *error) {
  rosin_apart *a = calloc(1, sizeof *a);
  const int ahead = threads > 1 ? 3 * threads : 1;
  if (a) {
    a->wish = *wish;
    a->ahead = ahead < wish->count ? ahead : wish->count;
    a->slot = calloc((size_t)a->ahead, sizeof *a->slot);
    a->before = rosin_nearest_new();
  }
  if (!a || !a->slot || !a->before) {
    rosin_nearest_free(a ? a->before : NULL);
    free(a ? a->slot : NULL);
    free(a);
    rosin_fail(error, "out of memory");
    return NULL;
  }
  pthread_mutex_init(&a->lock, NULL);
  pthread_cond_init(&a->changed, NULL);
  return a;
}

/* What is left of a variation once it is decided. */
static void clear(slot *s) {
  for (int i = 0; i < ROSIN_MAKE_ATTEMPTS; i++)
    if (s->state[i] == MADE)
      rosin_make_drop(&s->made[i]);
  if (s->have)
    rosin_make_drop(&s->best);
  free(s->path);
  *s = (slot){0};
}

void rosin_apart_free(rosin_apart *a) {
  if (!a)
    return;
  for (int i = 0; i < a->ahead; i++)
    clear(&a->slot[i]);
  pthread_cond_destroy(&a->changed);
  pthread_mutex_destroy(&a->lock);
  rosin_nearest_free(a->before);
  free(a->slot);
  free(a);
}

/* ---- deciding, under the lock ------------------------------------------------------- */

static void fail(rosin_apart *a, int status, const rosin_error *error) {
  if (a->status)
    return;
  a->status = status;
  a->error = *error;
}

/* Number of the nearest before it, and how far it is; -1 and NaN if there is none. */
static void compare(const rosin_apart *a, rosin_made *made) {
  rosin_nearest_place place;
  rosin_nearest_place_of(&place, &made->features);
  made->nearest = rosin_nearest_find(a->before, &place, -1, &made->distance);
}

/* The draws that are there, in order: 1 once one of them is taken, or none is left to try. */
static int judge(rosin_apart *a, slot *s) {
  while (s->judged < ROSIN_MAKE_ATTEMPTS) {
    const int i = s->judged;
    if (s->state[i] != MADE && s->state[i] != BEYOND)
      return 0;
    s->judged++;
    if (s->state[i] == BEYOND)
      continue;
    rosin_made *now = &s->made[i];
    s->state[i] = NOT_YET; /* it is moved, or dropped */
    compare(a, now);
    const int enough = now->nearest < 0 || now->distance >= a->wish.distinct;
    if (!s->have || now->distance > s->best.distance) {
      if (s->have)
        rosin_make_drop(&s->best);
      s->best = *now;
      s->have = 1;
    } else {
      rosin_make_drop(now);
    }
    if (enough)
      return 1;
  }
  return 1;
}

/* All that can be decided. One thread does it at a time; what others make meanwhile it sees. */
static void decide(rosin_apart *a) {
  rosin_error error = {"out of memory"};
  while (!a->ending && !a->status && a->decided < a->wish.count) {
    slot *s = slot_of(a, a->decided);
    const long long n = a->wish.first + a->decided;
    if (!s->begun || (!s->there && !judge(a, s)))
      return;
    if (!s->there && !s->have) {
      fail(a, -1, &s->why);
      return;
    }
    if (!s->there) {
      s->features = s->best.features;
      a->ending = 1; /* a file that is closed waits for its disk */
      pthread_mutex_unlock(&a->lock);
      const int status = a->wish.end(a->wish.context, n, &s->best, &error);
      pthread_mutex_lock(&a->lock);
      a->ending = 0;
      if (status) {
        fail(a, status, &error);
        return;
      }
    }
    rosin_nearest_place place;
    rosin_nearest_place_of(&place, &s->features);
    if (rosin_nearest_add(a->before, &place, n)) {
      fail(a, -1, &error);
      return;
    }
    clear(s);
    a->decided++;
    pthread_cond_broadcast(&a->changed);
  }
}

/* ---- making -------------------------------------------------------------------------- */

/* Begin variation `index`: 1 if it is to be made. */
static int begin(rosin_apart *a, int index) {
  slot *s = slot_of(a, index);
  rosin_error error = {"out of memory"};
  int attempt = 0;
  const int status = a->wish.begin(a->wish.context, a->wish.first + index, &s->path, &attempt,
                                   &s->features, &error);
  if (status < 0) {
    fail(a, -1, &error);
    return 0;
  }
  s->begun = 1;
  s->there = status;
  s->taken = s->judged = status ? ROSIN_MAKE_ATTEMPTS : attempt;
  return !status;
}

enum { NONE = -1, THERE = -2 };

/* Begin the next that nobody has begun: its index if it is to be made, THERE if it need not be, or
 * NONE. */
static int begin_next(rosin_apart *a) {
  const int last = a->decided + a->ahead, end = last < a->wish.count ? last : a->wish.count;
  for (int i = a->decided; i < end; i++)
    if (!slot_of(a, i)->begun)
      return begin(a, i) ? i : THERE;
  return NONE;
}

/* What is to be done next: a variation's index and `*attempt`, or NONE. */
static int pick(rosin_apart *a, int *attempt) {
  while (!a->status && a->decided < a->wish.count) {
    const slot *first = slot_of(a, a->decided);
    const int may_draw = !a->ending && first->taken < ROSIN_MAKE_ATTEMPTS;
    *attempt = first->taken;
    if (may_draw && first->begun && first->taken == first->judged)
      return a->decided;
    const int next = begin_next(a);
    if (next == NONE)
      return may_draw && first->judged ? a->decided : NONE;
    if (next != THERE) {
      *attempt = slot_of(a, next)->taken;
      return next;
    }
    decide(a); /* others may be decided by what was there */
    pthread_cond_broadcast(&a->changed);
  }
  return NONE;
}

/* One draw, the lock given back meanwhile. */
static void make(rosin_apart *a, int index, int attempt) {
  slot *s = slot_of(a, index);
  rosin_make order = *a->wish.make;
  rosin_made made = {0};
  rosin_error error = {"out of memory"};
  const rosin_make_draw draw = {a->wish.vary, a->wish.seed, a->wish.first + index};
  char *path = strdup(s->path); /* the slot may be another's by the time that it is made */
  s->state[attempt] = UNDER_WAY;
  s->taken = attempt + 1;
  pthread_mutex_unlock(&a->lock);
  order.path = path;
  const int status = path ? rosin_make_attempt(&order, &draw, attempt, &made, &error) : -1;
  free(path);
  pthread_mutex_lock(&a->lock);
  if (status && status != ROSIN_MAKE_BEYOND) {
    if (index >= a->decided)
      s->state[attempt] = NOT_YET;
    fail(a, -1, &error);
  } else if (index < a->decided) {
    if (!status)
      rosin_make_drop(&made);
  } else {
    s->state[attempt] = status ? BEYOND : MADE;
    s->made[attempt] = made;
    if (status)
      s->why = error;
    decide(a);
  }
  pthread_cond_broadcast(&a->changed);
}

int rosin_apart_work(rosin_apart *a, int index, rosin_error *error) {
  int attempt;
  pthread_mutex_lock(&a->lock);
  while (!a->status && a->decided <= index) {
    const int next = pick(a, &attempt);
    if (next >= 0)
      make(a, next, attempt);
    else if (!a->status && a->decided <= index)
      pthread_cond_wait(&a->changed, &a->lock);
    else
      pthread_cond_broadcast(&a->changed);
  }
  const int status = a->decided > index ? 0 : a->status;
  if (status)
    *error = a->error;
  pthread_mutex_unlock(&a->lock);
  return status;
}

int rosin_apart_done(rosin_apart *a) {
  pthread_mutex_lock(&a->lock);
  const int done = a->decided;
  pthread_mutex_unlock(&a->lock);
  return done;
}
