/* SPDX-License-Identifier: BSD-3-Clause */
/** A [rosin.pad], how it is drawn (pad_draw.c), and how large it is (pad_size.c). All in Pd's
 * thread. It stays in a binary of its own, since it speaks to Pd's window. */
#ifndef ROSIN_PD_PAD_H
#define ROSIN_PD_PAD_H

#include <m_pd.h>

#include <g_canvas.h> /* after m_pd.h */

enum { LEAST = 20, MOST = 2000, DOT = 5, GRIP = 10, SPEEDS = 64, TRACE = 48 };
enum { HELD = 0xc04020, FREE = 0x808080 };

typedef struct {
  t_object object;
  t_glist *glist;
  int width, height;
  double x, y, pressure; /* 0..1 */
  int held, presses;     /* `presses`: what is dragged up and down is the pressure */
  int px, py;            /* of the pointer, pixels, kept outside the square too */
  char square[32], dot[32], more[32], trail[32]; /* tags; `more`: region and words */
  double fastest, most; /* m/s and N at the right and upper edges; 0: shares of 1 */
  int speeds;           /* of the region; 0: none is known */
  double speed[SPEEDS], low[SPEEDS], high[SPEEDS]; /* m/s, N, N */
  t_symbol *regime;                                /* or s_ */
  int dark, traces, traced;
  double trace[TRACE][2];   /* the last `traced` shares, oldest first */
  t_symbol *send, *receive; /* or s_ */
  int tells;                /* what it says may come back to it */
  t_symbol *grip;           /* its name in Pd's window, and where that speaks to */
  int gripped;              /* the grip is drawn */
  int grip_x, grip_y;       /* where the pad's upper left corner would be on the screen, pixels */
  int was_wide, was_high;   /* before the drag; 0: none goes on */
  t_outlet *out_x, *out_y, *out_held, *out_pressure;
} t_pad;

double rosin_pad_clip(double value);
/** What the outlets give for the whole width or height. */
double rosin_pad_reach(double axis);
int rosin_pad_is_seen(t_pad *x);
/** Region and words anew, below the dot; `renew` only if the pad is seen. */
void rosin_pad_draw_more(t_pad *x);
void rosin_pad_renew(t_pad *x);
void rosin_pad_move_dot(t_pad *x);
void rosin_pad_leave_trace(t_pad *x);
void rosin_pad_draw_trace(t_pad *x);
/** All of it, where it is now. */
void rosin_pad_draw_again(t_pad *x);
/** What Pd's window needs to know of grips, once a class. */
void rosin_pad_set_up_grip(void);
/** The grip, made or moved to the corner; and gone. */
void rosin_pad_draw_grip(t_pad *x, t_glist *glist);
void rosin_pad_drop_grip(t_pad *x, t_glist *glist);
/** A number of pixels, LEAST to MOST; `otherwise` if it is 0 or, with an error, beyond. */
int rosin_pad_size(t_pad *x, const char *what, t_floatarg value, int otherwise);
/** The messages `size WIDTH HEIGHT`, and `grip`, of Pd's window: a drag can be undone. */
void rosin_pad_take_size(t_pad *x, t_floatarg width, t_floatarg height);
void rosin_pad_take_grip(t_pad *x, t_floatarg phase, t_floatarg px, t_floatarg py);
/** What Pd asks of a widget. */
void rosin_pad_rectangle(t_gobj *z, t_glist *glist, int *x1, int *y1, int *x2, int *y2);
void rosin_pad_visible(t_gobj *z, t_glist *glist, int flag);
void rosin_pad_displace(t_gobj *z, t_glist *glist, int dx, int dy);
void rosin_pad_select(t_gobj *z, t_glist *glist, int state);
void rosin_pad_delete(t_gobj *z, t_glist *glist);

#endif
