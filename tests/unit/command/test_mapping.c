/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of `rosin map`: axes, what a scene says of its contact, strokes in time, the
 * lines fitted through a map. Values that a formula gives are spelt out here; whole
 * courses are compared with tests/unit/command/mapping.txt. */
#include "golden.h"
#include "host/map/map.h"
#include "scene_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char bowed[] =
    "duration = 1.0; rate = 16000; oversample = 1;\n"
    "strings = { d = { frequency = 150.0; impedance = 0.6; q = 200.0; finger = ((0.0, 150.0), "
    "(1.0, 300.0)); };\n"
    "  e = { frequency = 90.0; impedance = 0.4; damping = ((50.0, 4.0), (200.0, 2.0), (800.0, "
    "0.5)); }; };\n"
    "modals = { m = { modes = ( { frequency = 700.0; q = 50.0; mass = 0.01; }, { frequency = "
    "300.0; "
    "q = 30.0; mass = 0.01; } ); }; };\n"
    "contacts = { bow = { a = \"-\"; b = \"d\"; position = 0.12; force = ((0.0, 0.2), (1.0, 0.8)); "
    "velocity = ((0.0, 0.1), (0.5, -0.4), (1.0, 0.2));\n"
    "    law = { type = \"elastoplastic\"; mu_static = 0.8; mu_kinetic = 0.3; }; };\n"
    "  low = { a = \"-\"; b = \"e\"; position = 0.2; };\n"
    "  rub = { a = \"-\"; b = \"m\"; position = 0.0; force = 2.0; velocity = 0.03; }; };\n"
    "outputs = ( { signal = \"d.bridge_force\"; } );\n";

static rosin_scene *scene;
static golden table;

static void near(const char *what, double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance * (fabs(wanted) + 1e-12)))
    fail_msg("%s: %.12g for %.12g", what, value, wanted);
}

static rosin_map map_of(int contact, rosin_map_kind kind, rosin_map_start start) {
  rosin_map m = {.kind = kind, .start = start, .contact = contact, .rise = 0.05, .steady = -1};
  snprintf(m.name, sizeof m.name, "%s", rosin_scene_model(scene)->contact[contact].name);
  return m;
}

static int open_scene(void **state) {
  (void)state;
  char *errors = NULL;
  scene = scene_read(bowed, 0, NULL, &errors);
  if (!scene)
    fail_msg("%s", errors);
  return rosin_scene_prepare(scene, 0, 256, NULL);
}

static int close_scene(void **state) {
  (void)state;
  rosin_scene_free(scene);
  return 0;
}

static void axes(void **state) {
  (void)state;
  rosin_map_axis a;
  assert_int_equal(rosin_map_axis_parse("-x", "a.b,c.d*0.5=1:16:5:log", &a), -1);
  assert_int_equal(a.keys, 2);
  assert_string_equal(a.key[0], "a.b");
  assert_string_equal(a.key[1], "c.d");
  assert_true(a.factor[0] == 1 && a.factor[1] == 0.5 && a.steps == 5 && a.logarithmic);
  for (int i = 0; i < 5; i++)
    near("log", rosin_map_axis_at(&a, i), 1 << i, 1e-12);
  assert_int_equal(rosin_map_axis_parse("-x", "a=-1:3:3", &a), -1);
  assert_true(rosin_map_axis_at(&a, 0) == -1 && rosin_map_axis_at(&a, 1) == 1 &&
              rosin_map_axis_at(&a, 2) == 3);
  assert_int_equal(rosin_map_axis_parse("-x", "a=2:2:1", &a), -1);
  assert_true(rosin_map_axis_at(&a, 0) == 2);
  assert_int_equal(rosin_map_axis_parse("-x", "a=1:2:1000", &a), -1);
  assert_int_equal(rosin_map_axis_parse("-x", "a=-2:-1:2:log", &a), -1);
  assert_int_equal(rosin_map_axis_parse("-x", "a,b,c,d,e,f,g,h=1:2:2", &a), -1);
  assert_int_equal(a.keys, 8);
  char key[200];
  memset(key, 'k', sizeof key);
  snprintf(key + 127, sizeof key - 127, "=1:2:2");
  assert_int_equal(rosin_map_axis_parse("-x", key, &a), -1);
  snprintf(key + 128, sizeof key - 128, "=1:2:2");
  key[127] = 'k';
  static const char *const wrong[] = {"a,b,c,d,e,f,g,h,i=1:2:2",
                                      "=1:2:2",
                                      "a*=1:2:2",
                                      "a*2x=1:2:2",
                                      "a*inf=1:2:2",
                                      "a=1:2:1001",
                                      "a=1:2:2:lin",
                                      "a=1:2:2:log:",
                                      "*2=1:2:2",
                                      "a=inf:2:2",
                                      "a=-1:1:2:log",
                                      "a=1:1:2",
                                      "a=1:2:0",
                                      "a=1:2:1.5",
                                      "a=1:2:-1",
                                      "a"};
  assert_int_equal(rosin_map_axis_parse("-x", key, &a), ROSIN_USAGE);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(rosin_map_axis_parse("-x", wrong[i], &a), ROSIN_USAGE);
}

/* What is rubbed: the string as the finger shortens it, the lowest mode, q from decays. */
static void looks(void **state) {
  (void)state;
  rosin_map m = map_of(0, ROSIN_MAP_REGIMES, ROSIN_MAP_FROM_REST);
  rosin_map_rubbed r = rosin_map_look(&m, scene, 0);
  assert_true(r.string && r.shorter == 1 && r.frequency == 150 && r.q == 200);
  r = rosin_map_look(&m, scene, 0.5);
  near("stopped", r.frequency, 225, 1e-12);
  near("shorter", r.shorter, 1.5, 1e-12);
  double low, high;
  rosin_map_limits(&r, 0.1, 0.2, &low, &high);
  /* 2 Z v / (b grip), Z^2 v / (2 R b^2 grip) with R = 2 Z Q / pi, of the stopped string */
  near("high", high, 2 * 0.6 * 0.2 / (0.15 * 0.5), 1e-9);
  near("low", low, 3.14159265358979 * 0.6 * 0.2 / (4 * 200 * 0.15 * 0.15 * 0.5), 1e-9);
  rosin_map_limits(&r, 0, 0.2, &low, &high);
  assert_true(isnan(low) && isnan(high));
  rosin_map_limits(&r, 0.1, 0, &low, &high);
  assert_true(isnan(low) && isnan(high));
  m.pitch = 77;
  assert_true(rosin_map_look(&m, scene, 0).frequency == 77);
  m = map_of(1, ROSIN_MAP_REGIMES, ROSIN_MAP_FROM_REST);
  r = rosin_map_look(&m, scene, 0);
  /* 90 Hz between 50 and 200 Hz: the decay falls with the logarithm of both */
  const double t60 = 4 * pow(0.5, log(1.8) / log(4));
  near("q", r.q, 3.14159265358979 * 90 * t60 / 6.907755, 1e-9);
  m = map_of(2, ROSIN_MAP_REGIMES, ROSIN_MAP_FROM_REST);
  r = rosin_map_look(&m, scene, 0);
  assert_true(!r.string && r.frequency == 300 && r.q == 30);
  rosin_map_limits(&r, 0.1, 0.2, &low, &high);
  assert_true(isnan(low) && isnan(high));
}

static const struct {
  int contact;
  rosin_map_kind kind;
  rosin_map_start start;
  double velocity, force, position, x[3], y[3], rise, seconds;
} left_open[] = {
    {0, 0, 0, -0.4, 0.8, 0.12, {0.02, 0.3, 1}, {0.087, 130, 1}, 0.05, 0.8},
    {0, 1, 0, -0.4, 0.8, 0.12, {0.02, 0.3, 1}, {0.087, 130, 1}, 0.05, 0.8},
    {0, 2, 0, -0.4, 0.8, 0.12, {0.1, 4, 0}, {0.055, 4.4, 0}, 0.05, 0.8},
    {0, 1, 1, -0.4, 0.8, 0.12, {0.02, 0.3, 1}, {0.087, 130, 1}, 0.4, 170 / 150.0 + 0.35},
    {0, 0, 2, -0.4, 0.8, 0.12, {0.02, 0.3, 1}, {0.087, 130, 1}, 0.05, 1},
    {1, 0, 0, 0.1, 1, 0.2, {0.02, 0.3, 1}, {0.015, 22, 1}, 0.05, 100 / 90.0},
    {1, 1, 1, 0.1, 1, 0.2, {0.02, 0.3, 1}, {0.015, 22, 1}, 0.1, 170 / 90.0 + 0.05},
    {2, 0, 0, 0.03, 2, NAN, {0.01, 0.09, 1}, {0.2, 6, 1}, 0.05, 2},
};

/* What nobody says is taken from the scene, or usual. */
static void open_questions_are_settled(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof left_open / sizeof *left_open; i++) {
    rosin_map m = map_of(left_open[i].contact, left_open[i].kind, left_open[i].start);
    m.rise = 0;
    assert_int_equal(rosin_map_settle(&m, scene), -1);
    near("velocity", m.hand.velocity, left_open[i].velocity, 1e-12);
    near("force", m.hand.force, left_open[i].force, 1e-12);
    if (isfinite(left_open[i].position))
      near("position", m.hand.position, left_open[i].position, 1e-12);
    else
      assert_true(isnan(m.hand.position));
    near("x low", m.axis[0].low, left_open[i].x[0], 1e-9);
    near("x high", m.axis[0].high, left_open[i].x[1], 1e-9);
    near("y low", m.axis[1].low, left_open[i].y[0], 1e-9);
    near("y high", m.axis[1].high, left_open[i].y[1], 1e-9);
    assert_int_equal(m.axis[0].logarithmic, left_open[i].x[2]);
    assert_int_equal(m.axis[1].logarithmic, left_open[i].y[2]);
    const int steps = left_open[i].contact == 2 ? 20 : 40; /* what is no string takes seconds */
    assert_true(m.axis[0].steps == steps && m.axis[1].steps == steps);
    near("rise", m.rise, left_open[i].rise, 1e-9);
    near("seconds", m.seconds, left_open[i].seconds, 1e-9);
  }
}

/* Where x is the force, y is something else. */
static void axes_are_two(void **state) {
  (void)state;
  static const struct {
    int contact;
    rosin_map_kind kind;
    const char *y;
    double low, high;
  } rows[] = {{0, ROSIN_MAP_REGIMES, "bow.position", 0.02, 0.3},
              {0, ROSIN_MAP_GUETTLER, "bow.velocity.slope", 0.1, 4},
              {2, ROSIN_MAP_REGIMES, "rub.velocity", 0.01, 0.09}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_map m = map_of(rows[i].contact, rows[i].kind, ROSIN_MAP_FROM_REST);
    char text[100];
    snprintf(text, sizeof text, "%s.force=1:2:2", m.name);
    assert_int_equal(rosin_map_axis_parse("-x", text, &m.axis[0]), -1);
    assert_int_equal(rosin_map_settle(&m, scene), -1);
    assert_string_equal(m.axis[1].key[0], rows[i].y);
    near("low", m.axis[1].low, rows[i].low, 1e-9);
    near("high", m.axis[1].high, rows[i].high, 1e-9);
  }
}

static void hands(void **state) {
  (void)state;
  rosin_map m = map_of(0, ROSIN_MAP_REGIMES, ROSIN_MAP_FROM_REST);
  rosin_map_hand h = {0};
  assert_ptr_equal(rosin_map_hand_of(&m, &h, "bow.velocity"), &h.velocity);
  assert_ptr_equal(rosin_map_hand_of(&m, &h, "bow.velocity.slope"), &h.slope);
  assert_ptr_equal(rosin_map_hand_of(&m, &h, "bow.force"), &h.force);
  assert_ptr_equal(rosin_map_hand_of(&m, &h, "bow.position"), &h.position);
  assert_null(rosin_map_hand_of(&m, &h, "bow.law.sigma0"));
  assert_null(rosin_map_hand_of(&m, &h, "bows.force"));
  assert_null(rosin_map_hand_of(&m, &h, "low.force"));
  m.start = ROSIN_MAP_AS_WRITTEN;
  assert_null(rosin_map_hand_of(&m, &h, "bow.force"));
  rosin_map_stroke s = {.hand = {.velocity = -0.2}, .rise = 0.1};
  near("rise", rosin_map_stroke_velocity(&s, 0.05), -0.1, 1e-12);
  near("held", rosin_map_stroke_velocity(&s, 0.3), -0.2, 1e-12);
  s.hand.slope = 3;
  near("slope", rosin_map_stroke_velocity(&s, 0.05), -0.15, 1e-12);
  near("sixty mm", rosin_map_stroke_velocity(&s, 9), -0.6, 1e-12);
}

/* The controls a stroke moves, each 1/50 s. */
static void strokes(void **state) {
  (void)state;
  static const char *const key[] = {"velocity", "force", "position"};
  table = golden_open("tests/unit/command/mapping.txt");
  for (int start = 0; start < 2; start++)
    for (int contact = 0; contact < 3; contact += start ? 1 : 2) {
      if (start && contact == 2)
        continue;
      rosin_map m = map_of(contact, ROSIN_MAP_REGIMES, (rosin_map_start)start);
      rosin_map_stroke s;
      rosin_error error;
      m.rise = 0;
      assert_int_equal(rosin_map_settle(&m, scene), -1);
      close_scene(state);
      open_scene(state); /* each takes the controls of a fresh one */
      assert_int_equal(rosin_map_stroke_take(&m, scene, &s, &error), 0);
      const rosin_map_rubbed r = rosin_map_look(&m, scene, 0);
      s.rise = m.rise;
      rosin_map_stroke_begin(&s, &r, &(rosin_map_hand){0.15, 3, contact == 2 ? NAN : 0.05, 0});
      static float out[320];
      double course[3][80];
      for (int i = 0; i < 80; i++) {
        rosin_scene_process(scene, 256, out);
        for (int k = 0; k < 3; k++) {
          char name[2 * ROSIN_MODEL_NAME];
          snprintf(name, sizeof name, "%s.%s", m.name, key[k]);
          rosin_network *n = rosin_scene_network(scene);
          course[k][i] = rosin_network_value(n, rosin_network_control(n, name));
        }
      }
      golden_in(&table, "%s:%s", m.name, start ? "held" : "from-rest");
      for (int k = 0; k < 3; k++)
        golden_row(&table, key[k], course[k], 80, 1e-6, 1e-6);
    }
  assert_int_equal(golden_close(&table), 0);
}

enum { FORCES = 6, OTHERS = 4 };

static rosin_map_axis axis(const char *key, double low, double high, int steps, int logarithmic) {
  rosin_map_axis a = {.keys = 1,
                      .factor = {1},
                      .steps = steps,
                      .logarithmic = logarithmic,
                      .low = low,
                      .high = high};
  snprintf(a.key[0], sizeof a.key[0], "%s", key);
  return a;
}

static const char *const prompt[OTHERS] = {"..##..", ".#.###", "#.....", "...##."};
static const char *const helmholtz[OTHERS] = {".HHH..", "..HHH.", ".HHHHH", "HH..H."};

/* Both orders of the axes, forces that rise and that fall. */
static void lines_are_fitted(void **state) {
  (void)state;
  for (int turn = 0; turn < 8; turn++) {
    const int force = turn & 1, down = turn >> 1 & 1, bridge = turn >> 2;
    rosin_map m = map_of(0, ROSIN_MAP_GUETTLER, ROSIN_MAP_FROM_REST);
    rosin_map_point point[FORCES * OTHERS] = {0};
    const double from = down ? 32 : 1, to = down ? 1 : 32;
    m.axis[force] = axis("bow.force", from, to, FORCES, 1);
    m.axis[!force] = axis("bow.velocity.slope", 1, 4, OTHERS, 0);
    assert_int_equal(rosin_map_force_axis(&m), force);
    assert_int_equal(rosin_map_axis_of(&m, "velocity.slope"), !force);
    assert_int_equal(rosin_map_lines_check(&m, NULL), 0);
    for (int o = 0; o < OTHERS; o++)
      for (int f = 0; f < FORCES; f++) {
        const int at = rosin_map_index(&m, force, f, o);
        assert_int_equal(at, force ? f * OTHERS + o : o * FORCES + f);
        rosin_map_point *p = &point[at];
        const int k = down ? FORCES - 1 - f : f;
        p->attack.time = prompt[o][k] == '#' ? 0.03 : (k & 1) ? -1 : 0.2;
        p->regime.kind =
            helmholtz[o][k] == 'H' && !bridge ? ROSIN_REGIME_HELMHOLTZ : ROSIN_REGIME_RAUCOUS;
        p->bridge.helmholtz = bridge && helmholtz[o][k] == 'H';
      }
    rosin_map_edge e;
    rosin_map_edge_fit(&m, point, &e);
    /* through (1, 4), (2, 8), (4, 8) */
    assert_int_equal(e.columns, 3);
    near("edge slope", e.slope, 8.0 / 7, 1e-9);
    near("edge offset", e.offset, 4, 1e-9);
    m.axis[!force] = axis("bow.position", 0.05, 0.4, OTHERS, 1);
    rosin_limit low, high;
    rosin_map_limit_fit(&m, point, bridge ? ROSIN_MAP_BY_BRIDGE : ROSIN_MAP_BY_CONTACT, &low,
                        &high);
    /* below through (0.05, 2), (0.1, 4), (0.2, 2); above through (0.05, 8), (0.1, 16) */
    assert_int_equal(low.columns, 3);
    assert_int_equal(high.columns, 2);
    near("low", low.at_tenth, pow(2, 4 / 3.0), 1e-9);
    assert_true(fabs(low.power) < 1e-9);
    near("high", high.at_tenth, 16, 1e-9);
    near("power", high.power, 1, 1e-9);
    m.axis[!force] = axis("bow.position", 0.05, 0.4, 1, 1);
    rosin_map_limit_fit(&m, point, ROSIN_MAP_BY_CONTACT, &low, &high);
    assert_true(low.columns == 0 && high.columns == 0);
    rosin_map_edge_fit(&m, point, &e);
    assert_int_equal(e.columns, 0);
    m.axis[force] = axis("bow.force", 1, 32, FORCES, 1);
    m.axis[force].factor[0] = 0.5; /* not the force itself */
    assert_int_equal(rosin_map_force_axis(&m), -1);
    rosin_error error;
    assert_int_equal(rosin_map_lines_check(&m, &error), -1);
    rosin_map_limit_fit(&m, point, ROSIN_MAP_BY_CONTACT, &low, &high);
    assert_true(low.columns == 0 && high.columns == 0);
  }
  static const struct {
    double time;
    int early, late, prompt;
  } attacks[] = {{-1, 0, 0, 0},   {0, 0, 0, 1},     {0.05, 1, 1, 1}, {0.051, 1, 1, 0},
                 {0.09, 2, 1, 1}, {0.091, 2, 1, 0}, {0.06, 0, 3, 0}};
  for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++)
    assert_int_equal(rosin_map_prompt(&(rosin_attack){.time = attacks[i].time,
                                                      .early = attacks[i].early,
                                                      .late = attacks[i].late}),
                     attacks[i].prompt);
  rosin_map_point p = {.regime.kind = ROSIN_REGIME_DECAYING};
  assert_int_equal(rosin_map_regime(ROSIN_MAP_BY_BRIDGE, &p), ROSIN_REGIME_DECAYING);
  p.bridge.helmholtz = 1;
  assert_int_equal(rosin_map_regime(ROSIN_MAP_BY_BRIDGE, &p), ROSIN_REGIME_HELMHOLTZ);
  assert_int_equal(rosin_map_regime(ROSIN_MAP_BY_CONTACT, &p), ROSIN_REGIME_DECAYING);
  p = (rosin_map_point){.regime.kind = ROSIN_REGIME_HELMHOLTZ};
  assert_int_equal(rosin_map_regime(ROSIN_MAP_BY_BRIDGE, &p), ROSIN_REGIME_RAUCOUS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axes),
      cmocka_unit_test_setup_teardown(looks, open_scene, close_scene),
      cmocka_unit_test_setup_teardown(open_questions_are_settled, open_scene, close_scene),
      cmocka_unit_test_setup_teardown(axes_are_two, open_scene, close_scene),
      cmocka_unit_test_setup_teardown(hands, open_scene, close_scene),
      cmocka_unit_test_setup_teardown(strokes, open_scene, close_scene),
      cmocka_unit_test_setup_teardown(lines_are_fitted, open_scene, close_scene),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
