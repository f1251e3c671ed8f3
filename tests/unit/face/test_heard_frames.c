/* SPDX-License-Identifier: BSD-3-Clause */
/* What becomes of frames on their way in and out of a core, against plain sums: gains that glide by
 * a list of changes, the mean of what comes in, bypass, the limiter's curve, lines of equal force,
 * and what a window sees. However time is cut, it is the same. */
#include "chance.h"
#include "core/inside.h"
#include "core/limit.h"
#include "player/course/hand.h"
#include "plugin/list.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, SIDES = 4, LONG = 12000 };

static rosin_error error;

/* ---- levels ------------------------------------------------------------------------------- */

typedef struct {
  long long at;
  double goal;
} change;

/* A glide in a straight line from where it was, 256 frames from its change on. */
typedef struct {
  change list[ROSIN_LEVEL_CHANGES + 1];
  int count;
  long long frame, begun, stood;
  double from, goal;
} glide;

static void starts(glide *g, double gain) {
  g->count = 0;
  g->begun = g->frame - ROSIN_LEVEL_GLIDE;
  g->stood = g->frame;
  g->from = g->goal = gain;
}

/* Of too many the last of them makes room. */
static void changes(glide *g, int frame, double goal) {
  const long long at = g->frame + frame;
  int i = g->count < ROSIN_LEVEL_CHANGES ? g->count++ : g->count - 1;
  while (i > 0 && g->list[i - 1].at > at) {
    g->list[i] = g->list[i - 1];
    i--;
  }
  g->list[i] = (change){at, goal};
}

static double gain_at(const glide *g, long long frame) {
  const long long share = frame - g->begun + 1;
  return share >= ROSIN_LEVEL_GLIDE
             ? g->goal
             : g->from + (double)share / ROSIN_LEVEL_GLIDE * (g->goal - g->from);
}

static double next_gain(glide *g) {
  while (g->count && g->list[0].at <= g->frame) {
    g->from = gain_at(g, g->frame - 1);
    g->goal = g->list[0].goal;
    g->begun = g->frame;
    g->stood = g->frame + ROSIN_LEVEL_GLIDE - 1;
    memmove(g->list, g->list + 1, (size_t)--g->count * sizeof *g->list);
  }
  return gain_at(g, g->frame++);
}

static int stands(const glide *g) {
  return !g->count && g->frame - g->begun >= ROSIN_LEVEL_GLIDE;
}

/* Each frame's gain, whether frames are asked for or pass; some changes at once, some far ahead,
 * more than there is room for. */
static void levels_glide_by_a_list(void **state) {
  (void)state;
  static float got[1000];
  seed = 1;
  rosin_level l = {.frame = 0};
  glide g = {.frame = 0};
  rosin_level_start(&l, 0.5f);
  starts(&g, 0.5);
  for (int turn = 0; turn < 4000; turn++) {
    const int what = one_of(12);
    if (what == 0 && !one_of(8)) {
      const float gain = (float)between(0, 2);
      rosin_level_start(&l, gain);
      starts(&g, (double)gain);
    } else if (what < 5) {
      for (int k = one_of(30) ? 1 : 70; k > 0; k--) {
        const int frame = one_of(3) ? one_of(300) : one_of(9000);
        const float gain = one_of(4) ? (float)between(0, 2) : (float)one_of(2);
        rosin_level_set(&l, frame, gain);
        changes(&g, frame, (double)gain);
      }
    } else {
      const int frames = one_of(4) ? one_of(100) : one_of(1000), passes = one_of(3) == 0;
      if (passes)
        rosin_level_pass(&l, frames);
      else
        rosin_level_run(&l, frames, got);
      for (int i = 0; i < frames; i++) {
        const double want = next_gain(&g);
        assert_true(passes || fabs((double)got[i] - want) < 2e-5);
      }
    }
    assert_int_equal(rosin_level_stands(&l) != 0, stands(&g));
    assert_int_equal(rosin_level_stood(&l), stands(&g) ? g.frame - g.stood : 0);
  }
}

/* ---- what comes in ------------------------------------------------------------------------ */

static rosin_core *open_core(const char *scene, const char *name, double value) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_set_take(c, 7);
  if (name)
    rosin_core_put(c, rosin_core_find(c, name), value);
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static float in[SIDES][2000];

/* Also what is no number, or too much of one. */
static void make_noise(void) {
  static const float odd[] = {NAN, INFINITY, -INFINITY, 1.1e30f, -2e30f, 9e29f};
  for (int k = 0; k < SIDES; k++)
    for (int i = 0; i < 2000; i++)
      in[k][i] = one_of(50) ? (float)between(-1, 1) : odd[one_of(6)];
}

static int fits(float x) {
  return isfinite(x) && fabsf(x) < 1e30f;
}

/* The mean of those sides that are there. */
static void the_mean_comes_in(void **state) {
  (void)state;
  rosin_core *c = open_core("wine-glass", "input", 1), *deaf = open_core("wine-glass", NULL, 0);
  seed = 2;
  make_noise();
  long long unfit = 0;
  for (int turn = 0; turn < 400; turn++) {
    const float *side[SIDES];
    const int sides = 1 + one_of(SIDES), frames = 1 + one_of(400), given = one_of(9) ? frames : 0;
    for (int k = 0; k < SIDES; k++)
      side[k] = one_of(4) ? in[k] + one_of(1000) : NULL;
    rosin_core_hear(c, one_of(20) ? side : NULL, sides, given);
    const int there = c->hearing.in != NULL;
    int sounds = 0;
    assert_int_equal(rosin_hearing_sounds(c), 0);
    for (int at = 0; at < frames + 40;) {
      const int now = 1 + one_of(ROSIN_CORE_CHUNK);
      float pair[2];
      for (int i = 0; i < 3; i++) { /* as it came: of two sides each, one is both */
        rosin_hearing_pair(&c->hearing, i, pair);
        for (int k = 0; k < 2; k++) {
          const float *own = sides > k && side[k] ? side[k]
                             : k                  ? side[0]
                             : sides > 1          ? side[1]
                                                  : NULL;
          const int hears = there && at + i < given && own && fits(own[at + i]);
          assert_true(pair[k] == (hears ? own[at + i] : 0));
        }
      }
      if (one_of(5) == 0) {
        rosin_hearing_pass(c, now);
        at += now;
        continue;
      }
      const float *got = rosin_hearing_take(c, now);
      assert_null(rosin_hearing_take(deaf, now));
      for (int i = 0; i < now; i++, at++) {
        float sum = 0;
        int count = 0;
        for (int k = 0; k < sides && there && at < given; k++)
          if (side[k]) {
            sum += fits(side[k][at]) ? side[k][at] : 0;
            unfit += !fits(side[k][at]);
            count++;
          }
        const float mean = count ? sum / (float)count : 0;
        assert_true(got[i] == mean);
        sounds |= mean != 0;
      }
    }
    assert_int_equal(rosin_hearing_sounds(c), sounds);
    assert_true(rosin_core_unfit(c) == unfit);
  }
  assert_true(unfit > 100);
  rosin_core_free(c);
  rosin_core_free(deaf);
}

/* ---- bypass ------------------------------------------------------------------------------- */

static float made[LONG * 2], heard[LONG * 2], came[2][LONG];

/* The next frames, in pieces; what comes in goes with them. */
static void run(rosin_core *c, float *to, int from, int end, int hears) {
  const int channels = rosin_core_channels(c);
  for (int at = from; at < end;) {
    const int now = end - at < 300 ? end - at : 1 + one_of(300);
    const float *const side[2] = {came[0] + at, came[1] + at};
    if (hears)
      rosin_core_hear(c, side, 2, now);
    rosin_core_process_frames(c, to + (ptrdiff_t)at * channels, now);
    at += now;
  }
}

/* What is heard goes over from what is made to what comes in, as late as that is told, and back;
 * where nothing comes in, to silence. Short ones, so that the engine goes on. */
static void bypass_goes_over(const char *scene, int input) {
  rosin_core *a = open_core(scene, "input", input), *b = open_core(scene, "input", input);
  const int channels = rosin_core_channels(a), row = rosin_core_find(a, "bypass");
  const int late = rosin_core_latency(a) + rosin_core_input_delay(a);
  glide wet = {.frame = 0};
  starts(&wet, 1);
  for (int i = 0; i < LONG; i++)
    for (int k = 0; k < 2; k++)
      came[k][i] = (float)between(-0.1, 0.1);
  rosin_core_trigger(a, 0);
  rosin_core_trigger(b, 0);
  for (int at = 0, out = 0; at < LONG; out = !out) {
    const int frames = 600 + one_of(2500), end = at + frames < LONG ? at + frames : LONG;
    const int frame = one_of(250);
    run(a, made, at, end, input > 0);
    rosin_core_set(b, frame, row, !out);
    wet.frame = at;
    run(b, heard, at, end, input > 0);
    changes(&wet, frame + late, out);
    for (; at < end; at++) {
      const double w = next_gain(&wet);
      for (int k = 0; k < channels; k++) {
        const double x = (double)made[at * channels + k];
        const double y = !input || at < late ? 0
                         : channels == 1
                             ? 0.5 * ((double)came[0][at - late] + (double)came[1][at - late])
                             : (double)came[k][at - late];
        assert_true(fabs((double)heard[at * channels + k] - (w * x + (1 - w) * y)) < 3e-6);
      }
    }
  }
  rosin_core_free(a);
  rosin_core_free(b);
}

static void bypass_is_a_mixture(void **state) {
  (void)state;
  seed = 3;
  bypass_goes_over("wine-glass", 1);
  bypass_goes_over("wine-glass", 0);
  bypass_goes_over("chalk", 2);
  bypass_goes_over("glass", 1); /* of one channel */
}

/* What rings goes in a straight line of 512 frames, also where what comes is at rest: a gesture
 * that is drawn has not begun. */
static void what_rings_goes_where_nothing_comes(void **state) {
  (void)state;
  enum { FADE = ROSIN_CORE_FADE, AT = 6000 };
  rosin_core *a = open_core("wine-glass", NULL, 0), *b = open_core("wine-glass", NULL, 0);
  const int channels = rosin_core_channels(a);
  double height[ROSIN_DRAWN];
  float loudest = 0;
  seed = 6;
  for (int i = 0; i < ROSIN_DRAWN; i++)
    height[i] = sin(0.1 * i);
  for (int k = 0; k < 2; k++) {
    rosin_core *c = k ? b : a;
    rosin_core_put(c, 0, 0);
    rosin_core_trigger(c, 0);
    run(c, k ? heard : made, 0, 5000, 0);
    rosin_core_let_go(c, 0);
    run(c, k ? heard : made, 5000, AT, 0);
  }
  rosin_core_put(b, rosin_core_find(b, "limiter"), 0);
  rosin_core_put(a, rosin_core_find(a, "limiter"), 0);
  run(a, made, AT, AT + 512, 0);
  run(b, heard, AT, AT + 512, 0);
  rosin_core_draw(b, height);
  assert_int_equal(rosin_core_stale(b), 1);
  rosin_engine *e = rosin_core_build(b, &error);
  assert_non_null(e);
  rosin_core_swap(b, e);
  const int rests = rosin_engine_is_at_rest(b->engine);
  run(a, made, AT + 512, LONG, 0);
  run(b, heard, AT + 512, LONG, 0);
  for (int i = AT + 512; i < LONG && rests; i++)
    for (int k = 0; k < channels; k++) {
      const float share = fminf((float)(i - AT - 512) / FADE, 1), x = made[i * channels + k];
      loudest = fmaxf(loudest, fabsf(x));
      assert_true(fabsf(heard[i * channels + k] - (1 - share) * x) < 2e-6f);
    }
  assert_true(rests && loudest > 1e-4f);
  rosin_engine *gone = rosin_core_retired(b);
  assert_non_null(gone);
  rosin_engine_free(gone);
  rosin_core_free(a);
  rosin_core_free(b);
}

/* ---- the limiter -------------------------------------------------------------------------- */

static void the_curve_is_a_tangent(void **state) {
  (void)state;
  for (int i = -4000; i <= 4000; i++) {
    const float x = (float)i / 1000;
    const double size = fabs((double)x);
    const double y = size <= 0.7 ? size : 0.7 + 0.29 * tanh((size - 0.7) / 0.29);
    assert_true(fabs((double)rosin_limit(x) - copysign(y, (double)x)) < 1e-6);
    assert_true(fabsf(x) > 0.7f || rosin_limit(x) == x);
  }
  assert_true(rosin_limit(NAN) == 0 && fabsf(rosin_limit(INFINITY) - 0.99f) < 1e-6f &&
              fabsf(rosin_limit(-INFINITY) + 0.99f) < 1e-6f);
}

/* ---- lines of equal force ----------------------------------------------------------------- */

/* Between speeds in a straight line, below the slowest in proportion; a light hand is slower by 11
 * dB; between light and heavy it is a power. */
static double pressed(const rosin_view *s, double across, double up) {
  const double at = across * pow(10, -11 * (1 - up) / 20) * ROSIN_VIEW_SPEEDS;
  int i = 0;
  while (i < ROSIN_VIEW_SPEEDS - 2 && at > i + 2)
    i++;
  const double to = at < 1 ? 0 : at - 1 - i;
  const double low = (double)s->low[i] * (1 - to) + (double)s->low[i + 1] * to;
  const double high = (double)s->high[i] * (1 - to) + (double)s->high[i + 1] * to;
  return (at < 1 ? at : 1) * low * pow(high / low, up);
}

static rosin_view any_limits(void) {
  rosin_view s = {0};
  double low = between(0.02, 0.5), high = between(1, 6);
  for (int i = 0; i < ROSIN_VIEW_SPEEDS; i++) {
    s.low[i] = (float)(low *= between(1, 1.3));
    s.high[i] = (float)(high *= between(1, 1.3));
  }
  return s;
}

static void force_is_reached_where_it_is_pressed(void **state) {
  (void)state;
  static const double worth[] = {20, 12, 8, 5, 3, 2, 1, 0.5, 0.2, 0.1};
  seed = 4;
  for (int turn = 0; turn < 300; turn++) {
    const rosin_view s = any_limits();
    const double up = one_of(4) ? between(0, 1) : one_of(2), most = pressed(&s, 0.99999, up);
    const double across = between(0.001, 0.999), force = pressed(&s, across, up);
    assert_true(fabs(rosin_view_reached(&s, force, up) - across) < 4e-5);
    assert_true(rosin_view_reached(&s, most * 1.001, up) == -1);
    double got[12];
    const int room = one_of(12), lines = rosin_view_lines(&s, room, got);
    int want = 0;
    for (int i = 0; i < 10 && want < room; i++)
      if (pressed(&s, 0.95, 1) > worth[i]) {
        assert_true(want < lines && got[want] == worth[i]);
        want++;
      }
    assert_int_equal(lines, want);
  }
}

/* ---- what a window sees ------------------------------------------------------------------- */

static int number_of(const rosin_core *c, int i) {
  const rosin_model *m = rosin_scene_model(c->model);
  return rosin_core_is_instrument(c)
             ? (int)(rosin_model_contact_named(m, m->instrument.course[i].bow) - m->contact)
             : i;
}

static void contact_is_seen(const rosin_core *c, const rosin_view *v, int i) {
  const rosin_observer *o = rosin_core_observer(c);
  const rosin_observed seen = rosin_observer_contact(o, number_of(c, i));
  const rosin_view_contact *got = &v->contact[i];
  double shape[ROSIN_CORE_SHAPE], swing = 0;
  assert_true(got->regime == (float)seen.regime && got->force == (float)seen.force &&
              got->velocity == (float)seen.velocity && got->slips == (float)seen.slips &&
              got->pitch == (float)seen.pitch);
  assert_true(got->open == (float)rosin_observer_open(o, number_of(c, i)) &&
              got->place == (float)rosin_observer_place(o, number_of(c, i)));
  assert_true(got->force <= v->contact[(int)v->pressed].force);
  const int still = rosin_observer_string(o, number_of(c, i), c->published.phase, ROSIN_CORE_SHAPE,
                                          shape, &swing);
  assert_true(got->swing == (still ? 0 : (float)swing));
  for (int k = 0; k < ROSIN_CORE_SHAPE; k++)
    assert_true(got->shape[k] == (still ? 0 : (float)shape[k]));
}

/* Two slips of it, the last of them now, and no less than a point for each sample. */
static void loop_is_seen(const rosin_core *c, const rosin_view *v) {
  static float velocity[ROSIN_LOOP], force[ROSIN_LOOP];
  const int of = number_of(c, (int)v->pressed);
  const int kept = rosin_observer_loop(rosin_core_observer(c), of, ROSIN_LOOP, velocity, force);
  const double slips = (double)v->contact[(int)v->pressed].slips;
  if (v->contact[(int)v->pressed].force <= 0 || kept < ROSIN_VIEW_LOOP) {
    assert_true(v->moments == 0);
    return;
  }
  const double rate = rosin_scene_engine_rate(c->engine->scene);
  const double span = fmin(fmax(slips > 0 ? 2 * rate / slips : kept, ROSIN_VIEW_LOOP), kept);
  assert_true(v->moments == ROSIN_VIEW_LOOP);
  for (int i = 0; i < ROSIN_VIEW_LOOP; i++) {
    const int at = kept - (int)span + i * ((int)span - 1) / (ROSIN_VIEW_LOOP - 1);
    assert_true(v->slid[i] == velocity[at] && v->rubbed[i] == force[at]);
  }
}

static void limits_are_seen(const rosin_core *c, const rosin_view *v) {
  const rosin_player *player = rosin_core_player(c);
  assert_true(v->reach == (float)c->reach);
  for (int i = 0; i < ROSIN_VIEW_SPEEDS; i++) {
    double low = 0, high = 0;
    if (player)
      rosin_hand_limits(player, c->reach * (i + 1) / 8, &low, &high);
    assert_true(v->low[i] == (float)low && v->high[i] == (float)high);
  }
}

static void region_is_of_the_view(rosin_core *c, const rosin_view *v) {
  float got[12 * 7];
  double force[12];
  const int most = one_of(12), want = v->low[0] > 0 ? rosin_view_lines(v, most, force) : 0;
  assert_int_equal(rosin_core_region(c, most, 6, got), want);
  for (int k = 0; k < want; k++)
    for (int i = 0; i < 7; i++)
      assert_true(got[7 * k + i] ==
                  (float)(i ? rosin_view_reached(v, force[k], (i - 1) / 5.0) : force[k]));
}

/* Each view as it is drawn is what the observer, the player and the section say then. */
static void a_view_is_what_sounds(const char *scene, int players) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  assert_non_null(c);
  if (players > 1)
    rosin_core_put(c, rosin_core_find(c, "players"), players);
  rosin_core_set_watched(c, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
  rosin_core_put(c, rosin_core_find(c, "level"), 6);
  rosin_view v = {0}, last = {0};
  float peak = 0;
  int views = 0;
  for (int turn = 0; turn < 250; turn++) {
    if (turn % 60 == 3) {
      rosin_core_trigger(c, 0);
      rosin_core_midi(c, 0, (const unsigned char[]){0x90, (unsigned char)(57 + turn / 30), 100}, 3);
    }
    const int frames = 100 + one_of(100);
    rosin_core_process_frames(c, heard, frames);
    for (int i = 0; i < frames * rosin_core_channels(c); i++)
      peak = fmaxf(peak, fabsf(heard[i]));
    const int status = rosin_core_view(c, &v);
    if (status || v.turn == last.turn) {
      assert_true(status == 0 || turn < 20);
      continue;
    }
    assert_true(v.peak == peak || !views); /* measured from the first look on */
    assert_true(v.limited >= v.peak - 1e-6f);
    assert_true(v.at == (float)rosin_sequencer_at(c->engine->sequencer));
    assert_true(v.players == (players > 1 ? (float)players : 0));
    for (int i = 0; i < (int)v.contacts; i++)
      contact_is_seen(c, &v, i);
    for (int i = 0; i < (int)v.players; i++) {
      double seat[2];
      rosin_section_seated(c->engine->section, i, seat);
      assert_true(v.player[i].aside == (float)seat[0] && v.player[i].back == (float)seat[1]);
      assert_true(turn < 150 || v.player[i].loud > 0);
    }
    loop_is_seen(c, &v);
    limits_are_seen(c, &v);
    region_is_of_the_view(c, &v);
    last = v;
    peak = 0;
    views++;
  }
  assert_in_range(views, 25, 40); /* 40 a second */
  const int strings = rosin_core_strings(c),
            all = strings ? strings : rosin_scene_model(c->model)->contacts;
  assert_int_equal((int)v.contacts, all < ROSIN_VIEW_CONTACTS ? all : ROSIN_VIEW_CONTACTS);
  rosin_core_free(c);
}

static void views_are_of_what_sounds(void **state) {
  (void)state;
  seed = 5;
  a_view_is_what_sounds("cello", 1);
  a_view_is_what_sounds("violin", 3);
  a_view_is_what_sounds("chalk", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_glide_by_a_list),
      cmocka_unit_test(the_mean_comes_in),
      cmocka_unit_test(bypass_is_a_mixture),
      cmocka_unit_test(what_rings_goes_where_nothing_comes),
      cmocka_unit_test(the_curve_is_a_tangent),
      cmocka_unit_test(force_is_reached_where_it_is_pressed),
      cmocka_unit_test(views_are_of_what_sounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
