/* SPDX-License-Identifier: BSD-3-Clause */
/* The library called wrongly: NULL for each thing that is wanted, calls out of order, more
 * than was prepared for. Each is refused in words, or does nothing; none crashes. */
#include "rosin.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 64 };

/* A text that must be there, and is cleared for the next. */
static void said(rosin_error *error, const char *text) {
  if (!strstr(error->text, text))
    fail_msg("'%s' lacks '%s'", error->text, text);
  *error = (rosin_error){""};
}

static rosin_body *bar(void) {
  static const rosin_mode mode[2] = {{.frequency = 440, .t60 = 1, .mass = 0.01},
                                     {.frequency = 1200, .t60 = 0.5, .mass = 0.01}};
  rosin_body *b = rosin_modal_new(
      &(rosin_modal_spec){.modes = 2, .mode = mode, .shape = ROSIN_SHAPE_SINE}, RATE, NULL);
  assert_non_null(b);
  return b;
}

/* A contact "bow" on "bar", prepared. */
typedef struct {
  rosin_network *network;
  rosin_body *body;
  rosin_contact *contact;
  int signal;
} rubbed;

static rubbed rub(void) {
  rubbed r = {rosin_network_new(RATE, BLOCK, NULL), bar(),
              rosin_contact_new("elastoplastic", RATE, NULL), 0};
  assert_int_equal(rosin_network_body(r.network, "bar", r.body, NULL), 0);
  assert_int_equal(rosin_network_contact(r.network, "bow", r.contact, "-", "bar", NULL), 0);
  r.signal = rosin_network_signal(r.network, "bow.force", NULL);
  rosin_network_hold(r.network, rosin_network_control(r.network, "bow.velocity"), 0.1);
  assert_int_equal(rosin_network_prepare(r.network, NULL), 0);
  return r;
}

static void drop(rubbed *r) {
  rosin_network_free(r->network);
  rosin_body_free(r->body);
  rosin_contact_free(r->contact);
}

static void no_network(void **state) {
  (void)state;
  rosin_error error = {""};
  double x = 0;
  assert_int_equal(rosin_network_body(NULL, "a", NULL, &error), -1);
  said(&error, "no network");
  assert_int_equal(rosin_network_contact(NULL, "a", NULL, "-", "b", &error), -1);
  said(&error, "no network");
  assert_int_equal(rosin_network_joint(NULL, "a", "b", 0, "c", 0, &error), -1);
  said(&error, "no network");
  assert_int_equal(rosin_network_push(NULL, "a", "b", 0, &error), -1);
  said(&error, "no network");
  assert_int_equal(rosin_network_across(NULL, "a", "b", &error), -1);
  assert_int_equal(rosin_network_load(NULL, "a", "b", &error), -1);
  said(&error, "network");
  assert_int_equal(rosin_network_signal(NULL, "a.force", &error), -1);
  said(&error, "network");
  assert_int_equal(rosin_network_prepare(NULL, &error), -1);
  said(&error, "no network");
  assert_int_equal(rosin_network_control(NULL, "a.force"), -1);
  assert_null(rosin_network_control_parameter(NULL, 0));
  assert_null(rosin_network_read(NULL, 0));
  assert_true(isnan(rosin_network_held(NULL, 0)) && isnan(rosin_network_value(NULL, 0)));
  assert_int_equal(rosin_network_process(NULL, 1), -1);
  assert_true(rosin_network_energy(NULL) == 0 && rosin_network_statistics(NULL).solves == 0);
  rosin_contact_account account;
  assert_true(rosin_network_account(NULL, 0, &account) == -1);
  rosin_network_hold(NULL, 0, 1);
  rosin_network_jump(NULL, 0, 1);
  rosin_network_feed(NULL, 0, &x);
  rosin_network_seed(NULL, 1);
  rosin_network_reset(NULL);
  rosin_network_free(NULL);
}

static void no_body_contact_or_name(void **state) {
  (void)state;
  rosin_error error = {""};
  double x;
  assert_null(rosin_modal_new(NULL, RATE, &error));
  said(&error, "modes");
  assert_null(rosin_modal_new(&(rosin_modal_spec){.modes = 3}, RATE, &error));
  said(&error, "modes");
  assert_null(rosin_string_new(NULL, RATE, &error));
  said(&error, "no string");
  assert_null(rosin_contact_new(NULL, RATE, &error));
  said(&error, "no friction law ''");
  assert_int_equal(rosin_modal_set(NULL, NULL, &error), -1);
  said(&error, "not a modal body");
  assert_null(rosin_form_modes(NULL, NULL, NULL, 1, 1e4, 0, NULL, &error));
  said(&error, "no such shape");
  assert_null(rosin_form_modes(rosin_form_at(0), rosin_materials(), NULL, 1, 1e4, 0, NULL, &error));
  said(&error, "no parameters");
  rosin_body *b = bar();
  assert_int_equal(rosin_modal_set(b, NULL, &error), -1);
  said(&error, "modes");
  assert_int_equal(rosin_body_point(b, NULL, &x), -1);
  assert_int_equal(rosin_body_point(NULL, "a", &x), -1);
  rosin_body_free(b);
  assert_true(rosin_body_energy(NULL) == 0);
  rosin_body_reset(NULL);
  rosin_body_free(NULL);
  rosin_contact_reset(NULL);
  rosin_contact_free(NULL);
  assert_int_equal(rosin_contact_set(NULL, "mu", 1, &error), -1);
  said(&error, "no parameter");
  assert_int_equal(rosin_contact_input(NULL, "road", 1, &error), -1);
  said(&error, "no control");
  assert_true(isnan(rosin_contact_get(NULL, "mu")));
  assert_true(rosin_contact_steady(NULL, 1, 1) == 0);
  assert_true(rosin_contact_drive(NULL, 1, 1, &x) == 0 && x == 0);
  assert_null(rosin_law_parameters(NULL));
  assert_int_equal(rosin_law_word(NULL, "hold", NULL), -1);
  assert_int_equal(rosin_law_word("load_fall", NULL, NULL), -1);
  assert_null(rosin_material_find(NULL));
  assert_null(rosin_form_find(NULL));
  assert_null(rosin_parameter_find(rosin_mode_parameters(), NULL));
  assert_int_equal(rosin_parameter_check(NULL, NULL, 1, &error), -1);
  said(&error, "no such parameter");
  rosin_parameters_default(NULL, NULL);
  rosin_parameters_default(rosin_mode_parameters(), NULL);
}

/* Numbers of things that are not there, or too many. */
static void wrong_counts(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_string_spec s;
  static const rosin_mode mode[1] = {{.frequency = 440, .mass = 0.01}};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.damping_points = -1;
  s.damping = NULL;
  assert_null(rosin_string_new(&s, RATE, &error));
  said(&error, "damping");
  s.damping_points = 2;
  assert_null(rosin_string_new(&s, RATE, &error));
  said(&error, "damping");
  assert_null(rosin_modal_new(
      &(rosin_modal_spec){.modes = 1, .mode = mode, .shape = (rosin_shape)7}, RATE, &error));
  said(&error, "shape");
  rosin_mode *many = calloc(65536, sizeof *many);
  assert_non_null(many);
  for (int i = 0; i < 65536; i++)
    many[i] = mode[0];
  assert_null(rosin_modal_new(&(rosin_modal_spec){.modes = 65536, .mode = many, .points = 65536},
                              RATE, &error)); /* 2^32 weights */
  said(&error, "points");
  free(many);
}

static void a_body_or_contact_is_in_a_network_once(void **state) {
  (void)state;
  rosin_error error = {""};
  rubbed r = rub();
  assert_int_equal(rosin_network_body(r.network, "again", r.body, &error), -1);
  said(&error, "'bar'");
  assert_int_equal(rosin_network_contact(r.network, "again", r.contact, "-", "bar", &error), -1);
  said(&error, "'bow'");
  assert_int_equal(rosin_network_process(r.network, BLOCK), 0); /* nothing has changed */
  drop(&r);
}

static void a_network_processes_what_it_was_prepared_for(void **state) {
  (void)state;
  rubbed r = rub();
  const double fed[BLOCK] = {0.5};
  assert_int_equal(rosin_network_process(r.network, BLOCK + 1), -1);
  assert_int_equal(rosin_network_process(r.network, 0), -1);
  assert_int_equal(rosin_network_process(r.network, -5), -1);
  assert_true(rosin_network_statistics(r.network).solves == 0);
  const int velocity = rosin_network_control(r.network, "bow.velocity");
  rosin_network_feed(r.network, velocity, fed);
  assert_int_equal(rosin_network_process(r.network, BLOCK + 1), -1); /* the feed is forgotten */
  assert_int_equal(rosin_network_process(r.network, BLOCK), 0);
  assert_true(rosin_network_value(r.network, velocity) == 0.1);
  assert_non_null(rosin_network_read(r.network, r.signal));
  assert_null(rosin_network_read(r.network, r.signal + 1));
  rosin_body *other = bar();
  assert_int_equal(rosin_network_body(r.network, "other", other, NULL), 0);
  assert_int_equal(rosin_network_process(r.network, BLOCK), -1);
  assert_null(rosin_network_read(r.network, r.signal));
  assert_true(isfinite(rosin_network_energy(r.network)));
  rosin_network_reset(r.network);
  assert_int_equal(rosin_network_prepare(r.network, NULL), 0);
  assert_int_equal(rosin_network_process(r.network, BLOCK), 0);
  drop(&r);
  rosin_body_free(other);
}

static void a_body_taken_away_is_noticed(void **state) {
  (void)state;
  rubbed r = rub();
  static const rosin_mode mode[1] = {{.frequency = 300, .t60 = 1, .mass = 0.01}};
  static const int order[1] = {2};
  const rosin_modal_spec spec = {
      .modes = 1, .mode = mode, .shape = ROSIN_SHAPE_RING, .order = order};
  assert_int_equal(rosin_modal_set(r.body, &spec, NULL), 0);
  assert_int_equal(rosin_modal_set(r.body, &spec, NULL), 0); /* the first order is freed */
  assert_int_equal(rosin_network_process(r.network, BLOCK), -1);
  assert_int_equal(rosin_network_prepare(r.network, NULL), 0);
  assert_int_equal(rosin_network_process(r.network, BLOCK), 0);
  rosin_network *other = rosin_network_new(RATE, BLOCK, NULL);
  assert_int_equal(rosin_network_body(other, "bar", r.body, NULL), 0);
  assert_int_equal(rosin_network_process(r.network, BLOCK), 0); /* not prepared yet */
  assert_int_equal(rosin_network_prepare(other, NULL), 0);
  assert_int_equal(rosin_network_process(r.network, BLOCK), -1);
  assert_int_equal(rosin_network_process(other, BLOCK), 0);
  rosin_network_free(other);
  drop(&r);
}

static void no_scene(void **state) {
  (void)state;
  rosin_error error = {""};
  char *errors = NULL;
  float out[4] = {1, 1, 1, 1};
  static const char *const hole[2] = {"duration=1", NULL};
  assert_null(rosin_scene_load(NULL, 0, NULL, &errors));
  assert_non_null(strstr(errors, "no name"));
  free(errors);
  assert_null(rosin_scene_load("squeak", 1, NULL, &errors));
  assert_non_null(strstr(errors, "overrides"));
  free(errors);
  assert_null(rosin_scene_load("squeak", 2, hole, &errors));
  assert_non_null(strstr(errors, "number 2"));
  free(errors);
  assert_null(rosin_scene_load(NULL, 0, NULL, NULL));
  assert_int_equal(rosin_scene_prepare(NULL, 0, 64, &error), -1);
  said(&error, "no scene");
  assert_int_equal(rosin_scene_control(NULL, "speed", 1, &error), -1);
  said(&error, "scene");
  assert_int_equal(rosin_scene_process(NULL, 2, out), -1);
  assert_true(rosin_scene_duration(NULL) == 0 && rosin_scene_rate(NULL) == 0 &&
              rosin_scene_channels(NULL) == 0 && rosin_scene_macros(NULL) == 0);
  assert_null(rosin_scene_macro(NULL, 0));
  assert_true(isnan(rosin_scene_macro_value(NULL, 0)));
  assert_int_equal(rosin_scene_macro_live(NULL, 0), 0);
  assert_null(rosin_scene_network(NULL));
  rosin_scene_rewind(NULL);
  rosin_scene_free(NULL);
}

/* -1 and silence in all of `out`. */
static void refuses(rosin_scene *scene, int frames) {
  static float out[2 * 300];
  for (int i = 0; i < 600; i++)
    out[i] = 1;
  assert_int_equal(rosin_scene_process(scene, frames, out), -1);
  const int silent = frames > 0 ? frames * rosin_scene_channels(scene) : 0;
  for (int i = 0; i < 600; i++)
    assert_true(out[i] == (i < silent ? 0 : 1));
}

static void a_scene_processes_what_it_was_prepared_for(void **state) {
  (void)state;
  static const char *const settings[2][1] = {{"oversample=1"}, {"oversample=2"}};
  for (int k = 0; k < 2; k++) {
    rosin_error error = {""};
    float out[2][2 * BLOCK];
    rosin_scene *s = rosin_scene_load("squeak", 1, settings[k], NULL);
    assert_non_null(s);
    refuses(s, 64); /* before prepare */
    rosin_scene_rewind(s);
    assert_int_equal(rosin_scene_control(s, "nothing", 1, &error), -1);
    assert_int_equal(rosin_scene_prepare(s, -1, BLOCK, &error), -1);
    said(&error, "rate: -1 is out of range");
    assert_int_equal(rosin_scene_prepare(s, 100, BLOCK, &error), -1);
    said(&error, "rate: 100 is out of range");
    assert_int_equal(rosin_scene_prepare(s, 0, 0, &error), -1);
    said(&error, "block: 0 is out of range");
    refuses(s, 64);
    assert_int_equal(rosin_scene_prepare(s, 0, BLOCK, &error), 0);
    refuses(s, BLOCK + 1);
    refuses(s, 300);
    refuses(s, 0);
    refuses(s, -1);
    assert_int_equal(rosin_scene_process(s, BLOCK, NULL), -1);
    assert_int_equal(rosin_scene_process(s, BLOCK, out[0]), 0); /* time stood still: */
    rosin_scene_rewind(s);
    assert_int_equal(rosin_scene_process(s, BLOCK, out[1]), 0);
    const size_t size = sizeof *out[0] * BLOCK * (size_t)rosin_scene_channels(s);
    assert_memory_equal(out[0], out[1], size);
    assert_int_equal(rosin_scene_prepare(s, -1, BLOCK, &error), -1);
    assert_null(rosin_scene_network(s));
    refuses(s, BLOCK); /* not prepared any more */
    rosin_scene_free(s);
  }
}

/* What is no ramp, and what is no number, moves nothing. */
static void ramps_go_where_they_can(void **state) {
  (void)state;
  float out[64 * 16];
  rosin_error error = {""};
  rosin_scene *scene = rosin_scene_load("cello-d", 0, NULL, NULL);
  assert_non_null(scene);
  assert_int_equal(rosin_scene_prepare(scene, 44100, 64, &error), 0);
  const int ramp = rosin_scene_ramp_add(scene, "bow.force", &error);
  const int control = rosin_network_control(rosin_scene_network(scene), "bow.force");
  assert_int_equal(ramp, 0);
  rosin_scene_ramp(scene, ramp, 0.7);
  rosin_scene_ramp(scene, ramp, NAN);
  rosin_scene_ramp(scene, -1, 0.3);
  rosin_scene_ramp(scene, 1, 0.3);
  for (int i = 0; i < 10; i++)
    rosin_scene_process(scene, 64, out);
  assert_float_equal(rosin_network_value(rosin_scene_network(scene), control), 0.7, 1e-6);
  rosin_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_network),
      cmocka_unit_test(no_body_contact_or_name),
      cmocka_unit_test(wrong_counts),
      cmocka_unit_test(a_body_or_contact_is_in_a_network_once),
      cmocka_unit_test(a_network_processes_what_it_was_prepared_for),
      cmocka_unit_test(a_body_taken_away_is_noticed),
      cmocka_unit_test(no_scene),
      cmocka_unit_test(ramps_go_where_they_can),
      cmocka_unit_test(a_scene_processes_what_it_was_prepared_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
