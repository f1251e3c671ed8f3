/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What all of rosin's headers share: its version, errors, tables of parameters.
 *
 * Everything is in SI units and in double. There are no globals: networks, scenes, players and
 * cores live side by side, at different rates and in different threads. One of them and what it
 * refers to may be used from one thread at a time, unless a function says more. Functions marked
 * "real-time safe" allocate nothing, lock nothing, print nothing and run in bounded time; the
 * others belong to set-up.
 *
 * Functions that can fail return NULL or -1 and write one line into `error`
 * (which may be NULL): what, the value, the allowed range. A NULL where an object, a
 * table or a name is wanted is such an error; functions that cannot fail do nothing
 * then, and return 0, NaN or NULL. What was freed is gone: that is not noticed.
 */
#ifndef ROSIN_PUBLIC_BASE_H
#define ROSIN_PUBLIC_BASE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The library is built with hidden symbols; these are its face. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* What is real-time safe says so to compilers that can check it: clang from 20 on, by
 * -Wfunction-effects and -fsanitize=realtime. */
#if defined(__has_attribute)
#if __has_attribute(nonblocking)
#define ROSIN_NONBLOCKING __attribute__((nonblocking))
#endif
#endif
#ifndef ROSIN_NONBLOCKING
#define ROSIN_NONBLOCKING
#endif

#define ROSIN_VERSION "0.3.0"

/** Version of the library that is linked, as "MAJOR.MINOR.PATCH". Real-time safe. */
const char *rosin_version(void) ROSIN_NONBLOCKING;

/** One line about what went wrong, without a final newline. */
typedef struct {
  char text[512];
} rosin_error;

/** Free a text that a function has made ("malloc'ed"), for hosts whose free() is another than this
 *  library's, as a language's or a DLL's. NULL is allowed. */
void rosin_text_free(char *text);

/* ---- parameters ----------------------------------------------------------- */

/** What the values of a parameter are. */
typedef enum {
  ROSIN_NUMBER, /**< any number in its range */
  ROSIN_SWITCH, /**< off, 0, or on, 1: from 0.5 on */
  ROSIN_CHOICE, /**< one of its words, by their order from 0 on */
  ROSIN_WHOLE   /**< whole numbers */
} rosin_parameter_kind;

/** A parameter: a double in a plain struct, with its name, unit, range,
 *  default and kind. Every face (scene file, command line, plugins, page, Pd, help) reads these
 *  tables. */
typedef struct {
  const char *name;
  const char *unit;
  double low, high; /**< allowed range, both ends included */
  double initial;   /**< default */
  const char *meaning;
  size_t offset; /**< where the double stands in its struct */
  int extensive; /**< of a law: 1 if it is the whole contact's, so that its points share it */
  rosin_parameter_kind kind;
  const char *const *words; /**< of a choice, NULL at their end */
  const char *group;        /**< "Bow": what stands together for people; NULL: by itself */
  int builds; /**< 1: it is set as bodies are built, and does not move while they sound */
} rosin_parameter;

/** Tables end with a row whose name is NULL. Real-time safe. */
/* rows of rosin_string_spec and of rosin_mode */
const rosin_parameter *rosin_string_parameters(void) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_mode_parameters(void) ROSIN_NONBLOCKING;
/* Controls; their offsets are unused. */
const rosin_parameter *rosin_contact_parameters(void) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_joint_parameters(void) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_push_parameters(void) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_string_controls(void) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_modal_controls(void) ROSIN_NONBLOCKING; /* of rosin_modal_moves */
/* What a contact is made with, before it is in a network: "contacts". */
const rosin_parameter *rosin_contact_options(void) ROSIN_NONBLOCKING;

/** Fill a struct described by `table` with its defaults. Real-time safe. */
void rosin_parameters_default(const rosin_parameter *table, void *object) ROSIN_NONBLOCKING;
/** Row named `name`, or NULL. Real-time safe. */
const rosin_parameter *rosin_parameter_find(const rosin_parameter *table,
                                            const char *name) ROSIN_NONBLOCKING;
/** Put `value` where the row named `name` stands in `object`: 0; or -1 and an error that names
 *  `owner`, and the rows that there are or the range. Real-time safe. */
int rosin_parameter_put(const rosin_parameter *table, const char *owner, const char *name,
                        double value, void *object, rosin_error *error) ROSIN_NONBLOCKING;
/** The word for a value of a choice or a switch ("off", "on"); NULL for another kind, or where
 * there is none. Real-time safe. */
const char *rosin_parameter_word(const rosin_parameter *row, double value) ROSIN_NONBLOCKING;
/** The value that a word stands for, whatever its capitals, with blanks for hyphens or without: 0,
 *  or -1. Real-time safe. */
int rosin_parameter_worded(const rosin_parameter *row, const char *said,
                           double *value) ROSIN_NONBLOCKING;
/** 0 if `value` is finite and in range, else -1 and an error that names
 *  `owner` (may be NULL), parameter, value and range. Real-time safe. */
int rosin_parameter_check(const rosin_parameter *row, const char *owner, double value,
                          rosin_error *error) ROSIN_NONBLOCKING;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
