/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/files/text.h"
#include "format.h"
#include "number.h"
#include "scene/text/files.h"
#include "scene/text/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rosin_pd_find(t_canvas *canvas, const char *name, char *path, size_t size) {
  char folder[MAXPDSTRING], *file;
  const int found = canvas_open(canvas, name, "", folder, &file, MAXPDSTRING, 0);
  if (found >= 0) {
    sys_close(found);
    snprintf(path, size, "%s/%s", folder, file);
  } else {
    snprintf(path, size, "%s", name);
  }
}

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

/* Names are those of a patch, $0- of one opening of it. */
static int is_name(const char *key) {
  static const char *const names[] = {"a", "b", "name", "load"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(key, names[i]) == 0)
      return 1;
  return 0;
}

int rosin_pd_is_number(const char *word) {
  char *end;
  rosin_number_read(word, &end);
  return end != word && !*end;
}

void rosin_pd_write_line(FILE *to, const char *key, int count, const t_atom *atoms) {
  if (is_name(key))
    return;
  fprintf(to, "set %s", key);
  for (int i = 0; i < count; i++)
    if (atoms[i].a_type == A_FLOAT)
      rosin_print(to, " %.*g", PD_FLOATSIZE == 64 ? 17 : 9, (double)atoms[i].a_w.w_float);
    else /* a word that looks like a number is none */
      fprintf(to, " %s%s", rosin_pd_is_number(atoms[i].a_w.w_symbol->s_name) ? "\\" : "",
              atoms[i].a_w.w_symbol->s_name);
  fputc('\n', to);
}
