/* SPDX-License-Identifier: BSD-3-Clause */
/* See space.h. x points right as the microphones see it, y towards them, z up. */
#include "scene/space/space.h"
#include "maths/maths.h"
#include "memory.h"

#include <math.h>
#include <string.h>

enum { STRETCH = 64 };
enum { EARS = 2, WAYS = 4 };        /* straight, by the floor, by the wall, by both */
static const double speed = 343;    /* of sound, m/s */
static const double nearest = 0.05; /* m: no way is counted shorter */

typedef struct {
  int delay; /* samples */
  double gain;
} way;

/* A point that radiates, and what it has sent so far. */
typedef struct {
  double *past; /* [length], a ring; NULL: an output without a place */
  int length, now;
  way way[EARS][WAYS];
} source;

struct rosin_space {
  int sources;
  source *source;
};

/* From a point to a microphone, by the floor and the wall or not. */
static void find_way(const rosin_model_space *s, const rosin_model_output *o, int ear, int by,
                     double *distance, double *gain) {
  const int floor = by & 1, wall = by >> 1;
  const double side = (ear ? 0.5 : -0.5) * s->spread, front = o->place[1] - s->back;
  const double x = side - (o->place[0] + s->aside);
  const double y = s->distance - (wall ? -2 * (s->wall + s->deep) - front : front);
  const double z = s->height - (floor ? -2 * s->floor - o->place[2] : o->place[2]);
  const double r = fmax(sqrt(x * x + y * y + z * z), nearest);
  const double leaves = (wall ? -y : y) / r; /* cosine of its way out to the front */
  const double usual =
      sqrt(s->distance * s->distance + s->height * s->height + 0.25 * s->spread * s->spread);
  *distance = r;
  *gain = usual / r * rosin_pow(s->reflection, floor + wall) * (1 - o->facing + o->facing * leaves);
}

/* Of where the scene has it: who sits farther away is heard later. */
static double shortest(const rosin_model *m) {
  rosin_model_space here = m->space;
  double least = INFINITY, r, gain;
  here.aside = here.back = 0;
  for (int i = 0; i < m->outputs; i++)
    for (int ear = 0; ear < EARS && m->output[i].placed; ear++) {
      find_way(&here, &m->output[i], ear, 0, &r, &gain);
      least = fmin(least, r);
    }
  return least;
}

static int place_source(source *at, const rosin_model *m, const rosin_model_output *o, double least,
                        double rate, int stretch) {
  int most = 0;
  for (int ear = 0; ear < EARS; ear++)
    for (int by = 0; by < WAYS; by++) {
      double r, gain;
      find_way(&m->space, o, ear, by, &r, &gain);
      way *w = &at->way[ear][by];
      *w = (way){(int)(fmax(r - least, 0) / speed * rate + 0.5), gain};
      most = w->delay > most ? w->delay : most;
    }
  at->length = most + stretch;
  at->past = rosin_calloc((size_t)at->length, sizeof *at->past);
  return at->past ? 0 : -1;
}

rosin_space *rosin_space_new(const rosin_model *m, double rate, int stretch) {
  rosin_space *s = rosin_calloc(1, sizeof *s);
  if (!s || !(s->source = rosin_calloc((size_t)m->outputs + 1, sizeof *s->source))) {
    rosin_free(s);
    return NULL;
  }
  s->sources = m->outputs;
  const double least = shortest(m);
  for (int i = 0; i < m->outputs; i++)
    if (m->output[i].placed &&
        place_source(&s->source[i], m, &m->output[i], least, rate, stretch)) {
      rosin_space_free(s);
      return NULL;
    }
  return s;
}

void rosin_space_free(rosin_space *s) {
  for (int i = 0; s && i < s->sources; i++)
    rosin_free(s->source[i].past);
  if (s)
    rosin_free(s->source);
  rosin_free(s);
}

void rosin_space_pieces(rosin_space *s, rosin_kept *kept) {
  rosin_kept_add(kept, s->source, (size_t)s->sources * sizeof *s->source);
  for (int i = 0; i < s->sources; i++)
    rosin_kept_add(kept, s->source[i].past,
                   (size_t)s->source[i].length * sizeof *s->source[i].past);
}

void rosin_space_reset(rosin_space *s) {
  for (int i = 0; i < s->sources; i++) {
    if (s->source[i].past)
      memset(s->source[i].past, 0, (size_t)s->source[i].length * sizeof *s->source[i].past);
    s->source[i].now = 0;
  }
}

/* Frames of the ring from `at` on, up to its end and then from its beginning. */
static void add(const source *from, int at, double gain, int frames, double *to) {
  at += at < 0 ? from->length : 0;
  at -= at >= from->length ? from->length : 0;
  const int first = from->length - at < frames ? from->length - at : frames;
  for (int i = 0; i < first; i++)
    to[i] += gain * from->past[at + i];
  for (int i = first; i < frames; i++)
    to[i] += gain * from->past[i - first];
}

/* What is heard lies between other channels, which no vector reads; so it is summed up beside. */
static void hear(const source *from, int begin, int frames, double *mixed, int channels) {
  double sum[STRETCH];
  for (int ear = 0; ear < EARS; ear++) {
    memset(sum, 0, (size_t)frames * sizeof *sum);
    for (int by = 0; by < WAYS; by++) {
      const way *w = &from->way[ear][by];
      if (w->gain != 0)
        add(from, from->now + begin - w->delay, w->gain, frames, sum);
    }
    for (int i = 0; i < frames; i++)
      mixed[(begin + i) * channels + ear] += sum[i];
  }
}

void rosin_space_hear(rosin_space *s, int index, const double *signal, int frames, double *mixed,
                      int channels) {
  source *from = &s->source[index];
  const int first = from->length - from->now < frames ? from->length - from->now : frames;
  memcpy(from->past + from->now, signal, (size_t)first * sizeof *signal);
  memcpy(from->past, signal + first, (size_t)(frames - first) * sizeof *signal);
  for (int begin = 0; begin < frames; begin += STRETCH)
    hear(from, begin, frames - begin < STRETCH ? frames - begin : STRETCH, mixed, channels);
  from->now = (from->now + frames) % from->length;
}
