/* SPDX-License-Identifier: BSD-3-Clause */
/* Pd tells a class its block and its rate, which an overlap of 2 makes twice as high, as
 * up-sampling does; that blocks lie over each other it tells nobody before 0.54. What has been
 * typed into the box does. */
#include "pd/member/overlap.h"

#include <string.h>

/* How a canvas begins, in all of Pd's versions. */
typedef struct {
  t_object object;
  t_gobj *first;
} canvas_begin;

int rosin_pd_overlap(const t_canvas *canvas) {
  const t_gobj *g = canvas ? ((const canvas_begin *)(const void *)canvas)->first : NULL;
  for (; g; g = g->g_next) {
    const char *name = class_getname(g->g_pd);
    if (strcmp(name, "block~") && strcmp(name, "switch~"))
      continue;
    const t_binbuf *text = ((const t_object *)(const void *)g)->te_binbuf;
    const int count = text ? binbuf_getnatom(text) : 0;
    const double overlap = count > 2 ? (double)atom_getfloatarg(2, count, binbuf_getvec(text)) : 1;
    return overlap > 1 ? (int)overlap : 1;
  }
  return 1;
}
