/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/recipe.h"
#include "error.h"
#include "scene/scene.h"
#include "scene/sound_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of a recipe: 0, or -1 if it is none. */
static int read_line(rosin_recipe *r, char *line) {
  char *value = strchr(line, ' ');
  if (!value)
    return -1;
  *value++ = 0;
  if (strcmp(line, "rosin") == 0)
    r->version = value;
  else if (strcmp(line, "scene") == 0)
    r->scene = value;
  else if (strcmp(line, "midi") == 0)
    r->midi = value;
  else if (strcmp(line, "duration") == 0)
    r->duration = strtod(value, NULL);
  else if (strcmp(line, "format") == 0)
    return rosin_sample_format_named(value, &r->format);
  else if (strcmp(line, "set") == 0 && r->set.count < ROSIN_LIST)
    r->set.text[r->set.count++] = value;
  else
    return -1;
  return 0;
}

/* Take `text` (malloc'ed) apart, in place. */
static int parse(rosin_recipe *r, char *text) {
  r->storage = text;
  while (*text && *text != '\n') {
    char *end = strchr(text, '\n');
    if (!end)
      return -1;
    *end = 0;
    if (read_line(r, text))
      return -1;
    text = end + 1;
  }
  r->text = *text ? text + 1 : text;
  return r->version && r->scene && *r->text ? 0 : -1;
}

static int open_sound(rosin_recipe *r, const char *path, rosin_error *error) {
  char *text = rosin_sound_notes_read(path, error);
  if (!text)
    return -1;
  if (parse(r, text))
    return rosin_fail(error, "%.400s: what rosin wrote into this file is damaged", path);
  r->from = strdup(path);
  return r->from ? 0 : rosin_fail(error, "out of memory");
}

int rosin_recipe_open(rosin_recipe *r, const char *name, rosin_error *error) {
  *r = (rosin_recipe){0};
  if (rosin_sound_file_named(name))
    return open_sound(r, name, error);
  char *text = rosin_scene_text(name, error);
  if (!text)
    return -1;
  const size_t size = strlen(name) + 1, length = strlen(text) + 1;
  r->storage = malloc(size + length);
  if (!r->storage) {
    free(text);
    return rosin_fail(error, "out of memory");
  }
  r->scene = memcpy(r->storage, name, size);
  r->text = memcpy(r->storage + size, text, length);
  free(text);
  return 0;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

char *rosin_recipe_write(const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  fprintf(to, "rosin %s\nscene %s\n", rosin_version(), base_of(r->scene));
  for (int i = 0; i < r->set.count; i++)
    fprintf(to, "set %s\n", r->set.text[i]);
  if (r->duration > 0)
    fprintf(to, "duration %.17g\n", r->duration);
  if (r->format)
    fprintf(to, "format %s\n", rosin_sample_format_name(r->format));
  if (r->midi)
    fprintf(to, "midi %s\n", base_of(r->midi));
  fprintf(to, "\n%s", r->text);
  return fclose(to) ? NULL : text;
}

char *rosin_recipe_command(const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  fprintf(to, "rosin render %s", r->scene);
  for (int i = 0; i < r->set.count; i++)
    fprintf(to, " -s %s", r->set.text[i]);
  if (r->duration > 0)
    fprintf(to, " -d %.9g", r->duration);
  if (r->format)
    fprintf(to, " --format %s", rosin_sample_format_name(r->format));
  if (r->midi)
    fprintf(to, " --midi %s", r->midi);
  return fclose(to) ? NULL : text;
}

void rosin_recipe_free(rosin_recipe *r) {
  free(r->from);
  free(r->storage);
  *r = (rosin_recipe){0};
}
