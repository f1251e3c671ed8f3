/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/model/model.h"
#include "scene/model/wander.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"duration", "s", ROSIN_MODEL_SHORTEST, ROSIN_MODEL_LONGEST, 3, "length of the scene",
     offsetof(rosin_model, duration)},
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
    {"hold", "s", 0, ROSIN_MODEL_LONGEST, 0,
     "where its gestures stay while they are held; 0: where they do the most",
     offsetof(rosin_model, hold)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_parameters(void) {
  return table;
}

int rosin_model_part_at(const rosin_model *m, int index, rosin_model_part *part) {
  const int contact = index - m->bodies, link = contact - m->contacts;
  if (contact < 0) {
    rosin_model_body *b = &m->body[index];
    *part = (rosin_model_part){b->name, &b->source,
                               b->modal ? rosin_modal_controls() : rosin_string_controls(),
                               b->control, &b->controls};
  } else if (link < 0) {
    rosin_model_contact *c = &m->contact[contact];
    *part = (rosin_model_part){c->name, &c->source, rosin_contact_parameters(), c->control,
                               &c->controls};
  } else if (link < m->links) {
    rosin_model_link *k = &m->link[link];
    *part = (rosin_model_part){k->name, &k->source,
                               k->push ? rosin_push_parameters() : rosin_joint_parameters(),
                               k->control, &k->controls};
  }
  return link < m->links;
}

/* Whether `key` is `name`, or that and what follows a dot. */
static int begins_with(const char *key, const char *name) {
  const size_t length = strlen(name);
  return strncmp(key, name, length) == 0 && (!key[length] || key[length] == '.');
}

int rosin_model_part_named(const rosin_model *m, const char *key, rosin_model_part *part) {
  for (int i = 0; rosin_model_part_at(m, i, part); i++)
    if (begins_with(key, part->name))
      return i;
  return -1;
}

rosin_model_body *rosin_model_body_named(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->bodies; i++)
    if (strcmp(m->body[i].name, name) == 0)
      return &m->body[i];
  return NULL;
}

rosin_model_contact *rosin_model_contact_named(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->contacts; i++)
    if (strcmp(m->contact[i].name, name) == 0)
      return &m->contact[i];
  return NULL;
}

rosin_model_body *rosin_model_string_of(const rosin_model *m, const rosin_model_contact *c) {
  rosin_model_body *b = rosin_model_body_named(m, c->b);
  return b && !b->modal ? b : NULL;
}

double rosin_model_goes(const rosin_parameter *control) {
  return strcmp(control->name, "pitch") == 0  ? 2.0 / 3
         : strcmp(control->name, "size") == 0 ? -1.0 / 3
                                              : 0;
}

rosin_model_control *rosin_model_control_named(rosin_model_control *control, int count,
                                               const char *key) {
  for (int i = 0; i < count; i++)
    if (begins_with(key, control[i].row->name))
      return &control[i];
  return NULL;
}

double rosin_model_end(const rosin_model *m) {
  double end = m->layers_end;
  rosin_model_part p;
  for (int i = 0; rosin_model_part_at(m, i, &p); i++)
    for (int k = 0; k < *p.controls; k++)
      end = fmax(end, rosin_gesture_end(&p.control[k].gesture));
  return end;
}

void rosin_model_seed(rosin_model *m) {
  const uint64_t seed = (uint64_t)m->seed;
  rosin_model_part p;
  m->sway_seed = rosin_course_seed(seed, "sway", "");
  m->sway_start = rosin_course_at(&(rosin_course_leg){0}, m->sway_seed, 0);
  for (int i = 0; rosin_model_part_at(m, i, &p); i++)
    for (int k = 0; k < *p.controls; k++)
      p.control[k].gesture.seed = rosin_course_seed(seed, p.name, p.control[k].row->name);
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
