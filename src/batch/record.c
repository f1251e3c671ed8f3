/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/record.h"
#include "error.h"

#include <errno.h>
#include <string.h>

void rosin_record_begin(rosin_record *r, FILE *file, const char *path) {
  r->file = file;
  r->bytes = NULL;
  r->left = 0;
  r->path = path;
  r->next = 1;
  r->line = r->begun = r->fields = r->whole = 0;
  r->separator = 0;
  r->offset = r->end = 0;
}

void rosin_record_begin_bytes(rosin_record *r, const char *bytes, size_t size, const char *path,
                              int line) {
  rosin_record_begin(r, NULL, path);
  r->bytes = bytes;
  r->left = size;
  r->separator = ',';
  r->next = line;
}

static int fail(const rosin_record *r, const char *what, rosin_error *error) {
  return rosin_fail(error, "%.300s:%d: %s", r->path, r->line, what);
}

/* A character, or EOF. */
static int get(rosin_record *r) {
  const int c = r->file ? getc(r->file) : r->left ? (unsigned char)*r->bytes : EOF;
  if (!r->file && r->left) {
    r->bytes++;
    r->left--;
  }
  if (c != EOF)
    r->end++;
  if (c == '\n')
    r->next++;
  return c;
}

/* It was not to be read yet. */
static void put_back(rosin_record *r, int c) {
  if (r->file) {
    ungetc(c, r->file);
  } else {
    r->bytes--;
    r->left++;
  }
  r->end--;
  r->next -= c == '\n';
}

/* Whether a character can be part of a record that is so long already. */
static int check(const rosin_record *r, int c, size_t at, rosin_error *error) {
  if (!c)
    return fail(r, "holds a byte 0", error);
  return at + 2 >= sizeof r->text ? fail(r, "record too long", error) : 0;
}

/* A field in quotes, past its first one: 0, or -1. */
static int take_quoted(rosin_record *r, size_t *at, rosin_error *error) {
  for (;;) {
    int c = get(r);
    if (c == '"' && (c = get(r)) != '"') {
      if (c != EOF)
        put_back(r, c);
      return 0;
    }
    if (c == EOF)
      return fail(r, "a quote is not closed", error);
    if (check(r, c, *at, error))
      return -1;
    r->text[(*at)++] = (char)c;
  }
}

/* Semicolons or commas, whichever the first line has more of. */
static char guess(const char *line) {
  int commas = 0, semicolons = 0;
  for (; *line; line++) {
    commas += *line == ',';
    semicolons += *line == ';';
  }
  return semicolons > commas ? ';' : ',';
}

static int learn(rosin_record *r) {
  char line[ROSIN_RECORD_TEXT];
  const long at = ftell(r->file);
  if (at >= 0 && fgets(line, sizeof line, r->file) && fseek(r->file, at, SEEK_SET) == 0)
    r->separator = guess(line);
  else
    r->separator = ',';
  if (getc(r->file) != 0xEF) {
    rewind(r->file);
    if (at > 0)
      fseek(r->file, at, SEEK_SET);
    return 0;
  }
  const int second = getc(r->file), third = getc(r->file);
  r->end += 3;
  return second == 0xBB && third == 0xBF ? 0 : -1;
}

static int is_blank(int c) {
  return c == ' ' || c == '\t';
}

/* Cut the blanks off the end of a field that was not in quotes. */
static void trim(const rosin_record *r, size_t begin, size_t *at) {
  while (*at > begin && is_blank(r->text[*at - 1]))
    (*at)--;
}

enum { BAD = EOF - 1 };

/* A field, up to what ends it: a separator, a line feed or EOF, which is returned; BAD and an
 * error. Blanks around it are not its own, nor are returns anywhere. */
static int take_field(rosin_record *r, size_t *at, rosin_error *error) {
  const size_t begin = *at;
  int c, quoted = 0;
  while ((c = get(r)) != EOF && c != '\n') {
    if (check(r, c, *at, error))
      return BAD;
    if (c == r->separator)
      break;
    const int is_first = *at == begin && !quoted;
    if (c == '"' && is_first) {
      quoted = 1;
      if (take_quoted(r, at, error))
        return BAD;
    } else if (c == '\r' && !quoted) {
      trim(r, begin, at);
    } else if (c != '\r' && !(is_blank(c) && (quoted || is_first))) {
      r->text[(*at)++] = (char)c;
    }
  }
  if (!quoted)
    trim(r, begin, at);
  return c;
}

enum { COMMENT = 2 };

/* The rest of a line that begins with '#', whatever is in it; else it is as if nothing was read but
 * blanks, which are not the field's own. COMMENT, 0, or -1 and an error. */
static int skip_comment(rosin_record *r, rosin_error *error) {
  int c;
  while (is_blank(c = get(r)))
    ;
  if (c != '#') {
    if (c != EOF)
      put_back(r, c);
    return 0;
  }
  while ((c = get(r)) != EOF && c != '\n')
    if (check(r, c, 0, error))
      return -1;
  return COMMENT;
}

/* One record; 1, COMMENT, 0 at the end of the file, -1. */
static int take(rosin_record *r, rosin_error *error) {
  size_t at = 0;
  int c;
  r->fields = 0;
  r->line = r->next;
  r->offset = r->end;
  const int comment = skip_comment(r, error);
  if (comment)
    return comment;
  do {
    if (r->fields == ROSIN_RECORD_FIELDS)
      return fail(r, "too many columns", error);
    r->field[r->fields++] = &r->text[at];
    if ((c = take_field(r, &at, error)) == BAD)
      return -1;
    r->text[at++] = 0;
  } while (c == r->separator);
  r->whole = c == '\n';
  if (c == EOF && r->file && ferror(r->file))
    return rosin_fail(error, "%.300s: %s", r->path, strerror(errno));
  return c != EOF || r->end > r->offset;
}

int rosin_record_read(rosin_record *r, rosin_error *error) {
  int status;
  if (!r->separator && learn(r))
    return fail(r, "is no text", error);
  do
    status = take(r, error);
  while (status == COMMENT || (status > 0 && r->fields == 1 && !*r->text));
  return status;
}

void rosin_record_put(FILE *to, const char *field) {
  const size_t length = strlen(field);
  if (!field[strcspn(field, ",;\"\r\n")] && !is_blank(*field) && *field != '#' &&
      (!length || !is_blank(field[length - 1]))) {
    fputs(field, to);
    return;
  }
  fputc('"', to);
  for (; *field; field++) {
    if (*field == '"')
      fputc('"', to);
    fputc(*field, to);
  }
  fputc('"', to);
}

/* Spreadsheets skip a tab or a return before they look. */
static int is_formula(const char *field) {
  return *field && strchr("=+-@\t\r", *field) != NULL;
}

void rosin_record_put_text(FILE *to, const char *field) {
  if (!is_formula(field) && *field != '\'') {
    rosin_record_put(to, field);
    return;
  }
  fputs("\"'", to);
  for (; *field; field++)
    fputs(*field == '"' ? "\"\"" : (const char[]){*field, 0}, to);
  fputc('"', to);
}

void rosin_record_plain(char *field) {
  if (*field == '\'' && (is_formula(field + 1) || field[1] == '\''))
    memmove(field, field + 1, strlen(field));
}
