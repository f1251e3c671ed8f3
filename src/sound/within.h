/* SPDX-License-Identifier: BSD-3-Clause */
/** Whether a call of the sound library is going on. libsndfile and libFLAC do not look at every
 *  allocation they make, and fall where one fails: who handles faults of memory (the command's
 * shield) asks here whether one is theirs. A thread's own; nothing else in rosin reads it. */
#ifndef ROSIN_SOUND_WITHIN_H
#define ROSIN_SOUND_WITHIN_H

/** One begins (1) or has ended (0). */
void rosin_sound_enter(int within);
/** Of this thread; may be asked in a handler of a signal. */
int rosin_sound_within(void);

/** `call`, one of the library's, and what it gives. */
#define ROSIN_SOUND_CALL(call)                                                                     \
  __extension__({                                                                                  \
    rosin_sound_enter(1);                                                                          \
    const __typeof__(call) given_ = (call);                                                        \
    rosin_sound_enter(0);                                                                          \
    given_;                                                                                        \
  })

#endif
