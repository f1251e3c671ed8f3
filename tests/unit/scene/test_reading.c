/* SPDX-License-Identifier: BSD-3-Clause */
/* From text to settings, and from settings to numbers: small texts and what they hold or
 * why not; a scene with everything in it, with and without overrides, against
 * tests/unit/scene/reading.txt. */
#include "format.h"
#include "golden.h"
#include "scene/model/model.h"
#include "scene/text/setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- settings ------------------------------------------------------------------------ */

/* A tree in one line: {name=value;...}, (a,b), "text", numbers, T or F; the line of each. */
static void put(char *out, size_t size, const rosin_setting *s) {
  const size_t at = strlen(out);
  char *to = out + at;
  const size_t room = size - at;
  if (s->name)
    snprintf(to, room, "%s=", s->name);
  const size_t named = strlen(to);
  if (s->type == ROSIN_SETTING_TEXT)
    snprintf(to + named, room - named, "\"%s\"", s->text);
  else if (s->type == ROSIN_SETTING_NUMBER)
    rosin_format(to + named, room - named, "%.10g", s->number);
  else if (s->type == ROSIN_SETTING_TRUTH)
    snprintf(to + named, room - named, "%s", s->number != 0 ? "T" : "F");
  else {
    snprintf(to + named, room - named, "%s", s->type == ROSIN_SETTING_LIST ? "(" : "{");
    for (int i = 0; i < s->count; i++) {
      if (i)
        strcat(out, ",");
      put(out, size, s->element[i]);
    }
    strcat(out, s->type == ROSIN_SETTING_LIST ? ")" : "}");
  }
  if (s->line > 1)
    snprintf(out + strlen(out), size - strlen(out), "@%d", s->line);
}

static const struct {
  const char *text, *tree; /* "!...": the error */
} texts[] = {
    {"", "{}"},
    {" \t\n# all\n// is\n/* a\ncomment */", "{}"},
    {"a = 1;", "{a=1}"},
    {"a : 1", "{a=1}"},
    {"a=1,b=2 c=3", "{a=1,b=2,c=3}"},
    {"a = -1.5e2; b = +3; c = .5; d = 2.; e = 1E-2;", "{a=-150,b=3,c=0.5,d=2,e=0.01}"},
    {"a = 0x1F; b = -0xa; c = 0X10L; d = 7LL; e = 12L;", "{a=31,b=-10,c=16,d=7,e=12}"},
    {"a = true; b = FALSE; c = True;", "{a=T,b=F,c=T}"},
    {"a = \"x\" \"y\"\n \"z\"; b = \"\";", "{a=\"xyz\",b=\"\"@2}"},
    {"a = \"\\n\\t\\r\\f\\a\\b\\v\\\"\\\\\\x41\";", "{a=\"\n\t\r\f\a\b\v\"\\A\"}"},
    {"a = \"# no // comment /* */\";", "{a=\"# no // comment /* */\"}"},
    {"a = (1, \"b\", (2, 3), { c = 4; });", "{a=(1,\"b\",(2,3),{c=4})}"},
    {"a = [1, 2.5, -3]; b = [\"x\", \"y\"]; c = [true, false];",
     "{a=(1,2.5,-3),b=(\"x\",\"y\"),c=(T,F)}"},
    {"a = { b = { c = 1; }; };", "{a={b={c=1}}}"},
    {"a = (1, 2)\nb = { c = (); };\nd = {};", "{a=(1,2),b={c=()@2}@2,d={}@3}"},
    {"a =\n1;\n/* x\ny */ b = \"p\nq\"; c = 2;", "{a=1@2,b=\"p\nq\"@4,c=2@5}"},
    {"a-b_c*9 = 1; *x = 2;", "{a-b_c*9=1,*x=2}"},
    {"a = (1, 2,);", "{a=(1,2)}"},
    {"a", "!1: syntax error at the end: '=' is wanted"},
    {"a b", "!1: syntax error at 'b': '=' is wanted"},
    {"= 1", "!1: syntax error at '=': NAME = VALUE is wanted"},
    {"\"a\" = 1", "!1: syntax error at a text: NAME = VALUE is wanted"},
    {"1 = 1", "!1: syntax error at a number: NAME = VALUE is wanted"},
    {"true = 1", "!1: syntax error at true or false: NAME = VALUE is wanted"},
    {"a = ;", "!1: syntax error at ';': a value is wanted"},
    {"a = b;", "!1: syntax error at 'b': a value is wanted"},
    {"a =", "!1: syntax error at the end: a value is wanted"},
    {"a = (1 2);", "!1: syntax error at a number: ',' or ')' is wanted"},
    {"a = [1; 2];", "!1: syntax error at ';': ',' or ']' is wanted"},
    {"a = (1", "!1: syntax error at the end: ',' or ')' is wanted"},
    {"a = {\nb = 1;", "!2: syntax error at the end: NAME = VALUE is wanted"},
    {"a = [1, \"b\"];", "!1: mismatched element type in array"},
    {"a = [(1)];", "!1: mismatched element type in array"},
    {"a = 1; a = 2;", "!1: 'a' is set twice, in line 1 too: one of them must go"},
    {"a = 1x;", "!1: syntax error: this is no number"},
    {"a = 1_;", "!1: syntax error: this is no number"},
    {"a = 1.2.3;", "!1: syntax error: this is no number"},
    {"a = 1.5L;", "!1: syntax error: this is no number"},
    {"a = 1LLL;", "!1: syntax error: this is no number"},
    {"a = -;", "!1: syntax error: a number is wanted after the sign"},
    {"a = -.;", "!1: syntax error: a number is wanted after the sign"},
    {"a = \"x", "!1: a text is not closed"},
    {"a = \"\\q\";", "!1: a text holds an unknown escape after '\\'"},
    {"a = \"\\x4\";", "!1: a text holds an unknown escape after '\\'"},
    {"\n/* x", "!2: a comment is not closed"},
    {"/* x *", "!1: a comment is not closed"},
    {"a = 1 & 2", "!1: syntax error: unexpected character"},
    {"@include 3", "!1: syntax error: @include \"FILE\" is wanted"},
    {"@include \"no-such\"", "!1: @include: "},
};

static int read_settings(rosin_settings *tree, const char *text, rosin_error *error) {
  return rosin_settings_read(tree, text, "f", ".", (rosin_files){0}, error);
}

static void texts_are_settings(void **state) {
  (void)state;
  int failed = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rosin_settings tree;
    rosin_error error = {""};
    char found[1000] = "";
    const char *wanted = texts[i].tree;
    if (read_settings(&tree, texts[i].text, &error) == 0) {
      put(found, sizeof found, tree.root);
      assert_int_equal(tree.bytes, strlen(texts[i].text));
      rosin_settings_free(&tree);
    }
    if (*wanted == '!' ? *found || !strstr(error.text, wanted + 1) : strcmp(found, wanted) != 0) {
      print_error("%s -> %s %s for %s\n", texts[i].text, found, error.text, wanted);
      failed++;
    }
  }
  assert_int_equal(failed, 0);
}

/* As large as may be, and one more. */
static void limits_of_settings(void **state) {
  (void)state;
  static char text[ROSIN_SETTING_MEMBERS * 16];
  for (int over = 0; over < 2; over++) {
    rosin_settings tree;
    rosin_error error;
    char *to = text + sprintf(text, "a = ");
    for (int i = 0; i < ROSIN_SETTING_DEPTH + over; i++)
      *to++ = '(';
    for (int i = 0; i < ROSIN_SETTING_DEPTH + over; i++)
      *to++ = ')';
    *to = 0;
    assert_int_equal(read_settings(&tree, text, &error), -over);
    assert_true(!over || strstr(error.text, "nested more than 32 deep"));
    if (!over)
      rosin_settings_free(&tree);
    to = text;
    for (int i = 0; i < ROSIN_SETTING_MEMBERS + over; i++)
      to += sprintf(to, "n%d = %d;", i, i);
    assert_int_equal(read_settings(&tree, text, &error), -over);
    assert_true(!over || strstr(error.text, "more than 2048 settings in one group"));
    if (!over) {
      assert_true(tree.root->count == 2048 && tree.settings == 2048);
      assert_true(rosin_setting_member(tree.root, "n2047")->number == 2047);
      assert_null(rosin_setting_member(tree.root, "n2048"));
      assert_null(rosin_setting_element(tree.root, 2048));
      assert_null(rosin_setting_element(tree.root, -1));
      assert_null(rosin_setting_element(NULL, 0));
      assert_int_equal(rosin_setting_remove(tree.root, "n5"), 0);
      assert_int_equal(rosin_setting_remove(tree.root, "n5"), -1);
      assert_true(tree.root->count == 2047 && tree.root->element[5]->number == 6 &&
                  tree.root->element[2046]->number == 2047);
      rosin_settings_free(&tree);
    }
    memset(text, 'n', 63 + (size_t)over);
    sprintf(text + 63 + over, " = 1;");
    assert_int_equal(read_settings(&tree, text, &error), -over);
    assert_true(!over || strstr(error.text, "a name is longer than 63 bytes"));
    if (!over)
      rosin_settings_free(&tree);
  }
}

/* ---- models -------------------------------------------------------------------------- */

static const char whole[] =
    "title = \"all\"; duration = 1.5; rate = 32000; channels = 3; oversample = 2; seed = 3; gain "
    "= 0.5;\n"
    "strings = { d = { frequency = 147.0; damping = ( (100.0, 3.0), (1000.0, 1.0) ); "
    " finger = ((0.0, 150.0), (1.0, 160.0)); mute = 0.3; };\n"
    "  g = { frequency = 98.0; q = 300.0; }; };\n"
    "modals = {\n"
    "  m = { points = { rub = -1.0; far = 1.0; end = 2.5; }; pitch = 2.0; mass = 0.5; decay = "
    "3.0;\n"
    "    modes = ( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, 0.5, -0.2); },\n"
    "              { frequency = 400.0; t60 = 0.3; mass = 0.02; } ); };\n"
    "  r = { shape = \"ring\"; modes = ( { frequency = 700.0; t60 = 1.0; mass = 0.01; } ); };\n"
    "  s = { shape = \"sine\"; modes = ( { frequency = 500.0; t60 = 1.0; mass = 0.01; } ); };\n"
    "  p = { shape = \"plate-free\"; material = \"steel\"; modes = 4; points = { a = (0.2, 0.3); "
    "b = 0.4; }; thickness = 0.003; loss = 0.01; pitch = 1.5; decay = 0.5; mass = 2.0; };\n"
    "};\n"
    "contacts = {\n"
    "  bow = { a = \"-\"; b = \"d\"; position = 0.1; force = ((0.0, 1.0), (0.5, 2.0)); velocity = "
    "{ "
    "sine = (0.1, 5.0); offset = 0.2; }; law = \"lugre\"; };\n"
    "  rub = { a = \"r\"; b = \"m\"; position = \"rub\"; position_a = 0.2; force = { from = 1.0; "
    "to "
    "= 2.0; after = 0.1; over = 0.5; curve = \"cosine\"; };\n"
    "          velocity = { points = ((0.0, 0.1), (1.0, 0.2)); curve = \"step\"; scale = 2.0; "
    "offset "
    "= 0.1; }; law = { type = \"dahl\"; sigma0 = 2e4; beta = 0.7; }; };\n"
    "};\n"
    "joints = { pin = { a = \"d\"; b = \"m\"; position_a = \"bridge\"; position_b = \"far\"; "
    "velocity "
    "= 0.01; }; };\n"
    "pushes = { poke = { body = \"m\"; position = \"end\"; force = 0.5; }; };\n"
    "instrument = { strings = ( { string = \"d\"; bow = \"bow\"; } ); bow_position = 0.11; "
    "bow_length = 0.6; };\n"
    "macros = { speed = { low = -1.0; high = 2.0; default = 1.0; unit = \"x\"; meaning = \"it\";\n"
    "    to = ( { key = \"bow.roughness\"; at = (0.0, 0.4); },\n"
    "           { key = \"bow.velocity\"; at = (0.5, 1.0, 2.0); how = \"scale\"; curve = "
    "\"exponential\"; },\n"
    "           { key = \"rub.law.beta\"; at = ((-1.0, 0.0), (0.5, 0.1), (2.0, 0.3)); how = "
    "\"offset\"; },\n"
    "           { key = \"gain\"; at = (1.0, 2.0); how = \"scale\"; },\n"
    "           { key = \"rub.position\"; at = (0.5, 1.5); how = \"rate\"; },\n"
    "           { key = \"g.frequency\"; at = (90.0, 120.0); },\n"
    "           { key = \"m.decay\"; at = (0.5, 2.0); how = \"scale\"; },\n"
    "           { key = \"r.modes.1.mass\"; at = (0.001, 0.004); how = \"offset\"; } ); }; };\n"
    "outputs = ( { signal = \"m.velocity@far\"; gain = 2.0; pan = -0.5; highpass = 20.0; },\n"
    "            { signal = \"d.bridge_force\"; channel = 3; } );\n";

static golden table;

static void gesture(const rosin_model_control *c, const char *owner) {
  char name[140];
  const rosin_gesture *g = &c->gesture;
  double v[20] = {g->kind, g->curve, g->count, g->constant, g->amplitude, g->frequency,
                  g->from, g->to,    g->after, g->over,     g->slope};
  for (int i = 0; i < g->count && i < 4 && g->time; i++) {
    v[11 + 2 * i] = g->time[i];
    v[12 + 2 * i] = g->value[i];
  }
  snprintf(name, sizeof name, "%s.%s", owner, c->row->name);
  golden_columns(&table, name,
                 "kind curve count constant amplitude frequency from to after over slope time1 "
                 "value1 time2 value2 time3 value3 time4 value4",
                 v, 1e-7, 1e-12);
}

static void values(const char *name, const rosin_parameter *rows, const void *object) {
  char of[400];
  for (int i = 0; rows[i].name; i++) {
    const double v = *(const double *)(const void *)((const char *)object + rows[i].offset);
    snprintf(of, sizeof of, "%s.%s", name, rows[i].name);
    golden_row(&table, of, &v, 1, 1e-7, 1e-12);
  }
}

static void body(const rosin_model_body *b) {
  char name[140];
  if (!b->modal)
    values(b->name, rosin_string_parameters(), &b->string);
  for (int i = 0; i < b->string.damping_points; i++) {
    snprintf(name, sizeof name, "%s.damping:%d", b->name, i + 1);
    golden_columns(&table, name, "frequency t60", (const double *)&b->damping[i], 1e-7, 1e-12);
  }
  for (int i = 0; i < b->modes; i++) {
    double v[80] = {b->shape, b->mode[i].frequency, b->mode[i].mass, b->mode[i].q, b->mode[i].t60};
    const int points = b->points < 64 ? b->points : 64;
    for (int k = 0; k < points && b->weight; k++)
      v[5 + k] = b->weight[k * b->modes + i];
    snprintf(name, sizeof name, "%s.mode:%d", b->name, i + 1);
    golden_row(&table, name, v, 5 + points, 1e-6, 1e-9);
  }
  for (int i = 0; i < b->points && *b->point_name[i]; i++) {
    snprintf(name, sizeof name, "%s@%s", b->name, b->point_name[i]);
    golden_row(&table, name, &b->point[i], 1, 1e-7, 1e-12);
  }
  for (int i = 0; i < b->controls; i++)
    gesture(&b->control[i], b->name);
}

static void macro(const rosin_macro *m) {
  char name[300];
  const double range[] = {m->row.low, m->row.high, m->row.initial, m->value, m->targets};
  snprintf(name, sizeof name, "%s:%s:%s", m->name, m->unit, m->meaning);
  golden_columns(&table, name, "low high initial value targets", range, 1e-7, 1e-12);
  for (int k = 0; k < m->targets; k++) {
    const rosin_macro_target *t = &m->target[k];
    double v[20] = {t->how, t->kind, t->exponential, t->points, t->contact, t->parameter, t->base};
    for (int i = 0; i < t->points && i < 5; i++) {
      v[7 + 2 * i] = t->x[i];
      v[8 + 2 * i] = t->y[i];
    }
    snprintf(name, sizeof name, "%s.to:%s", m->name, t->key);
    golden_columns(
        &table, name,
        "how kind exponential points contact parameter base x1 y1 x2 y2 x3 y3 x4 y4 x5 y5", v, 1e-7,
        1e-12);
    for (int i = 0; i < 13; i++)
      v[i] = rosin_macro_map(t, -1.5 + 0.33 * i);
    snprintf(name, sizeof name, "%s.map:%s", m->name, t->key);
    golden_row(&table, name, v, 13, 1e-7, 1e-12);
  }
}

static void model(const rosin_model *m) {
  char name[300];
  values("scene", rosin_model_parameters(), m);
  for (int i = 0; i < m->bodies; i++)
    body(&m->body[i]);
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    snprintf(name, sizeof name, "%s:%s:%s:%s", c->name, c->a, c->b, c->law);
    golden_row(&table, name, NULL, 0, 0, 0);
    for (int k = 0; k < c->parameters; k++) {
      snprintf(name, sizeof name, "%s.law.%s", c->name, c->row[k]->name);
      golden_row(&table, name, &c->value[k], 1, 1e-7, 1e-12);
    }
    for (int k = 0; k < c->controls; k++)
      gesture(&c->control[k], c->name);
  }
  for (int i = 0; i < m->links; i++) {
    const rosin_model_link *k = &m->link[i];
    snprintf(name, sizeof name, "%s:%s:%s:%d", k->name, k->a, k->b, k->push);
    golden_columns(&table, name, "a b", k->position, 1e-7, 1e-12);
    for (int j = 0; j < k->controls; j++)
      gesture(&k->control[j], k->name);
  }
  for (int i = 0; i < m->outputs; i++) {
    const rosin_model_output *o = &m->output[i];
    const double v[] = {o->channel, o->raw, o->gain, o->pan, o->highpass};
    golden_columns(&table, o->signal, "channel raw gain pan highpass", v, 1e-7, 1e-12);
  }
  for (int i = 0; i < m->macros; i++)
    macro(&m->macro[i]);
  for (int i = 0; i < m->instrument.courses; i++) {
    snprintf(name, sizeof name, "course:%s:%s:%s", m->instrument.course[i].string,
             m->instrument.course[i].bow, m->instrument.course[i].hand);
    values(name, rosin_model_instrument_parameters(), &m->instrument);
  }
}

static rosin_model *read_model(const char *text, int count, const char *const *set) {
  char *errors = NULL;
  rosin_model *m = rosin_model_read(text, "f", ".", NULL, count, set, &errors);
  if (!m)
    fail_msg("%s", errors);
  free(errors);
  return m;
}

static void scenes_are_numbers(void **state) {
  (void)state;
  static const char *const set[] = {"speed=2",
                                    "d.frequency=150",
                                    "m.modes.2.mass=0.5",
                                    "bow.law=elastoplastic",
                                    "bow.law.sigma0=3e4",
                                    "rub.law.type=lugre",
                                    "rub.law.sigma0=5",
                                    "bow.force.to=3",
                                    "bow.force.slope=7",
                                    "g.frequency=101",
                                    "rub.position=far",
                                    "outputs.1.gain=9",
                                    "outputs.2.channel=2",
                                    "p.points.b=0.7",
                                    "rub.velocity.points.2.2=0.9",
                                    "gain=2",
                                    "title=other"};
  table = golden_open("tests/unit/scene/reading.txt");
  for (int k = 0; k < 3; k++) {
    rosin_model *m = read_model(whole, k == 0 ? 0 : k == 1 ? 14 : 1, k < 2 ? set : set + 9);
    assert_string_equal(m->title, "all");
    golden_in(&table, "%s", k == 0 ? "as-written" : k == 1 ? "all-set" : "one-set");
    model(m);
    rosin_model_free(m);
  }
  assert_int_equal(golden_close(&table), 0);
}

/* Stems: each pickup and contact as an output of its own. */
static void stems_are_all_there(void **state) {
  (void)state;
  rosin_model *m = read_model(whole, 0, NULL);
  rosin_error error;
  assert_int_equal(rosin_model_stems(m, &error), 0);
  char all[600] = "";
  for (int i = 0; i < m->outputs; i++) {
    const rosin_model_output *o = &m->output[i];
    rosin_format(all + strlen(all), sizeof all - strlen(all), "%s:%d:%d:%g:%g:%g ", o->signal,
                 o->channel, o->raw, o->gain, o->pan, o->highpass);
  }
  assert_string_equal(all, "m.velocity@far:1:0:2:-0.5:20 d.bridge_force:2:0:1:0:0 "
                           "bow.velocity:3:1:1:0:0 bow.force:4:1:1:0:0 bow.normal:5:1:1:0:0 "
                           "rub.velocity:6:1:1:0:0 rub.force:7:1:1:0:0 rub.normal:8:1:1:0:0 ");
  assert_true(m->channels == m->outputs);
  rosin_model_free(m);
}

/* ---- what -s cannot do --------------------------------------------------------------- */

static const struct {
  const char *set, *said;
} refusals[] = {
    {"gain", "-s gain: must be KEY=VALUE"},
    {"=3", "-s =3: must be KEY=VALUE"},
    {".gain=3", "-s .gain=3: must be KEY=VALUE"},
    {"gain.=3", "-s gain.=3: must be KEY=VALUE"},
    {"nobody.gain=3", "-s nobody.gain=3: there is nothing named 'nobody' in this scene"},
    {"m.modes.3.mass=1", "-s m.modes.3.mass=1: there is nothing named '3' in this scene"},
    {"m.modes.0.mass=1", "-s m.modes.0.mass=1: there is nothing named '0' in this scene"},
    {"m.modes.1x.mass=1", "-s m.modes.1x.mass=1: there is nothing named '1x' in this scene"},
    {"m.modes.2=1", "-s m.modes.2=1: '2' cannot be set"},
    {"m.points.rub=x", "-s m.points.rub=x: m.points.rub: is text, must be a number"},
    {"d.frequency=-1", "-s d.frequency=-1: d.frequency: -1 is out of range: "},
    {"d.frequence=1", "-s d.frequence=1: d.frequence: unknown key; did you mean 'frequency'?"},
    {"speed=3", "-s speed=3: speed: 3 is out of range: -1 to 2 x"},
    {"speed=x", "-s speed=x: speed: is text, must be a number"},
    {"rate=44100.5", "-s rate=44100.5: rate: 44100.5 is not a whole number"},
    {"m.modes.1.frequency=14401",
     "-s m.modes.1.frequency=14401: m.modes.1.frequency: 28802 is above 0.45 of the sample rate "
     "(28800 Hz)"},
};

static void overrides_are_refused(void **state) {
  (void)state;
  int failed = 0;
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    char *errors = NULL;
    rosin_model *m = rosin_model_read(whole, "f", ".", NULL, 1, &refusals[i].set, &errors);
    if (m || !errors || strncmp(errors, refusals[i].said, strlen(refusals[i].said)) != 0) {
      print_error("%s: %s", refusals[i].set, errors ? errors : "valid\n");
      failed++;
    }
    rosin_model_free(m);
    free(errors);
  }
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_settings),    cmocka_unit_test(limits_of_settings),
      cmocka_unit_test(scenes_are_numbers),    cmocka_unit_test(stems_are_all_there),
      cmocka_unit_test(overrides_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
