/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/stems.h"
#include "error.h"
#include "host/common/shield.h"
#include "sound/sound_notes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FRAMES = 1024 };

struct rosin_stems {
  int channels, files;
  rosin_sound_file *file[ROSIN_MODEL_CHANNELS];
  float one[FRAMES];
};

static void track_names(const rosin_model *m, char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < m->outputs; i++)
    snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? "," : "", m->output[i].signal);
}

static int open_one(rosin_stems *s, const char *path, int rate, int channels,
                    const rosin_sound_notes *notes, rosin_error *error) {
  rosin_shield_file(path);
  rosin_sound_file *file = rosin_sound_file_create(path, rate, channels, ROSIN_SAMPLE_FLOAT, error);
  if (!file)
    return -1;
  rosin_sound_notes noted = *notes;
  noted.words.channels = channels;
  s->file[s->files++] = file;
  return notes->text && rosin_sound_notes_write(file, &noted, error) < 0 ? -1 : 0;
}

static int open_folder(rosin_stems *s, const char *folder, const rosin_model *m, int rate,
                       rosin_sound_notes notes, rosin_error *error) {
  const size_t room = strlen(folder) + sizeof m->output[0].signal + 32;
  if (mkdir(folder, 0777) && errno != EEXIST)
    return rosin_fail(error, "%.400s: cannot be made: %s", folder, strerror(errno));
  char *path = malloc(room);
  int status = path ? 0 : rosin_fail(error, "out of memory for stems");
  for (int i = 0; i < m->outputs && !status; i++) {
    char name[sizeof m->output[i].signal];
    snprintf(name, sizeof name, "%s", m->output[i].signal);
    for (char *c = name; *c; c++)
      *c = *c == '/' ? '-' : *c;
    snprintf(path, room, "%s%d-%s.wav", folder, i + 1, name);
    notes.tracks = name;
    status = open_one(s, path, rate, 1, &notes, error);
  }
  free(path);
  return status;
}

rosin_stems *rosin_stems_create(const char *path, const rosin_scene *scene, int rate,
                                const rosin_sound_notes *given, rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  char tracks[ROSIN_MODEL_CHANNELS * 200];
  rosin_stems *s = calloc(1, sizeof *s);
  if (!s) {
    rosin_fail(error, "out of memory for stems");
    return NULL;
  }
  s->channels = m->outputs;
  track_names(m, tracks, sizeof tracks);
  rosin_sound_notes notes = *given;
  notes.tracks = tracks;
  notes.words.loops = 0;
  const size_t length = strlen(path);
  if (length && path[length - 1] == '/' ? open_folder(s, path, m, rate, notes, error)
                                        : open_one(s, path, rate, s->channels, &notes, error)) {
    rosin_stems_discard(s);
    return NULL;
  }
  return s;
}

int rosin_stems_write(rosin_stems *s, const float *frames, int count, rosin_error *error) {
  if (s->files == 1 && s->channels > 1)
    return rosin_sound_file_write(s->file[0], frames, count, error);
  for (int c = 0; c < s->files; c++)
    for (int at = 0; at < count; at += FRAMES) {
      const int part = count - at < FRAMES ? count - at : FRAMES;
      for (int i = 0; i < part; i++)
        s->one[i] = frames[(at + i) * s->channels + c];
      if (rosin_sound_file_write(s->file[c], s->one, part, error))
        return -1;
    }
  return 0;
}

int rosin_stems_close(rosin_stems *s, rosin_error *error) {
  int status = 0;
  for (int c = 0; c < s->files; c++) {
    if (status)
      rosin_sound_file_discard(s->file[c]);
    else
      status = rosin_sound_file_close(s->file[c], error);
  }
  free(s);
  return status;
}

void rosin_stems_discard(rosin_stems *s) {
  for (int c = 0; s && c < s->files; c++)
    rosin_sound_file_discard(s->file[c]);
  free(s);
}
