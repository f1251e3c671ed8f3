/* SPDX-License-Identifier: BSD-3-Clause */
/* What all groups have come to. */
#include "network/network.h"

static void add(rosin_tally *all, const rosin_tally *one) {
  rosin_statistics *a = &all->statistics;
  const rosin_statistics *b = &one->statistics;
  all->given += one->given;
  a->solves += b->solves;
  a->elastic += b->elastic;
  a->iterations += b->iterations;
  a->iterations_max = b->iterations_max > a->iterations_max ? b->iterations_max : a->iterations_max;
  a->unconverged += b->unconverged;
  a->not_unique += b->not_unique;
  a->passivity += b->passivity;
  a->rescued += b->rescued;
  a->dissipated += b->dissipated;
  a->given += b->given;
  a->worst = b->worst < a->worst ? b->worst : a->worst;
  a->supplied += b->supplied;
  a->handled += b->handled;
}

rosin_tally rosin_network_tally(const rosin_network *n) {
  rosin_tally all = n->before;
  for (int g = 0; g < n->groups; g++)
    add(&all, &n->group[g].tally);
  return all;
}

rosin_statistics rosin_network_statistics(const rosin_network *n) {
  return n ? rosin_network_tally(n).statistics : (rosin_statistics){0};
}
