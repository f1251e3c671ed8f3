/* SPDX-License-Identifier: BSD-3-Clause */
/* What microphones hear of a point: how late and how strong its straight way, and the echoes of
 * floor and wall, are, against their lengths. */
#include "scene/scene.h"
#include "scene/space/space.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"

enum { RATE = 96000, STRETCH = 64, LONG = 4096 };

static double heard[2][LONG];

/* An impulse at a point, as both microphones have it. */
static void send(const rosin_model_space *space, const double place[3], double facing,
                 int stretch) {
  rosin_model_output out = {.gain = 1, .placed = 1, .facing = facing};
  memcpy(out.place, place, sizeof out.place);
  const rosin_model m = {.outputs = 1, .output = &out, .space = *space};
  rosin_space *s = rosin_space_new(&m, RATE, STRETCH);
  assert_non_null(s);
  for (int round = 0; round < 2; round++) { /* the same again after a reset */
    rosin_space_reset(s);
    memset(heard, 0, sizeof heard);
    for (int at = 0; at < LONG; at += stretch) {
      double signal[STRETCH] = {0}, mixed[2 * STRETCH] = {0};
      signal[0] = at == 0;
      rosin_space_hear(s, 0, signal, stretch, mixed, 2);
      for (int i = 0; i < stretch; i++)
        for (int c = 0; c < 2; c++)
          heard[c][at + i] = mixed[2 * i + c];
    }
  }
  rosin_space_free(s);
}

static double sum(int channel, int from, int to) {
  double total = 0;
  for (int i = from > 0 ? from : 0; i < to; i++)
    total += heard[channel][i];
  return total;
}

static const rosin_model_space room = {
    .distance = 2, .height = 0.5, .spread = 0.2, .floor = 0.7, .wall = 1.5, .reflection = 0.5};

static void echoes_come_as_late_as_their_ways_are_long(void **state) {
  (void)state;
  const double origin[3] = {0, 0, 0}, r = sqrt(4 + 0.25 + 0.01);
  const double way[4] = {r, sqrt(4 + 1.9 * 1.9 + 0.01), sqrt(25 + 0.25 + 0.01),
                         sqrt(25 + 1.9 * 1.9 + 0.01)};
  for (int stretch = STRETCH; stretch >= 32; stretch -= 32) {
    send(&room, origin, 0, stretch);
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 4; k++) {
        const int at = (int)((way[k] - r) / 343 * RATE + 0.5);
        const double gain = r / way[k] * (k == 0 ? 1 : k == 3 ? 0.25 : 0.5);
        assert_float_equal(sum(c, at - 1, at + 2), gain, 1e-9);
      }
    assert_float_equal(sum(0, 0, LONG), sum(1, 0, LONG), 1e-6);
  }
}

static void without_reflection_there_is_one_way(void **state) {
  (void)state;
  rosin_model_space outdoors = room;
  outdoors.reflection = 0;
  const double right[3] = {0.4, 0, 0};
  send(&outdoors, right, 0, STRETCH);
  const double near = sqrt(0.09 + 4 + 0.25), far = sqrt(0.25 + 4 + 0.25);
  const int late = (int)((far - near) / 343 * RATE + 0.5);
  assert_true(late > 5);
  assert_float_equal(heard[1][0], sqrt(4.26) / near, 1e-9); /* the right one is nearer */
  assert_float_equal(heard[0][late], sqrt(4.26) / far, 1e-9);
  assert_true(fabs(sum(0, 0, LONG) - heard[0][late]) < 1e-12);
}

static void what_faces_the_front_is_weak_by_the_wall(void **state) {
  (void)state;
  const double origin[3] = {0, 0, 0};
  send(&room, origin, 0, STRETCH);
  const double all_around = sum(0, 500, LONG);
  send(&room, origin, 0.5, STRETCH); /* half as the cosine: next to nothing goes back */
  assert_true(fabs(sum(0, 500, LONG)) < 0.05 * all_around);
  assert_true(heard[0][0] > 0.95 && heard[0][0] < 1);
}

/* One way of a source at `at` with its back turned by so much: folded at floor and wall, which
 * stand for mirrors. Its length, and how loud it comes beside 1 at the usual distance. */
static double way_of(const rosin_model_space *m, const double at[3], double facing, int ear,
                     int floor, int wall, double *gain) {
  const double ear_x = m->spread * (ear - 0.5);
  double to[3] = {at[0] + m->aside, at[1] - m->back, at[2]};
  double faces = 1; /* which way its front looks along y */
  if (wall) {
    const double behind = m->wall + m->deep;
    to[1] = -behind - (to[1] + behind);
    faces = -1;
  }
  if (floor)
    to[2] = -m->floor - (to[2] + m->floor);
  const double dx = ear_x - to[0], dy = m->distance - to[1], dz = m->height - to[2];
  const double r = fmax(sqrt(dx * dx + dy * dy + dz * dz), 0.05);
  const double cosine = faces * dy / r;
  const double usual = sqrt(pow(m->distance, 2) + pow(m->height, 2) + pow(m->spread / 2, 2));
  *gain = usual / r * pow(m->reflection, floor + wall) * (1 + facing * (cosine - 1));
  return r;
}

enum { SOURCES = 2, TIME = 6000 };

static double wanted[2][TIME], found[2][TIME], sent[SOURCES][TIME];
static rosin_model_output source[SOURCES];

static rosin_model_space drawn_room(void) {
  return (rosin_model_space){.distance = between(0.5, 4),
                             .height = between(-0.5, 1),
                             .spread = between(0, 0.5),
                             .floor = between(0.3, 1.5),
                             .wall = between(0.5, 3),
                             .reflection = one_of(4) ? between(0, 1) : 0,
                             .aside = between(-2, 2),
                             .back = between(0, 2),
                             .deep = between(0, 1)};
}

/* Sources by chance, and what they send; how long the shortest way of them would be unmoved, where
 * time begins. */
static double draw_sources(const rosin_model_space *m) {
  rosin_model_space here = *m;
  double first = INFINITY, gain;
  here.aside = here.back = 0;
  for (int i = 0; i < SOURCES; i++) {
    source[i] = (rosin_model_output){.gain = 1, .placed = 1, .facing = between(0, 1)};
    for (int k = 0; k < 3; k++)
      source[i].place[k] = between(-0.3, 0.3);
    for (int ear = 0; ear < 2; ear++)
      first = fmin(first, way_of(&here, source[i].place, 0, ear, 0, 0, &gain));
    for (int t = 0; t < TIME; t++)
      sent[i][t] = one_of(50) ? 0 : between(-1, 1);
  }
  return first;
}

static void add_ways(const rosin_model_space *m, double first) {
  double gain;
  memset(wanted, 0, sizeof wanted);
  for (int i = 0; i < SOURCES; i++)
    for (int ear = 0; ear < 2; ear++)
      for (int by = 0; by < 4; by++) {
        const double r = way_of(m, source[i].place, source[i].facing, ear, by & 1, by / 2, &gain);
        const int late = (int)floor(fmax(r - first, 0) / 343 * RATE + 0.5);
        for (int t = late; t < TIME; t++)
          wanted[ear][t] += gain * sent[i][t - late];
      }
}

/* In lengths by chance; a third channel has nothing of it. */
static void hear_all(const rosin_model_space *m) {
  const rosin_model model = {.outputs = SOURCES, .output = source, .space = *m};
  rosin_space *s = rosin_space_new(&model, RATE, STRETCH);
  assert_non_null(s);
  for (int at = 0, n; at < TIME; at += n) {
    double mixed[3 * STRETCH] = {0};
    n = 1 + one_of(STRETCH);
    n = at + n > TIME ? TIME - at : n;
    for (int i = 0; i < SOURCES; i++)
      rosin_space_hear(s, i, sent[i] + at, n, mixed, 3);
    for (int t = 0; t < n; t++) {
      found[0][at + t] = mixed[3 * t];
      found[1][at + t] = mixed[3 * t + 1];
      assert_true(mixed[3 * t + 2] == 0);
    }
  }
  rosin_space_free(s);
}

/* Places, rooms and cuts of time at random: what both microphones have of two sources is the sum of
 * their ways, sample by sample. */
static void random_rooms_are_sums_of_their_ways(void **state) {
  (void)state;
  seed = 11;
  for (int round = 0; round < 40; round++) {
    const rosin_model_space m = drawn_room();
    add_ways(&m, draw_sources(&m));
    hear_all(&m);
    for (int ear = 0; ear < 2; ear++)
      for (int t = 0; t < TIME; t++)
        if (!(fabs(found[ear][t] - wanted[ear][t]) < 1e-9))
          fail_msg("room %d: ear %d, sample %d: %g, not %g", round, ear, t, found[ear][t],
                   wanted[ear][t]);
  }
}

static rosin_scene *load(const char *output, char **errors) {
  char text[700];
  snprintf(text, sizeof text,
           "channels = 2; rate = 48000.0; oversample = 2; duration = 0.2;\n"
           "space = { wall = 3.0; };\n"
           "modals = { m = { points = { p = 0.0; }; modes = ( { frequency = 300.0; q = 50.0; mass "
           "= 0.01; } ); }; };\n"
           "pushes = { k = { body = \"m\"; position = \"p\"; force = ( (0.0, 1.0), (0.001, 0.0) ); "
           "}; };\n"
           "contacts = {}; outputs = ( { signal = \"m.acceleration@p\"; gain = 1e-4; %s } );",
           output);
  return rosin_scene_read(text, "space", NULL, 0, NULL, errors);
}

static void a_scene_has_it_and_its_stems_are_dry(void **state) {
  (void)state;
  static float out[2][2 * 4800];
  for (int dry = 0; dry < 2; dry++) {
    rosin_scene *s = load("place = (0.3, 0.0, 0.0);", NULL);
    assert_non_null(s);
    if (dry)
      assert_int_equal(rosin_scene_stems(s, NULL), 0);
    assert_int_equal(rosin_scene_channels(s), dry ? 1 : 2);
    assert_int_equal(rosin_scene_prepare(s, 48000, 4800, NULL), 0);
    assert_int_equal(rosin_scene_process(s, 4800, out[dry]), 0);
    rosin_scene_free(s);
  }
  double side = 0, power = 0, dry = 0;
  for (int i = 0; i < 4800; i++) {
    side += pow(out[0][2 * i] - out[0][2 * i + 1], 2);
    power += pow(out[0][2 * i], 2);
    dry += pow(out[1][i], 2);
  }
  assert_true(dry > 0 && power > 0.3 * dry && power < 3 * dry && side > 1e-6 * power);
}

static void refused(const char *output, const char *why) {
  char *errors = NULL;
  assert_null(load(output, &errors));
  assert_non_null(strstr(errors, why));
  free(errors);
}

static void places_that_are_none_are_refused(void **state) {
  (void)state;
  refused("place = (0.0, 1.0);", "outputs.1.place: must be (right, towards the microphones, up)");
  refused("place = (0.0, 11.0, 0.0);", "outputs.1.place: 11 is out of range: -10 to 10 m");
  refused("place = (0.0, 1.0, 0.0); pan = 0.0;", "outputs.1: has both place and pan; give one");
  refused("facing = 2.0;", "outputs.1.facing: 2 is out of range: 0 to 1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(echoes_come_as_late_as_their_ways_are_long),
      cmocka_unit_test(without_reflection_there_is_one_way),
      cmocka_unit_test(what_faces_the_front_is_weak_by_the_wall),
      cmocka_unit_test(random_rooms_are_sums_of_their_ways),
      cmocka_unit_test(a_scene_has_it_and_its_stems_are_dry),
      cmocka_unit_test(places_that_are_none_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
