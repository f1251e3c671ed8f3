/* SPDX-License-Identifier: BSD-3-Clause */
/** Variations, a stretch of numbers, made by as many threads as lend a hand. Each is drawn again
 *  while it cannot be built or is too near to one before it, and of ROSIN_MAKE_ATTEMPTS draws the
 *  farthest is kept. What a draw sounds like depends on none
 *  before it, so that draws are made ahead and side by side; which of them counts is decided in
 *  order of numbers: the same files, however many threads there are. */
#ifndef ROSIN_APART_H
#define ROSIN_APART_H

#include "host/make/make.h"

/** What is wished for. */
typedef struct {
  const rosin_make *make; /* its path apart; used from all threads */
  const rosin_vary *vary;
  unsigned long long seed;
  long long first; /* number of the first, from 1 */
  int count;
  double distinct; /* least distance; 0: any will do */
  void *context;
  /* Where variation n goes, one call at a time: 0 and a path (malloc'ed), and the first attempt
   * that is to be made (0 unless it says another); 1 if it is there already and sounds like
   * `there`; or -1 and an error. */
  int (*begin)(void *context, long long n, char **path, int *attempt, rosin_features *there,
               rosin_error *error);
  /* Variation n is made, and dropped after the call if it was not kept; in order of numbers. 0, or
   * another status, that ends the work, and an error. */
  int (*end)(void *context, long long n, rosin_made *made, rosin_error *error);
} rosin_apart_wish;

typedef struct rosin_apart rosin_apart;

/** For up to `threads`. NULL and an error. */
rosin_apart *rosin_apart_new(const rosin_apart_wish *wish, int threads, rosin_error *error);
/** Lend a hand until variation first + `index` is there. 0, or a status that is not and the
 *  error, which all who work here are told. */
int rosin_apart_work(rosin_apart *apart, int index, rosin_error *error);
/** How many are there. */
int rosin_apart_done(rosin_apart *apart);
/** Once nobody works here any more; NULL is allowed. */
void rosin_apart_free(rosin_apart *apart);

#endif
