/* SPDX-License-Identifier: BSD-3-Clause */
/** Messages in and out: numbers checked, settings said as messages. */
#ifndef ROSIN_PD_TALK_H
#define ROSIN_PD_TALK_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** A setting, by the message that would set it: to the info outlet, or to Pd's
 *  window for `print`, if it is asked for. */
void rosin_pd_say(rosin_pd_member *m, const char *key, int count, t_atom *atoms);
void rosin_pd_say_number(rosin_pd_member *m, const char *key, double value);
/** The same of a parameter; `print` says its meaning, unit, range and default too. */
void rosin_pd_say_row(rosin_pd_member *m, const rosin_parameter *row, double value);
/** A parameter's line in Pd's window; NULL for `value`: without one. */
void rosin_pd_print_row(const rosin_parameter *row, const double *value);
/** All values of a table's struct. */
void rosin_pd_say_table(rosin_pd_member *m, const rosin_parameter *table, const void *values);
/** position or point's name. */
void rosin_pd_say_place(rosin_pd_member *m, const char *key, int side, double position);

/** Exactly one finite number in the range of a row: 0, or -1 and an error. */
int rosin_pd_in_range(rosin_pd_member *m, const rosin_parameter *row, int count,
                      const t_atom *atoms, double *value);
/** KEY VALUE for a struct behind a table: 1 if handled (with or without success,
 *  *changed tells), 0 if the table has no such row. */
int rosin_pd_table_message(rosin_pd_member *m, const rosin_parameter *table, void *values,
                           const char *key, int count, const t_atom *atoms, int *changed);
/** A position: a number, or a point's name. Sets point or *position. 0 or -1. */
int rosin_pd_place_message(rosin_pd_member *m, const char *key, int side, int count,
                           const t_atom *atoms, double *position);
/** Creation arguments behind the fixed ones: KEY, values up to the next word, ... */
void rosin_pd_arguments(rosin_pd_member *m, int count, const t_atom *atoms,
                        void (*set)(rosin_pd_member *, const char *, int, const t_atom *));
/** A MIDI pitch with fractions: its row, and its frequency (Hz). */
const rosin_parameter *rosin_pd_note_row(void);
double rosin_pd_hertz(double note);
/** The word at an argument's place, or `otherwise`. */
t_symbol *rosin_pd_word(int count, const t_atom *atoms, int at, const char *otherwise);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
