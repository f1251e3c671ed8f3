/* SPDX-License-Identifier: BSD-3-Clause */
/* Outlets: a factor, and a high-pass against what does not sound. What a body gives is
 * sound, so that a first one is near -18 dBFS; what contacts and joints give, and where
 * a body is, are data in SI units. */
#include "pd/net/sound/level.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>
#include <string.h>

enum { VELOCITY = 1 };
static const struct {
  const char *key; /* begins so */
  double gain, hip;
} sounds[] = {{"bridge_force", 0.2, 20}, {"velocity", 1.5, 20}, {"acceleration", 0.0005, 20}};

void rosin_pd_level_default(const rosin_pd_member *m, rosin_pd_output *out) {
  double gain = 1, hip = 0;
  for (int i = 0; i < 3 && m->class->kind == ROSIN_PD_BODY; i++)
    if (strncmp(out->key, sounds[i].key, strlen(sounds[i].key)) == 0) {
      gain =
          i == VELOCITY && m->class->velocity_gain > 0 ? m->class->velocity_gain : sounds[i].gain;
      hip = sounds[i].hip;
    }
  if (!out->own_gain)
    out->gain = gain * (m->louder > 0 ? m->louder : 1);
  if (!out->own_hip)
    out->hip = hip;
}

void rosin_pd_louder(rosin_pd_member *m, double factor, int at_once) {
  const double before = m->louder > 0 ? m->louder : 1;
  if (factor == before)
    return;
  m->still = 0;
  m->louder = factor;
  for (int k = 0; k < m->outputs; k++) {
    rosin_pd_output *out = &m->output[k];
    rosin_pd_level_default(m, out);
    if (!out->own_gain && !at_once)
      out->lift = before / factor;
  }
}

void rosin_pd_level_glide(const rosin_pd_member *m, rosin_pd_output *out) {
  out->lift = rosin_pow(out->lift, rosin_exp(-m->n / (0.005 * m->rate)));
  if (fabs(out->lift - 1) < 1e-6)
    out->lift = 0;
}

/* It stands still, as it did before: what rests. */
static int stands_still(const rosin_pd_output *out, double gain, const double *from, int n,
                        int rests) {
  if (out->reached != gain || (out->hip > 0 && (out->passed != 0 || from[0] != out->last)))
    return 0;
  return rests || memcmp(from, from + 1, (size_t)(n - 1) * sizeof *from) == 0;
}

static t_sample clean(double y) {
  return fabs(y) > 1e-30 ? (t_sample)y : 0; /* denormals stay inside */
}

void rosin_pd_level(rosin_pd_output *out, const double *from, t_sample *to, int n, double rate,
                    int rests) {
  const double gain = out->lift > 0 ? out->lift * out->gain : out->gain;
  if (stands_still(out, gain, from, n, rests)) {
    const t_sample x = clean(out->hip > 0 ? 0 : from[0] * gain);
    if (x == 0) /* as nearly all that rests does */
      memset(to, 0, (size_t)n * sizeof *to);
    else
      for (int i = 0; i < n; i++)
        to[i] = x;
    return;
  }
  const double step = (gain - out->reached) / n;
  const double pole = out->hip > 0 ? rosin_exp(-2 * pi * out->hip / rate) : 0;
  const double norm = 0.5 * (1 + pole);
  for (int i = 0; i < n; i++) {
    double y = from[i];
    if (out->hip > 0) {
      y = norm * (y - out->last) + pole * out->passed;
      out->last = from[i];
      out->passed = fabs(y) > 1e-30 ? y : 0;
    }
    out->reached = i + 1 < n ? out->reached + step : gain;
    y *= out->reached;
    to[i] = clean(y);
  }
}
