/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene with everything in it, and every number, text and key of it changed in turn, or left
 * out: what is then said, or, where nothing is wrong, what a copy of the scene holds (a sum over
 * all of it), line by line against tests/unit/scene/wrong_scenes.txt. ROSIN_UPDATE writes it anew.
 */
#include "format.h"
#include "scene/model/model.h"
#include "scene/text/setting.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char whole[] =
    "title = \"all\"; duration = 1.5; rate = 32000; channels = 3; oversample = 2; seed = 3;\n"
    "gain = 0.5;\n"
    "strings = {\n"
    "  d = { frequency = 147.0; damping = ( (100.0, 3.0), (1000.0, 1.0) );\n"
    "        finger = ( (0.0, 150.0), (1.0, 160.0) ); mute = 0.3; };\n"
    "};\n"
    "modals = {\n"
    "  m = { points = { rub = -1.0; far = 1.0; }; pitch = 2.0; mass = 0.5; decay = 3.0;\n"
    "        modes = ( { frequency = 300.0; q = 30.0; mass = 0.01; at = (1.0, -0.2); },\n"
    "                  { frequency = 400.0; t60 = 0.3; } ); };\n"
    "  r = { shape = \"ring\"; modes = ( { frequency = 700.0; mass = 0.01; } ); };\n"
    "  b = { shape = \"bar-free\"; material = \"oak\"; modes = 3; points = { a = 0.2; };\n"
    "        length = 0.4; };\n"
    "};\n"
    "contacts = {\n"
    "  bow = { a = \"-\"; b = \"d\"; position = 0.1; force = ( (0.0, 1.0), (0.5, 2.0) );\n"
    "          velocity = { sine = (0.1, 5.0); offset = 0.2; }; law = \"lugre\"; };\n"
    "  rub = { a = \"r\"; b = \"m\"; position = \"rub\"; position_a = 0.2; across = \"bow\";\n"
    "          force = { from = 1.0; to = 2.0; after = 0.1; over = 0.5; curve = \"cosine\"; };\n"
    "          velocity = { points = ( (0.0, 0.1), (1.0, 0.2) ); curve = \"step\"; scale = 2.0; "
    "};\n"
    "          law = { type = \"dahl\"; sigma0 = 2e4; beta = 0.7; }; };\n"
    "};\n"
    "joints = { pin = { a = \"d\"; b = \"m\"; position_a = \"bridge\"; position_b = \"far\"; };\n"
    "  led = { a = \"b\"; b = \"-\"; position_a = \"a\"; velocity = 0.01; }; };\n"
    "pushes = { poke = { body = \"d\"; position = \"nut\"; force = 0.5; }; };\n"
    "instrument = { strings = ( { string = \"d\"; bow = \"bow\"; hand = \"rub\"; } );\n"
    "  bow_position = 0.11; highest = 20.0; };\n"
    "macros = { speed = { low = -1.0; high = 2.0; default = 1.0; unit = \"x\"; meaning = \"it\";\n"
    "    to = ( { key = \"bow.roughness\"; at = (0.0, 0.4); },\n"
    "           { key = \"bow.velocity\"; at = (0.5, 1.0); how = \"scale\"; curve = "
    "\"exponential\"; },\n"
    "           { key = \"rub.law.beta\"; at = ( (-1.0, 0.0), (2.0, 0.3) ); how = \"offset\"; },\n"
    "           { key = \"gain\"; at = (1.0, 2.0); how = \"scale\"; },\n"
    "           { key = \"rub.velocity\"; at = (0.5, 1.5); how = \"rate\"; },\n"
    "           { key = \"m.decay\"; at = (0.5, 2.0); } ); value = 0.5; }; };\n"
    "outputs = ( { signal = \"m.velocity@far\"; gain = 2.0; pan = -0.5; highpass = 20.0; },\n"
    "            { signal = \"d.bridge_force\"; channel = 3; } );\n";

/* ---- what a scene holds ------------------------------------------------------------ */

static double sum;
static int numbers;

static void number(double x) {
  sum += (1 + 0.37 * (numbers++ % 101)) * (isfinite(x) ? x : 1e3);
}

static void text(const char *s) {
  for (; *s; s++)
    number((unsigned char)*s);
}

static void controls(const rosin_model_control *c, int count) {
  for (int i = 0; i < count; i++) {
    rosin_gesture g = c[i].gesture;
    text(c[i].row->name);
    for (int k = 0; k < 6; k++)
      number(rosin_gesture_at(&g, 0.27 * k));
  }
}

static double held(const rosin_model *m) {
  const double own[] = {m->duration, m->rate,     m->oversample, m->seed,   m->gain,
                        m->channels, m->contacts, m->links,      m->outputs};
  sum = numbers = 0;
  for (int i = 0; i < 9; i++)
    number(own[i]);
  text(m->title);
  for (int i = 0; i < m->bodies; i++) {
    const rosin_model_body *b = &m->body[i];
    text(b->name);
    for (const rosin_parameter *p = rosin_string_parameters(); !b->modal && p->name; p++)
      number(*(const double *)(const void *)((const char *)&b->string + p->offset));
    for (int k = 0; k < b->string.damping_points; k++)
      number(b->damping[k].frequency / b->damping[k].t60);
    number(b->shape);
    for (int k = 0; k < b->modes; k++) {
      number(b->mode[k].frequency);
      number(b->mode[k].t60);
      number(b->mode[k].q);
      number(b->mode[k].mass);
      number(b->order ? b->order[k] : 0);
    }
    for (int k = 0; k < b->points; k++) {
      text(b->point_name[k]);
      number(b->point[k]);
      for (int l = 0; b->weight && b->shape == ROSIN_SHAPE_TABLE && l < b->modes; l++)
        number(fabs(b->weight[k * b->modes + l])); /* a shape's sign is free */
    }
    controls(b->control, b->controls);
  }
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    text(c->name), text(c->a), text(c->b), text(c->law), text(c->across);
    for (int k = 0; k < c->parameters; k++)
      number(c->value[k]);
    controls(c->control, c->controls);
  }
  for (int i = 0; i < m->links; i++) {
    const rosin_model_link *l = &m->link[i];
    text(l->name), text(l->a), text(l->b);
    number(l->push), number(l->position[0]), number(l->push ? 0 : l->position[1]);
    controls(l->control, l->controls);
  }
  for (int i = 0; i < m->macros; i++) {
    const rosin_macro *a = &m->macro[i];
    text(a->name), text(a->unit), text(a->meaning);
    number(a->value), number(a->row.low), number(a->row.high), number(a->row.initial);
    for (int k = 0; k < a->targets; k++) {
      const rosin_macro_target *t = &a->target[k];
      text(t->key);
      number(t->how), number(t->kind), number(t->contact), number(t->parameter), number(t->base);
      for (int x = -2; x < 5; x++)
        number(rosin_macro_map(t, 0.6 * x));
    }
  }
  for (int i = 0; i < m->outputs; i++) {
    const rosin_model_output *o = &m->output[i];
    text(o->signal);
    number(o->channel), number(o->raw), number(o->gain), number(o->pan), number(o->highpass);
  }
  for (int i = 0; i < m->instrument.courses; i++) {
    const rosin_model_course *c = &m->instrument.course[i];
    text(c->string), text(c->bow), text(c->hand);
  }
  number(m->instrument.bow_position), number(m->instrument.bow_length);
  number(m->instrument.resistance), number(m->instrument.highest), number(m->instrument.program);
  return sum;
}

/* ---- one change at a time ------------------------------------------------------------ */

static FILE *file;
static int differences, variants;

/* What is said of a scene in which the bytes from `at` on, `length` of them, are others. */
static void changed(size_t at, size_t length, const char *by) {
  static char scene[sizeof whole + 400], line[700], wanted[700];
  char *errors = NULL;
  snprintf(scene, sizeof scene, "%.*s%s%s", (int)at, whole, by, whole + at + length);
  rosin_model *m = rosin_model_read(scene, "f", ".", NULL, 0, NULL, &errors);
  if (m) {
    rosin_model *copy = rosin_model_copy(m);
    assert_non_null(copy);
    rosin_model_free(m);
    m = copy;
  }
  int used =
      snprintf(line, sizeof line, "%d %.*s -> %.24s: ", variants++, (int)length, whole + at, by);
  for (char *c = line; *c; c++)
    *c = *c == '\n' ? ' ' : *c;
  if (m)
    rosin_format(line + used, sizeof line - (size_t)used, "%.7g\n", held(m));
  int said = 0;
  for (char *at_line = errors; at_line && *at_line && said < 2; said++) {
    const size_t end = strcspn(at_line, "\n");
    if (!strstr(at_line, "must be one of") || strcspn(at_line, "\n") < 90)
      used += snprintf(line + used, sizeof line - (size_t)used, "%s%.*s", said ? " | " : "",
                       (int)(end < 150 ? end : 150), at_line);
    at_line += end + (at_line[end] == '\n');
  }
  if (!m)
    snprintf(line + used, sizeof line - (size_t)used, "\n");
  rosin_model_free(m);
  free(errors);
  if (getenv("ROSIN_UPDATE"))
    fputs(line, file);
  else if ((!fgets(wanted, sizeof wanted, file) || strcmp(wanted, line)) && differences++ < 9)
    fprintf(stderr, "wanted: %sfound:  %s", wanted, line);
}

/* Where the setting that begins at a key ends: past its semicolon. */
static size_t setting_end(size_t at) {
  int depth = 0;
  for (; whole[at]; at++) {
    depth += strchr("{(", whole[at]) != NULL;
    depth -= strchr("})", whole[at]) != NULL;
    if (whole[at] == ';' && depth == 0)
      return at + 1;
  }
  return at;
}

static void each_part_is_changed(void **state) {
  static const char *const for_number[] = {"-1e7", "1e12", "0", "\"x\"", "( 1.0 )"};
  static const char *const for_text[] = {"\"nobody\"", "\"\"", "3.0",
                                         "\"0123456789012345678901234567890123456789012345678901"
                                         "2345678901234567890123456789\""};
  (void)state;
  assert_non_null(
      file = fopen("tests/unit/scene/wrong_scenes.txt", getenv("ROSIN_UPDATE") ? "w" : "r"));
  changed(0, 0, "");
  char many[400] = "";
  for (int i = 0; i < 38; i++)
    snprintf(many + strlen(many), sizeof many - strlen(many), "n%02d = 1;\n", i);
  changed(0, 0, many);
  for (size_t at = 0; whole[at];) {
    size_t end = at;
    if (whole[at] == '"') {
      end = at + 1 + strcspn(whole + at + 1, "\"") + 1;
      for (int i = 0; i < 4; i++)
        changed(at, end - at, for_text[i]);
    } else if (isdigit((unsigned char)whole[at]) || whole[at] == '-') {
      end = at + strspn(whole + at, "-+.0123456789e");
      for (int i = 0; i < 5; i++)
        changed(at, end - at, for_number[i]);
    } else if (isalpha((unsigned char)whole[at])) {
      while (isalnum((unsigned char)whole[end]) || whole[end] == '_')
        end++;
      char plain[80];
      snprintf(plain, sizeof plain, "%.*s = 3.0;", (int)(end - at), whole + at);
      changed(end, 0, "x");
      changed(at, setting_end(at) - at, plain);
      changed(at, setting_end(at) - at, "");
    } else {
      end = at + 1;
    }
    at = end;
  }
  char more[2];
  assert_true(getenv("ROSIN_UPDATE") || !fgets(more, sizeof more, file));
  fclose(file);
  if (differences)
    fprintf(stderr,
            "tests/unit/scene/wrong_scenes.txt: %d lines differ; renewed, where a change is meant, "
            "by: ROSIN_UPDATE=1 build/tests/unit/scene/test_wrong_scenes\n",
            differences);
  assert_int_equal(differences, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_part_is_changed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
