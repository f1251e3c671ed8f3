/* SPDX-License-Identifier: BSD-3-Clause */
/* A program of calls through rosin.h, a byte each and their arguments: members in any order,
 * joints of any ends (also of a body with itself), controls that jump, NULLs, calls before
 * their time. Whatever it does: numbers are finite, and energy comes from somewhere. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATE = 8000, BLOCK = 32, BODIES = 6, CONTACTS = 6, SIGNALS = 16, MOST_CALLS = 150 };

typedef struct {
  fuzz_bytes in;
  rosin_network *network, *other;
  rosin_body *body[BODIES]; /* 0 and 1 are strings, kept */
  rosin_contact *contact[CONTACTS];
  int modals, contacts, signals;
  int parametric; /* something moved that stores energy: the balance is not checked */
  double before;  /* J, when the statistics began */
  double most;    /* of what was controlled, N or m/s, */
  double rounded; /* and what that may be off by for rounding's sake, J */
} program;

static const char *const names[] = {"a", "b", "c", "d", "e", "f", "-", "none", NULL};

static const char *name_of(program *p) {
  const unsigned k = fuzz_byte(&p->in);
  return names[k < 240 ? k % 7 : k % 9];
}

static double any(program *p) {
  static const double odd[] = {0, -1, 1e300, -1e300, (double)NAN, (double)INFINITY, 1e-300, 1e6};
  const unsigned k = fuzz_byte(&p->in);
  const double value = k < 200   ? k / 100.0 - 1
                       : k < 232 ? fuzz_between(&p->in, -1e3, 1e3)
                                 : odd[k % 8];
  p->most = fmax(p->most, fmin(fabs(value), 1e7)); /* more is held back */
  return value;
}

/* Places that matter, and others. */
static double place_of(program *p) {
  static const double places[] = {0, 1, 0.5, 0.11};
  const unsigned k = fuzz_byte(&p->in);
  return k < 128 ? places[k % 4] : k < 250 ? (k - 128) / 120.0 : any(p);
}

/* ---- members ----------------------------------------------------------------- */

/* Strings cost milliseconds to make: two of them serve all programs. */
static rosin_body *string(int index) {
  static rosin_body *made[2];
  if (!made[index]) {
    rosin_string_spec s = {0};
    rosin_parameters_default(rosin_string_parameters(), &s);
    s.frequency = index ? 311 : 196;
    s.torsion_frequency = index ? 600 : 0;
    rosin_error error = {""};
    made[index] = rosin_string_new(&s, RATE, &error);
    fuzz_want(made[index] != NULL, "%s", error.text);
  }
  rosin_body_reset(made[index]);
  return made[index];
}

static rosin_body *modal(program *p, rosin_body *old) {
  rosin_mode mode[4];
  double weight[8];
  const int count = 1 + (int)fuzz_byte(&p->in) % 4, kind = (int)fuzz_byte(&p->in) % 3;
  for (int i = 0; i < count; i++) {
    const unsigned k = fuzz_byte(&p->in);
    const double frequency = k < 40 ? 0 : fuzz_scaled(&p->in, 1, 3600);
    const double q = k & 1 ? fuzz_scaled(&p->in, 0.5, 1e4) : 0;
    mode[i] = (rosin_mode){.frequency = frequency, .q = q, .mass = fuzz_scaled(&p->in, 1e-5, 10)};
  }
  for (int i = 0; i < 8; i++)
    weight[i] = fuzz_between(&p->in, -1, 1);
  const rosin_modal_spec spec = {.modes = count,
                                 .mode = mode,
                                 .shape = (rosin_shape)kind,
                                 .points = kind == ROSIN_SHAPE_TABLE ? 2 : 0,
                                 .weight = weight};
  if (!old)
    return rosin_modal_new(&spec, RATE, NULL);
  rosin_modal_set(old, &spec, NULL);
  p->parametric = 1; /* what moves keeps moving, with another mass */
  return old;
}

static void add_body(program *p) {
  const int k = (int)fuzz_byte(&p->in) % BODIES;
  if (!p->body[k])
    p->body[k] = k < 2 ? string(k) : modal(p, NULL);
  rosin_network_body(p->network, name_of(p), p->body[k], NULL);
}

static void add_contact(program *p) {
  char name[16];
  rosin_error error = {""};
  if (p->contacts == CONTACTS)
    return;
  const int k = p->contacts;
  const char *law = rosin_law_name((int)fuzz_byte(&p->in) % rosin_laws());
  rosin_contact *c = p->contact[k] = rosin_contact_new(law, RATE, &error);
  fuzz_want(c != NULL, "%s", error.text);
  p->contacts++;
  const rosin_parameter *row = rosin_law_parameters(law);
  const unsigned how = fuzz_byte(&p->in), more = how / 4 % 8;
  if (more >= 1 && more <= 4)
    rosin_contact_divide(c, 1 + (int)more, NULL);
  for (unsigned changes = how % 4; changes; changes--) {
    const unsigned which = fuzz_byte(&p->in);
    int rows = 0;
    while (row[rows].name)
      rows++;
    const rosin_parameter *chosen = &row[which % (unsigned)rows];
    rosin_contact_set(c, chosen->name, fuzz_between(&p->in, chosen->low, chosen->high), NULL);
  }
  snprintf(name, sizeof name, "c%d", k);
  const char *a = name_of(p), *b = name_of(p);
  if (rosin_network_contact(p->network, name, c, a, b, &error))
    fuzz_want_line(&error);
  snprintf(name, sizeof name, "c%d.width", k);
  rosin_network_hold(p->network, rosin_network_control(p->network, name), 0.004 * (how / 32));
}

static void add_joint(program *p) {
  char name[8];
  rosin_error error = {""};
  snprintf(name, sizeof name, "j%u", fuzz_byte(&p->in) % 10);
  const char *a = name_of(p), *b = name_of(p);
  const double x = place_of(p), y = place_of(p);
  if (rosin_network_joint(p->network, name, a, x, b, y, &error))
    fuzz_want_line(&error);
}

static void add_push(program *p) {
  char name[8];
  rosin_error error = {""};
  snprintf(name, sizeof name, "p%u", fuzz_byte(&p->in) % 4);
  const char *body = name_of(p);
  if (rosin_network_push(p->network, name, body, place_of(p), &error))
    fuzz_want_line(&error);
}

static void add_signal(program *p) {
  static const char *const what[] = {"c0.velocity",      "c0.force",     "c1.bristle",
                                     "j0.force",         "a.velocity@0", "a.bridge_force",
                                     "b.acceleration@1", "c.velocity@1", "c1.dissipation",
                                     "d.displacement@0", "j1.velocity",  "nothing"};
  rosin_error error = {""};
  const int k = rosin_network_signal(p->network, what[fuzz_byte(&p->in) % 12], &error);
  if (k < 0)
    fuzz_want_line(&error);
  p->signals = k >= p->signals ? k + 1 : p->signals;
}

/* ---- running ------------------------------------------------------------------- */

static void check_energy(program *p) {
  const rosin_statistics s = rosin_network_statistics(p->network);
  const double energy = rosin_network_energy(p->network);
  fuzz_want(isfinite(energy) && isfinite(s.supplied) && isfinite(s.dissipated) &&
                isfinite(s.handled),
            "energies are finite: %g J, %g supplied", energy, s.supplied);
  if (s.passivity || p->parametric) /* a law said of itself that it drives */
    return;
  /* a front that passes a string's loss, an FIR, is told up to 1.4 % too large */
  const double part = p->body[0] || p->body[1] ? 0.03 : 1e-3;
  fuzz_want(energy <=
                p->before + s.supplied + part * (s.handled + fabs(s.supplied)) + 1e-6 + p->rounded,
            "energy comes from somewhere: %g J, of %g and %g supplied, %g handled, %g rounded",
            energy, p->before, s.supplied, s.handled, p->rounded);
  fuzz_want(s.worst >= -1e-9 * s.handled - 1e-12, "a passive contact takes: %g J, of %g handled",
            s.worst, s.handled);
}

static void run(program *p, int frames) {
  const int status = rosin_network_process(p->network, frames);
  fuzz_want(frames >= 1 && frames <= BLOCK ? 1 : status < 0, "%d frames are refused", frames);
  for (int k = 0; k < p->signals && status == 0; k++) {
    const double *x = rosin_network_read(p->network, k);
    fuzz_want(x != NULL, "signal %d is there", k);
    for (int i = 0; i < frames; i++)
      fuzz_want(isfinite(x[i]) && fabs(x[i]) < 1e20, "signal %d is %g", k, x[i]);
  }
  /* some eps F^2 B T, bodies of 1e-5 kg at 8 kHz; of more than 1e4 N on what is nailed there the
   * ledger tells 1e-14 of F^2 */
  const double more = fmax(p->most - 1e4, 0);
  p->rounded += (2e-18 * p->most * p->most + 2e-14 * more * more) * fmax(frames, 0);
  check_energy(p);
}

static int control_of(program *p) {
  static const char *const keys[] = {"force",     "velocity", "position", "position_a",
                                     "rolling",   "road",     "sideways", "grain",
                                     "roughness", "finger",   "mute",     "none"};
  static const char *const owners[] = {"c0", "c1", "c2", "j0", "p0", "a", "b", "c"};
  char name[32];
  const unsigned k = fuzz_byte(&p->in) % 8, key = fuzz_byte(&p->in) % 12;
  snprintf(name, sizeof name, "%s.%s", owners[k], keys[key]);
  if (key == 2 || key == 3 || key == 9 || key == 10)
    p->parametric = 1;
  return rosin_network_control(p->network, name);
}

static void control(program *p, unsigned how) {
  static double fed[BLOCK];
  const int k = control_of(p);
  for (int i = 0; how == 2 && i < BLOCK; i++)
    fed[i] = i % 8 ? fed[i - 1] : any(p);
  if (how == 0)
    rosin_network_hold(p->network, k, any(p));
  else if (how == 1)
    rosin_network_jump(p->network, k, any(p));
  else
    rosin_network_feed(p->network, k, fed);
}

static void reset(program *p) {
  rosin_network_reset(p->network);
  p->before = rosin_network_energy(p->network);
  fuzz_want(p->before < 1e-9, "a reset is to rest: %g J", p->before);
}

static void nulls(program *p) {
  const unsigned k = fuzz_byte(&p->in);
  rosin_network *n = k & 1 ? p->network : NULL;
  rosin_network_body(n, k & 2 ? "z" : NULL, k & 4 ? p->body[2] : NULL, NULL);
  rosin_network_contact(n, k & 2 ? "z" : NULL, k & 8 ? p->contact[0] : NULL, NULL, "a", NULL);
  rosin_network_joint(n, "z", NULL, 0, k & 4 ? "a" : NULL, 0, NULL);
  rosin_network_push(n, "z", NULL, 0, NULL);
  rosin_network_across(n, "c0", k & 16 ? "c1" : NULL, NULL);
  rosin_network_load(n, "c0", k & 16 ? "c1" : NULL, NULL);
  rosin_network_signal(n, NULL, NULL);
  rosin_network_hold(n, rosin_network_control(n, NULL), 1);
  rosin_network_feed(n, rosin_network_control(n, "c0.force"), NULL);
  rosin_contact_set(k & 32 ? p->contact[0] : NULL, NULL, 1, NULL);
  rosin_contact_input(k & 32 ? p->contact[0] : NULL, k & 64 ? "road" : NULL, 0.5, NULL);
  rosin_network_read(n, -1);
}

/* Two axes; or what a knock presses. */
static void load(program *p) {
  static const char *const name[] = {"c0", "c1", "c2", "none"};
  const unsigned k = fuzz_byte(&p->in);
  rosin_error error = {""};
  if (k & 1)
    rosin_network_across(p->network, "c0", "c1", NULL);
  else if (rosin_network_load(p->network, name[k / 2 % 4], name[k / 8 % 4], &error))
    fuzz_want_line(&error);
}

/* A second network with bodies of the first. */
static void share(program *p) {
  if (!p->other)
    p->other = rosin_network_new(RATE, BLOCK, NULL);
  rosin_body *body = p->body[fuzz_byte(&p->in) % BODIES];
  rosin_network_body(p->other, name_of(p), body, NULL);
  rosin_network_joint(p->other, "j", name_of(p), 0, "-", 0, NULL);
  rosin_network_prepare(p->other, NULL);
  rosin_network_process(p->other, 8);
  p->parametric = 1; /* what moved there was not counted here */
}

static void call(program *p) {
  rosin_error error = {""};
  const unsigned what = fuzz_byte(&p->in) % 20;
  rosin_body *body = p->body[what == 13 || what == 14 ? fuzz_byte(&p->in) % BODIES : 0];
  switch (what) {
  case 0:
  case 1:
    add_body(p);
    break;
  case 2:
  case 3:
    add_contact(p);
    break;
  case 4:
  case 5:
    add_joint(p);
    break;
  case 6:
    add_push(p);
    break;
  case 7:
    add_signal(p);
    break;
  case 8:
  case 9:
  case 10:
    control(p, what - 8);
    break;
  case 11:
    load(p);
    break;
  case 12:
    nulls(p);
    break;
  case 13:
    rosin_body_reset(body);
    break;
  case 14:
    if (body && body != p->body[0] && body != p->body[1])
      modal(p, body);
    break;
  case 15:
    reset(p);
    break;
  case 16:
    share(p);
    break;
  case 17:
    run(p, (int)fuzz_byte(&p->in) - 2);
    break;
  case 18:
    rosin_network_seed(p->network, fuzz_byte(&p->in));
    break;
  default:
    if (rosin_network_prepare(p->network, &error))
      fuzz_want_line(&error);
    else
      run(p, BLOCK);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  program p = {.in = {data, size}, .network = rosin_network_new(RATE, BLOCK, NULL)};
  fuzz_want(p.network != NULL, "there is a network");
  for (int i = 0; i < MOST_CALLS && p.in.left; i++)
    call(&p);
  if (rosin_network_prepare(p.network, NULL) == 0)
    for (int i = 0; i < 16; i++)
      run(&p, BLOCK);
  rosin_network_free(p.network);
  rosin_network_free(p.other);
  for (int i = 2; i < BODIES; i++)
    rosin_body_free(p.body[i]);
  for (int i = 0; i < p.contacts; i++)
    rosin_contact_free(p.contact[i]);
  return 0;
}
