/* SPDX-License-Identifier: BSD-3-Clause */
/** Designs of strings: what takes most of the time that a string is made in. Strings of the same
 *  numbers and rate have one, for as long as there is one of them. */
#ifndef ROSIN_DESIGN_H
#define ROSIN_DESIGN_H

#include "shelf.h"
#include "waveguide/string.h"

/** Whether two are of the same numbers, to the bit; `table` is rosin_string_parameters(). */
int rosin_design_same(const rosin_parameter *table, const rosin_string_spec *a,
                      const rosin_string_spec *b);
/** A mark of a string's numbers and rate. */
uint64_t rosin_design_mark(const rosin_string *s, const rosin_parameter *table);
/** Take the loops of a string whose spec is filled in from a design, if there is one: 1, with
 *  the string as one that was designed, to the bit; 0: there is none; -1 without memory. */
int rosin_design_find(rosin_string *s, const rosin_parameter *table);
/** Keep the design of a string that has just been made. 0, or -1 without memory. */
int rosin_design_keep(rosin_string *s, const rosin_parameter *table);
void rosin_design_leave(rosin_string *s);
/** How many there are in the process, and the strings that have them. */
int rosin_designs(int *strings);

#endif
