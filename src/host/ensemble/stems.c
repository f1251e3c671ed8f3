/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/stems.h"
#include "error.h"
#include "host/common/options.h"
#include "host/write/stem_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rosin_ensemble_stems {
  const char *folder;
  rosin_stem_files files;
};

static int open_one(rosin_ensemble_stems *s, const rosin_ensemble_part *p, int rate,
                    rosin_error *error) {
  const char *name = p->kind ? p->kind->scene : "part";
  const size_t room = strlen(s->folder) + strlen(name) + 32;
  char *path = malloc(room);
  if (!path)
    return rosin_fail(error, "out of memory for stems");
  snprintf(path, room, "%s%d-%s.wav", s->folder, s->files.count + 1, name);
  const rosin_sound_file *file = rosin_stem_files_add(&s->files, path, rate, 2, error);
  free(path);
  return file ? 0 : -1;
}

rosin_ensemble_stems *rosin_ensemble_stems_new(const rosin_ensemble *e, const char *folder,
                                               int rate, rosin_error *error) {
  rosin_ensemble_stems *s = calloc(1, sizeof *s);
  if (!s) {
    rosin_fail(error, "out of memory for stems");
    return NULL;
  }
  s->folder = folder;
  int status = rosin_stem_files_folder(folder, error);
  for (int i = 0; !status && i < e->parts; i++)
    status = open_one(s, &e->part[i], rate, error);
  if (!status)
    return s;
  rosin_ensemble_stems_discard(s);
  return NULL;
}

int rosin_ensemble_stems_write(rosin_ensemble_stems *s, const rosin_ensemble *e, int frames,
                               rosin_error *error) {
  for (int i = 0; i < s->files.count; i++)
    if (rosin_sound_file_write(s->files.file[i], e->part[i].sound, frames, error))
      return -1;
  return 0;
}

int rosin_ensemble_stems_close(rosin_ensemble_stems *s, rosin_error *error) {
  const int files = s->files.count, status = rosin_stem_files_close(&s->files, error);
  if (!status)
    rosin_tell("%s: %d stems", s->folder, files);
  free(s);
  return status;
}

void rosin_ensemble_stems_discard(rosin_ensemble_stems *s) {
  if (s)
    rosin_stem_files_discard(&s->files);
  free(s);
}
