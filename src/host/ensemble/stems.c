/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/stems.h"
#include "error.h"
#include "host/common/options.h"
#include "host/common/shield.h"
#include "sound/sound_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct rosin_ensemble_stems {
  int files;
  const char *folder;
  rosin_sound_file *file[ROSIN_ENSEMBLE_PARTS];
};

static int open_one(rosin_ensemble_stems *s, const rosin_ensemble_part *p, int rate,
                    rosin_error *error) {
  const char *name = p->kind ? p->kind->scene : "part";
  const size_t room = strlen(s->folder) + strlen(name) + 32;
  char *path = malloc(room);
  if (!path)
    return rosin_fail(error, "out of memory for stems");
  snprintf(path, room, "%s%d-%s.wav", s->folder, s->files + 1, name);
  rosin_shield_file(path);
  s->file[s->files] = rosin_sound_file_create(path, rate, 2, ROSIN_SAMPLE_FLOAT, error);
  free(path);
  return s->file[s->files] ? s->files++, 0 : -1;
}

rosin_ensemble_stems *rosin_ensemble_stems_new(const rosin_ensemble *e, const char *folder,
                                               int rate, rosin_error *error) {
  rosin_ensemble_stems *s = calloc(1, sizeof *s);
  int status = s ? 0 : rosin_fail(error, "out of memory for stems");
  if (s)
    s->folder = folder;
  if (!status && mkdir(folder, 0777) && errno != EEXIST)
    status = rosin_fail(error, "%.400s: cannot be made: %s", folder, strerror(errno));
  for (int i = 0; !status && i < e->parts; i++)
    status = open_one(s, &e->part[i], rate, error);
  if (!status)
    return s;
  rosin_ensemble_stems_discard(s);
  return NULL;
}

int rosin_ensemble_stems_write(rosin_ensemble_stems *s, const rosin_ensemble *e, int frames,
                               rosin_error *error) {
  for (int i = 0; i < s->files; i++)
    if (rosin_sound_file_write(s->file[i], e->part[i].sound, frames, error))
      return -1;
  return 0;
}

int rosin_ensemble_stems_close(rosin_ensemble_stems *s, rosin_error *error) {
  int status = 0;
  for (int i = 0; i < s->files; i++) {
    if (status)
      rosin_sound_file_discard(s->file[i]);
    else
      status = rosin_sound_file_close(s->file[i], error);
  }
  if (!status)
    rosin_tell("%s: %d stems", s->folder, s->files);
  free(s);
  return status;
}

void rosin_ensemble_stems_discard(rosin_ensemble_stems *s) {
  for (int i = 0; s && i < s->files; i++)
    rosin_sound_file_discard(s->file[i]);
  free(s);
}
