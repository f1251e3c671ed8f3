/* SPDX-License-Identifier: BSD-3-Clause */
/** Parameters of a core in words, for hosts and windows. */
#ifndef ROSIN_CORE_WORDS_H
#define ROSIN_CORE_WORDS_H

#include "core/core.h"

#include <stddef.h>

/** "bow force" of the row bow_force. */
void rosin_words_name(const rosin_core *core, int index, char *text, size_t size);
/** A value as people read it: "12.5 mm", or the name of a choice ("spiccato"). */
void rosin_words_value(const rosin_core *core, int index, double value, char *text, size_t size);
/** What such words mean: 0, or -1 if they mean nothing. A number, then its unit or nothing; a comma
 *  is its point if there is one comma and no point ("-3,5 dB"), but not in "1,000". */
int rosin_words_read(const rosin_core *core, int index, const char *text, double *value);

#endif
