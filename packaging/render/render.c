/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin-render: scenes as WAV files, by the library alone, for systems that the whole command is
 * not built for. Its samples are those of `rosin render --format float`. */
#include "wish.h"

#include <rosin/core.h>
#include <rosin/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, WORDS = 512 };

static int usage(int status) {
  fprintf(
      status ? stderr : stdout,
      "rosin-render %s: scenes of rosin as WAV files of 32-bit float\n"
      "  rosin-render SCENE -o FILE [OPTION VALUE]...\n"
      "    -s KEY=VALUE     a number of the scene (bow.force=2, seed=7), a macro, or player.KEY\n"
      "    -d SECONDS       above 0, up to 3600 (what it lasts)\n"
      "    -r HZ            a whole number, 8000 to 768000 (the scene's)\n"
      "    --preset NAME    one of the scene's, or a file that a plugin has saved\n"
      "    --midi FILE      notes for an instrument, or for what has keys of its own\n"
      "    --scale FILE     their intonation, Scala's; --controls TABLE: what controllers move\n"
      "    --input FILE     a sound (WAV, 1 to 8 channels) that drives it\n"
      "  rosin-render --list FILE    such a call a line, # before what is none\n"
      "  rosin-render --scenes       their names\n"
      "  rosin-render --about SCENE  its parameters, ranges and presets, as JSON\n"
      "SCENE is a name or a file. What else the command rosin does (play, batch, fit, match, "
      "loudness, rooms, FLAC, ...) needs libraries that are not here.\n",
      rosin_version());
  return status;
}

static int list_scenes(void) {
  for (int i = 0; i < rosin_scenes(); i++)
    puts(rosin_scene_name(i));
  return EXIT_SUCCESS;
}

static int tell_about(const char *scene) {
  rosin_error error;
  rosin_core *core = scene ? rosin_core_open_said(scene, "seed", 0, 0, NULL, &error) : NULL;
  char *text = core ? rosin_core_describe(core) : NULL;
  if (text)
    puts(text);
  rosin_text_free(text);
  rosin_core_free(core);
  return text ? EXIT_SUCCESS : complain("--about", scene ? error.text : "needs a scene");
}

static int make(int count, char *const *word, int within) {
  static wish w; /* 12 kB; one after the other */
  w = (wish){0};
  if (wish_read(&w, count, word))
    return 2;
  if (within && w.list)
    return complain("--list", "is for no line of a list") + 1;
  return w.list ? -1 : wish_take_preset(&w) ? 2 : wish_render(&w);
}

/* Words of a line, cut up in place; "..." holds blanks. */
static int cut(char *line, char **word) {
  int count = 0;
  for (char *at = line; count < WORDS;) {
    at += strspn(at, " \t\r\n");
    if (!*at || (*at == '#' && count == 0))
      break;
    const int quoted = *at == '"';
    at += quoted;
    word[count++] = at;
    at += strcspn(at, quoted ? "\"" : " \t\r\n");
    if (*at)
      *at++ = 0;
  }
  return count;
}

/* Each line, whatever becomes of the others. */
static int make_list(const char *path) {
  static char line[LINE];
  char *word[WORDS];
  int wrong = 0;
  FILE *file = fopen(path, "r");
  if (!file)
    return complain(path, "cannot be read");
  for (int number = 1; fgets(line, sizeof line, file); number++) {
    const int whole = strchr(line, '\n') || feof(file), count = cut(line, word);
    if (whole && (count == 0 || make(count, word, 1) == 0))
      continue;
    fprintf(stderr, "rosin-render: %s: line %d %s\n", path, number,
            whole ? "is left out" : "is longer than 4095 bytes; what follows is left out");
    wrong++;
    if (!whole)
      break;
  }
  fclose(file);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int count, char **word) {
  if (count < 2 || strcmp(word[1], "--help") == 0)
    return usage(count < 2 ? 2 : EXIT_SUCCESS);
  if (strcmp(word[1], "--version") == 0)
    return printf("rosin-render %s\n", rosin_version()) < 0;
  if (strcmp(word[1], "--scenes") == 0)
    return list_scenes();
  if (strcmp(word[1], "--about") == 0)
    return tell_about(word[2]);
  if (strcmp(word[1], "--list") == 0 && count == 3)
    return make_list(word[2]);
  const int status = make(count - 1, word + 1, 0);
  return status < 0 ? complain("--list", "goes alone") + 1 : status;
}
