/* SPDX-License-Identifier: BSD-3-Clause */
/** Signals that end a command, taken as a question that it asks itself between steps: so
 *  that it ends in order, and no temporary file is left. */
#ifndef ROSIN_STOP_H
#define ROSIN_STOP_H

/** From here on SIGINT, SIGTERM and SIGHUP make rosin_stopped() true (SIGHUP not under
 *  nohup), and a closed pipe or a limit on file size is an error of writing. */
void rosin_stop_catch(void);
/** Whether a signal asked to end; as the `stop` of rosin_terms too. */
int rosin_stopped(void *nothing);
/** Hold those signals back, until given back by 0: for calls into libraries that do not bear
 *  to be interrupted. */
void rosin_stop_hold(int held);
/** A file has its name now; `path` is kept by whoever calls. */
void rosin_stop_wrote(const char *path);
/** Say that it was interrupted, and what was written before; returns ROSIN_FAILURE. */
int rosin_stop_complain(void);

#endif
