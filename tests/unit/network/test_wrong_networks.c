/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said of calls that are wrong, of networks, bodies and contacts, each word of it, against
 * tests/unit/network/wrong_networks.txt; and that calls with nothing to do it to do nothing. The
 * ends of ranges are in them. */
#include "golden.h"
#include "network/added.h"
#include "network/heed.h"
#include "network/network.h"
#include "tests/verify/freed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const double rate = 44100;
static golden file;
static rosin_error e;

/* A call that fails, under a name. */
static void said(const char *key, int failed) {
  if (!failed)
    fail_msg("%s is taken", key);
  char *list = strstr(e.text, "; there are: elastoplastic, ");
  if (list) /* of all laws: one that is new changes no row */
    strcpy(list, "; there are: LAWS");
  golden_words(&file, key, e.text);
  e.text[0] = 0;
}
#define WRONG(key, call) said(key, (call) == -1)
#define NONE(key, call) said(key, (call) == NULL)

static void right(int status) {
  if (status < 0)
    fail_msg("%s", e.text);
}

static rosin_body *bar(double of) {
  static const rosin_mode mode[] = {{.frequency = 300, .q = 50, .mass = 0.1},
                                    {.frequency = 700, .q = 50, .mass = 0.1}};
  const rosin_modal_spec spec = {.modes = 2, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  return rosin_modal_new(&spec, of, NULL);
}

static rosin_body *string(void) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  return rosin_string_new(&s, rate, NULL);
}

/* A network with a bar "bar", a string "d", contacts "knock", "one" and "two" on the bar, "wide" of
 * three points on the string. */
typedef struct {
  rosin_network *n;
  rosin_body *body[2];
  rosin_contact *c[4];
} world;

static world begin(void) {
  static const char *const law[] = {"impact", "lugre", "induction-2d", "elastoplastic"};
  static const char *const name[] = {"knock", "one", "two", "wide"};
  world w = {.n = rosin_network_new(rate, 64, &e), .body = {bar(rate), string()}};
  right(rosin_network_body(w.n, "bar", w.body[0], &e));
  right(rosin_network_body(w.n, "d", w.body[1], &e));
  for (int i = 0; i < 4; i++) {
    w.c[i] = rosin_contact_new(law[i], rate, &e);
    if (i == 3)
      right(rosin_contact_divide(w.c[i], 3, &e));
    right(rosin_network_contact(w.n, name[i], w.c[i], "-", i == 3 ? "d" : "bar", &e));
  }
  return w;
}

static void end(world *w) {
  network_freed(w->n, w->body, 2, w->c, 4);
}

static void made_of_wrong_numbers(void) {
  golden_in(&file, "made");
  NONE("slow", rosin_network_new(999, 64, &e));
  NONE("fast", rosin_network_new(1.1e7, 64, &e));
  NONE("no-rate", rosin_network_new(NAN, 64, &e));
  NONE("no-block", rosin_network_new(rate, 0, &e));
  NONE("long-block", rosin_network_new(rate, (1 << 20) + 1, &e));
  const double rates[] = {1000, 1e7};
  for (int i = 0; i < 2; i++) {
    rosin_network *n = rosin_network_new(rates[i], i ? 1 : 1 << 20, &e);
    assert_non_null(n);
    rosin_network_free(n);
  }
  NONE("slow-contact", rosin_contact_new("lugre", 999, &e));
  NONE("fast-contact", rosin_contact_new("lugre", 1.1e8, &e));
  NONE("no-law", rosin_contact_new(NULL, rate, &e));
  NONE("odd-law", rosin_contact_new("lugre-", rate, &e));
  NONE("no-string", rosin_string_new(NULL, rate, &e));
  NONE("no-modes", rosin_modal_new(NULL, rate, &e));
  const rosin_mode mode = {.frequency = 300, .q = 50, .mass = 0.1};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .shape = ROSIN_SHAPE_SINE};
  NONE("slow-modes", rosin_modal_new(&spec, 999, &e));
  NONE("fast-modes", rosin_modal_new(&spec, 1.1e7, &e));
}

static void wrong_modes(void) {
  const double weight[4] = {1, 2, 1, -3}, rises[2] = {0, 1}, falls[2] = {1, 1}, odd[2] = {0, NAN};
  const double far[4] = {1, 1e6, 1, 1.1e6}, load[2] = {0, -1}, heavy[2] = {1e6, 1.1e6};
  const int order[2] = {65536, -65537};
  const rosin_mode fine[2] = {{.frequency = 300, .mass = 1}, {.frequency = 9000, .mass = 1}};
  const rosin_mode none[2] = {{.frequency = 300, .mass = 1}, {.frequency = 9000, .mass = 0}};
  const rosin_mode high[2] = {{.frequency = 300, .mass = 1}, {.frequency = 19846, .mass = 1}};
  const rosin_modal_spec of[] = {
      {.modes = 2},
      {.modes = 0, .mode = fine, .shape = ROSIN_SHAPE_SINE},
      {.modes = 65537, .mode = fine, .shape = ROSIN_SHAPE_SINE},
      {.modes = 2, .mode = none, .shape = ROSIN_SHAPE_SINE},
      {.modes = 2, .mode = high, .shape = ROSIN_SHAPE_SINE},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_TABLE},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .points = -1},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .points = 65537},
      {.modes = 2, .mode = fine, .shape = (rosin_shape)3, .points = 1},
      {.modes = 2, .mode = fine, .points = 2, .position = falls, .weight = weight},
      {.modes = 2, .mode = fine, .points = 2, .position = odd, .weight = weight},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .points = 2, .position = odd},
      {.modes = 2, .mode = fine, .points = 2, .position = rises, .weight = far},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_RING, .order = order},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .load = load},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .load = heavy},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .made = {.size = 101}},
      {.modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .made = {.tension = -1}},
  };
  golden_in(&file, "modes");
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    char key[20];
    snprintf(key, sizeof key, "%d", (int)i);
    NONE(key, rosin_modal_new(&of[i], rate, &e));
  }
  const rosin_modal_spec sine = {
      .modes = 2, .mode = fine, .shape = ROSIN_SHAPE_SINE, .points = 2, .position = falls};
  rosin_body *body = rosin_modal_new(&sine, rate, &e), *other = string();
  assert_non_null(body);
  WRONG("set", rosin_modal_set(body, &of[1], &e));
  WRONG("set-string", rosin_modal_set(other, &sine, &e));
  WRONG("set-nobody", rosin_modal_set(NULL, &sine, &e));
  rosin_body_free(body);
  rosin_body_free(other);
}

static void wrong_strings(void) {
  golden_in(&file, "string");
  for (const rosin_parameter *p = rosin_string_parameters(); p->name; p++)
    for (int high = 0; high < 2; high++) {
      rosin_string_spec s = {0};
      char key[60];
      rosin_parameters_default(rosin_string_parameters(), &s);
      const double value = high ? 1.01 * p->high : p->low > 0 ? 0.99 * p->low : -1e-9;
      memcpy((char *)&s + p->offset, &value, sizeof value);
      snprintf(key, sizeof key, "%s:%s", p->name, high ? "high" : "low");
      NONE(key, rosin_string_new(&s, rate, &e));
    }
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = rate / 12 + 1;
  NONE("above", rosin_string_new(&s, rate, &e));
  s.frequency = 200;
  s.torsion_frequency = rate / 12 + 1;
  NONE("twists-above", rosin_string_new(&s, rate, &e));
  s.torsion_frequency = 9;
  NONE("twists-below", rosin_string_new(&s, rate, &e));
  s.torsion_frequency = 0;
  const rosin_damping_point falls[] = {{200, 1}, {200, 2}}, none[] = {{200, 0}}, odd[] = {{0, 1}};
  s.damping_points = 2;
  s.damping = falls;
  NONE("falls", rosin_string_new(&s, rate, &e));
  s.damping_points = 1;
  s.damping = none;
  NONE("no-time", rosin_string_new(&s, rate, &e));
  s.damping = odd;
  NONE("no-frequency", rosin_string_new(&s, rate, &e));
  s.damping = NULL;
  NONE("no-points", rosin_string_new(&s, rate, &e));
  s.damping_points = -1;
  NONE("few", rosin_string_new(&s, rate, &e));
  s.damping_points = 65537;
  NONE("many", rosin_string_new(&s, rate, &e));
}

static void wrong_members(void) {
  world w = begin();
  rosin_body *fast = bar(48000), *more = bar(rate);
  rosin_contact *quick = rosin_contact_new("lugre", 48000, &e),
                *third = rosin_contact_new("lugre", rate, &e);
  char longest[66];
  memset(longest, 'x', 65);
  longest[65] = longest[64] = 0;
  golden_in(&file, "member");
  WRONG("taken", rosin_network_body(w.n, "one", more, &e));
  WRONG("dot", rosin_network_body(w.n, "a.b", more, &e));
  WRONG("empty", rosin_network_body(w.n, "", more, &e));
  WRONG("unnamed", rosin_network_body(w.n, NULL, more, &e));
  WRONG("hand", rosin_network_body(w.n, "-", more, &e));
  WRONG("long", rosin_network_body(w.n, longest, more, &e));
  WRONG("nobody", rosin_network_body(w.n, "more", NULL, &e));
  WRONG("nowhere", rosin_network_body(NULL, "more", more, &e));
  WRONG("fast", rosin_network_body(w.n, "more", fast, &e));
  WRONG("twice", rosin_network_body(w.n, "more", w.body[0], &e));
  WRONG("no-contact", rosin_network_contact(w.n, "more", NULL, "-", "bar", &e));
  WRONG("fast-contact", rosin_network_contact(w.n, "more", quick, "-", "bar", &e));
  WRONG("contact-twice", rosin_network_contact(w.n, "more", w.c[1], "-", "bar", &e));
  WRONG("long-side", rosin_network_contact(w.n, "more", third, longest, "bar", &e));
  WRONG("no-side", rosin_network_contact(w.n, "more", third, "-", NULL, &e));
  longest[63] = 0; /* that is the longest */
  right(rosin_network_body(w.n, longest, more, &e));
  rosin_network_free(w.n);
  w.n = NULL;
  end(&w);
  rosin_body_free(fast);
  rosin_body_free(more);
  rosin_contact_free(quick);
  rosin_contact_free(third);
}

static void wrong_joints(void) {
  world w = begin();
  char longest[65];
  memset(longest, 'x', 64);
  longest[64] = 0;
  golden_in(&file, "joint");
  WRONG("nowhere", rosin_network_joint(w.n, "j", "bar", NAN, "d", 0, &e));
  WRONG("far", rosin_network_joint(w.n, "j", "bar", 0, "d", INFINITY, &e));
  WRONG("push-nowhere", rosin_network_push(w.n, "z", "bar", NAN, &e));
  WRONG("push-nobody", rosin_network_push(w.n, "z", NULL, 0, &e));
  WRONG("push-long", rosin_network_push(w.n, "z", longest, 0, &e));
  WRONG("rate-low", rosin_network_control_rate(w.n, -1, &e));
  WRONG("rate-high", rosin_network_control_rate(w.n, 1.1e7, &e));
  WRONG("rate-none", rosin_network_control_rate(w.n, NAN, &e));
  WRONG("rate-nowhere", rosin_network_control_rate(NULL, 1, &e));
  right(rosin_network_control_rate(w.n, 0, &e));
  right(rosin_network_control_rate(w.n, 1e7, &e));
  end(&w);
}

static void wrong_relations(void) {
  world w = begin();
  golden_in(&file, "relation");
  WRONG("across-nothing", rosin_network_across(w.n, "one", "three", &e));
  WRONG("across-itself", rosin_network_across(w.n, "one", "one", &e));
  WRONG("across-points", rosin_network_across(w.n, "one", "wide", &e));
  WRONG("across-nowhere", rosin_network_across(NULL, "one", "two", &e));
  WRONG("across-unnamed", rosin_network_across(w.n, "one", NULL, &e));
  WRONG("across-none", rosin_network_across(w.n, NULL, "one", &e));
  right(rosin_network_across(w.n, "one", "two", &e));
  WRONG("across-twice", rosin_network_across(w.n, "knock", "two", &e));
  WRONG("load-of-knock", rosin_network_load(w.n, "knock", "one", &e));
  WRONG("load-by-rub", rosin_network_load(w.n, "one", "two", &e));
  WRONG("load-points", rosin_network_load(w.n, "wide", "knock", &e));
  WRONG("load-nothing", rosin_network_load(w.n, "one", "three", &e));
  WRONG("load-nowhere", rosin_network_load(NULL, "one", "knock", &e));
  WRONG("load-unnamed", rosin_network_load(w.n, "one", NULL, &e));
  WRONG("load-none", rosin_network_load(w.n, NULL, "knock", &e));
  right(rosin_network_load(w.n, "one", "knock", &e));
  end(&w);
}

static void wrong_signals(void) {
  world w = begin();
  static const char *const name[] = {"bar.velocity",
                                     "bar.velocity@",
                                     "bar.velocity@x",
                                     "bar.bridge_force",
                                     "bar.heat@0",
                                     "d.bridge_force@0",
                                     "d.velocity@up",
                                     "one.speed",
                                     "one",
                                     "",
                                     ".",
                                     "one.",
                                     "j.force",
                                     "j.velocity",
                                     "nobody.velocity@0",
                                     "bar.displacement@0.5.5",
                                     "d.acceleration"};
  golden_in(&file, "signal");
  right(rosin_network_joint(w.n, "j", "d", 0, "bar", 0.3, &e));
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    e.text[0] = 0;
    const int signal = rosin_network_signal(w.n, name[i], &e);
    char key[40];
    snprintf(key, sizeof key, "%d", (int)i);
    golden_words(&file, key, signal >= 0 ? "is one" : e.text);
  }
  char longest[300];
  memset(longest, 'x', 299);
  longest[299] = 0;
  WRONG("long", rosin_network_signal(w.n, longest, &e));
  WRONG("unnamed", rosin_network_signal(w.n, NULL, &e));
  WRONG("nowhere", rosin_network_signal(NULL, "one.force", &e));
  end(&w);
}

static void wrong_controls(void) {
  world w = begin();
  right(rosin_network_joint(w.n, "j", "d", 0, "bar", 0.3, &e));
  golden_in(&file, "control");
  WRONG("unready", rosin_network_control_find(w.n, "one.speed", &e));
  right(rosin_network_prepare(w.n, &e));
  WRONG("none", rosin_network_control_find(w.n, "one.speed", &e));
  WRONG("body", rosin_network_control_find(w.n, "d.speed", &e));
  WRONG("joint", rosin_network_control_find(w.n, "j.force", &e));
  WRONG("nothing", rosin_network_control_find(w.n, "three.force", &e));
  WRONG("whole", rosin_network_control_find(w.n, "one", &e));
  WRONG("unnamed", rosin_network_control_find(w.n, NULL, &e));
  WRONG("nowhere", rosin_network_control_find(NULL, "one.force", &e));
  WRONG("high", rosin_network_control_for(w.n, "one.force", 1.1e4, &e));
  WRONG("low", rosin_network_control_for(w.n, "one.force", -1, &e));
  WRONG("set-nan", rosin_network_set(w.n, "one.force", NAN, &e));
  WRONG("set-nothing", rosin_network_set(w.n, "one.speed", 1, &e));
  right(rosin_network_set(w.n, "one.force", 1e9, &e)); /* clipped */
  assert_true(rosin_network_held(w.n, rosin_network_control(w.n, "one.force")) == 1e4);
  end(&w);
}

/* What shows only when all is there. */
static void wrong_wholes(void) {
  golden_in(&file, "whole");
  for (int k = 0; k < 7; k++) {
    world w = begin();
    rosin_contact *c = rosin_contact_new("lugre", rate, &e);
    char key[20];
    snprintf(key, sizeof key, "%d", k);
    if (k >= 4) /* of three points on a body that is no string; of two and three on one body */
      right(rosin_contact_divide(c, k == 4 ? 3 : 2, &e));
    if (k == 0)
      right(rosin_network_contact(w.n, "more", c, "-", "nobody", &e));
    if (k == 1)
      right(rosin_network_contact(w.n, "more", c, "-", "-", &e));
    if (k == 2)
      right(rosin_network_joint(w.n, "j", "-", 0, "bar", 0, &e));
    if (k == 3)
      right(rosin_network_push(w.n, "z", "nobody", 0, &e));
    if (k == 4)
      right(rosin_network_contact(w.n, "more", c, "bar", "d", &e));
    if (k >= 5)
      right(rosin_network_contact(w.n, "more", c, "bar", k == 5 ? "d" : "bar", &e));
    e.text[0] = 0;
    const int status = rosin_network_prepare(w.n, &e);
    golden_words(&file, key, status ? e.text : "is one");
    end(&w);
    rosin_contact_free(c);
  }
}

static void wrong_contacts(void) {
  rosin_contact *c = rosin_contact_new("lugre", rate, &e);
  golden_in(&file, "contact");
  WRONG("set-none", rosin_contact_set(c, "sigma", 1, &e));
  WRONG("set-unnamed", rosin_contact_set(c, NULL, 1, &e));
  WRONG("set-nobody", rosin_contact_set(NULL, "sigma0", 1, &e));
  WRONG("set-high", rosin_contact_set(c, "sigma0", 1e300, &e));
  WRONG("input-none", rosin_contact_input(c, "force", 1, &e));
  WRONG("input-unnamed", rosin_contact_input(c, NULL, 1, &e));
  WRONG("input-nobody", rosin_contact_input(NULL, "road", 1, &e));
  WRONG("input-high", rosin_contact_input(c, "road", 11, &e));
  WRONG("divide-none", rosin_contact_divide(c, 0, &e));
  WRONG("divide-many", rosin_contact_divide(c, 6, &e));
  WRONG("divide-nobody", rosin_contact_divide(NULL, 2, &e));
  WRONG("spots-many", rosin_contact_spots(c, 1.1, 1e-3, &e));
  WRONG("spots-small", rosin_contact_spots(c, 0.5, 0.9e-5, &e));
  WRONG("spots-nobody", rosin_contact_spots(NULL, 0.5, 1e-3, &e));
  WRONG("ridges-many", rosin_contact_ridges(c, -0.1, 1e-3, &e));
  WRONG("ridges-long", rosin_contact_ridges(c, 0.5, 11, &e));
  WRONG("ridges-nobody", rosin_contact_ridges(NULL, 0.5, 1e-3, &e));
  WRONG("option-none", rosin_contact_option(c, "width", 1, &e));
  WRONG("option-half", rosin_contact_option(c, "contacts", 1.5, &e));
  WRONG("option-high", rosin_contact_option(c, "ridges", 2, &e));
  WRONG("option-nobody", rosin_contact_option(NULL, "ridges", 1, &e));
  WRONG("option-unnamed", rosin_contact_option(c, NULL, 1, &e));
  WRONG("say-none", rosin_contact_say(c, "sigma", "1", &e));
  WRONG("say-word", rosin_contact_say(c, "sigma0", "stiff", &e));
  WRONG("say-fall", rosin_contact_say(c, "load_fall", "drop", &e));
  WRONG("say-nothing", rosin_contact_say(c, "sigma0", NULL, &e));
  WRONG("say-unnamed", rosin_contact_say(c, NULL, "1", &e));
  WRONG("say-nobody", rosin_contact_say(NULL, "sigma0", "1", &e));
  WRONG("say-more", rosin_contact_say(c, "sigma0", "1e5 N", &e));
  assert_true(isnan(rosin_contact_get(c, "sigma")) && isnan(rosin_contact_get(NULL, "sigma0")));
  assert_true(isnan(rosin_contact_get(c, NULL)));
  right(rosin_contact_say(c, "load_fall", "relax", &e));
  right(rosin_contact_say(c, "sigma0", "2e4", &e));
  assert_true(rosin_contact_get(c, "sigma0") == 2e4 && rosin_contact_get(c, "load_fall") == 1);
  right(rosin_contact_option(c, "contacts", 2, &e));
  right(rosin_contact_option(c, "spots", 0.5, &e));
  right(rosin_contact_option(c, "ridge", 0.5, &e));
  assert_int_equal(c->points, 2);
  assert_true(c->point[1]->roughness.spots == 0.5 && c->point[0]->roughness.ridge == 0.5);
  rosin_contact_free(c);
}

static void words_are_those(void **state) {
  (void)state;
  file = golden_open("tests/unit/network/wrong_networks.txt");
  made_of_wrong_numbers();
  wrong_modes();
  wrong_strings();
  wrong_members();
  wrong_joints();
  wrong_relations();
  wrong_signals();
  wrong_controls();
  wrong_wholes();
  wrong_contacts();
  assert_int_equal(golden_close(&file), 0);
}

static void nobody_is_asked(rosin_network *n, int index) {
  double values[64] = {0};
  const double energy = rosin_network_energy(n);
  assert_int_equal(rosin_network_hold(n, index, 1), -1);
  assert_int_equal(rosin_network_jump(n, index, 1), -1);
  assert_int_equal(rosin_network_feed(n, index, values), -1);
  assert_true(isnan(rosin_network_held(n, index)) && isnan(rosin_network_value(n, index)));
  assert_true(isnan(rosin_network_initial(n, index)));
  assert_null(rosin_network_control_parameter(n, index));
  assert_null(rosin_network_read(n, index));
  rosin_network_add(n, index, values);
  rosin_network_set_silence(n, index, 1);
  rosin_network_heed(n, index, 1);
  assert_true(rosin_network_energy(n) == energy);
}

static void nothing_is_done_to_nobody(void **state) {
  (void)state;
  world w = begin();
  const int signal = rosin_network_signal(w.n, "one.force", &e);
  rosin_contact_account account;
  assert_null(rosin_network_read(w.n, signal)); /* not yet */
  assert_int_equal(rosin_network_process(w.n, 64), -1);
  right(rosin_network_prepare(w.n, &e));
  nobody_is_asked(w.n, -1);
  nobody_is_asked(w.n, 1000);
  nobody_is_asked(NULL, 0);
  assert_int_equal(rosin_network_process(NULL, 1), -1);
  assert_int_equal(rosin_network_process(w.n, 0), -1);
  assert_int_equal(rosin_network_process(w.n, 65), -1);
  assert_int_equal(rosin_network_process(w.n, 64), 0);
  assert_int_equal(rosin_network_process(w.n, 1), 0);
  assert_int_equal(rosin_network_account(NULL, 0, &account), -1);
  assert_int_equal(rosin_network_account(w.n, 0, NULL), -1);
  assert_int_equal(rosin_network_account(w.n, -1, &account), -1);
  int accounts = 0;
  while (rosin_network_account(w.n, accounts, &account) == 0)
    accounts++;
  assert_int_equal(accounts, 4);
  assert_int_equal(rosin_network_prepare(NULL, &e), -1);
  rosin_network_reset(NULL);
  rosin_network_seed(NULL, 3);
  rosin_network_free(NULL);
  rosin_contact_reset(NULL);
  rosin_contact_free(NULL);
  rosin_body_free(NULL);
  assert_true(rosin_network_energy(NULL) == 0 && rosin_network_asleep(NULL) == 0);
  assert_true(rosin_network_statistics(NULL).solves == 0);
  assert_true(rosin_contact_steady(NULL, 1, 1) == 0);
  double bristle = 5;
  assert_true(rosin_contact_drive(NULL, 1, 1, &bristle) == 0 && bristle == 0);
  assert_int_equal(rosin_network_control(NULL, "one.force"), -1);
  assert_int_equal(rosin_network_control(w.n, NULL), -1);
  end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_those),
                                     cmocka_unit_test(nothing_is_done_to_nobody)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
