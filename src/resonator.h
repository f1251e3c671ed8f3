/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What a contact needs to know of anything that vibrates: ports.
 *
 * In one sample the mean velocity of port i is v_i = free_i + sum_j B_ij f_j:
 * free_i if nothing touches the body, B the mobility (m/s/N), f_j the mean force
 * at port j. B is symmetric and positive semi-definite.
 *
 * Life of a sample, by the body's one owner (the network):
 *   set_control, place (only what moves) -> mobility (if something was placed)
 *   -> predict -> [contact solve] -> commit.
 * All but bind and destroy are real-time safe.
 */
#ifndef ROSIN_RESONATOR_H
#define ROSIN_RESONATOR_H

#include "keep.h"
#include "rosin.h"

/** What is read at a port that is only listened to. */
typedef enum {
  ROSIN_OBSERVE_VELOCITY,     /* m/s, mean over the sample */
  ROSIN_OBSERVE_DISPLACEMENT, /* m, mean over the sample */
  ROSIN_OBSERVE_ACCELERATION, /* m/s^2, mean over the sample */
  ROSIN_OBSERVE_BRIDGE_FORCE  /* N, force of a string on its bridge */
} rosin_observable;

/** What a body asks of who rubs it at a place, so that it swings at its most willing partial:
 * forces at 1 m/s where friction falls by 1 of the load from sticking to slipping; both go with the
 * speed, and with one over that fall. */
typedef struct {
  double least, greatest; /* N */
  double slip;            /* velocity against the hand in a slip, over the hand's own */
  double hertz;           /* of that partial */
} rosin_rubbed;

typedef struct {
  const char *kind; /* "modal", "string" */
  /** Controls of the body itself (a string's finger); a table, may be NULL. */
  const rosin_parameter *controls;
  /** What a control is as the body is made; NULL: the table's default. */
  double (*initial)(const rosin_body *body, int control);
  /** Samples from one move of a control to the next, at least; NULL: 1. */
  int (*pace)(const rosin_body *body);
  /** Its controls move every `samples` samples from now on: what can glides between them. NULL:
   *  nothing does. */
  void (*take_pace)(rosin_body *body, int samples);
  /** Cut the body lengthwise into equal strands, each with its share of mass and stiffness,
   *  that move alone; before bind. A body of one strand again: 1. Motion is kept. NULL if
   *  the body cannot be cut. 0, or -1 without memory. */
  int (*cut)(rosin_body *body, int strands);
  /** The strand a port is on, before it is placed; -1, as at first: it takes hold of all. */
  void (*take_strand)(rosin_body *body, int port, int strand);
  /** Metres from position 0 to 1; NULL if positions are no lengths. */
  double (*span)(const rosin_body *body);
  /** Make room for `ports` ports (all at position 0). 0, or -1 without memory. */
  int (*bind)(rosin_body *body, int ports);
  /** Put a port at a position; returns the position used after clamping. */
  double (*place)(rosin_body *body, int port, double position);
  /** Make a port the body's own end, to be joined to another body (a string's
   *  bridge); NULL if the body has no such end. */
  void (*fasten)(rosin_body *body, int port);
  /** Mean value of a control over the coming sample. Returns the work (J) that this did on
   *  the body; 0 where that is not known. */
  double (*set_control)(rosin_body *body, int control, double value);
  /** B[i * ports + j], for the ports as placed. */
  void (*mobility)(const rosin_body *body, double *b);
  /** From now on only these `count` ports are asked for in predict; at first, and after
   *  bind, all are. NULL: all are, always. */
  void (*listen)(rosin_body *body, const int *port, int count);
  /** Begin a sample: free[i] for each port that is listened to. */
  void (*predict)(rosin_body *body, double *free);
  /** Velocity of a port at the sample's begin, which its mean is a half of with that at
   *  the end; NULL if velocities are those of an instant (waves). Before commit. */
  double (*begin)(const rosin_body *body, int port);
  /** Displacement (m) of a port at the sample's begin; NULL if the body does not know it
   *  (waves of velocity). Before commit. */
  double (*displacement)(const rosin_body *body, int port);
  /** End it: mean forces f[i] (N) that acted at the ports. */
  void (*commit)(rosin_body *body, const double *force);
  /** After commit: what was seen at a port during the sample. `velocity` is the
   *  port's mean velocity as the network computed it; bridge force has no port (-1). */
  double (*observe)(rosin_body *body, int port, rosin_observable what, double velocity);
  /** Whether `what` can be observed on this kind of body: 0 no, 1 from the port's velocity,
   *  2 without it (then `velocity` means nothing, and the port need not be listened to;
   *  what is seen before the first sample is not used). */
  int (*observes)(const rosin_body *body, rosin_observable what);
  int (*point)(const rosin_body *body, const char *name, double *position);
  /** What it asks of who rubs it at a position; 0 if nothing of it can swing there. Between
   * samples; real-time safe, and as long as its modes are many. */
  int (*rubbed)(rosin_body *body, double position, rosin_rubbed *rubbed);
  double (*energy)(const rosin_body *body);
  void (*reset)(rosin_body *body);
  /** List what it writes to while it runs (keep.h); NULL: it cannot be kept. */
  void (*pieces)(rosin_body *body, rosin_kept *kept);
  void (*destroy)(rosin_body *body);
} rosin_body_ops;

/** First member of every kind of body. */
struct rosin_body {
  const rosin_body_ops *ops;
  double rate; /* Hz */
  int ports;
  unsigned bound; /* how often it was given other ports or modes: whose network is up to date */
  unsigned moves; /* how often a control has changed its mobility */
};

#endif
