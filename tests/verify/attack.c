/* SPDX-License-Identifier: BSD-3-Clause */
/* How soon a string of an instrument slips once a period, by the engine alone: a bow that lands
 * moving on a string at rest, and one that turns on a string that sounds. Without more: as the
 * player starts hurried strokes (rosin_start_quick), a line for each figure, name value samples
 * seed. With a manner: a map over slopes (m/s^2) and forces (in least ones that play at that
 * speed), a line for each: how string stop slope press ms periods, until the first slip after which
 * all come within an eighth of the period (at a turn from where the bow passes zero); -1: never.
 *
 *   attack SCENE [land|turn SPEED [STRING]] */
#include "player/bow/start.h"
#include "player/bow/wedge.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 32, MOST = 1 << 17, SLIPS = 4096 };
static const double stops[] = {0, 2, 5, 9, 14}, slopes[] = {0.5, 1, 1.5, 2, 3, 4, 6},
                    presses[] = {1, 1.4, 2, 2.8, 4};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

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

static const rosin_model_body *body_of(const char *name) {
  const rosin_model *m = rosin_scene_model(ear.scene);
  for (int b = 0; b < m->bodies; b++)
    if (!strcmp(m->body[b].name, name))
      return &m->body[b];
  return NULL;
}

static double pitch_of(int string, double stop) {
  const rosin_model_course *c = &rosin_scene_model(ear.scene)->instrument.course[string];
  return body_of(c->string)->string.frequency * exp2(stop / 12);
}

static void rest(const rosin_model_course *c, double stop, double hertz, double place) {
  const rosin_model_instrument *played = &rosin_scene_model(ear.scene)->instrument;
  rosin_scene_rewind(ear.scene);
  for (int i = 0; i < played->courses; i++) {
    set(played->course[i].bow, "force", 0);
    set(played->course[i].bow, "velocity", 0);
  }
  set(c->string, "finger", stop > 0 ? hertz : 0);
  set(c->string, "mute", stop > 0 ? 4.3 : 0);
  set(c->bow, "position", place);
  ear.count = 0;
}

/* The bow's speed after `dt` more of a start, from `v`. */
static double faster(double v, const rosin_start *start, double full, double dt) {
  return fmin(v + dt * (v < start->first ? rosin_start_first() : start->slope), full);
}

/* s until one slip a period; < 0: never. */
static double measure(rosin_start_kind how, int string, double stop, double full,
                      const rosin_start *start, double usual) {
  const rosin_model_instrument *played = &rosin_scene_model(ear.scene)->instrument;
  const rosin_model_course *c = &played->course[string];
  static float out[2 * BLOCK];
  const double hertz = pitch_of(string, stop), open = pitch_of(string, 0);
  const double place = played->bow_position * pow(hertz / open, -0.6), beta = place * hertz / open;
  const double before = how == ROSIN_START_TURNS ? 0.4 : 0, dt = (double)BLOCK / RATE;
  const double length = before + full / start->slope + 0.1 + 14 / hertz;
  double from = before, v = 0, f = 0;
  int turned = how == ROSIN_START_LANDS;
  rest(c, stop, hertz, place);
  for (int at = 0; at < length * RATE; at += BLOCK) {
    const double t = at * dt / BLOCK;
    if (t < before) {
      v = fmin(v + dt * full / 0.1, full);
      f = usual;
    } else if (!turned) {
      v = fmax(v - dt * rosin_start_brake(), 0);
      turned = v <= 0;
      from = t;
    } else {
      v = faster(v, start, full, dt);
      f += (start->force - f) * fmin(dt / 0.004, 1); /* the time a bow takes to come down */
    }
    const double signed_v = how == ROSIN_START_TURNS && turned ? -v : v;
    ear.bow = v;
    set(c->bow, "force", f);
    set(c->bow, "velocity", signed_v);
    rosin_scene_process(ear.scene, BLOCK, out);
  }
  return settled(from, hertz, beta, full);
}

static int limits_at(int string, double stop, double speed, double limit[2]) {
  const rosin_model_instrument *played = &rosin_scene_model(ear.scene)->instrument;
  ear.signal = rosin_scene_bow_signal(ear.scene, string);
  return rosin_wedge_at(played->course[string].wedge, stop, 1, speed, &limit[0], &limit[1]);
}

static void map(rosin_start_kind how, double speed, int string) {
  static const char *const names[] = {"", "land", "turn"};
  for (int s = 0; s < COUNT(stops); s++) {
    double limit[2];
    if (!limits_at(string, stops[s], speed, limit))
      continue;
    const double hertz = pitch_of(string, stops[s]);
    const rosin_start own = rosin_start_quick(how, limit[0], limit[1], speed, hertz);
    for (int a = 0; a < COUNT(slopes); a++)
      for (int k = 0; k < COUNT(presses); k++) {
        const rosin_start start = {presses[k] * limit[0], slopes[a], own.first};
        const double found =
            measure(how, string, stops[s], speed, &start, sqrt(limit[0] * limit[1]));
        printf("%s %d %g %g %g %.1f %.1f\n", names[how], string, stops[s], slopes[a], presses[k],
               found < 0 ? -1 : 1000 * found, found < 0 ? -1 : found * hertz);
      }
  }
}

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The player's own starts at three speeds: the median of each string, and how many are there within
 * 40 % of a sixteenth at 100 beats a minute. */
static void check(rosin_start_kind how, const char *name) {
  static const double in_time = 0.06, speeds[] = {0.13, 0.17, 0.21};
  const int strings = rosin_scene_model(ear.scene)->instrument.courses;
  int good = 0, all = 0;
  for (int i = 0; i < strings; i++) {
    double found[COUNT(stops) * COUNT(speeds)], limit[2];
    int count = 0;
    for (int s = 0; s < COUNT(stops) * COUNT(speeds); s++) {
      const double stop = stops[s % COUNT(stops)], speed = speeds[s / COUNT(stops)];
      if (!limits_at(i, stop, speed, limit))
        continue;
      const rosin_start start =
          rosin_start_quick(how, limit[0], limit[1], speed, pitch_of(i, stop));
      const double time = measure(how, i, stop, speed, &start, sqrt(limit[0] * limit[1]));
      found[count++] = time < 0 ? 1 : time;
      good += time >= 0 && time <= in_time;
      all++;
    }
    qsort(found, (size_t)count, sizeof *found, rising);
    if (count)
      printf("attack_%s_%s_ms %.1f %d 0\n", name,
             rosin_scene_model(ear.scene)->instrument.course[i].string, 1000 * found[count / 2],
             count);
  }
  printf("attack_%s_in_time_percent %.1f %d 0\n", name, 100.0 * good / all, all);
}

int main(int count, char **words) {
  char *errors = NULL;
  rosin_error error = {"usage: attack SCENE [land|turn SPEED [STRING]]"};
  ear.scene = count == 2 || count >= 4 ? rosin_scene_load(words[1], 0, NULL, &errors) : NULL;
  if (!ear.scene || rosin_scene_prepare(ear.scene, RATE, BLOCK, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  ear.rate = rosin_scene_engine_rate(ear.scene);
  rosin_scene_set_tap(ear.scene, listen, NULL);
  if (count == 2) {
    check(ROSIN_START_LANDS, "land");
    check(ROSIN_START_TURNS, "turn");
  }
  for (int i = 0; count > 3 && i < rosin_scene_model(ear.scene)->instrument.courses; i++)
    if (count < 5 || atoi(words[4]) == i)
      map(words[2][0] == 'l' ? ROSIN_START_LANDS : ROSIN_START_TURNS, atof(words[3]), i);
  rosin_scene_free(ear.scene);
  return 0;
}
