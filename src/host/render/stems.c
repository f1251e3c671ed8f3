/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/stems.h"
#include "error.h"
#include "host/write/stem_files.h"
#include "sound/sound_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 1024 };

struct rosin_stems {
  int channels;
  rosin_stem_files files;
  float one[FRAMES];
};

static void track_names(const rosin_model *m, char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < m->outputs; i++)
    snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? "," : "", m->output[i].signal);
}

static int open_one(rosin_stems *s, const char *path, int rate, int channels,
                    const rosin_sound_notes *notes, rosin_error *error) {
  rosin_sound_file *file = rosin_stem_files_add(&s->files, path, rate, channels, error);
  if (!file)
    return -1;
  rosin_sound_notes noted = *notes;
  noted.words.channels = channels;
  return notes->text && rosin_sound_notes_write(file, &noted, error) < 0 ? -1 : 0;
}

static int open_folder(rosin_stems *s, const char *folder, const rosin_model *m, int rate,
                       rosin_sound_notes notes, rosin_error *error) {
  const size_t room = strlen(folder) + sizeof m->output[0].signal + 32;
  if (rosin_stem_files_folder(folder, error))
    return -1;
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
  if (s->files.count == 1 && s->channels > 1)
    return rosin_sound_file_write(s->files.file[0], frames, count, error);
  for (int c = 0; c < s->files.count; c++)
    for (int at = 0; at < count; at += FRAMES) {
      const int part = count - at < FRAMES ? count - at : FRAMES;
      for (int i = 0; i < part; i++)
        s->one[i] = frames[(at + i) * s->channels + c];
      if (rosin_sound_file_write(s->files.file[c], s->one, part, error))
        return -1;
    }
  return 0;
}

int rosin_stems_close(rosin_stems *s, rosin_error *error) {
  const int status = rosin_stem_files_close(&s->files, error);
  free(s);
  return status;
}

void rosin_stems_discard(rosin_stems *s) {
  if (s)
    rosin_stem_files_discard(&s->files);
  free(s);
}
