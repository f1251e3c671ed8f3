/* SPDX-License-Identifier: BSD-3-Clause */
/* Where things are in a plugin's window, by the tables alone. */
#include "core/presets.h"
#include "plugin/list.h"
#include "plugin/window/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static rosin_core *core;
static rosin_layout layout;

static void open_window(const char *scene) {
  rosin_error error;
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  layout = rosin_layout_of(core);
}

static int lies_on(const rosin_part *row, const rosin_part *card) {
  return card->kind == ROSIN_PART_CARD && row->kind == ROSIN_PART_ROW && row->box.x > card->box.x &&
         row->box.y > card->box.y && row->box.x + row->box.width < card->box.x + card->box.width &&
         row->box.y + row->box.height < card->box.y + card->box.height;
}

static void nothing_lies_on_anything(void **state) {
  (void)state;
  const char *name;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    open_window(name);
    for (int i = 0; i < layout.parts; i++) {
      const rosin_part *p = &layout.part[i];
      assert_true(p->box.x >= 0 && p->box.x + p->box.width <= layout.width);
      assert_true(p->box.y >= 0 && p->box.y + p->box.height <= layout.height);
      assert_true(p->box.width > 10 && p->box.height > 10);
      for (int k = 0; k < i; k++)
        if (rosin_box_meets(&p->box, &layout.part[k].box) && !lies_on(p, &layout.part[k]))
          fail_msg("%s: part %d, of kind %d, lies on %d, of kind %d", name, i, (int)p->kind, k,
                   (int)layout.part[k].kind);
    }
    if (layout.height < 400 || layout.height >= 760)
      fail_msg("%s: a window of %g lines: 400 to 759, so that a screen of 768 has it. A column of "
               "parameters is too long: another group, or LOWER and TALL in plugin/window/layout.c",
               name, (double)layout.height);
    rosin_core_free(core);
  }
}

/* Rows are added to one card, one at a time: the stage gives way, so that a small screen has it
 * all. */
static void a_longer_column_lowers_the_stage(void **state) {
  (void)state;
  double first = 0;
  int lowered = 0;
  open_window("cello");
  for (int more = 0; more < 5; more++) {
    layout = rosin_layout_of(core);
    const double high = layout.part[rosin_layout_find(&layout, ROSIN_PART_STAGE, -1)].box.height;
    first = more ? first : high;
    lowered += high < first;
    if (layout.height >= 760)
      fail_msg("%d rows more: %g lines, with a stage of %g", more, (double)layout.height, high);
    assert_true(high > 160);
    rosin_core_add_limiter(core); /* another row of its group */
  }
  assert_true(lowered);
  rosin_core_free(core);
}

/* A control each, but for what the pad does; on the card of its group, or of the first eight. */
static void every_parameter_is_there_once(void **state) {
  (void)state;
  const char *name;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    open_window(name);
    int knobs = 0, seen[ROSIN_CORE_PARAMETERS] = {0}, card = -1;
    for (int i = 0; i < layout.parts; i++) {
      const rosin_part *p = &layout.part[i];
      if (p->kind == ROSIN_PART_CARD)
        card = p->index;
      if (p->kind == ROSIN_PART_ROW)
        assert_int_equal(rosin_core_group(core, p->index), card);
      if (rosin_part_turns(p))
        seen[p->index]++;
      knobs += p->kind == ROSIN_PART_KNOB;
    }
    for (int i = 0; i < rosin_core_parameters(core); i++) {
      const int hand = i == layout.press || (layout.bows && (i == layout.across || i == layout.up));
      assert_int_equal(seen[i], !hand);
    }
    if (knobs < 1 || knobs > ROSIN_CORE_FIRST) /* an effect has a macro at least */
      fail_msg("%s: %d knobs: 1 to %d", name, knobs, ROSIN_CORE_FIRST);
    assert_true(!layout.bows || knobs == ROSIN_CORE_FIRST);
    assert_true(layout.press >= 0);
    assert_true(layout.across != layout.up || layout.up < 0);
    assert_int_equal(layout.bows, rosin_core_is_instrument(core));
    assert_int_equal(layout.keys > 0, rosin_core_is_instrument(core));
    rosin_core_free(core);
  }
}

static void the_pad_moves_what_is_rubbed(void **state) {
  (void)state;
  static const struct {
    const char *scene, *across, *up;
  } moved[] = {{"cello", "bow_speed", "bow_press"},
               {"chalk", "speed", "pressure"},
               {"rope", "speed", "tension"},
               {"wine-glass", "speed", "pressure"},
               {"oak-door", "push", "weight"}};
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
    open_window(moved[i].scene);
    assert_int_equal(layout.across, rosin_core_find(core, moved[i].across));
    assert_int_equal(layout.up, rosin_core_find(core, moved[i].up));
    rosin_core_free(core);
  }
}

static void keys_are_where_they_are_pressed(void **state) {
  (void)state;
  open_window("violin");
  const rosin_box *b = &layout.part[rosin_layout_find(&layout, ROSIN_PART_KEYS, -1)].box;
  assert_true(layout.lowest <= 55 && layout.lowest > 55 - 12); /* its lowest string is G3 */
  assert_int_equal(layout.lowest % 12, 0);
  for (int key = layout.lowest; key < layout.lowest + layout.keys; key++) {
    rosin_box of;
    rosin_keys_box(&layout, b, key, &of);
    assert_int_equal(rosin_keys_at(&layout, b, of.x + of.width / 2, of.y + of.height - 1), key);
  }
  assert_int_equal(rosin_keys_at(&layout, b, b->x - 2, b->y + 2), -1);
  rosin_core_free(core);
  open_window("double-bass");
  assert_true(layout.lowest == 24);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_lies_on_anything),
      cmocka_unit_test(a_longer_column_lowers_the_stage),
      cmocka_unit_test(every_parameter_is_there_once),
      cmocka_unit_test(the_pad_moves_what_is_rubbed),
      cmocka_unit_test(keys_are_where_they_are_pressed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
