/* SPDX-License-Identifier: BSD-3-Clause */
/** The hand of `bow SPEED`: what it does with a contact, and what it hears. */
#ifndef ROSIN_PD_MEMBER_BOW_H
#define ROSIN_PD_MEMBER_BOW_H

#include "pd/member/member.h"
#include "player/bow/start.h"
#include "player/ear.h"
#include "resonator.h"

/** A fall of a friction coefficient below which it has none. */
#define ROSIN_PD_FALL 0.06

/** What the contact does, as the hand hears it. */
typedef enum {
  ROSIN_PD_RESTS,  /* it is lifted, or has just begun */
  ROSIN_PD_SINGS,  /* one slip a period */
  ROSIN_PD_SLIDES, /* no slips, and it moves */
  ROSIN_PD_TWICE,  /* two slips a period and more */
  ROSIN_PD_SELDOM, /* slips, but not in every period */
  ROSIN_PD_STICKS  /* it goes along with the hand */
} rosin_pd_manner;

struct rosin_pd_bow {
  int on;
  double pressure; /* 0 light to 1 heavy */
  int taken;       /* what comes in is known: */
  double told;     /* N; another force takes the hand off */
  double came;     /* m/s; another velocity leads */
  double asked;    /* m/s, unless the inlet leads */
  int led;
  double full;       /* m/s, the speed that it goes to */
  double speed;      /* m/s, now */
  double lift;       /* 1: on the body; 0: off it */
  double force;      /* N, now, as if it were on it */
  double low, high;  /* N, between which it sings at the speed that it goes to; 0: nowhere */
  int started;       /* it has come to its speed since it began or turned */
  double along;      /* of the stroke it begins or goes on, +-1; 0: none */
  rosin_start start; /* how it begins */
  double since;      /* s at its speed, or since it has changed its ways */
  double trim;       /* factor on the force, from what it has heard */
  int again;         /* how often it has tried in vain */
  int gentle;        /* it starts more gently */
  double stands;     /* s that it stands before */
  double bad;        /* s without song */
  double peak, was;  /* of that velocity, of late; when it was judged last */
  double slid;       /* mean size of the velocity against the hand, over the hand's, of late */
  double fall;       /* of the friction coefficient, from sticking to slipping */
  double soon;       /* the share of that at the hand's own speed */
  double advised;    /* m/s at which it slid when it was last asked for a better speed */
  double better;     /* m/s at which friction falls, where it does not here; 0: none is known */
  rosin_rubbed rubbed;
  int singer; /* of two bodies, the side that asks for less: 0, 1 */
  struct {
    int there;
    rosin_rubbed rubbed;
    /* what that was found for */
    const rosin_body *body;
    unsigned version;
    double place, pitch;
  } side[2];
  rosin_ear ear;
  rosin_pd_manner manner;
  double watched; /* s that somebody still looks at what a hand of one's own does */
  /* a hand of one's own that slides as if nothing swung: pd/net/sound/slides.c */
  struct {
    double low[2], high[2]; /* of force and velocity, in the last ms */
    double looked, lasts;   /* s; below 0 until it looks again */
  } slides;
};

/** Of a hand of one's own: s that it has slid evenly after which it has tried by then. */
#define ROSIN_PD_SLIDES_LONG 2

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** An inlet or control of that name; NULL: there is none. */
const rosin_pd_input *rosin_pd_input_named(const rosin_pd_member *m, const char *key);
/** Of a contact of two bodies: the name of the one that asks for less force, and sings; NULL: it is
 * not known. */
const char *rosin_pd_singer(const rosin_pd_member *m);
/** In words; NULL while there is no hand. */
const char *rosin_pd_bow_manner(const rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
