/* SPDX-License-Identifier: BSD-3-Clause */
/* How soon a string of an instrument slips once a period, by the engine alone: from rest, under a
 * bow that lands moving, and where the bow turns. The bow comes to `speed` (m/s) with so many m/s^2
 * (`slope`) under so many times the least force that plays at that speed (`press`); a line for
 * each: how string stop slope press ms periods, from the beginning (at a turn: from where the bow
 * passes zero) to the first slip after which all come within an eighth of the period; -1: never.
 *
 *   attack SCENE rest|land|turn SPEED [STRING [PLACE]]     place: times the usual one */
#include "player/bow/wedge.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 32, MOST = 1 << 17, SLIPS = 4096 };
static const double stops[] = {0, 2, 5, 9, 14}, slopes[] = {1, 1.5, 2, 3, 4, 6},
                    presses[] = {1, 1.4, 2, 2.8, 4};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

typedef enum { REST, LAND, TURN } manner;

static struct {
  rosin_scene *scene;
  int signal, count;
  double rate, bow;                /* the bow's speed now */
  double velocity[MOST], by[MOST]; /* relative; of the bow */
} ear;

static void listen(void *context, const rosin_network *n, long long first, int frames) {
  (void)context, (void)first;
  const double *v = rosin_network_read(n, ear.signal);
  for (int i = 0; v && i < frames && ear.count < MOST; i++) {
    ear.by[ear.count] = fabs(ear.bow);
    ear.velocity[ear.count++] = fabs(v[i]);
  }
}

static void set(const char *owner, const char *key, double value) {
  char name[2 * ROSIN_MODEL_NAME];
  rosin_error error;
  snprintf(name, sizeof name, "%s.%s", owner, key);
  if (rosin_scene_control(ear.scene, name, value, &error))
    fprintf(stderr, "%s\n", error.text);
}

/* s after `from` (s) from which on slips come once a period; < 0: not. */
static double settled(double from, double hertz, double beta, double full) {
  static double at[SLIPS];
  int count = 0, armed = 0;
  for (int i = (int)(from * ear.rate); i < ear.count && count < SLIPS; i++) {
    const double slip = fmax(ear.by[i], 0.2 * full) / beta;
    armed |= ear.velocity[i] < 0.1 * slip;
    if (armed && ear.velocity[i] > 0.33 * slip) {
      armed = 0;
      at[count++] = i / ear.rate;
    }
  }
  int good = count - 1;
  while (good > 0 && fabs((at[good] - at[good - 1]) * hertz - 1) < 0.125)
    good--;
  if (count < 4 || good >= count - 4 || ear.count / ear.rate - at[count - 1] > 1.5 / hertz)
    return -1;
  return at[good] - from;
}

static double where = 1;

static void measure(manner how, int string, double stop, double speed, double slope, double press,
                    const double limit[2]) {
  const rosin_model_instrument *played = &rosin_scene_model(ear.scene)->instrument;
  const rosin_model_course *c = &played->course[string];
  static float out[2 * BLOCK];
  static const char *const names[] = {"rest", "land", "turn"};
  const rosin_model_body *body = NULL;
  for (int b = 0; b < rosin_scene_model(ear.scene)->bodies; b++)
    if (!strcmp(rosin_scene_model(ear.scene)->body[b].name, c->string))
      body = &rosin_scene_model(ear.scene)->body[b];
  const double open = body->string.frequency, hertz = open * exp2(stop / 12);
  const double place = where * played->bow_position * pow(hertz / open, -0.6);
  const double beta = place * hertz / open;
  const double before = how == TURN ? 0.4 : 0, length = before + speed / slope + 0.1 + 14 / hertz;
  const double force = press * limit[0];
  double from = before, v = 0, f = 0;
  rosin_scene_rewind(ear.scene);
  for (int i = 0; i < played->courses; i++) {
    set(played->course[i].bow, "force", 0);
    set(played->course[i].bow, "velocity", 0);
  }
  set(c->string, "finger", stop > 0 ? hertz : 0);
  set(c->string, "mute", stop > 0 ? 4.3 : 0);
  set(c->bow, "position", place);
  ear.count = 0;
  for (int at = 0; at < length * RATE; at += BLOCK) {
    const double t = (double)at / RATE, dt = (double)BLOCK / RATE;
    if (t < before) {
      v = fmin(v + dt * speed / 0.1, speed);
      f = sqrt(limit[0] * limit[1]);
    } else if (how == TURN) {
      const double was = v;
      v = fmax(v - dt * (v > -0.2 * speed ? 16 : slope), -speed);
      f = force;
      if (was > 0 && v <= 0)
        from = t;
    } else if (how == LAND) {
      v = fmin(fmax(v, 0.2 * speed) + dt * slope, speed);
      f += (force - f) * fmin(dt / 0.004, 1);
    } else {
      v = fmin(v + dt * slope, speed);
      f = force;
    }
    ear.bow = v;
    set(c->bow, "force", f);
    set(c->bow, "velocity", v);
    rosin_scene_process(ear.scene, BLOCK, out);
  }
  const double found = settled(from, hertz, beta, speed);
  printf("%s %d %g %g %g %.1f %.1f\n", names[how], string, stop, slope, press,
         found < 0 ? -1 : 1000 * found, found < 0 ? -1 : found * hertz);
  fflush(stdout);
}

int main(int count, char **words) {
  char *errors = NULL;
  rosin_error error = {"usage: attack SCENE rest|land|turn SPEED [STRING]"};
  ear.scene = count >= 4 ? rosin_scene_load(words[1], 0, NULL, &errors) : NULL;
  if (!ear.scene || rosin_scene_prepare(ear.scene, RATE, BLOCK, &error)) {
    fprintf(stderr, "%s\n", errors ? errors : error.text);
    return 1;
  }
  const manner how = words[2][0] == 'l' ? LAND : words[2][0] == 't' ? TURN : REST;
  const double speed = atof(words[3]);
  const rosin_model *m = rosin_scene_model(ear.scene);
  where = count > 5 ? atof(words[5]) : 1;
  ear.rate = rosin_scene_engine_rate(ear.scene);
  rosin_scene_set_tap(ear.scene, listen, NULL);
  for (int i = 0; i < m->instrument.courses; i++) {
    if (count > 4 && atoi(words[4]) != i)
      continue;
    ear.signal = rosin_scene_bow_signal(ear.scene, i);
    for (int s = 0; s < COUNT(stops); s++) {
      double limit[2];
      if (!rosin_wedge_at(&m->instrument.course[i].wedge, stops[s], where, speed, &limit[0],
                          &limit[1]))
        return 1;
      for (int a = 0; a < COUNT(slopes); a++)
        for (int f = 0; f < COUNT(presses); f++)
          measure(how, i, stops[s], speed, slopes[a], presses[f], limit);
    }
  }
  rosin_scene_free(ear.scene);
  return 0;
}
