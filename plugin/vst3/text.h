/* SPDX-License-Identifier: BSD-3-Clause */
/** VST3's strings of 16-bit letters, where ours are plain ASCII; and its streams. */
#ifndef ROSIN_VST3_TEXT_H
#define ROSIN_VST3_TEXT_H

#include "plugin/vst3/travesty.h"

/** Up to `size` letters with the 0 at their end. */
void rosin_vst3_widen(int16_t *to, int size, const char *from);
void rosin_vst3_narrow(char *to, int size, const int16_t *from);

/** A stream to its end (64 KiB at most) as malloc'ed text, NULL without memory or stream. */
char *rosin_vst3_read(struct v3_bstream **stream);

/** A text to a stream: 0, or -1: not all of it could be written. */
int rosin_vst3_write(struct v3_bstream **stream, const char *text);

#endif
