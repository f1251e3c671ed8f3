/* SPDX-License-Identifier: BSD-3-Clause */
/* As the text of a scene, so that all that can be done to a scene can be done to it. */
#include "host/play/beside.h"
#include "format.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "letters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 40, EACH = 512, WIDEST = 24 };

static const double outermost = 0.8; /* pan */

/* A scene's name without folder and ending, as a name of a part; the second of a name is name-2. */
static void name_of(const rosin_list *scenes, int index, char name[NAME + 16]) {
  const char *slash = strrchr(scenes->text[index], '/');
  int same = 1, length = 0;
  for (const char *c = slash ? slash + 1 : scenes->text[index]; *c && *c != '.' && length < NAME;
       c++)
    name[length++] = (char)(rosin_is_letter_or_digit(*c) || *c == '-' || *c == '_' ? *c : '-');
  name[length] = 0;
  if (!rosin_is_letter(*name))
    *name = 'x';
  for (int i = 0; i < index; i++)
    same += strcmp(scenes->text[i], scenes->text[index]) == 0;
  if (same > 1)
    snprintf(name + length, 16, "-%d", same);
}

/* A layer of it; a path with what ends a text in it cannot be written. */
static int put_layer(char *to, size_t size, const rosin_list *scenes, int index) {
  char name[NAME + 16];
  const double place = scenes->count > 1 ? 2.0 * index / (scenes->count - 1) - 1 : 0;
  if (strpbrk(scenes->text[index], "\"\\") || strlen(scenes->text[index]) > 250)
    return -1;
  name_of(scenes, index, name);
  rosin_format(to, size, "  %s = { scene = \"%s\"; pan = %.3f; gain = %.4f; seed = 1.0; };\n", name,
               scenes->text[index], outermost * place, 1 / sqrt(scenes->count));
  return 0;
}

rosin_scene *rosin_play_beside(const rosin_list *scenes, const rosin_list *set,
                               const char *any_files, int *status) {
  const rosin_terms terms = {.files = any_files ? ROSIN_FILES_ANY : ROSIN_FILES_BESIDE,
                             .stop = rosin_stopped,
                             .opened = rosin_outputs_reads};
  const int count = scenes->count < WIDEST ? scenes->count : WIDEST;
  const size_t size = (size_t)(count + 1) * EACH;
  char *text = malloc(size), *errors = NULL;
  rosin_scene *scene = NULL;
  *status = ROSIN_FAILURE;
  if (!text) {
    rosin_complain(ROSIN_FAILURE, "out of memory");
    return NULL;
  }
  snprintf(text, size, "title = \"side by side\"; channels = 2;\nlayers = {\n");
  for (int i = 0; i < count; i++)
    if (put_layer(text + strlen(text), size - strlen(text), scenes, i)) {
      *status = rosin_complain(ROSIN_USAGE, "%.300s: cannot be played beside others: its name",
                               scenes->text[i]);
      free(text);
      return NULL;
    }
  snprintf(text + strlen(text), size - strlen(text), "};\n");
  scene = rosin_scene_read(text, "side by side", &terms, set->count, set->text, &errors);
  if (scene)
    free(errors);
  else
    *status = rosin_complain_all(errors) && set->count ? ROSIN_USAGE : ROSIN_FAILURE;
  free(text);
  return scene;
}
