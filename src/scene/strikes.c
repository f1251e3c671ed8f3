/* SPDX-License-Identifier: BSD-3-Clause */
/* A strike is where force begins on a contact that has not touched for half a second: what
 * bounces meanwhile belongs to it. What touches as all begins has not struck. */
#include "scene/strikes.h"
#include "memory.h"
#include "scene/running.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double apart = 0.5; /* s */

rosin_strikes *rosin_strikes_new(const rosin_model *m) {
  rosin_strikes *s = rosin_calloc(1, sizeof *s);
  for (int i = 0; s && i < m->events; i++) {
    if (!*m->event[i].contact)
      continue;
    const int k = s->contacts++;
    s->event[k] = i;
    s->touched[k] = -1;
    snprintf(s->signal_name[k], sizeof s->signal_name[k], "%s.normal", m->event[i].contact);
  }
  if (s && s->contacts)
    return s;
  rosin_free(s);
  return NULL;
}

static void look_at(rosin_strikes *s, int k, const double *force, int frames, double time,
                    double rate) {
  for (int i = 0; i < frames; i++) {
    const double now = time + i / rate;
    if (!(force[i] > 0))
      continue;
    const int is_new = s->touched[k] < 0 ? now > 0 : now - s->touched[k] > apart;
    if (is_new && s->count < ROSIN_STRIKES) {
      s->of[s->count] = s->event[k];
      s->time[s->count++] = now;
    }
    s->touched[k] = now;
  }
}

void rosin_strikes_look(rosin_strikes *s, const rosin_network *network, int frames, double time,
                        double rate) {
  for (int k = 0; k < s->contacts; k++)
    look_at(s, k, rosin_network_read(network, s->signal[k]), frames, time, rate);
}

/* ---- what has come -------------------------------------------------------------------- */

void rosin_scene_watch(rosin_scene *s) { // NOLINT(misc-no-recursion)
  if (!s->strikes)
    s->strikes = rosin_strikes_new(s->model);
  for (int i = 0; i < s->layers; i++)
    rosin_scene_watch(s->layer[i].scene);
}

typedef struct {
  rosin_scene_moment *moment;
  int count, most;
  double end;
} list;

static void add(list *to, const char *layer, const char *name, double time) {
  if (!(time >= 0 && time < to->end) || to->count == to->most)
    return;
  rosin_scene_moment *m = &to->moment[to->count++];
  m->time = time;
  snprintf(m->name, sizeof m->name, "%.62s%s%.63s", layer, *layer ? "." : "", name);
}

/* When gestures that sway come to `at` of their own time: it rises. */
static double when(const rosin_model *m, double at) {
  rosin_course_leg leg = {0};
  double low = fmax(at - 1, 0), high = at + 1; /* it sways by less */
  for (int i = 0; m->sway > 0 && i < 50; i++) {
    const double middle = 0.5 * (low + high);
    *(rosin_model_strayed(m, &leg, middle) < at ? &low : &high) = middle;
  }
  return m->sway > 0 ? high : at;
}

/* Those of times, once or as often as its gestures come round, from where it begins. */
static void add_times(list *to, const rosin_scene *s, const char *layer, double begin) {
  const rosin_model *m = s->model;
  const double turn = m->period, share = turn > 0 ? turn / m->duration : 1;
  for (int i = 0; i < m->events; i++) {
    const rosin_model_event *e = &m->event[i];
    for (int k = 0; !*e->contact && (k == 0 || turn > 0) && begin + k * turn < to->end; k++)
      add(to, layer, e->name, begin + when(m, k * turn + e->at * share));
  }
}

static void add_strikes(list *to, const rosin_scene *s, const char *layer) {
  for (int i = 0; s->strikes && i < s->strikes->count; i++)
    add(to, layer, s->model->event[s->strikes->of[i]].name, s->strikes->time[i]);
}

static int earlier(const void *a, const void *b) {
  const rosin_scene_moment *x = a, *y = b;
  return x->time < y->time ? -1 : x->time > y->time ? 1 : strcmp(x->name, y->name);
}

int rosin_scene_moments(const rosin_scene *s, double end, rosin_scene_moment *moment, int most) {
  list to = {moment, 0, most, end};
  const double turn = s->model->period;
  add_times(&to, s, "", 0);
  add_strikes(&to, s, "");
  for (int i = 0; i < s->layers; i++) {
    const rosin_layer *l = &s->layer[i];
    const char *name = s->model->layer[i].name;
    add_strikes(&to, l->scene, name);
    for (int k = 0; (k == 0 || turn > 0) && k * turn < end; k++)
      add_times(&to, l->scene, name, k * turn + l->at);
  }
  qsort(moment, (size_t)to.count, sizeof *moment, earlier);
  return to.count;
}
