/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/ending.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>
#include <string.h>

static const double BASE = 0.4;   /* s: to stop, and to be silent where nothing rings */
static const double FALLS = 1.6;  /* times T60: from full scale to -96 dBFS */
static const double LONGEST = 60; /* s, of what has no loss */
static const double AUDIBLE = 16; /* Hz */

/* ---- when it is over -------------------------------------------------------------------- */

/* What the gestures that drive a scene say of its end. */
typedef struct {
  double end; /* s, of those that have one */
  int ends;   /* there are such */
  int rules;  /* one goes on for as long as the sound */
} driven;

static int is(const rosin_model_control *c, const char *name) {
  return strcmp(c->row->name, name) == 0;
}

static void consider(driven *d, const rosin_model_control *control, int count) {
  for (int i = 0; i < count; i++) {
    const rosin_model_control *c = &control[i];
    const rosin_gesture *g = &c->gesture;
    if (!is(c, "force") && !is(c, "velocity") && !is(c, "rolling") && !is(c, "sideways"))
      continue;
    d->rules |= g->kind >= ROSIN_GESTURE_GUSTS;
    if (g->kind != ROSIN_GESTURE_POINTS && g->kind != ROSIN_GESTURE_SERIES)
      continue;
    d->ends = 1;
    d->end = fmax(d->end, rosin_gesture_end(g));
  }
}

double rosin_model_ends(const rosin_model *m) {
  driven d = {m->duration, 0, 0};
  for (int i = 0; i < m->contacts; i++)
    consider(&d, m->contact[i].control, m->contact[i].controls);
  for (int i = 0; i < m->links; i++)
    if (m->link[i].push)
      consider(&d, m->link[i].control, m->link[i].controls);
  return d.ends && !d.rules ? d.end : (double)INFINITY;
}

/* ---- how long it rings ------------------------------------------------------------------ */

/* What a control is at least and at most, wherever its gesture and its macros are. */
static void range(const rosin_model *m, const rosin_model_control *c, double *low, double *high) {
  rosin_gesture_range(&c->gesture, low, high);
  for (int i = 0; i < m->macros; i++)
    for (int k = 0; k < m->macro[i].targets; k++) {
      const rosin_macro_target *t = &m->macro[i].target[k];
      double least = INFINITY, most = 0;
      if (t->kind != ROSIN_TARGET_CONTROL || t->control != c || t->how == ROSIN_MACRO_RATE)
        continue;
      for (int j = 0; j < t->points; j++) {
        least = fmin(least, t->y[j]);
        most = fmax(most, t->y[j]);
      }
      *low = t->how == ROSIN_MACRO_SET     ? least
             : t->how == ROSIN_MACRO_SCALE ? *low * least
                                           : *low + least;
      *high = t->how == ROSIN_MACRO_SET     ? most
              : t->how == ROSIN_MACRO_SCALE ? *high * most
                                            : *high + most;
    }
}

static double of(double value) {
  return value > 0 ? value : 1;
}

/* The lowest that the body's frequencies come to, over what they are as it is made; full, if it
 * is a vessel that is filled. */
static double lowest(const rosin_model *m, const rosin_model_body *b, double *full) {
  double factor = 1, low, high;
  *full = b->made.fill;
  for (int i = 0; i < b->controls; i++) {
    const rosin_model_control *c = &b->control[i];
    range(m, c, &low, &high);
    if (is(c, "pitch"))
      factor *= low / of(b->made.pitch);
    else if (is(c, "size"))
      factor *= of(b->made.size) / high;
    else if (is(c, "tension") && b->made.tension > 0)
      factor *= sqrt(fmax(low, 0) / b->made.tension);
    else if (is(c, "fill"))
      *full = high;
  }
  return fmax(factor, 1e-3);
}

/* s, in which a mode falls by 60 dB; 0 if it is too low to be heard. */
static double modal_t60(const rosin_mode *mode, double factor, double load) {
  const double f = mode->frequency * factor / sqrt(load);
  if (mode->frequency < AUDIBLE)
    return 0;
  if (mode->q > 0)
    return rosin_log(1000.0) * mode->q / (pi * f);
  return mode->t60 > 0 ? mode->t60 : LONGEST;
}

static double body_t60(const rosin_model *m, const rosin_model_body *b) {
  double most = 0, full, factor;
  if (b->modal) {
    factor = lowest(m, b, &full);
    for (int l = 0; l < b->modes; l++) {
      const double added =
          b->load ? b->load[l] * (rosin_pow(full, 4) - rosin_pow(b->made.fill, 4)) : 0;
      most = fmax(most, modal_t60(&b->mode[l], factor, fmax(1 + added, 1)));
    }
    return most;
  }
  for (int i = 0; i < b->string.damping_points; i++)
    most = fmax(most, b->damping[i].t60);
  return b->string.damping_points ? most
                                  : rosin_log(1000.0) * b->string.q / (pi * b->string.frequency);
}

double rosin_model_tail(const rosin_model *m) {
  double most = 0;
  if (m->tail > 0)
    return m->tail;
  for (int i = 0; i < m->bodies; i++)
    most = fmax(most, body_t60(m, &m->body[i]));
  return fmin(BASE + FALLS * most, LONGEST);
}
