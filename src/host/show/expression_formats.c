/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/show/expression.h"

#include <string.h>

/* A bank of Reaper's, as its extension Reaticulate reads it: a program for each key, in groups of
 * which each has one that is on. */
static void reaper(const rosin_expression_map *m) {
  static const char *const icons[] = {"note-half", "con-sord", "sul-tasto", "trill"};
  static const char *const colours[] = {"long", "long-dark", "long-light", "legato"};
  rosin_expression e;
  fprintf(m->file, "//! g=\"rosin\" n=\"%s\"\nBank * * rosin %s\n", m->instrument, m->instrument);
  for (int i = 0; rosin_expression_at(i, &e); i++)
    if (e.group >= 0)
      fprintf(m->file, "//! c=%s i=%s g=%d o=note:%d\n%d %s\n", colours[e.group], icons[e.group],
              e.group + 1, rosin_expression_key(m, &e), i + 1, e.title);
}

/* Names of keys, which Reaper shows on its piano: also of those that act at once. */
static void names(const rosin_expression_map *m) {
  rosin_expression e;
  fputs("# MIDI note names\n", m->file);
  for (int i = 0; rosin_expression_at(i, &e); i++)
    fprintf(m->file, "%d %s\n", rosin_expression_key(m, &e), e.title);
}

const char *const rosin_expression_formats[] = {"cubase", "logic", "reaper",
                                                "dorico", "names", NULL};

int rosin_expression_write(const rosin_expression_map *m, const char *format) {
  static void (*const write[])(const rosin_expression_map *) = {
      rosin_expression_cubase, rosin_expression_logic, reaper, rosin_expression_dorico, names};
  for (int i = 0; rosin_expression_formats[i]; i++)
    if (strcmp(format, rosin_expression_formats[i]) == 0) {
      write[i](m);
      return 0;
    }
  return -1;
}
