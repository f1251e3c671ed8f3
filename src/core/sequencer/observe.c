/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/observe.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ONSETS = 64 };

static const double window_seconds = 0.06;

/* A contact as it is watched. Plain members belong to the audio thread. */
typedef struct {
  char name[ROSIN_MODEL_NAME], string[ROSIN_MODEL_NAME];
  double open; /* Hz, 0: rubs no string */
  int velocity_signal, normal_signal, bridge_signal, force_signal;
  int force_control, velocity_control, finger_control, place_control;
  int slipping, onsets;
  long long onset[ONSETS]; /* of this window, in engine samples */
  long long window, slips;
  double square; /* of the relative velocity, smoothed */
  _Atomic int regime;
  _Atomic double force, speed, pitch, rate;
  _Atomic long long last_onset;
} watched;

struct rosin_observer {
  rosin_scene *scene;
  rosin_network *network;
  double rate;
  int contacts;
  watched *contact;
  _Atomic float *bridge; /* [contacts * ROSIN_PICTURE] */
  _Atomic float *loop;   /* [contacts * ROSIN_LOOP * 2] relative velocity, friction force */
  _Atomic long long done;
  _Atomic int rests;
  int resting; /* of the audio thread */
};

const char *rosin_touch_name(rosin_touch r) {
  static const char *const name[] = {"lifted",        "sticking", "Helmholtz",
                                     "several slips", "raucous",  "sliding"};
  return name[r];
}

/* Up to four signals of each contact. */
static int probe(rosin_observer *o, char (*text)[2 * ROSIN_MODEL_NAME], const char **name) {
  const rosin_model *m = rosin_scene_model(o->scene);
  int names = 0;
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    const rosin_model_body *string = rosin_model_string_of(m, c);
    watched *w = &o->contact[o->contacts++];
    snprintf(w->name, sizeof w->name, "%s", c->name);
    w->velocity_signal = names;
    snprintf(text[names++], sizeof *text, "%s.velocity", c->name);
    w->normal_signal = names;
    snprintf(text[names++], sizeof *text, "%s.normal", c->name);
    w->bridge_signal = -1;
    if (string) {
      snprintf(w->string, sizeof w->string, "%s", string->name);
      w->open = string->string.frequency;
      w->bridge_signal = names;
      snprintf(text[names++], sizeof *text, "%s.bridge_force", string->name);
    }
  }
  for (int i = 0; i < o->contacts; i++) {
    o->contact[i].force_signal = names;
    snprintf(text[names++], sizeof *text, "%s.force", o->contact[i].name);
  }
  for (int i = 0; i < names; i++)
    name[i] = text[i];
  return rosin_scene_probe(o->scene, names, name);
}

rosin_observer *rosin_observer_new(rosin_scene *scene) {
  const size_t contacts = (size_t)rosin_scene_model(scene)->contacts;
  rosin_observer *o = calloc(1, sizeof *o);
  char(*text)[2 * ROSIN_MODEL_NAME] = calloc(4 * contacts + 1, sizeof *text);
  const char **name = calloc(4 * contacts + 1, sizeof *name);
  int done = o && text && name;
  if (done) {
    o->scene = scene;
    o->contact = calloc(contacts + 1, sizeof *o->contact);
    o->bridge = calloc(contacts * ROSIN_PICTURE + 1, sizeof *o->bridge);
    o->loop = calloc(contacts * ROSIN_LOOP * 2 + 1, sizeof *o->loop);
    done = o->contact && o->bridge && o->loop && probe(o, text, name) == 0;
  }
  free(text);
  free(name);
  if (done)
    return o;
  rosin_observer_free(o);
  return NULL;
}

void rosin_observer_free(rosin_observer *o) {
  if (!o)
    return;
  free(o->contact);
  free(o->bridge);
  free(o->loop);
  free(o);
}

static double fingered(const rosin_observer *o, const watched *w) {
  const double finger = rosin_network_value(o->network, w->finger_control);
  return finger > w->open ? finger : w->open;
}

/* Share of the slips that have one a period (a stretch of samples) before them. */
static double periodic_share(const watched *w, double period) {
  int with = 0, of = 0;
  for (int i = 0; i < w->onsets; i++) {
    if ((double)(w->onset[i] - w->onset[0]) < 0.93 * period)
      continue;
    of++;
    for (int j = i - 1; j >= 0; j--)
      if (fabs((double)(w->onset[i] - w->onset[j]) - period) < 0.07 * period) {
        with++;
        break;
      }
  }
  return of ? (double)with / of : 0;
}

static rosin_touch judge(const watched *w, double samples, double period) {
  if (w->force <= 0)
    return ROSIN_LIFTED;
  if ((double)w->slips > 0.97 * samples)
    return ROSIN_SLIDING;
  if (w->onsets < 2)
    return ROSIN_STICKING;
  const double each = (double)(w->onset[w->onsets - 1] - w->onset[0]) / (w->onsets - 1);
  if (period <= 0)
    return periodic_share(w, each) > 0.7 ? ROSIN_HELMHOLTZ : ROSIN_RAUCOUS;
  if (periodic_share(w, period) < 0.6)
    return ROSIN_RAUCOUS;
  return each > 0.75 * period ? ROSIN_HELMHOLTZ : ROSIN_SEVERAL;
}

static void end_window(rosin_observer *o, watched *w) {
  const double pitch = w->open > 0 ? fingered(o, w) : 0;
  w->regime = (int)judge(w, (double)w->window, pitch > 0 ? o->rate / pitch : 0);
  w->rate = w->window > 0 ? w->onsets * o->rate / (double)w->window : 0;
  w->pitch = pitch;
  w->onsets = 0;
  w->window = w->slips = 0;
}

static void watch(rosin_observer *o, watched *w, const double *v, long long first, int frames) {
  const double speed = rosin_network_value(o->network, w->velocity_control);
  const double far = fmax(fmax(0.4 * fabs(speed), 0.4 * sqrt(w->square)), 1e-3), near = 0.5 * far;
  for (int i = 0; i < frames; i++) {
    const double a = fabs(v[i]);
    if (!w->slipping && a > far) {
      w->slipping = 1;
      w->last_onset = first + i;
      if (w->onsets < ONSETS)
        w->onset[w->onsets++] = first + i;
    } else if (a < near) {
      w->slipping = 0;
    }
    w->slips += w->slipping;
    w->square += 1e-3 * (a * a - w->square);
  }
  w->speed = speed;
  w->window += frames;
  /* at least six periods of what is played */
  const double pitch = w->open > 0 ? w->open : 100;
  if ((double)w->window > fmax(window_seconds, 6 / pitch) * o->rate || w->onsets == ONSETS)
    end_window(o, w);
}

static void keep_loop(rosin_observer *o, int c, const double *v, const double *f, long long first,
                      int frames) {
  _Atomic float *ring = o->loop + (size_t)c * ROSIN_LOOP * 2;
  for (int i = 0; i < frames; i++) {
    const long long at = (first + i) % ROSIN_LOOP * 2;
    atomic_store_explicit(&ring[at], (float)v[i], memory_order_relaxed);
    atomic_store_explicit(&ring[at + 1], (float)f[i], memory_order_relaxed);
  }
}

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  rosin_observer *o = context;
  const int rests = o->rests;
  if (rests != o->resting) {
    rosin_scene_heed_probes(o->scene, !rests);
    o->resting = rests;
    return; /* what was read stood still until here */
  }
  if (rests)
    return;
  for (int c = 0; c < o->contacts; c++) {
    watched *w = &o->contact[c];
    w->force = rosin_network_read(network, w->normal_signal)[frames - 1];
    const double *v = rosin_network_read(network, w->velocity_signal);
    watch(o, w, v, first, frames);
    keep_loop(o, c, v, rosin_network_read(network, w->force_signal), first, frames);
    if (w->bridge_signal < 0)
      continue;
    const double *f = rosin_network_read(network, w->bridge_signal);
    _Atomic float *ring = o->bridge + (size_t)c * ROSIN_PICTURE;
    for (int i = 0; i < frames; i++)
      atomic_store_explicit(&ring[(first + i) % ROSIN_PICTURE], (float)f[i], memory_order_relaxed);
  }
  o->done = first + frames;
}

void rosin_observer_start(rosin_observer *o) {
  char name[2 * ROSIN_MODEL_NAME];
  o->network = rosin_scene_network(o->scene);
  o->rate = rosin_scene_engine_rate(o->scene);
  for (int i = 0; i < o->contacts; i++) {
    watched *w = &o->contact[i];
    w->velocity_signal = rosin_scene_probe_signal(o->scene, w->velocity_signal);
    w->normal_signal = rosin_scene_probe_signal(o->scene, w->normal_signal);
    w->force_signal = rosin_scene_probe_signal(o->scene, w->force_signal);
    if (w->bridge_signal >= 0)
      w->bridge_signal = rosin_scene_probe_signal(o->scene, w->bridge_signal);
    snprintf(name, sizeof name, "%.63s.velocity", w->name);
    w->velocity_control = rosin_network_control(o->network, name);
    snprintf(name, sizeof name, "%.63s.position", w->name);
    w->place_control = rosin_network_control(o->network, name);
    snprintf(name, sizeof name, "%.63s.finger", w->string);
    w->finger_control = rosin_network_control(o->network, name);
  }
  rosin_scene_set_tap(o->scene, tap, o);
}

void rosin_observer_rest(rosin_observer *o, int rests) {
  o->rests = rests;
}

/* The contact that is pressed most; of equals the first. */
static int most_pressed(const rosin_observer *o) {
  int best = 0;
  for (int i = 1; i < o->contacts; i++)
    if (o->contact[i].force > o->contact[best].force)
      best = i;
  return best;
}

int rosin_observer_contacts(const rosin_observer *o) {
  return o->contacts;
}

double rosin_observer_open(const rosin_observer *o, int contact) {
  return contact >= 0 && contact < o->contacts ? o->contact[contact].open : 0;
}

double rosin_observer_place(const rosin_observer *o, int contact) {
  return contact >= 0 && contact < o->contacts && o->contact[contact].place_control >= 0
             ? rosin_network_value(o->network, o->contact[contact].place_control)
             : 0;
}

rosin_observed rosin_observer_look(const rosin_observer *o) {
  return rosin_observer_contact(o, o->contacts ? most_pressed(o) : -1);
}

rosin_observed rosin_observer_contact(const rosin_observer *o, int contact) {
  if (contact < 0 || contact >= o->contacts)
    return (rosin_observed){.name = ""};
  const watched *w = &o->contact[contact];
  return (rosin_observed){.name = w->name,
                          .regime = (rosin_touch)w->regime,
                          .force = w->force,
                          .velocity = w->speed,
                          .slips = w->rate,
                          .pitch = w->pitch};
}

int rosin_observer_loop(const rosin_observer *o, int contact, int count, float *velocity,
                        float *force) {
  if (!o->contacts || contact >= o->contacts)
    return 0;
  const int of = contact < 0 ? most_pressed(o) : contact;
  const _Atomic float *ring = o->loop + (size_t)of * ROSIN_LOOP * 2;
  const long long done = o->done;
  const int ready = (int)(done < ROSIN_LOOP ? done : ROSIN_LOOP);
  const int n = count < ready ? count : ready;
  for (int i = 0; i < n; i++) {
    const long long at = (done - n + i) % ROSIN_LOOP * 2;
    velocity[i] = ring[at];
    force[i] = ring[at + 1];
  }
  return n;
}

/* With the waves of a string between rigid ends, the force at the bridge says all: its
 * displacement at x is the sum of that force from x / c before to x / c after. */
int rosin_observer_picture(const rosin_observer *o, double phase, int count, double *y) {
  double most;
  return rosin_observer_string(o, o->contacts ? most_pressed(o) : -1, phase, count, y, &most);
}

/* A force of the ring, so many samples after one that it holds. */
static double force_at(const _Atomic float *ring, long long sample) {
  return (double)ring[(sample + ROSIN_PICTURE) % ROSIN_PICTURE];
}

/* The form of a string from half a period around `middle`; its furthest reach. */
static double draw_form(const _Atomic float *ring, long long middle, int half, int count,
                        double *y) {
  double mean = 0, most = 1e-9, sum = 0;
  for (int k = -half; k < half; k++)
    mean += force_at(ring, middle + k) / (2.0 * half);
  int reached = 0;
  for (int i = 0; i < count; i++) {
    const int reach = (int)((double)i / (count - 1) * half);
    for (; reached < reach; reached++)
      sum += force_at(ring, middle + reached) - mean + force_at(ring, middle - 1 - reached) - mean;
    y[i] = sum;
    most = fmax(most, fabs(sum));
  }
  return most;
}

int rosin_observer_string(const rosin_observer *o, int c, double phase, int count, double *y,
                          double *furthest) {
  if (c < 0 || c >= o->contacts || count < 2 || !(phase >= 0 && phase <= 1))
    return -1;
  const watched *w = &o->contact[c];
  const _Atomic float *ring = o->bridge + (size_t)c * ROSIN_PICTURE;
  const double pitch = w->pitch > 0 ? (double)w->pitch : w->open;
  const double period = pitch > 0 ? o->rate / pitch : 0;
  long long onset = w->last_onset;
  const long long done = o->done;
  if (period <= 0 || 4 * period > ROSIN_PICTURE || (double)done < 4 * period)
    return -1;
  if ((double)(done - onset) > 3 * period) /* no slip lately: any phase */
    onset = done - (long long)(2 * period);
  const long long middle = onset - (long long)((1 - phase) * period);
  const double most = draw_form(ring, middle, (int)(0.5 * period), count, y);
  *furthest = most;
  if (most < 1e-6)
    return -1;
  for (int i = 0; i < count; i++)
    y[i] /= most;
  return 0;
}
