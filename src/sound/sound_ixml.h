/* SPDX-License-Identifier: BSD-3-Clause */
/** Notes as iXML. */
#ifndef ROSIN_SOUND_IXML_H
#define ROSIN_SOUND_IXML_H

#include "sound/sound_notes.h"

#include <stddef.h>

/** The text of the chunk (malloc'ed) and its size, or NULL without memory. */
char *rosin_sound_ixml(const rosin_sound_notes *notes, size_t *size);

#endif
