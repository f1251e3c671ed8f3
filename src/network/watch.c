/* SPDX-License-Identifier: BSD-3-Clause */
/* The net under the bodies. Joints, contacts and strings are passive by form, so that no
 * body can hold more than hands, contacts and drives gave; if one does, or its ports run
 * away, it is put to rest, and that is counted. */
#include "network/carried.h"
#include "network/network.h"

#include <string.h>

/* What moves bodies and fingers may give and take by turns, and sums are rounded: neither makes a
 * thousandfold of all that was given, nor a joule out of nothing. */
static const double margin = 1000, least = 1, most = 1e18; /* -, J, J */

void rosin_network_rescue(rosin_network *n, rosin_member *m) {
  m->body->ops->reset(m->body);
  memset(m->free, 0, (size_t)m->ports * sizeof *m->free);
  n->group[m->group].tally.statistics.rescued++;
  n->jerk = 1;
}

void rosin_network_carried(rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    n->before.given += rosin_body_energy(n->member[i].body);
}

void rosin_network_watch(rosin_network *n) {
  const rosin_tally all = rosin_network_tally(n);
  const double given = margin * (all.given + all.statistics.handled) + least;
  const double limit = given < most ? given : most;
  n->jerk = 1; /* a body may have been put to rest by its owner */
  for (int i = 0; i < n->members; i++)
    if (!n->group[n->member[i].group].asleep && !(rosin_body_energy(n->member[i].body) <= limit))
      rosin_network_rescue(n, &n->member[i]);
}
