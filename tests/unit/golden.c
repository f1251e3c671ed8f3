/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows by their keys, in the order of the file and behind them what only the run has. */
#include "golden.h"
#include "format.h"
#include "number.h"

#include <stdarg.h>

/* One line on a row that differs; those above twenty are only counted. */
__attribute__((format(printf, 3, 4))) static void tell(golden *g, const char *key,
                                                       const char *format, ...) {
  va_list list;
  if (g->differences++ >= GOLDEN_TOLD)
    return;
  rosin_print(g->to, "%s: %s", g->path, key);
  va_start(list, format);
  rosin_print_list(g->to, format, list);
  va_end(list);
  fputc('\n', g->to);
}

/* ---- the file ----------------------------------------------------------------------------- */

/* The entry of a key, made if there is none. */
static golden_entry *entry_of(golden *g, const char *key) {
  for (int i = 0; i < g->entries; i++)
    if (!strcmp(g->entry[i].key, key))
      return &g->entry[i];
  if (g->entries == g->room) {
    g->room = 2 * g->room + 64;
    g->entry = realloc(g->entry, (size_t)g->room * sizeof *g->entry);
    if (!g->entry)
      abort();
  }
  golden_entry *e = &g->entry[g->entries++];
  *e = (golden_entry){.given = 0};
  snprintf(e->key, sizeof e->key, "%s", key);
  return e;
}

static void read_line(golden *g, char *line, int number) {
  char *values = line + strcspn(line, " ");
  if (values == line || values - line >= GOLDEN_KEY) {
    tell(g, "", "line %d: begins with no key", number);
    return;
  }
  if (*values)
    *values++ = '\0';
  golden_entry *e = entry_of(g, line);
  if (e->values)
    tell(g, e->key, ": stands twice in the file, again in line %d", number);
  else
    e->values = values;
}

static char *whole(FILE *f) {
  size_t size = 0, room = 1 << 16;
  char *text = malloc(room);
  while (text && (size += fread(text + size, 1, room - size - 1, f)) == room - 1)
    text = realloc(text, room *= 2);
  if (!text)
    abort();
  text[size] = '\0';
  return text;
}

golden golden_open_of(const char *path, const char *test, FILE *to) {
  const int anew = getenv("ROSIN_UPDATE") != NULL;
  FILE *file = fopen(path, anew ? "w" : "r");
  golden g = {.path = path, .test = test, .to = to, .anew = anew ? file : NULL};
  if (!file)
    tell(&g, "", "cannot be opened: run the test in the root of the tree");
  if (!file || anew)
    return g;
  g.text = whole(file);
  fclose(file);
  int number = 0;
  for (char *line = g.text, *next; *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next)
      *next++ = '\0';
    read_line(&g, line, ++number);
  }
  return g;
}

/* ---- rows --------------------------------------------------------------------------------- */

void golden_in(golden *g, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = rosin_format_list(g->in, sizeof g->in - 1, format, list);
  va_end(list);
  if (length < 0 || (size_t)length >= sizeof g->in - 1)
    abort();
  g->in[length] = ':';
  g->in[length + 1] = '\0';
}

void golden_out(golden *g) {
  *g->in = '\0';
}

/* The entry of the next row of that name: the second is name#2. */
static golden_entry *next_of(golden *g, const char *name) {
  char key[2 * GOLDEN_KEY];
  g->rows++;
  int length = snprintf(key, sizeof key, "%s%s", g->in, name);
  golden_entry *e = entry_of(g, key);
  if (++e->given > 1) {
    snprintf(key + length, sizeof key - (size_t)length, "#%d", e->given);
    e = entry_of(g, key);
    e->given = 1;
  }
  return e;
}

/* A number in a row, and the name of its column before it, if it has one. */
typedef struct {
  const char *name;
  int size, good; /* length of the name; whether there is a number */
  double number;
} word;

/* The word that begins at `at`, which comes behind it; 0: there is no more. */
static int next_word(const char **at, word *w) {
  char *end;
  const size_t length = strcspn(*at, " ");
  const char *equals = memchr(*at, '=', length), *number = equals ? equals + 1 : *at;
  if (!length)
    return 0;
  *w = (word){.name = *at, .size = equals ? (int)(equals - *at) : 0};
  w->number = rosin_number_read(number, &end);
  w->good = end > number && end == *at + length;
  *at += length + ((*at)[length] == ' ');
  return 1;
}

/* What the file has for the `i`-th number, or for that of a column's name; 0: nothing. */
static int wanted_of(const char *values, int i, const char *column, int size, double *wanted) {
  word w;
  while (next_word(&values, &w))
    if (size ? w.size == size && !memcmp(w.name, column, (size_t)size) : i-- == 0) {
      *wanted = w.number;
      return 1;
    }
  return 0;
}

/* How many words a row of the file has; below 0: one of them is no number. */
static int words_of(const char *values) {
  word w;
  int count = 0;
  for (; next_word(&values, &w); count++)
    if (!w.good)
      return -1;
  return count;
}

static void compare(golden *g, const golden_entry *e, const char *columns, const double *value,
                    int count, double tolerance, double floor) {
  char first[300] = "", more[40] = "";
  int differ = 0, size;
  const int there = words_of(e->values);
  if (there < 0) {
    tell(g, e->key, ": has no numbers in the file: %s", e->values);
    return;
  }
  for (int i = 0; i < count; i++, columns += size + (columns[size] == ' ')) {
    char of[60], was[60] = "was not there";
    double wanted = 0;
    size = (int)strcspn(columns, " ");
    const int found = wanted_of(e->values, i, columns, size, &wanted);
    const double most = tolerance * (fabs(wanted) + floor);
    if (found && fabs(value[i] - wanted) <= most)
      continue;
    if (differ++)
      continue;
    if (size)
      snprintf(of, sizeof of, "%.*s", size, columns);
    else
      snprintf(of, sizeof of, "number %d", i + 1);
    if (found)
      rosin_format(was, sizeof was, "was %.9g", wanted);
    rosin_format(first, sizeof first, " %s: %s, is %.9g (within %.2g)", of, was, value[i], most);
  }
  if (differ > 1)
    snprintf(more, sizeof more, ", so are %d more of %d", differ - 1, count);
  if (differ)
    tell(g, e->key, "%s%s", first, more);
  else if (there != count)
    tell(g, e->key, ": had %d numbers, has %d", there, count);
}

static void write_row(golden *g, const char *key, const char *columns, const double *value,
                      int count) {
  int size;
  fputs(key, g->anew);
  for (int i = 0; i < count; i++, columns += size + (columns[size] == ' ')) {
    size = (int)strcspn(columns, " ");
    fprintf(g->anew, " %.*s%s", size, columns, size ? "=" : "");
    rosin_print(g->anew, "%.8g", value[i]);
  }
  fputc('\n', g->anew);
}

static void row(golden *g, const char *name, const char *columns, const double *value, int count,
                double tolerance, double floor) {
  const golden_entry *e = next_of(g, name);
  if (g->anew)
    write_row(g, e->key, columns, value, count);
  else if (e->values)
    compare(g, e, columns, value, count, tolerance, floor);
  else
    tell(g, e->key, ": is a new row");
}

void golden_row(golden *g, const char *name, const double *value, int count, double tolerance,
                double floor) {
  row(g, name, "", value, count, tolerance, floor);
}

void golden_columns(golden *g, const char *name, const char *columns, const double *value,
                    double tolerance, double floor) {
  int count = 1;
  for (const char *at = columns; *at; at++)
    count += *at == ' ';
  row(g, name, columns, value, count, tolerance, floor);
}

void golden_words(golden *g, const char *name, const char *words) {
  const golden_entry *e = next_of(g, name);
  if (g->anew)
    fprintf(g->anew, "%s%s%s\n", e->key, *words ? " " : "", words);
  else if (!e->values)
    tell(g, e->key, ": is a new row: %s", words);
  else if (strcmp(e->values, words) != 0)
    tell(g, e->key, ": was '%s', is '%s'", e->values, words);
}

int golden_close(golden *g) {
  for (int i = 0; i < g->entries && !g->anew; i++)
    if (!g->entry[i].given)
      tell(g, g->entry[i].key, ": is in the file alone");
  if (g->differences > GOLDEN_TOLD)
    fprintf(g->to, "%s: and %d more\n", g->path, g->differences - GOLDEN_TOLD);
  if (g->differences) /* the test's program is named after its source */
    fprintf(g->to, "%s: renewed, where a change is meant, by: ROSIN_UPDATE=1 build/%.*s\n", g->path,
            (int)(strlen(g->test) - 2), g->test);
  if (g->anew)
    fclose(g->anew);
  free(g->text);
  free(g->entry);
  return g->differences;
}
