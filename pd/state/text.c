/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/state/text.h"
#include "pd/net/scene.h"
#include "scene/sound/temporary.h"
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

char *rosin_pd_read_text(const void *owner, const char *class_name, t_canvas *canvas,
                         t_symbol *name) {
  char path[2 * MAXPDSTRING];
  size_t size;
  rosin_pd_find(canvas, name->s_name, path, sizeof path);
  FILE *file = fopen(path, "rb");
  const char *why = file ? NULL : strerror(errno);
  char *text = file ? rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why) : NULL;
  if (file)
    fclose(file);
  if (!text)
    pd_error(owner, "%s: read: %s: %s", class_name, name->s_name, why);
  return text;
}

int rosin_pd_write_text(const void *owner, const char *class_name, t_canvas *canvas, t_symbol *name,
                        const char *text) {
  char path[MAXPDSTRING], *part = NULL;
  canvas_makefilename(canvas, name->s_name, path, MAXPDSTRING);
  FILE *file = rosin_temporary_stream(path, &part);
  if (file)
    fputs(text, file);
  if (file && rosin_temporary_close(file, part, path) == 0)
    return 0;
  pd_error(owner, "%s: write: %s: %s", class_name, name->s_name, strerror(errno));
  return -1;
}
