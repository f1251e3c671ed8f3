/* SPDX-License-Identifier: BSD-3-Clause */
/* The stroke every point of a map gets. From rest: the velocity grows along a line, force
 * and place are held, as in the measurements of Galluzzo and Woodhouse and of Lampis,
 * Mayer and Chatziioannou (2024). From Helmholtz motion: begun where it comes easily, then
 * led to the point in one line of place and force and one of force alone; a string is
 * bistable near the limits of the force, and so the limits of a motion that is there
 * already are found, which Schelleng's formulas are about. */
#include "host/map/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The accelerated part of a stroke, m, as of the bowing robot of 2024. */
static const double accelerated = 0.06;
/* Where Helmholtz motion comes easily, as a share of what sounds. */
static const double easy = 0.12;
/* From Helmholtz motion: ends of its parts, periods. */
static const double settled = 40, there = 70, pressed = 110, judged = 170;

double *rosin_map_hand_of(const rosin_map *map, rosin_map_hand *hand, const char *key) {
  const size_t length = strlen(map->name);
  if (map->start == ROSIN_MAP_AS_WRITTEN || strncmp(key, map->name, length) != 0 ||
      key[length] != '.')
    return NULL;
  key += length + 1;
  return strcmp(key, "velocity") == 0         ? &hand->velocity
         : strcmp(key, "velocity.slope") == 0 ? &hand->slope
         : strcmp(key, "force") == 0          ? &hand->force
         : strcmp(key, "position") == 0       ? &hand->position
                                              : NULL;
}

double rosin_map_stroke_velocity(const rosin_map_stroke *s, double time) {
  const double sign = s->hand.velocity < 0 ? -1 : 1;
  if (s->start == ROSIN_MAP_AS_RECORDED)
    return rosin_recording_at(s->recorded, s->recorded->velocity, time);
  if (s->hand.slope > 0)
    return sign * fmin(s->hand.slope * time, sqrt(2 * s->hand.slope * accelerated));
  return s->hand.velocity * fmin(time / s->rise, 1);
}

static double lead(double from, double to, double time, double begin, double end) {
  return from + (to - from) * fmin(fmax((time - begin) / (end - begin), 0), 1);
}

static double led(double from, double to, double time, double begin, double end) {
  return from > 0 && to > 0 ? from * pow(to / from, lead(0, 1, time, begin, end))
                            : lead(from, to, time, begin, end);
}

/* A force well inside: the lower formula is met by no string, the upper one by many. */
static double inside(double low, double high) {
  return low < high ? pow(low, 0.2) * pow(high, 0.8) : (double)NAN;
}

static double position_at(const rosin_map_stroke *s, double time) {
  const double t = (time - s->late) / s->period;
  return s->start == ROSIN_MAP_FROM_HELMHOLTZ
             ? led(s->first_position, s->hand.position, t, settled, there)
             : s->hand.position;
}

static double force_at(const rosin_map_stroke *s, double time) {
  const double t = (time - s->late) / s->period;
  if (s->start == ROSIN_MAP_AS_RECORDED) /* what a sensor calls less than nothing is nothing */
    return fmax(rosin_recording_at(s->recorded, s->recorded->force, time), 0);
  if (s->start != ROSIN_MAP_FROM_HELMHOLTZ || !(s->first_force > 0))
    return s->hand.force;
  return t < there ? led(s->first_force, s->middle_force, t, settled, there)
                   : led(s->middle_force, s->hand.force, t, there, pressed);
}

double rosin_map_stroke_parts(const rosin_map_stroke *s) {
  return s->first_force > 0 ? floor((there * s->period + s->late) * s->rate) - 1 : 0;
}

static void drive(void *context, long long first, int frames) {
  rosin_map_stroke *s = context;
  const double time = (double)(first + frames) / s->rate;
  rosin_scene_ramp(s->scene, s->velocity, rosin_map_stroke_velocity(s, time));
  rosin_scene_ramp(s->scene, s->force, force_at(s, time));
  if (s->position >= 0)
    rosin_scene_ramp(s->scene, s->position, position_at(s, time));
}

static int take(const rosin_map *map, rosin_scene *scene, const char *key, rosin_error *error) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%s.%s", map->name, key);
  return rosin_scene_ramp_add(scene, name, error);
}

int rosin_map_stroke_take(const rosin_map *map, rosin_scene *scene, rosin_map_stroke *s,
                          rosin_error *error) {
  *s = (rosin_map_stroke){.scene = scene,
                          .start = map->start,
                          .rate = rosin_scene_engine_rate(scene),
                          .rise = map->rise,
                          .position = -1};
  if (map->start == ROSIN_MAP_AS_WRITTEN)
    return 0;
  s->velocity = take(map, scene, "velocity", error);
  s->force = s->velocity < 0 ? -1 : take(map, scene, "force", error);
  if (s->force >= 0 && isfinite(map->hand.position))
    s->position = take(map, scene, "position", error);
  return s->force < 0 || (s->position < 0 && isfinite(map->hand.position)) ? -1 : 0;
}

void rosin_map_stroke_begin(rosin_map_stroke *s, const rosin_map_rubbed *rubbed,
                            const rosin_map_hand *hand) {
  double low, high;
  if (s->start == ROSIN_MAP_AS_WRITTEN)
    return;
  s->hand = *hand;
  s->period = 1 / rubbed->frequency;
  s->late = fmax(s->rise - 0.05, 0);
  s->first_position = easy / rubbed->shorter;
  rosin_map_limits(rubbed, s->first_position, hand->velocity, &low, &high);
  s->first_force = inside(low, high);
  rosin_map_limits(rubbed, hand->position, hand->velocity, &low, &high);
  s->middle_force = low < high ? inside(low, high) : s->first_force;
  rosin_scene_ramp_jump(s->scene, s->velocity, rosin_map_stroke_velocity(s, 0));
  rosin_scene_ramp_jump(s->scene, s->force, force_at(s, 0));
  if (s->position >= 0)
    rosin_scene_ramp_jump(s->scene, s->position, position_at(s, 0));
  rosin_scene_set_driver(s->scene, drive, s);
}

double rosin_map_stroke_length(const rosin_map *map, const rosin_map_rubbed *rubbed) {
  const double period = 1 / rubbed->frequency, more = fmax(map->rise - 0.05, 0);
  if (map->start == ROSIN_MAP_FROM_HELMHOLTZ)
    return judged * period + more;
  /* what is no string swells slowly */
  return more + fmax(rubbed->string ? 0.8 : 2, 100 * period);
}
