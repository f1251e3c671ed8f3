/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked into a test flavour of the Pd library with --wrap: counts what our code
 * holds, and what it does inside perform that it must not (memory, locks, prints).
 * Says so when the program ends. */
#include <m_pd.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)

/* Memory is also taken and given back beside Pd's thread, which alone performs. */
static atomic_long live;
static atomic_long taken,
    lacked; /* with ROSIN_WATCH_LACK=N in the environment each Nth is refused */
static long every, performs, sins;
static _Thread_local int performing;

static void sin_if_performing(void) {
  sins += performing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *p);
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
void __real_dsp_add(t_perfroutine f, int n, ...);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *p);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
void __wrap_dsp_add(t_perfroutine f, int n, ...);
void __wrap_post(const char *format, ...);
void __wrap_pd_error(const void *object, const char *format, ...);

/* Whether there is memory. */
static int has(void) {
  if (!every || ++taken % every)
    return 1;
  lacked++;
  return 0;
}

static void *given(void *p) {
  sin_if_performing();
  live += p != NULL;
  return p;
}

void *__wrap_malloc(size_t size) {
  return given(has() ? __real_malloc(size) : NULL);
}
void *__wrap_calloc(size_t count, size_t size) {
  return given(has() ? __real_calloc(count, size) : NULL);
}
void *__wrap_realloc(void *old, size_t size) {
  sin_if_performing();
  void *p = has() ? __real_realloc(old, size) : NULL;
  live += !old && p;
  return p;
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return given(has() ? __real_aligned_alloc(alignment, size) : NULL);
}
char *__wrap_strdup(const char *text) {
  return given(has() ? __real_strdup(text) : NULL);
}
void __wrap_free(void *p) {
  sin_if_performing();
  live -= p != NULL;
  __real_free(p);
}
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  sin_if_performing();
  return __real_pthread_mutex_lock(mutex);
}

void __wrap_post(const char *format, ...) {
  char line[1024];
  va_list arguments;
  sin_if_performing();
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  logpost(NULL, 2, "%s", line);
}

void __wrap_pd_error(const void *object, const char *format, ...) {
  char line[1024];
  va_list arguments;
  sin_if_performing();
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  logpost(object, 1, "error: %s", line);
}

/* The routine that is watched stands before its own word. */
static t_int *watched(t_int *w) {
  performs++;
  performing = 1;
  t_int *next = ((t_perfroutine)w[1])(w + 1);
  performing = 0;
  return next;
}

/* All add themselves with one word. */
void __wrap_dsp_add(t_perfroutine f, int n, ...) {
  va_list arguments;
  va_start(arguments, n);
  const t_int word = va_arg(arguments, t_int);
  va_end(arguments);
  __real_dsp_add(watched, 2, (t_int)f, word);
}

/* ---- the end -------------------------------------------------------------------------------- */

/* "rosin-watch quit": when nothing has been made beside Pd for half a second of Pd's own time, so
 * that what is over is given back. However busy the machine is: nobody looks at its clock. */
typedef struct {
  t_pd pd;
  t_clock *clock;
  int looks;
} t_watch;

enum { LOOKS = 50, PAUSE = 10 /* ms */ };

static void look(t_watch *w) {
  t_symbol *pd = gensym("pd");
  w->looks = gensym("#rosin.worker")->s_thing ? 0 : w->looks + 1;
  if (w->looks < LOOKS) {
    clock_delay(w->clock, PAUSE);
    return;
  }
  t_atom off;
  SETFLOAT(&off, 0);
  typedmess(pd->s_thing, gensym("dsp"), 1, &off);
  typedmess(pd->s_thing, gensym("quit"), 0, NULL);
}

__attribute__((constructor)) static void begin(void) {
  const char *lack = getenv("ROSIN_WATCH_LACK");
  t_class *class = class_new(gensym("rosin watch"), 0, 0, sizeof(t_watch), CLASS_PD, 0);
  class_addmethod(class, (t_method)(void (*)(void))look, gensym("quit"), 0);
  t_watch *w = (t_watch *)pd_new(class);
  w->clock = clock_new(w, (t_method)(void (*)(void))look);
  w->looks = 0;
  pd_bind(&w->pd, gensym("rosin-watch"));
  every = lack ? atol(lack) : 0;
}

__attribute__((destructor)) static void say(void) {
  fprintf(stderr, "watch: %ld live, %ld performs, %ld sins, %ld lacks\n", atomic_load(&live),
          performs, sins, atomic_load(&lacked));
}
