/* SPDX-License-Identifier: BSD-3-Clause */
/* Facts of scenes: what a section `about` says, what is refused in it, and that every shipped scene
 * says what plugins, libraries of sounds, pages and `rosin bench` want of it. */
#include "scene/embedded.h"
#include "scene/model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A rubbed mode with two macros; the section comes behind it, in line 6. */
static const char scene[] =
    "modals = { m = { points = { x = 0.0; }; modes = ( { frequency = 300.0; mass = 0.1; } ); }; "
    "};\n"
    "contacts = { c = { a = \"-\"; b = \"m\"; position = \"x\"; velocity = 0.1; force = 1.0; }; "
    "};\n"
    "outputs = ( { signal = \"m.velocity@x\"; } );\n"
    "macros = { push = { low = 1.0; high = 9.0; to = ( { key = \"c.force\"; at = (1.0, 9.0); } ); "
    "};\n"
    "  speed = { to = ( { key = \"c.velocity\"; at = (0.1, 0.2); } ); }; };\n";

static rosin_model *read(const char *section, char **errors) {
  char text[2048];
  snprintf(text, sizeof text, "%s%s", scene, section);
  return rosin_model_read(text, "s.cfg", ".", NULL, 0, NULL, errors);
}

static void a_section_is_read_as_it_is_written(void **state) {
  (void)state;
  char *errors = NULL;
  rosin_model *m = read(
      "about = { category = \"DOORWood\"; group = \"DOORS\"; kind = \"WOOD\"; wish = \"a door\";\n"
      "presets = ( { name = \"Slammed\"; push = 8.65; speed = 1.0; level = -2.5; },\n"
      "  { name = \"Oiled\"; } );\n"
      "bench = { contact = \"c\"; regime = \"Helmholtz\"; warm = 2.0; frequency = 147.0; }; };\n",
      &errors);
  assert_null(errors);
  assert_non_null(m);
  const rosin_about *a = &m->about;
  assert_string_equal(a->category, "DOORWood");
  assert_string_equal(a->group, "DOORS");
  assert_string_equal(a->kind, "WOOD");
  assert_string_equal(a->wish, "a door");
  assert_int_equal(a->presets, 2);
  assert_string_equal(a->preset[0].name, "Slammed");
  assert_string_equal(a->preset[0].values, "push=8.65 speed=1 level=-2.5");
  assert_string_equal(a->preset[1].name, "Oiled");
  assert_string_equal(a->preset[1].values, "");
  assert_string_equal(a->bench.contact, "c");
  assert_true(a->bench.regime == ROSIN_ABOUT_HELMHOLTZ && a->bench.warm == 2 &&
              a->bench.frequency == 147);
  rosin_model_free(m);
}

static void a_scene_need_say_nothing(void **state) {
  (void)state;
  static const char *const sections[] = {"", "about = {};\n"};
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    rosin_model *m = read(sections[i], NULL);
    assert_non_null(m);
    assert_string_equal(m->about.category, "");
    assert_string_equal(m->about.bench.contact, "");
    assert_int_equal(m->about.presets, 0);
    rosin_model_free(m);
  }
}

static void a_macro_may_be_called_level(void **state) {
  (void)state;
  static const char text[] = "modals = { m = { points = { x = 0.0; }; modes = ( { frequency = "
                             "300.0; mass = 0.1; } ); }; };\n"
                             "contacts = { c = { a = \"-\"; b = \"m\"; position = \"x\"; velocity "
                             "= 0.1; force = 1.0; }; };\n"
                             "outputs = ( { signal = \"m.velocity@x\"; } );\n"
                             "macros = { level = { low = 50.0; high = 90.0; to = ( { key = "
                             "\"c.force\"; at = (1.0, 2.0); } ); }; };\n"
                             "about = { presets = ( { name = \"High\"; level = 80.0; } ); };\n";
  rosin_model *m = rosin_model_read(text, "s.cfg", ".", NULL, 0, NULL, NULL);
  assert_non_null(m);
  assert_string_equal(m->about.preset[0].values, "level=80");
  rosin_model_free(m);
}

static const struct {
  const char *section, *error;
} wrong[] = {
    {"about = 3;", "about: must be a group { category = ...; presets = ...; }"},
    {"about = { categry = \"A\"; };", "about.categry: unknown key; did you mean 'category'?"},
    {"about = { category = 3; };", "about.category: is a number, must be text"},
    {"about = { category = \"DOOR wood\"; };", "about.category: 'DOOR wood' is no CatID of the "
                                               "Universal Category System: must be letters and "
                                               "digits, as DOORWood"},
    {"about = { wish = \"a\\nb\"; };", "about.wish: must be one line without control characters"},
    {"about = { wish = \"0123456789012345678901234567890123456789012345678901234567890123\"; };",
     "about.wish: too long, at most 63 bytes"},
    {"about = { bench = 1; };", "about.bench: must be a group { contact = ...; }"},
    {"about = { bench = { warm = 1.0; }; };", "about.bench: 'contact' is missing"},
    {"about = { bench = { contact = \"d\"; }; };", "about.bench.contact: there is no contact 'd'"},
    {"about = { bench = { contact = \"c\"; warm = 61.0; }; };",
     "about.bench.warm: 61 is out of range: 0.01 to 60 s"},
    {"about = { bench = { contact = \"c\"; regime = \"loud\"; }; };",
     "about.bench.regime: 'loud' is not one of stick-slip, Helmholtz, slipping"},
    {"about = { bench = { contact = \"c\"; cold = 1.0; }; };", "about.bench.cold: unknown key"},
    {"about = { presets = 3; };", "about.presets: must list { name = ...; MACRO = ...; }"},
    {"about = { presets = ( 3 ); };",
     "about.presets.1: must be a group { name = ...; MACRO = ...; }"},
    {"about = { presets = ( { push = 3.0; } ); };", "about.presets.1: 'name' is missing"},
    {"about = { presets = ( { name = \"\"; } ); };", "about.presets.1.name: must not be empty"},
    {"about = { presets = ( { name = \"A\"; }, { name = \"A\"; } ); };",
     "about.presets.2.name: there is a preset 'A' already"},
    {"about = { presets = ( { name = \"A\"; puhs = 3.0; } ); };",
     "about.presets.1.puhs: is neither a macro of this scene nor the level"},
    {"about = { presets = ( { name = \"A\"; push = \"hard\"; } ); };",
     "about.presets.1.push: is text, must be a number"},
    {"about = { presets = ( { name = \"A\"; push = 9.5; } ); };",
     "about.presets.1.push: 9.5 is out of range: 1 to 9"},
    {"about = { presets = ( { name = \"A\"; level = 13.0; } ); };",
     "about.presets.1.level: 13 is out of range: -60 to 12 dB"},
};

static void what_is_wrong_is_said_in_one_line(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *errors = NULL, line[256];
    snprintf(line, sizeof line, "s.cfg:6: %s\n", wrong[i].error);
    assert_null(read(wrong[i].section, &errors));
    assert_string_equal(errors, line);
    free(errors);
  }
}

static void there_is_an_end_to_presets(void **state) {
  (void)state;
  char text[8192] = "about = { presets = ( ", *errors = NULL;
  for (int i = 0; i <= ROSIN_ABOUT_PRESETS; i++)
    sprintf(text + strlen(text), "%s{ name = \"P%d\"; }", i ? ", " : "", i);
  strcat(text, " ); };\n");
  char whole[sizeof text + sizeof scene];
  snprintf(whole, sizeof whole, "%s%s", scene, text);
  assert_null(rosin_model_read(whole, "s.cfg", ".", NULL, 0, NULL, &errors));
  assert_string_equal(errors, "s.cfg:6: more than 64 presets\n");
  free(errors);
}

static void said_by_option_it_is_checked_too(void **state) {
  (void)state;
  static const char *const good[] = {"about.category=DOORGate"}, *const bad[] = {"about.kind=a\tb"};
  char text[2048], *errors = NULL;
  snprintf(text, sizeof text, "%sabout = {};\n", scene);
  rosin_model *m = rosin_model_read(text, "s.cfg", ".", NULL, 1, good, NULL);
  assert_non_null(m);
  assert_string_equal(m->about.category, "DOORGate");
  rosin_model_free(m);
  assert_null(rosin_model_read(text, "s.cfg", ".", NULL, 1, bad, &errors));
  assert_non_null(strstr(errors, "about.kind: must be one line"));
  free(errors);
}

/* ---- shipped scenes --------------------------------------------------------------------- */

static rosin_model *whole(const rosin_embedded *e) {
  char *errors = NULL;
  rosin_model *m = rosin_model_read(e->text, e->name, ".", NULL, 0, NULL, &errors);
  if (!m)
    fail_msg("a shipped scene cannot be read: %s", errors ? errors : "out of memory");
  return m;
}

/* The section alone, as a table of categories or workloads has it, is the section of the scene. */
static void facts_alone_are_those_of_the_scene(void **state) {
  (void)state;
  int said = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_model *m = whole(e);
    rosin_about a;
    assert_ptr_equal(rosin_embedded_find(e->name), e);
    if (rosin_embedded_about(e, &a))
      fail_msg("%s: has no section about, or not as lines that begin with 'about = {' and '};'",
               e->name);
    for (const rosin_about_row *row = rosin_about_rows(); row->name; row++, said++)
      assert_string_equal(rosin_about_text(&a, row), rosin_about_text(&m->about, row));
    assert_memory_equal(&a.bench, &m->about.bench, sizeof a.bench);
    assert_int_equal(a.presets, 0);
    rosin_model_free(m);
  }
  assert_true(said > 200);
  assert_null(rosin_embedded_find("nobody"));
  const rosin_embedded none = {"none", "title = \"about\";\n"};
  rosin_about a;
  assert_int_equal(rosin_embedded_about(&none, &a), -1);
  assert_string_equal(a.category, "");
}

static void every_effect_says_what_is_wanted_of_it(void **state) {
  (void)state;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_model *m = whole(e);
    const rosin_about *a = &m->about;
    const int law = strncmp(e->name, "law-", 4) == 0;
    if (!law && (!*a->category || !*a->group || !*a->kind))
      fail_msg("%s: says no category, group and kind", e->name);
    if (m->macros && !*a->wish)
      fail_msg("%s: says no 'wish' in its section about", e->name);
    if (m->macros && a->presets < 2)
      fail_msg("%s: says %d presets in its section about, wants 2", e->name, a->presets);
    if (!*a->bench.contact)
      fail_msg("%s: says no contact by which it is timed", e->name);
    rosin_model_free(m);
  }
}

static void a_category_has_the_same_words_in_all_scenes(void **state) {
  (void)state;
  rosin_about a, b;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    for (const rosin_embedded *f = e + 1; f->name; f++)
      if (rosin_embedded_about(e, &a) == 0 && rosin_embedded_about(f, &b) == 0 &&
          strcmp(a.category, b.category) == 0 &&
          (strcmp(a.group, b.group) != 0 || strcmp(a.kind, b.kind) != 0))
        fail_msg("%s and %s: %s is %s - %s and %s - %s", e->name, f->name, a.category, a.group,
                 a.kind, b.group, b.kind);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_section_is_read_as_it_is_written),
      cmocka_unit_test(a_scene_need_say_nothing),
      cmocka_unit_test(a_macro_may_be_called_level),
      cmocka_unit_test(what_is_wrong_is_said_in_one_line),
      cmocka_unit_test(there_is_an_end_to_presets),
      cmocka_unit_test(said_by_option_it_is_checked_too),
      cmocka_unit_test(facts_alone_are_those_of_the_scene),
      cmocka_unit_test(every_effect_says_what_is_wanted_of_it),
      cmocka_unit_test(a_category_has_the_same_words_in_all_scenes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
