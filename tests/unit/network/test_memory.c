/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory: process allocates and frees nothing, and whichever allocation of the
 * set-up fails, it ends with an error and without a leak. The allocator is wrapped
 * by the linker (-Wl,--wrap). */
#include "rosin.h"
#include "scene/scene.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "scene_text.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
void __wrap_free(void *memory) {
  calls++;
  __real_free(memory);
}

static void process_allocates_nothing(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "squeak", "glass"};
  const char *const set[] = {"oversample=2"};
  float out[64];
  for (int i = 0; i < 6; i++) {
    rosin_scene *scene = rosin_scene_load(scenes[i / 2], i % 2, set, NULL);
    assert_non_null(scene);
    assert_int_equal(rosin_scene_prepare(scene, 0, 64, NULL), 0);
    const long before = calls;
    for (int k = 0; k < 2000; k++)
      rosin_scene_process(scene, 64, out);
    rosin_network_reset(rosin_scene_network(scene));
    assert_int_equal(calls, before);
    rosin_scene_free(scene);
  }
}

/* Allocations of the libraries underneath are not wrapped, ours are. */
static void every_failed_allocation_is_survived(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "squeak", "glass"};
  for (int i = 0; i < 3; i++) {
    int done = 0;
    for (long k = 0; !done; k++) {
      char *errors = NULL;
      rosin_error error = {""};
      calls = 0;
      fail_at = k;
      rosin_scene *scene = rosin_scene_load(scenes[i], 0, NULL, &errors);
      const int ready = scene && rosin_scene_prepare(scene, 0, 64, &error) == 0;
      done = calls <= k;
      fail_at = -1;
      if (!done && !ready && scene)
        assert_true(*error.text);
      if (ready) {
        float out[64];
        rosin_scene_process(scene, 64, out);
      }
      rosin_scene_free(scene);
      free(errors);
      assert_true(k < 2000);
    }
  }
}

static const char many_parts[] =
    "rate = 16000; duration = 0.02; channels = 2; oversample = 2;\n"
    "modals = { plate = { shape = \"plate-hinged\"; modes = 3; points = { rim = (0.2, 0.9); }; };\n"
    "  ring = { shape = \"ring\"; modes = ( { frequency = 300.0; } ); };\n"
    "  bar = { shape = \"bar-hinged\"; modes = 2; points = { a = 0.3; }; };\n"
    "  m = { points = { a = 0.0; b = 1.0; }; modes = ( { frequency = 200.0; at = (1.0, 0.5); } ); "
    "};\n"
    "};\n"
    "contacts = { bow = { a = \"-\"; b = \"bar\"; position = 0.1; law = { type = \"lugre\"; };\n"
    "    force = ( (0.0, 0.1), (0.01, 0.5) ); velocity = { points = ( (0.0, 0.1) ); }; };\n"
    "  rub = { a = \"m\"; b = \"bar\"; position = 0.3; force = 0.2; velocity = 0.1; }; };\n"
    "joints = { foot = { a = \"m\"; position_a = \"b\"; b = \"plate\"; position_b = 0.3; }; };\n"
    "pushes = { hand = { body = \"ring\"; position = 0.2; force = 0.1; }; };\n"
    "macros = { speed = { to = ( { key = \"rub.force\"; at = ( 0.1, 0.9 ); } ); }; };\n"
    "outputs = ( { signal = \"ring.velocity@0.1\"; highpass = 20.0; }, { signal = "
    "\"m.velocity@a\"; } );\n";

/* With all kinds of parts: it says that it was memory, and what is left can be used. */
static void every_failed_allocation_of_many_parts_is_told(void **state) {
  (void)state;
  const char *const set[] = {"m.modes.1.q=300", "bow.law.sigma0=2e4"};
  const char *const probe[] = {"bow.force", "plate.velocity@rim"};
  float wanted[2 * 64], out[2 * 64];
  int done = 0, refused = 0;
  for (long k = -1; !done; k++) {
    char *errors = NULL;
    rosin_error error = {""};
    calls = 0;
    fail_at = k;
    rosin_scene *scene = scene_read(many_parts, 2, set, &errors);
    const int probed = scene && rosin_scene_probe(scene, 2, probe) == 0;
    int ready = probed && rosin_scene_prepare(scene, 0, 64, &error) == 0;
    done = k >= 0 && calls <= k;
    fail_at = -1;
    refused += !ready;
    if (k < 0 && !ready)
      fail_msg("%s%s", errors ? errors : "", error.text);
    if (!scene && errors)
      assert_non_null(strstr(errors, "memory"));
    if (probed && !ready) {
      assert_non_null(strstr(error.text, "memory"));
      assert_int_equal(rosin_scene_prepare(scene, 0, 64, &error), 0);
      ready = 1;
    }
    if (ready) {
      rosin_scene_process(scene, 64, k < 0 ? wanted : out);
      assert_true(k < 0 || memcmp(wanted, out, sizeof out) == 0);
    }
    rosin_scene_free(scene);
    free(errors);
    assert_true(k < 2000);
  }
  assert_true(refused > 100);
}

/* A body that cannot be given other modes stays what it was. */
static void other_modes_that_find_no_memory(void **state) {
  (void)state;
  static const double position[] = {0, 1}, weight[] = {1, 0.5, 1, -0.5};
  static const int order[] = {2, -2};
  static const char *const name[] = {"a", "b"};
  const rosin_mode mode[] = {{.frequency = 300, .mass = 0.01}, {.frequency = 400, .mass = 0.01}};
  const rosin_modal_spec table = {.modes = 2,
                                  .mode = mode,
                                  .points = 2,
                                  .name = name,
                                  .position = position,
                                  .weight = weight,
                                  .order = order};
  rosin_body *body = rosin_modal_new(&table, 44100, NULL);
  rosin_network *n = rosin_network_new(44100, 64, NULL);
  assert_int_equal(rosin_network_body(n, "m", body, NULL), 0);
  assert_int_equal(rosin_network_push(n, "p", "m", 0, NULL), 0);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_network_hold(n, rosin_network_control(n, "p.force"), 1);
  assert_int_equal(rosin_network_process(n, 64), 0);
  int failed = 0;
  for (int done = 0; !done; failed += !done) {
    rosin_error error = {""};
    const double energy = rosin_body_energy(body);
    assert_true(energy > 0);
    calls = 0;
    fail_at = failed;
    done = rosin_modal_set(body, &table, &error) == 0;
    fail_at = -1;
    assert_true(done || strcmp(error.text, "out of memory for 2 modes") == 0);
    assert_true(fabs(rosin_body_energy(body) - energy) <= 1e-13 * energy);
    assert_int_equal(rosin_network_process(n, 1), done ? -1 : 0); /* not prepared for them */
    if (!done) {
      rosin_network_free(n);
      n = rosin_network_new(44100, 64, NULL);
      assert_int_equal(rosin_network_body(n, "m", body, NULL), 0);
      assert_int_equal(rosin_network_prepare(n, NULL), 0);
    }
  }
  assert_int_equal(failed, 6); /* modes, as given, their pitches, table, names, order */
  rosin_network_free(n);
  rosin_body_free(body);
}

static void another_string_that_finds_no_memory(void **state) {
  (void)state;
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  rosin_body *made = rosin_string_new(&spec, 44100, NULL), *again = NULL;
  int failed = 0;
  for (; !again; failed += !again) {
    calls = 0;
    fail_at = failed;
    again = rosin_string_again(made);
    fail_at = -1;
  }
  assert_int_equal(failed, 4); /* the string, its curve, two loops */
  rosin_body_free(again);
  rosin_body_free(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(another_string_that_finds_no_memory),
      cmocka_unit_test(other_modes_that_find_no_memory),
      cmocka_unit_test(every_failed_allocation_of_many_parts_is_told),
      cmocka_unit_test(process_allocates_nothing),
      cmocka_unit_test(every_failed_allocation_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
