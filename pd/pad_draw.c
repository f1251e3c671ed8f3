/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/pad.h"

#include <string.h>

double rosin_pad_clip(double value) {
  return value > 0 ? value < 1 ? value : 1 : 0; /* NaN becomes 0 */
}

void rosin_pad_rectangle(t_gobj *z, t_glist *glist, int *x1, int *y1, int *x2, int *y2) {
  t_pad *x = (t_pad *)z;
  const int zoom = glist_getzoom(glist);
  *x1 = text_xpix(&x->object, glist);
  *y1 = text_ypix(&x->object, glist);
  *x2 = *x1 + x->width * zoom;
  *y2 = *y1 + x->height * zoom;
}

/* What the outlets give for the whole width and height. */
double rosin_pad_reach(double axis) {
  return axis > 0 ? axis : 1;
}

static const struct {
  const char *name, *says;
  int colour;
} regimes[] = {{"sings", "sings", 0x2e9e4f},
               {"slides", "slides: press more, or less", 0x5078c8},
               {"twice", "slips twice: press more", 0xd08a20},
               {"creaks", "creaks: press less", 0xb03060},
               {"sticks", "sticks: press less", 0x704090}};

/* -1: none, or none that is drawn */
static int regime_of(const t_pad *x) {
  for (int i = 0; i < (int)(sizeof regimes / sizeof *regimes); i++)
    if (x->regime == gensym(regimes[i].name))
      return i;
  return -1;
}

static int dot_colour(const t_pad *x) {
  const int regime = regime_of(x);
  return !x->held ? FREE : regime >= 0 ? regimes[regime].colour : HELD;
}

/* The more pressed, the larger. */
static int radius(const t_pad *x) {
  return (int)(DOT * glist_getzoom(x->glist) * (0.5 + x->pressure) + 0.5);
}

static void place_dot(t_pad *x, int *px, int *py) {
  int x1, y1, x2, y2;
  rosin_pad_rectangle(&x->object.te_g, x->glist, &x1, &y1, &x2, &y2);
  *px = x1 + (int)(x->x * (x2 - x1));
  *py = y2 - (int)(x->y * (y2 - y1));
}

/* Within the edge, which stays seen. */
static t_atom *point(t_pad *x, t_atom *to, double across, double up) {
  int x1, y1, x2, y2;
  rosin_pad_rectangle(&x->object.te_g, x->glist, &x1, &y1, &x2, &y2);
  const int px = x1 + (int)(rosin_pad_clip(across) * (x2 - x1));
  const int py = y2 - (int)(rosin_pad_clip(up) * (y2 - y1));
  SETFLOAT(to, (t_float)(px > x1 ? px < x2 ? px : x2 - 1 : x1 + 1));
  SETFLOAT(to + 1, (t_float)(py > y1 ? py < y2 ? py : y2 - 1 : y1 + 1));
  return to + 2;
}

/* A polygon from rest out along the greatest forces and back along the least. */
static void draw_region(t_pad *x, t_canvas *canvas) {
  t_atom points[4 * SPEEDS + 2], *end = point(x, points, 0, 0);
  const double right = rosin_pad_reach(x->fastest), top = rosin_pad_reach(x->most);
  for (int i = 0; i < x->speeds; i++)
    end = point(x, end, x->speed[i] / right, x->high[i] / top);
  for (int i = x->speeds - 1; i >= 0; i--)
    end = point(x, end, x->speed[i] / right, x->low[i] / top);
  if (x->speeds)
    pdgui_vmess(0, "crr A rk rs rs", canvas, "create", "polygon", (int)(end - points), points,
                "-fill", x->dark ? 0x24503a : 0xc4e4c0, "-outline", "", "-tags", x->more);
}

static void draw_word(t_pad *x, t_canvas *canvas, double across, double up, const char *anchor,
                      const char *word) {
  t_atom at[2];
  point(x, at, across, up);
  const int zoom = glist_getzoom(x->glist), in = 4 * zoom;
  pdgui_vmess(0, "crr ff rs rs rk rr rs", canvas, "create", "text",
              (double)(atom_getfloat(at) + (t_float)(across > 0.5 ? -in : in)),
              (double)(atom_getfloat(at + 1) + (t_float)(up > 0.5 ? in : -in)), "-anchor", anchor,
              "-text", word, "-fill", x->dark ? 0xd0ccc0 : 0x504838, "-font",
              zoom > 1 ? "{{DejaVu Sans Mono} -20}" : "{{DejaVu Sans Mono} -10}", "-tags", x->more);
}

/* At the end of an axis: a number as Pd writes it, whatever the locale, and its unit. */
static void draw_end(t_pad *x, t_canvas *canvas, double across, double up, const char *anchor,
                     double value, const char *unit) {
  char word[64];
  t_atom number;
  SETFLOAT(&number, (t_float)value);
  atom_string(&number, word, sizeof word - 8);
  strcat(word, unit);
  draw_word(x, canvas, across, up, anchor, word);
}

static void draw_words(t_pad *x, t_canvas *canvas) {
  const int regime = regime_of(x);
  if (x->fastest > 0)
    draw_end(x, canvas, 1, 0, "se", x->fastest, " m/s");
  if (x->most > 0)
    draw_end(x, canvas, 0, 1, "nw", x->most, " N");
  if (regime >= 0)
    draw_word(x, canvas, 1, 1, "ne", regimes[regime].says);
}

int rosin_pad_is_seen(t_pad *x) {
  return glist_isvisible(x->glist) && gobj_shouldvis(&x->object.te_g, x->glist);
}

/* Region and words anew, below the dot. */
void rosin_pad_draw_more(t_pad *x) {
  t_canvas *canvas = glist_getcanvas(x->glist);
  pdgui_vmess(0, "crs", canvas, "delete", x->more);
  draw_region(x, canvas);
  draw_words(x, canvas);
  pdgui_vmess(0, "crs", canvas, "raise", x->dot);
}

static int has_more(const t_pad *x) {
  return x->speeds || x->fastest > 0 || x->most > 0 || regime_of(x) >= 0;
}

void rosin_pad_renew(t_pad *x) {
  if (rosin_pad_is_seen(x))
    rosin_pad_draw_more(x);
}

/* Where the hand has been of late. */
void rosin_pad_draw_trace(t_pad *x) {
  t_atom points[2 * TRACE], *end = points;
  t_canvas *canvas = glist_getcanvas(x->glist);
  if (!x->traces)
    return;
  for (int i = 0; i < x->traced; i++)
    end = point(x, end, x->trace[i][0], x->trace[i][1]);
  pdgui_vmess(0, "crs", canvas, "delete", x->trail);
  if (x->traced > 1)
    pdgui_vmess(0, "crr A rk rs", canvas, "create", "line", (int)(end - points), points, "-fill",
                x->dark ? 0x909080 : 0xa08870, "-tags", x->trail);
}

void rosin_pad_leave_trace(t_pad *x) {
  if (x->traced == TRACE)
    for (int i = 1; i < TRACE; i++) {
      x->trace[i - 1][0] = x->trace[i][0];
      x->trace[i - 1][1] = x->trace[i][1];
    }
  else
    x->traced++;
  x->trace[x->traced - 1][0] = x->x;
  x->trace[x->traced - 1][1] = x->y;
}

void rosin_pad_move_dot(t_pad *x) {
  int px, py;
  if (!glist_isvisible(x->glist) || !gobj_shouldvis(&x->object.te_g, x->glist))
    return;
  t_canvas *canvas = glist_getcanvas(x->glist);
  const int r = radius(x);
  place_dot(x, &px, &py);
  pdgui_vmess(0, "crs iiii", canvas, "coords", x->dot, px - r, py - r, px + r, py + r);
  pdgui_vmess(0, "crs rk", canvas, "itemconfigure", x->dot, "-fill", dot_colour(x));
}

static void pad_draw(t_pad *x, t_glist *glist) {
  int x1, y1, x2, y2, px, py;
  t_canvas *canvas = glist_getcanvas(glist);
  const int r = radius(x);
  rosin_pad_rectangle(&x->object.te_g, glist, &x1, &y1, &x2, &y2);
  place_dot(x, &px, &py);
  pdgui_vmess(0, "crr iiii rk rk rs", canvas, "create", "rectangle", x1, y1, x2, y2, "-outline",
              0x000000, "-fill", x->dark ? 0x24221e : 0xf4f0e4, "-tags", x->square);
  pdgui_vmess(0, "crr iiii rk rk rs", canvas, "create", "oval", px - r, py - r, px + r, py + r,
              "-outline", 0x404040, "-fill", 0x808080, "-tags", x->dot);
  if (has_more(x))
    rosin_pad_draw_more(x);
  rosin_pad_draw_trace(x);
  glist_drawiofor(glist, &x->object, 1, x->square, x1, y1, x2, y2);
}

static void pad_erase(t_pad *x, t_glist *glist) {
  t_canvas *canvas = glist_getcanvas(glist);
  pdgui_vmess(0, "crs", canvas, "delete", x->square);
  pdgui_vmess(0, "crs", canvas, "delete", x->dot);
  pdgui_vmess(0, "crs", canvas, "delete", x->more);
  pdgui_vmess(0, "crs", canvas, "delete", x->trail);
  glist_eraseiofor(glist, &x->object, x->square);
}

void rosin_pad_drop_grip(t_pad *x, t_glist *glist) {
  if (x->gripped)
    pdgui_vmess("rosin_pad_drop_grip", "cr", glist_getcanvas(glist), x->grip->s_name);
  x->gripped = 0;
}

void rosin_pad_draw_grip(t_pad *x, t_glist *glist) {
  int x1, y1, x2, y2;
  rosin_pad_rectangle(&x->object.te_g, glist, &x1, &y1, &x2, &y2);
  if (x->gripped)
    pdgui_vmess("rosin_pad_place_grip", "crii", glist_getcanvas(glist), x->grip->s_name, x2, y2);
  else
    pdgui_vmess("rosin_pad_grip", "criii", glist_getcanvas(glist), x->grip->s_name, x2, y2,
                GRIP * glist_getzoom(glist));
  x->gripped = 1;
}

void rosin_pad_draw_again(t_pad *x) {
  pad_erase(x, x->glist);
  pad_draw(x, x->glist);
  if (x->gripped)
    rosin_pad_draw_grip(x, x->glist);
}

void rosin_pad_visible(t_gobj *z, t_glist *glist, int flag) {
  if (flag)
    pad_draw((t_pad *)z, glist);
  else {
    pad_erase((t_pad *)z, glist);
    rosin_pad_drop_grip((t_pad *)z, glist);
  }
}

void rosin_pad_displace(t_gobj *z, t_glist *glist, int dx, int dy) {
  t_pad *x = (t_pad *)z;
  x->object.te_xpix = (short)(x->object.te_xpix + dx);
  x->object.te_ypix = (short)(x->object.te_ypix + dy);
  if (glist_isvisible(glist)) {
    rosin_pad_draw_again(x);
    canvas_fixlinesfor(glist, &x->object);
  }
}

void rosin_pad_select(t_gobj *z, t_glist *glist, int state) {
  t_pad *x = (t_pad *)z;
  pdgui_vmess(0, "crs rk", glist_getcanvas(glist), "itemconfigure", x->square, "-outline",
              state ? 0x0000ff : 0x000000);
  if (state && glist->gl_edit && glist == glist_getcanvas(glist))
    rosin_pad_draw_grip(x, glist);
  else
    rosin_pad_drop_grip(x, glist);
}

void rosin_pad_delete(t_gobj *z, t_glist *glist) {
  canvas_deletelinesfor(glist, (t_text *)z);
}
