/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * All members of one Pd instance, and the components they form. Made by the first
 * member, freed by the last.
 */
#ifndef ROSIN_PD_REGISTRY_H
#define ROSIN_PD_REGISTRY_H

#include "pd/member/member.h"

enum { ROSIN_PD_DESIGNS = 16 };

struct rosin_pd_component {
  rosin_network *network; /* NULL: silent, for a problem its members know */
  int count;
  rosin_pd_member **member; /* [count], sorted */
  int n;
  double time;  /* logical time of the last round */
  int turn;     /* rounds within that tick */
  int odd;      /* rounds begun too early, in a row */
  int stranger; /* a member runs in another [block~]: silent until rebuilt */
  int rests;    /* blocks in a row, a few at most, that it slept through */
  int rescued;  /* 1: a body had to be put to rest; 2: and that has been said */
  int keep;     /* scratch of the build */
  rosin_pd_component *next;
};

struct rosin_pd_registry {
  t_pd pd; /* first: the registry is a Pd object without inlets */
  t_clock *clock;
  rosin_pd_member *members;
  int count;
  long serial;
  int dirty, strangers, rescued, hints, faded, lifted;
  rosin_pd_member
      *design[ROSIN_PD_DESIGNS]; /* strings that others may be alike, in turn; or NULL */
  int designs;
  int later;              /* some components wait for the next tick */
  double began;           /* ms, the last build */
  double spent, spent_at; /* ms of little makings in the tick at that logical time */
  rosin_pd_component *components;
};

/** names.c: for qsort of pointers to members: bodies by name, contacts and joints by kind, own name
 *  and sides, the eldest first. */
int rosin_pd_compare(const void *a, const void *b);
/** Index of the body called `name` among the first `bodies` members, in that order, or -1. */
int rosin_pd_find_body(rosin_pd_member *const *m, int bodies, const t_symbol *name);
/** change.c: what keeps a member silent, and how that is said: see `idle`. */
__attribute__((format(printf, 3, 4))) void rosin_pd_problem(rosin_pd_member *m, int idle,
                                                            const char *format, ...);
/** The contact called as the load of member i, which is then in its network: its index; -1: there
 * is none; `count`: there are several. */
int rosin_pd_find_presser(rosin_pd_member *const *m, int count, int i);
enum { ROSIN_PD_CALLED = 160 };
/** names.c: what a member is called in Pd's window: its class, and its name or the sides it joins.
 * Its text is `out`. */
const char *rosin_pd_called(const rosin_pd_member *m, char out[ROSIN_PD_CALLED]);
/** hints.c: look, after a block, at what keeps a contact silent or is clipped; real-time safe. */
void rosin_pd_look(rosin_pd_member *m);
/** The same of one that does not run. */
void rosin_pd_look_idle(rosin_pd_member *m);
/** Why no block comes to a member; NULL: they come. */
const char *rosin_pd_unreached(const rosin_pd_member *m);
/** What a member lacks to sound, for `print`; NULL if nothing. */
const char *rosin_pd_lacks(const rosin_pd_member *m);
/** Say it, outside perform, once for each object. */
void rosin_pd_say_hints(rosin_pd_registry *r);

#endif
