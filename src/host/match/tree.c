/* SPDX-License-Identifier: BSD-3-Clause */
/* See tree.h. */
#include "host/match/tree.h"
#include "error.h"
#include "format.h"
#include "number.h"
#include "scene/read/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int rosin_match_tree_read(rosin_settings *tree, const char *text, const char *name,
                          rosin_files files, int count, const char *const *set,
                          rosin_error *error) {
  char folder[4096];
  const char *slash = strrchr(name, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) : 1, slash ? name : ".");
  *tree = (rosin_settings){0};
  if (rosin_settings_read(tree, text, name, folder, files, error))
    return -1;
  rosin_reading reading = {.file = name, .folder = folder};
  for (int i = 0; i < count; i++)
    rosin_reading_override(&reading, tree->root, set[i]);
  const int status =
      reading.failed || reading.no_memory
          ? rosin_fail(error, "%.400s", reading.errors ? reading.errors : "out of memory")
          : 0;
  free(reading.errors);
  return status;
}

/* ---- written --------------------------------------------------------------------------- */

static void put_words(FILE *out, const char *text) {
  fputc('"', out);
  for (const char *c = text; *c; c++) {
    const unsigned char u = (unsigned char)*c;
    if (u == '"' || u == '\\')
      fprintf(out, "\\%c", u);
    else if (u < ' ' || u == 127)
      fprintf(out, "\\x%02x", u);
    else
      fputc(u, out);
  }
  fputc('"', out);
}

/* As short as it can be, and with a look of a fraction. */
static void put_number(FILE *out, double value) {
  char text[48];
  rosin_format_shortest(text, sizeof text, value);
  fprintf(out, "%s%s", text, strpbrk(text, ".eni") ? "" : ".0");
}

/* Whether it goes into one line: numbers, and lists of these. */
static int is_short(const rosin_setting *s) {
  int all = 0;
  for (int i = 0; i < s->count; i++) {
    const rosin_setting *e = s->element[i];
    all += e->count ? e->count : 1;
    for (int k = 0; k < e->count; k++)
      if (e->element[k]->count)
        return 0;
  }
  return all <= 16;
}

static void put(FILE *out, const rosin_setting *s, int depth);

static void put_group(FILE *out, const rosin_setting *s, int depth) {
  const int line = depth > 1 && is_short(s);
  fputs(line ? "{ " : "{\n", out);
  for (int i = 0; i < s->count; i++) {
    fprintf(out, "%*s%s = ", line ? 0 : 2 * depth, "", s->element[i]->name);
    put(out, s->element[i], depth + 1);
    fputs(line ? "; " : ";\n", out);
  }
  fprintf(out, "%*s}", line ? 0 : 2 * (depth - 1), "");
}

static void put_list(FILE *out, const rosin_setting *s, int depth) {
  const int line = is_short(s);
  fputs(line ? "(" : "(\n", out);
  for (int i = 0; i < s->count; i++) {
    fprintf(out, "%*s", line ? 0 : 2 * depth, "");
    put(out, s->element[i], depth + 1);
    fputs(i + 1 < s->count ? line ? ", " : ",\n" : line ? "" : "\n", out);
  }
  fprintf(out, "%*s)", line ? 0 : 2 * (depth - 1), "");
}

/* Groups within groups, no deeper than a scene may be (ROSIN_SETTING_DEPTH). */
static void put(FILE *out, const rosin_setting *s, int depth) { // NOLINT(misc-no-recursion)
  switch (s->type) {
  case ROSIN_SETTING_GROUP:
    put_group(out, s, depth);
    break;
  case ROSIN_SETTING_LIST:
    put_list(out, s, depth);
    break;
  case ROSIN_SETTING_TEXT:
    put_words(out, s->text ? s->text : "");
    break;
  case ROSIN_SETTING_NUMBER:
    put_number(out, s->number);
    break;
  case ROSIN_SETTING_TRUTH:
    fputs(s->number != 0 ? "true" : "false", out);
    break;
  }
}

void rosin_match_tree_put(FILE *out, const rosin_setting *root) {
  for (int i = 0; i < root->count; i++) {
    fprintf(out, "%s = ", root->element[i]->name);
    put(out, root->element[i], 1);
    fputs(";\n", out);
  }
}

char *rosin_match_tree_text(const rosin_setting *root) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  rosin_match_tree_put(out, root);
  const int failed = ferror(out);
  if (fclose(out) || failed) {
    free(text);
    return NULL;
  }
  return text;
}

/* ---- changed --------------------------------------------------------------------------- */

static rosin_setting *fresh(rosin_setting *group, const char *name, rosin_setting_type type) {
  rosin_setting *s = rosin_setting_member(group, name);
  if (s && s->type == type)
    return s;
  if (s)
    rosin_setting_remove(group, name);
  return rosin_setting_add(group, name, type);
}

int rosin_match_tree_number(rosin_setting *group, const char *name, double value) {
  rosin_setting *s = fresh(group, name, ROSIN_SETTING_NUMBER);
  if (!s)
    return -1;
  s->number = value;
  return 0;
}

int rosin_match_tree_words(rosin_setting *group, const char *name, const char *text) {
  rosin_setting *s = fresh(group, name, ROSIN_SETTING_TEXT);
  return s ? rosin_setting_set_text(s, text) : -1;
}

int rosin_match_tree_append(rosin_setting *list, double value) {
  rosin_setting *s = rosin_setting_add(list, NULL, ROSIN_SETTING_NUMBER);
  if (!s)
    return -1;
  s->number = value;
  return 0;
}

double rosin_match_tree_at(const rosin_setting *group, const char *name, double none) {
  const rosin_setting *s = rosin_setting_member(group, name);
  return rosin_setting_is(s, ROSIN_SETTING_NUMBER) ? s->number : none;
}
