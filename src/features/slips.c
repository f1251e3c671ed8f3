/* SPDX-License-Identifier: BSD-3-Clause */
/* A slip begins where the relative velocity passes a quarter of its largest and is over below a
 * tenth of it, as src/regime/ tells slips where nothing is known of the bow. */
#include "features/slips.h"
#include "regime/regime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20, PERIODS = 20 };

static const rosin_model_contact *chosen(const rosin_model *m) {
  const rosin_model_contact *bow =
      m->instrument.courses ? rosin_model_contact_named(m, m->instrument.course[0].bow) : NULL;
  return bow ? bow : m->contacts ? &m->contact[0] : NULL;
}

int rosin_slips_ask(rosin_slips *s, rosin_scene *scene) {
  const rosin_model *m = rosin_scene_model(scene);
  const rosin_model_contact *c = chosen(m);
  char name[ROSIN_MODEL_NAME + 16];
  const char *const names[] = {name};
  *s = (rosin_slips){.signal = -1};
  if (!c)
    return 0;
  snprintf(s->contact, sizeof s->contact, "%s", c->name);
  const rosin_model_body *string = rosin_model_string_of(m, c);
  if (string)
    s->period = 1 / string->string.frequency;
  snprintf(name, sizeof name, "%s.velocity", c->name);
  return rosin_scene_probe(scene, 1, names);
}

static void on_stretch(void *context, const rosin_network *network, long long first, int frames) {
  rosin_slips *s = context;
  const double *v = rosin_network_read(network, s->signal);
  (void)first;
  for (int i = 0; v && i < frames && s->count < s->room; i++)
    s->velocity[s->count++] = (float)v[i];
}

int rosin_slips_begin(rosin_slips *s, rosin_scene *scene) {
  const double length = rosin_scene_duration(scene) * rosin_scene_engine_rate(scene);
  if (!*s->contact)
    return 0;
  s->signal = rosin_scene_probe_signal(scene, 0);
  s->room = length < MOST ? (int)length + 64 : MOST;
  s->velocity = malloc((size_t)s->room * sizeof *s->velocity);
  if (s->velocity)
    rosin_scene_set_tap(scene, on_stretch, s);
  return s->velocity ? 0 : -1;
}

/* Motion of the middle periods, for src/regime/; NULL without memory. */
static const char *regime_of(const rosin_slips *s, double rate) {
  const int count = (int)ceil(PERIODS * s->period * rate), first = (s->count - count) / 2;
  rosin_regime regime;
  if (count > s->count || !(s->period > 0))
    return "";
  double *v = malloc((size_t)count * sizeof *v);
  if (!v)
    return NULL;
  for (int i = 0; i < count; i++)
    v[i] = (double)s->velocity[first + i];
  rosin_regime_find(
      &(rosin_motion){.rate = rate, .period = s->period, .count = count, .velocity = v}, &regime);
  free(v);
  return rosin_regime_name(regime.kind);
}

int rosin_slips_end(const rosin_slips *s, double rate, rosin_slip_statistics *found) {
  float top = 0;
  int slips = 0, inside = 0, slipping = 0;
  *found = (rosin_slip_statistics){NAN, NAN, ""};
  for (int i = 0; i < s->count; i++)
    top = fmaxf(top, fabsf(s->velocity[i]));
  if (!(top > 0))
    return 0;
  for (int i = 0; i < s->count; i++) {
    const float v = fabsf(s->velocity[i]);
    const int now = slipping ? v > 0.1F * top : v > 0.25F * top;
    slips += now && !slipping;
    inside += now;
    slipping = now;
  }
  found->rate = round(100 * slips * rate / s->count) / 100;
  found->share = round(1e4 * inside / s->count) / 1e4;
  found->regime = regime_of(s, rate);
  return found->regime ? 0 : -1;
}

void rosin_slips_free(rosin_slips *s) {
  free(s->velocity);
  *s = (rosin_slips){.signal = -1};
}
