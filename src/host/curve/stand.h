/* SPDX-License-Identifier: BSD-3-Clause */
/** A friction law on a test stand: no bodies, only what presses and moves it. */
#ifndef ROSIN_STAND_H
#define ROSIN_STAND_H

#include "host/common/options.h"
#include "rosin.h"

enum { ROSIN_INPUTS = 8 };

/** The inputs of a contact that mean something without bodies: "force" and what
 *  rosin_contact_input() takes. */
typedef struct {
  const char *law;
  double rate;
  rosin_contact *contact;
  int inputs;
  const rosin_parameter *input[ROSIN_INPUTS];
  double value[ROSIN_INPUTS];
  double handed[ROSIN_INPUTS]; /* what the contact has */
  int given[ROSIN_INPUTS];     /* set by the user */
} rosin_stand;

/** Returns -1 to go on, or an exit status after an error. */
int rosin_stand_open(rosin_stand *stand, const char *law, double rate);
void rosin_stand_close(rosin_stand *stand);
/** "KEY=VALUE" of option `option`: a parameter of the law or an input. Like open. */
int rosin_stand_set(rosin_stand *stand, const char *option, const char *text);
/** All of a list. */
int rosin_stand_set_all(rosin_stand *stand, const char *option, const rosin_list *list);
/** Index of an input, -1 if there is none. */
int rosin_stand_input(const rosin_stand *stand, const char *name);

/** Whether the law is a map of slip, and nothing tells it how fast the contact rolls:
 *  what is said of velocity then means slip. */
int rosin_stand_is_slip(const rosin_stand *stand);
/** Steady force at relative velocity `v`, m/s. */
double rosin_stand_steady(rosin_stand *stand, double v);
/** Steady force at slip `slip` and `speed` (m/s): of the vehicle when braking (slip < 0), of
 *  the wheel's rim when driving (Canudas-de-Wit 2003, eq. 3); v = slip * speed. */
double rosin_stand_slip(rosin_stand *stand, double slip, double speed);
/** One sample at mean relative velocity `v` with the inputs as they are. */
double rosin_stand_drive(rosin_stand *stand, double v, double *bristle);

#endif
