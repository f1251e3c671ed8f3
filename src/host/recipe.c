/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/recipe.h"
#include "error.h"
#include "format.h"
#include "host/text.h"
#include "number.h"
#include "scene/scene.h"
#include "scene/sound/sound_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds, checked as -d is: NULL, or what is wrong. */
static const char *read_duration(rosin_recipe *r, const char *text) {
  char *end;
  r->duration = rosin_number_read(text, &end);
  return *text && !*end && r->duration >= 0.001 && r->duration <= 36000
             ? NULL
             : "its duration is not 0.001 to 36000 s";
}

/* A number from `low` to `high`: NULL, or what is wrong. */
static const char *read_level(double *to, const char *text, double low, double high,
                              const char *wrong) {
  char *end;
  *to = rosin_number_read(text, &end);
  return *text && !*end && *to >= low && *to <= high ? NULL : wrong;
}

/* One line of a recipe: NULL, or what is wrong with it. */
static const char *read_line(rosin_recipe *r, char *line) {
  char *value = strchr(line, ' ');
  if (!value || rosin_text_controls(line))
    return "a line is none of its own";
  *value++ = 0;
  if (strcmp(line, "rosin") == 0)
    r->version = value;
  else if (strcmp(line, "scene") == 0)
    r->scene = value;
  else if (strcmp(line, "midi") == 0 || strcmp(line, "score") == 0) {
    r->midi = value;
    r->score = *line == 's';
  } else if (strcmp(line, "scale") == 0)
    r->scale = value;
  else if (strcmp(line, "controls") == 0)
    r->controls = value;
  else if (strcmp(line, "gesture") == 0)
    r->gesture = value;
  else if (strcmp(line, "room") == 0)
    r->room = value;
  else if (strcmp(line, "files") == 0 && strcmp(value, "any") == 0)
    r->files_anywhere = 1;
  else if (strcmp(line, "normalize") == 0 && strcmp(value, "peak") == 0)
    r->level.normalize = 1;
  else if (strcmp(line, "loop") == 0 && strcmp(value, "seamless") == 0)
    r->part = ROSIN_PART_ROUND;
  else if (strcmp(line, "part") == 0)
    return rosin_part_named(value, &r->part) ? "its part is none" : NULL;
  else if (strcmp(line, "loudness") == 0)
    return read_level(&r->level.loudness, value, -70, -1, "its loudness is not -70 to -1 LUFS");
  else if (strcmp(line, "ceiling") == 0)
    return read_level(&r->level.ceiling, value, ROSIN_LEVEL_LOWEST, 0,
                      "its ceiling is not -60 to 0 dBTP");
  else if (strcmp(line, "loudness_of") == 0)
    return rosin_loudness_of_named(value, &r->level.of) ? "its loudness is none" : NULL;
  else if (strcmp(line, "duration") == 0)
    return read_duration(r, value);
  else if (strcmp(line, "format") == 0)
    return rosin_sample_format_named(value, &r->format) ? "its format is unknown" : NULL;
  else if (strcmp(line, "tag") == 0)
    return rosin_words_put(&r->words, value, &(rosin_error){""}) ? "a tag is none" : NULL;
  else if (strcmp(line, "set") == 0 && r->set.count < ROSIN_LIST)
    r->set.text[r->set.count++] = value;
  else
    return "a line is none of its own";
  return NULL;
}

/* Take `text` (malloc'ed) apart, in place: NULL, or what is wrong. */
static const char *parse(rosin_recipe *r, char *text) {
  r->storage = text;
  while (*text && *text != '\n') {
    char *end = strchr(text, '\n');
    if (!end)
      return "it has no scene";
    *end = 0;
    const char *wrong = read_line(r, text);
    if (wrong)
      return wrong;
    text = end + 1;
  }
  r->text = *text ? text + 1 : text;
  return r->version && r->scene && *r->text ? NULL : "it has no scene";
}

static int open_sound(rosin_recipe *r, const char *path, rosin_error *error) {
  char *text = rosin_sound_notes_read(path, error);
  if (!text)
    return -1;
  const char *wrong = parse(r, text);
  if (wrong)
    return rosin_fail(error, "%.300s: what rosin wrote into this file is damaged: %s", path, wrong);
  r->files = ROSIN_FILES_SOUND; /* who made a sound file is not who plays it */
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

int rosin_recipe_foreign(const rosin_recipe *r) {
  return r->version && strcmp(r->version, rosin_version()) != 0;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* What was written to `to`, or NULL without memory. */
static char *finish(FILE *to, char **text) {
  const int bad = ferror(to);
  if (fclose(to) == 0 && !bad)
    return *text;
  free(*text);
  return NULL;
}

/* A line of a name that may hold anything. */
static void put_name(FILE *to, const char *key, const char *path) {
  fprintf(to, "%s ", key);
  rosin_text_put(to, base_of(path), 0);
  fputc('\n', to);
}

char *rosin_recipe_write(const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  fprintf(to, "rosin %s\n", rosin_version());
  put_name(to, "scene", r->scene);
  for (int i = 0; i < r->set.count; i++)
    fprintf(to, "set %s\n", r->set.text[i]);
  if (r->duration > 0)
    rosin_print(to, "duration %.17g\n", r->duration);
  if (r->format)
    fprintf(to, "format %s\n", rosin_sample_format_name(r->format));
  if (r->level.loudness < 0)
    rosin_print(to, "loudness %.17g\n", r->level.loudness);
  if (r->level.loudness < 0 && r->level.of != ROSIN_LOUDNESS_INTEGRATED)
    fprintf(to, "loudness_of %s\n", rosin_loudness_of_name(r->level.of));
  if (r->level.ceiling < 0)
    rosin_print(to, "ceiling %.17g\n", r->level.ceiling);
  if (r->level.normalize)
    fputs("normalize peak\n", to);
  if (r->part == ROSIN_PART_ROUND)
    fputs("loop seamless\n", to);
  if (rosin_part_of_three(r->part))
    fprintf(to, "part %s\n", rosin_part_name(r->part));
  if (r->room)
    put_name(to, "room", r->room);
  if (r->midi)
    put_name(to, r->score ? "score" : "midi", r->midi);
  if (r->scale)
    put_name(to, "scale", r->scale);
  if (r->controls)
    put_name(to, "controls", r->controls);
  if (r->gesture)
    put_name(to, "gesture", r->gesture);
  for (int i = 0; i < ROSIN_WORDS; i++)
    if (r->words.given[i])
      fprintf(to, "tag %s=%s\n", rosin_word_name(i), r->words.given[i]);
  if (r->files_anywhere)
    fputs("files any\n", to);
  fprintf(to, "\n%s", r->text);
  return finish(to, &text);
}

/* A file or scene after `before`, and never taken for an option. */
static void put_path(FILE *to, const char *before, const char *path) {
  char *plain = NULL;
  if (!path)
    return;
  if (*path == '-' && path[1] && (plain = malloc(strlen(path) + 3))) {
    memcpy(plain, "./", 2);
    memcpy(plain + 2, path, strlen(path) + 1);
  }
  fputs(before, to);
  rosin_text_put_word(to, plain ? plain : path);
  free(plain);
}

static void put_players(FILE *to, const rosin_recipe *r) {
  put_path(to, " --room ", r->room);
  put_path(to, r->score ? " --score " : " --midi ", r->midi);
  put_path(to, " --scale ", r->scale);
  put_path(to, " --controls ", r->controls);
  put_path(to, " --gesture ", r->gesture);
}

char *rosin_recipe_renewal(const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  put_path(to, "rosin render ", r->from);
  put_players(to, r);
  return finish(to, &text);
}

/* What is not as it is without a word. */
static void put_level(FILE *to, const rosin_recipe *r) {
  const rosin_level_wish *w = &r->level;
  if (w->loudness < 0)
    rosin_print(to, " --loudness %.9g", w->loudness);
  if (w->loudness < 0 && w->of != ROSIN_LOUDNESS_AUTO)
    fprintf(to, " --loudness-of %s", rosin_loudness_of_name(w->of));
  const int is_peak = w->normalize && w->ceiling == 0 && !(w->loudness < 0);
  if (w->ceiling != rosin_level_ceiling(w, r->format) && !is_peak)
    rosin_print(to, " --ceiling %.9g", w->ceiling);
  if (w->normalize)
    fputs(" --normalize", to);
}

static void put_words(FILE *to, const rosin_words *words) {
  char text[512];
  for (int i = 0; i < ROSIN_WORDS; i++)
    if (words->given[i]) {
      snprintf(text, sizeof text, "%s=%s", rosin_word_name(i), words->given[i]);
      fputs(" --tag ", to);
      rosin_text_put_word(to, text);
    }
}

char *rosin_recipe_command(const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  put_path(to, "rosin render ", r->scene);
  for (int i = 0; i < r->set.count; i++) {
    fputs(" -s ", to);
    rosin_text_put_word(to, r->set.text[i]);
  }
  if (r->duration > 0)
    rosin_print(to, " -d %.9g", r->duration);
  if (r->format)
    fprintf(to, " --format %s", rosin_sample_format_name(r->format));
  put_level(to, r);
  if (r->part == ROSIN_PART_ROUND)
    fputs(" --loop", to);
  if (rosin_part_of_three(r->part))
    fprintf(to, " --part %s", rosin_part_name(r->part));
  put_players(to, r);
  put_words(to, &r->words);
  if (r->files_anywhere)
    fputs(" --allow-files", to);
  return finish(to, &text);
}

void rosin_recipe_free(rosin_recipe *r) {
  free(r->from);
  free(r->storage);
  *r = (rosin_recipe){0};
}
