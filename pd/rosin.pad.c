/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.pad WIDTH HEIGHT FASTEST MOST SEND RECEIVE]: a square to press and drag on. Reports where
 * (from the lower left corner, up to 1 or to FASTEST m/s and MOST N) and whether it is held;
 * letting go lifts the bow. A third number is how hard it is pressed: of a pen, or with Shift, up
 * and down. Behind the hand it draws what it is told of a contact: where that sings, and what it
 * does. */
#include "pd/pad.h"

#include <inttypes.h>
#include <stdio.h>

static t_class *pad_class;

/* ---- the hand --------------------------------------------------------------- */

static void tell(t_pad *x) {
  t_atom atoms[4];
  if (x->send == &s_ || !x->send->s_thing || x->tells)
    return;
  SETFLOAT(&atoms[0], (t_float)(x->x * rosin_pad_reach(x->fastest)));
  SETFLOAT(&atoms[1], (t_float)(x->y * rosin_pad_reach(x->most)));
  SETFLOAT(&atoms[2], (t_float)x->held);
  SETFLOAT(&atoms[3], (t_float)x->pressure);
  x->tells = 1;
  pd_list(x->send->s_thing, &s_list, 4, atoms);
  x->tells = 0;
}

static void report(t_pad *x) {
  rosin_pad_leave_trace(x);
  if (rosin_pad_is_seen(x))
    rosin_pad_draw_trace(x);
  outlet_float(x->out_y, (t_float)(x->y * rosin_pad_reach(x->most)));
  outlet_float(x->out_x, (t_float)(x->x * rosin_pad_reach(x->fastest)));
  tell(x);
}

static void press(t_pad *x, double pressure) {
  x->pressure = rosin_pad_clip(pressure);
  rosin_pad_move_dot(x);
  outlet_float(x->out_pressure, (t_float)x->pressure);
  tell(x);
}

static void look_at_pointer(t_pad *x) {
  int x1, y1, x2, y2;
  rosin_pad_rectangle(&x->object.te_g, x->glist, &x1, &y1, &x2, &y2);
  x->x = rosin_pad_clip((double)(x->px - x1) / (x2 - x1));
  x->y = rosin_pad_clip((double)(y2 - x->py) / (y2 - y1));
}

static void hold(t_pad *x, int held) {
  if (x->held == held)
    return;
  x->held = held;
  rosin_pad_move_dot(x);
  outlet_float(x->out_held, (t_float)held);
  tell(x);
}

static void pad_motion(void *z, t_floatarg dx, t_floatarg dy, t_floatarg up) {
  t_pad *x = z;
  if (up != 0) {
    hold(x, 0);
    return;
  }
  if (x->presses) {
    press(x, x->pressure - (double)dy / (x->height * glist_getzoom(x->glist)));
    return;
  }
  x->px += (int)dx;
  x->py += (int)dy;
  look_at_pointer(x);
  rosin_pad_move_dot(x);
  report(x);
}

static int pad_click(t_gobj *z, t_glist *glist, int px, int py, int shift, int alt, int dbl,
                     int doit) {
  t_pad *x = (t_pad *)z;
  (void)alt, (void)dbl;
  if (doit) {
    glist_grab(glist, z, pad_motion, 0, px, py);
    x->px = px;
    x->py = py;
    x->presses = shift != 0; /* the hand stays where it is */
    if (!x->presses) {
      look_at_pointer(x);
      rosin_pad_move_dot(x);
      report(x);
    }
    hold(x, 1);
  }
  return 1;
}

static void pad_list(t_pad *x, t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  if (x->tells) /* its own words, come back */
    return;
  if (count != 2 || atoms[0].a_type != A_FLOAT || atoms[1].a_type != A_FLOAT) {
    pd_error(x, "rosin.pad: list: needs x and y, 0 to %g and 0 to %g", rosin_pad_reach(x->fastest),
             rosin_pad_reach(x->most));
    return;
  }
  x->x = rosin_pad_clip((double)atoms[0].a_w.w_float / rosin_pad_reach(x->fastest));
  x->y = rosin_pad_clip((double)atoms[1].a_w.w_float / rosin_pad_reach(x->most));
  rosin_pad_move_dot(x);
  report(x);
}

static void pad_set(t_pad *x, t_floatarg px, t_floatarg py) {
  x->x = rosin_pad_clip((double)px / rosin_pad_reach(x->fastest));
  x->y = rosin_pad_clip((double)py / rosin_pad_reach(x->most));
  rosin_pad_move_dot(x);
}

/* What it holds, said again. */
static void pad_dump(t_pad *x) {
  outlet_float(x->out_pressure, (t_float)x->pressure);
  outlet_float(x->out_held, (t_float)x->held);
  report(x);
}

static void pad_print(t_pad *x) {
  post("rosin.pad: x %g, y %g, pressure %g, %s; %d by %d pixels",
       x->x * rosin_pad_reach(x->fastest), x->y * rosin_pad_reach(x->most), x->pressure,
       x->held ? "held" : "not held", x->width, x->height);
}

/* Of a pen, a finger, a wheel: whoever has one. */
static void pad_pressure(t_pad *x, t_floatarg pressure) {
  press(x, (double)pressure);
}

static void pad_hold(t_pad *x, t_floatarg held) {
  hold(x, held != 0);
}

/* ---- what it is told of a contact ------------------------------------------------ */

/* SPEED LEAST GREATEST ...: as the contact's own message `region` says. */
static void pad_region(t_pad *x, t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  int wrong = count % 3 != 0 || count > 3 * SPEEDS;
  for (int i = 0; i < count; i++)
    wrong |= atoms[i].a_type != A_FLOAT || !(atoms[i].a_w.w_float >= 0);
  if (wrong) {
    pd_error(x,
             "rosin.pad: region: needs SPEED LEAST GREATEST ..., m/s and N, not below 0, %d times "
             "at most",
             SPEEDS);
    return;
  }
  x->speeds = count / 3;
  for (int i = 0; i < x->speeds; i++) {
    x->speed[i] = (double)atoms[3 * i].a_w.w_float;
    x->low[i] = (double)atoms[3 * i + 1].a_w.w_float;
    x->high[i] = (double)atoms[3 * i + 2].a_w.w_float;
  }
  rosin_pad_renew(x);
}

static void pad_regime(t_pad *x, t_symbol *word) {
  if (word == x->regime)
    return;
  x->regime = word;
  rosin_pad_renew(x);
  rosin_pad_move_dot(x);
}

static double axis(t_pad *x, const char *what, t_floatarg value) {
  if (value >= 0 && value <= 1000)
    return (double)value;
  pd_error(x, "rosin.pad: %s: %g is out of range: 0 (shares of 1) to 1000", what, (double)value);
  return 0;
}

static void pad_axes(t_pad *x, t_floatarg fastest, t_floatarg most) {
  x->fastest = axis(x, "fastest", fastest);
  x->most = axis(x, "most", most);
  rosin_pad_renew(x);
}

static void pad_dark(t_pad *x, t_floatarg dark) {
  x->dark = dark != 0;
  if (!rosin_pad_is_seen(x))
    return;
  pdgui_vmess(0, "crs rk", glist_getcanvas(x->glist), "itemconfigure", x->square, "-fill",
              x->dark ? 0x24221e : 0xf4f0e4);
  rosin_pad_draw_more(x);
}

static void pad_trace(t_pad *x, t_floatarg on) {
  x->traces = on != 0;
  x->traced = 0;
  if (rosin_pad_is_seen(x))
    pdgui_vmess(0, "crs", glist_getcanvas(x->glist), "delete", x->trail);
}

static void pad_receive(t_pad *x, t_symbol *name) {
  if (x->receive != &s_)
    pd_unbind(&x->object.te_pd, x->receive);
  x->receive = name == gensym("-") ? &s_ : name;
  if (x->receive != &s_)
    pd_bind(&x->object.te_pd, x->receive);
}

static void pad_send(t_pad *x, t_symbol *name) {
  x->send = name == gensym("-") ? &s_ : name;
}

static const t_widgetbehavior pad_widget = {
    rosin_pad_rectangle, rosin_pad_displace, rosin_pad_select, NULL,
    rosin_pad_delete,    rosin_pad_visible,  pad_click};

/* WIDTH HEIGHT FASTEST MOST SEND RECEIVE; '-' is no name. */
static void *pad_new(t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  t_pad *x = (t_pad *)pd_new(pad_class);
  x->glist = (t_glist *)canvas_getcurrent();
  x->width = rosin_pad_size(x, "width", atom_getfloatarg(0, count, atoms), 200);
  x->height = rosin_pad_size(x, "height", atom_getfloatarg(1, count, atoms), x->width);
  x->x = x->y = x->pressure = 0.5;
  x->regime = x->send = x->receive = &s_;
  x->fastest = axis(x, "fastest", atom_getfloatarg(2, count, atoms));
  x->most = axis(x, "most", atom_getfloatarg(3, count, atoms));
  pad_send(x, atom_getsymbolarg(4, count, atoms));
  pad_receive(x, atom_getsymbolarg(5, count, atoms));
  snprintf(x->square, sizeof x->square, "pad%" PRIxPTR "s", (uintptr_t)x);
  snprintf(x->dot, sizeof x->dot, "pad%" PRIxPTR "d", (uintptr_t)x);
  snprintf(x->more, sizeof x->more, "pad%" PRIxPTR "m", (uintptr_t)x);
  snprintf(x->trail, sizeof x->trail, "pad%" PRIxPTR "t", (uintptr_t)x);
  char grip[32];
  snprintf(grip, sizeof grip, "pad%" PRIxPTR "c", (uintptr_t)x);
  x->grip = gensym(grip);
  pd_bind(&x->object.te_pd, x->grip);
  x->out_x = outlet_new(&x->object, &s_float);
  x->out_y = outlet_new(&x->object, &s_float);
  x->out_held = outlet_new(&x->object, &s_float);
  x->out_pressure = outlet_new(&x->object, &s_float);
  return x;
}

static void pad_free(t_pad *x) {
  pad_receive(x, gensym("-"));
  pd_unbind(&x->object.te_pd, x->grip);
}

__attribute__((visibility("default"))) void setup_rosin0x2epad(void) {
  pad_class = class_new(gensym("rosin.pad"), (t_newmethod)(void (*)(void))pad_new,
                        (t_method)pad_free, sizeof(t_pad), CLASS_DEFAULT, A_GIMME, 0);
  class_addlist(pad_class, pad_list);
  class_addbang(pad_class, pad_dump);
  class_addmethod(pad_class, (t_method)pad_dump, gensym("dump"), 0);
  class_addmethod(pad_class, (t_method)pad_print, gensym("print"), 0);
  class_addmethod(pad_class, (t_method)pad_set, gensym("set"), A_DEFFLOAT, A_DEFFLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_hold, gensym("hold"), A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_pressure, gensym("pressure"), A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)rosin_pad_take_size, gensym("size"), A_FLOAT, A_DEFFLOAT, 0);
  class_addmethod(pad_class, (t_method)rosin_pad_take_grip, gensym("grip"), A_FLOAT, A_FLOAT,
                  A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_region, gensym("region"), A_GIMME, 0);
  class_addmethod(pad_class, (t_method)pad_regime, gensym("regime"), A_SYMBOL, 0);
  class_addmethod(pad_class, (t_method)pad_axes, gensym("axes"), A_FLOAT, A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_dark, gensym("dark"), A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_trace, gensym("trace"), A_FLOAT, 0);
  class_addmethod(pad_class, (t_method)pad_send, gensym("send"), A_DEFSYM, 0);
  class_addmethod(pad_class, (t_method)pad_receive, gensym("receive"), A_DEFSYM, 0);
  class_setwidget(pad_class, &pad_widget);
  rosin_pad_set_up_grip();
}
