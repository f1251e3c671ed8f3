/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/read/reading.h"
#include "error.h"
#include "format.h"
#include "memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 200 }; /* of errors; more say nothing new */

static const char no_memory[] = "out of memory";

/* Put "WHERE MESSAGE" as a line behind `*lines`. */
static void append(rosin_reading *r, char **lines, const char *where, const char *message) {
  const size_t old = *lines ? strlen(*lines) : 0;
  const size_t room = old + strlen(where) + strlen(message) + 2;
  char *grown = rosin_realloc(*lines, room);
  if (!grown) {
    rosin_reading_no_memory(r);
    return;
  }
  *lines = grown;
  snprintf(grown + old, room - old, "%s%s\n", where, message);
}

/* Add an error's line. */
static void add_line(rosin_reading *r, const char *where, const char *format, va_list list) {
  char message[640];
  r->failed++;
  if (r->no_memory || r->lines > LINES)
    return;
  rosin_format_list(message, sizeof message, format, list);
  rosin_error_line(message, sizeof message); /* a line feed ends a message */
  /* the engine and the files say it in their errors */
  if (strncmp(message, no_memory, sizeof no_memory - 1) == 0 ||
      strstr(message, ": out of memory")) {
    r->no_memory = 1;
    return;
  }
  if (r->lines++ == LINES)
    snprintf(message, sizeof message, "and more errors");
  append(r, &r->errors, where, message);
}

void rosin_reading_remark(rosin_reading *r, const rosin_setting *at, const char *format, ...) {
  char where[400], message[640];
  va_list list;
  snprintf(where, sizeof where, "%.300s:%d: ", at->file ? at->file : r->file, at->line);
  va_start(list, format);
  rosin_format_list(message, sizeof message, format, list);
  va_end(list);
  rosin_error_line(where, sizeof where);
  rosin_error_line(message, sizeof message);
  if (r->remarked++ < LINES)
    append(r, &r->remarks, where, message);
}

void rosin_reading_error(rosin_reading *r, const rosin_setting *at, const char *format, ...) {
  char where[400] = "";
  va_list list;
  const char *override = at ? at->origin : NULL;
  const char *file = at && at->file ? at->file : r->file;
  if (override && *override == '@') /* put there by a macro */
    snprintf(where, sizeof where, "%.380s: ", override + 1);
  else if (override)
    snprintf(where, sizeof where, "-s %.380s: ", override);
  else if (at && at->line > 0)
    snprintf(where, sizeof where, "%.300s:%d: ", file, at->line);
  else if (r->file)
    snprintf(where, sizeof where, "%.300s: ", r->file);
  rosin_error_line(where, sizeof where);
  va_start(list, format);
  add_line(r, where, format, list);
  va_end(list);
}

void rosin_reading_no_memory(rosin_reading *r) {
  r->no_memory = 1;
  r->failed++;
}

int rosin_reading_stopped(rosin_reading *r) {
  if (!r->stopped && r->terms.stop && r->terms.stop(r->terms.context)) {
    r->stopped = 1;
    r->failed++;
  }
  return r->stopped;
}

void *rosin_reading_room(rosin_reading *r, int count, size_t size) {
  void *made = rosin_calloc((size_t)count, size);
  if (!made)
    rosin_reading_no_memory(r);
  return made;
}

/* Was this very member set from outside, as by -s? */
static int is_given(const rosin_setting *s) {
  const char *end = s->origin ? strchr(s->origin, '=') : NULL;
  const size_t length = s->name ? strlen(s->name) : 0;
  return end && s->name && (size_t)(end - s->origin) > length && end[-(long)length - 1] == '.' &&
         memcmp(end - length, s->name, length) == 0;
}

static const char *meant_by(const rosin_reading *r, const char *name, const char *const *names,
                            const rosin_parameter *const *tables) {
  rosin_near near = rosin_near_to(name), members = near;
  const rosin_setting *group = r->meant;
  if (r->nearer)
    r->nearer(&near);
  for (const char *const *k = names; k && *k; k++)
    rosin_near_consider(&near, *k);
  for (const rosin_parameter *const *table = tables; table && *table; table++)
    for (const rosin_parameter *row = *table; row->name; row++)
      rosin_near_consider(&near, row->name);
  for (int k = 0; group && k < group->count; k++)
    rosin_near_consider(&members, group->element[k]->name);
  return rosin_near_meant(members.least <= near.least ? &members : &near);
}

static int is_known(const char *name, const char *const *names,
                    const rosin_parameter *const *tables) {
  for (const char *const *k = names; k && *k; k++)
    if (strcmp(*k, name) == 0)
      return 1;
  for (const rosin_parameter *const *table = tables; table && *table; table++)
    if (rosin_parameter_find(*table, name))
      return 1;
  return 0;
}

int rosin_reading_names(const rosin_setting *group, const char *before, char *text, size_t size) {
  for (int i = 0; rosin_setting_is(group, ROSIN_SETTING_GROUP) && i < group->count; i++) {
    const char *name = group->element[i]->name, *between = i ? ", " : before;
    const size_t used = strlen(text);
    if (used + strlen(between) + strlen(name) + sizeof ", ..." > size) {
      snprintf(text + used, size - used, ", ...");
      return -1;
    }
    snprintf(text + used, size - used, "%s%s", between, name);
  }
  return 0;
}

/* What may be meant by an unknown key: it, deeper in what there is; another of nearly that name;
 * or, of one that was set from outside, what has names of its own, or the macros: also where a key
 * that is none of them is near, since who turns a scene's macros rarely means 'seed'. "" if nothing
 * is. */
static void say_meant(const rosin_reading *r, const rosin_setting *group, const char *owner,
                      const rosin_setting *s, const char *const *names,
                      const rosin_parameter *const *tables, char *hint, size_t size) {
  char full[300];
  const int deeper = r->deeper && r->deeper(group, s->name, full, sizeof full);
  const char *meant = deeper ? full : meant_by(r, s->name, names, tables);
  const rosin_setting *whole = s->origin && !*owner ? group : NULL;
  const rosin_setting *layers = rosin_setting_member(whole, "layers");
  const rosin_setting *macros = rosin_setting_member(whole, "macros");
  *hint = 0;
  if (meant) {
    snprintf(hint, size, "; did you mean '%s%s%s'?", deeper ? owner : "",
             deeper && *owner ? "." : "", meant);
    if (!deeper && !rosin_setting_member(macros, meant))
      rosin_reading_names(macros, " Its macros are ", hint, size);
  } else if (rosin_setting_is(layers, ROSIN_SETTING_GROUP) && layers->count)
    snprintf(hint, size, "; what a layer has begins with its name, as in '%s.%s'",
             layers->element[0]->name, s->name);
  else if (rosin_setting_member(whole, "instrument") || rosin_setting_member(whole, "keys"))
    snprintf(hint, size, "; what the player has begins with 'player.'");
  else
    rosin_reading_names(macros, "; its macros are ", hint, size);
}

static void look_at_known(rosin_reading *r, const rosin_setting *group, const char *owner,
                          const char *const *names, const rosin_parameter *const *tables,
                          int given) {
  for (int i = 0; i < group->count; i++) {
    const rosin_setting *s = group->element[i];
    if ((given && !is_given(s)) || is_known(s->name, names, tables))
      continue; /* most are: what is near is for those that are none */
    char hint[400];
    say_meant(r, group, owner, s, names, tables, hint, sizeof hint);
    rosin_reading_error(r, s, "%s%s%s: unknown key%s", owner, *owner ? "." : "", s->name, hint);
  }
}

void rosin_reading_known(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const char *const *names, const rosin_parameter *const *tables) {
  look_at_known(r, group, owner, names, tables, 0);
}

void rosin_reading_known_given(rosin_reading *r, const rosin_setting *group, const char *owner,
                               const char *const *names, const rosin_parameter *const *tables) {
  look_at_known(r, group, owner, names, tables, 1);
}

int rosin_reading_group(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const char *holds) {
  if (rosin_setting_is(s, ROSIN_SETTING_GROUP))
    return 1;
  rosin_reading_error(r, s, "%s: must be a group %s", owner, holds);
  return 0;
}

static const char *type_name(const rosin_setting *s) {
  switch (s->type) {
  case ROSIN_SETTING_GROUP:
    return "a group";
  case ROSIN_SETTING_LIST:
    return "a list";
  case ROSIN_SETTING_TEXT:
    return "text";
  case ROSIN_SETTING_TRUTH:
    return "true or false";
  default:
    return "a number";
  }
}

int rosin_reading_value(rosin_reading *r, const rosin_setting *s, const char *what, double *value) {
  if (s->type != ROSIN_SETTING_NUMBER) {
    rosin_reading_error(r, s, "%s: is %s, must be a number", what, type_name(s));
    return -1;
  }
  *value = s->number;
  if (isfinite(*value))
    return 0;
  rosin_reading_error(r, s, "%s: %g is not a finite number", what, *value);
  return -1;
}

static void full_name(char *out, size_t size, const char *owner, const char *key) {
  snprintf(out, size, "%s%s%s", owner, *owner ? "." : "", key);
}

void rosin_reading_number(rosin_reading *r, const rosin_setting *group, const char *owner,
                          const rosin_parameter *row, double *value) {
  const rosin_setting *s = rosin_setting_member(group, row->name);
  char what[192];
  double number;
  rosin_error error;
  if (row->kind == ROSIN_CHOICE) {
    *value = rosin_reading_choice(r, group, owner, row->name, row->words, 64, (int)*value);
    return;
  }
  if (!s)
    return;
  if (s->type == ROSIN_SETTING_NUMBER && rosin_parameter_check(row, NULL, s->number, NULL) == 0) {
    *value = s->number; /* as nearly all are: whole names are for errors */
    return;
  }
  full_name(what, sizeof what, owner, row->name);
  if (rosin_reading_value(r, s, what, &number))
    return;
  rosin_parameter_check(row, *owner ? owner : NULL, number, &error);
  rosin_reading_error(r, s, "%s", error.text);
}

void rosin_reading_table(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const rosin_parameter *table, void *object) {
  for (const rosin_parameter *row = table; row->name; row++)
    rosin_reading_number(r, group, owner, row, (double *)(void *)((char *)object + row->offset));
}

int rosin_reading_text(rosin_reading *r, const rosin_setting *group, const char *owner,
                       const char *key, int required, char *text, size_t size) {
  const rosin_setting *s = rosin_setting_member(group, key);
  if (!s) {
    if (required)
      rosin_reading_error(r, group, "%s: '%s' is missing", owner, key);
    return 0;
  }
  if (!rosin_setting_is(s, ROSIN_SETTING_TEXT)) {
    rosin_reading_error(r, s, "%s.%s: is %s, must be text", owner, key, type_name(s));
    return 0;
  }
  const char *value = s->text;
  if (strlen(value) >= size) {
    rosin_reading_error(r, s, "%s.%s: too long, at most %d bytes", owner, key, (int)size - 1);
    return 0;
  }
  snprintf(text, size, "%s", value);
  return 1;
}

int rosin_reading_choice(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const char *key, const char *const *words, size_t size, int none) {
  char text[64], list[120] = "";
  if (!rosin_reading_text(r, group, owner, key, 0, text, size))
    return none;
  for (int i = 0; words[i]; i++) {
    if (strcmp(text, words[i]) == 0)
      return i;
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", words[i]);
  }
  rosin_reading_error(r, rosin_setting_member(group, key), "%s.%s: '%s' is not one of %s", owner,
                      key, text, list);
  return none;
}

const char *rosin_reading_file(rosin_reading *r, const rosin_setting *group, const char *owner) {
  const rosin_setting *s = rosin_setting_member(group, "file");
  if (rosin_setting_is(s, ROSIN_SETTING_TEXT) && *s->text)
    return s->text;
  rosin_reading_error(r, s ? s : group, "%s.file: must be the name of a file", owner);
  return NULL;
}

void rosin_reading_opened(const rosin_reading *r, const char *path) {
  if (r->terms.opened)
    r->terms.opened(path);
}

void *rosin_reading_grow(rosin_reading *r, const rosin_setting *at, void **array, int *count,
                         size_t size, int most, const char *what) {
  if (rosin_reading_stopped(r))
    return NULL;
  if (*count == most) {
    if (r->full != what) /* once */
      rosin_reading_error(r, at, "more than %d %s", most, what);
    r->full = what;
    return NULL;
  }
  void *grown = *array;
  if (!(*count & (*count - 1))) /* room doubles at powers of two, and from nothing */
    grown = rosin_realloc(*array, (size_t)(*count ? 2 * *count : 1) * size);
  if (!grown) {
    rosin_reading_no_memory(r);
    return NULL;
  }
  *array = grown;
  return memset((char *)grown + (size_t)(*count)++ * size, 0, size);
}

int rosin_reading_is_line(const char *text) {
  while ((unsigned char)*text >= ' ' && *text != 127)
    text++;
  return !*text;
}

int rosin_reading_is_list(const rosin_setting *s) {
  return rosin_setting_is(s, ROSIN_SETTING_LIST);
}

int rosin_reading_length(const rosin_setting *s) {
  return rosin_reading_is_list(s) ? s->count : 0;
}

static const rosin_parameter factor_table[] = {
    {"mass", "", 1e-6, 1e6, 1, "factor on all modal masses", offsetof(rosin_reading_factors, mass)},
    {"decay", "", 1e-4, 1e4, 1, "factor on all decay times",
     offsetof(rosin_reading_factors, decay)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_reading_factor_rows(void) {
  return factor_table;
}

void rosin_reading_known_bank(rosin_reading *r, const rosin_setting *s, const char *owner,
                              const char *const *names, const rosin_parameter *table,
                              const rosin_parameter *other) {
  const char *keys[8] = {"shape", "pitch", "size"};
  for (int i = 0; names[i]; i++)
    keys[3 + i] = names[i];
  rosin_reading_known(r, s, owner, keys, ROSIN_TABLES(factor_table, table, other));
}

void rosin_reading_scale(rosin_mode *m, const rosin_reading_factors *f) {
  m->frequency *= f->pitch / f->size;
  m->mass *= f->mass * (f->size * f->size * f->size);
  m->t60 *= f->decay;
  m->q *= f->decay;
}
