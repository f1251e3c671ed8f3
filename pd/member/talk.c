/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/member/talk.h"
#include "core/core.h"
#include "format.h"
#include "maths/maths.h"
#include "pd/files/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- out -------------------------------------------------------------------- */

void rosin_pd_say(rosin_pd_member *m, const char *key, int count, t_atom *atoms) {
  t_symbol *const selector = gensym(key);
  if (m->file) {
    rosin_pd_write_line(m->file, key, count, atoms);
  } else if (m->asked == &s_) {
    char line[MAXPDSTRING], word[128];
    int used = snprintf(line, sizeof line, "  %s", key);
    for (int i = 0; i < count && used < (int)sizeof line - 130; i++) {
      atom_string(&atoms[i], word, sizeof word);
      used += snprintf(line + used, sizeof line - (size_t)used, " %s", word);
    }
    post("%s", line);
  } else if (!m->asked || m->asked == selector) {
    m->said = 1;
    outlet_anything(m->info, selector, count, atoms);
  }
}

void rosin_pd_say_number(rosin_pd_member *m, const char *key, double value) {
  t_atom atom;
  SETFLOAT(&atom, (t_float)value);
  rosin_pd_say(m, key, 1, &atom);
}

void rosin_pd_print_row(const rosin_parameter *row, const double *value) {
  char line[MAXPDSTRING], now[40] = "";
  if (value)
    rosin_format(now, sizeof now, " %.6g", *value);
  rosin_format(line, sizeof line, "  %s%s: %s (%g to %g%s%s, default %g)", row->name, now,
               row->meaning, row->low, row->high, *row->unit ? " " : "", row->unit, row->initial);
  post("%s", line);
}

void rosin_pd_say_row(rosin_pd_member *m, const rosin_parameter *row, double value) {
  if (m->asked == &s_ && !m->file && *row->meaning)
    rosin_pd_print_row(row, &value);
  else
    rosin_pd_say_number(m, row->name, value);
}

void rosin_pd_say_table(rosin_pd_member *m, const rosin_parameter *table, const void *values) {
  for (const rosin_parameter *row = table; row->name; row++) {
    double value;
    memcpy(&value, (const char *)values + row->offset, sizeof value);
    rosin_pd_say_row(m, row, value);
  }
}

void rosin_pd_say_place(rosin_pd_member *m, const char *key, int side, double position) {
  t_atom atom;
  if (m->point[side])
    SETSYMBOL(&atom, m->point[side]);
  else
    SETFLOAT(&atom, (t_float)position);
  rosin_pd_say(m, key, 1, &atom);
}

/* ---- in --------------------------------------------------------------------- */

static int read_number(rosin_pd_member *m, const char *key, int count, const t_atom *atoms,
                       double *value) {
  if (count != 1 || atoms[0].a_type != A_FLOAT || !isfinite(atoms[0].a_w.w_float)) {
    char word[64] = "nothing";
    if (count)
      atom_string(&atoms[0], word, sizeof word);
    pd_error(m, "%s: %s: needs one number, not %s%s", m->class->name, key, word,
             count > 1 ? " and more" : "");
    return -1;
  }
  *value = (double)atoms[0].a_w.w_float;
  return 0;
}

int rosin_pd_in_range(rosin_pd_member *m, const rosin_parameter *row, int count,
                      const t_atom *atoms, double *value) {
  rosin_error error;
  double number;
  if (read_number(m, row->name, count, atoms, &number))
    return -1;
  number = rosin_core_rounded(row, number);
  if (rosin_parameter_check(row, NULL, number, &error)) {
    pd_error(m, "%s: %s", m->class->name, error.text);
    return -1;
  }
  *value = number; /* what is refused moves nothing */
  return 0;
}

int rosin_pd_table_message(rosin_pd_member *m, const rosin_parameter *table, void *values,
                           const char *key, int count, const t_atom *atoms, int *changed) {
  double value, before;
  const rosin_parameter *row = rosin_parameter_find(table, key);
  *changed = 0;
  if (!row)
    return 0;
  if (rosin_pd_in_range(m, row, count, atoms, &value))
    return 1;
  memcpy(&before, (char *)values + row->offset, sizeof before);
  memcpy((char *)values + row->offset, &value, sizeof value);
  *changed = value != before;
  return 1;
}

int rosin_pd_place_message(rosin_pd_member *m, const char *key, int side, int count,
                           const t_atom *atoms, double *position) {
  rosin_parameter named = *rosin_parameter_find(rosin_contact_parameters(), "position");
  named.name = key;
  if (count == 1 && atoms[0].a_type == A_SYMBOL) {
    m->point[side] = atoms[0].a_w.w_symbol;
    rosin_pd_change(m);
    return 0;
  }
  if (rosin_pd_in_range(m, &named, count, atoms, position))
    return -1;
  m->point[side] = NULL;
  return 0;
}

/* Where the values of a key end: at the next word, but for words that are values. */
static int values_end(const char *key, int count, const t_atom *atoms, int at) {
  int i = at;
  if (strcmp(key, "points") == 0) {
    while (i + 1 < count && atoms[i].a_type == A_SYMBOL && atoms[i + 1].a_type == A_FLOAT)
      i += 2;
    return i;
  }
  if (i < count && atoms[i].a_type == A_SYMBOL) /* position rub, at rub 1 0.5, law dahl */
    i++;
  while (i < count && atoms[i].a_type == A_FLOAT)
    i++;
  if (strcmp(key, "pickup") == 0 && i == at + 1 && i < count)
    i++;
  return i;
}

void rosin_pd_arguments(rosin_pd_member *m, int count, const t_atom *atoms,
                        void (*set)(rosin_pd_member *, const char *, int, const t_atom *)) {
  for (int i = 0; i < count;) {
    if (atoms[i].a_type != A_SYMBOL) {
      pd_error(m, "%s: argument %g: a number must follow the name of what it sets", m->class->name,
               (double)atoms[i].a_w.w_float);
      i++;
      continue;
    }
    const char *key = atoms[i].a_w.w_symbol->s_name;
    const int end = values_end(key, count, atoms, i + 1);
    if (m->class->kind == ROSIN_PD_BODY && strcmp(key, "-m") == 0) {
      pd_error(m, "%s: -m: a flag stands before the name, as in [%s -m NAME 2]", m->class->name,
               m->class->name);
      i++;
      continue;
    }
    set(m, key, end - i - 1, atoms + i + 1);
    i = end;
  }
}

t_symbol *rosin_pd_word(int count, const t_atom *atoms, int at, const char *otherwise) {
  char text[64];
  if (at >= count)
    return gensym(otherwise);
  if (atoms[at].a_type == A_SYMBOL)
    return atoms[at].a_w.w_symbol;
  atom_string(&atoms[at], text, sizeof text); /* numbers make names too, as with [send] */
  return gensym(text);
}

const rosin_parameter *rosin_pd_note_row(void) {
  static const rosin_parameter row = {"note", "", -24, 150, 60, "MIDI pitch, with fractions", 0, 0};
  return &row;
}

double rosin_pd_hertz(double note) {
  return 440 * rosin_exp2((note - 69) / 12);
}
