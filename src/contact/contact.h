/* SPDX-License-Identifier: BSD-3-Clause */
/** A contact: a law, its state, and what happened in the last sample. */
#ifndef ROSIN_CONTACT_H
#define ROSIN_CONTACT_H

#include "contact/roughness.h"
#include "friction/law.h"

struct rosin_contact {
  rosin_law law;
  double *state; /* [law.ops->states] */
  double rate;   /* Hz */
  rosin_roughness roughness;
  /* of a contact driven alone: its controls, and the last sample's load and velocity */
  double rolling, road, sideways, rough, grain;
  double normal, v;
};

/** Seed of this contact's roughness. Real-time safe. */
void rosin_contact_seed(rosin_contact *contact, unsigned long long seed);

#endif
