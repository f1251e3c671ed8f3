/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/state/members.h"
#include "format.h"
#include "number.h"
#include "pd/files/text.h"

#include <stdlib.h>
#include <string.h>

static const char head[] = "rosin-state 1\n", of[] = "object ", set_word[] = "set ";

/* ---- out ---------------------------------------------------------------------------------- */

static void write_state(rosin_pd_member *m, t_symbol *file) {
  rosin_pd_writing writing;
  rosin_pd_write_begin(&writing, m->canvas, file);
  m->file = writing.file;
  m->asked = NULL;
  if (m->file) {
    fprintf(m->file, "%s%s%s\n", head, of, m->class->name);
    m->class->state(m);
    fputs("end\n", m->file);
  }
  m->file = NULL;
  rosin_pd_write_end(&writing, m, m->class->name);
}

/* ---- in ----------------------------------------------------------------------------------- */

static t_atom atom_of(const char *word) {
  t_atom atom;
  if (rosin_pd_is_number(word))
    SETFLOAT(&atom, (t_float)rosin_number_read(word, NULL));
  else
    SETSYMBOL(&atom, gensym(word + (*word == '\\')));
  return atom;
}

/* "KEY VALUES" as atoms behind the key (malloc'ed), or NULL without memory. */
static t_atom *values_of(char *line, const char **key, int *count) {
  char *save = NULL;
  t_atom *atoms = malloc((strlen(line) / 2 + 1) * sizeof *atoms);
  *key = strtok_r(line, " ", &save);
  *count = 0;
  for (char *word; atoms && *key && (word = strtok_r(NULL, " ", &save)); (*count)++)
    atoms[*count] = atom_of(word);
  return atoms;
}

/* Of the class in the first line, then settings: a file reads and writes no others. */
static const char *wrong(const rosin_pd_member *m, const char *line, int number) {
  if (number == 1)
    return strncmp(line, of, sizeof of - 1) == 0 &&
                   strcmp(line + sizeof of - 1, m->class->name) == 0
               ? NULL
               : "it is of another class";
  const char *key = line + sizeof set_word - 1;
  if (strncmp(line, set_word, sizeof set_word - 1) != 0)
    return "a line is not: set KEY VALUE ...";
  return strncmp(key, "read ", 5) == 0 || strncmp(key, "write ", 6) == 0
             ? "it reads or writes files"
             : NULL;
}

/* Its form first, so that a wrong one changes nothing. */
static const char *check(const rosin_pd_member *m, char *text) {
  const char *why = NULL;
  int number = 1;
  for (char *line = text, *next; line && *line; line = next, number++) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    if (strcmp(line, "end") == 0)
      return NULL;
    if ((why = wrong(m, line, number)))
      return why;
  }
  return "it has no end";
}

static void take(rosin_pd_member *m, const char *text,
                 void (*set)(rosin_pd_member *, const char *, int, const t_atom *)) {
  char *copy = strdup(text + sizeof head - 1), *line = copy;
  const char *why = copy ? check(m, copy) : "out of memory";
  if (why)
    pd_error(m, "%s: read: state: %s", m->class->name, why);
  for (line += copy ? strlen(line) + 1 : 0; !why && strcmp(line, "end") != 0;) {
    char *next = line + strlen(line) + 1; /* before it is cut into words */
    const char *key;
    int count;
    t_atom *atoms = values_of(line + sizeof set_word - 1, &key, &count);
    if (atoms && key)
      set(m, key, count, atoms);
    free(atoms);
    line = next;
  }
  free(copy);
}

/* The state that a file holds; 1 if it can be read and holds something else. */
static int read_state(rosin_pd_member *m, t_symbol *file,
                      void (*set)(rosin_pd_member *, const char *, int, const t_atom *)) {
  char *text = rosin_pd_read_text(m, m->class->name, m->canvas, file);
  const int other = text && strncmp(text, head, sizeof head - 1) != 0;
  if (text && !other)
    take(m, text, set);
  free(text);
  return other;
}

int rosin_pd_state_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms,
                           void (*set)(rosin_pd_member *, const char *, int, const t_atom *),
                           int (*otherwise)(rosin_pd_member *, int, const t_atom *)) {
  const int reads = strcmp(key, "read") == 0, others = reads && otherwise;
  if (!reads && strcmp(key, "write") != 0)
    return 0;
  t_symbol *file =
      others && count != 1 ? NULL : rosin_pd_file(m, m->class->name, key, count, atoms);
  /* what is another's may be long: not here */
  if (others && (!file || rosin_pd_begins(m->canvas, file, head) == 0))
    return otherwise(m, count, atoms);
  if (file && !reads)
    write_state(m, file);
  if (!file || !reads || !read_state(m, file, set))
    return 1;
  if (otherwise)
    return otherwise(m, count, atoms);
  pd_error(m, "%s: read: %s: must begin with 'rosin-state 1'", m->class->name, file->s_name);
  return 1;
}
