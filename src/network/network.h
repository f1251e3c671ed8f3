/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The network's insides: members, the plan that prepare makes of them, and the
 * records that process walks through.
 *
 * Life of a sample (step.c): controls -> free velocities at the ports -> solve
 * each group of contacts and joints -> apply forces -> signals.
 *
 * Rows: each contact and each joint is one row with a relative velocity
 * v_row = sum of sign * v_port (+ prescribed velocity) and a force that acts as
 * -f on side a and +f on side b, so v_row = free_row - sum_s B_rs f_s.
 */
#ifndef ROSIN_NETWORK_H
#define ROSIN_NETWORK_H

#include "contact/contact.h"
#include "contact/group.h"
#include "resonator.h"

enum { ROSIN_NAME = 64 };

/** A control: its value at the end of the last sample and its mean over this one. */
typedef struct {
  const rosin_parameter *parameter;
  double hold, last, mean;
  const double *feed; /* for the current call, or NULL */
  int busy;           /* mean may change in the next sample */
  int late;           /* a body has not been moved to the last mean yet */
} rosin_input;

/** One side of a row. */
typedef struct {
  int body; /* -1: a prescribed velocity */
  int port;
  double sign;
} rosin_side;

typedef struct {
  char name[ROSIN_NAME];
  rosin_body *body;
  int ports, group;
  int input, inputs;    /* its controls: first input, count */
  double *free, *force; /* [ports] */
  double *mobility;     /* [ports * ports] */
  int moved;            /* mobility must be taken anew */
} rosin_member;

/** A contact's controls, in the order of rosin_contact_parameters(). */
enum {
  ROSIN_IN_FORCE,
  ROSIN_IN_VELOCITY,
  ROSIN_IN_POSITION,
  ROSIN_IN_POSITION_A,
  ROSIN_IN_ROLLING,
  ROSIN_IN_ROAD,
  ROSIN_IN_SIDEWAYS,
  ROSIN_IN_ROUGHNESS,
  ROSIN_IN_GRAIN
};

enum rosin_row_kind { ROSIN_ROW_CONTACT, ROSIN_ROW_JOINT };

typedef struct {
  char name[ROSIN_NAME];
  char body_name[2][ROSIN_NAME]; /* "-" for none */
  enum rosin_row_kind kind;
  rosin_contact *contact; /* contacts only */
  double position[2];     /* joints only */
  rosin_side side[2];
  int input;   /* contacts: ROSIN_IN_FORCE ...; joints: velocity */
  int across;  /* row that is this contact's second axis, or -1 */
  int instant; /* one of its bodies is a string: see rosin_load */
  int group;
  rosin_load load; /* from the controls, renewed while they move */
  int load_moved;  /* since uniqueness was looked at */
  double v, f;     /* of the last sample */
  double normal, dissipation;
  double grains; /* grains passed in a sample at 1 m/s; 0: smooth */
  int lifted;
  int unique, unique_version; /* uniqueness, as found at this mobility and load */
  double unique_mobility;
  rosin_load unique_load;
  int scan;               /* next index of a look spread over samples; ROSIN_SCAN: none under way */
  double fall, scan_fall; /* steepest, as found, and so far */
} rosin_row;

typedef struct {
  char name[ROSIN_NAME], body_name[ROSIN_NAME];
  double position;
  int body, port, input;
} rosin_push;

enum rosin_signal_kind {
  ROSIN_SIGNAL_VELOCITY,
  ROSIN_SIGNAL_FORCE,
  ROSIN_SIGNAL_BRISTLE,
  ROSIN_SIGNAL_NORMAL,
  ROSIN_SIGNAL_DISSIPATION,
  ROSIN_SIGNAL_PORT
};

typedef struct {
  char name[3 * ROSIN_NAME];
  enum rosin_signal_kind kind;
  int row, body, port;
  rosin_observable what;
  double position;
  double *buffer; /* [block] */
} rosin_signal;

/** Contacts and joints that share bodies. Rows are indices into network.row,
 *  contacts first, each kind in name order. */
typedef struct {
  int contacts, joints;
  int *row;    /* [contacts + joints] */
  int coupled; /* some contact feels another */
  int moved;
  int pairs, (*pair)[2];        /* of rows that share a body; the rest of b is zero */
  int *joined;                  /* [contacts], whether a joint feels it in the same sample */
  double *b;                    /* [rows * rows], whole mobility */
  double *reduced;              /* [contacts * contacts], joints eliminated */
  double *chol;                 /* [joints * joints], factor of the joints' mobility */
  double *via;                  /* [joints * contacts], joint mobility^-1 B_jc */
  double *free;                 /* [rows] */
  double *v, *f;                /* [rows] scratch of the solve */
  double *active_b;             /* [contacts * contacts] */
  double *active_free;          /* [contacts] */
  int *active;                  /* [contacts], those that press */
  int *part, *parted, parts;    /* [contacts], which of them feel each other: for each of
                                   active the first of its part; of which active; how many
                                   that were, -1: to be found anew */
  int *member;                  /* [contacts], one part */
  rosin_group_contact *contact; /* [contacts] */
  rosin_group_scratch scratch;
} rosin_group;

struct rosin_network {
  double rate, period;
  int block;
  int members, rows, pushes, signals, inputs, groups;
  rosin_member *member;
  rosin_row *row;
  rosin_push *push;
  rosin_signal *signal;
  rosin_input *input;
  rosin_group *group;
  int *order_body, *order_row, *order_push; /* in name order */
  int *busy, busies;                        /* inputs to walk through each sample */
  unsigned long long seed;
  int budget; /* evaluations a contact's solve may take; 0: ROSIN_BUDGET */
  void *plan; /* memory of the prepared plan */
  int ready;
  rosin_statistics statistics;
  long long clock; /* samples since the last reset */
};

/** Index of a member, row (contact or joint), push by name; -1 if there is none. */
int rosin_network_find_body(const rosin_network *network, const char *name);
int rosin_network_find_row(const rosin_network *network, const char *name);
int rosin_network_find_push(const rosin_network *network, const char *name);

/** group.c: once, as a network is prepared: which rows see each other. */
void rosin_group_pair(const rosin_network *network, rosin_group *group);
/** group.c: take the group's mobility anew from its bodies' and eliminate its joints. */
void rosin_group_refresh(const rosin_network *network, rosin_group *group);
/** group.c: take a contact's load anew from its controls. */
void rosin_row_load(const rosin_network *network, rosin_row *row);
/** group.c: solve one sample; leaves v and f in the rows. */
void rosin_group_step(rosin_network *network, rosin_group *group);

#endif
