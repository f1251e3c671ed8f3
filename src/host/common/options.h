/* SPDX-License-Identifier: BSD-3-Clause */
/** Command-line options: one table a command, read by parser and --help. */
#ifndef ROSIN_OPTIONS_H
#define ROSIN_OPTIONS_H

enum { ROSIN_LIST = 256 };

enum rosin_exit { ROSIN_DONE = 0, ROSIN_FAILURE = 1, ROSIN_USAGE = 2 };

/** Texts given with a repeatable option. */
typedef struct {
  int count;
  const char *text[ROSIN_LIST];
} rosin_list;

/** An option; the table ends with a NULL name. */
typedef struct {
  const char *name;     /* long name, without the dashes */
  char letter;          /* or 0 */
  const char *argument; /* what --help calls it; NULL: a switch */
  const char *help;
  const char **text; /* where the argument goes (a switch: its own name) */
  rosin_list *list;  /* or here, if it may be repeated */
} rosin_option;

/** A command. `run` gets what stood after its name. */
typedef struct {
  const char *name, *usage, *summary;
  int (*run)(int count, char **words);
} rosin_command;

/** Options out of words; the others into `rest`. Returns -1 to go on, or an exit
 *  status (usage error, --help shown). */
int rosin_options_parse(const rosin_command *command, const rosin_option *table, int count,
                        char **words, rosin_list *rest);
/** The table of a command's options, to `visit`: nothing of the command is done. */
void rosin_options_visit(const rosin_command *command,
                         void (*visit)(void *context, const rosin_command *command,
                                       const rosin_option *table),
                         void *context);
/** Number from text: 0, or -1 and one line on standard error. */
int rosin_options_number(const char *option, const char *text, const char *unit, double low,
                         double high, double *value);

/** A number that an option may give; a table of them ends with a NULL option. */
typedef struct {
  const char *option, *text; /* text: NULL, and the value stays as it is */
  const char *unit;
  double low, high;
  double *value;
  int whole; /* it must be a whole number: asked once all of the table are in their ranges */
} rosin_option_number;

/** All of a table, in its order: 0, or -1 and one line on standard error. */
int rosin_options_numbers(const rosin_option_number *table);

/** An option by what it is called, and what was given with it, or NULL; a table of them ends with a
 *  NULL name. */
typedef struct {
  const char *name, *text;
} rosin_option_given;

/** The first name of a table whose option was given, or NULL: of those that exclude something, or
 *  need it. */
const char *rosin_options_given(const rosin_option_given *table);

/** LOW:HIGH:N, or LOW:HIGH:N:log, of finite numbers: 0, or -1. */
int rosin_options_range(const char *text, double range[3], int *logarithmic);
/** "rosin: ..." on standard error, one line whatever stands in it; returns `status`. */
int rosin_complain(enum rosin_exit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** One line on standard error, of what was done. */
void rosin_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
