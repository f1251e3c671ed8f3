/* SPDX-License-Identifier: BSD-3-Clause */
/* What is drawn on the terminal, row by row with what is bold, dim or reversed, against
 * tests/unit/terminal/terminal.txt (ROSIN_UPDATE writes it anew); what mouse and keys do there; how
 * it is opened and left. A terminal of the test's own; observer and clock are wrapped by the
 * linker. */
#include "host/play/terminal.h"
#include "host/play/terminal_hand.h"
#include "live/say.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "failing.h"
#include "live_world.h"

/* A terminal that is none is kept by its library; sanitizers ask here. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libtinfo\nleak:libncurses\n";
}

static double now, phase_asked;
static int count_asked, picture_of; /* picture: 0 none, 1 waves */
static rosin_observed observed;
static rosin_audio_report reported;

double __wrap_rosin_now(void);
double __wrap_rosin_now(void) {
  return now += 0.0205;
}
rosin_observed __wrap_rosin_observer_look(const rosin_observer *o);
rosin_observed __wrap_rosin_observer_look(const rosin_observer *o) {
  (void)o;
  return observed;
}
int __wrap_rosin_observer_picture(const rosin_observer *o, double phase, int count, double *y);
int __wrap_rosin_observer_picture(const rosin_observer *o, double phase, int count, double *y) {
  (void)o;
  phase_asked = phase;
  count_asked = count;
  for (int i = 0; i < count; i++)
    y[i] = sin(6.283185307 * 1.5 * i / (count - 1));
  return picture_of ? 0 : -1;
}
const rosin_audio_report *rosin_audio_reported(const rosin_audio *audio) {
  (void)audio;
  return &reported;
}

/* ---- a terminal ------------------------------------------------------------------- */

static int master, kept[2];

/* Standard input and output are a terminal from here on; -1: there is none to be had. */
static int take_terminal(void) {
  fflush(stdout);
  if ((master = posix_openpt(O_RDWR | O_NOCTTY)) < 0 || grantpt(master) || unlockpt(master))
    return -1;
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  if (slave < 0)
    return -1;
  fcntl(master, F_SETFL, O_NONBLOCK);
  for (int i = 0; i < 2; i++) {
    kept[i] = dup(i);
    dup2(slave, i);
  }
  close(slave);
  return 0;
}

static void give_back(void) {
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    dup2(kept[i], i);
    close(kept[i]);
  }
  close(master);
}

/* What was written to it, in as far as it fits. */
static void written(char *text, size_t room) {
  char chunk[4096];
  size_t length = 0;
  ssize_t got;
  fflush(stdout);
  while ((got = read(master, chunk, sizeof chunk)) > 0)
    for (ssize_t i = 0; i < got; i++)
      if (length + 1 < room)
        text[length++] = chunk[i];
  if (room)
    text[length] = 0;
}

/* ---- pictures --------------------------------------------------------------------- */

static FILE *wanted;
static char *drawn;
static size_t drawn_size;

/* The screen into `drawn`: rows that hold something, then what stands out in them. */
static void keep_screen(const char *name) {
  FILE *to = open_memstream(&drawn, &drawn_size);
  fprintf(to, "== %s\n", name);
  for (int y = 0; y < LINES; y++) {
    char text[260] = "", mark[260] = "";
    int length = 0, marks = 0;
    for (int x = 0; x < COLS && x < 259; x++) {
      const chtype c = mvinch(y, x);
      text[x] = (char)(c & A_CHARTEXT);
      mark[x] = c & A_BOLD ? 'b' : c & A_REVERSE ? 'r' : c & A_DIM ? 'd' : ' ';
      length = text[x] != ' ' ? x + 1 : length;
      marks = mark[x] != ' ' ? x + 1 : marks;
    }
    fprintf(to, "%02d|%.*s\n", y, length, text);
    if (marks)
      fprintf(to, "  |%.*s\n", marks, mark);
  }
  fclose(to);
}

/* 1 if `drawn` is what comes next in the file. */
static int as_wanted(void) {
  int same = 1;
  if (getenv("ROSIN_UPDATE")) {
    fwrite(drawn, 1, drawn_size, wanted);
  } else {
    char *there = calloc(drawn_size + 1, 1);
    same = there && fread(there, 1, drawn_size, wanted) == drawn_size &&
           memcmp(there, drawn, drawn_size) == 0;
    if (!same)
      fprintf(stderr,
              "wanted\n%s\ndrawn\n%s\nrenewed, where a change is meant, by: ROSIN_UPDATE=1 "
              "build/tests/unit/terminal/test_terminal\n",
              there, drawn);
    free(there);
  }
  free(drawn);
  return same;
}

/* ---- a scene on it ---------------------------------------------------------------- */

typedef struct {
  live_world live;
  rosin_terminal_setup setup;
  rosin_stage stage;
  rosin_live_midi *midi;
  rosin_terminal *terminal;
  int turned; /* what the last turn said */
} world;

static rosin_error error;

/* 0 without a terminal. */
static world *begin(const char *scene, int rows, int columns) {
  char size[8];
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  setenv("TERM", "xterm-256color", 1);
  snprintf(size, sizeof size, "%d", rows);
  setenv("LINES", size, 1);
  snprintf(size, sizeof size, "%d", columns);
  setenv("COLUMNS", size, 1);
  live_begin(&w->live, scene);
  memset(&reported, 0, sizeof reported);
  observed = (rosin_observed){.name = ""};
  picture_of = 0;
  w->setup = (rosin_terminal_setup){.title = scene,
                                    .rate = LIVE_RATE,
                                    .sources = &w->live.sources,
                                    .model = rosin_scene_model(w->live.scene),
                                    .stage = &w->stage};
  return w;
}

static void end(world *w) {
  rosin_live_midi_close(w->midi);
  live_end(&w->live);
  free(w);
}

/* A turn after keys were typed (the last first), and the screen after it. */
static void turn(world *w, const char *name) {
  w->turned = rosin_terminal_turn(w->terminal);
  keep_screen(name);
  written(NULL, 0);
}

/* A picture of a scene that is opened, drawn once and closed: 1 if as wanted. */
static int picture(const char *name, const char *scene, int rows, int columns,
                   void (*prepare)(world *w)) {
  world *w = begin(scene, rows, columns);
  if (prepare)
    prepare(w);
  if (take_terminal()) {
    end(w);
    skip();
  }
  w->terminal = rosin_terminal_open(&w->setup, &error);
  if (w->terminal) {
    for (int i = 0; i < 12; i++) /* the level falls slowly */
      rosin_terminal_turn(w->terminal);
    turn(w, name);
    rosin_terminal_close(w->terminal);
  }
  give_back();
  assert_non_null(w->terminal);
  assert_int_equal(w->turned, 0);
  end(w);
  return as_wanted();
}

static void sounding(world *w) {
  atomic_store(&w->stage.peak, 0.5f);
  for (int i = 0; i < 9; i++)
    rosin_timing_add(&reported.wall, i < 7 ? 0.123 : 1.5);
  reported.xruns = 3;
  observed = (rosin_observed){.name = "bow",
                              .regime = ROSIN_HELMHOLTZ,
                              .force = 0.7,
                              .velocity = 0.04,
                              .slips = 147.2,
                              .pitch = 146.83};
  picture_of = 1;
}

static void too_much(world *w) {
  atomic_store(&w->stage.peak, 3.0f);
  observed = (rosin_observed){
      .name = "bow", .regime = ROSIN_SLIDING, .force = 1e3, .velocity = -9, .pitch = 300};
  picture_of = 1;
}

static void on_glass(world *w) {
  atomic_store(&w->stage.peak, 0.02f);
  observed = (rosin_observed){
      .name = "finger", .regime = ROSIN_SLIDING, .force = 0.5, .velocity = -0.03, .slips = 60};
}

static void with_midi(world *w) {
  assert_non_null(w->midi = w->setup.midi =
                      rosin_live_midi_open(&w->live.sources, &(rosin_live_midi_setup){0}, &error));
  observed = (rosin_observed){.name = "bow-a", .regime = ROSIN_STICKING, .force = 0.2};
}

static void pictures_hold_still(void **state) {
  (void)state;
  static const struct {
    const char *name, *scene;
    int rows, columns;
    void (*prepare)(world *w);
  } all[] = {
      {"at rest", "cello-d", 24, 80, NULL},          {"sounding", "cello-d", 30, 90, sounding},
      {"too much", "cello-d", 17, 61, too_much},     {"least", "cello-d", 16, 50, sounding},
      {"too low", "cello-d", 15, 80, sounding},      {"too narrow", "cello-d", 24, 49, sounding},
      {"widest", "cello-d", 18, 210, sounding},      {"no string", "glass", 24, 80, on_glass},
      {"an instrument", "cello", 32, 84, with_midi}, {"no macros", "squeak", 24, 80, NULL},
      {"macros", "door-hinge-slow", 24, 80, NULL},   {"macros, low", "rope", 16, 60, NULL}};
  int same = 1;
  assert_non_null(
      wanted = fopen("tests/unit/terminal/terminal.txt", getenv("ROSIN_UPDATE") ? "w" : "r"));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    now = 100;
    same &= picture(all[i].name, all[i].scene, all[i].rows, all[i].columns, all[i].prepare);
  }
  fclose(wanted);
  assert_true(same);
}

/* The phase goes round in 2.5 s; the string is as long as the screen is wide, but for its
 * ends. */
static void the_string_is_seen_slowly(void **state) {
  (void)state;
  world *w = begin("cello-d", 24, 80);
  double first = 0, second = 0;
  if (take_terminal())
    skip();
  w->terminal = rosin_terminal_open(&w->setup, &error);
  now = 1.1;
  rosin_terminal_turn(w->terminal);
  first = phase_asked;
  now = 2.1;
  rosin_terminal_turn(w->terminal);
  second = phase_asked;
  rosin_terminal_close(w->terminal);
  give_back();
  assert_int_equal(count_asked, 76);
  assert_true(fabs(first - 0.4728) < 1e-9); /* at the fourth look at the clock */
  assert_true(fabs(second - first - 0.4) < 1e-9);
  end(w);
}

/* ---- hands -------------------------------------------------------------------------- */

static void point_at(world *w, int x, int y, mmask_t buttons) {
  MEVENT e = {.x = x, .y = y, .bstate = buttons};
  ungetmouse(&e);
  w->turned = rosin_terminal_turn(w->terminal);
  written(NULL, 0);
}

/* What took effect: in all, and the last velocity and force. */
typedef struct {
  int count;
  double velocity, force;
} moved;

static moved played(world *w) {
  moved m = {.count = live_run(&w->live), .velocity = NAN, .force = NAN};
  for (int i = 0; i < w->live.seen; i++) {
    if (w->live.event[i].target < 0) /* a note */
      continue;
    const rosin_target *t = &rosin_sequencer_targets(w->live.live)->target[w->live.event[i].target];
    if (strcmp(t->row->name, "velocity") == 0)
      m.velocity = w->live.event[i].value / t->high;
    if (strcmp(t->row->name, "force") == 0)
      m.force = w->live.event[i].value / t->high;
  }
  return m;
}

static void is_moved(moved m, int count, double velocity, double force) {
  if (m.count != count || (count == 2 && !(fabs(m.velocity - velocity) < 1e-9)) ||
      (count && !(fabs(m.force - force) < 1e-9)))
    fail_msg("%d events: %g, %g instead of %d: %g, %g", m.count, m.velocity, m.force, count,
             velocity, force);
}

/* 24 rows of 80: the pad's inside is rows 13 to 17 and columns 2 to 77. */
static void the_mouse_bows(void **state) {
  (void)state;
  enum { EVENTS = 10 };
  static const struct {
    int x, y;
    mmask_t buttons;
    int count;
    double velocity, force;
  } event[EVENTS] = {
      {40, 12, BUTTON1_PRESSED, 0, 0, 0}, /* its edges */
      {40, 18, BUTTON1_PRESSED, 0, 0, 0},
      {40, 15, REPORT_MOUSE_POSITION, 0, 0, 0}, /* not pressed there */
      {2, 13, BUTTON1_PRESSED, 2, -1, 1},
      {77, 17, REPORT_MOUSE_POSITION, 2, 1, 0},
      {32, 16, REPORT_MOUSE_POSITION, 2, 60 / 75.0 - 1, 0.25},
      {79, 2, REPORT_MOUSE_POSITION, 2, 1, 1}, /* dragged beyond */
      {3, 14, BUTTON1_RELEASED, 1, 0, 0},
      {40, 15, REPORT_MOUSE_POSITION, 0, 0, 0},
      {77, 14, BUTTON1_PRESSED, 2, 1, 0.75},
  };
  world *w = begin("cello-d", 24, 80);
  moved m[EVENTS];
  if (take_terminal())
    skip();
  w->terminal = rosin_terminal_open(&w->setup, &error);
  for (int i = 0; i < EVENTS; i++) {
    point_at(w, event[i].x, event[i].y, event[i].buttons);
    m[i] = played(w);
  }
  ungetch(KEY_MOUSE); /* of which nothing is known */
  w->turned = rosin_terminal_turn(w->terminal);
  const moved none = played(w);
  rosin_terminal_close(w->terminal);
  give_back();
  is_moved(none, 0, 0, 0);
  for (int i = 0; i < EVENTS; i++)
    is_moved(m[i], event[i].count, event[i].velocity, event[i].force);
  end(w);
}

static moved typed(world *w, int key) {
  ungetch(key);
  w->turned = rosin_terminal_turn(w->terminal);
  written(NULL, 0);
  return played(w);
}

static void keys_bow_learn_and_quit(void **state) {
  (void)state;
  world *w = begin("cello-d", 24, 80);
  moved m[8];
  int learning[2], ended[3];
  with_midi(w);
  if (take_terminal())
    skip();
  w->terminal = rosin_terminal_open(&w->setup, &error);
  m[0] = typed(w, ' ');
  m[1] = typed(w, KEY_RIGHT);
  m[2] = typed(w, KEY_LEFT);
  m[3] = typed(w, KEY_UP);
  m[4] = typed(w, KEY_DOWN);
  m[5] = typed(w, 'x' | 0x400); /* no key of ours */
  ended[0] = w->turned;
  learning[0] = rosin_live_midi_learning(w->midi);
  typed(w, 'm');
  learning[1] = rosin_live_midi_learning(w->midi);
  ended[1] = w->turned;
  typed(w, 'q');
  ended[2] = w->turned;
  rosin_terminal_close(w->terminal);
  give_back();
  is_moved(m[0], 2, 0.3, 0.3);
  is_moved(m[1], 2, 0.35, 0.3);
  is_moved(m[2], 2, 0.3, 0.3);
  is_moved(m[3], 2, 0.3, 0.35);
  is_moved(m[4], 2, 0.3, 0.3);
  is_moved(m[5], 0, 0, 0);
  assert_int_equal(learning[0], -1);
  assert_string_equal(rosin_sequencer_targets(w->live.live)->target[learning[1]].name,
                      "bow.position");
  assert_true(!ended[0] && !ended[1] && ended[2] == 1);
  end(w);
}

/* What hands do is seen. */
static void hands_are_drawn(void **state) {
  (void)state;
  world *w = begin("cello", 24, 80);
  int same = 1;
  if (take_terminal())
    skip();
  w->terminal = rosin_terminal_open(&w->setup, &error);
  rosin_say("a line that was said");
  static const char *const keys[] = {"b34x]", " =", "b"};
  char *screen[3];
  size_t size[3];
  for (int i = 0; i < 3; i++) {
    for (const char *k = keys[i]; *k; k++)
      typed(w, *k);
    keep_screen(keys[i]);
    screen[i] = drawn;
    size[i] = drawn_size;
  }
  rosin_terminal_close(w->terminal);
  give_back();
  wanted = fopen("tests/unit/terminal/terminal_hands.txt", getenv("ROSIN_UPDATE") ? "w" : "r");
  for (int i = 0; i < 3; i++) {
    drawn = screen[i];
    drawn_size = size[i];
    same &= wanted && as_wanted();
  }
  assert_true(same);
  fclose(wanted);
  end(w);
}

/* ---- life --------------------------------------------------------------------------- */

static void it_is_opened_and_left(void **state) {
  (void)state;
  world *w = begin("cello-d", 24, 80);
  static char opened[20000], closed[20000];
  struct termios before, during, after;
  char said[200] = "";
  if (take_terminal())
    skip();
  tcgetattr(0, &before);
  w->terminal = rosin_terminal_open(&w->setup, &error);
  tcgetattr(0, &during);
  const int keypad_on = is_keypad(stdscr), delay = get_escdelay();
  mmask_t buttons;
  mousemask(0, &buttons);
  FILE *err = tmpfile();
  const int kept_err = dup(2);
  dup2(fileno(err), 2);
  rosin_say("kept"); /* not printed before it is closed */
  dup2(kept_err, 2);
  close(kept_err);
  const int printed = fseek(err, 0, SEEK_END) || ftell(err) > 0;
  fclose(err);
  written(opened, sizeof opened);
  rosin_terminal_turn(w->terminal);
  rosin_said(said, sizeof said);
  written(NULL, 0);
  rosin_terminal_close(w->terminal);
  written(closed, sizeof closed);
  tcgetattr(0, &after);
  give_back();
  assert_string_equal(said, "kept");
  assert_int_equal(printed, 0);
  assert_true(keypad_on && delay == 25);
  assert_true((buttons & (BUTTON1_PRESSED | BUTTON1_RELEASED | REPORT_MOUSE_POSITION)) ==
              (BUTTON1_PRESSED | BUTTON1_RELEASED | REPORT_MOUSE_POSITION));
  assert_true(!(during.c_lflag & (ICANON | ECHO)) && (during.c_lflag & ISIG));
  assert_true(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag);
  assert_non_null(strstr(opened, "\033[?1049h"));
  assert_non_null(strstr(opened, "\033[?25l"));
  assert_non_null(strstr(opened, "\033[?1002h"));
  assert_null(strstr(opened, "\033[?1002l"));
  assert_non_null(strstr(closed, "\033[?1002l"));
  assert_non_null(strstr(closed, "\033[?1049l"));
  rosin_terminal_close(NULL);
  end(w);
}

static void it_ends_when_the_terminal_hangs_up(void **state) {
  (void)state;
  world *w = begin("cello-d", 24, 80);
  if (take_terminal())
    skip();
  w->terminal = rosin_terminal_open(&w->setup, &error);
  const int before = rosin_terminal_turn(w->terminal), nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  close(nothing);
  const int after = rosin_terminal_turn(w->terminal);
  rosin_terminal_close(w->terminal);
  give_back();
  assert_true(before == 0 && after == 1);
  end(w);
}

static void what_cannot_be_is_said(void **state) {
  (void)state;
  world *w = begin("cello-d", 24, 80);
  const rosin_error blank = {""};
  error = blank;
  calls = fail_at = 0;
  w->terminal = rosin_terminal_open(&w->setup, &error);
  fail_at = -1;
  assert_null(w->terminal);
  assert_string_equal(error.text, "out of memory");
  setenv("TERM", "no-such-terminal", 1);
  assert_null(rosin_terminal_open(&w->setup, &error));
  assert_string_equal(error.text, "this terminal cannot be drawn on; --plain does without");
  for (int i = 0; i < 3; i++) /* sources of events are few */
    rosin_sources_add(&w->live.sources);
  assert_null(rosin_terminal_open(&w->setup, &error));
  assert_string_equal(error.text, "out of memory");
  end(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pictures_hold_still),
      cmocka_unit_test(the_string_is_seen_slowly),
      cmocka_unit_test(the_mouse_bows),
      cmocka_unit_test(keys_bow_learn_and_quit),
      cmocka_unit_test(hands_are_drawn),
      cmocka_unit_test(it_is_opened_and_left),
      cmocka_unit_test(it_ends_when_the_terminal_hangs_up),
      cmocka_unit_test(what_cannot_be_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
