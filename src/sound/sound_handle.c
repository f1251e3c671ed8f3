/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/sound_handle.h"
#include "error.h"
#include "sound/within.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

SNDFILE *rosin_sound_handle_open(const char *path, SF_INFO *info, rosin_error *error) {
  struct stat found;
  const int there = stat(path, &found) == 0 && access(path, R_OK) == 0;
  const int why = !there ? errno : S_ISDIR(found.st_mode) ? EISDIR : 0;
  SNDFILE *handle = why ? NULL : ROSIN_SOUND_CALL(sf_open(path, SFM_READ, info));
  if (!handle)
    rosin_fail(error, "%.300s: %s", path, why ? strerror(why) : sf_strerror(NULL));
  return handle;
}
