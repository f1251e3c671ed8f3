/* SPDX-License-Identifier: BSD-3-Clause */
/* Where contacts touch. A string is bowed at a share of what sounds of it, as a player means
 * it: the network's shares are of the open length, so the finger comes in here. */
#include "pd/net/sound/places.h"
#include "pd/member/registry.h"

void rosin_pd_find_strings(rosin_pd_member *m, rosin_pd_member *const body[2]) {
  for (int s = 0; s < 2; s++) {
    m->rubs[s] = body[s];
    m->on[s] = body[s] && body[s]->open > 0 ? body[s] : NULL;
  }
  for (int k = 0; k < m->inputs; k++) {
    rosin_pd_input *in = &m->input[k];
    if (in->place && !in->given)
      in->held = in->before = body[in->place - 1] ? body[in->place - 1]->touched : 0;
  }
}

double rosin_pd_place(const rosin_pd_member *string, double place, double finger) {
  return finger > string->open ? place * string->open / finger : place;
}

void rosin_pd_feed_place(rosin_network *n, const rosin_pd_member *m, const rosin_pd_input *in) {
  const rosin_pd_member *string = m->on[in->place - 1];
  const rosin_pd_input *finger = string ? &string->input[string->finger] : NULL;
  if (in->constant && (!string || m->of_open || finger->constant)) {
    rosin_network_hold(n, in->control,
                       string && !m->of_open ? rosin_pd_place(string, in->held, finger->held)
                                             : in->held);
    return;
  }
  for (int i = 0; string && !m->of_open && i < m->n; i++) /* the latch is filled anew after this */
    in->latch[i] = rosin_pd_place(string, in->constant ? in->held : in->latch[i],
                                  finger->constant ? finger->held : finger->latch[i]);
  rosin_network_feed(n, in->control, in->latch);
}
