/* SPDX-License-Identifier: BSD-3-Clause */
/** A process that waits for the one that draws on the terminal, and puts the terminal
 *  back as it was however that one ended. */
#ifndef ROSIN_GUARD_H
#define ROSIN_GUARD_H

/** Returns in a child process, which goes on; -1 if there can be none, and this one goes
 *  on. The parent passes SIGINT, SIGTERM and SIGHUP on, waits, cleans up and exits with
 *  the child's status; if the parent is killed, the child gets SIGTERM. */
int rosin_guard_start(void);

#endif
