/* SPDX-License-Identifier: BSD-3-Clause */
/* A network of strings, or of one modal body, under hands that hold or move their controls. */
#include "bench/world.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRINGS = 64, CONTACTS = 16, WAVE = 4096, CALL = 4096 };

static const double string_places[CONTACTS] = {0.15, 0.09,  0.21, 0.12, 0.18,  0.06,  0.24,  0.105,
                                               0.27, 0.165, 0.3,  0.07, 0.195, 0.135, 0.225, 0.255};
static const double modal_places[CONTACTS] = {0.3, 0.43, 0.17, 0.37, 0.23, 0.33, 0.4,  0.27,
                                              0.2, 0.14, 0.46, 0.35, 0.25, 0.41, 0.19, 0.38};
static const double stir = 0.05, stir_place = 0.005; /* how far moving controls go */

typedef struct {
  rosin_contact *contact;
  int force, velocity, position; /* controls */
  int seen, normal;              /* signals; -1: not judged */
  double place;
} hand;

struct bench_rubbed {
  const bench_workload *workload;
  int call, judged;
  long long frames; /* since the restart */
  rosin_network *network;
  rosin_body *body[STRINGS + 1]; /* the last: the mass that a hand holds */
  int bodies, hands, traces;
  hand hand[STRINGS * CONTACTS];
  int kick[STRINGS], mute[STRINGS];
  double wave[3][WAVE + CALL]; /* force, velocity, position of hands that move */
  bench_trace trace[BENCH_JUDGED];
};

static double rate_of(const bench_workload *w) {
  return w->rate > 0 ? w->rate : 44100;
}

static rosin_body *string_body(const bench_workload *w, rosin_error *error) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  return rosin_string_new(&spec, rate_of(w), error);
}

/* Modes from 150 Hz up, in masses that keep the stiffness of the whole; where several
 * contacts rub it they are at different points of a hinged bar. */
static rosin_body *modal_body(const bench_workload *w, rosin_error *error) {
  rosin_mode *mode = malloc((size_t)w->modes * sizeof *mode);
  if (!mode)
    return NULL;
  for (int i = 0; i < w->modes; i++)
    mode[i] = (rosin_mode){.frequency =
                               (w->lowest > 0 ? w->lowest : 150) + 0.43 * rate_of(w) * i / w->modes,
                           .q = w->q > 0 ? w->q : 300,
                           .mass = 0.002 * w->modes};
  const int bar = w->contacts > 1;
  const rosin_modal_spec spec = {.modes = w->modes,
                                 .mode = mode,
                                 .shape = bar ? ROSIN_SHAPE_SINE : ROSIN_SHAPE_TABLE,
                                 .points = !bar};
  rosin_body *body = rosin_modal_new(&spec, rate_of(w), error);
  free(mode);
  return body;
}

/* A mass on a spring: it cannot be carried along. */
static rosin_body *held_mass(const bench_workload *w, rosin_error *error) {
  const rosin_mode mode = {.frequency = 40, .q = 5, .mass = 0.05};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  return rosin_modal_new(&spec, rate_of(w), error);
}

static int add_contact(bench_rubbed *r, int body, int k, rosin_error *error) {
  const bench_workload *w = r->workload;
  char name[32], on[32];
  hand *h = &r->hand[r->hands++];
  h->place = w->strings ? string_places[k] : w->contacts > 1 ? modal_places[k] : 0;
  h->contact = rosin_contact_new(w->law ? w->law : "elastoplastic", rate_of(w), error);
  int failed =
      !h->contact || (w->strings && rosin_contact_set(h->contact, "stribeck_velocity", 0.2, error));
  for (int i = 0; i < BENCH_SETTINGS && w->parameter[i].name && !failed; i++)
    failed = rosin_contact_set(h->contact, w->parameter[i].name, w->parameter[i].value, error);
  snprintf(name, sizeof name, "r%02d-%d", body, k);
  snprintf(on, sizeof on, "b%02d", body);
  return failed ||
         rosin_network_contact(r->network, name, h->contact, w->mass ? "hand" : "-", on, error);
}

static int build(bench_rubbed *r, rosin_error *error) {
  const bench_workload *w = r->workload;
  char name[32];
  r->bodies = w->strings ? w->strings : w->bodies ? w->bodies : 1;
  for (int i = 0; i < r->bodies; i++) {
    snprintf(name, sizeof name, "b%02d", i);
    r->body[i] = w->strings ? string_body(w, error) : modal_body(w, error);
    if (!r->body[i] || rosin_network_body(r->network, name, r->body[i], error))
      return -1;
  }
  if (w->mass && (!(r->body[r->bodies] = held_mass(w, error)) ||
                  rosin_network_body(r->network, "hand", r->body[r->bodies], error)))
    return -1;
  for (int i = 0; i < r->bodies; i++) {
    for (int k = 0; k < w->contacts; k++)
      if (add_contact(r, i, k, error))
        return -1;
    char kick[32];
    snprintf(name, sizeof name, "b%02d", i);
    snprintf(kick, sizeof kick, "k%02d", i);
    if (!w->contacts &&
        rosin_network_push(r->network, kick, name, w->strings ? string_places[0] : 0, error))
      return -1;
  }
  return 0;
}

/* Signals that are heard, as a player would have them, and those of the judge: the first
 * and the last of many contacts. */
static int listen(bench_rubbed *r, rosin_error *error) {
  char text[48];
  for (int i = 0; i < r->bodies; i++) {
    snprintf(text, sizeof text, r->workload->strings ? "b%02d.bridge_force" : "b%02d.velocity@0.2",
             i);
    if (rosin_network_signal(r->network, text, error) < 0)
      return -1;
  }
  for (int i = 0; i < r->hands; i++) {
    const int per = r->workload->contacts;
    r->hand[i].seen = r->hand[i].normal = -1;
    if (!r->judged || r->traces == BENCH_JUDGED || (i >= BENCH_JUDGED / 2 && i + 2 < r->hands))
      continue;
    snprintf(text, sizeof text, "r%02d-%d.velocity", i / per, i % per);
    r->hand[i].seen = rosin_network_signal(r->network, text, error);
    snprintf(text, sizeof text, "r%02d-%d.normal", i / per, i % per);
    r->hand[i].normal = rosin_network_signal(r->network, text, error);
    bench_trace *t = &r->trace[r->traces++];
    t->share = r->workload->strings ? r->hand[i].place : 0;
    t->frequency = r->workload->strings ? 147 : 0;
    if (r->hand[i].seen < 0 || r->hand[i].normal < 0 ||
        bench_trace_open(t, rate_of(r->workload),
                         bench_warm(r->workload) + bench_seconds(r->workload)))
      return -1;
  }
  return 0;
}

static int control(const bench_rubbed *r, const char *format, int body, int k, const char *key) {
  char text[48];
  snprintf(text, sizeof text, format, body, k, key);
  return rosin_network_control(r->network, text);
}

static void find_controls(bench_rubbed *r) {
  const int per = r->workload->contacts;
  for (int i = 0; i < r->hands; i++) {
    hand *h = &r->hand[i];
    h->force = control(r, "r%02d-%d.%s", i / per, i % per, "force");
    h->velocity = control(r, "r%02d-%d.%s", i / per, i % per, "velocity");
    h->position = control(r, "r%02d-%d.%s", i / per, i % per, "position");
  }
  for (int i = 0; i < r->bodies; i++) {
    char text[32];
    snprintf(text, sizeof text, "k%02d.force", i);
    r->kick[i] = rosin_network_control(r->network, text);
    snprintf(text, sizeof text, "b%02d.mute", i);
    r->mute[i] = rosin_network_control(r->network, text);
  }
}

static void make_waves(bench_rubbed *r) {
  const bench_workload *w = r->workload;
  for (int i = 0; i < WAVE + CALL; i++) {
    const double s = sin(2 * pi * i / WAVE), c = cos(2 * pi * i / WAVE);
    r->wave[0][i] = w->force * (1 + stir * s);
    r->wave[1][i] = w->speed * (1 + stir * c);
    r->wave[2][i] = string_places[0] + stir_place * s;
  }
}

bench_rubbed *bench_rubbed_new(const bench_workload *w, int call, int judged, rosin_error *error) {
  bench_rubbed *r = calloc(1, sizeof *r);
  snprintf(error->text, sizeof error->text, "out of memory");
  if (!r)
    return NULL;
  r->workload = w;
  r->call = call;
  r->judged = judged;
  r->network = rosin_network_new(rate_of(w), call, error);
  if (!r->network || build(r, error) || listen(r, error) ||
      rosin_network_prepare(r->network, error)) {
    bench_rubbed_free(r);
    return NULL;
  }
  find_controls(r);
  make_waves(r);
  return r;
}

void bench_rubbed_free(bench_rubbed *r) {
  if (!r)
    return;
  rosin_network_free(r->network);
  for (int i = 0; i <= STRINGS; i++)
    rosin_body_free(r->body[i]);
  for (int i = 0; i < r->hands; i++)
    rosin_contact_free(r->hand[i].contact);
  for (int k = 0; k < r->traces; k++)
    bench_trace_close(&r->trace[k]);
  free(r);
}

size_t bench_rubbed_own(void) {
  return sizeof(bench_rubbed);
}

void bench_rubbed_restart(bench_rubbed *r) {
  const bench_workload *w = r->workload;
  r->frames = 0;
  rosin_network_reset(r->network);
  for (int i = 0; i < r->hands; i++) {
    rosin_network_jump(r->network, r->hand[i].force, w->force);
    rosin_network_jump(r->network, r->hand[i].position, r->hand[i].place);
    rosin_network_jump(r->network, r->hand[i].velocity, 0);
    rosin_network_hold(r->network, r->hand[i].velocity, w->speed);
  }
  for (int i = 0; i < r->bodies; i++) {
    rosin_network_jump(r->network, r->mute[i], 0);
    rosin_network_jump(r->network, r->kick[i], 1);
  }
}

static void lift_when_due(bench_rubbed *r) {
  const bench_workload *w = r->workload;
  const double now = (double)r->frames / rate_of(w);
  if (now < w->lift || now - r->call / rate_of(w) >= w->lift)
    return;
  for (int i = 0; i < r->hands; i++)
    rosin_network_hold(r->network, r->hand[i].force, 0);
  for (int i = 0; i < r->bodies; i++)
    rosin_network_hold(r->network, r->mute[i], 1000);
}

static void move(bench_rubbed *r) {
  const int at = (int)(r->frames % WAVE);
  for (int i = 0; i < r->hands; i++) {
    if (r->workload->moving & BENCH_MOVE_HAND) {
      rosin_network_feed(r->network, r->hand[i].force, r->wave[0] + at);
      rosin_network_feed(r->network, r->hand[i].velocity, r->wave[1] + at);
    }
    if (r->workload->moving & BENCH_MOVE_PLACE)
      rosin_network_feed(r->network, r->hand[i].position, r->wave[2] + at);
  }
}

void bench_rubbed_call(bench_rubbed *r) {
  const bench_workload *w = r->workload;
  if (w->lift > 0)
    lift_when_due(r);
  if (w->moving)
    move(r);
  rosin_network_process(r->network, r->call);
  if (r->frames == 0)
    for (int i = 0; i < r->bodies; i++)
      rosin_network_hold(r->network, r->kick[i], 0);
  r->frames += r->call;
  for (int i = 0, k = 0; k < r->traces; i++)
    if (r->hand[i].seen >= 0)
      bench_trace_add(&r->trace[k++], r->call, rosin_network_read(r->network, r->hand[i].seen),
                      rosin_network_read(r->network, r->hand[i].normal),
                      rosin_network_value(r->network, r->hand[i].velocity));
}

rosin_network *bench_rubbed_network(bench_rubbed *r) {
  return r->network;
}

bench_trace *bench_rubbed_traces(bench_rubbed *r, int *count) {
  *count = r->traces;
  return r->trace;
}
