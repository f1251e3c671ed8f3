/* SPDX-License-Identifier: BSD-3-Clause */
/* First reflections of a box (Allen and Berkley 1979, first and second order): the thing stands
 * somewhat off the middle, the microphones beside each other in front of it. A reflection comes as
 * late, and as much weaker, as its way is longer than the direct one, and has lost at each wall. */
#include "maths/maths.h"
#include "room/parts.h"

#include <math.h>
#include <stdlib.h>

enum { ORDER = 2, TAPS = 63 }; /* |i| + |j| + |k| <= 2, without the thing itself: 24 */

static const double sound = 343; /* m/s */
static const double base = 0.3;  /* m between microphones next to each other */

typedef struct {
  int delay; /* frames */
  double gain;
} tap;

struct rosin_room_images {
  int channels, size, at;
  double *line;     /* [size * channels] */
  int taps;         /* of each channel */
  tap (*tap)[TAPS]; /* [channels] */
};

double rosin_room_absorption(const rosin_room_kind *k) {
  return 0.161 * k->length * k->width * k->height / k->decay;
}

/* Where an image of x is, in a room from 0 to `length`. */
static double image(double x, double length, int n) {
  return n % 2 ? n * length + length - x : n * length + x;
}

/* The taps of a microphone; the thing is at s. Returns how many. */
static int place(const rosin_room_kind *k, int rate, const double *s, const double *mic,
                 double wall, tap *taps) {
  const double size[] = {k->length, k->width, k->height};
  const double direct = k->distance;
  int count = 0;
  for (int a = -ORDER; a <= ORDER; a++)
    for (int b = -ORDER; b <= ORDER; b++)
      for (int c = -ORDER; c <= ORDER; c++) {
        const int n[] = {a, b, c}, order = abs(a) + abs(b) + abs(c);
        double square = 0;
        if (order == 0 || order > ORDER)
          continue;
        for (int i = 0; i < 3; i++) {
          const double d = image(s[i], size[i], n[i]) - mic[i];
          square += d * d;
        }
        const double way = sqrt(square);
        taps[count++] = (tap){.delay = (int)lround(fmax(way - direct, 0) / sound * rate),
                              .gain = rosin_pow(wall, order) * direct / way};
      }
  return count;
}

rosin_room_images *rosin_room_images_new(const rosin_room_kind *k, int rate, int channels) {
  const double surface = 2 * (k->length * k->width + k->width * k->height + k->height * k->length);
  const double wall = sqrt(fmax(1 - rosin_room_absorption(k) / surface, 0));
  const double thing[] = {0.42 * k->length, 0.37 * k->width, 0.45 * k->height};
  rosin_room_images *m = calloc(1, sizeof *m);
  if (!m)
    return NULL;
  m->channels = channels;
  m->tap = calloc((size_t)channels, sizeof *m->tap);
  for (int c = 0; m->tap && c < channels; c++) {
    const double aside = base * (c - 0.5 * (channels - 1));
    const double mic[] = {thing[0] + k->distance, thing[1] + aside, 1.1 * thing[2]};
    m->taps = place(k, rate, thing, mic, wall, m->tap[c]);
    for (int i = 0; i < m->taps; i++)
      if (m->tap[c][i].delay >= m->size)
        m->size = m->tap[c][i].delay + 1;
  }
  m->line = m->size ? calloc((size_t)m->size * (size_t)channels, sizeof *m->line) : NULL;
  if (m->line)
    return m;
  rosin_room_images_free(m);
  return NULL;
}

void rosin_room_images_add(rosin_room_images *m, const double *in, double *out) {
  double *now = m->line + (ptrdiff_t)m->at * m->channels;
  for (int c = 0; c < m->channels; c++)
    now[c] = in[c];
  for (int c = 0; c < m->channels; c++)
    for (int i = 0; i < m->taps; i++) {
      const int back = m->at - m->tap[c][i].delay;
      out[c] += m->tap[c][i].gain *
                m->line[(ptrdiff_t)(back < 0 ? back + m->size : back) * m->channels + c];
    }
  m->at = m->at + 1 == m->size ? 0 : m->at + 1;
}

double rosin_room_images_energy(const rosin_room_images *m) {
  double sum = 0;
  for (int c = 0; c < m->channels; c++)
    for (int i = 0; i < m->taps; i++)
      sum += m->tap[c][i].gain * m->tap[c][i].gain / m->channels;
  return sum;
}

void rosin_room_images_free(rosin_room_images *m) {
  if (!m)
    return;
  free(m->line);
  free(m->tap);
  free(m);
}
