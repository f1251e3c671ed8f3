/* SPDX-License-Identifier: BSD-3-Clause */
/* From text to settings, token by token. */
#include "error.h"
#include "letters.h"
#include "memory.h"
#include "number.h"
#include "scene/text/setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NESTED = 8 }; /* includes in includes */

typedef enum { END, NAME, TEXT, NUMBER, TRUTH, SIGN, BAD } token_kind;

/* A text being read: the scene, or an include. */
typedef struct {
  char *owned; /* NULL: the scene's text, the caller's */
  const char *at, *file;
  const char *begun; /* where the line at hand begins */
  int line;
} source;

typedef struct {
  rosin_settings *tree;
  const char *file, *folder;
  rosin_files rule;
  rosin_error *error;
  source stack[NESTED];
  int depth; /* of the stack, minus 1 */
  /* the token at hand */
  token_kind kind;
  int line, column;
  const char *from; /* the file of the token */
  char sign;
  char name[ROSIN_SETTING_NAME + 1];
  double number;
  char *text; /* the tree's */
} parser;

static int fail(parser *p, const char *what) {
  if (p->kind != BAD)
    rosin_fail(p->error, "%.300s:%d: %s", p->from ? p->from : p->file, p->line, what);
  p->kind = BAD;
  return -1;
}

static source *here(parser *p) {
  return &p->stack[p->depth];
}

/* ---- characters ------------------------------------------------------------------- */

/* What one may be: bits. */
enum { BLANK = 1, IN_NAME = 2, FIRST_OF_NAME = 4, FIRST_OF_NUMBER = 8, IS_SIGN = 16 };

#define LETTER (IN_NAME | FIRST_OF_NAME)
#define DIGIT (IN_NAME | FIRST_OF_NUMBER)
static const unsigned char kinds[256] = {
    [' '] = BLANK,           ['\t'] = BLANK,
    ['\r'] = BLANK,          ['\f'] = BLANK,
    ['\v'] = BLANK,          ['_'] = IN_NAME,
    ['*'] = LETTER,          ['-'] = IN_NAME | FIRST_OF_NUMBER,
    ['+'] = FIRST_OF_NUMBER, ['.'] = FIRST_OF_NUMBER,
    ['='] = IS_SIGN,         [':'] = IS_SIGN,
    [';'] = IS_SIGN,         [','] = IS_SIGN,
    ['{'] = IS_SIGN,         ['}'] = IS_SIGN,
    ['('] = IS_SIGN,         [')'] = IS_SIGN,
    ['['] = IS_SIGN,         [']'] = IS_SIGN,
    ['0'] = DIGIT,           ['1'] = DIGIT,
    ['2'] = DIGIT,           ['3'] = DIGIT,
    ['4'] = DIGIT,           ['5'] = DIGIT,
    ['6'] = DIGIT,           ['7'] = DIGIT,
    ['8'] = DIGIT,           ['9'] = DIGIT,
    ['a'] = LETTER,          ['A'] = LETTER,
    ['b'] = LETTER,          ['B'] = LETTER,
    ['c'] = LETTER,          ['C'] = LETTER,
    ['d'] = LETTER,          ['D'] = LETTER,
    ['e'] = LETTER,          ['E'] = LETTER,
    ['f'] = LETTER,          ['F'] = LETTER,
    ['g'] = LETTER,          ['G'] = LETTER,
    ['h'] = LETTER,          ['H'] = LETTER,
    ['i'] = LETTER,          ['I'] = LETTER,
    ['j'] = LETTER,          ['J'] = LETTER,
    ['k'] = LETTER,          ['K'] = LETTER,
    ['l'] = LETTER,          ['L'] = LETTER,
    ['m'] = LETTER,          ['M'] = LETTER,
    ['n'] = LETTER,          ['N'] = LETTER,
    ['o'] = LETTER,          ['O'] = LETTER,
    ['p'] = LETTER,          ['P'] = LETTER,
    ['q'] = LETTER,          ['Q'] = LETTER,
    ['r'] = LETTER,          ['R'] = LETTER,
    ['s'] = LETTER,          ['S'] = LETTER,
    ['t'] = LETTER,          ['T'] = LETTER,
    ['u'] = LETTER,          ['U'] = LETTER,
    ['v'] = LETTER,          ['V'] = LETTER,
    ['w'] = LETTER,          ['W'] = LETTER,
    ['x'] = LETTER,          ['X'] = LETTER,
    ['y'] = LETTER,          ['Y'] = LETTER,
    ['z'] = LETTER,          ['Z'] = LETTER,
};

static int is(const char *at, unsigned kind) {
  return (kinds[(unsigned char)*at] & kind) != 0;
}

/* ---- tokens --------------------------------------------------------------------- */

static void skip_line(source *s) {
  s->at += strcspn(s->at, "\n");
}

static void count_line(source *s) {
  if (*s->at != '\n')
    return;
  s->line++;
  s->begun = s->at + 1;
}

/* White space and comments: 0, or -1 in a comment that is not closed. */
static int skip_blank(source *s) {
  for (;; s->at++) {
    while (is(s->at, BLANK))
      s->at++;
    if (*s->at == '#' || (s->at[0] == '/' && s->at[1] == '/'))
      skip_line(s);
    if (s->at[0] == '/' && s->at[1] == '*') {
      const char *end = strstr(s->at + 2, "*/");
      if (!end)
        return -1;
      for (; s->at < end + 1; s->at++)
        count_line(s);
    } else if (*s->at == '\n') {
      count_line(s);
    } else {
      return 0;
    }
  }
}

/* One character of a text, after a backslash; 0 if it is none. */
static char read_escape(source *s) {
  static const char names[] = "ntrfabv\"\\", meant[] = "\n\t\r\f\a\b\v\"\\";
  const char c = *s->at;
  if (c == 'x' && (rosin_hex_digit(s->at[1]) >= 0) && (rosin_hex_digit(s->at[2]) >= 0)) {
    const char digits[] = {s->at[1], s->at[2], 0};
    s->at += 3;
    return (char)strtol(digits, NULL, 16);
  }
  const char *found = c ? strchr(names, c) : NULL;
  s->at += found != NULL;
  return found ? meant[found - names] : 0;
}

/* A quoted text. */
static int read_text(parser *p) {
  source *s = here(p);
  size_t length = 1;
  while (s->at[length] && s->at[length] != '"')
    length += s->at[length] == '\\' && s->at[length + 1] ? 2 : 1;
  char *to = p->text = rosin_pool_take(p->tree->pool, length + 1);
  if (!to)
    return fail(p, "out of memory");
  for (s->at++; *s->at && *s->at != '"';) {
    count_line(s);
    char c = *s->at++;
    if (c == '\\' && !(c = read_escape(s))) {
      *to = 0;
      return fail(p, "a text holds an unknown escape after '\\'");
    }
    *to++ = c;
  }
  *to = 0;
  if (!*s->at)
    return fail(p, "a text is not closed");
  s->at++;
  p->kind = TEXT;
  return 0;
}

/* A number: digits, one point, an exponent; 0x...; an L after a whole one. */
static int read_number(parser *p) {
  source *s = here(p);
  const char *at = s->at + (*s->at == '-' || *s->at == '+');
  char *end;
  const int hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  if (!rosin_is_digit(*at) && !(*at == '.' && rosin_is_digit(at[1])))
    return fail(p, "syntax error: a number is wanted after the sign");
  p->number = hex ? (double)strtoull(at, &end, 16) : rosin_number_read(s->at, &end);
  if (hex && *s->at == '-')
    p->number = -p->number;
  if (*end == 'L' && (hex || end == at + strspn(at, "0123456789")))
    end += 1 + (end[1] == 'L');
  if (rosin_is_letter_or_digit(*end) || *end == '.' || *end == '_')
    return fail(p, "syntax error: this is no number");
  s->at = end;
  p->kind = NUMBER;
  return 0;
}

static int read_name(parser *p) {
  source *s = here(p);
  size_t length = 0;
  while (is(s->at + length, IN_NAME))
    length++;
  if (length > ROSIN_SETTING_NAME)
    return fail(p, "a name is longer than 63 bytes");
  memcpy(p->name, s->at, length);
  p->name[length] = 0;
  s->at += length;
  p->kind = NAME;
  if (rosin_alike(p->name, "true") || rosin_alike(p->name, "false")) {
    p->kind = TRUTH;
    p->number = rosin_lower(*p->name) == 't';
  }
  return 0;
}

static int open_include(parser *p, const char *name) {
  rosin_settings *tree = p->tree;
  const char *why = NULL;
  rosin_error inner;
  if (p->depth + 1 == NESTED || tree->includes == ROSIN_SETTING_INCLUDES)
    return fail(p, "includes are nested too deeply, or are too many");
  FILE *file = rosin_files_stream(p->folder, name, p->rule, &inner);
  if (!file) {
    char text[sizeof inner.text + 16];
    snprintf(text, sizeof text, "@include: %s", inner.text);
    return fail(p, text);
  }
  size_t size = 0;
  char *text = rosin_files_text(file, ROSIN_SETTING_BYTES - tree->bytes, &size, &why);
  char *path = text ? rosin_files_path(p->folder, name) : NULL;
  fclose(file);
  if (!path) {
    char said[160];
    snprintf(said, sizeof said, "@include \"%.60s\": %s", name, why ? why : "out of memory");
    rosin_free(text);
    return fail(p, why ? said : "out of memory");
  }
  tree->bytes += size;
  tree->included[tree->includes++] = path;
  p->stack[++p->depth] =
      (source){.owned = text, .at = text, .begun = text, .file = path, .line = 1};
  return 0;
}

static int read_include(parser *p) {
  source *s = here(p);
  s->at += strlen("@include");
  s->at += strspn(s->at, " \t");
  if (*s->at != '"')
    return fail(p, "syntax error: @include \"FILE\" is wanted");
  if (read_text(p))
    return -1;
  return open_include(p, p->text);
}

/* What is no token: blanks, the end of an include and its begin. 0, or -1 after an error. */
static int skip(parser *p) {
  for (;;) {
    source *s = here(p);
    const int open = skip_blank(s);
    p->line = s->line;
    p->column = (int)(s->at - s->begun) + 1;
    p->from = s->file;
    if (open)
      return fail(p, "a comment is not closed");
    if (!*s->at && p->depth > 0) {
      rosin_free(s->owned);
      p->depth--;
    } else if (*s->at != '@' || strncmp(s->at, "@include", 8) != 0) {
      return 0;
    } else if (read_include(p)) {
      return -1;
    }
  }
}

/* The next token. 0, or -1 after an error. */
static int next(parser *p) {
  if (p->kind == BAD || skip(p))
    return -1;
  source *s = here(p);
  if (!*s->at) {
    p->kind = END;
    return 0;
  }
  if (*s->at == '"')
    return read_text(p);
  if (is(s->at, FIRST_OF_NUMBER))
    return read_number(p);
  if (is(s->at, FIRST_OF_NAME))
    return read_name(p);
  if (is(s->at, IS_SIGN)) {
    p->kind = SIGN;
    p->sign = *s->at++;
    return 0;
  }
  return fail(p, "syntax error: unexpected character");
}

static int at_sign(const parser *p, char sign) {
  return p->kind == SIGN && p->sign == sign;
}

static int unexpected(parser *p, const char *wanted) {
  static const char *const names[] = {"the end", "a name", "a text", "a number", "true or false"};
  char text[160];
  if (p->kind == SIGN)
    snprintf(text, sizeof text, "syntax error at '%c': %s is wanted", p->sign, wanted);
  else if (p->kind == NAME)
    snprintf(text, sizeof text, "syntax error at '%s': %s is wanted", p->name, wanted);
  else if (p->kind != BAD)
    snprintf(text, sizeof text, "syntax error at %s: %s is wanted", names[p->kind], wanted);
  return fail(p, text);
}

/* ---- settings ---------------------------------------------------------------------- */

/* A new setting of `owner`, with its place. */
static rosin_setting *add(parser *p, rosin_setting *owner, const char *name,
                          rosin_setting_type type) {
  const rosin_setting *old = name ? rosin_setting_member(owner, name) : NULL;
  char twice[2 * ROSIN_SETTING_NAME];
  if (old && old->file == p->from)
    snprintf(twice, sizeof twice, "'%s' is set twice, in line %d too: one of them must go", name,
             old->line);
  else if (old)
    snprintf(twice, sizeof twice, "'%s' is set twice: one of them must go", name);
  const char *why = old                                   ? twice
                    : p->tree->settings == ROSIN_SETTINGS ? "more than 400000 settings"
                    : name && owner->count == ROSIN_SETTING_MEMBERS
                        ? "more than 2048 settings in one group"
                        : NULL;
  rosin_setting *s = why ? NULL : rosin_setting_add(owner, name, type);
  if (!s) {
    fail(p, why ? why : "out of memory");
    return NULL;
  }
  p->tree->settings++;
  s->line = p->line;
  s->column = p->column;
  s->file = p->from;
  return s;
}

static int take_text(parser *p, rosin_setting *s) {
  s->text = p->text;
  if (next(p))
    return -1;
  size_t length = strlen(s->text), room = length + 1;
  while (p->kind == TEXT) { /* texts side by side are one */
    const size_t more = strlen(p->text);
    if (length + more >= room) {
      room = 2 * (length + more + 1);
      char *grown = rosin_pool_take(p->tree->pool, room);
      if (!grown)
        return fail(p, "out of memory");
      s->text = memcpy(grown, s->text, length);
    }
    memcpy(s->text + length, p->text, more + 1);
    length += more;
    if (next(p))
      return -1;
  }
  return 0;
}

/* "NAME =" before a group's member; `name` has room for one. */
static int read_key(parser *p, char *name) {
  if (p->kind != NAME)
    return unexpected(p, "NAME = VALUE");
  memcpy(name, p->name, sizeof p->name);
  if (next(p))
    return -1;
  if (!at_sign(p, '=') && !at_sign(p, ':'))
    return unexpected(p, "'='");
  return next(p);
}

/* What closes what the token at hand opens; 0 if it opens nothing. */
static char closing(const parser *p) {
  return at_sign(p, '{') ? '}' : at_sign(p, '(') ? ')' : at_sign(p, '[') ? ']' : 0;
}

/* A value, or the opening of one: the new setting, or NULL after an error. */
static rosin_setting *read_value(parser *p, rosin_setting *owner, const char *name) {
  const char end = closing(p);
  if (!end && p->kind != TEXT && p->kind != NUMBER && p->kind != TRUTH) {
    unexpected(p, "a value");
    return NULL;
  }
  rosin_setting *s = add(p, owner, name,
                         end == '}'          ? ROSIN_SETTING_GROUP
                         : end               ? ROSIN_SETTING_LIST
                         : p->kind == TEXT   ? ROSIN_SETTING_TEXT
                         : p->kind == NUMBER ? ROSIN_SETTING_NUMBER
                                             : ROSIN_SETTING_TRUTH);
  if (!s)
    return NULL;
  if (p->kind == TEXT)
    return take_text(p, s) ? NULL : s;
  s->number = p->kind == SIGN ? 0 : p->number;
  return next(p) ? NULL : s;
}

/* What may stand after a value in `owner`, which `end` closes (0: the root). Elements of an
 * array are single values of one type. */
static int read_separator(parser *p, const rosin_setting *owner, char end) {
  const rosin_setting *last = owner->element[owner->count - 1];
  if (end == ']' && (last->type < ROSIN_SETTING_TEXT || last->type != owner->element[0]->type))
    return fail(p, "mismatched element type in array");
  if (at_sign(p, ',') || (owner->type == ROSIN_SETTING_GROUP && at_sign(p, ';')))
    return next(p);
  if (owner->type == ROSIN_SETTING_LIST && !at_sign(p, end))
    return unexpected(p, end == ']' ? "',' or ']'" : "',' or ')'");
  return 0;
}

/* All settings, at whatever depth. */
static int read_settings(parser *p) {
  rosin_setting *at = p->tree->root;
  char end[ROSIN_SETTING_DEPTH + 1] = {0}, name[sizeof p->name];
  for (int depth = 0; depth > 0 || p->kind != END;) {
    if (depth > 0 && at_sign(p, end[depth])) {
      at = at->parent;
      if (next(p) || read_separator(p, at, end[--depth]))
        return -1;
      continue;
    }
    const int member = at->type == ROSIN_SETTING_GROUP;
    if (member && read_key(p, name))
      return -1;
    const char opened = closing(p);
    if (opened && depth == ROSIN_SETTING_DEPTH)
      return fail(p, "nested more than 32 deep");
    rosin_setting *s = read_value(p, at, member ? name : NULL);
    if (!s)
      return -1;
    if (opened) {
      at = s;
      end[++depth] = opened;
    } else if (read_separator(p, at, end[depth])) {
      return -1;
    }
  }
  return 0;
}

int rosin_settings_read(rosin_settings *tree, const char *text, const char *file,
                        const char *folder, rosin_files rule, rosin_error *error) {
  parser p = {.tree = tree,
              .file = file,
              .folder = folder,
              .rule = rule,
              .error = error,
              .line = 1,
              .stack = {{.at = text, .begun = text, .line = 1}}};
  const int status = rosin_settings_begin(tree);
  tree->bytes = strlen(text);
  if (status)
    fail(&p, "out of memory");
  else if (tree->bytes > ROSIN_SETTING_BYTES)
    fail(&p, "is too large for a scene (4 MB)");
  else if (next(&p) == 0)
    read_settings(&p);
  for (; p.depth > 0; p.depth--)
    rosin_free(here(&p)->owned);
  if (p.kind != BAD)
    return 0;
  rosin_settings_free(tree);
  return -1;
}
