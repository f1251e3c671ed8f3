/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/model/model.h"
#include "scene/model/wander.h"

#include <math.h>

#include <stddef.h>

static const rosin_parameter table[] = {
    {"duration", "s", 0.001, 36000, 3, "length of the scene", offsetof(rosin_model, duration)},
    {"rate", "Hz", ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST, 44100, "sample rate",
     offsetof(rosin_model, rate)},
    {"oversample", "", 1, 16, 1, "engine samples per output sample",
     offsetof(rosin_model, oversample)},
    {"control_rate", "Hz", 0, 1e6, ROSIN_CONTROL_RATE,
     "how often fingers move at least, and glide between; 0: in every sample",
     offsetof(rosin_model, control_rate)},
    {"seed", "", 0, ROSIN_SEED_MOST, 1, "seed of everything random", offsetof(rosin_model, seed)},
    {"sway", "s", 0, 0.15, 0, "how far the time of all gestures strays",
     offsetof(rosin_model, sway)},
    {"gain", "", 0, 1e9, 1, "factor on all outputs", offsetof(rosin_model, gain)},
    {"channels", "", 1, ROSIN_MODEL_CHANNELS, 1, "output channels",
     offsetof(rosin_model, channels)},
    {"tail", "s", 0, 600, 0, "in which it is silent once it has ended; 0: what its bodies take",
     offsetof(rosin_model, tail)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_parameters(void) {
  return table;
}

static double end_of(const rosin_model_control *control, int count, double end) {
  for (int i = 0; i < count; i++)
    end = fmax(end, rosin_gesture_end(&control[i].gesture));
  return end;
}

double rosin_model_end(const rosin_model *m) {
  double end = m->layers_end;
  for (int i = 0; i < m->bodies; i++)
    end = end_of(m->body[i].control, m->body[i].controls, end);
  for (int i = 0; i < m->contacts; i++)
    end = end_of(m->contact[i].control, m->contact[i].controls, end);
  for (int i = 0; i < m->links; i++)
    end = end_of(m->link[i].control, m->link[i].controls, end);
  return end;
}

static void seed_controls(rosin_model_control *control, int count, const char *name,
                          uint64_t seed) {
  for (int i = 0; i < count; i++)
    control[i].gesture.seed = rosin_course_seed(seed, name, control[i].row->name);
}

void rosin_model_seed(rosin_model *m) {
  const uint64_t seed = (uint64_t)m->seed;
  m->sway_seed = rosin_course_seed(seed, "sway", "");
  m->sway_start = rosin_course_at(&(rosin_course_leg){0}, m->sway_seed, 0);
  for (int i = 0; i < m->bodies; i++)
    seed_controls(m->body[i].control, m->body[i].controls, m->body[i].name, seed);
  for (int i = 0; i < m->contacts; i++)
    seed_controls(m->contact[i].control, m->contact[i].controls, m->contact[i].name, seed);
  for (int i = 0; i < m->links; i++)
    seed_controls(m->link[i].control, m->link[i].controls, m->link[i].name, seed);
}

static const double beat = 1.3; /* s, in which a hand's time strays this way or that */

double rosin_model_strayed(const rosin_model *m, rosin_course_leg *leg, double time) {
  if (m->sway == 0)
    return time;
  return time + m->sway * (rosin_course_at(leg, m->sway_seed, time / beat) - m->sway_start);
}

double rosin_model_clock(const rosin_model *m, double strayed) {
  if (m->period == 0)
    return strayed;
  const double turns = strayed / m->period;
  return (turns - floor(turns)) * m->duration;
}
