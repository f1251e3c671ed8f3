/* SPDX-License-Identifier: BSD-3-Clause */
/** A contact: a law, its state, and what happened in the last sample. */
#ifndef ROSIN_CONTACT_H
#define ROSIN_CONTACT_H

#include "friction/law.h"

struct rosin_contact {
  rosin_law law;
  double *state; /* [law.ops->states] */
  double rate;   /* Hz */
  double normal; /* N, at the end of the last sample driven by rosin_contact_drive */
};

#endif
