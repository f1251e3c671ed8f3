/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene goes on where another one is: what its gestures move, they move as those of the first go
 * on moving it; where they are others, they begin again. */
#include "core/sequencer/sequencer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, CALL = 64 };

typedef struct {
  rosin_scene *scene;
  rosin_sequencer *live;
} played;

static played open_live(const char *name, const char *setting) {
  rosin_error error = {""};
  char *errors = NULL;
  played p = {.scene = rosin_scene_load(name, 1, &setting, &errors)};
  if (!p.scene || rosin_scene_prepare(p.scene, RATE, CALL, &error) ||
      !(p.live = rosin_sequencer_new(p.scene, RATE, 0, &error)))
    fail_msg("%s: %s", name, errors ? errors : error.text);
  rosin_sequencer_set_waiting(p.live, 1);
  rosin_sequencer_set_turning(p.live, 0);
  return p;
}

static void close_live(played *p) {
  rosin_sequencer_free(p->live);
  rosin_scene_free(p->scene);
}

static double run(played *p, int calls) {
  static float out[CALL * 8];
  double most = 0;
  for (int i = 0; i < calls; i++) {
    rosin_sequencer_run(p->live, CALL, out);
    for (int k = 0; k < CALL * rosin_scene_channels(p->scene); k++)
      most = fmax(most, fabs((double)out[k]));
  }
  return most;
}

static void post(played *p, int target, double value) {
  rosin_sequencer_post(p->live, rosin_sequencer_frame(p->live),
                       &(rosin_event){.target = target, .value = value});
}

/* Where hands, gestures, rules and macros have each control. */
static void compare(const char *name, int way, played *a, played *b) {
  const rosin_targets *t = rosin_sequencer_targets(a->live);
  for (int i = 0; i < t->count; i++) {
    if (t->target[i].control < 0)
      continue;
    const double x = rosin_network_value(rosin_scene_network(a->scene), t->target[i].control);
    const double y = rosin_network_value(rosin_scene_network(b->scene), t->target[i].control);
    if (!(fabs(x - y) <= 1e-6 * (1e-6 + fabs(x))))
      fail_msg("%s, way %d: %s is %.12g where it goes on at %.12g", name, way, t->target[i].name, y,
               x);
  }
}

/* Gestures, rules, wander, sway, ways; seeds that have been changed since. */
static void gestures_go_on(void **state) {
  (void)state;
  static const char *const names[] = {"wine-glass", "cuica", "creature", "balloon", "ship-rope",
                                      "gate",       "wiper", "sneaker",  "chalk",   "cymbal",
                                      "squeak",     "saw",   "train",    "trolley", "singing-bowl"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (int way = 0; way < 3; way++) {
      played a = open_live(names[i], "seed=5"), b = open_live(names[i], "seed=9");
      post(&a, ROSIN_EVENT_AGAIN, 0);
      if (rosin_scene_macros(a.scene) && rosin_scene_macro_live(a.scene, 0))
        post(&a,
             rosin_targets_find(rosin_sequencer_targets(a.live),
                                rosin_scene_macro(a.scene, 0)->name),
             rosin_scene_macro(a.scene, 0)->high);
      run(&a, 300);
      if (way) /* they have stood; they end */
        post(&a, way == 1 ? ROSIN_EVENT_STAY : ROSIN_EVENT_END, 0);
      run(&a, 20);
      rosin_sequencer_take_over(b.live, a.live);
      for (int k = 0; k < 100; k++) {
        run(&a, 1);
        run(&b, 1);
        compare(names[i], way, &a, &b);
      }
      assert_true(fabs(rosin_sequencer_at(a.live) - rosin_sequencer_at(b.live)) < 1e-9);
      close_live(&a);
      close_live(&b);
    }
}

/* A number in place of a slope: there is nowhere to go on from. */
static void other_gestures_begin_again(void **state) {
  (void)state;
  for (int ended = 0; ended < 2; ended++) {
    played a = open_live("wine-glass", "seed=5"), b = open_live("wine-glass", "finger.force=1.5");
    post(&a, ROSIN_EVENT_AGAIN, 0);
    run(&a, 700);
    if (ended)
      post(&a, ROSIN_EVENT_END, 0);
    run(&a, 100);
    rosin_sequencer_take_over(b.live, a.live);
    const double most = run(&b, 700);
    if (!(ended ? most < 1e-6 : most > 1e-3))
      fail_msg("%d: %g", ended, most);
    assert_true(ended || fabs(rosin_sequencer_at(b.live) - 700.0 * CALL / RATE) < 0.01);
    close_live(&a);
    close_live(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gestures_go_on),
      cmocka_unit_test(other_gestures_begin_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
