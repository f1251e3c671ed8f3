/* SPDX-License-Identifier: BSD-3-Clause */
/** What must hold of a room's state wherever it is entered: asserted in checked builds (those for
 *  the sanitizers have ROSIN_CHECKED), so that a state that broke is met at the next door by its
 *  name, and not three rooms away as a sound. Otherwise nothing is evaluated. */
#ifndef ROSIN_CHECKED_H
#define ROSIN_CHECKED_H

#ifdef ROSIN_CHECKED
#undef NDEBUG
#include <assert.h>
#define ROSIN_HOLDS(what) assert(what)
#else
#define ROSIN_HOLDS(what) ((void)(0 && (what)))
#endif

#endif
