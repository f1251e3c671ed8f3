/* SPDX-License-Identifier: BSD-3-Clause */
/** A system of the reference (tests/reference) in the engine, for programs that set the two
 *  side by side. The displacement compared is the mean of the values at a sample's two ends,
 *  which is what the engine's midpoint rule calls x at its middle. */
#ifndef VERIFY_ENGINE_H
#define VERIFY_ENGINE_H

#include "rosin.h"
#include "tests/reference/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What becomes of a mode before the engine gets it, or NULL. */
typedef rosin_mode (*engine_warp)(rosin_mode mode, double rate);

/** L2 of x over the reference's, at every `stride`th of its samples. */
static inline double relative_error(const double *x, const double *fine, int samples, int stride) {
  double error = 0, size = 0;
  for (long i = 0; i < samples; i++) {
    const double before = i ? fine[i * stride - 1] : 0, after = fine[(i + 1) * stride - 1];
    const double want = 0.5 * (before + after);
    error += (x[i] - want) * (x[i] - want);
    size += want * want;
  }
  return sqrt(error / size);
}

/* Modes whose shape at contact 0 is positive belong to body a, negative to b. */
static inline rosin_body *body_of(const ref_system *s, double sign, double rate, engine_warp warp) {
  rosin_mode mode[REF_MODES];
  double weight[REF_MODES * REF_CONTACTS];
  double position[REF_CONTACTS];
  int count = 0;
  for (int l = 0; l < s->modes; l++)
    if (s->mode[l].shape[0] * sign > 0) {
      const rosin_mode m = {
          .frequency = s->mode[l].frequency, .q = s->mode[l].q, .mass = s->mode[l].mass};
      mode[count++] = warp ? warp(m, rate) : m;
    }
  for (int i = 0; i < s->contacts; i++) {
    position[i] = i;
    for (int l = 0, k = 0; l < s->modes; l++)
      if (s->mode[l].shape[0] * sign > 0)
        weight[i * count + k++] = s->mode[l].shape[i] * sign;
  }
  const rosin_modal_spec spec = {
      .modes = count, .mode = mode, .points = s->contacts, .position = position, .weight = weight};
  rosin_error error;
  rosin_body *body = count ? rosin_modal_new(&spec, rate, &error) : NULL;
  if (count && !body) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return body;
}

static inline rosin_contact *contact_of(const ref_contact *c, double rate) {
  static const char *const names[] = {"elastoplastic", "lugre", "dahl", "induction"};
  rosin_contact *out = rosin_contact_new(names[c->law], rate, NULL);
  const struct {
    const char *key;
    double value;
  } values[] = {{"sigma0", c->sigma0},
                {"sigma1", c->sigma1},
                {"sigma2", c->sigma2},
                {"mu_static", c->mu_static},
                {"mu_kinetic", c->mu_kinetic},
                {"stribeck_velocity", c->stribeck_velocity},
                {"breakaway", c->breakaway},
                {"mu", c->mu},
                {"v0", c->v0},
                {"zeta", c->zeta},
                {"stiffening", c->stiffening},
                {"stiffening_load", c->stiffening_load},
                {"load_fall", c->relaxes}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (!isnan(rosin_contact_get(out, values[i].key)))
      rosin_contact_set(out, values[i].key, values[i].value, NULL);
  return out;
}

static inline void feed(rosin_network *n, const char *name, const ref_control *c, double t,
                        double rate, double *buffer, int frames) {
  for (int i = 0; i < frames; i++)
    buffer[i] = ref_at(c, t + (i + 1) / rate);
  rosin_network_feed(n, rosin_network_control(n, name), buffer);
}

/* Displacement of body b at contact 0. */
static inline void run_engine(const ref_system *s, double rate, int samples, engine_warp warp,
                              double *out) {
  enum { BLOCK = 40 };
  double buffer[2 * REF_CONTACTS + 1][BLOCK];
  char key[64];
  rosin_body *a = body_of(s, 1, rate, warp), *b = body_of(s, -1, rate, warp);
  rosin_contact *contact[REF_CONTACTS];
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_network_body(n, "b", b, NULL);
  if (a)
    rosin_network_body(n, "a", a, NULL);
  for (int i = 0; i < s->contacts; i++) {
    contact[i] = contact_of(&s->contact[i], rate);
    snprintf(key, sizeof key, "c%d", i);
    rosin_network_contact(n, key, contact[i], a ? "a" : "-", "b", NULL);
  }
  if (s->push.corners)
    rosin_network_push(n, "p", "b", 0, NULL);
  const int signal = rosin_network_signal(n, "b.displacement@0", NULL);
  for (int i = 0; i < s->contacts; i++) {
    snprintf(key, sizeof key, "c%d.position", i);
    rosin_network_hold(n, rosin_network_control(n, key), i);
    snprintf(key, sizeof key, "c%d.position_a", i);
    rosin_network_hold(n, rosin_network_control(n, key), i);
    snprintf(key, sizeof key, "c%d.force", i);
    rosin_network_hold(n, rosin_network_control(n, key), ref_at(&s->contact[i].force, 0));
    snprintf(key, sizeof key, "c%d.velocity", i);
    rosin_network_hold(n, rosin_network_control(n, key), ref_at(&s->contact[i].velocity, 0));
  }
  if (rosin_network_prepare(n, NULL))
    exit(1);
  for (int at = 0; at < samples; at += BLOCK) {
    for (int i = 0; i < s->contacts; i++) {
      snprintf(key, sizeof key, "c%d.force", i);
      feed(n, key, &s->contact[i].force, at / rate, rate, buffer[2 * i], BLOCK);
      snprintf(key, sizeof key, "c%d.velocity", i);
      feed(n, key, &s->contact[i].velocity, at / rate, rate, buffer[2 * i + 1], BLOCK);
    }
    if (s->push.corners)
      feed(n, "p.force", &s->push, at / rate, rate, buffer[2 * REF_CONTACTS], BLOCK);
    rosin_network_process(n, BLOCK);
    memcpy(out + at, rosin_network_read(n, signal), BLOCK * sizeof *out);
  }
  rosin_network_free(n);
  rosin_body_free(a);
  rosin_body_free(b);
  for (int i = 0; i < s->contacts; i++)
    rosin_contact_free(contact[i]);
}

#endif
