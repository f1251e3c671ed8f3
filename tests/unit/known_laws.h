/* SPDX-License-Identifier: BSD-3-Clause */
/** Laws away from their defaults, as golden files hold them still: how many parameters of each law
 *  are moved there. One that is appended later stays at its default in them, so that their figures
 *  stay; it is moved alone in test_law_parameters.c. A law that is not in the list moves all. */
#ifndef TEST_KNOWN_LAWS_H
#define TEST_KNOWN_LAWS_H

#include "friction/law.h"

#include <string.h>

static const struct {
  const char *law;
  int parameters;
} known_laws[] = {{"elastoplastic", 13},
                  {"lugre", 11},
                  {"dahl", 6},
                  {"thermal", 11},
                  {"coulomb", 2},
                  {"bliman-sorine", 7},
                  {"induction", 9},
                  {"induction-lagged", 10},
                  {"induction-2d", 7},
                  {"lugre-average", 12},
                  {"lugre-distributed", 12},
                  {"lugre-joint", 9},
                  {"kinematic", 3},
                  {"pacejka", 5},
                  {"burckhardt", 5},
                  {"burckhardt-3", 4},
                  {"kiencke-daiss", 4},
                  {"root", 3},
                  {"impact", 4}};

enum { KNOWN_LAWS = sizeof known_laws / sizeof *known_laws };

static inline int known_parameters(const char *law) {
  for (int i = 0; i < KNOWN_LAWS; i++)
    if (!strcmp(known_laws[i].law, law))
      return known_laws[i].parameters;
  return 1000;
}

#endif
