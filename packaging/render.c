/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin-render: scenes as WAV files, by the library alone, for systems that the whole command is
 * not built for. Its samples are those of `rosin render --format float`. */
#include "number.h"

#include <rosin/scene.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, OVERRIDES = 64, HEAD = 58 };
static const double longest = 3600; /* s */

typedef struct {
  const char *scene, *file, *override[OVERRIDES];
  int overrides;
  double seconds;
} wish;

static int complain(const char *what, const char *why) {
  fprintf(stderr, "rosin-render: %s: %s\n", what, why);
  return EXIT_FAILURE;
}

static int usage(int status) {
  fprintf(status ? stderr : stdout,
          "rosin-render %s: scenes of rosin as WAV files of 32-bit float\n"
          "  rosin-render SCENE -o FILE [-s KEY=VALUE]... [-d SECONDS]\n"
          "  rosin-render --scenes\n"
          "SCENE is a name or a file; SECONDS above 0, up to %d, or what the scene lasts.\n"
          "What else the command rosin does (play, batch, fit, match, ...) needs libraries that "
          "are not "
          "here.\n",
          rosin_version(), (int)longest);
  return status;
}

/* 0, or what is wrong is said. */
static int read_words(int count, char **word, wish *w) {
  char *end;
  for (int i = 1; i < count; i++)
    if (*word[i] != '-' && !w->scene)
      w->scene = word[i];
    else if (i + 1 == count || strlen(word[i]) != 2 || !strchr("osd", word[i][1]) ||
             *word[i] != '-')
      return complain(word[i], "not understood; rosin-render --help tells what is");
    else if (word[i++][1] == 'o')
      w->file = word[i];
    else if (word[i - 1][1] == 's') {
      if (w->overrides == OVERRIDES)
        return complain(word[i], "more than 64 of them");
      w->override[w->overrides++] = word[i];
    } else if (w->seconds = rosin_number_read(word[i], &end),
               *end || !(w->seconds > 0 && w->seconds <= longest))
      return complain(word[i], "-d takes seconds above 0, up to 3600");
  return !w->scene                        ? complain("SCENE", "is missing")
         : !w->file                       ? complain("-o FILE", "is missing")
         : strcmp(w->file, w->scene) == 0 ? complain(w->file, "is what it reads")
                                          : 0;
}

static unsigned char *put(unsigned char *to, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++)
    *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

/* RIFF, fmt of 18 bytes (3: float), fact, data. */
static int write_head(FILE *file, uint32_t rate, uint32_t channels, uint32_t frames) {
  unsigned char head[HEAD], *to = head;
  const uint32_t bytes = 4 * channels * frames;
  memcpy(to, "RIFF", 4), to = put(to + 4, HEAD - 8 + bytes, 4);
  memcpy(to, "WAVEfmt ", 8), to = put(to + 8, 18, 4);
  to = put(put(put(to, 3, 2), channels, 2), rate, 4);
  to = put(put(put(put(to, 4 * rate * channels, 4), 4 * channels, 2), 32, 2), 0, 2);
  memcpy(to, "fact", 4), to = put(put(to + 4, 4, 4), frames, 4);
  memcpy(to, "data", 4), put(to + 4, bytes, 4);
  return fwrite(head, HEAD, 1, file) == 1 ? 0 : -1;
}

static int write_block(FILE *file, const float *sound, int count) {
  unsigned char bytes[4 * BLOCK], *to = bytes;
  for (int i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &sound[i], 4);
    to = put(to, bits, 4);
    if (to == bytes + sizeof bytes || i + 1 == count) {
      if (fwrite(bytes, (size_t)(to - bytes), 1, file) != 1)
        return -1;
      to = bytes;
    }
  }
  return 0;
}

static int write_sound(FILE *file, rosin_scene *scene, uint32_t frames, float *out) {
  const int channels = rosin_scene_channels(scene);
  if (write_head(file, (uint32_t)rosin_scene_rate(scene), (uint32_t)channels, frames))
    return -1;
  for (uint32_t done = 0; done < frames;) {
    const int now = frames - done < BLOCK ? (int)(frames - done) : BLOCK;
    rosin_scene_process(scene, now, out);
    if (write_block(file, out, now * channels))
      return -1;
    done += (uint32_t)now;
  }
  return 0;
}

/* What is whole gets its name, in place of what had it. */
static int take_name(const char *whole, const char *name) {
#ifdef _WIN32
  remove(name); /* there a name is not taken over */
#endif
  return rename(whole, name);
}

static int render(const wish *w, rosin_scene *scene) {
  static const char part[] = ".part";
  static char whole[4096];
  rosin_error error;
  const double seconds = w->seconds > 0 ? w->seconds : rosin_scene_duration(scene);
  const int rate = rosin_scene_rate(scene), channels = rosin_scene_channels(scene);
  if (rosin_scene_prepare(scene, rate, BLOCK, &error))
    return complain(w->scene, error.text);
  if (4.0 * channels * rate * seconds > UINT32_MAX - HEAD)
    return complain(w->file, "more than a WAV file holds, 4 GiB: a shorter -d");
  if (strlen(w->file) + sizeof part > sizeof whole)
    return complain(w->file, "a name that is too long");
  snprintf(whole, sizeof whole, "%s%s", w->file, part);
  float *out = malloc(sizeof *out * BLOCK * (size_t)channels);
  FILE *file = out ? fopen(whole, "wb") : NULL;
  if (!file) {
    free(out);
    return complain(w->file, "cannot be written");
  }
  int failed = write_sound(file, scene, (uint32_t)(seconds * rate + 0.5), out);
  free(out);
  failed |= fclose(file) != 0;
  if (failed || take_name(whole, w->file)) {
    remove(whole);
    return complain(w->file, "cannot be written whole");
  }
  return EXIT_SUCCESS;
}

int main(int count, char **word) {
  wish w = {0};
  char *errors = NULL;
  if (count < 2 || strcmp(word[1], "--help") == 0)
    return usage(count < 2 ? 2 : EXIT_SUCCESS);
  if (strcmp(word[1], "--scenes") == 0) {
    for (int i = 0; i < rosin_scenes(); i++)
      puts(rosin_scene_name(i));
    return EXIT_SUCCESS;
  }
  if (read_words(count, word, &w))
    return 2;
  rosin_scene *scene = rosin_scene_load(w.scene, w.overrides, w.override, &errors);
  const int status =
      scene ? render(&w, scene) : complain(w.scene, errors ? errors : "out of memory");
  rosin_text_free(errors);
  rosin_scene_free(scene);
  return status;
}
