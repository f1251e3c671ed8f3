/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/load/recipe.h"
#include "error.h"
#include "format.h"
#include "host/common/text.h"
#include "number.h"
#include "scene/scene.h"
#include "sound/sound_notes.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files that it was played with: what a line and an option call them. */
static const struct {
  const char *key;
  size_t at; /* in the recipe */
  int score; /* of `midi`, whether it is a score */
} files[] = {{"room", offsetof(rosin_recipe, room), 0},
             {"score", offsetof(rosin_recipe, midi), 1},
             {"midi", offsetof(rosin_recipe, midi), 0},
             {"scale", offsetof(rosin_recipe, scale), 0},
             {"controls", offsetof(rosin_recipe, controls), 0},
             {"gesture", offsetof(rosin_recipe, gesture), 0},
             {"input", offsetof(rosin_recipe, input), 0}};

enum { FILES = sizeof files / sizeof *files };

static int is_notes(int file) {
  return files[file].at == offsetof(rosin_recipe, midi);
}

/* Its file of that kind, or NULL. */
static const char *file_of(const rosin_recipe *r, int file) {
  if (is_notes(file) && files[file].score != r->score)
    return NULL;
  return *(const char *const *)((const char *)r + files[file].at);
}

/* ---- read --------------------------------------------------------------------------- */

static const char strange[] = "a line is none of its own";

static int take_file(rosin_recipe *r, const char *key, const char *value) {
  for (int i = 0; i < FILES; i++)
    if (strcmp(key, files[i].key) == 0) {
      *(const char **)((char *)r + files[i].at) = value;
      if (is_notes(i))
        r->score = files[i].score;
      return 1;
    }
  return 0;
}

/* A line that says one thing, or is not there. */
static int take_flag(rosin_recipe *r, const char *line) {
  if (strcmp(line, "files any") == 0)
    r->files_anywhere = 1;
  else if (strcmp(line, "normalize peak") == 0)
    r->level.normalize = 1;
  else if (strcmp(line, "loop seamless") == 0)
    r->part = ROSIN_PART_ROUND;
  else
    return 0;
  return 1;
}

/* A number, checked as its option is: NULL, or what is wrong. */
static const char *read_number(rosin_recipe *r, const char *key, const char *value) {
  const struct {
    const char *key;
    double *to, low, high;
    const char *wrong;
  } table[] = {
      {"duration", &r->duration, ROSIN_MODEL_SHORTEST, ROSIN_MODEL_LONGEST,
       "its duration is not 0.001 to 36000 s"},
      {"loudness", &r->level.loudness, -70, -1, "its loudness is not -70 to -1 LUFS"},
      {"ceiling", &r->level.ceiling, ROSIN_LEVEL_LOWEST, 0, "its ceiling is not -60 to 0 dBTP"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(key, table[i].key) == 0) {
      char *end;
      const double number = *table[i].to = rosin_number_read(value, &end);
      const int is_one = *value && !*end;
      return is_one && number >= table[i].low && number <= table[i].high ? NULL : table[i].wrong;
    }
  return strange;
}

static const char *read_word(rosin_recipe *r, const char *key, char *value) {
  if (strcmp(key, "part") == 0)
    return rosin_part_named(value, &r->part) ? "its part is none" : NULL;
  if (strcmp(key, "loudness_of") == 0)
    return rosin_loudness_of_named(value, &r->level.of) ? "its loudness is none" : NULL;
  if (strcmp(key, "format") == 0)
    return rosin_sample_format_named(value, &r->format) ? "its format is unknown" : NULL;
  if (strcmp(key, "tag") == 0)
    return rosin_words_put(&r->words, value, &(rosin_error){""}) ? "a tag is none" : NULL;
  if (strcmp(key, "rosin") == 0)
    r->version = value;
  else if (strcmp(key, "scene") == 0)
    r->scene = value;
  else if (strcmp(key, "set") == 0 && r->set.count < ROSIN_LIST)
    r->set.text[r->set.count++] = value;
  else
    return strange;
  return NULL;
}

/* One line of a recipe: NULL, or what is wrong with it. */
static const char *read_line(rosin_recipe *r, char *line) {
  char *value = strchr(line, ' ');
  if (!value || rosin_text_controls(line))
    return strange;
  if (r->played) { /* rosin_played_new() reads them */
    r->acts++;
    return NULL;
  }
  if (strncmp(line, "played ", 7) == 0) {
    r->played = line + 7;
    return NULL;
  }
  if (take_flag(r, line))
    return NULL;
  *value++ = 0;
  if (take_file(r, line, value))
    return NULL;
  const char *wrong = read_number(r, line, value);
  return wrong == strange ? read_word(r, line, value) : wrong;
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

/* ---- written ------------------------------------------------------------------------ */

/* What `put` writes (malloc'ed), or NULL without memory. */
static char *written(void (*put)(FILE *to, const rosin_recipe *r), const rosin_recipe *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  put(to, r);
  const int bad = ferror(to);
  if (fclose(to) == 0 && !bad)
    return text;
  free(text);
  return NULL;
}

/* A line of a name that may hold anything. */
static void put_name(FILE *to, const char *key, const char *path) {
  const char *slash = strrchr(path, '/');
  fprintf(to, "%s ", key);
  rosin_text_put(to, slash ? slash + 1 : path, 0);
  fputc('\n', to);
}

static void put_level_lines(FILE *to, const rosin_level_wish *w) {
  if (w->loudness < 0)
    rosin_print(to, "loudness %.17g\n", w->loudness);
  if (w->loudness < 0 && w->of != ROSIN_LOUDNESS_INTEGRATED)
    fprintf(to, "loudness_of %s\n", rosin_loudness_of_name(w->of));
  if (w->ceiling < 0)
    rosin_print(to, "ceiling %.17g\n", w->ceiling);
  if (w->normalize)
    fputs("normalize peak\n", to);
}

static void put_played(FILE *to, const rosin_recipe *r) {
  if (r->played)
    fprintf(to, "played %s\n", r->played);
  const char *line = r->played;
  for (int i = 0; i < r->acts; i++) {
    line += strlen(line) + 1;
    fprintf(to, "%s\n", line);
  }
}

static void put_lines(FILE *to, const rosin_recipe *r) {
  fprintf(to, "rosin %s\n", rosin_version());
  put_name(to, "scene", r->scene);
  for (int i = 0; i < r->set.count; i++)
    fprintf(to, "set %s\n", r->set.text[i]);
  if (r->duration > 0)
    rosin_print(to, "duration %.17g\n", r->duration);
  if (r->format)
    fprintf(to, "format %s\n", rosin_sample_format_name(r->format));
  put_level_lines(to, &r->level);
  if (r->part == ROSIN_PART_ROUND)
    fputs("loop seamless\n", to);
  if (rosin_part_of_three(r->part))
    fprintf(to, "part %s\n", rosin_part_name(r->part));
  for (int i = 0; i < FILES; i++)
    if (file_of(r, i))
      put_name(to, files[i].key, file_of(r, i));
  for (int i = 0; i < ROSIN_WORDS; i++)
    if (r->words.given[i])
      fprintf(to, "tag %s=%s\n", rosin_word_name(i), r->words.given[i]);
  if (r->files_anywhere)
    fputs("files any\n", to);
  put_played(to, r);
  fprintf(to, "\n%s", r->text);
}

char *rosin_recipe_write(const rosin_recipe *r) {
  return written(put_lines, r);
}

/* A file or scene as a word, and never taken for an option. */
static void put_path(FILE *to, const char *path) {
  char *plain = NULL;
  if (*path == '-' && path[1] && (plain = malloc(strlen(path) + 3))) {
    memcpy(plain, "./", 2);
    memcpy(plain + 2, path, strlen(path) + 1);
  }
  rosin_text_put_word(to, plain ? plain : path);
  free(plain);
}

static void put_begin(FILE *to, const char *path) {
  fputs("rosin render ", to);
  put_path(to, path);
}

static void put_files(FILE *to, const rosin_recipe *r) {
  for (int i = 0; i < FILES; i++)
    if (file_of(r, i)) {
      fprintf(to, " --%s ", files[i].key);
      put_path(to, file_of(r, i));
    }
}

static void put_renewal(FILE *to, const rosin_recipe *r) {
  put_begin(to, r->from);
  put_files(to, r);
}

char *rosin_recipe_renewal(const rosin_recipe *r) {
  return written(put_renewal, r);
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

static void put_command(FILE *to, const rosin_recipe *r) {
  if (r->played) { /* no command says what hands did */
    put_renewal(to, r);
    return;
  }
  put_begin(to, r->scene);
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
  put_files(to, r);
  put_words(to, &r->words);
  if (r->files_anywhere)
    fputs(" --allow-files", to);
}

char *rosin_recipe_command(const rosin_recipe *r) {
  return written(put_command, r);
}

void rosin_recipe_free(rosin_recipe *r) {
  free(r->from);
  free(r->storage);
  *r = (rosin_recipe){0};
}
