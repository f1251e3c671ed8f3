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

static int sets_blocks(const t_class *class) {
  const char *name = class_getname(class);
  return strcmp(name, "block~") == 0 || strcmp(name, "switch~") == 0;
}

/* Every member of a patch asks, as all of it enters the chain: a class that has been looked at is
 * not read again, or 500 strings in one patch keep Pd from its next block. */
int rosin_pd_overlap(const t_canvas *canvas) {
  const t_gobj *g = canvas ? ((const canvas_begin *)(const void *)canvas)->first : NULL;
  const t_class *other = NULL;
  for (; g; g = g->g_next) {
    if (g->g_pd == other)
      continue;
    if (!sets_blocks(g->g_pd)) {
      other = g->g_pd;
      continue;
    }
    const t_binbuf *text = ((const t_object *)(const void *)g)->te_binbuf;
    const int count = text ? binbuf_getnatom(text) : 0;
    const double overlap = count > 2 ? (double)atom_getfloatarg(2, count, binbuf_getvec(text)) : 1;
    return overlap > 1 ? (int)overlap : 1;
  }
  return 1;
}
