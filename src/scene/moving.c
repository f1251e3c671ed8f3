/* SPDX-License-Identifier: BSD-3-Clause */
#include "maths/maths.h"
#include "memory.h"
#include "scene/moving_inside.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef rosin_moving_course course;
typedef rosin_moving_ramp_of ramp;

static const double EASE = 0.01;  /* s, in which a macro gets most of its way */
static const double RETURN = 0.1; /* s, in which a gesture that comes round goes back */

static void note_controls(rosin_moving *s, const rosin_model_part *part) {
  char key[2 * ROSIN_MODEL_NAME];
  for (int i = 0; i < *part->controls; i++) {
    const rosin_model *m = s->model;
    const rosin_model_control *control = &part->control[i];
    const rosin_macro_effect to = rosin_macros_on_control(m->macro, m->macros, control);
    const rosin_gesture *g = &control->gesture;
    const double goes = m->terms.transposes ? rosin_model_goes(control->row) : 0;
    if (g->kind == ROSIN_GESTURE_CONSTANT && g->wander == 0 && !to.touched && goes == 0)
      continue;
    snprintf(key, sizeof key, "%s.%s", part->name, control->row->name);
    if (s->course)
      s->course[s->courses] =
          (course){.control = rosin_network_control(s->built->network, key),
                   .gesture = control->gesture,
                   .values = s->values + (size_t)s->stretch * (size_t)s->courses,
                   .source = control,
                   .goes = goes};
    s->courses++;
  }
}

static void note_all(rosin_moving *s) {
  rosin_model_part part;
  s->courses = 0;
  for (int i = 0; rosin_model_part_at(s->model, i, &part); i++)
    note_controls(s, &part);
}

void rosin_moving_renew(rosin_moving *s) {
  note_all(s); /* gestures are copied there */
  rosin_moving_find_end(s);
}

void rosin_moving_reseed(rosin_moving *s) {
  for (int k = 0; k < s->courses; k++)
    s->course[k].gesture.seed = ((const rosin_model_control *)s->course[k].source)->gesture.seed;
}

/* What a macro's rate runs through may be a way, of a finger round a rim, that a hand which stays
 * goes on upon. A load, a speed or a pitch that did so would grow for as long as a key is held. */
static int is_way(const course *m) {
  const rosin_model_control *c = m->source;
  return strncmp(c->row->name, "position", sizeof "position" - 1) == 0;
}

/* Where macros send a control: at once, or on its way. */
static void aim(const rosin_moving *s, course *m, int at_once) {
  m->to = rosin_macros_on_control(s->model->macro, s->model->macros, m->source);
  m->to.travels &= is_way(m);
  m->to.scale *= m->to.value;
  if (m->goes != 0 && s->transposes) {
    const double by = rosin_pow(s->transposed, m->goes);
    m->to.touched = 1;
    m->to.scale *= by;
    m->to.offset *= by;
  }
  if (!at_once)
    return;
  m->scale = m->to.scale;
  m->offset = m->to.offset;
  m->rate = m->to.rate;
}

static void aim_laws(const rosin_moving *s) {
  const rosin_model *m = s->model;
  for (int i = 0; i < m->macros; i++)
    for (int k = 0; k < m->macro[i].targets; k++) {
      const rosin_macro_target *t = &m->macro[i].target[k];
      if (t->kind == ROSIN_TARGET_LAW)
        rosin_contact_set(
            s->built->contact[t->contact], m->contact[t->contact].row[t->parameter]->name,
            rosin_macros_on_law(m->macro, m->macros, t->contact, t->parameter, t->base), NULL);
    }
}

static void aim_all(rosin_moving *s, int at_once) {
  for (int k = 0; k < s->courses; k++)
    aim(s, &s->course[k], at_once);
  s->level_to = rosin_macros_on_gain(s->model->macro, s->model->macros);
  if (at_once)
    s->level = s->level_to;
  aim_laws(s);
}

void rosin_moving_aim(rosin_moving *s) {
  aim_all(s, 0);
}

void rosin_moving_transpose(rosin_moving *s, double factor) {
  s->transposes |= factor != s->transposed;
  s->transposed = factor;
  aim_all(s, 0);
}

void rosin_moving_untranspose(rosin_moving *s) {
  s->transposes = 0;
  s->transposed = 1;
}

void rosin_moving_stay(rosin_moving *s, double seconds) {
  const double samples = seconds * s->sample_rate;
  s->stay = samples < 1e15 ? (long long)fmax(samples, 0) : LLONG_MAX;
}

long long rosin_moving_stayed(const rosin_moving *s) {
  return s->stayed;
}

void rosin_moving_start(rosin_moving *s) {
  s->stayed = 0;
  s->stood = s->behind = 0;
  for (int k = 0; k < s->courses; k++) {
    s->course[k].taken = rosin_moving_is_ramped(s, s->course[k].control);
    s->course[k].gesture.next = 0;
    s->course[k].travelled = 0;
  }
  for (int k = 0; k < s->ramps; k++)
    s->ramp[k].taken = 0;
  s->settled = 0;
  rosin_moving_hold_on(s);
  aim_all(s, 1);
  for (int k = 0; s->model->macros && k < s->courses; k++) {
    course *m = &s->course[k];
    m->at = m->before = rosin_gesture_at(&m->gesture, 0);
    if (m->to.touched && !m->taken)
      rosin_network_hold(s->built->network, m->control,
                         rosin_moving_moved(m, m->to.set ? 1 : m->at));
  }
}

rosin_moving *rosin_moving_new(const rosin_model *model, const rosin_built *built, double rate,
                               int stretch) {
  rosin_moving *s = rosin_calloc(1, sizeof *s);
  if (!s)
    return NULL;
  *s = (rosin_moving){
      .model = model, .built = built, .sample_rate = rate, .stretch = stretch, .transposed = 1};
  s->ease = 1 - rosin_exp(-1 / (EASE * rate));
  note_all(s);
  s->clock = rosin_calloc(2 * (size_t)stretch, sizeof *s->clock);
  s->strayed = s->clock ? s->clock + stretch : NULL;
  s->values = rosin_calloc((size_t)s->courses * (size_t)stretch + 1, sizeof *s->values);
  s->course = rosin_calloc((size_t)s->courses + 1, sizeof *s->course);
  if (!s->values || !s->course || !s->clock) {
    rosin_moving_free(s);
    return NULL;
  }
  note_all(s);
  if (rosin_moving_find_drives(s)) {
    rosin_moving_free(s);
    return NULL;
  }
  rosin_moving_stay(s, (double)INFINITY);
  rosin_moving_start(s);
  return s;
}

void rosin_moving_free(rosin_moving *s) {
  if (!s)
    return;
  for (int i = 0; i < s->ramps; i++)
    rosin_free(s->ramp[i].values);
  rosin_free(s->ramp);
  rosin_free(s->course);
  rosin_free(s->drive);
  rosin_free(s->driven);
  rosin_free(s->values);
  rosin_free(s->clock);
  rosin_free(s);
}

/* A sample of a control that macros move. */
static double step_moved(course *m, double own, double ease) {
  m->scale += ease * (m->to.scale - m->scale);
  m->offset += ease * (m->to.offset - m->offset);
  m->rate += ease * (m->to.rate - m->rate);
  m->at += m->rate * (own - m->before);
  m->before = own;
  return rosin_moving_moved(m, m->to.set ? 1 : m->at);
}

/* Macros have it where they want it, and the gesture has not moved since. */
static int is_there(const course *m, double own) {
  return m->scale == m->to.scale && m->offset == m->to.offset && m->rate == m->to.rate &&
         own == m->before;
}

/* What stays for a stretch is held, which costs nothing once it is there. 0: it moves. */
static int hold_still(rosin_moving *s, course *m, double from, double to) {
  if (!rosin_gesture_stays(&m->gesture, from, to))
    return 0;
  const double own = rosin_gesture_at(&m->gesture, from);
  if (m->to.touched && !is_there(m, own))
    return 0;
  rosin_network_hold(s->built->network, m->control,
                     m->to.touched ? rosin_moving_moved(m, m->to.set ? 1 : m->at) : own);
  return 1;
}

/* A way goes on at its pace for the `stayed` last samples of a stretch. */
static void travel(const rosin_moving *s, course *m, int stayed, int frames) {
  static const double around = 0.01; /* s */
  const double now = s->clock[frames - 1];
  const double way = rosin_gesture_at(&m->gesture, now + around) -
                     rosin_gesture_at(&m->gesture, fmax(now - around, 0));
  const double step = way / (now + around - fmax(now - around, 0)) / s->sample_rate;
  for (int i = 0; i < frames; i++)
    m->values[i] += m->travelled += i >= frames - stayed ? step : 0;
}

/* Where the gestures stay, or have stayed: how many of these samples they do. */
static int stand(rosin_moving *s, long long first, int frames) {
  const long long before = s->stayed;
  for (int i = 0; i < frames; i++) {
    const int stays = first + i - s->stayed >= s->stay;
    if (stays)
      s->behind = s->strayed[i] - s->stood;
    else
      s->stood = s->strayed[i] - s->behind;
    s->stayed += stays;
    if (s->stayed)
      s->clock[i] = rosin_model_clock(s->model, s->stood);
  }
  return (int)(s->stayed - before);
}

/* s before the end of a turn, in which what ends elsewhere goes back to where it began, so that
 * nothing jumps as gestures come round. */
static double way_back(const rosin_model *m) {
  return fmin(RETURN, 0.1 * m->duration);
}

static int goes_back(const rosin_moving *s, double clock) {
  return s->model->period > 0 && clock > s->model->duration - way_back(s->model);
}

static void go_back(const rosin_moving *s, course *m, int frames) {
  const double back = way_back(s->model), from = s->model->duration - back;
  rosin_gesture *g = &m->gesture;
  if (!goes_back(s, s->clock[0]) && !goes_back(s, s->clock[frames - 1]))
    return;
  if (rosin_gesture_turned(g, s->model->duration, 0) == rosin_gesture_turned(g, 0, 0))
    return;
  for (int i = 0; i < frames; i++) {
    const double x = fmax((s->clock[i] - from) / back, 0);
    if (x > 0)
      m->values[i] +=
          x * x * (3 - 2 * x) * (rosin_gesture_turned(g, 0, s->strayed[i]) - m->values[i]);
  }
}

/* Where the gestures are in these samples, each `step` samples. */
static void tell_time(rosin_moving *s, long long first, int frames, int step) {
  for (int i = 0; i < frames; i += step)
    s->strayed[i] =
        rosin_model_strayed(s->model, &s->sway, (double)(first + i + 1) / s->sample_rate);
  for (int i = 0; i < frames; i += step)
    s->clock[i] = rosin_model_clock(s->model, s->strayed[i]);
}

/* Whether they stand, have stood or shall. */
static int stands(const rosin_moving *s) {
  return s->stayed || s->stay != LLONG_MAX;
}

/* Whether a course stays where it is in these samples, up to the `last`: it is held then, and the
 * first and the last are enough. */
static int stays(rosin_moving *s, course *m, int last) {
  const double from = s->clock[0], to = s->clock[last];
  const int travels = m->to.travels && s->stayed;
  return !travels && from <= to && !goes_back(s, to) && hold_still(s, m, from, to);
}

/* Where a course is in each of these samples, in the last of which, `stayed`, gestures stay. */
static void follow(const rosin_moving *s, course *m, int stayed, int frames) {
  const int sine = m->gesture.kind == ROSIN_GESTURE_SINE;
  const double *own = s->stayed && sine ? s->strayed : s->clock;
  for (int i = 0; i < frames; i++)
    m->values[i] = rosin_gesture_turned(&m->gesture, own[i], s->strayed[i]);
  if (s->model->period > 0)
    go_back(s, m, frames);
  if (m->to.travels && s->stayed)
    travel(s, m, stayed, frames);
  if (m->to.touched)
    for (int i = 0; i < frames; i++)
      m->values[i] = step_moved(m, m->values[i], s->ease);
}

void rosin_moving_gestures(rosin_moving *s, long long first, int frames) {
  const int last = frames - 1;
  int told = stands(s), stayed = 0;
  tell_time(s, first, frames, told ? 1 : last > 0 ? last : 1);
  if (told)
    stayed = stand(s, first, frames);
  else
    s->stood = s->strayed[last] - s->behind;
  for (int k = 0; k < s->courses; k++) {
    course *m = &s->course[k];
    m->fed = 0;
    if (m->taken || stays(s, m, last))
      continue;
    if (!told)
      tell_time(s, first, frames, 1);
    told = 1;
    follow(s, m, stayed, frames);
    rosin_network_feed(s->built->network, m->control, m->values);
    m->fed = 1;
  }
}

void rosin_moving_level(rosin_moving *s, double *level, int frames) {
  if (s->level == s->level_to) { /* as it nearly always is; each step waits for the last */
    for (int i = 0; i < frames; i++)
      level[i] = s->level;
    return;
  }
  for (int i = 0; i < frames; i++)
    level[i] = s->level += s->ease * (s->level_to - s->level);
}

void rosin_moving_take(rosin_moving *s, int control) {
  for (int k = 0; k < s->courses; k++)
    s->course[k].taken |= s->course[k].control == control;
  for (int k = 0; k < s->ramps; k++)
    s->ramp[k].taken |= s->ramp[k].control == control;
  rosin_moving_take_drive(s, control);
}

void rosin_moving_give_back(rosin_moving *s, int control) {
  for (int k = 0; k < s->ramps; k++) {
    ramp *r = &s->ramp[k];
    if (!r->taken || r->control != control)
      continue;
    r->taken = s->settled = 0;
    r->now = rosin_network_value(s->built->network, control);
  }
}
