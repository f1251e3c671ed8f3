/* SPDX-License-Identifier: BSD-3-Clause */
/* Facts of embedded scenes without the scenes: the section `about` is cut out of the text and read
 * alone. The texts are our own, so it begins a line, and a line that closes it ends it. */
#include "memory.h"
#include "scene/embedded.h"
#include "scene/read/reading.h"

#include <string.h>

static const char BEGIN[] = "\nabout = {", END[] = "\n};";

const rosin_embedded *rosin_embedded_find(const char *name) {
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0)
      return e;
  return NULL;
}

/* The section as a text of its own (malloc'ed); NULL if there is none, or no memory. */
static char *cut(const char *text) {
  const char *begin = strstr(text, BEGIN), *end = begin ? strstr(begin, END) : NULL;
  return end ? rosin_strndup(begin, (size_t)(end - begin) + sizeof END - 1) : NULL;
}

int rosin_embedded_about(const rosin_embedded *scene, rosin_about *about) {
  rosin_reading r = {.file = scene->name, .folder = "."};
  rosin_settings tree;
  rosin_error error;
  *about = (rosin_about){.presets = 0};
  char *text = cut(scene->text);
  int status = -1;
  if (text && rosin_settings_read(&tree, text, scene->name, ".", ROSIN_FILES_BESIDE, &error) == 0) {
    rosin_reading_facts(&r, rosin_setting_member(tree.root, "about"), about);
    rosin_settings_free(&tree);
    status = r.failed ? -1 : 0;
  }
  rosin_free(r.errors);
  rosin_free(text);
  return status;
}
