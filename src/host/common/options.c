/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/options.h"
#include "error.h"
#include "format.h"
#include "host/common/text.h"
#include "number.h"
#include "scene/text/near.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 16384 }; /* two paths, and some words */

static void tell(const char *before, const char *format, va_list list) {
  char text[LINE];
  rosin_format_list(text, sizeof text, format, list);
  fputs(before, stderr);
  rosin_text_put(stderr, text, 0);
  fputc('\n', stderr);
}

int rosin_complain(enum rosin_exit status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  tell("rosin: ", format, list);
  va_end(list);
  return (int)status;
}

void rosin_tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  tell("", format, list);
  va_end(list);
}

static void show_help(const rosin_command *command, const rosin_option *table) {
  printf("usage: rosin %s\n%s\n", command->usage, command->summary);
  for (const rosin_option *o = table; o->name; o++) {
    char left[64];
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", o->letter ? "-" : "", o->letter ? o->letter : ' ',
             o->letter ? ", " : "   ", o->name, o->argument ? " " : "",
             o->argument ? o->argument : "");
    printf("  %-28s %s\n", left, o->help);
  }
}

static const rosin_option *find(const rosin_option *table, const char *word, size_t length) {
  for (const rosin_option *o = table; o->name; o++)
    if (strlen(o->name) == length && memcmp(o->name, word, length) == 0)
      return o;
  return NULL;
}

static int put(const rosin_option *o, const char *text) {
  if (!o->list) {
    *o->text = text;
    return -1;
  }
  if (o->list->count == ROSIN_LIST)
    return rosin_complain(ROSIN_USAGE, "--%s: given more than %d times", o->name, ROSIN_LIST);
  o->list->text[o->list->count++] = text;
  return -1;
}

/* One option at words[*at]; its argument may be attached or the next word. */
static int take(const rosin_command *command, const rosin_option *table, int count, char **words,
                int *at) {
  const char *word = words[*at], *attached = NULL;
  const rosin_option *o = NULL;
  if (word[1] == '-') {
    const size_t length = strcspn(word + 2, "=");
    o = find(table, word + 2, length);
    attached = word[2 + length] ? word + 3 + length : NULL;
  } else {
    for (o = table; o->name && o->letter != word[1]; o++)
      ;
    o = o->name ? o : NULL;
    attached = word[2] ? word + 2 : NULL;
  }
  if (!o && word[1] == '-') {
    char wanted[ROSIN_NEAR_NAME];
    snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    rosin_near near = rosin_near_to(wanted);
    for (const rosin_option *k = table; k->name; k++)
      rosin_near_consider(&near, k->name);
    if (rosin_near_meant(&near))
      return rosin_complain(ROSIN_USAGE, "%s: unknown option %s; did you mean --%s?", command->name,
                            word, rosin_near_meant(&near));
  }
  if (!o)
    return rosin_complain(ROSIN_USAGE, "%s: unknown option %s; see `rosin %s --help`",
                          command->name, word, command->name);
  if (!o->argument)
    return attached ? rosin_complain(ROSIN_USAGE, "--%s: takes no argument", o->name)
                    : put(o, o->name);
  if (attached)
    return put(o, attached);
  if (*at + 1 >= count)
    return rosin_complain(ROSIN_USAGE, "--%s: %s is missing", o->name, o->argument);
  return put(o, words[++*at]);
}

/* Who asks for tables: a table stands in the command that it is for, which gives it to the parser
 * before it does anything. */
static struct {
  void (*visit)(void *context, const rosin_command *command, const rosin_option *table);
  void *context;
} visitor;

void rosin_options_visit(const rosin_command *command,
                         void (*visit)(void *context, const rosin_command *command,
                                       const rosin_option *table),
                         void *context) {
  visitor.visit = visit;
  visitor.context = context;
  command->run(0, NULL);
  visitor.visit = NULL;
}

int rosin_options_parse(const rosin_command *command, const rosin_option *table, int count,
                        char **words, rosin_list *rest) {
  int only_words = 0;
  rest->count = 0;
  if (visitor.visit) {
    visitor.visit(visitor.context, command, table);
    return ROSIN_DONE;
  }
  for (int i = 0; i < count; i++) {
    const char *word = words[i];
    if (only_words || word[0] != '-' || !word[1]) {
      if (rest->count == ROSIN_LIST)
        return rosin_complain(ROSIN_USAGE, "%s: too many words", command->name);
      rest->text[rest->count++] = word;
    } else if (strcmp(word, "--") == 0) {
      only_words = 1;
    } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
      show_help(command, table);
      return ROSIN_DONE;
    } else {
      const int status = take(command, table, count, words, &i);
      if (status >= 0)
        return status;
    }
  }
  return -1;
}

int rosin_options_range(const char *text, double range[3], int *logarithmic) {
  for (int i = 0; i < 3; i++) {
    char *end;
    range[i] = rosin_number_read(text, &end);
    if (end == text || !isfinite(range[i]) || (i < 2 && *end != ':'))
      return -1;
    text = end + (i < 2);
  }
  *logarithmic = strcmp(text, ":log") == 0;
  return *logarithmic || !*text ? 0 : -1;
}

int rosin_options_number(const char *option, const char *text, const char *unit, double low,
                         double high, double *value) {
  char *end;
  *value = rosin_number_read(text, &end);
  const int none = !*text || *end;
  if (!none && isfinite(*value) && *value >= low && *value <= high)
    return 0;
  rosin_complain(ROSIN_USAGE, "%s %s: %s%.*g to %.*g%s%s", option, text,
                 none ? "not a number; must be " : "out of range: ", rosin_error_digits(low), low,
                 rosin_error_digits(high), high, *unit ? " " : "", unit);
  return -1;
}

int rosin_options_numbers(const rosin_option_number *table) {
  for (const rosin_option_number *n = table; n->option; n++)
    if (n->text && rosin_options_number(n->option, n->text, n->unit, n->low, n->high, n->value))
      return -1;
  for (const rosin_option_number *n = table; n->option; n++)
    if (n->text && n->whole && *n->value != floor(*n->value)) {
      rosin_complain(ROSIN_USAGE, "%s %s: must be a whole number", n->option, n->text);
      return -1;
    }
  return 0;
}

const char *rosin_options_given(const rosin_option_given *table) {
  while (table->name && !table->text)
    table++;
  return table->name;
}
