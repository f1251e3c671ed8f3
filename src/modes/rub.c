/* SPDX-License-Identifier: BSD-3-Clause */
#include "modes/rub.h"
#include "error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 };

static const double judged = 0.2;                /* s */
static const double lowest = 30, highest = 6000; /* Hz */
static const double alike = 0.9, swings = 0.1;   /* of a period to the next; of the speed */

static double between(double low, double high, int index, int count) {
  return low * pow(high / low, (double)index / (count - 1));
}

double rosin_rub_force(int index) {
  return between(0.1, 30, index, ROSIN_RUB_FORCES);
}

double rosin_rub_speed(int index) {
  return between(0.01, 1, index, ROSIN_RUB_SPEEDS);
}

/* A body, its contact, the network of both. */
typedef struct {
  rosin_network *network;
  rosin_body *body;
  rosin_contact *contact;
  int velocity, force, signal;
  double rate;
  int count; /* samples judged */
  double *swing;
} bench;

static void close_bench(bench *b) {
  rosin_network_free(b->network);
  rosin_body_free(b->body);
  rosin_contact_free(b->contact);
  free(b->swing);
}

static int open_bench(bench *b, const rosin_modal_spec *spec, double rate,
                      const rosin_surface *surface, rosin_error *error) {
  double place = 0;
  *b = (bench){.rate = rate, .count = (int)(judged * rate)};
  b->swing = calloc((size_t)b->count + BLOCK, sizeof *b->swing);
  if (!b->swing)
    return rosin_fail(error, "out of memory");
  if (!(b->network = rosin_network_new(rate, BLOCK, error)) ||
      !(b->body = rosin_modal_new(spec, rate, error)) ||
      !(b->contact = rosin_contact_new(surface->law, rate, error)))
    return -1;
  for (const rosin_surface_value *v = surface->set; v->key; v++)
    if (rosin_contact_set(b->contact, v->key, v->value, error))
      return -1;
  if (rosin_network_body(b->network, "body", b->body, error) ||
      rosin_network_contact(b->network, "rub", b->contact, "-", "body", error))
    return -1;
  b->signal = rosin_network_signal(b->network, "rub.velocity", error);
  if (b->signal < 0 || rosin_network_prepare(b->network, error))
    return -1;
  b->velocity = rosin_network_control(b->network, "rub.velocity");
  b->force = rosin_network_control(b->network, "rub.force");
  rosin_body_point(b->body, "knock", &place);
  rosin_network_hold(b->network, rosin_network_control(b->network, "rub.position"), place);
  return 0;
}

/* How much x[count] is like itself `lag` later. */
static double likeness(const double *x, int count, int lag) {
  double both = 0, a = 1e-300, b = 1e-300;
  for (int i = 0; i + lag < count; i++) {
    both += x[i] * x[i + lag];
    a += x[i] * x[i];
    b += x[i + lag] * x[i + lag];
  }
  return both / sqrt(a * b);
}

/* The first lag at which it is nearly as like itself as it ever is; 0: it is not. */
static double period(const double *x, int count, double rate) {
  const int shortest = (int)(rate / highest), longest = (int)(rate / lowest);
  double before = 1, most = 0;
  int best = 0, fell = 0;
  for (int lag = shortest; lag <= longest && lag < count / 2; lag++) {
    const double now = likeness(x, count, lag);
    fell |= now < before && now < alike - 0.1; /* past the top that every sound has at 0 */
    before = now;
    if (fell && now > most + 0.02) {
      most = now;
      best = lag;
    }
  }
  while (best && likeness(x, count, best + 1) > likeness(x, count, best))
    best++;
  if (most < alike)
    return 0;
  const double a = likeness(x, count, best - 1), b = likeness(x, count, best),
               c = likeness(x, count, best + 1);
  return best + (a + c < 2 * b ? 0.5 * (a - c) / (a - 2 * b + c) : 0);
}

/* What it does at the end, of what its surface did. */
static rosin_rub_point judge(double *x, int count, double rate, double speed) {
  double mean = 0, square = 0;
  for (int i = 0; i < count; i++)
    mean += x[i] / count;
  for (int i = 0; i < count; i++) {
    x[i] -= mean;
    square += x[i] * x[i] / count;
  }
  if (!(sqrt(square) >= swings * speed))
    return (rosin_rub_point){ROSIN_RUB_SLIDES, 0};
  const double lag = period(x, count, rate);
  return lag > 0 ? (rosin_rub_point){ROSIN_RUB_SINGS, rate / lag}
                 : (rosin_rub_point){ROSIN_RUB_ROUGH, 0};
}

static rosin_rub_point rub(bench *b, double force, double speed, double seconds) {
  const int samples = (int)(fmax(seconds, judged) * b->rate);
  int kept = 0;
  rosin_network_reset(b->network);
  rosin_network_jump(b->network, b->velocity, speed);
  rosin_network_jump(b->network, b->force, force);
  for (int at = 0; at < samples && kept < b->count; at += BLOCK) {
    rosin_network_process(b->network, BLOCK);
    if (at < samples - b->count)
      continue;
    memcpy(b->swing + kept, rosin_network_read(b->network, b->signal), BLOCK * sizeof *b->swing);
    kept += BLOCK;
  }
  return judge(b->swing, kept, b->rate, speed);
}

/* Of what sings, how many of its neighbours do, and with twice that whether itself. */
static int neighbours(const rosin_rub_map *m, int force, int speed) {
  int count = 0;
  for (int i = force - 1; i <= force + 1; i++)
    for (int k = speed - 1; k <= speed + 1; k++)
      count += i >= 0 && i < ROSIN_RUB_FORCES && k >= 0 && k < ROSIN_RUB_SPEEDS &&
               m->point[i][k].kind == ROSIN_RUB_SINGS;
  return m->point[force][speed].kind == ROSIN_RUB_SINGS ? count : 0;
}

static void choose(rosin_rub_map *m) {
  int most = 0;
  for (int i = 0; i < ROSIN_RUB_FORCES; i++)
    for (int k = 0; k < ROSIN_RUB_SPEEDS; k++) {
      m->sings += m->point[i][k].kind == ROSIN_RUB_SINGS;
      if (neighbours(m, i, k) > most) {
        most = neighbours(m, i, k);
        m->force = i;
        m->speed = k;
      }
    }
}

int rosin_rub_try(const rosin_modal_spec *body, double rate, double seconds,
                  const rosin_surface *surface, rosin_rub_map *map, rosin_error *error) {
  bench b;
  *map = (rosin_rub_map){.sings = 0};
  const int status = open_bench(&b, body, rate, surface, error);
  for (int i = 0; i < ROSIN_RUB_FORCES && !status; i++)
    for (int k = 0; k < ROSIN_RUB_SPEEDS; k++)
      map->point[i][k] = rub(&b, rosin_rub_force(i), rosin_rub_speed(k), seconds);
  if (!status)
    choose(map);
  close_bench(&b);
  return status;
}
