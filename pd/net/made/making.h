/* SPDX-License-Identifier: BSD-3-Clause */
/** A body on its way: made beside Pd while the one before sounds on, then taken over. */
#ifndef ROSIN_PD_MAKING_H
#define ROSIN_PD_MAKING_H

#include "pd/member/member.h"
#include "pd/work/worker.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** First member of what a class orders; `job.work` makes `body`, or says why not in `error`. */
struct rosin_pd_making {
  rosin_pd_job job;
  double rate;      /* Hz, what it is made for */
  int at_once;      /* it takes hardly any time, and that can be afforded */
  unsigned version; /* of the member's settings */
  rosin_body *body;
  int body_is_new; /* when the class hears of it: the member's body is that */
  rosin_error error;
};

/** What a class gives instead of an order: it wants to be asked again, a millisecond later. */
extern rosin_pd_making rosin_pd_later;

/** The member's settings are others: its body is to be made anew, and what sounds goes on until
 *  then. Pd's thread. */
void rosin_pd_stale(rosin_pd_member *m);
/** Order what is to be made, for all members of a registry. */
void rosin_pd_make_all(rosin_pd_registry *r);
/** Whether a tick has room for so many more ms: then they are spent. Always where Pd waits. */
int rosin_pd_afford(rosin_pd_registry *r, double cost);
/** `job.done` of every making. */
int rosin_pd_made(rosin_pd_job *job);
/** The member goes: nobody waits for its body any more. */
void rosin_pd_making_forget(rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
