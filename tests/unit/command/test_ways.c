/* SPDX-License-Identifier: BSD-3-Clause */
/* Every parameter of every law moves what its law does, by every way in which it can be set: the
 * stand of `rosin curve` and `rosin fit`, the library, a scene's text, -s, a macro that is turned
 * while the scene sounds. Where one name is a parameter and a control, the parameter must not be
 * lost. */
#include "format.h"
#include "host/curve/stand.h"
#include "number.h"
#include "scene_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { STEPS = 600, FRAMES = 640, TEXT = 2048 };

static const int rate = 20000;

/* What must be set besides, for a parameter to count: "KEY=VALUE". */
typedef struct {
  const char *law, *parameter, *with;
} condition;

static const condition conditions[] = {
    {NULL, "stiffening_load", "stiffening=1"},
    {"bliman-sorine", "direct_speed", "mu_direct=0.1"},
    {"induction", "low_speed", "slip=1"},
    {"induction-lagged", "low_speed", "slip=1"},
    {"kinematic", "mu", "relaxation_length=1e-4"},
    {"lugre-average", "kappa", "form=0"},
    {"lugre-average", "adhesion", "form=3"},
    {"lugre-average", "lambda", "form=4"},
    {"lugre-distributed", "lambda", "distribution=1"},
    {"lugre-distributed", "gamma", "distribution=4"},
    {NULL, NULL, NULL},
};

/* Between whole numbers nothing changes, or another default stands. */
static const struct {
  const char *parameter;
  double value;
} values[] = {{"form", 2}, {"bristles", 7}, {"order", 1}, {"gap", 1e-5}, {NULL, 0}};

typedef struct {
  const char *law, *with;
  const rosin_parameter *row;
  double value;
  char named[96]; /* "KEY=VALUE" */
} subject;

static subject subject_of(const char *law, const rosin_parameter *row) {
  subject s = {law, NULL, row, row->initial != 0 ? 1.5 * row->initial : fmin(row->high, 1), ""};
  if (s.value > row->high)
    s.value = row->initial < row->high ? row->high : 0.5 * row->initial;
  for (int i = 0; values[i].parameter; i++)
    if (strcmp(values[i].parameter, row->name) == 0)
      s.value = values[i].value;
  for (int i = 0; conditions[i].parameter; i++)
    if ((!conditions[i].law || strcmp(conditions[i].law, law) == 0) &&
        strcmp(conditions[i].parameter, row->name) == 0)
      s.with = conditions[i].with;
  rosin_format(s.named, sizeof s.named, "%s=%.17g", row->name, s.value);
  return s;
}

static int same(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size) == 0;
}

/* ---- a law alone ---- */

/* To and fro, slow and fast, under a load that rises and falls, in the end at rest; for half of the
 * time it rolls. */
static double moves(int i, double *normal, double *rolling, double *sideways) {
  const double t = (double)i / STEPS;
  *normal = t < 0.9 ? 1.2 + 0.9 * sin(21 * t) : 0.1 + 9 * fmax(0.95 - t, 0);
  *rolling = t < 0.5 ? 0 : 0.4;
  *sideways = 0.02 * sin(13 * t);
  return (t < 0.25 ? 0.003 : t < 0.9 ? 0.3 : t < 0.98 ? 0 : 0.01) * sin(40 * t);
}

static void on_a_stand(const subject *s, int set, double *out) {
  rosin_stand stand;
  assert_true(rosin_stand_open(&stand, s->law, rate) < 0);
  assert_true(!s->with || rosin_stand_set(&stand, "-s", s->with) < 0);
  assert_true(!set || rosin_stand_set(&stand, "-s", s->named) < 0);
  const int normal = rosin_stand_input(&stand, "force");
  const int rolling = rosin_stand_input(&stand, "rolling");
  const int sideways = rosin_stand_input(&stand, "sideways");
  for (int i = 0; i < STEPS; i++) {
    const double v = moves(i, &stand.value[normal], &stand.value[rolling], &stand.value[sideways]);
    out[i] = rosin_stand_drive(&stand, v, NULL);
  }
  rosin_stand_close(&stand);
}

static void by_the_library(const subject *s, double *out) {
  rosin_contact *c = rosin_contact_new(s->law, rate, NULL);
  char key[64];
  if (s->with && sscanf(s->with, "%63[^=]=", key) == 1)
    assert_false(
        rosin_contact_set(c, key, rosin_number_read(strchr(s->with, '=') + 1, NULL), NULL));
  assert_false(rosin_contact_set(c, s->row->name, s->value, NULL));
  for (int i = 0; i < STEPS; i++) {
    double normal, rolling, sideways;
    const double v = moves(i, &normal, &rolling, &sideways);
    rosin_contact_input(c, "rolling", rolling, NULL);
    rosin_contact_input(c, "sideways", sideways, NULL);
    out[i] = rosin_contact_drive(c, v, normal, NULL);
  }
  rosin_contact_free(c);
}

/* The gap is between bodies; what is moved as prescribed is at rest for no time that a law without
 * bristles could hold it. */
static int needs_bodies(const subject *s) {
  return strcmp(s->row->name, "gap") == 0 ||
         (strcmp(s->law, "coulomb") == 0 && strcmp(s->row->name, "mu_static") == 0);
}

static void a_law_alone_hears_its_parameters(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++)
    for (const rosin_parameter *row = rosin_law_parameters(rosin_law_name(l)); row->name; row++) {
      double plain[STEPS], stand[STEPS], library[STEPS];
      const subject s = subject_of(rosin_law_name(l), row);
      if (needs_bodies(&s))
        continue; /* below */
      on_a_stand(&s, 0, plain);
      on_a_stand(&s, 1, stand);
      by_the_library(&s, library);
      if (same(plain, stand, sizeof plain))
        fail_msg("rosin curve %s -s %s changes nothing", s.law, s.named);
      if (!same(stand, library, sizeof stand))
        fail_msg("%s: %s on the stand is not what the library makes of it", s.law, s.named);
    }
}

/* ---- in a scene ---- */

typedef enum { PLAIN, WRITTEN, OVERRIDDEN, TURNED, TURNED_LATE, WAYS } way;
static const char *const way_name[WAYS] = {"", "in the scene", "-s", "by a macro",
                                           "by a macro that is turned later"};

static int scene_text(const subject *s, way how, char *text) {
  char law[192] = "", macro[320] = "";
  if (s->with)
    snprintf(law, sizeof law, "%.*s = %s; ", (int)strcspn(s->with, "="), s->with,
             strchr(s->with, '=') + 1);
  if (how == WRITTEN)
    rosin_format(law + strlen(law), sizeof law - strlen(law), "%s = %.17g;", s->row->name,
                 s->value);
  if (how >= TURNED)
    rosin_format(
        macro, sizeof macro,
        "macros = { turn = { default = 1.0; to = ( { key = \"c.law.%s\"; at = (%.17g, %.17g); "
        "} ); }; };\n",
        s->row->name, s->value, s->row->initial);
  const int normal = rosin_law_is_normal(s->law);
  return snprintf(
      text, TEXT,
      "duration = 1.0; rate = %d; oversample = 1;\n"
      "modals = { x = { points = { p = 0.0; }; modes = ( { frequency = 400.0; q = 30.0; mass = "
      "0.01; } ); }; };\n"
      "contacts = { c = { a = \"-\"; b = \"x\"; position = \"p\"; sideways = 0.01;\n"
      "  velocity = ((0.0, 0.002), (0.01, 0.003), (0.012, 0.4), (0.02, -0.3), (0.03, 0.2));\n"
      "  %s rolling = ((0.0, 0.0), (0.02, 0.0), (0.021, 0.4));\n"
      "  law = { type = \"%s\"; %s }; }; };\n%s"
      "outputs = ( { signal = \"x.displacement@p\"; gain = 100.0; } );\n",
      rate,
      normal ? ""
             : "force = ((0.0, 1.0), (0.012, 2.0), (0.02, 0.4), (0.025, 2.0), (0.0251, 0.1), "
               "(0.03, 2.0));",
      s->law, law, macro);
}

static void in_a_scene(const subject *s, way how, float *out) {
  char text[TEXT], override[128], *errors = NULL;
  const char *const words[] = {override};
  assert_in_range(scene_text(s, how, text), 1, TEXT - 1);
  snprintf(override, sizeof override, "c.law.%s", s->named);
  rosin_scene *scene = scene_read(text, how == OVERRIDDEN, words, &errors);
  if (!scene)
    fail_msg("%s", errors ? errors : "?");
  if (how == TURNED)
    assert_false(rosin_scene_control(scene, "turn", 0, NULL));
  assert_false(rosin_scene_prepare(scene, rate, 64, NULL));
  for (int at = 0; at < FRAMES; at += 64) {
    if (how == TURNED_LATE && at == 64)
      assert_false(rosin_scene_control(scene, "turn", 0, NULL));
    rosin_scene_process(scene, 64, out + at);
  }
  rosin_scene_free(scene);
}

static void in_scenes_every_way_is_heard(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++)
    for (const rosin_parameter *row = rosin_law_parameters(rosin_law_name(l)); row->name; row++) {
      float heard[WAYS][FRAMES];
      const subject s = subject_of(rosin_law_name(l), row);
      for (int how = PLAIN; how < WAYS; how++)
        in_a_scene(&s, (way)how, heard[how]);
      for (int how = WRITTEN; how < WAYS; how++)
        if (same(heard[how], heard[PLAIN], sizeof heard[0]))
          fail_msg("%s: %s %s changes nothing", s.law, s.named, way_name[how]);
      for (int how = OVERRIDDEN; how < TURNED_LATE; how++)
        if (!same(heard[how], heard[WRITTEN], sizeof heard[0]))
          fail_msg("%s: %s %s is not what it is in the scene", s.law, s.named, way_name[how]);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_law_alone_hears_its_parameters),
      cmocka_unit_test(in_scenes_every_way_is_heard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
