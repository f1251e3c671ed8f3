/* SPDX-License-Identifier: BSD-3-Clause */
/** The end of a network made for a test, with all that was put into it. */
#ifndef VERIFY_FREED_H
#define VERIFY_FREED_H

#include "rosin.h"

static inline void network_freed(rosin_network *network, rosin_body *const *body, int bodies,
                                 rosin_contact *const *contact, int contacts) {
  rosin_network_free(network);
  for (int i = 0; i < bodies; i++)
    rosin_body_free(body[i]);
  for (int i = 0; i < contacts; i++)
    rosin_contact_free(contact[i]);
}

#endif
