/* SPDX-License-Identifier: BSD-3-Clause */
/** The modal bank's insides: made in modal.c and room.c, stepped in bank.c. */
#ifndef ROSIN_MODAL_BANK_H
#define ROSIN_MODAL_BANK_H

#include "modal/kernel.h"
#include "modal/shape.h"
#include "resonator.h"

typedef struct {
  rosin_body base;
  rosin_modes m;
  const rosin_modal_kernel *kernel;
  rosin_shapes shapes;
  double period;               /* T, s */
  int strands;                 /* modes of the first stand before those of the second */
  double *root;                /* [size], of the mobilities: the modes' own scale */
  double *kinetic, *potential; /* [size], J over v^2 and x^2 in that scale */
  /* what moves them (move.c) */
  rosin_modal_moves made, moved; /* as `mode` was given; as they are */
  double mute;                   /* kg on a bridge */
  rosin_mode *mode;              /* [modes] */
  double *load;                  /* [modes], of a vessel; or NULL */
  double *pitched;               /* [modes], Hz now */
  /* by port; those of one place know of one another */
  double *shape;     /* [ports * size], in the modes' scale */
  double *weight;    /* the same as it is */
  int *strand;       /* -1: all of them */
  double *position;  /* NAN before it is placed */
  double *force;     /* scratch */
  double *seen;      /* velocity at the last sample's end, where it is observed */
  int *same, places; /* first port at the same position; how many */
  int *heard, hears; /* ports listened to; */
  int *from, ears;   /* where the velocity of each is known from, and at how many places */
  /* ports whose velocity at a sample's end is asked for; how many are known since the modes are
   * there */
  int watched[ROSIN_EARS], asked[ROSIN_EARS], watches, known_ends;
  double end[ROSIN_EARS]; /* halves of them */
  /* a sample ahead (bank.c) */
  int ahead;    /* the state is that at the end of this sample without `acted` */
  int stirred;  /* since the last predict ports were placed, or others are listened to */
  double *now;  /* free velocity in this sample, */
  double *next; /* and in the next, without `acted`: the forces in this one, one a place, */
  double *acted;
  int *actor, acts; /* and their ports */
  double *felt;     /* [ports * ports], mobility, and what a force does in the sample after; */
  double *later;
  int coupled; /* both are up to date */
  double *sum; /* [size], scratch */
  int still;   /* samples since a force acted */
  int asleep;  /* all is 0 */
  char (*point_name)[64];
  int *order;
  double *memory, *table, *port_memory;
} rosin_bank;

/** room.c: 64-byte aligned, zeroed; NULL without memory. */
double *rosin_bank_doubles(size_t count);
/** room.c: memory for so many modes, of all strands; -1 without memory. */
int rosin_bank_room(rosin_bank *bank, int modes);
void rosin_bank_free_parts(rosin_bank *bank);
void rosin_bank_free(rosin_bank *bank);
/** room.c: rosin_body_ops.pieces */
void rosin_bank_pieces(rosin_body *body, rosin_kept *kept);
/** room.c: rosin_body_ops.cut */
int rosin_bank_cut(rosin_body *body, int strands);
/** room.c: a mode's displacement over T, or half its velocity, in the mean of its strands. */
double rosin_bank_whole(const rosin_bank *bank, const double *state, int mode);
/** room.c: the state is made that of the present, with all forces that acted. */
void rosin_bank_settle(rosin_bank *bank);

/** move.c: rosin_modal_controls() */
extern const rosin_parameter rosin_bank_controls[];
/** move.c: as the modes are given; zeros stand for 1. */
void rosin_bank_made(rosin_bank *bank, const rosin_modal_moves *made);
/** move.c: rosin_body_ops.set_control, .initial, .pace */
double rosin_bank_move(rosin_body *body, int control, double value);
double rosin_bank_initial(const rosin_body *body, int control);
int rosin_bank_pace(const rosin_body *body);
/** move.c: a port's shape, as its weights and the modes' scale are now. */
void rosin_bank_weigh(rosin_bank *bank, int port);

/** rubbed.c: rosin_body_ops.rubbed */
int rosin_bank_rubbed(rosin_body *body, double position, rosin_rubbed *rubbed);

/** bank.c */
extern const rosin_body_ops rosin_bank_ops;
/** bank.c: it has this motion and had it in the sample before. */
void rosin_bank_see(rosin_bank *bank);

#endif
