/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands in a sound file of how it was made: as a whole file ("RIFF..."), or as the
 * text of its notes, which must come back as it went in. */
#include "fuzz.h"
#include "host/load/recipe.h"
#include "sound/sound_notes.h"

#include <stdlib.h>
#include <string.h>

/* The scene of a recipe plays as it would for a command. */
static void play(const rosin_recipe *recipe) {
  char *errors = NULL;
  float out[FUZZ_BLOCK * ROSIN_MODEL_CHANNELS];
  rosin_error error = {""};
  const rosin_terms terms = {.files = recipe->files};
  rosin_scene *scene = rosin_scene_read(recipe->text, recipe->from ? recipe->from : recipe->scene,
                                        &terms, recipe->set.count, recipe->set.text, &errors);
  fuzz_want(scene || errors, "a scene that is refused says why");
  if (scene && rosin_scene_model(scene)->oversample == 1 &&
      rosin_scene_prepare(scene, 0, FUZZ_BLOCK, &error) == 0) {
    rosin_scene_process(scene, FUZZ_BLOCK, out);
    fuzz_want_sound(out, FUZZ_BLOCK * rosin_scene_channels(scene), 1e30);
  }
  rosin_scene_free(scene);
  free(errors);
}

static void open_file(const char *path) {
  rosin_recipe recipe;
  rosin_error error = {""};
  if (rosin_recipe_open(&recipe, path, &error)) {
    fuzz_want_line(&error);
  } else {
    char *text = rosin_recipe_write(&recipe), *command = rosin_recipe_command(&recipe);
    fuzz_want(text && command, "a recipe can be written again");
    fuzz_want(!strchr(command, '\n'), "a command is one line: %s", command);
    free(text);
    free(command);
    play(&recipe);
  }
  rosin_recipe_free(&recipe);
}

/* Through a file's notes and back. */
static void write_notes(const char *text) {
  static const float silence[8] = {0};
  rosin_error error = {""};
  const char *path = fuzz_output("output.wav");
  rosin_sound_file *file = rosin_sound_file_create(path, FUZZ_RATE, 1, ROSIN_SAMPLE_16, &error);
  fuzz_want(file != NULL, "%s", error.text);
  const rosin_sound_notes notes = {.title = "fuzz", .tracks = "a,b", .text = text};
  const int status = rosin_sound_notes_write(file, &notes, &error);
  fuzz_want(status >= 0, "%s", error.text);
  fuzz_want(rosin_sound_file_write(file, silence, 8, &error) == 0, "%s", error.text);
  fuzz_want(rosin_sound_file_close(file, &error) == 0, "%s", error.text);
  char *back = status ? NULL : rosin_sound_notes_read(path, &error);
  if (strncmp(text, "rosin ", 6) == 0 && !status)
    fuzz_want(back && strcmp(back, text) == 0, "notes come back: '%s' as '%s'", text,
              back ? back : error.text);
  free(back);
  open_file(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= 4 && memcmp(data, "RIFF", 4) == 0) {
    open_file(fuzz_file("input.wav", data, size));
    return 0;
  }
  char *text = calloc(size + 1, 1);
  fuzz_want(text != NULL, "there is memory");
  if (size)
    memcpy(text, data, size);
  write_notes(text);
  free(text);
  return 0;
}
