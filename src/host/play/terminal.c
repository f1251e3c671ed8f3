/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/play/terminal.h"
#include "error.h"
#include "format.h"
#include "host/play/terminal_hand.h"
#include "live/clock.h"
#include "live/say.h"
#include "player/bow/stroke.h"
#include "player/tuning.h"

#include <curses.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  TURN = 30,
  WIDEST = 200,
  HEAD = 6,
  FOOT = 5,
  LEAST_ROWS = 16,
  LEAST_COLUMNS = 50,
  NAME = 24
};

struct rosin_terminal {
  rosin_terminal_setup s;
  rosin_terminal_hand hand;
  SCREEN *screen;
  int drag;          /* the button is down on the pad */
  double level, top; /* dBFS now, and the highest of the last seconds */
};

/* Where the picture of the string and the pad are: rows, between HEAD and FOOT. */
typedef struct {
  int rows, columns, string, pad, end;
} places;

static int on_string(const rosin_terminal *t) {
  return t->hand.contacts && *t->hand.contact[t->hand.chosen].string;
}

/* Macros of the scene that move: they come first of what can be moved. */
static int sliders(const rosin_terminal *t) {
  const rosin_targets *all = t->hand.targets;
  int count = 0;
  while (count < all->count && all->target[count].macro >= 0)
    count++;
  return count;
}

/* The pad leaves room for the sliders, if there is any. */
static places look(const rosin_terminal *t) {
  places p = {.rows = LINES, .columns = COLS < WIDEST ? COLS : WIDEST, .string = HEAD};
  p.end = p.rows - FOOT;
  p.pad = HEAD + (p.end - HEAD) / 2;
  if (!on_string(t) && HEAD + sliders(t) + 1 > p.pad)
    p.pad = HEAD + sliders(t) + 1 < p.end - 3 ? HEAD + sliders(t) + 1 : p.end - 3;
  return p;
}

/* ---- drawing --------------------------------------------------------------------- */

static void bar(int row, const char *name, double share, const char *value, int columns) {
  const int width = columns - 34;
  const int full = (int)lround(fmax(0, fmin(1, share)) * width);
  mvprintw(row, 1, "%-6s [", name);
  for (int i = 0; i < width; i++)
    addch(i < full ? '#' : '-');
  printw("] %s", value);
}

/* What does not fit is left out; it would go on in the next row. What went on there from
 * the row before goes. */
static void put(int row, int column, int columns, const char *text) {
  move(row, column > 1 ? column : 0);
  clrtoeol();
  mvaddnstr(row, column, text, columns - column - 1);
}

/* Left and right of a middle. */
static void swing(int row, const char *name, double share, const char *value, int columns) {
  const int width = columns - 34, middle = width / 2;
  const int at = middle + (int)lround(fmax(-1, fmin(1, share)) * middle);
  mvprintw(row, 1, "%-6s [", name);
  for (int i = 0; i < width; i++)
    addch(i == middle ? '|' : (i > middle && i <= at) || (i < middle && i >= at) ? '=' : '-');
  printw("] %s", value);
}

static double range_of(const rosin_terminal *t, const char *contact, const char *key) {
  const rosin_targets *all = rosin_core_targets(t->s.sources->core);
  const int i = rosin_targets_of(all, contact, key);
  return i >= 0 && all->target[i].high > 0 ? all->target[i].high : 1;
}

/* A pitch as a player calls it: "D3", and by how many cents it is off, if that is more than the
 * bridge makes of a string's own pitch. */
static void name_of(const rosin_terminal *t, double hertz, char name[NAME]) {
  char key[ROSIN_TUNING_NAME];
  const int a4 = rosin_targets_of(rosin_core_targets(t->s.sources->core), "player", "a4");
  double cents;
  rosin_tuning_name(hertz, a4 >= 0 ? rosin_core_target_value(t->s.sources->core, a4) : 440, key,
                    &cents);
  if (fabs(cents) < 15)
    snprintf(name, NAME, "%s", key);
  else
    rosin_format(name, NAME, "%s %+.0f", key, cents);
}

/* What its player does with the bow, or NULL. */
static const char *articulation(const rosin_terminal *t) {
  const int i = rosin_targets_of(rosin_core_targets(t->s.sources->core), "player", "articulation");
  return i < 0 || !t->hand.player
             ? NULL
             : rosin_articulation_name((int)(rosin_core_target_value(t->s.sources->core, i) + 0.5));
}

static void draw_meters(rosin_terminal *t, int columns) {
  const rosin_audio_report *r = rosin_audio_reported(t->s.audio);
  const rosin_observed o = rosin_observer_look(t->s.observer);
  const double peak = (double)atomic_exchange(&t->s.stage->peak, 0.0f),
               db = 20 * log10(peak + 1e-6);
  char value[80], name[NAME];
  t->level = fmax(db, t->level - 1.5);
  t->top = fmax(db, t->top - 0.1);
  rosin_format(value, sizeof value, "%g Hz  load %2.0f%%  late %lld  xruns %lld", t->s.rate,
               100 * rosin_timing_quantile(&r->wall, 0.5), r->wall.over, r->xruns);
  mvprintw(0, 1, "rosin  %.24s", t->s.title);
  put(0, columns - 1 - (int)strlen(value), columns + 1, value);
  rosin_format(value, sizeof value, "%6.1f dBFS, top %5.1f", t->level, t->top);
  bar(1, "level", 1 + t->level / 60, value, columns);
  rosin_format(value, sizeof value, "%7.3f N", o.force);
  bar(2, "force", o.force / range_of(t, o.name, "force"), value, columns);
  rosin_format(value, sizeof value, "%+7.3f m/s", o.velocity);
  swing(3, "speed", o.velocity / range_of(t, o.name, "velocity"), value, columns);
  attron(A_BOLD);
  mvprintw(4, 1, "%-14s", rosin_touch_name(o.regime));
  attroff(A_BOLD);
  int length = snprintf(value, sizeof value, " %-10.10s", o.name);
  if (o.pitch > 0) {
    name_of(t, o.pitch, name);
    length +=
        rosin_format(value + length, sizeof value - (size_t)length, " %s, %.1f Hz", name, o.pitch);
  }
  if (o.slips > 0)
    rosin_format(value + length, sizeof value - (size_t)length, ", %.0f slips/s", o.slips);
  put(4, 15, columns, value);
}

/* A dot in one of three heights of a character cell. */
static void dot(int top, int rows, int column, double y) {
  static const char mark[] = {'\'', '-', '.'};
  const int third = (int)lround((0.5 - 0.5 * y) * (3 * rows - 1));
  mvaddch(top + third / 3, column, (chtype)mark[third % 3]);
}

/* The string, so slowed down that its corner is seen to travel. */
static void draw_string(const rosin_terminal *t, const places *p) {
  double y[WIDEST];
  const int count = p->columns - 4, rows = p->pad - p->string - 1;
  mvprintw(p->string, 1, "bridge");
  mvprintw(p->string, p->columns - 5, "nut");
  if (count < 8 || rows < 2)
    return;
  if (rosin_observer_picture(t->s.observer, fmod(0.4 * rosin_now(), 1), count, y))
    memset(y, 0, sizeof y);
  for (int i = 0; i < count; i++)
    dot(p->string + 1, rows, 2 + i, y[i]);
}

/* What an effect is played by: its macros, each with its range. */
static void draw_sliders(rosin_terminal *t, const places *p) {
  const int rows = p->pad - p->string, count = sliders(t);
  int longest = 10; /* of their names */
  for (int i = 0; i < count; i++) {
    const int length = (int)strlen(t->hand.targets->target[i].name);
    longest = length > longest ? length : longest;
  }
  longest = longest < 20 ? longest : 20;
  for (int i = 0; i < count && i < rows; i++) {
    const rosin_target *f = &t->hand.targets->target[i];
    const double now = rosin_core_target_value(t->s.sources->core, i);
    char value[64];
    rosin_format(value, sizeof value, "%.4g %s (%g to %g)", now, f->row->unit, f->low, f->high);
    if (i == t->hand.fader)
      attron(A_BOLD);
    mvprintw(p->string + i, 1, "%-*.*s [", longest, longest, f->name);
    const int width = p->columns - 40 - longest;
    const int full = (int)lround(fmax(0, fmin(1, (now - f->low) / (f->high - f->low))) * width);
    for (int k = 0; k < width; k++)
      addch(k < full ? '#' : '-');
    put(p->string + i, longest + 3 + (width > 0 ? width : 0), p->columns, "] ");
    put(p->string + i, longest + 5 + (width > 0 ? width : 0), p->columns, value);
    attroff(A_BOLD);
  }
}

static void draw_pad(const rosin_terminal *t, const places *p) {
  const rosin_terminal_hand *h = &t->hand;
  for (int i = 1; i < p->columns - 1; i++) {
    mvaddch(p->pad, i, '-');
    mvaddch(p->end - 1, i, '-');
  }
  for (int k = p->pad + 1; k < p->end - 1; k++) {
    mvaddch(k, 1, '|');
    mvaddch(k, p->columns / 2, ':');
    mvaddch(k, p->columns - 2, '|');
  }
  mvprintw(p->pad, 3, " %s: left-right speed, up-down force ",
           h->player      ? "its player bows"
           : on_string(t) ? "bow here"
                          : "rub here");
  const int rows = p->end - p->pad - 3, columns = p->columns - 5;
  if (rows < 0)
    return;
  attron(h->down ? A_REVERSE : A_DIM);
  mvaddch(p->end - 2 - (int)lround(h->y * rows), 2 + (int)lround((0.5 + 0.5 * h->x) * columns),
          'X');
  attroff(A_REVERSE | A_DIM);
}

static void draw_foot(rosin_terminal *t, const places *p) {
  const rosin_terminal_hand *h = &t->hand;
  char said[200], name[NAME];
  move(p->end, 1);
  for (int i = 0; i < h->contacts; i++) {
    attron(i == h->chosen ? A_REVERSE : A_NORMAL);
    printw("%d %s", i + 1, h->contact[i].name);
    attroff(A_REVERSE);
    printw("  ");
  }
  if (rosin_terminal_hand_pitch(h) > 0) {
    name_of(t, rosin_terminal_hand_pitch(h), name);
    printw(" finger %+d: %s", h->semitones + 12 * h->octave, name);
  }
  if (articulation(t))
    printw("   %s", articulation(t));
  if (h->targets->count) {
    const rosin_target *f = &h->targets->target[h->fader];
    rosin_format(said, sizeof said, "[ ]  %s = %.4g %s   - = move it%s", f->name,
                 rosin_core_target_value(t->s.sources->core, h->fader), f->row->unit,
                 t->s.midi ? ", m: learn a MIDI controller" : "");
    put(p->end + 1, 1, p->columns, said);
  }
  if (on_string(t)) {
    put(p->end + 2, 1, p->columns,
        "a w s e d .. ; finger   z x octave   arrows speed, force   space bow on, off");
    mvprintw(p->end + 3, 1, "1-9 string   %sq quit",
             rosin_core_is_instrument(t->s.sources->core) ? "b who bows   , . articulation   "
                                                          : "");
  } else {
    put(p->end + 2, 1, p->columns,
        h->contacts ? "arrows speed, force   space hand on, off   1-9 contact" : "");
    mvprintw(p->end + 3, 1, "q quit");
  }
  if (rosin_said(said, (int)sizeof said))
    put(p->end + 4, 1, p->columns, said);
}

static void draw(rosin_terminal *t) {
  const places p = look(t);
  erase();
  if (p.rows < LEAST_ROWS || p.columns < LEAST_COLUMNS) {
    mvprintw(0, 0, "the picture needs %d x %d", LEAST_COLUMNS, LEAST_ROWS);
  } else {
    draw_meters(t, p.columns);
    if (on_string(t))
      draw_string(t, &p);
    else
      draw_sliders(t, &p);
    if (t->hand.contacts)
      draw_pad(t, &p);
    draw_foot(t, &p);
  }
  refresh();
}

/* ---- input -------------------------------------------------------------------------- */

static void point(rosin_terminal *t) {
  MEVENT e;
  const places p = look(t);
  if (getmouse(&e) != OK)
    return;
  const int rows = p.end - p.pad - 3, columns = p.columns - 5;
  const double x = columns > 0 ? 2.0 * (e.x - 2) / columns - 1 : 0;
  const double y = rows > 0 ? (double)(p.end - 2 - e.y) / rows : 0;
  const int inside = e.y > p.pad && e.y < p.end - 1;
  if (e.bstate & BUTTON1_RELEASED) {
    t->drag = 0;
    rosin_terminal_hand_lift(&t->hand);
  } else if ((e.bstate & BUTTON1_PRESSED) && inside) {
    t->drag = 1;
    rosin_terminal_hand_press(&t->hand, x, y);
  } else if (t->drag) { /* also beyond the pad's edge */
    rosin_terminal_hand_press(&t->hand, x, y);
  }
}

/* 1: it is to end. */
static int take(rosin_terminal *t, int key) {
  switch (key) {
  case KEY_MOUSE:
    point(t);
    return 0;
  case KEY_LEFT:
  case KEY_RIGHT:
    rosin_terminal_hand_step(&t->hand, key == KEY_RIGHT ? 1 : -1, 0);
    return 0;
  case KEY_UP:
  case KEY_DOWN:
    rosin_terminal_hand_step(&t->hand, 0, key == KEY_UP ? 1 : -1);
    return 0;
  case KEY_RESIZE:
    clear();
    return 0;
  case 'm':
    if (t->s.midi)
      rosin_live_midi_learn(t->s.midi, t->hand.fader);
    return 0;
  case 'q':
    return 1;
  default:
    rosin_terminal_hand_key(&t->hand, key);
    return 0;
  }
}

int rosin_terminal_turn(rosin_terminal *t) {
  const double until = rosin_now() + TURN / 1000.0;
  double left;
  while ((left = until - rosin_now()) > 0) {
    timeout((int)ceil(1000 * left));
    const int key = getch();
    if (key != ERR && take(t, key))
      return 1;
    if (key == ERR && !isatty(STDIN_FILENO)) /* it hung up */
      return 1;
  }
  draw(t);
  return 0;
}

/* ---- life ---------------------------------------------------------------------------- */

/* Reports of a button held and moved; ncurses asks for presses alone. */
static void ask_for_drags(int on) {
  fputs(on ? "\033[?1002h" : "\033[?1002l", stdout);
  fflush(stdout);
}

rosin_terminal *rosin_terminal_open(const rosin_terminal_setup *setup, rosin_error *error) {
  rosin_terminal *t = calloc(1, sizeof *t);
  if (!t || rosin_terminal_hand_open(&t->hand, setup->sources, setup->model)) {
    free(t);
    rosin_fail(error, "out of memory");
    return NULL;
  }
  t->s = *setup;
  t->level = t->top = -120;
  setlocale(LC_CTYPE, "");
  if (!(t->screen = newterm(NULL, stdout, stdin))) {
    free(t);
    rosin_fail(error, "this terminal cannot be drawn on; --plain does without");
    return NULL;
  }
  rosin_say_keep(1);
  cbreak(); /* Ctrl-C stays a signal */
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  set_escdelay(25);
  mouseinterval(0);
  mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | REPORT_MOUSE_POSITION, NULL);
  ask_for_drags(1);
  return t;
}

void rosin_terminal_close(rosin_terminal *t) {
  if (!t)
    return;
  ask_for_drags(0);
  endwin();
  delscreen(t->screen);
  free(t);
  rosin_say_keep(0);
}
