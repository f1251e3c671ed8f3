/* SPDX-License-Identifier: BSD-3-Clause */
/* What a window keeps of hands, beside a plain model of it, edit by edit: values within their
 * ranges, what can be undone and redone (those of a group at once, what bows never), two sides,
 * and what a host has not given back yet, shown for a while and then no more. */
#include "core/presets.h"
#include "draw.h"
#include "plugin/list.h"
#include "plugin/window/desk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { EDITS = 4000, PATIENCE = 20, MOST = ROSIN_CORE_PARAMETERS };

static rosin_core *core;
static rosin_layout layout;
static rosin_desk desk;
static int held[MOST], begins, sets, ends;

static void begin(void *context, int index) {
  (void)context;
  begins++;
  assert_int_equal(held[index]++, 0);
}
static void set(void *context, int index, double value) {
  (void)context;
  assert_int_equal(held[index], 1);
  sets++;
  rosin_core_put(core, index, value);
}
static void end(void *context, int index) {
  (void)context;
  ends++;
  assert_int_equal(--held[index], 0);
}

static void open_desk(const char *scene, double (*get)(void *, int)) {
  rosin_error error;
  const rosin_window_face face = {NULL, begin, set, end, get, NULL, NULL};
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  layout = rosin_layout_of(core);
  rosin_desk_start(&desk, core, &layout, &face);
}

static int is_kept(int i) {
  return i != layout.press && !(layout.bows && (i == layout.across || i == layout.up));
}

/* ---- the model: whole snapshots, where the desk keeps steps ---------------------------------- */

typedef struct {
  int index[MOST], count;
  double before[MOST], after[MOST];
} edit;

static double value[MOST], side[2][MOST];
static edit history[EDITS + 1];
static int done, known, now;

static void model_put(edit *e, int i, double to) {
  const rosin_parameter *row = rosin_core_parameter(core, i);
  const double after = fmin(fmax(to, row->low), row->high);
  if (is_kept(i) && after != value[i]) {
    e->index[e->count] = i;
    e->before[e->count] = value[i];
    e->after[e->count++] = after;
  }
  value[i] = after;
}

static void model_keep(const edit *e) {
  if (!e->count)
    return;
  history[done++] = *e;
  known = done;
}

static void model_sides(void) {
  static edit e;
  e.count = 0;
  memcpy(side[now], value, sizeof value);
  now = !now;
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (rosin_preset_sets(core, i))
      model_put(&e, i, side[now][i]);
  model_keep(&e);
}

static void model_back(int forth) {
  if (forth ? done == known : done == 0)
    return;
  const edit *e = &history[forth ? done++ : --done];
  for (int k = 0; k < e->count; k++)
    value[e->index[k]] = forth ? e->after[k] : e->before[k];
}

static double any_value(int i) {
  const rosin_parameter *row = rosin_core_parameter(core, i);
  const double wide = row->high - row->low, at = row->low + wide * between(-0.1, 1.1);
  return rosin_core_parameter_stepped(core, i) ? round(at) : at;
}

static void put_one(void) {
  static edit e;
  const int i = one_of(rosin_core_parameters(core));
  const double to = one_of(4) ? any_value(i) : value[i];
  e.count = 0;
  rosin_desk_put(&desk, i, to);
  model_put(&e, i, to);
  model_keep(&e);
}

/* As a preset: all that presets set at once. */
static void put_many(void) {
  static edit e;
  double to[MOST];
  e.count = 0;
  for (int i = 0; i < rosin_core_parameters(core); i++)
    to[i] = one_of(3) ? value[i] : any_value(i);
  rosin_desk_put_all(&desk, to);
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (rosin_preset_sets(core, i))
      model_put(&e, i, to[i]);
  model_keep(&e);
}

/* Held, turned many times: one edit. */
static void turn_slowly(void) {
  static edit e;
  const int i = one_of(rosin_core_parameters(core));
  const double before = value[i];
  e.count = 0;
  rosin_desk_begin(&desk, i);
  rosin_desk_begin(&desk, i);       /* which it is already */
  rosin_desk_put(&desk, i, before); /* nobody else turns what is held */
  for (int k = one_of(4); k > 0; k--) {
    const double to = any_value(i);
    rosin_desk_set(&desk, i, to);
    rosin_desk_set(&desk, i, NAN);
    edit nobody = {.count = 0};
    model_put(&nobody, i, to);
  }
  rosin_desk_end(&desk, i);
  const double after = value[i];
  value[i] = before;
  model_put(&e, i, after);
  model_keep(&e);
}

static void are_alike(int round) {
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (rosin_desk_value(&desk, i) != value[i] || rosin_core_get(core, i) != value[i])
      fail_msg("edit %d: %s is %.17g, not %.17g", round, rosin_core_parameter(core, i)->name,
               rosin_desk_value(&desk, i), value[i]);
  assert_int_equal(!!rosin_desk_can_undo(&desk), done > 0);
  assert_int_equal(!!rosin_desk_can_redo(&desk), done < known);
  assert_true(begins == ends && sets >= 0);
}

static void edits_are_those_of_a_model(void **state) {
  static const char *const scenes[] = {"cello", "wine-glass"};
  (void)state;
  for (int n = 0; n < 2; n++) {
    open_desk(scenes[n], NULL);
    seed = 30 + (uint64_t)n;
    done = known = now = 0;
    for (int i = 0; i < rosin_core_parameters(core); i++)
      value[i] = side[0][i] = side[1][i] = rosin_core_get(core, i);
    /* the desk keeps 1024 steps; so much is not done here before it begins anew */
    for (int round = 0; round < 300 && desk.done < ROSIN_DESK_STEPS - 2 * MOST; round++) {
      switch (one_of(9)) {
      case 0:
        put_many();
        break;
      case 1:
        rosin_desk_turn_over(&desk);
        model_sides();
        break;
      case 2:
      case 3:
        rosin_desk_undo(&desk);
        model_back(0);
        break;
      case 4:
        rosin_desk_redo(&desk);
        model_back(1);
        break;
      case 5:
        turn_slowly();
        break;
      default:
        put_one();
        break;
      }
      rosin_desk_turn(&desk);
      are_alike(round);
    }
    assert_true(begins > 500);
    rosin_core_free(core);
  }
}

/* Of very many the oldest go, and the latest can be undone, one after another. */
static void the_oldest_edits_go(void **state) {
  (void)state;
  open_desk("wine-glass", NULL);
  const int level = rosin_core_find(core, "level");
  enum { ALL = 2 * ROSIN_DESK_STEPS + 10 };
  for (int i = 1; i <= ALL; i++)
    rosin_desk_put(&desk, level, -i * 0.01);
  int undone = 0;
  while (rosin_desk_can_undo(&desk)) {
    rosin_desk_undo(&desk);
    undone++;
    assert_true(rosin_core_get(core, level) == (undone < ALL ? -(ALL - undone) * 0.01 : 0));
  }
  assert_in_range(undone, ROSIN_DESK_STEPS / 2, ROSIN_DESK_STEPS);
  while (rosin_desk_can_redo(&desk))
    rosin_desk_redo(&desk);
  assert_true(rosin_core_get(core, level) == -ALL * 0.01);
  rosin_core_free(core);
}

/* ---- a host that is slow ----------------------------------------------------------------------
 */

static double hosts[MOST];
static double told(void *context, int index) {
  (void)context;
  return hosts[index];
}

static void what_has_not_come_back_is_shown_for_a_while(void **state) {
  (void)state;
  open_desk("cello", told);
  seed = 40;
  for (int i = 0; i < rosin_core_parameters(core); i++)
    hosts[i] = rosin_core_get(core, i);
  for (int round = 0; round < 400; round++) {
    const int i = one_of(rosin_core_parameters(core)), late = one_of(30), near = one_of(2);
    double to = any_value(i);
    const rosin_parameter *row = rosin_core_parameter(core, i);
    to = fmin(fmax(to, row->low), row->high);
    const double was = hosts[i];
    rosin_desk_put(&desk, i, to);
    for (int turn = 0; turn < 40; turn++) {
      if (turn == late)
        hosts[i] = near ? to * (1 + 5e-7) : to;
      const double shown = rosin_desk_value(&desk, i);
      const int waits = turn < PATIENCE && turn <= late;
      const double of_host = turn < late ? was : hosts[i];
      const int comes = fabs(was - to) <= 1e-6 * fabs(to); /* it was there before */
      if (shown != (waits && (!comes || turn == 0) ? to : of_host))
        fail_msg("round %d, turn %d of %d: %.17g is shown, %.17g was sent, %.17g is there", round,
                 turn, late, shown, to, of_host);
      rosin_desk_turn(&desk);
    }
    hosts[i] = one_of(2) ? to : any_value(i);
    assert_true(rosin_desk_value(&desk, i) == hosts[i]); /* whatever moved it */
  }
  const int level = rosin_core_find(core, "level");
  rosin_desk_begin(&desk, level); /* while it is held nothing else is shown */
  rosin_desk_set(&desk, level, -7);
  hosts[level] = -50;
  for (int turn = 0; turn < 100; turn++) {
    rosin_desk_turn(&desk);
    assert_true(rosin_desk_value(&desk, level) == -7);
  }
  rosin_desk_end(&desk, level);
  for (int turn = 0; turn < PATIENCE; turn++) {
    assert_true(rosin_desk_value(&desk, level) == -7);
    rosin_desk_turn(&desk);
  }
  assert_true(rosin_desk_value(&desk, level) == -50);
  rosin_core_free(core);
}

static void shares_are_of_ranges(void **state) {
  (void)state;
  open_desk("violin", NULL);
  seed = 50;
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    for (int k = 0; k < 8; k++) {
      const double share = between(-0.2, 1.2), clipped = fmin(fmax(share, 0), 1);
      const double at = row->low + clipped * (row->high - row->low);
      const double is = rosin_core_parameter_stepped(core, i) ? round(at) : at;
      assert_true(rosin_desk_at(&desk, i, share) == is);
      rosin_core_put(core, i, is);
      assert_true(fabs(rosin_desk_share(&desk, i) - (is - row->low) / (row->high - row->low)) <
                  1e-12);
    }
  }
  assert_true(rosin_desk_at(&desk, -1, 0.3) == 0 && rosin_desk_share(&desk, -1) == 0.5);
  assert_true(rosin_desk_value(&desk, -1) == 0);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edits_are_those_of_a_model),
                                     cmocka_unit_test(the_oldest_edits_go),
                                     cmocka_unit_test(what_has_not_come_back_is_shown_for_a_while),
                                     cmocka_unit_test(shares_are_of_ranges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
