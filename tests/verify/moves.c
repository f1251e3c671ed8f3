/* SPDX-License-Identifier: BSD-3-Clause */
/* Modal bodies that move while they sound: what is heard beside the glide, energy in random
 * worlds whose bodies anybody moves, and what a move costs. Lines: name, value, samples, seed.
 *
 *   moves [SEED [WORLDS]]   with a seed of your own */
#include "modal/bank.h"
#include "modal/modal.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned long long given = 20261122;
static uint64_t seed;
static int count = 500;
static const double rate = 44100, pi = 3.14159265358979323846;

enum { PITCH, SIZE, TENSION, FILL, CONTROLS };

static void line(const char *name, double value, long long samples) {
  printf("%s %.6g %lld %llu\n", name, value, samples, given);
}

static int pick(int n) {
  return (int)uniform(&seed, 0, n);
}

/* Modes without loss that can be tightened and filled. */
static rosin_body *lossless(int modes, double low, double high, double q) {
  rosin_mode mode[300];
  double load[300];
  const double kg = log_uniform(&seed, 1e-3, 1);
  for (int l = 0; l < modes; l++) {
    mode[l] = (rosin_mode){.frequency = log_uniform(&seed, low, high), .mass = kg, .q = q};
    load[l] = uniform(&seed, 0, 1);
  }
  const rosin_modal_spec spec = {.modes = modes,
                                 .mode = mode,
                                 .shape = ROSIN_SHAPE_SINE,
                                 .made = {.tension = 100},
                                 .load = load};
  return rosin_modal_new(&spec, rate, NULL);
}

/* ---- what is heard beside the glide ---- */

/* Where a control that is there at 0 has gone for a factor u of at most an octave. */
static double sent(int control, double u) {
  return control == PITCH     ? exp2(u)
         : control == SIZE    ? exp2(-u)
         : control == TENSION ? 100 * exp2(2 * u)
                              : fmin(fabs(u), 1);
}

/* A mode rings and glides. Its own sound is known: its phase runs on at the pitch of each sample,
 * its energy goes as the pitch. dB of whatever else there is, over that. */
static double beside(int control, double octaves, double seconds) {
  enum { BEGIN = 4000 };
  const int samples = (int)(seconds * rate) + 2 * BEGIN;
  rosin_body *body = lossless(1, 60, 3000, 0);
  rosin_bank *b = (rosin_bank *)body;
  double sound = 0, rest = 0, phase = 0;
  body->ops->bind(body, 1);
  body->ops->place(body, 0, 0.5);
  b->m.x[0] = 1;
  const double first = body->ops->energy(body), pitched = b->pitched[0];
  for (int n = 0; n < samples; n++) {
    const double t = fmin(fmax((n - BEGIN) / (seconds * rate), 0), 1);
    double v, mobility;
    body->ops->set_control(body, control, sent(control, octaves * (0.5 - 0.5 * cos(pi * t))));
    body->ops->mobility(body, &mobility);
    body->ops->predict(body, &v);
    body->ops->commit(body, &(double){0});
    const double turn = 2 * pi * b->pitched[0] / rate;
    /* half velocities in the mode's scale: x = cos, v = -sin */
    const double most = sqrt(first * b->pitched[0] / pitched / b->kinetic[0]);
    const double own = -b->weight[0] * b->root[0] * most * (sin(phase) + sin(phase + turn));
    phase += turn;
    sound += own * own;
    rest += (v - own) * (v - own);
  }
  rosin_body_free(body);
  return 10 * log10(rest / sound + 1e-30);
}

static void splash(void) {
  static const char *const name[] = {"pitch", "size", "tension", "fill"};
  enum { CASES = 60 };
  for (int c = 0; c < CONTROLS; c++) {
    char text[64];
    double worst = -300;
    for (int i = 0; i < CASES; i++)
      worst = fmax(worst, beside(c, uniform(&seed, -1, 1), log_uniform(&seed, 0.02, 2)));
    snprintf(text, sizeof text, "moves_splash_db_%s", name[c]);
    line(text, worst, CASES);
  }
}

/* A macro is turned from end to end at once, an octave and more, while a body of 12 modes rings:
 * what comes up above all its modes, 4 octaves above the highest that it has then. */
static void macro_splash(void) {
  static const char text[] =
      "duration = 2.0; modals = { x = { modes = ( { frequency = 110.0; q = 900.0; mass = 0.1; },"
      " { frequency = 170.0; q = 900.0; mass = 0.1; }, { frequency = 260.0; q = 900.0; mass = 0.1; "
      "}); }; };"
      "pushes = { p = { body = \"x\"; position = 0.0; force = { points = ((0.0, 0.0), (0.05, 1.0), "
      "(0.1, 0.0)); "
      "curve = \"cosine\"; }; }; }; outputs = ({ signal = \"x.velocity@0.0\"; });"
      "macros = { m = { low = 0.5; high = 1.2; default = 0.5; to = ({ key = \"x.pitch\"; how = "
      "\"scale\"; at = (0.5, 1.2); }); }; };";
  char path[] = "/tmp/rosin-moves-XXXXXX", *errors = NULL;
  static float out[66150];
  FILE *file = fdopen(mkstemp(path), "w");
  fputs(text, file);
  fclose(file);
  rosin_scene *s = rosin_scene_load(path, 0, NULL, &errors);
  remove(path);
  if (!s || rosin_scene_prepare(s, 44100, 22050, NULL))
    exit(1);
  rosin_scene_process(s, 22050, out);
  rosin_scene_control(s, "m", 1.2, NULL);
  rosin_scene_process(s, 22050, out + 22050);
  rosin_scene_control(s, "m", 0.5, NULL);
  rosin_scene_process(s, 22050, out + 44100);
  rosin_scene_free(s);
  double sound = 0, high = 0;
  double z[4][2] = {{0}}; /* four first-order highpasses at 4 kHz in a row */
  const double k = tan(pi * 4000 / rate), pole = (1 - k) / (1 + k), gain = 1 / (1 + k);
  for (int i = 0; i < 66150; i++) {
    double x = (double)out[i];
    sound += i > 22050 - 100 ? x * x : 0;
    for (int j = 0; j < 4; j++) {
      const double y = pole * z[j][1] + gain * (x - z[j][0]);
      z[j][0] = x;
      z[j][1] = y;
      x = y;
    }
    high += i > 22050 - 100 ? x * x : 0;
  }
  line("moves_splash_db_macro", 10 * log10(high / sound), 44100);
}

/* ---- energy ---- */

enum { BODIES = 3, CONTACTS = 4, SAMPLES = 1280 };
static const char *const body_name[] = {"b0", "b1", "b2"};
static const char *const contact_name[] = {"c0", "c1", "c2", "c3"};

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *contact[CONTACTS];
  int control[BODIES][CONTROLS], fast[BODIES];
} world;

static int control_of(const world *w, const char *owner, const char *key) {
  char text[32];
  snprintf(text, sizeof text, "%s.%s", owner, key);
  return rosin_network_control(w->network, text);
}

static void hold(const world *w, const char *owner, const char *key, double value) {
  rosin_network_hold(w->network, control_of(w, owner, key), value);
}

static void add_contact(world *w, int i) {
  static const char *const law[] = {"elastoplastic", "lugre", "induction", "dahl", "impact"};
  const int kind = pick(5), b = pick(BODIES), a = pick(BODIES + 1) - 1;
  rosin_contact *c = w->contact[i] = rosin_contact_new(law[kind], rate, NULL);
  rosin_contact_set(c, "damping_limit", 1, NULL);
  rosin_contact_set(c, "sigma0", log_uniform(&seed, 1e3, 1e6), NULL);
  rosin_contact_set(c, "stiffness", log_uniform(&seed, 1e3, 1e8), NULL);
  rosin_network_contact(w->network, contact_name[i], c, a < 0 || a == b ? "-" : body_name[a],
                        body_name[b], NULL);
  hold(w, contact_name[i], "position", uniform(&seed, 0, 1));
  hold(w, contact_name[i], "position_a", uniform(&seed, 0, 1));
  hold(w, contact_name[i], "force", log_uniform(&seed, 0.01, 30));
}

static void random_world(world *w) {
  static const char *const key[] = {"pitch", "size", "tension", "fill"};
  *w = (world){.network = rosin_network_new(rate, 1, NULL)};
  for (int i = 0; i < BODIES; i++) {
    w->body[i] = lossless(1 + pick(6), 20, 9000, 0);
    w->fast[i] = pick(3);
    rosin_network_body(w->network, body_name[i], w->body[i], NULL);
    for (int k = 0; k < CONTROLS; k++)
      w->control[i][k] = control_of(w, body_name[i], key[k]);
  }
  for (int i = 0; i < CONTACTS; i++)
    add_contact(w, i);
  if (rosin_network_prepare(w->network, NULL))
    exit(1);
}

/* Hands rub and knock; the bodies are moved at each sample, now and then, or not. */
static void turn(world *w, int sample) {
  for (int i = 0; i < CONTACTS && sample % 32 == 0; i++)
    hold(w, contact_name[i], "velocity", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-3, 3));
  for (int i = 0; i < BODIES; i++) {
    const int k = pick(CONTROLS);
    if (w->fast[i] == 2 || (w->fast[i] == 1 && sample % 100 == 0))
      rosin_network_hold(w->network, w->control[i][k], sent(k, uniform(&seed, -1, 1)));
  }
}

static void energy(void) {
  double balance = 0, worst = 0;
  long long wrong = 0, rescued = 0;
  for (int i = 0; i < count; i++) {
    world w;
    double most = 0;
    random_world(&w);
    for (int n = 0; n < SAMPLES; n++) {
      turn(&w, n);
      rosin_network_process(w.network, 1);
      if (n % 32 != 31)
        continue;
      const rosin_statistics s = rosin_network_statistics(w.network);
      const double stored = rosin_network_energy(w.network);
      most = fmax(most, s.handled + fabs(s.supplied) + stored);
      /* what is missing was lost where a knock was let go as its bodies moved; none may be more */
      balance = fmax(balance, (stored + s.dissipated - s.supplied) / (most + 1e-12));
      worst = fmin(worst, s.worst / (most + 1e-12));
      wrong += !isfinite(stored);
      rescued = s.rescued;
    }
    wrong += rescued > 0;
    rosin_network_free(w.network);
    for (int k = 0; k < BODIES; k++)
      rosin_body_free(w.body[k]);
    for (int k = 0; k < CONTACTS; k++)
      rosin_contact_free(w.contact[k]);
  }
  const long long samples = (long long)count * SAMPLES;
  line("moves_energy_made", balance, samples);
  line("moves_worst_dissipation", worst, samples);
  line("moves_not_finite", (double)wrong, samples);
}

/* A body is moved at random at every sample for ten seconds, and brought back. */
static void round_trip(void) {
  double worst = 0;
  enum { CASES = 20 };
  for (int i = 0; i < CASES; i++) {
    rosin_body *body = lossless(1 + pick(6), 20, 9000, 0);
    body->ops->bind(body, 1);
    body->ops->place(body, 0, 0.4);
    double v;
    const double force = 1;
    body->ops->predict(body, &v);
    body->ops->commit(body, &force);
    const double first = body->ops->energy(body);
    for (int n = 0; n < 441000; n++) {
      const int k = pick(CONTROLS);
      body->ops->set_control(body, k, sent(k, uniform(&seed, -1, 1)));
      body->ops->predict(body, &v);
      body->ops->commit(body, &(double){0});
    }
    for (int k = 0; k < CONTROLS; k++)
      body->ops->set_control(body, k, sent(k, 0));
    worst = fmax(worst, fabs(body->ops->energy(body) / first - 1));
    rosin_body_free(body);
  }
  line("moves_round_trip", worst, CASES * 441000LL);
}

/* ---- cost ---- */

static void cost(void) {
  static double glide[512];
  static const int sizes[] = {8, 40, 300};
  for (int i = 0; i < 3; i++) {
    char text[64];
    double best = 0;
    rosin_body *body = lossless(sizes[i], 50, 9000, 100);
    rosin_network *n = rosin_network_new(rate, 512, NULL);
    rosin_network_body(n, "x", body, NULL);
    rosin_contact *c = rosin_contact_new("elastoplastic", rate, NULL);
    rosin_network_contact(n, "c", c, "-", "x", NULL);
    rosin_network_prepare(n, NULL);
    rosin_network_hold(n, rosin_network_control(n, "c.force"), 1);
    rosin_network_hold(n, rosin_network_control(n, "c.velocity"), 0.1);
    rosin_network_hold(n, rosin_network_control(n, "c.position"), 0.3);
    for (int r = 0; r < 20; r++) {
      struct timespec from, to;
      for (int k = 0; k < 512; k++)
        glide[k] = 1 + 0.3 * (r % 2 ? 512 - k : k) / 512;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
      rosin_network_feed(n, rosin_network_control(n, "x.pitch"), glide);
      rosin_network_process(n, 512);
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
      const double s =
          (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
      best = fmax(best, 512 / rate / s);
    }
    snprintf(text, sizeof text, "moves_speed_%d", sizes[i]);
    line(text, best, 512);
    rosin_network_free(n);
    rosin_body_free(body);
    rosin_contact_free(c);
  }
}

int main(int argc, char **argv) {
  if (argc > 1)
    given = strtoull(argv[1], NULL, 10);
  if (argc > 2)
    count = atoi(argv[2]);
  seed = given;
  splash();
  macro_splash();
  energy();
  round_trip();
  cost();
  return 0;
}
