/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A Pd object as a member of a network: a body, a contact or a joint, found by
 * name. The member owns all state (body, bristles, buffers); components only
 * borrow it, so that taking the network apart and putting it together again loses
 * nothing.
 *
 * Life of a block, the same whatever the order of objects (latency: one block of
 * the members' own context):
 *   the first member to perform solves the whole component from the inputs latched
 *   in the block before; then each latches its inlets and delivers its outlets.
 */
#ifndef ROSIN_PD_MEMBER_H
#define ROSIN_PD_MEMBER_H

#include "rosin.h"

#include <m_pd.h>
#include <stdio.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum {
  ROSIN_PD_INPUTS = 16,   /* controls of one member */
  ROSIN_PD_ROWS = 96,     /* points of contacts, and bridges, in one network */
  ROSIN_PD_OUTPUTS = 64,  /* signal outlets or channels of one member */
  ROSIN_PD_SIGNAL = 80,   /* bytes of a signal's key, "velocity@0.5" */
  ROSIN_PD_PROBLEM = 256, /* bytes of a problem's text */
  ROSIN_PD_COMING = 3,    /* a problem that goes by itself, and is not said */
  ROSIN_PD_BARE = 4,      /* one that is said when somebody uses the object */
};

/** What is said, once, of a network that had to put a body to rest. */
#define ROSIN_PD_RESCUED                                                                           \
  "a body of this network ran away and was put to rest; a force or a joint is beyond all measure"

typedef enum { ROSIN_PD_BODY, ROSIN_PD_CONTACT, ROSIN_PD_JOINT } rosin_pd_kind;

/** A control on its way from what it was, where a step would be heard. */
typedef struct {
  double from, reached;
  int at, length; /* samples */
} rosin_pd_glide_t;

/** A control: an inlet, or only a message. */
typedef struct {
  const rosin_parameter *row;
  int push;               /* 1: belongs to the external force on a body */
  int signal;             /* 1: has an inlet; the first has the main one */
  t_inlet *inlet;         /* NULL for the main inlet */
  t_float value;          /* last message; the main inlet's float */
  double held;            /* last good value */
  int given;              /* somebody has set it */
  int place;              /* 1: where body a is touched; 2: where body b is */
  double before;          /* the one before the latch */
  double *latch;          /* [n], cleaned */
  int constant;           /* `held` throughout; the latch is not written */
  int control;            /* index in the component's network */
  rosin_pd_glide_t glide; /* fingers, places */
} rosin_pd_input;

typedef struct {
  char key[ROSIN_PD_SIGNAL];      /* KEY or KEY@POSITION of a signal */
  int signal;                     /* index in the component's network, or -1 */
  double gain, hip;               /* factor, and Hz of a high-pass (0: none) */
  int own_key, own_gain, own_hip; /* somebody has set them */
  double reached;                 /* gain that the last block ended with */
  double silenced;                /* gain by which its network knows what is silence, or NaN */
  double lift;                    /* factor on the gain that goes to 1; 0: it is there */
  double last, passed;            /* the high-pass: what came in and went out last */
} rosin_pd_output;

/** What is left of a short push. */
typedef struct {
  int kind, at, length; /* samples */
  double force;         /* N, its peak */
} rosin_pd_stroke_t;

/** A contact that is taken off what it rubs, and put on it again with another law. */
typedef struct {
  enum { ROSIN_PD_DOWN, ROSIN_PD_LIFTS, ROSIN_PD_UP, ROSIN_PD_LANDS } way;
  double height; /* 0: pressed as told; 1: not at all */
} rosin_pd_lift_t;

typedef struct rosin_pd_member rosin_pd_member;
typedef struct rosin_pd_component rosin_pd_component;
typedef struct rosin_pd_registry rosin_pd_registry;
typedef struct rosin_pd_making rosin_pd_making; /* pd/net/made/making.h */
typedef struct rosin_pd_fading rosin_pd_fading; /* pd/net/sound/fading.c */
typedef struct rosin_pd_bow rosin_pd_bow;       /* pd/member/bow.h */

/** What a class brings along. Called outside perform. */
typedef struct {
  const char *name; /* of the class */
  rosin_pd_kind kind;
  /** Make or renew the contact for `rate`, if it is not ready. 0, or -1 and an error. NULL: nothing
   *  is to be made. */
  int (*ready)(rosin_pd_member *m, double rate, rosin_error *error);
  /** Say each setting as a message that would set it (rosin_pd_say). */
  void (*state)(rosin_pd_member *m);
  /** Of a body: where it is touched as long as nobody says where, and it knows of no better place.
   */
  double touched;
  /** Of a body: gain of its velocities at an outlet, to be as loud as the others; 0: 1.5. */
  double velocity_gain;
  /** Of a body: an order to make it for `rate` as its settings are now, with all that this needs in
   *  it. NULL without memory. */
  rosin_pd_making *(*make)(rosin_pd_member *m, double rate);
  /** That has been done: m->body is it, or with `sounds` what it was before if that failed; without
   *  it there is none. */
  void (*made)(rosin_pd_member *m, rosin_pd_making *made, int sounds);
  /** A body of this class takes over the motion of the one before, which keeps it; NULL: it begins
   *  at rest. */
  void (*carry)(rosin_body *body, rosin_body *before);
  /** print WORD: what that is, in Pd's window; 0 if the class has nothing of that name. NULL: it
   *  never has. */
  int (*explain)(const char *word);
} rosin_pd_class;

struct rosin_pd_member {
  t_object object; /* first: a member is a Pd object */
  const rosin_pd_class *class;
  t_outlet *info;
  t_canvas *canvas;   /* of the patch, for files beside it */
  FILE *file;         /* write: where settings are said to, or NULL */
  t_symbol *name;     /* a body's; of contacts and joints optional, for their order */
  t_symbol *side[2];  /* contacts, joints: names of bodies, "-" for none */
  t_symbol *point[2]; /* a position given by name, or NULL */
  double place[2];    /* joints: position on each side; bodies: place[0] of the force */
  int own_place[2];   /* joints: somebody has said where */
  int own_push;       /* bodies: somebody has said where it acts */
  double touched;     /* bodies: where they are touched as long as nobody says where */
  long serial;
  rosin_body *body;
  rosin_contact *contact;
  double made;             /* rate that body or contact was made for, 0 = not as it should be */
  double body_rate;        /* of `body` */
  unsigned version;        /* of a body's settings */
  rosin_pd_making *making; /* ordered, and not here yet */
  rosin_pd_fading *fading; /* the body before */
  int faded;
  char trouble[ROSIN_PD_PROBLEM]; /* why there is no body */
  double open;                    /* strings: Hz of the open one; else 0 */
  int finger;                     /* strings: the input that stops it */
  rosin_pd_stroke_t stroke;
  double pluck, strike;     /* bodies: N and m/s of those that say nothing else */
  double drive;             /* bodies: N for 1 at the inlet; */
  int own_drive;            /* somebody has set it */
  double driven;            /* the one that the last block ended with */
  double louder;            /* bodies: factor on the gain that nobody has set; 0: 1 */
  int bare;                 /* contacts, joints: made without a word, as in a see-also */
  t_symbol *load;           /* contacts: the name of the impact that presses, or NULL */
  rosin_pd_member *on[2];   /* contacts: the strings among their bodies, or NULL */
  rosin_pd_member *rubs[2]; /* contacts: their bodies, or NULL */
  rosin_pd_bow *bow;        /* contacts: the hand that keeps the force where it sings; owned */
  int of_open;              /* contacts: places are shares of the open length, not of what sounds */
  int presses;              /* contacts: nothing happens without a normal force */
  rosin_pd_lift_t lift;     /* contacts: while the law changes */
  double waited;            /* s that it has moved without ever being pressed */
  int waits;                /* it does so now */
  int hint, hinted;         /* see hints.c: to be said, and said already */
  const rosin_pd_input *clipped; /* what came in beyond its range, once */
  int inputs, outputs, channels; /* channels: 1 = all outputs in one multichannel outlet */
  rosin_pd_input input[ROSIN_PD_INPUTS];
  rosin_pd_output *output; /* [outputs] */
  t_sample *in[ROSIN_PD_INPUTS], *out[ROSIN_PD_OUTPUTS];
  double *buffer; /* latches */
  int n;          /* block size, 0 before the first dsp */
  double rate;
  int overlap; /* of its patch's blocks; 1: none */
  int fresh;   /* not yet in the DSP chain */
  int changed; /* its component must be built anew */
  int still;   /* blocks in a row, a few at most, whose controls were alike and constant */
  int silent;  /* and nothing but zeros has come of it */
  int live;    /* has latched since the last solve */
  int lived;   /* had latched before the last solve */
  double time; /* logical time of the last perform */
  int turn;    /* performs within that tick */
  int idle; /* the problem is no error, only something missing: 1, 2 if it is silent, COMING, BARE
             */
  char problem[ROSIN_PD_PROBLEM], posted[ROSIN_PD_PROBLEM];
  rosin_pd_component *component;
  int root; /* scratch of the build */
  rosin_pd_registry *registry;
  rosin_pd_member *next, **link; /* and what points to it */
  t_symbol *asked;               /* get: the only setting to say, NULL = all */
  int said;
};

/** The member's component must be built anew, before the next block. */
void rosin_pd_change(rosin_pd_member *m);
/** Something about names or members changed. */
void rosin_pd_dirty(rosin_pd_registry *r);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
