/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/stem_files.h"
#include "error.h"
#include "host/common/shield.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

int rosin_stem_files_folder(const char *folder, rosin_error *error) {
  if (mkdir(folder, 0777) && errno != EEXIST)
    return rosin_fail(error, "%.400s: cannot be made: %s", folder, strerror(errno));
  return 0;
}

rosin_sound_file *rosin_stem_files_add(rosin_stem_files *s, const char *path, int rate,
                                       int channels, rosin_error *error) {
  rosin_shield_file(path);
  rosin_sound_file *file = rosin_sound_file_create(path, rate, channels, ROSIN_SAMPLE_FLOAT, error);
  if (file)
    s->file[s->count++] = file;
  return file;
}

int rosin_stem_files_close(rosin_stem_files *s, rosin_error *error) {
  int status = 0;
  for (int i = 0; i < s->count; i++) {
    if (status)
      rosin_sound_file_discard(s->file[i]);
    else
      status = rosin_sound_file_close(s->file[i], error);
  }
  s->count = 0;
  return status;
}

void rosin_stem_files_discard(rosin_stem_files *s) {
  for (int i = 0; i < s->count; i++)
    rosin_sound_file_discard(s->file[i]);
  s->count = 0;
}
