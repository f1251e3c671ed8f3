/* SPDX-License-Identifier: BSD-3-Clause */
/** What a scene does, for displays: how its contacts slip, and how a string moves.
 *  Written by the audio thread, read by any other. */
#ifndef ROSIN_OBSERVE_H
#define ROSIN_OBSERVE_H

#include "rosin/core.h"
#include "scene/scene.h"

enum { ROSIN_PICTURE = 8192, ROSIN_LOOP = 2048 };

typedef struct rosin_observer rosin_observer;

typedef struct {
  const char *name; /* of the contact that is pressed most */
  rosin_touch regime;
  double force, velocity, slips; /* N, m/s (prescribed), slips a second */
  double pitch;                  /* Hz its string is fingered at, 0: not a string */
} rosin_observed;

/** Names its probes before the scene is prepared. NULL without memory. */
rosin_observer *rosin_observer_new(rosin_scene *scene);
/** After it was prepared: it watches from now on. */
void rosin_observer_start(rosin_observer *observer);
void rosin_observer_free(rosin_observer *observer);
/** While it rests it sees nothing and costs nearly nothing; at first it does not. Any thread. */
void rosin_observer_rest(rosin_observer *observer, int rests);
rosin_observed rosin_observer_look(const rosin_observer *observer);
/** The same of one contact, by its number in the scene; how many there are. */
rosin_observed rosin_observer_contact(const rosin_observer *observer, int contact);
int rosin_observer_contacts(const rosin_observer *observer);
/** Of a contact: Hz of its open string (0: none), and where it rubs, a share of that. */
double rosin_observer_open(const rosin_observer *observer, int contact);
double rosin_observer_place(const rosin_observer *observer, int contact);
const char *rosin_touch_name(rosin_touch regime);
/** The loop of a contact, by its number in the scene; -1: of that pressed most. Its relative
 * velocity (m/s) and friction force (N) at the last `count` engine samples (at most ROSIN_LOOP),
 * oldest first. Returns how many there are. */
int rosin_observer_loop(const rosin_observer *observer, int contact, int count, float *velocity,
                        float *force);
/** The string at `count` even places from bridge to nut, `phase` (0 ... 1) of a period
 *  after a slip began, scaled to -1 ... 1: 0, or -1 if nothing moves or is a string, and for fewer
 *  than two places or a phase beyond. */
int rosin_observer_picture(const rosin_observer *observer, double phase, int count, double *y);
/** The string of one contact, whether it is pressed or not: what rings is seen too. `most`: how far
 *  it swings, in sums of its force at the bridge. */
int rosin_observer_string(const rosin_observer *observer, int contact, double phase, int count,
                          double *y, double *most);

#endif
