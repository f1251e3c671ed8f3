/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROSIN_DENORMALS_H
#define ROSIN_DENORMALS_H

/** Denormal numbers are 0 from here on in this thread, for the same samples wherever a scene is
 *  played; how it was before, to be given back to a thread that is not ours. Real-time safe. */
unsigned long rosin_no_denormals(void);
void rosin_restore_denormals(unsigned long before);

#endif
