/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/reading.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Add "WHERE MESSAGE" as a line. */
static void add_line(rosin_reading *r, const char *where, const char *format, va_list list) {
  char message[640];
  vsnprintf(message, sizeof message, format, list);
  const size_t old = r->errors ? strlen(r->errors) : 0;
  const size_t room = old + strlen(where) + strlen(message) + 2;
  char *grown = realloc(r->errors, room);
  r->failed++;
  if (!grown)
    return;
  r->errors = grown;
  snprintf(grown + old, room - old, "%s%s\n", where, message);
}

void rosin_reading_error(rosin_reading *r, const config_setting_t *at, const char *format, ...) {
  char where[320] = "";
  va_list list;
  const char *override = at ? config_setting_get_hook(at) : NULL;
  const char *file =
      at && config_setting_source_file(at) ? config_setting_source_file(at) : r->file;
  if (override && *override == '@') /* put there by a macro */
    snprintf(where, sizeof where, "%s: ", override + 1);
  else if (override)
    snprintf(where, sizeof where, "-s %s: ", override);
  else if (at && config_setting_source_line(at) > 0)
    snprintf(where, sizeof where, "%s:%d: ", file, config_setting_source_line(at));
  else if (r->file)
    snprintf(where, sizeof where, "%s: ", r->file);
  va_start(list, format);
  add_line(r, where, format, list);
  va_end(list);
}

void rosin_reading_error_line(rosin_reading *r, int line, const char *format, ...) {
  char where[320];
  va_list list;
  snprintf(where, sizeof where, "%s:%d: ", r->file, line);
  va_start(list, format);
  add_line(r, where, format, list);
  va_end(list);
}

/* Edit distance, for "did you mean". */
static int distance(const char *a, const char *b) {
  int row[ROSIN_MODEL_NAME + 1];
  const int n = (int)strnlen(b, ROSIN_MODEL_NAME);
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 0; a[i]; i++) {
    int corner = row[0];
    row[0] = i + 1;
    for (int j = 1; j <= n; j++) {
      const int up = row[j];
      int best = corner + (a[i] != b[j - 1]);
      best = best < up + 1 ? best : up + 1;
      row[j] = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
      corner = up;
    }
  }
  return row[n];
}

static void consider(const char *wanted, const char *name, const char **nearest, int *least) {
  const int d = distance(wanted, name);
  if (d < *least) {
    *least = d;
    *nearest = name;
  }
}

void rosin_reading_known(rosin_reading *r, const config_setting_t *group, const char *owner,
                         const char *const *names, const rosin_parameter *rows) {
  for (int i = 0; i < config_setting_length(group); i++) {
    const config_setting_t *s = config_setting_get_elem(group, (unsigned)i);
    const char *name = config_setting_name(s), *nearest = NULL;
    int least = 1000;
    for (const char *const *k = names; k && *k; k++)
      consider(name, *k, &nearest, &least);
    for (const rosin_parameter *row = rows; row && row->name; row++)
      consider(name, row->name, &nearest, &least);
    if (least == 0)
      continue;
    const char *dot = *owner ? "." : "";
    if (nearest && least <= 1 + (int)strlen(name) / 3)
      rosin_reading_error(r, s, "%s%s%s: unknown key; did you mean '%s'?", owner, dot, name,
                          nearest);
    else
      rosin_reading_error(r, s, "%s%s%s: unknown key", owner, dot, name);
  }
}

static const char *type_name(const config_setting_t *s) {
  switch (config_setting_type(s)) {
  case CONFIG_TYPE_GROUP:
    return "a group";
  case CONFIG_TYPE_LIST:
  case CONFIG_TYPE_ARRAY:
    return "a list";
  case CONFIG_TYPE_STRING:
    return "text";
  case CONFIG_TYPE_BOOL:
    return "true or false";
  default:
    return "a number";
  }
}

int rosin_reading_value(rosin_reading *r, const config_setting_t *s, const char *what,
                        double *value) {
  switch (config_setting_type(s)) {
  case CONFIG_TYPE_INT:
    *value = config_setting_get_int(s);
    return 0;
  case CONFIG_TYPE_INT64:
    *value = (double)config_setting_get_int64(s);
    return 0;
  case CONFIG_TYPE_FLOAT:
    *value = config_setting_get_float(s);
    if (isfinite(*value))
      return 0;
    rosin_reading_error(r, s, "%s: %g is not a finite number", what, *value);
    return -1;
  default:
    rosin_reading_error(r, s, "%s: is %s, must be a number", what, type_name(s));
    return -1;
  }
}

static void full_name(char *out, size_t size, const char *owner, const char *key) {
  snprintf(out, size, "%s%s%s", owner, *owner ? "." : "", key);
}

void rosin_reading_number(rosin_reading *r, const config_setting_t *group, const char *owner,
                          const rosin_parameter *row, double *value) {
  const config_setting_t *s = config_setting_get_member(group, row->name);
  char what[192];
  double number;
  rosin_error error;
  full_name(what, sizeof what, owner, row->name);
  if (!s || rosin_reading_value(r, s, what, &number))
    return;
  if (rosin_parameter_check(row, *owner ? owner : NULL, number, &error))
    rosin_reading_error(r, s, "%s", error.text);
  else
    *value = number;
}

void rosin_reading_table(rosin_reading *r, const config_setting_t *group, const char *owner,
                         const rosin_parameter *table, void *object) {
  for (const rosin_parameter *row = table; row->name; row++)
    rosin_reading_number(r, group, owner, row, (double *)(void *)((char *)object + row->offset));
}

int rosin_reading_text(rosin_reading *r, const config_setting_t *group, const char *owner,
                       const char *key, int required, char *text, size_t size) {
  const config_setting_t *s = config_setting_get_member(group, key);
  if (!s) {
    if (required)
      rosin_reading_error(r, group, "%s: '%s' is missing", owner, key);
    return 0;
  }
  if (config_setting_type(s) != CONFIG_TYPE_STRING) {
    rosin_reading_error(r, s, "%s.%s: is %s, must be text", owner, key, type_name(s));
    return 0;
  }
  const char *value = config_setting_get_string(s);
  if (strlen(value) >= size) {
    rosin_reading_error(r, s, "%s.%s: too long, at most %d bytes", owner, key, (int)size - 1);
    return 0;
  }
  snprintf(text, size, "%s", value);
  return 1;
}

void *rosin_reading_grow(rosin_reading *r, void **array, int *count, size_t size) {
  void *grown = realloc(*array, (size_t)(*count + 1) * size);
  if (!grown) {
    rosin_reading_error(r, NULL, "out of memory");
    return NULL;
  }
  *array = grown;
  return memset((char *)grown + (size_t)(*count)++ * size, 0, size);
}

int rosin_reading_is_list(const config_setting_t *s) {
  return s && (config_setting_type(s) == CONFIG_TYPE_LIST ||
               config_setting_type(s) == CONFIG_TYPE_ARRAY);
}

void rosin_reading_scale(rosin_mode *m, const rosin_reading_factors *f) {
  m->frequency *= f->pitch;
  m->mass *= f->mass;
  m->t60 *= f->decay;
  m->q *= f->decay;
}
