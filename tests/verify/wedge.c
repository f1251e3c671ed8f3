/* SPDX-License-Identifier: BSD-3-Clause */
/* The forces with which a bow on an instrument's strings gives one slip a period, measured by the
 * engine: for scenes/instruments.py, which keeps them in the scene. From rest, at stops, places and
 * speeds that a player uses, clear of nodes as the player is; of the forces that were tried the
 * longest unbroken run that plays. A line for each: string stop place speed low high, in semitones,
 * times the usual place, m/s, N (0 0: none).
 *
 *   wedge SCENE [coarse]     coarse: every other stop and speed */
#include "player/bow/wedge.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, MOST = 1 << 18, FORCES = 16 };
static const double FLATTEST = -35, SHARPEST = 20; /* cents */
static const double stops[] = {0, 2, 5, 9, 14, 20, 27}, places[] = {0.72, 1, 1.4},
                    speeds[] = {0.04, 0.1, 0.2, 0.4};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

typedef struct {
  rosin_scene *scene;
  int signal, count;
  double rate, from; /* s, from when on it is heard */
  double velocity[MOST];
} listener;

static listener ear;

static void listen(void *context, const rosin_network *n, long long first, int frames) {
  listener *l = context;
  const double *v = rosin_network_read(n, l->signal);
  for (int i = 0; v && i < frames && (double)first >= l->from * l->rate && l->count < MOST; i++)
    l->velocity[l->count++] = fabs(v[i]);
}

/* Cents between the rate of the slips and `hertz`; far off where there are more or less than one a
 * period. A slip begins where |v| passes a third of the ideal slip's speed, armed again below a
 * tenth. */
static double cents_off(const listener *l, double slip, double hertz) {
  const double high = 0.33 * slip;
  int count = 0, armed = 0;
  double first = 0, last = 0;
  for (int i = 1; i < l->count; i++) {
    armed |= l->velocity[i] < 0.1 * slip;
    if (!armed || l->velocity[i] < high)
      continue;
    armed = 0;
    last = i - (l->velocity[i] - high) / fmax(l->velocity[i] - l->velocity[i - 1], 1e-12);
    first = count++ ? first : last;
  }
  return count > 2 && last > first ? 1200 * log2((count - 1) * l->rate / (last - first) / hertz)
                                   : -9999;
}

static void set(const char *owner, const char *key, double value) {
  char name[2 * ROSIN_MODEL_NAME];
  rosin_error error;
  snprintf(name, sizeof name, "%s.%s", owner, key);
  if (rosin_scene_control(ear.scene, name, value, &error))
    fprintf(stderr, "%s\n", error.text);
}

/* One stroke from rest: whether it has come to one slip a period, at a pitch that a finger can
 * mend: a heavy bow flattens. */
static int plays(const rosin_model_course *c, double hertz, double open, double beta, double place,
                 double speed, double force) {
  static float out[2 * BLOCK];
  /* a heavy string needs some periods to start (Guettler 2002), as the player gives it */
  const double rise = fmax(0.1, 8 / hertz), heard = fmax(24 / hertz, 0.06),
               length = rise + 0.2 + 8 / hertz + heard;
  rosin_scene_rewind(ear.scene);
  for (int i = 0; i < rosin_scene_model(ear.scene)->instrument.courses; i++) {
    set(rosin_scene_model(ear.scene)->instrument.course[i].bow, "force", 0);
    set(rosin_scene_model(ear.scene)->instrument.course[i].bow, "velocity", 0);
  }
  set(c->string, "finger", hertz > 1.01 * open ? hertz : 0);
  set(c->string, "mute", hertz > 1.01 * open ? 4.3 : 0);
  set(c->bow, "position", place);
  set(c->bow, "force", force);
  ear.count = 0;
  ear.from = length - heard;
  for (int at = 0; at < length * RATE; at += BLOCK) {
    set(c->bow, "velocity", speed * fmin(at / (rise * RATE), 1));
    rosin_scene_process(ear.scene, BLOCK, out);
  }
  const double off = cents_off(&ear, speed / beta, hertz);
  return off > FLATTEST && off < SHARPEST;
}

static void measure(int string, double stop, double place, double speed, double impedance,
                    double open) {
  const rosin_model_instrument *played = &rosin_scene_model(ear.scene)->instrument;
  const double hertz = open * exp2(stop / 12),
               usual = played->bow_position * place * pow(hertz / open, -0.6);
  const double beta = fmin(rosin_clear_of_nodes(usual * hertz / open, played->nodes), 0.45),
               at = beta * open / hertz, most = 2 * impedance * speed / (0.6 * beta);
  double low = 0, high = 0, begin = 0;
  for (int i = 0; i <= FORCES; i++) {
    const double force = 0.05 * most * pow(30, i / (FORCES - 1.0));
    if (i < FORCES && plays(&played->course[string], hertz, open, beta, at, speed, force)) {
      begin = begin > 0 ? begin : force;
      if (low <= 0 || force / begin >= high / low) {
        low = begin;
        high = force;
      }
    } else {
      begin = 0;
    }
  }
  printf("%d %g %g %g %.3g %.3g\n", string, stop, place, speed, low, high);
  fflush(stdout);
}

int main(int count, char **words) {
  char *errors = NULL;
  rosin_error error = {"usage: wedge SCENE [coarse]: every other stop and speed"};
  const int step = count == 3 && !strcmp(words[2], "coarse") ? 2 : 1;
  ear.scene = count == 1 + step ? rosin_scene_load(words[1], 0, NULL, &errors) : NULL;
  if (!ear.scene || rosin_scene_prepare(ear.scene, RATE, BLOCK, &error)) {
    fprintf(stderr, "%s\n", errors ? errors : error.text);
    return 1;
  }
  const rosin_model *m = rosin_scene_model(ear.scene);
  ear.rate = rosin_scene_engine_rate(ear.scene);
  rosin_scene_set_tap(ear.scene, listen, &ear);
  for (int i = 0; i < m->instrument.courses; i++) {
    double open = 0, impedance = 0;
    for (int b = 0; b < m->bodies; b++)
      if (!strcmp(m->body[b].name, m->instrument.course[i].string)) {
        open = m->body[b].string.frequency;
        impedance = m->body[b].string.impedance;
      }
    ear.signal = rosin_scene_bow_signal(ear.scene, i);
    for (int s = 0; s < COUNT(stops) && stops[s] <= m->instrument.highest; s += step)
      for (int k = 0; k < COUNT(places); k++)
        for (int v = 0; v < COUNT(speeds); v += step)
          measure(i, stops[s], places[k], speeds[v], impedance, open);
  }
  rosin_scene_free(ear.scene);
  return 0;
}
