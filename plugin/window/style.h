/* SPDX-License-Identifier: BSD-3-Clause */
/** Colours and sizes of a window, and what its drawings share. */
#ifndef ROSIN_WINDOW_STYLE_H
#define ROSIN_WINDOW_STYLE_H

#include "plugin/window/desk.h"
#include "plugin/window/writing.h"

#define ROSIN_GROUND 0xff131418u
#define ROSIN_CARD 0xff1b1d23u
#define ROSIN_FIELD 0xff262932u
#define ROSIN_RAISED 0xff313540u
#define ROSIN_EDGE 0xff3b404du
#define ROSIN_TEXT 0xffeceae5u
#define ROSIN_SOFT 0xffb4b7c0u
#define ROSIN_QUIET 0xff868b98u
#define ROSIN_WARM 0xfff0a94eu
#define ROSIN_DEEP 0xff8a5a24u
#define ROSIN_COOL 0xff63b7ccu
#define ROSIN_WOOD 0xff5b3a22u
#define ROSIN_RED 0xffe2574cu

enum { ROSIN_TEXT_LARGE = 19, ROSIN_TEXT_PLAIN = 12, ROSIN_TEXT_SMALL = 11 };

/** Of what a contact does; its name is rosin_touch_name's. */
rosin_colour rosin_regime_colour(int regime);
/** A part's ground, lighter under the mouse; and a word in the middle of a box. */
void rosin_draw_button(rosin_canvas *canvas, const rosin_desk *desk, int part, const char *word,
                       int lit);
void rosin_draw_word(rosin_canvas *canvas, double x, double y, double size, rosin_colour colour,
                     rosin_side side, const char *word);

/** Each draws parts of its kind. */
void rosin_draw_bar(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_meter(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_knob(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_row(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_card(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_strings(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_thing(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_pad(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_keys(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_line(rosin_canvas *canvas, const rosin_desk *desk, int part);
void rosin_draw_over(rosin_canvas *canvas, const rosin_desk *desk);

/** Which controller moves a parameter, or that it waits for one: "cc 21", "cc ?"; "": none. */
const char *rosin_controller_said(const rosin_desk *desk, int index, char *text, size_t size);
/** What the line at the foot says. */
void rosin_line_says(const rosin_desk *desk, char *text, size_t size);
/** The key (MIDI's) nearest to a frequency; its name ("C#4"). */
int rosin_key_of(double hertz);
void rosin_key_name(int key, char *text, size_t size);
/** What a contact does, and its readings, along the top of a box. */
void rosin_draw_regime(rosin_canvas *canvas, const rosin_desk *desk, const rosin_box *box);
/** A section on its stage, seen from above: who sounds is lit, 0 to 1. */
void rosin_draw_seats(rosin_canvas *canvas, const rosin_desk *desk, const rosin_box *box);
double rosin_seat_lit(const rosin_view_player *player);
/** Its friction over its sliding velocity, in a box of its own. */
void rosin_draw_loop(rosin_canvas *canvas, const rosin_desk *desk, const rosin_box *box);

#endif
