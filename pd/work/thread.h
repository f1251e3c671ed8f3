/* SPDX-License-Identifier: BSD-3-Clause */
/** What a worker needs of the system. */
#ifndef ROSIN_PD_THREAD_H
#define ROSIN_PD_THREAD_H

/** Run it in a thread that nobody waits for, without the urgency that Pd's own may have. 0, or -1:
 *  there is none to be had. */
int rosin_pd_thread(void (*run)(void *context), void *context);

#endif
