/* SPDX-License-Identifier: BSD-3-Clause */
/* A live scene against the same scene rendered, and against itself after a reset. */
#include "core/sequencer/sequencer.h"
#include "tests/verify/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, MOST = 700, FRAMES = 7680, EVENTS = 24 };

typedef struct {
  rosin_scene *scene;
  rosin_sequencer *live;
  int channels;
} played;

static played open_live(const char *name, const char *oversample) {
  rosin_error error = {""};
  played p = {.scene = rosin_scene_load(name, 1, &oversample, NULL)};
  assert_non_null(p.scene);
  assert_int_equal(rosin_scene_prepare(p.scene, RATE, MOST, &error), 0);
  p.live = rosin_sequencer_new(p.scene, RATE, 1, &error);
  assert_non_null(p.live);
  p.channels = rosin_scene_channels(p.scene);
  return p;
}

static void close_live(played *p) {
  rosin_sequencer_free(p->live);
  rosin_scene_free(p->scene);
}

static rosin_event any_event(const played *p, uint64_t *seed) {
  const rosin_targets *all = rosin_sequencer_targets(p->live);
  rosin_event e = {.target = ROSIN_EVENT_PLAYER};
  if (uniform(seed, 0, 1) < 0.5) {
    e.target = (int)uniform(seed, 0, all->count);
    e.value = uniform(seed, all->target[e.target].low, all->target[e.target].high);
  } else {
    e.player = (rosin_player_event_t){.kind = (rosin_player_kind)(int)uniform(seed, 0, 5),
                                      .channel = (int)uniform(seed, 0, 2),
                                      .controller = (int)uniform(seed, 0, 128),
                                      .key = (double)(int)uniform(seed, 36, 76),
                                      .value = uniform(seed, 0, 1)};
  }
  return e;
}

/* Random events, in calls of random length. */
static void play(const played *p, uint64_t seed, uint64_t cuts, float *out) {
  for (int i = 0; i < EVENTS; i++) {
    const rosin_event e = any_event(p, &seed);
    rosin_sequencer_post(p->live, (long long)uniform(&seed, 0, FRAMES), &e);
  }
  for (int at = 0; at < FRAMES;) {
    const int wish = (int)uniform(&cuts, 1, MOST), now = wish < FRAMES - at ? wish : FRAMES - at;
    rosin_sequencer_run(p->live, now, out + (size_t)at * (size_t)p->channels);
    at += now;
  }
}

static const struct {
  const char *scene, *oversample;
} cases[] = {{"cello", "oversample=2"},
             {"cello-d", "oversample=1"},
             {"squeak", "oversample=4"},
             {"wine-glass", "oversample=3"},
             {"violin", "oversample=1"}};

static void a_reset_forgets_all_but_what_was_set(void **state) {
  (void)state;
  static float once[2 * FRAMES], again[2 * FRAMES];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    played fresh = open_live(cases[k].scene, cases[k].oversample);
    play(&fresh, 5 + k, 1, once);
    const rosin_targets *all = rosin_sequencer_targets(fresh.live);
    for (int i = 0; i < all->count; i++) { /* to where a fresh one has them */
      const rosin_target *t = &all->target[i];
      if (t->player || t->macro >= 0)
        rosin_sequencer_put(fresh.live, i, t->rest);
    }
    rosin_sequencer_reset(fresh.live);
    assert_true(rosin_sequencer_frame(fresh.live) == 0);
    play(&fresh, 5 + k, 2, again);
    if (memcmp(once, again, (size_t)(FRAMES * fresh.channels) * sizeof *once))
      fail_msg("%s differs after a reset", cases[k].scene);
    close_live(&fresh);
  }
}

/* Notes at any frame: what is played comes `latency` frames after what is rendered, else the same.
 */
static void played_is_rendered(void **state) {
  (void)state;
  static const struct {
    const char *oversample;
    int latency;
  } rows[] = {
      {"oversample=1", 0}, {"oversample=2", 37}, {"oversample=3", 38}, {"oversample=4", 41}};
  static const rosin_player_score_t score[] = {
      {0.0101, {ROSIN_PLAYER_NOTE_ON, 0, 0, 50, 0.8}},
      {0.0377, {ROSIN_PLAYER_BEND, 0, 0, 0, 0.7}},
      {0.0711, {ROSIN_PLAYER_CONTROL, 0, 11, 0, 0.9}},
      {0.0955, {ROSIN_PLAYER_NOTE_OFF, 0, 0, 50, 0}},
      {0.0955, {ROSIN_PLAYER_NOTE_ON, 0, 0, 57, 0.6}},
  };
  static float rendered[2 * FRAMES], live[2 * FRAMES];
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    played p = open_live("cello", rows[k].oversample);
    assert_int_equal(rosin_sequencer_latency(p.live), rows[k].latency);
    for (size_t i = 0; i < sizeof score / sizeof *score; i++)
      rosin_sequencer_post(p.live, (long long)(score[i].time * RATE + 0.999999),
                           &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = score[i].event});
    for (int at = 0; at < FRAMES; at += 96)
      rosin_sequencer_run(p.live, 96, live + (size_t)(2 * at));
    close_live(&p);
    rosin_scene *scene = rosin_scene_load("cello", 1, &rows[k].oversample, NULL);
    assert_int_equal(rosin_scene_prepare(scene, RATE, 64, NULL), 0);
    rosin_player *player =
        rosin_player_new(scene, (unsigned long long)rosin_scene_model(scene)->seed, NULL);
    rosin_player_score(player, score, sizeof score / sizeof *score);
    for (int at = 0; at < FRAMES; at += 64)
      rosin_scene_process(scene, 64, rendered + (size_t)(2 * at));
    rosin_player_free(player);
    rosin_scene_free(scene);
    for (int i = 0; i < 2 * rows[k].latency; i++)
      assert_true(live[i] == 0);
    assert_memory_equal(live + 2 * rows[k].latency, rendered,
                        (size_t)(2 * (FRAMES - rows[k].latency)) * sizeof *live);
  }
}

/* A macro goes from where it is to where a hand wants it. */
static void macros_move(void **state) {
  (void)state;
  static float out[2 * 64];
  played p = open_live("wine-glass", "oversample=1");
  const int index = rosin_targets_find(rosin_sequencer_targets(p.live), "pressure");
  assert_true(index >= 0);
  const rosin_target *t = &rosin_sequencer_targets(p.live)->target[index];
  const double from = rosin_scene_macro_value(p.scene, t->macro), to = 0.9 * t->high;
  rosin_sequencer_post(p.live, 0, &(rosin_event){.target = index, .value = to});
  double before = from;
  for (int i = 0; i < 50; i++) {
    rosin_sequencer_run(p.live, 64, out);
    const double now = rosin_scene_macro_value(p.scene, t->macro);
    assert_true(now >= before && now <= to);
    if (i == 0)
      assert_true(now > from && now < to);
    before = now;
  }
  assert_true(before == to);
  close_live(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_reset_forgets_all_but_what_was_set),
      cmocka_unit_test(played_is_rendered),
      cmocka_unit_test(macros_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
