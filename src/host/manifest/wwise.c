/* SPDX-License-Identifier: BSD-3-Clause */
/* The manifest as a table that Wwise imports (Audiokinetic, "Importing Media Files from Tab
 * Delimited Text Files"): UTF-8, a line an object, tabs between. Paths of objects are relative to
 * where they are imported, so that they fit every version's hierarchy; those of files to the table.
 * Variations are a random container, steps of a number a blend container, in the order of the list;
 * a line of its own gives each container its events. Parts of one variation join, and those of two
 * do not, so that each has events of its own too, for who draws the number itself. */
#include "batch/name.h"
#include "batch/sealed.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/damage.h"
#include "host/common/text.h"
#include "letters.h"
#include "sound/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is written, and who has events already. */
typedef struct {
  FILE *to;
  char **named; /* owned, [names], in the order in which they came */
  size_t names, room;
  long long sounds;
} table;

/* ---- names of objects ------------------------------------------------------------------- */

static const char *text_of(const rosin_manifest_row *row, rosin_column column) {
  return rosin_manifest_text(row, column);
}

/* A name as an object may have it: what a path's grammar means otherwise is none of it. */
static void put_name(char *to, size_t size, const char *name) {
  snprintf(to, size, "%s", name);
  for (char *c = to; *c; c++)
    if (strchr("\\/<>:*?\"|@\t", *c))
      *c = '_';
}

/* The sound's own name: its file's, without ending. */
static void sound_name(const rosin_manifest_row *row, char *to, size_t size) {
  put_name(to, size, text_of(row, ROSIN_COLUMN_NAME));
  char *dot = strrchr(to, '.');
  if (dot && dot > to)
    *dot = 0;
}

static int is_variation(const rosin_manifest_row *row) {
  return atoll(text_of(row, ROSIN_COLUMN_N)) > 0;
}

/* The container that a sound's events play: of its group and part, a blend of steps, or at random
 * among variations; "" where it stands alone. */
static const char *top_type(const rosin_manifest_row *row) {
  if (!*text_of(row, ROSIN_COLUMN_GROUP)) /* of 0.2, which knew none */
    return "";
  return *text_of(row, ROSIN_COLUMN_STEP) ? "Blend Container"
         : is_variation(row)              ? "Random Container"
                                          : "";
}

static void top_name(const rosin_manifest_row *row, char *to, size_t size) {
  char group[1024];
  const char *part = text_of(row, ROSIN_COLUMN_PART);
  put_name(group, sizeof group, text_of(row, ROSIN_COLUMN_GROUP));
  snprintf(to, size, "%s%s%s", group, *part ? " " : "", part);
}

/* ---- lines ------------------------------------------------------------------------------ */

static const char names[] =
    "Audio File\tObject Path\tProperty[IsLoopingEnabled]\tNotes\tEvent\tEvent\n";

/* Whether a container is new; it is known from then on. -1 without memory. */
static int is_new(table *t, const char *name) {
  for (size_t i = t->names; i-- > 0;) /* of a list in order it is one of the last */
    if (strcmp(t->named[i], name) == 0)
      return 0;
  if (t->names == t->room) {
    const size_t room = t->room ? 2 * t->room : 64;
    char **named = realloc(t->named, room * sizeof *named);
    if (!named)
      return -1;
    t->named = named;
    t->room = room;
  }
  return (t->named[t->names] = strdup(name)) ? (t->names++, 1) : -1;
}

/* Names of events have letters, digits and '_' alone. */
static void put_event(FILE *to, const char *action, const char *name) {
  fprintf(to, "\t\\Events\\Default Work Unit\\%s_", action);
  for (; *name; name++)
    fputc(rosin_is_letter(*name) || rosin_is_digit(*name) ? *name : '_', to);
  fprintf(to, "@%s", action);
}

/* What plays it, and what stops it if it loops. */
static void put_events(FILE *to, const char *name, int loops) {
  put_event(to, "Play", name);
  if (loops)
    put_event(to, "Stop", name);
  fputs(loops ? "\n" : "\t\n", to);
}

/* What it is, and which step. */
static void put_notes(FILE *to, const rosin_manifest_row *row) {
  const char *step = text_of(row, ROSIN_COLUMN_STEP);
  for (const char *c = text_of(row, ROSIN_COLUMN_TITLE); *c; c++)
    fputc(*c == '\t' || *c == '"' ? ' ' : *c, to);
  fprintf(to, "%s%s", *step ? "; " : "", step);
}

/* Others are not imported, and the whole table would seem to be. */
static int check_kind(const rosin_manifest_row *row, rosin_error *error) {
  const char *name = text_of(row, ROSIN_COLUMN_NAME), *dot = strrchr(name, '.');
  return dot && strcmp(dot, ".wav") == 0
             ? 0
             : rosin_fail(error, "%.300s: Wwise imports .wav files alone; make the list as these",
                          name);
}

static int put_sound(table *t, const rosin_manifest_row *row, rosin_error *error) {
  char sound[1024], top[1200], value[200];
  const char *type = top_type(row), *step = text_of(row, ROSIN_COLUMN_STEP);
  const int loops = *text_of(row, ROSIN_COLUMN_LOOP) == '1';
  if (rosin_name_check(text_of(row, ROSIN_COLUMN_NAME), error) || check_kind(row, error))
    return -1;
  sound_name(row, sound, sizeof sound);
  top_name(row, top, sizeof top);
  if (*type) {
    const int new = is_new(t, top);
    if (new < 0)
      return rosin_fail(error, "out of memory");
    if (new) {
      fprintf(t->to, "\t<%s>%s\t\t", type, top);
      put_events(t->to, top, loops);
    }
  }
  for (const char *c = text_of(row, ROSIN_COLUMN_NAME); *c; c++)
    fputc(*c == '/' ? '\\' : *c, t->to);
  fputc('\t', t->to);
  if (*type)
    fprintf(t->to, "<%s>%s\\", type, top);
  if (*step && is_variation(row)) {
    put_name(value, sizeof value, step);
    fprintf(t->to, "<Random Container>%s %s\\", top, value);
  }
  fprintf(t->to, "<Sound SFX>%s\t%s\t", sound, loops ? "true" : "false");
  put_notes(t->to, row);
  if (!*type || (*text_of(row, ROSIN_COLUMN_PART) && !*step))
    put_events(t->to, sound, loops);
  else
    fputs("\t\t\n", t->to);
  t->sounds++;
  return 0;
}

/* ---- all -------------------------------------------------------------------------------- */

static int put_rows(table *t, rosin_sealed *rows, rosin_damage *damage, rosin_error *error) {
  rosin_manifest_row row = {0};
  int status;
  fputs(names, t->to);
  while ((status = rosin_damage_row(damage, rows, error)) > 0) {
    const int failed = rosin_manifest_take(&row, &rows->record, rows->row_columns, error) ||
                       put_sound(t, &row, error);
    rosin_manifest_free(&row);
    if (failed)
      return -1;
  }
  if (!status && !t->sounds)
    return rosin_fail(error, "%.300s: lists no files", rows->path);
  if (!status)
    rosin_damage_close(damage, rows);
  return status;
}

static int write_table(table *t, rosin_sealed *rows, const char *path, rosin_damage *damage,
                       rosin_error *error) {
  char *name;
  if (!(t->to = rosin_temporary_stream(path, &name)))
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  const int failed = put_rows(t, rows, damage, error);
  if (failed) {
    fclose(t->to);
    rosin_temporary_drop(name);
    free(name);
    return -1;
  }
  return rosin_temporary_close(t->to, name, path)
             ? rosin_fail(error, "%.300s: %s", path, strerror(errno))
             : 0;
}

int rosin_batch_wwise(const char *folder) {
  rosin_error error = {"out of memory"};
  rosin_damage damage = {.after = NULL};
  table t = {.to = NULL};
  char *from = rosin_batch_path(folder, "manifest.csv"),
       *path = rosin_batch_path(folder, "wwise.txt");
  FILE *file = from ? fopen(from, "rb") : NULL;
  rosin_sealed *rows = malloc(sizeof *rows);
  int status = -1;
  if (from && !file)
    rosin_fail(&error, "%.300s: %s", from, strerror(errno));
  else if (path && rows && file && rosin_sealed_begin(rows, file, from) == 0) {
    rows->rising = 1;
    status = write_table(&t, rows, path, &damage, &error);
    rosin_sealed_end(rows);
  }
  if (status == 0)
    rosin_tell("%s: %lld sound%s, %zu container%s", path, t.sounds, rosin_text_plural(t.sounds),
               t.names, rosin_text_plural((long long)t.names));
  for (size_t i = 0; i < t.names; i++)
    free(t.named[i]);
  free(t.named);
  free(rows);
  if (file)
    fclose(file);
  free(path);
  free(from);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_damage_end(&damage, folder);
  return damage.told ? rosin_complain(ROSIN_FAILURE, "%s: the table lacks what is damaged", folder)
                     : ROSIN_DONE;
}
