/* SPDX-License-Identifier: BSD-3-Clause */
/* What a network writes to while it runs: keep.h. */
#include "network/network.h"

void rosin_network_pieces(rosin_network *n, rosin_kept *kept) {
  const size_t orders = (size_t)(n->members + n->rows + n->pushes) * sizeof(int);
  rosin_kept_add(kept, n, sizeof *n);
  rosin_kept_add(kept, n->member, (size_t)n->members * sizeof *n->member);
  rosin_kept_add(kept, n->row, (size_t)n->rows * sizeof *n->row);
  rosin_kept_add(kept, n->push, (size_t)n->pushes * sizeof *n->push);
  rosin_kept_add(kept, n->signal, (size_t)n->signals * sizeof *n->signal);
  rosin_kept_add(kept, n->input, (size_t)n->inputs * sizeof *n->input);
  rosin_kept_add(kept, n->plan, rosin_network_lay(n, n->groups, orders, NULL));
  for (int i = 0; i < n->rows; i++)
    if (n->row[i].contact)
      rosin_contact_pieces(n->row[i].contact, kept);
  for (int i = 0; i < n->members; i++) {
    rosin_body *b = n->member[i].body;
    if (b->ops->pieces)
      b->ops->pieces(b, kept);
    else
      kept->whole = 0;
  }
}
