/* SPDX-License-Identifier: BSD-3-Clause */
/* What a mouse and keys do in a plugin's window, without a screen. */
#include "core/learn.h"
#include "plugin/list.h"
#include "plugin/window/gesture.h"
#include "plugin/window/over.h"
#include "plugin/window/pane.h"
#include "plugin/window/style.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static rosin_core *core;
static rosin_pane *pane;
static rosin_desk *desk;
static int held[ROSIN_CORE_PARAMETERS], sets, begins, menus, key_down[128];

static void begin(void *context, int index) {
  (void)context;
  begins++;
  assert_int_equal(held[index]++, 0);
}
static void set(void *context, int index, double value) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  (void)context;
  assert_int_equal(held[index], 1); /* nothing moves that nobody holds */
  assert_true(value >= row->low && value <= row->high);
  assert_true(!rosin_core_parameter_stepped(core, index) || value == round(value));
  rosin_core_put(core, index, value);
  sets++;
}
static void end(void *context, int index) {
  (void)context;
  assert_int_equal(--held[index], 0);
}
static void note(void *context, int key, double velocity) {
  (void)context;
  assert_true(key >= 0 && key < 128 && velocity >= 0 && velocity <= 1);
  assert_int_equal(key_down[key], velocity <= 0); /* down and up by turns */
  key_down[key] = velocity > 0;
}
static int menu(void *context, int index, int x, int y) {
  (void)context, (void)index, (void)x, (void)y;
  return ++menus;
}

static void open_window(const char *scene) {
  rosin_error error;
  const rosin_window_face face = {NULL, begin, set, end, NULL, note, menu};
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  pane = rosin_pane_new(core, core, &face);
  assert_non_null(pane);
  desk = &pane->desk;
  sets = begins = 0;
}

static void close_window(void) {
  const int press = pane->layout.press;
  rosin_pane_free(pane);
  assert_true(rosin_core_get(core, press) == 0); /* nobody bows, nothing is triggered */
  for (int i = 0; i < ROSIN_CORE_PARAMETERS; i++)
    assert_int_equal(held[i], 0);
  for (int i = 0; i < 128; i++)
    assert_int_equal(key_down[i], 0);
  rosin_core_free(core);
}

static double value_of(const char *name) {
  return rosin_core_get(core, rosin_core_find(core, name));
}

static const rosin_box *box_of(rosin_part_kind kind) {
  const int part = rosin_layout_find(&pane->layout, kind, -1);
  assert_true(part >= 0);
  return &pane->layout.part[part].box;
}

static const rosin_box *control_of(const char *name) {
  for (int i = 0; i < pane->layout.parts; i++)
    if (rosin_part_turns(&pane->layout.part[i]) &&
        pane->layout.part[i].index == rosin_core_find(core, name))
      return &pane->layout.part[i].box;
  fail_msg("no control of %s", name);
  return NULL;
}

static rosin_touch_at in(const rosin_box *b) {
  return (rosin_touch_at){.x = b->x + b->width / 2, .y = b->y + b->height / 2};
}

static void click_at(rosin_touch_at at) {
  rosin_mouse_move(desk, &at);
  rosin_mouse_press(desk, &at);
  rosin_mouse_release(desk);
  rosin_pane_turn(pane);
}

static void click(const rosin_box *b) {
  click_at(in(b));
}

static void right_click(const rosin_box *b) {
  rosin_touch_at at = in(b);
  at.right = 1;
  click_at(at);
}

static void drag(const rosin_box *b, double across, double up, int fine) {
  rosin_touch_at at = in(b);
  at.fine = fine;
  rosin_mouse_press(desk, &at);
  at.x += across;
  at.y -= up;
  rosin_mouse_move(desk, &at);
  rosin_mouse_release(desk);
}

/* A line of the list that is open. */
static void choose(const char *text) {
  rosin_over_list list;
  rosin_over_list_of(desk, &list);
  for (int i = 0; i < list.items; i++)
    if (strcmp(list.item[i].text, text) == 0) {
      click_at(
          (rosin_touch_at){.x = list.box.x + 20, .y = list.first + ROSIN_OVER_ROW * (i + 0.5)});
      return;
    }
  fail_msg("nothing says %s", text);
}

static void type(const char *text) {
  for (; *text; text++)
    rosin_typed_key(desk, ROSIN_KEY_LETTER, *text, 1);
}

/* -------------------------------------------------------------------------------------------- */

static void the_pad_bows_and_lets_go(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box pad = *box_of(ROSIN_PART_PAD);
  rosin_mouse_move(desk, &(rosin_touch_at){.x = pad.x + 10, .y = pad.y + 10});
  assert_int_equal(sets, 0); /* nobody presses */
  rosin_touch_at at = {.x = pad.x + 0.75 * pad.width, .y = pad.y + 0.25 * pad.height};
  rosin_mouse_press(desk, &at);
  assert_true(value_of("bow_down") == 1 && value_of("by_hand") == 1);
  double speed, press; /* a point of a pad means what it means everywhere */
  rosin_core_point(core, 0.5, 0.75, &speed, &press);
  assert_true(fabs(value_of("bow_speed") - speed) < 1e-9 && speed > 0.01 && speed < 1);
  assert_true(fabs(value_of("bow_press") - press) < 1e-9 && fabs(press - 0.75) < 1e-9);
  rosin_mouse_press(desk, &at); /* another button */
  at = (rosin_touch_at){.x = pad.x - 1000, .y = pad.y + 1e6};
  rosin_mouse_move(desk, &at);
  rosin_core_point(core, -1, 0, &speed, &press);
  assert_true(value_of("bow_speed") == speed && speed < 0 && value_of("bow_press") == 0);
  rosin_mouse_release(desk);
  assert_true(value_of("bow_down") == 0);
  rosin_mouse_release(desk);
  assert_true(desk->done == 1); /* by_hand alone can be undone */
  close_window();
}

static void effects_are_triggered_and_held(void **state) {
  (void)state;
  open_window("wine-glass");
  const rosin_touch_at pad = in(box_of(ROSIN_PART_PAD)), trigger = in(box_of(ROSIN_PART_TRIGGER));
  rosin_mouse_press(desk, &pad);
  assert_true(value_of("trigger") == 1);
  rosin_mouse_release(desk);
  assert_true(value_of("trigger") == 0);
  rosin_mouse_press(desk, &trigger);
  assert_true(value_of("trigger") == 1);
  rosin_mouse_release(desk);
  assert_true(value_of("trigger") == 0);
  click(box_of(ROSIN_PART_HOLD));
  assert_true(value_of("trigger") == 1);
  rosin_mouse_press(desk, &pad);
  rosin_mouse_release(desk);
  assert_true(value_of("trigger") == 1); /* it is still held */
  click(box_of(ROSIN_PART_HOLD));
  assert_true(value_of("trigger") == 0);
  click(box_of(ROSIN_PART_HOLD)); /* and goes with the window */
  close_window();
}

static void controls_turn(void **state) {
  (void)state;
  open_window("cello");
  drag(control_of("dynamics"), 0, 18, 0); /* a tenth of the range */
  assert_true(fabs(value_of("dynamics") - 0.65) < 1e-9);
  drag(control_of("dynamics"), 18, 0, 1);
  assert_true(fabs(value_of("dynamics") - 0.66) < 1e-9);
  drag(control_of("dynamics"), -1e5, 0, 0);
  assert_true(value_of("dynamics") == 0);
  rosin_touch_at at = in(control_of("a4"));
  rosin_mouse_scroll(desk, &at, 2);
  assert_true(fabs(value_of("a4") - 452) < 1e-9);
  rosin_mouse_scroll(desk, &at, (double)NAN);
  assert_true(fabs(value_of("a4") - 452) < 1e-9);
  for (int k = 0; k < 2; k++) {
    click(control_of("ear"));
    assert_true(value_of("ear") == k);
  }
  click(control_of("articulation"));
  choose("spiccato");
  assert_true(value_of("articulation") == 3 && !desk->over);
  click(control_of("articulation"));
  rosin_typed_key(desk, ROSIN_KEY_DOWN, 0, 1);
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("articulation") == 4);
  click(control_of("articulation"));
  click(box_of(ROSIN_PART_TITLE)); /* beside the list: it goes, and nothing else */
  assert_true(value_of("articulation") == 4 && !desk->over);
  close_window();
}

static void values_are_typed(void **state) {
  (void)state;
  open_window("cello");
  rosin_touch_at at = in(control_of("vibrato"));
  at.twice = 1;
  click_at(at);
  assert_int_equal(desk->over, ROSIN_OVER_ENTRY);
  type("31.5x");
  rosin_typed_key(desk, ROSIN_KEY_LETTER, '\b', 1);
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("vibrato") == 31.5 && !desk->over);
  click_at(at);
  type("7 cents");
  rosin_typed_key(desk, ROSIN_KEY_ESCAPE, 0, 1);
  assert_true(value_of("vibrato") == 31.5 && !desk->over);
  click_at(at);
  type("nothing");
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("vibrato") == 31.5);
  click_at(at);
  type("99999"); /* as far as it goes */
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("vibrato") == 100);
  right_click(control_of("vibrato"));
  choose("Default: 12 cents");
  assert_true(value_of("vibrato") == 12);
  right_click(control_of("vibrato"));
  choose("Type a value");
  type("5");
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("vibrato") == 5);
  right_click(control_of("vibrato"));
  choose("More, of your host");
  assert_int_equal(menus, 1);
  close_window();
}

static void what_is_done_can_be_undone(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box undo = *box_of(ROSIN_PART_UNDO), redo = *box_of(ROSIN_PART_REDO);
  click(&undo);
  assert_int_equal(sets, 0);
  drag(control_of("dynamics"), 0, 18, 0);
  drag(control_of("pressure"), 0, 18, 0);
  click(&undo);
  assert_true(value_of("pressure") == 0.5 && fabs(value_of("dynamics") - 0.65) < 1e-9);
  rosin_typed_key(desk, ROSIN_KEY_UNDO, 0, 1);
  assert_true(value_of("dynamics") == 0.55);
  click(&redo);
  rosin_typed_key(desk, ROSIN_KEY_REDO, 0, 1);
  assert_true(fabs(value_of("pressure") - 0.6) < 1e-9 && !rosin_desk_can_redo(desk));
  click(box_of(ROSIN_PART_ON)); /* a preset is one step */
  assert_true(value_of("portamento") == 0.08 && value_of("pressure") == 0.5);
  click(&undo);
  assert_true(fabs(value_of("pressure") - 0.6) < 1e-9 && value_of("portamento") == 0.05);
  drag(control_of("dynamics"), 0, 18, 0); /* what was undone is gone */
  assert_false(rosin_desk_can_redo(desk));
  for (int i = 0; i < 3 * ROSIN_DESK_STEPS; i++) { /* the oldest go */
    click(control_of("ear"));
    assert_true(desk->done <= ROSIN_DESK_STEPS);
  }
  close_window();
}

static void two_sides_are_compared(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box side = *box_of(ROSIN_PART_SIDE);
  drag(control_of("dynamics"), 0, 18, 0);
  click(&side);
  assert_true(value_of("dynamics") == 0.55);
  drag(control_of("pressure"), 0, 18, 0);
  click(&side);
  assert_true(fabs(value_of("dynamics") - 0.65) < 1e-9 && value_of("pressure") == 0.5);
  click(&side);
  assert_true(value_of("dynamics") == 0.55 && fabs(value_of("pressure") - 0.6) < 1e-9);
  const double take = value_of("seed");
  click(box_of(ROSIN_PART_TAKE));
  assert_true(value_of("seed") != take);
  close_window();
}

static void presets_are_found(void **state) {
  (void)state;
  open_window("violin");
  const rosin_box preset = *box_of(ROSIN_PART_PRESET);
  click(&preset);
  type("zzz");
  rosin_over_list list;
  rosin_over_list_of(desk, &list);
  assert_int_equal(list.items, 1);
  assert_string_equal(list.item[0].text, "Save as 'zzz'");
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1); /* who looks for one saves none */
  assert_true(!desk->over && desk->mine.count == 0);
  click(&preset);
  type("zzz");
  for (int i = 0; i < 5; i++)
    rosin_typed_key(desk, ROSIN_KEY_LETTER, '\b', 1);
  type("PIZZ");
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_true(value_of("articulation") == 7);
  click(&preset);
  choose("Baroque");
  assert_true(value_of("a4") == 415 && value_of("articulation") == 0);
  assert_true(value_of("limiter") == 1);
  click(&preset);
  type("vibrato"); /* a category */
  rosin_over_list_of(desk, &list);
  assert_true(list.items >= 2 && list.item[0].value == -1 &&
              strcmp(list.item[0].text, "Vibrato") == 0);
  close_window();
}

static int is_listed(const char *text) {
  rosin_over_list list;
  rosin_over_list_of(desk, &list);
  for (int i = 0; i < list.items; i++)
    if (strcmp(list.item[i].text, text) == 0)
      return 1 + i;
  return 0;
}

/* The row of a list that is open, by the other button. */
static void ask_about(const char *text) {
  rosin_over_list list;
  rosin_over_list_of(desk, &list);
  const int row = is_listed(text) - 1;
  assert_true(row >= 0);
  click_at((rosin_touch_at){
      .x = list.box.x + 20, .y = list.first + ROSIN_OVER_ROW * (row + 0.5), .right = 1});
}

static void says(const char *text) {
  char line[400];
  rosin_line_says(desk, line, sizeof line);
  assert_string_equal(line, text);
}

static void own_presets_are_saved(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box preset = *box_of(ROSIN_PART_PRESET);
  click(&preset);
  assert_true(is_listed("Type a new name to save what is set") && !is_listed("Mine"));
  rosin_typed_key(desk, ROSIN_KEY_ESCAPE, 0, 1);
  drag(control_of("dynamics"), 0, 18, 0);
  drag(control_of("vibrato"), 0, 18, 0);
  const double dynamics = value_of("dynamics"), vibrato = value_of("vibrato"),
               seed = value_of("seed");
  click(&preset);
  type("My own");
  choose("Save as 'My own'");
  says("preset 'My own' is saved");
  assert_string_equal(rosin_desk_preset_name(desk, desk->preset), "My own");
  click(&preset);
  choose("Baroque");
  assert_true(value_of("a4") == 415 && value_of("dynamics") != dynamics);
  click(box_of(ROSIN_PART_TAKE)); /* a take is no preset's business */
  const double other = value_of("seed");
  assert_true(other != seed);
  click(&preset);
  assert_true(is_listed("Mine") == 1);
  choose("My own");
  assert_true(value_of("dynamics") == dynamics && value_of("vibrato") == vibrato &&
              value_of("a4") == 440 && value_of("seed") == other);
  click(&preset);
  type("My own"); /* a name that is taken, or the scene's own: nothing is offered */
  assert_true(is_listed("My own") && !is_listed("Save as 'My own'"));
  close_window();
  open_window("cello"); /* another one, later */
  click(&preset);
  choose("My own");
  assert_true(value_of("dynamics") == dynamics);
  close_window();
  open_window("violin"); /* of another instrument */
  click(&preset);
  assert_false(is_listed("My own"));
  close_window();
}

static void presets_are_favoured_and_removed(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box preset = *box_of(ROSIN_PART_PRESET);
  click(&preset);
  ask_about("Drone");
  assert_true(is_listed("Drone") == 1 && !is_listed("Remove it"));
  choose("A favourite");
  click(&preset);
  assert_true(is_listed("Favourites") == 1 && is_listed("Drone") == 2);
  ask_about("My own");
  choose("A favourite");
  close_window();
  open_window("cello");
  click(&preset);
  assert_true(is_listed("Drone") == 2 && is_listed("My own") == 3 && !is_listed("Mine"));
  choose("My own");
  click(&preset);
  ask_about("Drone");
  choose("No favourite any more");
  assert_string_equal(rosin_desk_preset_name(desk, desk->preset), "My own");
  click(&preset);
  ask_about("My own");
  choose("Remove it");
  says("preset 'My own' is removed");
  assert_int_equal(desk->preset, -1);
  click(&preset);
  assert_false(is_listed("My own"));
  close_window();
}

static void what_cannot_be_saved_is_said(void **state) {
  (void)state;
  char long_name[ROSIN_DESK_TYPED + 20] = "a";
  open_window("wine-glass");
  const rosin_box preset = *box_of(ROSIN_PART_PRESET);
  static const char *const wrong[][2] = {
      {"a/b", "preset 'a/b': letters, digits and signs other than / \\ : * ? \" < > |"},
      {".hidden", "preset '.hidden': it must neither begin nor end with a space or a full stop"},
      {"end ", "preset 'end ': it must neither begin nor end with a space or a full stop"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    rosin_desk_save_preset(desk, wrong[i][0]);
    says(wrong[i][1]);
  }
  rosin_desk_save_preset(desk, "Half full"); /* the scene's own */
  says("preset 'Half full': there is one of this name");
  memset(long_name, 'x', sizeof long_name - 1);
  click(&preset);
  type(long_name); /* as much as there is room for */
  assert_int_equal(strlen(desk->typed), ROSIN_DESK_TYPED - 1);
  rosin_typed_key(desk, ROSIN_KEY_ESCAPE, 0, 1);
  const char *home = getenv("XDG_DATA_HOME");
  char before[200];
  snprintf(before, sizeof before, "%s", home);
  FILE *file = fopen("a-file", "w");
  assert_non_null(file);
  fclose(file);
  setenv("XDG_DATA_HOME", "a-file", 1);
  rosin_desk_save_preset(desk, "Nowhere");
  char line[400];
  rosin_line_says(desk, line, sizeof line);
  assert_true(strncmp(line, "a-file/rosin/presets/wine-glass: it cannot be made: ", 52) == 0);
  unsetenv("XDG_DATA_HOME");
  setenv("HOME", "", 1);
  rosin_desk_save_preset(desk, "Nowhere");
  says("presets: there is no folder for data of yours (HOME is not set)");
  setenv("XDG_DATA_HOME", before, 1);
  rosin_desk_list_presets(desk);
  assert_int_equal(desk->mine.count, 0);
  close_window();
}

/* Files that somebody else has put there. */
static void odd_files_are_no_presets(void **state) {
  (void)state;
  open_window("saw");
  char path[ROSIN_MINE_PATH], line[400];
  rosin_desk_save_preset(desk, "One");
  assert_int_equal(rosin_mine_folder("saw", path), 0);
  assert_int_equal(chdir(path), 0);
  static const struct {
    const char *name, *text;
  } files[] = {{"Empty.rosin", ""},
               {"Junk.rosin", "nothing that is a state"},
               {"Other.rosin", "rosin-state 1\nscene cello\nset a4 415\nend\n"},
               {"no preset.txt", "rosin-state 1\nend\n"},
               {".rosin", "rosin-state 1\nend\n"},
               {"0123456789012345678901234567890123456789.rosin", "rosin-state 1\nend\n"},
               {"favourites.txt", "\n\r\nOne\r\nNobody\n\n"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    FILE *file = fopen(files[i].name, "w");
    assert_non_null(file);
    fputs(files[i].text, file);
    fclose(file);
  }
  assert_int_equal(chdir(scratch), 0);
  const rosin_box preset = *box_of(ROSIN_PART_PRESET);
  click(&preset);
  assert_int_equal(desk->mine.count, 4);
  assert_true(is_listed("Favourites") == 1 && is_listed("One") == 2);
  for (int i = 0; i < 3; i++) {
    static const char *const names[] = {"Empty", "Junk", "Other"};
    const int before = desk->preset, done = desk->done;
    if (!desk->over)
      click(&preset);
    choose(names[i]);
    assert_true(desk->preset == before && desk->done == done);
    rosin_line_says(desk, line, sizeof line);
    assert_true(strncmp(line, "preset '", 8) == 0 && strstr(line, names[i]));
  }
  for (int i = 0; i < 260; i++) { /* more than are listed, and than a window has room for */
    char name[40];
    snprintf(name, sizeof name, "Many %03d", i);
    rosin_desk_save_preset(desk, name);
  }
  assert_int_equal(desk->mine.count, ROSIN_MINE_MOST);
  click(&preset);
  rosin_over_list list;
  rosin_over_list_of(desk, &list);
  assert_true(list.box.y + list.box.height <= pane->layout.height && list.items > 10);
  assert_non_null(strstr(list.item[list.items - 2].text, " more: type to search"));
  type("many 123");
  assert_true(is_listed("Many 123"));
  rosin_typed_key(desk, ROSIN_KEY_ENTER, 0, 1);
  assert_string_equal(rosin_desk_preset_name(desk, desk->preset), "Many 123");
  close_window();
}

static void control(int number, int to) {
  const unsigned char message[] = {0xb0, (unsigned char)number, (unsigned char)to};
  rosin_core_midi(core, 0, message, 3);
  rosin_pane_turn(pane);
}

/* A controller is learned by the menu, shown on its control, and forgotten. */
static void controllers_are_learned(void **state) {
  (void)state;
  rosin_error error;
  char text[16];
  open_window("cello");
  assert_int_equal(rosin_core_prepare(core, 48000, &error), 0);
  const int vibrato = rosin_core_find(core, "vibrato"), level = rosin_core_find(core, "level");
  right_click(control_of("vibrato"));
  choose("Learn a controller");
  says("vibrato: move a controller of your keyboard; Escape: none");
  assert_string_equal(rosin_controller_said(desk, vibrato, text, sizeof text), "cc ?");
  const int edits = sets;
  control(21, 127);
  assert_string_equal(rosin_controller_said(desk, vibrato, text, sizeof text), "cc 21");
  assert_string_equal(rosin_controller_said(desk, level, text, sizeof text), "");
  assert_true(value_of("vibrato") == rosin_core_parameter(core, vibrato)->high && sets == edits);
  right_click(control_of("level"));
  choose("Learn a controller");
  assert_int_equal(rosin_typed_key(desk, ROSIN_KEY_ESCAPE, 0, 1), 1); /* or not */
  control(22, 0);
  assert_string_equal(rosin_controller_said(desk, level, text, sizeof text), "");
  right_click(control_of("level"));
  choose("Learn a controller");
  right_click(control_of("level"));
  choose("Learn no controller");
  assert_int_equal(rosin_core_learning(core), -1);
  right_click(control_of("vibrato"));
  choose("Forget controller 21");
  assert_string_equal(rosin_controller_said(desk, vibrato, text, sizeof text), "");
  rosin_core_learn(core, level);
  close_window();
}

/* A window that is closed while it waits leaves nothing waiting; where what sounds is not lent to
 * it, it offers no learning. */
static void nobody_waits_for_a_window_that_is_gone(void **state) {
  (void)state;
  rosin_over_list list;
  open_window("viola");
  rosin_core *other = core;
  right_click(control_of("vibrato"));
  choose("Learn a controller");
  rosin_pane_free(pane);
  assert_int_equal(rosin_core_learning(other), -1);
  const rosin_window_face face = {NULL, begin, set, end, NULL, note, menu};
  pane = rosin_pane_new(core, NULL, &face);
  desk = &pane->desk;
  right_click(control_of("vibrato"));
  rosin_over_list_of(desk, &list);
  for (int i = 0; i < list.items; i++)
    assert_null(strstr(list.item[i].text, "ontroller"));
  close_window();
}

/* What the player left out is said for some seconds, in words. */
static void what_is_left_out_is_said(void **state) {
  (void)state;
  rosin_error error;
  float left[64], right[64], *const out[] = {left, right};
  char text[400];
  open_window("violin");
  assert_int_equal(rosin_core_prepare(core, 48000, &error), 0);
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 36, 90}, 3);
  rosin_core_process(core, out, 64);
  rosin_pane_turn(pane);
  says("C2 is left out: below the lowest string or key");
  for (int i = 0; i < 160; i++)
    rosin_pane_turn(pane);
  rosin_line_says(desk, text, sizeof text);
  assert_null(strstr(text, "left out"));
  close_window();
}

/* A hand draws a line over an effect's gesture; what sounds is built anew with it; the right button
 * gives it back. */
static void a_gesture_is_drawn_over(void **state) {
  (void)state;
  rosin_box box;
  double own[ROSIN_DESK_CURVE], drawn[ROSIN_DRAWN];
  open_window("rope");
  memcpy(own, desk->curve, sizeof own);
  assert_int_equal(rosin_gesture_box(desk, &box), 0);
  rosin_touch_at at = {.x = box.x + 1, .y = rosin_gesture_line(desk, &box, 1)};
  rosin_mouse_move(desk, &at);
  says("draw over the gesture with the mouse; right click: the scene's own again");
  rosin_mouse_press(desk, &at);
  at.x = box.x + box.width - 1;
  at.y = rosin_gesture_line(desk, &box, 0);
  rosin_mouse_move(desk, &at);
  assert_int_equal(rosin_core_is_drawn(core, NULL), 0); /* not yet */
  at.y = -1000;                                         /* outside of it: as far as it goes */
  rosin_mouse_move(desk, &at);
  rosin_mouse_release(desk);
  rosin_pane_turn(pane);
  assert_int_equal(rosin_core_is_drawn(core, drawn), 1);
  for (int i = 0; i < ROSIN_DRAWN - 1; i++)
    assert_true(fabs(drawn[i] - (1 - (double)i / (ROSIN_DRAWN - 1))) < 0.02);
  assert_true(drawn[ROSIN_DRAWN - 1] == 1);
  assert_true(fabs(desk->curve[80] - 0.5) < 0.02);
  at = (rosin_touch_at){.x = box.x + 40, .y = box.y + 20, .right = 1};
  click_at(at);
  says("the gesture is the scene's own again");
  assert_int_equal(rosin_core_is_drawn(core, NULL), 0);
  assert_memory_equal(own, desk->curve, sizeof own);
  at = (rosin_touch_at){.x = box.x + 40, .y = box.y - 30}; /* on the thing: nothing */
  click_at(at);
  assert_int_equal(rosin_core_is_drawn(core, NULL), 0);
  close_window();
  open_window("cello"); /* has none */
  assert_int_equal(rosin_gesture_box(desk, &box), -1);
  close_window();
}

static void keys_play(void **state) {
  (void)state;
  open_window("cello");
  const rosin_box keys = *box_of(ROSIN_PART_KEYS);
  rosin_touch_at at = {.x = keys.x + 4, .y = keys.y + keys.height - 3};
  rosin_mouse_press(desk, &at);
  assert_true(key_down[pane->layout.lowest]);
  at.x += keys.width / 3;
  rosin_mouse_move(desk, &at); /* a glissando */
  assert_false(key_down[pane->layout.lowest]);
  at.x = 0;
  rosin_mouse_move(desk, &at);
  rosin_mouse_release(desk);
  rosin_typed_key(desk, ROSIN_KEY_LETTER, 'a', 1);
  assert_true(key_down[pane->layout.lowest + 12]);
  rosin_typed_key(desk, ROSIN_KEY_LETTER, 'a', 1);
  rosin_typed_key(desk, ROSIN_KEY_LETTER, 'w', 1);
  rosin_typed_key(desk, ROSIN_KEY_LETTER, 'a', 0);
  assert_true(key_down[pane->layout.lowest + 13]);
  assert_int_equal(rosin_typed_key(desk, ROSIN_KEY_LETTER, 'q', 1), 0);
  close_window(); /* and go up with it */
}

/* Whatever hands do, what is taken is let go, and values stay in their ranges (see set). */
static void nothing_breaks_it(void **state) {
  static const char *const scenes[] = {"cello", "wine-glass", "oak-door"};
  unsigned seed = 20;
  (void)state;
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    open_window(scenes[s]);
    for (int i = 0; i < 4000; i++) {
      seed = seed * 1664525 + 1013904223;
      const unsigned r = seed >> 8;
      rosin_touch_at at = {.x = (double)(r % 1000) - 20,
                           .y = (double)(r / 1000 % 800) - 20,
                           .right = r % 7 == 0,
                           .twice = r % 5 == 0,
                           .fine = r % 3 == 0};
      switch (r / 1024 % 8) {
      case 0:
      case 1:
        rosin_mouse_press(desk, &at);
        break;
      case 2:
        rosin_mouse_release(desk);
        break;
      case 3:
        rosin_mouse_scroll(desk, &at, (int)(r % 9) - 4);
        break;
      case 4:
        rosin_typed_key(desk, (rosin_key)(r % 7), (char)(r % 128), r % 2 == 0);
        break;
      case 5:
        rosin_typed_key(desk, ROSIN_KEY_LETTER, (char)(32 + r % 96), 1);
        break;
      case 6:
        rosin_mouse_leave(desk);
        break;
      default:
        rosin_mouse_move(desk, &at);
        break;
      }
      if (i % 16 == 0)
        rosin_pane_turn(pane);
      if (i % 500 == 0)
        rosin_pane_size(pane, (int)(r % 1200) - 10, (int)(r / 7 % 900));
    }
    close_window();
  }
}

/* What is saved is saved there. */
static int enter(void **state) {
  return scratch_enter(state) || setenv("XDG_DATA_HOME", scratch, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_pad_bows_and_lets_go),
      cmocka_unit_test(effects_are_triggered_and_held),
      cmocka_unit_test(controls_turn),
      cmocka_unit_test(values_are_typed),
      cmocka_unit_test(what_is_done_can_be_undone),
      cmocka_unit_test(two_sides_are_compared),
      cmocka_unit_test(presets_are_found),
      cmocka_unit_test(own_presets_are_saved),
      cmocka_unit_test(presets_are_favoured_and_removed),
      cmocka_unit_test(what_cannot_be_saved_is_said),
      cmocka_unit_test(odd_files_are_no_presets),
      cmocka_unit_test(controllers_are_learned),
      cmocka_unit_test(nobody_waits_for_a_window_that_is_gone),
      cmocka_unit_test(what_is_left_out_is_said),
      cmocka_unit_test(a_gesture_is_drawn_over),
      cmocka_unit_test(keys_play),
      cmocka_unit_test(nothing_breaks_it),
  };
  return cmocka_run_group_tests(tests, enter, scratch_leave);
}
