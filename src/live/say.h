/* SPDX-License-Identifier: BSD-3-Clause */
/** One line to whoever plays: on standard error, or kept for the terminal's picture
 *  while that is up. Any thread but the audio's. */
#ifndef ROSIN_SAY_H
#define ROSIN_SAY_H

void rosin_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** From now on lines are kept (1), or printed (0), those kept first. */
void rosin_say_keep(int keep);
/** The last line kept, into `text`; how many there were. */
long rosin_said(char *text, int size);

#endif
