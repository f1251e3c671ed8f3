/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.pad WIDTH HEIGHT]: a square to press and drag on. Reports where (0..1, 0..1
 * from the lower left corner) and whether it is held; letting go lifts the bow. */
#include <m_pd.h>

#include <g_canvas.h> /* after m_pd.h */
#include <inttypes.h>
#include <stdio.h>

static t_class *pad_class;

enum { LEAST = 20, MOST = 2000, DOT = 5 };

typedef struct {
  t_object object;
  t_glist *glist;
  int width, height;
  double x, y; /* 0..1 */
  int held;
  int px, py; /* of the pointer, pixels, kept outside the square too */
  char square[32], dot[32];
  t_outlet *out_x, *out_y, *out_held;
} t_pad;

static double clip(double value) {
  return value > 0 ? value < 1 ? value : 1 : 0; /* NaN becomes 0 */
}

/* ---- drawing ---------------------------------------------------------------- */

static void pad_rectangle(t_gobj *z, t_glist *glist, int *x1, int *y1, int *x2, int *y2) {
  t_pad *x = (t_pad *)z;
  const int zoom = glist_getzoom(glist);
  *x1 = text_xpix(&x->object, glist);
  *y1 = text_ypix(&x->object, glist);
  *x2 = *x1 + x->width * zoom;
  *y2 = *y1 + x->height * zoom;
}

static void place_dot(t_pad *x, int *px, int *py) {
  int x1, y1, x2, y2;
  pad_rectangle(&x->object.te_g, x->glist, &x1, &y1, &x2, &y2);
  *px = x1 + (int)(x->x * (x2 - x1));
  *py = y2 - (int)(x->y * (y2 - y1));
}

static void move_dot(t_pad *x) {
  int px, py;
  if (!glist_isvisible(x->glist) || !gobj_shouldvis(&x->object.te_g, x->glist))
    return;
  t_canvas *canvas = glist_getcanvas(x->glist);
  const int r = DOT * glist_getzoom(x->glist);
  place_dot(x, &px, &py);
  pdgui_vmess(0, "crs iiii", canvas, "coords", x->dot, px - r, py - r, px + r, py + r);
  pdgui_vmess(0, "crs rk", canvas, "itemconfigure", x->dot, "-fill", x->held ? 0xc04020 : 0x808080);
}

static void pad_draw(t_pad *x, t_glist *glist) {
  int x1, y1, x2, y2, px, py;
  t_canvas *canvas = glist_getcanvas(glist);
  const int r = DOT * glist_getzoom(glist);
  pad_rectangle(&x->object.te_g, glist, &x1, &y1, &x2, &y2);
  place_dot(x, &px, &py);
  pdgui_vmess(0, "crr iiii rk rk rs", canvas, "create", "rectangle", x1, y1, x2, y2, "-outline",
              0x000000, "-fill", 0xf4f0e4, "-tags", x->square);
  pdgui_vmess(0, "crr iiii rk rk rs", canvas, "create", "oval", px - r, py - r, px + r, py + r,
              "-outline", 0x404040, "-fill", 0x808080, "-tags", x->dot);
  glist_drawiofor(glist, &x->object, 1, x->square, x1, y1, x2, y2);
}

static void pad_erase(t_pad *x, t_glist *glist) {
  t_canvas *canvas = glist_getcanvas(glist);
  pdgui_vmess(0, "crs", canvas, "delete", x->square);
  pdgui_vmess(0, "crs", canvas, "delete", x->dot);
  glist_eraseiofor(glist, &x->object, x->square);
}

static void pad_visible(t_gobj *z, t_glist *glist, int flag) {
  if (flag)
    pad_draw((t_pad *)z, glist);
  else
    pad_erase((t_pad *)z, glist);
}

static void pad_displace(t_gobj *z, t_glist *glist, int dx, int dy) {
  t_pad *x = (t_pad *)z;
  x->object.te_xpix = (short)(x->object.te_xpix + dx);
  x->object.te_ypix = (short)(x->object.te_ypix + dy);
  if (glist_isvisible(glist)) {
    pad_erase(x, glist);
    pad_draw(x, glist);
    canvas_fixlinesfor(glist, &x->object);
  }
}

static void pad_select(t_gobj *z, t_glist *glist, int state) {
  t_pad *x = (t_pad *)z;
  pdgui_vmess(0, "crs rk", glist_getcanvas(glist), "itemconfigure", x->square, "-outline",
              state ? 0x0000ff : 0x000000);
}

static void pad_delete(t_gobj *z, t_glist *glist) {
  canvas_deletelinesfor(glist, (t_text *)z);
}

/* ---- the hand --------------------------------------------------------------- */

static void report(t_pad *x) {
  outlet_float(x->out_y, (t_float)x->y);
  outlet_float(x->out_x, (t_float)x->x);
}

static void look_at_pointer(t_pad *x) {
  int x1, y1, x2, y2;
  pad_rectangle(&x->object.te_g, x->glist, &x1, &y1, &x2, &y2);
  x->x = clip((double)(x->px - x1) / (x2 - x1));
  x->y = clip((double)(y2 - x->py) / (y2 - y1));
}

static void hold(t_pad *x, int held) {
  if (x->held == held)
    return;
  x->held = held;
  move_dot(x);
  outlet_float(x->out_held, (t_float)held);
}

static void pad_motion(void *z, t_floatarg dx, t_floatarg dy, t_floatarg up) {
  t_pad *x = z;
  if (up != 0) {
    hold(x, 0);
    return;
  }
  x->px += (int)dx;
  x->py += (int)dy;
  look_at_pointer(x);
  move_dot(x);
  report(x);
}

static int pad_click(t_gobj *z, t_glist *glist, int px, int py, int shift, int alt, int dbl,
                     int doit) {
  t_pad *x = (t_pad *)z;
  (void)shift, (void)alt, (void)dbl;
  if (doit) {
    glist_grab(glist, z, pad_motion, 0, px, py);
    x->px = px;
    x->py = py;
    look_at_pointer(x);
    move_dot(x);
    report(x);
    hold(x, 1);
  }
  return 1;
}

static void pad_list(t_pad *x, t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  if (count != 2 || atoms[0].a_type != A_FLOAT || atoms[1].a_type != A_FLOAT) {
    pd_error(x, "rosin.pad: list: needs x and y, 0 to 1 each");
    return;
  }
  x->x = clip((double)atoms[0].a_w.w_float);
  x->y = clip((double)atoms[1].a_w.w_float);
  move_dot(x);
  report(x);
}

static void pad_set(t_pad *x, t_floatarg px, t_floatarg py) {
  x->x = clip((double)px);
  x->y = clip((double)py);
  move_dot(x);
}

/* What it holds, said again. */
static void pad_dump(t_pad *x) {
  outlet_float(x->out_held, (t_float)x->held);
  report(x);
}

static void pad_print(t_pad *x) {
  post("rosin.pad: x %g, y %g, %s; %d by %d pixels", x->x, x->y, x->held ? "held" : "not held",
       x->width, x->height);
}

static void pad_hold(t_pad *x, t_floatarg held) {
  hold(x, held != 0);
}

static int size(t_pad *x, const char *what, t_floatarg value, int otherwise) {
  if (value == 0)
    return otherwise;
  if (value >= LEAST && value <= MOST)
    return (int)value;
  pd_error(x, "rosin.pad: %s: %g is out of range: %d to %d pixels", what, (double)value, LEAST,
           MOST);
  return otherwise;
}

static const t_widgetbehavior pad_widget = {pad_rectangle, pad_displace, pad_select, NULL,
                                            pad_delete,    pad_visible,  pad_click};

static void *pad_new(t_floatarg width, t_floatarg height) {
  t_pad *x = (t_pad *)pd_new(pad_class);
  x->glist = (t_glist *)canvas_getcurrent();
  x->width = size(x, "width", width, 200);
  x->height = size(x, "height", height, x->width);
  x->x = x->y = 0.5;
  snprintf(x->square, sizeof x->square, "pad%" PRIxPTR "s", (uintptr_t)x);
  snprintf(x->dot, sizeof x->dot, "pad%" PRIxPTR "d", (uintptr_t)x);
  x->out_x = outlet_new(&x->object, &s_float);
  x->out_y = outlet_new(&x->object, &s_float);
  x->out_held = outlet_new(&x->object, &s_float);
  return x;
}

__attribute__((visibility("default"))) void setup_rosin0x2epad(void) {
  pad_class = class_new(gensym("rosin.pad"), (t_newmethod)(void (*)(void))pad_new, 0, sizeof(t_pad),
                        CLASS_DEFAULT, A_DEFFLOAT, A_DEFFLOAT, 0);
  class_addlist(pad_class, pad_list);
  class_addbang(pad_class, pad_dump);
  class_addmethod(pad_class, (t_method)pad_dump, gensym("dump"), 0);
  class_addmethod(pad_class, (t_method)pad_print, gensym("print"), 0);
  class_addmethod(pad_class, (t_method)pad_set, gensym("set"), A_DEFFLOAT, A_DEFFLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_hold, gensym("hold"), A_FLOAT, 0);
  class_setwidget(pad_class, &pad_widget);
}
