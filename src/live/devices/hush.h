/* SPDX-License-Identifier: BSD-3-Clause */
/** Standard error closed for a moment: what sound libraries print while they look for
 *  devices is no answer to whoever asked for something else. */
#ifndef ROSIN_HUSH_H
#define ROSIN_HUSH_H

/** What rosin_hush_end needs. While no other thread prints. */
int rosin_hush(void);
void rosin_hush_end(int kept);

#endif
