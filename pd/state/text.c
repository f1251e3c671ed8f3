/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/state/text.h"
#include "pd/net/made/scene.h"
#include "scene/text/files.h"
#include "scene/text/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

t_symbol *rosin_pd_file(const void *owner, const char *class_name, const char *key, int count,
                        const t_atom *atoms) {
  if (count == 1 && atoms[0].a_type == A_SYMBOL)
    return atoms[0].a_w.w_symbol;
  pd_error(owner, "%s: %s: needs the name of one file", class_name, key);
  return NULL;
}

int rosin_pd_begins(t_canvas *canvas, const t_symbol *name, const char *head) {
  char path[2 * MAXPDSTRING], first[64] = "";
  rosin_pd_find(canvas, name->s_name, path, sizeof path);
  FILE *file = sys_fopen(path, "rb");
  if (!file)
    return -1;
  const size_t length = strlen(head);
  const int same = length < sizeof first && fread(first, 1, length, file) == length &&
                   memcmp(first, head, length) == 0;
  sys_fclose(file);
  return same;
}

char *rosin_pd_read_text(const void *owner, const char *class_name, t_canvas *canvas,
                         t_symbol *name) {
  char path[2 * MAXPDSTRING];
  size_t size;
  rosin_pd_find(canvas, name->s_name, path, sizeof path);
  FILE *file = sys_fopen(path, "rb");
  const char *why = file ? NULL : strerror(errno);
  char *text = file ? rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why) : NULL;
  if (file)
    sys_fclose(file);
  if (!text)
    pd_error(owner, "%s: read: %s: %s", class_name, name->s_name, why);
  return text;
}

void rosin_pd_write_begin(rosin_pd_writing *w, t_canvas *canvas, t_symbol *name) {
  canvas_makefilename(canvas, name->s_name, w->path, MAXPDSTRING);
  snprintf(w->part, sizeof w->part, "%s.part", w->path);
  w->file = sys_fopen(w->part, "wb");
}

/* Not every system lets a name go over to another file. */
static int rename_over(const char *part, const char *path) {
  return rename(part, path) && (remove(path) || rename(part, path)) ? -1 : 0;
}

int rosin_pd_write_end(rosin_pd_writing *w, const void *owner, const char *class_name) {
  const int written = w->file && !ferror(w->file);
  const int closed = w->file && sys_fclose(w->file) == 0;
  if (written && closed && rename_over(w->part, w->path) == 0)
    return 0;
  pd_error(owner, "%s: write: %s: %s", class_name, w->path, strerror(errno));
  if (w->file)
    remove(w->part);
  return -1;
}
