/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/sound_file.h"
#include "error.h"
#include "letters.h"
#include "sound/sound_handle.h"
#include "sound/sound_notes.h"
#include "sound/temporary.h"
#include "sound/within.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RAW = SF_FORMAT_RAW | SF_ENDIAN_LITTLE }; /* samples and nothing else */

struct rosin_sound_file {
  SNDFILE *handle;
  char *path, *temporary;
  int format, channels, descriptor;
  long long frames; /* that could be written */
  int noted;        /* it was given notes that must be found in it */
  int leveled;      /* `levels` are to be said in them */
  int finished;     /* all but the name */
  rosin_sound_levels levels;
  rosin_sound_chunks chunks; /* to be put behind the sound */
};

static const struct {
  const char *extension;
  int container, best;
} containers[] = {
    {"wav", SF_FORMAT_WAV, SF_FORMAT_PCM_24},  {"flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24},
    {"ogg", SF_FORMAT_OGG, SF_FORMAT_VORBIS},  {"aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_24},
    {"aif", SF_FORMAT_AIFF, SF_FORMAT_PCM_24}, {"caf", SF_FORMAT_CAF, SF_FORMAT_PCM_24},
    {"w64", SF_FORMAT_W64, SF_FORMAT_PCM_24},  {"raw", RAW, SF_FORMAT_PCM_24},
};

static const char *const format_names[] = {"", "16", "24", "32", "float"};

int rosin_sample_format_named(const char *name, rosin_sample_format *format) {
  for (int i = 1; i < 5; i++)
    if (strcmp(name, format_names[i]) == 0) {
      *format = (rosin_sample_format)i;
      return 0;
    }
  return -1;
}

const char *rosin_sample_format_name(rosin_sample_format format) {
  return format_names[format];
}

/* Index of the container that the extension of `path` names, or -1. */
static int container_of(const char *path) {
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof containers / sizeof *containers; i++)
    if (rosin_alike(dot + 1, containers[i].extension))
      return (int)i;
  return -1;
}

int rosin_sound_file_named(const char *path) {
  return container_of(path) >= 0;
}

SNDFILE *rosin_sound_file_handle(rosin_sound_file *f) {
  return f->handle;
}

void rosin_sound_file_noted(rosin_sound_file *f) {
  f->noted = 1;
}

rosin_sound_chunks *rosin_sound_file_chunks(rosin_sound_file *f) {
  return &f->chunks;
}

int rosin_sound_file_container(const rosin_sound_file *f) {
  return f->format & SF_FORMAT_TYPEMASK;
}

/* libsndfile's format word, or 0 and an error. */
static int choose_format(const char *path, rosin_sample_format format, rosin_error *error) {
  static const int subtypes[] = {0, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
                                 SF_FORMAT_FLOAT};
  const int i = container_of(path);
  if (i >= 0) {
    SF_INFO info = {.samplerate = 44100, .channels = 1};
    info.format = containers[i].container | (format ? subtypes[format] : containers[i].best);
    if (sf_format_check(&info))
      return info.format;
    rosin_fail(error, "%.300s: .%s cannot hold --format %s", path, containers[i].extension,
               format_names[format]);
    return 0;
  }
  rosin_fail(error, "%.300s: unknown extension; use .wav, .flac, .ogg, .aiff, .caf, .w64 or .raw",
             path);
  return 0;
}

int rosin_sound_file_supported(const char *path, rosin_sample_format format, rosin_error *error) {
  struct stat found;
  const int container = choose_format(path, format, error) & SF_FORMAT_TYPEMASK;
  if (!container)
    return -1;
  /* their headers are written last, when the length is known */
  if (container != SF_FORMAT_FLAC && container != SF_FORMAT_OGG && stat(path, &found) == 0 &&
      S_ISFIFO(found.st_mode))
    return rosin_fail(error, "%.300s: is a pipe; .flac and .ogg can be written to one", path);
  return 0;
}

static void destroy(rosin_sound_file *f) {
  rosin_sound_chunks_free(&f->chunks);
  free(f->path);
  free(f->temporary);
  free(f);
}

rosin_sound_file *rosin_sound_file_create(const char *path, int rate, int channels,
                                          rosin_sample_format format, rosin_error *error) {
  SF_INFO info = {.samplerate = rate, .channels = channels};
  info.format = choose_format(path, format, error);
  if (!info.format)
    return NULL;
  rosin_sound_file *f = calloc(1, sizeof *f);
  if (!f || !(f->path = strdup(path))) {
    if (f)
      destroy(f);
    rosin_fail(error, "%.400s: out of memory", path);
    return NULL;
  }
  f->format = info.format;
  f->channels = channels;
  const int descriptor = rosin_temporary_open(path, &f->temporary);
  if (descriptor < 0) {
    rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
    destroy(f);
    return NULL;
  }
  f->descriptor = descriptor;
  f->handle = ROSIN_SOUND_CALL(sf_open_fd(descriptor, SFM_WRITE, &info, SF_FALSE));
  if (!f->handle) {
    rosin_fail(error, "%.400s: cannot be written: %s", path, sf_strerror(NULL));
    close(descriptor);
    rosin_temporary_drop(f->temporary);
    destroy(f);
    return NULL;
  }
  (void)ROSIN_SOUND_CALL(sf_command(f->handle, SFC_SET_CLIPPING, NULL, SF_TRUE));
  /* it holds the time of day, and the same scene must give the same bytes */
  (void)ROSIN_SOUND_CALL(sf_command(f->handle, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE));
  return f;
}

int rosin_sound_file_clips(const rosin_sound_file *f) {
  return (f->format & SF_FORMAT_SUBMASK) != SF_FORMAT_FLOAT;
}

int rosin_sound_file_write(rosin_sound_file *f, const float *frames, int count,
                           rosin_error *error) {
  errno = 0;
  const sf_count_t written = ROSIN_SOUND_CALL(sf_writef_float(f->handle, frames, count));
  f->frames += written > 0 ? written : 0;
  if (written == count)
    return 0;
  return rosin_fail(error, "%.400s: cannot be written: %s", f->path,
                    errno ? strerror(errno) : sf_strerror(f->handle));
}

int rosin_sound_file_takes_levels(const rosin_sound_file *f) {
  return rosin_sound_file_container(f) == SF_FORMAT_WAV;
}

void rosin_sound_file_levels(rosin_sound_file *f, const rosin_sound_levels *levels) {
  f->levels = *levels;
  f->leveled = 1;
}

long long rosin_sound_file_frames(const rosin_sound_file *f) {
  return f->frames;
}

void rosin_sound_file_update(rosin_sound_file *f) {
  const int container = f->format & SF_FORMAT_TYPEMASK;
  if (container != SF_FORMAT_FLAC && container != SF_FORMAT_OGG) /* streams: read as they grow */
    (void)ROSIN_SOUND_CALL(sf_command(f->handle, SFC_UPDATE_HEADER_NOW, NULL, 0));
}

/* What a disk says; what else a sync complains of, that of a pipe, say, loses nothing. */
static int is_of_disk(int number) {
  return number == ENOSPC || number == EIO || number == EFBIG || number == EDQUOT;
}

/* All that libsndfile has, to the disk, and what stands behind it: 0, or -1 and an error. */
static int finish(rosin_sound_file *f, rosin_error *error) {
  if (f->finished)
    return 0;
  f->finished = 1;
  errno = 0;
  int status = sf_error(f->handle);
  rosin_sound_enter(1);
  sf_write_sync(f->handle);
  rosin_sound_enter(0);
  int sync_error = errno;
  status = ROSIN_SOUND_CALL(sf_close(f->handle)) || status;
  if (f->leveled && rosin_sound_file_takes_levels(f) && f->temporary)
    rosin_sound_notes_levels(f->descriptor, &f->levels);
  errno = 0;
  if (!status && f->temporary && rosin_sound_chunks_close(f->descriptor, &f->chunks, f->channels))
    status = sync_error = errno ? errno : EIO;
  status = close(f->descriptor) || status;
  if (!status && !is_of_disk(sync_error))
    return 0;
  return rosin_fail(error, "%.400s: cannot be written: %s", f->path,
                    sync_error ? strerror(sync_error) : "the disk took less than was given");
}

/* Whether its notes can be read back. */
static int look_at_notes(const rosin_sound_file *f, rosin_error *error) {
  char *notes = f->noted && f->temporary ? rosin_sound_notes_read(f->temporary, error) : NULL;
  if (f->noted && f->temporary && !notes)
    return rosin_fail(error, "%.400s: its notes could not be written", f->path);
  free(notes);
  return 0;
}

static int give_name(rosin_sound_file *f, rosin_error *error) {
  if (rosin_temporary_keep(f->temporary, f->path) == 0)
    return 0;
  return rosin_fail(error, "%.400s: cannot be written: %s", f->path, strerror(errno));
}

int rosin_sound_file_finish(rosin_sound_file *f, rosin_error *error) {
  return f->finished || (finish(f, error) == 0 && look_at_notes(f, error) == 0) ? 0 : -1;
}

int rosin_sound_file_close(rosin_sound_file *f, rosin_error *error) {
  const int status = rosin_sound_file_finish(f, error) || give_name(f, error) ? -1 : 0;
  if (status)
    rosin_temporary_drop(f->temporary);
  destroy(f);
  return status;
}

int rosin_sound_file_rescue(rosin_sound_file *f, rosin_error *error) {
  int status = finish(f, error);
  if (f->frames < 1)
    rosin_temporary_drop(f->temporary);
  else if (look_at_notes(f, error) || give_name(f, error))
    status = rosin_fail(error, "%.200s: cannot be given its name: %s; it is called %.200s", f->path,
                        strerror(errno), f->temporary);
  destroy(f);
  return status;
}

void rosin_sound_file_discard(rosin_sound_file *f) {
  if (!f)
    return;
  if (!f->finished) {
    (void)ROSIN_SOUND_CALL(sf_close(f->handle));
    close(f->descriptor);
  }
  rosin_temporary_drop(f->temporary);
  destroy(f);
}

struct rosin_sound_source {
  SNDFILE *handle;
};

rosin_sound_source *rosin_sound_open(const char *path, rosin_sound_info *info, rosin_error *error) {
  SF_INFO found = {0};
  SNDFILE *handle = rosin_sound_handle_open(path, &found, error);
  if (!handle)
    return NULL;
  rosin_sound_source *s = malloc(sizeof *s);
  if (!s) {
    (void)ROSIN_SOUND_CALL(sf_close(handle));
    rosin_fail(error, "%.300s: out of memory", path);
    return NULL;
  }
  s->handle = handle;
  *info = (rosin_sound_info){found.samplerate, found.channels, found.frames};
  return s;
}

int rosin_sound_read(rosin_sound_source *s, double *frames, int count) {
  return (int)ROSIN_SOUND_CALL(sf_readf_double(s->handle, frames, count));
}

int rosin_sound_seek(rosin_sound_source *s, long long frame) {
  return ROSIN_SOUND_CALL(sf_seek(s->handle, frame, SEEK_SET)) == frame ? 0 : -1;
}

void rosin_sound_close(rosin_sound_source *s) {
  if (s)
    (void)ROSIN_SOUND_CALL(sf_close(s->handle));
  free(s);
}
