/* SPDX-License-Identifier: BSD-3-Clause */
/* Worlds at random, of all that a network may have: bodies of every kind at several rates, contacts
 * of several points, on even, spotted and ridged surfaces, that press each other in chains or are
 * two axes of one, joints that are driven, pushes, controls that are held, jumped, fed and added
 * to, signals of every kind, and sleep. What a reset begins is the same once more, to the bit;
 * books balance; and all is what it was, against tests/unit/network/worlds.txt. */
#include "golden.h"
#include "known_laws.h"
#include "maths/maths.h"
#include "network/heed.h"
#include "network/network.h"
#include "tests/unit/draw.h"
#include "tests/verify/freed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BLOCK = 48, BODIES = 5, MOST = 9, WORLDS = 66, CALLS = 8, HEARD = 10, NAME = 48 };

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *contact[MOST];
  int bodies, contacts, joints, pushes, signals;
  int is_string[BODIES], points[MOST], knocks[MOST];
  double rate;
} world;

static void add_body(world *w) {
  const int i = w->bodies++;
  char name[2] = {(char)('p' + i), 0};
  w->is_string[i] = w->rate >= 20000 && one_of(3) == 0;
  if (w->is_string[i]) {
    rosin_string_spec s = {0};
    rosin_parameters_default(rosin_string_parameters(), &s);
    s.frequency = log_between(50, 600);
    s.torsion_frequency = one_of(2) ? 900 : 0;
    w->body[i] = rosin_string_new(&s, w->rate, NULL);
  } else {
    rosin_mode mode[6];
    const int modes = 1 + one_of(6);
    for (int l = 0; l < modes; l++)
      mode[l] = (rosin_mode){.frequency = l || one_of(2) ? log_between(20, 0.2 * w->rate) : 0,
                             .q = log_between(3, 300),
                             .mass = log_between(1e-3, 0.3)};
    const rosin_modal_spec spec = {
        .modes = modes, .mode = mode, .shape = one_of(2) ? ROSIN_SHAPE_SINE : ROSIN_SHAPE_RING};
    w->body[i] = rosin_modal_new(&spec, w->rate, NULL);
  }
  assert_non_null(w->body[i]);
  assert_int_equal(rosin_network_body(w->network, name, w->body[i], NULL), 0);
}

static const char *some_body(const world *w) {
  static const char *const name[BODIES] = {"p", "q", "r", "s", "t"};
  return name[one_of(w->bodies)];
}

static void vary(rosin_contact *c) {
  for (const rosin_parameter *p = rosin_law_parameters(rosin_contact_law(c)); p->name; p++)
    if (one_of(4) == 0 && p->initial != 0)
      rosin_contact_set(c, p->name, fmin(fmax(p->initial * log_between(0.6, 1.6), p->low), p->high),
                        NULL);
}

static void add_contact(world *w) {
  const int i = w->contacts++;
  char name[4] = {(char)('a' + (i * 5 + 2) % 11), (char)('A' + i), 0};
  /* of those that were there as the file was written: a new law draws no other worlds */
  const int law = one_of(KNOWN_LAWS + 6);
  rosin_contact *c = w->contact[i] = rosin_contact_new(law < KNOWN_LAWS ? known_laws[law].law
                                                       : law % 2        ? "impact"
                                                                        : "elastoplastic",
                                                       w->rate, NULL);
  assert_non_null(c);
  vary(c);
  w->knocks[i] = rosin_law_is_normal(rosin_contact_law(c));
  const char *b = some_body(w), *a = one_of(3) ? "-" : some_body(w);
  if (!strcmp(a, b))
    a = "-";
  w->points[i] = 1;
  if (!w->knocks[i] && one_of(4) == 0)
    rosin_contact_spots(c, between(0, 0.6), log_between(1e-4, 1e-2), NULL);
  if (!w->knocks[i] && one_of(4) == 0)
    rosin_contact_ridges(c, between(0, 0.8), log_between(1e-4, 1e-2), NULL);
  if (!w->knocks[i] && one_of(4) == 0 && rosin_contact_divide(c, 2 + one_of(3), NULL) == 0)
    w->points[i] = 2;
  if (rosin_network_contact(w->network, name, c, a, b, NULL)) {
    w->contacts--;
    rosin_contact_free(c);
  }
}

/* Loads of those that are not knocks; a second axis. */
static void relate(world *w) {
  for (int i = 0; i < w->contacts; i++)
    for (int j = 0; j < w->contacts; j++) {
      char name[2][4];
      for (int k = 0; k < 2; k++) {
        const int of = k ? j : i;
        snprintf(name[k], sizeof name[k], "%c%c", 'a' + (of * 5 + 2) % 11, 'A' + of);
      }
      if (i != j && w->knocks[j] && !w->knocks[i] && one_of(3) == 0)
        rosin_network_load(w->network, name[0], name[1], NULL);
      else if (i < j && one_of(3) == 0)
        rosin_network_across(w->network, name[0], name[1], NULL);
    }
}

/* Joints and pushes; of all that there is, signals. */
static void listen(world *w) {
  static const char *const kind[] = {"velocity", "force", "bristle", "normal", "dissipation"};
  static const char *const what[] = {"velocity@0.3", "displacement@0.6", "acceleration@0.21",
                                     "bridge_force"};
  for (int i = one_of(3); i > 0; i--) {
    const char name[4] = {'j', (char)('0' + i), 0};
    w->joints += rosin_network_joint(w->network, name, some_body(w), 0.25 * one_of(5),
                                     one_of(3) ? some_body(w) : "-", between(0, 1), NULL) == 0;
  }
  for (int i = 0; i < 2; i++) {
    const char name[4] = {'z', (char)('0' + i), 0};
    w->pushes += rosin_network_push(w->network, name, some_body(w), between(0, 1), NULL) == 0;
  }
  for (int i = 0; i < 40 && w->signals < HEARD; i++) {
    char name[NAME];
    if (i % 2 && w->contacts) {
      const int c = one_of(w->contacts);
      snprintf(name, sizeof name, "%c%c.%s", 'a' + (c * 5 + 2) % 11, 'A' + c, kind[one_of(5)]);
    } else {
      snprintf(name, sizeof name, "%s.%s", some_body(w), what[one_of(4)]);
    }
    const int signal = rosin_network_signal(w->network, name, NULL);
    w->signals = signal + 1 > w->signals ? signal + 1 : w->signals;
  }
}

static world make(int number, rosin_error *error, int *status) {
  static const double rates[] = {44100, 48000, 88200, 2000, 22050, 96000};
  seed = 48271u * (uint64_t)number + 9;
  world w = {.rate = rates[number % 6]};
  w.network = rosin_network_new(w.rate, BLOCK, NULL);
  for (int i = 1 + one_of(BODIES); i > 0; i--)
    add_body(&w);
  for (int i = 1 + one_of(MOST); i > 0; i--)
    add_contact(&w);
  relate(&w);
  listen(&w);
  if (one_of(3) == 0)
    rosin_network_control_rate(w.network, log_between(1000, 50000), NULL);
  *status = rosin_network_prepare(w.network, error);
  return w;
}

static void end(world *w) {
  network_freed(w->network, w->body, w->bodies, w->contact, w->contacts);
}

/* Somewhere that is usual for a control of that name. */
static double usual(const char *key) {
  static const struct {
    const char *key;
    double low, high;
    int never; /* 1 in so many is 0 */
  } of[] = {{"force", 0.1, 6, 6},       {"velocity", -0.4, 0.5, 5}, {"position", 0.03, 0.95, 20},
            {"position_a", 0, 1, 9},    {"rolling", -1, 2, 2},      {"road", 0.4, 1.2, 0},
            {"sideways", -0.1, 0.1, 2}, {"roughness", 0, 0.5, 2},   {"grain", 5e-5, 1e-3, 0},
            {"width", 0, 0.02, 3},      {"finger", 100, 900, 3},    {"mute", 0, 0.02, 2},
            {"pitch", 0.7, 1.5, 0},     {"size", 0.8, 1.2, 0},      {"tension", 900, 4000, 0},
            {"fill", 0, 1, 0}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    if (!strcmp(of[i].key, key))
      return of[i].never && one_of(of[i].never) == 0 ? 0 : between(of[i].low, of[i].high);
  return 0;
}

static void move(world *w, int all) {
  static double fed[8][BLOCK];
  int feeds = 0;
  const rosin_parameter *row;
  for (int c = 0; (row = rosin_network_control_parameter(w->network, c)); c++) {
    if (!all && one_of(6))
      continue;
    const double value = usual(row->name);
    const int way = one_of(8);
    if (way < 4)
      assert_int_equal(rosin_network_hold(w->network, c, value), 0);
    else if (way < 6 || feeds == 8)
      assert_int_equal(rosin_network_jump(w->network, c, value), 0);
    else {
      for (int i = 0; i < BLOCK; i++)
        fed[feeds][i] = i % 17 == 16 ? NAN : value * (1 + 0.1 * (i % 3));
      assert_int_equal(rosin_network_feed(w->network, c, fed[feeds++]), 0);
    }
  }
}

typedef struct {
  double heard[HEARD];
  double energy, left;
} outcome;

static void play(world *w, outcome *o) {
  memset(o, 0, sizeof *o);
  rosin_network_seed(w->network, 7);
  for (int call = 0; call < CALLS; call++) {
    move(w, call == 0);
    const int frames = call % 4 == 3 ? 1 + one_of(BLOCK) : BLOCK;
    assert_int_equal(rosin_network_process(w->network, frames), 0);
    for (int s = 0; s < w->signals; s++)
      for (int i = 0; i < frames; i++)
        o->heard[s] += rosin_network_read(w->network, s)[i] * (1 + 0.1 * (i % 7));
    o->energy += rosin_network_energy(w->network);
  }
}

static void books(golden *g, world *w) {
  const rosin_statistics t = rosin_network_statistics(w->network);
  golden_columns(
      g, "books", "dissipated given supplied handled energy",
      (double[]){t.dissipated, t.given, t.supplied, t.handled, rosin_network_energy(w->network)},
      1e-6, 1e-12);
  golden_columns(g, "counts",
                 "solves elastic iterations most unconverged not_unique passivity rescued",
                 (double[]){(double)t.solves, (double)t.elastic, (double)t.iterations,
                            t.iterations_max, (double)t.unconverged, (double)t.not_unique,
                            (double)t.passivity, (double)t.rescued},
                 0, 0);
  rosin_contact_account a;
  double x[6] = {0};
  for (int i = 0; rosin_network_account(w->network, i, &a) == 0; i++) {
    x[0] += (1 + i) * (double)a.solves;
    x[1] += (1 + i) * (double)a.outside;
    x[2] += (1 + i) * (double)a.missed;
    x[3] += (1 + i) * (double)a.several;
    x[4] += (1 + i) * a.took;
    x[5] += (1 + i) * a.gave;
  }
  golden_columns(g, "accounts", "solves outside missed several took gave", x, 1e-6, 1e-12);
  assert_int_equal(t.rescued, 0);
}

static void they_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/network/worlds.txt");
  int refused = 0;
  for (int k = 0; k < WORLDS; k++) {
    rosin_error error = {""};
    int status;
    world w = make(k, &error, &status);
    golden_in(&g, "%d:%d:%d:%d", k, w.bodies, w.contacts, w.joints);
    if (status) {
      golden_words(&g, "refused", error.text);
      refused++;
      end(&w);
      continue;
    }
    outcome first, again;
    const uint64_t from = seed;
    play(&w, &first);
    golden_row(&g, "heard", first.heard, w.signals, 1e-6, 1e-9);
    golden_row(&g, "energy", &first.energy, 1, 1e-6, 1e-12);
    books(&g, &w);
    rosin_network_reset(w.network);
    play(&w, &again); /* something else */
    rosin_network_reset(w.network);
    seed = from;
    for (int c = 0; rosin_network_control_parameter(w.network, c); c++)
      rosin_network_jump(w.network, c, rosin_network_initial(w.network, c));
    play(&w, &again);
    if (memcmp(&first, &again, sizeof first))
      fail_msg("world %d: another one after a reset", k);
    end(&w);
  }
  assert_in_range(refused, 0, WORLDS / 4);
  assert_int_equal(golden_close(&g), 0);
}

/* What falls silent at a low rate sleeps after half a second, or unheard after twenty, and goes on
 * where it was as soon as it is driven; who always sounds and who sleeps end at the same. */
static void they_sleep(void **state) {
  (void)state;
  for (int k = 3; k < 6 * 16; k += 6) {
    double level[2];
    int slept = 0;
    for (int sleeps = 0; sleeps < 2; sleeps++) {
      rosin_error error;
      int status;
      world w = make(k, &error, &status);
      if (status) {
        end(&w);
        continue;
      }
      for (int s = 0; s < w.signals && sleeps; s++)
        rosin_network_set_silence(w.network, s, 1e-3);
      move(&w, 1);
      for (int i = 0; i < 40; i++)
        rosin_network_process(w.network, BLOCK);
      for (int c = 0; rosin_network_control_parameter(w.network, c); c++) {
        const char *key = rosin_network_control_parameter(w.network, c)->name;
        if (!strcmp(key, "force") || !strcmp(key, "velocity"))
          rosin_network_hold(w.network, c, 0);
      }
      for (int i = 0; i < 120; i++)
        rosin_network_process(w.network, BLOCK);
      slept += rosin_network_asleep(w.network);
      level[sleeps] = rosin_network_energy(w.network);
      move(&w, 1);
      rosin_network_process(w.network, BLOCK);
      end(&w);
      if (!sleeps)
        assert_int_equal(slept, 0);
      else
        assert_true(slept == 0 || level[1] < 1e3 * level[0] + 1e-3);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_hold_still),
                                     cmocka_unit_test(they_sleep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
