/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the line is cut open at the nut lies a whole number of samples from the bridge, and what is
 * between them has been through the nut's filters. As the cut comes nearer, its samples go back
 * through the allpasses, which turn energy about and lose none, and are read again when they are
 * due; as it moves away, samples are read and injected before they are due. So the wave about the
 * bridge stays where it is, and whoever touches it feels only another pitch. */
#include "waveguide/nut.h"

static void withdraw_one(rosin_loop *l, const rosin_cut *before) {
  const rosin_rotations *t = &before->turn;
  double x = l->line[l->head];
  for (int i = l->sections.count - 1; i >= 0; i--)
    x = rosin_section_back(t->k1[i], t->c1[i], t->k2, t->c2, l->state + 2 * i, x);
  l->lost -= rosin_nut_leaves(l, before->window, before->part, 0, x);
  l->head++;
  l->frontier--;
}

void rosin_loop_withdraw(rosin_loop *l, int by, const rosin_cut *before) {
  for (int i = 0; i < by; i++)
    withdraw_one(l, before);
  l->made = l->due = l->head;
}

void rosin_loop_send(rosin_loop *l, int by) {
  for (int i = 0; i < by; i++) {
    if (l->head == 0)
      rosin_loop_slide(l);
    l->head--;
    l->frontier++;
    rosin_loop_inject(l);
  }
  l->due = l->head;
}
