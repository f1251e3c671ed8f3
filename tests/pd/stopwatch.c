/* SPDX-License-Identifier: BSD-3-Clause */
/* [stopwatch]: how long each tick of Pd's scheduler takes, from one run of its clock to the next,
 * by the wall clock less the time that the scheduler sleeps. Preloaded as well, so that it sees
 * the sleep. Where the kernel gave the processor to somebody else it counts processor time, which
 * is all that Pd can answer for. At the end it writes "wall cpu preempted" (ms) a tick, and "mark
 * WORD TICK" for each message `mark WORD`, to the file that STOPWATCH names.
 * [nothing~ ...] has the inlets and outlets of a string, and does nothing: what is left is Pd's. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <m_pd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

enum { TICKS = 1 << 18, MARKS = 4096 };

typedef struct {
  t_object object;
  t_clock *clock;
} t_stopwatch;

static t_class *class;
static struct {
  double wall, cpu;
  long preempted;
} tick[TICKS], now, before;
static struct {
  char word[64];
  int at;
} mark[MARKS];
static int ticks, marks;
static double slept;

static double clock_ms(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- sleep -------------------------------------------------------------------------------- */

static void count_sleep(double since) {
  if (getpid() == gettid())
    slept += clock_ms(CLOCK_MONOTONIC) - since;
}

static void *real(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

#pragma GCC visibility push(default)

int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t) {
  int (*next)(int, fd_set *, fd_set *, fd_set *, struct timeval *) =
      (int (*)(int, fd_set *, fd_set *, fd_set *, struct timeval *))real("select");
  const double since = clock_ms(CLOCK_MONOTONIC);
  const int done = next(n, r, w, e, t);
  count_sleep(since);
  return done;
}

int poll(struct pollfd *fd, nfds_t n, int ms) {
  int (*next)(struct pollfd *, nfds_t, int) = (int (*)(struct pollfd *, nfds_t, int))real("poll");
  const double since = clock_ms(CLOCK_MONOTONIC);
  const int done = next(fd, n, ms);
  count_sleep(since);
  return done;
}

int usleep(useconds_t us) {
  int (*next)(useconds_t) = (int (*)(useconds_t))real("usleep");
  const double since = clock_ms(CLOCK_MONOTONIC);
  const int done = next(us);
  count_sleep(since);
  return done;
}

/* ---- ticks -------------------------------------------------------------------------------- */

static void look(void) {
  struct rusage use;
  getrusage(RUSAGE_THREAD, &use);
  now.wall = clock_ms(CLOCK_MONOTONIC);
  now.cpu = clock_ms(CLOCK_THREAD_CPUTIME_ID);
  now.preempted = use.ru_nivcsw;
}

static void stopwatch_tick(t_stopwatch *x) {
  look();
  if (before.wall > 0 && ticks < TICKS) {
    tick[ticks].wall = now.wall - before.wall - slept;
    tick[ticks].cpu = now.cpu - before.cpu;
    tick[ticks++].preempted = now.preempted - before.preempted;
  }
  slept = 0;
  look();
  before = now;
  clock_delay(x->clock, 1);
}

static void stopwatch_mark(t_stopwatch *x, t_symbol *word) {
  (void)x;
  if (marks == MARKS)
    return;
  snprintf(mark[marks].word, sizeof mark[marks].word, "%s", word->s_name);
  mark[marks++].at = ticks;
}

static void *stopwatch_new(void) {
  t_stopwatch *x = (t_stopwatch *)pd_new(class);
  x->clock = clock_new(x, (t_method)(void (*)(void))stopwatch_tick);
  clock_setunit(x->clock, 64, 1); /* a block */
  clock_delay(x->clock, 1);
  return x;
}

static void stopwatch_free(t_stopwatch *x) {
  clock_free(x->clock);
}

typedef struct {
  t_object object;
  t_float value;
} t_nothing;

static t_class *nothing_class;

static void *nothing_new(t_symbol *selector, int count, t_atom *atoms) {
  t_nothing *x = (t_nothing *)pd_new(nothing_class);
  (void)selector, (void)count, (void)atoms;
  signalinlet_new(&x->object, 0);
  outlet_new(&x->object, gensym("signal"));
  outlet_new(&x->object, gensym("anything"));
  return x;
}

static t_int *nothing_perform(t_int *w) {
  return w + 2;
}

static void nothing_dsp(t_nothing *x, t_signal **signals) {
  (void)signals;
  dsp_add(nothing_perform, 1, x);
}

static void nothing_anything(t_nothing *x, t_symbol *key, int count, t_atom *atoms) {
  (void)x, (void)key, (void)count, (void)atoms;
}

void stopwatch_setup(void) {
  nothing_class = class_new(gensym("nothing~"), (t_newmethod)(void (*)(void))nothing_new, 0,
                            sizeof(t_nothing), CLASS_DEFAULT, A_GIMME, 0);
  CLASS_MAINSIGNALIN(nothing_class, t_nothing, value);
  class_addmethod(nothing_class, (t_method)(void (*)(void))nothing_dsp, gensym("dsp"), A_CANT, 0);
  class_addanything(nothing_class, nothing_anything);

  class =
      class_new(gensym("stopwatch"), (t_newmethod)(void (*)(void))stopwatch_new,
                (t_method)(void (*)(void))stopwatch_free, sizeof(t_stopwatch), CLASS_DEFAULT, 0);
  class_addmethod(class, (t_method)(void (*)(void))stopwatch_mark, gensym("mark"), A_SYMBOL, 0);
}

__attribute__((destructor)) static void write_all(void) {
  const char *path = getenv("STOPWATCH");
  FILE *file = path && ticks ? fopen(path, "w") : NULL;
  if (!file)
    return;
  for (int i = 0; i < ticks; i++)
    fprintf(file, "%.4f %.4f %ld\n", tick[i].wall, tick[i].cpu, tick[i].preempted);
  for (int i = 0; i < marks; i++)
    fprintf(file, "mark %s %d\n", mark[i].word, mark[i].at);
  fclose(file);
}
