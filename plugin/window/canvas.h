/* SPDX-License-Identifier: BSD-3-Clause */
/** A canvas in memory: anti-aliased paths, strokes and light, within a clip. It knows no screen.
 *  Places and lengths are those of a layout; `scale` makes pixels of them. */
#ifndef ROSIN_WINDOW_CANVAS_H
#define ROSIN_WINDOW_CANVAS_H

#include <stdint.h>

typedef struct {
  double x, y, width, height;
} rosin_box;

/** 0xAARRGGBB, not premultiplied. */
typedef uint32_t rosin_colour;

typedef struct {
  int left, top, right, bottom;
} rosin_pixels;

typedef struct {
  uint32_t *pixel; /* [width * height], 0x00RRGGBB */
  int width, height;
  double scale, left, top; /* pixels a unit; pixels before the layout's corner */
  rosin_pixels clip;
  float *edge; /* of the path: x0 y0 x1 y1 in pixels, [most edges] */
  int edges, most_edges;
  float *cover; /* of the path's box */
  int most_cover;
  double at_x, at_y, from_x, from_y; /* the pen, and where its line began */
  long long drawn;                   /* pixels that were written, ever */
} rosin_canvas;

/** 0, or -1 without memory: it then has no pixels. What it had is undefined. */
int rosin_canvas_size(rosin_canvas *canvas, int width, int height);
void rosin_canvas_free(rosin_canvas *canvas);
/** What is drawn from here on stays within that box, rounded outwards. */
void rosin_canvas_clip(rosin_canvas *canvas, const rosin_box *box);
rosin_pixels rosin_canvas_pixels(const rosin_canvas *canvas, const rosin_box *box);

/** A path to be filled: its parts close by themselves. */
void rosin_canvas_move(rosin_canvas *canvas, double x, double y);
void rosin_canvas_line(rosin_canvas *canvas, double x, double y);
/** Fills it, and forgets it. Parts that turn the same way add up to one. */
void rosin_canvas_fill(rosin_canvas *canvas, rosin_colour colour);
/** From one colour at `top` to another at `bottom`. */
void rosin_canvas_fade(rosin_canvas *canvas, double top, rosin_colour above, double bottom,
                       rosin_colour below);

/** Parts of paths: a thick line, a ring's arc (degrees, upwards), a disc, a box with round corners.
 */
void rosin_canvas_stroke(rosin_canvas *canvas, double x0, double y0, double x1, double y1,
                         double width);
void rosin_canvas_arc(rosin_canvas *canvas, double x, double y, double radius, double from,
                      double to, double width);
void rosin_canvas_disc(rosin_canvas *canvas, double x, double y, double radius);
void rosin_canvas_round(rosin_canvas *canvas, const rosin_box *box, double radius);

/** A thick line through points (x and y by turns) that turns gently, with round ends. */
void rosin_canvas_ribbon(rosin_canvas *canvas, const double *points, int count, double width);

/** A part's ground: all pixels that its box touches, from one colour to another, with corners of a
 *  third cut round. */
void rosin_canvas_panel(rosin_canvas *canvas, const rosin_box *box, double radius,
                        rosin_colour above, rosin_colour below, rosin_colour around);
/** All pixels that a box touches, from one colour to another; or of one. */
void rosin_canvas_wash(rosin_canvas *canvas, const rosin_box *box, rosin_colour above,
                       rosin_colour below);
void rosin_canvas_clear(rosin_canvas *canvas, const rosin_box *box, rosin_colour colour);
/** A box of one colour; its outline; a light that fades towards its edge. */
void rosin_canvas_box(rosin_canvas *canvas, const rosin_box *box, double radius,
                      rosin_colour colour);
void rosin_canvas_outline(rosin_canvas *canvas, const rosin_box *box, double radius, double width,
                          rosin_colour colour);
void rosin_canvas_glow(rosin_canvas *canvas, double x, double y, double radius,
                       rosin_colour colour);

/** The same colour, by `share` (0 to 1) as opaque; and between two. */
rosin_colour rosin_colour_thin(rosin_colour colour, double share);
rosin_colour rosin_colour_mix(rosin_colour from, rosin_colour to, double share);

#endif
