/* SPDX-License-Identifier: BSD-3-Clause */
/* A pad's size: by message, and by a grip at its corner while it is selected in edit mode. The grip
 * is a small window of Tk's, because Pd's window takes all that happens on a canvas for itself. */
#include "pd/pad.h"

void rosin_pad_set_up_grip(void) {
  sys_gui("proc rosin_pad_grip {canvas name x y size} {\n"
          " set grip $canvas.$name\n"
          " catch {destroy $grip}\n"
          " canvas $grip -width $size -height $size -background #c04020 -highlightthickness 0"
          " -cursor bottom_right_corner\n"
          " bind $grip <Button-1> \"pdsend {$name grip 1 %X %Y}\"\n"
          " bind $grip <B1-Motion> \"pdsend {$name grip 2 %X %Y}\"\n"
          " bind $grip <ButtonRelease-1> \"pdsend {$name grip 0 %X %Y}\"\n"
          " $canvas create window $x $y -anchor se -window $grip -tags $name\n}\n"
          "proc rosin_pad_place_grip {canvas name x y} {$canvas coords $name $x $y}\n"
          "proc rosin_pad_drop_grip {canvas name} {\n"
          " catch {$canvas delete $name}\n catch {destroy $canvas.$name}\n}\n");
}

/* The patch's file has the object's words; the first two say its size. */
static void keep_size(t_pad *x) {
  t_binbuf *words = x->object.te_binbuf, *now;
  t_atom size[2];
  if (words == NULL || binbuf_getnatom(words) < 1)
    return;
  const int count = binbuf_getnatom(words);
  SETFLOAT(&size[0], (t_float)x->width);
  SETFLOAT(&size[1], (t_float)x->height);
  now = binbuf_new();
  binbuf_add(now, 1, binbuf_getvec(words));
  binbuf_add(now, 2, size);
  if (count > 3)
    binbuf_add(now, count - 3, binbuf_getvec(words) + 3);
  binbuf_free(words);
  x->object.te_binbuf = now;
}

static int within(int pixels) {
  return pixels < LEAST ? LEAST : pixels > MOST ? MOST : pixels;
}

static void resize(t_pad *x, int width, int height) {
  if (width == x->width && height == x->height)
    return;
  x->width = width;
  x->height = height;
  keep_size(x);
  if (rosin_pad_is_seen(x)) {
    rosin_pad_draw_again(x);
    canvas_fixlinesfor(x->glist, &x->object);
  }
}

int rosin_pad_size(t_pad *x, const char *what, t_floatarg value, int otherwise) {
  if (value == 0)
    return otherwise;
  if (value >= LEAST && value <= MOST)
    return (int)value;
  pd_error(x, "rosin.pad: %s: %g is out of range: %d to %d pixels", what, (double)value, LEAST,
           MOST);
  return otherwise;
}

void rosin_pad_take_size(t_pad *x, t_floatarg width, t_floatarg height) {
  const int wide = rosin_pad_size(x, "width", width, x->width);
  resize(x, wide, rosin_pad_size(x, "height", height, x->height));
}

/* PHASE X Y: pressed, dragged, let go, at this place of the screen. */
void rosin_pad_take_grip(t_pad *x, t_floatarg phase, t_floatarg px, t_floatarg py) {
  const int zoom = glist_getzoom(x->glist);
  if (phase == 1) {
    x->grip_x = (int)px - x->width * zoom;
    x->grip_y = (int)py - x->height * zoom;
    x->was_wide = x->width;
    x->was_high = x->height;
    return;
  }
  if (!x->was_wide)
    return;
  resize(x, within(((int)px - x->grip_x) / zoom), within(((int)py - x->grip_y) / zoom));
  if (phase == 0) {
    t_atom was[2], is[2];
    SETFLOAT(&was[0], (t_float)x->was_wide);
    SETFLOAT(&was[1], (t_float)x->was_high);
    SETFLOAT(&is[0], (t_float)x->width);
    SETFLOAT(&is[1], (t_float)x->height);
    if (x->was_wide != x->width || x->was_high != x->height) {
      pd_undo_set_objectstate(x->glist, &x->object.te_pd, gensym("size"), 2, was, 2, is);
      canvas_dirty(x->glist, 1);
    }
    x->was_wide = 0;
  }
}
