/* SPDX-License-Identifier: BSD-3-Clause */
/** The string's insides, for its tests. */
#ifndef ROSIN_STRING_H
#define ROSIN_STRING_H

#include "resonator.h"
#include "waveguide/loop.h"

/** A port: its taps on both loops, and its share in the bridge where that moves. */
typedef struct {
  double position, used; /* asked for, and after clamping */
  int end;               /* the end itself: share 1, no taps */
  double share;          /* h: of the end's velocity, felt in the same sample */
  double along;          /* k: of the bridge's taps in this port's, to be left out */
  int near;              /* either is not 0 */
  rosin_taps transverse, torsional;
  double velocity, displacement, acceleration; /* of the last sample */
} rosin_string_port;

typedef struct {
  rosin_body base;
  rosin_string_spec spec;
  rosin_damping_point *damping;
  rosin_loop transverse, torsion;
  int torsional;
  int fastened;   /* some port is the end: the bridge moves */
  double arrives; /* U, the wave at the bridge in this sample */
  double finger;  /* Hz, sounding */
  double mute;    /* 1/s, flesh's own decay rate */
  rosin_string_port *port;
  int *heard, hears;           /* ports that are listened to, */
  int *near, nears;            /* those that have a share in the bridge, */
  int *open, opens;            /* and those that are not the end itself */
  int one_end;                 /* the end is one port, and no other has a share in it */
  struct rosin_shared *design; /* shared with all strings of the same numbers (design.h) */
} rosin_string;

/** Another string of the same construction, at rest and open: the same samples as of one by
 *  rosin_string_new, without its design. NULL without memory. */
rosin_body *rosin_string_again(const rosin_body *made);
/** Whether a string was made of these numbers, for this rate. */
int rosin_string_is(const rosin_body *made, const rosin_string_spec *spec, double rate);
/** A string at rest takes over the motion of another, the finger and the flesh on it, which goes on
 *  as it was. Real-time safe. */
void rosin_string_carry(rosin_body *body, rosin_body *before);
/** Put all ports where they were asked to be, as the loops are now. Real-time safe. */
void rosin_string_place_all(rosin_string *s);
/** rubbed.c: rosin_body_ops.rubbed */
int rosin_string_rubbed(rosin_body *body, double position, rosin_rubbed *rubbed);
/** J lost at the nut since the last reset. */
double rosin_string_lost(const rosin_string *s);

#endif
