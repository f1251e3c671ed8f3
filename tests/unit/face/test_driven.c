/* SPDX-License-Identifier: BSD-3-Clause */
/* What a sound drives: every scene of ours by every choice, the first contact that can be; what
 * cannot be is told by its name, changes nothing, is off in a plugin, and is not tried again. */
#include "core/inside.h"
#include "plugin/list.h"
#include "plugin/renew.h"
#include "scene/embedded.h"
#include "scene/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, PUSH = 1, SPEED, FORCE };

#define BODY "modals = { b = { modes = ( { frequency = 300.0; q = 9.0; mass = 0.1; } ); }; };"
#define HOP "hop = { a = \"-\"; b = \"b\"; law = { type = \"impact\"; }; };"
#define SCRUB                                                                                      \
  "scrub = { a = \"-\"; b = \"b\"; load = \"hop\"; law = { type = \"elastoplastic\"; }; };"
#define BOW "bow = { a = \"-\"; b = \"b\"; law = { type = \"elastoplastic\"; }; };"
#define HEARD "outputs = ( { signal = \"b.velocity@0\"; } );"

static const char knocks[] = BODY "contacts = { " HOP " };" HEARD; /* nothing rubs */
/* Neither a body nor a contact of its own. */
static const char layers[] = "layers = { a = { scene = \"chalk\"; }; };";

static rosin_scene *parsed(const char *text) {
  char *errors;
  rosin_scene *scene = rosin_scene_parse(text, "x.cfg", 0, NULL, &errors);
  assert_non_null(scene);
  return scene;
}

/* Neither by what it touches nor by another contact. */
static int can_be_pressed(const rosin_model *m) {
  for (int i = 0; i < m->contacts; i++)
    if (!*m->contact[i].load && !rosin_law_is_normal(m->contact[i].law))
      return 1;
  return 0;
}

/* But for a force where all that rubs is pressed by what knocks; there it is off in a plugin. */
static void every_scene_is_driven_by_every_choice(void **state) {
  (void)state;
  int others = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    const rosin_core_source source = {.scene = e->name, .untried = 1};
    char *errors;
    rosin_core *core = rosin_core_open(&source, &errors);
    rosin_core_add_input(core);
    rosin_core_forgive_input(core);
    for (int input = PUSH; input <= FORCE; input++) {
      rosin_error error;
      rosin_core_put(core, rosin_core_find(core, "input"), input);
      if (rosin_core_prepare(core, RATE, &error))
        fail_msg("%s, %d: %s", e->name, input, error.text);
      const int can = input != FORCE || can_be_pressed(rosin_scene_model(core->model));
      if ((rosin_core_input_delay(core) > 0) != can)
        fail_msg("%s, %d: should %sbe driven", e->name, input, can ? "" : "not ");
      others += !can;
    }
    rosin_core_free(core);
  }
  assert_int_equal(others, 2); /* ricochet and trolley */
}

/* Of what knocks, what that presses and what a hand presses. */
static void the_first_that_can_be_is_driven(void **state) {
  static const char *const driven[] = {[SPEED] = "scrub", [FORCE] = "bow"};
  (void)state;
  for (int input = SPEED; input <= FORCE; input++) {
    rosin_error error;
    rosin_scene *scene = parsed(BODY "contacts = { " HOP SCRUB BOW " };" HEARD);
    assert_int_equal(rosin_scene_listen(scene, (rosin_input_kind)input, &error), 0);
    assert_string_equal(rosin_scene_model(scene)->input.contact, driven[input]);
    rosin_scene_free(scene);
  }
}

static void what_fails_changes_nothing(void **state) {
  static const struct {
    const char *input, *why;
  } all[] = {{"", "no contact of its own that a sound could press"},
             {"input = { contact = \"hop\"; };", "'hop' is pressed by what it touches"}};
  (void)state;
  for (int i = 0; i < 2; i++) {
    char text[sizeof knocks + 64];
    rosin_error error;
    snprintf(text, sizeof text, "%s%s", knocks, all[i].input);
    rosin_scene *scene = parsed(text);
    const rosin_model_input before = rosin_scene_model(scene)->input;
    assert_int_equal(rosin_scene_listen(scene, ROSIN_INPUT_FORCE, &error), -1);
    assert_non_null(strstr(error.text, all[i].why));
    assert_memory_equal(&rosin_scene_model(scene)->input, &before, sizeof before);
    rosin_scene_free(scene);
  }
}

static void a_control_that_is_not_there_is_told_by_its_name(void **state) {
  (void)state;
  rosin_error error;
  rosin_scene *scene = parsed(knocks);
  assert_int_equal(rosin_scene_listen(scene, ROSIN_INPUT_SPEED, &error), 0);
  strcpy(((rosin_model *)rosin_scene_model(scene))->input.contact, "nobody");
  assert_int_equal(rosin_scene_prepare(scene, RATE, 64, &error), -1);
  assert_non_null(strstr(error.text, "there is no control 'nobody.velocity'"));
  rosin_scene_free(scene);
}

static void in_a_plugin_what_cannot_be_is_off(void **state) {
  (void)state;
  rosin_scene *scene = parsed(layers);
  const rosin_core_source source = {.given = scene};
  char *errors;
  rosin_error error;
  rosin_core *core = rosin_core_open(&source, &errors);
  rosin_core_add_input(core);
  const int input = rosin_core_find(core, "input");
  rosin_core_put(core, input, FORCE);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), -1);
  rosin_core_forgive_input(core);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  assert_int_equal(rosin_core_input_delay(core), 0);
  assert_true(rosin_core_get(core, input) == FORCE); /* what somebody chose stands */
  assert_false(rosin_core_stale(core));
  rosin_core_free(core);
  rosin_scene_free(scene);
  core = rosin_plugin_open("chalk", &error);
  assert_true(core->plan.forgives);
  rosin_core_free(core);
}

/* A session of 0.2 says nothing of it: what drives the plugin that it is loaded into is off then.
 */
static void a_session_of_before_switches_it_off(void **state) {
  static const char *const scenes[] = {"violin", "oak-door"};
  (void)state;
  for (int s = 0; s < 2; s++) {
    char path[64], text[4096];
    rosin_error error;
    snprintf(path, sizeof path, "tests/yesterday/0.2/clap/%s.state", scenes[s]);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    rosin_core *core = rosin_plugin_open(scenes[s], &error);
    const int input = rosin_core_find(core, "input");
    rosin_core_put(core, input, PUSH);
    assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
    assert_true(rosin_core_input_delay(core) > 0);
    assert_int_equal(rosin_core_load(core, text, &error), 0);
    assert_true(rosin_core_get(core, input) == 0 && rosin_core_stale(core));
    rosin_core_free(core);
  }
}

/* A plugin whose engine cannot be built sounds on, and does not build it again and again. */
static void what_cannot_be_built_is_tried_once(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *core = rosin_plugin_open("wine-glass", &error);
  rosin_renewal renewal = {.core = core};
  const int input = rosin_core_find(core, "input");
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  const char *const name = core->plan.source.scene;
  core->plan.source.scene = "nobody";
  for (int choice = PUSH; choice <= SPEED; choice++) { /* another is tried */
    rosin_core_put(core, input, choice);
    assert_int_equal(rosin_renewal_exchange(&renewal), 1);
    assert_int_equal(rosin_renewal_serve(&renewal, 1, &error), -1);
    for (int i = 0; i < 3; i++) {
      assert_int_equal(rosin_renewal_exchange(&renewal), 0);
      assert_int_equal(rosin_renewal_serve(&renewal, 1, &error), 0);
    }
  }
  core->plan.source.scene = name;
  rosin_core_put(core, input, 0); /* as it sounds: nothing is to be built */
  assert_int_equal(rosin_renewal_exchange(&renewal), 0);
  rosin_core_put(core, input, PUSH);
  assert_int_equal(rosin_renewal_exchange(&renewal), 1);
  assert_int_equal(rosin_renewal_serve(&renewal, 1, &error), 0);
  assert_int_equal(rosin_renewal_exchange(&renewal), 1); /* the one before has retired */
  assert_true(rosin_core_input_delay(core) > 0);
  assert_int_equal(rosin_renewal_serve(&renewal, 1, &error), 0);
  assert_false(rosin_core_stale(core));
  rosin_renewal_forget(&renewal);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scene_is_driven_by_every_choice),
      cmocka_unit_test(the_first_that_can_be_is_driven),
      cmocka_unit_test(what_fails_changes_nothing),
      cmocka_unit_test(a_control_that_is_not_there_is_told_by_its_name),
      cmocka_unit_test(in_a_plugin_what_cannot_be_is_off),
      cmocka_unit_test(a_session_of_before_switches_it_off),
      cmocka_unit_test(what_cannot_be_built_is_tried_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
