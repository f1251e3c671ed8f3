/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene with everything in it, and one mistake at a time: each is told with its line;
 * and what is no mistake is taken. */
#include "scene_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const char whole[] =
    "title = \"all\"; duration = 1.0; rate = 44100; channels = 2; oversample = 1; seed = 3;\n"
    "strings = { d = { frequency = 147.0; damping = ( (100.0, 3.0), (1000.0, 1.0) ); }; };\n"
    "modals = {\n"
    "  m = { points = { rub = 0.0; far = 1.0; };\n"
    "        modes = ( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, 0.5); } ); };\n"
    "  r = { shape = \"ring\"; modes = ( { frequency = 700.0; t60 = 1.0; mass = 0.01; } ); };\n"
    "};\n"
    "contacts = {\n"
    "  bow = { a = \"-\"; b = \"d\"; position = 0.1; force = 1.0; velocity = 0.1; law = \"lugre\"; "
    "};\n"
    "  rub = { a = \"r\"; b = \"m\"; position = \"rub\"; position_a = 0.2;\n"
    "          law = { type = \"dahl\"; sigma0 = 1e4; }; };\n"
    "};\n"
    "joints = { pin = { a = \"d\"; b = \"m\"; position_a = \"bridge\"; position_b = \"far\"; }; "
    "};\n"
    "pushes = { poke = { body = \"m\"; position = \"far\"; force = 0.5; }; };\n"
    "macros = { speed = { low = 0.0; high = 2.0; default = 1.0; meaning = \"it\";\n"
    "    to = ( { key = \"bow.velocity\"; at = (0.0, 0.5); } ); }; };\n"
    "instrument = { strings = ( { string = \"d\"; bow = \"bow\"; } ); };\n"
    "gain = 1.0;\n"
    "outputs = ( { signal = \"m.velocity@far\"; } );\n";

/* The scene with one piece replaced, and what is then said, alone or (+) among what
 * follows from it; NULL: nothing. */
static const struct {
  const char *old, *new, *said;
} rows[] = {
    {"seed = 3", "seed = 3L", NULL},
    {"( (100.0, 3.0), (1000.0, 1.0) )", "( (100, 3), (1000L, 1) )", NULL},
    {"( (100.0, 3.0), (1000.0, 1.0) )", "3.0", ":2: d.damping: must be a list of (frequency, t60)"},
    {"( (100.0, 3.0), (1000.0, 1.0) )", "()", ":2: d.damping: must be a list of (frequency, t60)"},
    {"(1000.0, 1.0)", "(1000.0, 1.0, 2.0)", ":2: d.damping: point 2 must be (frequency, t60)"},
    {"(1000.0, 1.0)", "(100.0, 1.0)", "d"},
    {"{ rub = 0.0; far = 1.0; }", "( 0.0, 1.0 )", "+:4: m.points: must be a group of name ="},
    {"far = 1.0", "far = -1.0", ":4: m.points"},
    {"t60 = 1.0;", "t60 = 1.0; at = (1.0);", ":6: r.modes.1.at: only for shape = \"table\""},
    {"( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, 0.5); } )", "( 300.0 )",
     ":5: m.modes.1: must be a group { frequency = ...; }"},
    {"( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, 0.5); } )", "()",
     ":5: m.modes: must list 1 to 4096 modes"},
    {"at = (1.0, 0.5)", "at = (1.0, 0.5, 0.2)",
     ":5: m.modes.1.at: must list 2 weights, one a point"},
    {"at = (1.0, 0.5)", "at = (1.0, 2e6)", ":4: m.mode 1: weight 2e+06 is out of range"},
    {"frequency = 300.0", "frequency = -300.0", ":5: m.modes.1.frequency: -300 is out of range"},
    {"mass = 0.01; at", "mass = \"a\"; at", ":5: m.modes.1.mass: is text, must be a number"},
    {"mass = 0.01; at", "mass = true; at",
     ":5: m.modes.1.mass: is true or false, must be a number"},
    {"mass = 0.01; at", "mass = (1.0); at", ":5: m.modes.1.mass: is a list, must be a number"},
    {"mass = 0.01; at", "mass = { x = 1; }; at",
     ":5: m.modes.1.mass: is a group, must be a number"},
    {"mass = 0.01; at", "mas = 0.01; at", ":5: m.modes.1.mas: unknown key; did you mean 'mass'?"},
    {"mass = 0.01; at", "colour = 1; at", ":5: m.modes.1.colour: unknown key"},
    {"d = { frequency = 147.0;", "d = 5; e = { frequency = 147.0;",
     "+:2: d: must be a group { ... }"},
    {"d = { frequency = 147.0;", "d = { frequency = 147.0; finger = 196.0; mute = 2.0;", NULL},
    {"d = { frequency = 147.0;", "d = { frequency = 147.0; finger = -1.0;",
     ":2: d.finger: -1 is out of range: 0 to 20000 Hz"},
    {"r = { shape = \"ring\"", "d = { shape = \"ring\"", "+d: this name is taken, in line"},
    {"shape = \"ring\"", "shape = \"ring\"; file = \"x.csv\"", "+:6: r.file: only for shape"},
    {"shape = \"ring\"", "shape = 3", ":6: r.shape: is a number, must be text"},
    {"law = \"lugre\"", "law = 3", ":9: bow.law: must be a law's name or a group { type = ...; }"},
    {"law = \"lugre\"", "law = \"glue\"", ":9: bow.law: 'glue' is not one of "},
    {"type = \"dahl\"", "type = 3", ":11: rub.law.type: is a number, must be text"},
    {"sigma0 = 1e4", "sigma0 = 1e4; mu_s = 1.0", ":11: rub.law.mu_s: unknown key"},
    {"a = \"-\"; b = \"d\"", "a = \"-\"; b = \"-\"", ":9: bow: at least one side must be a body"},
    {"a = \"-\"; b = \"d\"", "b = \"d\"", ":9: bow: 'a' is missing"},
    {"a = \"-\"; b = \"d\"", "a = \"-\"; b = \"nobody\"", ":9: bow.b: "},
    {"position = 0.1;", "position = \"nut\";", NULL},
    {"position = 0.1;", "position = \"rub\";", ":9: bow.position: 'rub' is not a point of 'd'"},
    {"position = 0.1;", "position = 0.1; across = \"nobody\";", "nobody"},
    {"position = 0.1;", "position = 0.1; load = \"rub\";",
     ":9: bow.force: the load is the force of 'rub'; give one of both"},
    {"position = 0.1; force = 1.0;", "position = 0.1; load = \"rub\";",
     "bow.load: 'rub' rubs by the law dahl; only an impact can press"},
    {"position = 0.1; force = 1.0;", "position = 0.1; load = 3;", ":9: bow.load: is a number"},
    {"force = 1.0; velocity", "force = (-1.0); velocity", ":9: bow.force"},
    {"a = \"d\"; b = \"m\"; position_a = \"bridge\"", "a = \"-\"; b = \"m\"; position_a = 0.0",
     "pin"},
    {"body = \"m\"; position = \"far\"", "body = \"-\"; position = 0.0",
     ":14: poke.body: must be a body"},
    {"pushes = { poke = {", "pushes = { poke = 3; p = {", ":14: poke: must be a group { ... }"},
    {"pushes = {", "pushes = 3; x = {", "+:14: pushes: must be a group of name = { ... };"},
    {"strings = { d", "strings = 3; x = { d", "+:2: strings: must be a group of name = { ... };"},
    {"macros = {", "macros = 3; x = {", "+:15: macros: must be a group of name = { ... };"},
    {"to = ( { key = \"bow.velocity\"; at = (0.0, 0.5); } )", "to = 3", "macros.speed"},
    {"{ key = \"bow.velocity\"; at = (0.0, 0.5); }", "3",
     ":16: macros.speed.to.1: must be a group { key = ...; at = ...; }"},
    {"at = (0.0, 0.5)", "at = ((0.0, 0.5, 2.0), (1.0, 2.0))",
     ": point 1 must be a number or (speed, value)"},
    {"at = (0.0, 0.5)", "at = ((0.0, 0.1), (1.0, 0.2), (2.0, 0.5))", NULL},
    {"at = (0.0, 0.5)", "at = (0.0, 2000.0)",
     ":16: macros.speed: bow.velocity: 2000 is out of range"},
    {"key = \"bow.velocity\"", "key = \"poke.force\"", NULL},
    {"key = \"bow.velocity\"", "key = \"d.mute\"", NULL},
    {"key = \"bow.velocity\"", "key = \"bow.roughness\"", NULL},
    {"key = \"bow.velocity\"", "key = \"rub.law.beta\"; how = \"offset\"", NULL},
    {"key = \"bow.velocity\"", "key = \"d.colour\"", "macros.speed"},
    {"key = \"bow.velocity\"", "key = \"rub.law.colour\"",
     ":16: macros.speed: law 'dahl' has no parameter 'colour'"},
    {"key = \"bow.velocity\"", "key = \"gain\"", ":16: macros.speed: gain takes how = \"scale\""},
    {"key = \"bow.velocity\"", "key = \"gain\"; how = \"scale\"", NULL},
    {"key = \"bow.velocity\"", "key = \"rub.law.beta\"; how = \"rate\"",
     "has no way to run through; how = \"rate\" is for controls"},
    {"key = \"bow.velocity\"", "key = \"bow.velocity\"; how = \"sideways\"", "macros.speed"},
    {"{ string = \"d\"; bow = \"bow\"; }", "3",
     ":17: instrument.strings.1: must be a group { string = ...; bow = ...; }"},
    {"string = \"d\"", "string = \"m\"", ":17: instrument.strings.1.string: there is no 'm'"},
    {"bow = \"bow\"; }", "bow = \"pin\"; }", ":17: instrument.strings.1.bow: there is no 'pin'"},
    {"instrument = {", "instrument = 3; x = {",
     "+instrument: must be a group { strings = ( ... ); }"},
    {"( { string = \"d\"; bow = \"bow\"; } )", "()", ":17: instrument.strings: must list 1 to "},
    {"{ signal = \"m.velocity@far\"; }", "3", ":19: outputs.1: must be a group { signal = ...; }"},
    {"( { signal = \"m.velocity@far\"; } )", "()", ":19: outputs: must list at least one"},
    {"signal = \"m.velocity@far\";", "gain = 1.0;", ":19: outputs.1: 'signal' is missing"},
    {"m.velocity@far", "m.velocity@near", ":19: "},
    {"m.velocity@far", "m.bridge_force", ":19: "},
    {"channels = 2", "channels = 2.5", ":1: channels: 2.5 is not a whole number"},
    {"duration = 1.0", "duration = 0.0", ":1: duration: 0 is out of range"},
    {"oversample = 1", "oversample = 17", ":1: oversample: 17 is out of range: 1 to 16"},
    {"rate = 44100", "rate = 7999", ":1: rate: 7999 is out of range: 8000 to "},
    {"title = \"all\"", "titel = \"all\"", ":1: titel: unknown key; did you mean 'title'?"},
};

static void each_mistake_is_told(void **state) {
  (void)state;
  int failed = 0;
  for (int i = -1; i < (int)(sizeof rows / sizeof *rows); i++) {
    char text[sizeof whole + 400], *errors = NULL;
    const char *at = i < 0 ? whole : strstr(whole, rows[i].old);
    assert_non_null(at);
    const int before = (int)(at - whole);
    snprintf(text, sizeof text, "%.*s%s%s", before, whole, i < 0 ? "" : rows[i].new,
             at + (i < 0 ? 0 : strlen(rows[i].old)));
    const char *said = i < 0 ? NULL : rows[i].said;
    rosin_scene *scene = scene_read(text, 0, NULL, &errors);
    rosin_error error = {""};
    const int prepared = scene ? rosin_scene_prepare(scene, 0, 64, &error) : -1;
    const char *found = scene ? error.text : errors;
    const char *newline = found ? strchr(found, '\n') : NULL;
    const int more = said && *said == '+';
    if (said ? !prepared || !strstr(found, said + more) || (!more && newline && newline[1])
             : prepared) {
      fprintf(stderr, "%s ->\n  %s:\n  %s\n", i < 0 ? "all" : rows[i].new, said ? said : "(valid)",
              found);
      failed++;
    }
    rosin_scene_free(scene);
    free(errors);
  }
  assert_int_equal(failed, 0);
}

/* Points that are refused are told once, not again by each list of one weight a point. */
static void points_are_told_once(void **state) {
  static const char *const said[] = {
      "t:3: m.points: has 257 of them, at most 256\n",
      "t:3: m.points: must be a group of name = position;, 1 to 256 of "
      "them\n"};
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    char points[6000] = "( 0.0, 1.0 )", text[7000], *errors = NULL;
    size_t used = 0;
    for (int i = 0; i < 257 && !wrong; i++)
      used += (size_t)snprintf(points + used, sizeof points - used, "%sp%d = %d.0; %s",
                               i ? "" : "{ ", i, i, i == 256 ? "}" : "");
    snprintf(text, sizeof text,
             "title = \"all\"; duration = 1.0; rate = 44100;\nmodals = {\n"
             "  m = { points = %s;\n"
             "        modes = ( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, 0.5); },\n"
             "                  { frequency = 500.0; q = 30.0; mass = 0.01; at = (1.0, 0.5); } );\n"
             "        more = { from = 600.0; to = 2000.0; modes = 5; at = (1.0, 0.5); }; };\n"
             "};\noutputs = ( { signal = \"m.velocity@p0\"; } );\n",
             points);
    assert_null(scene_read(text, 0, NULL, &errors));
    assert_non_null(strstr(errors, strchr(said[wrong], ':')));
    assert_string_equal(strchr(errors, '\n'), "\n");
    free(errors);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_mistake_is_told),
                                     cmocka_unit_test(points_are_told_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
