/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's notes and note expressions as a player's events. */
#ifndef ROSIN_CLAP_NOTES_H
#define ROSIN_CLAP_NOTES_H

#include "core/core.h"

#include <clap/events.h>

/** A note that begins, ends or is choked, at a frame of the call. Real-time safe. */
void rosin_clap_note(rosin_core *core, const clap_event_note_t *event, int frame);
/** What is told of notes that sound. Real-time safe. */
void rosin_clap_express(rosin_core *core, const clap_event_note_expression_t *event, int frame);

#endif
