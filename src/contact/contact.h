/* SPDX-License-Identifier: BSD-3-Clause */
/** A contact: a law, its state, and what happened in the last sample. */
#ifndef ROSIN_CONTACT_H
#define ROSIN_CONTACT_H

#include "contact/form.h"
#include "contact/roughness.h"
#include "friction/scalar.h"
#include "keep.h"

enum { ROSIN_CONTACT_POINTS = 5 }; /* at most, of one contact */

struct rosin_contact {
  rosin_law law;
  double *state; /* [law.ops->states] */
  double rate;   /* Hz */
  rosin_roughness roughness;
  /* of a contact driven alone: its controls, and the last sample's load and velocity */
  double rolling, road, sideways, rough, grain;
  double normal, v;
  int points, joined;                         /* joined: it is, or was, in a network */
  rosin_contact *point[ROSIN_CONTACT_POINTS]; /* where there are several: contacts that share
                                                what is extensive; owned */
};

/** Point `index` of a contact; itself if it is the only one. Real-time safe. */
rosin_contact *rosin_contact_point(rosin_contact *contact, int index);

/** Before it runs: 0, or -1 and an error. */
int rosin_contact_make(rosin_contact *contact, const rosin_contact_form *form, rosin_error *error);

/** List what it writes to while it runs. */
void rosin_contact_pieces(rosin_contact *contact, rosin_kept *kept);
/** Seed of this contact's roughness. Real-time safe. */
void rosin_contact_seed(rosin_contact *contact, unsigned long long seed);

#endif
